"""Who sits at a table: people, computer players with names of their own, and programs."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import count

from tilehall.engine import (
    LEVELS,
    OFFERED_LEVELS,
    RecordPlayer,
    SetupError,
    Text,
    Who,
    join_commas,
    join_or,
    literal_text,
)

USUAL_PLAYERS = 2
"""Players, if no number is given."""
USUAL_LEVEL = "normal"
BOT_KIND = "program"
"""The kind of a player that another program decides for; see docs/bots.md."""
DEFAULT_NAME = "Guest"
"""The name of the person at the keyboard, if none is given."""
COMPUTER_NAMES = ("Merlin", "Aki", "Bo", "Cleo", "Dara")
MOST_SEATS = 99
"""No more players are named: the rules would refuse them anyway."""


def seat_players(seated: Sequence[RecordPlayer], players: int | None) -> list[RecordPlayer]:
    """The players of a game: those given, a person if there is none and a seat is free, and computer players.

    >>> [f"{player.name}:{player.kind}" for player in seat_players([RecordPlayer("Aki", "easy")], 2)]
    ['Guest:human', 'Aki:easy']
    """
    number = _seat_count(seated, players)
    if len(seated) < number and all(player.kind != "human" for player in seated):
        seated = [RecordPlayer(DEFAULT_NAME), *seated]
    return _fill_seats(seated, number)


def seat_computers(seated: Sequence[RecordPlayer], players: int | None) -> list[RecordPlayer]:
    """The players of a demo, all of them computer players. Raises SetupError for a person."""
    if human := next((player.name for player in seated if player.kind == "human"), None):
        raise SetupError(Text("Only computer players play in a demo; {human} cannot be human.", human=human))
    return _fill_seats(seated, _seat_count(seated, players))


def check_seatable(players: Iterable[RecordPlayer], programs: Container[str] = ()) -> None:
    """Raise SetupError for the first player that cannot be played here; `programs` names those with a program.

    >>> check_seatable([RecordPlayer("Aki"), RecordPlayer("Bo", "wizard")])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tilehall.engine.core.game.SetupError: Bo cannot be 'wizard' here; a seat is human, random, easy, ...
    """
    for player in players:
        if player.kind == BOT_KIND and player.name not in programs:
            raise SetupError(
                Text(
                    "{name} is played by a program, and its command is not known here; say it once more: {example}.",
                    name=player.name,
                    example=bot_option(player),
                )
            )
        if player.kind not in ("human", BOT_KIND, *LEVELS):
            raise SetupError(
                Text(
                    "{name} cannot be '{kind}' here; a seat is {kinds}.",
                    name=player.name,
                    kind=player.kind,
                    kinds=join_or(("human", *(level.id for level in OFFERED_LEVELS))),
                )
            )


def bot_option(player: RecordPlayer) -> str:
    """The option that names a program, as an example with its command left out."""
    return f'--seat "{player.name}:cmd=..."'


def resume_command(name: str, players: Iterable[RecordPlayer]) -> str:
    """The command that resumes a saved game, with the options for its programs.

    >>> resume_command("sunday", [RecordPlayer("Bob", "program"), RecordPlayer("Aki")])
    'tilehall games resume sunday --line --seat "Bob:cmd=..."'
    """
    programs = [bot_option(player) for player in players if player.kind == BOT_KIND]
    return " ".join((f"tilehall games resume {name} --line", *programs))


def _seat_count(seated: Sequence[RecordPlayer], players: int | None) -> int:
    number = players if players is not None else max(USUAL_PLAYERS, len(seated))
    if number < 1:
        raise SetupError(Text("At least one has to play, not {players}.", players=number))
    if len(seated) > number:
        raise SetupError(
            Text(
                "{n} seat is named, but only {players} play.",
                "{n} seats are named, but only {players} play.",
                n=len(seated),
                players=number,
            )
        )
    return number


def _fill_seats(seated: Sequence[RecordPlayer], number: int) -> list[RecordPlayer]:
    taken = [player.name for player in seated]
    if len(set(taken)) < len(taken):
        raise SetupError(Text("Two players cannot have the same name."))
    free = (name for name in computer_names() if name not in taken)
    return [*seated, *(RecordPlayer(next(free), USUAL_LEVEL) for _ in range(min(number, MOST_SEATS) - len(seated)))]


def computer_names() -> Iterator[str]:
    """Yield names for computer players without end."""
    yield from COMPUTER_NAMES
    yield from (f"Player{n}" for n in count(len(COMPUTER_NAMES) + 1))


def player_list(players: Sequence[RecordPlayer]) -> Text:
    """The players and their kinds.

    >>> print(player_list([RecordPlayer("Aki"), RecordPlayer("Bo", "random")]))
    #1 (human), #2 (random)
    """
    return join_commas(
        Text("{who} ({kind})", who=Who(seat), kind=kind_name(player.kind)) for seat, player in enumerate(players)
    )


def kind_name(name: str) -> Text:
    """A kind of player in a word; an unknown kind stays as it is."""
    if name in LEVELS:
        return LEVELS[name].title
    if name == BOT_KIND:
        return Text("program")
    return Text("human") if name == "human" else literal_text(name)
