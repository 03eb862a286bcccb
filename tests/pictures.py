"""`python -m tests.pictures`: contact sheets of all games, and the pictures of the README.

Each sheet shows five moments of a game, played by advice from a fixed seed, at four sizes; there is one for each
depth of colour. They are for looking at, one by one, after every change to what people see.
"""

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, get_args

from tests.tui.player.sitting import hint
from tests.tui.screens.driver import Fingers, at, playing, table, to_the_end
from tilehall.engine import BUILT_IN_GAMES, RecordPlayer
from tilehall.themes import find_themes
from tilehall.tui.boards.panel import ROOMY
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look, choose_look
from tilehall.tui.config.settings import Settings
from tilehall.tui.player.player import PlayerControls as Sitter
from tilehall.tui.screens.board_svg import board_plate
from tilehall.tui.tables.seat import keyboard_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.capabilities import Colours, Terminal
from tilehall.tui.terminal.export.svg import CaptionedPicture, render_sheet, render_svg
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.picture import Picture

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
MOMENTS = (0.0, 0.2, 0.5, 0.8, 1.0)
"""Which parts of the game are over."""
NAMES = ("Aki", "Merlin", "Bo", "Cleo")
PLAYERS = {"princess": 2, "sand": 2, "beasts": 3, "kaguya": 3}
SEED = "7"


class Best(NamedTuple):
    """A picture of the README: the game, how far it is played, and the keys that are pressed."""

    game: str
    share: float
    size: tuple[int, int]


BEST = (Best("princess", 0.6, (110, 34)), Best("kaguya", 0.6, (110, 34)))


def opened(game: str) -> Table[Any]:
    """A table of people, so that whoever is due is seen at the keyboard."""
    return Table.open(game, [RecordPlayer(name) for name in NAMES[: PLAYERS[game]]], (), SEED)


def steps_of(game: str) -> int:
    """How long the game lasts."""
    table = opened(game)
    while not table.over:
        table.act(table.due()[0], hint(table, table.due()[0]).action)
    return len(table.match.steps)


def moments(game: str, shares: Sequence[float]) -> Iterator[tuple[int, Sitter[Any]]]:
    """The steps nearest to these shares of a game, each before the eyes of whoever is due."""
    table, length = opened(game), steps_of(game)
    dealt = len(table.match.steps)
    for share in shares:
        while not table.over and len(table.match.steps) < dealt + share * (length - dealt):
            table.act(table.due()[0], hint(table, table.due()[0]).action)
        seat = keyboard_seat(table)
        player = Sitter(seat, renderer_for(game))
        if player.moment.curtain:
            player.look()
        yield len(table.match.steps), player


def look_at(colours: Colours) -> Look:
    """As a terminal of this depth has it by itself."""
    glyphs = "ascii" if colours == "none" else "full"
    return choose_look(find_themes()[0], Settings(), Terminal(colours=colours, glyphs=glyphs)).look


def contact_sheet(game: str, colours: Colours) -> str:
    """Five moments below each other, four sizes beside each other."""
    look, plates = look_at(colours), list[CaptionedPicture]()
    for step, player in moments(game, MOMENTS):
        for size in SIZES:
            caption = f"{game}, step {step}, {size[0]}x{size[1]}, {colours}"
            plates.append(board_plate(player, look, size, colours, caption))
    return render_sheet(plates, len(SIZES))


async def rooms(colours: Colours, size: tuple[int, int], folder: Path) -> list[CaptionedPicture]:
    """Home with a game that waits, set-up, settings, the rules, and a result, as the whole program shows them."""
    terminal = Terminal(colours=colours, glyphs="ascii" if colours == "none" else "full")
    plates = []
    table(folder, "human human")
    async with playing(folder, terminal=terminal, size=size) as hands:
        await hands.sees("is to play.")
        plates.append(_seen(hands, colours))
        for entry in ("Play The Princess", "Settings"):
            await (await hands.go_to(entry)).press("enter")
            await hands.until(lambda: hands.room != "HomeScreen")
            if entry != "Settings" and size[0] >= ROOMY:
                await hands.sees("As it begins")
            plates.append(_seen(hands, colours))
            await hands.press("escape")
            await hands.in_room("HomeScreen")
        await hands.press("?")
        await hands.in_room("RulesScreen")
        plates.append(_seen(hands, colours))
    ended = to_the_end(table(None, "human human human"))
    async with playing(folder, at(ended), terminal=terminal, size=size) as hands:
        await hands.in_room("ScoringScreen")
        plates.append(_seen(hands, colours))
    return plates


def _seen(hands: Fingers, colours: Colours) -> CaptionedPicture:
    """The whole screen, its parts where they are."""
    look, size = hands.app.look, hands.app.screen.size
    picture = Picture(size.width, size.height, look.table)
    for part in hands.app.screen.query(Canvas):
        if part.picture and part.display:
            picture.paste(part.region.x, part.region.y, part.picture)
    return CaptionedPicture(picture, colours, look.palette.dark, f"{hands.room}, {size.width}x{size.height}, {colours}")


def rooms_sheet(colours: Colours) -> str:
    """The rooms around the board below each other, four sizes beside each other."""
    columns = []
    for size in SIZES:
        with TemporaryDirectory() as folder:
            columns.append(asyncio.run(rooms(colours, size, Path(folder))))
    return render_sheet([plate for row in zip(*columns, strict=True) for plate in row], len(SIZES))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*BUILT_IN_GAMES, "rooms"], metavar="GAME", help="or rooms")
    parser.add_argument("--colours", nargs="*", default=[*get_args(Colours)], choices=get_args(Colours))
    parser.add_argument("--best", action="store_true", help="only the pictures of the README")
    args = parser.parse_args()
    for best in BEST:
        ((_, player),) = moments(best.game, [best.share])
        # What is told of others goes with the first key.
        player.status.show(None)
        drawn = render_svg(board_plate(player, look_at("truecolor"), best.size, "truecolor"))
        (FOLDER / f"{best.game}.svg").write_text(drawn, "utf-8")
    for game in () if args.best else args.games:
        for colours in args.colours:
            path = FOLDER / "sheets" / f"{game}-{colours}.svg"
            path.parent.mkdir(parents=True, exist_ok=True)
            drawn = rooms_sheet(colours) if game == "rooms" else contact_sheet(game, colours)
            path.write_text(drawn, "utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
