"""Examples of the princess' game: a position named by what matters in it, and a table that plays lines of text.

>>> aki = hunter(tiles={"F4": "WS", "G4": "AS"}, gems=["F4"])
>>> example = table(aki, hunter("B2a"), at="DECLARE", row="R01 R20 R26 R28")
>>> sorted(example.choices), example.play("declare R01 F4", "row R30").spaces
(['declare R01 F4', 'stop'], [2, 0])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tilehall.engine import CHANCE, ENGLISH, Event, Position, Setup, load_game, render_text
from tilehall.engine.games.princess.invariants import BEFORE_TAKING

PRINCESS = load_game("princess")
NAMES = ("Aki", "Bo", "Cem", "Dia")
KINDS = [element + sky for element in "EWFA" for sky in "MSU"]
CARDS = [f"R{n:02}" for n in range(1, 31)] + ["T31", "T32"]
PRINTED = ("D4", "E4", "D5", "E5")
BOARDS = {
    "B1a": "EM WS FS AM",
    "B1b": "EM ES WU FM",
    "B2a": "WS FU AU ES",
    "B2b": "WS WU FM AS",
    "B3a": "FU AM EM WU",
    "B3b": "FU FM AS EU",
    "B4a": "AM ES WS FM",
    "B4b": "AM AS EU WM",
}
TURN = ["REVEAL", "RUNE", "RECALL", "SPRITE", "TAKE", "CELL", "GEM", "DECLARE", "MOVE", "END"]
TILES = {"D6": "FM", "E6": "FS", "F4": "FM", "F5": "FU", "F6": "FM"}
FIRE = {"D4": "FU", "E4": "FU", "D5": "FU", "E5": "FS", **TILES}
"""Tiles that make D4:F6 a block of fire, whatever is printed below: most formations stand complete in it."""


def hunter(
    board: str = "B1a",
    tiles: Mapping[str, str] | None = None,
    gems: Sequence[str] = (),
    *,
    held: str | None = None,
    extra: int = 2,
    gem: int = 2,
    space: int = 0,
    rank: int = 0,
    leftover: int = 0,
    moved: bool = True,
    on_cards: int = 0,
) -> dict[str, Any]:
    """One seat: what lies on its cells above the printed tiles (`FM WS`: a pile, bottom first), gems, pawn."""
    cells = {cell: [kind] for cell, kind in zip(PRINTED, BOARDS[board].split(), strict=True)}
    for cell, pile in (tiles or {}).items():
        cells.setdefault(cell, []).extend(pile.split())
    return {
        "board": board,
        "cells": cells,
        "gems": list(gems),
        "supply": 4 - len(gems) - on_cards,
        "held": held,
        "extra": extra,
        "gem": gem,
        "space": space,
        "rank": rank,
        "leftover": leftover,
        "moved": moved,
    }


def filling(display: Sequence[str], tiles: dict[str, int], due: int) -> list[str]:
    """What the display lacks while there is a stack, out of it: rather kinds that lie open already."""
    found = []
    while any(tiles.values()) and len(display) + len(found) < due:
        kind = max(tiles, key=lambda each: (tiles[each] > 0, each in display, tiles[each]))
        tiles[kind] -= 1
        found.append(kind)
    return found


def table(
    *hunters: dict[str, Any],
    at: str = "RUNE",
    seat: int = 0,
    row: str = "R10 R12 R13 R14",
    display: str = "EM ES EU AM",
    stack: bool = True,
    deck: bool = True,
    carrier: int | None = None,
    passages: bool = False,
    hand: str | None = None,
    pending: str = "",
    final: int | None = None,
    todo: Sequence[tuple[str, int]] | None = None,
    options: Mapping[str, str] | None = None,
) -> Table:
    """The table at this step of a full turn. What is not named lies in stack and deck.

    While there is a stack the display is full. Without a stack the tiles that are left lie at the bottom of the last
    seat's cell E5; without a deck the cards that are left are the discard.
    """
    places = [*row.split(), *pending.split(), *(h["held"] for h in hunters if h["held"])]
    known = CARDS if (options or {}).get("steal_tiles") != "off" else CARDS[:30]
    cards = [card for card in known if card not in places]
    tiles = dict.fromkeys(KINDS, 4)
    on_cells = Counter(kind for h in hunters for cell, pile in h["cells"].items() for kind in pile[cell in PRINTED :])
    for kind, used in (Counter(display.split()) + on_cells + Counter([hand] if hand else [])).items():
        tiles[kind] -= used
    assert min(tiles.values()) >= 0, f"more than four: {tiles}"
    if not stack:
        hunters[-1]["cells"]["E5"][1:1] = [kind for kind, left in tiles.items() for _ in range(left)]
        tiles = dict.fromkeys(KINDS, 0)
    steps = [list(step) for step in todo or [(point, seat) for point in TURN[TURN.index(at) :]]]
    open_tiles = display.split() + filling(display.split(), tiles, 4 + (steps != [] and steps[0][0] in BEFORE_TAKING))
    dealt = {h["board"][:2] for h in hunters}
    position: Position = {
        **PRINCESS.dump(PRINCESS.start(Setup(len(hunters)))),
        "options": dict(options or {}),
        "todo": steps,
        "seat": seat,
        "start": 0,
        "hunters": list(hunters),
        "boards": [board for board in ("B1", "B2", "B3", "B4") if board not in dealt],
        "stack": tiles,
        "display": open_tiles,
        "row": row.split(),
        "deck": {"unknown": cards if deck else [], "known": []},
        "discard": [] if deck else cards,
        "pending": pending.split(),
        "hand": hand,
        "princess": 13 if carrier is None else hunters[carrier]["space"],
        "carrier": carrier,
        "passages": passages,
        "final": final,
    }
    return Table(PRINCESS.load(position))


def opened(players: int = 2, **options: str) -> Table:
    """A table before the first draw."""
    return Table(PRINCESS.start(Setup(players, tuple(sorted(options.items())))))


class Table:
    """Plays lines of text and answers questions about the position."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.events: list[Event] = []

    def play(self, *texts: str) -> Table:
        for text in texts:
            action = PRINCESS.parse(text)
            refusal = PRINCESS.check(self.state, self.seat, action)
            assert refusal is None, f"{text} at {self.point}: {refusal and refusal.text}"
            self.state = PRINCESS.apply(self.state, self.seat, action, self.events)
        return self

    def idle(self, *until: str, seat: int | None = None) -> Table:
        """Does nothing or the first thing, for everybody and the dealer, until such a point (of that seat) is due."""
        while not (self.point in until and (self.over or seat in (None, self.seat))):
            choices = [str(a) for a in PRINCESS.legal_actions(self.state, self.seat)]
            idle = [text for text in choices if text in ("pass", "stop", "gem no")]
            self.play(*idle[:1] or choices[:1])
        return self

    @property
    def seat(self) -> int:
        """Who is to act."""
        return PRINCESS.actors(self.state)[0]

    @property
    def over(self) -> bool:
        return not PRINCESS.actors(self.state)

    @property
    def point(self) -> str:
        return "OVER" if self.over else PRINCESS.decision(self.state, self.seat).kind

    @property
    def choices(self) -> set[str]:
        return {str(action) for action in PRINCESS.legal_actions(self.state, self.seat)}

    @property
    def weights(self) -> dict[str, int]:
        """What the dealer may draw, with weights."""
        draw = PRINCESS.chance(self.state)
        return {str(outcome): weight for outcome, weight in zip(draw.outcomes, draw.weights, strict=True)}

    def refusal(self, text: str, seat: int | None = None) -> str:
        """The rule by which this seat (or the one to act) may not do this; empty if it may."""
        refusal = PRINCESS.check(self.state, self.seat if seat is None else seat, PRINCESS.parse(text))
        return refusal.rule if refusal else ""

    def why_not(self, text: str) -> str:
        refusal = PRINCESS.check(self.state, self.seat, PRINCESS.parse(text))
        return str(refusal.text) if refusal else ""

    @property
    def position(self) -> Position:
        return PRINCESS.dump(self.state)

    def __getitem__(self, key: str) -> Any:
        """A part of the position: `table["display"]`."""
        return self.position[key]

    def of(self, seat: int) -> dict[str, Any]:
        hunters: list[dict[str, Any]] = self["hunters"]
        return hunters[seat]

    @property
    def spaces(self) -> list[int]:
        return [each["space"] for each in self["hunters"]]

    @property
    def log(self) -> list[str]:
        return [render_text(event.text_for(None), ENGLISH, NAMES) for event in self.events]

    def keys(self) -> list[str]:
        return [event.key for event in self.events]

    def parts(self, seat: int) -> dict[str, int]:
        """This seat's receipt: part -> points."""
        found: Counter[str] = Counter()
        for line in PRINCESS.receipt(self.state).lines:
            if line.seat == seat:
                found[line.part] += line.points
        return dict(found)

    @property
    def standing(self) -> Any:
        return PRINCESS.final_result(self.state)


DRAWN = {"START", "BOARD", "SIDE_DRAW", "DISPLAY", "ROW", "REVEAL", "REFILL", "EXTRA_DRAW", "BONUS"}
"""The points that the dealer decides."""

__all__ = ["CHANCE", "DRAWN", "FIRE", "KINDS", "NAMES", "PRINCESS", "Table", "hunter", "opened", "table"]
