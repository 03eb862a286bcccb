"""Checks that a position can be reached, so that every position that is loaded can be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilehall.engine.core.game import quote_text
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.components import LATTICE, PRINTED, SPAN, components
from tilehall.engine.games.princess.names import tile
from tilehall.engine.games.princess.rules import (
    DISPLAY,
    POINT_CONDITIONS,
    ROW,
    SCORING,
    setup_steps,
    steps_after_move,
    turn_steps,
)
from tilehall.engine.games.princess.state import HOLE, NO_KIND, NOBODY, PrincessState, PrincessTodo

MOST_OPEN = DISPLAY + 1


def faults(s: PrincessState) -> tuple[Text, ...]:
    """The invariants that this position breaks, one sentence each."""
    wrong = _range_faults(s) or _todo_faults(s) or _board_faults(s)
    if wrong:  # the other checks rely on these
        return tuple(wrong)
    found = (
        *(_setup_faults(s) if _setting_up(s) else (*_first_turn_faults(s), *_step_faults(s, _point(s)))),
        *_tile_faults(s),
        *_hand_faults(s),
        *_card_faults(s),
        *_gem_faults(s),
        *_frame_faults(s),
        *_race_faults(s),
        *_end_faults(s),
    )
    return found or tuple(_choice_faults(s))  # choices can be computed only if all else is sound


def _range_faults(s: PrincessState) -> list[Text]:
    """Numbers outside the ranges of cells, kinds, cards and seats."""
    players, box = s.rulings.players, components()
    found: list[Text] = []
    if s.rulings.start not in (NOBODY, s.start):
        found.append(Text("another player begins than the option says."))
    if len(s.hunters) != players:
        found.append(
            Text("there are {hunters} hunters for {players} players.", hunters=len(s.hunters), players=players)
        )
    if any(not NOBODY <= seat < players for seat in (s.seat, s.start, s.carrier, *(seat for seat, _ in s.stolen))):
        found.append(Text("a seat is named that is not at the table."))
    if len(s.row) != ROW:
        found.append(Text("the row has {places} places instead of {row}.", places=len(s.row), row=ROW))
    if not box.tower <= s.princess < box.goal:
        found.append(Text("the princess is on a space from {first} to {last}.", first=box.tower, last=box.goal - 1))
    return found


def _todo_faults(s: PrincessState) -> list[Text]:
    """The steps to come must be the end of a sequence that the rules produce."""
    if bool(s.ending) == bool(s.todo) or s.ending not in ("", "goal", "witch"):
        return [Text("either steps are to come or the game is over, not both.")]
    if s.todo and all(course[-len(s.todo) :] != s.todo for course in _step_sequences(s)):
        return [Text("{step} and what is to come after it are no part of a turn.", step=quote_text(s.todo[0][0]))]
    return []


def _step_sequences(s: PrincessState) -> Iterator[tuple[PrincessTodo, ...]]:
    """All sequences of steps that the rules produce."""
    yield SCORING
    if s.seat == NOBODY or s.start == NOBODY:
        yield (("START", NOBODY),)
        return
    seat = s.seat
    if seat == s.start:
        yield setup_steps(s.rulings, seat)
    full = turn_steps(seat, False)
    if s.rulings.short_first_turn and not s.hunters[seat].moved:
        yield turn_steps(seat, True)
    else:
        yield full
        yield (("REFILL", seat), *full[2:])
        yield (("REFILL", seat), *full[7:])
        yield (("EXTRA_DRAW", seat), ("EXTRA_CELL", seat), ("EXTRA_GEM", seat), *full[4:])
    if all(not components().cards[card].value for card in s.pending):
        yield steps_after_move(s, seat)


BEFORE_TAKING = ("RUNE", "RECALL", "SPRITE", "EXTRA_DRAW", "EXTRA_CELL", "EXTRA_GEM", "TAKE")


def _point(s: PrincessState) -> str:
    """The present step. For a rune drawn into the row, the step that made the gap."""
    points = [point for point, _ in s.todo if point != "REFILL"]
    return {"RECALL": "RUNE"}.get(points[0], points[0]) if s.todo[:1] == (("REFILL", s.seat),) else (*points, "")[0]


def _setting_up(s: PrincessState) -> bool:
    return s.seat == NOBODY or any(step in (("DISPLAY", NOBODY), ("ROW", NOBODY)) for step in s.todo)


def _first_turn_faults(s: PrincessState) -> list[Text]:
    """First turns come in seat order from the start player; who still waits for it has used nothing."""
    players, box = s.rulings.players, components()
    order = [s.hunters[(s.start + n) % players] for n in range(players)]
    had = [hunter.moved for hunter in order]
    over = not s.todo or s.todo[-1:] in (SCORING[-1:], (("SCORE", s.seat),))
    if had != sorted(had, reverse=True) or (not all(had) and (s.seat - s.start) % players != sum(had) - over):
        return [Text("first turns come in the order of the seats.")]
    for hunter in order[sum(had) + (not over) :]:
        full = (hunter.supply, hunter.extra, hunter.gem) == (box.gems, box.sprite_uses, box.sprite_uses)
        if not full or hunter.space or hunter.rank or hunter.held != HOLE:
            return [Text("nobody has used anything before the first turn.")]
    return []


def _setup_faults(s: PrincessState) -> list[Text]:
    """Before the first turn only what was dealt lies there (P-2.1)."""
    box = components()
    if s.discard or s.pending or s.completed or s.stolen or s.laid >= 0 or s.passages_open or s.final >= 0:
        return [Text("nobody has had a turn while the table is being laid.")]
    for hunter in s.hunters:
        fresh = (hunter.supply, hunter.extra, hunter.gem) == (box.gems, box.sprite_uses, box.sprite_uses)
        if not fresh or hunter.space or hunter.rank or hunter.moved or hunter.held != HOLE:
            return [Text("nobody has had a turn while the table is being laid.")]
        if hunter.tableau.gems or hunter.tableau.stealable_cells:
            return [Text("nobody has had a turn while the table is being laid.")]
    return []


def _step_faults(s: PrincessState, point: str) -> list[Text]:
    """Invariant 5; the cell just laid and pending Steal cards may exist at some steps only."""
    found = []
    most = DISPLAY + (point in BEFORE_TAKING)
    if len(s.display) > most or (any(s.stack) and len(s.display) < most):
        found.append(Text("the display has {n} tile.", "the display has {n} tiles.", n=len(s.display)))
    taking = point in ("REVEAL", *BEFORE_TAKING) or bool(s.todo and s.todo[-1] == ("SCORE", s.seat))
    if not s.finished and taking and not s.tiles_left:
        found.append(Text("the witch comes when the tiles are used up and nobody has finished."))
    called = s.hunters[s.seat].extra < components().sprite_uses
    if point in ("EXTRA_DRAW", "EXTRA_CELL", "EXTRA_GEM") and not called:
        found.append(Text("the sprite has been called for the extra tile."))
    laid = {
        "EXTRA_GEM": {True},
        "GEM": {True},
        "DECLARE": {True, False},
        "TAKE": {called, False},
        "CELL": {called, False},
    }
    if (s.laid >= 0) not in laid.get(point, {False}):
        found.append(Text("the cell just laid does not fit the step '{point}'.", point=point))
    elif s.laid >= 0 and not s.hunters[s.seat].tableau.stealable_cells >> s.laid & 1:
        found.append(Text("the cell just laid is empty."))
    thefts = s.todo.count(("THEFT", s.seat))
    resolved = s.todo[-1:] == (("SCORE", s.seat),)
    if any(components().cards[card].value for card in s.pending) or (resolved and thefts != len(s.pending)):
        found.append(Text("the thefts to come are not those of the Steal cards drawn."))
    before = point in ("REVEAL", "BONUS") or (point == "RUNE" and s.todo[0][0] != "REFILL") or s.ending == "goal"
    if s.pending and before:
        found.append(Text("the thefts to come are not those of the Steal cards drawn."))
    return found


def _board_faults(s: PrincessState) -> list[Text]:
    """Each seat has the part of its own board that the set-up has reached (P-2.1)."""
    box = components()
    found: list[Text] = []
    dealt = [hunter.board[:2] for hunter in s.hunters if hunter.board]
    if sorted(dealt + [box.boards[n] for n in bits(s.boards)]) != sorted(box.boards):
        found.append(Text("every board is dealt to one seat or not dealt yet."))
    for seat, hunter in enumerate(s.hunters):
        size = 3
        if s.seat == NOBODY or ("BOARD", seat) in s.todo:
            size = 0
        elif ("SIDE", seat) in s.todo or ("SIDE_DRAW", seat) in s.todo:
            size = 2
        if len(hunter.board) != size or bool(hunter.tableau.occupied) != (size == 3):
            board = quote_text(hunter.board)
            found.append(
                Text("seat {seat} has the board {board}, which does not fit the steps to come.", seat=seat, board=board)
            )
    return found


def _tile_faults(s: PrincessState) -> list[Text]:
    """Invariant 1: four tiles of each kind."""
    count: Counter[int] = Counter(s.display)
    for kind, number in enumerate(s.stack):
        count[kind] += number
    for hunter in s.hunters:
        count.update(hunter.tableau.tops[cell] for cell in bits(hunter.tableau.occupied))
        count.update(kind for _, kind in hunter.tableau.under)
        if hunter.tableau.occupied:
            count.subtract(components().printed[hunter.board])
    count.update([s.hand] if s.hand != NO_KIND else [])
    count.update(kind for _, kind in s.stolen)
    copies = components().copies
    return [
        Text(
            "there is {n} tile {tile} instead of {copies}.",
            "there are {n} tiles {tile} instead of {copies}.",
            n=count[kind],
            tile=tile(kind),
            copies=copies,
        )
        for kind in range(len(components().kinds))
        if count[kind] != copies
    ]


def _hand_faults(s: PrincessState) -> list[Text]:
    """Invariant 5; a tile is in hand only where one is about to be laid."""
    found: list[Text] = []
    point = s.todo[0][0] if s.todo else ""
    if (s.hand != NO_KIND) != (point in ("CELL", "EXTRA_CELL")):
        found.append(Text("a tile is in hand if and only if it is to be laid."))
    to_come = DISPLAY if s.seat == NOBODY else s.todo.count(("DISPLAY", NOBODY))
    if len(s.display) > MOST_OPEN or (to_come and len(s.display) != DISPLAY - to_come):
        found.append(Text("the display has {n} tile.", "the display has {n} tiles.", n=len(s.display)))
    theft = s.todo[: s.todo.index(("THEFT", s.seat))] if ("THEFT", s.seat) in s.todo else ()
    picking = {seat for step, seat in theft if step == "STEAL_PICK"}
    laying = {seat for step, seat in theft if step == "STEAL_CELL"} - picking
    thieves = [seat for seat, _ in s.stolen]
    if len(set(thieves)) < len(thieves) or not set(thieves) <= laying:
        found.append(Text("a stolen tile is held by somebody who is not about to lay it."))
    if s.laid >= 0 and not s.hunters[s.seat].tableau.occupied >> s.laid & 1:
        found.append(Text("the cell just laid is empty."))
    return found


def _card_faults(s: PrincessState) -> list[Text]:
    """Invariant 2: every rune is in one place; four in the row, never a Steal card."""
    box = components()
    places = [*bits(s.deck.unknown), *(card for _, card in s.deck.known), *bits(s.discard), *s.pending]
    places += [card for card, _ in s.completed] + [card for card in s.row if card != HOLE]
    places += [hunter.held for hunter in s.hunters if hunter.held != HOLE]
    expected = [n for n, card in enumerate(box.cards) if s.rulings.steal_tiles or card.value]
    found = [] if sorted(places) == expected else [Text("every rune card must be in exactly one place.")]
    holes = ROW if s.seat == NOBODY else s.todo.count(("ROW", NOBODY)) + s.todo[:1].count(("REFILL", s.seat))
    if s.row.count(HOLE) != holes:
        there = s.row.count(HOLE)
        found.append(
            Text(
                "the row has {n} hole instead of {due}.", "the row has {n} holes instead of {due}.", n=there, due=holes
            )
        )
    if holes and not (s.deck.size or s.discard):
        found.append(Text("there is no rune for the hole in the row."))
    open_cards = [*s.row, *(hunter.held for hunter in s.hunters)]
    if any(card != HOLE and not box.cards[card].value for card in open_cards):
        found.append(Text("a Steal card is never in the row or held."))
    if any(box.cards[card].value for _, card in s.deck.known):
        found.append(Text("only Steal cards go back into the deck openly."))
    depths = [depth for depth, _ in s.deck.known]
    if len(set(depths)) < len(depths) or any(not 0 <= depth < s.deck.size for depth in depths):
        found.append(Text("a known card lies outside the deck or where another one lies."))
    declaring = ("DECLARE", s.seat) in s.todo[:2] and s.todo[0][0] in ("DECLARE", "REFILL")
    if s.completed and not declaring:
        found.append(Text("completed runes lie there only while runes are declared."))
    if any(worth <= 0 or worth not in (box.cards[card].value, box.cards[card].lower) for card, worth in s.completed):
        found.append(Text("a completed rune has a value that is not on its card."))
    return found


def _gem_faults(s: PrincessState) -> list[Text]:
    """Invariant 3 and 7: four gems a seat, on tiles, uses never negative."""
    box = components()
    found: list[Text] = []
    for seat, hunter in enumerate(s.hunters):
        on_cards = len(s.completed) if seat == s.seat else 0
        gems = hunter.supply + hunter.tableau.gems.bit_count() + on_cards
        if gems != box.gems or hunter.supply < 0:
            found.append(
                Text(
                    "seat {seat} has {n} gem instead of {due}.",
                    "seat {seat} has {n} gems instead of {due}.",
                    n=gems,
                    seat=seat,
                    due=box.gems,
                )
            )
        if hunter.tableau.gems & ~hunter.tableau.occupied:
            found.append(Text("a gem of seat {seat} does not lie on a tile.", seat=seat))
        if not (0 <= hunter.extra <= box.sprite_uses and 0 <= hunter.gem <= box.sprite_uses):
            found.append(Text("seat {seat} has sprite uses outside 0 to {most}.", seat=seat, most=box.sprite_uses))
    return found


def _frame_faults(s: PrincessState) -> list[Text]:
    """Invariant 4: the printed cells are there and everything fits into 5x5."""
    found: list[Text] = []
    for seat, hunter in enumerate(s.hunters):
        occupied = hunter.tableau.occupied
        if not occupied:
            continue
        top, left, bottom, right = LATTICE.bounding_box(occupied)
        if bottom - top >= SPAN or right - left >= SPAN:
            found.append(Text("the tiles of seat {seat} do not fit into 5x5.", seat=seat))
        if occupied & PRINTED != PRINTED:
            found.append(Text("seat {seat} lacks a printed cell.", seat=seat))
    return found


def _race_faults(s: PrincessState) -> list[Text]:
    """Invariants 6 and 9: pawns, princess and ranks."""
    box = components()
    found: list[Text] = []
    spaces = [hunter.space for hunter in s.hunters]
    if any(not 0 <= space <= box.goal for space in spaces):
        found.append(Text("a pawn stands outside the manor."))
    ranks = sorted(hunter.rank for hunter in s.hunters if hunter.rank)
    if ranks != list(range(1, len(ranks) + 1)) or bool(ranks) != s.finished:
        found.append(Text("the ranks at the GOAL are not 1, 2, 3 in a row."))
    if any(bool(hunter.rank) != (hunter.space == box.goal) for hunter in s.hunters):
        found.append(Text("a pawn is on the GOAL if and only if it has a rank."))
    if any(hunter.leftover < 0 or (hunter.leftover and not hunter.rank) for hunter in s.hunters):
        found.append(Text("only a pawn on the GOAL has steps left over."))
    if any(space >= box.opening for space in spaces) != s.passages_open:
        found.append(Text("the passages are open once a pawn has reached {n}.", n=box.opening))
    if s.finished:
        if s.carrier != NOBODY:
            found.append(Text("nobody carries the princess after the first finish."))
        return found
    if s.carrier == NOBODY and (max(spaces) >= box.tower or s.princess != box.tower):
        found.append(Text("the princess waits on {n} while all pawns are before it.", n=box.tower))
    if s.carrier != NOBODY and not spaces[s.carrier] == s.princess == max(spaces) >= box.tower:
        found.append(Text("the carrier of the princess leads and stands on her space."))
    return found


def _end_faults(s: PrincessState) -> list[Text]:
    """The final round, the bonus cards and the two endings (P-5.1, P-5.3, P-3.8)."""
    found: list[Text] = []
    scoring = s.ending == "goal" or s.todo[-1:] == SCORING[-1:]
    if (s.final == 0) != scoring or not -1 <= s.final <= s.rulings.players:
        found.append(Text("the final turns still owed do not fit the steps to come."))
    if (s.finished and not scoring) or s.ending == "goal":
        found += _final_faults(s)
    if len(set(s.bonus)) != (2 - s.todo.count(SCORING[0]) if scoring else 0):
        found.append(
            Text(
                "{n} bonus card is open, which does not fit the steps to come.",
                "{n} bonus cards are open, which does not fit the steps to come.",
                n=len(set(s.bonus)),
            )
        )
    if s.ending == "witch" and (s.finished or s.tiles_left):
        found.append(Text("the witch comes when the tiles are used up and nobody has finished."))
    return found


def _final_faults(s: PrincessState) -> list[Text]:
    """The first at the GOAL began the final round; the others finish in the order of their last turns (P-5.1)."""
    players = s.rulings.players
    first = next((seat for seat, hunter in enumerate(s.hunters) if hunter.rank == 1), NOBODY)
    had = players - max(s.final, 1)
    if first == NOBODY or (first + had) % players != s.seat:
        return [Text("the final turns still owed do not fit the steps to come.")]
    over = bool(s.ending) or s.todo[-1] == ("SCORE", s.seat)
    if s.final == players and not over:
        return [Text("the final turns still owed do not fit the steps to come.")]
    ranks = [s.hunters[(first + n) % players].rank for n in range(players)]
    arrived = [rank for rank in ranks if rank]
    if arrived != sorted(arrived) or any(ranks[had + over :]):
        return [Text("the ranks at the GOAL are not 1, 2, 3 in a row.")]
    return []


def _choice_faults(s: PrincessState) -> list[Text]:
    """Somebody, or the dealer, has a choice at the present step."""
    if not s.todo:
        return []
    point, seat = s.todo[0]
    condition = POINT_CONDITIONS.get(point)
    if point == "EXTRA_DRAW":
        condition = POINT_CONDITIONS["REVEAL"]
    if condition is not None and not condition(s, s.hunters[seat]):
        return [Text("there is nothing to decide at '{point}'.", point=point)]
    if point in ("GEM", "EXTRA_GEM") and (s.laid < 0 or s.hunters[seat].tableau.gems >> s.laid & 1):
        return [Text("a gem goes on the tile just laid, if none lies there.")]
    return []
