"""The keys in the footer of a board: those that have an effect now, most important first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import KeyBindings, key_label, key_label_for
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.picture import Picture

if TYPE_CHECKING:
    from tilehall.tui.player.player import PlayerControls

KeyHint = tuple[str, Text]
"""A key and its effect."""
FIRST = 2
"""Number of keys that keep their place in front of those that come and go."""


def key_hints(player: PlayerControls[Any], keys: KeyBindings) -> list[KeyHint]:
    """Up to six keys that have an effect now, followed by optional ones, most important first."""
    if player.status.unsaved_intent is not None:
        return [("r", Text("try again")), ("p", Text("play on unsaved")), (key_label_for(keys, "back"), Text("back"))]
    if player.focus.pending:
        return _while_asked(player, keys)
    return _while_choosing(player, keys) if player.must_decide else _while_waiting(player, keys)


def _while_asked(player: PlayerControls[Any], keys: KeyBindings) -> list[KeyHint]:
    """The keys while a choice waits for confirmation by Enter."""
    key, status = partial(key_label_for, keys), player.status
    found = [(key("choose"), Text("choose") if status.asks_first else Text("do it")), (key("back"), Text("back"))]
    if status.has_more_hint:
        found.append((key("hint"), Text("more on it")))
    if not player.focus.moment.barrier:
        found.append((key("undo"), Text("undo")))
    return found


def _while_waiting(player: PlayerControls[Any], keys: KeyBindings) -> list[KeyHint]:
    """The keys while others decide, or the game is over."""
    key = partial(key_label_for, keys)
    views = {"log": Text("log"), "hand": Text("hand"), "score": Text("score"), "rules": Text("rules")}
    views |= {"leave": Text("leave"), "explain": Text("explain")}
    found = [(key(command), label) for command, label in views.items()]
    if player.focus.moment.over:
        return [(key("choose"), Text("result")), *found]
    if player.takeover_offered:
        return [("p", Text("play on")), *found]
    hurry = [(key("choose"), Text("hurry"))] if player.hurry_offer.is_offered else []
    hurry += [(key("hint"), Text("no hint"))] if player.hints.is_requested else []
    return [*hurry, *found]


def _while_choosing(player: PlayerControls[Any], keys: KeyBindings) -> list[KeyHint]:
    """The keys while this player decides."""
    key, focus, selection, moment = partial(key_label_for, keys), player.focus, player.focus.selection, player.moment
    assert selection is not None
    found = [(key("choose"), Text("choose")), (key("next"), Text("next"))]
    if focus.is_shape_aimed():
        found[1:] = [(key("turn"), Text("turn")), (key("flip"), Text("flip"))]
    if selection.picks:
        found.append((key("back"), Text("back")))
    elif skip := selection.skip_choice():
        found.append((key("skip"), focus.reader.describe_action(focus.context(), skip.action)))
    hand = (key("hand"), Text("hand"))
    if not moment.barrier:
        found.append((key("undo"), Text("undo")))
    elif moment.rules.has_secrets:
        # In other games the whole hand is visible on the board.
        found.append(hand)
    if moment.guarded and not player.is_masked:
        found.append((key("hide"), Text("hide")))
    elif player.is_masked and not moment.barrier:
        found.append(hand)
    if focus.help_allowed:
        found.append((key("hint"), Text("no hint") if player.advisor.is_slow else Text("hint")))
    # After a refusal the player may want to read the rule.
    found.insert(FIRST if is_refused(player) else len(found), (key("rules"), Text("rules")))
    found.append((key("keys"), Text("symbols")))
    # If there is room, the keys for explanations and for the score follow.
    return [*found[:6], (key("explain"), Text("explain")), (key("score"), Text("score"))]


def first_keys(keys: Mapping[str, Text]) -> list[KeyHint]:
    """Keys and their effects; of several with the same effect the first."""
    first: dict[Text, str] = {}
    for key, what in keys.items():
        first.setdefault(what, key_label(key))
    return [(key, what) for what, key in first.items()]


def insert_hints(own: Sequence[KeyHint], others: Sequence[KeyHint], player: PlayerControls[Any]) -> list[KeyHint]:
    """Inserts the keys of the surroundings behind the first two, and behind that of a broken rule."""
    first = FIRST + is_refused(player)
    return [*own[:first], *others, *own[first:]]


def is_refused(player: PlayerControls[Any]) -> bool:
    """Whether the present message is a refusal."""
    said = player.status.message
    return said is not None and said.tone == "bad" and said.rule != "" and player.must_decide


def draw_footer(
    picture: Picture, look: Look, y: int, entries: Sequence[KeyHint], names: Sequence[str] = (), gap: int = 3
) -> None:
    """Draws keys and their effects in one line; keys that do not fit are left out, from the end."""
    ground = look.palette.panel
    keys, told = look.style(look.palette.accent, ground, True), look.style(look.palette.muted, ground)
    picture.fill(0, y, picture.width, 1, told)
    x = 1
    for key, what in entries:
        words = look.say(what, names)
        if x + cells.width(key) + 1 + cells.width(words) > picture.width:
            return
        x = picture.put(x, y, key, keys)
        x = picture.put(x, y, f" {words}", told) + gap
