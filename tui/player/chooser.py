"""Commands that choose: by cursor, digit or letter. Each answers what is to be done at the table, if anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from tilehall.engine import Refusal, Text, join_spaces
from tilehall.tui.player.focus import Focus
from tilehall.tui.player.letters import assign_menu_letters
from tilehall.tui.player.messages.refusals import refusal_message
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MENU, ActionChoice, Intent, Selection
from tilehall.tui.player.status_line import StatusLine
from tilehall.tui.terminal.output.drawing import Place

S = TypeVar("S")
Say = Callable[[Text], str]
"""Puts a text into the language of whoever plays."""


class Chooser(Generic[S]):
    """Picks places for one player until they are one choice."""

    def __init__(self, focus: Focus[S], status: StatusLine[S]) -> None:
        self.focus = focus
        self.status = status

    def choose(self) -> Intent | None:
        """Chooses what is under the cursor."""
        selection = self.focus.selection
        if selection is None:
            self.status.refuse_place()
            return None
        if self.focus.pending:
            return self._confirmed()
        if selection.exact and selection.picks and (whole := selection.complete_choice()):
            return self.request(whole)
        return self.toggle()

    def _confirmed(self) -> ActionChoice[S] | None:
        """The choice that waits for Enter; a hint that cannot be taken back is asked about first."""
        if self.status.asks_first:
            self.status.show(None)
            return None
        return self.focus.pending

    def toggle(self) -> Intent | None:
        """Picks what is under the cursor, or drops it from a set."""
        focus, selection, here = self.focus, self.focus.selection, self.focus.cursor.place
        if selection is None or here is None:
            self.status.refuse_place()
            return None
        focus.cursor.remember_place()
        if here[0] in focus.reader.paging_zones:
            return None
        aimed = focus.aimed_places()
        if selection.on_board and selection.picks and here in focus.digit_places() and self._put_down(selection, aimed):
            return None
        if not _can_toggle(selection, here, aimed):
            self.status.refuse_place()
            return None
        choice = selection.pick(*aimed)
        self.status.show(None)
        if choice is None:
            self._move_on(selection)
            return None
        if focus.options.confirms_partial and _is_more(selection, choice, aimed):
            selection.picks += aimed
            focus.pending = choice
            return None
        return self.request(choice)

    def _put_down(self, selection: Selection[S], aimed: tuple[Place, ...]) -> bool:
        """Another numbered piece takes the place of what was picked; the same one is put down again (True)."""
        if aimed[0] in selection.picks:
            selection.picks.clear()
            self.status.dismiss()
            return True
        if not selection.matching(*aimed):
            selection.picks.clear()
        return False

    def _move_on(self, selection: Selection[S]) -> None:
        """The cursor goes to what may be picked next."""
        if selection.exact:
            return
        menu = selection.menu()
        if menu:
            self.focus.cursor.place = (MENU, menu[0].text)
        if selection.on_board or not menu:
            self.focus.place_cursor()

    def request(self, choice: ActionChoice[S]) -> Intent | None:
        """Answers the choice; if it cannot be taken back, asks for Enter first."""
        is_asked = self.focus.pending == choice and not self.status.asks_first
        if not is_asked and self.focus.must_confirm(choice):
            self.focus.pending = choice
            self.status.show(None)
            return None
        return choice

    def toggle_or_dismiss(self) -> Intent | None:
        """The second key that picks: it also puts away what is told over the board, and then does nothing else."""
        if self.status.message and self.status.message.recap:
            self.status.show(None)
            return None
        return self._confirmed() if self.focus.pending else self.toggle()

    def choose_digit(self, number: int) -> Intent | None:
        """Picks what has a number."""
        places, selection = self.focus.digit_places(), self.focus.selection
        if selection is None:
            self.status.refuse_place()
            return None
        if not 0 < number <= len(places):
            told = Text("Nothing has the number {n}.", n=number) if places else Text("Nothing is numbered now.")
            self._refuse(Refusal(selection.decision.rule, told))
            return None
        self.status.dismiss()
        self.focus.cursor.place = places[number - 1]
        return self.toggle()

    def menu_letters(self, say: Say) -> dict[str, ActionChoice[S]]:
        """The entries of the menu, by their letters in the language in which they are said."""
        focus = self.focus
        menu, context = focus.selection.menu() if focus.selection else [], focus.context()
        labels = [say(focus.reader.describe_action(context, choice.action)) for choice in menu]
        letters = assign_menu_letters(labels, focus.options.keys)
        return {letter: choice for letter, choice in zip(letters, menu, strict=True) if letter}

    def explain_letter(self, letter: str, say: Say) -> bool:
        """Says of a letter that chooses something at other times why it does not now; False if there is none such."""
        focus, selection = self.focus, self.focus.selection
        if selection is None or selection.picks:
            return False
        possible = {choice.action.verb for choice in selection.choices}
        words = [verb for verb, fields in selection.decision.fields.items() if not fields and verb not in possible]
        context = focus.context()
        labels = [say(focus.reader.describe_action(context, choice.action)) for choice in selection.menu()]
        verbs = [say(focus.reader.describe_verb(verb)) for verb in words]
        others = assign_menu_letters([*labels, *verbs], focus.options.keys)[len(labels) :]
        for verb, its in zip(words, others, strict=True):
            refusal = focus.moment.check(focus.moment.rules.parse(verb)) if its == letter else None
            if refusal:
                self._refuse(refusal)
                return True
        return False

    def _refuse(self, refusal: Refusal) -> None:
        """Refuses what was not pointed at, and says what may be chosen instead."""
        self.status.dismiss()
        guide, areas = self.focus.guide(), self.focus.place_areas
        plain = StatusMessage(refusal.text, "bad", refusal.rule)
        self.status.refuse(refusal_message(guide, refusal, areas) if guide else plain)

    def choose_entry(self, choice: ActionChoice[S]) -> Intent | None:
        """Chooses an entry of the menu."""
        self.focus.cursor.place = (MENU, choice.text)
        return self.request(choice)

    def skip(self) -> Intent | None:
        """Passes, where that is allowed; what is in hand is put down first, and then nothing else is done."""
        selection = self.focus.selection
        if selection is None:
            self.status.refuse_place()
            return None
        if selection.picks:
            self.status.dismiss()
            selection.picks.clear()
            self.focus.place_cursor()
            self.status.show(StatusMessage(Text("What was picked is put down. The same key again passes.")))
            return None
        if choice := selection.skip_choice():
            return self.choose_entry(choice)
        decision = selection.decision
        otherwise = [decision.otherwise_text] if decision.otherwise_text else []
        self._refuse(Refusal(decision.rule, join_spaces([Text("There is nothing to pass here."), *otherwise])))
        return None


def _can_toggle(selection: Selection[S], here: Place, aimed: tuple[Place, ...]) -> bool:
    """Whether the place under the cursor can be picked now, or dropped from a set."""
    if selection.exact and aimed[0] in selection.picks:
        return True
    if not selection.exact and here in selection.picks:
        return False
    return here[0] == MENU or (bool(selection.matching(*aimed)) and not selection.decides_nothing(*aimed))


def _is_more(selection: Selection[S], choice: ActionChoice[S], aimed: tuple[Place, ...]) -> bool:
    """Whether a choice is more than what was pointed at, as nothing else can be done with that."""
    return aimed[0][0] != MENU and len(choice.places) > len({*selection.picks, *aimed})
