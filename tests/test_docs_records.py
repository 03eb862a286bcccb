"""What docs/records.md says of records is so: its example, grammar, numbers and reader are tried on real games."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from tests.tui.player.sitting import kept
from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Header,
    RecordPlayer,
    Rng,
    load_game,
    parse_record,
    position_digest,
    read_header,
    seal_seed,
)
from tilehall.engine.records.header import LONGEST_BY, LONGEST_LINE
from tilehall.engine.records.reader import LONGEST_RECORD, Record
from tilehall.tui.tables.seating import LEVELS, OFFERED_LEVELS
from tilehall.tui.tables.storage.store import Stamp
from tilehall.tui.tables.table import Table

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```([^\n]*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
RECORDS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/records").glob("*.tilehall"))}
STAMP = Stamp("2026-11-18T17:50:00Z", "tilehall 0.1.0")


def block(title: str) -> str:
    (text,) = [text for found, text in BLOCKS if found == title]
    return str(text)


@pytest.fixture(scope="module")
def read_record() -> Callable[[str], dict[str, Any]]:
    """The reader of the page."""
    names: dict[str, Any] = {}
    exec(block("python reader.py"), names)
    reader: Callable[[str], dict[str, Any]] = names["read_record"]
    return reader


# --- games to read ------------------------------------------------------------------------------------------------


def played(name: str, seats: int, seed: str, folder: Path, steps: int = 10_000) -> str:
    """A game by lot, with taking back now and then, as it was written down."""
    path, rng = folder / f"{name} {seats} {seed}.tilehall", Rng(seed)
    players = [RecordPlayer(f"P.{n}", "human") for n in range(seats)]
    table = Table.open(name, players, (), seed, kept(path), stamp=STAMP)
    while not table.over and len(table.match.steps) < steps:
        due = table.due()
        seat = due[rng.below(len(due))]
        choices = table.match.legal_actions(seat)
        table.act(seat, choices[rng.below(len(choices))])
        if rng.below(4) == 0 and not table.match.undo_barrier(seat):
            table.undo(seat)
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Games of every kind, whole and unfinished."""
    folder, games = tmp_path_factory.mktemp("fresh"), [load_game(name) for name in BUILT_IN_GAMES]
    whole = [played(found.id, seats, "whole", folder) for found in games for seats in found.player_counts]
    return whole + [played(found.id, found.player_counts[-1], "half", folder, 90) for found in games]


def test_the_fresh_games_are_worth_reading(fresh: list[str]) -> None:
    for wanted in (r"^~ \d+$", r"^\d+ = 0:", r"^= 1\. P", r"^= P\.0 \d", r"^= witch$", r"^seed whole$"):
        assert any(re.search(wanted, text, re.MULTILINE) for text in fresh), wanted
    assert any("\n= " not in text for text in fresh)


def everything() -> str:
    """A head with all lines that there are, under another program's names."""
    known = parse_record(RECORDS["princess-4p"]).header
    return Header(
        game="princess",
        rules=1,
        players=(*known.players[:3], RecordPlayer("Ωméga-Zoë", "someone@there")),
        options=known.options,
        sealed=seal_seed("7"),
        position='{"a":[1,2],"b":"x y"}',
        date=STAMP.date,
        by="another program, 2.0-beta",
        unknown=("x-event Third evening ; rain", "x-event twice", "place"),
    ).to_text()


# --- the example and the numbers ------------------------------------------------------------------------------------


def test_its_example_is_a_record() -> None:
    record = parse_record(block(""))
    assert record.match.actors() == (1,) and record.comments == {15: "hoping for the slash"}
    assert [str(step.action) for step in record.match.steps[-3:]] == ["cell D3", "gem yes", "draw AM"]


