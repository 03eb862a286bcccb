"""The rules of Hex.

>>> from tilehall.engine import Match, Setup
>>> match = Match(HEX, Setup(2, (("size", "5"),)))
>>> for seat, text in ((0, "lay B2"), (1, "swap"), (0, "lay C3")):
...     _ = match.act(seat, text)
>>> HEX.dump(match.state)["stones"]
{'B2': 1, 'C3': 0}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tilehall.engine import (
    Action,
    BaseGame,
    Decision,
    Event,
    Game,
    Line,
    NotationError,
    Option,
    Position,
    PositionError,
    Receipt,
    Refusal,
    Seat,
    Setup,
    Standing,
    Text,
    Who,
    listed,
    spelled,
)
from tilehall.engine.ai.plan import Plan, Value
from tilehall.engine.core.usage import Used
from tilehall.engine.rl import encoding as tell
from tilehall.engine.rl.encoding import Feature
from tilehall.engine.teaching.things import About, Thing
from tilehall_hex import advice
from tilehall_hex.about import CELL, about, things
from tilehall_hex.board import LARGEST, board
from tilehall_hex.distances import lacking
from tilehall_hex.state import EMPTY, NOBODY, State, chain
from tilehall_hex.stones import a_stone, the_stone

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
KEYS = frozenset({"players", "options", "swapped", "stones"})


@dataclass(frozen=True, slots=True)
class Lay:
    """`lay D4`: a stone on an empty cell."""

    cell: str
    verb = "lay"

    @property
    def words(self) -> tuple[str, ...]:
        return (self.cell,)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Swap:
    """`swap`: the first stone changes its owner."""

    verb = "swap"
    words = ()

    __str__ = spelled


class Hex(BaseGame[State]):
    """Two players, one board, nothing hidden and nothing by chance."""

    id = "hex"
    title = Text("Hex")
    credit = Text("Invented by Piet Hein and John Nash")
    seats = range(2, 3)
    options: tuple[Option, ...] = (SIZE, SWAP)

    def start(self, setup: Setup) -> State:
        chosen = self.settled(setup)
        size = int(chosen["size"])
        return State(setup.options, size, chosen["swap"] == "yes", (EMPTY,) * size**2)

    def actors(self, s: State) -> tuple[Seat, ...]:
        return (s.due,) if s.winner == NOBODY else ()

    def decision(self, s: State, seat: Seat) -> Decision:
        return _decision(s.may_swap)

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        if seat not in self.actors(s):
            return ()
        cells = [_lays()[name] for name, stone in zip(s.board.names, s.stones, strict=True) if stone == EMPTY]
        return [*cells, SWAPS] if s.may_swap else cells

    def check(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        refusal = super().check(s, seat, a)
        if refusal is None or seat not in self.actors(s):
            return refusal
        rule, text = _broken(s, a)
        return refusal._replace(rule=rule, text=text)

    def apply(self, s: State, seat: Seat, a: Action, events: list[Event] | None = None) -> State:
        told: list[Event] = [] if events is None else events
        if isinstance(a, Lay):
            after = _laid(s, seat, s.board.numbers[a.cell])
            text = Text("{who} lays {stone} on {cell}.", who=Who(seat), stone=a_stone(seat), cell=a.cell)
            told.append(Event("lay", "H-3.1", text, seat, (a.cell,)))
        else:
            after = _swapped(s, seat)
            told.append(Event("swap", "H-3.3", _taken_over(s, after, seat), seat, (after.board.names[after.first],)))
        if after.winner != NOBODY:
            told.append(Event("win", "H-4.1", _joined(seat), seat, _names(after, seat)))
        return after

    def parse(self, text: str) -> Action:
        if text == "swap":
            return SWAPS
        verb, _, cell = text.partition(" ")
        if verb == "lay" and cell in _lays():
            return _lays()[cell]
        raise NotationError(Text("Say 'lay' and a cell, such as 'lay D4'; the second player may also 'swap'."), "H-3.1")

    def receipt(self, s: State) -> Receipt:
        if s.winner == NOBODY:
            return Receipt((), False)
        stones = Text("an unbroken chain, {n} stones in it", n=len(chain(s, s.winner)))
        return Receipt((Line(s.winner, "chain", 1, "H-4.3", stones),), True)

    def standing(self, s: State) -> Standing | None:
        if s.winner == NOBODY:
            return None
        scores = (1, 0) if s.winner == 0 else (0, 1)
        return Standing("chain", _joined(s.winner), scores, tuple(2 - score for score in scores))

    def foresee(self, s: State, seat: Seat, a: Action) -> tuple[Text, ...]:
        after = self.apply(s, seat, a)
        if after.winner == seat:
            return (Text("this joins your edges: you win"),)
        need, other = lacking(after, seat), 1 - seat
        mine = Text("then you lack {need} of a chain", need=need)
        return (mine, Text("{who} lacks {need}", who=Who(other), need=lacking(after, other)))

    def value(self, s: State, seat: Seat) -> Value:
        return advice.value(s, seat)

    def plans(self, s: State, seat: Seat, k: int) -> Sequence[Plan]:
        return advice.plans(self, s, seat, k)

    def explain(self, s: State, seat: Seat, plan: Plan) -> Text:
        return advice.explain(self, s, seat, plan)

    def repertoire(self, setup: Setup) -> Sequence[Action]:
        return [*(_lays()[name] for name in self.start(setup).board.names), SWAPS]

    def features(self, setup: Setup) -> Feature:
        """Whose stone lies on each cell, and whether the first one was taken over."""
        stones = tell.Grid(self.start(setup).board.names, tell.Player(2))
        return tell.entries({"stones": stones, "swapped": tell.Number(0, 1)})

    def dump(self, s: State) -> Position:
        laid = {name: stone for name, stone in zip(s.board.names, s.stones, strict=True) if stone != EMPTY}
        return {"players": 2, "options": dict(s.options), "swapped": s.swapped, "stones": laid}

    def load(self, data: Position) -> State:
        if set(data) != KEYS:
            raise PositionError(Text("A position of Hex has the entries {keys}.", keys=listed(sorted(KEYS))))
        if type(data["swapped"]) is not bool or not isinstance(data["stones"], dict):
            raise PositionError(Text("A position of Hex says whether it was swapped, and whose stones lie where."))
        empty = self.start(_setup(data))
        stones = list(empty.stones)
        for name, seat in data["stones"].items():
            if name not in empty.board.numbers or type(seat) is not int or seat not in (0, 1):
                raise PositionError(Text("On a cell of the board lies a stone of seat 0 or of seat 1."))
            stones[empty.board.numbers[name]] = seat
        s = _judged(replace(empty, stones=tuple(stones), swapped=data["swapped"]))
        if found := self.faults(s):
            raise PositionError(found[0])
        return s

    def things(self, s: State, seat: Seat) -> Sequence[Thing]:
        return things(s)

    def about(self, s: State, seat: Seat, thing: Thing) -> About | None:
        return about(s, thing) or super().about(s, seat, thing)

    def used(self, event: Event) -> Iterable[Used]:
        """A stone is laid on a cell; the cells of a chain are told when it is won, which is no deed."""
        done = (Used(event.key),)
        return (*done, Used(event.key, CELL, event.marks[0])) if event.key == "lay" else done

    def faults(self, s: State) -> tuple[Text, ...]:
        """The seats lay in turn, and the one who has won laid last."""
        ahead = s.stones.count(0) - s.stones.count(1)
        found = []
        if s.swapped and not (s.swapping and s.laid):
            found.append(Text("Nothing can have been swapped here."))
        if ahead not in ((-1, 0) if s.swapped else (0, 1)):
            found.append(Text("One of the players has laid too many stones."))
        if s.winner == s.due:
            found.append(Text("The game went on after it was won."))
        return tuple(found)


SWAPS = Swap()
HEX: Game[State] = Hex()


@cache
def _lays() -> dict[str, Lay]:
    return {name: Lay(name) for name in board(LARGEST).names}


@cache
def _decision(may_swap: bool) -> Decision:
    if may_swap:
        fields = {"lay": ("cell",), "swap": ()}
        return Decision("SWAP", Text("Lay a stone on an empty cell, or take over the first one."), "H-3.3", fields)
    return Decision("LAY", Text("Lay a stone on an empty cell."), "H-3.1", {"lay": ("cell",)})


def _broken(s: State, a: Action) -> tuple[str, Text]:
    """The rule that an action of the seat on turn breaks, and why."""
    if not isinstance(a, Lay) and not s.swapping:
        return "H-3.3", Text("There is no swapping now: this game is played without it.")
    if not isinstance(a, Lay):
        return "H-3.3", Text("There is no swapping now: only the second player may swap, as a first turn.")
    if a.cell not in s.board.numbers:
        return "H-1.2", Text("{cell} lies beyond this board of {size} by {size}.", cell=a.cell, size=s.size)
    return "H-3.1", Text("A stone lies on {cell} already, and stones stay where they are.", cell=a.cell)


def _laid(s: State, seat: Seat, cell: int) -> State:
    stones = (*s.stones[:cell], seat, *s.stones[cell + 1 :])
    after = replace(s, stones=stones)
    return replace(after, winner=seat) if chain(after, seat) else after


def _swapped(s: State, seat: Seat) -> State:
    """The stone goes to the mirrored cell: there it is worth to its new owner what it was worth to the old one."""
    cell = s.board.mirrored(s.first)
    stones = (*(EMPTY,) * cell, seat, *(EMPTY,) * (len(s.stones) - cell - 1))
    return replace(s, stones=stones, swapped=True)


def _judged(s: State) -> State:
    return replace(s, winner=next((seat for seat in (0, 1) if chain(s, seat)), NOBODY))


def _taken_over(s: State, after: State, seat: Seat) -> Text:
    old, new = s.board.names[s.first], after.board.names[after.first]
    who, stone = Who(seat), the_stone(1 - seat)
    if new == old:
        return Text("{who} takes over {stone} on {old}.", who=who, stone=stone, old=old)
    return Text("{who} takes over {stone} on {old} and lays it on {new}.", who=who, stone=stone, old=old, new=new)


def _joined(seat: Seat) -> Text:
    if seat:
        return Text("{who} has joined left and right.", who=Who(seat))
    return Text("{who} has joined top and bottom.", who=Who(seat))


def _names(s: State, seat: Seat) -> tuple[str, ...]:
    return tuple(s.board.names[cell] for cell in sorted(chain(s, seat)))


def _setup(data: Position) -> Setup:
    """The set-up that a position names."""
    options = data["options"]
    if data["players"] != 2 or not isinstance(options, dict):
        raise PositionError(Text("A position of Hex has 2 players, and its options with their values."))
    for name, value in options.items():
        if not any(option.id == name and value in option.values for option in HEX.options):
            raise PositionError(Text("A position of Hex has other options than Hex."))
    return Setup(2, tuple(sorted(options.items())))
