"""Who sits at a table: people, and computer players with names of their own in the seats that are free."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import count

from tilehall.engine import LEVELS, OFFERED, Player, SetupError, Text, Who, either, listed, plain

USUAL = 2
"""So many play if nothing else is said."""
LEVEL = "normal"
PROGRAM = "program"
"""The kind of whoever is played by a program of somebody else; docs/bots.md tells of it."""
GUEST = "Guest"
"""Who sits at the keyboard, if nothing else is said."""
NAMES = ("Merlin", "Aki", "Bo", "Cleo", "Dara")
MOST = 99
"""Far more seats than any game has would only be refused later."""


def at_table(seated: Sequence[Player], players: int | None) -> list[Player]:
    """The players of a game: those given, you if there is nobody human and a free seat, computers in the rest.

    >>> [f"{player.name}:{player.kind}" for player in at_table([Player("Aki", "easy")], 2)]
    ['Guest:human', 'Aki:easy']
    """
    number = _number(seated, players)
    if len(seated) < number and all(player.kind != "human" for player in seated):
        seated = [Player(GUEST), *seated]
    return _filled(seated, number)


def computers(seated: Sequence[Player], players: int | None) -> list[Player]:
    """The players of a demo."""
    if human := next((player.name for player in seated if player.kind == "human"), None):
        raise SetupError(Text("Only computer players play in a demo; {human} cannot be human.", human=human))
    return _filled(seated, _number(seated, players))


def seatable(players: Iterable[Player], programs: Container[str] = ()) -> None:
    """Raises SetupError for the first of them whom nobody here could play; these programs are here.

    >>> seatable([Player("Aki"), Player("Bo", "wizard")])
    Traceback (most recent call last):
    tilehall.engine.core.game.SetupError: Bo cannot be 'wizard' here; a seat is human, random, easy, normal, hard or master.
    """
    for player in players:
        if player.kind == PROGRAM and player.name not in programs:
            raise SetupError(
                Text(
                    "{name} is played by a program, and its command is not known here; say it once more: {example}.",
                    name=player.name,
                    example=program_named(player),
                )
            )
        if player.kind not in ("human", PROGRAM, *LEVELS):
            raise SetupError(
                Text(
                    "{name} cannot be '{kind}' here; a seat is {kinds}.",
                    name=player.name,
                    kind=player.kind,
                    kinds=either(("human", *(level.id for level in OFFERED))),
                )
            )


def program_named(player: Player) -> str:
    """How a command line names a program of which only the name is known."""
    return f'--seat "{player.name}:cmd=..."'


def resuming(name: str, players: Iterable[Player]) -> str:
    """The command that plays on a kept game, with what has to be said of its programs.

    >>> resuming("sunday", [Player("Bob", "program"), Player("Aki")])
    'tilehall games resume sunday --line --seat "Bob:cmd=..."'
    """
    programs = [program_named(player) for player in players if player.kind == PROGRAM]
    return " ".join((f"tilehall games resume {name} --line", *programs))


def _number(seated: Sequence[Player], players: int | None) -> int:
    number = players if players is not None else max(USUAL, len(seated))
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


def _filled(seated: Sequence[Player], number: int) -> list[Player]:
    taken = [player.name for player in seated]
    if len(set(taken)) < len(taken):
        raise SetupError(Text("Two players cannot have the same name."))
    free = (name for name in names() if name not in taken)
    return [*seated, *(Player(next(free), LEVEL) for _ in range(min(number, MOST) - len(seated)))]


def names() -> Iterator[str]:
    """What computer players are called, one after the other."""
    yield from NAMES
    yield from (f"Player{n}" for n in count(len(NAMES) + 1))


def introduced(players: Sequence[Player]) -> Text:
    """Who plays, and as what.

    >>> print(introduced([Player("Aki"), Player("Bo", "random")]))
    #1 (human), #2 (random)
    """
    return listed(Text("{who} ({kind})", who=Who(seat), kind=kind(player.kind)) for seat, player in enumerate(players))


def kind(name: str) -> Text:
    """A kind of player in a word; one that only others know is called as they call it."""
    if name in LEVELS:
        return LEVELS[name].title
    if name == PROGRAM:
        return Text("program")
    return Text("human") if name == "human" else plain(name)
