"""Why a plan begins as it does, in one sentence that is true of this position."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import Action, Seat
from tilehall.engine.core.text import Text, Value, both, listed, plain
from tilehall.engine.games.kaguya.actions import Break, Cell, Give, Pick, Plant, Present, Rot, Take
from tilehall.engine.games.kaguya.ai.plans import place_named, plans, swapped
from tilehall.engine.games.kaguya.ai.value import CLASH, ORDER
from tilehall.engine.games.kaguya.ai.weights import Weights
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, NAMES, components
from tilehall.engine.games.kaguya.names import counts, cube, room, room_name, turned
from tilehall.engine.games.kaguya.rooms import UNPLANTED, covered, joined, sizes
from tilehall.engine.games.kaguya.rules import moved, standing_in_line
from tilehall.engine.games.kaguya.state import State, total, worth


def explain(s: State, seat: Seat, plan: Plan, weights: Weights) -> Text:
    """One sentence about the first action of the plan, from what this seat may know."""
    match plan.actions[0]:
        case Present() as held:
            return _held(s, seat, plan, held, weights)
        case Take() | Give():
            return _exchanged(s, seat, plan.actions)
        case Break() as taken:
            return listed([_chosen(s, seat, kind, taken) for kind in taken.kinds])
        case _:
            return _laid(s, seat, plan.actions)


def _held(s: State, seat: Seat, plan: Plan, held: Present, weights: Weights) -> Text:
    """What place may be expected, and how likely somebody holds the same."""
    told = _expected(s, held, plan)
    if not told:
        known = [other for other in plans(s, seat, len(s.merchants) * 42, weights) if other.actions[0] == held]
        told = _expected(s, held, known[0]) if known else []
    expected = listed(told, Text("it can be held"))
    if not 0 < plan.weight < 1:
        return expected
    return Text(
        "{expected}; several bids are mixed so that nobody can foresee them, this one in {n} of 100 cases",
        expected=expected,
        n=min(99, max(1, round(100 * plan.weight))),
    )


def _expected(s: State, held: Present, plan: Plan) -> list[Value]:
    terms = {term.kind: term for term in plan.value.terms if term.kind in (ORDER, CLASH)}
    if len(terms) < 2:
        return []
    return [_place(s, held, terms[ORDER].name or Text("")), terms[CLASH].text]


def _place(s: State, held: Present, place: Text) -> Text:
    """Why somebody who adds up to 0 need not be last is to be said."""
    last = place_named(s.rulings.players)
    if place != last and not held.disk and not total(held.cubes, s.values):
        return Text("{place} is likely, since others may well add up to 0 too", place=place)
    return Text("{place} is likely", place=place)


# --- the exchange and the break -----------------------------------------------------------------------------------


def _exchanged(s: State, seat: Seat, actions: Sequence[Action]) -> Text:
    """The values after it and the place they bring, as far as this exchange decides it."""
    after = s
    for action in actions:
        if isinstance(action, Take | Give):
            after = swapped(after, seat, action)
    after = after.copy()
    after.values = worth(after.storage)
    told: dict[str, Value] = {
        "place": 1 + standing_in_line(after, s.line()).index(seat),
        "values": counts(after.values),
    }
    given = [action for action in actions if isinstance(action, Give)]
    if isinstance(actions[0], Give) or not given:
        return Text("values are then {values}, which means place {place} as it stands", **told)
    return Text(
        "with {cube} given for it values are {values}, which means place {place} as it stands",
        cube=cube(given[0].kind),
        **told,
    )


def _chosen(s: State, seat: Seat, kind: int, action: Break) -> Text:
    """Why a kind is taken, as far as that can be said of it alone: else what was weighed."""
    if kind == CLEAR:
        return Text("{cube} copies the cube beside it", cube=cube(kind))
    values, rooms = worth(s.storage), sizes(s.area(seat))
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


def _laid(s: State, seat: Seat, actions: Sequence[Action]) -> Text:
    """Favour, and the rooms that grow where the tile will lie."""
    number, cell, rot, plant = s.tile, s.cell, s.rot, UNPLANTED
    for action in actions:
        match action:
            case Pick(row):
                number = s.column(s.round)[row - 1]
            case Cell(at):
                cell = at
            case Rot(turn):
                rot = turn
            case Plant(kind):
                plant = kind
    if min(number, cell) < 0:
        return _hearts(s, seat, number)
    begun = actions[0]
    if rot < 0:
        return Text("it goes to {cell}", cell=plain(NAMES[cell]))
    grown = _grown(s, seat, number, cell, rot, plant)
    if isinstance(begun, Plant) and plant == UNPLANTED:
        return Text("there is no coloured cube behind the screen")
    if isinstance(begun, Pick):
        return Text(
            "{hearts}; {where}: {grown}", hearts=_hearts(s, seat, number), where=_there(number, cell, rot), grown=grown
        )
    if isinstance(begun, Cell):
        return Text("{where}: {grown}", where=_there(number, cell, rot), grown=grown)
    return grown


def _there(number: int, cell: int, rot: int) -> Text:
    """Where a tile lies, and how."""
    if components().tiles[number].turns == 1:
        return plain(NAMES[cell])
    return Text("{cell} ({turned})", cell=plain(NAMES[cell]), turned=turned(number, rot))


def _hearts(s: State, seat: Seat, number: int) -> Text:
    """`+3 favour`, or how far the princess goes."""
    hearts = components().tiles[number].hearts
    if not s.princely():
        merchant = s.merchants[seat]
        return Text("{points:+} favour", points=moved(s, merchant, hearts) - merchant.favour)
    if s.princess + hearts >= components().track:
        return Text("the game ends with this round")
    return Text("the princess goes to {space}", space=s.princess + hearts)


def _grown(s: State, seat: Seat, number: int, cell: int, rot: int, plant: int) -> Text:
    """The rooms of this seat that grow, the largest first."""
    area, quarters = s.area(seat), covered(number, cell, rot, plant)
    before, after = sizes(area), sizes(joined(area, quarters))
    found = sorted((colour for colour in COLOURS if after[colour] > before[colour]), key=lambda c: -after[c])
    if found:
        return both([Text("the {room} grows to {size}", room=room(c), size=after[c]) for c in found])
    near = [colour for colour in COLOURS if quarters[colour]]
    if near and before[near[0]]:
        return Text("the {room} stays at {size}", room=room(near[0]), size=before[near[0]])
    return Text("no room grows")
