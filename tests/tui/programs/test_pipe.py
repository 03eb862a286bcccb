"""`tilehall pipe`: every request, whole games with and without a dealer, and no line that it dies of."""

import io
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.addons import install, installed
from tests.tui.programs.asking import ask, bad, good, leaves, new, one_answer, play, put
from tilehall.engine import Match, Rng, ScriptDealer, Setup, load_game, parse_record
from tilehall.tui.programs.pipe import command as pipe_module
from tilehall.tui.programs.pipe.command import REQUESTS, Pipe, run
from tilehall.tui.programs.pipe.try_actions import PARTS

PLAYERS = (2, 3, 4)

# Every request --------------------------------------------------------------------------------------------------------


def test_games_says_what_can_be_played_and_how() -> None:
    found = {each["id"]: each for each in good(Pipe(), "games")["games"]}["princess"]
    assert found["title"] == str(load_game("princess").title)
    assert found["seats"] == [2, 3, 4]
    assert found["rules"] == load_game("princess").rules_version
    options = {option["id"]: option for option in found["options"]}
    assert options["steal_tiles"]["values"] == ["on", "off"]
    assert options["steal_tiles"]["default"] == "on"
    assert len(options["steal_tiles"]["meanings"]) == 2


def test_new_with_a_seed_deals_until_a_seat_has_to_decide() -> None:
    opened = new(Pipe(), 3, options={"start_seat": 1})
    assert opened["actors"] == [1]
    assert opened["seats"] == ["seat 0", "seat 1", "seat 2"]
    assert [line.split()[:3] for line in opened["steps"][:3]] == [
        ["1", "-", "board"],
        ["2", "-", "board"],
        ["3", "-", "board"],
    ]
    assert opened["steps"][-1] == f"@ {opened['digest']}"


def test_new_is_the_same_for_the_same_seed_and_another_without_one() -> None:
    pipe = Pipe()
    first, again = new(pipe), new(pipe, seed="7")
    assert first["match"] != again.pop("match")
    assert first["steps"] == again["steps"]
    assert first["digest"] == again["digest"]
    assert len({tuple(new(pipe, 4, seed=None)["steps"]) for _ in range(6)}) > 1


def test_options_may_be_texts_numbers_and_truth_values() -> None:
    pipe = Pipe()
    texts = new(pipe, options={"steal_tiles": "off", "start_seat": "1", "sky_points": "on"})
    values = new(pipe, options={"steal_tiles": False, "start_seat": 1, "sky_points": True})
    assert values["digest"] == texts["digest"]
    options = good(pipe, "state", match=values["match"])["state"]["options"]
    assert options == {"steal_tiles": "off", "start_seat": "1", "sky_points": "on"}
    assert "'2.5'" in bad(pipe, "bad_setup", "new", game="princess", players=2, options={"start_seat": 2.5})["message"]
    bad(pipe, "bad_request", "new", game="princess", players=2, options={"start_seat": [1]})
    bad(pipe, "bad_request", "new", game="princess", players=2, options=[1])


def test_with_ask_chance_is_an_actor_with_weights() -> None:
    pipe = Pipe()
    opened = new(pipe, 2, dealer="ask", options={"board_side": "random"})
    match = opened["match"]
    assert (opened["actors"], opened["steps"]) == ([-1], [])
    assert good(pipe, "legal", match=match, seat=-1) == {
        "seat": -1,
        "actions": ["start 0", "start 1"],
        "weights": [1, 1],
    }
    for text in ("start 1", "board B3", "board B1", "side b", "side a"):
        assert good(pipe, "apply", match=match, action=text)["actors"] == [-1]
    tiles = good(pipe, "legal", match=match)
    assert tiles["weights"] == [4] * 12
    good(pipe, "apply", match=match, seat=-1, action="draw FU")
    tiles = good(pipe, "legal", match=match)
    assert dict(zip(tiles["actions"], tiles["weights"], strict=True))["draw FU"] == 3
    refused = bad(pipe, "illegal", "apply", match=match, seat=-1, action="board B1")
    assert refused["rule"] == "P-3.8"
    bad(pipe, "not_due", "apply", match=match, seat=0, action="take FU")
    bad(pipe, "not_due", "hint", match=match, seat=-1)


def test_the_same_script_gives_the_same_game_as_the_engine() -> None:
    pipe, script = Pipe(), ["start 1", "board B3", "board B1"]
    script += ["draw FU", "draw FU", "draw EM", "draw WS", "row R01", "row R02", "row R03", "row R04", "draw AU"]
    match = Match(load_game("princess"), Setup(2), ScriptDealer(script))
    opened = new(pipe, dealer="ask")
    for text in script[:3]:
        good(pipe, "apply", match=opened["match"], action=text)
    for seat, text in ((1, "side a"), (0, "side b")):
        match.act(seat, text)
        good(pipe, "apply", match=opened["match"], seat=seat, action=text)
    for text in script[3:]:
        last = good(pipe, "apply", match=opened["match"], action=text)
    assert last["actors"] == list(match.actors()) == [1]
    assert good(pipe, "state", match=opened["match"])["state"] == match.game.dump(match.state)


