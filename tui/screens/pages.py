"""Pages to read: the log of a table, and the symbols and keys of its board."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from tilehall.engine import Game, Text
from tilehall.tui.boards.log_panel import NOBODY, wrap_sentence
from tilehall.tui.boards.panel import ROOMY
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import list_commands
from tilehall.tui.screens.reader import ReaderScreen
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.styled_text import line_width as columns_of
from tilehall.tui.widgets.pager import TextLine, join_columns, with_heading

HAPPENED = Text("What has happened")
STEP, RULE, LONGEST = 6, 8, 110
"""Columns for a step's number and for a rule, and the longest readable line of a log."""
RULES = 96
"""Columns from which on the log shows the rules."""
SIGNS = 5
"""Columns for a symbol."""


def log_page(moment: Moment[Any], scene: BoardRenderer[Any], look: Look, from_end: bool = False) -> ReaderScreen:
    written = partial(log_lines, moment, scene, look)
    return ReaderScreen(look, moment.title, HAPPENED, written, from_end)


def board_keys_page(
    rules: Game[Any],
    scene: BoardRenderer[Any],
    look: Look,
    settings: Settings,
    more: Sequence[tuple[str, Text]] = (),
) -> ReaderScreen:
    """A page with the symbols of a board, its keys, and those of its surroundings."""
    unused = (
        *(() if scene.virtual_zones else ("flip",)),
        *(() if scene.virtual_zones or scene.rotation_decisions else ("turn", "turn_back")),
        *(() if rules.has_secrets else ("hide",)),
        "pause",
    )
    lines = partial(key_lines, scene, look, settings, unused=unused, more=more)
    return ReaderScreen(look, rules.title, Text("Symbols and keys"), lines)


def screen_keys_page(look: Look, title: Text, *keys: Sequence[tuple[str, Text]]) -> ReaderScreen:
    """A page with all keys of a screen: those in its footer, and the others."""

    def lines(columns: int) -> list[TextLine]:
        return key_help_lines([key for group in keys for key in group], look, columns)

    return ReaderScreen(look, title, Text("Keys"), lines)


def log_lines(moment: Moment[Any], scene: BoardRenderer[Any], look: Look, columns: int) -> list[TextLine]:
    """The whole log by turns, newest last; each turn names its player once. If there is room, with the rules."""
    lines: list[TextLine] = []
    rule = RULE if columns >= RULES else 0
    room, before = min(columns, LONGEST) - STEP - rule, NOBODY
    for entry in moment.log:
        goes_on = entry.seat == before
        if entry.seat >= 0 and not goes_on and lines and columns >= ROOMY - 4:
            lines.append([])
        first, *more = wrap_sentence(entry.text, entry.seat, goes_on, scene, look, tuple(moment.names), room)
        gap = " " * (room - columns_of(first))
        cited = [(gap + entry.rule, look.muted)] if rule else []
        lines += [[(f"{entry.step:>{STEP - 2}}  ", look.muted), *first, *cited]]
        lines += [[(" " * STEP, look.muted), *line] for line in more]
        before = entry.seat if entry.seat >= 0 else before
    return lines or [[(look.say(Text("Nothing has happened yet.")), look.muted)]]


def replay_keys_page(
    rules: Game[Any], scene: BoardRenderer[Any], look: Look, keys: Sequence[tuple[str, Text]]
) -> ReaderScreen:
    """A page with the symbols of a board in a replay, and these keys."""
    return ReaderScreen(look, rules.title, Text("Symbols and keys"), partial(symbols_and_keys, keys, scene, look))


def key_lines(
    scene: BoardRenderer[Any],
    look: Look,
    settings: Settings,
    columns: int,
    unused: Container[str] = (),
    more: Sequence[tuple[str, Text]] = (),
) -> list[TextLine]:
    """The symbols of the board, and all keys that have an effect."""
    keys = [(keys, text) for command, keys, text in list_commands(settings) if command not in unused]
    numbers = ("1-9", Text("Choose a numbered tile or entry."))
    return symbols_and_keys([*keys, numbers, *more], scene, look, columns)


def symbols_and_keys(
    keys: Sequence[tuple[str, Text]], scene: BoardRenderer[Any], look: Look, columns: int
) -> list[TextLine]:
    """The symbols of a board with keys below them, or beside them if there is room."""
    narrow = columns < ROOMY - 4
    half = columns if narrow else columns // 2 - 1
    symbols = [*chain(*symbol_lines(scene.legend(look), scene, look, half))]
    told = key_help_lines(keys, look, half)
    if narrow:
        return [*symbols, [], *with_heading(Text("Keys"), told, look, columns)]
    left = with_heading(Text("Symbols"), symbols, look, half)
    return join_columns(left, with_heading(Text("Keys"), told, look, half), columns - half, look)


def symbol_lines(
    symbols: Mapping[str, Text], scene: BoardRenderer[Any], look: Look, columns: int
) -> list[list[TextLine]]:
    """Symbols with their meanings, each as lines; those of pieces are coloured."""
    found: list[list[TextLine]] = []
    long = max([SIGNS, *(width_of(sign) + 1 for sign in symbols)])
    for sign, text in symbols.items():
        drawn = scene.style_word(look, sign, "table") or [(sign, look.strong)]
        gap = (" " * (long - width_of(sign)), look.text)
        found.append([*_told([*drawn, gap], look.say(text), look, columns)])
    return found


def key_help_lines(keys: Sequence[tuple[str, Text]], look: Look, columns: int) -> list[TextLine]:
    """Keys with their effects."""
    long = max(width_of(key) for key, _ in keys) + 2
    found: list[TextLine] = []
    for key, text in keys:
        found += _told([(look.fit(key, long), look.accent)], look.say(text), look, columns)
    return found


def _told(head: TextLine, words: str, look: Look, columns: int) -> Iterator[TextLine]:
    """Yields a term with its meaning beside it, in as many lines as needed."""
    taken = columns_of(head)
    first, *more = wrap(words, columns - taken)
    yield [*head, (first, look.text)]
    for line in more:
        yield [(" " * taken, look.text), (line, look.text)]
