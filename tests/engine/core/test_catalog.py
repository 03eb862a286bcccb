"""Which games there are: those of the house, and guests that announce themselves, whatever they are like."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.addons import install, installed
from tests.engine.games.toy import TOY
from tilehall.engine import (
    BUILT_IN_GAMES,
    Header,
    Match,
    RecordPlayer,
    RuleError,
    SeedDealer,
    Setup,
    list_game_problems,
    list_games,
    load_game,
    load_games,
    load_rulebook,
    parse_record,
    position_digest,
    write_record,
)

HOUSE = ["princess", "sand", "beasts", "kaguya"]
HEX = """
from dataclasses import replace
from tests.engine.games.toy import ANNOUNCEMENT, Toy
from tilehall.engine import Text

class Hex(Toy):
    pass

HEX = replace(
    ANNOUNCEMENT, id="hex", title=Text("Hex"), credit=Text("Piet Hein"), player_counts=range(2, 3), rules=Hex
)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where packages are looked for."""
    with installed(tmp_path):
        yield tmp_path


def ids() -> list[str]:
    return [box.id for box in list_games()]


def problem() -> str:
    """The only one there is; the games of the house are there all the same."""
    assert ids() == HOUSE
    found = str(*list_game_problems())
    assert found.isprintable()
    assert found.endswith(".")
    return found


# --- the house ------------------------------------------------------------------------------------------------------


def test_the_house_has_four_games() -> None:
    assert list(BUILT_IN_GAMES) == ids() == [found.id for found in load_games()] == HOUSE
    assert list_game_problems() == ()


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_in_the_box_is_what_is_printed_on_it(name: str) -> None:
    box, found = BUILT_IN_GAMES[name], load_game(name)
    assert found is box.game
    assert (found.id, found.title, found.credit, found.player_counts) == (
        box.id,
        box.title,
        box.credit,
        box.player_counts,
    )
    assert found.package == f"tilehall.engine.games.{name}"


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleError, match=r"^There is no game 'chess'\. Games: princess, sand, beasts, kaguya\.$"):
        load_game("chess")


def test_games_of_the_house_are_opened_without_looking_for_others() -> None:
    code = """
import sys
before = set(sys.modules)
from tilehall import engine
assert len(engine.BUILT_IN_GAMES) == 4
assert not {name for name in sys.modules if name.startswith("tilehall.engine.games.") and name.count(".") > 3}
engine.load_game("princess")
print(*set(sys.modules) - before)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "tilehall.engine.games.princess.rules" in done.stdout.split()
    assert not {"importlib.metadata", "tilehall.engine.games.addons", "tilehall.engine.games.sand"} & set(
        done.stdout.split()
    )


# --- guests ---------------------------------------------------------------------------------------------------------


def test_a_guest_is_a_game_like_any_other(folder: Path) -> None:
    install(folder, "tilehall-hex", {"hex": "tilehall_hex:HEX"}, {"tilehall_hex.py": HEX})
    assert ids() == [*HOUSE, "hex"]
    assert list_game_problems() == ()
    box, found = list_games()[-1], load_game("hex")
    assert (str(box.title), str(box.credit), box.player_counts, box.game) == ("Hex", "Piet Hein", range(2, 3), found)
    match = Match(found, Setup(2), SeedDealer("a guest"))
    while not match.is_over:
        match.act(match.actors()[0], found.default_action(match.state, match.actors()[0]))
    again = parse_record(write_record(Header("hex", 1, (RecordPlayer("Ann"), RecordPlayer("Bo"))), match))
    assert position_digest(found, again.match.state) == position_digest(found, match.state)


def test_guests_come_after_the_house_in_the_order_of_their_names(folder: Path) -> None:
    install(folder, "tilehall-hex", {"hex": "tilehall_hex:HEX"}, {"tilehall_hex.py": HEX})
    agon = HEX.replace("hex", "agon").replace("HEX", "AGON")
    install(folder, "zz-old-games", {"agon": "zz_old_games:AGON"}, {"zz_old_games.py": agon})
    assert ids() == [*HOUSE, "agon", "hex"]


def test_guests_are_looked_at_once(folder: Path) -> None:
    seen = folder / "seen"
    noting = f"open({str(seen)!r}, 'a').write('x')\n" + HEX
    install(folder, "tilehall-hex", {"hex": "tilehall_hex:HEX"}, {"tilehall_hex.py": noting})
    load_game("princess")
    assert not seen.exists()
    list_games(), list_game_problems(), load_game("hex"), list_games()
    assert seen.read_text() == "x"


def test_a_guest_brings_its_rulebook_in_its_languages(folder: Path) -> None:
    code = HEX + "HEX = replace(HEX, package=__name__)\n"
    english = "# Hex\n\n## 1 Rules\n\n" + "".join(f"**{rule}** A rule.\n\n" for rule in load_rulebook(TOY).numbers())
    german = english.replace("Hex", "Sechseck")
    files = {"hexed/__init__.py": code, "hexed/rulebook.md": english, "hexed/rulebook.de.md": german}
    install(folder, "hexed", {"hex": "hexed:HEX"}, files)
    assert list_game_problems() == ()
    assert (
        load_rulebook("hex").title
        == load_rulebook(load_game("hex"), "fr").title
        == load_rulebook("hex", "../rulebook").title
        == "Hex"
    )
    assert load_rulebook("hex", "de").title == "Sechseck"


# --- guests that cannot be played -----------------------------------------------------------------------------------