def test_legal_and_check_and_apply_agree() -> None:
    pipe = Pipe()
    match = new(pipe)["match"]
    seat = good(pipe, "decision", match=match)
    assert (seat["kind"], seat["rule"], seat["fields"]) == ("SIDE", "P-3.S0", {"side": ["side"]})
    for action in good(pipe, "legal", match=match)["actions"]:
        assert good(pipe, "check", match=match, action=action) == {"legal": True}
    refusal = good(pipe, "check", match=match, action="pass")
    assert refusal.pop("legal") is False
    error = bad(pipe, "illegal", "apply", match=match, action="pass")
    assert error == {"code": "illegal", **refusal}
    assert (error["nearest"], error["marks"]) == (["side a", "side b"], [])
    assert good(pipe, "check", match=match, action="dance")["legal"] is False
    assert bad(pipe, "bad_notation", "apply", match=match, action="dance")["rule"] == "P-3.6"


def test_a_seat_that_owes_nothing_is_told_so() -> None:
    pipe = Pipe()
    opened = new(pipe)
    other, match = 1 - opened["actors"][0], opened["match"]
    assert bad(pipe, "not_due", "apply", match=match, seat=other, action="side a")["rule"] == "P-3.5"
    assert good(pipe, "check", match=match, seat=other, action="side a")["rule"] == "P-3.5"
    assert good(pipe, "legal", match=match, seat=other)["actions"] == []
    bad(pipe, "not_due", "decision", match=match, seat=other)
    bad(pipe, "not_due", "hint", match=match, seat=other)
    for seat in (-2, 2, 10**30):
        bad(pipe, "bad_request", "legal", match=match, seat=seat)


def test_apply_tells_what_happened_in_the_names_of_the_table() -> None:
    pipe = Pipe()
    opened = new(pipe, names=["Aki", "Bo"], options={"start_seat": 0})
    answer = good(pipe, "apply", match=opened["match"], action="side a")
    assert [event["text"].split()[0] for event in answer["events"]] == ["Aki"]
    assert set(answer["events"][0]) == {"key", "rule", "text", "seat", "marks"}
    assert answer["events"][0]["rule"] == "P-2.1"
    assert answer["steps"][0].split(" ", 1)[1] == "Aki side a"
    plain = new(pipe, options={"start_seat": 0})
    text = good(pipe, "apply", match=plain["match"], action="side a")["events"][0]["text"]
    assert text.startswith("seat 0 ")


def test_state_and_view_and_set_are_one_format() -> None:
    pipe = Pipe()
    opened = new(pipe, 3)
    play(pipe, opened, 1, 40)
    match = opened["match"]
    state = good(pipe, "state", match=match)["state"]
    assert (
        good(pipe, "view", match=match, seat=None)["state"] == state == good(pipe, "view", match=match, seat=1)["state"]
    )
    fresh = good(pipe, "set", game="princess", state=state, dealer="ask")
    assert good(pipe, "state", match=fresh["match"])["state"] == state
    other = new(pipe, 3, dealer="ask")["match"]
    assert good(pipe, "set", match=other, state=state)["actors"] == fresh["actors"]
    assert good(pipe, "state", match=other)["state"] == state
    assert play(pipe, {**fresh, "steps": []}, 2)[1][-1]["actors"] == []
    text = good(pipe, "record", match=fresh["match"])["record"]
    assert "\nposition {" in text.partition("---\n")[0]
    again = good(pipe, "load", record=text)["match"]
    assert good(pipe, "state", match=again)["state"] == good(pipe, "state", match=fresh["match"])["state"]
    assert good(pipe, "record", match=again)["record"] == text
    bad(pipe, "bad_position", "set", match=new(pipe, 2)["match"], state=state)


@pytest.mark.parametrize("name", ["princess", "sand", "beasts", "kaguya"])
@pytest.mark.parametrize("dealer", ["ask", "seed"])
def test_a_match_from_a_position_has_a_record(name: str, dealer: str) -> None:
    pipe = Pipe()
    opened = good(pipe, "new", game=name, players=2, seed=7, dealer=dealer)
    play(pipe, opened, 1, 50)
    state = good(pipe, "state", match=opened["match"])["state"]
    fresh = good(pipe, "set", game=name, state=state, seed=8, dealer=dealer)
    again = good(pipe, "set", match=opened["match"], state=state)
    for begun in (fresh, again):
        lines, answers = play(pipe, begun, 2)
        record = good(pipe, "record", match=begun["match"])["record"]
        assert "\nposition {" in record
        assert record.partition("---\n")[2].splitlines() == lines
        loaded = good(pipe, "load", record=record)
        assert (loaded["digest"], loaded["steps"]) == (answers[-1]["digest"], lines)


