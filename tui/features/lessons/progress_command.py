"""The reports of `tilehall learn` on the lessons that were tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from tilehall.engine import Text
from tilehall.engine.teaching.lessons import LessonError, lesson_ids, load_outlines
from tilehall.tui.config.progress import LessonTry, Progress

if TYPE_CHECKING:
    from tilehall.engine import Game
    from tilehall.tui.cli.context import CliContext


class LessonSummary(NamedTuple):
    """The sum of all tries at one level."""

    level: str
    tries: int
    """The number of tries."""
    shown: int
    """How often the solution was shown; these are not tries."""
    solved: int
    best: int | None
    """The fewest actions of a solution."""
    par: int
    hints: int
    seconds: int
    """The median."""
    left: int
    """How often the user left before the end."""


def summarize_tries(tries: Sequence[LessonTry], game: str, levels: Sequence[str]) -> list[LessonSummary]:
    """Return the levels of a game that have been tried, in order."""
    found = []
    for level in levels:
        own = [made for made in tries if (made.game, made.level) == (game, level)]
        if own:
            found.append(_summary(level, own))
    return found


def _summary(level: str, own: Sequence[LessonTry]) -> LessonSummary:
    won = [made.actions for made in own if made.outcome == "solved"]
    played = [made for made in own if made.outcome != "shown"]
    return LessonSummary(
        level=level,
        tries=len(played),
        shown=len(own) - len(played),
        solved=len(won),
        best=min(won, default=None),
        par=own[-1].par,
        hints=sum(made.hints for made in own),
        seconds=round(median(made.seconds for made in played)) if played else 0,
        left=sum(made.outcome == "left" for made in own),
    )


def progress_summary(games: Iterable[Game[Any]], door: CliContext) -> list[Text]:
    """Return a line for each game with lessons, and how to go on."""
    learned, found = Progress(door.user_dirs), list[Text]()
    is_known = _known(learned, door)
    for game in games:
        names = lesson_ids(game)
        if names:
            known = learned.solved_lessons(game.id) & set(names) if is_known else None
            found.append(_listed(game, len(names), None if known is None else len(known)))
    return found


def _listed(game: Game[Any], n: int, known: int | None) -> Text:
    """Return the line of a game; without the number solved if that is unknown."""
    command, title = f"  tilehall learn {game.id}", game.title
    if known is None:
        return Text(
            "{command}   {game}: {n} lesson", "{command}   {game}: {n} lessons", command=command, game=title, n=n
        )
    return Text(
        "{command}   {game}: {known} of {n} lesson solved",
        "{command}   {game}: {known} of {n} lessons solved",
        command=command,
        game=title,
        known=known,
        n=n,
    )


def _known(learned: Progress, door: CliContext) -> bool:
    """Whether the progress can be read; if not, the reason is printed."""
    if (trouble := learned.lessons_trouble) is None:
        return True
    door.warn(trouble)
    return False


def progress_report(games: Iterable[Game[Any]], door: CliContext) -> list[Text]:
    """Return the results lesson by lesson."""
    learned = Progress(door.user_dirs)
    return list(_report(games, learned, door)) if _known(learned, door) else []


def _report(games: Iterable[Game[Any]], learned: Progress, door: CliContext) -> Iterator[Text]:
    tries, said = learned.read_tries(), False
    for game in games:
        try:
            titles = {each.id: each.title for each in load_outlines(game)}
        except LessonError as error:
            # An add-on game that cannot be loaded does not hide the others.
            door.warn(Text("{game}: {problem}", game=game.title, problem=error.text))
            continue
        found = summarize_tries(tries, game.id, list(titles))
        if found:
            said = True
            yield game.title
            for summary in found:
                yield from _told(summary, titles[summary.level])
            yield from _dropped(found, titles)
    if not said:
        yield Text("No lesson has been tried yet. {command} lists them.", command="tilehall learn")


def _told(summary: LessonSummary, title: Text) -> Iterator[Text]:
    yield Text("  {level}: {title}", level=summary.level, title=title)
    shown = Text("shown {n} time", "shown {n} times", n=summary.shown)
    if not summary.tries:
        yield Text("    {shown}, not tried yet", shown=shown)
        return
    tried = Text("tried {n} time", "tried {n} times", n=summary.tries)
    if summary.shown:
        tried = Text("{tried}, {shown}", tried=tried, shown=shown)
    hinted = Text("{n} hint", "{n} hints", n=summary.hints) if summary.hints else Text("without hints")
    best = Text("not solved yet")
    if summary.best is not None:
        best = Text(
            "solved {n} time, best {best} against {par}",
            "solved {n} times, best {best} against {par}",
            n=summary.solved,
            best=summary.best,
            par=summary.par,
        )
    yield Text(
        "    {tried}, {best}, {hinted}; a try took about {seconds} s",
        tried=tried,
        best=best,
        hinted=hinted,
        seconds=summary.seconds,
    )


def _dropped(found: Iterable[LessonSummary], titles: dict[str, Text]) -> Iterator[Text]:
    """Yield the levels that users left before the end, most frequent first."""
    left = sorted((each for each in found if each.left), key=lambda each: -each.left)
    for each in left:
        yield Text("  left in the middle of {title}: {n}", title=titles[each.level], n=each.left)