RAISING = [
    ("import tilehall_nowhere", "ModuleNotFoundError (No module named 'tilehall_nowhere')."),
    ("1 / 0", "ZeroDivisionError (division by zero)."),
    ("raise SystemExit(3)", "SystemExit (3)."),
    ("def f(): f()\nf()", "RecursionError (maximum recursion depth exceeded)."),
    ("raise ValueError('two\\nlines \\x1b[2J')", "ValueError (two lines ?[2J)."),
    ("class E(Exception):\n  def __str__(self): return 1 / 0\nraise E", "E."),
    ("HEX", "NameError (name 'HEX' is not defined)."),
    ("", "AttributeError (module 'tilehall_hex' has no attribute 'HEX')."),
    ("if", "SyntaxError (invalid syntax (tilehall_hex.py, line 1))."),
]


@pytest.mark.parametrize(("code", "why"), RAISING, ids=[why.split()[0] for _, why in RAISING])
def test_a_guest_that_raises_is_left_out(folder: Path, code: str, why: str) -> None:
    install(folder, "tilehall-hex", {"hex": "tilehall_hex:HEX"}, {"tilehall_hex.py": code})
    assert problem() == f"The game 'hex' of 'tilehall-hex' is left out: {why}"
    with pytest.raises(RuleError, match="There is no game 'hex'"):
        load_game("hex")


UNFIT = [
    ("HEX = 'a string'", "str is no Announcement of a game."),
    ("HEX = Hex", "Hex is no Announcement of a game."),
    ("HEX = HEX.game", "Hex is no Announcement of a game."),
    ("HEX = replace(HEX, rules=HEX)", "TypeError ('Announcement' object is not callable)."),
    ("HEX = replace(HEX, rules='nowhere:Hex')", "ModuleNotFoundError (No module named 'nowhere')."),
    ("HEX = replace(HEX, advisor='nowhere:Hex')", "ModuleNotFoundError (No module named 'nowhere')."),
    ("HEX = replace(HEX, player_counts=(2, 3))", "Announcement is no game: its 'player_counts' is no range."),
    ("Hex.options = []", "Hex is no game: its 'options' is no tuple."),
    ("Hex.decision = None", "Hex is no game: it has no 'decision'."),
    ("Hex.advisor = None", "Hex is no game: its advisor has no 'value'."),
    ("HEX = replace(HEX, title='Hex')", "Announcement is no game: its 'title' is no Text."),
    ("HEX = replace(HEX, title=Text(''))", "The title and the credit of hex are each one line of text."),
    ("HEX = replace(HEX, package='tests.engine')", "rulebook.md of tests.engine is missing"),
    ("HEX = replace(HEX, id='princess')", "its id is 'princess'."),
    ("HEX = replace(HEX, id='toy')", "its id is 'toy'."),
    ("HEX = replace(HEX, id='two words')", "its id is 'two words'."),
    ("Hex.legal_actions = lambda self, s, seat: ()", "In hex with 2 players, seed 'a look', after 0 steps: a dead end"),
    ("Hex.parse = lambda self, text: 1 / 0", "ZeroDivisionError (division by zero)."),
    ("Hex.actors = lambda self, s: exit()", "SystemExit"),
    ("Hex.view = lambda self, s, seat: self.view(s, seat)", "RecursionError"),
]


@pytest.mark.parametrize(("code", "why"), UNFIT, ids=[code for code, _ in UNFIT])
def test_a_guest_that_is_no_game_is_left_out(folder: Path, code: str, why: str) -> None:
    install(folder, "tilehall-hex", {"hex": "tilehall_hex:HEX"}, {"tilehall_hex.py": f"{HEX}\n{code}\n"})
    found = problem()
    assert found.startswith("The game 'hex' of 'tilehall-hex' is left out: ")
    assert why in found


def test_a_guest_cannot_take_the_name_of_another(folder: Path) -> None:
    code = "raise SystemExit('not even imported')"
    install(folder, "evil", {"princess": "evil:PRINCESS"}, {"evil.py": code})
    assert problem() == "The game 'princess' of 'evil' is left out: there is a game of that name already."
    assert str(load_game("princess").title) == "The Princess and Magic Tile"


def test_of_two_guests_with_one_name_the_first_package_is_welcome(folder: Path) -> None:
    for package in ("hex-b", "hex-a"):
        module = package.replace("-", "_")
        install(folder, package, {"hex": f"{module}:HEX"}, {f"{module}.py": HEX})
    assert ids() == [*HOUSE, "hex"]
    (left_out,) = list_game_problems()
    assert str(left_out) == "The game 'hex' of 'hex-b' is left out: there is a game of that name already."
    assert type(load_game("hex")).__module__ == "hex_a"


def test_what_a_guest_prints_is_not_heard(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It would stand in the middle of a screen, or of somebody's JSON."""
    noisy = f"import sys\nprint('Hello!')\nprint('Look!', file=sys.stderr)\n{HEX}"
    install(folder, "tilehall-hex", {"hex": "tilehall_hex:HEX"}, {"tilehall_hex.py": noisy})
    assert ids() == [*HOUSE, "hex"]
    assert capfd.readouterr() == ("", "")


def test_who_wants_to_stop_can_stop(folder: Path) -> None:
    install(folder, "tilehall-hex", {"hex": "tilehall_hex:HEX"}, {"tilehall_hex.py": "raise KeyboardInterrupt"})
    with pytest.raises(KeyboardInterrupt):
        list_games()


def test_one_package_with_broken_papers_harms_no_game_of_the_house(folder: Path) -> None:
    install(folder, "tilehall-hex", {"hex": "tilehall_hex:HEX"}, {"tilehall_hex.py": HEX})
    (folder / "tilehall_hex-1.0.dist-info" / "entry_points.txt").write_bytes(b"[tilehall.games\nhex\xff")
    assert problem().startswith("Games of other packages cannot be looked for: UnicodeDecodeError")
    assert str(load_game("sand").title) == "Realm of Sand"
