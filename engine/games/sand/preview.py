"""Previews of actions in short phrases: what becomes ready, what is lost, how near the buildings are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import Action, Refusal, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, join_commas, name_text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import (
    SUMMON,
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
    boxes_text,
)
from tilehall.engine.games.sand.components import BASE, BOXES, DARK, ELEMENTS, GRID, BuildingCard, components
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.rules import LOOKS, apply
from tilehall.engine.games.sand.scoring import rank_name
from tilehall.engine.games.sand.state import CLEAR, FRESH, HOLE, Magician, SandState, completable_cards


class BuildingNearness(NamedTuple):
    """The placement of a building that lacks the fewest pieces: the missing elements and their boxes."""

    pieces: int
    lacking: int

    @property
    def missing(self) -> int:
        return self.lacking.bit_count()

    @property
    def missing_elements(self) -> str:
        """The letters of the missing pieces, such as `GGS`."""
        return "".join(components().letters[bit // BOXES] for bit in bits(self.lacking))

    @property
    def missing_text(self) -> Text:
        """The missing pieces in a sentence."""
        return names.piece_letters(names.ELEMENT, self.missing_elements)


def nearness(magician: Magician, card: BuildingCard) -> BuildingNearness:
    """How near a building is, on boxes that the level allows."""
    free, best, least = ~magician.pieces, 0, BOXES * ELEMENTS + 1
    for found in card.reachable_placements(magician.level):
        lacking = (found & free).bit_count()
        if lacking < least:
            best, least = found, lacking
    return BuildingNearness(best, best & free)


def disks_not_owned(magician: Magician, near: BuildingNearness) -> str:
    """The missing special elements of which the magician has no disk."""
    letters = components().letters
    missing = [e for e in range(BASE, ELEMENTS) if near.lacking >> BOXES * e & GRID.full]
    return "".join(letters[e] for e in missing if not magician.reserve[e] and not magician.boxes_of_element(e))


def ready_cards(s: SandState, magician: Magician) -> list[int]:
    """The cards that can be completed now."""
    return list(dict.fromkeys(a.card for a in completions(magician.pieces, completable_cards(s, magician))))


def refuse_incomplete(s: SandState, magician: Magician, number: int) -> Refusal | None:
    """Why a building cannot be completed anywhere on this board (S-4.18); None if it can."""
    if number in ready_cards(s, magician):
        return None
    near = nearness(magician, components().cards[number])
    text = Text(
        "{card} is not complete yet: {n} box of its pattern is missing.",
        "{card} is not complete yet: {n} boxes of its pattern are missing.",
        card=names.card(number),
        n=near.missing,
    )
    # Missing boxes are no marks: tiles may be placed there.
    return Refusal("S-4.18", text)


def level_needed(magician: Magician, boxes: int) -> int:
    """The level that is needed to use these boxes as well (S-4.2, S-4.5)."""
    return ((magician.occupied | boxes) & DARK).bit_count()


def is_last_round(s: SandState) -> bool:
    """Whether the game ends with this round, as far as is known (S-5.1, S-5.6, S-4.52)."""
    if s.rulings.solo:
        return s.round == components().rounds
    full = any(magician.hourglasses >= components().hourglasses for magician in s.magicians)
    return full or 0 < s.rulings.round_limit == s.round


def next_rank(stars: int) -> tuple[Text, int] | None:
    """The next rank of a solo game, and the stars still missing for it (S-5.4).

    >>> next_rank(27), next_rank(40)
    ((Text('Grand Master'), 4), None)
    """
    return next(((name_text(rank), least - stars) for least, rank in components().ranks if least > stars), None)


def preview(s: SandState, seat: SeatNo, a: Action) -> tuple[Text, ...]:
    """Short phrases about a legal action, most important first."""
    look = _PREVIEWS.get(a.verb)
    return tuple(look(s, seat, a)) if look else ()


def _changes(s: SandState, seat: SeatNo, after: SandState) -> list[Text]:
    """What a change of the board makes ready or breaks, else the building that it brings nearest."""
    before, then = s.magicians[seat], after.magicians[seat]
    was, now = ready_cards(s, before), ready_cards(after, then)
    found = []
    if new := [card for card in now if card not in was]:
        found.append(Text("makes {cards} ready", cards=join_commas(map(names.card, new))))
    if broken := [card for card in was if card not in now and card in completable_cards(after, then)]:
        found.append(Text("breaks {cards}", cards=join_commas(map(names.card, broken))))
    if not new:
        found += _nearer(s, before, then)
    return found


def _nearer(s: SandState, before: Magician, then: Magician) -> list[Text]:
    """The building that is nearest now and was farther away before."""
    cards = components().cards
    near = [(nearness(then, cards[number]), number) for number in completable_cards(s, before)]
    closer = [(n, number) for n, number in near if 0 < n.missing < nearness(before, cards[number]).missing]
    if not closer:
        return []
    best, number = min(closer, key=lambda pair: (pair[0].missing, -cards[pair[1]].stars))
    return [Text("{card} lacks {elements}", card=names.card(number), elements=best.missing_text)]


def _lost(magician: Magician, boxes: int, then: Magician) -> list[Text]:
    """The pieces that leave the board when something is put on these boxes (S-4.3).

    A square that is replaced by an equal one is not lost.
    """
    found = []
    for box in bits(boxes & magician.occupied):
        element, name = magician.element_at(box) or 0, GRID.name(box)
        if not (magician.disks | then.disks) >> box & 1 and then.element_at(box) == element:
            continue
        if magician.disks >> box & 1:
            found.append(Text("disk {disk} returns to your reserve", disk=names.piece_at(names.DISK, element, name)))
        else:
            found.append(Text("loses square {square}", square=names.piece_at(names.SQUARE, element, name)))
    return found


def _dark_use(before: Magician, after: Magician) -> list[Text]:
    if after.dark <= before.dark:
        return []
    used = {"used": after.dark, "n": after.level}
    return [Text("uses {used} of {n} dark box", "uses {used} of {n} dark boxes", **used)]


def _place(s: SandState, seat: SeatNo, a: PlaceTile) -> list[Text]:
    before, after = s.magicians[seat], apply(s, seat, a)
    then = after.magicians[seat]
    found = [*_changes(s, seat, after), *_lost(before, a.boxes, then)]
    if after.todo[0][0] == "FILL":
        found.append(Text("one square {square} for two boxes: you choose", square=names.square(after.short[0])))
    elif empty := a.boxes & ~then.occupied:
        found.append(Text("no square for {boxes}", boxes=boxes_text(empty)))
    return found + _dark_use(before, then)


def _step(s: SandState, seat: SeatNo, a: PutDisk | MoveDisk | GreenPower) -> list[Text]:
    before, after = s.magicians[seat], apply(s, seat, a)
    then = after.magicians[seat]
    end = a.box if isinstance(a, PutDisk) else a.end
    lost = [] if isinstance(a, GreenPower) else _lost(before, 1 << end, then)
    return [*_changes(s, seat, after), *lost, *_dark_use(before, then)]


def _fill(s: SandState, seat: SeatNo, a: FillBox) -> list[Text]:
    other = s.short[1] & ~(1 << a.box)
    return [*_changes(s, seat, apply(s, seat, a)), Text("{box} stays empty", box=boxes_text(other))]


def _take(s: SandState, seat: SeatNo, a: TakeFromCircle) -> list[Text]:
    first, second = map(names.tile, s.circle[:2])
    if a.place == 1:
        return [Text("{tile} is then the first", tile=second)]
    return [Text("{tile} stays first for the next player", tile=first)]


def _aside(s: SandState, seat: SeatNo, a: SetAside) -> list[Text]:
    return [Text("{tile} leaves the game", tile=names.tile(a.tile))]


def _complete(s: SandState, seat: SeatNo, a: CompleteBuilding) -> list[Text]:
    before, after = s.magicians[seat], apply(s, seat, a)
    then = after.magicians[seat]
    found = [names.building_rewards(a.card)]
    if is_last_round(after) and not is_last_round(s):
        found.append(Text("the game ends with this turn") if s.ends_round(seat) else Text("starts the last round"))
    if then.crystal == FRESH and before.crystal == CLEAR and s.rulings.advanced:
        found.append(Text("charges your crystal"))
    own = before.disks & a.boxes
    back = "".join(components().letters[e] for e in range(ELEMENTS) for _ in bits(before.boxes_of_element(e) & own))
    if back:
        found.append(Text("disks come back: {disks}", disks=names.piece_letters(names.DISK, back)))
    if sum(s.disks) - sum(after.disks) < len(components().cards[a.card].disks):
        found.append(Text("a bonus disk is lost: the supply has none"))
    if broken := [c for c in ready_cards(s, before) if c != a.card and c not in ready_cards(after, then)]:
        found.append(
            Text(
                "{cards} is then no longer ready",
                "{cards} are then no longer ready",
                cards=join_commas(map(names.card, broken)),
                n=len(broken),
            )
        )
    return found


def _keep(s: SandState, seat: SeatNo, a: KeepCard) -> list[Text]:
    near = nearness(s.magicians[seat], components().cards[a.card])
    return [Text("lacks {elements}", elements=near.missing_text) if near.missing else Text("ready at once")]


def _bottom(s: SandState, seat: SeatNo, a: PutUnderDeck) -> list[Text]:
    upper, lower = map(names.card, a.cards)
    return [Text("{upper} is drawn before {lower}", upper=upper, lower=lower)]


def _red(s: SandState, seat: SeatNo, a: RedPower) -> list[Text]:
    size = s.deck_size(a.level - 1)
    shows = Text("shows {shown} of {n} card", "shows {shown} of {n} cards", shown=min(LOOKS, size), n=size)
    return [shows, Text("what the dealer shows cannot be taken back")]


def _yellow(s: SandState, seat: SeatNo, a: YellowPower) -> list[Text]:
    magician = s.magicians[seat]
    letters = components().letters
    give, get = names.piece_letters(names.DISK, letters[a.give]), names.piece_letters(names.DISK, letters[a.get])
    fewer, more = magician.reserve[a.give] - 1, magician.reserve[a.get] + 1
    return [Text("reserve then {give} {fewer}, {get} {more}", give=give, fewer=fewer, get=get, more=more)]


def _blue(s: SandState, seat: SeatNo, a: BluePower) -> list[Text]:
    return [Text("{other} for {own}", other=names.tile(a.other), own=names.tile(a.own))]


def _gain(s: SandState, seat: SeatNo, a: GainDisk) -> list[Text]:
    letter = components().letters[a.element]
    wanted = sum(letter in components().cards[number].pattern for number in s.rows if number != HOLE)
    element = names.piece_letters(names.ELEMENT, letter)
    return [Text("{n} open building needs {element}", "{n} open buildings need {element}", n=wanted, element=element)]


def _orange(s: SandState, seat: SeatNo, a: Phrase) -> list[Text]:
    return [Text("level {level}", level=s.magicians[seat].level + 1)]


def _summon(s: SandState, seat: SeatNo, a: Phrase) -> list[Text]:
    found = [Text("disks are put or moved instead of a tile")]
    return found if a == SUMMON else [*found, Text("no limit of three disks")]


def _done(s: SandState, seat: SeatNo, a: Phrase) -> list[Text]:
    left = sum(s.magicians[seat].reserve)
    return [Text("{n} disk stays in your reserve", "{n} disks stay in your reserve", n=left)] if left else []


def _end(s: SandState, seat: SeatNo, a: Phrase) -> list[Text]:
    magician, found = s.magicians[seat], []
    if waiting := ready_cards(s, magician):
        found.append(Text("{cards} could still be completed", cards=join_commas(map(names.card, waiting))))
    if magician.crystal == FRESH:
        found.append(Text("your crystal becomes ready"))
    if s.rulings.solo and s.round == components().rounds:
        found.append(Text("the last round: {rank}", rank=rank_name(magician.stars)))
    return found


_PREVIEWS: dict[str, Callable[[SandState, SeatNo, Any], list[Text]]] = {
    "summon": _summon,
    "summon+": _summon,
    "done": _done,
    "end": _end,
    "orange": _orange,
    "gain": _gain,
    "complete": _complete,
    "place": _place,
    "fill": _fill,
    "take": _take,
    "disk": _step,
    "move": _step,
    "green": _step,
    "aside": _aside,
    "keep": _keep,
    "bottom": _bottom,
    "red": _red,
    "yellow": _yellow,
    "blue": _blue,
    "blue2": _blue,
}
