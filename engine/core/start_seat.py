"""The option for the first player, for games that draw one by default."""

from __future__ import annotations

from tilehall.engine.core.game import Option, SeatNo, SetupError
from tilehall.engine.core.text import Text, TextArgument

NOBODY: SeatNo = -1
"""No seat: it is drawn, or not known yet."""


def start_seat_option(name: str, rule: str) -> Option:
    """Return an option with the values `random` and 0 to 3."""
    meanings = (
        Text("drawn"),
        Text("the first player"),
        Text("the second player"),
        Text("the third player"),
        Text("the fourth player"),
    )
    return Option(name, ("random", "0", "1", "2", "3"), Text("Who begins"), meanings, rule)


def chosen_start_seat(option: TextArgument, value: str, players: int, rule: str) -> SeatNo:
    """Return the seat that a value of the option names, or NOBODY. Raises SetupError for a seat that nobody has."""
    seat = NOBODY if value == "random" else int(value)
    if seat < players:
        return seat
    wrong = Text(
        "Option {option} cannot be '{seat}' with {n} player.",
        "Option {option} cannot be '{seat}' with {n} players.",
        option=option,
        seat=seat,
        n=players,
    )
    raise SetupError(wrong, rule)
