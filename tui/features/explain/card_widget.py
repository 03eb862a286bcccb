"""The card that explains a thing: what it is and does, its state, and the rules about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.style import Style

from tilehall.engine import Rulebook, Text, join_spaces
from tilehall.engine.teaching.things import Explanation, cite_rules
from tilehall.tui.boards.panel import draw_card
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.player.messages.place_explanation import heading
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.widgets.menu import overlap

NARROW, WIDE, WIDEST = 38, 56, 68
"""Columns of the card on small, larger and the largest screens."""
QUOTED = 2
"""Lines of a rule that are quoted, where there is room."""
FRAME = 2


class CardText(NamedTuple):
    """The texts of a card."""

    title: StyledLine
    lines: Sequence[StyledLine]


def card_width(columns: int) -> int:
    """Return the columns of the card on a screen of so many columns."""
    return NARROW if columns < 110 else WIDE if columns < 150 else WIDEST


def card_text(
    about: Explanation,
    book: Rulebook,
    scene: BoardRenderer[Any],
    look: Look,
    names: Sequence[str],
    example: Text | None,
    columns: int,
    room: int,
) -> CardText:
    """Return the lines of the card; with short rules and no blank lines if it would be too long."""
    written = [*_told(about, scene, look, names, columns), *_rules(about, book, look, columns, QUOTED)]
    if len(written) + 3 * (example is not None) > room:
        close = [line for line in _told(about, scene, look, names, columns) if line]
        written = [*close, *_rules(about, book, look, columns, 1)]
    if example is not None:
        told = style_sentence(example, scene, look, names, look.text)
        written += [[], *_headed(Text("Example"), told, look, columns)]
    return CardText(_title(about, scene, look, names), written)


def _told(
    about: Explanation, scene: BoardRenderer[Any], look: Look, names: Sequence[str], columns: int
) -> list[StyledLine]:
    """Return what the thing is and does, and its state."""
    lines = list(_what(about, scene, look, names, columns))
    for text in about.does:
        lines += _hung(
            style_sentence(text, scene, look, names, look.text), (look.glyphs.bullet, look.accent), look, columns
        )
    if about.current:
        lines.append([])
        told = style_sentence(join_spaces(about.current), scene, look, names, look.strong)
        lines += _headed(Text("Here"), told, look, columns)
    return lines


def _title(about: Explanation, scene: BoardRenderer[Any], look: Look, names: Sequence[str]) -> StyledLine:
    """Return its name and the thing as drawn in sentences, followed by what the drawing does not show."""
    told = style_sentence(heading(about), scene, look, names, look.strong)
    piece = about.piece
    chip = list(scene.chip(look, piece)) if piece else []
    if piece is None or not chip:
        return told
    if piece not in about.title.args.values():
        return [*chip, (" ", look.table), *told]
    name = look.say(piece.name) if piece.name else ""
    if list(told) != chip or name in "".join(words for words, _ in chip):
        return told
    return [*chip, (f" {name}", look.strong)]


def _what(
    about: Explanation, scene: BoardRenderer[Any], look: Look, names: Sequence[str], columns: int
) -> Iterator[StyledLine]:
    """Return what it is, after its shape if it has one."""
    shape = [_row(row, scene, look) for row in about.pattern]
    room = max(map(styled_text.line_width, shape), default=0)
    words = columns - room - 2 if room else columns
    told = styled_text.break_line(style_sentence(about.what, scene, look, names, look.text), words)
    for n in range(max(len(shape), len(told))):
        drawn = list(shape[n]) if n < len(shape) else []
        gap = " " * (room + 2 - styled_text.line_width(drawn)) if room else ""
        yield [*drawn, (gap, look.table), *(told[n] if n < len(told) else [])]
    yield []


def _row(row: str, scene: BoardRenderer[Any], look: Look) -> list[tuple[str, Style]]:
    """Return one row of a shape: coloured letters, and a full cell for any kind."""
    found: list[tuple[str, Style]] = []
    for mark in row:
        if mark == ".":
            found.append(("  ", look.table))
        elif mark == "#":
            found += [(look.glyphs.full, look.accent), (" ", look.table)]
        else:
            found += [*(scene.style_word(look, mark, "table") or [(mark, look.strong)]), (" ", look.table)]
    return found


def _headed(title: Text, told: StyledLine, look: Look, columns: int) -> list[StyledLine]:
    """Return a sentence after a heading word."""
    return list(styled_text.break_line([(f"{look.say(title)}: ", look.accent), *told], columns))


def _hung(told: StyledLine, mark: tuple[str, Style], look: Look, columns: int) -> list[StyledLine]:
    """Return a sentence after a mark, with further lines indented."""
    taken = cells.width(mark[0]) + 1
    first, *more = styled_text.break_line(told, columns - taken)
    gap = (" ", look.table)
    return [[mark, gap, *first], *([(" " * taken, look.table), *line] for line in more)]


def _rules(about: Explanation, book: Rulebook, look: Look, columns: int, most: int) -> Iterator[StyledLine]:
    """Return the rules with their first sentences; the first ones with the digit that opens them."""
    numbered, others = cite_rules(about)
    if not numbered:
        return
    yield []
    long = max(map(len, numbered))
    for n, rule in enumerate(numbered, 1):
        paragraph = book.paragraph(rule)
        head = [(f"{n} ", look.accent), (f"{rule:<{long}} ", look.warn)]
        room = columns - long - 3
        told = styled_text.break_line([(paragraph.first_sentence if paragraph else "", look.muted)], room)
        first, *more = styled_text.limit_lines(told, most, room, look.glyphs.ellipsis)
        yield [*head, *first]
        yield from ([(" " * (long + 3), look.table), *line] for line in more)
    if others:
        words = look.say(Text("also {rules}", rules=" ".join(others)))
        yield from ([("  ", look.table), (line, look.muted)] for line in cells.wrap(words, columns - 2))


def card_area(width: int, height: int, wanted: tuple[int, int], thing: Rect | None, before: Rect | None) -> Rect:
    """Return the area of the card: the former one if the thing stays visible, or else one far from it."""
    wide, high = min(wanted[0], width), min(wanted[1], height)
    spots = [Rect(x, y, wide, high) for x in (width - wide, 0) for y in (1, max(1, height - high))]
    if thing is None:
        return spots[0]
    if before is not None and before.width == wide:
        stays = [spot for spot in spots if spot.x == before.x]
        spots = [*stays, *(spot for spot in spots if spot not in stays)]
    return min(spots, key=lambda spot: overlap(spot, thing))


def draw_thing_card(picture: Picture, area: Rect, written: CardText, top: int, look: Look) -> None:
    """Draw the card over the board, from this line on; the frame shows whether there is more."""
    inside = draw_card(picture, area, "", look, look.accent)
    x = picture.put(area.x + 2, area.y, " ", look.accent)
    title = styled_text.cut_line(written.title, area.width - 6, look.glyphs.ellipsis)
    x = styled_text.put_line(picture, x, area.y, title)
    picture.put(x, area.y, " ", look.accent)
    room = inside.height
    for y, line in enumerate(written.lines[top : top + room], inside.y):
        styled_text.put_line(
            picture, inside.x + 1, y, styled_text.cut_line(line, inside.width - 2, look.glyphs.ellipsis)
        )
    more = (look.glyphs.arrow_up if top else "") + (look.glyphs.arrow_down if top + room < len(written.lines) else "")
    if more:
        picture.put(area.x + area.width - cells.width(more) - 3, area.y + area.height - 1, f" {more} ", look.accent)
