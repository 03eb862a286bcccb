"""Records: written, read back, and refused in one sentence that names the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilehall.engine import (
    GameResult,
    Header,
    IllegalActionError,
    Match,
    RecordError,
    RecordPlayer,
    RecordWriter,
    SeedDealer,
    Setup,
    UndoneStep,
    load_game,
    parse_record,
    position_digest,
    result_text,
    seal_seed,
    write_record,
)
from tilehall.engine.records.header import KEYS, LONGEST_LINE
from tilehall.engine.records.reader import LONGEST_RECORD, check_records, position_text

PRINCESS = load_game("princess")
GAME = (Path(__file__).parents[2] / "records" / "princess-2p.tilehall").read_text("utf-8")
LINES = GAME.splitlines()
SENTENCE = re.compile(r"[A-Z'][^\n]*\.( \[[A-Z]-[\w.]+\])?")

HEAD = "tilehall 1\ngame princess\nrules 1\nseats Aki:human Bo:normal\noptions start_seat=0\n---\n"
BEGUN = f"{HEAD}1 - board B1\n2 - board B2\n3 Aki side a\n4 Bo side b\n"


def reason(text: str) -> str:
    """Why this is no record, in one sentence; empty if it is one."""
    try:
        parse_record(text)
    except RecordError as error:
        found = str(error)
        assert SENTENCE.fullmatch(found), found
        assert len(found) < 400
        return found
    return ""


def replaced(number: int, line: str) -> str:
    """The played game with another line in the place of this one, the first being 1."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]]) + "\n"


def line_of(begin: str) -> int:
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(begin))


# --- what a record says ---------------------------------------------------------------------------------------------


def test_a_record_is_head_steps_and_result() -> None:
    record = parse_record(GAME)
    assert record.header.game == "princess"
    assert record.header.names == ("Aki", "Bo")
    assert [player.kind for player in record.header.players] == ["greedy", "greedy"]
    assert record.header.setup == Setup(2)
    assert record.match.is_over
    standing = PRINCESS.final_result(record.match.state)
    assert standing is not None
    assert standing.scores is not None
    assert record.result == f"Aki {standing.scores[0]}, Bo {standing.scores[1]}"
    assert seal_seed(record.seed) == record.header.sealed


def test_a_record_may_end_anywhere() -> None:
    record = parse_record(BEGUN)
    assert (len(record.match.steps), record.match.actors(), record.result) == (4, (-1,), "")
    assert parse_record(HEAD).match.steps == []


def test_comments_blank_lines_and_foreign_line_ends_do_no_harm() -> None:
    text = "tilehall 1 ; by hand\n\ngame princess\nrules 1\nseats Aki:human Bo:normal\noptions start_seat=0\n---\n"
    record = parse_record(text + "; hello\n1 - board B1 ; the first; really\n\n2 - board B2\n; good\n; luck\n")
    assert record.comments == {0: "hello", 1: "the first; really", 2: "good; luck"}
    assert parse_record(f"{BEGUN}; taken back\n~ 1\n2 - board B4 ; better\n").comments == {2: "better"}
    crlf = parse_record(BEGUN.replace("\n", "\r\n"))
    assert position_digest(PRINCESS, crlf.match.state) == position_digest(PRINCESS, parse_record(BEGUN).match.state)


def test_going_back_stays_in_the_file() -> None:
    text = f"{HEAD}1 - board B1\n2 - board B2\n3 Aki side a\n~ 2\n3 Aki side b\n"
    record = parse_record(text)
    assert [str(step.action) for step in record.match.steps] == ["board B1", "board B2", "side b"]
    assert PRINCESS.dump(record.match.state)["hunters"][0]["board"] == "B1b"
    assert reason(f"{text}~ 4\n") == "Line 12: there are only 3 steps to go back over."


def test_what_a_record_took_back_last_can_be_done_again() -> None:
    begun = f"{HEAD}1 - board B1\n2 - board B2\n3 Aki side a\n"
    match = parse_record(f"{begun}~ 2\n").match
    assert [(step.seat, str(step.action)) for step in match.undone_steps] == [(0, "side a")]
    assert str(match.redo().steps[0].action) == "side a"
    assert parse_record(f"{begun}~ 2\n3 Aki side b\n").match.undone_steps == []
    assert parse_record(f"{begun}~ 1\n").match.undone_steps == [], "the dealer's steps are not done again by anybody"


