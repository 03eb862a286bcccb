"""What no event tells of is told in plain words all the same: nobody at a table reads how a record spells it."""

from __future__ import annotations

import pytest

from tilehall.engine import CHANCE, ENGLISH, Match, Rng, SeedDealer, Setup, load_game, render_text

OPTIONS = {"sand": (("boards", "orange,blue"), ("mode", "advanced"))}


@pytest.mark.parametrize("name", ["princess", "sand", "beasts", "kaguya"])
def test_silent_steps_are_told_in_words(name: str) -> None:
    rules, told = load_game(name), set[str]()
    for seed in ("1", "2", "3"):
        match, whims = Match(rules, Setup(2, OPTIONS.get(name, ())), SeedDealer(seed)), Rng(seed)
        while not match.is_over:
            seat = match.actors()[0]
            choices = match.legal_actions(seat)
            match.act(seat, choices[whims.below(len(choices))])
        for step in match.steps:
            if not step.events:
                words = render_text(rules.narrator.describe_action(step.seat, step.action), ENGLISH, ("Aki", "Bo"))
                assert words.startswith("The dealer draws" if step.seat == CHANCE else ("Aki ", "Bo ")), words
                assert f": {step.action}" not in words
                told.add(words)
    assert told


@pytest.mark.parametrize(
    ("name", "action", "words"),
    [
        ("princess", "pass", "Aki passes."),
        ("princess", "gem no", "Aki sets no gem."),
        ("princess", "steal A5", "Aki steals the tile on A5."),
        ("sand", "done", "Aki puts no more disks."),
        ("sand", "stop", "Aki exchanges no second tile."),
        ("beasts", "end", "Aki ends the turn."),
        ("beasts", "discard -", "Aki discards nothing."),
        ("kaguya", "present RC*", "Aki holds R red, C clear and the disk."),
        ("kaguya", "present -", "Aki holds nothing."),
        ("kaguya", "cell e5", "Aki puts it on e5."),
        ("kaguya", "rot 0", "Aki turns it: the first half left."),
    ],
)
def test_they_say(name: str, action: str, words: str) -> None:
    rules = load_game(name)
    assert render_text(rules.narrator.describe_action(0, rules.parse(action)), ENGLISH, ("Aki", "Bo")) == words