def test_what_a_seat_sees_is_no_position_to_begin_at() -> None:
    pipe = Pipe()
    opened = good(pipe, "new", game="kaguya", players=2, seed="7")
    view = good(pipe, "view", match=opened["match"], seat=0)["state"]
    assert view != good(pipe, "state", match=opened["match"])["state"]
    bad(pipe, "bad_position", "set", game="kaguya", state=view)
    bad(pipe, "bad_position", "set", match=opened["match"], state=view)


def test_set_validates_the_position() -> None:
    pipe = Pipe()
    match = new(pipe)["match"]
    state = good(pipe, "state", match=match)["state"]
    assert (
        "1 tile FU fire sun instead of 4"
        in bad(pipe, "bad_position", "set", match=match, state={**state, "stack": {**state["stack"], "FU": 1}})[
            "message"
        ]
    )
    for key in state:
        bad(
            pipe,
            "bad_position",
            "set",
            match=match,
            state={name: value for name, value in state.items() if name != key},
        )
    bad(pipe, "bad_position", "set", game="princess", state={})
    bad(pipe, "bad_request", "set", game="princess", state=[])
    bad(pipe, "bad_request", "set", game="go", state=state)
    assert good(pipe, "state", match=match)["state"] == state


@pytest.mark.parametrize("players", PLAYERS)
def test_standing_and_receipt_at_the_end(players: int) -> None:
    pipe, ends = Pipe(), set()
    for seed in range(40):
        opened = new(pipe, players, seed=seed, options={"steal_tiles": seed % 2 == 0})
        match = opened["match"]
        assert good(pipe, "standing", match=match)["over"] is False
        assert good(pipe, "receipt", match=match)["final"] is False
        while opened["actors"]:
            hint = good(pipe, "hint", match=match)
            opened = good(pipe, "apply", match=match, action=hint["action"])
        standing, receipt = good(pipe, "standing", match=match), good(pipe, "receipt", match=match)
        ends.add(standing["ending"])
        assert standing["over"] is True
        if standing["ending"] == "witch":
            assert (standing["scores"], standing["ranks"], standing["winners"]) == (None, None, [])
            continue
        assert receipt["final"] is True
        assert receipt["totals"] == standing["scores"]
        assert sum(line["points"] for line in receipt["lines"]) == sum(standing["scores"])
        for line in receipt["lines"]:
            assert sum(part["points"] for part in line["parts"]) == line["points"]
        assert any(part["marks"] for line in receipt["lines"] for part in line["parts"])
        assert [standing["ranks"][seat] for seat in standing["winners"]] == [1] * len(standing["winners"])
        break
    assert "goal" in ends


def test_hint_is_legal_explained_and_always_the_same() -> None:
    pipe = Pipe()
    match = new(pipe)["match"]
    hint = good(pipe, "hint", match=match)
    assert hint["action"] in good(pipe, "legal", match=match)["actions"]
    assert hint["why"]
    assert good(pipe, "hint", match=match) == hint


def test_undo_goes_back_to_the_barrier_and_redo_forward() -> None:
    pipe = Pipe()
    opened = new(pipe, options={"start_seat": 0, "first_turn": "full"})
    match, digests = opened["match"], []
    for action in ("side a", "side a", "pass", "pass"):
        digests.append(good(pipe, "apply", match=match, action=action)["digest"])
    back = good(pipe, "undo", match=match, seat=0)
    assert (back["actors"], back["digest"]) == ([0], digests[-2])
    assert back["steps"][0].startswith("~ ")
    again = good(pipe, "redo", match=match)
    assert again["digest"] == digests[-1]
    assert again["steps"][0].endswith("seat0 pass")
    good(pipe, "undo", match=match, seat=0)
    good(pipe, "undo", match=match, seat=0)
    assert "dealer" in bad(pipe, "illegal", "undo", match=match, seat=0)["message"]
    good(pipe, "redo", match=match)
    good(pipe, "apply", match=match, seat=0, action="pass")
    assert "taken back" in bad(pipe, "illegal", "redo", match=match)["message"]
    bad(pipe, "bad_request", "undo", match=match)


def test_load_goes_on_where_the_record_ends() -> None:
    pipe = Pipe()
    opened = new(pipe, 4, seed="onward")
    play(pipe, opened, 3, 60)
    text = good(pipe, "record", match=opened["match"])["record"]
    asking, seeded = good(pipe, "load", record=text), good(pipe, "load", record=text, seed="onward")
    state = good(pipe, "state", match=opened["match"])["state"]
    for loaded in (asking, seeded):
        assert good(pipe, "state", match=loaded["match"])["state"] == state
        assert "".join(line + "\n" for line in loaded["steps"]) == text.partition("---\n")[2]
    first = play(
        pipe, {**opened, **good(pipe, "legal", match=opened["match"]), "actors": seeded["actors"], "steps": []}, 9
    )
    second = play(pipe, {**seeded, "steps": []}, 9)
    assert first[0] == second[0]
    bad(pipe, "bad_record", "load", record=text, seed="another")
    bad(pipe, "bad_request", "load", record=text, dealer="seed")
    for broken in ("", "hello", text.replace("\n2 -", "\n3 -"), text.replace("princess", "go"), text + "seed \ud800\n"):
        assert ask(pipe, "load", record=broken)["error"]["code"] in ("bad_record", "bad_request")
    assert "Line " in bad(pipe, "bad_record", "load", record=text.replace("\n4 -", "\n5 -"))["message"]


