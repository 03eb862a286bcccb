"""The measurement of a hall, with few clients and for a short time: that it measures, not how fast the hall is."""

import json

import pytest

from tests.bench.hall.__main__ import asked
from tests.bench.hall.figures import MB, Figures, Memory, Spread, Work, as_json, table
from tests.bench.hall.goals import goals
from tests.bench.hall.measuring import measure
from tests.bench.hall.plan import Plan
from tests.tui.hall.halls import needs_ssh

SMALL = Plan(clients=6, seats=3, rate=2.0, actions=0.2, seconds=3.0, quiet=1.0, storm=3, cycles=4, tidy=0.5)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Figures:
    folder = tmp_path_factory.mktemp("measured")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(folder))
        figures = measure(SMALL, print)
    assert not list(folder.iterdir())
    return figures


@needs_ssh
def test_everybody_comes_and_plays(found: Figures) -> None:
    assert found.paint.times == SMALL.clients
    assert found.keys.times > SMALL.clients * SMALL.rate * SMALL.seconds / 4
    assert found.actions > 0 and found.viewers.times > 0
    for spread in (found.paint, found.keys, found.viewers, found.last):
        assert 0 < spread.p50 <= spread.p95 <= spread.p99 <= spread.most < 60_000


@needs_ssh
def test_what_the_hall_uses_is_seen(found: Figures) -> None:
    assert 10 * MB < found.memory.worker < found.memory.all
    assert 0 < found.memory.session < 50 * MB
    assert found.playing.workers > found.playing.house > 0
    assert found.playing.percent > found.quiet.percent
    assert found.storm is not None and found.storm.times > 0
    assert found.cycles is not None and found.cycles.apps >= 0


@needs_ssh
def test_figures_are_told_in_words_and_as_json(found: Figures) -> None:
    assert len(list(table(found))) == 14
    told = json.loads(json.dumps(as_json(found)))
    assert told["keys"]["p95"] == found.keys.p95
    assert told["cycles"]["gone"] == SMALL.cycles
    assert {goal.reached for goal in goals(found)} <= {True, False}


def test_a_goal_is_missed_by_what_is_above_it() -> None:
    quick, slow = Spread(1.0, 2.0, 3.0, 4.0, 10), Spread(100.0, 200.0, 300.0, 400.0, 10)
    work, memory = Work(1.0, 0.0, 0.001), Memory(50 * MB, 50 * MB, 2.0 * MB, 300 * MB)
    figures = Figures(100, 2, 1.0, 0.0, 0.0, quick, slow, 0, 0, quick, slow, 1, 0, 0, memory, work, work)
    said = {goal.what: goal.reached for goal in goals(figures)}
    assert said["connect to first paint, p95"] and said["memory of a session"] and said["CPU for one's own key"]
    assert not said["key to paint, p95"] and not said["action to every viewer, p95"]


@pytest.mark.parametrize("words", ["--clients 0", "--clients 100000", "--rate 0", "--actions 2", "--seats 7"])
def test_what_has_no_bounds_is_not_measured(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        asked(words.split())
    assert "usage" in capsys.readouterr().err
