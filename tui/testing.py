"""What a scene has to keep, for authors of games: examined along one game, without a terminal.

A game's tests say:

    @pytest.mark.parametrize("seed", range(5))
    def test_a_game_can_be_seen_and_played(seed):
        conform(HexScene(), HEX, Setup(2), str(seed))

`conform` raises SceneError at the first thing that is not as `tilehall.tui.scenes.Scene` promises. It needs no test
runner.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from tilehall.engine import Action, Game, Rng, Setup
from tilehall.engine import Player as Person
from tilehall.themes import find
from tilehall.tui.house.seat import Seat, keyboard
from tilehall.tui.house.table import Table
from tilehall.tui.kernel.drawing import Drawing
from tilehall.tui.keys import bound
from tilehall.tui.look import Look
from tilehall.tui.play.picking import MENU, Choice, Picker
from tilehall.tui.play.player import Player
from tilehall.tui.scenes import Scene
from tilehall.tui.settings import Settings
from tilehall.tui.widgets import chrome

S = TypeVar("S")
SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
TRIED = 12
"""So many choices of one decision are put together piece by piece."""
PICKS = 12
"""More than that nobody has to pick for one action."""


class SceneError(AssertionError):
    """A sentence about something that a scene does not keep."""


def must(kept: object, otherwise: str, *about: object) -> None:
    """Raises SceneError unless it is kept; `{}` stand for what it is about."""
    if not kept:
        raise SceneError(otherwise.format(*about))


def conform(scene: Scene[S], game: Game[S], setup: Setup, seed: str, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    """Plays one game by the cursor, by lot, and looks at everything on the way."""
    people = [Person(name) for name in NAMES[: setup.players]]
    seat: Seat[S] = keyboard(Table.open(game, people, setup.options, seed))
    player, lots = Player(seat, scene, confirm=False), Rng(f"whims {seed}")
    while not player.moment.over:
        player.look()
        step = player.moment.number
        can_be_said(player, lots)
        if step % 7 == 0:
            in_ascii(player, scene, sizes[0])
        done(seat.act(*by_the_cursor(player, scene, sizes[step % len(sizes)], lots)))
        player.catch_up()
    for size in sizes:
        fits(paint(player, scene, size), size)


def done(deed: Coroutine[Any, Any, None]) -> None:
    """Does at once what has to wait for nobody."""
    try:
        deed.send(None)
    except StopIteration:
        return
    raise SceneError("Somebody has to be waited for.")


def paint(player: Player[S], scene: Scene[S], size: tuple[int, int], glyphs: str = "full") -> Drawing:
    """The whole screen around a board."""
    looks, _ = find()
    look = Look(looks.palettes["night"], looks.glyphs[glyphs])
    return chrome.paint(player, scene, look, *size, bound(Settings()))


def can_be_said(player: Player[S], lots: Rng) -> None:
    """Whatever is legal can be picked, place by place; the last of it from the list, if need be."""
    whole = player.picker
    if whole is None:
        raise SceneError(f"Nobody can choose at step {player.moment.number}.")
    for action in some(player.moment.legal, lots):
        choice = next((each for each in whole.choices if each.action == action and not each.passes), None)
        if choice is None:
            raise SceneError(f"'{action}' is no choice on screen.")
        picker = Picker(whole.decision, whole.choices, whole.exact, pointed=whole.pointed)
        done = None
        for place in choice.places:
            done = done or picker.pick(place)
        done = done or picker.pick((MENU, choice.text)) or picker.whole()
        must(done is not None and done.action == action, "'{}' cannot be picked: {}.", action, choice.places)


def some(choices: Sequence[Action], lots: Rng) -> Iterable[Action]:
    return [choices[lots.below(len(choices))] for _ in range(TRIED)] if len(choices) > TRIED else choices


def by_the_cursor(player: Player[S], scene: Scene[S], size: tuple[int, int], lots: Rng) -> tuple[Action, ...]:
    """What came of choosing where the cursor stops, by lot; all is drawn and told on the way."""
    for _ in range(PICKS):
        stops = player.stops()
        must(stops, "The cursor stops nowhere although {} may be done.", player.moment.legal[0])
        player.cursor = stops[lots.below(len(stops))]
        drawing = paint(player, scene, size)
        fits(drawing, size)
        spot = drawing.places.get(player.cursor)
        if spot is not None:
            found = drawing.at(spot.x + spot.width // 2, spot.y + spot.height // 2)
            must(found == player.cursor, "A click on {} means {}.", player.cursor, found)
        must(spot or player.cursor[0] in scene.aimed, "{} may be chosen and is not drawn.", player.cursor)
        must(player.status().text, "Nothing is told of {}.", player.cursor)
        wanted = player.choose()
        if isinstance(wanted, Choice):
            return (*wanted.passes, wanted.action)
    # A set that is put together by lot may never be one that is allowed.
    return (player.moment.legal[0],)


def fits(drawing: Drawing, size: tuple[int, int]) -> None:
    """The drawing is as large as asked, its places lie on it, and no two of a zone lie on each other."""
    found = (drawing.picture.width, drawing.picture.height)
    must(found == size, "A drawing of {} is {}.", size, found)
    taken: dict[tuple[str, int, int], Any] = {}
    for place, rect in drawing.places.items():
        inside = rect.x >= 0 and rect.x + rect.width <= size[0] and rect.y >= 0 and rect.y + rect.height <= size[1]
        must(inside and rect.width > 0 and rect.height > 0, "{} lies at {} of {}.", place, rect, size)
        for y in range(rect.y, rect.y + rect.height):
            for x in range(rect.x, rect.x + rect.width):
                other = taken.setdefault((place[0], x, y), place)
                must(other == place, "{} and {} lie on each other.", other, place)


def in_ascii(player: Player[S], scene: Scene[S], size: tuple[int, int]) -> None:
    """With plain characters nothing else is drawn."""
    text = paint(player, scene, size, "ascii").picture.text()
    foreign = sorted({char for char in text if not char.isascii()})
    must(not foreign, "With plain characters there are still {}.", " ".join(foreign))
