"""The demo in a real pseudo-terminal: bytes, ways out, broken input."""

import signal
import sys
from pathlib import Path
from shutil import which
from statistics import median

import pytest

from tests.cases import some, some_rows
from tests.terminal import KEYS, Cost, Pty
from tilehall.tui.terminal.drivers.first_picture import END_SIGNALS

ROOT = Path(__file__).parents[3]
LINUX = sys.platform == "linux"
DEMO = [sys.executable, "-m", "tests.tui.terminal.demo"]
WALK = ["right"] * 6 + ["down"] * 5 + ["left"] * 3 + ["up"] * 4


def demo(env: dict[str, str] | None = None, command: list[str] = DEMO) -> Pty:
    pty = Pty(command, (80, 24), env, ROOT)
    try:
        whole(pty)
    except TimeoutError:
        pty.close()
        raise
    return pty


def stopped(pty: Pty) -> bool:
    """Whether the program is stopped, where that is known."""
    status = Path(f"/proc/{pty.process.pid}/stat")
    return not LINUX or status.read_text().rpartition(")")[2].split()[0] == "T"


def whole(pty: Pty) -> None:
    """All of the first picture is there: a busy machine may paint the parts one after the other."""
    for part in ("Aki", "3: gems 3", "Cell A1", "ready"):
        pty.wait_for(part)
    pty.wait_quiet(0.2)


@pytest.mark.parametrize(
    ("env", "middle", "most"),
    some_rows(
        [
            ({}, 650, 900),
            ({"COLORTERM": ""}, 450, 650),
            ({"COLORTERM": "", "TERM": "xterm"}, 450, 650),
            ({"NO_COLOR": "1"}, 200, 300),
        ],
        slice(0, None, 2),
    ),
    ids=["truecolor", "256", "16", "none"],
)
def test_a_cursor_move_is_small(env, middle, most) -> None:
    with demo(env) as pty:
        costs: list[Cost] = [pty.measure(key, quiet=0.03) for key in WALK]
        sizes = sorted(cost.bytes for cost in costs)
        cpu, first = median(cost.cpu for cost in costs) * 1000, median(cost.first for cost in costs) * 1000
        print(f"bytes p50 {median(sizes)}, most {sizes[-1]}; CPU {cpu:.2f} ms, first byte after {first:.2f} ms")
        assert "Cell D2" in pty.text
        assert 20 < median(sizes) <= middle
        assert sizes[-1] <= most


def test_a_start_and_a_toast_are_small() -> None:
    """Textual repaints the whole screen for each: three times at the start, twice for a dialog."""
    with demo() as pty:
        whole = len(pty.received)
        toast, dialog = len(pty.press("t", quiet=0.2)), len(pty.press("m", quiet=0.2))
        closed = len(pty.press("escape", quiet=0.3))
        print(f"start {whole}, toast {toast}, dialog {dialog}, closed {closed} bytes")
        assert "a toast" in pty.text
        assert whole < 9000
        assert toast < 2000
        assert max(dialog, closed) < 9000


def test_suspended_and_resumed_the_screen_is_whole() -> None:
    with demo() as pty:
        before = pty.lines
        pty.screen.reset()
        pty.send(KEYS["ctrl+l"])
        pty.wait_until(lambda: pty.lines == before)
        pty.kill(signal.SIGTSTP)
        # Whoever is woken before falling asleep sleeps on.
        pty.wait_until(lambda: pty.restored() == [] and stopped(pty))
        pty.wait_quiet(0.3)
        pty.screen.reset()
        pty.kill(signal.SIGCONT)
        pty.wait_until(lambda: pty.lines == before)
        pty.send(KEYS["right"])
        pty.wait_for("Cell B1")


