"""Explains a place: by what the game knows of the thing there, else by the board's description."""

from __future__ import annotations

from typing import TypeVar

from tilehall.engine import Text
from tilehall.engine.teaching.things import PLAYER, Explanation, Thing
from tilehall.tui.player.view import BoardReader, CursorContext
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place

S = TypeVar("S")


def bare_context(moment: Moment[S], place: Place | None = None) -> CursorContext[S]:
    """The context of a cursor with nothing in hand."""
    return CursorContext(moment.state, moment.seat, moment.names, cursor=place)


def find_thing(moment: Moment[S], reading: BoardReader[S], place: Place) -> Thing | None:
    """The game's thing at a place."""
    if place[0] == PLAYER:
        return Thing(PLAYER, "", int(place[1]))
    return reading.thing_at(bare_context(moment, place), place)


def explain_place(moment: Moment[S], reading: BoardReader[S], place: Place) -> Explanation:
    """What this viewpoint may know of a place."""
    thing = find_thing(moment, reading, place)
    about = moment.rules.teacher.explain_thing(moment.state, moment.seat, thing) if thing else None
    if about is not None and about.rules:
        return about
    rules = (moment.decision.rule,) if moment.must_decide and moment.decision.rule else ()
    if about is not None:
        return about._replace(rules=rules)
    seen = bare_context(moment, place)
    told = reading.describe(seen, place)
    return Explanation(reading.place_name(place), told, rules=rules)


def heading(about: Explanation) -> Text:
    """The title of an explanation."""
    return about.title or Text("What this is")
