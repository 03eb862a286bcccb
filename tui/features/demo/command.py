"""`tilehall demo`: a game or a tour, step by step, with events, reasons and rules."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from math import isfinite
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from tilehall.engine import OFFERED_LEVELS, Text, UserError, load_game
from tilehall.tui.cli import component_options, seat_options
from tilehall.tui.cli.commands.picture import parse_size
from tilehall.tui.cli.options import Parser, add_components_option, translatable
from tilehall.tui.features.demo.demo_frames import DemoFrames, DemoPart
from tilehall.tui.features.demo.demo_search import (
    DemoSearchProgress,
    check_rules,
    progress_text,
    search_game,
    split_rules,
)
from tilehall.tui.features.demo.demo_tour import open_tour
from tilehall.tui.lines.narration import tell_computer_game, tell_demo
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import spectator_seat
from tilehall.tui.tables.seating import USUAL_LEVEL, seat_computers
from tilehall.tui.tables.storage.filesystem import replace_text
from tilehall.tui.tables.storage.store import SUFFIX
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline
from tilehall.tui.terminal.input.discard_input import discard_input

if TYPE_CHECKING:
    from tilehall.engine import Game
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.config.settings import Settings

INTERRUPTED = 130
RECORDING, USUAL = ".cast", (80, 24)
EVERY = 5.0
"""Seconds after which the progress of a search is reported."""
SLOWEST, FASTEST = 0.01, 1_000.0
"""The limits of the speed for pauses."""


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Computer players play; every step is told with its reason and its rule.")
    seat_options.add_arguments(parser, [level.id for level in OFFERED_LEVELS])
    add_components_option(parser)
    parser.add_argument("--speed", type=float, metavar="X", help="2 is twice as fast; 0 leaves out all pauses")
    parser.add_argument("--rules", metavar="RULE,...", help="a short game in which these come up, from just before")
    parser.add_argument("--tour", action="store_true", help="all there is to the game in under four minutes")
    parser.add_argument("--present", action="store_true", help="to show it to others: large, a step for each Space")
    parser.add_argument(
        "--out", metavar="FILE", help="write it as a recording (.cast) or as a text with boards (.md)", files=True
    )
    parser.add_argument("--size", metavar="COLUMNSxLINES", help="of a recording (80x24)")


def main(args: argparse.Namespace, door: CliContext) -> int:
    settings = seat_options.with_look(door.settings, args, door.user_dirs)
    if args.speed is not None and not (isfinite(args.speed) and args.speed >= 0):
        raise UserError(Text("{option} is a number from 0 on, such as 2.", option="--speed"))
    if args.speed:
        args.speed = min(max(args.speed, SLOWEST), FASTEST)
    if args.tour and (option := _chosen(args)):
        raise UserError(Text("A tour has its own games and rules: leave out {option}.", option=option))
    component_options.use_components(args.game, args.components)
    rules = load_game(args.game)
    players, options = (
        seat_computers(seat_options.parse_players(args.seat, USUAL_LEVEL), args.players),
        seat_options.parse_options(args.option),
    )
    if args.out:
        _writable(args.out)
    size = _size(args, rules)
    try:
        frames = _reel(args, door, rules.id)
    except KeyboardInterrupt:
        door.warn(Text("Stopped."))
        return INTERRUPTED
    if args.present:
        from tilehall.tui.config.look import presentation_settings

        settings = presentation_settings(settings, door.terminal)
    if args.out:
        return _written(args, frames or _whole(args, options), size, settings, door)
    table = None if frames else _table(args, players, options)
    if args.line or not door.on_screen:
        return _in_lines(table, frames, args, door)
    from tilehall.tui.app import Opening, run

    speed = 1.0 if args.speed is None else args.speed
    opening = Opening("demo", table, speed, frames, args.present)
    return run(door.terminal, door.user_dirs, settings, opening, door.zone, minds=door.thinking_processes)


def _chosen(args: argparse.Namespace) -> str:
    """Return the options that ask for another game than those of the tour; empty if there are none."""
    given = {"--rules": args.rules, "--players": args.players, "--seat": args.seat, "--option": args.option}
    return next((option for option, value in {**given, "--seed": args.seed}.items() if value), "")


def _table(args: argparse.Namespace, players: Any, options: Any) -> Table[Any]:
    return Table.open(args.game, players, options, args.seed)


def _reel(args: argparse.Namespace, door: CliContext, name: str) -> DemoFrames | None:
    """Return the frames of a game that is known from its start; None for one that is played while it is shown."""
    if args.tour:
        return open_tour(load_game(name))
    if not args.rules:
        return None

    wanted = check_rules(load_game(name), split_rules(args.rules))
    if not wanted:
        raise UserError(Text("{option} takes rules, such as {example}.", option="--rules", example="P-4.13"))

    last = monotonic() - EVERY

    def told(progress: DemoSearchProgress) -> None:
        nonlocal last
        if monotonic() - last >= EVERY:
            last = monotonic()
            door.warn(progress_text(progress, wanted))

    players, options = (
        seat_computers(seat_options.parse_players(args.seat, USUAL_LEVEL), args.players),
        seat_options.parse_options(args.option),
    )
    with _discard_input(door):
        return search_game(load_game(name), players, options, wanted, args.seed, told)


def _discard_input(door: CliContext) -> AbstractContextManager[None]:
    """Drop keys that were typed before the first frame."""
    if not door.on_screen:
        return nullcontext()

    return discard_input(door.source)


def _whole(args: argparse.Namespace, options: Any) -> DemoFrames:
    """Play a game to its end and return its frames."""
    table = _table(args, seat_computers(seat_options.parse_players(args.seat, USUAL_LEVEL), args.players), options)
    run_inline(ComputerPlayers(table).run())
    return DemoFrames([Replay(table)], [DemoPart(0, 1, None)])


def _writable(out: str) -> None:
    """Raises UserError if the file name is neither a recording nor a text, or the file is a record."""
    target = Path(out)
    if target.suffix not in (RECORDING, ".md"):
        raise UserError(Text("{file} should end in .cast, a recording, or in .md, a text.", file=out))
    if target.exists() and target.resolve().suffix == SUFFIX:
        raise UserError(Text("{file} is there already; choose another name.", file=out))


def _size(args: argparse.Namespace, rules: Game[Any]) -> tuple[int, int]:
    """Return the size of the recording. Raises UserError if it is too small, or if no recording is written."""
    if Path(args.out or "").suffix != RECORDING:
        if args.size is not None:
            raise UserError(Text("Only a recording has a size: name it with {option}.", option="--out FILE.cast"))
        return USUAL
    from tilehall.tui.features.demo.export import check_asciicast_size

    size = USUAL if args.size is None else parse_size(args.size)
    check_asciicast_size(rules, size)
    return size


def _written(
    args: argparse.Namespace, frames: DemoFrames, size: tuple[int, int], settings: Settings, door: CliContext
) -> int:
    from tilehall.tui.features.demo.export import render_asciicast, render_text_demo
    from tilehall.tui.screens.board_svg import load_look

    target, package = Path(args.out), frames.now.rules.package
    if target.suffix == ".md":
        look = load_look(settings, replace(door.terminal, colours="none", glyphs="neutral"), door.user_dirs, package)
        replace_text(target, render_text_demo(frames, look))
        return 0
    terminal = replace(door.terminal, colours="truecolor", glyphs="full")
    look = load_look(settings, terminal, door.user_dirs, package)
    speed = 1.0 if args.speed is None else args.speed
    replace_text(target, render_asciicast(frames, look, size, speed, settings["tiles"]))
    return 0


def _in_lines(table: Table[Any] | None, frames: DemoFrames | None, args: argparse.Namespace, door: CliContext) -> int:
    """Tell the demo in lines. Without --speed there are pauses only on a terminal."""
    usual = 1.0 if door.sink.isatty() else 0.0
    speed = usual if args.speed is None else args.speed
    if table is not None:
        talk = door.open_console(table.rules.package)
        run_inline(tell_computer_game(spectator_seat(table), talk, speed, sleep, args.present))
    elif frames is not None:
        tell_demo(frames, door.open_console(frames.now.rules.package), speed, sleep, args.present)
    return 0