def test_a_scribe_writes_as_the_game_goes_on() -> None:
    """Appending line by line, with a step taken back, gives a file that reads back to the match."""
    header = Header("princess", 1, (RecordPlayer("Aki"), RecordPlayer("Bo")), (("start_seat", "0"),), seal_seed("7"))
    match = Match(PRINCESS, header.setup, SeedDealer("7"))
    scribe, text = RecordWriter(PRINCESS, header), header.to_text()
    text += scribe.lines(match.initial_draws)
    for seat, action in ((0, "side a"), (1, "side b")):
        text += scribe.lines(match.act(seat, action).steps)
    take = match.legal_actions(0)
    text += scribe.lines(match.act(0, take[0]).steps)
    step = match.undo(0)
    text += scribe.lines([UndoneStep(step, len(match.steps))])
    text += scribe.lines(match.act(0, take[1]).steps)
    record = parse_record(text)
    assert [str(step.action) for step in record.match.steps] == [str(step.action) for step in match.steps]
    assert position_digest(PRINCESS, record.match.state) == position_digest(PRINCESS, match.state)
    assert f"~ {len(match.steps) - 1}\n" in text


def test_a_seed_goes_on_where_a_record_ends() -> None:
    """The draws that were read count for their piles: the rest of the game is dealt as it would have been."""
    whole = parse_record(GAME)
    half = parse_record("\n".join(line for line in LINES[: len(LINES) // 2]) + "\n")
    match = half.match
    match.dealer = SeedDealer(whole.seed)
    match.deal()
    for step in whole.match.steps[len(match.steps) :]:
        if step.number == len(match.steps) + 1:
            match.act(step.seat, step.action)
    assert position_digest(PRINCESS, match.state) == position_digest(PRINCESS, whole.match.state)


def test_many_records_are_judged_one_by_one() -> None:
    assert list(check_records([GAME, "nonsense", BEGUN]))[::2] == ["", ""]
    assert "it does not begin with 'tilehall 1'" in next(iter(check_records(["nonsense"])))


# --- what else a head may say -----------------------------------------------------------------------------------------


def test_the_lines_of_a_head_are_written_in_one_order_and_read_in_any() -> None:
    header = Header(
        game="princess",
        rules=1,
        players=(RecordPlayer("Aki"), RecordPlayer("Bo", "hard")),
        options=(("first_turn", "full"), ("start_seat", "0")),
        sealed=seal_seed("7"),
        date="2026-11-18T17:50:00Z",
        by="tilehall 0.1.0",
        aids=False,
        unknown=("place Kyoto ; the tea house", "event Third evening", "place twice"),
    )
    assert header.to_text().splitlines() == [
        "tilehall 1",
        "game princess",
        "rules 1",
        "seats Aki:human Bo:hard",
        "options first_turn=full start_seat=0",
        "aids off",
        "date 2026-11-18T17:50:00Z",
        "by tilehall 0.1.0",
        f"sealed {seal_seed('7')}",
        "place Kyoto ; the tea house",
        "event Third evening",
        "place twice",
        "---",
    ]
    first, *rest, end = header.to_text().splitlines()
    backwards = "\n".join([first, *sorted(rest, reverse=True), end]) + "\n"
    read_back = parse_record(backwards).header
    assert read_back == replace(header, unknown=("place twice", "place Kyoto ; the tea house", "event Third evening"))


def test_nothing_of_it_has_to_be_there() -> None:
    header = parse_record(HEAD).header
    assert (header.date, header.by, header.aids, header.unknown) == ("", "", True, ())


@pytest.mark.parametrize("kind", ["wizard", "a-bot/2.1", "someone@there", "日本", "greedy", "x" * 32])
def test_whoever_sat_there_is_kept_as_it_stands(kind: str) -> None:
    text = f"{HEAD.replace('Bo:normal', f'Bo:{kind}')}1 - board B1\n2 - board B2\n3 Aki side a\n"
    record = parse_record(text)
    assert record.header.players[1] == RecordPlayer("Bo", kind)
    assert parse_record(write_record(record.header, record.match)).header == record.header


@pytest.mark.parametrize("line", ["event", "a b; c", "x-1 ~ @ = : ; # „ü“", "gamer princess", "by-hand yes"])
def test_a_line_that_we_do_not_know_is_kept(line: str) -> None:
    text = BEGUN.replace("rules 1\n", f"rules 1\n  {line} \r\n")
    record = parse_record(text)
    assert record.header.unknown == (line,)
    assert f"\n{line}\n---\n" in write_record(record.header, record.match)


@pytest.mark.parametrize("line", ["", "---", "rules 2", "date", "seed 7", "X y", "1 - start 0", "a\nb", " a", "a\tb"])
def test_a_header_takes_no_line_that_would_not_read_back(line: str) -> None:
    with pytest.raises(RecordError, match="is no further line"):
        Header("princess", 1, (RecordPlayer("Aki"), RecordPlayer("Bo")), unknown=(line,))


WORD = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=":;=,{}"), min_size=1, max_size=32)
KEYWORD = st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True).filter(lambda word: word not in (*KEYS, "seed"))
FURTHER = st.tuples(KEYWORD, st.lists(WORD, max_size=5)).map(lambda parts: " ".join([parts[0], *parts[1]]))