def test_rules_are_quoted() -> None:
    pipe = Pipe()
    every = good(pipe, "rules", game="princess")["paragraphs"]
    assert len(every) > 50
    (one,) = good(pipe, "rules", game="princess", rule="P-4.12")["paragraphs"]
    assert one in every
    assert one["rule"] == "P-4.12"
    bad(pipe, "bad_request", "rules", game="princess", rule="P-99.9")


def test_close_forgets_the_match() -> None:
    pipe = Pipe()
    match = new(pipe)["match"]
    assert good(pipe, "close", match=match) == {}
    for do in ("close", "legal", "state", "record"):
        bad(pipe, "no_match", do, match=match)


# Requests that cannot be answered -------------------------------------------------------------------------------------


def test_the_id_comes_back_with_every_answer() -> None:
    pipe = Pipe()
    assert good(pipe, "games", id="a")["id"] == "a"
    assert ask(pipe, "nothing", id=12)["id"] == 12
    assert "id" not in ask(pipe, "nothing")
    assert bad(pipe, "bad_request", "games", id=[1])["message"] == "'id' must be a text or a whole number."


def test_what_is_missing_is_named() -> None:
    pipe = Pipe()
    assert "'game'" in bad(pipe, "bad_request", "new")["message"]
    assert "'players'" in bad(pipe, "bad_request", "new", game="princess")["message"]
    assert "'players'" in bad(pipe, "bad_request", "new", game="princess", players="2")["message"]
    assert "'players'" in bad(pipe, "bad_request", "new", game="princess", players=True)["message"]
    assert "'match'" in bad(pipe, "bad_request", "legal")["message"]
    assert "'action'" in bad(pipe, "bad_request", "apply", match=new(pipe)["match"])["message"]
    assert "'fly'" in bad(pipe, "bad_request", "fly")["message"]
    assert "games" in bad(pipe, "bad_request", "fly")["message"]
    assert "Games: princess" in bad(pipe, "bad_request", "new", game="go", players=2)["message"]
    assert "2 to 4 players" in bad(pipe, "bad_setup", "new", game="princess", players=5)["message"]
    for seed in ("", "a\nb", "x" * 65, "a;b", " a", True, [1], {}):
        bad(pipe, "bad_request", "new", game="princess", players=2, seed=seed)
    for names in (["A"], ["A", "A"], ["A B", "C"], ["1", "2"], ["{0}", "B"]):
        bad(pipe, "bad_setup", "new", game="princess", players=2, names=names)
    bad(pipe, "bad_request", "new", game="princess", players=2, names="AB")
    bad(pipe, "bad_request", "new", game="princess", players=2, dealer="me")


@pytest.mark.parametrize(
    "line", ["", "\n", "{", "nonsense", "NaN", '{"do": NaN}', "[" * 100_000, "9" * 5000, '"\\ud800"', "[]", "null"]
)
def test_lines_that_are_no_requests(line: str) -> None:
    answer = json.loads(Pipe().answer(line))
    assert answer["ok"] is False
    assert answer["error"]["code"] in ("bad_json", "bad_request")


def test_fields_that_there_are_not_are_named() -> None:
    pipe = Pipe()
    new(pipe)
    for fields, words in (
        ({"sead": 0}, "'legal' has no field 'sead'. Did you mean seat?"),
        ({"comment": 0}, "'legal' has no field 'comment'. Its fields: do, id, match, seat."),
        ({"a": 0, "b": 1}, "'legal' has no field 'a', 'b'. Its fields: do, id, match, seat."),
        ({"x" * 5_000: 0, "\x1b": 0}, f"'legal' has no field '{'x' * 30}', '?'. Its fields: do, id, match, seat."),
    ):
        assert bad(pipe, "bad_request", "legal", match=1, **fields)["message"] == words
    assert bad(pipe, "bad_request", "state", match=1, seat=0)["message"] == (
        "'state' has no field 'seat'. Its fields: do, id, match."
    )
    answer = ask(pipe, "close", id=7, match=1, **{str(number): number for number in range(1_000)})
    assert answer["id"] == 7 and len(answer["error"]["message"]) < 200
    assert good(pipe, "legal", match=1)["actions"], "a request that was refused changed nothing"


def test_every_field_is_told_of_in_the_help() -> None:
    for do, deed in REQUESTS.items():
        told = f"{deed.answer.__doc__} {REQUESTS['new'].answer.__doc__ if do == 'set' else ''}"
        assert [name for name in deed.fields if f"`{name}`" not in told] == [], do


