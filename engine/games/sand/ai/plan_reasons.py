"""Why a plan begins as it does, in one short sentence that is true of its position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.text import Text, join_commas
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import (
    BluePower,
    CompleteBuilding,
    FillBox,
    GainDisk,
    GreenPower,
    KeepCard,
    PlaceTile,
    PutUnderDeck,
    RedPower,
    SetAside,
    TakeFromCircle,
    YellowPower,
)
from tilehall.engine.games.sand.ai.forecast import open_cards
from tilehall.engine.games.sand.components import BASE, BOXES, GRID, components
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.preview import BuildingNearness, nearness
from tilehall.engine.games.sand.rules import actors, apply
from tilehall.engine.games.sand.state import HOLE, Magician, SandState


def explain_plan(s: SandState, seat: SeatNo, plan: Plan) -> Text:
    """Why the first action of this plan is done."""
    action = plan.actions[0]
    return _WHY[action.verb](s, seat, action, plan)


def _complete(s: SandState, seat: SeatNo, a: CompleteBuilding, plan: Plan) -> Text:
    if s.todo[0][0] == "PRE":
        return Text("{card} is complete, and its pieces are free again", card=names.card(a.card))
    return Text("{card} is complete", card=names.card(a.card))


def _lay(s: SandState, seat: SeatNo, a: Action, plan: Plan) -> Text:
    """The buildings that tiles and disks complete, else the one that they bring nearest."""
    after = after_main_action(s, seat, plan)
    before, then = s.magicians[seat], after.magicians[seat]
    was = {a.card for a in completions(before.pieces, open_cards(s, before.kept))}
    now = {a.card for a in completions(then.pieces, open_cards(after, then.kept))}
    completed = [a.card for a in plan.actions if isinstance(a, CompleteBuilding) and a.card in now - was]
    if completed:
        return Text("it makes {cards} complete", cards=join_commas(map(names.card, completed)))
    return _nearer(before, then, open_cards(after, then.kept), now)


MAIN_VERBS = frozenset({"place", "fill", "summon", "summon+", "disk", "move", "done"})
"""The verbs of main actions and their steps, without the tile that is taken after them."""


def after_main_action(s: SandState, seat: SeatNo, plan: Plan) -> SandState:
    """The position after the tile or the disks of the plan."""
    for action in plan.actions:
        if action.verb not in MAIN_VERBS:
            break
        s = apply(s, seat, action)
        if (isinstance(action, PlaceTile | FillBox) and s.todo[0][0] != "FILL") or actors(s) != (seat,):
            break
    return s


def _nearer(before: Magician, then: Magician, cards: Iterable[int], ready: Iterable[int]) -> Text:
    """The building worth most in stars that came nearer, if any did."""
    near = {card: nearness(then, components().cards[card]) for card in cards if card not in ready}
    closer = [card for card in near if near[card].missing < nearness(before, components().cards[card]).missing]
    if closer:
        best = max(closer, key=lambda card: _promise(card, near[card]))
        lacking = near[best].missing_text
        return Text("it brings {card} nearer: then it lacks {elements}", card=names.card(best), elements=lacking)
    return Text("no building comes nearer by it")


def _promise(card: int, near: BuildingNearness) -> tuple[float, int]:
    return components().cards[card].stars * 0.7**near.missing, -card


def _take(s: SandState, seat: SeatNo, a: TakeFromCircle, plan: Plan) -> Text:
    """The tile with more of what the most promising building lacks, if they differ."""
    after = s
    for action in plan.actions:
        if isinstance(action, TakeFromCircle | CompleteBuilding):
            after = apply(after, seat, action)
    tile, other = s.circle[a.place - 1], s.circle[2 - a.place]
    aim = _aim(after, seat)
    if aim is not None:
        lacking = nearness(after.magicians[seat], components().cards[aim]).lacking
        if count_helpful_squares(tile, lacking) > count_helpful_squares(other, lacking):
            told = {"tile": names.tile(tile), "card": names.card(aim)}
            return Text("{tile} has more of what {card} lacks", **told)
    return Text("{tile} can be laid better next turn, as it seems", tile=names.tile(tile))


def _aim(s: SandState, seat: SeatNo) -> int | None:
    """The nearest building; of equal ones the one with more stars."""
    magician = s.magicians[seat]
    near = {card: nearness(magician, components().cards[card]) for card in open_cards(s, magician.kept)}
    return max(near, key=lambda card: _promise(card, near[card])) if near else None


def count_helpful_squares(tile: int, lacking: int) -> int:
    """The number of squares of a tile in missing colours."""
    missing = [(lacking >> BOXES * colour & GRID.full).bit_count() for colour in range(BASE)]
    return sum(map(min, missing, components().tiles[tile].need))


def _fill(s: SandState, seat: SeatNo, a: FillBox, plan: Plan) -> Text:
    return Text("the square helps more on {box}", box=GRID.name(a.box))


def _aside(s: SandState, seat: SeatNo, a: SetAside, plan: Plan) -> Text:
    return Text("{tile} fits the board least, as it seems", tile=names.tile(a.tile))


def _gain(s: SandState, seat: SeatNo, a: GainDisk, plan: Plan) -> Text:
    """The number of open buildings that need it."""
    needed = sum(_needs(card, a.element) for card in s.rows if card != HOLE)
    disk = names.disk(a.element)
    return Text("{n} open building needs {disk}", "{n} open buildings need {disk}", n=needed, disk=disk)


def _needs(card: int, element: int) -> bool:
    return any(each == element for _, _, each in components().cards[card].form)


def _keep(s: SandState, seat: SeatNo, a: KeepCard, plan: Plan) -> Text:
    near = nearness(s.magicians[seat], components().cards[a.card])
    if not near.missing:
        return Text("{card} is complete", card=names.card(a.card))
    return Text("{card} suits the board: it lacks {elements}", card=names.card(a.card), elements=near.missing_text)


def _bottom(s: SandState, seat: SeatNo, a: PutUnderDeck, plan: Plan) -> Text:
    return Text("they come back last, in either order")


def _red(s: SandState, seat: SeatNo, a: RedPower, plan: Plan) -> Text:
    return Text("a building of one's own choice is worth the crystal")


def _exchange(s: SandState, seat: SeatNo, a: YellowPower | GreenPower, plan: Plan) -> Text:
    """The building that it completes, or brings nearer."""
    after = apply(s, seat, a)
    before, then = s.magicians[seat], after.magicians[seat]
    cards = open_cards(after, then.kept)
    ready = {each.card for each in completions(then.pieces, cards)}
    fresh = ready - {each.card for each in completions(before.pieces, cards)}
    if fresh:
        return Text("it makes {cards} complete", cards=join_commas(map(names.card, sorted(fresh))))
    if isinstance(a, YellowPower):
        return Text("{disk} is of more use", disk=names.disk(a.get))
    return _nearer(before, then, cards, ready)


def _blue(s: SandState, seat: SeatNo, a: BluePower, plan: Plan) -> Text:
    return Text(
        "{tile} can be laid better than {other}, as it seems", tile=names.tile(a.other), other=names.tile(a.own)
    )


def _orange(s: SandState, seat: SeatNo, a: Phrase, plan: Plan) -> Text:
    return Text("a level lasts, and the crystal can be charged again")


def _stop(s: SandState, seat: SeatNo, a: Phrase, plan: Plan) -> Text:
    return Text("the other tiles are good enough")


def _done(s: SandState, seat: SeatNo, a: Phrase, plan: Plan) -> Text:
    return Text("the disks lie well")


def _end(s: SandState, seat: SeatNo, a: Phrase, plan: Plan) -> Text:
    magician = s.magicians[seat]
    if completions(magician.pieces, open_cards(s, magician.kept)):
        return Text("its pieces are worth more in a larger building")
    return Text("nothing more can be completed")


_WHY: dict[str, Callable[[SandState, SeatNo, Any, Plan], Text]] = {
    "summon": _lay,
    "summon+": _lay,
    "done": _done,
    "end": _end,
    "orange": _orange,
    "stop": _stop,
    "gain": _gain,
    "complete": _complete,
    "place": _lay,
    "fill": _fill,
    "take": _take,
    "disk": _lay,
    "move": _lay,
    "green": _exchange,
    "aside": _aside,
    "keep": _keep,
    "bottom": _bottom,
    "red": _red,
    "yellow": _exchange,
    "blue": _blue,
    "blue2": _blue,
}
