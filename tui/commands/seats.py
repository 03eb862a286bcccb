"""Who sits at a table, from the command line: `--players 3 --seat Aki --seat Bo:easy --option first_turn=full`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import count

from tilehall.engine import Player, RuleError, SetupError
from tilehall.engine.players import OFFERED
from tilehall.tui.files import Places
from tilehall.tui.settings import Settings

USUAL = 2
COMPUTERS = ("Merlin", "Aki", "Bo", "Cleo", "Dara")
LEVEL = "normal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What opens a table."""
    parser.add_argument("game", metavar="GAME", help="its short name, such as princess")
    parser.add_argument("--players", type=int, metavar="N", help=f"how many play ({USUAL} if nothing else is said)")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME[:KIND]",
        help=f"who sits in the next seat: human, {', '.join(level.id for level in OFFERED)}",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option; the rules list them"
    )
    parser.add_argument("--seed", default="", help="the deal; the same seed deals the same")
    add_look(parser)
    parser.add_argument("--line", action="store_true", help="in plain lines of text instead of the full screen")


def add_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--theme", metavar="NAME", help="colours; 'tilehall themes' shows them")
    parser.add_argument("--glyphs", metavar="NAME", help="the characters that boards are drawn with")
    parser.add_argument("--tiles", metavar="SIZE", help="small, medium or large")


def at_table(given: Sequence[str], players: int | None) -> list[Player]:
    """The players of a game: those given, you if there is nobody human and a free seat, computers in the rest."""
    seated = [_player(seat, "human") for seat in given]
    number = _number(seated, players)
    if len(seated) < number and all(player.kind != "human" for player in seated):
        seated.insert(0, Player("Guest"))
    return _filled(seated, number)


def computers(given: Sequence[str], players: int | None) -> list[Player]:
    """The players of a demo."""
    seated = [_player(seat, LEVEL) for seat in given]
    if human := next((player.name for player in seated if player.kind == "human"), None):
        raise SetupError(f"Only computer players play in a demo; {human} cannot be human.")
    return _filled(seated, _number(seated, players))


def options(given: Sequence[str]) -> list[tuple[str, str]]:
    """`--option` as names and values."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise SetupError(f"'{text[:40]}' is no option; it looks like first_turn=full.")
        if name in found:
            raise SetupError(f"The option {name} is given twice.")
        found[name] = value
    return list(found.items())


def having_look(settings: Settings, args: argparse.Namespace, places: Places) -> Settings:
    """The settings with the look of the command line; raises RuleError for a look that there is not."""
    wishes = [(name, getattr(args, name)) for name in ("theme", "glyphs", "tiles") if getattr(args, name, None)]
    if not wishes:
        return settings
    from tilehall.themes import find
    from tilehall.tui.settings import SCHEMA

    sizes = next(setting.values for setting in SCHEMA if setting.id == "tiles")
    looks, _ = find(places.config / "themes")
    known = {"theme": ("auto", *looks.palettes), "glyphs": ("auto", *looks.glyphs), "tiles": sizes}
    for name, value in wishes:
        if value not in known[name]:
            raise RuleError(f"--{name} cannot be '{value[:30]}'. There is {', '.join(known[name])}.")
        settings = settings.having(name, value)
    return settings


def _player(text: str, usual: str) -> Player:
    name, _, kind = text.partition(":")
    return Player(name, kind or usual)


def _number(seated: Sequence[Player], players: int | None) -> int:
    number = players if players is not None else max(USUAL, len(seated))
    if len(seated) > number:
        raise SetupError(f"{len(seated)} seats are named, but only {number} play.")
    return number


def _filled(seated: list[Player], number: int) -> list[Player]:
    names = [player.name for player in seated]
    if len(set(names)) < len(names):
        raise SetupError("Two players cannot have the same name.")
    free = (name for name in _names() if name not in names)
    # Far more seats than any game has would only be refused later.
    return seated + [Player(next(free), LEVEL) for _ in range(min(number, 99) - len(seated))]


def _names() -> Iterator[str]:
    yield from COMPUTERS
    yield from (f"Player{n}" for n in count(len(COMPUTERS) + 1))
