"""The prompt of a board: the decision, the selection, and for newcomers how to choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.style import Style

from tilehall.engine import CHANCE, Text, Who
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import KeyBindings, key_label_for
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU, Selection
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets.menu import MenuEntry

Controls = PlayerControls[Any]
Renderer = BoardRenderer[Any]
MANY = 6
"""Number of places from which on jumping by letters is suggested instead of arrows."""


def draw_prompt(
    picture: Picture, player: Controls, scene: Renderer, look: Look, keys: KeyBindings, how: Sequence[Text]
) -> None:
    """Draws the decision and the selection; in a second line what did not fit, else how to choose.

    `how` replaces the text of the coach.
    """
    selection, names, room = player.focus.selection, player.focus.moment.names, picture.width - 2
    if selection is None:
        waiting = style_sentence(_waiting_text(player, keys), scene, look, names, look.muted)
        styled_text.put_line(picture, 1, 0, waiting)
        return
    line, picked = _task(player, selection, scene, look), _picks(player, selection, scene, look)
    if selection.picks and styled_text.line_width(line) + styled_text.line_width(picked) > room:
        # The count says more than names that are cut.
        picked = [(" ", look.accent), (look.say(_count_text(selection)), look.accent)]
    line += picked
    first, *rest = styled_text.break_line(line, room)
    if rest and picture.height > 1:
        styled_text.put_line(picture, 1, 0, first)
        styled_text.put_line(picture, 3, 1, styled_text.cut_line(rest[0], room - 2, look.glyphs.ellipsis))
        return
    styled_text.put_line(picture, 1, 0, styled_text.cut_line(line, room, look.glyphs.ellipsis))
    if picture.height > 1 and (how or player.shows_coaching):
        _draw_phrases(picture, how or tuple(coach_phrases(player, keys)), look)


def shorten_entry(entry: MenuEntry, player: Controls, scene: Renderer, look: Look, columns: int) -> MenuEntry:
    """Shortens the only menu entry to its verb if the prompt beside it would be cut."""
    selection = player.focus.selection
    if selection is None:
        return entry
    task = _task(player, selection, scene, look)
    if styled_text.line_width([*task, *_picks(player, selection, scene, look)]) + entry.columns + 3 <= columns:
        return entry
    deed, picked = scene.describe_verb(selection.menu()[0].action.verb), len(selection.picks)
    if not picked:
        return entry._replace(words=[(look.say(deed), look.text)])
    counted = [*task, (f" {look.say(_count_text(selection))}", look.accent)]
    if styled_text.line_width(counted) + entry.columns + 3 <= columns:
        return entry
    return entry._replace(words=[(look.say(Text("{deed} it", "{deed} these", deed=deed, n=picked)), look.text)])


def _task(player: Controls, selection: Selection[Any], scene: Renderer, look: Look) -> list[tuple[str, Style]]:
    """The decision."""
    moment = player.focus.moment
    line = [(look.glyphs.play, scene.seat_style(look, moment.seat)), (" ", look.text)]
    line += style_sentence(selection.decision.prompt, scene, look, moment.names, look.strong)
    return line


def _picks(player: Controls, selection: Selection[Any], scene: Renderer, look: Look) -> list[tuple[str, Style]]:
    """The selection, in order."""
    if not selection.picks:
        return []
    context, names, found = player.focus.context(), player.focus.moment.names, list[tuple[str, Style]]()
    for place in selection.picks:
        name = scene.describe_pick(context, place)
        found += [(" ", look.accent), *style_sentence(name, scene, look, names, look.accent)]
    return found


def _count_text(selection: Selection[Any]) -> Text:
    return Text("{n} picked", n=len(selection.picks))


def _draw_phrases(picture: Picture, phrases: Sequence[Text], look: Look) -> None:
    """Draws as many of the phrases as fit."""
    x = 3
    for phrase in phrases:
        words = look.say(phrase)
        if x + cells.width(words) < picture.width:
            x = picture.put(x, 1, words, look.muted) + 1


def _waiting_text(player: Controls, keys: KeyBindings) -> Text:
    """For whom the table waits."""
    moment = player.focus.moment
    due = next((seat for seat in moment.due if seat != CHANCE), None)
    if due is None:
        return Text("")
    if moment.replayed:
        return Text("{who} is next.", who=Who(due))
    if moment.curtain is not None:
        return Text("{who} has to look.", who=Who(due))
    if due in moment.humans:
        return Text("{who} is to play.", who=Who(due))
    if player.hurry_offer.is_offered:
        return Text("{who} is thinking. {key} hurries.", who=Who(due), key=key_label_for(keys, "choose"))
    if player.hurry_offer.was_hurried:
        return Text("{who} is in a hurry now.", who=Who(due))
    return Text("{who} is thinking.", who=Who(due))


# --- coach --------------------------------------------------------------------------------------------------------


def coach_phrases(player: Controls, keys: KeyBindings) -> Iterator[Text]:
    """Yields the effects of the keys in this decision, the most useful first."""
    focus, selection = player.focus, player.focus.selection
    if selection is None:
        return
    places = [place for place in focus.stops() if place[0] != MENU]
    enter = key_label_for(keys, "choose")
    numbered = sum(place[0] != MENU and place in selection.pickable() for place in focus.digit_places()[:9])
    if selection.exact:
        yield _set_phrase(selection, key_label_for(keys, "toggle"), enter)
    elif numbered > 1 and not selection.picks:
        yield Text("Type a number, or go there with arrows and {enter}.", enter=enter)
    elif places:
        yield Text("Arrows move, {enter} takes a marked spot.", enter=enter)
    elif len(selection.menu()) > 1:
        yield Text("Arrows choose, {enter} takes it.", enter=enter)
    if focus.is_shape_aimed():
        turns = {"turn": key_label_for(keys, "turn"), "back": key_label_for(keys, "turn_back")}
        yield Text("{turn} and {back} turn, {flip} flips.", **turns, flip=key_label_for(keys, "flip"))
    if len(places) > MANY:
        yield Text("{key} puts a letter on each.", key=key_label_for(keys, "label"))
    if selection.picks:
        yield Text("{back} goes back.", back=key_label_for(keys, "back"))
    elif len(selection.choices) > 1 and (skip := selection.skip_choice()):
        # A single entry of the menu is shown with its key beside the prompt.
        word = focus.reader.describe_action(focus.context(), skip.action)
        yield Text("{key}: {choice}.", key=key_label_for(keys, "skip"), choice=word)


def _set_phrase(selection: Selection[Any], pick: str, enter: str) -> Text:
    """How to select a set. While none is complete, Enter selects too."""
    if not selection.picks:
        return Text("{pick} picks one after another, then {enter} does it.", pick=pick, enter=enter)
    if selection.complete_choice() is None:
        return Text("{pick} picks more.", pick=pick)
    return Text("{enter} does it with what is picked, {pick} picks more.", enter=enter, pick=pick)
