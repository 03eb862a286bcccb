"""Which cases of a table a usual run takes; the others wait for `make soak`."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def some(cases: Iterable[Any], keep: int | slice = 0) -> list[Any]:
    """All cases of one argument as parameters; all but those at `keep` are marked as soak.

    >>> [bool(case.marks) for case in some([2, 3, 4], keep=-1)]
    [True, True, False]
    """
    return some_rows([(case,) for case in cases], keep)


def some_rows(rows: Iterable[tuple[Any, ...]], keep: int | slice = 0) -> list[Any]:
    """The same for cases of several arguments."""
    found = list(rows)
    numbers = range(len(found))[keep]
    usual = {numbers} if isinstance(numbers, int) else {*numbers}
    return [_param(row, number in usual) for number, row in enumerate(found)]


def each_once(*axes: Sequence[Any]) -> list[Any]:
    """Every combination as parameters; all but so few are marked as soak that every value still comes at least once.

    >>> [case.values for case in each_once([2, 3, 4], ["open", "hidden"]) if not case.marks]
    [(2, 'open'), (3, 'hidden'), (4, 'open')]
    """
    usual = {tuple(n % len(axis) for axis in axes) for n in range(max(map(len, axes)))}
    found: list[tuple[tuple[int, ...], tuple[Any, ...]]] = [((), ())]
    for axis in axes:
        found = [((*at, n), (*case, value)) for at, case in found for n, value in enumerate(axis)]
    return [_param(case, at in usual) for at, case in found]


def name_options(value: object) -> str | None:
    """The id of a case whose value is a dictionary of options."""
    return (
        ("-".join(f"{name}={each}" for name, each in value.items()) or "default") if isinstance(value, dict) else None
    )


def _param(row: tuple[Any, ...], usual: bool) -> Any:
    return pytest.param(*row, marks=() if usual else pytest.mark.soak)
