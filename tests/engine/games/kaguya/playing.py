"""Games that computer players play by their plans, and positions seen from another side of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tilehall.engine import CHANCE, RandomDealer, Rng, Setup
from tilehall.engine.ai.bots import draw_plan
from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.components import CELLS, components
from tilehall.engine.games.kaguya.state import KaguyaBoard, KaguyaState


class Step(NamedTuple):
    """A decision of a game: where, whose, and the plan it comes from."""

    s: KaguyaState
    seat: SeatNo
    plan: Plan


def played(seed: int, players: int, k: int, options: tuple[tuple[str, str], ...] = ()) -> Iterator[Step]:
    """The new plans of a game in which everybody plays plans; the last step is the end, of nobody."""
    rng, s = Rng(seed), KAGUYA.start(Setup(players, options))
    dealer, intended = RandomDealer(rng), dict[SeatNo, tuple[Action, ...]]()
    while due := KAGUYA.actors(s):
        seat = due[0]
        if seat == CHANCE:
            s = KAGUYA.apply(s, seat, dealer.deal(KAGUYA.chance(s), 0))
            continue
        actions = intended.get(seat, ())
        if not actions:
            plan = draw_plan(KAGUYA.advisor.plans(KAGUYA.view(s, seat), seat, k), rng)
            yield Step(s, seat, plan)
            actions = plan.actions
        intended[seat] = actions[1:]
        s = KAGUYA.apply(s, seat, actions[0])
    yield Step(s, CHANCE, plan)


def wandered(
    seed: int, players: int, options: tuple[tuple[str, str], ...] = ()
) -> Iterator[tuple[KaguyaState, SeatNo]]:
    """The decisions of a random game."""
    rng, s = Rng(seed), KAGUYA.start(Setup(players, options))
    while due := KAGUYA.actors(s):
        seat = due[rng.below(len(due))]
        if seat != CHANCE:
            yield s, seat
        choices = KAGUYA.legal_actions(s, seat)
        s = KAGUYA.apply(s, seat, choices[rng.below(len(choices))])


def turned(s: KaguyaState) -> KaguyaState:
    """The same table with everybody one seat further and all boards turned with them: for four players."""
    twin = s.copy()
    twin.merchants = (s.merchants[3], *s.merchants[:3])
    for seat in range(4):
        merchant = twin.edit(seat)
        merchant.board = _board(merchant.board, components().seats[4][seat], _a_quarter, 1)
    twin.palace = _board(s.palace, 0, _a_quarter, 1)
    *rows, princess = s.rows
    twin.rows = (rows[3], *rows[:3], princess)
    twin.order = tuple(_next(seat) for seat in s.order)
    twin.todo = tuple((point, _next(seat)) for point, seat in s.todo)
    twin.cell = s.cell if s.cell < 0 else _a_quarter(s.cell)
    twin.rot = s.rot if s.rot < 0 else (s.rot + 1) % 4
    return twin


def _next(seat: SeatNo) -> SeatNo:
    return seat if seat == CHANCE else (seat + 1) % 4


def _a_quarter(cell: int) -> int:
    row, column = CELLS.row_and_column(cell)
    return column * CELLS.width + CELLS.width - 1 - row


def mirrored(s: KaguyaState) -> KaguyaState:
    """The same table in a mirror, left and right: for two players, who keep their sides."""
    twin = s.copy()
    for seat in range(s.rulings.players):
        merchant = twin.edit(seat)
        merchant.board = _board(merchant.board, merchant.board.side, _opposite, 0)
    twin.palace = _board(s.palace, 0, _opposite, 0)
    twin.cell = s.cell if s.cell < 0 else _opposite(s.cell)
    twin.rot = s.rot if s.rot < 0 else _mirrored_rot(s.rot)
    return twin


def _opposite(cell: int) -> int:
    row, column = CELLS.row_and_column(cell)
    return row * CELLS.width + CELLS.width - 1 - column


def _mirrored_rot(rot: int) -> int:
    return rot if rot % 2 else 2 - rot


def _board(board: KaguyaBoard, side: int, moved: Callable[[int], int], quarters: int) -> KaguyaBoard:
    found = KaguyaBoard.empty(side)
    for cell, tile, rot, plant in board.placed:
        same = components().tiles[tile].rotation_count == 1
        way = 0 if same else (rot + 1) % 4 if quarters else _mirrored_rot(rot)
        found = found.with_tile(moved(cell), tile, way, plant)
    return found