@given(st.lists(WORD, min_size=2, max_size=2), st.lists(FURTHER, max_size=6))
def test_kinds_and_unknown_lines_survive(kinds: list[str], further: list[str]) -> None:
    players = tuple(RecordPlayer(name, kind) for name, kind in zip(("Aki", "Bo"), kinds, strict=True))
    header = Header("princess", 1, players, (("start_seat", "0"),), unknown=tuple(further))
    match = Match(PRINCESS, header.setup, SeedDealer("x"))
    again = parse_record(write_record(header, match))
    assert again.header == header
    assert write_record(again.header, again.match) == write_record(header, match)


@given(st.text(st.characters(exclude_characters="\n"), max_size=60), st.integers(1, 5))
def test_garbage_in_a_head_is_kept_or_refused_in_a_sentence(line: str, place: int) -> None:
    head = HEAD.splitlines()
    text = "\n".join([*head[:place], line, *head[place:]]) + "\n"
    words = line.partition(";")[0].strip()
    if words != "---" and words.partition(" ")[0] not in KEYS and not reason(text):
        assert parse_record(text).header.unknown == ((line.strip(),) if words else ())


# --- results ----------------------------------------------------------------------------------------------------------


def standing(*scores: int, ranks: tuple[int, ...] | None) -> GameResult:
    return GameResult("goal", "It is over.", scores, ranks)


def test_a_result_tells_the_places_best_first() -> None:
    names = ("Aki", "Bo", "Cleo")
    assert result_text(standing(16, 19, -2, ranks=(2, 1, 3)), names) == "1. Bo 19, 2. Aki 16, 3. Cleo -2"
    assert result_text(standing(16, 9, 16, ranks=(1, 3, 1)), names) == "1. Aki 16, 1. Cleo 16, 3. Bo 9"
    assert result_text(standing(31, ranks=(1,)), ("Aki",)) == "Aki 31", "alone there are no places"
    assert result_text(standing(3, 4, ranks=None), ("Aki", "Bo")) == "Aki 3, Bo 4"
    assert result_text(GameResult("witch", "", None, None), names) == "witch"


def test_results_are_read_with_places_or_without() -> None:
    number, old = line_of("= "), parse_record(GAME).result
    assert old == "Aki 16, Bo 19"
    new = replaced(number, "= 1. Bo 19, 2. Aki 16")
    assert parse_record(new).result == "1. Bo 19, 2. Aki 16"
    assert write_record(parse_record(GAME).header, parse_record(GAME).match, "first light") == new
    for wrong in ("2. Bo 19, 1. Aki 16", "1. Aki 16, 2. Bo 19", "Bo 19, Aki 16", "1. Bo 19", "1. Bo 19, 2. Aki 17"):
        assert reason(replaced(number, f"= {wrong}")) == (
            f"Line {number}: the result is 1. Bo 19, 2. Aki 16, the record says '{wrong}'."
        )


# --- what is refused ------------------------------------------------------------------------------------------------


def more(line: str) -> str:
    """The head with another line at its end."""
    return HEAD.replace("---", f"{line}\n---")


