"""What an action would bring, in short phrases: what becomes ready, what is lost, how near the buildings are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tilehall.engine.core.game import Action, Refusal, Seat
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, listed, name
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
    Red,
    Take,
    Word,
    Yellow,
    named,
)
from tilehall.engine.games.sand.components import BASE, BOXES, DARK, ELEMENTS, GRID, Card, components
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.rules import LOOKS, apply
from tilehall.engine.games.sand.scoring import rank_name
from tilehall.engine.games.sand.state import CLEAR, FRESH, HOLE, Magician, State, usable


class Nearness(NamedTuple):
    """The placement of a building that lacks the fewest pieces: which elements are missing, and where."""

    pieces: int
    lacking: int

    @property
    def missing(self) -> int:
        return self.lacking.bit_count()

    @property
    def elements(self) -> str:
        """The letters of what is missing: `GGS`."""
        return "".join(components().letters[bit // BOXES] for bit in bits(self.lacking))

    @property
    def told(self) -> Text:
        """What is missing, in a sentence."""
        return names.row(names.ELEMENT, self.elements)


def nearness(magician: Magician, card: Card) -> Nearness:
    """How near a building is, on boxes that the level allows."""
    free, best, least = ~magician.pieces, 0, BOXES * ELEMENTS + 1
    for found in card.reachable(magician.level):
        lacking = (found & free).bit_count()
        if lacking < least:
            best, least = found, lacking
    return Nearness(best, best & free)


def not_owned(magician: Magician, near: Nearness) -> str:
    """The special elements among the missing ones of which the magician has no disk."""
    letters = components().letters
    missing = [e for e in range(BASE, ELEMENTS) if near.lacking >> BOXES * e & GRID.full]
    return "".join(letters[e] for e in missing if not magician.reserve[e] and not magician.element(e))


def ready(s: State, magician: Magician) -> list[int]:
    """The cards that could be completed now."""
    return list(dict.fromkeys(a.card for a in completions(magician.pieces, usable(s, magician))))


def incomplete(s: State, magician: Magician, number: int) -> Refusal | None:
    """Why a building cannot be completed anywhere on this board (S-4.18); None if it can."""
    if number in ready(s, magician):
        return None
    near = nearness(magician, components().cards[number])
    text = Text(
        "{card} is not complete yet: {n} box of its pattern is missing.",
        "{card} is not complete yet: {n} boxes of its pattern are missing.",
        card=names.card(number),
        n=near.missing,
    )
    # The missing boxes are not in the way: tiles may be laid there.
    return Refusal("S-4.18", text)


def dark_needed(magician: Magician, boxes: int) -> int:
    """The level that it takes to have pieces on these boxes as well (S-4.2, S-4.5)."""
    return ((magician.occupied | boxes) & DARK).bit_count()


def last_round(s: State) -> bool:
    """Whether the game ends with the present round, as far as is known (S-5.1, S-5.6, S-4.52)."""
    if s.rulings.solo:
        return s.round == components().rounds
    full = any(magician.hourglasses >= components().hourglasses for magician in s.magicians)
    return full or 0 < s.rulings.round_limit == s.round


def next_rank(stars: int) -> tuple[Text, int] | None:
    """The next rank of a solo game and the stars that are missing to it (S-5.4).

    >>> next_rank(27), next_rank(40)
    ((Text('Grand Master'), 4), None)
    """
    return next(((name(rank), least - stars) for least, rank in components().ranks if least > stars), None)


def foresee(s: State, seat: Seat, a: Action) -> tuple[Text, ...]:
    """Short phrases about a legal action, the most important first."""
    look = _LOOKS.get(type(a))
    return tuple(look(s, seat, a)) if look else ()


def _changes(s: State, seat: Seat, after: State) -> list[Text]:
    """What a change of the board makes ready, or breaks; else what it brings nearest."""
    before, then = s.magicians[seat], after.magicians[seat]
    was, now = ready(s, before), ready(after, then)
    found = []
    if new := [card for card in now if card not in was]:
        found.append(Text("makes {cards} ready", cards=listed(map(names.card, new))))
    if broken := [card for card in was if card not in now and card in usable(after, then)]:
        found.append(Text("breaks {cards}", cards=listed(map(names.card, broken))))
    if not new:
        found += _nearer(s, before, then)
    return found


def _nearer(s: State, before: Magician, then: Magician) -> list[Text]:
    """The building that is nearest now and was farther before."""
    cards = components().cards
    near = [(nearness(then, cards[number]), number) for number in usable(s, before)]
    closer = [(n, number) for n, number in near if 0 < n.missing < nearness(before, cards[number]).missing]
    if not closer:
        return []
    best, number = min(closer, key=lambda pair: (pair[0].missing, -cards[pair[1]].stars))
    return [Text("{card} lacks {elements}", card=names.card(number), elements=best.told)]


def _lost(magician: Magician, boxes: int, then: Magician) -> list[Text]:
    """What leaves the board when something is put on these boxes (S-4.3).

    Nothing is lost where the same square lies afterwards.
    """
    found = []
    for box in bits(boxes & magician.occupied):
        element, name = magician.on(box) or 0, GRID.name(box)
        if not (magician.disks | then.disks) >> box & 1 and then.on(box) == element:
            continue
        if magician.disks >> box & 1:
            found.append(Text("disk {disk} returns to your reserve", disk=names.lying(names.DISK, element, name)))
        else:
            found.append(Text("loses square {square}", square=names.lying(names.SQUARE, element, name)))
    return found


def _dark_use(before: Magician, after: Magician) -> list[Text]:
    if after.dark <= before.dark:
        return []
    used = {"used": after.dark, "n": after.level}
    return [Text("uses {used} of {n} dark box", "uses {used} of {n} dark boxes", **used)]


def _place(s: State, seat: Seat, a: Place) -> list[Text]:
    before, after = s.magicians[seat], apply(s, seat, a)
    then = after.magicians[seat]
    found = [*_changes(s, seat, after), *_lost(before, a.boxes, then)]
    if after.todo[0][0] == "FILL":
        found.append(Text("one square {square} for two boxes: you choose", square=names.square(after.short[0])))
    elif empty := a.boxes & ~then.occupied:
        found.append(Text("no square for {boxes}", boxes=named(empty)))
    return found + _dark_use(before, then)


def _step(s: State, seat: Seat, a: Disk | Move | Green) -> list[Text]:
    before, after = s.magicians[seat], apply(s, seat, a)
    then = after.magicians[seat]
    end = a.box if isinstance(a, Disk) else a.end
    lost = [] if isinstance(a, Green) else _lost(before, 1 << end, then)
    return [*_changes(s, seat, after), *lost, *_dark_use(before, then)]


def _fill(s: State, seat: Seat, a: Fill) -> list[Text]:
    other = s.short[1] & ~(1 << a.box)
    return [*_changes(s, seat, apply(s, seat, a)), Text("{box} stays empty", box=named(other))]


def _take(s: State, seat: Seat, a: Take) -> list[Text]:
    first, second = map(names.tile, s.circle[:2])
    if a.place == 1:
        return [Text("{tile} is then the first", tile=second)]
    return [Text("{tile} stays first for the next player", tile=first)]


def _aside(s: State, seat: Seat, a: Aside) -> list[Text]:
    return [Text("{tile} leaves the game", tile=names.tile(a.tile))]


def _complete(s: State, seat: Seat, a: Complete) -> list[Text]:
    before, after = s.magicians[seat], apply(s, seat, a)
    then = after.magicians[seat]
    found = [names.brings(a.card)]
    if last_round(after) and not last_round(s):
        found.append(Text("the game ends with this turn") if s.ends_round(seat) else Text("starts the last round"))
    if then.crystal == FRESH and before.crystal == CLEAR and s.rulings.advanced:
        found.append(Text("charges your crystal"))
    own = before.disks & a.boxes
    back = "".join(components().letters[e] for e in range(ELEMENTS) for _ in bits(before.element(e) & own))
    if back:
        found.append(Text("disks come back: {disks}", disks=names.row(names.DISK, back)))
    if sum(s.disks) - sum(after.disks) < len(components().cards[a.card].disks):
        found.append(Text("a bonus disk is lost: the supply has none"))
    if broken := [c for c in ready(s, before) if c != a.card and c not in ready(after, then)]:
        found.append(
            Text(
                "{cards} is then no longer ready",
                "{cards} are then no longer ready",
                cards=listed(map(names.card, broken)),
                n=len(broken),
            )
        )
    return found


def _keep(s: State, seat: Seat, a: Keep) -> list[Text]:
    near = nearness(s.magicians[seat], components().cards[a.card])
    return [Text("lacks {elements}", elements=near.told) if near.missing else Text("ready at once")]


def _bottom(s: State, seat: Seat, a: Bottom) -> list[Text]:
    return [Text("{upper} is drawn before {lower}", upper=names.card(a.upper), lower=names.card(a.lower))]


def _red(s: State, seat: Seat, a: Red) -> list[Text]:
    size = s.deck_size(a.level - 1)
    shows = Text("shows {shown} of {n} card", "shows {shown} of {n} cards", shown=min(LOOKS, size), n=size)
    return [shows, Text("what the dealer shows cannot be taken back")]


def _yellow(s: State, seat: Seat, a: Yellow) -> list[Text]:
    magician = s.magicians[seat]
    letters = components().letters
    give, get = names.row(names.DISK, letters[a.give]), names.row(names.DISK, letters[a.get])
    fewer, more = magician.reserve[a.give] - 1, magician.reserve[a.get] + 1
    return [Text("reserve then {give} {fewer}, {get} {more}", give=give, fewer=fewer, get=get, more=more)]


def _blue(s: State, seat: Seat, a: Blue) -> list[Text]:
    return [Text("{other} for {own}", other=names.tile(a.other), own=names.tile(a.own))]


def _gain(s: State, seat: Seat, a: Gain) -> list[Text]:
    letter = components().letters[a.element]
    wanted = sum(letter in components().cards[number].pattern for number in s.rows if number != HOLE)
    element = names.row(names.ELEMENT, letter)
    return [Text("{n} open building needs {element}", "{n} open buildings need {element}", n=wanted, element=element)]


def _word(s: State, seat: Seat, a: Word) -> list[Text]:
    magician = s.magicians[seat]
    match a.verb:
        case "end":
            return _ending(s, magician)
        case "orange":
            return [Text("level {level}", level=magician.level + 1)]
        case "done" if left := sum(magician.reserve):
            return [Text("{n} disk stays in your reserve", "{n} disks stay in your reserve", n=left)]
        case "summon":
            return [Text("disks are put or moved instead of a tile")]
        case "summon+":
            return [Text("disks are put or moved instead of a tile"), Text("no limit of three disks")]
    return []


def _ending(s: State, magician: Magician) -> list[Text]:
    found = []
    if waiting := ready(s, magician):
        found.append(Text("{cards} could still be completed", cards=listed(map(names.card, waiting))))
    if magician.crystal == FRESH:
        found.append(Text("your crystal becomes ready"))
    if s.rulings.solo and s.round == components().rounds:
        found.append(Text("the last round: {rank}", rank=rank_name(magician.stars)))
    return found


_LOOKS: dict[type, Callable[[State, Seat, Any], list[Text]]] = {
    Word: _word,
    Gain: _gain,
    Complete: _complete,
    Place: _place,
    Fill: _fill,
    Take: _take,
    Disk: _step,
    Move: _step,
    Green: _step,
    Aside: _aside,
    Keep: _keep,
    Bottom: _bottom,
    Red: _red,
    Yellow: _yellow,
    Blue: _blue,
}
