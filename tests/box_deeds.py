"""What a process does with a changed box once it is laid out; see `tests.boxes`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import Match, Rng, SeedDealer, Setup, game
from tilehall.engine.ai.players import bot, choose
from tilehall.engine.core.component_sets import shelf
from tilehall.engine.testing.conformance import conform

for loaded in ("princess", "sand", "beasts", "kaguya"):
    game(loaded)


def laid_out(name: str, text: str) -> str:
    """The box is this one from now on. Raises RuleError."""
    inventory = game(name).inventory()
    assert inventory is not None
    box = inventory.changed(text, "mine.toml")
    if box is not None:
        shelf().put(box)
    return name


def conforms(name: str, players: int, seed: str) -> int:
    """One random game that keeps all that games promise; how many steps it had."""
    return len(conform(game(name), Setup(players), seed).steps)


def at_random(name: str, players: int, seed: str, options: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """One random game to the end, without a fault anywhere."""
    match = Match(game(name), Setup(players, tuple((key, value) for key, value in options)), SeedDealer(seed))
    rng = Rng(seed)
    while not match.over:
        faults = match.game.faults(match.state)
        assert not faults, (str(faults[0]), len(match.steps))
        seat = match.actors()[0]
        choices = match.legal(seat)
        assert choices, len(match.steps)
        match.act(seat, choices[rng.below(len(choices))])
        assert len(match.steps) < 20_000
    standing = match.game.standing(match.state)
    assert standing is not None
    total = match.game.receipt(match.state)
    return {"steps": len(match.steps), "ending": standing.ending, "scores": standing.scores, "lines": len(total.lines)}


def by_computers(name: str, players: int, seed: str, level: str) -> dict[str, Any]:
    """One game between computer players of a level, with reasons."""
    match = Match(game(name), Setup(players), SeedDealer(seed))
    minds = [bot(level, f"{seed} {seat}") for seat in range(players)]
    while not match.over:
        seat = match.actors()[0]
        advice = choose(minds[seat], match.game, match.view(seat), seat)
        str(advice.why)
        match.game.foresee(match.view(seat), seat, advice.action)
        match.act(seat, advice.action)
    standing = match.game.standing(match.state)
    assert standing is not None
    return {"steps": len(match.steps), "ending": standing.ending, "scores": standing.scores}


def shown(name: str, players: int, seed: str) -> int:
    """A random game as it is drawn at two sizes, described in lines and explained; how often."""
    from tests.tui.boards.tables import look
    from tilehall.engine import CHANCE
    from tilehall.engine import Player as Sitting
    from tilehall.engine.teaching.things import About
    from tilehall.tui.boards.registry import scene
    from tilehall.tui.boards.wording import words
    from tilehall.tui.config.settings import Settings
    from tilehall.tui.key_map import bound
    from tilehall.tui.player.player import Player
    from tilehall.tui.tables.table import Table
    from tilehall.tui.tables.table_factory import Host
    from tilehall.tui.widgets import chrome

    people = [Sitting(f"P{n}") for n in range(players)]
    table: Table[Any] = Table.open(name, people, seed=seed)
    rules, rng, dress, times = table.rules, Rng(seed), look(), 0
    scene(name).legend(dress)
    while not table.over:
        seat = table.match.actors()[0]
        choices = table.match.legal(seat)
        if rng.below(25) == 0:
            times += 1
            eyes = Host(table).seat()
            for size in ((80, 24), (120, 40)):
                chrome.paint(Player(eyes, scene(name), False), scene(name), dress, *size, bound(Settings()))
            view = table.match.view(seat)
            for line in words(name).describe(rules.dump(view), table.names, seat):
                str(line)
            for thing in rules.things(view, seat):
                told = rules.about(view, seat, thing)
                assert isinstance(told, About | None) and str(told)
            for action in choices[:10]:
                rules.foresee(view, seat, action)
        table.match.act(seat, choices[rng.below(len(choices))])
        assert seat != CHANCE
    return times


def examples(name: str) -> int:
    """How many rules have an example."""
    from tilehall.engine import rulebook
    from tilehall.tui.features.rules.example import example

    return sum(example(game(name), [rule]) is not None for rule in rulebook(name).numbers())
