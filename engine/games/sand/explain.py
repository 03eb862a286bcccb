"""Explanations of the things of Realm of Sand: tiles, buildings, squares, disks, boxes, powers and magicians."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Piece, Text, Who, join_and, join_commas, name_text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.components import BASE, DARK, GRID, LEVELS, NO_POWER, components
from tilehall.engine.games.sand.names import POWERS, building_rewards, card, disk, square, tile
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.preview import nearness
from tilehall.engine.games.sand.state import CLEAR, FRESH, PURPLE, READY, Magician, SandState
from tilehall.engine.teaching.things import NOBODY, PLAYER, BaseTeacher, Explanation, RulesByKind, Thing, pattern_rows

TILE, CARD, SQUARE, DISK, BOX, SCORE, DECK, CIRCLE = (
    *("tile", "building", "square", "disk", "box", "score", "deck", "circle"),
)
CRYSTAL = ("S-4.35", "S-4.36", "S-4.37", "S-1.3", "S-3.D7", "S-6.14")
"""The rules that every power has in common."""
RULES: RulesByKind = {
    TILE: (
        *("S-4.5", "S-4.8", "S-4.7", "S-4.6", "S-4.9", "S-1.4", "S-4.11", "S-2.7", "S-3.D2", "S-4.50", "S-4.51"),
        *("S-3.D5", "S-6.1", "S-6.4", "S-6.6"),
    ),
    CARD: (
        *("S-4.18", "S-4.17", "S-4.19", "S-4.20", "S-4.21", "S-4.22", "S-1.5", "S-3.D1", "S-5.2"),
        *("S-6.1", "S-6.2", "S-6.11", "S-6.13", "S-6.26"),
    ),
    SQUARE: ("S-1.1", "S-4.19", "S-4.3", "S-4.8", "S-4.4", "S-2.4", "S-6.5"),
    DISK: (
        *("S-4.12", "S-4.19", "S-4.16", "S-4.13", "S-4.14", "S-4.15", "S-1.1", "S-2.5", "S-3.D4"),
        *("S-6.5", "S-6.7", "S-6.8"),
    ),
    BOX: ("S-4.1", "S-4.2", "S-4.3", "S-1.2", "S-4.4", "S-6.3"),
    SCORE: ("S-5.1", "S-5.2", "S-4.2", "S-5.5", "S-2.6", "S-4.52", "S-5.4", "S-6.19", "S-6.20", "S-6.23"),
    DECK: ("S-4.23", "S-2.2", "S-9.2", "S-6.12", "S-6.18"),
    CIRCLE: ("S-4.10", "S-2.3", "S-4.6", "S-3.D3", "S-6.9", "S-6.10"),
    "red": ("S-4.40", *CRYSTAL, "S-6.18", "S-9.2"),
    "purple": ("S-4.41", *CRYSTAL, "S-2.8", "S-3.D0", "S-6.15"),
    "yellow": ("S-4.42", *CRYSTAL, "S-6.16"),
    "green": ("S-4.43", *CRYSTAL),
    "orange": ("S-4.44", *CRYSTAL, "S-6.23"),
    "blue": ("S-4.45", *CRYSTAL, "S-6.17"),
    PLAYER: ("S-5.2", "S-5.3", "S-5.1", "S-4.11", "S-6.21", "S-6.22"),
}
GENERAL = (
    *("S-2.1", "S-3.1", "S-3.2", "S-3.3", "S-3.D6", "S-4.24", "S-5.6", "S-6.24", "S-6.25"),
    *("S-9.1", "S-9.3", "S-9.4"),
)
"""Rules of the course of the game and of undo, which belong to no single thing."""
USES = (
    Text("Look at the top three cards of a deck and keep one, face down. You may complete it like an open one."),
    Text("You begin with a disk S or M; later it lifts the limit of three disks for one summon."),
    Text("Give a disk of your reserve to the supply and take one of another element."),
    Text("Move one of your squares to an empty box."),
    Text("Rise one level."),
    Text("Exchange one of your tiles with any tile of the circle, and then another one if you like."),
)
"""What each power does, in the order of the powers."""
UNLIMITED = Text("You begin with a disk S or M, and your summons have no limit.")
"""What purple does without a crystal (S-6.15)."""
CRYSTALS = {
    CLEAR: Text("The crystal is clear: it has to be charged first."),
    FRESH: Text("The crystal is charged: it is ready in the next turn."),
    READY: Text("The crystal is ready: the power may be used."),
}


class SandTeacher(BaseTeacher[SandState]):
    def things(self, s: SandState, seat: SeatNo) -> Sequence[Thing]:
        return tuple(_things(s, seat))

    def explain_thing(self, s: SandState, seat: SeatNo, thing: Thing) -> Explanation | None:
        found = _explain(s, seat, thing)
        return found._replace(rules=RULES[thing.kind]) if found else None


def _things(s: SandState, seat: SeatNo) -> Iterator[Thing]:
    box, seats = components(), [(seat + n) % s.rulings.players for n in range(s.rulings.players)]
    yield from (Thing(CARD, each.id) for each in box.cards)
    yield from (Thing(TILE, each.id) for each in box.tiles)
    yield from (Thing(BOX, label, owner) for owner in seats for label in GRID.names)
    yield from (Thing(SQUARE, letter) for letter in box.letters[:BASE])
    yield from (Thing(DISK, letter) for letter in box.letters)
    yield from (Thing(DECK, str(level + 1)) for level in range(LEVELS))
    yield Thing(CIRCLE, CIRCLE)
    yield from (Thing(SCORE, SCORE, owner) for owner in seats)
    yield from (Thing(power, power) for power in box.powers)
    yield from (Thing(PLAYER, "", owner) for owner in seats)


def _explain(s: SandState, seat: SeatNo, thing: Thing) -> Explanation | None:
    kind, word = thing.kind, thing.word
    owner, box = seat if thing.seat == NOBODY else thing.seat, components()
    if kind == CARD and word in box.card_numbers:
        return _building(s, seat, box.card_numbers[word])
    if kind == TILE and word in box.tile_numbers:
        return _tile(s, box.tile_numbers[word])
    if kind == SQUARE and word in tuple(box.letters[:BASE]):
        return _square(s, seat, box.letters.index(word))
    if kind == DISK and word in tuple(box.letters):
        return _disk(s, seat, box.letters.index(word))
    if kind == DECK and word in tuple("123"):
        return _deck(s, int(word) - 1)
    if kind == CIRCLE:
        return _circle(s)
    if kind in box.powers:
        return _power(s, box.powers.index(kind))
    if not 0 <= owner < s.rulings.players:
        return None
    if kind == BOX and word in GRID.numbers:
        return _box(s, owner, GRID.numbers[word])
    return _OWN[kind](s, owner) if kind in _OWN else None


# --- buildings and tiles ----------------------------------------------------------------------------------------------


def _building(s: SandState, seat: SeatNo, number: int) -> Explanation:
    each = components().cards[number]
    needs = [
        Text("{n} {letter}", n=n, letter=Piece(names.ELEMENT, letter))
        for element, letter in enumerate(components().letters)
        if (n := sum(e == element for _, _, e in each.form))
    ]
    return Explanation(
        Text("{card}", card=card(number)),
        Text("A building of level {level}, made of {needs}.", level=each.level + 1, needs=join_and(needs)),
        (
            Text("Completed it brings {gain}.", gain=building_rewards(number)),
            Text("The pattern may be turned, mirrored and anywhere on your board; squares and disks count alike."),
            Text("What it is made of leaves the board: squares to the supply, disks back to your reserve."),
        ),
        _card_here(s, seat, number),
        piece=card(number),
        pattern=pattern_rows(each.pattern),
        is_on_table=_owner(s, number) is not None or number in s.rows or bool(s.magicians[seat].kept >> number & 1),
    )


def _owner(s: SandState, number: int) -> SeatNo | None:
    """Who has completed a building."""
    return next((n for n, magician in enumerate(s.magicians) if magician.tableau >> number & 1), None)


def _card_here(s: SandState, seat: SeatNo, number: int) -> tuple[Text, ...]:
    built = _owner(s, number)
    if built is not None:
        return (Text("{who} has completed it.", who=Who(built)),)
    own = s.magicians[seat].kept >> number & 1
    if number not in s.rows and not own:
        return (Text("It has not turned up."),)
    where = Text("You keep it face down: only you can complete it.") if own else Text("It lies open for everybody.")
    return (where, _lacks(s.magicians[seat], number))


def _lacks(magician: Magician, number: int) -> Text:
    if completions(magician.pieces, (number,)):
        return Text("Its pattern lies on your board: it may be completed before or after your main action.")
    near = nearness(magician, components().cards[number])
    return Text("At the nearest place you lack {pieces}.", pieces=near.missing_text)


def _tile(s: SandState, number: int) -> Explanation:
    each = components().tiles[number]
    squares = [
        Text("{n} {letter}", n=n, letter=Piece(names.SQUARE, components().letters[colour]))
        for colour, n in enumerate(each.need)
        if n
    ]
    return Explanation(
        Text("Tile {tile}", tile=tile(number)),
        Text("A rune tile that brings three squares: {squares}.", squares=join_and(squares)),
        (
            Text("Placed it becomes single squares on three boxes, turned or flipped as you like."),
            Text("What lay there leaves; dark boxes count against your level."),
            Text("The tile itself goes to the end of the circle, and you take a new one.")
            if not s.rulings.solo
            else Text("The tile itself is set aside, and you take a new one."),
        ),
        (_tile_here(s, number),),
        piece=tile(number),
        pattern=pattern_rows(each.pattern),
        is_on_table=number in s.circle or any(magician.tiles >> number & 1 for magician in s.magicians),
    )


def _tile_here(s: SandState, number: int) -> Text:
    owner = next((n for n, magician in enumerate(s.magicians) if magician.tiles >> number & 1), None)
    if owner is not None:
        return Text("It is one of the three tiles of {who}.", who=Who(owner))
    if number not in s.circle:
        return Text("It is out of the game.") if s.aside >> number & 1 else Text("It is not dealt yet.")
    place = s.circle.index(number) + 1
    if place <= 2:
        return Text("It is number {n} of the circle: it can be taken next.", n=place)
    return Text("It is number {n} of the circle; only the first two can be taken.", n=place)


def _circle(s: SandState) -> Explanation:
    first = join_commas(map(tile, s.circle[:2]), Text("none"))
    return Explanation(
        Text("The circle of runes"),
        Text("All tiles that nobody has, in a ring; it begins behind the queen."),
        (
            Text("After placing a tile you take the first or the second of it."),
            Text("A placed tile goes to its end; what you pass over stays first."),
        ),
        (
            Text("{n} tile is in it.", "{n} tiles are in it.", n=len(s.circle)),
            Text("To be taken next: {tiles}.", tiles=first),
        ),
    )


def _deck(s: SandState, level: int) -> Explanation:
    stars = sorted({each.stars for each in components().cards if each.level == level})
    return Explanation(
        Text("The deck of level {level}", level=level + 1),
        Text("Buildings of {least} to {most} stars; four of them lie open.", least=stars[0], most=stars[-1]),
        (
            Text("The row is filled up from it only at the end of a turn."),
            _level_told(level),
        ),
        (Text("{n} card is left.", "{n} cards are left.", n=s.deck_size(level)),),
    )


def _level_told(level: int) -> Text:
    match level:
        case 0:
            return Text("Level 1 is small and brings disks, which come back again and again.")
        case 1:
            return Text("Level 2 brings most of the special disks S and M.")
        case _:
            return Text("Level 3 needs a special disk, and brings most stars.")


# --- the board --------------------------------------------------------------------------------------------------------


def _square(s: SandState, seat: SeatNo, element: int) -> Explanation:
    magician = s.magicians[seat]
    own = (magician.boxes_of_element(element) & ~magician.disks).bit_count()
    return Explanation(
        Text("Square {square}", square=square(element)),
        Text("A square of {element}. There are {n} of them.", element=_called(element), n=components().squares),
        (
            Text("It comes on the board with a tile, and serves one building."),
            Text("Paid or covered it goes back to the supply."),
        ),
        (
            Text("On your board: {n}.", n=own),
            Text("In the supply: {n}.", n=s.squares[element]),
        ),
        piece=square(element),
    )


def _called(element: int) -> Text:
    return name_text(components().element_names[element])


def _disk(s: SandState, seat: SeatNo, element: int) -> Explanation:
    magician = s.magicians[seat]
    base = element < BASE
    return Explanation(
        Text("Disk {disk}", disk=disk(element)),
        Text("A disk of {element}.", element=_called(element))
        if base
        else Text("A special disk, of {element}: there are no squares of it.", element=_called(element)),
        (
            Text("In a pattern it counts like a square of its element.")
            if base
            else Text("The biggest buildings need it; it comes mostly from level 2."),
            Text("Instead of placing a tile you may summon: put or move up to three of your disks."),
            Text("It is never spent: paid or covered it comes back to your reserve."),
        ),
        (
            Text("In your reserve: {n}.", n=magician.reserve[element]),
            Text("On your board: {n}.", n=(magician.boxes_of_element(element) & magician.disks).bit_count()),
            Text("In the supply: {n}.", n=s.disks[element]),
        ),
        piece=disk(element),
    )


def _box(s: SandState, owner: SeatNo, box: int) -> Explanation:
    magician, dark = s.magicians[owner], DARK >> box & 1
    element = magician.element_at(box)
    does = [Text("It holds one piece. Whatever comes on an occupied box makes the old piece leave.")]
    if dark:
        does.append(Text("As many dark boxes may be in use at once as the level of their owner, whichever they are."))
    else:
        does.append(Text("Light boxes may always be used."))
    if magician.power != NO_POWER and components().crystals[magician.power] >> box & 1:
        does.append(Text("A crystal box: a building completed over it charges the crystal."))
    label = Text("{box}, {who}'s board", box=GRID.name(box), who=Who(owner))
    what = Text("A dark box.") if dark else Text("A light box.")
    if element is None:
        return Explanation(label, what, tuple(does), (_empty(magician, bool(dark)),))
    lies = disk(element) if magician.disks >> box & 1 else square(element)
    here = (
        Text("A disk lies here: {disk}.", disk=lies)
        if lies.kind == names.DISK
        else Text("A square lies here: {square}.", square=lies)
    )
    return Explanation(label, what, tuple(does), (here,), piece=lies)


def _empty(magician: Magician, dark: bool) -> Text:
    if not dark:
        return Text("It is empty.")
    used = {"used": magician.dark, "n": magician.level}
    return Text("It is empty; {used} of {n} dark box in use.", "It is empty; {used} of {n} dark boxes in use.", **used)


def _power(s: SandState, power: int) -> Explanation:
    cells = join_commas(map(GRID.name, bits(components().crystals[power])))
    owner = next((n for n, magician in enumerate(s.magicians) if magician.power == power), None)
    here = [Text("Nobody has it in this game.")]
    if owner is not None:
        here = [Text("It is {who}'s.", who=Who(owner)), CRYSTALS[s.magicians[owner].crystal]]
    return Explanation(
        Text("The {power} power", power=POWERS[power]),
        Text("The power of the {power} board. Its crystal boxes are {cells}.", power=POWERS[power], cells=cells),
        (
            UNLIMITED if s.rulings.purple_always and power == PURPLE else USES[power],
            Text("A building completed over a crystal box charges the crystal; from the next turn on it works once."),
        ),
        tuple(here),
    )


# --- magicians --------------------------------------------------------------------------------------------------------


def _score(s: SandState, owner: SeatNo) -> Explanation:
    magician, solo = s.magicians[owner], s.rulings.solo
    ends = Text("With {n} hourglasses anywhere the round is the last.", n=components().hourglasses)
    if solo:
        ends = Text("Alone you play {n} rounds, however many hourglasses you have.", n=components().rounds)
    return Explanation(
        Text("Stars, hourglasses and level of {who}", who=Who(owner)),
        Text("What completed buildings have brought."),
        (
            Text("Stars are the points."),
            ends,
            Text("The level says how many dark boxes may be in use at once, up to {n}.", n=components().track),
        ),
        (Text("{parts}.", parts=_gained(magician)),),
    )


def _gained(magician: Magician) -> Text:
    return join_commas(
        (
            names.stars(magician.stars),
            names.hourglasses(magician.hourglasses),
            Text("level {n}", n=magician.level),
            Text("{n} dark box in use", "{n} dark boxes in use", n=magician.dark),
        )
    )


def _player(s: SandState, owner: SeatNo) -> Explanation:
    magician = s.magicians[owner]
    tiles = join_commas(map(tile, bits(magician.tiles)), Text("none"))
    disks = join_commas(
        (
            Text("{n} {disk}", n=n, disk=Piece(names.DISK, components().letters[element]))
            for element, n in enumerate(magician.reserve)
            if n
        ),
        Text("none"),
    )
    here = [
        Text("{parts}.", parts=_gained(magician)),
        Text("Tiles: {tiles}.", tiles=tiles),
        Text("Disks in reserve: {disks}.", disks=disks),
        Text("{n} building is completed.", "{n} buildings are completed.", n=magician.tableau.bit_count()),
    ]
    if kept := sum(s.kept_counts(owner)):
        here.append(Text("{n} card is kept face down.", "{n} cards are kept face down.", n=kept))
    return Explanation(
        Text("{who}", who=Who(owner)),
        Text("A royal magician, with 18 light boxes, 12 dark ones, and three open tiles."),
        (
            Text("Most stars win; a tie goes to more pieces on the board, then to who went later."),
            Text("In a turn one tile is placed, or up to three disks are summoned; buildings before and after that."),
        ),
        tuple(here),
    )


_OWN: Mapping[str, Callable[[SandState, SeatNo], Explanation]] = {SCORE: _score, PLAYER: _player}
"""Explainers of things that every player has."""