def test_stopped_by_force_the_screen_is_whole_again() -> None:
    """SIGSTOP cannot be caught: the terminal is not put in order before, but it is in the end."""
    with demo() as pty:
        before = pty.lines
        pty.kill(signal.SIGSTOP)
        pty.wait_until(lambda: stopped(pty))
        pty.screen.reset()
        pty.kill(signal.SIGCONT)
        pty.wait_until(lambda: pty.lines == before)
        threads = len(list(Path(f"/proc/{pty.process.pid}/task").glob("*"))) if LINUX else 3
        pty.send(KEYS["right"])
        pty.wait_for("Cell B1")
        assert threads == 3
        pty.send("q")
        assert pty.wait_exit() == 0
        assert pty.restored() == []


SHELL = ["bash", "--norc", "--noprofile", "-i"]
PROMPT = "what next?"


@pytest.mark.skipif(not which("bash"), reason="needs a shell with jobs")
def test_put_to_sleep_from_a_shell_and_brought_back() -> None:
    with Pty(SHELL, (80, 24), {"PS1": PROMPT}, ROOT) as pty:
        pty.wait_for(PROMPT)
        pty.send(f"{' '.join(DEMO)}\n")
        whole(pty)
        before = pty.lines
        for _ in range(2):
            pty.screen.reset()
            pty.send(KEYS["ctrl+z"])
            pty.wait_for(PROMPT)
            assert {"mouse", "alternate screen", "kitty keys", "cursor"}.isdisjoint(pty.restored())
            pty.send("fg\n")
            pty.wait_until(lambda: pty.lines == before)
        pty.press("right")
        pty.wait_for("Cell B1")
        pty.screen.reset()
        pty.send("q")
        pty.wait_for(PROMPT)
        pty.send("echo left with $?\n")
        pty.wait_for("left with 0")
        assert {"mouse", "alternate screen", "kitty keys", "cursor"}.isdisjoint(pty.restored())


def test_nobody_sleeps_without_a_shell_to_be_woken_by() -> None:
    """Here no shell has started the demo: it would sleep for ever."""
    with demo() as pty:
        pty.press("ctrl+z", "right")
        assert "Cell B1" in pty.text


@pytest.mark.skipif(not which("bash"), reason="needs a shell with jobs")
def test_nobody_elsewhere_puts_the_program_to_sleep() -> None:
    with Pty(SHELL, (80, 24), {"PS1": PROMPT, "SSH_TTY": "elsewhere"}, ROOT) as pty:
        pty.wait_for(PROMPT)
        pty.send(f"{' '.join(DEMO)}\n")
        whole(pty)
        pty.press("ctrl+z", "right")
        pty.wait_for("Cell B1")


def test_the_screen_is_what_was_painted() -> None:
    with demo() as pty:
        pty.send(KEYS["right"])
        pty.wait_until(lambda: pty.lines[2].startswith("    ♞  [ ✦ ]  ❖"))
        assert (pty.cell(8, 2).bg, pty.cell(8, 2).bold) == ("f4f4f4", True)
        assert pty.cell(4, 2).bg == "2f5fa8"
        assert pty.lines[1].rstrip() == " " * 46 + "Aki 竹取"
        pty.send("m")
        pty.wait_for("A dialog")
        pty.resize(100, 30)
        pty.wait_quiet()
        pty.send(KEYS["escape"])
        pty.wait_until(lambda: "A dialog" not in pty.text)
        pty.wait_until(lambda: pty.lines[2].startswith("    ♞  [ ✦ ]  ❖"))
        pty.click(9, 3)
        pty.wait_for("pressed 9,3")


def test_no_colour_means_no_colour_codes() -> None:
    with demo({"NO_COLOR": "1"}) as pty:
        pty.press("right", "m")
        pty.press("escape", quiet=0.2)
        used = {(cell.fg, cell.bg) for line in pty.screen.buffer.values() for cell in line.values()}
        assert used == {("default", "default")}
        faces = [pty.cell(2 + 5 * column, 2).reverse for column in range(8)]
        assert True in faces and False in faces


