"""A designer's file: what may be changed, what is wrong with a file in a sentence, and what was changed in it."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from json import dumps
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.boxes import BROKEN, FINE, REFUSED, Boxes
from tilehall.engine import RuleError, load_game
from tilehall.engine.core.component_sets import ComponentSet, ComponentSets
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.schema.components import LONGEST_FILE, ComponentSchema
from tilehall.engine.games.beasts.components import build_components as hunt
from tilehall.engine.games.kaguya.components import build_components as palace

GAMES = ("princess", "sand", "beasts", "kaguya")


@pytest.fixture(scope="module")
def boxes() -> Iterator[Boxes]:
    boxes = Boxes()
    yield boxes
    boxes.close()


def inventory(name: str) -> ComponentSchema:
    found = load_game(name).component_source
    assert found is not None
    return found


def changed(name: str, *replaced: tuple[str, str]) -> str:
    """The original with some words replaced where they stand first."""
    text = inventory(name).original_text
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize("name", GAMES)
def test_the_original_is_in_order_and_no_changed_box(name: str) -> None:
    described = inventory(name)
    assert described.read_changed_set(described.original_text, "mine.toml") is None


@pytest.mark.parametrize("name", GAMES)
def test_remarks_and_order_make_no_other_box(name: str) -> None:
    described = inventory(name)
    text = "\n".join(line for line in described.original_text.splitlines() if not line.startswith(("#", "from =")))
    assert described.read_changed_set(text, "mine.toml") is None


WRONG = [
    ("beasts", ("points = 5", "points = 0"), "beasts.unicorn.points is a whole number from 1 to 50, not 0."),
    ("beasts", ("points = 5", "points = true"), "beasts.unicorn.points is a whole number from 1 to 50, not true."),
    ("beasts", ("points = 5\n", ""), "beasts.unicorn.points is missing."),
    ("beasts", ("points = 5", "point = 5"), "there is no key beasts.unicorn.point. Did you mean points?"),
    ("beasts", ('id = "unicorn"', 'id = "pony"'), "beasts.pony.id cannot be added, since a beast is drawn by its id."),
    ("beasts", ('"any"', '"none"'), 'beasts.unicorn.condition is one of any, reinforced, types, four, not "none".'),
    ("beasts", ("rows = 3", "rows = 4"), "board.rows stays 3, not 4, since the board is drawn so."),
    (
        "beasts",
        ('a1", "b1"]', 'a1", "c1"]'),
        'edges.V11.separates stays ["a1", "b1"], not ["a1", "c1"], since the board is drawn so.',
    ),
    ("beasts", ('name = "centaur"', 'name = "unicorn"'), "two of the beasts are called unicorn."),
    ("beasts", ("2 = 20", "2 = 30"), "dice.own.2 is 30, but dice.stock has a colour with only 20 dice."),
    ("beasts", ("4 = 10 }", "4 = 3 }"), "dice.own.4 is 3, fewer than the 4 dice.active that everybody rolls."),
    ("beasts", ("4 = 10 }", "5 = 10 }"), "there is no key dice.own.5. There is 2, 3, 4."),
    ("beasts", ("all = 80", "all = 81"), "dice.all follows from the rest: it is 80, not 81. It may be left out."),
    ("beasts", ("each = 4\nhand = 4", "each = 1\nhand = 5"), "cards.hand is 5, more than the 4 cards of a deck."),
    ("beasts", ('"thorns"', '"water"'), 'faces.icon_names has "water" twice.'),
    ("beasts", ("stock = [20,", "stock = ["), "dice.stock has 4 entries, not 3."),
]


@pytest.mark.parametrize(("name", "replaced", "problem"), WRONG)
def test_what_is_wrong_is_said_with_its_file_and_key(name: str, replaced: tuple[str, str], problem: str) -> None:
    with pytest.raises(RuleError) as error:
        inventory(name).read_changed_set(changed(name, replaced), "mine.toml")
    assert str(error.value) == f"mine.toml: {problem}"


def test_what_is_no_toml_is_told_as_its_reader_tells_it() -> None:
    with pytest.raises(RuleError, match=r"^mine.toml: this is no TOML: .* \(at line 5, column \d+\)\.$"):
        inventory("beasts").read_changed_set(changed("beasts", ("[faces]", "faces")), "mine.toml")


def test_a_file_may_be_too_long() -> None:
    with pytest.raises(RuleError, match=r"^mine.toml: the file has more than 60,000 characters\.$"):
        inventory("beasts").read_changed_set("#" * (LONGEST_FILE + 1), "mine.toml")


def test_a_value_that_follows_may_be_left_out_or_stay_as_it_was() -> None:
    """Whoever changes the dice need not add them up."""
    for line in ("all = 80", "all = 81", "# all"):
        box = inventory("beasts").read_changed_set(
            changed("beasts", ("all = 80", line), ("neutral_stock = 15", "neutral_stock = 16")), "mine"
        )
        assert box is not None
        assert [tuple(change) for change in box.changes] == [("dice.neutral_stock", "15", "16")]


def test_changes_are_named_key_by_key_and_equal_files_have_one_digest() -> None:
    more = changed("beasts", ("points = 5", "points = 6"), ("hand = 4", "hand = 5"))
    box = inventory("beasts").read_changed_set(more, "mine.toml")
    again = inventory("beasts").read_changed_set("# my own\n" + more, "other.toml")
    assert box is not None and again is not None
    assert [tuple(change) for change in box.changes] == [("cards.hand", "4", "5"), ("beasts.unicorn.points", "5", "6")]
    assert (box.digest, box.file, again.file) == (again.digest, "mine.toml", "other.toml")


def test_the_originals_are_what_the_component_lists_count() -> None:
    """The counts that the rulebooks give, and the tables that follow from a board."""
    princess, sand, beasts, kaguya = (tomllib.loads(inventory(name).original_text) for name in GAMES)
    runes = [id for row in princess["runes"] for id in row["ids"]]
    assert (len(runes), len(princess["steals"]), len(princess["bonus"]["cards"])) == (30, 2, 8)
    for board in ("B1", "B2", "B3", "B4"):
        for side, (elements, skies) in {"a": (4, 2), "b": (3, 3)}.items():
            shown = princess["boards"][board][side]
            assert (len(shown), len({k[0] for k in shown}), len({k[1] for k in shown})) == (4, elements, skies)
    assert sum(beasts["dice"]["stock"]) + beasts["dice"]["neutral_stock"] == beasts["dice"]["all"] == 80
    tiles = palace(kaguya).tiles
    assert (len(tiles), sum(tile.hearts for tile in tiles), len(sand["cards"]["table"])) == (48, 110, 54)
    assert all(sum(colour in tile.halves for tile in tiles) == 20 for colour in range(4))


def test_the_board_of_the_hunt_is_that_of_its_control_tables() -> None:
    data = tomllib.loads(inventory("beasts").original_text)
    box = hunt(data)
    assert (len(box.slots), len(box.holes)) == (data["board"]["slots"], data["board"]["holes"])
    for edge in box.edges:
        ends, separated = [box.holes[n].id for n in edge.ends], [box.squares[n].id for n in edge.squares]
        assert data["edges"].pop(edge.id) == {"ends": ends, "separates": separated}
    for square in box.squares:
        told = data["squares"].pop(square.id)
        holes = {hole.id for hole in box.holes if hole.slots & square.slots}
        sides = {box.edges[edge].id for edge in bits(square.sides)}
        assert (told["kind"], told["dice"]) == (square.kind, square.slots.bit_count())
        assert (set(told["holes"]), set(told["sides"])) == (holes, sides)
    assert not data["edges"] and not data["squares"]


# --- the shelf --------------------------------------------------------------------------------------------------------

PONIES = ComponentSet("beasts", "mine.toml", "ponies = 3", "0123456789abcdef", ())


def test_a_changed_box_is_opened_instead_of_the_original() -> None:
    shelf = ComponentSets()
    shelf.use_set(PONIES)
    assert shelf.open_table("beasts", "tilehall.engine.games.beasts", "components.toml") == ("mine.toml", "ponies = 3")
    assert shelf.open_table("sand", "tilehall.engine.games.sand", "components.toml").text.startswith("# The components")
    assert (shelf.digest("beasts"), shelf.digest("sand"), shelf.changed_sets) == (PONIES.digest, "", (PONIES,))


def test_an_open_box_cannot_be_changed() -> None:
    shelf = ComponentSets()
    shelf.open_table("beasts", "tilehall.engine.games.beasts", "components.toml")
    with pytest.raises(RuleError, match="The box of 'beasts' is open already: it cannot be changed now"):
        shelf.use_set(PONIES)


# --- playing ----------------------------------------------------------------------------------------------------------

BOXES = {
    "short hands": ("beasts", ("hand = 4", "hand = 1"), ("each = 4", "each = 1")),
    "long hands of few types": ("beasts", ("hand = 4", "hand = 8"), ("each = 4", "each = 12")),
    "no unicorns at large": ("beasts", ('"any"', '"four"'), ("count = 6", "count = 1"), ("points = 5", "points = 50")),
    "a short way": ("princess", ("goal = 25", "goal = 15"), ("opening = 20", "opening = 3"), ("[8, 12]", "[1, 15]")),
    "two gems and few tiles": ("princess", ("gems = 4", "gems = 2"), ("copies = 4", "copies = 2")),
    "other runes": ("princess", ('"###"', '"###/###/###"'), ("value = 2", "value = 12"), ('"R03", "R04"', '"R03"')),
    "few squares": ("sand", ("squares = 28", "squares = 4"), ("track = 12", "track = 1")),
    "other buildings": ("sand", ('"GGG", 1', '"GGGGG/RM..S", 30'), ('"GGR"', '"G../.R./..K"')),
    "more tiles": ("sand", ('"KG/R."', '"KG/R."\nT29 = "KG/R."'), ("rounds = 14", "rounds = 3")),
    "an early break": ("kaguya", ("columns = 9", "columns = 5"), ("break_after = 4", "break_after = 1")),
    "a short track": ("kaguya", ("track = 30", "track = 12"), ("hearts = [1, 2,", "hearts = [9, 9,")),
    "three dice": ("beasts", ("active = 4", "active = 3"), ("neutral_stock = 15", "neutral_stock = 0")),
    "fences for nothing": (
        "beasts",
        ("base = 2", "base = 0"),
        ("reinforced = 2", "reinforced = 0"),
        ("most = 1", "most = 9"),
    ),
}


SHORTER = changed("kaguya", ("track = 30", "track = 20"))


@pytest.mark.parametrize("box", BOXES)
def test_random_games_of_a_changed_box_end_without_a_fault(boxes: Boxes, box: str) -> None:
    name, *replaced = BOXES[box]
    for players in (2, 4):
        outcome, told = boxes.ask("at_random", game=name, text=changed(name, *replaced), players=players, seed=box)
        assert outcome == FINE, told


@pytest.mark.parametrize("box", ["three dice", "other runes", "a short track"])
def test_games_of_a_changed_box_keep_what_games_promise(boxes: Boxes, box: str) -> None:
    name, *replaced = BOXES[box]
    outcome, told = boxes.ask("conforms", game=name, text=changed(name, *replaced), players=2, seed=box)
    assert outcome == FINE, told


# --- any file -------------------------------------------------------------------------------------------------------

ANYTHING = st.one_of(
    st.integers(-3, 70),
    st.sampled_from(["", "x", "##", "GGR", "R", "EM", True, 2.5, [], [1], {}, [["EM"]], 10**30, -0.0]),
)


def places(value: object, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to everything that stands somewhere in a table."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*so_far, key)
        yield from places(each, (*so_far, key))


@st.composite
def spoiled(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """The table of a game after a few changes: numbers a little off, anything anywhere, things lost or there twice."""
    data = tomllib.loads(inventory(name).original_text)
    for _ in range(draw(st.integers(1, 4))):
        *way, last = draw(st.sampled_from(list(places(data))))
        there = data
        for key in way:
            there = there[key]
        deed = draw(st.sampled_from(("off", "off", "off", "anything", "lost", "twice")))
        if deed == "off" and type(there[last]) is int:
            there[last] += draw(st.integers(-3, 3))
        elif deed == "anything":
            there[last] = draw(ANYTHING)
        elif deed == "lost":
            del there[last]
        elif deed == "twice" and isinstance(there, list):
            there.insert(last, deepcopy(there[last]))
    return data


def written(value: Any) -> str:
    """A value as TOML has it, tables within braces."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{dumps(key)} = {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return dumps(value)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=st.data())
