"""Other people's programs at a seat: what goes wrong with them is said, counted and mended, and the game goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.tui.programs.bot_scripts import HELLO, NAMES, Fake, begun, decides, told, waits_for
from tilehall.engine import Rng
from tilehall.tui.programs.bots import bot_seat as chair_module
from tilehall.tui.programs.bots.bot_answers import TRY_FIELDS, TryMessage
from tilehall.tui.programs.bots.bot_seat import DecisionDropped, PendingDecision
from tilehall.tui.programs.bots.line_inbox import LineInbox
from tilehall.tui.programs.bots.try_lines import try_lines
from tilehall.tui.programs.json_messages import event_data
from tilehall.tui.programs.trial import SeatAction
from tilehall.tui.tables.thinking.thinkers import quick_advice

Make = Callable[..., Fake]
QUICK = "A quick choice was made for it."
ANEW = "A quick choice was made for it, and it is started anew."
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who descends from whom")


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[Fake] = []

    def fake(**does: Any) -> Fake:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Fake(folder, **does))
        return made[-1]

    yield fake
    for each in made:
        each.chair.close()


def messages(fake: Fake) -> list[dict[str, Any]]:
    return [json.loads(line) for line in fake.heard.splitlines()]


def last(fake: Fake, say: str) -> dict[str, Any]:
    assert waits_for(lambda: any(each["say"] == say for each in messages(fake))), f"it was not told {say}"
    return [each for each in messages(fake) if each["say"] == say][-1]


# --- one that plays -----------------------------------------------------------------------------------------------


def test_it_is_told_of_the_game_and_its_turn_and_its_choice_is_done(make: Make) -> None:
    fake, played = make(), begun()
    decided = decides(fake, played)
    assert str(decided.advice.action) == str(played.match.legal_actions(0)[0]) and told(decided) == ""
    assert str(decided.advice.why) == "it is the first" and fake.chair.own_name == "Fake"
    hello, new, turn = messages(fake)
    assert (hello["say"], hello["protocol"]) == ("hello", 1)
    assert (new["say"], new["game"], new["players"], new["seat"], new["names"]) == (
        "new",
        "princess",
        2,
        0,
        ["Bob", "Aki"],
    )
    assert new["options"].keys() == {option.id for option in played.match.game.options}
    assert turn["legal"] == [str(action) for action in played.match.legal_actions(0)]
    assert turn["state"] == json.loads(json.dumps(played.match.game.dump(played.match.view(0))))
    assert turn["ms"] == 5000 and turn["taken_back"] == 0
    receipt = turn["receipt"]
    assert receipt["totals"] == [sum(each["points"] for each in receipt["lines"] if each["seat"] == n) for n in (0, 1)]


def test_it_hears_once_of_everything_and_what_was_taken_back(make: Make) -> None:
    fake, played = make(), begun("beasts")
    match = played.match
    events: list[dict[str, Any]] = []
    taken_back = 0
    while not taken_back:
        action, before = decides(fake, played).advice.action, len(match.steps)
        turn = last(fake, "turn")
        events += turn["events"]
        match.act(0, action)
        if match.undo_barrier(0) is None and 0 in match.actors():
            decides(fake, played)
            new = last(fake, "turn")["events"]
            match.undo(0)
            assert len(match.steps) == before
            decides(fake, played)
            again = last(fake, "turn")
            taken_back = again["taken_back"]
            assert taken_back == len(new) and again["events"] == [] and again["legal"] == turn["legal"]
        else:
            played.go_on()
    assert events == [event_data(each, 0, NAMES[:2]) for step in match.steps for each in step.events]


def test_it_is_told_how_it_ended_and_plays_the_next_game(make: Make) -> None:
    fake, played = make(), begun()
    decides(fake, played)
    fake.chair.end(played.case, None)
    assert last(fake, "end")["ending"] is None
    decides(fake, begun("kaguya"))
    assert [each["match"] for each in messages(fake) if each["say"] == "new"] == [1, 2]
    assert len({each["say"] for each in messages(fake)} & {"hello"}) == 1


def test_it_may_try_what_its_choices_would_bring(make: Make) -> None:
    fake = make(
        turn='say(say="info", text="I try"); say(say="try", turn=m["turn"], each=m["legal"] + [["nonsense"]],'
        ' want=["state", "legal", "receipt", "value", "foresee"]); legal = m["legal"]',
        tried='say(say="best", turn=m["turn"], action=legal[1])',
    )
    played = begun("sand")
    assert told(decides(fake, played)) == ""
    *fine, wrong = last(fake, "tried")["each"]
    assert [each["actions"] for each in fine] == [[str(action)] for action in played.match.legal_actions(0)]
    assert wrong["error"]["code"] == "bad_notation"
    for each in fine:
        assert each.keys() == {"actions", "gain", "totals", "actors", "over", "guessed", *TRY_FIELDS}
        assert not each["guessed"] and each["receipt"]["totals"] == each["totals"]
    assert "[info] I try" in next(fake.notes.iterdir()).read_text()


GUESSES = """each = [[a, [1, b]] for a in m["legal"] for b in ("present -", "present B*")]
bad = [["present -", [1, "present CC"]], [[1, "nonsense"]], ["present -", [7, "present -"]], [[-1, "row 3"]]]
say(say="try", turn=m["turn"], each=m["legal"] + each + bad, want=["value", "foresee"])"""


def test_where_others_decide_at_the_same_time_it_may_try_what_they_might_do(make: Make) -> None:
    """By itself nothing tells its choices apart; with a guess about the others they differ."""
    fake = make(turn=GUESSES, tried='best("present -", m["turn"])')
    played = begun("kaguya")
    choices = [str(action) for action in played.match.legal_actions(0)]
    assert told(decides(fake, played)) == ""
    each = last(fake, "tried")["each"]
    alone, guessed, wrong = each[: len(choices)], each[len(choices) : -4], each[-4:]
    assert len({json.dumps([one["value"], one["totals"]]) for one in alone}) == 1
    assert [one["actions"] for one in guessed[:2]] == [[choices[0], [1, "present -"]], [choices[0], [1, "present B*"]]]
    assert len({one["value"]["points"] for one in guessed[::2]}) > 3
    assert all(one["guessed"] and one["foresee"] and not one["value"]["quiet"] for one in guessed)
    assert [one["error"]["code"] for one in wrong] == ["illegal", "bad_notation", "not_due", "not_due"]
    assert "seat 7" in wrong[2]["error"]["message"]


def test_a_guess_is_tried_in_a_position_in_which_it_may_be_done() -> None:
    """Not in the first that comes to mind, in which the other may not have the cubes."""
    case = begun("kaguya").case
    first = case.rules.legal_actions(case.rules.sample_state(case.view, Rng(0)), 1)
    pairs = [f"present {colour}{colour}" for colour in "RBGP"]
    beyond = [pair for pair in pairs if pair not in map(str, first)]
    found = try_lines(
        case, TryMessage(1, tuple((SeatAction(None, "present -"), SeatAction(1, pair)) for pair in beyond), frozenset())
    )
    assert any("error" not in each for each in found)


# --- those who do not ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "code", "sentence"),
    [
        ('best("nonsense")', "bad_notation", "Bob named no action of this game."),
        ('best("tile FU e9")', None, None),
        ('print("take me", flush=True)', "bad_json", "Bob did not answer in JSON."),
        (
            'print(\'{"say": "best", "turn": NaN, "action": ""}\', flush=True)',
            "bad_json",
            "Bob did not answer in JSON.",
        ),
        ("print('[' * 100000, flush=True)", "bad_json", "Bob did not answer in JSON."),
        (
            "sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()",
            "bad_json",
            "Bob did not answer in JSON.",
        ),
        ("print('[]', flush=True)", "bad_message", "Bob gave an answer that means nothing."),
        ('say(say="best", turn=m["turn"])', "bad_message", "Bob gave an answer that means nothing."),
        ('say(say="best", turn="1", action="")', "bad_message", "Bob gave an answer that means nothing."),
        ('say(say="best", turn=99, action="")', "bad_message", "Bob gave an answer that means nothing."),
        (
            'say(say="best", turn=m["turn"], action=chr(0xd800))',
            "bad_message",
            "Bob gave an answer that means nothing.",
        ),
        ('say(say="try", turn=m["turn"], each=[])', "bad_message", "Bob gave an answer that means nothing."),
        (
            'say(say="try", turn=m["turn"], each=[[[True, "x"]]])',
            "bad_message",
            "Bob gave an answer that means nothing.",
        ),
        ('say(say="try", turn=m["turn"], each=[[1, "x"]])', "bad_message", "Bob gave an answer that means nothing."),
        ('say(say="castle")', "bad_message", "Bob gave an answer that means nothing."),
        ('say(say="hello", protocol=1, name="")', "bad_message", "Bob gave an answer that means nothing."),
    ],
)
def test_whoever_answers_nonsense_is_told_so_and_a_quick_choice_is_made(
    make: Make, turn: str, code: str | None, sentence: str | None
) -> None:
    fake, played = make(turn=turn), begun()
    decided = decides(fake, played)
    assert decided.advice.action == quick_advice(played.thought).action
    error = last(fake, "error")
    assert error["code"] == (code or error["code"]) and error["instead"] == str(decided.advice.action)
    assert (error["faults"], error["most"]) == (1, 3) and error["message"]
    assert told(decided) == f"{sentence} {QUICK}" or sentence is None
    assert fake.chair.fault_counts == {error["code"]: 1}


def test_whoever_breaks_a_rule_is_told_the_rule_and_what_is_near(make: Make) -> None:
    """At the table the sentence tells nothing of it: it may have been secret."""
    fake, played = make(turn='best("hold 1")'), begun("kaguya", players=2)
    action = next(str(each) for each in begun("kaguya", seed="8").match.legal_actions(0))
    other = make(turn=f"best({action!r})")
    while told(decided := decides(other, played)) == "":
        played.act(decided.advice.action)
    assert told(decided) == f"Bob wanted something that the rules do not allow. {QUICK}"
    error = last(other, "error")
    assert error["code"] == "illegal" and error["rule"].startswith("K-") and isinstance(error["nearest"], list)
    assert error["message"].startswith(f"{action!r}: ")
    assert fake.chair.fault_counts == {}


def test_whoever_is_too_late_is_not_waited_for_and_the_late_answer_counts_for_nothing(make: Make) -> None:
    fake, played = make(seconds=0.1, turn="time.sleep(0.4)\nbest(m['legal'][-1])"), begun()
    began = time.monotonic()
    decided = decides(fake, played)
    assert told(decided) == f"Bob did not answer in time. {QUICK}" and time.monotonic() - began < 1.0
    played.act(decided.advice.action)
    fake.chair.settings = fake.chair.settings._replace(seconds=5.0)
    again = decides(fake, played)
    assert told(again) == "" and again.advice.action == played.match.legal_actions(0)[-1]


def test_one_that_was_late_three_times_is_ended_and_the_next_game_has_a_new_process(make: Make) -> None:
    fake, played = make(seconds=0.05, turn="time.sleep(60)"), begun()
    for _ in range(4):
        decides(fake, played)
    fake.chair.end(played.case, None)
    decides(fake, begun())
    assert sum(each["say"] == "hello" for each in messages(fake)) == 2 and fake.chair.fault_counts == {"late": 4}


def test_after_three_faults_it_is_not_asked_any_more_in_this_game_but_in_the_next(make: Make) -> None:
    fake, played = make(turn='best("nonsense")'), begun()
    said = [told(decides(fake, played)) for _ in range(5)]
    assert [bool(each) for each in said] == [True, True, True, False, False]
    assert said[2].endswith("A quick choice is made for it from now on, as for somebody who has run out of time.")
    assert sum(each["say"] == "turn" for each in messages(fake)) == 3
    fake.chair.end(played.case, None)
    assert told(decides(fake, begun())) != "" and fake.chair.fault_counts == {"bad_notation": 4}


def test_one_that_dies_is_started_anew_once(make: Make) -> None:
    fake, played = make(turn="os._exit(3)"), begun()
    assert told(decides(fake, played)) == f"The program of Bob has ended. {ANEW}"
    assert "It has ended with exit code 3." in str(fake.chair.faults[0])
    assert told(decides(fake, played)).endswith("as for somebody who has run out of time.")
    assert told(decides(fake, played)) == ""
    assert sum(each["say"] == "hello" for each in messages(fake)) == 2


DIES_ONCE = """
if os.path.exists({there!r}):
    best(m["legal"][0])