def test_left_in_order_after_quitting() -> None:
    with demo() as pty:
        assert set(pty.restored()) >= {"mouse", "cursor", "alternate screen", "kitty keys", "paste", "line settings"}
        pty.send("q")
        assert pty.wait_exit() == 0
        assert pty.restored() == []


def test_left_in_order_after_an_exception() -> None:
    with demo() as pty:
        pty.send("x")
        assert pty.wait_exit() == 1
        assert pty.restored() == []
        assert "RuntimeError: failed on" in pty.received.decode()


@pytest.mark.parametrize("number", some(END_SIGNALS, slice(0, None, 3)), ids=lambda number: number.name)
def test_left_in_order_after_a_signal(number: signal.Signals) -> None:
    with demo() as pty:
        pty.kill(number)
        assert pty.wait_exit() == 128 + number
        assert pty.restored() == []


STUCK = (
    "import sys, time, tests.tui.terminal.demo as d; "
    "d.Demo.action_fail = lambda self: time.sleep(60); sys.exit(d.main())"
)


def test_left_in_order_by_a_program_that_hangs() -> None:
    with demo(command=[sys.executable, "-c", STUCK]) as pty:
        pty.send("x")
        pty.wait_quiet()
        pty.kill(signal.SIGTERM)
        assert pty.wait_exit(timeout=4.0) == 128 + signal.SIGTERM
        assert pty.restored() == []


DEAF = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *DEMO]


@pytest.mark.parametrize("command", [DEMO, DEAF], ids=["plain", "hang-up ignored"])
def test_ends_when_the_terminal_goes_away(command) -> None:
    with demo(command=command) as pty:
        pty.hang_up()
        assert pty.process.wait(timeout=5) in (128 + signal.SIGHUP, 1, 120)


def test_broken_input_is_passed_over() -> None:
    with demo() as pty:
        for data in (b"\x1b[99999999999u", b"\xff\xfe\xc3", b"\x1b[<1;2", b"\x1b[\x1b[;;;u"):
            pty.send(data)
            pty.wait_quiet(0.2)
        pty.press("right", "right")
        assert "Cell C1" in pty.text or "Cell B1" in pty.text
        pty.send("q")
        assert pty.wait_exit() == 0


# --- bytes in pieces


@pytest.mark.parametrize("pieces", [(b"\x1b[", b"C"), (b"\x1b", b"[C"), (b"\x1b[1;", b"5C", b"\x1b[", b"C")])
def test_a_sequence_that_comes_in_pieces_is_no_letters(pieces: tuple[bytes, ...]) -> None:
    with demo() as pty:
        for piece in pieces:
            pty.send(piece)
            pty.wait_quiet(0.1)
        assert "Cell B1" in pty.text
        assert "letter" not in pty.text


def test_letters_in_pieces_do_no_harm() -> None:
    with demo() as pty:
        for data in (b"\xe9", b"\xc3", b"\xa9", b"\x1b[\xe9", bytes(range(128, 256))):
            pty.send(data)
            pty.wait_quiet(0.05)
        pty.press("right")
        assert "Cell B1" in pty.text
        pty.send("q")
        assert pty.wait_exit() == 0


def test_the_escape_key_is_not_waited_for_long() -> None:
    """It took 105 ms while the terminal was asked ten times a second."""
    with demo() as pty:
        took = []
        for _ in range(5):
            pty.press("m", quiet=0.2)
            took.append(pty.measure("escape", quiet=0.2).first)
        print("Esc took", [f"{seconds * 1000:.0f} ms" for seconds in took])
        assert min(took) < 0.06


@pytest.mark.skipif(not LINUX, reason="only Linux counts this")
def test_nothing_wakes_a_program_that_has_nothing_to_do() -> None:
    """It was woken ten times a second."""
    with demo() as pty:
        pty.press("right", "escape", quiet=1.2)
        before = pty.wakings()
        pty.read(2.0)
        assert pty.wakings() - before <= 2
