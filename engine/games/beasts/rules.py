"""The rules of Merlin's Beast Hunt (B-2 to B-5) as a state machine.

`point` names the decision that is due (B-3.1). `apply` copies the position and does the action, which includes all that
follows by itself: scoring at the end of a turn, replenishing, and the end of the game (B-3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, repeat
from operator import add, sub
from typing import Any

from tilehall.engine.core.game import CHANCE, Action, ChanceDraw, Event, Option, SeatNo, Setup, settle_options
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag, add_piece, remove_piece
from tilehall.engine.core.start_seat import NOBODY, chosen_start_seat, start_seat_option
from tilehall.engine.games.beasts import events as event_texts
from tilehall.engine.games.beasts.actions import (
    END,
    AddBeast,
    DiscardFenceCards,
    DrawFenceCard,
    DrawFirstSeat,
    EndTurn,
    KeepDice,
    MoveBeast,
    PlaceDie,
    PlaceFenceCard,
    RerollDice,
    RollDice,
    SetUpBeast,
    discard_choices,
    vocabulary,
)
from tilehall.engine.games.beasts.components import BEAST, FACES, ICONS, NEUTRAL, WILD, components
from tilehall.engine.games.beasts.fences import TurnOutcome, enclosed_squares, turn_outcome, with_outcome
from tilehall.engine.games.beasts.state import (
    NO_CARDS,
    NONE,
    BeastsBoard,
    BeastsHunter,
    BeastsRulings,
    BeastsState,
)
from tilehall.engine.games.catalog import BUILT_IN_GAMES

Events = list[Event] | None
STALL_ROUNDS = 3
"""The game ends after so many full rounds without a die or card (B-5.3)."""

OPTIONS: tuple[Option, ...] = (start_seat_option("first_seat", "B-2.5"),)

DRAWS = {"FIRST": "first", "HANDS": "deck", "ROLL": "roll", "REROLL": "reroll", "DRAW": "deck"}
"""The points that the dealer decides, and what is drawn there (B-3.4)."""


# --- set-up -------------------------------------------------------------------------------------------------------


def start(setup: Setup) -> BeastsState:
    """The table before the first draw (B-2.1 to B-2.4)."""
    box, rulings = components(), _rulings(setup)
    s = BeastsState()
    s.rulings = rulings
    s.hunters = tuple(_hunter(seat, rulings.players) for seat in range(rulings.players))
    s.board = BeastsBoard.empty()
    s.neutral = box.neutral
    s.faces, s.free, s.placed, s.kept, s.wild, s.busy, s.idle, s.final, s.ending = b"", 0, 0, 0, False, False, 0, -1, ""
    s.first = rulings.first
    s.point, s.seat = ("FIRST", NOBODY) if rulings.first == NOBODY else ("HANDS", 0)
    return s


def _rulings(setup: Setup) -> BeastsRulings:
    chosen = settle_options(OPTIONS, setup, BUILT_IN_GAMES["beasts"].player_counts)
    first = chosen_start_seat("first_seat", chosen["first_seat"], setup.players, "B-2.5")
    return BeastsRulings(setup.players, first, tuple(sorted(setup.options)))


def _hunter(seat: SeatNo, players: int) -> BeastsHunter:
    box, hunter = components(), BeastsHunter()
    hunter.dice = bytes([seat]) * box.active
    hunter.pool = box.own[players] - box.active
    hunter.hand = hunter.discard = bytes(ICONS)
    hunter.deck = bytes([box.each]) * ICONS
    hunter.captured = bytes(len(box.beasts))
    return hunter


# --- legal actions ------------------------------------------------------------------------------------------------


def actors(s: BeastsState) -> tuple[SeatNo, ...]:
    """Who has to decide: one seat, the dealer, or nobody once the game is over."""
    if s.point in DRAWS:
        return (CHANCE,)
    return () if s.ending else (s.seat,)


def legal_actions(s: BeastsState, seat: SeatNo) -> Sequence[Action]:
    """All choices at the present point (B-3.3)."""
    if s.point in DRAWS:
        return chance(s).outcomes if seat == CHANCE else ()
    if seat != s.seat or s.ending:
        return ()
    return _CHOICES[s.point](s)


def _preparations(s: BeastsState) -> Sequence[Action]:
    """B-2.5: any beast on any square."""
    return vocabulary().setup


def _keeps(s: BeastsState) -> Sequence[Action]:
    """B-4.1: every selection of at least one die."""
    return vocabulary().keep[1 : 1 << len(s.faces)]


def _placements(s: BeastsState) -> Sequence[Action]:
    """B-3.1, B-4.2: dice, cards and beasts in any order, or the end of the turn."""
    board, hunter, faces = s.board, s.hunters[s.seat], s.faces
    words, slots, pays = vocabulary(), open_slots_by_face(board, s.wild), (BEAST,) if s.wild else (BEAST, WILD)
    found: list[Action] = [END]
    payers = []
    for die in distinct_dice(hunter.dice, faces, s.free):
        face = faces[die]
        if face in pays:
            payers.append(die)
        if fitting := slots[face]:
            found += map(words.die[die].__getitem__, bits(fitting))
    edges = bits(board.supported & ~board.carded)
    if edges:
        found += _cards(board, hunter.hand, edges)
    if payers:
        found += _beasts(board, payers)
    return found


def distinct_dice(dice: bytes, faces: bytes, free: int) -> list[int]:
    """The free dice; of those that are alike only the first (B-3.1)."""
    found, seen = [], 0
    for die in bits(free):
        kind = 1 << (dice[die] * FACES + faces[die])
        if not seen & kind:
            seen |= kind
            found.append(die)
    return found


def open_slots_for(board: BeastsBoard, face: int, wild_used: bool) -> int:
    """The slots that a die with this face may go into (B-4.10 to B-4.16)."""
    return open_slots_by_face(board, wild_used)[face]


def open_slots_by_face(board: BeastsBoard, wild_used: bool) -> tuple[int, ...]:
    """The slots that a die may go into, for each face (B-4.10 to B-4.16)."""
    free, (one, two, three, four) = board.open_slots, board.takes
    wild = 0 if wild_used else board.occupied & ~board.filled
    return free & one, free & two, free & three, free & four, wild, 0


def _cards(board: BeastsBoard, hand: Bag, edges: tuple[int, ...]) -> list[Action]:
    """B-4.20 to B-4.22: free lines with a supporting pair where an end hole shows, or may still show, the type."""
    lines, cards = components().edges, vocabulary().card
    reaches = [(edge, lines[edge].reach) for edge in edges]
    found: list[Action] = []
    for kind, count in enumerate(hand):
        if count:
            words, takes = cards[kind], board.takes[kind]
            found += [words[edge] for edge, reach in reaches if takes & reach]
    return found


def _beasts(board: BeastsBoard, payers: list[int]) -> list[Action]:
    """B-4.30 to B-4.35: adding and moving beasts with these dice."""
    free, found = addable_squares(board), list[Action]()
    for die in payers:
        found += _adds(die, board.supply, free)
        found += _moves(die, board.homes, board.carded)
    return found


@lru_cache(256)
def _adds(die: int, supply: Bag, squares: int) -> Sequence[AddBeast]:
    """B-4.31: beasts of the supply on these squares."""
    words, places = vocabulary().add[die], bits(squares)
    return [words[kind][square] for kind, count in enumerate(supply) if count for square in places]


@lru_cache(256)
def _moves(die: int, homes: int, fences: int) -> Sequence[MoveBeast]:
    """B-4.32, B-4.33: the steps of all beasts; other beasts and fences block."""
    box, starts = components(), bits(homes)
    squares, taken = box.squares, fences | homes << len(box.edges)
    near = [squares[start].around & taken for start in starts]
    return [*chain.from_iterable(map(_steps, repeat(die), starts, near))]


@cache
def _steps(die: int, start: int, taken: int) -> tuple[MoveBeast, ...]:
    """The steps of one beast, with these fences and beasts around it."""
    box, words = components(), vocabulary().move[die][start]
    fences, homes = taken & box.all_edges, taken >> len(box.edges)
    return tuple([words[end] for end, edge in box.squares[start].ways if not (edge & fences or homes >> end & 1)])


def addable_squares(board: BeastsBoard) -> int:
    """The squares that a beast may be added to (B-4.31, B-4.34)."""
    return components().addable & ~board.homes & ~enclosed_squares(board)


def _discards(s: BeastsState) -> Sequence[Action]:
    """B-4.60: every selection of cards, nothing first."""
    return discard_choices(s.hunters[s.seat].hand)


_CHOICES: dict[str, Callable[[BeastsState], Sequence[Action]]] = {
    "SETUP_BEAST": _preparations,
    "KEEP": _keeps,
    "PLACE": _placements,
    "DISCARD": _discards,
}


# --- chance -------------------------------------------------------------------------------------------------------


def chance(s: BeastsState) -> ChanceDraw:
    """What the dealer draws from, with the number of equally likely ways (B-3.4). Every seat has its own piles."""
    if s.point == "ROLL":
        return _roll(s.seat, len(s.hunters[s.seat].dice))
    if s.point == "REROLL":
        return _reroll(s.seat, len(s.faces) - s.kept.bit_count())
    if s.point == "FIRST":
        return ChanceDraw("first", vocabulary().first[: s.rulings.players], (1,) * s.rulings.players, True)
    return _deck(s.seat, draw_deck(s.hunters[s.seat]))


@cache
def _deck(seat: SeatNo, deck: Bag) -> ChanceDraw:
    kinds, draw = [kind for kind, count in enumerate(deck) if count], vocabulary().draw
    return ChanceDraw(f"deck {seat}", tuple(draw[kind] for kind in kinds), tuple(deck[kind] for kind in kinds))


@cache
def _roll(seat: SeatNo, count: int) -> ChanceDraw:
    outcomes = vocabulary().roll[count]
    return ChanceDraw(f"roll {seat}", outcomes, (1,) * len(outcomes), True)


@cache
def _reroll(seat: SeatNo, count: int) -> ChanceDraw:
    outcomes = vocabulary().reroll[count]
    return ChanceDraw(f"reroll {seat}", outcomes, (1,) * len(outcomes), True)


def draw_deck(hunter: BeastsHunter) -> Bag:
    """The deck to draw from: an empty deck is replaced by the discard pile (B-4.61)."""
    return hunter.discard if hunter.deck == NO_CARDS else hunter.deck


# --- effects of actions -------------------------------------------------------------------------------------------


def apply(s: BeastsState, seat: SeatNo, a: Action, events: Events = None) -> BeastsState:
    """The position after a legal action; the old position stays unchanged."""
    new = s.copy()
    _HANDLERS[a.verb](new, a, events)
    return new


def _first(s: BeastsState, a: DrawFirstSeat, events: Events) -> None:
    """B-2.5: the first player is drawn."""
    s.first, s.point, s.seat = a.seat, "HANDS", 0
    if events is not None:
        events.append(event_texts.start_event(a.seat))


def _draw(s: BeastsState, a: DrawFenceCard, events: Events) -> None:
    """B-2.2, B-4.61: a card is drawn; the discard pile becomes the deck when the deck has run out."""
    hunter = s.edit(s.seat)
    if hunter.deck == NO_CARDS:
        hunter.deck, hunter.discard = hunter.discard, hunter.deck
        if events is not None:
            events.append(event_texts.new_deck_event(s.seat))
    hunter.deck = remove_piece(hunter.deck, a.kind)
    hunter.hand = add_piece(hunter.hand, a.kind)
    if events is not None:
        events.append(event_texts.draw_event(s.seat, a.kind, "B-4.61" if s.point == "DRAW" else "B-2.2"))
    if s.point == "DRAW":
        _replenish(s, events)
    elif sum(hunter.hand) == components().hand:
        s.seat += 1
        if s.seat == s.rulings.players:
            s.point, s.seat = "SETUP_BEAST", (s.first - 1) % s.rulings.players


def _prepare(s: BeastsState, a: SetUpBeast, events: Events) -> None:
    """B-2.5: the first beast is put on the board, and the first player rolls."""
    s.board = s.board.with_beast(a.beast, a.square)
    if events is not None:
        events.append(event_texts.beast_event(s.seat, a.beast, a.square, "setup", "B-2.5"))
    s.point, s.seat = "ROLL", s.first


def _roll_dice(s: BeastsState, a: RollDice, events: Events) -> None:
    """B-4.1: all active dice are rolled."""
    s.faces, s.free, s.placed, s.kept, s.wild, s.busy = a.faces, (1 << len(a.faces)) - 1, 0, 0, False, False
    s.point = "KEEP"
    if events is not None:
        events.append(event_texts.roll_event(s.seat, s.hunters[s.seat].dice, a.faces))


def _keep(s: BeastsState, a: KeepDice, events: Events) -> None:
    """B-4.1: dice are kept; the others are rerolled unless all are kept."""
    s.kept = a.dice
    s.point = "PLACE" if a.dice == s.free else "REROLL"
    if events is not None:
        events.append(event_texts.keep_event(s.seat, s.hunters[s.seat].dice, s.faces, a.dice))


def _reroll_dice(s: BeastsState, a: RerollDice, events: Events) -> None:
    """B-4.1: the dice that were not kept are rerolled once."""
    fresh, kept = iter(a.faces), s.kept
    s.faces = bytes([face if kept >> die & 1 else next(fresh) for die, face in enumerate(s.faces)])
    s.point = "PLACE"
    if events is not None:
        events.append(event_texts.reroll_event(s.seat, s.hunters[s.seat].dice, s.faces, s.kept))


def _die(s: BeastsState, a: PlaceDie, events: Events) -> None:
    """B-4.10 to B-4.16: a die is placed."""
    face, colour, bit = s.faces[a.die], s.hunters[s.seat].dice[a.die], 1 << a.die
    s.board = s.board.with_die(a.slot, colour, face)
    s.free &= ~bit
    s.placed |= bit
    s.busy = True
    s.wild = s.wild or face == WILD
    if events is not None:
        events.append(event_texts.die_event(s.seat, colour, face, a.slot))


def _card(s: BeastsState, a: PlaceFenceCard, events: Events) -> None:
    """B-4.20: a card is placed."""
    hunter = s.edit(s.seat)
    hunter.hand = remove_piece(hunter.hand, a.kind)
    s.board = s.board.with_card(a.edge, s.seat, a.kind)
    s.busy = True
    if events is not None:
        events.append(event_texts.card_event(s.seat, a.kind, a.edge))


def _spend(s: BeastsState, die: int) -> None:
    """B-4.30: a die pays for a beast action and stays active."""
    s.free &= ~(1 << die)
    s.wild = s.wild or s.faces[die] == WILD


def _add(s: BeastsState, a: AddBeast, events: Events) -> None:
    """B-4.31: a beast is added."""
    _spend(s, a.die)
    s.board = s.board.with_beast(a.beast, a.square)
    if events is not None:
        events.append(event_texts.beast_event(s.seat, a.beast, a.square, "add", "B-4.31"))


def _move(s: BeastsState, a: MoveBeast, events: Events) -> None:
    """B-4.32: a beast moves by one square."""
    _spend(s, a.die)
    kind = s.board.beasts[a.start]
    s.board = s.board.with_step(a.start, a.end)
    if events is not None:
        events.append(event_texts.move_event(s.seat, kind, a.start, a.end))


def _discard(s: BeastsState, a: DiscardFenceCards, events: Events) -> None:
    """B-4.60: cards are discarded, then hand and dice are replenished."""
    hunter = s.edit(s.seat)
    hunter.hand = bytes(map(sub, hunter.hand, a.cards))
    hunter.discard = bytes(map(add, hunter.discard, a.cards))
    if events is not None and any(a.cards):
        events.append(event_texts.discard_event(s.seat, a.cards))
    _replenish(s, events)


def _replenish(s: BeastsState, events: Events) -> None:
    """B-4.61, B-4.62: draw up to four cards, fill up to four dice, then the next seat rolls."""
    box, hunter = components(), s.hunters[s.seat]
    if sum(hunter.hand) < box.hand and draw_deck(hunter) != NO_CARDS:
        s.point = "DRAW"
        return
    wanted = box.active - len(hunter.dice)
    if wanted:
        hunter = s.edit(s.seat)
        own = min(wanted, hunter.pool)
        black = min(wanted - own, s.neutral)
        hunter.dice += bytes([s.seat]) * own + bytes([NEUTRAL]) * black
        hunter.pool -= own
        s.neutral -= black
        if black and events is not None:
            events.append(event_texts.neutral_dice_event(s.seat, black))
    _next(s)


def _next(s: BeastsState) -> None:
    """The next seat rolls (B-2.1)."""
    s.seat = (s.seat + 1) % s.rulings.players
    s.point = "ROLL"


# --- the end of a turn (B-3.2) ------------------------------------------------------------------------------------


def _end(s: BeastsState, a: EndTurn, events: Events) -> None:
    """B-3.2: score, return used dice, and look for the end of the game."""
    hunter = s.hunters[s.seat]
    if s.busy:
        _score(s, events)
        hunter = s.edit(s.seat)
        if placed := s.placed:
            hunter.dice = bytes([colour for die, colour in enumerate(hunter.dice) if not placed >> die & 1])
        s.idle = 0
    else:
        s.idle += 1
        if events is not None:
            events.append(event_texts.idle_turn_event(s.seat))
    s.faces, s.free, s.placed, s.kept, s.wild, s.busy = b"", 0, 0, 0, False, False
    _go_on(s, hunter, events)


def _score(s: BeastsState, events: Events) -> None:
    """B-4.40 to B-4.57: complete fences score, enclosed squares are marked, beasts are captured."""
    found = turn_outcome(s.board)
    if not (found.fences or found.squares):
        return
    if events is not None:
        events += _turn_events(s, found)
    caught = [kind for _, kind, success in found.squares if success]
    s.board = with_outcome(s.board, found)
    if caught:
        hunter = s.edit(s.seat)
        for kind in caught:
            hunter.captured = add_piece(hunter.captured, kind)


def _turn_events(s: BeastsState, found: TurnOutcome) -> Iterator[Event]:
    for edge, value in found.fences:
        yield event_texts.fence_event(s.board.owner(edge), edge, value)
    for square, kind, caught in found.squares:
        if kind == NONE:
            yield event_texts.enclosure_event(s.seat, square)
        elif caught:
            yield event_texts.capture_event(s.seat, kind, square)
        else:
            yield event_texts.locked_event(s.seat, kind, square)


def _go_on(s: BeastsState, hunter: BeastsHunter, events: Events) -> None:
    """B-3.2, lines 3 to 7: the first that applies."""
    board = s.board
    if board.filled == components().full and board.carded == components().all_edges:
        _over(s, "full", event_texts.full_board_event(), events)
    elif s.final >= 0:
        s.final -= 1
        if s.final == 0:
            _over(s, "dice", event_texts.dice_used_up_event(), events)
        else:
            _next(s)
    elif not hunter.pool and s.seat not in hunter.dice:
        s.final = s.rulings.players - 1
        if events is not None:
            events.append(event_texts.last_round_event(s.seat))
        _next(s)
    elif s.idle >= STALL_ROUNDS * s.rulings.players:
        _over(s, "stall", event_texts.stall_event(STALL_ROUNDS), events)
    else:
        s.point = "DISCARD"


def _over(s: BeastsState, ending: str, event: Event, events: Events) -> None:
    """B-5.1 to B-5.3: the game is over."""
    s.point, s.ending = "OVER", ending
    if events is not None:
        events.append(event)


_HANDLERS: dict[str, Callable[[BeastsState, Any, Events], None]] = {
    "first": _first,
    "draw": _draw,
    "setup": _prepare,
    "roll": _roll_dice,
    "keep": _keep,
    "reroll": _reroll_dice,
    "die": _die,
    "card": _card,
    "add": _add,
    "move": _move,
    "end": _end,
    "discard": _discard,
}
