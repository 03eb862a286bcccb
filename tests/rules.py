"""`@rule("P-4.12")` says which rules of the rulebook a test shows. test_rule_coverage reads these citations."""

import re

import pytest

RULE_ID = re.compile(r"[PSBK]-\d+\.\w+")


def rule(*ids: str) -> pytest.MarkDecorator:
    """For a test function, method or class; also as `marks=rule(...)` of a parameter and in `pytestmark`.

    >>> rule("P-4.1", "P-4.2").args
    ('P-4.1', 'P-4.2')
    """
    wrong = [i for i in ids if not RULE_ID.fullmatch(i)]
    if wrong or not ids:
        raise ValueError(f"@rule takes rule numbers such as P-4.12, not {wrong}.")
    return pytest.mark.rule(*ids)