else:
    open({there!r}, "w").close()
    os.kill(os.getpid(), 9)
"""


def test_one_that_is_started_anew_hears_everything_from_the_beginning(make: Make, tmp_path: Path) -> None:
    fake = make(turn=DIES_ONCE.format(there=f"{tmp_path / 'died'}"))
    played = begun()
    decides(fake, played)
    assert str(fake.chair.faults[0]) == "It was ended by signal 9."
    assert told(decides(fake, played)) == ""
    first, second = (each for each in messages(fake) if each["say"] == "turn")
    assert first["events"] == second["events"] != []


def test_one_that_never_says_hello_speaks_something_else_or_is_no_program(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chair_module, "HELLO_TIMEOUT", 0.3)
    assert told(decides(make(hello="pass"))) == f"Bob did not answer in time. {ANEW}"
    assert told(decides(make(hello='say(say="hello", protocol=2, name="Fake")'))).startswith(
        "Bob speaks another protocol."
    )
    assert told(decides(make(hello=FIRST_WORDS))).startswith("Bob gave an answer that means nothing.")
    nowhere = make()
    nowhere.chair.command = nowhere.command._replace(words=("/nowhere/bot",))
    assert told(decides(nowhere)) == f"The program of Bob has ended. {ANEW}"


FIRST_WORDS = 'say(say="info", text="first things first")'


def test_lines_without_end_and_floods_of_lines_are_cut_off(make: Make) -> None:
    endless = make(turn='while True: sys.stdout.write("x" * 65536)')
    assert told(decides(endless)) == f"Bob wrote without an end. {ANEW}"
    flood = make(turn='while True: say(say="info", text="again")')
    assert told(decides(flood)).startswith("Bob wrote without an end.")


TRIES = 'while True: say(say="try", turn=m["turn"], each=[[each] for each in m["legal"]], want=["receipt"])'


def test_tries_without_end_take_of_the_time_like_all_else(make: Make) -> None:
    fake, began = make(seconds=0.3, turn=TRIES), time.monotonic()
    assert told(decides(fake, begun("sand"))) == f"Bob did not answer in time. {QUICK}"
    assert time.monotonic() - began < 3


def test_whoever_does_not_wait_any_more_goes_however_much_is_tried(make: Make) -> None:
    fake, call = make(seconds=60.0, turn=TRIES), PendingDecision()
    Thread(target=lambda: waits_for(lambda: "turn" in fake.heard) and call.drop()).start()
    began = time.monotonic()
    with pytest.raises(DecisionDropped):
        decides(fake, begun("sand"), call)
    assert time.monotonic() - began < 5


def test_of_lines_that_nobody_reads_few_are_kept_even_if_they_are_empty() -> None:
    inbox, brought = LineInbox(most=10_000), list[int]()

    def brings() -> None:
        for n in range(1_000):
            inbox.feed(bytes([10]) * 100)
            brought.append(n)

    bringing = Thread(target=brings, daemon=True)
    bringing.start()
    assert not waits_for(lambda: len(brought) > 2, 0.5), "whoever writes has to wait"
    assert inbox.take(time.monotonic() + 1, lambda: False) == b""
    inbox.end()
    bringing.join(5)
    assert not bringing.is_alive()


def test_what_it_writes_on_its_standard_error_is_kept_up_to_a_limit(make: Make) -> None:
    fake = make(turn='sys.stderr.write("megabytes " * 400000 + "the latest"); sys.stderr.flush(); best(m["legal"][0])')
    assert told(decides(fake)) == ""
    assert waits_for(
        lambda: fake.notes.exists() and any("the latest" in each.read_text() for each in fake.notes.iterdir())
    )
    assert sum(each.stat().st_size for each in fake.notes.iterdir()) < 1_300_000


def test_one_that_does_not_read_is_no_reason_to_wait(make: Make) -> None:
    fake = make(seconds=0.1, turn="time.sleep(60)")
    for _ in range(3):
        decides(fake, begun("sand", players=4))
    began = time.monotonic()
    fake.chair.close()
    assert time.monotonic() - began < 0.2


# --- whoever waits for it -----------------------------------------------------------------------------------------


def test_whoever_is_in_a_hurry_gets_an_answer_and_it_was_no_fault(make: Make) -> None:
    quick_one = make(turn="legal = m['legal']", stop='say(say="best", turn=m["turn"], action=legal[-1])')
    slow_one = make(turn="pass")
    for fake in (quick_one, slow_one):
        played, call = begun("sand", seat=1), PendingDecision()
        hurrying = Thread(target=lambda fake=fake, call=call: waits_for(lambda: "turn" in fake.heard) and call.hurry())
        hurrying.start()
        began = time.monotonic()
        decided = decides(fake, played, call)
        assert told(decided) == "" and time.monotonic() - began < 3 and fake.chair.fault_counts == {}
        expected = "its program gave no reason" if fake is quick_one else "there was no time to think"
        assert str(decided.advice.why) == expected
        hurrying.join()


def test_whoever_does_not_wait_any_more_goes_at_once(make: Make) -> None:
    fake, call = make(turn="pass"), PendingDecision()
    Thread(target=lambda: waits_for(lambda: "turn" in fake.heard) and call.drop()).start()
    began = time.monotonic()
    with pytest.raises(DecisionDropped):
        decides(fake, call=call)
    assert time.monotonic() - began < 3 and last(fake, "stop")["turn"] == 1 and fake.chair.fault_counts == {}


# --- processes ----------------------------------------------------------------------------------------------------

FORKS = """
for new_session in (False, True):
    if not os.fork():
        if new_session: os.setsid()
        open({folder!r} + str(os.getpid()), "w").close()
        time.sleep(60)
