"""Why an action is illegal: the rules are checked in order, and the first broken one is named by number.

Written against the rulebook, pattern by pattern, and not against `rules.legal_actions`; a property test compares the
two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import CHANCE, Action, Refusal, SeatNo, quote_text
from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.core.refusal import Reason, refuse_out_of_turn, refuse_undue, with_nearest
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import (
    BluePower,
    CompleteBuilding,
    FillBox,
    GainDisk,
    GreenPower,
    KeepCard,
    MoveDisk,
    PlaceTile,
    PutDisk,
    PutUnderDeck,
    RedPower,
    SetAside,
    TakeFromCircle,
    YellowPower,
    names_of_boxes,
    names_of_pieces,
)
from tilehall.engine.games.sand.components import (
    BASE,
    BOXES,
    DARK,
    ELEMENT_REPEAT,
    GRID,
    LEVELS,
    PatternForm,
    coloured_boxes,
    components,
)
from tilehall.engine.games.sand.decision_points import POINTS
from tilehall.engine.games.sand.rules import actors, chance, legal_actions
from tilehall.engine.games.sand.state import BLUE, FRESH, GREEN, ORANGE, PURPLE, RED, YELLOW, Magician, SandState

POWER_VERBS = {"red": RED, "yellow": YELLOW, "green": GREEN, "orange": ORANGE, "blue": BLUE}
MENUS = ("PRE", "POST")


def check(s: SandState, seat: SeatNo, a: Action) -> Refusal | None:
    """None if the action is legal, else the rule that it breaks."""
    reason = _reason(s, seat, a)
    return with_nearest(reason, a, legal_actions(s, seat), _distance) if reason else None


def _reason(s: SandState, seat: SeatNo, a: Action) -> Reason:
    due = actors(s)
    if seat not in due:
        return refuse_out_of_turn(due, seat, over="S-5.1", dealer="S-3.3", turn="S-3.1")
    if seat == CHANCE:
        return _dealer(s, a)
    point, magician = s.todo[0][0], s.magicians[seat]
    if point in MENUS and a.verb in POWER_VERBS:
        if reason := _power(s, magician, POWER_VERBS[a.verb]):
            return reason
    elif a.verb not in POINTS[point].fields and not (point == "PRE" and a.verb == "summon+"):
        return refuse_undue(POINTS[point])
    find = _REASONS.get(a.verb)
    return find(s, magician, a) if find else None


def _dealer(s: SandState, a: Action) -> Reason:
    if a in chance(s).outcomes:
        return None
    return Refusal("S-3.3", Text("{outcome} cannot be drawn here.", outcome=quote_text(str(a))))


def _power(s: SandState, magician: Magician, power: int) -> Reason:
    """S-4.35, S-4.36: the right board and a ready crystal."""
    if not s.rulings.advanced:
        return Refusal("S-2.1", Text("This table plays the basic sides: there are no powers."))
    if power != magician.power:
        colours = {"own": names.POWERS[magician.power], "other": names.POWERS[power]}
        return Refusal("S-4.36", Text("Your power is {own}, not {other}.", **colours))
    if magician.crystal == FRESH:
        return Refusal("S-4.35", Text("Your crystal was charged in this turn; it is ready from your next turn on."))
    if not magician.power_ready:
        return Refusal("S-4.35", Text("Your crystal is clear: complete a building over one of its boxes first."))
    return None


# --- buildings and tiles ------------------------------------------------------------------------------------------


@cache
def pattern_images(form: PatternForm) -> frozenset[PatternForm]:
    """The pattern turned and mirrored, each image moved to the top left corner (S-4.18)."""
    found = set()
    for turn in range(4):
        for flip in (False, True):
            image = [(r, -c if flip else c, e) for r, c, e in form]
            for _ in range(turn):
                image = [(c, -r, e) for r, c, e in image]
            found.add(move_to_corner(image))
    return frozenset(found)


def move_to_corner(form: Sequence[tuple[int, int, int]]) -> PatternForm:
    top, left = min(r for r, _, _ in form), min(c for _, c, _ in form)
    return tuple(sorted((r - top, c - left, e) for r, c, e in form))


@cache
def all_placements(form: PatternForm) -> Mapping[int, Sequence[int]]:
    """Every placement of the pattern on a board: for each set of boxes the pieces that show it (S-4.18)."""
    found: dict[int, list[int]] = {}
    for image in pattern_images(form):
        height, width = 1 + max(r for r, _, _ in image), 1 + max(c for _, c, _ in image)
        lying = [(GRID.width * r + c, element) for r, c, element in image]
        boxes, shown = mask_of(box for box, _ in lying), mask_of(BOXES * element + box for box, element in lying)
        for top, left in product(range(GRID.height - height + 1), range(GRID.width - width + 1)):
            at = GRID.width * top + left
            found.setdefault(boxes << at, []).append(shown << at)
    return found


@cache
def all_tile_placements(tile: int) -> frozenset[int]:
    """Every placement of a tile on a board (S-4.5)."""
    form = coloured_boxes(components().tiles[tile].pattern, components().letters)
    return frozenset(shown for ways in all_placements(form).values() for shown in ways)


def _complete(s: SandState, magician: Magician, a: CompleteBuilding) -> Reason:
    card, form = names.card(a.card), components().cards[a.card].form
    if a.card not in s.rows and not magician.kept >> a.card & 1:
        return Refusal("S-4.17", Text("{card} is neither open in a row nor one of your kept cards.", card=card))
    fitting = all_placements(form).get(a.boxes)
    if not fitting:
        return Refusal(
            "S-4.18",
            Text("{card} does not have this shape, however you turn or mirror it.", card=card),
            marks=_boxes(a.boxes),
        )
    lying = magician.pieces & a.boxes * ELEMENT_REPEAT
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


def _place(s: SandState, magician: Magician, a: PlaceTile) -> Reason:
    if not magician.tiles >> a.tile & 1:
        return Refusal("S-4.5", _not_yours(a.tile))
    if a.pieces not in all_tile_placements(a.tile):
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
    """S-4.2: a refusal if these boxes and the occupied ones need more dark boxes than the level allows."""
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


def _fill(s: SandState, magician: Magician, a: FillBox) -> Reason:
    if s.short[1] >> a.box & 1:
        return None
    return Refusal(
        "S-4.9",
        Text("{box} is not one of the two boxes that wait for the last square.", box=GRID.name(a.box)),
        marks=(GRID.name(a.box),),
    )


def _take(s: SandState, magician: Magician, a: TakeFromCircle) -> Reason:
    return (
        None if a.place in (1, 2) else Refusal("S-4.10", Text("You take the first or the second tile of the circle."))
    )


def _aside(s: SandState, magician: Magician, a: SetAside) -> Reason:
    if magician.tiles >> a.tile & 1:
        return None
    return Refusal("S-4.51", _not_yours(a.tile))


# --- disks --------------------------------------------------------------------------------------------------------


def _done(s: SandState, magician: Magician, a: Phrase) -> Reason:
    if s.made:
        return None
    return Refusal("S-4.12", Text("Summoning takes at least one step: put or move a disk first."))


def _summon(s: SandState, magician: Magician, a: Phrase) -> Reason:
    if a.verb == "summon+":
        if s.rulings.advanced and magician.power != PURPLE:
            return Refusal("S-4.41", Text("Only the purple power lifts the limit of three disks."))
        if not s.may_summon_unlimited(magician) and (reason := _power(s, magician, PURPLE)):
            return reason
    if not magician.disks and not any(magician.reserve):
        return Refusal("S-4.12", Text("You do not own a disk yet."))
    return None


def _disk(s: SandState, magician: Magician, a: PutDisk) -> Reason:
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


def _move(s: SandState, magician: Magician, a: MoveDisk) -> Reason:
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


def _gain(s: SandState, magician: Magician, a: GainDisk) -> Reason:
    if a.element >= BASE:
        return None
    return Refusal(
        "S-2.8", Text("The extra disk is {one} or {other}.", one=names.disk(BASE), other=names.disk(BASE + 1))
    )


# --- powers -------------------------------------------------------------------------------------------------------


def _red(s: SandState, magician: Magician, a: RedPower) -> Reason:
    if not 1 <= a.level <= LEVELS:
        return Refusal("S-4.40", Text("There are the levels 1, 2 and 3."))
    if not s.deck_size(a.level - 1):
        return Refusal("S-4.40", Text("The deck of level {level} is empty.", level=a.level))
    return None


def _keep(s: SandState, magician: Magician, a: KeepCard) -> Reason:
    if a.card in s.looked:
        return None
    return Refusal("S-4.40", Text("{card} is not one of the cards you look at.", card=names.card(a.card)))


def _bottom(s: SandState, magician: Magician, a: PutUnderDeck) -> Reason:
    if sorted(a.cards) == list(s.looked):
        return None
    return Refusal("S-4.40", Text("Name both cards that are left, the upper one first."))


def _orange(s: SandState, magician: Magician, a: Phrase) -> Reason:
    if magician.level < components().track:
        return None
    return Refusal("S-4.44", Text("Your level is {level}, the end of the track.", level=magician.level))


def _yellow(s: SandState, magician: Magician, a: YellowPower) -> Reason:
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


def _green(s: SandState, magician: Magician, a: GreenPower) -> Reason:
    here, there = GRID.name(a.start), GRID.name(a.end)
    if magician.element_at(a.start) is None:
        return Refusal("S-4.43", Text("{box} is empty.", box=here), marks=(here,))
    if magician.disks >> a.start & 1:
        return Refusal("S-4.43", Text("{box} holds a disk; the green power moves squares.", box=here), marks=(here,))
    if magician.element_at(a.end) is not None:
        return Refusal("S-4.43", Text("{box} is not empty.", box=there), marks=(there,))
    return _capacity(magician, magician.occupied & ~(1 << a.start), 1 << a.end, "S-4.43")


def _blue(s: SandState, magician: Magician, a: BluePower) -> Reason:
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


_REASONS: dict[str, Callable[[SandState, Magician, Any], Reason]] = {
    "summon": _summon,
    "summon+": _summon,
    "done": _done,
    "orange": _orange,
    "gain": _gain,
    "complete": _complete,
    "place": _place,
    "fill": _fill,
    "take": _take,
    "disk": _disk,
    "move": _move,
    "aside": _aside,
    "red": _red,
    "keep": _keep,
    "bottom": _bottom,
    "yellow": _yellow,
    "green": _green,
    "blue": _blue,
    "blue2": _blue,
}


# --- distances to legal actions -----------------------------------------------------------------------------------


def _distance(a: Action, b: Action) -> int:
    """How far two actions are apart: boxes in steps, everything else by letters."""
    mine, theirs = _lists(a), _lists(b)
    return sum(map(_list_distance, mine, theirs)) + 9 * abs(len(mine) - len(theirs))


def _lists(a: Action) -> Sequence[Sequence[str]]:
    """The words of an action, with lists of boxes or cards split."""
    match a:
        case PlaceTile(tile, squares):
            return (components().tiles[tile].id,), names_of_pieces(squares)
        case CompleteBuilding(card, boxes):
            return (components().cards[card].id,), names_of_boxes(boxes)
        case PutUnderDeck((upper, lower)):
            return ((components().cards[upper].id, components().cards[lower].id),)
    return [(word,) for word in a.words]


def _list_distance(x: Sequence[str], y: Sequence[str]) -> int:
    return sum(map(_part_distance, x, y)) + 9 * abs(len(x) - len(y))


def _part_distance(x: str, y: str) -> int:
    here, there = GRID.cell(x[:2]), GRID.cell(y[:2])
    if here is not None and there is not None:
        return 2 * GRID.king_distance(here, there) + (x[2:] != y[2:])
    return sum(p != q for p, q in zip(x, y, strict=False))
