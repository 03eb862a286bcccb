"""Records that do not begin at the beginning: the position in their head, what follows from it, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.games.toy import TOY, Table, Toy
from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Header,
    IllegalActionError,
    Match,
    Position,
    RecordError,
    RecordPlayer,
    RecordWriter,
    Rng,
    SeedDealer,
    Setup,
    UndoneStep,
    load_game,
    parse_record,
    position_digest,
    position_text,
    seal_seed,
    write_record,
)
from tilehall.engine.records.reader import find_unlike_draws, read_header

NAMES = ("Ann", "Bo", "Cy", "Di")
SEED = "from here on"
TABLES = [
    pytest.param(name, Setup(players, options), id=f"{name}-{players}{'-with-options' * bool(options)}")
    for name in BUILT_IN_GAMES
    for players in load_game(name).player_counts
    for options in ((), *[((load_game(name).options[-1].id, load_game(name).options[-1].values[1]),)])
]


def played(name: str, setup: Setup, steps: int, match: Match[Any] | None = None) -> Match[Any]:
    """A random match after so many steps."""
    rng, match = Rng(f"{name} {setup} {steps}"), match or Match(load_game(name), setup, SeedDealer(f"before {steps}"))
    while not match.is_over and len(match.steps) < steps:
        seat = match.actors()[0]
        choices = sorted(match.legal_actions(seat), key=str)
        match.act(seat, choices[rng.below(len(choices))])
    return match


def resumed(name: str, setup: Setup, steps: int) -> tuple[Header, Match[Any]]:
    """A match that begins where another one has come to, and the head of its record."""
    rules = load_game(name)
    first = played(name, setup, steps).state
    players = tuple(RecordPlayer(each) for each in NAMES[: setup.players])
    header = Header(name, rules.rules_version, players, setup.options, seal_seed(SEED), position_text(rules, first))
    return header, Match(rules, setup, SeedDealer(SEED), first)


@pytest.mark.parametrize("steps", [20, 40, 70])
@pytest.mark.parametrize(("name", "setup"), TABLES)
def test_a_record_from_a_position_on_reads_back(name: str, setup: Setup, steps: int) -> None:
    header, match = resumed(name, setup, steps)
    begin = position_digest(match.game, match.initial_state)
    played(name, setup, 70, match)
    text = write_record(header, match)
    again = parse_record(text)
    assert again.header == header
    assert position_digest(match.game, again.match.initial_state) == begin
    written = match.steps[: len(again.match.steps)]
    assert len(written) > len(match.steps) - setup.players, "only an unfinished common decision is not written"
    assert [str(step.action) for step in again.match.steps] == [str(step.action) for step in written]
    assert position_digest(match.game, again.match.state) == position_digest(match.game, written[-1].after)
    assert list(find_unlike_draws(again.match, SeedDealer(SEED))) == []
    assert write_record(again.header, again.match) == text
    assert f"\nposition {header.position}\nsealed {seal_seed(SEED)}\n---\n" in text


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_whole_game_from_a_position_on_ends_with_its_seed(name: str) -> None:
    header, match = resumed(name, Setup(2), 40)
    played(name, match.setup, 9_999, match)
    assert match.is_over
    text = write_record(header, match, SEED)
    record = parse_record(text)
    assert record.seed == SEED
    assert text.endswith(f"= {record.result}\nseed {SEED}\n")
    assert write_record(record.header, record.match, record.seed) == text


def test_draws_are_counted_from_the_position_on() -> None:
    """The seed of the record deals as if nothing had been drawn before."""
    header, match = resumed("princess", Setup(2), 40)
    played("princess", match.setup, 60, match)
    draws = [step for step in match.steps if step.seat == CHANCE]
    first = draws[0]
    assert SeedDealer(SEED).deal(match.game.chance(first.before), 0) == first.action
    half = parse_record(write_record(header, match))
    assert list(find_unlike_draws(half.match, SeedDealer(SEED))) == []
    half.match.dealer = SeedDealer(SEED)
    for other in (match, half.match):
        played("princess", match.setup, 120, other)
    assert position_digest(match.game, half.match.state) == position_digest(match.game, match.state)


def test_a_scribe_writes_it_as_it_goes_on_and_back() -> None:
    header, match = resumed("princess", Setup(2), 40)
    scribe = RecordWriter(match.game, header)
    text = header.to_text() + scribe.lines(match.initial_draws)
    (seat,) = match.actors()
    for choice in (0, -1):
        turned = match.act(seat, match.legal_actions(seat)[choice])
        text += scribe.lines(turned.steps)
        if choice == 0 and not match.undo_barrier(seat):
            text += scribe.lines([UndoneStep(match.undo(seat), len(match.steps))])
    assert "\n~ 0\n" in text
    record = parse_record(text)
    assert position_digest(match.game, record.match.state) == position_digest(match.game, match.state)
    with pytest.raises(IllegalActionError, match="Nothing has been done yet"):
        Match(match.game, match.setup, None, match.initial_state).undo(seat)


def test_a_comment_may_stand_behind_a_position() -> None:
    header, match = resumed("sand", Setup(2), 40)
    text = write_record(header, match).replace(header.position, f"{header.position} ; what if; well")
    assert parse_record(text).header == header


class Talkative(Toy):
    """Its positions hold a ';' and a line end."""

    def dump(self, s: Table) -> Position:
        return super().dump(s) | {"note": "one; two\nthree; „vier“"}

    def load(self, data: Position) -> Table:
        return super().load({key: value for key, value in data.items() if key != "note"})


def test_texts_in_a_position_do_no_harm() -> None:
    rules = Talkative()
    match = Match(rules, Setup(2), SeedDealer("1"))
    match.act(0, "stake 2")
    header = Header("toy", 1, (RecordPlayer("Ann"), RecordPlayer("Bo")), position=position_text(rules, match.state))
    assert ";" not in header.position
    assert json.loads(header.position) == rules.dump(match.state)
    record = parse_record(header.to_text(), lambda name: rules)
    assert record.match.initial_state == match.state
    assert record.header == header


def test_decisions_owed_together_may_be_half_made_in_it(toy_game: Toy) -> None:
    before = Match(toy_game, Setup(3), SeedDealer("1"))
    before.act(0, "stake 2")
    before.act(1, "pick gold")
    players = tuple(RecordPlayer(name) for name in NAMES[:3])
    header = Header("toy", 1, players, position=position_text(toy_game, before.state))
    match = Match(toy_game, Setup(3), SeedDealer("2"), before.state)
    match.act(2, "pick silver")
    assert write_record(header, match) == header.to_text(), "a part waits for the others"
    match.act(0, "pick gold")
    text = write_record(header, match)
    assert "2 = 0:pick gold 2:pick silver\n" in text
    assert write_record(header, parse_record(text, lambda name: toy_game).match) == text


def test_records_without_a_position_are_written_as_ever() -> None:
    header = Header("princess", 1, (RecordPlayer("Ann"), RecordPlayer("Bo")))
    assert header.to_text() == "tilehall 1\ngame princess\nrules 1\nseats Ann:human Bo:human\n---\n"


def test_reading_the_head_does_not_look_into_the_position() -> None:
    """A list of many saved games is made of heads."""
    lines = ["tilehall 1", "game princess", "rules 1", "seats Ann:human Bo:human", "position {", "---"]
    header, length = read_header(list(enumerate(lines, 1)))
    assert (header.position, length) == ("{", 6)


# --- what is refused ------------------------------------------------------------------------------------------------


def data() -> Position:
    found: Position = json.loads(resumed("princess", Setup(2), 40)[0].position)
    return found


def head(position: str, seats: str = "Ann:human Bo:human", options: str = "") -> str:
    lines = ["tilehall 1", "game princess", "rules 1", f"seats {seats}", f"position {position}"]
    return "\n".join([*lines, *[f"options {options}"] * bool(options), "---"]) + "\n"


def broken() -> Iterator[Any]:
    whole = json.dumps(data())
    wrong = [
        (head(whole[:-1]), "Line 5: the position is no JSON (Expecting"),
        (head("[" * 100_000), "Line 5: the position is no JSON (maximum recursion depth exceeded"),
        (head("9" * 5_000), "Line 5: the position is no JSON (Exceeds the limit"),
        (head("[]"), "Line 5: the position is no JSON object."),
        (head("null"), "Line 5: the position is no JSON object."),
        (head("{}"), "Line 5: The position lacks or does not know 'game'."),
        (head(""), "The position in the head of the record is missing."),
        (head(json.dumps(data() | {"game": "sand"})), "Line 5: This is a position of 'sand' rules 1, not of princess"),
        (head(json.dumps(data() | {"rules": 2})), "Line 5: This is a position of 'princess' rules 2, not of princess"),
        (head(json.dumps(data() | {"hand": "XX"})), "Line 5: 'hand' cannot be"),
        (head(json.dumps(data() | {"display": []})), "Line 5: This position cannot be: "),
        (
            head(whole, "Ann:human Bo:human Cy:human"),
            "Line 5: this is a position of 2 players, the head names 3.",
        ),
        (
            head(whole, options="first_turn=full"),
            "Line 5: this position has no options, the head the options first_turn=full.",
        ),
        (head(whole, options="dragons=on"), "There is no option 'dragons'."),
        (head(whole).replace("---", "position {}\n---"), "Line 6 does not belong into the head of a record"),
        (head(whole) + "1 Ann side a\n", "Line 7 does not replay: "),
        (head(whole) + "@ 00000000\n", "Line 7: the position is "),
        (head(whole) + "seed \n", "Line 7: A seed is a line of text"),
    ]
    for text, why in wrong:
        yield pytest.param(text, why, id=why)


@pytest.mark.parametrize(("text", "why"), list(broken()))
def test_a_wrong_position_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    found = str(refused.value)
    assert found.startswith(why)
    assert "\n" not in found
    assert found.rstrip("]").endswith((".", *"0123456789"))


def test_a_position_of_other_options_is_refused() -> None:
    header, _ = resumed("princess", Setup(2, (("first_turn", "full"),)), 40)
    with pytest.raises(RecordError, match="this position has the options first_turn=full, the head no options"):
        parse_record(replace(header, options=()).to_text())


@pytest.mark.parametrize("position", ["{};", "{}\n", " {}", "{\x1b}"])
def test_a_header_takes_only_one_plain_line(position: str) -> None:
    with pytest.raises(RecordError, match="one line of JSON"):
        Header("princess", 1, (RecordPlayer("Ann"), RecordPlayer("Bo")), position=position)


def test_the_toy_itself_is_no_exception() -> None:
    """A game that does not write its options into its positions cannot have them compared, and need not."""
    header = Header("toy", 1, (RecordPlayer("Ann"), RecordPlayer("Bo")), (("rounds", "1"),))
    first = TOY.start(header.setup)
    record = parse_record(replace(header, position=position_text(TOY, first)).to_text(), lambda name: TOY)
    assert record.match.initial_state == first
