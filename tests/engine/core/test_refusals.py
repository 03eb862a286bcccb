"""Whatever may not be done is refused with a rule of the rulebook, in words, with something that may be done instead.

Random games are played, and at every decision things are tried that are not legal there: actions with one word changed,
actions of other decisions, and actions by seats that are not due. All reasons that a game has must come up.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Action,
    Game,
    NotationError,
    Refusal,
    Setup,
    Text,
    load_game,
    load_rulebook,
)
from tilehall.engine.core.refusal import NEAREST
from tilehall.engine.core.text import ENGLISH, render_text
from tilehall.engine.games import beasts, kaguya, princess, sand
from tilehall.engine.games.kaguya.components import NAMES

NAMED = ("Ann", "Bo", "Cy", "Di")
FEW, MANY = 1_200, 60_000
"""Tries in each game, always and in a soak."""
Options = tuple[tuple[str, str], ...]


class Sort(NamedTuple):
    """A kind of game in which reasons come up that others do not have."""

    players: int
    options: Options = ()


SORTS: Mapping[str, tuple[Sort, ...]] = {
    "princess": (Sort(3), Sort(2, (("board_side", "random"),)), Sort(4)),
    "sand": (Sort(3, (("mode", "advanced"),)), Sort(4, (("mode", "advanced"),)), Sort(2)),
    "beasts": (Sort(2), Sort(4)),
    "kaguya": (Sort(2, (("clear_fate", "box"),)), Sort(4)),
}
UNREACHED: Mapping[str, Mapping[str, str]] = {
    "princess": {},
    "sand": {
        "The extra disk is {one} or {other}.": "no text names another: `gain G` says nothing",
        "There are the levels 1, 2 and 3.": "no text names another level",
        "You take the first or the second tile of the circle.": "no text names another place",
    },
    "beasts": {},
    "kaguya": {
        "That is no action of this game.": "no text says such a thing; a program may put it together",
        "What is behind that screen is not known here.": "only who watches asks that, and does not act",
    },
}
"""Reasons that nobody here is given, and why they are there."""


RARE = frozenset(
    {
        "a bonus card that is not open yet",
        "You have no gem left in your supply.",
        "The stack is empty: there is no extra tile to draw.",
        "Only the purple power lifts the limit of three disks.",
        "There is no disk {disk} in the supply.",
        "Trade for a disk of another element.",
        "You have just given {tile} away; it stays in the circle.",
        "You have just received {tile}; it stays with you.",
        "Your level is {level}, the end of the track.",
        "{box} holds a disk; the green power moves squares.",
        "{box} is not one of the two boxes that wait for the last square.",
        "The deck of level {level} is empty.",
        "Take two cubes of two different kinds.",
        "Only one kind is left in the storage: take one cube of it.",
        "Square {square}: beasts are added on corner and edge squares; a centre square needs a step.",
    }
)
"""Reasons for which games by lot seldom come to a position: the tests of their games lead to each of them."""


def things(name: str) -> frozenset[str]:
    """What the board of a game has places for."""
    if name == "princess":
        box = princess.components()
        return frozenset((*princess.LATTICE.names, *box.card_numbers, *box.kinds))
    if name == "sand":
        chest = sand.components()
        return frozenset((*sand.GRID.names, *chest.card_numbers, *chest.tile_numbers, *chest.letters))
    if name == "beasts":
        lodge = beasts.components()
        names = (*lodge.slots, *lodge.edge_numbers, *lodge.square_numbers, *lodge.beast_numbers, *lodge.icons)
        return frozenset((*names, *map(str, range(1, 8))))
    return frozenset((*NAMES, *kaguya.components().kinds, "*", *map(str, range(1, 6))))


class At(NamedTuple):
    """A decision as its seat sees it, and what may be done; nothing by a seat that owes none."""

    rules: Game[Any]
    view: Any
    seat: int
    choices: list[Action]


@dataclass
class Trial:
    """One game after the other, and all that was refused."""

    name: str
    lots: random.Random
    phrases: dict[str, list[Action]] = field(default_factory=dict)
    """Every action that was a choice somewhere, by its verb."""
    known: set[str] = field(default_factory=set)
    words: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    """What stands in a field of a verb."""
    things: list[str] = field(default_factory=list)
    tried: int = 0
    told: set[str] = field(default_factory=set)
    """The templates of all that was said."""

    def play(self, sort: Sort, seed: str, stop: Callable[[], bool]) -> None:
        """One game by lot, with things that may not be done tried at every decision, the dealer's as well."""
        rules, lots = load_game(self.name), random.Random(seed)
        state = rules.start(Setup(sort.players, sort.options))
        while (due := rules.actors(state)) and not stop():
            seat = lots.choice(due)
            view = state if seat == CHANCE else rules.view(state, seat)
            choices = list(rules.legal_actions(view, seat))
            self.learn(self.lots.sample(choices, min(len(choices), 12)))
            self.examine(At(rules, view, seat, choices))
            for other in {CHANCE, *range(sort.players)} - set(due):
                if not self.lots.randrange(6):
                    own = state if other == CHANCE else rules.view(state, other)
                    self.refused(At(rules, own, other, []), self.lots.choice(choices))
            if lots.random() < 0.5:
                # Of all there is to do a little: most choices are places for the same thing.
                verb = lots.choice(sorted({choice.verb for choice in choices}))
                choices = [choice for choice in choices if choice.verb == verb]
            state = rules.apply(state, seat, lots.choice(choices))
        if not due:
            self.refused(At(rules, state, 0, []), self.phrases[lots.choice([*self.phrases])][0])

    def learn(self, choices: list[Action]) -> None:
        for action in choices:
            if str(action) in self.known:
                continue
            self.known.add(str(action))
            self.phrases.setdefault(action.verb, []).append(action)
            for n, word in enumerate(action.words):
                self.words.setdefault((action.verb, n), []).append(word)

    def examine(self, at: At) -> None:
        allowed, verbs = set(at.choices), [*at.rules.decision(at.view, at.seat).fields]
        for _ in range(7):
            action = self.changed(self.some(verbs), at.rules)
            if action is not None and action not in allowed:
                self.refused(at, action)

    def some(self, verbs: list[str]) -> Action:
        """An action of this decision, or now and then of another."""
        verb = self.lots.choice(verbs) if verbs and self.lots.random() < 0.8 else ""
        return self.lots.choice(self.phrases.get(verb) or self.phrases[self.lots.choice([*self.phrases])])

    def changed(self, action: Action, rules: Game[Any]) -> Action | None:
        """With another word, or another part of one; as it is, where it has none. None if that says nothing."""
        words = list(action.words)
        for n in range(len(words)):
            if self.lots.random() < 0.6:
                words[n] = self.another(action.verb, n, words[n])
        try:
            return rules.parse(" ".join((action.verb, *words)))
        except NotationError as error:
            assert render_text(error.text, ENGLISH) and (not error.rule or load_rulebook(rules).paragraph(error.rule))
            return None

    def another(self, verb: str, n: int, word: str) -> str:
        if not self.lots.randrange(6):
            return self.lots.choice([thing for thing in self.things if len(thing) == len(word)] or [word])
        other = self.lots.choice(self.words[verb, n])
        parts, others = word.split(","), other.split(",")
        if len(parts) == 1 or self.lots.random() < 0.5:
            return other
        parts[self.lots.randrange(len(parts))] = self.lots.choice(others)
        return ",".join(sorted(set(parts)))

    def refused(self, at: At, action: Action) -> None:
        refusal = at.rules.check(at.view, at.seat, action)
        assert refusal is not None, f"{action} is no choice and is not refused"
        self.tried += 1
        self.told |= set(templates(refusal.text))
        flaws = [*wrong(refusal, at, self.things), *lit_wrongly(refusal, at, action, frozenset(self.things))]
        assert not flaws, (action, flaws, refusal)


