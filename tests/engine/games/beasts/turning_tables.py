"""The same position from another chair, or on a board that is turned or seen in a mirror."""

from __future__ import annotations

from typing import Any

from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.state import BeastsState

LEFT_RIGHT = {"n": "n", "s": "s", "w": "e", "e": "w"}
HALF_TURN = {"n": "s", "s": "n", "w": "e", "e": "w"}


def seats_on(s: BeastsState, by: int) -> BeastsState:
    """Everybody sits `by` chairs further on, with everything that is theirs."""
    data = BEASTS.dump(s)
    n, colours = s.rulings.players, "PGOYK"
    moved = {colours[seat]: colours[(seat + by) % n] for seat in range(n)} | {"K": "K"}
    data["seat"] = (s.seat + by) % n
    data["first"] = (s.first + by) % n
    data["options"] = {}
    hunters = [{**hunter, "dice": "".join(moved[colour] for colour in hunter["dice"])} for hunter in data["hunters"]]
    data["hunters"] = [hunters[(seat - by) % n] for seat in range(n)]
    for part in ("dice", "cards"):
        data["board"][part] = {where: moved[what[0]] + what[1] for where, what in data["board"][part].items()}
    return BEASTS.load(data)


def turned(s: BeastsState, ways: dict[str, str]) -> BeastsState:
    """On a board in a mirror, or turned by half a turn."""
    data = BEASTS.dump(s)
    board: dict[str, Any] = data["board"]
    for part in ("dice", "cards", "scored", "beasts"):
        board[part] = {_place(where, ways): what for where, what in board[part].items()}
    board["enclosed"] = sorted(_place(where, ways) for where in board["enclosed"])
    return BEASTS.load(data)


def _place(name: str, ways: dict[str, str]) -> str:
    """A slot, line or square on the other side; rows change sides in a half turn only."""
    upside = ways["n"] == "s"
    if name[0] == "V":
        return f"V{4 - int(name[1])}{4 - int(name[2]) if upside else name[2]}"
    if name[0] == "H":
        return f"H{5 - int(name[1])}{3 - int(name[2]) if upside else name[2]}"
    if name[0] in "abcd":
        return f"{'dcba'['abcd'.index(name[0])]}{4 - int(name[1]) if upside else name[1]}"
    return f"{4 - int(name[0])}{3 - int(name[1]) if upside else name[1]}" + "".join(ways[side] for side in name[2:])
