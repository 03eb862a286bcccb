"""The picture of a simulation, drawn with matplotlib: distributions, shares of wins, and what goes with winning."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tilehall.engine import ENGLISH, Language, Text, UserError, join_commas, literal_text, render_text
from tilehall.themes import Palette, builtin_palettes
from tilehall.tui.lab.report.report import SimulationReport, UsageFinding
from tilehall.tui.lab.statistics.distribution import QUARTERS, Distribution
from tilehall.tui.lab.tally import Shares
from tilehall.tui.terminal.output import cells

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
INSTALL = "pip install 'tilehall[plot]'"
PALETTE = "paper"
WIDE = 10.0
LEFT, RIGHT = 0.6, 9.35
"""Inches, like all that follow: how wide the picture is, and where plots begin and end."""
TOP, FOOT, HEADING, AXIS, GAP = 1.0, 0.7, 0.3, 0.3, 0.3
"""The title, the note below, and what is above, below and between plots."""
ROW, TALL = 0.26, 1.35
"""A row of dots, and a distribution."""
LONGEST = 46
"""Characters of a name."""
TOLD = 16
"""Things in the picture."""
BARS = 24
"""At most in a distribution; several numbers share one where there are more."""
Say = Callable[[Text], str]


class Whisker(NamedTuple):
    """A value with its interval, in a row."""

    name: str
    value: float
    low: float
    high: float
    colour: str
    full: bool = True
    inner: tuple[float, float] | None = None
    """A part of the interval that is drawn broader."""


def check_target(path: Path) -> None:
    """Raise UserError unless a picture can be drawn there."""
    if path.suffix.lower() not in SUFFIXES:
        kinds = join_commas(SUFFIXES)
        raise UserError(Text("'{file}' is no picture; one is called FILE with {kinds}.", file=path.name, kinds=kinds))
    if not path.parent.is_dir():
        raise UserError(Text("There is no folder {folder} to draw into.", folder=str(path.parent)))
    canvas()


def canvas() -> type[Figure]:
    """Return a figure to draw on. Raises UserError if matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        why = Text("Pictures are drawn by matplotlib, which is not here; {command} brings it.", command=INSTALL)
        raise UserError(why) from None
    return Figure


def draw(report: SimulationReport, path: Path, language: Language = ENGLISH) -> None:
    """Draw a report into a file. Raises UserError if that cannot be written."""
    kind = canvas()
    import matplotlib

    def say(text: Text) -> str:
        return render_text(text, language)

    # These settings of matplotlib hold only while it draws.
    with matplotlib.rc_context(
        {
            "font.family": "DejaVu Sans",
            "font.size": 9.0,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.spines.left": False,
            "axes.axisbelow": True,
            "text.parse_math": False,
            "axes.linewidth": 0.8,
            "xtick.major.size": 3.0,
            "xtick.major.width": 0.8,
            "ytick.major.size": 0.0,
            # The same report gives the same file.
            "svg.hashsalt": "tilehall",
        }
    ):
        figure = ReportFigure(kind, report, builtin_palettes()[PALETTE], say).figure
        # Without the date the file is the same every time.
        metadata = {".svg": {"Date": None, "Creator": None}, ".pdf": {"CreationDate": None}}
        try:
            with warnings.catch_warnings():
                # Letters that the font lacks are drawn as boxes, without a warning.
                warnings.simplefilter("ignore", UserWarning)
                figure.savefig(path, metadata=metadata.get(path.suffix.lower()), dpi=144)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise UserError(Text("{file} cannot be written ({why}).", file=str(path), why=why)) from error


