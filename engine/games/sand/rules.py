"""The rules of Realm of Sand (S-2 to S-5) as a state machine.

`todo` holds the steps to come (S-3): a turn is the menu before the main action (PRE), the steps of the main action, and
the menu after it (POST). `apply` copies the position and does the action; after `end` it goes on to the next seat by
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import (
    CHANCE,
    Action,
    ChanceDraw,
    Event,
    Option,
    SeatNo,
    Setup,
    SetupError,
    quote_text,
    settle_options,
)
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import BYTES, Pile, add_piece, remove_piece
from tilehall.engine.core.start_seat import NOBODY, chosen_start_seat, start_seat_option
from tilehall.engine.core.text import Text
from tilehall.engine.games.catalog import BUILT_IN_GAMES
from tilehall.engine.games.sand import events as event_texts
from tilehall.engine.games.sand.actions import (
    DONE,
    END,
    STOP,
    SUMMON,
    SUMMON_PLUS,
    USE_ORANGE,
    BluePower,
    CompleteBuilding,
    DealCard,
    DealFirst,
    DealLook,
    DealPowerBoard,
    DealTile,
    FillBox,
    GainDisk,
    GreenPower,
    KeepCard,
    MoveDisk,
    PlaceTile,
    PutDisk,
    PutUnderDeck,
    RedPower,
    SecondBluePower,
    SetAside,
    TakeFromCircle,
    YellowPower,
    rune_tile_placements,
    vocabulary,
)
from tilehall.engine.games.sand.components import (
    BASE,
    BOXES,
    CARDS_PER_LEVEL,
    DARK,
    ELEMENT_REPEAT,
    ELEMENTS,
    GRID,
    LEVELS,
    components,
)
from tilehall.engine.games.sand.pattern_matching import completions_on_table
from tilehall.engine.games.sand.state import (
    BLUE,
    CLEAR,
    FRESH,
    GREEN,
    HAND,
    HOLE,
    LEVEL_CARDS,
    NOTHING_HIDDEN,
    ORANGE,
    PURPLE,
    READY,
    RED,
    ROW,
    STEPS,
    UNLIMITED,
    YELLOW,
    Magician,
    SandRulings,
    SandState,
    SandTodo,
    put_piece,
    remove_pieces,
)

Events = list[Event] | None
LOOKS = 3
SPECIAL = range(BASE, ELEMENTS)

_COLOURS = "(red|purple|yellow|green|orange|blue)"
OPTIONS: tuple[Option, ...] = (
    Option(
        "mode",
        ("basic", "advanced"),
        Text("Side of the boards"),
        (
            Text("no powers, best for a first game"),
            Text("every magician has a power, charged by building over a crystal"),
        ),
        "S-2.1",
    ),
    Option(
        "boards",
        ("random",),
        Text("Powers (advanced)"),
        (Text("drawn"),),
        "S-2.1",
        pattern=f"{_COLOURS}(,{_COLOURS}){{0,3}}",
        others_text=Text("a different colour for each seat, such as {example}", example="red,blue"),
    ),
    Option(
        "purple",
        ("crystal", "always"),
        Text("Purple power (advanced)"),
        (Text("a ready crystal lifts the limit of three disks once"), Text("summons never have a limit")),
        "S-6.15",
    ),
    start_seat_option("first", "S-2.1"),
    Option(
        "round_limit",
        ("100", "0"),
        Text("Round limit"),
        (Text("a game without an end stops after round 100"), Text("no limit")),
        "S-5.6",
        pattern="[1-9][0-9]{0,3}",
        others_text=Text("a number of rounds up to 9999"),
    ),
)

DRAWS = {
    "FIRST": "first",
    "BOARD": "board",
    "ROW1": "deck 1",
    "ROW2": "deck 2",
    "ROW3": "deck 3",
    "TILE": "circle",
    "LOOK1": "deck 1",
    "LOOK2": "deck 2",
    "LOOK3": "deck 3",
}
"""The points that the dealer decides, and the pile that each draws from (S-3.3)."""
ROWS = ("ROW1", "ROW2", "ROW3")
LOOK = ("LOOK1", "LOOK2", "LOOK3")


# --- set-up -------------------------------------------------------------------------------------------------------


def start(setup: Setup) -> SandState:
    """The table before the first draw (S-2.2 to S-2.6)."""
    box, rulings = components(), _rulings(setup)
    s = SandState()
    s.rulings, s.start, s.seat, s.round = rulings, rulings.first, NOBODY, 0
    s.magicians = tuple(Magician.empty() for _ in range(setup.players))
    s.squares, s.disks = bytes((box.squares,) * BASE), box.disks[setup.players]
    s.decks = tuple(map(Pile, LEVEL_CARDS))
    s.rows, s.circle, s.aside = bytes((HOLE,)) * (ROW * LEVELS), b"", 0
    s.looked, s.short, s.swapped, s.hidden, s.ending = (), (0, 0), (0, 0), NOTHING_HIDDEN, ""
    s.cap = s.made = s.settled = 0
    for magician, power in zip(s.magicians, rulings.boards, strict=False):
        magician.power = power
    first: tuple[SandTodo, ...] = (("FIRST", CHANCE),) if rulings.first == NOBODY else ()
    drawn = rulings.advanced and not rulings.boards
    boards = tuple(("BOARD", seat) for seat in range(setup.players)) if drawn else ()
    rows = tuple((point, CHANCE) for point in ROWS for _ in range(ROW))
    s.todo = (*first, *boards, *rows, *_tiles_to_come(len(box.tiles)))
    return s


@cache
def _all_tiles() -> bytes:
    return bytes(range(len(components().tiles)))


@cache
def _tiles_to_come(count: int) -> tuple[SandTodo, ...]:
    """The end of the set-up: so many tiles join the circle, then everybody takes three (S-2.3, S-2.7)."""
    return *(("TILE", CHANCE),) * count, ("DEAL", CHANCE)


def _rulings(setup: Setup) -> SandRulings:
    chosen = settle_options(OPTIONS, setup, BUILT_IN_GAMES["sand"].player_counts)
    players, advanced = setup.players, chosen["mode"] == "advanced"
    first = chosen_start_seat(quote_text("first"), chosen["first"], players, "S-2.1")
    colours = chosen["boards"].split(",") if advanced and chosen["boards"] != "random" else []
    if colours and (len(colours) != players or len(set(colours)) < players):
        raise SetupError(_colours_needed(players), "S-2.1")
    return SandRulings(
        players=players,
        advanced=advanced,
        boards=tuple(map(components().powers.index, colours)),
        first=0 if players == 1 else first,
        purple_always=chosen["purple"] == "always",
        round_limit=int(chosen["round_limit"]),
        chosen=tuple(sorted(setup.options)),
    )


def _colours_needed(players: int) -> Text:
    return Text(
        "Option {name} needs {n} colour, one for each seat.",
        "Option {name} needs {n} different colours, one for each seat.",
        name=quote_text("boards"),
        n=players,
    )


# --- legal actions ------------------------------------------------------------------------------------------------


def actors(s: SandState) -> tuple[SeatNo, ...]:
    """Who has to decide: one seat, the dealer, or nobody once the game is over (S-3.1)."""
    if not s.todo:
        return ()
    point, seat = s.todo[0]
    return (CHANCE,) if point in DRAWS else (seat,)


def legal_actions(s: SandState, seat: SeatNo) -> Sequence[Action]:
    """All choices at the present point (S-3.2)."""
    if not s.todo:
        return ()
    point, owner = s.todo[0]
    if point in DRAWS:
        return chance(s).outcomes if seat == CHANCE else ()
    return _CHOICES[point](s, s.magicians[seat]) if seat == owner else ()


def _before(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-3.D1: free actions and main actions."""
    found = _free(s, magician)
    dark = magician.occupied & DARK
    for tile in bits(magician.tiles):
        found += legal_placements(tile, dark, magician.level)
    if magician.owns_disk:
        found.append(SUMMON)
        if s.may_summon_unlimited(magician):
            found.append(SUMMON_PLUS)
    return found


