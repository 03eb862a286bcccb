"""Seals: only the seed opens them, the same action has only one, and whatever stands there is no more than wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilehall.engine import (
    Header,
    Match,
    RecordError,
    RecordPlayer,
    RecordWriter,
    RedactedFormat,
    RuleError,
    SealedFormat,
    SeedDealer,
    Setup,
    load_game,
    parse_record,
)
from tilehall.engine.records.seals import SEAL_SIGN, Seals, is_sealed

HEAD = "tilehall 1\ngame princess\nrules 1\nseats Aki:human Bo:human\noptions start_seat=0\n---\n"
words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=60)


@given(words, words, st.integers(1, 999), st.integers(-1, 4))
def test_what_is_sealed_is_opened_by_its_seed_alone(seed: str, action: str, number: int, seat: int) -> None:
    seals = Seals(seed)
    closed = seals.seal(number, seat, action)
    assert is_sealed(closed) and closed == seals.seal(number, seat, action)
    assert seals.unseal(number, seat, closed) == action
    for stranger, at, who in ((Seals(f"{seed}."), number, seat), (seals, number + 1, seat), (seals, number, seat + 1)):
        with pytest.raises(RuleError, match="does not open"):
            stranger.unseal(at, who, closed)


@given(words, words)
def test_how_long_an_action_is_tells_little(one: str, other: str) -> None:
    lengths = {len(Seals("7").seal(1, 0, action)) for action in (one, other)}
    assert lengths <= {1 + 2 * (8 + 24 * n) for n in range(1, 12)}


@pytest.mark.parametrize("closed", ["", "#", "#0", "#zz", "#" + "00" * 8, "#" + "00" * 32, "#" + "ab" * 5000])
def test_what_is_no_seal_is_refused_in_a_sentence(closed: str) -> None:
    with pytest.raises(RuleError, match="does not open"):
        Seals("7").unseal(1, 0, closed)


def test_bytes_that_are_no_text_are_refused_as_well() -> None:
    """Whoever chooses the seed can seal anything."""
    seals = Seals("7")
    body = b"\xff\xfe".ljust(24, b"\0")
    tag = seals._tag(1, -1, body)
    closed = SEAL_SIGN + (tag + seals._apply_mask(tag, body)).hex()
    with pytest.raises(RuleError, match="no text under this seal"):
        seals.unseal(1, -1, closed)
    with pytest.raises(RecordError, match=r"^Line 7: there is no text under this seal\.$"):
        parse_record(f"{HEAD}1 - {closed}\n", seed="7")


@pytest.mark.parametrize("line", ["+ 99:#00", "+ 99", "+ x", "+", "+ 0:#00", "@ seen 00000000", "1 - #00", "1 = 0:#00"])
def test_odd_lines_of_running_games_are_refused_in_a_sentence(line: str) -> None:
    for seed in ("", "7"):
        with pytest.raises(RecordError, match=r"^Line 7"):
            parse_record(f"{HEAD}{line}\n", seed=seed)


def test_a_discreet_record_does_not_even_show_whether_somebody_chose_anew() -> None:
    kaguya = load_game("kaguya")
    header = Header("kaguya", kaguya.rules_version, (RecordPlayer("Aki"), RecordPlayer("Bo")))

    def told(hand: SealedFormat | RedactedFormat, choice: int) -> str:
        match = Match(kaguya, Setup(2), SeedDealer("7"))
        match.act(0, match.legal_actions(0)[choice])
        return RecordWriter(kaguya, header, hand).lines(match.steps)

    assert told(SealedFormat("7"), 0) != told(SealedFormat("7"), 1)
    assert told(RedactedFormat(), 0) == told(RedactedFormat(), 1)
    lines = told(RedactedFormat(), 0).splitlines()
    assert lines[-1] == "+ 0:#00"
    sealed = told(SealedFormat("7"), 0).splitlines()
    assert [line for line in lines if "#" not in line] == [line for line in sealed if "#" not in line]