def test_every_part_of_it_that_it_links_to_is_there() -> None:
    parts = {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-") for head in re.findall("^## (.*)$", PAGE, re.M)}
    links = re.findall(r"\]\((\S+?)\)", PAGE)
    assert {link for link in links if link[0] == "#"} <= {f"#{part}" for part in parts} and len(parts) == 9
    files = [link for link in links if link[0] != "#" and "://" not in link]
    assert files and all((ROOT / "docs" / link).exists() for link in files)


def test_its_limits_are_those_of_the_program() -> None:
    told = dict(re.findall(r"^\| (the file|the text of `by`|an unknown line) \| ([\d,]+)", PAGE, re.MULTILINE))
    assert told == {
        "the file": f"{LONGEST_RECORD:,}",
        "the text of `by`": str(LONGEST_BY),
        "an unknown line": f"{LONGEST_LINE:,}",
    }
    assert RecordPlayer("x" * 24, "y" * 32) and "24 characters" in PAGE and "32 characters" in PAGE


def test_it_names_the_kinds_that_can_be_seated() -> None:
    kinds = [f"`{kind}`" for kind in ("human", *(level.id for level in OFFERED_LEVELS))]
    assert f"Tilehall seats {', '.join(kinds[:-1])} and {kinds[-1]}" in PAGE
    assert {name for name, level in LEVELS.items() if level.same_as} == {"greedy"} and "`greedy`" in PAGE


# --- the grammar --------------------------------------------------------------------------------------------------


def grammar() -> dict[str, str]:
    """The productions of the page."""
    rules = re.split(r"^(\w+) +::= ", block("ebnf"), flags=re.MULTILINE)
    return dict(zip(rules[1::2], rules[2::2], strict=True))


def pattern(symbol: str) -> str:
    """What the grammar calls by this name, as a regular expression: no production leads back to itself."""
    token = re.compile(r"'([^']*)'|(\[[^]]*\])|(#xA)|([a-z]+)|([()|*+?])|\s+")
    found = []
    for text, letters, end, name, sign in token.findall(grammar()[symbol]):
        if letters[:2] == "[^":
            found.append(letters[:-1].replace("#xA", "") + r"\n]")
        elif name:
            # What a line is does not depend on the lines after it: nothing is tried anew.
            found.append(f"(?>{pattern(name)})" if name == "line" else f"(?:{pattern(name)})")
        else:
            found.append(re.escape(text) or letters or sign or r"\n" * bool(end))
    return "".join(found)


@pytest.fixture(scope="module")
def record_pattern() -> re.Pattern[str]:
    return re.compile(pattern("record"))


def test_every_production_is_used() -> None:
    used = {name for text in grammar().values() for name in re.findall(r"[a-z]{2,}", re.sub(r"'[^']*'|#xA", "", text))}
    assert used | {"record"} == set(grammar())


def test_what_is_written_keeps_to_the_grammar(record_pattern: re.Pattern[str], fresh: list[str]) -> None:
    example = re.sub(" *;.*", "", block(""))
    for text in (example, *RECORDS.values(), *fresh, everything()):
        assert record_pattern.fullmatch(text), text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tilehall 1", "tilehall 2"),
        ("game princess\nrules 1", "rules 1\ngame princess"),
        ("---\n", ""),
        ("1 - ", "1  - "),
        ("\n1 - ", "\n- "),
        ("@ ", "@ 0"),
        ("Aki:greedy", "Aki"),
        ("Aki:greedy", "A=ki:greedy"),
        ("sealed ", "Sealed "),
        ("seed ", "seed  "),
        ("= ", "== "),
        ("= Aki 16", "= Aki 1x"),
    ],
)
def test_what_is_not_a_record_does_not(record_pattern: re.Pattern[str], old: str, new: str) -> None:
    text = RECORDS["princess-2p"]
    assert old in text and not record_pattern.fullmatch(text.replace(old, new, 1))


# --- digest, seal, deal -------------------------------------------------------------------------------------------


def test_the_digest_is_made_as_it_says() -> None:
    """By the words of the page, and nothing of the program but `dump`."""
    from hashlib import blake2b
    from json import dumps

    for text in RECORDS.values():
        match = parse_record(text).match
        position = dumps(match.game.dump(match.state), sort_keys=True, separators=(",", ":"))
        made = blake2b(position.encode("ascii"), digest_size=4).hexdigest()
        assert made == position_digest(match.game, match.state) and f"\n@ {made}\n= " in text


def test_the_deal_follows_from_the_seed_as_it_says() -> None:
    names: dict[str, Any] = {}
    exec(block("python"), names)
    for text in RECORDS.values():
        record, counts = parse_record(text), dict[str, int]()
        assert names["seal"](record.seed) == record.header.sealed
        for step in record.match.steps:
            if step.seat == CHANCE:
                draw = record.match.game.chance(step.before)
                index = counts[draw.pile] = counts.get(draw.pile, -1) + 1
                assert draw.outcomes[names["draw"](record.seed, draw.pile, index, draw.weights)] == step.action
    assert names["seal"]("first light") in block("")


# --- the reader ---------------------------------------------------------------------------------------------------


def test_its_reader_is_short_and_needs_only_python() -> None:
    text = block("python reader.py")
    assert text.count("\n") <= 50
    imported = {
        alias.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for alias in node.names
    }
    assert "from" not in text.split("def ")[0] and imported < sys.stdlib_module_names


