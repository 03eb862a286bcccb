"""`python -m tests.citing`: finds in the sources which rules something that happens can cite, and writes cited.toml.

What happens cites rules in three ways: as an Event, as a Line of the receipt, and as a Decision that somebody owes.
Where the rule is not written at the place itself it is looked for where it comes from: in the arguments that a function
is called with, in the function, in the tables of its module.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tilehall import engine
from tilehall.engine import BUILT_IN_GAMES

RULE = re.compile(r"[A-Z]-\d[\w.]*")
WAYS = {"Event": ("events", 1, "rule"), "ReceiptLine": ("points", 3, "rule"), "Decision": ("decisions", 2, "rule")}
"""What is made, which list it belongs to, and where its rule stands among the arguments."""
HEAD = "# Found in the sources by `python -m tests.citing`; a test holds it to them.\n"
Function = ast.FunctionDef


class Call(NamedTuple):
    """A call, and the functions around it, the innermost last."""

    node: ast.Call
    inside: tuple[Function, ...]
    module: ast.Module

    @property
    def name(self) -> str:
        called = self.node.func
        return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def literals(node: ast.AST) -> set[str]:
    """The numbers of rules that are written in a piece of code."""
    if isinstance(node, ast.Raise):
        # What a mistake cites never happens.
        return set()
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) and RULE.fullmatch(node.value) else set()
    return set().union(*map(literals, ast.iter_child_nodes(node)))


def tables(module: ast.Module) -> set[str]:
    """The numbers in what a module has beside functions."""
    return set().union(*(literals(node) for node in module.body if not isinstance(node, Function)))


def calls(module: ast.Module, node: ast.AST, inside: tuple[Function, ...] = ()) -> Iterator[Call]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield Call(child, inside, module)
        yield from calls(module, child, (*inside, child) if isinstance(child, Function) else inside)


def argument(call: ast.Call, at: int, name: str) -> ast.expr | None:
    """What is handed over at this place, or by this name."""
    named = next((each.value for each in call.keywords if each.arg == name), None)
    return named or (call.args[at] if at < len(call.args) else None)


class Package:
    """The sources of one game."""

    def __init__(self, folder: Path) -> None:
        modules = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]
        self.calls = [call for module in modules for call in calls(module, module)]
        self.own = {
            module: {node.name for node in ast.walk(module) if isinstance(node, ast.ClassDef)} for module in modules
        }

    def cited(self) -> dict[str, list[str]]:
        """The rules by the ways to cite them."""
        found: dict[str, set[str]] = {way: set() for way, _, _ in WAYS.values()}
        for call in self.calls:
            # A class of the module itself with such a name is something else.
            if call.name in WAYS and call.name not in self.own[call.module]:
                way, at, name = WAYS[call.name]
                found[way] |= self.rules(argument(call.node, at, name), call.inside, call.module)
        return {way: sorted(rules, key=in_order) for way, rules in found.items()}

    def rules(self, expression: ast.expr | None, inside: tuple[Function, ...], module: ast.Module) -> set[str]:
        """All that an argument can be."""
        if expression is None:
            return set()
        if found := literals(expression):
            return found
        if isinstance(expression, ast.Name):
            for function in reversed(inside):
                names = [each.arg for each in function.args.args]
                if expression.id in names:
                    return self.handed_to(function.name, names.index(expression.id), expression.id)
            return self.near(inside[-1], module) if inside else set()
        return tables(module)

    def near(self, function: Function, module: ast.Module) -> set[str]:
        """What is written in a function, and in those of the same module that it asks."""
        asked = {call.name for call in calls(module, function)}
        others = (node for node in module.body if isinstance(node, Function) and node.name in asked)
        return set().union(literals(function), *map(literals, others))

    def handed_to(self, function: str, at: int, name: str) -> set[str]:
        """What a function is called with, wherever that is."""
        here = (call for call in self.calls if call.name == function)
        return set().union(*(self.rules(argument(each.node, at, name), each.inside, each.module) for each in here))


def in_order(rule: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"[-.]", rule)]


def written(cited: dict[str, list[str]]) -> str:
    """The file."""
    lists = []
    for way, rules in cited.items():
        rows = (rules[at : at + 10] for at in range(0, len(rules), 10))
        lines = "".join(f"    {' '.join(f'{chr(34)}{rule}{chr(34)},' for rule in row)}\n" for row in rows)
        lists.append(f"{way} = [\n{lines}]\n")
    return HEAD + "".join(lists)


def folders() -> dict[str, Path]:
    """Where the sources of each game lie; the guest's too."""
    home = Path(engine.__file__).parent
    return {
        **{name: home / "games" / name for name in BUILT_IN_GAMES},
        "hex": Path(__file__).parent / "addon/tilehall_hex",
    }


def main() -> None:
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    for name, folder in folders().items():
        cited = Package(folder).cited()
        (folder / "cited.toml").write_text(written(cited), encoding="utf-8")
        print(name, *(f"{way} {len(rules)}" for way, rules in cited.items()))


if __name__ == "__main__":
    main()
