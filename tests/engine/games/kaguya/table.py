"""Examples of Kaguyahime: a table set up as an example needs it, which plays lines of text and answers questions.

>>> t = deal(2, values="PGBR", columns={1: "N06 N02 L1"})
>>> t.present("RC", "-").point, t.seat, t["order"]
('TILE', 0, [0, 1])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tilehall.engine import CHANCE, ENGLISH, Event, Position, Rng, Setup, render_text
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.components import NAMES as CELL_NAMES
from tilehall.engine.games.kaguya.components import components
from tilehall.engine.games.kaguya.state import KaguyaBoard, KaguyaState

NAMES = ("Ran", "Gin", "Bea", "Wes")
TILES = [tile.id for tile in components().tiles]
HANDS = ("RRBGP", "BBGGP", "RRBGP", "BGGPP")
LINES = {2: (2, 1, 3), 3: (3, 2, 1, 4), 4: (2, 5, 1, 4, 3)}
"""Tie-break: by seat; with four players seat 2 comes before seat 1, as in the example of the rulebook."""


def opened(players: int = 2, **options: str) -> Table:
    """A table before the first draw."""
    return Table(KAGUYA.start(Setup(players, tuple(sorted(options.items())))))


def deal(
    players: int = 4,
    values: str = "PGBR",
    hands: Sequence[str] = HANDS,
    columns: Mapping[int, str] | None = None,
    rows: Sequence[int] = (),
    **options: str,
) -> Table:
    """A table at the first presentation: colours from 1 star on, five random cubes a seat, tiles of some columns.

    What is not named is filled with the tiles of the box in their order, but houseplants last.
    """
    table = opened(players, **options)
    table.play(*(f"value {colour}" for colour in values))
    table.play(*(f"cube {colour}" for hand in hands[:players] for colour in hand))
    named = [tile for column in (columns or {}).values() for tile in column.split()]
    rest = [tile for tile in TILES if tile not in named]
    for number in range(1, 10):
        wanted = (columns or {}).get(number, "").split()
        wanted += [rest.pop(0) for _ in range(players + 1 - len(wanted))]
        table.play(*(f"lay {tile}" for tile in wanted))
    return table.play(*(f"row {row}" for row in rows or LINES[players]))


class Table:
    """Plays lines of text and answers questions about the position."""

    def __init__(self, state: KaguyaState) -> None:
        self.state = state
        self.events: list[Event] = []

    def act(self, seat: int, text: str) -> Table:
        action = KAGUYA.parse(text)
        refusal = KAGUYA.check(self.state, seat, action)
        assert refusal is None, f"{text} at {self.point}: {refusal and refusal.text}"
        assert action in KAGUYA.legal_actions(self.state, seat)
        self.state = KAGUYA.apply(self.state, seat, action, self.events)
        assert KAGUYA.faults(self.state) == ()
        return self

    def play(self, *texts: str) -> Table:
        """Lines for whoever is to act."""
        for text in texts:
            self.act(self.seat, text)
        return self

    def present(self, *combinations: str, order: Sequence[int] = ()) -> Table:
        """What every seat holds, committed in this order."""
        for seat in order or range(len(combinations)):
            self.act(seat, f"present {combinations[seat]}")
        return self

    def lay(self, row: int, cell: str, rot: int = 0, plant: str = "") -> Table:
        return self.play(f"tile {row}", f"cell {cell}", f"rot {rot}", *([f"plant {plant}"] if plant else []))

    def idle(self, *until: str, round: int = 0) -> Table:
        """Nothing in the fist, else the first choice, until such a point (of that round) is due."""
        while not self.over and not (self.point in until and round in (0, self.state.round)):
            seat = self.seat
            choices = KAGUYA.legal_actions(self.state, seat)
            self.act(seat, str(KAGUYA.default_action(self.state, seat) if seat != CHANCE else choices[0]))
        return self

    def wander(self, rng: Rng) -> Table:
        """One random step of somebody who is due."""
        due = KAGUYA.actors(self.state)
        seat = due[rng.below(len(due))]
        choices = KAGUYA.legal_actions(self.state, seat)
        self.state = KAGUYA.apply(self.state, seat, choices[rng.below(len(choices))], self.events)
        return self

    @property
    def due(self) -> tuple[int, ...]:
        return KAGUYA.actors(self.state)

    @property
    def seat(self) -> int:
        """Who is to act, the first if there are several."""
        return self.due[0]

    @property
    def over(self) -> bool:
        return not self.due

    @property
    def point(self) -> str:
        return "OVER" if self.over else KAGUYA.decision(self.state, self.seat).kind

    @property
    def choices(self) -> set[str]:
        return self.choices_of(self.seat)

    def choices_of(self, seat: int) -> set[str]:
        return {str(action) for action in KAGUYA.legal_actions(self.state, seat)}

    @property
    def weights(self) -> dict[str, int]:
        draw = KAGUYA.chance(self.state)
        return {str(outcome): weight for outcome, weight in zip(draw.outcomes, draw.weights, strict=True)}

    def refusal(self, text: str, seat: int | None = None) -> str:
        """The rule by which this seat (or the one to act) may not do this; empty if it may."""
        refusal = KAGUYA.check(self.state, self.seat if seat is None else seat, KAGUYA.parse(text))
        return refusal.rule if refusal else ""

    @property
    def position(self) -> Position:
        return KAGUYA.dump(self.state)

    def __getitem__(self, key: str) -> Any:
        return self.position[key]

    def of(self, seat: int) -> dict[str, Any]:
        merchants: list[dict[str, Any]] = self["merchants"]
        return merchants[seat]

    def purse(self, seat: int) -> str:
        return letters(self.of(seat)["purse"])

    @property
    def storage(self) -> str:
        return letters(self["storage"])

    @property
    def values(self) -> str:
        """`R4 B3 G2 P1`."""
        return " ".join(f"{colour}{stars}" for colour, stars in self["values"].items())

    @property
    def favours(self) -> list[int]:
        return [each["favour"] for each in self["merchants"]]

    @property
    def penalised(self) -> list[int]:
        return [seat for seat, each in enumerate(self["merchants"]) if each["penalised"]]

    @property
    def line(self) -> tuple[int, ...]:
        return self.state.tie_break_order()

    @property
    def log(self) -> list[str]:
        return [told(event) for event in self.events]


def told(event: Event, seat: int | None = None) -> str:
    """What a seat, or a spectator, reads."""
    return render_text(event.text_for(seat), ENGLISH, NAMES)


def letters(counts: Mapping[str, int]) -> str:
    """`RRBGPC`."""
    return "".join(letter * count for letter, count in counts.items())


def board(side: str, *tiles: str) -> KaguyaBoard:
    """A board with tiles such as `e5 N03/1` or `e1 H3(R)`; the cell need not be joined to another."""
    box = components()
    made = KaguyaBoard.empty([each.id for each in box.sides].index(side))
    for entry in tiles:
        cell, tile = entry.split()
        tile, _, cube = tile.rstrip(")").partition("(")
        tile, _, rot = tile.partition("/")
        plant = box.kinds.index(cube) if cube else -1
        made = made.with_tile(CELL_NAMES.index(cell), box.tile_numbers[tile], int(rot or 0), plant)
    return made


def changed(table: Table, **parts: Any) -> Table:
    """The same table with parts of its position replaced; it must still be a position."""
    return Table(KAGUYA.load({**table.position, **parts}))


def count(texts: Sequence[str]) -> Counter[str]:
    return Counter(texts)


def bare_counts(s: KaguyaState, seat: int) -> dict[str, int]:
    """The cubes behind a screen, by kind."""
    purse: dict[str, int] = KAGUYA.dump(s)["merchants"][seat]["purse"]
    return purse
