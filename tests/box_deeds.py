"""What a process does with a changed box once it is laid out; see `tests.boxes`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import Match, Rng, SeedDealer, Setup, load_game
from tilehall.engine.ai.players import choose_action, make_bot
from tilehall.engine.core.component_sets import component_sets
from tilehall.engine.testing.conformance import conform

for loaded in ("princess", "sand", "beasts", "kaguya"):
    load_game(loaded)


def laid_out(name: str, text: str) -> str:
    """The box is this one from now on. Raises RuleError."""
    inventory = load_game(name).component_source
    assert inventory is not None
    box = inventory.read_changed_set(text, "mine.toml")
    if box is not None:
        component_sets().use_set(box)
    return name


def conforms(name: str, players: int, seed: str) -> int:
    """One random game that keeps all that games promise; how many steps it had."""
    return len(conform(load_game(name), Setup(players), seed).steps)


def at_random(name: str, players: int, seed: str, options: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """One random game to the end, without a fault anywhere."""
    match = Match(load_game(name), Setup(players, tuple((key, value) for key, value in options)), SeedDealer(seed))
    rng = Rng(seed)
    while not match.is_over:
        faults = match.game.faults(match.state)
        assert not faults, (str(faults[0]), len(match.steps))
        seat = match.actors()[0]
        choices = match.legal_actions(seat)
        assert choices, len(match.steps)
        match.act(seat, choices[rng.below(len(choices))])
        assert len(match.steps) < 20_000
    standing = match.game.final_result(match.state)
    assert standing is not None
    total = match.game.receipt(match.state)
    return {"steps": len(match.steps), "ending": standing.ending, "scores": standing.scores, "lines": len(total.lines)}


def by_computers(name: str, players: int, seed: str, level: str) -> dict[str, Any]:
    """One game between computer players of a level, with reasons."""
    match = Match(load_game(name), Setup(players), SeedDealer(seed))
    minds = [make_bot(level, f"{seed} {seat}") for seat in range(players)]
    while not match.is_over:
        seat = match.actors()[0]
        advice = choose_action(minds[seat], match.game, match.view(seat), seat)
        str(advice.why)
        match.game.narrator.preview(match.view(seat), seat, advice.action)
        match.act(seat, advice.action)
    standing = match.game.final_result(match.state)
    assert standing is not None
    return {"steps": len(match.steps), "ending": standing.ending, "scores": standing.scores}


def shown(name: str, players: int, seed: str) -> int:
    """A random game as it is drawn at two sizes, described in lines and explained; how often."""
    from tests.tui.boards.tables import look
    from tilehall.engine import CHANCE
    from tilehall.engine import RecordPlayer as Sitting
    from tilehall.engine.teaching.things import Explanation
    from tilehall.tui.boards.registry import renderer_for
    from tilehall.tui.boards.wording import wording_for
    from tilehall.tui.config.settings import Settings
    from tilehall.tui.key_map import bind_keys
    from tilehall.tui.player.player import PlayerControls
    from tilehall.tui.tables.table import Table
    from tilehall.tui.tables.table_factory import TableFactory
    from tilehall.tui.widgets import chrome

    people = [Sitting(f"P{n}") for n in range(players)]
    table: Table[Any] = Table.open(name, people, seed=seed)
    rules, rng, dress, times = table.rules, Rng(seed), look(), 0
    renderer_for(name).legend(dress)
    while not table.over:
        seat = table.match.actors()[0]
        choices = table.match.legal_actions(seat)
        if rng.below(25) == 0:
            times += 1
            eyes = TableFactory(table).seat()
            for size in ((80, 24), (120, 40)):
                chrome.paint(
                    PlayerControls(eyes, renderer_for(name)),
                    renderer_for(name),
                    dress,
                    *size,
                    bind_keys(Settings()),
                )
            view = table.match.view(seat)
            for line in wording_for(name).describe(rules.dump(view), table.names, seat):
                str(line)
            for thing in rules.teacher.things(view, seat):
                told = rules.teacher.explain_thing(view, seat, thing)
                assert isinstance(told, Explanation | None) and str(told)
            for action in choices[:10]:
                rules.narrator.preview(view, seat, action)
        table.match.act(seat, choices[rng.below(len(choices))])
        assert seat != CHANCE
    return times


def examples(name: str) -> int:
    """How many rules have an example."""
    from tilehall.engine import load_rulebook
    from tilehall.tui.features.rules.example import find_example

    return sum(find_example(load_game(name), [rule]) is not None for rule in load_rulebook(name).numbers())