@lru_cache(4096)
def legal_placements(tile: int, dark: int, level: int) -> Sequence[PlaceTile]:
    """Every way to place a tile while these dark boxes are in use (S-4.2, S-4.5)."""
    ways = rune_tile_placements(tile)
    if not level:
        return ways.light
    if dark.bit_count() + 3 <= level:
        return ways.every
    found = list(ways.light)
    for boxes, places in ways.dark:
        if (boxes | dark).bit_count() <= level:
            found += places
    return found


def _after(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-3.D6: free actions and the end of the turn."""
    found = _free(s, magician)
    found.append(END)
    return found


def _free(s: SandState, magician: Magician) -> list[Action]:
    """S-4.17, S-4.36: buildings that can be completed, and the power if its crystal is ready."""
    cards = s.rows + bytes(bits(magician.kept)) if magician.kept else s.rows
    found: list[Action] = [*completions_on_table(magician.pieces, cards)]
    if magician.crystal == READY and magician.power != PURPLE:
        found += _POWERS[magician.power](s, magician)
    return found


def _reds(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.40: the decks that are not empty."""
    return [vocabulary().red[level] for level in range(LEVELS) if s.deck_size(level)]


def _yellows(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.42: trades of a disk for one of another element."""
    trades = vocabulary().yellow
    kinds = range(ELEMENTS)
    return [trades[e][n] for e in kinds if magician.reserve[e] for n in kinds if s.disks[n] and n != e]


def _greens(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.43: moves of a square to an empty box within the limit of dark boxes."""
    found: list[Action] = []
    free = GRID.full & ~magician.occupied
    for source in bits(magician.squares):
        moves = vocabulary().green[source]
        found += [moves[end] for end in bits(free & magician.fillable_boxes(magician.occupied & ~(1 << source)))]
    return found


def _oranges(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.44: one level more, up to the end of the track."""
    return [USE_ORANGE] if magician.level < components().track else []


def _blues(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.45: exchanges of an activated tile with one of the circle."""
    return [BluePower(own, other) for own in bits(magician.tiles) for other in s.circle]


_POWERS: dict[int, Callable[[SandState, Magician], Sequence[Action]]] = {
    RED: _reds,
    YELLOW: _yellows,
    GREEN: _greens,
    ORANGE: _oranges,
    BLUE: _blues,
}


def _gains(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-2.8: the special disks."""
    return [vocabulary().gain[element] for element in SPECIAL]


def _fills(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.9: the boxes that may get the last square."""
    return [vocabulary().fill[box] for box in bits(s.short[1])]


def _takes(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.10: the first or the second tile of the circle."""
    return vocabulary().take


def _steps(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-3.D4: put a disk from the reserve, move one on the board, or `done` after the first step."""
    words, found = vocabulary(), list[Action]()
    if s.made:
        found.append(DONE)
    open_boxes = bits(magician.fillable_boxes(magician.occupied) & ~s.settled)
    for element, count in enumerate(magician.reserve):
        if count:
            disks = words.disk[element]
            found += [disks[box] for box in open_boxes]
    for source in bits(magician.disks & ~s.settled):
        moves = words.move[source]
        found += [moves[box] for box in bits(move_targets(s, magician, source))]
    return found


def move_targets(s: SandState, magician: Magician, source: int) -> int:
    """The boxes that the disk on this box may move to; it leaves its own box first (S-4.13, S-4.14)."""
    bit = 1 << source
    return magician.fillable_boxes(magician.occupied & ~bit) & ~(s.settled | bit)


def can_summon_more(s: SandState, magician: Magician) -> bool:
    """Whether another disk can be put or moved in this summon (S-4.15)."""
    if any(magician.reserve) and magician.fillable_boxes(magician.occupied) & ~s.settled:
        return True
    return any(move_targets(s, magician, source) for source in bits(magician.disks & ~s.settled))


def _asides(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.51: the activated tiles."""
    return [vocabulary().aside[tile] for tile in bits(magician.tiles)]


def _keeps(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.40: the cards looked at."""
    return [vocabulary().keep[card] for card in s.looked]


def _bottoms(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.40: both orders of the two cards left."""
    one, other = s.looked
    return [PutUnderDeck((one, other)), PutUnderDeck((other, one))]


def _blues_again(s: SandState, magician: Magician) -> Sequence[Action]:
    """S-4.45: a second exchange without the tile just received and the tile just given."""
    given, received = s.swapped
    found: list[Action] = [STOP]
    own_tiles = bits(magician.tiles & ~(1 << received))
    return found + [SecondBluePower(own, other) for own in own_tiles for other in s.circle if other != given]


_CHOICES: dict[str, Callable[[SandState, Magician], Sequence[Action]]] = {
    "GAIN": _gains,
    "PRE": _before,
    "FILL": _fills,
    "TAKE": _takes,
    "SUMMON": _steps,
    "ASIDE": _asides,
    "POST": _after,
    "KEEP": _keeps,
    "BOTTOM": _bottoms,
    "BLUE2": _blues_again,
}


# --- chance -------------------------------------------------------------------------------------------------------


def chance(s: SandState) -> ChanceDraw:
    """What the dealer draws from; every outcome is equally likely (S-3.3)."""
    words, point = vocabulary(), s.todo[0][0]
    pile = DRAWS[point]
    outcomes: Sequence[Action]
    if point == "TILE":
        outcomes = [*map(words.tile.__getitem__, _all_tiles().translate(None, s.circle))]
    elif point in ROWS:
        outcomes = [*map(words.row.__getitem__, s.decks[ROWS.index(point)].tops())]
    elif point in LOOK:
        outcomes = [*map(words.look.__getitem__, s.decks[LOOK.index(point)].tops())]
    elif point == "BOARD":
        taken = {magician.power for magician in s.magicians}
        outcomes = [board for board in words.board if board.power not in taken]
    else:
        outcomes = words.first[: s.rulings.players]
    return ChanceDraw(pile, outcomes, (1,) * len(outcomes), True)


# --- effects: main actions ----------------------------------------------------------------------------------------


def apply(s: SandState, seat: SeatNo, a: Action, events: Events = None) -> SandState:
    """The position after a legal action; the old position stays unchanged."""
    new = s.copy()
    _HANDLERS[a.verb](new, s.todo[0][1], a, events)
    if new.todo and (step := _AUTOMATIC.get(new.todo[0][0])) is not None:
        step(new, events)
    return new


def _place(s: SandState, seat: SeatNo, a: PlaceTile, events: Events) -> None:
    """S-4.5 to S-4.9: covered pieces leave first, then squares come as far as the supply has them."""
    magician = s.edit(seat)
    magician.tiles ^= 1 << a.tile
    boxes = a.boxes
    if events is not None:
        events.append(event_texts.place_event(seat, a, magician))
    remove_pieces(s, magician, boxes)
    need, squares = components().tiles[a.tile].need, s.squares
    todo: tuple[SandTodo, ...] = (("TAKE", seat), ("POST", seat))
    if squares[0] >= need[0] and squares[1] >= need[1] and squares[2] >= need[2]:
        magician.pieces |= a.pieces
        magician.occupied |= boxes
        s.squares = bytes((squares[0] - need[0], squares[1] - need[1], squares[2] - need[2]))
    else:
        short = _place_short(s, magician, seat, a, events)
        if short:
            todo = (("FILL", seat), *todo)
    if s.rulings.solo:
        s.aside |= 1 << a.tile
    else:
        s.circle += BYTES[a.tile]
    s.todo = todo


def _place_short(s: SandState, magician: Magician, seat: SeatNo, a: PlaceTile, events: Events) -> bool:
    """S-4.9: places the squares of a colour that has run out or nearly so. Returns whether a choice is left."""
    stock, choice = bytearray(s.squares), False
    for colour in range(BASE):
        boxes = a.pieces >> BOXES * colour & GRID.full
        need, have = boxes.bit_count(), stock[colour]
        if have >= need:
            magician.pieces |= boxes << BOXES * colour
            magician.occupied |= boxes
            stock[colour] -= need
        elif have:
            s.short, choice = (colour, boxes), True
        elif events is not None:
            events.append(event_texts.shortage_event(seat, colour, boxes))
    s.squares = bytes(stock)
    return choice


def _fill(s: SandState, seat: SeatNo, a: FillBox, events: Events) -> None:
    """S-4.9: the last square goes on the chosen box."""
    colour = s.short[0]
    put_piece(s.edit(seat), colour, a.box)
    s.squares = remove_piece(s.squares, colour)
    s.short, s.todo = (0, 0), s.todo[1:]
    if events is not None:
        events.append(event_texts.fill_event(seat, colour, a.box))


def _take(s: SandState, seat: SeatNo, a: TakeFromCircle, events: Events) -> None:
    """S-4.10: a tile of the circle becomes activated."""
    tile = s.circle[a.place - 1]
    s.edit(seat).tiles |= 1 << tile
    s.circle = s.circle[: a.place - 1] + s.circle[a.place :]
    s.todo = s.todo[1:]
    if events is not None:
        second = a.place == 2
        events.append(
            event_texts.take_second_event(seat, tile, s.circle[0]) if second else event_texts.take_event(seat, tile)
        )


def _summon(s: SandState, seat: SeatNo, a: Phrase, events: Events) -> None:
    """S-4.12, S-4.41, S-4.51: a summon begins; alone a tile is set aside after it."""
    s.cap, s.made, s.settled = STEPS, 0, 0
    if a.verb == "summon+":
        s.cap = UNLIMITED
        if not s.rulings.purple_always:
            _use_crystal(s, seat, events)
    aside: tuple[SandTodo, ...] = (("ASIDE", seat), ("TAKE", seat)) if s.rulings.solo else ()
    s.todo = (("SUMMON", seat), *aside, ("POST", seat))
    if events is not None:
        events.append(event_texts.summon_event(seat))


def _disk(s: SandState, seat: SeatNo, a: PutDisk, events: Events) -> None:
    """S-4.13: a disk from the reserve goes on a box."""
    magician = s.edit(seat)
    remove_pieces(s, magician, 1 << a.box)
    magician.reserve = remove_piece(magician.reserve, a.element)
    _settle_disk(s, magician, a.element, a.box)
    if events is not None:
        events.append(event_texts.disk_event(seat, a.element, a.box))


def _move(s: SandState, seat: SeatNo, a: MoveDisk, events: Events) -> None:
    """S-4.13, S-4.14: a disk moves on the board."""
    magician = s.edit(seat)
    element = magician.element_at(a.start)
    assert element is not None
    remove_pieces(s, magician, 1 << a.start | 1 << a.end)
    magician.reserve = remove_piece(magician.reserve, element)
    _settle_disk(s, magician, element, a.end)
    if events is not None:
        events.append(event_texts.move_event(seat, element, a.start, a.end))


def _settle_disk(s: SandState, magician: Magician, element: int, box: int) -> None:
    """S-4.13, S-4.15: the disk is settled; the action ends when no step is left."""
    put_piece(magician, element, box)
    magician.disks |= 1 << box
    s.settled |= 1 << box
    s.made += 1
    if s.made == s.cap or not can_summon_more(s, magician):
        _summoned(s)


def _summoned(s: SandState) -> None:
    """S-4.15: the summon ends."""
    s.cap = s.made = s.settled = 0
    s.todo = s.todo[1:]


def _done(s: SandState, seat: SeatNo, a: Phrase, events: Events) -> None:
    """S-4.15: the player ends the summon."""
    _summoned(s)


def _aside(s: SandState, seat: SeatNo, a: SetAside, events: Events) -> None:
    """S-4.51: alone, a tile is set aside after summoning."""
    s.edit(seat).tiles ^= 1 << a.tile
    s.aside |= 1 << a.tile
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.aside_event(seat, a.tile))


# --- effects: buildings -------------------------------------------------------------------------------------------


def _complete(s: SandState, seat: SeatNo, a: CompleteBuilding, events: Events) -> None:
    """S-4.19, S-4.20: the pattern is paid, then come disks, level steps and the crystal."""
    card = components().cards[a.card]
    magician = s.edit(seat)
    before = magician.hourglasses
    remove_pieces(s, magician, a.boxes)
    bit = 1 << a.card
    if magician.kept & bit:
        magician.kept ^= bit
    else:
        slot = s.rows.index(a.card)
        s.rows = s.rows[:slot] + BYTES[HOLE] + s.rows[slot + 1 :]
    magician.tableau |= bit
    magician.stars += card.stars
    magician.hourglasses += card.hourglasses
    lost = []
    for element in card.disks:
        if s.disks[element]:
            s.disks, magician.reserve = remove_piece(s.disks, element), add_piece(magician.reserve, element)
        else:
            lost.append(element)
    magician.level = min(magician.level + card.steps, components().track)
    charged = s.rulings.advanced and magician.crystal == CLEAR and a.boxes & components().crystals[magician.power] != 0
    if charged:
        magician.crystal = FRESH
    if events is not None:
        events.append(event_texts.complete_event(seat, a))
        events += [event_texts.no_disk_event(seat, element) for element in lost]
        if charged:
            events.append(event_texts.charge_event(seat))
        if before < components().hourglasses <= magician.hourglasses and not s.rulings.solo:
            events.append(event_texts.last_round_event(seat, magician.hourglasses, s.ends_round(seat)))


# --- effects: powers ----------------------------------------------------------------------------------------------


def _use_crystal(s: SandState, seat: SeatNo, events: Events) -> Magician:
    """S-4.36: the crystal becomes clear before the power does anything."""
    magician = s.edit(seat)
    magician.crystal = CLEAR
    if events is not None:
        events.append(event_texts.power_event(seat, magician.power))
    return magician


def _red(s: SandState, seat: SeatNo, a: RedPower, events: Events) -> None:
    """S-4.40: up to three cards of a deck are looked at."""
    _use_crystal(s, seat, events)
    looks = min(LOOKS, s.deck_size(a.level - 1))
    s.todo = (*((LOOK[a.level - 1], seat),) * looks, ("KEEP", seat), *s.todo)


def _look(s: SandState, seat: SeatNo, a: DealLook, events: Events) -> None:
    """S-4.40: the dealer shows the next card."""
    level = a.card // CARDS_PER_LEVEL
    _replace_deck(s, level, s.decks[level].draw(a.card))
    s.looked = tuple(sorted((*s.looked, a.card)))
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.look_event(seat, a.card))


def _replace_deck(s: SandState, level: int, deck: Pile) -> None:
    s.decks = (*s.decks[:level], deck, *s.decks[level + 1 :])


def _keep(s: SandState, seat: SeatNo, a: KeepCard, events: Events) -> None:
    """S-4.40: a card is kept; two cards left go under the deck in a chosen order, one by itself."""
    s.edit(seat).kept |= 1 << a.card
    s.looked = tuple(card for card in s.looked if card != a.card)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.keep_event(seat, a.card))
    if len(s.looked) == 2:
        s.todo = (("BOTTOM", seat), *s.todo)
    elif s.looked:
        _put_under(s, seat, s.looked, events)


def _bottom(s: SandState, seat: SeatNo, a: PutUnderDeck, events: Events) -> None:
    """S-4.40: two cards go under the deck."""
    s.todo = s.todo[1:]
    _put_under(s, seat, a.cards, events)


def _put_under(s: SandState, seat: SeatNo, cards: tuple[int, ...], events: Events) -> None:
    for card in cards:
        level = card // CARDS_PER_LEVEL
        deck = s.decks[level]
        _replace_deck(s, level, deck.insert(card, deck.size))
    s.looked = ()
    if events is not None:
        events.append(event_texts.put_under_event(seat, cards))


def _yellow(s: SandState, seat: SeatNo, a: YellowPower, events: Events) -> None:
    """S-4.42: a disk of the reserve is traded."""
    magician = _use_crystal(s, seat, events)
    magician.reserve = add_piece(remove_piece(magician.reserve, a.give), a.get)
    s.disks = remove_piece(add_piece(s.disks, a.give), a.get)
    if events is not None:
        events.append(event_texts.trade_event(seat, a.give, a.get))


def _green(s: SandState, seat: SeatNo, a: GreenPower, events: Events) -> None:
    """S-4.43: a square moves."""
    magician = _use_crystal(s, seat, events)
    element = magician.element_at(a.start)
    assert element is not None
    magician.pieces &= ~((1 << a.start) * ELEMENT_REPEAT)
    magician.occupied &= ~(1 << a.start)
    put_piece(magician, element, a.end)
    if events is not None:
        events.append(event_texts.move_square_event(seat, element, a.start, a.end))


def _orange(s: SandState, seat: SeatNo, a: Phrase, events: Events) -> None:
    """S-4.44: the level rises by one."""
    magician = _use_crystal(s, seat, events)
    magician.level += 1
    if events is not None:
        events.append(event_texts.level_event(seat, magician.level))


def _blue(s: SandState, seat: SeatNo, a: BluePower, events: Events) -> None:
    """S-4.45: a tile is exchanged; the given one lies where the received one lay."""
    if a.verb == "blue":
        magician = _use_crystal(s, seat, events)
        s.swapped, s.todo = (a.own, a.other), (("BLUE2", seat), *s.todo)
    else:
        magician = s.edit(seat)
        s.swapped, s.todo = (0, 0), s.todo[1:]
    magician.tiles ^= 1 << a.own | 1 << a.other
    place = s.circle.index(a.other)
    s.circle = s.circle[:place] + bytes((a.own,)) + s.circle[place + 1 :]
    if events is not None:
        events.append(event_texts.exchange_event(seat, a.own, a.other))


def _stop(s: SandState, seat: SeatNo, a: Phrase, events: Events) -> None:
    """S-4.45: no second exchange."""
    s.swapped, s.todo = (0, 0), s.todo[1:]


def _gain(s: SandState, seat: SeatNo, a: GainDisk, events: Events) -> None:
    """S-2.8: purple receives a special disk."""
    magician = s.edit(seat)
    magician.reserve, s.disks = add_piece(magician.reserve, a.element), remove_piece(s.disks, a.element)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.gain_event(seat, a.element))


# --- effects: the dealer ------------------------------------------------------------------------------------------


def _first(s: SandState, seat: SeatNo, a: DealFirst, events: Events) -> None:
    """S-2.1: the start player is drawn."""
    s.start, s.todo = a.seat, s.todo[1:]
    if events is not None:
        events.append(event_texts.start_event(a.seat))


def _board(s: SandState, seat: SeatNo, a: DealPowerBoard, events: Events) -> None:
    """S-2.1: a seat receives a board."""
    s.edit(seat).power = a.power
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.board_event(seat, a.power))


def _row(s: SandState, seat: SeatNo, a: DealCard, events: Events) -> None:
    """S-2.2, S-4.23: a card fills the first empty slot of its level."""
    level = a.card // CARDS_PER_LEVEL
    _replace_deck(s, level, s.decks[level].draw(a.card))
    slot = s.rows.index(HOLE, ROW * level)
    s.rows = s.rows[:slot] + BYTES[a.card] + s.rows[slot + 1 :]
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.row_event(a.card, "S-4.23" if s.round else "S-2.2"))


def _tile(s: SandState, seat: SeatNo, a: DealTile, events: Events) -> None:
    """S-2.3: the next tile joins the circle."""
    s.circle += BYTES[a.tile]
    s.todo = _tiles_to_come(len(components().tiles) - len(s.circle))


# --- automatic steps ----------------------------------------------------------------------------------------------


def _deal(s: SandState, events: Events) -> None:
    """S-2.7, S-2.8: everybody's first tiles, the extra disk of purple, the first turn."""
    players = s.rulings.players
    for rank in range(players):
        hand, s.circle = s.circle[:HAND], s.circle[HAND:]
        s.edit((s.start + rank) % players).tiles = sum(1 << tile for tile in hand)
    purple: tuple[SandTodo, ...] = tuple(("GAIN", n) for n, each in enumerate(s.magicians) if each.power == PURPLE)
    s.seat, s.round = s.start, 1
    s.todo = (*purple, ("PRE", s.start))
    if events is not None:
        events.append(event_texts.deal_event())


def _end(s: SandState, seat: SeatNo, a: Phrase, events: Events) -> None:
    """S-4.23: a fresh crystal becomes ready, and the rows are filled up."""
    if s.magicians[seat].crystal == FRESH:
        s.edit(seat).crystal = READY
        if events is not None:
            events.append(event_texts.crystal_ready_event(seat))
    draws: list[SandTodo] = []
    if HOLE in s.rows:
        for level in range(LEVELS):
            draws += [(ROWS[level], CHANCE)] * min(s.row(level).count(HOLE), s.deck_size(level))
    s.todo = (*draws, ("NEXT", seat))
    if events is not None:
        events.append(event_texts.turn_end_event(seat))


def _next(s: SandState, events: Events) -> None:
    """S-4.24, S-5.1, S-5.6, S-4.52: the next seat, the next round or the end."""
    rulings, seat = s.rulings, s.todo[0][1]
    if s.turn_position(seat) == rulings.players - 1:
        s.ending = _ending(s)
        if s.ending:
            s.todo = ()
            if events is not None:
                events.append(event_texts.end_event(s.round))
            return
        s.round += 1
        if events is not None:
            events.append(event_texts.new_round_event(s.round))
    s.seat = (seat + 1) % rulings.players
    s.todo = (("PRE", s.seat),)


def _ending(s: SandState) -> str:
    """Why the game ends with this round; empty if it goes on."""
    rulings = s.rulings
    if rulings.solo:
        return "solo" if s.round == components().rounds else ""
    if any(magician.hourglasses >= components().hourglasses for magician in s.magicians):
        return "hourglasses"
    return "round limit" if s.round == rulings.round_limit else ""


_HANDLERS: dict[str, Callable[[SandState, SeatNo, Any, Events], None]] = {
    "summon": _summon,
    "summon+": _summon,
    "done": _done,
    "end": _end,
    "orange": _orange,
    "stop": _stop,
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
    "first": _first,
    "board": _board,
    "row": _row,
    "tile": _tile,
    "look": _look,
}
_AUTOMATIC: dict[str, Callable[[SandState, Events], None]] = {"DEAL": _deal, "NEXT": _next}