def test_any_file_is_refused_in_a_sentence_or_played_to_the_end(boxes: Boxes, name: str, drawn: st.DataObject) -> None:
    data = drawn.draw(spoiled(name))
    text = "\n".join(f"{key} = {written(value)}" for key, value in data.items())
    outcome, told = boxes.ask("at_random", game=name, text=text, players=drawn.draw(st.integers(2, 4)), seed="any")
    assert outcome in (FINE, REFUSED), told
    if outcome == REFUSED:
        assert told.startswith("mine.toml: ") and told.endswith(".") and told.isprintable()


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=st.data())
def test_many_files_are_refused_in_a_sentence_or_played(boxes: Boxes, name: str, drawn: st.DataObject) -> None:
    text = "\n".join(f"{key} = {written(value)}" for key, value in drawn.draw(spoiled(name)).items())
    for deed, more in (("at_random", {}), ("by_computers", {"level": "easy"})):
        outcome, told = boxes.ask(deed, game=name, text=text, players=drawn.draw(st.integers(2, 4)), seed="any", **more)
        assert outcome in (FINE, REFUSED), told


@pytest.mark.soak
@pytest.mark.parametrize("box", BOXES)
def test_computers_play_every_changed_box(boxes: Boxes, box: str) -> None:
    name, *replaced = BOXES[box]
    text = changed(name, *replaced)
    for deed, players, more in (("conforms", 3, {}), ("by_computers", 4, {"level": "easy"})):
        outcome, told = boxes.ask(deed, game=name, text=text, players=players, seed=box, **more)
        assert outcome == FINE, told
    outcome, told = boxes.ask("by_computers", game=name, text=text, players=2, seed=box, level="normal")
    assert outcome == FINE, told


def test_examples_of_rules_are_of_the_original(boxes: Boxes) -> None:
    """They are steps of its tour."""
    found = [boxes.ask("examples", game="kaguya", text=text) for text in (changed("kaguya"), SHORTER)]
    assert found[0][1] > 10 and found[1] == (FINE, 0)


def test_a_wrong_file_is_refused_before_anything_is_played(boxes: Boxes) -> None:
    text = changed("beasts", ("rows = 3", "rows = 4"))
    outcome, told = boxes.ask("at_random", game="beasts", text=text, players=2, seed="1")
    assert (outcome, told[:27]) == (REFUSED, "mine.toml: board.rows stays"), BROKEN
