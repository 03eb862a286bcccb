"""The rulebook: opened at a rule, searched by words."""

from __future__ import annotations

from textual.app import ComposeResult

from tilehall.engine import ENGLISH, Paragraph, Rulebook, Text, rulebook
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.screens.reader import Bar
from tilehall.tui.widgets.chrome import footer, title
from tilehall.tui.widgets.pager import Pager, TextLine, wrapped


class RulesScreen(Room[None]):
    """All paragraphs, or those with the words searched for; `/` begins a search."""

    def __init__(self, look: Look, game: str, rule: str = "") -> None:
        super().__init__()
        self.look = look
        self.book: Rulebook = rulebook(game, look.language.code)
        self.translated = look.language.code == ENGLISH.code or self.book != rulebook(game)
        self.rule = rule
        self.words = ""
        self.typing = False

    def compose(self) -> ComposeResult:
        yield Bar(id="head")
        yield Pager(self.look)
        yield Bar(id="foot")

    def on_mount(self) -> None:
        self.call_after_refresh(self._show, self.rule)

    def on_resize(self) -> None:
        self._show("")

    def _show(self, rule: str) -> None:
        if not self.size.width:
            return
        lines, places = self._lines(min(self.size.width - 4, 96))
        pager = self.query_one(Pager)
        # What was found is read from its beginning.
        pager.read(lines, 0 if self.typing else places.get(rule, 0 if rule else pager.top))
        self._bars(len([p for p in places if p]))

    def _lines(self, width: int) -> tuple[list[TextLine], dict[str, int]]:
        look, lines, places = self.look, list[TextLine](), dict[str, int]()
        found = self.book.search(self.words) if self.words else None
        for section in self.book.sections:
            paragraphs = [p for p in section.paragraphs if found is None or p in found]
            if not paragraphs:
                continue
            lines += [[("", look.text)], [(f"{section.number} {section.title}", look.accent)], [("", look.text)]]
            for paragraph in paragraphs:
                if paragraph.rule:
                    places[paragraph.rule] = max(0, len(lines) - 1)
                lines += self._paragraph(paragraph, width)
        return lines, places

    def _paragraph(self, paragraph: Paragraph, width: int) -> list[TextLine]:
        look = self.look
        if paragraph.fixed:
            return [*([(line, look.good)] for line in paragraph.text.split("\n")), [("", look.text)]]
        style = look.strong if paragraph.rule and paragraph.rule == self.rule else look.text
        if not paragraph.rule:
            return wrapped(paragraph.text, width, style)
        body = wrapped(paragraph.text, width, style, "        ")
        first = body[0][0][0].strip()
        return [[(f"{paragraph.rule:<8}", look.warn), (first, style)], *body[1:], [("", look.text)]]

    def _bars(self, found: int) -> None:
        width, look = self.size.width, self.look
        head = Picture(width, 1, look.table)
        beside = Text("") if self.translated else Text("there are none in your language")
        end = title(head, look, Text("Rules: {title}", title=self.book.title), beside)
        if self.typing or self.words:
            end = head.put(end, 0, f"/{self.words}", look.strong)
            head.put(end + 2, 0, look.say(Text("{n} paragraph", "{n} paragraphs", n=found)), look.muted)
        self.query_one("#head", Bar).show(head)
        foot = Picture(width, 1, look.table)
        keys = [("A-Z", Text("search for")), ("Enter", Text("done")), ("Esc", Text("all rules"))]
        arrows = look.glyphs.arrow_up + look.glyphs.arrow_down
        usual = [(arrows, Text("scroll")), ("/", Text("search")), ("Esc", Text("back"))]
        footer(foot, look, 0, keys if self.typing else usual)
        self.query_one("#foot", Bar).show(foot)
        self.query_one(Pager).deaf = self.typing

    def on_pager_typed(self, event: Pager.Typed) -> None:
        if self.typing:
            self._search(event)
        elif event.key == "slash":
            self.typing, self.words = True, ""
            self._show("")
        elif event.key == "escape" and self.words:
            self.words = ""
            self._show(self.rule)
        elif event.key in ("escape", "q", "question_mark", "f1"):
            self.leave_with()

    def _search(self, event: Pager.Typed) -> None:
        if event.key == "enter":
            self.typing = False
        elif event.key == "escape":
            self.typing, self.words = False, ""
            self._show(self.rule)
            return
        elif event.key == "backspace":
            self.words = self.words[:-1]
        elif event.char and event.char.isprintable():
            self.words += event.char
        self._show("")
