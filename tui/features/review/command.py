"""`tilehall review`: the review of a game, as a curve and in sentences.

`docs/commands.md` documents the output of `--json`.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from tilehall.engine import ENGLISH, RecordError, render_text
from tilehall.tui.cli import component_options
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.options import Parser, add_components_option, translatable
from tilehall.tui.features.review.lines import course_lines
from tilehall.tui.lines.narration import opening_line
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.history.replay import NOT_OVER, Replay
from tilehall.tui.tables.table import Table

if TYPE_CHECKING:
    from tilehall.engine import Text
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.tables.history.review import GameReview, Mistake, Swing

LEVELS = ("normal", "hard", "master")


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Looks back at a game: the chances of winning step by step, where they turned, and what cost most."
    )
    parser.add_argument(
        "file", metavar="FILE", help="a record, or the name of a saved game", source=game_values.saved, files=True
    )
    parser.add_argument(
        "--level",
        default=LEVELS[0],
        metavar="LEVEL",
        choices=LEVELS,
        help="who judges: {levels}; the better, the longer it takes",
        fields={"levels": ", ".join(LEVELS)},
        source=game_values.judges,
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    add_components_option(parser)
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Returns 1 if the record does not verify; its valid part is reviewed. Raises UserError for an unfinished game."""
    component_options.use_components_of_record(args.components)
    try:
        table = Table.open_read_only(door.library.find(args.file), door.library)
    except RecordError as error:
        door.warn(error.text)
        return 1
    replay = Replay(table, services=TableServices(analysis_processes=door.thinking_processes))
    if table.damage:
        door.warn(table.damage.text)
        if not replay.over:
            door.warn(NOT_OVER)
            return 1
    course = replay.review_game(args.level)
    if args.json:
        door.print_json(review_data(replay, course))
        return 1 if table.damage else 0

    talk = door.open_console(table.rules.package).for_players(replay.header.names)
    talk.say(opening_line(replay.now))
    talk.tell(course_lines(course))
    return 1 if table.damage else 0


def review_data(replay: Replay[Any], course: GameReview) -> dict[str, object]:
    """Return the review for programs, in English."""
    header = replay.header
    names = header.names
    return {
        "game": header.game,
        "level": course.level,
        "players": [{"name": player.name, "kind": player.kind} for player in header.players],
        "steps": course.steps,
        "over": replay.over,
        "points": [{"step": point.step, "chances": _rounded(point.chances)} for point in course.points],
        "turning_points": [_turning(swing, names) for swing in course.turning_points],
        "mistakes": [_mistake(each, names) for seat in course.people for each in course.mistakes(seat)],
        "lost": course.failed_parts,
    }


def _turning(swing: Swing, names: tuple[str, ...]) -> dict[str, object]:
    return {
        "seat": swing.seat if swing.seat >= 0 else None,
        "first": swing.first,
        "last": swing.last,
        "told": _english(swing.text, names),
        "before": _rounded(swing.before),
        "after": _rounded(swing.after),
    }


def _mistake(mistake: Mistake, names: tuple[str, ...]) -> dict[str, object]:
    found = mistake.judgement
    return {
        "seat": mistake.seat,
        "first": mistake.first,
        "last": mistake.last,
        "actions": [*map(str, mistake.actions)],
        "told": _english(mistake.text, names),
        "better": {"actions": [*map(str, found.actions)], "told": _english(mistake.better, names)},
        "why": _english(found.why, names),
        "chance": round(found.chance, 4),
        "points": round(found.points, 4),
        "reasons": [
            {"kind": term.kind, "points": round(term.points, 4), "text": _english(term.text, names)}
            for term in found.reasons
        ],
    }


def _english(text: Text, names: tuple[str, ...]) -> str:
    return render_text(text, ENGLISH, names)


def _rounded(chances: tuple[float, ...]) -> list[float]:
    return [round(chance, 4) for chance in chances]