class ReportFigure:
    """Draw distributions above, shares of wins in the middle, what goes with winning below."""

    def __init__(self, kind: type[Figure], report: SimulationReport, palette: Palette, say: Say) -> None:
        self.palette = palette
        self.say = say
        wins, scores = _wins(report, palette, say), _scores(report, palette, say)
        things = _things(report, palette, say)
        middle = ROW * max(len(wins), len(scores))
        blocks = [TALL, *([middle] if middle else []), *([ROW * len(things)] if things else [])]
        self.tall = TOP + FOOT + sum(blocks) + (HEADING + AXIS) * len(blocks) + GAP * (len(blocks) - 1)
        self.figure = kind(figsize=(WIDE, self.tall), facecolor=palette.background)
        self._title(report)
        top = TOP
        self._distributions(report, top)
        top += TALL + HEADING + AXIS + GAP
        if middle:
            half = (LEFT + RIGHT) / 2
            if wins:
                axes = self._axes((1.9, half - 0.35), top, ROW * len(wins), Text("Shares of wins"), LEFT)
                _whiskers(axes, wins, report.even, palette)
            if scores:
                axes = self._axes((half + 1.5, RIGHT), top, ROW * len(scores), Text("Scores"), half + 0.45)
                _whiskers(axes, scores, None, palette, ".0f")
            top += middle + HEADING + AXIS + GAP
        if things:
            heading = Text("How much more those won who did it more in a game")
            axes = self._axes((3.6, RIGHT), top, ROW * len(things), heading, LEFT)
            _whiskers(axes, things, 0.0, palette, "+.0%")
        self._foot(bool(things))

    def _axes(self, across: tuple[float, float], top: float, tall: float, heading: Text, at: float) -> Axes:
        """Return an empty plot under its heading, so many inches from the top."""
        left, right = across
        bottom = self.tall - top - HEADING - tall
        axes = self.figure.add_axes((left / WIDE, bottom / self.tall, (right - left) / WIDE, tall / self.tall))
        self._write(at, top + 0.12, heading, self.palette.text, 10, "bold")
        axes.set_facecolor(self.palette.background)
        axes.tick_params(colors=self.palette.muted)
        axes.tick_params(axis="y", labelcolor=self.palette.text)
        axes.spines["bottom"].set_color(self.palette.line)
        return axes

    def _write(self, left: float, top: float, text: Text, colour: str, size: float, weight: str = "normal") -> None:
        place = (left / WIDE, 1 - top / self.tall)
        self.figure.text(*place, self.say(text), color=colour, size=size, weight=weight, va="center")

    def _title(self, report: SimulationReport) -> None:
        plan, tally = report.plan, report.tally
        told = Text(
            "{n:,} game of {players}: {levels} · seed {seed}",
            "{n:,} games of {players}: {levels} · seed {seed}",
            n=tally.games,
            players=report.players,
            levels=join_commas(plan.levels),
            seed=plan.seed,
        )
        self._write(LEFT, 0.42, report.rules.title, self.palette.text, 16, "bold")
        self._write(LEFT, 0.7, told, self.palette.muted, 9)

    def _distributions(self, report: SimulationReport, top: float) -> None:
        tally, hues = report.tally, self.palette.hues
        shown = [(Text("Decisions"), tally.decisions, hues.blue.face)]
        if tally.winning:
            shown.append((Text("Winning score"), tally.winning, hues.green.face))
        if tally.margin:
            shown.append((Text("Ahead of the second by"), tally.margin, hues.purple.face))
        wide = (RIGHT - LEFT + 0.3) / 3
        for place, (name, found, colour) in enumerate(shown):
            left = LEFT + place * wide
            _histogram(self._axes((left, left + wide - 0.3), top, TALL, name, left), found, colour, self.palette)

    def _foot(self, things: bool) -> None:
        """Draw the legend."""
        lines = Text("Lines are 95% intervals; those of scores hold nine games of ten, broad ones the middle half.")
        self._write(LEFT, self.tall - 0.42, lines, self.palette.muted, 8)
        if things:
            dots = Text("Filled dots are more than chance would do, however many were looked at; no proof of a cause.")
            self._write(LEFT, self.tall - 0.25, dots, self.palette.muted, 8)


# --- how games are spread -----------------------------------------------------------------------------------------


