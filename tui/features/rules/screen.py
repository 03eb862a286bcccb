"""The rulebook screen: search, contents, symbols, and links between rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Horizontal

from tilehall.engine import ENGLISH, Rulebook, RuleParagraph, Text, load_rulebook
from tilehall.tui.boards.panel import ROOMY, draw_framed_panel, draw_ruled_panel
from tilehall.tui.boards.registry import BoardRenderer, renderer_for
from tilehall.tui.boards.renderer import WordContext
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.screens.pages import symbol_lines
from tilehall.tui.screens.reader import Bar
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.cells import hang, pad, wrap
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import put_line
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.chrome import draw_title
from tilehall.tui.widgets.key_hints import draw_footer
from tilehall.tui.widgets.pager import Pager, TextLine, columns_in, wrap_paragraph

CITED = re.compile(r"[A-Z]-\w+(?:\.\w+)*")
WORD = re.compile(r"[A-Za-z0-9./*!+-]+")
WIDE = 110
"""The fewest columns for the contents beside the text."""
SIDE = 34
LONGEST = 96
"""The most columns of a line of text."""
POINT = "- "
"""The mark of a list item."""
APART, NARROWEST = 2, 6
"""The columns between those of a table, and the fewest of one of them."""
KEYS, SEARCH_KEYS = screen_keys("rules"), screen_keys("search")


class Link(NamedTuple):
    """A link to a rule, and its line."""

    line: int
    rule: str


class Contents(Canvas):
    """The contents: the sections and, where there is room, the symbols of the board."""

    DEFAULT_CSS = f"Contents {{ width: {SIDE}; height: 1fr; }}"


class RulesScreen(ResultScreen[None]):
    """Shows all paragraphs, or those that match a search (`/`); Tab and Enter follow links."""

    def __init__(self, look: Look, game: str, rule: str = "") -> None:
        super().__init__()
        self.look = look
        self.book: Rulebook = load_rulebook(game, look.language.code)
        self.translated = look.language.code == ENGLISH.code or self.book != load_rulebook(game)
        self.rule = rule
        self.words = ""
        self.typing = False
        self.game = game
        self.scene: BoardRenderer[Any] = renderer_for(game)
        self.links: list[Link] = []
        self.link: Link | None = None
        self.trail: list[tuple[str, int]] = []
        """The rules left by links, each with its first visible line."""
        self.sections: dict[str, int] = {}
        """The line of each section."""

    def compose(self) -> ComposeResult:
        yield Bar(id="head")
        with Horizontal():
            yield Contents()
            yield Pager(self.look)
        yield Bar(id="foot")

    def on_mount(self) -> None:
        self.call_after_refresh(self._show, self.rule)

    def on_resize(self) -> None:
        self._show("")

    def _show(self, rule: str) -> None:
        if not self.size.width:
            return
        side = SIDE if self.size.width >= WIDE else 0
        self.query_one(Contents).display = side > 0
        lines, places = self._lines(min(columns_in(self.size.width, side), LONGEST))
        pager = self.query_one(Pager)
        # Search results are read from the beginning.
        pager.set_lines(lines, 0 if self.typing else places.get(rule, 0 if rule else pager.top))
        self._bars(len([p for p in places if p]))
        self._side()

    def _lines(self, width: int) -> tuple[list[TextLine], dict[str, int]]:
        look, lines, places = self.look, list[TextLine](), dict[str, int]()
        self.links, self.sections = [], {}
        found = self.book.search(self.words) if self.words else None
        for section in self.book.sections:
            paragraphs = [p for p in section.paragraphs if found is None or p in found]
            if not paragraphs:
                continue
            self.sections[section.number] = len(lines)
            lines += [[("", look.text)], [(f"{section.number} {section.title}", look.accent)], [("", look.text)]]
            for paragraph in paragraphs:
                if paragraph.rule:
                    places[paragraph.rule] = max(0, len(lines) - 1)
                lines += self._linked(self._paragraph(paragraph, width), len(lines), paragraph)
        return lines, places

    def _linked(self, lines: list[TextLine], first: int, paragraph: RuleParagraph) -> list[TextLine]:
        """Highlight the links, the selected one most, and colour the components."""
        found: list[TextLine] = []
        where = _where(paragraph)
        for n, line in enumerate(lines, first):
            pieces: list[tuple[str, Style]] = []
            for words, style in line:
                for part, own in self._cited(words, style, n, paragraph.rule):
                    pieces += style_words(part, own, self.scene, self.look, where) if own is style else [(part, own)]
            found.append(pieces)
        return found

    def _cited(self, words: str, style: Style, line: int, own: str) -> Iterator[tuple[str, Style]]:
        end, look = 0, self.look
        for cited in CITED.finditer(words):
            rule = cited[0]
            if rule == own or self.book.paragraph(rule) is None:
                continue
            link = Link(line, rule)
            self.links.append(link)
            yield words[end : cited.start()], style
            here = look.style("black" if look.ansi else look.palette.background, look.palette.cursor, True)
            yield rule, here if link == self.link else look.warn + Style(underline=True)
            end = cited.end()
        yield words[end:], style

    def _side(self) -> None:
        """Paint the contents with the current section highlighted, and the symbols below."""
        look, side = self.look, self.query_one(Contents)
        picture = Picture(SIDE, max(1, self.size.height - 2), look.table)
        framed = self.size.width >= ROOMY
        sections = list(self._contents(SIDE - (4 if framed else 3)))
        y = _boxed(picture, 0, Text("Contents"), sections, look, framed)
        symbols = symbol_lines(self.scene.legend(look), self.scene, look, SIDE - (4 if framed else 3))
        if symbols:
            _boxed(picture, y + (0 if framed else 1), Text("Symbols"), symbols, look, framed)
        side.show(picture)

    def _contents(self, columns: int) -> Iterator[list[TextLine]]:
        """Return the lines of each section of the contents."""
        look, top = self.look, self.query_one(Pager).top
        above = [name for name, line in self.sections.items() if line <= top + 2]
        here = above[-1] if above else ""
        for section in self.book.sections:
            lit = section.number == here
            left, right = (look.glyphs.cursor_l, look.glyphs.cursor_r) if lit else (" ", " ")
            indent = " " * (width_of(section.number) + 1)
            first, *more = wrap(section.title, columns - 2 - len(indent))
            words = [f"{left}{section.number} {first}", *(f" {indent}{line}" for line in more)]
            words[-1] += right
            yield [[(line, look.strong if lit else look.muted)] for line in words]

    # --- from rule to rule ----------------------------------------------------------------------------------------

    def _next_link(self, step: int) -> None:
        """Select the next link, from the first visible line on."""
        pager = self.query_one(Pager)
        bottom = pager.top + pager.size.height
        seen = [link for link in self.links if pager.top <= link.line < bottom]
        if self.link in seen:
            at = seen.index(self.link) + step
            self.link = seen[at % len(seen)]
        elif seen:
            self.link = seen[0 if step > 0 else -1]
        top = pager.top
        self._show("")
        pager.scroll_lines_to(top)

    def _follow(self) -> None:
        if self.link is None:
            return
        self.trail.append((self.rule, self.query_one(Pager).top))
        self.rule, self.link, self.words = self.link.rule, None, ""
        self._show(self.rule)

    def _go_back(self) -> None:
        if not self.trail:
            return
        self.rule, top = self.trail.pop()
        self.link = None
        self._show("")
        self.query_one(Pager).scroll_lines_to(top)
        self._side()

    def _section(self, step: int) -> None:
        """Go to the next or previous section."""
        pager = self.query_one(Pager)
        lines = sorted(self.sections.values())
        after, before = [n for n in lines if n > pager.top], [n for n in lines if n < pager.top]
        pager.scroll_lines_to((after or lines)[0] if step > 0 else (before or lines)[-1])
        self._side()

    def on_pager_scrolled(self) -> None:
        self._side()

    def _paragraph(self, paragraph: RuleParagraph, width: int) -> list[TextLine]:
        look = self.look
        if paragraph.is_preformatted:
            lines = paragraph.text.split("\n")
            if all(line.startswith("|") for line in lines):
                return [*_table(lines, width, look), []]
            return [*([(line, look.good)] for line in lines), [("", look.text)]]
        style = look.strong if paragraph.rule and paragraph.rule == self.rule else look.text
        if paragraph.text.startswith(POINT):
            return [[(line, style)] for line in hang(POINT, paragraph.text.removeprefix(POINT), width)]
        if not paragraph.rule:
            return wrap_paragraph(paragraph.text, width, style)
        body = wrap_paragraph(paragraph.text, width, style, "        ")
        first = body[0][0][0].strip()
        return [[(f"{paragraph.rule:<8}", look.warn), (first, style)], *body[1:], [("", look.text)]]

    def _bars(self, found: int) -> None:
        width, look = self.size.width, self.look
        head = Picture(width, 1, look.table)
        beside = Text("") if self.translated else Text("there are none in your language")
        end = draw_title(head, look, Text("Rules: {title}", title=self.book.title), beside)
        if self.typing or self.words:
            end = head.put(end + 2, 0, f"/{self.words}", look.strong)
            told = look.say(Text("{n} paragraph", "{n} paragraphs", n=found))
            head.put(head.put(end, 0, "  ", look.table), 0, f"{told} ", look.muted)
        self.query_one("#head", Bar).show(head)
        foot = Picture(width, 1, look.table)
        wanted = (
            ("up", True),
            ("next_section", True),
            ("search", True),
            ("next_link", bool(self.links)),
            ("follow", self.link is not None),
            ("return", bool(self.trail)),
            ("back", True),
        )
        reading = KEYS.hints(look.glyphs, *(command for command, does in wanted if does))
        searching = SEARCH_KEYS.hints(look.glyphs, "type", "done", "cancel")
        draw_footer(foot, look, 0, searching if self.typing else reading)
        self.query_one("#foot", Bar).show(foot)
        self.query_one(Pager).ignores_keys = self.typing

    def on_pager_typed(self, event: Pager.Typed) -> None:
        if self.typing:
            self._search(event)
            return
        match KEYS.command(event.key):
            case "search":
                self.typing, self.words = True, ""
                self._show("")
            case "next_link" | "previous_link" as command:
                self._next_link(1 if command == "next_link" else -1)
            case "follow":
                self._follow()
            case "return":
                self._go_back()
            case "next_section" | "previous_section" as command:
                self._section(1 if command == "next_section" else -1)
            case "back" if self.words:
                self.words = ""
                self._show(self.rule)
            case "back" | "close":
                self.close_with()

    def _search(self, event: Pager.Typed) -> None:
        match SEARCH_KEYS.command(event.key):
            case "done":
                self.typing = False
            case "cancel":
                self.typing, self.words = False, ""
                self._show(self.rule)
                return
            case "erase":
                self.words = self.words[:-1]
            case _ if event.char and event.char.isprintable():
                self.words += event.char
        self._show("")


def _boxed(
    picture: Picture, y: int, title: Text, entries: Sequence[Sequence[TextLine]], look: Look, framed: bool
) -> int:
    """Draw a panel with as many entries as there is room for. Returns the line below it."""
    room = picture.height - y - (2 if framed else 1)
    shown = [entry for n, entry in enumerate(entries) if sum(map(len, entries[: n + 1])) <= room]
    if not shown:
        return picture.height
    lines = [line for entry in shown for line in entry]
    area = Rect(0, y, SIDE, len(lines) + 2) if framed else Rect(1, y, SIDE - 2, len(lines) + 1)
    note = look.glyphs.ellipsis if len(shown) < len(entries) else ""
    inner = (draw_framed_panel if framed else draw_ruled_panel)(picture, area, look.say(title), look, note)
    for n, line in enumerate(lines):
        put_line(picture, inner.x, inner.y + n, line)
    return y + area.height


def _where(paragraph: RuleParagraph) -> WordContext:
    if not paragraph.is_preformatted:
        return "text"
    return "table" if paragraph.text.startswith("|") else "drawing"


def style_words(
    words: str, style: Style, scene: BoardRenderer[Any], look: Look, where: WordContext
) -> Iterator[tuple[str, Style]]:
    """Style the words of the rulebook that name a component."""
    end = 0
    for found in WORD.finditer(words):
        # A full stop may end a sentence or belong to a pattern; a star may mark a gem or be a face.
        whole, bare = found[0], found[0].rstrip(".*-")
        drawn = scene.style_word(look, whole, where) or scene.style_word(look, bare, where)
        if drawn:
            yield words[end : found.start()], style
            yield from drawn
            end = found.start() + sum(len(part) for part, _ in drawn)
    yield words[end:], style


def _table(lines: Sequence[str], width: int, look: Look) -> list[TextLine]:
    """Return the rows of a table in columns, with cells wrapped."""
    rows = [_cells(line) for line in lines if not set(line) <= set("|-: ")]
    columns = max(map(len, rows))
    rows = [[*row, *[""] * (columns - len(row))] for row in rows]
    wide = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    while sum(wide) + APART * (columns - 1) > width and max(wide) > NARROWEST:
        wide[wide.index(max(wide))] -= 1
    found: list[TextLine] = []
    for n, row in enumerate(rows):
        cells = [wrap(cell, room) for cell, room in zip(row, wide, strict=True)]
        for line in range(max(map(len, cells))):
            parts = [
                pad(cell[line] if line < len(cell) else "", room + APART)
                for cell, room in zip(cells, wide, strict=True)
            ]
            # The last column is not padded.
            parts[-1] = parts[-1].rstrip()
            found.append([(part, look.strong if n == 0 else look.text) for part in parts])
    return found


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
