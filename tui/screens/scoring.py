"""The score: winner and reason, points as bars, their course, and the receipt with a rule for every point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.app import ComposeResult

from tilehall.engine import GameResult, Receipt, ReceiptLine, SeatNo, Text, Who, join_and
from tilehall.tui.boards.charts import point_sources, points_chart, points_from, points_table, stacked_bar
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.screens.board_purpose import Destination
from tilehall.tui.screens.reader import Bar
from tilehall.tui.tables.history.derivation import lines_by_player
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine, break_line, line_width
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.chrome import draw_title
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer
from tilehall.tui.widgets.pager import Pager, TextLine, columns_in, join_columns, with_heading

if TYPE_CHECKING:
    from tilehall.tui.tables.history.replay import Replay

USUAL = 77
"""Columns of a page in a window of 80."""
BESIDE = 116
"""Columns from which on the receipt is beside the bars."""
POINTS, RULE = 5, 8
CHART, HIGHEST = 7, 36
"""Minimal and maximal lines of the chart of a game's course."""
PointsHistory = Sequence[Sequence[int]]


NOWHERE = -1
"""The index for no line of the receipt."""
KEYS = screen_keys("scoring")


class ScoreRow(NamedTuple):
    """A line of the receipt, and the line of the page at which it begins."""

    line: ReceiptLine
    row: int


class ScorePage(NamedTuple):
    """The page, and the positions of the receipt's lines on it."""

    lines: list[TextLine]
    rows: tuple[ScoreRow, ...]

    def lower(self, by: int) -> ScorePage:
        """A copy moved down by so many lines, as a part of another page."""
        return self._replace(rows=tuple(row._replace(row=row.row + by) for row in self.rows))


class ScoringScreen(ResultScreen[Destination]):
    """Its result is where to go: the board, the game's course, a replay, a rematch, or home."""

    def __init__(
        self,
        look: Look,
        moment: Moment[Any],
        scene: BoardRenderer[Any],
        grown: PointsHistory = (),
        replay: Replay[Any] | None = None,
        onward: Text | None = None,
    ) -> None:
        """`replay` shows the board at the steps that a line of the receipt comes from.

        `onward` is the label of the only way on; without one the player chooses.
        """
        super().__init__()
        self.look = look
        self.moment = moment
        self.scene = scene
        self.grown = grown
        self.replay = replay
        self.onward = onward or (None if moment.over else Text("back to the board"))
        self.at = NOWHERE
        """The line of the receipt under the cursor: the first one, once it is known that there are any."""
        self.rows: Sequence[ScoreRow] = ()
        # The result may appear while the player types for the board.
        self.ignores_early_keys = moment.over

    def compose(self) -> ComposeResult:
        yield Bar(id="head")
        pager = Pager(self.look)
        pager.handed_on = (*KEYS.keys["up"], *KEYS.keys["down"])
        yield pager
        yield Bar(id="foot")

    def on_resize(self) -> None:
        width, look = self.size.width, self.look
        head = Picture(width, 1, look.table)
        what = Text("the result") if self.moment.over else Text("the score so far")
        pager = self.query_one(Pager)
        draw_title(head, look, self.moment.title, Text("") if pager.framed else what)
        self.query_one("#head", Bar).show(head)
        pager.title = look.say(what)
        self._read(pager.top)

    def _read(self, top: int) -> None:
        """Shows the page from this line on."""
        pager, width = self.query_one(Pager), columns_in(self.size.width)
        found = self._laid(width, pager.shown)
        if self.at == NOWHERE and found.rows:
            self.at = 0
            found = self._laid(width, pager.shown)
        self.rows = found.rows
        pager.set_lines(found.lines, top)
        self.on_pager_scrolled()

    def _laid(self, width: int, shown: int) -> ScorePage:
        return lay_out_score(self.moment, self.scene, self.look, width, self.grown, shown, self.at)

    def select_line(self, step: int) -> None:
        """Moves the cursor to the next or previous line of the receipt; if there is none, scrolls the page.

        A line that is out of sight is scrolled to first.
        """
        pager = self.query_one(Pager)
        seen = self.at != NOWHERE and pager.top <= self.rows[self.at].row < pager.top + pager.shown
        at = max(0, min(self.at + step, len(self.rows) - 1)) if seen else self.at
        if at == NOWHERE or (step and at == self.at and seen):
            top = pager.top + step
        else:
            # The lines before and after it stay visible too.
            row = self.rows[at].row
            top = max(min(pager.top, row - 1), row + 2 - pager.shown)
        self.at = at
        self._read(top)

    def show_derivation(self) -> None:
        """Shows on the board where the points of the line under the cursor come from."""
        from tilehall.tui.features.derivation.screen import DerivationScreen

        lines = [row.line for row in self.rows]
        screen = DerivationScreen(self.look, self.moment, self.scene, lines, self.at, self.replay)
        self.app.push_screen(screen, self._derived)

    def _derived(self, at: int | None) -> None:
        """Returns to the line that was looked at last."""
        self.at = self.at if at is None else at
        self.select_line(0)

    def on_pager_scrolled(self) -> None:
        foot = Picture(self.size.width, 1, self.look.table)
        draw_footer(foot, self.look, 0, self._keys(self.query_one(Pager).scrolls))
        self.query_one("#foot", Bar).show(foot)

    def _keys(self, scrolls: bool) -> list[KeyHint]:
        """The keys in the footer: Enter opens the line under the cursor, if there are lines."""
        glyphs = self.look.glyphs
        opens = ["derivation"] if self.rows else []
        lines = [KEYS.hint(glyphs, "up", None if self.rows else Text("scroll"))] if self.rows or scrolls else []
        found = [*KEYS.hints(glyphs, *opens), *lines]
        if self.onward:
            return [*found, ("Esc", self.onward)]
        return [*found, *KEYS.hints(glyphs, "board", "course", "review", "rematch", "home")]

    def on_pager_typed(self, event: Pager.Typed) -> None:
        match KEYS.command(event.key):
            case "up" | "down" as command:
                self.select_line(-1 if command == "up" else 1)
            case "derivation" if self.at != NOWHERE:
                self.show_derivation()
            case _ if self.onward:
                self.close_with("board")
            case "derivation" | "board":
                self.close_with("board")
            case "course" | "review" | "rematch" | "home" as destination:
                self.close_with(destination)


