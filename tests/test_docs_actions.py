"""The tables of docs/actions.md are those of the games: every verb, every example, every pile."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tilehall
from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Action,
    Match,
    Rng,
    SeedDealer,
    Setup,
    Step,
    load_game,
    load_rulebook,
    parse_record,
)
from tilehall.engine.games.beasts import actions as beasts
from tilehall.engine.games.kaguya import actions as kaguya
from tilehall.engine.games.princess import actions as princess
from tilehall.engine.games.sand import actions as sand

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "actions.md").read_text(encoding="utf-8")
VOCABULARIES: dict[str, Callable[[], Any]] = {
    "beasts": beasts.vocabulary,
    "kaguya": kaguya.vocabulary,
    "princess": princess.vocabulary,
    "sand": sand.vocabulary,
}
NOTATIONS = {
    "beasts": beasts.NOTATION,
    "kaguya": kaguya.NOTATION,
    "princess": princess.NOTATION,
    "sand": sand.NOTATION,
}


class Row(NamedTuple):
    """A row of a table."""

    text: str
    example: str
    about: tuple[str, ...]
    """What it does; of the dealer the pile, and what can come from it."""
    rule: str

    @property
    def verb(self) -> str:
        return self.text.split()[0]


def tables(name: str) -> tuple[list[Row], list[Row]]:
    """What seats and what the dealer can do in this game."""
    part = next(part for part in PAGE.split("\n## ") if part.startswith(str(load_game(name).title)))
    players, dealer = part.split("| dealer |")
    return list(rows(players)), list(rows(dealer))


def rows(table: str) -> Iterator[Row]:
    for line in re.findall(r"^\| (`.*) \|$", table, re.MULTILINE):
        text, example, *about, rule = re.split(r" (?<!\\)\| ", line)
        yield Row(text.strip("`"), example.strip("`"), tuple(about), rule)


def actions_in(thing: object) -> Iterator[Action]:
    """All actions in a vocabulary, however deep in tuples."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from actions_in(part)
    elif hasattr(thing, "verb"):
        action: Any = thing
        yield action
    elif not isinstance(thing, int):
        for name in dir(type(thing)):
            if not name.startswith("_"):
                yield from actions_in(getattr(thing, name))


def steps(name: str) -> Iterator[tuple[Match[Any], Step[Any]]]:
    """The steps of played games, and of some by lot."""
    for path in sorted((ROOT / "tests" / "records").glob(f"{name}*.tilehall")):
        match = parse_record(path.read_text(encoding="utf-8")).match
        yield from ((match, step) for step in match.steps)
    found = load_game(name)
    for seats, seed in product(found.player_counts, "ab"):
        rng, match = Rng(seed), Match(found, Setup(seats), SeedDealer(seed))
        while not match.is_over:
            seat = match.actors()[0]
            choices = match.legal_actions(seat)
            match.act(seat, choices[rng.below(len(choices))])
        yield from ((match, step) for step in match.steps)


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_verb_is_in_the_tables(name: str) -> None:
    players, dealer = tables(name)
    verbs = {action.verb for action in actions_in(VOCABULARIES[name]())} | NOTATIONS[name].verbs
    assert len(verbs) > 10
    assert {row.verb for row in (*players, *dealer)} == verbs
    assert len({row.verb for row in players}) == len(players) and len({row.verb for row in dealer}) == len(dealer)


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_example_is_an_action_of_that_form(name: str) -> None:
    found, book = load_game(name), load_rulebook(name)
    for row in (*tables(name)[0], *tables(name)[1]):
        action = found.parse(row.example)
        assert (str(action), action.verb) == (row.example, row.verb)
        assert row.text.count(" ") == row.example.count(" ")
        assert book.paragraph(row.rule), row


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_further_text_it_names_is_an_action(name: str) -> None:
    for row in tables(name)[0]:
        for text in re.findall(rf"`({re.escape(row.verb)} [^`]*)`", row.about[0]):
            assert str(load_game(name).parse(text)) == text


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_who_does_what_and_from_which_pile_is_so_in_games(name: str) -> None:
    players, dealer = ({row.verb: row for row in table} for table in tables(name))
    drawn = set()
    for match, step in steps(name):
        if step.seat != CHANCE:
            assert step.action.verb in players
            continue
        drawn.add(step.action.verb)
        row, draw = dealer[step.action.verb], match.game.chance(step.before)
        words = row.about[0].strip("`").split()
        assert re.fullmatch(" ".join(r"\d" if word.isupper() else word for word in words), draw.pile)
        assert (max(draw.weights) > 1) <= ("ways" in row.about[1])
        names = [str(outcome).removeprefix(step.action.verb).strip() for outcome in draw.outcomes]
        assert names == sorted(names, key=order(row.about[1])), row
    assert drawn == set(dealer)


def order(told: str) -> Callable[[str], list[int]]:
    """What the table says of the order in which outcomes are counted."""
    names = list(listed(told.partition(", each in")[0]))
    if names:
        return lambda name: [names.index(name)]
    # Cards of a deck, and the faces of dice: what counts is each letter's place among its like.
    rank = {
        mark: n
        for like in re.findall("`([^`]*)`", told.replace("`a` to `f`", "`a b c d e f`"))
        for n, mark in enumerate(like.split())
    }
    return lambda name: [rank.get(mark, 0) for mark in name]


def listed(told: str) -> Iterator[str]:
    """The names in a list such as: `a b`, `N01` to `N36`. None if it is told by what they are made of."""
    if re.search("by letter|faces|same", told):
        return
    for first, last in re.findall(r"`([^`]*)`(?: to `([^`]*)`)?", told):
        letters, digits = re.sub(r"\d+$", "", first), len(re.sub(r"^\D+", "", first))
        if not last:
            yield from first.split()
        else:
            start, stop = (int(end.removeprefix(letters)) for end in (first, last))
            yield from (f"{letters}{n:0{digits}}" for n in range(start, stop + 1))


def test_lists_are_read_as_people_read_them() -> None:
    assert list(listed("`N09` to `N11`, `a b`; else nothing")) == ["N09", "N10", "N11", "a", "b"]
    cards = sorted(["1bK", "1aK", "1bG", "1aR"], key=order("by letter, `a` to `f`, and by colour, `G R K`"))
    assert cards == ["1aR", "1aK", "1bG", "1bK"]


def test_every_file_it_points_to_is_there() -> None:
    """In a release the packages are only where they are installed from."""
    links = [link.partition("#")[0] for link in re.findall(r"\]\((\S+?)\)", PAGE)]
    files = [link.removeprefix("../") for link in links if link.startswith("../")]
    assert len(files) == 2 * len(BUILT_IN_GAMES)
    house = Path(tilehall.__file__).parent
    assert [name for name in files if not ((ROOT / name).exists() or (house / name).exists())] == []
    assert {link for link in links if not link.startswith("../")} == {"records.md", "pipe.md"}