def test_matches_are_bounded() -> None:
    pipe = Pipe(most=2)
    first = new(pipe)["match"]
    new(pipe)
    error = bad(pipe, "too_many", "new", game="princess", players=2)
    assert "2 matches" in error["message"]
    good(pipe, "close", match=first)
    new(pipe)


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", ["ask", "seed"])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_random_game(players: int, dealer: str) -> None:
    pipe = Pipe()
    opened = new(pipe, players, dealer=dealer, seed=f"whole {players}")
    lines, answers = play(pipe, opened, players)
    match = opened["match"]
    assert good(pipe, "standing", match=match)["over"] is True
    record = good(pipe, "record", match=match)["record"]
    assert record.partition("---\n")[2].splitlines() == lines
    assert lines[-1] == f"seed whole {players}" if dealer == "seed" else lines[-1].startswith("= ")
    assert parse_record(record).match.state is not None
    assert answers[-1]["digest"] == good(pipe, "load", record=record)["digest"]
    assert bad(pipe, "not_due", "apply", match=match, seat=0, action="pass")["rule"] == "P-5.5"


# Decisions that several seats owe together ----------------------------------------------------------------------------


@pytest.fixture
def toy_is_a_guest(tmp_path: Path) -> Iterator[None]:
    install(tmp_path, "tilehall-toy", {"toy": "tests.engine.games.toy:ANNOUNCEMENT"})
    with installed(tmp_path):
        yield


@pytest.mark.usefixtures("toy_is_a_guest")
def test_what_is_decided_together_stays_secret_until_all_have() -> None:
    pipe = Pipe()
    opened = good(pipe, "new", game="toy", players=2, seed=1, options={"rounds": 1})
    match = opened["match"]
    assert good(pipe, "apply", match=match, action="stake 2")["actors"] == [0, 1]
    assert "0, 1" in bad(pipe, "bad_request", "legal", match=match)["message"]
    first = good(pipe, "apply", match=match, seat=1, action="pick gold")
    assert (first["actors"], first["steps"]) == ([0], [])
    assert first["events"][0]["text"] == "You pick gold."
    assert good(pipe, "view", match=match, seat=0)["state"]["picks"] == ["", "?"]
    assert good(pipe, "view", match=match, seat=1)["state"]["picks"] == ["", "gold"]
    assert good(pipe, "view", match=match)["state"]["picks"] == ["", "?"]
    assert "gold" not in good(pipe, "record", match=match)["record"]
    bad(pipe, "not_due", "apply", match=match, seat=1, action="pick silver")
    assert good(pipe, "undo", match=match, seat=1)["actors"] == [0, 1]
    good(pipe, "apply", match=match, seat=1, action="pick silver")
    last = good(pipe, "apply", match=match, seat=0, action="pick copper")
    assert last["steps"][0] == "3 = 0:pick copper 1:pick silver"
    assert last["events"][0]["text"] == "You pick copper."
    assert (last["actors"], last["steps"][-1]) == ([], "seed 1")
    bad(pipe, "illegal", "undo", match=match, seat=0)
    assert good(pipe, "load", record=good(pipe, "record", match=match)["record"])["digest"] == last["digest"]


# Computer players -----------------------------------------------------------------------------------------------------


def alone(pipe: Pipe, opened: dict[str, Any], seed: int) -> list[dict[str, Any]]:
    """Seat 0 plays to the end at random, the house all others: all answers that brought steps."""
    rng, answers = Rng(seed), [opened]
    while answers[-1]["actors"]:
        assert answers[-1]["actors"] == [0]
        actions = good(pipe, "legal", match=opened["match"])["actions"]
        answers.append(good(pipe, "apply", match=opened["match"], action=actions[rng.below(len(actions))]))
    return answers


@pytest.mark.parametrize(("name", "players"), [("princess", 2), ("sand", 3), ("beasts", 4), ("kaguya", 4)])
def test_computer_players_play_by_themselves(name: str, players: int) -> None:
    pipe = Pipe()
    levels = {str(seat): "normal" if seat == 1 else "random" for seat in range(1, players)}
    answers = alone(pipe, good(pipe, "new", game=name, players=players, seed="s", computers=levels), 3)
    match = answers[0]["match"]
    record = good(pipe, "record", match=match)["record"]
    assert " ".join(f"seat{n}:{levels.get(str(n), 'human')}" for n in range(players)) in record
    assert record.partition("---\n")[2].splitlines() == [line for answer in answers for line in answer["steps"]]
    assert {event["seat"] for answer in answers for event in answer["events"]} >= set(range(players))
    assert good(pipe, "load", record=record)["digest"] == answers[-1]["digest"]


def test_all_seats_may_be_computers() -> None:
    pipe = Pipe()
    opened = good(pipe, "new", game="princess", players=2, seed=2, computers={"0": "easy", "1": "random"})
    assert (opened["actors"], opened["steps"][-1]) == ([], "seed 2")
    assert good(pipe, "standing", match=opened["match"])["over"] is True


