"""Completion sources for the values of commands.

Imports happen on demand; add-on games are not loaded for names alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilehall.engine import Game
    from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext, CompletionSource


LISTS = ("tables", "people", "games", "bans", "invited")


def games(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.engine import BUILT_IN_GAMES, list_game_ids

    for name in list_game_ids():
        yield name, f"{BUILT_IN_GAMES[name].title}" if name in BUILT_IN_GAMES else ""


def _game(typed: CompletionContext) -> Game[Any] | None:
    """The game named on the command line, if there is one."""
    from tilehall.engine import UserError, load_game

    try:
        return load_game(typed.given["game"][0]) if "game" in typed.given else None
    except UserError:
        return None


def players(typed: CompletionContext) -> Iterator[CompletionChoice]:
    game = _game(typed)
    yield from ((str(number), "") for number in (game.player_counts if game else ()))


def colours(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The colour depths."""
    from typing import get_args

    from tilehall.tui.terminal.capabilities import Colours

    yield from ((depth, "") for depth in get_args(Colours))


def puzzles(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The puzzle numbers of the game on the line, built-in ones and those of the user."""
    from tilehall.tui.features.puzzles.puzzle_text import puzzle_title
    from tilehall.tui.features.puzzles.series import readable_puzzles

    game = _game(typed)
    found = readable_puzzles(game, typed.user_dirs())[0] if game and "number" not in typed.given else ()
    yield from ((f"{puzzle.number}", f"{puzzle_title(puzzle)}") for puzzle in found)


def levels(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.engine import OFFERED_LEVELS

    yield from ((level.id, f"{level.about}") for level in OFFERED_LEVELS)


def judges(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The levels that can judge a game."""
    from tilehall.engine import JUDGING_LEVELS, LEVELS

    yield from ((level, f"{LEVELS[level].about}") for level in JUDGING_LEVELS)


def seats(kinds: Iterable[str]) -> CompletionSource:
    """Completes the kind of player after `NAME:`."""

    def source(typed: CompletionContext) -> Iterator[CompletionChoice]:
        about = dict(levels(typed))
        name, colon, _ = typed.word.partition(":")
        if name and colon:
            yield from ((f"{name}:{kind}", about.get(kind, "Somebody at this keyboard.")) for kind in kinds)

    return source


def programs(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """Completes the command of a program after `NAME:`."""
    name, colon, command = typed.word.partition(":")
    if name and colon and "cmd=".startswith(command):
        yield f"{name}:cmd=", "Another program, which docs/bots.md tells how to write."


def options(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The rule options of the game on the line that are not set yet; after `NAME=`, their values."""
    game = _game(typed)
    name, sign, _ = typed.word.partition("=")
    taken = {given.partition("=")[0] for given in typed.given.get("option", ())}
    for option in game.options if game else ():
        if sign and option.id == name:
            meanings = zip(option.values, option.meanings, strict=False)
            yield from ((f"{name}={value}", f"{meaning}") for value, meaning in meanings)
        elif not sign and option.id not in taken:
            yield f"{option.id}=", f"{option.title}"


def rules(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """Sections and rules of the rulebook, in its language."""
    from tilehall.engine import load_rulebook

    game = _game(typed)
    if game is None or "wanted" in typed.given:
        return
    book = load_rulebook(game, *typed.given.get("book", ())[-1:])
    for section in book.sections:
        yield section.number, section.title
        yield from ((each.rule, each.first_sentence) for each in section.paragraphs if each.rule)


def themes(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.themes import find_themes

    looks, _ = find_themes(typed.user_dirs().config / "themes")
    yield "auto", "what suits the terminal"
    yield from ((name, palette.title) for name, palette in looks.palettes.items())


def glyphs(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.themes import find_themes

    looks, _ = find_themes(typed.user_dirs().config / "themes")
    yield "auto", "what the terminal can show"
    yield from ((name, each.title) for name, each in looks.glyphs.items())


def sizes(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.tui.config.settings import SCHEMA

    yield from ((size, "") for setting in SCHEMA if setting.id == "tiles" for size in setting.values)


def saved(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.tui.tables.storage.store import Library

    yield from _once(Library(typed.user_dirs().games).names(), typed.given.get("names", ()))


def unfinished(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.tui.tables.storage.store import Library

    yield "last", "the newest that is not over"
    yield from _once(Library(typed.user_dirs().games).unfinished_names(), ())


def languages(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.tui.languages.language import language_codes, own_name

    yield from ((code, own_name(code)) for code in language_codes())


def consent(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield from ((word, "") for word in ("yes", "no"))


def lists(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The lists of `tilehall hall`."""
    yield from ((word, "") for word in LISTS)


def shells(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.tui.cli.completion.command import SCRIPTS

    yield from ((shell, "") for shell in SCRIPTS)


def commands(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """Commands and subcommands."""
    from tilehall.tui.cli.command_table import parser_for
    from tilehall.tui.cli.options import parse_words

    topic = typed.given.get("topic", ())
    found = parse_words(parser_for(topic), topic).parser
    yield from ((name, below.summary) for name, below in found.commands.items())


def _once(names: Iterable[str], given: Iterable[str]) -> Iterator[CompletionChoice]:
    known = {*given}
    yield from ((name, "") for name in names if name not in known)


def lessons(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The levels of the game on the line, with their titles if they can be read."""
    from tilehall.engine.teaching.lessons import LessonError, lesson_ids, load_outlines

    game = _game(typed)
    if game is None:
        return
    try:
        titles = [f"{outline.title}" for outline in load_outlines(game)]
    except LessonError:
        titles = ["" for _ in lesson_ids(game)]
    yield from ((str(number), title) for number, title in enumerate(titles, 1))