BAD_HEADS = [
    ("", "the line '---' under the head is missing"),
    ("---\n", "it does not begin with 'tilehall 1'"),
    (HEAD.replace("tilehall 1", "tilehall 2"), "This record has format '2'; this program reads format 1."),
    (HEAD.replace("rules 1", "rules 9"), "This game was played by rules 9 of princess; here are rules 1."),
    (HEAD.replace("rules 1", "rules one"), "'one' is no number."),
    (HEAD.replace("princess", "chess"), "There is no game 'chess'. Games: princess"),
    (HEAD.replace("game princess\n", ""), "The head of the record lacks 'game'."),
    (HEAD.replace("Bo", "Aki"), "Two players of this record have the same name."),
    (HEAD.replace("Bo:normal", "Bo:wi,zard"), "'wi,zard' is no kind of player: 1 to 32 characters"),
    (HEAD.replace("Bo:normal", "Bo:"), "'' is no kind of player"),
    (HEAD.replace("Bo:normal", "Bo:wiz\x07"), "'wiz?' is no kind of player"),
    (HEAD.replace("Bo:normal", f"Bo:{'x' * 33}"), "is no kind of player"),
    (HEAD.replace("Bo:normal", "Bo"), "is no name"),
    (HEAD.replace("Bo:normal", "7:normal"), "may not be a number"),
    (HEAD.replace("Bo:normal", "-x:normal"), "may not be a number or begin with"),
    (HEAD.replace("Bo:normal", "AVeryLongNameOfSomebodyElse:normal"), "1 to 24 characters"),
    (HEAD.replace(" Bo:normal", ""), "This game is for 2 to 4 players, not 1."),
    (HEAD.replace("start_seat=0", "dragons=on"), "There is no option 'dragons'."),
    (HEAD.replace("start_seat=0", "start_seat"), "The option 'start_seat' has no value."),
    (HEAD.replace("start_seat=0", "start_seat=3"), "Option start_seat cannot be '3' with 2 players."),
    (HEAD.replace("rules 1", "rules 1\nrules 1"), "Line 4 does not belong into the head of a record: 'rules 1'."),
    (HEAD.replace("rules 1", "rules 1\n\x1b[2Jboo"), "Line 4 does not belong into the head of a record: '?[2Jboo'."),
    (HEAD.replace("tilehall 1\n", "rules 1\ntilehall 1\n"), "it does not begin with 'tilehall 1'"),
    (HEAD.replace("tilehall 1\n", "tilehall 2\n# New: talk\n"), "This record has format '2'"),
    (more("date 2026-11-18"), "'2026-11-18' is no date of a record; one looks like 2026-11-18T17:50:00Z."),
    (more("date 2026-02-29T17:50:00Z"), "'2026-02-29T17:50:00Z' is no date"),
    (more("date 2026-13-01T17:50:00Z"), "is no date of a record"),
    (more("date 2026-11-18T24:00:00Z"), "is no date of a record"),
    (more("date 2026-11-18T17:50:00+01:00"), "is no date of a record"),
    (more("by x\x1b[2J"), "'x?[2J' names no program: 1 to 80 characters without ';'."),
    (more("by " + "x" * 81), "names no program"),
    (more("aids on"), "Aids in the head of a record can only be switched off: aids off."),
    (more("sealed 9d2c41"), "'9d2c41' is no seal of a seed: 32 digits from 0 to f."),
    (more("by one 1\nby two 2"), "Line 7 does not belong into the head of a record: 'by two 2'."),
    (more("seed 7"), "Line 6 does not belong into the head of a record: 'seed 7'."),
    (more("1 - start 0"), "Line 6 does not belong into the head of a record: '1 - start 0'."),
    (more("Event casual"), "Line 6 does not belong into the head of a record: 'Event casual'."),
    (more("event \x1b[2J"), "Line 6 does not belong into the head of a record: 'event ?[2J'."),
    (more("event " + "x" * LONGEST_LINE), "Line 6 does not belong into the head of a record: 'event xxx"),
    ("x" * (LONGEST_RECORD + 1), "The file is too long to be a record."),
]


@pytest.mark.parametrize(("text", "words"), BAD_HEADS, ids=[words for _, words in BAD_HEADS])
def test_a_wrong_head_is_refused(text: str, words: str) -> None:
    assert words in reason(text)


BAD_LINES = [
    ("3 Aki side c", "Line 9: 'side c' is no action of this game"),
    ("3 Bo side a", "Line 9 does not replay: It is not your turn: #1 is to decide. [P-3.5]"),
    ("3 Cem side a", "Line 9: 'Cem' does not sit at this table."),
    ("3 Aki pass", "Line 9 does not replay: Now is the time to choose side a or b of your board. [P-3.S0]"),
    ("3 - board B3", "Line 9 does not replay"),
    ("4 Aki side a", "Line 9: this is step 3, not 4."),
    ("x Aki side a", "Line 9: 'x' is no number."),
    ("3", "Line 9: '' does not sit at this table."),
    ("@ 00000000", "Line 9: the position is"),
    ("= Aki 3, Bo 4", "Line 9: the result is a game that goes on, the record says 'Aki 3, Bo 4'."),
    ("~ 7", "Line 9: there are only 2 steps to go back over."),
    ("~ -1", "Line 9: '-1' is no number."),
    ("3 = 0:side a 1:side b", ""),
    ("3 = 9:side a", "Line 9 does not replay: It is not your turn: #1 is to decide. [P-3.5]"),
    ("seed 7", "Line 9: the seed did not deal step 1, 'board B1'."),
    ("seed \x07", "Line 9: A seed is a line of text"),
]


