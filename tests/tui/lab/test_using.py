"""What seats did, and with which things: each game names what a designer would ask for."""

import pytest

from tests.engine.games.toy import TOY
from tests.tui.lab.made import observed, standing
from tilehall.engine import BUILT_IN_GAMES, Event, Piece, Text, Who, join_commas, load_game
from tilehall.engine.core.usage import ThingUsage, usage_from_sentence
from tilehall.tui.lab.plan import SimulationPlan
from tilehall.tui.lab.report.data import report_data
from tilehall.tui.lab.report.report import SimulationReport
from tilehall.tui.lab.report.table import format_simulation
from tilehall.tui.lab.simulation import simulate
from tilehall.tui.lab.tally import tally_deals
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.outcome import game_outcome
from tilehall.tui.tables.table import Table

EXPECTED = {
    "princess": {("declare", "rune"), ("hold", "rune"), ("remove", "rune"), ("lay", "tile"), ("side", "side")},
    "sand": {("complete", "building"), ("take", "tile"), ("summon disk", "disk")},
    "beasts": {("capture", "beast"), ("lay card", "card"), ("roll", "face"), ("place die", "face")},
    "kaguya": {("lay", "tile"), ("hold", "cube"), ("hold", "disk"), ("lay for the princess", "tile")},
}
POINTS = {"princess": "rank", "sand": "level 1", "beasts": "centaur", "kaguya": "room R"}


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_each_game_tells_what_it_is_played_with(name: str) -> None:
    report = simulate(name, 2, ["easy"], 1)
    ways = {(used.deed, used.kind) for used in report.tally.used if used.kind}
    assert ways >= EXPECTED[name]
    assert POINTS[name] in report.tally.points
    known = {
        (thing.kind, thing.word) for thing in report.rules.teacher.things(report.rules.start(report.plan.setup), 0)
    }
    strange = {each for each in report.tally.used if each.word and each[1:] not in known}
    assert {each.kind for each in strange} <= {"face", "power"}, "faces of dice and powers are no things of their own"
    told = {each["thing"]: each for each in report_data(report)["things"] if each["kind"]}
    assert all(each["name"] for each in told.values())
    for finding in report.findings:
        assert finding.effect.games <= finding.effect.seats <= finding.effect.games * 2


def test_a_deed_is_counted_once_and_each_of_its_things_as_often_as_it_is_named() -> None:
    dice = join_commas([Piece("die", "T"), Piece("die", "T"), Piece("die", "W")])
    event = Event("roll", "X-1.1", Text("{who} rolls {dice}.", who=Who(1), dice=dice), 1)
    assert [*usage_from_sentence(event)] == [ThingUsage("roll"), *[ThingUsage("roll", "die", word) for word in "TTW"]]
    assert [*usage_from_sentence(event._replace(seat=-1))] == [], "what nobody does is nobody's deed"


def test_a_game_that_says_nothing_is_counted_by_its_sentences() -> None:
    event = Event("take", "T-1.1", Text("{who} takes {tile}.", who=Who(0), tile=Piece("tile", "A")), 0, ("A", "b2"))
    assert [*TOY.narrator.usage(event)] == [
        ThingUsage("take"),
        ThingUsage("take", "tile", "A"),
        ThingUsage("take", "", "b2"),
    ]
    assert TOY.round_number(object()) is None


def test_two_cubes_of_a_kind_are_two() -> None:
    from tilehall.engine import RecordPlayer
    from tilehall.tui.tables.thinking.thinkers import run_inline

    sitting = Table.open("kaguya", [RecordPlayer("Aki", "random"), RecordPlayer("Bo", "random")], seed="3")
    run_inline(ComputerPlayers(sitting).run())
    found = game_outcome(sitting)
    assert found is not None
    shown = [step.action for step in sitting.match.steps if step.seat == 0 and step.action.verb == "present"]
    red = sum(str(action).removeprefix("present ").count("R") for action in shown)
    assert found.used.get(ThingUsage("hold", "cube", "R"), (0, 0))[0] == red


def test_a_game_without_things_or_lists_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = tally_deals(plan := SimulationPlan("princess", ("easy", "normal"), 1, "1"), [(observed(standing((1, 2))),)])
    assert "Endings" in format_simulation(SimulationReport(plan, tally, 1.0))
    monkeypatch.setattr("tilehall.tui.lab.report.report.citable_rules", lambda rules: None)
    told = SimulationReport(plan, tally, 1.0)
    assert "never cited" not in format_simulation(told)
    assert report_data(told)["rules_never"] is None


def test_what_was_never_used_is_named() -> None:
    report = simulate("princess", 2, ["easy"], 1)
    never = report.unused["declare", "rune"]
    declared = {used.word for used in report.tally.used if used[:2] == ("declare", "rune")}
    assert never and {*never} | declared == {card for card in {*never} | declared if card.startswith("R")}
    assert len(never) + len(declared) == 30
    whole = format_simulation(report, whole=True)
    assert f"\n{never[0]} " in whole, "with --all they are in the list"
    assert max(map(len, whole.splitlines())) <= 79


def test_who_plays_alone_is_compared_with_nobody() -> None:
    report = simulate("sand", 1, ["easy"], 1)
    assert all(finding.difference is None for finding in report.findings)
    told = format_simulation(report)
    assert "Wins" not in told.replace("Wins more", "")
    assert "complete: building" in told
    assert report_data(report)["turns"]["mean"] == 14, "alone a turn is a round"


@pytest.mark.parametrize(("name", "rounds"), [("princess", None), ("kaguya", range(4, 10))])
def test_rounds_are_told_where_a_game_has_them(name: str, rounds: range | None) -> None:
    found = report_data(simulate(name, 2, ["random"], 2))["rounds"]
    assert found is None if rounds is None else found["max"] in rounds


@pytest.mark.soak
@pytest.mark.parametrize("name", ["princess", "sand", "kaguya"])
def test_the_estimate_is_near_what_the_box_says(name: str) -> None:
    rules = load_game(name)
    for players in (2, rules.player_counts[-1]):
        minutes = report_data(simulate(name, players, ["easy"], 10))["minutes"]
        least, most = minutes["box"]
        assert least * 0.7 < minutes["mean"] < most * 1.3
