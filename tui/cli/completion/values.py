"""What can be typed for the values of commands. Nothing is loaded before somebody asks; no guest just for its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilehall.engine import Game
    from tilehall.tui.cli.completion.sources import Choice, Source, Typed


LISTS = ("tables", "people", "games", "bans", "invited")


def games(typed: Typed) -> Iterator[Choice]:
    from tilehall.engine import BUILT_IN, ids

    for name in ids():
        yield name, f"{BUILT_IN[name].title}" if name in BUILT_IN else ""


def _game(typed: Typed) -> Game[Any] | None:
    """The game that is named on the line, if it is one."""
    from tilehall.engine import RuleError, game

    try:
        return game(typed.given["game"][0]) if "game" in typed.given else None
    except RuleError:
        return None


def players(typed: Typed) -> Iterator[Choice]:
    game = _game(typed)
    yield from ((str(number), "") for number in (game.seats if game else ()))


def colours(typed: Typed) -> Iterator[Choice]:
    """What terminals can show."""
    from typing import get_args

    from tilehall.tui.terminal.capabilities import Colours

    yield from ((depth, "") for depth in get_args(Colours))


def puzzles(typed: Typed) -> Iterator[Choice]:
    """The numbers of the puzzles of the game on the line, those that came with it and those found here."""
    from tilehall.tui.features.puzzles.puzzle_text import called
    from tilehall.tui.features.puzzles.series import known

    game = _game(typed)
    found = known(game, typed.places())[0] if game and "number" not in typed.given else ()
    yield from ((f"{puzzle.number}", f"{called(puzzle)}") for puzzle in found)


def levels(typed: Typed) -> Iterator[Choice]:
    from tilehall.engine import OFFERED

    yield from ((level.id, f"{level.about}") for level in OFFERED)


def judges(typed: Typed) -> Iterator[Choice]:
    """The levels that can say what was better."""
    from tilehall.engine import JUDGES, LEVELS

    yield from ((level, f"{LEVELS[level].about}") for level in JUDGES)


def seats(kinds: Iterable[str]) -> Source:
    """A name is free; after it comes one of these kinds of players."""

    def source(typed: Typed) -> Iterator[Choice]:
        about = dict(levels(typed))
        name, colon, _ = typed.word.partition(":")
        if name and colon:
            yield from ((f"{name}:{kind}", about.get(kind, "Somebody at this keyboard.")) for kind in kinds)

    return source


def programs(typed: Typed) -> Iterator[Choice]:
    """A name is free; after it comes the command of a program."""
    name, colon, command = typed.word.partition(":")
    if name and colon and "cmd=".startswith(command):
        yield f"{name}:cmd=", "Another program, which docs/bots.md tells how to write."


def options(typed: Typed) -> Iterator[Choice]:
    """The rule options of the game on the line that are not set yet; after the name of one, its values."""
    game = _game(typed)
    name, sign, _ = typed.word.partition("=")
    taken = {given.partition("=")[0] for given in typed.given.get("option", ())}
    for option in game.options if game else ():
        if sign and option.id == name:
            meanings = zip(option.values, option.meanings, strict=False)
            yield from ((f"{name}={value}", f"{meaning}") for value, meaning in meanings)
        elif not sign and option.id not in taken:
            yield f"{option.id}=", f"{option.title}"


def rules(typed: Typed) -> Iterator[Choice]:
    """Sections and rules of the rulebook, in its language."""
    from tilehall.engine import rulebook

    game = _game(typed)
    if game is None or "wanted" in typed.given:
        return
    book = rulebook(game, *typed.given.get("book", ())[-1:])
    for section in book.sections:
        yield section.number, section.title
        yield from ((each.rule, each.first) for each in section.paragraphs if each.rule)


def themes(typed: Typed) -> Iterator[Choice]:
    from tilehall.themes import find

    looks, _ = find(typed.places().config / "themes")
    yield "auto", "what suits the terminal"
    yield from ((name, palette.title) for name, palette in looks.palettes.items())


def glyphs(typed: Typed) -> Iterator[Choice]:
    from tilehall.themes import find

    looks, _ = find(typed.places().config / "themes")
    yield "auto", "what the terminal can show"
    yield from ((name, each.title) for name, each in looks.glyphs.items())


def sizes(typed: Typed) -> Iterator[Choice]:
    from tilehall.tui.config.settings import SCHEMA

    yield from ((size, "") for setting in SCHEMA if setting.id == "tiles" for size in setting.values)


def saved(typed: Typed) -> Iterator[Choice]:
    from tilehall.tui.tables.storage.store import Library

    yield from _once(Library(typed.places().games).names(), typed.given.get("names", ()))


def unfinished(typed: Typed) -> Iterator[Choice]:
    from tilehall.tui.tables.storage.store import Library

    yield "last", "the newest that is not over"
    yield from _once(Library(typed.places().games).unfinished(), ())


def languages(typed: Typed) -> Iterator[Choice]:
    from tilehall.tui.languages.language import codes, own_name

    yield from ((code, own_name(code)) for code in codes())


def consent(typed: Typed) -> Iterator[Choice]:
    yield from ((word, "") for word in ("yes", "no"))


def lists(typed: Typed) -> Iterator[Choice]:
    """What a hall keeps."""
    yield from ((word, "") for word in LISTS)


def shells(typed: Typed) -> Iterator[Choice]:
    from tilehall.tui.cli.completion.command import SCRIPTS

    yield from ((shell, "") for shell in SCRIPTS)


def commands(typed: Typed) -> Iterator[Choice]:
    """Commands, and what they have below them."""
    from tilehall.tui.cli.command_table import begun
    from tilehall.tui.cli.options import follow

    topic = typed.given.get("topic", ())
    found = follow(begun(topic), topic).parser
    yield from ((name, below.summary) for name, below in found.commands.items())


def _once(names: Iterable[str], given: Iterable[str]) -> Iterator[Choice]:
    known = {*given}
    yield from ((name, "") for name in names if name not in known)


def lessons(typed: Typed) -> Iterator[Choice]:
    """The levels of the game on the line, with their titles if they can be read."""
    from tilehall.engine.teaching.lessons import LessonError, levels, outlines

    game = _game(typed)
    if game is None:
        return
    try:
        titles = [f"{outline.title}" for outline in outlines(game)]
    except LessonError:
        titles = ["" for _ in levels(game)]
    yield from ((str(number), title) for number, title in enumerate(titles, 1))