def test_computer_players_wait_for_a_dealer_who_is_asked() -> None:
    pipe, rng = Pipe(), Rng(1)
    answer = good(pipe, "new", game="princess", players=2, dealer="ask", computers={"0": "random", "1": "random"})
    match, draws = answer["match"], 0
    assert (answer["steps"], answer["events"]) == ([], [])
    while answer["actors"]:
        assert answer["actors"] == [-1]
        draws += 1
        actions = good(pipe, "legal", match=match)["actions"]
        answer = good(pipe, "apply", match=match, action=actions[rng.below(len(actions))])
    assert draws > 20
    assert parse_record(good(pipe, "record", match=match)["record"]).match.is_over


@pytest.mark.usefixtures("toy_is_a_guest")
def test_what_computer_players_do_in_secret_is_not_told() -> None:
    pipe = Pipe()
    match = good(pipe, "new", game="toy", players=3, seed=1, computers={"1": "random"})["match"]
    first = good(pipe, "apply", match=match, action="stake 2")
    assert [event["text"] for event in first["events"]] == ["seat 0 sets the stake to 2.", "seat 1 has picked."]
    assert (first["actors"], [line for line in first["steps"] if "pick" in line]) == ([0, 2], [])
    assert good(pipe, "view", match=match, seat=0)["state"]["picks"] == ["", "?", ""]
    good(pipe, "apply", match=match, seat=0, action="pick gold")
    back = good(pipe, "undo", match=match, seat=0)
    assert (back["actors"], back["steps"], back["events"]) == ([0, 2], [], [])
    good(pipe, "redo", match=match)
    last = good(pipe, "apply", match=match, seat=2, action="pick gold")
    assert last["events"][0]["text"] == "You pick gold."
    assert last["events"][-1]["text"] == "seat 1 has picked.", "the next round has begun, and again it was quick"
    for seat, said in ((None, "seat 0 has picked."), (1, "seat 0 has picked."), (0, "You pick ")):
        opened = good(pipe, "new", game="toy", players=2, seed=1, computers={"0": "random"}, seat=seat)
        assert opened["events"][-1]["text"].startswith(said)


def test_a_loaded_match_goes_on_with_the_computer_players_that_are_asked_for() -> None:
    pipe = Pipe()
    opened = new(pipe, 2, seed="on", computers={"1": "normal"}, options={"start_seat": 0})
    for _ in range(3):
        action = good(pipe, "legal", match=opened["match"])["actions"][-1]
        good(pipe, "apply", match=opened["match"], action=action)
    record = good(pipe, "record", match=opened["match"])["record"]
    rest = [answer["steps"] for answer in alone(pipe, {**opened, "actors": [0]}, 8)[1:]]
    loaded = good(pipe, "load", record=record, seed="on", computers={"1": "normal"})
    assert [answer["steps"] for answer in alone(pipe, loaded, 8)[1:]] == rest
    idle = good(pipe, "load", record=record, seed="on")
    lines, _ = play(pipe, {**idle, "steps": []}, 1)
    assert [line.split()[1] for line in lines if line[:1].isdigit()].count("seat1") > 3
    assert "events" not in idle
    other = good(pipe, "load", record=record, seed="on", computers={"0": "random"})
    assert other["actors"] in ([1], [])
    assert "seats seat0:random seat1:human" in good(pipe, "record", match=other["match"])["record"]


def test_a_position_can_be_played_on_with_computer_players() -> None:
    pipe = Pipe()
    opened = new(pipe, 3, computers={"1": "random", "2": "easy"})
    state = good(pipe, "state", match=opened["match"])["state"]
    answers = alone(pipe, opened, 5)
    again = good(pipe, "set", match=opened["match"], state=state, seat=0)
    assert again["actors"] == [0]
    assert alone(pipe, {**again, "match": opened["match"]}, 6)[-1]["actors"] == []
    fresh = good(pipe, "set", game="princess", state=state, seed=7, computers={"1": "random", "2": "easy"})
    assert fresh["digest"] == opened["digest"]
    assert len(alone(pipe, fresh, 5)) > 5
    assert good(pipe, "set", match=opened["match"], state=state, computers={})["actors"] == [0]
    assert "events" not in good(pipe, "set", match=opened["match"], state=state)
    assert answers[-1]["actors"] == []


def test_taking_back_with_computer_players() -> None:
    pipe = Pipe()
    opened = new(pipe, 2, computers={"1": "random"}, options={"start_seat": 0, "first_turn": "full"})
    match = opened["match"]
    done = good(pipe, "apply", match=match, action="side a")
    assert [line.split()[1] for line in done["steps"] if line[0] != "@"][:3] == ["seat0", "seat1", "-"]
    assert "dealer" in bad(pipe, "illegal", "undo", match=match, seat=0)["message"]
    here = good(pipe, "state", match=match)["state"]
    good(pipe, "apply", match=match, action="pass")
    back = good(pipe, "undo", match=match, seat=0)
    assert (back["events"], back["actors"]) == ([], [0])
    assert good(pipe, "state", match=match)["state"] == here
    assert good(pipe, "redo", match=match)["steps"][0].endswith("seat0 pass")