def _histogram(axes: Axes, found: Distribution, colour: str, palette: Palette) -> None:
    """Draw a histogram with its median."""
    step = max(1, -(-(found.most - found.least + 1) // BARS))
    bars = dict.fromkeys(range(found.least, found.most + 1, step), 0)
    for value, times in found.counts.items():
        bars[value - (value - found.least) % step] += times
    axes.bar([at + (step - 1) / 2 for at in bars], list(bars.values()), width=step * 0.86, color=colour, linewidth=0)
    axes.axvline(found.median, color=palette.text, linewidth=0.9)
    axes.annotate(
        f"{found.median}",
        (found.median, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(3, -2),
        textcoords="offset points",
        va="top",
        color=palette.text,
        weight="bold",
    )
    axes.set_ylim(0, max(bars.values()) * 1.25)
    axes.set_yticks([])
    axes.locator_params(axis="x", integer=True, nbins=6)


# --- who wins, and by what ----------------------------------------------------------------------------------------


def _wins(report: SimulationReport, palette: Palette, say: Say) -> list[Whisker]:
    """Draw a row for each seat, for each level if they changed seats, and for the first player."""
    plan, tally = report.plan, report.tally
    if report.players == 1 or not tally.winning:
        return []
    rows = []
    for seat, (level, each) in enumerate(zip(plan.levels, tally.seats, strict=True)):
        name = Text("Seat {seat}, {level}", seat=f"{seat}", level=level)
        if plan.rotate:
            name = Text("Seat {seat}", seat=f"{seat}")
        rows.append(_share(say(name), each.shares, palette.seats[seat % len(palette.seats)]))
    if plan.rotate and len(tally.levels) > 1:
        rows += [_share(say(literal_text(level)), each.shares, palette.text) for level, each in tally.levels.items()]
    if tally.beginner.deals:
        rows.append(_share(say(Text("Whoever begins")), tally.beginner, palette.muted))
    return rows


def _scores(report: SimulationReport, palette: Palette, say: Say) -> list[Whisker]:
    """Draw a row for each seat: the median, the middle half, and nine games of ten."""
    rows = []
    for seat, each in enumerate(report.tally.seats):
        if each.scores:
            low, first, middle, third, high = map(each.scores.quantile, QUARTERS)
            name, colour = say(Text("Seat {seat}", seat=f"{seat}")), palette.seats[seat % len(palette.seats)]
            rows.append(Whisker(name, middle, low, high, colour, inner=(first, third)))
    return rows


def _share(name: str, found: Shares, colour: str) -> Whisker:
    return Whisker(name, float(found.mean), *found.interval, colour)


def _things(report: SimulationReport, palette: Palette, say: Say) -> list[Whisker]:
    """Draw what goes most surely with winning; what may be chance is hollow."""
    told = [each for each in report.findings if each.difference and each.difference.telling][:TOLD]
    return sorted(_effects(report, told, palette, say), key=_by_value)


def _by_value(row: Whisker) -> float:
    return -row.value


def _effects(
    report: SimulationReport, findings: Sequence[UsageFinding], palette: Palette, say: Say
) -> Iterator[Whisker]:
    for used, _, difference, clear in findings:
        if difference is None:
            continue
        name = literal_text(used.deed)
        if used.word:
            name = Text("{deed} {thing}", deed=used.deed, thing=report.named(used))
        colour = palette.good if difference.mean > 0 else palette.accent
        yield Whisker(
            cells.clip(say(name), LONGEST, "…"), difference.mean, difference.low, difference.high, colour, clear
        )


def _whiskers(axes: Axes, rows: Sequence[Whisker], even: float | None, palette: Palette, form: str = ".0%") -> None:
    """Draw a dot with its interval in each row, and a line at what would be even."""
    if even is not None:
        axes.axvline(even, color=palette.muted, linewidth=0.8, linestyle=(0, (2, 2)))
    for place, row in enumerate(rows):
        axes.plot((row.low, row.high), (place, place), color=row.colour, linewidth=1.5, solid_capstyle="round")
        if row.inner is not None:
            axes.plot(row.inner, (place, place), color=row.colour, linewidth=5, solid_capstyle="round", alpha=0.45)
        face = row.colour if row.full else palette.background
        axes.plot(row.value, place, "o", markersize=6, color=row.colour, markerfacecolor=face, markeredgewidth=1.4)
        axes.annotate(
            format(row.value, form),
            (1.0, place),
            xycoords=("axes fraction", "data"),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=palette.text,
        )
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.locator_params(axis="x", nbins=6)
    axes.xaxis.set_major_formatter(lambda value, _: format(value + 0.0, form if value else form.lstrip("+")))