def as_it_reads(record: Record) -> dict[str, Any]:
    """A record as our own reader has it, in the form of the other one."""
    header, match = record.header, record.match
    standing = match.game.final_result(match.state)
    result: list[tuple[int, str, int]] = []
    if record.result and standing and standing.scores is not None:
        ranks = standing.ranks if record.result.startswith("1. ") else (0,) * len(header.names)
        result = sorted(zip(ranks or (), header.names, standing.scores, strict=True), key=lambda place: place[0])
    return {
        "game": header.game,
        "rules": str(header.rules),
        "seats": [(player.name, player.kind) for player in header.players],
        "options": dict(header.options),
        "box": header.box,
        "aids": "" if header.aids else "off",
        "date": header.date,
        "by": header.by,
        "position": header.position,
        "sealed": header.sealed,
        "unknown": list(header.unknown),
        "steps": [(step.seat, str(step.action)) for step in match.steps],
        "result": result,
        "ending": "" if result or not standing or not record.result else standing.ending,
        "seed": record.seed,
    }


def variants(text: str) -> Iterator[str]:
    """The same record as somebody else may hand it on."""
    yield text
    yield text.replace("\n", "\r\n")
    yield text.replace("\n---\n", "\nx-by hand ; mine\nx-by hand ; mine\n---\n").replace("\n1 ", " ; so\n\n1 ")
    first, rest = text.split("\n", 1)
    head, body = rest.split("---\n", 1)
    yield "\n".join([first, *sorted(head.splitlines(), reverse=True), "---", body])
    yield text[: len(text) // 2].rpartition("\n")[0] + "\n"


def test_it_reads_as_the_program_does(read_record: Callable[[str], dict[str, Any]], fresh: list[str]) -> None:
    for whole in (block(""), *RECORDS.values(), *filter(is_open, fresh)):
        for text in variants(whole):
            assert read_record(text) == as_it_reads(parse_record(text))


def is_open(text: str) -> bool:
    """Whether nothing is sealed in this record."""
    return " #" not in text and "\n+ " not in text


def test_it_takes_what_is_sealed_as_it_stands(read_record: Callable[[str], dict[str, Any]], fresh: list[str]) -> None:
    sealed = [text for text in fresh if not is_open(text)]
    assert any("\n+ 0:#" in text for text in sealed)
    for text in sealed:
        found, ours = read_record(text), as_it_reads(parse_record(text, seed="half"))
        told = [pair for pair in found.pop("steps") if "#" not in pair[1]]
        opened = ours.pop("steps")
        assert found == ours and 0 < len(told) < len(opened)
        assert set(told) < set(opened)


def test_a_seal_opens_as_it_says(fresh: list[str]) -> None:
    """The recipe of the page, in Python."""
    text = next(text for text in fresh if " - #" in text)
    steps = {step.number: step for step in parse_record(text, seed="half").match.steps}
    for number, closed in re.findall(r"^(\d+) - #([0-9a-f]+)$", text, re.MULTILINE):
        tag, body = bytes.fromhex(closed)[:8], bytes.fromhex(closed)[8:]
        key = blake2b(b"tilehall seals half", digest_size=32).digest()
        blocks = (blake2b(tag + n.to_bytes(4, "big"), key=key, digest_size=24).digest() for n in range(len(body)))
        filled = bytes(a ^ b for a, b in zip(body, b"".join(blocks), strict=False))
        assert blake2b(f"{number} -1 ".encode() + filled, key=key, digest_size=8).digest() == tag
        assert filled.rstrip(b"\0").decode() == str(steps[int(number)].action) and len(filled) % 24 == 0


def test_it_reads_the_heads_of_others(read_record: Callable[[str], dict[str, Any]]) -> None:
    text = everything()
    found, header = read_record(text), read_header(list(enumerate(text.split("\n"), 1)))[0]
    assert (found["date"], found["by"], found["position"]) == (header.date, header.by, header.position)
    assert found["unknown"] == list(header.unknown) and found["steps"] == []
    assert found["seats"][-1] == ("Ωméga-Zoë", "someone@there")


def test_it_leaves_out_a_line_that_was_cut_off(read_record: Callable[[str], dict[str, Any]]) -> None:
    text = RECORDS["sand-solo"]
    assert read_record(text + "132 - ti")["steps"] == read_record(text)["steps"]


def test_it_says_what_it_cannot_read(read_record: Callable[[str], dict[str, Any]]) -> None:
    with pytest.raises(ValueError, match="no record of format 1"):
        read_record("tilehall 2\n---\n")
    with pytest.raises(ValueError, match="no line of a record: clock 0 300"):
        read_record(RECORDS["sand-solo"] + "clock 0 300\n")
