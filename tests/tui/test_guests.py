"""What is drawn and told of games from elsewhere; tests/install/test_guest.py has them really installed."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from tilehall.engine import BUILT_IN, Setup, game
from tilehall.tui import scenes, words
from tilehall.tui.scenes import Scene, plain
from tilehall.tui.scenes.plain import PlainScene
from tilehall.tui.testing import SceneError, conform
from tilehall.tui.words import Words

EXAMPLES = [
    "tilehall.tui.guests",
    "tilehall.tui.words",
    "tilehall.tui.words.plain",
    *(module.name for module in walk_packages(plain.__path__, "tilehall.tui.scenes.plain.")),
]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_of_the_house_has_a_scene_and_words_that_are_complete(name: str) -> None:
    assert isinstance(scenes.scene(name), Scene) and isinstance(words.words(name), Words)
    assert not isinstance(scenes.scene(name), PlainScene)


def test_a_scene_of_the_house_conforms() -> None:
    conform(scenes.scene("kaguya"), game("kaguya"), Setup(3), "the house")


def test_what_is_not_complete_is_no_scene() -> None:
    class Half(scenes.BaseScene[object]):
        """Draws nothing."""

    assert not isinstance(Half(), Scene)
    assert isinstance(PlainScene(game("princess")), Scene)


def test_what_a_scene_does_not_keep_is_said() -> None:
    class Blind(PlainScene[object]):
        """Draws its board and forgets where the places are."""

        def paint(self, view: scenes.View[object], width: int, height: int) -> scenes.Drawing:
            return scenes.Drawing(super().paint(view, width, height).picture)

    with pytest.raises(SceneError, match="may be chosen and is not drawn"):
        conform(Blind(game("kaguya")), game("kaguya"), Setup(2), "blind")
