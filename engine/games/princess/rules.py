"""The rules of The Princess and Magic Tile (P-2 to P-5) as a state machine.

`todo` holds the steps to come (P-3). `apply` copies the position, does the action and advances over automatic steps,
and over points with nothing to choose, to the next decision of a player or of the dealer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
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
    settle_options,
)
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Pile, remove_piece
from tilehall.engine.core.start_seat import NOBODY, chosen_start_seat, start_seat_option
from tilehall.engine.core.text import Text
from tilehall.engine.games.catalog import BUILT_IN_GAMES
from tilehall.engine.games.princess import events as event_texts
from tilehall.engine.games.princess.actions import (
    EXTRA,
    PASS,
    STOP,
    AnswerGem,
    ChooseSide,
    DealBonus,
    DealManorBoard,
    DealStart,
    DeclareRune,
    DrawCard,
    DrawTile,
    HoldRune,
    LayTile,
    RecallGem,
    RemoveRune,
    SetGem,
    ShiftGem,
    StealTile,
    TakeFromDisplay,
    vocabulary,
)
from tilehall.engine.games.princess.components import components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.pattern_matching import can_declare, legal_declarations, rune_value
from tilehall.engine.games.princess.state import (
    HOLE,
    NO_KIND,
    PrincessHunter,
    PrincessRulings,
    PrincessState,
    PrincessTodo,
    Tableau,
)

Events = list[Event] | None
ROW = 4
DISPLAY = 4

OPTIONS: tuple[Option, ...] = (
    Option(
        "variant",
        ("full", "first_game"),
        Text("Which game"),
        (Text("the whole game"), Text("for a first game: no Steal Tile cards, no points for moon, star and sun")),
        "P-2.1",
        implies=(("first_game", "steal_tiles", "off"), ("first_game", "sky_points", "off")),
        easiest="first_game",
    ),
    Option(
        "steal_tiles",
        ("on", "off"),
        Text("Steal Tile cards"),
        (Text("some cards make everybody take a tile from a neighbour"), Text("no thefts: rune cards only")),
        "P-4.20",
    ),
    Option(
        "sky_points",
        ("on", "off"),
        Text("Points for the sky"),
        (Text("most moons, stars and suns score at the end"), Text("the sky does not score")),
        "P-5.4",
    ),
    Option(
        "first_turn",
        ("short", "full"),
        Text("First turn"),
        (Text("your own first turn is only a tile and a gem"), Text("all steps from the first turn on")),
        "P-3.2",
    ),
    Option(
        "last_tile_runes",
        ("allowed", "forbidden"),
        Text("Runes with the last tile"),
        (Text("runes may save you in the turn of the last tile"), Text("no runes in that turn")),
        "P-5.3",
    ),
    Option(
        "late_theft",
        ("on", "off"),
        Text("Theft in the finishing turn"),
        (Text("cards drawn in that turn still rob"), Text("nobody is robbed once somebody is at the GOAL")),
        "P-6.18",
    ),
    Option(
        "board_side",
        ("choose", "random"),
        Text("Side of the board"),
        (Text("everybody chooses side a or b"), Text("the side is drawn")),
        "P-2.1",
    ),
    start_seat_option("start_seat", "P-2.1"),
)

DRAWS = {
    "START": "start",
    "BOARD": "board",
    "SIDE_DRAW": "side",
    "DISPLAY": "tile",
    "ROW": "rune",
    "REVEAL": "tile",
    "REFILL": "rune",
    "EXTRA_DRAW": "tile",
    "BONUS": "bonus",
}
"""The points that the dealer decides, and the pile that each draws from (P-3.8)."""


SCORING: tuple[PrincessTodo, ...] = (("BONUS", CHANCE), ("BONUS", CHANCE), ("OVER", CHANCE))


# --- set-up -------------------------------------------------------------------------------------------------------


def start(setup: Setup) -> PrincessState:
    """The table before the first draw (P-2.1)."""
    box, rulings = components(), _rulings(setup)
    s = PrincessState()
    s.rulings = rulings
    s.seat = s.start = s.carrier = NOBODY
    s.hunters = tuple(PrincessHunter(box.gems, box.sprite_uses) for _ in range(setup.players))
    s.boards = (1 << len(box.boards)) - 1
    s.stack = bytes([box.copies]) * len(box.kinds)
    s.display, s.row, s.completed, s.pending, s.stolen, s.bonus = (), (HOLE,) * ROW, (), (), (), ()
    s.deck = Pile(sum(1 << n for n, card in enumerate(box.cards) if rulings.steal_tiles or card.value))
    s.discard, s.hand, s.laid, s.princess, s.passages_open, s.final, s.ending = 0, NO_KIND, -1, box.tower, False, -1, ""
    s.todo = (("START", CHANCE),)
    if rulings.start != NOBODY:
        _begin(s, rulings.start)
    return s


def _rulings(setup: Setup) -> PrincessRulings:
    chosen = settle_options(OPTIONS, setup, BUILT_IN_GAMES["princess"].player_counts)
    asked = dict(setup.options)
    return PrincessRulings(
        players=setup.players,
        steal_tiles=chosen["steal_tiles"] == "on",
        sky_points=chosen["sky_points"] == "on",
        short_first_turn=chosen["first_turn"] == "short",
        last_tile_runes=chosen["last_tile_runes"] == "allowed",
        late_theft=chosen["late_theft"] == "on",
        choose_side=chosen["board_side"] == "choose",
        start=chosen_start_seat("start_seat", chosen["start_seat"], setup.players, "P-2.1"),
        chosen=tuple(sorted(asked.items())),
    )


def _begin(s: PrincessState, first: SeatNo) -> None:
    s.start = s.seat = first
    s.todo = setup_steps(s.rulings, first)


def setup_steps(rulings: PrincessRulings, first: SeatNo) -> tuple[PrincessTodo, ...]:
    """The steps up to the end of the first turn, in the order of P-2.1."""
    order = [(first + n) % rulings.players for n in range(rulings.players)]
    side = "SIDE" if rulings.choose_side else "SIDE_DRAW"
    return (
        *[("BOARD", seat) for seat in order],
        *[(side, seat) for seat in order],
        *(("DISPLAY", CHANCE),) * DISPLAY,
        *(("ROW", CHANCE),) * ROW,
        *turn_steps(first, rulings.short_first_turn),
    )


@cache
def turn_steps(seat: SeatNo, short: bool) -> tuple[PrincessTodo, ...]:
    """The steps of a turn (P-3.S1 to P-3.S8), or of a short first turn (P-3.2)."""
    optional = ("REVEAL", "TAKE", "CELL", "GEM", "MOVE", "END")
    full = ("REVEAL", "RUNE", "RECALL", "SPRITE", "TAKE", "CELL", "GEM", "DECLARE", "MOVE", "END")
    return tuple((point, seat) for point in (optional if short else full))


# --- legal actions ------------------------------------------------------------------------------------------------


def actors(s: PrincessState) -> tuple[SeatNo, ...]:
    """Who has to decide: one seat, the dealer, or nobody once the game is over (P-3.5)."""
    if not s.todo:
        return ()
    point, seat = s.todo[0]
    return (CHANCE,) if point in DRAWS else (seat,)


def legal_actions(s: PrincessState, seat: SeatNo) -> Sequence[Action]:
    """All choices at the present point (P-3.6)."""
    if not s.todo:
        return ()
    point, owner = s.todo[0]
    if point in DRAWS:
        return chance(s).outcomes if seat == CHANCE else ()
    return _CHOICES[point](s, s.hunters[seat]) if seat == owner else ()


def _sides(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-3.S0: side a or side b."""
    return vocabulary().sides


