"""What the metadata promises: versions that exist and were tried, an address, known classifiers."""

import tomllib
from collections.abc import Iterable
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.installing import ROOT
from tilehall.tui.tables.version import program_version
from tilehall.tui.terminal import TRIED_WITH

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = [
    Requirement(line)
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def needed(requirements: Iterable[str]) -> set[str]:
    """The names of these requirements and of all that they need in turn, here, as installed."""
    waiting = [Requirement(line) for line in requirements]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in seen:
            continue
        seen.add(key)
        for line in metadata.requires(one.name) or ():
            inner = Requirement(line)
            if inner.marker is None or any(inner.marker.evaluate({"extra": e}) for e in ("", *one.extras)):
                waiting.append(inner)
    return {name for name, _ in seen}


def test_constraints_pin_exactly_what_is_needed() -> None:
    assert all(str(pin.specifier).startswith("==") and pin.url is None for pin in PINS)
    pinned = {canonicalize_name(pin.name): pin for pin in PINS}
    assert len(pinned) == len(PINS)
    assert set(pinned) == needed([*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]])
    other = {n: v for n, pin in pinned.items() if (v := metadata.version(n)) not in pin.specifier}
    assert not other, "these are not the versions that are installed; make test installs them"


def test_what_was_tried_is_what_is_pinned() -> None:
    pinned = {pin.name: str(pin.specifier).removeprefix("==") for pin in PINS}
    assert dict(TRIED_WITH) == {name: pinned[name] for name in TRIED_WITH}


def test_ranges_hold_what_was_tried_and_end_before_the_next_great_version() -> None:
    ranges = {one.name: one.specifier for one in map(Requirement, PROJECT["dependencies"])}
    for name, tried in TRIED_WITH.items():
        major = int(tried.split(".")[0])
        assert tried in ranges[name]
        assert f"{major}.999" in ranges[name], "other packages may need a later one"
        assert f"{major + 1}.0" not in ranges[name]
        assert f"{major - 1}.999" not in ranges[name]


def test_every_address_is_under_one() -> None:
    home = PROJECT["urls"]["Source"]
    assert home.startswith("https://")
    assert all(address.startswith(home) for address in PROJECT["urls"].values())
    assert {"Homepage", "Source", "Issues", "Changelog"} <= set(PROJECT["urls"])


def test_the_program_knows_its_version() -> None:
    assert program_version() == f"tilehall {PROJECT['version']}"


def test_the_version_is_in_the_changelog() -> None:
    assert f"\n## [{PROJECT['version']}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