def test_wrong_computer_players_are_refused_in_a_sentence() -> None:
    pipe = Pipe(most=1)
    for computers, code, said in (
        ([], "bad_request", "'computers' must be an object."),
        ({"2": "easy"}, "bad_setup", "'computers' cannot seat '2'; the seats are 0 to 1."),
        ({"-1": "easy"}, "bad_setup", "'computers' cannot seat '-1'; the seats are 0 to 1."),
        ({"01": "easy"}, "bad_setup", "'computers' cannot seat '01'; the seats are 0 to 1."),
        ({"1": 3}, "bad_request", "The level of seat 1 in 'computers' must be a text."),
        ({"1": "human"}, "bad_setup", "'human' is no computer player. Levels: random, easy, normal, hard, master."),
    ):
        assert bad(pipe, code, "new", game="princess", players=2, computers=computers)["message"] == said
    bad(pipe, "bad_request", "new", game="princess", players=2, computers={}, seat=2)
    opened = new(pipe, 2, computers=None)
    assert "events" not in opened
    state = good(pipe, "state", match=opened["match"])["state"]
    bad(pipe, "bad_setup", "set", match=opened["match"], state=state, computers={"7": "easy"})
    assert good(pipe, "record", match=opened["match"])["record"], "a request that was refused changed nothing"


# Fuzz -----------------------------------------------------------------------------------------------------------------


