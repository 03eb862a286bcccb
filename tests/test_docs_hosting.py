"""What docs/hosting.md says is done: its files are put in place, its commands are given, to a hall with real people.

The page speaks of a machine where one is root. Its folders are folders of the test here, and what only the owner of a
machine may do is done as far as it can be without harm: see `Machine`.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import pytest

from tests.installing import PIP, ROOT, Environment, copy_sources, fresh, lend, run
from tests.terminal import Pty
from tests.tui.hall.halls import Hall, needs_ssh, plain, wait
from tests.tui.hall.scraping import parsed
from tests.tui.hall.test_whole_hall import begun, in_turn, sat_down
from tilehall.tui.hall import limits
from tilehall.tui.hall.house import HallLimits
from tilehall.tui.hall.refusals import REASONS

pytestmark = needs_ssh
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FOLDERS = {
    "/opt/tilehall": "opt",
    "/var/lib/tilehall": "data",
    "/var/backups/tilehall": "copies",
    "/usr/local/bin": "bin",
}


def section(title: str) -> str:
    return next(part for part in PAGE.split("\n## ") if part.startswith(f"{title}\n"))


def blocks(title: str, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(section(title)) if found == language]


def commands(title: str) -> list[str]:
    return [line for block in blocks(title, "sh") for line in block.splitlines()]


@dataclass
class Machine(Hall):
    """A machine with a hall that is kept as the page says.

    Commands are given by a shell, with the folders of the page in that of the test, and without the `sudo` before them.
    Only these are done by other means: `useradd` leaves the machine's own users alone, `pip` takes nothing from the
    network, `systemctl` has no systemd to talk to (what it would start and end is what the unit says), and
    `journalctl` has no journal.
    """

    folder: Path
    ports: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.service: subprocess.Popen[bytes] | None = None
        self.environment: Environment | None = None
        self.sources = copy_sources(self.folder / "sources")
        (self.folder / "bin").mkdir()
        for name in ("8022", "9108"):
            with closing(socket.create_server(("127.0.0.1", 0))) as free:
                self.ports[name] = f"{free.getsockname()[1]}"
        self.port = int(self.ports["8022"])

    def close(self) -> int:
        return self.systemctl("stop")

    def here(self, text: str) -> str:
        """What the page says, for this machine."""
        for there, name in FOLDERS.items():
            text = text.replace(there, str(self.folder / name))
        for port, free in self.ports.items():
            text = re.sub(rf"\b{port}\b", free, text)
        return text.replace("--host 0.0.0.0", "--host 127.0.0.1")

    # --- commands -------------------------------------------------------------------------------------------------

    def give(self, line: str) -> str:
        """What a command prints. It has to end well."""
        words = shlex.split(re.sub(r"^sudo (-u tilehall )?", "", self.here(line)))
        match words:
            case ["useradd", *rest]:
                return self.useradd(rest)
            case ["python3", "-m", "venv", where]:
                self.environment = fresh(Path(where))
                lend(self.environment)
                return ""
            case [pip, "install", *rest] if Path(pip).name == "pip":
                return self.install(rest)
            case ["systemctl", *rest]:
                return f"{self.systemctl(*rest)}"
            case ["journalctl", "-u", "tilehall", "-o", "cat"]:
                return self.log.read_text()
            case ["sshd", "-t"]:
                return self.shell([str(SSHD), "-t", "-f", str(self.folder / "sshd")])
            case ["install", "-d", "-o", "tilehall", *rest]:
                return self.shell(["install", "-d", *rest])
            case _:
                return self.shell(words)

    def shell(self, words: Sequence[str]) -> str:
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return run("sh", "-c", shlex.join(words), cwd=self.folder, PATH=path, HOME=str(self.folder))

    def useradd(self, rest: Sequence[str]) -> str:
        """Among the users of a folder, where only the real root may; the home is made in any case."""
        self.data.mkdir()
        if os.getuid() or not shutil.which("useradd"):
            return ""
        etc = self.folder / "users" / "etc"
        etc.mkdir(parents=True)
        for name in ("passwd", "group", "shadow", "gshadow"):
            (etc / name).touch()
        told = run("useradd", "--prefix", etc.parent, "--no-log-init", *rest, cwd=self.folder)
        assert (etc / "passwd").read_text().startswith("tilehall:")
        return told

    def install(self, rest: Sequence[str]) -> str:
        assert self.environment is not None and rest[-3:] == ["--constraint", "constraints.txt", "."]
        flags = ("--no-deps", "--no-index", "--no-build-isolation", "--force-reinstall")
        where = ("--python", self.environment.python)
        return run(*PIP, *where, "install", *flags, *rest[:-3], ".", cwd=self.sources)

    def systemctl(self, action: str, *rest: str) -> int:
        assert rest in ((), ("tilehall",), ("--now", "tilehall"))
        if action in ("stop", "restart") and self.service is not None:
            # KillMode=mixed: the main process alone.
            self.service.send_signal(signal.SIGTERM)
            assert self.service.wait(30) == 0
            self.service = None
        if action in ("start", "restart", "enable"):
            begin = self.here(unit("ExecStart"))
            with open(self.log, "ab") as log:
                self.service = subprocess.Popen(shlex.split(begin), stderr=log, stdout=log, cwd="/", env=plain())
            opened = self.log.stat().st_size
            wait(lambda: "The hall is open" in self.log.read_text()[opened:], "it does not open", 60)
        return 0

    def running(self) -> int:
        assert self.service is not None
        return self.service.pid


SSHD = Path("/usr/sbin/sshd")
needs_sshd = pytest.mark.skipif(not SSHD.is_file(), reason="needs OpenSSH's server")
needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="the page asks for the figures with curl")


def unit(key: str) -> str:
    (text,) = blocks("As a service", "ini")
    (value,) = re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)
    return str(value)


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """With the hall installed and open; one for all, also where tests of other modules come in between."""
    with Machine(tmp_path_factory.mktemp("host")) as machine:
        given = [(line, machine.give(line)) for line in commands("As a service")]
        told = given[-1][1]
        assert f"ssh -p {machine.port} NAME@127.0.0.1" in told and "SHA256:" in told
        yield machine


def give_all(machine: Machine, title: str) -> dict[str, str]:
    """All commands of a section, one after the other, with what they say."""
    return {line: machine.give(line) for line in commands(title)}


# --- the page ---------------------------------------------------------------------------------------------------------


def test_every_block_is_a_file_or_commands() -> None:
    assert {language for language, _ in BLOCK.findall(PAGE)} == {"sh", "ini", "cron", "sshd"}
    assert PAGE.count("\n```") == 2 * len(BLOCK.findall(PAGE))


def test_every_page_it_points_to_is_there() -> None:
    named = re.findall(r"\]\((\S+?)\)", PAGE)
    assert named and [name for name in named if not (ROOT / "docs" / name).exists()] == []


def test_every_option_of_a_service_is_one(machine: Machine) -> None:
    told = machine.give("tilehall serve --help")
    options = set(re.findall(r"`(--[a-z-]+)", section("A public port"))) | set(
        re.findall(r"--[a-z]+", unit("ExecStart"))
    )
    assert len(options) > 6 and [option for option in options if option not in told] == []


# On a machine without systemd there is nobody to ask; what its options and paths are the other tests try everywhere.
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="only systemd knows what its units may say")
def test_systemd_understands_the_unit(machine: Machine) -> None:
    """As far as it can be asked without running it: no systemd runs where tests do."""
    (text,) = blocks("As a service", "ini")
    path = machine.folder / "tilehall.service"
    path.write_text(machine.here(text).replace("User=tilehall", "User=root"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True)
    # What it says of the other units of this machine is no matter.
    told = [line for line in (done.stdout + done.stderr).splitlines() if "tilehall" in line]
    assert told == []
    path.write_text(path.read_text().replace("NoNewPrivileges", "NoNewPrivilege"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True)
    assert "NoNewPrivilege" in done.stdout + done.stderr, "it would have said so"


# --- its commands -----------------------------------------------------------------------------------------------------


def test_who_may_come(machine: Machine) -> None:
    shutil.copy(machine.key("zoe").with_suffix(".pub"), machine.folder / "id_ed25519.pub")
    told = give_all(machine, "A public port")
    shown, _, listed, gone = told.values()
    assert machine.fingerprint_of("zoe") in shown
    (key,) = re.findall(r"SHA256:\S+", [*told][1])
    assert key in listed and f"{key} is on the list no more." in gone


def test_looking_after_it(machine: Machine) -> None:
    with machine.sit("mallory") as mallory, machine.sit("aki") as aki, machine.sit("bo") as bo:
        mallory.wait_for("Welcome, mallory")
        sat_down(aki, bo)
        acts, watches = in_turn(aki, bo)
        acts.press("\r", "\r", quiet=0.5)
        watches.wait_for("plays on side")
        told = give_all(machine, "Looking after it")
        assert mallory.wait_exit() == 0
        for one in (aki, bo):
            one.wait_for("The host has closed this table.")
    said = [answer for line, answer in told.items() if " hall kick " in line or " hall ban " in line]
    assert said == [
        "mallory is out.\n",
        f"Banned: {machine.fingerprint_of('mallory')}.\n",
        "Banned: address:192.0.2.7.\n",
    ]
    assert "game princess" in machine.run("aki", "export", "1").stdout
    assert machine.run("mallory", "list").returncode == 0


def test_copies_and_the_way_back(machine: Machine) -> None:
    with machine.sit("cleo") as cleo, machine.sit("dan") as dan:
        cleo.wait_for("Welcome, cleo")
        step = played(machine, cleo, dan)
        before, after = (block.splitlines() for block in blocks("Copies", "sh"))
        for line in before:
            machine.give(line)
        acts, watches = in_turn(cleo, dan)
        acts.press("\r", "\r", quiet=0.5)
        watches.wait_until(lambda: f"step {step}" not in watches.text)
        fingerprint = machine.give("ssh-keygen -lf /var/lib/tilehall/host_key")
        for line in after:
            machine.give(line)
    assert machine.give("ssh-keygen -lf /var/lib/tilehall/host_key") == fingerprint
    come_back(machine, step, "cleo", "dan")


def played(machine: Machine, one: Pty, other: Pty) -> str:
    """The step to which these two have come, at a new table."""
    for table in json.loads(machine.give("tilehall hall list --json --data /var/lib/tilehall"))["tables"]:
        machine.give(f"tilehall hall close {table['number']} --data /var/lib/tilehall")
    begun(one, other)
    acts, watches = in_turn(one, other)
    acts.press("\r", "\r", quiet=0.5)
    watches.wait_for("plays on side")
    return next(word for word in watches.lines[0].split()[::-1] if word.isdecimal())


def come_back(machine: Machine, step: str, *names: str) -> None:
    for name in names:
        with machine.sit(name) as somebody:
            somebody.wait_for("Enter")
            somebody.send("\r")
            somebody.wait_for(f"step {step}")


def test_a_copy_every_night(machine: Machine) -> None:
    """The commands of the table as cron gives them; its times are times."""
    machine.give("install -d -m 700 /var/backups/tilehall")
    (table,) = blocks("Copies", "cron")
    for line in table.splitlines():
        *times, who, command = line.split(maxsplit=6)
        assert who == "tilehall" and all(re.fullmatch(r"\d+|\*", time) for time in times)
        assert "%" not in command.replace(r"\%", "")
        given = machine.here(command).replace(r"\%", "%")
        run("/bin/sh", "-c", given, cwd=machine.folder)
    (copy,) = (machine.folder / "copies").glob("hall-20*.db")
    assert copy.read_bytes().startswith(b"SQLite format 3") and copy.stat().st_mode & 0o077 == 0
    os.utime(copy, (0, 0))
    run("/bin/sh", "-c", given, cwd=machine.folder)
    assert not copy.exists()


def test_a_new_version_while_games_run(machine: Machine) -> None:
    with machine.sit("eve") as eve, machine.sit("fay") as fay:
        eve.wait_for("Welcome, eve")
        step, before = played(machine, eve, fay), machine.running()
        give_all(machine, "A new version, while games run")
        for one in (eve, fay):
            assert one.wait_exit() == 0
            assert "The hall closes now" in one.received.decode()
        assert machine.running() != before
    come_back(machine, step, "eve", "fay")
    machine.give("sudo systemctl restart tilehall")
    come_back(machine, step, "eve", "fay")
    os.kill(machine.running(), signal.SIGKILL)
    assert machine.service is not None and machine.service.wait() == -signal.SIGKILL
    machine.give("sudo systemctl start tilehall")
    come_back(machine, step, "eve", "fay")


@needs_sshd
def test_from_a_login_by_a_real_sshd(machine: Machine) -> None:
    (text,) = blocks("From a login on the same machine", "sshd")
    me = subprocess.run(["id", "-un"], capture_output=True, text=True).stdout.strip()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", machine.folder / "host"], check=True)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    (machine.data / ".ssh").mkdir(exist_ok=True)
    shutil.copy(machine.key("gus").with_suffix(".pub"), machine.data / ".ssh" / "authorized_keys")
    (machine.folder / "sshd").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {machine.folder / 'host'}\nPidFile none\nStrictModes no\n"
        "UsePAM no\nPermitRootLogin prohibit-password\n" + machine.here(text).replace("User tilehall", f"User {me}")
    )
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    give_all(machine, "From a login on the same machine")
    with open(machine.folder / "sshd.log", "wb") as log:
        sshd = subprocess.Popen([str(SSHD), "-D", "-e", "-f", str(machine.folder / "sshd")], stderr=log)
    try:
        wait(lambda: b"Server listening" in (machine.folder / "sshd.log").read_bytes(), "sshd does not start")
        command = machine.command("gus", options=["-tt", "-o", "EscapeChar=none"])
        command[command.index("-p") + 1] = f"{port}"
        with Pty([*command[:-1], f"{me}@127.0.0.1"]) as gus:
            gus.wait_for(f"Welcome, {me}")
            assert machine.fingerprint_of("gus") in machine.log.read_text()
    finally:
        sshd.terminate()
        sshd.wait()


@needs_curl
def test_figures(machine: Machine) -> None:
    (text,) = give_all(machine, "Figures").values()
    told = {*parsed(text).kinds}
    assert told == set(re.findall(r"`(tilehall_\w+)`", section("Figures")))
    (reasons,) = re.findall(r"^Reasons of refusals: (.*?)\n\n", section("Figures"), re.DOTALL | re.MULTILINE)
    assert tuple(re.findall(r"`(\w+)`", reasons)) == REASONS


def test_forgetting_a_person(machine: Machine) -> None:
    with machine.sit("aki") as aki:
        aki.wait_for("aki")
        assert [*give_all(machine, "Forgetting a person").values()] == ["aki is forgotten.\n"]
        assert aki.wait_exit() == 0
    assert "aki" not in machine.give("tilehall hall list people --data /var/lib/tilehall")


def given_whole() -> Iterator[str]:
    """The sections of which tests give all commands: their titles stand in calls that take every block."""
    for call in ast.walk(ast.parse(Path(__file__).read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            words = [each.value for each in call.args if isinstance(each, ast.Constant)]
            if (call.func.id, words[1:]) in (("give_all", []), ("commands", []), ("blocks", ["sh"])):
                yield from map(str, words[:1])


def test_no_command_was_left_out() -> None:
    titles = re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    assert {title for title in titles if blocks(title, "sh")} == {*given_whole()}


# --- its tables -------------------------------------------------------------------------------------------------------

UNITS = {"s": 1, "min": 60, "h": 3600, "days": 86_400, "KiB": 1024, "GiB": 1024**3}


def test_the_limits_are_those_of_the_program() -> None:
    rows = re.findall(r"^\| .* \| (\d+)(?: (\w+))? \| `([\w.]+)` \|$", section("Limits"), re.MULTILINE)
    assert len(rows) == section("Limits").count("` |\n") > 30
    for amount, unit, name in rows:
        module, first, *rest = name.split(".")
        found = getattr(import_module(f"tilehall.tui.hall.{module}"), first)
        value = default(found, rest[0]) if rest else found
        assert int(amount) * UNITS.get(unit, 1) == value, name
    named = {name for *_, name in rows}
    everything = {f"limits.{name}" for name in vars(limits) if name.isupper()}
    assert everything | {f"house.HallLimits.{name}" for name in HallLimits._fields} <= named


def default(kind: type, name: str) -> float:
    """What a field is without being given."""
    value = getattr(kind, "_field_defaults", None)
    found = value[name] if value else getattr(kind, name)
    return float(found)
