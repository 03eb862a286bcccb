"""How something is chosen, in a newcomer's words: what the keys do in this decision, phrase by phrase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilehall.engine import Text
from tilehall.tui.key_map import KeyBindings, key_label_for
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU, Selection

MANY = 6
"""Spots from which on a letter is nearer than arrows."""


def key_phrases(player: PlayerControls[Any], keys: KeyBindings) -> Iterator[Text]:
    """The most useful phrase first."""
    picker = player.focus.selection
    if picker is None:
        return
    places = [place for place in player.focus.stops() if place[0] != MENU]
    enter = key_label_for(keys, "choose")
    numbered = sum(place[0] != MENU and place in picker.pickable() for place in player.focus.digit_places()[:9])
    if picker.exact:
        yield _set(picker, key_label_for(keys, "toggle"), enter)
    elif numbered > 1 and not picker.picks:
        yield Text("Type a number, or go there with arrows and {enter}.", enter=enter)
    elif places:
        yield Text("Arrows move, {enter} takes a marked spot.", enter=enter)
    elif len(picker.menu()) > 1:
        yield Text("Arrows choose, {enter} takes it.", enter=enter)
    if player.focus.is_shape_aimed():
        turns = {"turn": key_label_for(keys, "turn"), "back": key_label_for(keys, "turn_back")}
        yield Text("{turn} and {back} turn, {flip} flips.", **turns, flip=key_label_for(keys, "flip"))
    if len(places) > MANY:
        yield Text("{key} puts a letter on each.", key=key_label_for(keys, "label"))
    if picker.picks:
        yield Text("{back} goes back.", back=key_label_for(keys, "back"))
    elif len(picker.choices) > 1 and (skip := picker.skip_choice()):
        # The only choice stands with its key beside the prompt.
        word = player.focus.reader.describe_action(player.focus.context(), skip.action)
        yield Text("{key}: {choice}.", key=key_label_for(keys, "skip"), choice=word)


def _set(picker: Selection[Any], pick: str, enter: str) -> Text:
    """How a set is put together. As long as it is none, Enter picks too."""
    if not picker.picks:
        return Text("{pick} picks one after another, then {enter} does it.", pick=pick, enter=enter)
    if picker.complete_choice() is None:
        return Text("{pick} picks more.", pick=pick)
    return Text("{enter} does it with what is picked, {pick} picks more.", enter=enter, pick=pick)
