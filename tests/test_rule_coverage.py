"""Every rule of every rulebook is shown by a test that cites it. Read from the sources: any subset of tests can run."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests import rules as marking
from tilehall import engine

TESTS = Path(__file__).parent
RULEBOOKS = sorted(Path(engine.__file__).parent.glob("games/*/rulebook.md"))
HEAD = re.compile(rf"^(?:- )?\*\*({marking.RULE_ID.pattern})\b", re.MULTILINE)
MUST_BE_CITED = re.compile(r"[PSBK]-[2-5]\.\d+")  # sections 2 to 5; names of decision points such as P-3.S4 need not be


class NotReadable(Exception):
    """A citation that this test cannot read or that stands where it shows nothing."""


def headed(rulebook: str) -> set[str]:
    """The rule numbers that head paragraphs."""
    return set(HEAD.findall(rulebook))


def cited(source: str) -> set[str]:
    """The rule numbers in the calls of `rule` in one test module."""
    tree = ast.parse(source)
    names = set(names_of_rule(tree))
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and called(n) in names]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            shows_nothing = not node.name.lower().startswith("test")
            if shows_nothing and any(call in calls for call in node.decorator_list):
                raise NotReadable(f"line {node.lineno}: {node.name} is not a test but cites rules")
    return {literal(argument) for call in calls for argument in call.args}


def names_of_rule(tree: ast.AST) -> Iterator[str]:
    """What `rule` of tests.rules is called in this module; hypothesis has a `rule` too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("tests.rules", "rules"):
            yield from (alias.asname or alias.name for alias in node.names if alias.name == "rule")


def called(call: ast.Call) -> str | None:
    return call.func.id if isinstance(call.func, ast.Name) else None


def literal(argument: ast.expr) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise NotReadable(f"line {argument.lineno}: a cited rule has to be a plain string")


def citations(folder: Path) -> dict[str, set[str]]:
    """Test module -> the rules it cites."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        try:
            found[str(path.relative_to(folder))] = cited(path.read_text(encoding="utf-8"))
        except NotReadable as error:
            pytest.fail(f"{path.relative_to(folder)}, {error}", pytrace=False)
    return found


def complaints(rules: set[str], cites: set[str], excused: Iterable[str]) -> list[str]:
    """What is wrong with the citations of one game, in sentences."""
    excused = set(excused)
    uncited = {r for r in rules if MUST_BE_CITED.fullmatch(r)} - cites
    groups = {
        "no test cites": uncited - excused,
        "cited by now, take it off uncited.toml:": excused & cites,
        "in uncited.toml but not a rule that needs a test:": excused - cites - uncited,
        "cited by a test but not in the rulebook:": cites - rules,
    }
    return [f"{what} {', '.join(sorted(ids, key=in_order))}" for what, ids in groups.items() if ids]


def in_order(rule_id: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"[-.]", rule_id)]


@pytest.fixture(scope="module")
def cites() -> set[str]:
    return set().union(*citations(TESTS).values())


@pytest.fixture(scope="module")
def excused() -> dict[str, list[str]]:
    tables = tomllib.loads((TESTS / "uncited.toml").read_text(encoding="utf-8"))
    return {game: table["uncited"] for game, table in tables.items()}


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_every_rule_is_cited(path: Path, cites: set[str], excused: dict[str, list[str]]) -> None:
    rules = headed(path.read_text(encoding="utf-8"))
    assert rules, "no paragraph of this rulebook begins with a rule number such as **P-4.12**"
    letters = {r[0] for r in rules}
    assert len(letters) == 1, f"a rulebook has one letter, this one has {sorted(letters)}"
    here = {r for r in cites if r[0] in letters}
    found = complaints(rules, here, excused.get(path.parent.name, ()))
    assert not found, "\n".join(found)


def test_only_games_with_a_rulebook_are_excused(excused: dict[str, list[str]]) -> None:
    games = {path.parent.name for path in RULEBOOKS}
    assert {game for game, rules in excused.items() if rules} <= games


def test_what_heads_a_paragraph() -> None:
    book = "# P-4\n**P-4.1** Lay a tile.\n- **P-4.2.** See **P-9.9**.\n**P-3.S4 SPRITE** Once.\nP-4.3 is not bold.\n"
    assert headed(book) == {"P-4.1", "P-4.2", "P-3.S4"}


def test_what_is_a_citation() -> None:
    source = """
from hypothesis.stateful import rule as step
from tests.rules import rule

pytestmark = rule("P-2.1")

@rule("P-4.1", "P-4.2")
class TestLaying:
    @rule("P-4.3")
    async def test_laying(self): ...

@pytest.mark.parametrize("cell", [pytest.param("A1", marks=rule("P-4.4"))])
def test_cell(cell): ...

@step("P-9.9")
def laid(): ...
"""
    assert cited(source) == {"P-2.1", "P-4.1", "P-4.2", "P-4.3", "P-4.4"}
    assert cited('from hypothesis.stateful import rule\n@rule("P-9.9")\ndef laid(): ...') == set()


@pytest.mark.parametrize("body", ['@rule("P-4.1")\ndef helper(): ...', "@rule(LAYING)\ndef test_laying(): ..."])
def test_what_is_no_citation(body: str) -> None:
    with pytest.raises(NotReadable):
        cited("from tests.rules import rule\n" + body)


def test_each_way_to_be_wrong_is_named() -> None:
    rules = {"P-1.1", "P-2.1", "P-2.2", "P-3.S4", "P-6.1"}
    assert complaints(rules, {"P-2.1", "P-2.2"}, ()) == []
    assert complaints(rules, {"P-2.1"}, ["P-2.2"]) == []
    assert complaints(rules, {"P-2.1", "P-1.1", "P-6.1"}, ()) == ["no test cites P-2.2"]
    assert complaints(rules, {"P-2.1", "P-2.2", "P-4.9"}, ()) == ["cited by a test but not in the rulebook: P-4.9"]
    wrong = complaints(rules, {"P-2.1", "P-2.2"}, ["P-2.1", "P-1.1"])
    assert [w.split()[-1] for w in wrong] == ["P-2.1", "P-1.1"]


def test_a_citation_is_a_marker_and_a_wrong_one_is_refused() -> None:
    assert marking.rule("P-4.1", "S-2.3").mark.args == ("P-4.1", "S-2.3")
    for wrong in ((), ("4.1",), ("P-4.1, P-4.2",)):
        with pytest.raises(ValueError, match="rule numbers"):
            marking.rule(*wrong)
