"""Why a plan begins as it does, in one sentence that is true of this position."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.text import Text, TextArgument, join_and, join_commas, literal_text
from tilehall.engine.games.kaguya.actions import (
    ChoosePlantCube,
    ChooseTile,
    ChooseTileCell,
    ChooseTileRotation,
    GiveCube,
    Present,
    TakeBreakCubes,
    TakeCube,
)
from tilehall.engine.games.kaguya.ai.plans import after_swap, place_name, plans
from tilehall.engine.games.kaguya.ai.value import CLASH, ORDER
from tilehall.engine.games.kaguya.ai.weights import KaguyaWeights
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, NAMES, components
from tilehall.engine.games.kaguya.names import counts, cube, room, room_name, turned_tile
from tilehall.engine.games.kaguya.rooms import UNPLANTED, covered_quarters, join_rooms, room_sizes
from tilehall.engine.games.kaguya.rules import favour_after, order_by_total
from tilehall.engine.games.kaguya.state import KaguyaState, colour_values, combination_total


def explain_plan(s: KaguyaState, seat: SeatNo, plan: Plan, weights: KaguyaWeights) -> Text:
    """One sentence about the first action of the plan, from what this seat may know."""
    match plan.actions[0]:
        case Present() as held:
            return _held(s, seat, plan, held, weights)
        case TakeCube() | GiveCube():
            return _exchanged(s, seat, plan.actions)
        case TakeBreakCubes() as taken:
            return join_commas([_chosen(s, seat, kind, taken) for kind in taken.kinds])
        case _:
            return _laid(s, seat, plan.actions)


def _held(s: KaguyaState, seat: SeatNo, plan: Plan, held: Present, weights: KaguyaWeights) -> Text:
    """The expected place, and the chance that another seat holds the same."""
    told = _expected(s, held, plan)
    if not told:
        known = [other for other in plans(s, seat, len(s.merchants) * 42, weights) if other.actions[0] == held]
        told = _expected(s, held, known[0]) if known else []
    expected = join_commas(told, Text("it can be held"))
    if not 0 < plan.weight < 1:
        return expected
    return Text(
        "{expected}; several bids are mixed so that nobody can foresee them, this one in {n} of 100 cases",
        expected=expected,
        n=min(99, max(1, round(100 * plan.weight))),
    )


def _expected(s: KaguyaState, held: Present, plan: Plan) -> list[TextArgument]:
    terms = {term.kind: term for term in plan.value.terms if term.kind in (ORDER, CLASH)}
    if len(terms) < 2:
        return []
    return [_place(s, held, terms[ORDER].name or Text("")), terms[CLASH].text]


def _place(s: KaguyaState, held: Present, place: Text) -> Text:
    """Why a total of 0 need not be last."""
    last = place_name(s.rulings.players)
    if place != last and not held.disk and not combination_total(held.cubes, s.values):
        return Text("{place} is likely, since others may well add up to 0 too", place=place)
    return Text("{place} is likely", place=place)


# --- the exchange and the break -----------------------------------------------------------------------------------


def _exchanged(s: KaguyaState, seat: SeatNo, actions: Sequence[Action]) -> Text:
    """The values after the exchange and the place that follows, as far as this exchange decides it."""
    after = s
    for action in actions:
        if isinstance(action, TakeCube | GiveCube):
            after = after_swap(after, seat, action)
    after = after.copy()
    after.values = colour_values(after.storage)
    told: dict[str, TextArgument] = {
        "place": 1 + order_by_total(after, s.tie_break_order()).index(seat),
        "values": counts(after.values),
    }
    given = [action for action in actions if isinstance(action, GiveCube)]
    if isinstance(actions[0], GiveCube) or not given:
        return Text("values are then {values}, which means place {place} as it stands", **told)
    return Text(
        "with {cube} given for it values are {values}, which means place {place} as it stands",
        cube=cube(given[0].kind),
        **told,
    )


def _chosen(s: KaguyaState, seat: SeatNo, kind: int, action: TakeBreakCubes) -> Text:
    """Why a kind is taken, as far as that can be said of it alone."""
    if kind == CLEAR:
        return Text("{cube} copies the cube beside it", cube=cube(kind))
    values, rooms = colour_values(s.storage), room_sizes(s.area_rooms(seat))
    left = [values[colour] for colour in COLOURS if s.storage[colour] and colour not in action.kinds]
    if 1 < values[kind] >= max(left, default=0):
        return Text("{cube} is scarce and so a strong bid", cube=cube(kind))
    if rooms[kind] == min(rooms):
        return Text("{cube} takes nothing from the larger rooms", cube=cube(kind))
    return Text(
        "{cube} bids {stars} (the {room}: {size})",
        cube=cube(kind),
        stars=values[kind],
        room=room_name(kind),
        size=rooms[kind],
    )


# --- the design ---------------------------------------------------------------------------------------------------


def _laid(s: KaguyaState, seat: SeatNo, actions: Sequence[Action]) -> Text:
    """Favour, and the rooms that grow where the tile will lie."""
    number, cell, rot, plant = s.tile, s.cell, s.rot, UNPLANTED
    for action in actions:
        match action:
            case ChooseTile(row):
                number = s.column(s.round)[row - 1]
            case ChooseTileCell(at):
                cell = at
            case ChooseTileRotation(turn):
                rot = turn
            case ChoosePlantCube(kind):
                plant = kind
    if min(number, cell) < 0:
        return _hearts(s, seat, number)
    begun = actions[0]
    if rot < 0:
        return Text("it goes to {cell}", cell=literal_text(NAMES[cell]))
    grown = _grown(s, seat, number, cell, rot, plant)
    if isinstance(begun, ChoosePlantCube) and plant == UNPLANTED:
        return Text("there is no coloured cube behind the screen")
    if isinstance(begun, ChooseTile):
        return Text(
            "{hearts}; {where}: {grown}", hearts=_hearts(s, seat, number), where=_there(number, cell, rot), grown=grown
        )
    if isinstance(begun, ChooseTileCell):
        return Text("{where}: {grown}", where=_there(number, cell, rot), grown=grown)
    return grown


def _there(number: int, cell: int, rot: int) -> Text:
    """Where a tile lies, and its rotation."""
    if components().tiles[number].rotation_count == 1:
        return literal_text(NAMES[cell])
    return Text("{cell} ({turned})", cell=literal_text(NAMES[cell]), turned=turned_tile(number, rot))


def _hearts(s: KaguyaState, seat: SeatNo, number: int) -> Text:
    """`+3 favour`, or how far the princess moves."""
    hearts = components().tiles[number].hearts
    if not s.is_princess_tile():
        merchant = s.merchants[seat]
        return Text("{points:+} favour", points=favour_after(s, merchant, hearts) - merchant.favour)
    if s.princess + hearts >= components().track:
        return Text("the game ends with this round")
    return Text("the princess goes to {space}", space=s.princess + hearts)


def _grown(s: KaguyaState, seat: SeatNo, number: int, cell: int, rot: int, plant: int) -> Text:
    """The rooms of this seat that grow, the largest first."""
    area, quarters = s.area_rooms(seat), covered_quarters(number, cell, rot, plant)
    before, after = room_sizes(area), room_sizes(join_rooms(area, quarters))
    found = sorted((colour for colour in COLOURS if after[colour] > before[colour]), key=lambda c: -after[c])
    if found:
        return join_and([Text("the {room} grows to {size}", room=room(c), size=after[c]) for c in found])
    near = [colour for colour in COLOURS if quarters[colour]]
    if near and before[near[0]]:
        return Text("the {room} stays at {size}", room=room(near[0]), size=before[near[0]])
    return Text("no room grows")
