"""What a scene has to keep, for authors of games: examined along one game, without a terminal, in two languages.

A game's tests say:

    @pytest.mark.parametrize("seed", range(5))
    def test_a_game_can_be_seen_and_played(seed):
        conform(HexScene(), HEX, Setup(2), str(seed))

`conform` raises SceneError at the first thing that is not as `tilehall.tui.boards.registry.BoardRenderer` promises.
It needs no test
runner.
"""

from __future__ import annotations

import re
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from tilehall.engine import Action, Game, Piece, Rng, Setup, Text
from tilehall.engine import RecordPlayer as Person
from tilehall.engine.testing.wording import WORD, find_flaw, find_pieces
from tilehall.themes import ThemeCollection, find_themes
from tilehall.tui.boards.registry import BoardRenderer, View
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import bind_keys
from tilehall.tui.languages.pseudo import PSEUDO_LETTERS, PseudoLanguage
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU, ActionChoice, Selection
from tilehall.tui.tables.seat import Seat, keyboard_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Drawing
from tilehall.tui.terminal.output.styled_text import line_width
from tilehall.tui.widgets import chrome

S = TypeVar("S")
SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
FOREIGN = ("竹取", "Ωμέγα-Ζωή", "Ж", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠ", "Δ", "さるかに", "Ирина", "שרה", "Лев", "Φ")
"""Names of other widths, in letters that neither English nor the language that nobody speaks has."""
LETTERS = re.compile(r"[^\W\d_]+")
CHIP = 16
"""The most cells of a component in a sentence."""
TRIED = 12
"""So many choices of one decision are put together piece by piece."""
PICKS = 12
"""More than that nobody has to pick for one action."""


class SceneError(AssertionError):
    """A sentence about something that a scene does not keep."""


def require(kept: object, otherwise: str, *about: object) -> None:
    """Raises SceneError unless it is kept; `{}` stand for what it is about."""
    if not kept:
        raise SceneError(otherwise.format(*about))


@dataclass
class SceneRun(Generic[S]):
    """A game played before a scene: who plays, where whims come from, and what was met on the way."""

    player: PlayerControls[S]
    scene: BoardRenderer[S]
    rng: Rng
    looks: ThemeCollection
    keys: dict[str, tuple[str, ...]] = field(default_factory=lambda: bind_keys(Settings()))
    typed: set[str] = field(default_factory=set)
    """The words of actions: they are the same in every language."""
    drawn: set[Piece] = field(default_factory=set)
    """The components that were drawn in sentences."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.player.moment.names

    def look(self, palette: str = "night", glyphs: str = "full") -> Look:
        return Look(self.looks.palettes[palette], self.looks.glyphs[glyphs])


def conform(
    scene: BoardRenderer[S], game: Game[S], setup: Setup, seed: str, sizes: Sequence[tuple[int, int]] = SIZES
) -> None:
    """Plays one game by the cursor, by lot, and looks at everything on the way."""
    people = [Person(name) for name in NAMES[: setup.players]]
    seat: Seat[S] = keyboard_seat(Table.open(game, people, setup.options, seed))
    player = PlayerControls(seat, scene)
    visit = SceneRun(player, scene, Rng(f"whims {seed}"), find_themes()[0])
    for meaning in scene.legend(visit.look()).values():
        check_text(visit, meaning, "The legend")
    while not player.moment.over:
        player.look()
        step = player.moment.number
        check_choices(visit)
        check_wording(visit)
        if step % 7 == 0:
            check_ascii(visit, sizes[0])
        if step % 5 == 0:
            check_other_language(visit, sizes[step % len(sizes)])
        run_now(seat.act(*play_by_cursor(visit, sizes[step % len(sizes)])))
        player.catch_up()
    for size in sizes:
        check_layout(paint(visit, size), size)
        check_other_language(visit, size)


def run_now(deed: Coroutine[Any, Any, None]) -> None:
    """Does at once what has to wait for nobody."""
    try:
        deed.send(None)
    except StopIteration:
        return
    raise SceneError("Somebody has to be waited for.")


def paint(visit: SceneRun[S], size: tuple[int, int], glyphs: str = "full") -> Drawing:
    """The whole screen around a board."""
    return chrome.paint(visit.player, visit.scene, visit.look(glyphs=glyphs), *size, visit.keys)


def check_choices(visit: SceneRun[S]) -> None:
    """Whatever is legal can be picked, place by place; the last of it from the list, if need be."""
    player, whole = visit.player, visit.player.focus.selection
    if whole is None:
        raise SceneError(f"Nobody can choose at step {player.moment.number}.")
    for action in sample_choices(player.moment.legal, visit.rng):
        choice = next((each for each in whole.choices if each.action == action and not each.passes), None)
        if choice is None:
            raise SceneError(f"'{action}' is no choice on screen.")
        picker = Selection(whole.decision, whole.choices, whole.exact, on_board=whole.on_board)
        done = None
        for place in choice.places:
            done = done or picker.pick(place)
        done = done or picker.pick((MENU, choice.text)) or picker.complete_choice()
        require(done is not None and done.action == action, "'{}' cannot be picked: {}.", action, choice.places)


def sample_choices(choices: Sequence[Action], lots: Rng) -> Iterable[Action]:
    return [choices[lots.below(len(choices))] for _ in range(TRIED)] if len(choices) > TRIED else choices


def play_by_cursor(visit: SceneRun[S], size: tuple[int, int]) -> tuple[Action, ...]:
    """What came of choosing where the cursor stops, by lot; all is drawn and told on the way."""
    player = visit.player
    for _ in range(PICKS):
        stops = player.focus.stops()
        require(stops, "The cursor stops nowhere although {} may be done.", player.moment.legal[0])
        cursor = player.focus.cursor.place = stops[visit.rng.below(len(stops))]
        drawing = paint(visit, size)
        check_layout(drawing, size)
        spot = drawing.places.get(cursor)
        if spot is not None:
            found = drawing.at(spot.x + spot.width // 2, spot.y + spot.height // 2)
            require(found == cursor, "A click on {} means {}.", cursor, found)
        require(spot or cursor[0] in visit.scene.virtual_zones, "{} may be chosen and is not drawn.", cursor)
        require(player.status.current().text, "Nothing is told of {}.", cursor)
        wanted = player.chooser.choose()
        if isinstance(wanted, ActionChoice):
            return (*wanted.passes, wanted.action)
    # A set that is put together by lot may never be one that is allowed.
    return (player.moment.legal[0],)


def check_layout(drawing: Drawing, size: tuple[int, int]) -> None:
    """The drawing is as large as asked, its places lie on it, and no two of a zone lie on each other."""
    found = (drawing.picture.width, drawing.picture.height)
    require(found == size, "A drawing of {} is {}.", size, found)
    taken: dict[tuple[str, int, int], Any] = {}
    for place, rect in drawing.places.items():
        inside = rect.x >= 0 and rect.x + rect.width <= size[0] and rect.y >= 0 and rect.y + rect.height <= size[1]
        require(inside and rect.width > 0 and rect.height > 0, "{} lies at {} of {}.", place, rect, size)
        for y in range(rect.y, rect.y + rect.height):
            for x in range(rect.x, rect.x + rect.width):
                other = taken.setdefault((place[0], x, y), place)
                require(other == place, "{} and {} lie on each other.", other, place)


def check_ascii(visit: SceneRun[S], size: tuple[int, int]) -> None:
    """With plain characters nothing else is drawn."""
    text = paint(visit, size, "ascii").picture.text()
    foreign = sorted({char for char in text if not char.isascii()})
    require(not foreign, "With plain characters there are still {}.", " ".join(foreign))


# --- in words, and in other languages -------------------------------------------------------------------------------


def check_wording(visit: SceneRun[S]) -> None:
    """Whatever may be done, and whatever the cursor stops at, is said in Texts; what they name can be drawn."""
    player, scene = visit.player, visit.scene
    glance, moment = player.focus.context(), player.moment
    for verb in moment.decision.fields:
        check_text(visit, scene.describe_verb(verb), f"What '{verb}' does")
    for action in moment.legal:
        visit.typed |= {*WORD.findall(str(action))}
    for action in sample_choices(moment.legal, visit.rng):
        check_text(visit, scene.describe_action(glance, action), f"The choice '{action}'")
    for outlook in moment.foresee(moment.legal[0]):
        check_text(visit, outlook, "What a choice would bring")
    for place in [place for place in player.focus.stops() if place[0] != MENU][:TRIED]:
        check_text(visit, scene.describe(glance, place), f"What lies at {place}")
        require(not find_flaw(scene.place_name(place), len(visit.names)), "The name of {} is no sound Text.", place)
        require(
            not find_flaw(scene.describe_pick(glance, place), len(visit.names)),
            "The name of {} is no sound Text.",
            place,
        )
    check_text(visit, moment.decision.prompt, "The prompt")
    for entry in moment.log_since(moment.last_own_step):
        check_text(visit, entry.text, "The log")


def check_text(visit: SceneRun[S], text: Text, what: str) -> None:
    """It is a Text that says something in one line and can be put into other languages."""
    wrong = find_flaw(text, len(visit.names))
    require(not wrong, "{} cannot be put into other languages: {}.", what, wrong)
    shown = visit.look().say(text, visit.names)
    require(shown.strip() and shown.isprintable(), "{} says nothing that can be shown in a line.", what)
    for piece in find_pieces(text):
        if piece not in visit.drawn:
            visit.drawn.add(piece)
            check_piece(visit, piece)


def check_piece(visit: SceneRun[S], piece: Piece) -> None:
    """A component in a sentence takes a few cells in every palette, and keeps to plain characters where those are."""
    for palette in visit.looks.palettes:
        for glyphs in visit.looks.glyphs:
            chip = visit.scene.chip(visit.look(palette, glyphs), piece)
            shown = "".join(words for words, _ in chip)
            require(
                line_width(chip) <= CHIP, "{} is drawn in '{}', which takes more than {} cells.", piece, shown, CHIP
            )
            neat = shown.isprintable() and shown == shown.strip() and (bool(shown) or not chip)
            require(neat, "{} is drawn in '{}', with spaces at its ends or nothing in it.", piece, shown)
            require(glyphs != "ascii" or shown.isascii(), "{} is drawn in '{}' with plain characters.", piece, shown)


class RecordingLanguage(PseudoLanguage):
    """The language that nobody speaks, and all the words that were said in it."""

    def __init__(self) -> None:
        self.words: set[str] = set()

    def template(self, text: Text) -> str:
        found = super().template(text)
        self.words.update(LETTERS.findall(found))
        return found


def check_other_language(visit: SceneRun[S], size: tuple[int, int]) -> None:
    """In a language that nobody speaks, with names of other widths, nothing English is left, and no word is cut."""
    heard = RecordingLanguage()
    look = visit.look().with_language(heard)
    view = visit.player.view(look)
    view.names = FOREIGN[: len(visit.names)]
    board = visit.scene.paint(view, size[0], size[1] - chrome.LINES)
    check_layout(board, (size[0], size[1] - chrome.LINES))
    hand = visit.scene.paint_hand(view, size[0], size[1] - chrome.LINES)
    for drawing in (board, hand):
        check_words(drawing, view, heard, visit.typed, size)


def check_words(
    drawing: Drawing, view: View[S], heard: RecordingLanguage, typed: set[str], size: tuple[int, int]
) -> None:
    """Every word on a drawing is one that was said, a name, or typed; what was cut ends in an ellipsis."""
    text = drawing.picture.text()
    names = [word for name in view.names for word in LETTERS.findall(name)]
    for found in LETTERS.finditer(text):
        word = found[0]
        # Two letters may be two marks beside each other.
        english = len(word) > 2 and WORD.fullmatch(word) and word not in typed
        require(not english, "'{}' is painted in every language: it should be a Text.", word)
        # A letter of no language right behind a whole word is a mark.
        marked = word[-1].isascii() and word[:-1] in heard.words
        if word.isascii() or len(word) == 1 or marked or word in heard.words or word in names:
            continue
        cut = PSEUDO_LETTERS.intersection(word) or any(name.startswith(word) for name in names)
        ends = text.startswith(view.look.glyphs.ellipsis, found.end())
        require(ends or not cut, "In {}x{} '{}' is cut without an ellipsis, or painted over.", *size, word)