def _runes(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-3.S2, P-4.8: hold a card unless one is held already, remove one, or pass."""
    words = vocabulary()
    removals = [words.remove[card] for card in s.row]
    if hunter.held != HOLE:
        return [PASS, *removals]
    return [PASS, *[words.hold[card] for card in s.row], *removals]


def _recalls(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-3.S3: take a gem off the tableau, or pass."""
    recall = vocabulary().recall
    return [PASS, *[recall[cell] for cell in bits(hunter.tableau.gems)]]


def _sprites(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-3.S4: Extra Tile draws a tile; Gem sets a gem from the supply or shifts one."""
    words, found = vocabulary(), list[Action]((PASS,))
    if hunter.extra and any(s.stack):
        found.append(EXTRA)
    if hunter.gem:
        tableau = hunter.tableau
        free = bits(tableau.occupied & ~tableau.gems)
        if hunter.supply:
            found += [words.set[cell] for cell in free]
        for start_cell in bits(tableau.gems):
            shifts = words.shift[start_cell]
            found += [shifts[cell] for cell in free]
    return found


def _cells(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-4.1: the cells where a tile may be laid."""
    cell = vocabulary().cell
    return [cell[n] for n in bits(hunter.tableau.open_cells)]


def _gems(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-3.S5: whether a gem goes on the tile just laid."""
    words = vocabulary()
    return (words.gem_no, words.gem_yes)


def _takes(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-3.S5: the kinds of tiles in the display."""
    take = vocabulary().take
    return [take[kind] for kind in sorted(set(s.display))]


def _declarations(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-3.S6: a formed rune with one of its gems, or stop."""
    return [STOP, *legal_declarations(hunter, s.row)]


def _steals(s: PrincessState, hunter: PrincessHunter) -> Sequence[Action]:
    """P-4.21: the top tiles of the victim, without printed ones."""
    steal = vocabulary().steal
    return [steal[cell] for cell in bits(victim_hunter(s).tableau.stealable_cells)]


_CHOICES: dict[str, Callable[[PrincessState, PrincessHunter], Sequence[Action]]] = {
    "SIDE": _sides,
    "RUNE": _runes,
    "RECALL": _recalls,
    "SPRITE": _sprites,
    "EXTRA_CELL": _cells,
    "EXTRA_GEM": _gems,
    "TAKE": _takes,
    "CELL": _cells,
    "GEM": _gems,
    "DECLARE": _declarations,
    "STEAL_PICK": _steals,
    "STEAL_CELL": _cells,
}


def victim_seat(s: PrincessState, thief: SeatNo) -> SeatNo:
    """The neighbour that this seat robs in the present theft (P-4.20)."""
    return (thief + components().cards[s.pending[0]].direction) % s.rulings.players


def victim_hunter(s: PrincessState) -> PrincessHunter:
    """The victim of the present thief."""
    return s.hunters[victim_seat(s, s.todo[0][1])]


# --- chance -------------------------------------------------------------------------------------------------------


def chance(s: PrincessState) -> ChanceDraw:
    """What the dealer draws from, with the number of equally likely ways (P-3.7, P-3.8)."""
    words, point = vocabulary(), s.todo[0][0]
    pile = DRAWS[point]
    if pile == "tile":
        kinds = [kind for kind, count in enumerate(s.stack) if count]
        return ChanceDraw(pile, [words.draw[kind] for kind in kinds], [s.stack[kind] for kind in kinds])
    outcomes: Sequence[Action]
    if pile == "rune":
        outcomes = [words.row[card] for card in _deck(s).tops()]
    elif pile == "bonus":
        outcomes = [bonus for bonus in words.bonus if bonus.bonus not in s.bonus]
    elif pile == "board":
        outcomes = [words.board[board] for board in bits(s.boards)]
    else:
        outcomes = words.sides if pile == "side" else words.start[: s.rulings.players]
    return ChanceDraw(pile, outcomes, (1,) * len(outcomes), uniform=True)


def _deck(s: PrincessState) -> Pile:
    """The deck to draw from: an empty deck is replaced by the discard (P-4.10)."""
    return s.deck if s.deck.unknown or s.deck.known else Pile(s.discard)


# --- effects of actions -------------------------------------------------------------------------------------------


def apply(s: PrincessState, seat: SeatNo, a: Action, events: Events = None) -> PrincessState:
    """The position after a legal action; the old position stays unchanged."""
    new = s.copy()
    _HANDLERS[a.verb](new, s.todo[0][1], a, events)
    advance_to_decision(new, events)
    return new


def _pass(s: PrincessState, seat: SeatNo, a: Phrase, events: Events) -> None:
    """P-3.1: the step is left out."""
    s.todo = s.todo[1:]


def _stop(s: PrincessState, seat: SeatNo, a: Phrase, events: Events) -> None:
    """P-3.S6: nothing more is declared."""
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.stop_event(seat))


def _extra(s: PrincessState, seat: SeatNo, a: Phrase, events: Events) -> None:
    """P-3.S4, Extra Tile: draw a tile, lay it, and perhaps set a gem on it."""
    s.edit(seat).extra -= 1
    s.todo = (("EXTRA_DRAW", seat), ("EXTRA_CELL", seat), ("EXTRA_GEM", seat), *s.todo[1:])
    if events is not None:
        events.append(event_texts.extra_tile_event(seat))


def _gem(s: PrincessState, seat: SeatNo, a: AnswerGem, events: Events) -> None:
    """P-3.S5, P-4.7: a gem from the supply goes on the tile just laid, or none."""
    s.todo = s.todo[1:]
    if a.answer == "no":
        return
    hunter = s.edit(seat)
    hunter.supply -= 1
    hunter.tableau = hunter.tableau.with_gems(hunter.tableau.gems | 1 << s.laid)
    if events is not None:
        events.append(event_texts.gem_event(seat, s.laid))


def _side(s: PrincessState, seat: SeatNo, a: ChooseSide, events: Events) -> None:
    """P-3.S0: the four printed tiles of this side begin the tableau."""
    hunter = s.edit(seat)
    hunter.board += a.side
    hunter.tableau = Tableau.from_board(components().printed[hunter.board])
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.side_event(seat, hunter.board))


def _hold(s: PrincessState, seat: SeatNo, a: HoldRune, events: Events) -> None:
    """P-3.S2, P-4.8: the card lies before its player, and the gap in the row is refilled."""
    s.edit(seat).held = a.card
    s.row = _without(s.row, a.card)
    s.todo = (("REFILL", seat), *s.todo[1:])
    if events is not None:
        events.append(event_texts.hold_event(seat, a.card))


def _remove(s: PrincessState, seat: SeatNo, a: RemoveRune, events: Events) -> None:
    """P-3.S2: the card goes to the discard, and the gap in the row is refilled."""
    s.discard |= 1 << a.card
    s.row = _without(s.row, a.card)
    s.todo = (("REFILL", seat), *s.todo[1:])
    if events is not None:
        events.append(event_texts.remove_event(seat, a.card))


def _without(row: tuple[int, ...], card: int) -> tuple[int, ...]:
    place = row.index(card)
    return (*row[:place], HOLE, *row[place + 1 :])


def _recall(s: PrincessState, seat: SeatNo, a: RecallGem, events: Events) -> None:
    """P-3.S3: a gem returns to the supply."""
    hunter = s.edit(seat)
    hunter.supply += 1
    hunter.tableau = hunter.tableau.with_gems(hunter.tableau.gems & ~(1 << a.cell))
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.recall_event(seat, a.cell))


def _set(s: PrincessState, seat: SeatNo, a: SetGem, events: Events) -> None:
    """P-3.S4, Gem: a gem from the supply goes on a tile."""
    hunter = s.edit(seat)
    hunter.supply -= 1
    hunter.gem -= 1
    hunter.tableau = hunter.tableau.with_gems(hunter.tableau.gems | 1 << a.cell)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.set_gem_event(seat, a.cell))


def _shift(s: PrincessState, seat: SeatNo, a: ShiftGem, events: Events) -> None:
    """P-3.S4, Gem: a gem moves to another tile."""
    hunter = s.edit(seat)
    hunter.gem -= 1
    hunter.tableau = hunter.tableau.with_gems(hunter.tableau.gems & ~(1 << a.start) | 1 << a.end)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.shift_event(seat, a.start, a.end))


def _take(s: PrincessState, seat: SeatNo, a: TakeFromDisplay, events: Events) -> None:
    """P-3.S5: a tile leaves the display."""
    place = s.display.index(a.kind)
    s.display = s.display[:place] + s.display[place + 1 :]
    s.hand = a.kind
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.take_event(seat, a.kind))


def _cell(s: PrincessState, seat: SeatNo, a: LayTile, events: Events) -> None:
    """P-4.1 to P-4.4, P-4.22: the tile in hand, or the stolen one, is laid."""
    if s.todo[0][0] == "STEAL_CELL":
        kind = dict(s.stolen)[seat]
        s.stolen = tuple(pair for pair in s.stolen if pair[0] != seat)
    else:
        kind, s.hand, s.laid = s.hand, NO_KIND, a.cell
    hunter = s.edit(seat)
    was = hunter.tableau.tops[a.cell]
    hunter.tableau = hunter.tableau.lay(a.cell, kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.lay_event(seat, kind, a.cell, was))


def _declare(s: PrincessState, seat: SeatNo, a: DeclareRune, events: Events) -> None:
    """P-4.13: the gem goes onto the card, and a card of the row is replaced at once."""
    card = components().cards[a.card]
    hunter = s.edit(seat)
    worth = rune_value(hunter.tableau, card, a.gem)
    hunter.tableau = hunter.tableau.with_gems(hunter.tableau.gems & ~(1 << a.gem))
    s.completed = (*s.completed, (a.card, worth))
    if hunter.held == a.card:
        hunter.held = HOLE
    else:
        s.row = _without(s.row, a.card)
        s.todo = (("REFILL", seat), *s.todo)
    if events is not None:
        events.append(event_texts.declare_event(seat, a.card, worth, a.gem))


def _steal(s: PrincessState, seat: SeatNo, a: StealTile, events: Events) -> None:
    """P-4.21: the tile goes to the thief, a gem on it back to its owner's supply."""
    robbed = victim_seat(s, seat)
    victim = s.edit(robbed)
    kind, gem = victim.tableau.tops[a.cell], victim.tableau.gems >> a.cell & 1
    victim.supply += gem
    victim.tableau = victim.tableau.lift(a.cell)
    s.stolen = (*s.stolen, (seat, kind))
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.steal_event(seat, robbed, kind, a.cell, bool(gem)))


def _start(s: PrincessState, seat: SeatNo, a: DealStart, events: Events) -> None:
    """P-2.1: the start player is drawn."""
    _begin(s, a.seat)
    if events is not None:
        events.append(event_texts.start_event(a.seat))


def _board(s: PrincessState, seat: SeatNo, a: DealManorBoard, events: Events) -> None:
    """P-2.1: a seat receives a board."""
    s.edit(seat).board = board = components().boards[a.board]
    s.boards &= ~(1 << a.board)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.board_event(seat, board))


def _draw(s: PrincessState, seat: SeatNo, a: DrawTile, events: Events) -> None:
    """P-3.S1, P-3.S4: a tile joins the display, or is the extra tile."""
    s.stack = remove_piece(s.stack, a.kind)
    point = s.todo[0][0]
    s.todo = s.todo[1:]
    if point == "EXTRA_DRAW":
        s.hand = a.kind
    else:
        s.display = (*s.display, a.kind)
    if events is None:
        return
    if point == "EXTRA_DRAW":
        events.append(event_texts.draw_event(seat, a.kind))
    elif point == "REVEAL":
        events.append(event_texts.reveal_event(a.kind))


def _row(s: PrincessState, seat: SeatNo, a: DrawCard, events: Events) -> None:
    """P-2.2, P-4.9: a card fills the gap in the row; a Steal Tile card never stays there."""
    deck = _deck(s)
    if deck is not s.deck:
        s.discard = 0
        if events is not None:
            events.append(event_texts.reshuffle_event())
    s.deck = deck.draw(a.card)
    if not components().cards[a.card].value:
        _steal_card(s, a.card, events)
        return
    place = s.row.index(HOLE)
    s.row = (*s.row[:place], a.card, *s.row[place + 1 :])
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.rune_event(a.card))


def _steal_card(s: PrincessState, card: int, events: Events) -> None:
    """P-2.2, P-4.9, P-4.24: put back during set-up, discarded in the final round, else a theft is due."""
    if s.todo[0][0] == "ROW":
        s.deck = s.deck.insert(card, s.deck.size // 2)
        tell = event_texts.return_steal_card_event
    elif s.finished:
        s.discard |= 1 << card
        tell = event_texts.lapse_event
    else:
        s.pending = (*s.pending, card)
        tell = event_texts.theft_event
    if events is not None:
        events.append(tell(card))


def _bonus(s: PrincessState, seat: SeatNo, a: DealBonus, events: Events) -> None:
    """P-1.6: a bonus card is turned up for scoring."""
    s.bonus = (*s.bonus, a.bonus)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.bonus_event(a.bonus))


_HANDLERS: dict[str, Callable[[PrincessState, SeatNo, Any, Events], None]] = {
    "pass": _pass,
    "extra": _extra,
    "stop": _stop,
    "side": _side,
    "gem": _gem,
    "hold": _hold,
    "remove": _remove,
    "recall": _recall,
    "set": _set,
    "shift": _shift,
    "take": _take,
    "cell": _cell,
    "declare": _declare,
    "steal": _steal,
    "start": _start,
    "board": _board,
    "draw": _draw,
    "row": _row,
    "bonus": _bonus,
}


# --- automatic steps ----------------------------------------------------------------------------------------------


def advance_to_decision(s: PrincessState, events: Events) -> None:
    """Runs automatic steps and passes over points without a choice (P-3.1, P-3.4) up to the next decision."""
    while s.todo:
        point, seat = s.todo[0]
        condition = POINT_CONDITIONS.get(point)
        if condition is None or condition(s, s.hunters[seat]):
            return
        s.todo = s.todo[1:]
        step = _AUTOMATIC.get(point)
        if step is not None:
            step(s, seat, events)


def _never(s: PrincessState, hunter: PrincessHunter) -> bool:
    return False


def _has_stack(s: PrincessState, hunter: PrincessHunter) -> bool:
    return any(s.stack)


def _has_gems(s: PrincessState, hunter: PrincessHunter) -> bool:
    return hunter.tableau.gems != 0


def can_use_sprite(s: PrincessState, hunter: PrincessHunter) -> bool:
    """P-3.S4: whether a sprite has a use left and something to do."""
    if hunter.extra and any(s.stack):
        return True
    tableau = hunter.tableau
    return hunter.gem > 0 and tableau.occupied != tableau.gems


def _has_display(s: PrincessState, hunter: PrincessHunter) -> bool:
    return bool(s.display)


def _has_tile(s: PrincessState, hunter: PrincessHunter) -> bool:
    return s.hand != NO_KIND


def _has_supply(s: PrincessState, hunter: PrincessHunter) -> bool:
    return hunter.supply > 0


def _has_laid(s: PrincessState, hunter: PrincessHunter) -> bool:
    return hunter.supply > 0 and s.laid >= 0


def _has_runes(s: PrincessState, hunter: PrincessHunter) -> bool:
    """P-3.4, P-5.3: whether a rune can be declared; with `last_tile_runes: forbidden` not after the last tile."""
    if not (s.rulings.last_tile_runes or s.finished or s.tiles_left):
        return False
    return can_declare(hunter, s.row)


def _has_victim(s: PrincessState, hunter: PrincessHunter) -> bool:
    return victim_hunter(s).tableau.stealable_cells != 0


def _has_stolen(s: PrincessState, hunter: PrincessHunter) -> bool:
    return any(thief == s.todo[0][1] for thief, _ in s.stolen)


POINT_CONDITIONS: dict[str, Callable[[PrincessState, PrincessHunter], bool]] = {
    "REVEAL": _has_stack,
    "RECALL": _has_gems,
    "SPRITE": can_use_sprite,
    "EXTRA_GEM": _has_supply,
    "TAKE": _has_display,
    "CELL": _has_tile,
    "GEM": _has_laid,
    "DECLARE": _has_runes,
    "MOVE": _never,
    "END": _never,
    "STEAL_PICK": _has_victim,
    "STEAL_CELL": _has_stolen,
    "THEFT": _never,
    "SCORE": _never,
    "OVER": _never,
}
"""When a point is stopped at. Automatic steps never are; points without an entry always are."""


def _move(s: PrincessState, seat: SeatNo, events: Events) -> None:
    """P-3.S7, P-4.15 to P-4.19: the pawn moves by the combo total less the toll; gems and cards return."""
    s.laid = -1
    if not s.completed:
        return
    values = [worth for _, worth in s.completed]
    total = sum(values) + len(values) - 1
    hunter = s.edit(seat)
    hunter.supply += len(values)
    for card, _ in s.completed:
        s.discard |= 1 << card
    s.completed = ()
    walked = walk(hunter.space, total, s.princess, s.passages_open, s.finished)
    if events is not None:
        events.append(event_texts.move_event(seat, values, walked, min(walked.end, components().goal)))
    if walked.end >= components().goal:
        _finish(s, seat, hunter, walked.leftover, events)
    else:
        hunter.space = walked.end
        _meet(s, seat, walked.end, events)
    if walked.end >= components().opening and not s.passages_open:
        s.passages_open = True
        if events is not None:
            events.append(event_texts.passages_event())


def _finish(s: PrincessState, seat: SeatNo, hunter: PrincessHunter, leftover: int, events: Events) -> None:
    """P-5.1: the first pawn at the GOAL starts the final round and takes the princess out of the game (P-4.18)."""
    hunter.space, hunter.leftover = components().goal, leftover
    hunter.rank = 1 + sum(1 for other in s.hunters if other.rank)
    if events is not None:
        events.append(event_texts.goal_event(seat, leftover))
    if not s.finished:
        s.final, s.carrier = s.rulings.players, NOBODY
        if events is not None:
            events.append(event_texts.final_round_event())


def _meet(s: PrincessState, seat: SeatNo, end: int, events: Events) -> None:
    """P-4.18: the first at her tower, or whoever passes her, carries the princess."""
    if s.finished or end < components().tower or (s.carrier != NOBODY and end <= s.princess):
        return
    if s.carrier != seat and events is not None:
        events.append(event_texts.carrier_event(seat))
    s.carrier, s.princess = seat, end


def _end(s: PrincessState, seat: SeatNo, events: Events) -> None:
    """P-3.3: the witch, the thefts, then scoring or the next seat."""
    if not s.hunters[seat].moved:
        s.edit(seat).moved = True
    if not s.finished and not s.tiles_left:
        s.ending, s.todo = "witch", ()
        if events is not None:
            events.append(event_texts.witch_event())
        return
    if s.finished and not s.rulings.late_theft:
        _lapse(s, events)
    s.todo = steps_after_move(s, seat)


def _lapse(s: PrincessState, events: Events) -> None:
    """P-6.18, `late_theft: off`: cards drawn in the turn of the first finish rob nobody."""
    for card in s.pending:
        s.discard |= 1 << card
        if events is not None:
            events.append(event_texts.lapse_event(card))
    s.pending = ()


def steps_after_move(s: PrincessState, seat: SeatNo) -> tuple[PrincessTodo, ...]:
    """P-3.3: the thefts one after the other, then scoring or the next turn."""
    return (*[step for card in s.pending for step in _theft(s, seat, card)], ("SCORE", seat))


def _theft(s: PrincessState, drawer: SeatNo, card: int) -> list[PrincessTodo]:
    """P-4.20, P-4.22: from the drawer on in the card's direction everybody picks, then everybody lays."""
    players, direction = s.rulings.players, components().cards[card].direction
    order = [(drawer + direction * n) % players for n in range(players)]
    return [*[("STEAL_PICK", seat) for seat in order], *[("STEAL_CELL", seat) for seat in order], ("THEFT", drawer)]


def _settle_theft(s: PrincessState, seat: SeatNo, events: Events) -> None:
    """P-4.20: the Steal Tile card goes to the discard."""
    s.discard |= 1 << s.pending[0]
    s.pending = s.pending[1:]


def _next(s: PrincessState, seat: SeatNo, events: Events) -> None:
    """P-3.3, P-5.1: scoring after the last final turn, else the next seat's turn."""
    if s.finished:
        s.final -= 1
        if s.final == 0:
            s.todo = SCORING
            return
    s.seat = (seat + 1) % s.rulings.players
    s.todo = turn_steps(s.seat, s.rulings.short_first_turn and not s.hunters[s.seat].moved)


def _over(s: PrincessState, seat: SeatNo, events: Events) -> None:
    """P-3.9: the game ends at the goal."""
    s.ending, s.todo = "goal", ()
    if events is not None:
        events.append(event_texts.end_event())


_AUTOMATIC: dict[str, Callable[[PrincessState, SeatNo, Events], None]] = {
    "MOVE": _move,
    "END": _end,
    "THEFT": _settle_theft,
    "SCORE": _next,
    "OVER": _over,
}
