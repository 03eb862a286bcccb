"""How something is chosen, in a newcomer's words: what the keys do in this decision, phrase by phrase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilehall.engine import Text
from tilehall.tui.key_map import Keys, shown_for
from tilehall.tui.player.player import Player
from tilehall.tui.player.selection import MENU, Picker

MANY = 6
"""Spots from which on a letter is nearer than arrows."""


def told(player: Player[Any], keys: Keys) -> Iterator[Text]:
    """The most useful phrase first."""
    picker = player.picker
    if picker is None:
        return
    places = [place for place in player.stops() if place[0] != MENU]
    enter = shown_for(keys, "choose")
    numbered = sum(place[0] != MENU and place in picker.pickable() for place in player.digits()[:9])
    if picker.exact:
        yield _set(picker, shown_for(keys, "toggle"), enter)
    elif numbered > 1 and not picker.picks:
        yield Text("Type a number, or go there with arrows and {enter}.", enter=enter)
    elif places:
        yield Text("Arrows move, {enter} takes a marked spot.", enter=enter)
    elif len(picker.menu()) > 1:
        yield Text("Arrows choose, {enter} takes it.", enter=enter)
    if player.shaped():
        turns = {"turn": shown_for(keys, "turn"), "back": shown_for(keys, "turn_back")}
        yield Text("{turn} and {back} turn, {flip} flips.", **turns, flip=shown_for(keys, "flip"))
    if len(places) > MANY:
        yield Text("{key} puts a letter on each.", key=shown_for(keys, "label"))
    if picker.picks:
        yield Text("{back} goes back.", back=shown_for(keys, "back"))
    elif len(picker.choices) > 1 and (skip := picker.skip()):
        # The only choice stands with its key beside the prompt.
        word = player.reading.choice(player.glance(), skip.action)
        yield Text("{key}: {choice}.", key=shown_for(keys, "skip"), choice=word)


def _set(picker: Picker[Any], pick: str, enter: str) -> Text:
    """How a set is put together. As long as it is none, Enter picks too."""
    if not picker.picks:
        return Text("{pick} picks one after another, then {enter} does it.", pick=pick, enter=enter)
    if picker.whole() is None:
        return Text("{pick} picks more.", pick=pick)
    return Text("{enter} does it with what is picked, {pick} picks more.", enter=enter, pick=pick)
