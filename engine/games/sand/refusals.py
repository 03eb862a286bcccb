"""Why an action may not be done: the rules walked in order, the first broken one named with its number.

Written against the rules, pattern by pattern, and not against the generator in `rules.py`; a property test ties both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from tilehall.engine.core.game import CHANCE, Action, Refusal, Seat, quoted
from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.core.refusal import Reason, out_of_turn, refused
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import (
    Aside,
    Blue,
    Bottom,
    Complete,
    Disk,
    Fill,
    Gain,
    Green,
    Keep,
    Move,
    Place,
    Take,
    Word,
    Yellow,
    cells,
    laid,
)
from tilehall.engine.games.sand.actions import Red as RedAction
from tilehall.engine.games.sand.components import BASE, BOXES, DARK, GRID, LEVELS, WIDE, Form, coloured, components
from tilehall.engine.games.sand.decision_points import POINTS
from tilehall.engine.games.sand.rules import actors, chance, legal
from tilehall.engine.games.sand.state import BLUE, FRESH, GREEN, ORANGE, PURPLE, RED, YELLOW, Magician, State

POWER_VERBS = {"red": RED, "yellow": YELLOW, "green": GREEN, "orange": ORANGE, "blue": BLUE}
MENUS = ("PRE", "POST")


def check(s: State, seat: Seat, a: Action) -> Refusal | None:
    """None if the action is legal, otherwise the rule it breaks."""
    reason = _reason(s, seat, a)
    return refused(reason, a, legal(s, seat), _apart) if reason else None


def _reason(s: State, seat: Seat, a: Action) -> Reason:
    due = actors(s)
    if seat not in due:
        return out_of_turn(due, seat, over="S-5.1", dealer="S-3.3", turn="S-3.1")
    if seat == CHANCE:
        return _dealer(s, a)
    point, magician = s.todo[0][0], s.magicians[seat]
    rule, _, instead, verbs = POINTS[point]
    if point in MENUS and a.verb in POWER_VERBS:
        if reason := _power(s, magician, POWER_VERBS[a.verb]):
            return reason
    elif a.verb not in verbs and not (point == "PRE" and a.verb == "summon+"):
        return Refusal(rule, instead)
    find = _REASONS.get(type(a))
    return find(s, magician, a) if find else None


def _dealer(s: State, a: Action) -> Reason:
    if a in chance(s).outcomes:
        return None
    return Refusal("S-3.3", Text("{outcome} cannot be drawn here.", outcome=quoted(str(a))))


def _power(s: State, magician: Magician, power: int) -> Reason:
    """S-4.35, S-4.36: the right board, and a crystal that is ready."""
    if not s.rulings.advanced:
        return Refusal("S-2.1", Text("This table plays the basic sides: there are no powers."))
    if power != magician.power:
        colours = {"own": names.POWERS[magician.power], "other": names.POWERS[power]}
        return Refusal("S-4.36", Text("Your power is {own}, not {other}.", **colours))
    if magician.crystal == FRESH:
        return Refusal("S-4.35", Text("Your crystal was charged in this turn; it is ready from your next turn on."))
    if not magician.ready:
        return Refusal("S-4.35", Text("Your crystal is clear: complete a building over one of its boxes first."))
    return None


# --- buildings and tiles ------------------------------------------------------------------------------------------


@cache
def images(form: Form) -> frozenset[Form]:
    """The pattern turned and mirrored, each image moved into the top left corner (S-4.18)."""
    found = set()
    for turn in range(4):
        for flip in (False, True):
            image = [(r, -c if flip else c, e) for r, c, e in form]
            for _ in range(turn):
                image = [(c, -r, e) for r, c, e in image]
            found.add(cornered(image))
    return frozenset(found)


def cornered(form: Sequence[tuple[int, int, int]]) -> Form:
    top, left = min(r for r, _, _ in form), min(c for _, c, _ in form)
    return tuple(sorted((r - top, c - left, e) for r, c, e in form))


@cache
def lies(form: Form) -> Mapping[int, Sequence[int]]:
    """Every way the pattern lies on a board: for each set of boxes the pieces that show it there (S-4.18)."""
    found: dict[int, list[int]] = {}
    for image in images(form):
        height, width = 1 + max(r for r, _, _ in image), 1 + max(c for _, c, _ in image)
        lying = [(GRID.width * r + c, element) for r, c, element in image]
        boxes, shown = mask_of(box for box, _ in lying), mask_of(BOXES * element + box for box, element in lying)
        for top, left in product(range(GRID.height - height + 1), range(GRID.width - width + 1)):
            at = GRID.width * top + left
            found.setdefault(boxes << at, []).append(shown << at)
    return found


@cache
def tile_lies(tile: int) -> frozenset[int]:
    """Every way to lay a tile on a board (S-4.5)."""
    form = coloured(components().tiles[tile].pattern, components().letters)
    return frozenset(shown for ways in lies(form).values() for shown in ways)


def _complete(s: State, magician: Magician, a: Complete) -> Reason:
    card, form = names.card(a.card), components().cards[a.card].form
    if a.card not in s.rows and not magician.kept >> a.card & 1:
        return Refusal("S-4.17", Text("{card} is neither open in a row nor one of your kept cards.", card=card))
    fitting = lies(form).get(a.boxes)
    if not fitting:
        return Refusal(
            "S-4.18",
            Text("{card} does not have this shape, however you turn or mirror it.", card=card),
            marks=_boxes(a.boxes),
        )
    lying = magician.pieces & a.boxes * WIDE
    if lying in fitting:
        return None
    if empty := _boxes(a.boxes & ~magician.occupied):
        return Refusal(
            "S-4.18", Text("{card} is not complete there: {box} is empty.", card=card, box=empty[0]), marks=empty
        )
    wrong = _under(min((lying & ~shown for shown in fitting), key=int.bit_count))
    return Refusal(
        "S-4.18",
        Text(
            "{card} is not complete there: {n} of its boxes holds another element.",
            "{card} is not complete there: {n} of its boxes hold another element.",
            card=card,
            n=wrong.bit_count(),
        ),
        marks=_boxes(wrong),
    )


def _under(shown: int) -> int:
    """The boxes on which these pieces lie."""
    return mask_of(piece % BOXES for piece in bits(shown))


def _boxes(boxes: int) -> tuple[str, ...]:
    return tuple(map(GRID.name, bits(boxes)))


def _place(s: State, magician: Magician, a: Place) -> Reason:
    if not magician.tiles >> a.tile & 1:
        return Refusal("S-4.5", _not_yours(a.tile))
    if a.pieces not in tile_lies(a.tile):
        return Refusal(
            "S-4.5",
            Text(
                "{tile} cannot lie so: it may be turned and flipped, but keeps its shape and colours.",
                tile=names.tile(a.tile),
            ),
            marks=_boxes(a.boxes),
        )
    return _capacity(magician, magician.occupied, a.boxes, "S-4.5")


def _capacity(magician: Magician, occupied: int, boxes: int, rule: str) -> Reason:
    """S-4.2: how many dark boxes would be in use, with these boxes beside those that are occupied."""
    needed = ((occupied | boxes) & DARK).bit_count()
    if needed > magician.level:
        return Refusal(
            rule,
            Text(
                "That needs level {n} for {n} dark box; you have level {level}.",
                "That needs level {n} for {n} dark boxes; you have level {level}.",
                n=needed,
                level=magician.level,
            ),
            marks=_boxes(boxes & ~occupied & DARK),
        )
    return None


def _not_yours(tile: int) -> Text:
    return Text("{tile} is not one of your three tiles.", tile=names.tile(tile))


def _fill(s: State, magician: Magician, a: Fill) -> Reason:
    if s.short[1] >> a.box & 1:
        return None
    return Refusal(
        "S-4.9",
        Text("{box} is not one of the two boxes that wait for the last square.", box=GRID.name(a.box)),
        marks=(GRID.name(a.box),),
    )


def _take(s: State, magician: Magician, a: Take) -> Reason:
    return (
        None if a.place in (1, 2) else Refusal("S-4.10", Text("You take the first or the second tile of the circle."))
    )


def _aside(s: State, magician: Magician, a: Aside) -> Reason:
    if magician.tiles >> a.tile & 1:
        return None
    return Refusal("S-4.51", _not_yours(a.tile))


# --- disks --------------------------------------------------------------------------------------------------------


def _word(s: State, magician: Magician, a: Word) -> Reason:
    if a.verb in ("summon", "summon+"):
        return _summon(s, magician, a)
    if a.verb == "done" and not s.made:
        return Refusal("S-4.12", Text("Summoning takes at least one step: put or move a disk first."))
    if a.verb == "orange" and magician.level >= components().track:
        return Refusal("S-4.44", Text("Your level is {level}, the end of the track.", level=magician.level))
    return None


def _summon(s: State, magician: Magician, a: Word) -> Reason:
    if a.verb == "summon+":
        if s.rulings.advanced and magician.power != PURPLE:
            return Refusal("S-4.41", Text("Only the purple power lifts the limit of three disks."))
        if not s.unlimited(magician) and (reason := _power(s, magician, PURPLE)):
            return reason
    if not magician.disks and not any(magician.reserve):
        return Refusal("S-4.12", Text("You do not own a disk yet."))
    return None


def _disk(s: State, magician: Magician, a: Disk) -> Reason:
    if not magician.reserve[a.element]:
        return _no_disk("S-4.12", a.element)
    if s.settled >> a.box & 1:
        return _settled(a.box)
    return _capacity(magician, magician.occupied, 1 << a.box, "S-4.14")


def _no_disk(rule: str, element: int) -> Refusal:
    text = Text("There is no disk {disk} in your reserve.", disk=names.disk(element))
    return Refusal(rule, text, marks=(components().letters[element],))


def _settled(box: int) -> Refusal:
    text = Text("{box} got a disk in this action; it stays there.", box=GRID.name(box))
    return Refusal("S-4.13", text, marks=(GRID.name(box),))


def _move(s: State, magician: Magician, a: Move) -> Reason:
    if not magician.disks >> a.start & 1:
        return Refusal(
            "S-4.12", Text("No disk of yours lies on {box}.", box=GRID.name(a.start)), marks=(GRID.name(a.start),)
        )
    if a.start == a.end:
        return Refusal("S-4.12", Text("A disk has to move to another box."), marks=(GRID.name(a.start),))
    for box in (a.start, a.end):
        if s.settled >> box & 1:
            return _settled(box)
    return _capacity(magician, magician.occupied & ~(1 << a.start), 1 << a.end, "S-4.14")


def _gain(s: State, magician: Magician, a: Gain) -> Reason:
    if a.element >= BASE:
        return None
    return Refusal(
        "S-2.8", Text("The extra disk is {one} or {other}.", one=names.disk(BASE), other=names.disk(BASE + 1))
    )


# --- powers -------------------------------------------------------------------------------------------------------


def _red(s: State, magician: Magician, a: RedAction) -> Reason:
    if not 1 <= a.level <= LEVELS:
        return Refusal("S-4.40", Text("There are the levels 1, 2 and 3."))
    if not s.deck_size(a.level - 1):
        return Refusal("S-4.40", Text("The deck of level {level} is empty.", level=a.level))
    return None


def _keep(s: State, magician: Magician, a: Keep) -> Reason:
    if a.card in s.looked:
        return None
    return Refusal("S-4.40", Text("{card} is not one of the cards you look at.", card=names.card(a.card)))


def _bottom(s: State, magician: Magician, a: Bottom) -> Reason:
    if sorted(a.cards) == list(s.looked):
        return None
    return Refusal("S-4.40", Text("Name both cards that are left, the upper one first."))


def _yellow(s: State, magician: Magician, a: Yellow) -> Reason:
    if not magician.reserve[a.give]:
        return _no_disk("S-4.42", a.give)
    if a.give == a.get:
        return Refusal("S-4.42", Text("Trade for a disk of another element."), marks=(components().letters[a.give],))
    if not s.disks[a.get]:
        return Refusal(
            "S-4.42",
            Text("There is no disk {disk} in the supply.", disk=names.disk(a.get)),
            marks=(components().letters[a.get],),
        )
    return None


def _green(s: State, magician: Magician, a: Green) -> Reason:
    here, there = GRID.name(a.start), GRID.name(a.end)
    if magician.on(a.start) is None:
        return Refusal("S-4.43", Text("{box} is empty.", box=here), marks=(here,))
    if magician.disks >> a.start & 1:
        return Refusal("S-4.43", Text("{box} holds a disk; the green power moves squares.", box=here), marks=(here,))
    if magician.on(a.end) is not None:
        return Refusal("S-4.43", Text("{box} is not empty.", box=there), marks=(there,))
    return _capacity(magician, magician.occupied & ~(1 << a.start), 1 << a.end, "S-4.43")


def _blue(s: State, magician: Magician, a: Blue) -> Reason:
    own, other = names.tile(a.own), names.tile(a.other)
    if not magician.tiles >> a.own & 1:
        return Refusal("S-4.45", _not_yours(a.own))
    if a.other not in s.circle:
        return Refusal(
            "S-4.45", Text("{tile} does not lie in the circle.", tile=other), marks=(components().tiles[a.other].id,)
        )
    if a.verb == "blue2" and a.own == s.swapped[1]:
        return Refusal(
            "S-4.45",
            Text("You have just received {tile}; it stays with you.", tile=own),
            marks=(components().tiles[a.own].id,),
        )
    if a.verb == "blue2" and a.other == s.swapped[0]:
        return Refusal(
            "S-4.45",
            Text("You have just given {tile} away; it stays in the circle.", tile=other),
            marks=(components().tiles[a.other].id,),
        )
    return None


_REASONS: dict[type, Callable[[State, Magician, Any], Reason]] = {
    Word: _word,
    Gain: _gain,
    Complete: _complete,
    Place: _place,
    Fill: _fill,
    Take: _take,
    Disk: _disk,
    Move: _move,
    Aside: _aside,
    RedAction: _red,
    Keep: _keep,
    Bottom: _bottom,
    Yellow: _yellow,
    Green: _green,
    Blue: _blue,
}


# --- what would be legal instead ----------------------------------------------------------------------------------


def _apart(a: Action, b: Action) -> int:
    """How far the words of two actions are apart: boxes by steps, everything else by letters."""
    mine, theirs = _lists(a), _lists(b)
    return sum(map(_list_apart, mine, theirs)) + 9 * abs(len(mine) - len(theirs))


def _lists(a: Action) -> Sequence[Sequence[str]]:
    """The words of an action, those that list boxes or cards taken apart."""
    match a:
        case Place(tile, squares):
            return (components().tiles[tile].id,), laid(squares)
        case Complete(card, boxes):
            return (components().cards[card].id,), cells(boxes)
        case Bottom(upper, lower):
            return ((components().cards[upper].id, components().cards[lower].id),)
    return [(word,) for word in a.words]


def _list_apart(x: Sequence[str], y: Sequence[str]) -> int:
    return sum(map(_part_apart, x, y)) + 9 * abs(len(x) - len(y))


def _part_apart(x: str, y: str) -> int:
    here, there = GRID.cell(x[:2]), GRID.cell(y[:2])
    if here is not None and there is not None:
        return 2 * GRID.distance(here, there) + (x[2:] != y[2:])
    return sum(p != q for p, q in zip(x, y, strict=False))
