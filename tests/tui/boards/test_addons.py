"""What is drawn and told of games from elsewhere; tests/install/test_addon.py has them really installed."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import some_rows
from tests.engine.games.toy import TOY, Table
from tilehall.engine import BUILT_IN_GAMES, Action, Piece, Setup, Text, load_game
from tilehall.tui.boards import registry, wording
from tilehall.tui.boards.plain.renderer import PlainRenderer
from tilehall.tui.boards.registry import BoardRenderer, CursorContext, Drawing, Look, Picture, Place, StyledLine, View
from tilehall.tui.boards.wording import Wording
from tilehall.tui.languages.make_catalogues import faults, make, missing, read
from tilehall.tui.testing import SceneError, conform

HEX = Path(__file__).parents[2] / "addon" / "tilehall_hex"


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_game_of_the_house_has_a_scene_and_words_that_are_complete(name: str) -> None:
    assert isinstance(registry.renderer_for(name), BoardRenderer) and isinstance(wording.wording_for(name), Wording)
    assert not isinstance(registry.renderer_for(name), PlainRenderer)


LARGER = [("princess", 3), ("sand", 1), ("beasts", 4), ("kaguya", 4)]


@pytest.mark.parametrize(("name", "players"), some_rows([*((name, 2) for name in BUILT_IN_GAMES), *LARGER], slice(4)))
def test_a_scene_of_the_house_conforms(name: str, players: int) -> None:
    conform(registry.renderer_for(name), load_game(name), Setup(players), "a")


def test_the_catalogue_of_a_guest_has_all_that_it_says() -> None:
    """What `python -m tilehall.tui.languages.make_catalogues` would make of it now is what is there, and nothing is
    missing.
    """
    files = make([HEX], HEX / "languages", "tilehall_hex", HEX.parent)
    assert {path.name for path in files} == {"tilehall_hex.pot", "de.po", "de.mo"}
    assert [path.name for path, data in files.items() if path.read_bytes() != data] == []
    german = read(HEX / "languages" / "de.po")
    assert [message.id for message in missing(german)] == [*faults(german)] == []


def test_what_is_not_complete_is_no_scene() -> None:
    class Half(registry.BaseRenderer[object]):
        """Draws nothing."""

    assert not isinstance(Half(), BoardRenderer)
    assert isinstance(PlainRenderer(load_game("princess")), BoardRenderer)


# --- what a scene does not keep is said -----------------------------------------------------------------------------


class Blind(PlainRenderer[Table]):
    """Draws its board and forgets where the places are."""

    def paint(self, view: View[Table], width: int, height: int) -> Drawing:
        return Drawing(super().paint(view, width, height).picture)


class Chooses(PlainRenderer[Table]):
    def describe_action(self, view: CursorContext[Table], action: Action) -> Any:
        return f"to {action}"


class Describes(PlainRenderer[Table]):
    def describe(self, view: CursorContext[Table], place: Place) -> Text:
        return Text("{what} or {other}", what=place[1])


class SaysNothing(PlainRenderer[Table]):
    def describe_verb(self, verb: str) -> Text:
        return Text(" ")


class Explains(PlainRenderer[Table]):
    def legend(self, look: Look) -> Any:
        return {look.glyphs.legal: "may be chosen"}


class Names(PlainRenderer[Table]):
    def place_name(self, place: Place) -> Text:
        return Text("the {0}")


class DrawsAtLength(PlainRenderer[Table]):
    def chip(self, look: Look, piece: Piece) -> StyledLine:
        return ((look.say(piece.name or Text("")) + " of a rare metal", look.text),)


class DrawsWithRoom(PlainRenderer[Table]):
    def chip(self, look: Look, piece: Piece) -> StyledLine:
        return ((" o ", look.text),)


class DrawsRichly(PlainRenderer[Table]):
    def chip(self, look: Look, piece: Piece) -> StyledLine:
        return (("●", look.text),)


class Painted(PlainRenderer[Table]):
    """Has something in a corner of its board."""

    def paint(self, view: View[Table], width: int, height: int) -> Drawing:
        drawing = super().paint(view, width, height)
        drawing.picture.fill(0, height - 2, width, 2, view.look.table)
        self.add(drawing.picture, view, height - 2)
        return drawing

    def add(self, picture: Picture, view: View[Table], y: int) -> None:
        """What is in the corner."""


class PaintsEnglish(Painted):
    def add(self, picture: Picture, view: View[Table], y: int) -> None:
        picture.put(1, y, "Coins", view.look.muted)


class CutsWords(Painted):
    def add(self, picture: Picture, view: View[Table], y: int) -> None:
        picture.put(1, y, view.say(Text("coins"))[:5], view.look.muted)


class CutsNames(Painted):
    def add(self, picture: Picture, view: View[Table], y: int) -> None:
        picture.put(1, y, view.names[1][:3], view.look.muted)


class PaintsOver(Painted):
    def add(self, picture: Picture, view: View[Table], y: int) -> None:
        picture.put(1, y, view.say(Text("coins")), view.look.muted)
        picture.put(4, y, view.say(Text("left")), view.look.muted)


class IsCareful(Painted):
    """What is typed, what is cut with an ellipsis and initials are no flaw."""

    def add(self, picture: Picture, view: View[Table], y: int) -> None:
        look = view.look
        end = picture.put(1, y, look.clip(view.say(Text("more coins")), 7), look.muted)
        end = picture.put(end + 1, y, view.names[1][:1], look.muted)
        typed = view.selection.choices[0].action if view.selection else ""
        picture.put(end + 1, y, f"'{typed}' D4 {look.clip(view.names[1], 4)}", look.muted)


FLAWED: list[tuple[type[PlainRenderer[Table]], str]] = [
    (Blind, "may be chosen and is not drawn"),
    (Chooses, "The choice 'stake .' cannot be put into other languages: it is no Text but str"),
    (Describes, "cannot be put into other languages: it names {other}"),
    (SaysNothing, "What 'stake' does says nothing"),
    (Explains, "The legend cannot be put into other languages: it is no Text but str"),
    (Names, "The name of .* is no sound Text"),
    (DrawsAtLength, "takes more than 16 cells"),
    (DrawsWithRoom, "with spaces at its ends"),
    (DrawsRichly, "is drawn in '●' with plain characters"),
    (PaintsEnglish, "'Coins' is painted in every language"),
    (CutsWords, "'ċöïṅṡ' is cut without an ellipsis"),
    (CutsNames, "'Ωμέ' is cut without an ellipsis"),
    (PaintsOver, "'ċöïḷëḟẗüü' is cut without an ellipsis, or painted over"),
]


@pytest.mark.parametrize(("flawed", "complaint"), FLAWED, ids=[flawed.__name__ for flawed, _ in FLAWED])
def test_what_a_scene_does_not_keep_is_said(flawed: type[PlainRenderer[Table]], complaint: str) -> None:
    with pytest.raises(SceneError, match=complaint):
        conform(flawed(TOY), TOY, Setup(2), "flawed")


@pytest.mark.parametrize("scene", [PlainRenderer, IsCareful])
def test_what_a_scene_keeps_is_not_complained_of(scene: type[PlainRenderer[Table]]) -> None:
    conform(scene(TOY), TOY, Setup(3), "careful")