def score_lines(
    moment: Moment[Any], scene: BoardRenderer[Any], look: Look, width: int, grown: PointsHistory = (), lines: int = 0
) -> list[TextLine]:
    """The whole score in lines of so many columns, with the receipt below or beside the charts."""
    return lay_out_score(moment, scene, look, width, grown, lines).lines


def lay_out_score(
    moment: Moment[Any],
    scene: BoardRenderer[Any],
    look: Look,
    width: int,
    grown: PointsHistory = (),
    lines: int = 0,
    here: int = NOWHERE,
) -> ScorePage:
    """Like `score_lines`, with the positions of the receipt's lines; the line `here` is marked.

    The chart of the course is as high as `lines` leave room for.
    """
    found = _page(moment, scene, look, width, grown, CHART, here)
    higher = min(HIGHEST, CHART + lines - len(found.lines))
    return _page(moment, scene, look, width, grown, higher, here) if grown and higher > CHART else found


def _page(
    moment: Moment[Any], scene: BoardRenderer[Any], look: Look, width: int, grown: PointsHistory, chart: int, here: int
) -> ScorePage:
    told = [*_result(moment, scene, look, width), []]
    if width < BESIDE:
        above = [*told, *_pictures(moment, scene, look, width, grown, chart)]
        receipt = _receipt(moment, scene, look, width, here)
        below = with_heading(Text("Every point"), receipt.lines, look, width)
        return ScorePage([*above, *below], receipt.lower(len(above) + 1).rows)
    half = width // 2 - 1
    left = _pictures(moment, scene, look, half, grown, chart)
    rest = width - half - 3
    receipt = _receipt(moment, scene, look, rest, here)
    right = with_heading(Text("Every point"), receipt.lines, look, rest)
    return ScorePage([*told, *join_columns(left, right, half + 3, look)], receipt.lower(len(told) + 1).rows)


def receipt_lines(moment: Moment[Any], scene: BoardRenderer[Any], look: Look) -> list[TextLine]:
    """The whole score for a window of 80 columns."""
    return score_lines(moment, scene, look, USUAL)


# --- result -----------------------------------------------------------------------------------------------------------


def _result(moment: Moment[Any], scene: BoardRenderer[Any], look: Look, width: int) -> list[TextLine]:
    """The winner, how the game ended, and what decided it."""
    standing, names = moment.standing, moment.names
    if standing is None:
        return []
    told = [(winner_text(standing), look.strong), (standing.text, look.text)]
    if reason := deciding_reason(standing, moment.receipt):
        told.append((reason, look.text))
    return [line for text, style in told for line in break_line(style_sentence(text, scene, look, names, style), width)]


def winner_text(standing: GameResult) -> Text:
    """The result in one sentence: the game's own verdict, else the winners."""
    if standing.verdict:
        return standing.verdict
    winners = [Who(seat) for seat in standing.winners]
    if not winners:
        return Text("Nobody wins.")
    return (
        Text("{who} wins.", who=winners[0]) if len(winners) == 1 else Text("{who} win together.", who=join_and(winners))
    )


def deciding_reason(standing: GameResult, receipt: Receipt) -> Text | None:
    """The main source of the winner's lead over the second; None if the game was not decided by points."""
    scores, ranks = standing.scores, standing.ranks
    if scores is None or ranks is None or len(ranks) < 2 or len(standing.winners) != 1:
        return None
    first, second = sorted(range(len(ranks)), key=lambda seat: ranks[seat])[:2]
    ahead = scores[first] - scores[second]
    gains = {
        source: points_from(receipt, first, source) - points_from(receipt, second, source)
        for source in point_sources(receipt)
    }
    if ahead <= 0 or not gains:
        return None
    best = max(gains, key=lambda source: gains[source])
    return Text(
        "{who} is {n} point ahead of {other}, most of all by {source}: {more} to {fewer}.",
        "{who} is {n} points ahead of {other}, most of all by {source}: {more} to {fewer}.",
        who=Who(first),
        n=ahead,
        other=Who(second),
        source=best,
        more=points_from(receipt, first, best),
        fewer=points_from(receipt, second, best),
    )


