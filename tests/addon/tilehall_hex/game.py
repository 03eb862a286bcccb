"""The rules of Hex.

>>> from tilehall.engine import Match, Setup
>>> match = Match(HEX, Setup(2, (("size", "5"),)))
>>> for seat, text in ((0, "lay B2"), (1, "swap"), (0, "lay C3")):
...     _ = match.act(seat, text)
>>> HEX.dump(match.state)["stones"]
{'B2': 1, 'C3': 0}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from tilehall.engine import (
    Action,
    BaseGame,
    Decision,
    Event,
    Game,
    GameResult,
    NotationError,
    Option,
    Position,
    Receipt,
    ReceiptLine,
    Refusal,
    SeatNo,
    Setup,
    Text,
    Who,
    format_action,
)
from tilehall.engine.core.position_reader import check_position, load_position
from tilehall.engine.core.schema import (
    BoolSchema,
    DictSchema,
    IntSchema,
    MapSchema,
    ObjectSchema,
    SeatSchema,
    StringSchema,
    unencoded,
)
from tilehall_hex import ANNOUNCEMENT
from tilehall_hex.board import LARGEST, make_board
from tilehall_hex.state import EMPTY, NOBODY, State, winning_chain
from tilehall_hex.stones import lying_stone, new_stone

SIZE = Option(
    "size",
    ("7", "5", "9", "11"),
    Text("Board"),
    (
        Text("7 by 7: a quarter of an hour"),
        Text("5 by 5: to learn how it goes"),
        Text("9 by 9: room for plans"),
        Text("11 by 11: as Piet Hein drew it"),
    ),
    "H-2.1",
)
SWAP = Option(
    "swap",
    ("yes", "no"),
    Text("Swap rule"),
    (Text("the second player may take over the first stone"), Text("without: the first player has an advantage")),
    "H-3.3",
)


@dataclass(frozen=True, slots=True)
class Lay:
    """`lay D4`: a stone on an empty cell."""

    cell: str
    verb = "lay"

    @property
    def words(self) -> tuple[str, ...]:
        return (self.cell,)

    __str__ = format_action


@dataclass(frozen=True, slots=True)
class Swap:
    """`swap`: the first stone changes its owner."""

    verb = "swap"
    words = ()

    __str__ = format_action


class Hex(BaseGame[State]):
    """Two players, one board, nothing hidden and nothing by chance."""

    options: tuple[Option, ...] = (SIZE, SWAP)

    def start(self, setup: Setup) -> State:
        chosen = self.settle_options(setup)
        size = int(chosen["size"])
        return State(setup.options, size, chosen["swap"] == "yes", (EMPTY,) * size**2)

    def actors(self, s: State) -> tuple[SeatNo, ...]:
        return (s.seat_on_turn,) if s.winner == NOBODY else ()

    def decision(self, s: State, seat: SeatNo) -> Decision:
        return _decision(s.may_swap)

    def legal_actions(self, s: State, seat: SeatNo) -> Sequence[Action]:
        if seat not in self.actors(s):
            return ()
        cells = [lays()[name] for name, stone in zip(s.board.names, s.stones, strict=True) if stone == EMPTY]
        return [*cells, SWAPS] if s.may_swap else cells

    def check(self, s: State, seat: SeatNo, a: Action) -> Refusal | None:
        refusal = super().check(s, seat, a)
        if refusal is None or seat not in self.actors(s):
            return refusal
        rule, text = _refusal(s, a)
        return refusal._replace(rule=rule, text=text)

    def apply(self, s: State, seat: SeatNo, a: Action, events: list[Event] | None = None) -> State:
        told: list[Event] = [] if events is None else events
        if isinstance(a, Lay):
            after = _lay(s, seat, s.board.numbers[a.cell])
            text = Text("{who} lays {stone} on {cell}.", who=Who(seat), stone=new_stone(seat), cell=a.cell)
            told.append(Event("lay", "H-3.1", text, seat, (a.cell,)))
        else:
            after = _swap(s, seat)
            told.append(
                Event("swap", "H-3.3", _takeover_text(s, after, seat), seat, (after.board.names[after.first_stone],))
            )
        if after.winner != NOBODY:
            told.append(Event("win", "H-4.1", _joined_text(seat), seat, _names_seen(after, seat)))
        return after

    def parse(self, text: str) -> Action:
        if text == "swap":
            return SWAPS
        verb, _, cell = text.partition(" ")
        if verb == "lay" and cell in lays():
            return lays()[cell]
        raise NotationError(Text("Say 'lay' and a cell, such as 'lay D4'; the second player may also 'swap'."), "H-3.1")

    def receipt(self, s: State) -> Receipt:
        if s.winner == NOBODY:
            return Receipt((), False)
        stones = Text("an unbroken chain, {n} stones in it", n=len(winning_chain(s, s.winner)))
        return Receipt((ReceiptLine(s.winner, "chain", 1, "H-4.3", stones),), True)

    def final_result(self, s: State) -> GameResult | None:
        if s.winner == NOBODY:
            return None
        scores = (1, 0) if s.winner == 0 else (0, 1)
        return GameResult("chain", _joined_text(s.winner), scores, tuple(2 - score for score in scores))

    def dump(self, s: State) -> Position:
        laid = {name: stone for name, stone in zip(s.board.names, s.stones, strict=True) if stone != EMPTY}
        return {"players": 2, "options": dict(s.options), "swapped": s.swapped, "stones": laid}

    def load(self, data: Position) -> State:
        return load_position(data, _read_position, self.faults)

    def faults(self, s: State) -> tuple[Text, ...]:
        """The seats lay in turn, and the one who has won laid last."""
        ahead = s.stones.count(0) - s.stones.count(1)
        found = []
        if s.swapped and not (s.swapping and s.stone_count):
            found.append(Text("Nothing can have been swapped here."))
        if ahead not in ((-1, 0) if s.swapped else (0, 1)):
            found.append(Text("One of the players has laid too many stones."))
        if s.winner == s.seat_on_turn:
            found.append(Text("The game went on after it was won."))
        return tuple(found)


SWAPS = Swap()
HEX: Game[State] = ANNOUNCEMENT.game


@cache
def lays() -> dict[str, Lay]:
    """All actions of the largest board, by their cells."""
    return {name: Lay(name) for name in make_board(LARGEST).names}


@cache
def _decision(may_swap: bool) -> Decision:
    if may_swap:
        fields = {"lay": ("cell",), "swap": ()}
        return Decision("SWAP", Text("Lay a stone on an empty cell, or take over the first one."), "H-3.3", fields)
    return Decision("LAY", Text("Lay a stone on an empty cell."), "H-3.1", {"lay": ("cell",)})


def _refusal(s: State, a: Action) -> tuple[str, Text]:
    """The rule that an action of the seat on turn breaks, and why."""
    if not isinstance(a, Lay) and not s.swapping:
        return "H-3.3", Text("There is no swapping now: this game is played without it.")
    if not isinstance(a, Lay):
        return "H-3.3", Text("There is no swapping now: only the second player may swap, as a first turn.")
    if a.cell not in s.board.numbers:
        return "H-1.2", Text("{cell} lies beyond this board of {size} by {size}.", cell=a.cell, size=s.size)
    return "H-3.1", Text("A stone lies on {cell} already, and stones stay where they are.", cell=a.cell)


def _lay(s: State, seat: SeatNo, cell: int) -> State:
    stones = (*s.stones[:cell], seat, *s.stones[cell + 1 :])
    after = replace(s, stones=stones)
    return replace(after, winner=seat) if winning_chain(after, seat) else after


def _swap(s: State, seat: SeatNo) -> State:
    """The stone goes to the mirrored cell: there it is worth to its new owner what it was worth to the old one."""
    cell = s.board.mirror(s.first_stone)
    stones = (*(EMPTY,) * cell, seat, *(EMPTY,) * (len(s.stones) - cell - 1))
    return replace(s, stones=stones, swapped=True)


def _set_winner(s: State) -> State:
    return replace(s, winner=next((seat for seat in (0, 1) if winning_chain(s, seat)), NOBODY))


def _takeover_text(s: State, after: State, seat: SeatNo) -> Text:
    old, new = s.board.names[s.first_stone], after.board.names[after.first_stone]
    who, stone = Who(seat), lying_stone(1 - seat)
    if new == old:
        return Text("{who} takes over {stone} on {old}.", who=who, stone=stone, old=old)
    return Text("{who} takes over {stone} on {old} and lays it on {new}.", who=who, stone=stone, old=old, new=new)


def _joined_text(seat: SeatNo) -> Text:
    if seat:
        return Text("{who} has joined left and right.", who=Who(seat))
    return Text("{who} has joined top and bottom.", who=Who(seat))


def _names_seen(s: State, seat: SeatNo) -> tuple[str, ...]:
    return tuple(s.board.names[cell] for cell in sorted(winning_chain(s, seat)))


@cache
def position_schema(size: int) -> ObjectSchema:
    """Whose stone lies on each cell, and whether the first one was taken over."""
    return ObjectSchema(
        {
            "players": unencoded(IntSchema(2, 2)),
            "options": DictSchema(StringSchema()),
            "stones": MapSchema(make_board(size).names, SeatSchema(2)),
            "swapped": BoolSchema(),
        }
    )


def _read_position(data: Position) -> State:
    check_position(position_schema(LARGEST), data)
    empty = HEX.start(Setup(2, tuple(sorted(data["options"].items()))))
    stones = list(empty.stones)
    for name, seat in data["stones"].items():
        stones[empty.board.numbers[name]] = seat
    return _set_winner(replace(empty, stones=tuple(stones), swapped=data["swapped"]))
