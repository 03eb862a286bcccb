"""Options for the seats of a table: `--players 3 --seat Aki --seat Bo:easy --option first_turn=full`."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from tilehall.engine import LEVELS, OFFERED_LEVELS, RecordPlayer, SetupError, Text, UserError, did_you_mean, join_commas
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext
from tilehall.tui.cli.options import Parser
from tilehall.tui.cli.program_options import is_command
from tilehall.tui.config.settings import SCHEMA, Settings
from tilehall.tui.tables.seating import USUAL_PLAYERS, computer_names

if TYPE_CHECKING:
    from tilehall.themes import ThemeCollection
    from tilehall.tui.config.user_dirs import UserDirs
    from tilehall.tui.programs.bots.launch import BotCommand

KINDS = ("human", *(level.id for level in OFFERED_LEVELS))


def add_arguments(parser: Parser, kinds: Sequence[str] = KINDS) -> None:
    """Adds the options that set up a table for these kinds of players."""
    parser.add_argument("game", metavar="GAME", help="its short name, such as princess", source=game_values.games)
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="how many play ({usual} if nothing else is said)",
        fields={"usual": f"{USUAL_PLAYERS}"},
        source=game_values.players,
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME[:KIND]",
        help="who sits in the next seat: {kinds}",
        fields={"kinds": ", ".join(kinds)},
        source=game_values.seats(kinds),
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule option; the rules list them",
        source=game_values.options,
    )
    parser.add_argument("--seed", default="", help="the deal; the same seed deals the same")
    add_look_options(parser)
    parser.add_argument("--line", action="store_true", help="in plain lines of text instead of the full screen")


def add_look_options(parser: Parser) -> None:
    parser.add_argument("--theme", metavar="NAME", help="colours; 'tilehall themes' shows them", source=_theme_words)
    parser.add_argument(
        "--glyphs", metavar="NAME", help="the characters that boards are drawn with", source=_glyph_words
    )
    parser.add_argument("--tiles", metavar="SIZE", help="small, medium or large", source=_size_words)
    add_language(parser)


def parse_players(given: Sequence[str], usual: str) -> list[RecordPlayer]:
    """The players of the values of `--seat`; `usual` is the kind where none is given.

    A level alone is a computer player, as in `simulate`.

    >>> [f"{player.name}:{player.kind}" for player in parse_players(["Merlin", "easy", "Bo:hard"], "human")]
    ['Merlin:human', 'Aki:easy', 'Bo:hard']
    """
    return _called([_alone(text, usual) for text in given])


def _alone(text: str, usual: str) -> tuple[str | None, str]:
    """Splits a value into name and kind; the name of a level alone is None."""
    name, sign, kind = text.partition(":")
    return (None, name) if name in LEVELS and not sign else (name, _kind(kind or usual))


def _called(sitting: Sequence[tuple[str | None, str]]) -> list[RecordPlayer]:
    """The players; those without a name get unused ones."""
    taken = {name for name, _ in sitting}
    free = (name for name in computer_names() if name not in taken)
    return [RecordPlayer(next(free) if name is None else name, kind) for name, kind in sitting]


def parse_seats(given: Sequence[str], programs: Sequence[BotCommand]) -> list[RecordPlayer]:
    """The players of the values of `--seat`, people and these programs."""
    waiting = iter(programs)
    players = [next(waiting).player if is_command(text) else None for text in given]
    pairs = [
        (player.name, player.kind) if player else _alone(text, "human")
        for player, text in zip(players, given, strict=True)
    ]
    return _called(pairs)


def _kind(text: str) -> str:
    if text not in ("human", *LEVELS):
        instead = did_you_mean(text, KINDS, Text("Kinds: {kinds}.", kinds=join_commas(KINDS)))
        raise SetupError(Text("'{kind}' is no kind of player. {instead}", kind=text[:40], instead=instead))
    return text


def parse_options(given: Sequence[str]) -> list[tuple[str, str]]:
    """The values of `--option` as pairs of name and value."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise SetupError(
                Text("'{text}' is no option; it looks like {example}.", text=text[:40], example="first_turn=full")
            )
        if name in found:
            raise SetupError(Text("The option {option} is given twice.", option=name))
        found[name] = value
    return list(found.items())


# --- looks --------------------------------------------------------------------------------------------------------


def _find_looks(places: UserDirs) -> ThemeCollection:
    from tilehall.themes import find_themes

    return find_themes(places.config / "themes")[0]


def _sizes() -> Collection[str]:
    return next(setting.values for setting in SCHEMA if setting.id == "tiles")


def _theme_words(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield "auto", "what suits the terminal"
    yield from ((name, palette.title) for name, palette in _find_looks(typed.user_dirs()).palettes.items())


def _glyph_words(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield "auto", "what the terminal can show"
    yield from ((name, each.title) for name, each in _find_looks(typed.user_dirs()).glyphs.items())


def _size_words(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield from ((size, "") for size in _sizes())


def with_look(settings: Settings, args: argparse.Namespace, places: UserDirs) -> Settings:
    """The settings with the look of the command line. Raises UserError for an unknown look."""
    wishes = [(name, getattr(args, name)) for name in ("theme", "glyphs", "tiles") if getattr(args, name, None)]
    if not wishes:
        return settings
    looks, sizes = _find_looks(places), _sizes()
    known = {"theme": ("auto", *looks.palettes), "glyphs": ("auto", *looks.glyphs), "tiles": sizes}
    for name, value in wishes:
        if value not in known[name]:
            instead = did_you_mean(value, known[name], Text("There is {names}.", names=join_commas(known[name])))
            wrong = {"option": f"--{name}", "value": value[:30]}
            raise UserError(Text("{option} cannot be '{value}'. {instead}", instead=instead, **wrong))
        settings = settings.with_value(name, value)
    return settings