def played() -> tuple[Pipe, dict[str, Any]]:
    """A pipe with a match in its middle, number 1, and its position."""
    pipe = Pipe(most=5)
    play(pipe, new(pipe, 3), 4, 80)
    return pipe, good(pipe, "state", match=1)["state"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
ACTION = st.sampled_from(["side a", "pass", "stop", "take FU", "cell D4", "gem yes", "declare R01 D4"])
FIELDS = {
    "match": st.sampled_from([1, 1, 2, "1", None]) | JSON,
    "seat": st.integers(-2, 3) | JSON,
    "action": ACTION | JSON,
    "game": st.sampled_from(["princess", "go"]) | JSON,
    "players": st.integers(1, 5) | JSON,
    "options": st.dictionaries(st.sampled_from(["start_seat", "variant", "x"]), JSON, max_size=2) | JSON,
    "seed": JSON,
    "dealer": st.sampled_from(["seed", "ask"]) | JSON,
    "names": JSON,
    "computers": st.dictionaries(st.sampled_from("01x"), st.sampled_from(["random", "pro"]) | JSON, max_size=2) | JSON,
    "record": st.sampled_from(["tilehall 1\ngame princess\nrules 1\nseats A:human B:human\n---\n"]) | JSON,
    "state": JSON,
    "rule": st.just("P-4.1") | JSON,
    "n": st.integers(0, 4) | JSON,
    "actions": st.lists(ACTION | JSON, max_size=3) | JSON,
    "each": st.just("legal") | st.lists(st.lists(ACTION, max_size=3), max_size=3) | JSON,
    "from": st.sampled_from(["view", "position"]) | JSON,
    "want": st.lists(st.sampled_from([*PARTS]), max_size=3) | JSON,
    "id": JSON,
}
ANYTHING: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries({}, optional=FIELDS)
ANY_REQUEST = st.sampled_from([*REQUESTS]).flatmap(
    lambda do: st.fixed_dictionaries(
        {"do": st.just(do)}, optional={name: FIELDS[name] for name in ("id", *REQUESTS[do].fields)}
    )
) | st.builds(lambda do, fields: {"do": do, **fields}, st.sampled_from([*REQUESTS]) | JSON, ANYTHING)


@given(st.lists(ANY_REQUEST, max_size=6))
def test_any_request_gets_one_answer(requests: list[dict[str, Any]]) -> None:
    pipe = Pipe(most=3)
    new(pipe)
    for request in requests:
        one_answer(pipe, request)


LONG = (
    "x" * 5_000,
    "7 " * 2_500,
    10**4_000,
    -(10**63),
    ["x" * 5_000] * 3,
    {"x" * 5_000: 1},
    "\x1b" * 5_000,
    "x;:=," * 999,
)


def meant(fields: tuple[str, ...]) -> list[list[str]]:
    """The fields of a request without those that cannot be meant beside others."""
    if "from" not in fields and "n" not in fields and "actions" not in fields:
        return [[*fields]]
    return [
        [each for each in fields if each not in (*there, *tried)]
        for there, tried in ((("game", "state"), ("actions",)), (("match",), ("each", "action")))
    ]


@pytest.mark.parametrize("name", ["princess", "sand", "beasts", "kaguya"])
def test_errors_quote_little(name: str) -> None:
    pipe, opened = Pipe(), {"game": name, "players": 2, "seed": 7}
    answer = good(pipe, "new", **opened)
    match, seat = answer["match"], answer["actors"][0]
    state, record = (good(pipe, do, match=match)[do] for do in ("state", "record"))
    action = good(pipe, "legal", match=match, seat=seat)["actions"][0]
    whole = {
        **opened,
        "match": match,
        "seat": seat,
        "action": action,
        "record": record,
        "state": state,
        "rule": "P-1.1",
    }
    whole |= {"options": {}, "dealer": "seed", "names": ["A", "B"], "computers": {}, "n": 2, "from": "view"}
    whole |= {"actions": [action], "each": [[action]], "want": ["totals"]}
    option = good(pipe, "games")["games"][0]["options"][0]["id"]
    requests = [
        {"do": do, **{each: whole[each] for each in fields}, field: long}
        for do, deed in REQUESTS.items()
        for fields in meant(deed.fields)
        for field in fields
        for long in LONG
    ]
    requests += [{"do": "try", "match": match, "seat": seat, "actions": [long]} for long in LONG]
    requests += [{"do": "foresee", "match": match, "seat": seat, "actions": [long]} for long in LONG]
    for n, long in enumerate(LONG):
        requests += [{"do": "new", **opened, "options": each} for each in ({option: long}, {str(long)[:5_000]: "on"})]
        requests += [{"do": "new", **opened, "names": [long, "B"]}, {"do": "new", **opened, "computers": {"0": long}}]
        requests += [{"do": "check", "match": match, "seat": seat, "action": f"{action} {long}"}]
        paths = [*leaves(state)][n :: len(LONG)]
        requests += [{"do": "set", "game": name, "state": put(state, path, long)} for path in paths]
        lines = record.split("\n")
        torn = ["\n".join([*lines[:at], f"{line} {long}", *lines[at + 1 :]]) for at, line in enumerate(lines[:-1])]
        requests += [{"do": "load", "record": each} for each in torn]
    for request in requests:
        answer = ask(pipe, **request)
        message = answer.get("message", answer.get("error", {}).get("message", ""))
        assert len(message) < 330 and not re.search(r"(.{1,4}?)\1{200}", message), request


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_get_one_answer_a_line(data: bytes) -> None:
    sink = io.BytesIO()
    run(io.BytesIO(data), sink)
    lines = list(io.BytesIO(data))
    answers = sink.getvalue().splitlines()
    assert len(answers) == len(lines)
    assert all("ok" in json.loads(answer) for answer in answers)


PIPE, STATE = played()


ODD = st.sampled_from(
    [
        None,
        -1,
        0,
        1,
        99,
        10**12,
        "",
        "FU",
        "R01",
        "T31",
        "D4",
        "B1a",
        [],
        {},
        [[]],
        True,
        [["CELL", 0]],
        0.5,
        "GEM",
        "MOVE",
    ]
)


@given(
    st.lists(st.tuples(st.sampled_from([*leaves(STATE)]), ODD | JSON), min_size=1, max_size=2), st.integers(0, 2**32)
)
def test_a_mangled_position_is_refused_or_playable(changes: list[tuple[tuple[Any, ...], Any]], seed: int) -> None:
    state, rng = STATE, Rng(seed)
    for path, value in changes:
        try:
            state = put(state, path, value)
        except (KeyError, IndexError, TypeError):
            continue  # the first change took away the place of the second
    due = one_answer(PIPE, {"do": "set", "match": 1, "state": state}).get("actors")
    for do in ("legal", "decision", "state", "receipt", "standing", "hint", "imagine", "foresee"):
        one_answer(PIPE, {"do": do, "match": 1})
    one_answer(PIPE, {"do": "try", "match": 1, "each": "legal", "seed": seed, "want": [*PARTS]})
    for _ in range(12):
        if not due:
            break
        actions = good(PIPE, "legal", match=1, seat=due[0])["actions"]
        due = good(PIPE, "apply", match=1, seat=due[0], action=actions[rng.below(len(actions))])["actors"]
    good(PIPE, "set", match=1, state=STATE)


# The process ----------------------------------------------------------------------------------------------------------

COMMAND = [sys.executable, "-m", "tilehall", "pipe"]


def test_the_process_answers_line_by_line_and_ends_with_its_input() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        for line in (b'{"do":"games","id":1}\n', b"\xff\n", b'{"do":"close","match":1,"id":3}\n'):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"] is (b"games" in line)
        process.stdin.close()
        assert process.wait(10) == 0
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


def test_the_process_ends_quietly_when_nobody_reads() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b'{"do":"games"}\n' * 3)
        process.stdin.close()
        assert process.wait(10) == 0
        assert process.stderr.read() == b""


def test_a_line_without_end_is_refused_and_the_next_one_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe_module, "LONGEST", 1000)
    sink = io.BytesIO()
    run(io.BytesIO(b"[" * 2500 + b'\n{"do":"games"}\n' + b'{"do":"games"}'), sink)
    long, *rest = map(json.loads, sink.getvalue().splitlines())
    assert long["error"]["code"] == "bad_json"
    assert [answer["ok"] for answer in rest] == [True, True]


def test_requests_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    pipe, started = Pipe(), time.process_time()
    requests = sum(2 * len(play(pipe, new(pipe, 4, seed=seed), seed)[1]) - 1 for seed in range(4))
    rate = requests / (time.process_time() - started)
    with capsys.disabled():
        print(f"\npipe: {rate:,.0f} requests/s (legal and apply, four players)")
    assert rate > 2_000
