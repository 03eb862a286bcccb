"""What `tilehall pipe` has for programs that think ahead: hello, imagine, foresee, plans, try."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.programs.asking import ask, bad, good, leaves, new, one_answer, put
from tilehall.engine import CHANCE, Rng, is_complete_position, load_game
from tilehall.tui.programs.pipe.command import REQUESTS, Pipe
from tilehall.tui.programs.pipe.limits import IN_A_ROW, PLANS, SAMPLES, TRIES
from tilehall.tui.programs.pipe.try_actions import PARTS
from tilehall.tui.tables.version import VERSION

GAMES = ("princess", "sand", "beasts", "kaguya")
SECRETIVE = tuple(name for name in GAMES if load_game(name).has_secrets)
TOLD_TO_A_SEAT: list[dict[str, Any]] = [
    {"do": "view"},
    {"do": "legal"},
    {"do": "decision"},
    {"do": "imagine", "n": 2},
    {"do": "foresee"},
    {"do": "plans", "n": 3},
    {"do": "try", "from": "view", "each": "legal", "seed": 3, "want": [*PARTS]},
    {"do": "try", "from": "view", "actions": [], "n": 2, "want": ["value", "view", "legal"]},
]
"""Requests whose answers follow from what the seat sees."""


class Place:
    """A match in its middle, and who has to decide there."""

    def __init__(self, pipe: Pipe, match: int, seat: int) -> None:
        self.pipe, self.match, self.seat = pipe, match, seat

    def good(self, do: str, **fields: Any) -> dict[str, Any]:
        return good(self.pipe, do, match=self.match, seat=self.seat, **fields)

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = good(self.pipe, "state", match=self.match)["state"]
        return found

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.good("view")["state"]
        return found


def places(name: str, players: int = 2, every: int = 7, seed: int = 1, most: int = 160) -> Iterator[Place]:
    """A game by lot, looked at now and then; where there are powers with one that hides something."""
    pipe, rng = Pipe(), Rng(seed)
    options = {"mode": "advanced", "boards": "red,blue"} if name == "sand" and players == 2 else {}
    answer = good(pipe, "new", game=name, players=players, seed=seed, options=options)
    match, step = answer["match"], 0
    while (due := answer["actors"]) and step < most:
        seat = due[rng.below(len(due))]
        if step % every == every - 1:
            yield Place(pipe, match, seat)
        actions = good(pipe, "legal", match=match, seat=seat)["actions"]
        answer = good(pipe, "apply", match=match, seat=seat, action=actions[rng.below(len(actions))])
        step += 1


def at(name: str, kind: str, players: int = 2) -> Place:
    """The first such decision of a game by lot."""
    return next(place for place in places(name, players, every=1) if place.good("decision")["kind"] == kind)


def told(answer: dict[str, Any]) -> list[str]:
    """What is said of each choice, in any order: choices have none, nor have the words for what is worth the same."""
    for each in answer.get("each", ()):
        for choices in each.get("legal", ()):
            choices["actions"].sort()
    for each in answer.get("foreseen", ()):
        each["texts"] = sorted(" ".join(each["texts"]).replace(",", "").split())
    return sorted(map(repr, answer.get("each") or answer["foreseen"]))


# Hello ----------------------------------------------------------------------------------------------------------------


def test_hello_says_what_this_program_is_and_can_be_asked() -> None:
    hello = good(Pipe(most=7), "hello")
    assert (hello["program"], hello["version"], hello["protocol"]) == ("tilehall", VERSION, 1)
    told = [(each["id"], each["rules"], each["secrets"]) for each in hello["games"]]
    assert told == [(name, load_game(name).rules_version, load_game(name).has_secrets) for name in GAMES]
    assert hello["requests"] == {do: [*deed.fields] for do, deed in REQUESTS.items()}
    assert hello["levels"] == ["random", "easy", "normal", "hard", "master"]
    assert hello["limits"]["matches"] == 7


def test_the_limits_that_it_names_hold() -> None:
    pipe = Pipe(most=2)
    match, limits = new(pipe, options={"start_seat": 0})["match"], good(pipe, "hello")["limits"]
    new(pipe)
    bad(pipe, "too_many", "new", game="princess", players=2)
    assert (limits["samples"], limits["plans"], limits["actions"], limits["tries"]) == (
        SAMPLES,
        PLANS,
        IN_A_ROW,
        TRIES,
    )
    assert len(good(pipe, "imagine", match=match, n=limits["samples"])["states"]) == limits["samples"]
    for request in (
        {"do": "imagine", "n": limits["samples"] + 1},
        {"do": "plans", "n": limits["plans"] + 1},
        {"do": "try", "actions": ["side a"] * (limits["actions"] + 1)},
        {"do": "try", "each": [["side a"]] * (limits["tries"] // 2 + 1), "n": 2},
    ):
        assert bad(pipe, "bad_request", match=match, **request)["message"]


# From a view to look-ahead --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_program_gets_from_its_view_to_positions_that_can_be_played(name: str) -> None:
    """It has nothing but what its seat sees; whatever it asks of that is what the match itself would answer."""
    imagined = 0
    for place in places(name, every=17):
        view, mine = place.view(), {"game": name, "seat": place.seat}
        alone = Pipe()
        states = good(alone, "imagine", state=view, n=3, **mine)["states"]
        assert states == place.good("imagine", n=3)["states"]
        assert good(alone, "imagine", state=view, game=name, n=3)["states"] == states, "a view is somebody's"
        choices = sorted(place.good("legal")["actions"])
        for state in states:
            imagined += state != view
            begun = good(alone, "set", game=name, state=state, dealer="ask")
            assert good(alone, "view", match=begun["match"], seat=place.seat)["state"] == view
            assert sorted(good(alone, "legal", match=begun["match"], seat=place.seat)["actions"]) == choices
            good(alone, "apply", match=begun["match"], seat=place.seat, action=choices[-1])
        tries = good(alone, "try", state=view, each="legal", seed=4, **mine)
        assert told(tries) == told(place.good("try", **{"from": "view"}, each="legal", seed=4))
        assert sorted(each["actions"][0] for each in tries["each"]) == choices
        assert not [each for each in tries["each"] if "error" in each]
        assert told(good(alone, "foresee", state=view, **mine)) == told(place.good("foresee"))
        assert good(alone, "plans", state=view, n=2, **mine) == place.good("plans", n=2)
    assert imagined if name in SECRETIVE else not imagined


@pytest.mark.parametrize("name", SECRETIVE)
def test_worlds_that_look_alike_to_a_seat_are_answered_alike(name: str) -> None:
    twins = 0
    for place in places(name, every=11, seed=2):
        rules, state = load_game(name), place.state()
        world = rules.dump(rules.sample_state(rules.load(place.view()), Rng(place.match)))
        if world == state:
            continue
        twins += 1
        here, there = (good(place.pipe, "set", game=name, state=each, dealer="ask")["match"] for each in (state, world))
        for request in TOLD_TO_A_SEAT:
            one, twin = (ask(place.pipe, match=match, seat=place.seat, **request) for match in (here, there))
            assert one["ok"] and one == twin, request
    assert twins > 3


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_whole_position_that_is_sent_is_seen_with_the_eyes_of_the_seat(name: str) -> None:
    for place in places(name, every=31):
        for request in TOLD_TO_A_SEAT[3:]:
            sent = good(place.pipe, game=name, state=place.state(), seat=place.seat, **request)
            assert sent == good(place.pipe, game=name, state=place.view(), seat=place.seat, **request)


def test_the_view_of_somebody_else_is_refused() -> None:
    place = at("kaguya", "PRESENT")
    other = 1 - place.seat
    for do in ("foresee", "plans", "imagine"):
        error = bad(place.pipe, "bad_position", do, game="kaguya", state=place.view(), seat=other)
        assert error["message"] == f"This is a view, but not that of seat {other}."
    error = bad(place.pipe, "bad_position", "imagine", game="kaguya", state=place.view(), seat=None)
    assert error["message"] == "This is a view, but not that of somebody who only watches."
    trying = {"game": "kaguya", "state": place.view(), "actions": []}
    bad(place.pipe, "bad_position", "try", seat=other, **trying)
    error = bad(place.pipe, "bad_position", "try", seat=place.seat, **{"from": "position"}, **trying)
    assert "only from 'view'" in error["message"]
    assert "'imagine'" in bad(place.pipe, "bad_position", "set", game="kaguya", state=place.view())["message"]


def test_a_spectator_imagines_what_everybody_hides() -> None:
    place = at("kaguya", "PRESENT", 3)
    view = good(place.pipe, "view", match=place.match)["state"]
    assert [merchant["purse"] for merchant in view["merchants"]] == [None] * 3
    states = good(place.pipe, "imagine", match=place.match, n=8)["states"]
    assert states == good(place.pipe, "imagine", game="kaguya", state=view, seat=None, n=8)["states"]
    purses = [{str(state["merchants"][seat]["purse"]) for state in states} for seat in range(3)]
    assert all(len(each) > 1 for each in purses)
    other = good(place.pipe, "imagine", match=place.match, n=8, seed=1)["states"]
    assert other != states


# Foresee and plans ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_is_foreseen_comes_to_pass(name: str) -> None:
    gains, unknown = set(), 0
    for place in places(name, players=3, every=9):
        foreseen = place.good("foresee")["foreseen"]
        assert [each["action"] for each in foreseen] == place.good("legal")["actions"]
        before = good(place.pipe, "receipt", match=place.match)["totals"][place.seat]
        tries = place.good("try", each="legal", want=["totals"])["each"]
        for each, came in zip(foreseen, tries, strict=True):
            if each["points"] is None:
                unknown += 1
                continue
            gains.add(each["points"])
            assert each["points"] == came["totals"][place.seat] - before
    assert len(gains) > 1
    assert bool(unknown) == (name == "kaguya"), "the last to hold something out knows nothing of what the others hold"


def test_one_choice_is_foreseen_or_some() -> None:
    place = at("princess", "TAKE")
    every = {each["action"]: each for each in place.good("foresee")["foreseen"]}
    one, other, *_ = every
    assert place.good("foresee", action=one)["foreseen"] == [every[one]]
    assert place.good("foresee", actions=[other, one])["foreseen"] == [every[other], every[one]]
    assert place.good("foresee", actions=[])["foreseen"] == []
    assert every[one]["texts"]
    error = bad(place.pipe, "illegal", "foresee", match=place.match, action="pass")
    assert error["rule"] and error["nearest"]


@pytest.mark.parametrize("name", GAMES)
def test_plans_are_turns_that_can_be_played(name: str) -> None:
    longest = 0
    for place in places(name, every=40):
        plans = place.good("plans", n=5)["plans"]
        assert plans and place.good("plans", n=1)["plans"] == place.good("plans", n=2)["plans"][:1]
        for plan in plans:
            longest = max(longest, len(plan["actions"]))
            assert 0 <= plan["chance"] <= 1
            assert plan["points"] == pytest.approx(sum(term["points"] for term in plan["terms"]), abs=0.01)
        tries = place.good("try", each=[plan["actions"] for plan in plans], **{"from": "view"})["each"]
        assert not [each for each in tries if "error" in each]
    assert longest > 1


# Try ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_is_tried_is_what_would_be_done_and_changes_nothing(name: str) -> None:
    for place in places(name, players=3, every=13):
        pipe, match, seat = place.pipe, place.match, place.seat
        state, record = place.state(), good(pipe, "record", match=match)
        some = [[action] for action in place.good("legal")["actions"][::7]]
        for each in place.good("try", each=some, want=[*PARTS])["each"]:
            other = good(pipe, "set", game=name, state=state, dealer="ask", names=list("ABC"))["match"]
            done = good(pipe, "apply", match=other, seat=seat, action=each["actions"][0])
            assert each["done"] == [[seat, each["actions"][0]]]
            assert (each["actors"], each["digest"]) == (done["actors"], done["digest"])
            assert [event["key"] for event in each["events"]] == [event["key"] for event in done["events"]]
            assert each["totals"] == good(pipe, "receipt", match=other)["totals"]
            assert each["state"] == good(pipe, "state", match=other)["state"]
            assert each["view"] == good(pipe, "view", match=other, seat=seat)["state"]
            standing = good(pipe, "standing", match=other)
            assert (each["over"], each["standing"]["winners"]) == (standing["over"], standing["winners"])
            for choices in each["legal"]:
                there = good(pipe, "legal", match=other, seat=choices["seat"])
                assert sorted(there["actions"]) == sorted(choices["actions"]) and there.keys() == choices.keys()
            good(pipe, "close", match=other)
        assert (place.state(), good(pipe, "record", match=match)) == (state, record)


def test_nothing_may_be_tried_as_well() -> None:
    place = at("princess", "TAKE")
    here = place.good("try", actions=[], want=["state", "totals", "legal"])
    assert (here["done"], here["state"], here["actors"]) == ([], place.state(), [place.seat])
    assert here["legal"] == [place.good("legal")]
    assert here["totals"] == good(place.pipe, "receipt", match=place.match)["totals"]
    assert place.good("try", actions=[], want=[]) == {"actors": [place.seat], "over": False, "done": []}


def test_without_a_seed_a_try_ends_where_the_dealer_draws_and_the_dealer_may_be_tried_too() -> None:
    place, action, asked = next(
        (place, each["actions"][0], each)
        for place in places("princess", every=1)
        for each in place.good("try", each="legal")["each"]
        if each["actors"] == [CHANCE]
    )
    (outcomes,) = asked["legal"]
    assert outcomes["seat"] == CHANCE and len(outcomes["weights"]) == len(outcomes["actions"]) > 2
    each = [[action, outcome] for outcome in outcomes["actions"]]
    drawn = place.good("try", each=each, want=[])["each"]
    assert [one["done"][1] for one in drawn] == [[CHANCE, outcome] for outcome in outcomes["actions"]]
    assert place.good("try", actions=[action, [CHANCE, outcomes["actions"][0]]], want=[])["done"] == drawn[0]["done"]


@pytest.mark.parametrize("name", GAMES)
def test_with_a_seed_the_dealer_draws_the_same_for_all_alternatives(name: str) -> None:
    for place in places(name, every=30):
        tries = place.good("try", each="legal", seed=5)["each"][:30]
        assert tries == place.good("try", each="legal", seed="5", dealer="seed")["each"][:30]
        assert all(CHANCE not in each["actors"] for each in tries)
        for each in tries:
            assert each["done"][0] == [place.seat, each["actions"][0]]
            assert {seat for seat, _ in each["done"][1:]} <= {CHANCE}
            again = place.good("try", actions=each["done"], want=["digest"])
            assert (again["done"], again["digest"]) == (each["done"], each["digest"]), "what was done can be done again"


def test_the_draws_of_a_try_are_not_those_of_the_match() -> None:
    """A program that hits upon the seed by chance does not look into the future."""
    same = draws = 0
    for place in places("princess", every=1, seed=9, most=90):
        action = place.good("legal")["actions"][0]
        tried = place.good("try", actions=[action], seed=9, want=[])["done"][1:]
        if not tried:
            continue
        came = Pipe()
        record = good(place.pipe, "record", match=place.match)["record"]
        match = good(came, "load", record=record, seed=9)["match"]
        steps = good(came, "apply", match=match, seat=place.seat, action=action)["steps"]
        really = [line.split(" - ")[1] for line in steps if " - draw " in line]
        draws += len(really)
        same += sum(text == other for (_, text), other in zip(tried, really, strict=False))
    assert draws > 12 and same < draws / 2


def test_several_worlds_are_tried_at_once_and_averaged() -> None:
    place = at("kaguya", "PRESENT", 3)
    fields: dict[str, Any] = {"from": "view", "seed": "w", "n": 6}
    (worlds,) = (place.good("try", actions=[], want=["state"], **fields)["worlds"],)
    assert [world["state"] for world in worlds] == place.good("imagine", n=6, seed="w")["states"]
    for each in place.good("try", each="legal", want=["totals", "value"], **fields)["each"]:
        mean = each["mean"]
        assert mean["of"] == len(each["worlds"]) == 6
        totals = [sum(column) / 6 for column in zip(*(world["totals"] for world in each["worlds"]), strict=True)]
        assert mean["totals"] == pytest.approx(totals, abs=0.001)
        chance = sum(world["value"]["chance"] for world in each["worlds"]) / 6
        assert mean["value"]["chance"] == pytest.approx(chance, abs=0.001)
    kinds = place.good("try", each="legal", want=["totals"], n=3, seed=1)["each"]
    assert all(each["mean"]["of"] == 3 for each in kinds), "of a match there is one world, with luck of several kinds"


def test_what_cannot_be_done_does_not_spoil_the_rest() -> None:
    place = at("princess", "TAKE")
    take, *_ = place.good("legal")["actions"]
    first, second, third, fourth, fifth = place.good(
        "try", each=[[take], ["pass"], [take, "fly"], [take, take], [[1 - place.seat, take]]], want=[]
    )["each"]
    assert "error" not in first
    found = [(each["error"]["code"], each["error"]["at"]) for each in (second, third, fourth, fifth)]
    assert found == [("illegal", 0), ("bad_notation", 1), ("illegal", 1), ("not_due", 0)]
    assert second["error"]["nearest"] and second["error"]["rule"] and "done" not in second
    alone = bad(place.pipe, "bad_notation", "try", match=place.match, actions=[take, "fly"])
    assert alone == third["error"]


def test_other_seats_can_be_tried_where_they_are_named() -> None:
    place = at("kaguya", "PRESENT")
    due = place.good("try", actions=[], want=[])["actors"]
    if len(due) == 1:
        pytest.fail("the first decision is owed by both")
    answer = place.good("try", actions=["present -", [1 - place.seat, "present -"]], **{"from": "view"})
    assert [seat for seat, _ in answer["done"][:2]] == [place.seat, 1 - place.seat]
    assert "reveal" in [event["key"] for event in answer["events"]]


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({}, "bad_request", "The request lacks 'actions'."),
        ({"actions": "side a"}, "bad_request", "'actions' must be a list of at most 1,000 actions."),
        ({"actions": [1]}, "bad_request", "An action in 'actions' must be a text, or a list of a seat and a text."),
        ({"actions": [[0]]}, "bad_request", "An action in 'actions' must be a text, or a list of a seat and a text."),
        ({"each": [[[0.5]]]}, "bad_request", "An action in 'each' must be a text, or a list of a seat and a text."),
        ({"each": ["side a"]}, "bad_request", "'each' must be lists, or \"legal\"; each of at most 1,000 actions."),
        ({"each": "all"}, "bad_request", "'each' must be a list."),
        ({"actions": [], "each": 1}, "bad_request", "The request has both 'actions' and 'each'; give one of them."),
        ({"actions": [], "want": ["luck"]}, "bad_request", f"'want' must be a list of some of: {', '.join(PARTS)}."),
        ({"actions": [], "from": "above"}, "bad_request", "'from' must be 'position' or 'view'."),
        ({"actions": [], "dealer": "me"}, "bad_request", "'dealer' must be 'seed' or 'ask'."),
        ({"actions": [], "n": 0}, "bad_request", "'n' must be 1 to 10000."),
        ({"actions": [], "game": ""}, "bad_request", "The request has both 'match' and 'game'; give one of them."),
        ({"actions": [], "seat": 1}, "not_due", "Seat 1 has nothing to decide; to decide: 0."),
        ({"actions": [], "seat": 1, "from": "view"}, "not_due", "Seat 1 has nothing to decide; to decide: 0."),
        ({"actions": [], "match": 9}, "no_match", "There is no match 9."),
    ],
)  # fmt: skip
def test_a_try_that_is_not_understood_is_refused_in_a_sentence(fields: dict[str, Any], code: str, said: str) -> None:
    pipe = Pipe()
    match = new(pipe, options={"start_seat": 0})["match"]
    assert bad(pipe, code, "try", **{"match": match, **fields})["message"] == said


def test_what_is_asked_about_is_a_match_or_a_position() -> None:
    pipe = Pipe()
    match = new(pipe, dealer="ask")["match"]
    state = good(pipe, "state", match=match)["state"]
    for do in ("imagine", "foresee", "plans", "try"):
        assert "'match', or 'game' and 'state'" in bad(pipe, "bad_request", do)["message"]
        assert "'game'" in bad(pipe, "bad_request", do, state=state)["message"]
        assert "cannot be" in bad(pipe, "bad_position", do, game="princess", state={**state, "seat": 0})["message"]
    assert "The dealer has to draw" in bad(pipe, "not_due", "plans", match=match)["message"]
    assert "The dealer has to draw" in bad(pipe, "not_due", "foresee", match=match)["message"]
    assert "'seat' must be 0 to 1." in bad(pipe, "bad_request", "imagine", match=match, seat=-1)["message"]
    assert good(pipe, "try", match=match, actions=["start 1"])["actors"] == [-1]
    over = {"game": "princess", "state": {**state, "players": 5}}
    bad(pipe, "bad_position", "imagine", **over)


# Bad input ------------------------------------------------------------------------------------------------------------


PLACES = {name: next(place for place in places(name, every=40)) for name in GAMES}
VIEWS = {name: place.view() for name, place in PLACES.items()}
ODD = st.sampled_from([None, -1, 0, 1, 2, 99, "", "R", "RC*", "ready", "T01", "1aG", [], {}, True, [["CELL", 0]], 0.5])


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_mangled_view_is_refused_or_thought_about(name: str, data: st.DataObject) -> None:
    view, seat = VIEWS[name], PLACES[name].seat
    path = data.draw(st.sampled_from([*leaves(view)]))
    sent = {"game": name, "state": put(view, path, data.draw(ODD)), "seat": seat}
    pipe = Pipe()
    for state in one_answer(pipe, {"do": "imagine", "n": 2, **sent}).get("states", ()):
        rules = load_game(name)
        assert is_complete_position(rules, rules.load(state)), path
    for request in TOLD_TO_A_SEAT[4:]:
        one_answer(pipe, {**request, **sent})
