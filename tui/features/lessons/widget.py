"""Paints what surrounds the board of a level: the goal, the rules in force, and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tilehall.engine import Text, join_spaces, literal_text, load_rulebook
from tilehall.engine.teaching.lessons import Lesson
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.features.lessons.lesson_text import LEAVE, SHORT_LABELS, LessonSurroundings
from tilehall.tui.key_map import KeyBindings, key_label_for
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets.chrome import LINES, Chrome, lines_below
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer

LEAST = 34
"""The fewest columns of the rules beside a board."""
MOST = 46
FEW = 4
"""The fewest lines and columns of the log for the rules to cover it."""
NARROW = 24
WIDE = 3
"""Columns between two keys, where there is room."""


class LessonRule(NamedTuple):
    """A rule in force."""

    rule: str
    words: str
    """The first sentence, in the reader's language."""


class BoardMargins(NamedTuple):
    """The room that the board leaves free: lines above it, and columns to its right."""

    above: int = 0
    beside: int = 0


class LessonChrome:
    """Paints the board screen of a level."""

    def __init__(self, surroundings: LessonSurroundings[Any], scene: BoardRenderer[Any]) -> None:
        self.surroundings = surroundings
        self.rules: Sequence[LessonRule] = ()
        """In the language of the latest picture."""
        self._read = SourceCache[Sequence[LessonRule]]()
        self.player = surroundings.player
        self.scene = scene
        self.chrome = Chrome(surroundings.player, scene, surroundings, self._over, self._below)
        self._small = False
        """Whether the rules have no place above or beside the board."""
        self._laid = False
        """Whether the rules have a place over the board."""

    def paint(self, look: Look, width: int, height: int, keys: KeyBindings) -> Drawing:
        """Paint the whole screen."""
        least = (self.scene.minimum_size[0] + 1, self.scene.minimum_size[1] + LINES)
        inner, code = self.chrome, look.language.code
        self.rules = self._read.get("", code, lambda: rules_in_force(self.surroundings.state.lesson, code))
        if width < least[0] or height < least[1]:
            return inner.paint(look, width, height, keys)
        room = self._room(width, height, least)
        self._small = not room.beside and room.above <= 1
        if self.surroundings.state.over:
            # The steps before the outcome would cover the board; they are in the log.
            self.player.status.show(None)
        board = inner.paint(look, width - room.beside, height - room.above, keys)
        drawing = Drawing(Picture(width, height, look.table), _lowered(board.places, room.above))
        picture = drawing.picture
        picture.paste(0, room.above, board.picture)
        if room.beside:
            self._beside(picture, Rect(width - room.beside, 1, room.beside, height - 2), look)
        elif room.above > 1:
            self._above(picture, Rect(0, 1, width, room.above - 1), look)
        self._goal(picture, look)
        self._outcome(picture, height - lines_below(height - room.above), look)
        hints = self.surroundings.footer()
        named = [(look.say(key) if isinstance(key, Text) else key, what) for key, what in hints]
        _lay_keys(picture, named, look)
        self.player.focus.place_areas = drawing.places
        return drawing

    # --- where the rules stand ------------------------------------------------------------------------------------

    def _room(self, width: int, height: int, least: tuple[int, int]) -> BoardMargins:
        """Return the place of the rules: above the board if all fit there, else beside it, else over a corner of it."""
        lines = sum(len(words) for _, words in self._wrapped(width - 2))
        if height - least[1] >= 1 + lines:
            return BoardMargins(1 + lines + (height - least[1] > 1 + lines))
        above = int(height > least[1])
        if width - LEAST >= least[0]:
            return BoardMargins(above, min(MOST, width - least[0]))
        return BoardMargins(above)

    def _wrapped(self, columns: int) -> list[tuple[LessonRule, list[str]]]:
        """Wrap each rule, with its text behind its number."""
        room = columns - self._numbers()
        return [(rule, cells.wrap(rule.words, room)) for rule in self.rules]

    def _numbers(self) -> int:
        """Return the columns of the rule numbers."""
        return max(cells.width(rule.rule) for rule in self.rules) + 2

    def _above(self, picture: Picture, area: Rect, look: Look) -> None:
        y = area.y
        for rule, words in self._wrapped(area.width - 2):
            y = self._rule(picture, area.x + 1, y, rule, words, look)
        if y < area.y + area.height:
            picture.fill(area.x + 1, y, area.width - 2, 1, look.line, look.glyphs.line_h)

    def _beside(self, picture: Picture, area: Rect, look: Look) -> None:
        title = look.say(Text("Rules in force"))
        draw_heading(picture, area.x + 1, area.y, area.width - 2, title, look)
        y = area.y + 1
        for rule, words in self._wrapped(area.width - 2):
            if y + len(words) <= area.y + area.height:
                y = self._rule(picture, area.x + 1, y, rule, words, look) + 1

    def _over(self, drawing: Drawing, look: Look) -> Rect | None:
        """Paint the rules in a small window over the log; the rule in play in full.

        No other part of the board is covered; if there is no such place, the rule in play is painted below the prompt.
        """
        area = drawing.log
        self._laid = self._small and area is not None and area.height >= FEW and area.width >= NARROW
        if area is None or not self._laid:
            return None
        picture = drawing.picture
        picture.fill(area.x, area.y, area.width, area.height, look.table)
        title, more = look.say(Text("Rules in force")), look.say(self._reading_on())
        draw_heading(picture, area.x, area.y, area.width, title, look, more)
        y = area.y + 1
        for rule, lines in self._fitted(area.width, area.height - 1, look):
            active = rule.rule == self.surroundings.current_rule()
            for line in lines:
                picture.put(area.x, y, line, look.text if active else look.muted)
                y += 1
            picture.put(area.x, y - len(lines), rule.rule, look.accent if active else look.muted)
        return area

    def _below(self, look: Look, columns: int) -> Sequence[Text]:
        """Paint the rule in play, if the rules have no other place."""
        if not self._small or self._laid:
            return ()
        rule = next(rule for rule in self.rules if rule.rule == self.surroundings.first_rule())
        more = self._reading_on()
        room = columns - cells.width(look.say(more)) - 2
        return [literal_text(look.clip(f"{rule.rule} {rule.words}", room)), join_spaces([literal_text(""), more])]

    def _reading_on(self) -> Text:
        """Return the text about where to read all rules in full; empty in a presentation."""
        if self.surroundings.state.mode == "present":
            return Text("")
        return Text("{key} reads on", key=key_label_for(self.surroundings.board_keys, "rules"))

    def _fitted(self, columns: int, lines: int, look: Look) -> list[tuple[LessonRule, list[str]]]:
        """Fit the rules into so many lines: a line each, and the rest for the rule in play."""
        active = self.surroundings.first_rule()
        wrapped = {rule: cells.wrap(f"{rule.rule} {rule.words}", columns) for rule in self.rules}
        spare = lines - len(wrapped)
        found = {}
        for rule in sorted(wrapped, key=lambda rule: rule.rule != active):
            count = 1 + max(0, min(spare, len(wrapped[rule]) - 1))
            spare -= count - 1
            found[rule] = cells.fold(f"{rule.rule} {rule.words}", columns, count, look.glyphs.ellipsis)
        return [(rule, found[rule]) for rule in self.rules][:lines]

    def _rule(self, picture: Picture, x: int, y: int, rule: LessonRule, words: Sequence[str], look: Look) -> int:
        """Draw a rule with its number, highlighted if it is in play. Returns the line below it."""
        active = rule.rule == self.surroundings.current_rule()
        picture.put(x, y, rule.rule, look.accent if active else look.muted)
        indent = x + self._numbers()
        for line in words:
            picture.put(indent, y, look.clip(line, picture.width - indent - 1), look.text if active else look.muted)
            y += 1
        return y

    # --- the goal, and how it came out ----------------------------------------------------------------------------

    def _goal(self, picture: Picture, look: Look) -> None:
        """Draw the goal in the first line, with the number of its parts that are done."""
        surroundings, palette = self.surroundings, look.palette
        ground = palette.panel
        picture.fill(0, 0, picture.width, 1, look.style(palette.text, ground))
        number = f" {surroundings.state.course.number}/{surroundings.state.course.levels} "
        x = picture.put(0, 0, number, look.style(palette.background, palette.accent, True)) + 1
        met = surroundings.state.met_conditions
        marks = "".join(look.glyphs.check if done else look.glyphs.track_todo for done in met) if len(met) > 1 else ""
        goal, room = look.say(surroundings.state.lesson.goal), picture.width - x - 1
        left = room - cells.width(goal) - len(marks) - 1
        if left >= 0:
            picture.put(picture.width - 1 - len(marks), 0, marks, look.style(palette.good, ground, True))
        title = look.say(surroundings.state.lesson.title)
        if cells.width(title) + 4 <= left:
            end = picture.width - 1 - len(marks) - (2 if marks else 0)
            picture.put(end - cells.width(title), 0, title, look.style(palette.muted, ground))
        # In some languages the goal needs the line below, too.
        for y, line in enumerate(cells.fold(goal, room, 2, look.glyphs.ellipsis)):
            if y:
                picture.fill(0, y, picture.width, 1, look.style(palette.text, ground))
            picture.put(x, y, line, look.style(palette.accent, ground, True))

    def _outcome(self, picture: Picture, y: int, look: Look) -> None:
        """Draw the outcome in place of the prompt."""
        outcome = self.surroundings.state.outcome()
        if outcome is None:
            return
        solved, offered = self.surroundings.state.solved, self.surroundings.state.next_offer()
        lines, width = picture.height - 1 - y, picture.width
        picture.fill(0, y, width, lines, look.table)
        mark = look.glyphs.check if solved else look.glyphs.cross
        style = look.on_table(look.palette.good, bold=True) if solved else look.bad
        picture.put(1, y, look.clip(f"{mark} {look.say(outcome[0])}", width - 2), style)
        names, ellipsis = self.player.moment.names, look.glyphs.ellipsis
        said = cells.fold(look.say(outcome[1], names), width - 4, lines - 1, ellipsis)
        if offered and not self.surroundings.state.has_unseen_score:
            # The explanation of the level came before the result was looked at.
            next_up = cells.fold(look.say(offered), width - 4, lines - 1, ellipsis)
            said = [*said, *next_up] if len(said) + len(next_up) < lines else next_up
        for n, line in enumerate(said, 1):
            picture.put(3, y + n, line, look.strong)


