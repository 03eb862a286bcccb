"""Positions to try rules on: a dealt table, changed in what a test needs, with everything else kept in balance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tilehall.engine import CHANCE, Refusal, Setup
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.state import SandState

ADVANCED = ("mode", "advanced")


def dealt(players: int = 2, *options: tuple[str, str], first: int = 0) -> SandState:
    """A table whose dealer always draws the first thing possible; seat `first` is to begin."""
    s = SAND.start(Setup(players, (("first", str(first)), *options)))
    while SAND.actors(s) == (CHANCE,):
        s = SAND.apply(s, CHANCE, SAND.chance(s).outcomes[0])
    return s


def advanced(*colours: str, first: int = 0, purple: str = "crystal") -> SandState:
    """A table with these powers, after the extra disk of purple."""
    s = dealt(len(colours), ADVANCED, ("boards", ",".join(colours)), ("purple", purple), first=first)
    return play(s, "gain M") if s.todo[0][0] == "GAIN" else s


def balanced(data: dict[str, Any]) -> dict[str, Any]:
    """The data with supplies and decks holding what is nowhere else."""
    fresh = SAND.dump(SAND.start(Setup(data["players"])))
    magicians = data["magicians"]
    for letter in "GRK":
        lying = sum(list(m["squares"].values()).count(letter) for m in magicians)
        data["squares"][letter] = fresh["squares"][letter] - lying
    for letter in "GRKSM":
        owned = sum(m["reserve"][letter] + list(m["disks"].values()).count(letter) for m in magicians)
        data["disks"][letter] = fresh["disks"][letter] - owned
    elsewhere = {card for m in magicians for card in (*m["tableau"], *m["kept"])} | set(data["looked"])
    for level in range(3):
        known = {card for _, card in data["decks"][level]["known"]}
        open_cards = set(data["rows"][level]) | elsewhere | known
        data["decks"][level]["unknown"] = [c for c in fresh["decks"][level]["unknown"] if c not in open_cards]
    tiles = {tile for m in magicians for tile in m["tiles"]} | set(data["aside"])
    every = [f"T{n:02}" for n in range(1, 29)]
    circle = [tile for tile in data["circle"] if tile not in tiles]
    data["circle"] = circle + [tile for tile in every if tile not in tiles and tile not in circle]
    return data


def having(
    s: SandState, seat: int = 0, rows: Mapping[int, Iterable[str | None]] | None = None, **things: Any
) -> SandState:
    """The table with other things before one seat, and other cards in the rows (1, 2, 3).

    Reserves are written as letters, pieces as a mapping of boxes to letters: `squares={"B2": "G"}, reserve="SG"`.
    """
    data = SAND.dump(s)
    magician = data["magicians"][seat]
    if "reserve" in things:
        letters = things.pop("reserve")
        things["reserve"] = {letter: letters.count(letter) for letter in "GRKSM"}
    magician.update(things)
    for level, cards in (rows or {}).items():
        data["rows"][level - 1] = [*cards]
    return SAND.load(balanced(data))


def changed(s: SandState, **things: Any) -> SandState:
    """The table with other entries of its data, supplies brought into balance."""
    return SAND.load(balanced(SAND.dump(s) | things))


def play(s: SandState, *texts: str) -> SandState:
    """The position after these actions, each checked; the dealer's are told by their outcome."""
    for text in texts:
        seat = SAND.actors(s)[0]
        action = SAND.parse(text)
        refusal = SAND.check(s, seat, action)
        assert refusal is None, f"{text}: {refusal}"
        assert action in SAND.legal_actions(s, seat), text
        s = SAND.apply(s, seat, action)
    return s


def refused(s: SandState, text: str, seat: int | None = None) -> str:
    """The rule that forbids this action; the action must not be offered either."""
    who = SAND.actors(s)[0] if seat is None else seat
    action = SAND.parse(text)
    refusal = SAND.check(s, who, action)
    assert isinstance(refusal, Refusal), f"{text} is allowed"
    assert action not in SAND.legal_actions(s, who), text
    return refusal.rule


def choices(s: SandState, verb: str = "") -> list[str]:
    """What the seat to act may do, sorted; with a verb only that."""
    texts = map(str, SAND.legal_actions(s, SAND.actors(s)[0]))
    return sorted(text for text in texts if not verb or text.split()[0] == verb)


def ended(s: SandState) -> SandState:
    """After the turn is ended and the dealer has drawn what comes first."""
    s = play(s, "end")
    while SAND.actors(s) == (CHANCE,):
        s = SAND.apply(s, CHANCE, SAND.chance(s).outcomes[0])
    return s


def turn(s: SandState, *free: str) -> SandState:
    """A whole turn that lays the first tile somewhere harmless; `free` actions come after it."""
    s = play(s, str(SAND.default_action(s, SAND.actors(s)[0])), "take 1", *free)
    return ended(s)


def pieces(s: SandState, seat: int = 0) -> dict[str, str]:
    """What lies on a board; disks in brackets."""
    magician = SAND.dump(s)["magicians"][seat]
    return magician["squares"] | {box: f"({letter})" for box, letter in magician["disks"].items()}


def reserve(s: SandState, seat: int = 0) -> str:
    """The letters of the disks in a reserve."""
    return "".join(letter * count for letter, count in SAND.dump(s)["magicians"][seat]["reserve"].items())
