"""Paints a frame of a demo: the board, its caption below it, the rules beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rich.style import Style

from tilehall.engine import Text, Who
from tilehall.tui.boards.panel import draw_frame as framed
from tilehall.tui.boards.panel import draw_panel
from tilehall.tui.boards.registry import BoardRenderer, renderer_for
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.features.demo.demo_frames import DemoCaption, DemoFrame, DemoFrames
from tilehall.tui.features.demo.rules_shown import findable_rules, first_sentence
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.tables.history.captions import CaptionSentence
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.widgets.chrome import TALL, too_small
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer
from tilehall.tui.widgets.players_line import title_line

NUMBERS, WORDS = 14, 39
"""Columns of the list of rules, with the numbers alone and with sentences."""
READABLE = 12
"""The fewest columns in which a sentence of a rule is shown."""
LAID_OVER = 44
"""Columns of the list where it covers a part of the board."""
SHORT, LONG = 3, 6
"""Lines below the board, without the footer, in low and in high windows."""
LIST = Text("The rules")


def needed(scene: BoardRenderer[Any]) -> tuple[int, int]:
    """Return the least columns and lines of a demo."""
    columns, lines = scene.minimum_size
    return columns + 1, lines + SHORT + 2


@dataclass
class DemoView:
    """The UI state of a demo, and the painter of its frames."""

    frames: DemoFrames
    size: str = "auto"
    """The size of the tiles."""
    chosen: str = ""
    """The selected rule of the list; empty if there is none."""
    listed: bool = False
    """Whether the list covers a part of the board, where there is no room beside it."""
    full_board: bool = False
    """Whether the board takes all the room, for an audience: the list covers it on demand, and there is no log."""
    paused: bool = False
    thinks: bool = False
    """Whether a computer player is thinking about the next step."""
    note: Text | None = None
    """Shown instead of the reason."""
    players: dict[int, PlayerControls[Any]] = field(default_factory=dict)
    """The controls of the viewpoint for each of the games."""

    @property
    def scene(self) -> BoardRenderer[Any]:
        return renderer_for(self.frames.replay.header.game)

    @property
    def player(self) -> PlayerControls[Any]:
        """The viewpoint on the current game, up to date with it."""
        game = self.frames.frame.game
        if game not in self.players:
            self.players[game] = PlayerControls(self.frames.games[game].replay, self.scene)
        player = self.players[game]
        player.options.tile_size = self.size
        player.catch_up()
        return player

    @property
    def rules(self) -> tuple[str, ...]:
        """The list of rules."""
        return findable_rules(self.frames.now.rules, self.frames.rules_seen())

    def select_rule(self, direction: int) -> None:
        """Select the next rule of the list, or the previous one; at first one that the frame shows."""
        rules, now = self.rules, self.frames.rules(self.frames.frame)
        if self.chosen in rules:
            self.chosen = rules[(rules.index(self.chosen) + direction) % len(rules)]
        else:
            self.chosen = next((rule for rule in now if rule in rules), rules[0])

    @property
    def rule(self) -> str:
        """The selected rule, or else the first that the frame shows."""
        return self.chosen or next(iter(self.frames.rules(self.frames.frame)), "")

    @property
    def searched_rule(self) -> str:
        """The rule to look for: the selected one, or else a wanted one that has not come up yet."""
        ticked = self.frames.rules_seen()
        lacking = (rule for rule in self.frames.asked if rule not in ticked)
        return self.chosen or next(lacking, next(iter(self.frames.asked), self.rule))

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self, look: Look, width: int, height: int, hints: Sequence[KeyHint]) -> Drawing:
        """Paint the whole screen."""
        lines = LONG if height >= TALL else SHORT
        least = self.scene.minimum_size
        if width < least[0] + 1 or height < least[1] + lines + 2:
            return too_small(look, width, height, needed(self.scene))
        beside = 0 if self.full_board else _columns(width - least[0] - 1)
        drawing = self._board(look, width, height, width - beside, height - lines - 2)
        picture = drawing.picture
        if beside:
            area = Rect(width - beside + 1, 1, beside - 1, height - lines - 2)
            self._list(picture, draw_panel(picture, area, look.say(LIST), look), look)
        elif self.listed:
            self._lay_over(picture, Rect(width - LAID_OVER, 1, LAID_OVER, height - lines - 2), look)
        self._title(picture, look)
        for y, line in enumerate(self._caption(look, width - 2, lines), height - lines - 1):
            styled_text.put_line(picture, 1, y, line)
        draw_footer(picture, look, height - 1, hints)
        return drawing

    def _board(self, look: Look, width: int, height: int, columns: int, lines: int) -> Drawing:
        player = self.player
        board = self.scene.paint(player.view(look), columns, lines)
        places = {place: Rect(at.x, at.y + 1, at.width, at.height) for place, at in board.places.items()}
        drawing = Drawing(Picture(width, height, look.table), places)
        drawing.picture.paste(0, 1, board.picture)
        if self.full_board and board.log:
            told = board.log
            drawing.picture.fill(told.x, told.y + 1, told.width, told.height, look.table)
        return drawing

    def _title(self, picture: Picture, look: Look) -> None:
        """Return who plays; at the end also the number of rules shown, and unusual options."""
        ticked, rules = self.frames.rules_seen(), self.rules
        shown = Text("rules {n}/{all}", n=len([rule for rule in rules if rule in ticked]), all=len(rules))
        marks = [(look.say(shown), look.muted)]
        if self.paused:
            marks.append((look.say(Text("paused")), look.warn))
        elif self.thinks:
            marks.append((look.say(Text("thinking")), look.muted))
        # The order of the players does not depend on who is in front.
        now = replace(self.frames.now, seat=-1)
        front = self.frames.seat_in_front
        if front is not None:
            aside = sum(cells.width(words) + 2 for words, _ in marks)
            seen = look.say(Text("{who}'s board", who=Who(front)), now.names)
            whole = styled_text.line_width(title_line(now, self.scene, look, picture.width * 4, {}))
            if whole + aside + cells.width(seen) + 4 <= picture.width:
                marks.append((seen, self.scene.seat_style(look, front)))
        room = picture.width - 1
        for words, style in marks:
            room -= cells.width(words) + 2
            picture.put(room + 1, 0, words, style)
        styled_text.put_line(picture, 1, 0, title_line(now, self.scene, look, room - 1, {}))

    # --- what happens ---------------------------------------------------------------------------------------------

    def _caption(self, look: Look, columns: int, most: int) -> list[StyledLine]:
        """Return the events, the reason and, last, the rule, cut to so many lines."""
        frame = self.frames.frame
        if frame.note:
            aside = [[(look.say(self.note), look.warn)]] if self.note else []
            told = styled_text.break_line([(look.say(frame.note.text), look.strong)], columns)
            since = look.say(self.frames.skipped_text(frame))
            title = [(look.say(frame.note.title), look.accent), (f"  {since}" if since else "", look.muted)]
            return [title, *_within(told, most - 1 - len(aside), columns, look), *aside]
        caption = self.frames.caption(frame)
        what = styled_text.break_line(self._what(frame, caption, look), columns)
        why = styled_text.break_line(self._why(caption, look), columns)
        # Events come before everything else, but a note that answers the user is never left out,
        # nor is the selected rule.
        answer, noted = bool(self.frames.asked_rules_in(frame)) or self.chosen in caption.rules, self.note is not None
        lines = _within(what, most - answer - noted, columns, look)
        lines += _within(why, most - len(lines) - answer, columns, look)
        return [*lines, *_within(self._rule(caption, look, columns), most - len(lines), columns, look)]

    def _what(self, frame: DemoFrame, caption: DemoCaption, look: Look) -> StyledLine:
        """Return the events, each sentence with its rule."""
        names, found = self.frames.now.names, list[tuple[str, Style]]()
        actor = self.frames.actor(frame)
        if actor is not None:
            found += [(look.glyphs.play, self.scene.seat_style(look, actor)), (" ", look.text)]
        for each in caption.sentences:
            found += [*self._told(each, look, names), (" ", look.text)]
        for rule in caption.unsaid_rules:
            found += [(f"{rule} ", look.accent)]
        return found

    def _told(self, told: CaptionSentence, look: Look, names: Sequence[str]) -> StyledLine:
        words = style_sentence(told.text, self.scene, look, names, look.strong)
        return [*words, (f" {told.rule}", look.accent)] if told.rule else words

    def _why(self, caption: DemoCaption, look: Look) -> StyledLine:
        if self.note is not None:
            return [(look.say(self.note), look.warn)]
        if caption.why is None:
            return []
        told = Text("Why: {why}.", why=caption.why)
        return style_sentence(told, self.scene, look, self.frames.now.names, look.text)

    def _rule(self, caption: DemoCaption, look: Look, columns: int) -> list[StyledLine]:
        """Return the text of the selected rule if the frame shows it, or else of the first that it shows."""
        rule = self.chosen if self.chosen in caption.rules else next(iter(caption.rules), "")
        if not (words := self.says(rule, look)):
            return []
        return [*styled_text.break_line([(f"{rule} ", look.accent), (words, look.muted)], columns)]

    def says(self, rule: str, look: Look) -> str:
        """Return the first sentence of a rule."""
        return first_sentence(self.frames.now.rules, rule, look.language)

    # --- the rules ------------------------------------------------------------------------------------------------

    def _lay_over(self, picture: Picture, area: Rect, look: Look) -> None:
        picture.fill(area.x, area.y, area.width, area.height, look.table)
        framed(picture, area, look, look.accent)
        picture.put(area.x + 2, area.y, f" {look.say(LIST)} ", look.accent)
        self._list(picture, Rect(area.x + 2, area.y + 1, area.width - 4, area.height - 2), look)

    def _list(self, picture: Picture, area: Rect, look: Look) -> None:
        """Paint the list: shown rules with a tick, those of this frame highlighted."""
        rules, ticked, now = self.rules, self.frames.rules_seen(), self.frames.rules(self.frames.frame)
        wanted = self.chosen or next((rule for rule in now if rule in rules), "")
        at = rules.index(wanted) if wanted in rules else 0
        top = max(0, min(at - area.height // 2, len(rules) - area.height))
        for y, rule in enumerate(rules[top : top + area.height], area.y):
            style = look.strong if rule in now else look.text if rule in ticked else look.muted
            mark = look.glyphs.check if rule in ticked else look.glyphs.bullet
            before = look.glyphs.play if rule == self.chosen else " "
            x = picture.put(area.x, y, before, look.accent)
            x = picture.put(x, y, f"{mark} ", look.good if rule in ticked else look.muted)
            number = rule.ljust(max(map(len, rules)))
            x = picture.put(x, y, number, look.accent if rule in now else style)
            if (room := area.x + area.width - x - 3) >= READABLE:
                picture.put(x + 1, y, look.clip(self.says(rule, look), room), style)
        for there, y, arrow in (
            (top > 0, area.y, look.glyphs.arrow_up),
            (top + area.height < len(rules), area.y + area.height - 1, look.glyphs.arrow_down),
        ):
            if there:
                picture.put(area.x + area.width - 1, y, arrow, look.muted)


def _columns(left: int) -> int:
    """Return the columns of the list that the board leaves free."""
    if left >= WORDS:
        return WORDS + (left - WORDS) // 4
    return NUMBERS if left >= NUMBERS else 0


def _within(lines: Sequence[StyledLine], most: int, columns: int, look: Look) -> list[StyledLine]:
    return styled_text.limit_lines([line for line in lines if line], most, columns, look.glyphs.ellipsis)
