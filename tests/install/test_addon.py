"""A game of another package: installed beside Tilehall it is everywhere, and not a line here knows of it."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.installing import MADE, PIP, ROOT, Environment, build_wheel, fresh, lend, run
from tests.terminal import Pty

GUEST = ROOT / "tests" / "addon"
SMALL = ("--option", "size=5", "--seed", "1")
GAME = ["C1", "A1", "C2", "A2", "C3", "A3", "C4", "A4", "B5"]
"""Aki's third column reaches the bottom."""
CHEAT = """
from dataclasses import replace
from tilehall_hex import ANNOUNCEMENT
from tilehall_hex.game import Hex

class Cheat(Hex):
    def check(self, s, seat, a):
        return None

CHEAT = replace(ANNOUNCEMENT, id="cheat", package="tilehall_hex", rules=Cheat)
"""
ODD = """
from dataclasses import replace
from tilehall_hex import ANNOUNCEMENT

ODD = replace(ANNOUNCEMENT, id="odd", renderer="odd:no_such_thing", wording="odd:ODD")
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(GUEST, tmp_path_factory.mktemp("guest") / "source", ignore=MADE))


@pytest.fixture(scope="module")
def visited(wheel: Path, sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A fresh environment with Tilehall and its guest."""
    environment = fresh(tmp_path_factory.mktemp("visited"))
    for built in (wheel, build_wheel(sources, sources.parent / "built")):
        run(*PIP, "--python", environment.python, "install", "--no-deps", "--no-index", built, cwd=wheel.parent)
    lend(environment)
    return environment


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Where everything that is kept goes."""
    return {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config"), "HOME": str(tmp_path)}


def install(folder: Path, name: str, code: str) -> None:
    """A package of one module with a game of the same name, as it lies when it is installed."""
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[tilehall.games]\n{name} = {name}:{name.upper()}\n", encoding="utf-8")


@pytest.fixture
def spoilt(tmp_path: Path) -> dict[str, str]:
    """A folder with two guests that are not fit for company, for Python to find."""
    folder = tmp_path / "spoilt"
    folder.mkdir()
    install(folder, "broken", "raise RuntimeError('no luck today')\n")
    install(folder, "cheat", CHEAT)
    return {"PYTHONPATH": str(folder)}


# --- It is there


def test_nothing_of_the_house_knows_it() -> None:
    files = [path for name in ("engine", "tui", "themes") for path in (ROOT / "src/tilehall" / name).rglob("*.py")]
    assert len(files) > 100
    assert [
        path for path in files if "tilehall_hex" in path.read_text(encoding="utf-8") and path.stem != "announcement"
    ] == []


def test_it_passes_its_own_tests(visited: Environment, sources: Path) -> None:
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", sources, sources / "tests")
    assert " passed" in run(visited.python, *words, cwd=sources.parent)


def test_it_is_listed_and_has_its_rules(visited: Environment, tmp_path: Path, home: dict[str, str]) -> None:
    told = run(visited.command, cwd=tmp_path, **home)
    assert "tilehall play hex --line   plays Hex" in told and told.index("kaguya") < told.index("hex")
    assert run(visited.command, "complete", "--", "rules", "h", cwd=tmp_path) == "hex\n"
    assert "form an unbroken chain" in run(visited.command, "rules", "hex", "H-4.1", cwd=tmp_path)
    assert "Passen gibt es nicht." in run(visited.command, "rules", "hex", "H-3.1", "--lang", "de", cwd=tmp_path)


def test_it_is_simulated(visited: Environment, tmp_path: Path) -> None:
    words = ("simulate", "hex", "--games", "4", "--json", *SMALL, "--seat", "normal", "--seat", "random")
    told = json.loads(run(visited.command, *words, cwd=tmp_path))
    assert told["game"] == "hex" and told["endings"] == {"chain": 4}
    words = ("simulate", "hex", "--games", "4", "--json", *SMALL, "--against", "swap=no")
    told = json.loads(run(visited.command, *words, cwd=tmp_path))
    assert told["options"]["swap"]["rule"] == "H-3.3"
    assert told["could"]["games"] == 4 and told["could"]["kinds"] == {"owed": {"games": 4, "positions": 4}}


def test_programs_play_it(visited: Environment, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    lines = [{"do": "games"}, {"do": "new", "game": "hex", "players": 2, "options": {"size": "5"}, "seed": "1"}]
    lines += [{"do": do, "match": 1} for do in ("imagine", "foresee", "plans")]
    lines += [{"do": "try", "match": 1, "each": "legal", "from": "view", "want": ["value"]}]
    asked.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    code = "import sys; from tilehall.tui.cli import main; sys.stdin = open(sys.argv[1]); sys.exit(main(['pipe']))"
    told = run(visited.python, "-c", code, asked, cwd=tmp_path).splitlines()[-len(lines) :]
    games, opened, imagined, foreseen, plans, tries = map(json.loads, told)
    assert "hex" in [game["id"] for game in games["games"]] and opened["actors"] == [0]
    assert len(imagined["states"]) == 1 and plans["plans"][0]["actions"]
    assert len(foreseen["foreseen"]) == len(tries["each"]) == 25


def test_a_program_sits_down_at_it(visited: Environment, tmp_path: Path) -> None:
    """One of docs/bots.md, which has never heard of it."""
    bot = f"{visited.python} {ROOT / 'examples' / 'bots' / 'greedy.py'}"
    words = ("bot", "check", bot, "--game", "hex", "--moves", "6", "--bot-time", "60", "--json")
    found = json.loads(run(visited.command, *words, cwd=tmp_path))
    assert found["fine"] and found["games"][0]["decisions"] == 6, found


def test_a_demo_tells_it(visited: Environment, tmp_path: Path, home: dict[str, str]) -> None:
    told = run(visited.command, "demo", "hex", "--line", "--speed", "0", *SMALL, cwd=tmp_path, **home)
    assert "[H-3.1] Why: " in told and told.rstrip().endswith("wins.")


# --- It is played


def test_it_is_played_in_lines_and_its_record_replays(
    visited: Environment, tmp_path: Path, home: dict[str, str]
) -> None:
    typed = tmp_path / "typed"
    typed.write_text("where\n" + "".join(f"lay {cell}\n\n" for cell in GAME), encoding="utf-8")
    code = "import sys; from tilehall.tui.cli import main; sys.stdin = open(sys.argv[1]); sys.exit(main(sys.argv[2:]))"
    words = ("play", "hex", "--line", "--seat", "Aki", "--seat", "Bo", *SMALL)
    told = run(visited.python, "-c", code, typed, *words, cwd=tmp_path, **home)
    assert "Aki joins top and bottom: 5 stones lacking." in told and "Aki wins." in told
    (path,) = tmp_path.rglob("*.tilehall")
    assert "ok, 9 steps, 1. Aki 1, 2. Bo 0, dealt by its sealed seed" in run(
        visited.command, "check", path, cwd=tmp_path
    )
    assert "Aki has joined top and bottom. [H-4.1]" in run(
        visited.command, "replay", path, "--line", cwd=tmp_path, **home
    )


def test_its_puzzles_are_found_and_solved(visited: Environment, tmp_path: Path, home: dict[str, str]) -> None:
    """None came with it; what is looked for is kept, by the board that it was found on."""
    assert "Hex                          0" in run(visited.command, "puzzle", cwd=tmp_path, **home)
    find = ("puzzle", "hex", "--find", "2", "--level", "easy", "--option", "size=5")
    assert "2 new puzzles are in" in run(visited.command, *find, cwd=tmp_path, **home)
    (path,) = tmp_path.rglob("hex.jsonl")
    first = json.loads(path.read_text("utf-8").splitlines()[0])
    assert first["number"] == 501 and first["position"]["options"] == {"size": "5"}
    typed = tmp_path / "typed"
    typed.write_text("".join(f"{action}\n\n" for action in first["solution"]), encoding="utf-8")
    code = "import sys; from tilehall.tui.cli import main; sys.stdin = open(sys.argv[1]); sys.exit(main(sys.argv[2:]))"
    told = run(visited.python, "-c", code, typed, "puzzle", "hex", "501", "--line", cwd=tmp_path, **home)
    assert "Right: nothing better was found." in told


def go_to(pty: Pty, label: str) -> None:
    """The row of a form that begins with this label."""
    for _ in range(20):
        if f"[{label}" in pty.text:
            return
        pty.press("down")
    raise AssertionError(f"no row {label!r}:\n{pty.text}")


def play_on(pty: Pty) -> None:
    """The first choice of all, again and again, until the score is shown."""
    for _ in range(40):
        before = pty.text
        for key in ("home", "enter", "enter"):
            pty.press(key)
            while "is thinking" in pty.text:
                pty.read(0.05)
            if "the result" in pty.lines[0]:
                return
        if pty.text == before:
            pty.read(0.6)  # right after somebody has thought, Enter is taken for a late wish to hurry
    raise AssertionError(f"the game does not end:\n{pty.text}")


def test_it_is_played_on_the_full_screen(visited: Environment, tmp_path: Path, home: dict[str, str]) -> None:
    with Pty([str(visited.command)], (100, 30), home, tmp_path) as pty:
        pty.wait_for("1-5 game")
        pty.press("5")
        pty.wait_for("Hex: set up")
        go_to(pty, "Board")
        pty.press("right")
        pty.wait_for("5 by 5: to learn how it goes")
        go_to(pty, "Start the game")
        pty.press("enter")
        pty.wait_for("Lay a stone")
        assert "top and bottom" in pty.text
        play_on(pty)
        pty.press("q")
        pty.wait_for("1-5 game")
        pty.press("ctrl+q")
        assert pty.wait_exit() == 0
    (path,) = tmp_path.rglob("*.tilehall")
    assert "dealt by its sealed seed" in run(visited.command, "check", path, cwd=tmp_path)


def test_the_mouse_finds_its_cells(visited: Environment, tmp_path: Path, home: dict[str, str]) -> None:
    words = [str(visited.command), "play", "hex", "--seat", "Aki", "--seat", "Bo", *SMALL]
    with Pty(words, (80, 24), home, tmp_path) as pty:
        pty.wait_for("Lay a stone")
        y, line = next((n, line) for n, line in enumerate(pty.lines) if re.search(r"^ *2 ", line))
        pty.click(line.index("·"), y)
        pty.wait_for("Enter does it")
        pty.press("enter")
        pty.wait_for("Bo, your turn.")


def test_it_speaks_the_language_of_whoever_plays(visited: Environment, tmp_path: Path, home: dict[str, str]) -> None:
    words = [str(visited.command), "play", "hex", "--seat", "Aki", "--seat", "Bo", *SMALL]
    with Pty(words, (80, 24), home | {"LC_ALL": "de_DE.UTF-8"}, tmp_path) as pty:
        pty.wait_for("Lege einen Stein auf ein leeres Feld.")
        assert "oben und unten" in pty.text and "top and bottom" not in pty.text
        pty.press("enter", "enter")
        pty.wait_for("Bo, du bist am Zug.")


# --- Guests that are not fit for company


def test_what_is_wrong_with_a_guest_is_one_sentence(
    visited: Environment, tmp_path: Path, home: dict[str, str], spoilt: dict[str, str]
) -> None:
    code = (
        "from tilehall.engine import list_game_problems, list_games; "
        "print(*(each.id for each in list_games())); print(*list_game_problems(), sep='\\n')"
    )
    ids, *problems = run(visited.python, "-c", code, cwd=tmp_path, **spoilt).splitlines()
    assert ids.split() == ["princess", "sand", "beasts", "kaguya", "hex"]
    broken, cheat = problems
    assert broken == "The game 'broken' of 'broken' is left out: RuntimeError (no luck today)."
    assert cheat.startswith("The game 'cheat' of 'cheat' is left out: In cheat with 2 players") and cheat.endswith(".")


def test_everything_else_goes_on_beside_them(
    visited: Environment, tmp_path: Path, home: dict[str, str], spoilt: dict[str, str]
) -> None:
    run(visited.command, "simulate", "hex", "--games", "1", *SMALL, cwd=tmp_path, **spoilt)
    run(visited.command, "simulate", "princess", "--games", "1", cwd=tmp_path, **spoilt)
    with Pty([str(visited.command)], (80, 24), home | spoilt, tmp_path) as pty:
        pty.wait_for("1-5 game")
        assert "The game 'broken' of 'broken' is left out: RuntimeError (no luck today)." in pty.text
        assert "The game 'cheat' of 'cheat' is left out: In cheat with 2 players" in pty.text
        assert "Quit" in pty.text and all(len(line.rstrip()) <= 80 for line in pty.lines)
        pty.press("1")
        pty.wait_for("The Princess and Magic Tile: set up")
        pty.press("ctrl+q")
        assert pty.wait_exit() == 0


def test_the_doctor_names_them(
    visited: Environment, tmp_path: Path, home: dict[str, str], spoilt: dict[str, str]
) -> None:
    code = "import sys; from tilehall.tui.cli import main; main(['doctor'])"
    told = run(visited.python, "-c", code, cwd=tmp_path, **home, **spoilt)
    wrong = told.partition("What is wrong")[2].partition("What could be better")[0]
    assert "'broken'" in wrong and "'cheat'" in wrong and "hex" not in wrong.replace("cheat", "")


def test_a_game_whose_scene_does_not_work_is_drawn_plainly(
    visited: Environment, tmp_path: Path, home: dict[str, str]
) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    install(folder, "odd", ODD)
    words = [str(visited.command), "play", "odd", *SMALL]
    with Pty(words, (80, 24), home | {"PYTHONPATH": str(folder)}, tmp_path) as pty:
        pty.wait_for("Lay a stone")
        assert "Players" in pty.text and "top and bottom" not in pty.text
        pty.press("down", "enter", "enter")
        pty.wait_for("Guest lays a stone on A2")
    code = "import sys; from tilehall.tui.cli import main; main(['doctor'])"
    told = run(visited.python, "-c", code, cwd=tmp_path, **home, PYTHONPATH=str(folder))
    assert "What odd has under renderer cannot be used, plain will do: AttributeError" in told
    assert "What odd has under wording cannot be used, plain will do: TypeError: that is no Wording." in told
