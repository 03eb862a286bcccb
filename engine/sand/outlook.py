"""What an action would bring, in short phrases: what becomes ready, what is lost, how near the buildings are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tilehall.engine.game import Action, Seat
from tilehall.engine.geometry import bits
from tilehall.engine.sand.actions import (
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
    names,
)
from tilehall.engine.sand.components import BASE, BOXES, DARK, ELEMENTS, GRID, Card, components
from tilehall.engine.sand.matching import completions
from tilehall.engine.sand.rules import apply, gains
from tilehall.engine.sand.scoring import rank_name
from tilehall.engine.sand.state import CLEAR, FRESH, HOLE, Magician, State, usable


@dataclass(frozen=True, slots=True)
class Nearness:
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


def nearness(magician: Magician, card: Card) -> Nearness:
    """How near a building is, on boxes that the level allows."""
    free = ~magician.pieces
    pieces = min(card.reachable(magician.level), key=lambda pieces: (pieces & free).bit_count())
    return Nearness(pieces, pieces & free)


def not_owned(magician: Magician, near: Nearness) -> str:
    """The special elements among the missing ones of which the magician has no disk."""
    letters = components().letters
    missing = [e for e in range(BASE, ELEMENTS) if near.lacking >> BOXES * e & GRID.full]
    return "".join(letters[e] for e in missing if not magician.reserve[e] and not magician.element(e))


def ready(s: State, magician: Magician) -> list[int]:
    """The cards that could be completed now."""
    return list(dict.fromkeys(a.card for a in completions(magician.pieces, usable(s, magician))))


def dark_needed(magician: Magician, boxes: int) -> int:
    """The level that it takes to have pieces on these boxes as well (S-4.2, S-4.5)."""
    return ((magician.occupied | boxes) & DARK).bit_count()


def last_round(s: State) -> bool:
    """Whether the game ends with the present round, as far as is known (S-5.1, S-5.6, S-4.52)."""
    if s.rulings.solo:
        return s.round == components().rounds
    full = any(magician.hourglasses >= components().hourglasses for magician in s.magicians)
    return full or 0 < s.rulings.round_limit == s.round


def next_rank(stars: int) -> tuple[str, int] | None:
    """The next rank of a solo game and the stars that are missing to it (S-5.4).

    >>> next_rank(27), next_rank(40)
    (('Grand Master', 4), None)
    """
    return next(((name, least - stars) for least, name in components().ranks if least > stars), None)


def foresee(s: State, seat: Seat, a: Action) -> tuple[str, ...]:
    """Short phrases about a legal action, the most important first."""
    look = _LOOKS.get(type(a))
    return tuple(look(s, seat, a)) if look else ()


def _titles(cards: Sequence[int]) -> str:
    return ", ".join(components().cards[card].title for card in cards)


def _changes(s: State, seat: Seat, after: State) -> list[str]:
    """What a change of the board makes ready, or breaks; else what it brings nearest."""
    before, then = s.magicians[seat], after.magicians[seat]
    was, now = ready(s, before), ready(after, then)
    found = []
    if new := [card for card in now if card not in was]:
        found.append(f"makes {_titles(new)} ready")
    if broken := [card for card in was if card not in now and card in usable(after, then)]:
        found.append(f"breaks {_titles(broken)}")
    if not new:
        found += _nearer(s, before, then)
    return found


def _nearer(s: State, before: Magician, then: Magician) -> list[str]:
    """The building that is nearest now and was farther before."""
    cards = [components().cards[card] for card in usable(s, before)]
    near = [(nearness(then, card), card) for card in cards]
    closer = [(n, card) for n, card in near if 0 < n.missing < nearness(before, card).missing]
    if not closer:
        return []
    best, card = min(closer, key=lambda pair: (pair[0].missing, -pair[1].stars))
    return [f"{card.title} lacks {' '.join(best.elements)}"]


def _lost(magician: Magician, boxes: int) -> list[str]:
    """What leaves the board when something is put on these boxes (S-4.3)."""
    found = []
    for box in bits(boxes & magician.occupied):
        letter, name = components().letters[magician.on(box) or 0], GRID.name(box)
        if magician.disks >> box & 1:
            found.append(f"disk {letter} {name} returns to your reserve")
        else:
            found.append(f"loses square {letter} {name}")
    return found


def _dark_use(before: Magician, after: Magician) -> list[str]:
    return [f"uses {after.dark} of {after.level} dark boxes"] if after.dark > before.dark else []


def _place(s: State, seat: Seat, a: Place) -> list[str]:
    before, after = s.magicians[seat], apply(s, seat, a)
    then = after.magicians[seat]
    found = [*_changes(s, seat, after), *_lost(before, a.boxes)]
    if after.todo[0][0] == "FILL":
        letter = components().letters[after.short[0]]
        found.append(f"one square {letter} for two boxes: you choose")
    elif empty := a.boxes & ~then.occupied:
        found.append(f"no square for {names(empty).replace(',', ' ')}")
    return found + _dark_use(before, then)


def _step(s: State, seat: Seat, a: Disk | Move | Green) -> list[str]:
    before, after = s.magicians[seat], apply(s, seat, a)
    end = a.box if isinstance(a, Disk) else a.end
    lost = [] if isinstance(a, Green) else _lost(before, 1 << end)
    return [*_changes(s, seat, after), *lost, *_dark_use(before, after.magicians[seat])]


def _fill(s: State, seat: Seat, a: Fill) -> list[str]:
    other = s.short[1] & ~(1 << a.box)
    return [*_changes(s, seat, apply(s, seat, a)), f"{names(other)} stays empty"]


def _take(s: State, seat: Seat, a: Take) -> list[str]:
    first, second = (components().tiles[tile] for tile in s.circle[:2])
    if a.place == 1:
        return [f"{first.id} {first.pattern}", f"{second.id} is then the first"]
    return [f"{second.id} {second.pattern}", f"{first.id} stays first for the next player"]


def _aside(s: State, seat: Seat, a: Aside) -> list[str]:
    tile = components().tiles[a.tile]
    return [f"{tile.id} {tile.pattern} leaves the game"]


def _complete(s: State, seat: Seat, a: Complete) -> list[str]:
    before, card = s.magicians[seat], components().cards[a.card]
    after = apply(s, seat, a)
    then = after.magicians[seat]
    found = [gains(card.stars, card.hourglasses, card.disks, card.steps)]
    if then.hourglasses >= components().hourglasses > before.hourglasses and not s.rulings.solo:
        found.append("starts the last round")
    if then.crystal == FRESH and before.crystal == CLEAR and s.rulings.advanced:
        found.append("charges your crystal")
    letters, own = components().letters, before.disks & a.boxes
    back = [letters[e] for e in range(ELEMENTS) for _ in bits(before.element(e) & own)]
    if back:
        found.append(f"disks come back: {' '.join(back)}")
    if sum(s.disks) - sum(after.disks) < len(card.disks):
        found.append("a bonus disk is lost: the supply has none")
    if broken := [c for c in ready(s, before) if c != a.card and c not in ready(after, then)]:
        found.append(f"{_titles(broken)} is then no longer ready")
    return found


def _keep(s: State, seat: Seat, a: Keep) -> list[str]:
    near = nearness(s.magicians[seat], components().cards[a.card])
    return [f"lacks {' '.join(near.elements)}" if near.missing else "ready at once"]


def _bottom(s: State, seat: Seat, a: Bottom) -> list[str]:
    return [f"{components().cards[a.upper].title} is drawn before {components().cards[a.lower].title}"]


def _red(s: State, seat: Seat, a: Red) -> list[str]:
    size = s.deck_size(a.level - 1)
    return [f"shows {min(3, size)} of {size} cards", "what the dealer shows cannot be taken back"]


def _yellow(s: State, seat: Seat, a: Yellow) -> list[str]:
    magician, letters = s.magicians[seat], components().letters
    have, will = magician.reserve[a.give] - 1, magician.reserve[a.get] + 1
    return [f"reserve then {letters[a.give]} {have}, {letters[a.get]} {will}"]


def _blue(s: State, seat: Seat, a: Blue) -> list[str]:
    own, other = components().tiles[a.own], components().tiles[a.other]
    return [f"{other.id} {other.pattern} for {own.id} {own.pattern}"]


def _gain(s: State, seat: Seat, a: Gain) -> list[str]:
    letter = components().letters[a.element]
    open_cards = [components().cards[card] for card in s.rows if card != HOLE]
    return [f"{sum(letter in card.pattern for card in open_cards)} open buildings need {letter}"]


def _word(s: State, seat: Seat, a: Word) -> list[str]:
    magician = s.magicians[seat]
    if a.text == "end":
        return _ending(s, magician)
    if a.text == "orange":
        return [f"level {magician.level + 1}"]
    if a.text == "done":
        left = sum(magician.reserve)
        return [f"{left} disks stay in your reserve"] if left else []
    if a.text.startswith("summon"):
        return ["no tile is placed in this turn", *(["no limit of three disks"] if a.text == "summon+" else [])]
    return []


def _ending(s: State, magician: Magician) -> list[str]:
    found = []
    if waiting := ready(s, magician):
        found.append(f"{_titles(waiting)} could still be completed")
    if magician.crystal == FRESH:
        found.append("your crystal becomes ready")
    if s.rulings.solo and s.round == components().rounds:
        found.append(f"the last round: {rank_name(magician.stars)}")
    return found


_LOOKS: dict[type, Callable[[State, Seat, Any], list[str]]] = {
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