# --- charts -----------------------------------------------------------------------------------------------------------


def _pictures(
    moment: Moment[Any], scene: BoardRenderer[Any], look: Look, width: int, grown: PointsHistory, chart: int
) -> list[TextLine]:
    receipt, seats, order = moment.receipt, range(len(moment.names)), _order(moment)
    found = with_heading(Text("Points by where they come from"), (), look, width)
    long = min(16, max(map(width_of, moment.names)))
    gains = [sum(max(0, points_from(receipt, seat, source)) for source in point_sources(receipt)) for seat in seats]
    room = width - long - 16
    for seat in order:
        total = (f"{receipt.total(seat):>{POINTS}}", look.strong)
        drawn = stacked_bar(receipt, seat, room, max(gains), look)
        found.append([*_named(moment, scene, look, seat, long), total, ("  ", look.text), *drawn])
    short = {seat: _short(moment, scene, look, seat) for seat in order}
    if point_sources(receipt):
        found += [[], *points_table(receipt, short, min(width, 60), look)]
    else:
        found += [[], [(look.clip(look.say(Text("Nobody has points yet.")), width), look.muted)]]
    for text in receipt.pending:
        found += break_line(style_sentence(text, scene, look, moment.names, look.muted), width)
    found.append([])
    drawn_course = points_chart(grown, width, chart, look, [scene.seat_style(look, seat) for seat in seats])
    if drawn_course:
        found += [*with_heading(Text("Points after each turn"), drawn_course, look, width), []]
    return found


def _order(moment: Moment[Any]) -> list[SeatNo]:
    """The seats by rank, or by points so far."""
    standing, receipt = moment.standing, moment.receipt
    if standing and standing.ranks:
        ranks = standing.ranks
        return sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    return sorted(range(len(moment.names)), key=lambda seat: -receipt.total(seat))


def _named(
    moment: Moment[Any], scene: BoardRenderer[Any], look: Look, seat: SeatNo, long: int
) -> list[tuple[str, Any]]:
    """The rank, the symbol and the name of a player."""
    standing = moment.standing
    rank = f"{standing.ranks[seat]}. " if standing and standing.ranks and len(standing.ranks) > 1 else ""
    style = scene.seat_style(look, seat)
    return [(rank, look.text), (f"{look.glyphs.seat(seat)} {look.fit(moment.names[seat], long)}", style)]


def _short(moment: Moment[Any], scene: BoardRenderer[Any], look: Look, seat: SeatNo) -> StyledLine:
    name = look.clip(moment.names[seat], 8)
    return [(f"{look.glyphs.seat(seat)} {name}", scene.seat_style(look, seat))]


# --- the receipt ------------------------------------------------------------------------------------------------------


def _receipt(moment: Moment[Any], scene: BoardRenderer[Any], look: Look, width: int, here: int) -> ScorePage:
    """The points of each player line by line, with their rules."""
    receipt, names = moment.receipt, moment.names
    text = width - RULE - POINTS - 4
    lines: list[TextLine] = []
    rows: list[ScoreRow] = []
    for seat in _order(moment):
        named = _named(moment, scene, look, seat, min(text - 6, 40))
        gap = (" " * (text + 3 - line_width(named)), look.text)
        lines.append([*named, gap, (f"{receipt.total(seat):>{POINTS}}", look.strong)])
        for line in lines_by_player(receipt, [seat]):
            mark = look.glyphs.arrow_right if len(rows) == here else " "
            rows.append(ScoreRow(line, len(lines)))
            lines += _rows(line, names, scene, look, text, mark)
        lines.append([])
    if moment.over and moment.record:
        kept = Text("The record: {record}. The seed: {seed}.", record=moment.record, seed=moment.seed)
        lines += break_line([(look.say(kept), look.muted)], width)
    return ScorePage(lines, tuple(rows))


def _rows(
    line: ReceiptLine, names: Sequence[str], scene: BoardRenderer[Any], look: Look, text: int, mark: str
) -> list[TextLine]:
    """A line of the receipt after a mark; a long reason continues in further lines."""
    style = look.bad if line.points < 0 else look.text
    first, *more = break_line(style_sentence(line.text, scene, look, names, look.text), text)
    gap = " " * (text - line_width(first))
    points = [(f"{gap}{line.points:>+{POINTS}}", style), (f" {line.rule}", look.muted)]
    return [[(f" {mark} ", look.accent), *first, *points], *([("     ", look.text), *rest] for rest in more)]