open({folder!r} + str(os.getpid()), "w").close()
best(m["legal"][0])
"""


def living(folder: Path) -> list[int]:
    """Those of the processes named there that live; zombies do not."""
    return [int(each.name) for each in folder.iterdir() if state(int(each.name)) not in ("", "Z")]


def state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


@ON_LINUX
@pytest.mark.parametrize("how", ["closed", "killed"])
def test_it_ends_with_all_its_children(make: Make, tmp_path: Path, how: str) -> None:
    folder = tmp_path / "processes"
    folder.mkdir()
    fake = make(turn=FORKS.format(folder=f"{folder}/"))
    decides(fake)
    assert waits_for(lambda: len(living(folder)) == 3)
    if how == "closed":
        fake.chair.close()
    else:
        os.kill(max(living(folder), key=lambda number: number == oldest(folder)), signal.SIGKILL)
    assert waits_for(lambda: not living(folder)), living(folder)


def oldest(folder: Path) -> int:
    """The program itself: the parent of the first of its children."""
    parents = [int(Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[1]) for each in living(folder)]
    return next(each for each in parents if each in living(folder))


HOST = """
import sys
from pathlib import Path
sys.path[:] = sys.argv[2:]
from tests.tui.programs.bot_scripts import Fake, decides
from tests.tui.programs.test_bots import FORKS
folder = Path(sys.argv[1])
decides(Fake(folder, turn=FORKS.format(folder=f"{folder}/processes/")))
print("decided", flush=True)
sys.stdin.read()
"""


@ON_LINUX
def test_it_ends_with_all_its_children_when_our_program_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "processes"
    folder.mkdir()
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, str(tmp_path), *sys.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert host.stdout and host.stdout.readline() == b"decided\n"
    assert waits_for(lambda: len(living(folder)) == 3)
    host.kill()
    host.communicate()
    assert waits_for(lambda: not living(folder)), living(folder)


LISTS = """
there = [n for n in os.listdir("/proc/self/fd") if int(n) > 2 and os.path.exists(f"/proc/self/fd/{n}")]
files = [os.readlink(f"/proc/self/fd/{n}") for n in there]
print(json.dumps([*files, os.getsid(0) == os.getpid()]), file=sys.stderr, flush=True)
best(m["legal"][0])
"""


@ON_LINUX
def test_it_has_no_terminal_and_no_file_of_ours(make: Make, tmp_path: Path) -> None:
    with open(tmp_path / "ours", "w") as ours:
        os.set_inheritable(ours.fileno(), True)
        fake = make(turn=LISTS)
        decides(fake)
    assert waits_for(lambda: any("]" in each.read_text() for each in fake.notes.glob("*")))
    *files, alone = json.loads(next(fake.notes.iterdir()).read_text())
    assert alone and all("heard" in each or each.startswith("/proc") for each in files), files


@ON_LINUX
def test_no_zombies_and_no_files_are_left_behind(make: Make) -> None:
    files = len(os.listdir("/proc/self/fd"))
    for turn in ("os._exit(0)", FIRST_WORDS, 'best("nonsense")'):
        fake = make(seconds=0.1, turn=turn)
        for _ in range(3):
            decides(fake)
        fake.chair.close()
    assert waits_for(lambda: len(os.listdir("/proc/self/fd")) <= files)
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    assert waits_for(lambda: not [each for each in children if state(int(each)) == "Z"])


def test_hello_is_what_every_program_says(make: Make) -> None:
    """The fake of these tests, too."""
    assert "protocol=1" in HELLO and told(decides(make())) == ""