@pytest.mark.parametrize(("line", "words"), BAD_LINES, ids=[line for line, _ in BAD_LINES])
def test_a_wrong_line_is_named(line: str, words: str) -> None:
    found = reason(f"{HEAD}1 - board B1\n2 - board B2\n{line}\n")
    assert found.startswith(words)
    assert bool(found) == (bool(words) or line.startswith("3 ="))


def test_a_wrong_digest_names_its_line() -> None:
    number = line_of("@ ")
    right = LINES[number - 1].split()[1]
    assert reason(replaced(number, "@ 12345678")) == (
        f"Line {number}: the position is {right}, the record says '12345678'."
    )


def test_a_wrong_result_or_seed_is_found() -> None:
    assert "the result is" in reason(replaced(line_of("= "), "= Aki 99, Bo 1"))
    assert reason(replaced(line_of("seed "), "seed another")).endswith("the seed does not fit the seal in the head.")


def test_a_draw_that_the_seed_did_not_deal_is_found() -> None:
    """Somebody dealt himself a better start and left the digests out."""
    number = line_of("1 - start")
    honest = [line for line in LINES if not line.startswith(("@", "sealed"))]
    forged = [line.replace("start 0", "start X").replace("start 1", "start 0").replace("X", "1") for line in honest]
    text = (
        "\n".join([*forged[: forged.index("---") + 2], next(line for line in LINES if line.startswith("seed"))]) + "\n"
    )
    assert LINES[number - 1] not in text
    assert "the seed did not deal step 1" in reason(text)


def test_a_refusal_keeps_its_rule() -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(f"{BEGUN}5 Aki pass\n")
    assert refused.value.rule == "P-3.5"
    assert isinstance(refused.value.__cause__, IllegalActionError)


@pytest.mark.parametrize("name", ["", "a b", "a:b", "17", "-", "@x", "=", "~1", "a;b", "{0}", "x" * 25, "a\x07"])
def test_a_name_that_would_not_read_back_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match="is no name"):
        RecordPlayer(name)


# --- anything else --------------------------------------------------------------------------------------------------


@given(st.text(max_size=300))
def test_any_text_is_a_record_or_refused_in_a_sentence(text: str) -> None:
    reason(text)
    reason(HEAD + text)
    reason(BEGUN + text)


@given(st.text(alphabet=st.characters(codec=None), max_size=40), st.sampled_from(["seed ", "@ ", "= ", "5 Aki ", "~ "]))
def test_any_line_is_right_or_refused_in_a_sentence(text: str, begin: str) -> None:
    reason(f"{BEGUN}{begin}{text}\n")


def broken_lines() -> Iterator[str]:
    yield from (
        "~ 0",
        "~ 5",
        "---",
        "@ 0",
        "= witch",
        "seed x",
        "5 - draw FU",
        "9999999 Aki pass",
        "5 = 0:stop",
        ";",
        "",
    )


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The played game, cut short, with a few lines lost, doubled, moved, replaced or altered in a letter."""
    lines = LINES[: draw(st.integers(10, 60))]
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        at = draw(st.integers(0, max(0, len(line) - 1)))
        letter = draw(st.sampled_from(" 0159-=~@;:ABUXab\t\x00é"))
        lines[place : place + 1] = draw(
            st.sampled_from(
                [
                    [],
                    [line, line],
                    [lines[draw(st.integers(0, len(lines) - 1))]],
                    [line[:at] + letter + line[at + 1 :]],
                    [line[:at]],
                    [draw(st.sampled_from(list(broken_lines())))],
                ]
            )
        )
    return "\n".join(lines) + "\n"


@given(mutated())
def test_a_damaged_record_replays_or_is_refused_in_a_sentence(text: str) -> None:
    reason(text)


def test_what_is_written_reads_back_for_every_option() -> None:
    header = Header(
        "princess", 1, (RecordPlayer("Æ"), RecordPlayer("日本")), (("first_turn", "full"), ("variant", "first_game"))
    )
    match = Match(PRINCESS, header.setup, SeedDealer("x y"))
    assert parse_record(write_record(header, match, "")).header == header


def test_a_game_cannot_begin_at_what_one_player_sees() -> None:
    kaguya = load_game("kaguya")
    match = Match(kaguya, Setup(2), SeedDealer("7"))
    head = Header(
        "kaguya",
        kaguya.rules_version,
        (RecordPlayer("Aki"), RecordPlayer("Bo")),
        position=position_text(kaguya, match.view(0)),
    )
    with pytest.raises(RecordError, match="Line 5: this is what one player sees"):
        parse_record(head.to_text())
    whole = position_text(kaguya, match.state)
    assert parse_record(replace(head, position=whole).to_text()).match.state is not None
