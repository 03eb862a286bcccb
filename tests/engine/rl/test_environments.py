"""Environments for programs that learn: what PettingZoo and Gymnasium examine, and what they do not."""

from __future__ import annotations

import copy
import importlib.util
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="environments for programs that learn need the extra: tilehall[rl]")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

from tests.cases import some_rows
from tests.engine.addons import installed
from tests.engine.games.nim import NIM
from tests.engine.games.toy import TOY
from tilehall.engine import (
    BUILT_IN_GAMES,
    Game,
    GameResult,
    Match,
    RuleError,
    SeedDealer,
    Setup,
    SetupError,
    Text,
    load_game,
)
from tilehall.engine.rl import env, raw_env, register, single
from tilehall.engine.rl.action_numbers import MOST, ChoiceIndexes
from tilehall.engine.rl.episode import Episode, reward_by_rank, reward_by_score

GUEST = Path(__file__).parents[2] / "addon"
SIZES = [("princess", 4), ("sand", 1), ("sand", 2), ("beasts", 3), ("kaguya", 2), ("kaguya", 4)]
# What PettingZoo says of its own games with masks as well, unless it knows their names.
pytestmark = pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask is all zeros")

Table = AECEnv[str, dict[str, Any], Any]


@pytest.fixture(scope="module")
def hex_() -> Iterator[Game[Any]]:
    """The guest's game, as if it were installed."""
    with installed(GUEST):
        yield import_module("tilehall_hex.game").HEX


