"""What there is to tell of a place: what the game knows of the thing there, else what the scene says of it."""

from __future__ import annotations

from typing import TypeVar

from tilehall.engine import Text
from tilehall.engine.teaching.things import PLAYER, About, Thing
from tilehall.tui.player.view import Glance, Reading
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place

S = TypeVar("S")


def glance(moment: Moment[S], place: Place | None = None) -> Glance[S]:
    """The table as it lies, with nothing in hand."""
    return Glance(moment.state, moment.seat, moment.names, cursor=place)


def thing_at(moment: Moment[S], reading: Reading[S], place: Place) -> Thing | None:
    """What the game knows a place as."""
    if place[0] == PLAYER:
        return Thing(PLAYER, "", int(place[1]))
    return reading.thing(glance(moment, place), place)


def explained(moment: Moment[S], reading: Reading[S], place: Place) -> About:
    """What these eyes may be told of what is at a place."""
    thing = thing_at(moment, reading, place)
    about = moment.rules.about(moment.state, moment.seat, thing) if thing else None
    if about is not None and about.rules:
        return about
    rules = (moment.decision.rule,) if moment.mine and moment.decision.rule else ()
    if about is not None:
        return about._replace(rules=rules)
    seen = glance(moment, place)
    told = reading.describe(seen, place)
    return About(reading.spot_name(place), told, rules=rules)


def heading(about: About) -> Text:
    """Its name, or that it has none."""
    return about.title or Text("What this is")
