"""The texts around the board of a level: its keys, its footer, and the rule in play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from tilehall.engine import SeatNo, Text
from tilehall.tui.features.lessons.level_state import LevelState
from tilehall.tui.key_map import BOARD_COMMANDS, KeyBindings, key_label, key_label_for, screen_keys
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.surroundings import NO_SEAT_NOTES

S = TypeVar("S")
CHOOSE_KEY, STEP_KEY, OTHERS_KEY = (screen_keys("lesson").keys[name][0] for name in ("choose", "step", "others"))
"""The keys after a level, of a level that is shown, and for the lessons of another game."""
SHOW_ME, LEAVE = Text("show me"), Text("leave")
MOVES = ("left", "right", "up", "down")
COMMON_COMMANDS = frozenset({"undo", "rules", "leave", "keys", "explain", "hint"})
"""Commands that every level names."""
OPTIONAL_COMMANDS = frozenset({"next", "previous", "label"})
"""Commands that arrow keys replace; named where there is room."""
LessonKeyHint = tuple[str | Text, Text]
"""The name of a key, and what it does."""


class LessonSurroundings(Generic[S]):
    """Provides the texts around the board of one try; a `TableSurroundings`."""

    def __init__(self, state: LevelState[S], player: PlayerControls[S]) -> None:
        self.state = state
        self.player = player

    @property
    def board_keys(self) -> KeyBindings:
        """The keys of the board, which may be changed while it is shown."""
        return self.player.options.keys

    def current_rule(self) -> str:
        """Return the rule of the level that was named last, or that the decision cites; empty if there is none."""
        status, selection = self.player.status, self.player.focus.selection
        decision = selection.decision.rule if selection else ""
        named = (status.message.rule if status.message else "", status.last_rule, decision)
        return next((rule for rule in named if rule in self.state.lesson.rules), "")

    def first_rule(self) -> str:
        """The rule of the level to open first."""
        return self.current_rule() or self.state.lesson.rules[0]

    @property
    def keys(self) -> Mapping[str, Text]:
        """Return the keys of the level with their present meanings."""
        # In a lesson the hint key always shows the hints of the level, not those of the table.
        if self.state.over:
            return {**self._afterwards(), **dict.fromkeys(self.board_keys["hint"], SHOW_ME)}
        if self.state.mode != "play":
            return dict.fromkeys((STEP_KEY, *self.board_keys["hint"]), Text("next step"))
        told = SHOW_ME if self.state.hints_given == len(self.state.lesson.hints) else Text("hint")
        return dict.fromkeys(self.board_keys["hint"], told)

    def _named(self) -> list[LessonKeyHint]:
        """Return the keys of the level that have an effect now, one for each purpose."""
        if self.state.over:
            again = [] if self.state.solved or self.state.mode != "play" else self._key("hint", SHOW_ME)
            return [*((key_label(key), what) for key, what in self._afterwards().items()), *again]
        named: list[LessonKeyHint] = [(key_label(key), what) for key, what in self.keys.items()]
        return named[:1]

    def _key(self, command: str, label: Text) -> list[LessonKeyHint]:
        """Return a command with its key, if it has one."""
        return [(key_label_for(self.board_keys, command), label)] if self.board_keys.get(command) else []

    def _afterwards(self) -> Mapping[str, Text]:
        if self.state.has_unseen_score:
            return {CHOOSE_KEY: Text("the result") if self.state.seat.now.over else Text("what that scored")}
        if not self.state.solved:
            return {CHOOSE_KEY: Text("try again")}
        if self.state.mode == "show":
            return {CHOOSE_KEY: Text("now you")}
        if not self.state.is_last:
            return {CHOOSE_KEY: Text("next lesson")}
        others = (
            {OTHERS_KEY: Text("lessons of {game}", game=self.state.course.next_text)}
            if self.state.course.next_text
            else {}
        )
        return others if self.state.mode == "present" else {CHOOSE_KEY: Text("a first game"), **others}

    def seat_notes(self) -> Mapping[SeatNo, Text]:
        return NO_SEAT_NOTES

    def footer_message(self) -> StatusMessage | None:
        return None

    def task_text(self) -> Text | None:
        return None

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        # The texts of a level change only with its board.
        return lambda: None

    def footer(self) -> list[LessonKeyHint]:
        """Return the keys that the level needs and that have an effect now, and the key to leave."""
        found, state, is_asked = self._named(), self.state, self.player.focus.pending is not None
        if is_asked:
            found = [*self._moves(), *self._key("choose", Text("do it")), *self._key("back", Text("back")), *found]
        elif not state.over and state.mode != "show":
            found = [*self._moves(), *self._needed(lambda command: command not in OPTIONAL_COMMANDS), *found]
        if state.seat.attempt.actions and not self.player.moment.barrier:
            found += self._key("undo", SHORT_LABELS["undo"])
        found += [*self._key("rules", SHORT_LABELS["rules"]), *self._key("leave", LEAVE)]
        if not (state.over or is_asked or state.mode == "show"):
            found += self._needed(lambda command: command in OPTIONAL_COMMANDS)
        return [*found, *self._key("keys", SHORT_LABELS["keys"]), *self._key("explain", SHORT_LABELS["explain"])]

    def _needed(self, wanted: Callable[[str], bool]) -> list[LessonKeyHint]:
        """Return the commands of the level that have an effect now, without cursor movement."""
        if not self.player.must_decide:
            return []
        labels = {**{command.id: command.label for command in BOARD_COMMANDS}, **SHORT_LABELS}
        useless = {*MOVES, *COMMON_COMMANDS, *self._useless()}
        own = [command for command in self.state.lesson.keys if command not in useless and wanted(command)]
        return [hint for command in own for hint in self._key(command, labels[command])]

    def _moves(self) -> list[LessonKeyHint]:
        moves = self.player.must_decide and set(self.state.lesson.keys) & {*MOVES, "choose"}
        return [(Text("Arrows"), Text("move"))] if moves else []

    def _useless(self) -> set[str]:
        """Return the commands that have no effect now."""
        focus, selection = self.player.focus, self.player.focus.selection
        found = set[str]()
        if selection is None or not selection.picks:
            found.add("back")
        if selection is None or not selection.exact:
            found.add("toggle")
        if selection is None or selection.skip_choice() is None:
            found.add("skip")
        if not focus.can_rotate():
            found |= {"turn", "turn_back", "flip"}
        elif focus.is_shape_aimed():
            found.add("next")
        return found


SHORT_LABELS: Mapping[str, Text] = {
    "choose": Text("choose"),
    "toggle": Text("pick"),
    "next": Text("next"),
    "previous": Text("before"),
    "back": Text("back"),
    "skip": Text("pass"),
    "turn": Text("turn"),
    "turn_back": Text("turn back"),
    "flip": Text("flip"),
    "label": Text("go to"),
    "undo": Text("undo"),
    "explain": Text("explain"),
    "hand": Text("hand"),
    "score": Text("score"),
    "rules": Text("rules"),
    "keys": Text("symbols"),
    "log": Text("log"),
    "why": Text("why not"),
    "describe": Text("describe"),
}
"""The labels of commands in the footer."""