def by_lot(table: Table, seed: int, longest: int = 10_000) -> Iterator[tuple[str, dict[str, Any]]]:
    """A random game: each agent with what it sees, before it acts; those that are told of the end as well."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    for agent in table.agent_iter(longest):
        seen, _, over, cut, _ = table.last()
        assert seen is not None
        yield agent, seen
        table.step(None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"])))


# --- what the libraries examine -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), some_rows(SIZES, slice(0, None, 2)))
def test_pettingzoo_finds_nothing_wrong(name: str, players: int) -> None:
    api_test(env(name, players), num_cycles=250 // players)
    seed_test(lambda: env(name, players), num_cycles=60)


def test_pettingzoo_finds_nothing_wrong_with_other_peoples_games(hex_: Game[Any]) -> None:
    for found in (hex_, NIM, TOY):
        api_test(env(found), num_cycles=200)
        seed_test(lambda found=found: env(found), num_cycles=60)


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_pettingzoo_finds_nothing_wrong_without_wrappers(name: str) -> None:
    api_test(raw_env(name, rewards="score"), num_cycles=60)


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    register()
    register()  # twice is no harm
    made = gymnasium.make(f"tilehall/{name.capitalize()}-v0", opponents="easy", render_mode="ansi")
    check_env(made.unwrapped)


def test_gymnasium_finds_nothing_wrong_with_other_peoples_games(hex_: Game[Any]) -> None:
    for found in (hex_, NIM, TOY):
        check_env(single(found), skip_render_check=True)


# --- actions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_the_mask_is_what_the_rules_allow(name: str) -> None:
    table, sitting = raw_env(name), Episode(name, None, None, "rank")
    sitting.begin("5")
    rng = np.random.default_rng(5)
    table.reset(seed=5)
    for _ in range(150):
        seat = table.possible_agents.index(table.agent_selection)
        allowed, legal = (
            np.flatnonzero(table.observe(table.agent_selection)["action_mask"]),
            sitting.match.legal_actions(seat),
        )
        means = [sitting.action_numbers.action(int(number), legal) for number in allowed]
        assert sorted(map(str, means)) == sorted(map(str, legal))
        assert all(not table.observe(agent)["action_mask"].any() for agent in table.agents if agent != f"seat_{seat}")
        number = int(rng.choice(allowed))
        sitting.match.act(seat, sitting.action_numbers.action(number, legal))
        table.step(number)
        if sitting.match.is_over:
            return


def test_a_game_that_says_no_actions_has_them_by_their_place() -> None:
    table = raw_env(NIM)
    table.reset(seed=1)
    assert np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist() == [0, 1, 2]
    assert env(NIM).action_space("seat_0") == gymnasium.spaces.Discrete(MOST)
    with pytest.raises(RuleError, match=r"There is no action 3: they are numbered from 0 to 2."):
        table.step(3)
    with pytest.raises(RuleError, match=f"There are {MOST + 1} choices here, and numbers for {MOST}"):
        ChoiceIndexes().numbers([NIM.parse("take 1")] * (MOST + 1))


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing(name: str) -> None:
    table = raw_env(name)
    table.reset(seed=3)
    agent = table.agent_selection
    before = table.observe(agent)
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[-1])
    for number in (wrong, -1, len(before["action_mask"]), None):
        with pytest.raises(RuleError, match=r".*\.$"):
            table.step(number)
    assert table.agent_selection == agent
    assert all(np.array_equal(before[key], table.observe(agent)[key]) for key in before)


def test_in_its_wrappers_an_illegal_action_ends_the_game() -> None:
    table = env("princess", 3)
    table.reset(seed=3)
    agent = table.agent_selection
    seen, *_ = table.last()
    assert seen is not None
    table.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert table.rewards == {each: -1.0 if each == agent else 0 for each in table.possible_agents}
    assert all(table.terminations.values())


def test_an_illegal_action_of_one_seat_ends_its_game() -> None:
    seat = single("beasts")
    _, info = seat.reset(seed=3)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[-1])
    seen, reward, over, cut, info = seat.step(wrong)
    assert (reward, over, cut) == (-1.0, True, False) and info["illegal"].endswith(".")
    assert not seen["action_mask"].any() and not seat.action_masks().any()
    with pytest.raises(RuleError, match="The game is over"):
        seat.step(0)


# --- what is seen ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_whatever_is_seen_lies_in_the_space(name: str, players: int) -> None:
    table, agents = env(name, players), set()
    for agent, seen in by_lot(table, players, 150):
        agents.add(agent)
        assert table.observation_space(agent).contains(seen)
        for other in table.agents:
            assert table.observation_space(other).contains(table.observe(other))
    assert len(agents) == players


def test_who_decides_at_the_same_time_does_not_see_what_another_has_chosen() -> None:
    """Kaguyahime: whatever is in the first fist, the second seat sees the same (K-4.4)."""
    table = raw_env("kaguya")
    table.reset(seed=4)
    first = table.agent_selection
    seen = []
    for number in np.flatnonzero(table.observe(first)["action_mask"]):
        table.reset(seed=4)
        table.step(int(number))
        assert table.agent_selection != first
        seen.append(table.observe(table.agent_selection))
    assert len(seen) > 5
    for key in ("observation", "action_mask"):
        assert all(np.array_equal(each[key], seen[0][key]) for each in seen)


def test_the_same_seed_is_the_same_deal_as_everywhere() -> None:
    table = raw_env("princess", options={"start_seat": "0"})
    table.reset(seed=7)
    match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    feature = match.game.encoder.position_schema(match.setup).encoder
    places = {place.name: n for n, place in enumerate(feature.slots())}
    row = table.observe("seat_0")["observation"]
    display = match.game.dump(match.state)["display"]
    assert [row[places[f"display.{kind}"]] for kind in display] == [display.count(kind) for kind in display]


def test_later_games_follow_from_the_seed() -> None:
    tables = [raw_env("sand"), raw_env("sand")]
    games = []
    for table in tables:
        table.reset(seed=1)
        starts = [table.observe("seat_0")["observation"]]
        for _ in range(3):
            table.reset()
            starts.append(table.observe("seat_0")["observation"])
        games.append(np.array(starts))
    assert np.array_equal(games[0], games[1])
    assert len({row.tobytes() for row in games[0]}) == 4


PROGRAM = """
from hashlib import blake2b
import numpy as np
from tilehall.engine.rl import env, single
for name in ("princess", "sand", "beasts", "kaguya"):
    found, table, rng = blake2b(), env(name), np.random.RandomState(1)
    table.reset(seed=11)
    for agent in table.agent_iter(40):
        seen, reward, over, cut, info = table.last()
        found.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        table.step(None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"])))
    seat = single(name, opponents="easy")
    seen, info = seat.reset(seed=11)
    for _ in range(8):
        seen, reward, over, cut, info = seat.step(np.flatnonzero(seen["action_mask"])[-1])
        found.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        if over:
            break
    print(name, found.hexdigest())
"""


def test_a_game_is_the_same_in_every_process(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PROGRAM, "here", "exec"), {})
    other = [sys.executable, "-c", PROGRAM]
    environment = {**os.environ, "PYTHONHASHSEED": "1", "LC_ALL": "C"}
    there = subprocess.run(other, env=environment, capture_output=True, text=True, check=True, timeout=120).stdout
    assert there == capsys.readouterr().out and len(there.splitlines()) == len(BUILT_IN_GAMES)


# --- what is won ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_rewards_come_at_the_end_and_add_up(name: str, players: int) -> None:
    table, ends = raw_env(name, players), []
    for _ in by_lot(table, 2):
        if any(table.terminations.values()):
            ends.append(sum(table.rewards.values()))
        else:
            assert not any(table.rewards.values())
    assert not table.agents and len(ends) == players
    if name == "princess":
        assert ends[0] == -players  # the witch, whom nobody escapes by lot
    elif players > 1:
        assert ends[0] == pytest.approx(0)


def test_places_are_worth_the_same_whatever_the_number_of_players() -> None:
    def standing(*ranks: int) -> GameResult:
        return GameResult("end", Text(""), tuple(10 - rank for rank in ranks), ranks)

    assert reward_by_rank(standing(2, 1), 2) == [-1, 1]
    assert reward_by_rank(standing(1, 1), 2) == [0, 0]
    assert reward_by_rank(standing(2, 1, 3), 3) == [0, 1, -1]
    assert reward_by_rank(standing(1, 1, 3), 3) == [0.5, 0.5, -1]
    assert reward_by_score(standing(2, 1, 3), 3) == [-1, 1, -2]
    assert reward_by_rank(standing(1), 1) == reward_by_score(standing(1), 1) == [9]
    assert reward_by_rank(GameResult("witch", Text(""), None, None), 3) == [-1, -1, -1]


def test_one_seat_gets_what_it_has_won() -> None:
    seat, rewards = single("beasts", players=3, seat=2, opponents=("random", "easy")), []
    seen, info = seat.reset(seed=6)
    over = False
    while not over:
        assert seat.observation_space.contains(seen) and seen["action_mask"].any()
        seen, reward, over, _, info = seat.step(int(np.flatnonzero(info["action_mask"])[0]))
        rewards.append(reward)
    assert rewards[-1] in (-1, -0.5, 0, 0.5, 1) and not any(rewards[:-1])


# --- how it is made -------------------------------------------------------------------------------------------------


def test_what_cannot_be_made_is_refused_in_a_sentence() -> None:
    with pytest.raises(RuleError, match="There is no game 'prinzess'"):
        env("prinzess")
    with pytest.raises(SetupError, match="for 2 to 4 players, not 7"):
        env("kaguya", 7)
    with pytest.raises(SetupError, match="There is no option"):
        env("kaguya", options={"speed": "11"})
    with pytest.raises(RuleError, match="There are no rewards 'scores'"):
        env("kaguya", rewards="scores")
    with pytest.raises(TypeError, match="reward"):
        env("kaguya", reward="score")
    with pytest.raises(RuleError, match="'wizard' is no computer player"):
        single("kaguya", opponents="wizard")
    with pytest.raises(RuleError, match="2 opponents are wanted, not 1"):
        single("kaguya", 3, opponents=("easy",))
    with pytest.raises(RuleError, match="There is no seat 2: they are numbered from 0 to 1"):
        single("kaguya", seat=2)


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("tilehall.engine.rl.find_spec", lambda name: None if name == "gymnasium" else find(name))
    for make in (lambda: env("sand"), lambda: single("sand"), register):
        with pytest.raises(ImportError, match=r"need gymnasium: pip install 'tilehall\[rl\]'"):
            make()


def test_a_copy_is_another_table_of_the_same_kind() -> None:
    table = raw_env("kaguya", 3, rewards="score")
    table.reset(seed=1)
    for other in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):
        other.reset(seed=1)
        assert str(other) == "tilehall_kaguya_v0" and other.possible_agents == ["seat_0", "seat_1", "seat_2"]
        assert np.array_equal(other.observe("seat_1")["observation"], table.observe("seat_1")["observation"])


def test_a_position_can_be_read() -> None:
    plain = raw_env("sand", render_mode="ansi")
    drawn = raw_env("sand", render_mode="ansi", draw=lambda position, seat: f"{seat}: {position}")
    for table in (plain, drawn):
        table.reset(seed=1)
    assert 'game: "sand"\n' in (plain.render() or "")
    assert (drawn.render() or "").startswith(f"{drawn.agent_selection[-1]}: {{'game': 'sand'")
    assert raw_env("sand").render_mode is None