def rules_in_force(lesson: Lesson, language: str) -> Sequence[LessonRule]:
    """Return the rules of a level, the first sentence of each."""
    book, found = load_rulebook(lesson.game, language), list[LessonRule]()
    for number in lesson.rules:
        paragraph = book.paragraph(number)
        found.append(LessonRule(number, paragraph.first_sentence.replace("**", "") if paragraph else ""))
    return found


def _lowered(places: dict[Place, Rect], by: int) -> dict[Place, Rect]:
    return {place: rect._replace(y=rect.y + by) for place, rect in places.items()} if by else dict(places)


def _lay_keys(picture: Picture, named: Sequence[KeyHint], look: Look) -> None:
    """Draw the keys in the last line; the key to leave is never left out.

    Where room is short the gaps shrink, then undo goes, then the first keys, which are known best.
    """
    end = next((n for n, (_, what) in enumerate(named) if what == LEAVE), 0)
    needed, rest = [*named[: end + 1]], named[end + 1 :]
    gap = WIDE
    if _columns(needed, look, gap) > picture.width:
        gap -= 1
    if _columns(needed, look, gap) > picture.width:
        needed = [hint for hint in needed if hint[1] != SHORT_LABELS["undo"]]
    while len(needed) > 1 and _columns(needed, look, gap) > picture.width:
        del needed[0]
    draw_footer(picture, look, picture.height - 1, [*needed, *rest], gap=gap)


def _columns(named: Sequence[KeyHint], look: Look, gap: int) -> int:
    """Return the columns that the keys take."""
    return 1 + sum(cells.width(key) + 1 + cells.width(look.say(what)) + gap for key, what in named) - gap
