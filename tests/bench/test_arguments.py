"""What a measurement is asked for with: numbers, or one clear sentence."""

from __future__ import annotations

import argparse

import pytest

from tests.bench.arguments import from_none, from_one


@pytest.mark.parametrize("text", ["-1", "", "1.5", "x", "٣", "12345678901234567890"])
def test_what_is_no_number_is_refused_in_words(text: str) -> None:
    for read in (from_one, from_none):
        with pytest.raises(argparse.ArgumentTypeError, match="is no number from"):
            read(text)


def test_none_is_a_number_only_where_there_may_be_none() -> None:
    assert from_none("0") == 0 and from_one("1") == 1
    with pytest.raises(argparse.ArgumentTypeError):
        from_one("0")