def wrong(refusal: Refusal, at: At, there: Sequence[str]) -> Iterator[str]:
    """What a refusal lacks."""
    words = render_text(refusal.text, ENGLISH, NAMED)
    if not load_rulebook(at.rules).paragraph(refusal.rule):
        yield "the rule is in no rulebook"
    if not words.endswith(".") or "{" in words:
        yield "it is no sentence"
    if not set(refusal.nearest) <= set(at.choices) or len(refusal.nearest) > NEAREST:
        yield "what it names instead is not legal"
    if bool(refusal.nearest) != bool(at.choices):
        yield "it names nothing instead"
    if not set(refusal.marks) <= set(there):
        yield "it marks what is not there"


def lit_wrongly(refusal: Refusal, at: At, action: Action, there: frozenset[str]) -> Iterator[str]:
    """What is marked although it may be chosen now. What was tried may be marked where it was the wrong word."""
    wrong_words = {
        part
        for n, word in enumerate(action.words)
        if not any(
            choice.verb == action.verb and choice.words[: n + 1] == action.words[: n + 1] for choice in at.choices
        )
        for part in named(word, there)
    }
    open_now = {part for choice in at.choices for word in choice.words for part in named(word, there)}
    for mark in set(refusal.marks) & open_now - wrong_words:
        yield f"it marks {mark}, which may be chosen"


@cache
def named(word: str, there: frozenset[str]) -> frozenset[str]:
    """The things in a word: of a list its members, of a square on a box the box, of a fist its cubes.

    >>> sorted(named("A1,B2f", frozenset({"A1", "B2"}))), sorted(named("gw", frozenset("gw")))
    (['A1', 'B2'], ['g', 'w'])
    """
    found: set[str] = set()
    for part in word.split(","):
        one = next((name for name in (part, part[:2]) if name in there), "")
        found |= {one} if one else {*part} & there
    return frozenset(found)


def templates(text: Text) -> Iterator[str]:
    """All that is said in a text, and in the texts in it."""
    yield text.template
    for value in text.args.values():
        if isinstance(value, Text):
            yield from templates(value)


def reasons(name: str) -> set[str]:
    """The sentences of the module that says why not."""
    source = Path(__file__).parents[3] / "engine" / "games" / name / "refusals.py"
    calls = [node for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Call) and node.args]
    made = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Text"]
    return {said.value for said in made if isinstance(said, ast.Constant) and isinstance(said.value, str)}


def tried(name: str, count: int) -> Trial:
    trial, n = Trial(name, random.Random(name), things=sorted(things(name))), 0
    while trial.tried < count:
        trial.play(SORTS[name][n % len(SORTS[name])], f"{name} {n}", lambda: trial.tried >= count)
        n += 1
    return trial


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_whatever_may_not_be_done_is_refused_with_rule_words_and_a_way_out(name: str) -> None:
    trial = tried(name, FEW)
    # In so few tries some of the reasons come up, not always the same few.
    assert len(reasons(name) & trial.told) * 5 > len(reasons(name)) * 2


@pytest.mark.soak
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_reason_comes_up(name: str) -> None:
    trial = tried(name, MANY)
    assert trial.tried >= MANY
    assert reasons(name) - trial.told <= RARE | set(UNREACHED[name])
