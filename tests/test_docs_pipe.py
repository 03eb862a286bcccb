"""What docs/pipe.md says of the pipe is so: examples, fields, defaults, answers, errors, limits, positions, client."""

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.tui.programs.asking import CODES, good
from tilehall.engine import BUILT_IN_GAMES, Match, Rng, SeedDealer, Setup, load_game
from tilehall.engine.core.schema import (
    BoolSchema,
    CountsSchema,
    DictSchema,
    EncodedSchema,
    IntSchema,
    ListSchema,
    MapSchema,
    NullableSchema,
    ObjectSchema,
    PerSeatSchema,
    Schema,
    SequenceSchema,
    TupleSchema,
    WordsSchema,
)
from tilehall.engine.games.beasts.invariants import PLAYING, SETTING_UP
from tilehall.engine.games.kaguya import position_data as kaguya
from tilehall.engine.games.princess import position_data as princess
from tilehall.engine.games.sand import position_data as sand
from tilehall.tui.programs.json_messages import MAX_DIGITS
from tilehall.tui.programs.pipe.command import LONGEST, MOST, REQUESTS, Pipe
from tilehall.tui.programs.pipe.fields import SEED_LENGTH
from tilehall.tui.programs.pipe.limits import IN_A_ROW, PLANS, SAMPLES, TRIES
from tilehall.tui.programs.pipe.try_actions import PARTS

PAGE = (Path(__file__).parents[1] / "docs" / "pipe.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```([^\n]*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
STEPS = {
    "princess": {*princess.KNOWN_POINTS},
    "sand": {*sand.KNOWN_POINTS},
    "beasts": {*SETTING_UP, *PLAYING, "OVER"},
    "kaguya": {*kaguya.POINTS, *kaguya.DRAWS, *kaguya.AUTOMATIC},
}
ANYTHING = "..."


class Row(NamedTuple):
    """A row of a table: the keys it is about, their type, and what else it says."""

    type: str
    default: str = ""
    told: str = ""

    @property
    def optional(self) -> bool:
        return self.type.endswith(" or absent")


Rows = dict[str, Row]


def part(title: str) -> str:
    """What stands under a heading, up to the next one of its kind."""
    level = title.partition(" ")[0]
    (found,) = re.findall(rf"^{re.escape(title)}\n(.*?)(?=^#{{2,{len(level)}}} |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return str(found)


def table(text: str, head: str) -> Rows:
    """The rows of the table with this head; keys that share a row get one each."""
    found = re.search(rf"^\| {head} \|.*\n\|[-|]+\|\n((?:\|.*\n)*)", text, re.MULTILINE)
    rows: Rows = {}
    for line in found[1].splitlines() if found else ():
        first, *rest = (cell.strip() for cell in line.split("|")[1:-1])
        for key in re.findall(r"`([^`]+)`", first):
            assert key not in rows, key
            rows[key] = Row(rest[0], rest[1], rest[2]) if head == "field" else Row(rest[0], told=rest[1])
    return rows


REQUEST_NAMES = re.findall(r"^### (\w+)$", part("## What can be asked"), re.MULTILINE)
FIELDS = {do: table(part(f"### {do}"), "field") for do in REQUEST_NAMES}
OBJECTS = {
    name: table(part(f"### {name}"), "key")
    for name in re.findall(r"^### (\w+)$", part("## What answers are made of"), re.MULTILINE)
}
ANSWERS = {do: table(part(f"### {do}"), "answer") for do in REQUEST_NAMES} | {"standing": OBJECTS["STANDING"]}
POSITIONS = {name: table(part(f"### {load_game(name).title}"), "key") for name in BUILT_IN_GAMES}


# --- types --------------------------------------------------------------------------------------------------------

BASIC = {"text": str, "number": int, "decimal": int | float, "flag": bool, "object": dict, "POSITION": dict}


def apart(told: str, by: str) -> list[str]:
    """The parts of a type that are not in brackets."""
    parts, depth = [""], 0
    for piece in re.split(rf"({re.escape(by)}|[()\[\]])", told):
        depth += (piece in ("(", "[")) - (piece in (")", "]"))
        if piece == by and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def fits(value: Any, told: str, seen: dict[str, set[str]]) -> bool:
    return any(fits_one(value, each, seen) for each in apart(told, " or "))


def fits_one(value: Any, told: str, seen: dict[str, set[str]]) -> bool:
    if told.startswith("list of "):
        return isinstance(value, list) and all(fits_one(each, told[8:], seen) for each in value)
    if told.startswith("map of "):
        return isinstance(value, dict) and all(fits_one(each, told[7:], seen) for each in value.values())
    if told[0] == "(":
        return fits(value, told[1:-1], seen)
    if told[0] == "[":
        row = apart(told[1:-1], ", ")
        whole = isinstance(value, list) and len(value) == len(row)
        return whole and all(fits(each, what, seen) for each, what in zip(value, row, strict=True))
    if told in ("null", "absent"):
        return told == "null" and value is None
    if told == "OUTCOME":
        return outcome(value, seen)
    if told in OBJECTS:
        walk(value, told, OBJECTS[told], seen)
        return True
    return isinstance(value, BASIC[told]) and (told == "flag" or not isinstance(value, bool))


def outcome(value: dict[str, Any], seen: dict[str, set[str]]) -> bool:
    """One of three things, as the page says: what was tried, an error, or worlds and their mean."""
    own = {key: each for key, each in value.items() if key in ("actions", "error", "worlds", "mean")}
    rest = {key: each for key, each in value.items() if key not in own}
    walk(own, "OUTCOME", OBJECTS["OUTCOME"], seen)
    kinds = [bool(rest), "error" in own, "worlds" in own and "mean" in own]
    if rest:
        walk(rest, "TRIED", OBJECTS["TRIED"], seen)
    return kinds.count(True) == 1


def walk(value: dict[str, Any], name: str, rows: Rows, seen: dict[str, set[str]], at: str = "") -> None:
    """Every key is documented and of its type, and no documented key is missing."""
    for key, inner in value.items():
        path = f"{at}{key}"
        assert path in rows, f"{name}: {path} is not documented"
        told = rows[path].type
        assert fits(inner, told, seen), f"{name}: {path} is no {told}: {inner!r:.80}"
        seen[name].add(path)
        if isinstance(inner, list) and "list of object" in told:
            for each in inner:
                walk(each, name, rows, seen, f"{path}[].")
        elif isinstance(inner, dict) and "object" in told:
            walk(inner, name, rows, seen, f"{path}.")
    here = {path for path in rows if path.startswith(at) and re.fullmatch(r"\w+", path[len(at) :])}
    missing = {path for path in here if not rows[path].optional} - {f"{at}{key}" for key in value}
    assert not missing, f"{name}: {missing}"


# --- examples -----------------------------------------------------------------------------------------------------


def examples() -> Iterator[tuple[str, str]]:
    """Every request of the page with its answer, in their order."""
    for kind, text in BLOCKS:
        if kind == "pipe":
            for each in re.split(r"^> ", text, flags=re.MULTILINE)[1:]:
                request, _, answer = each.partition("\n< ")
                yield request, answer


def is_like(value: Any, told: Any) -> bool:
    """Whether it is what is told, where that is told."""
    if told == ANYTHING:
        return True
    if isinstance(told, dict) and isinstance(value, dict):
        more = ANYTHING in told
        named = {key: each for key, each in told.items() if key != ANYTHING}
        return (named.keys() <= value.keys() if more else named.keys() == value.keys()) and all(
            is_like(value[key], each) for key, each in named.items()
        )
    if isinstance(told, list) and isinstance(value, list):
        more = ANYTHING in told[-1:]
        named_items = told[:-1] if more else told
        enough = len(value) >= len(named_items) if more else len(value) == len(named_items)
        return enough and all(is_like(one, other) for one, other in zip(value, named_items, strict=False))
    return type(value) is type(told) and bool(value == told)


def test_every_example_is_answered_as_it_is_told() -> None:
    pipe, codes = Pipe(), set()
    for request, answer in examples():
        found = json.loads(pipe.answer(request))
        assert is_like(found, json.loads(answer)), f"{request}\n{json.dumps(found)}"
        codes.add(found.get("error", {}).get("code"))
    assert len([*examples()]) > 30
    assert codes >= CODES - {"too_many"}, "each code has an example"


def test_an_example_is_compared_with_what_it_tells() -> None:
    assert is_like({"a": [1, 2, 3]}, {"a": [1, "..."]}) and is_like({"a": 1, "b": 2}, {"a": 1, "...": "..."})
    assert not is_like({"a": 1, "b": 2}, {"a": 1}) and not is_like([1, 2], [1]) and not is_like(1, True)
    assert not is_like({"a": [1, 2]}, {"a": [2, "..."]}) and not is_like({"a": 1}, {"b": 1, "...": "..."})


def test_positions_are_quiet_where_the_page_says_so() -> None:
    for name in BUILT_IN_GAMES:
        match, whims = Match(load_game(name), Setup(2), SeedDealer("3")), Rng("3")
        while due := match.actors():
            assert match.game.advisor.is_quiet(match.state) == (name != "kaguya" or due == (0, 1))
            choices = match.legal_actions(due[0])
            match.act(due[0], choices[whims.below(len(choices))])
        assert match.game.advisor.is_quiet(match.state)


def test_too_many_matches_are_refused_as_it_is_told() -> None:
    pipe = Pipe(most=1)
    good(pipe, "new", game="princess", players=2)
    told = next(text for kind, text in BLOCKS if kind == "json too_many")
    answer = json.loads(pipe.answer('{"do": "new", "game": "princess", "players": 2}'))
    answer["error"]["message"] = answer["error"]["message"].replace("are 1 matches", f"are {MOST} matches")
    assert answer == json.loads(told)


def test_the_client_plays_a_game() -> None:
    client = next(text for kind, text in BLOCKS if kind == "python client.py")
    command = [sys.executable, "-c", client, sys.executable, "-m", "tilehall", "pipe"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    mine, others = map(int, re.findall(r"\d+", told.rpartition("[")[2]))
    assert mine > others, told
    assert len(client.splitlines()) < 25


# --- requests -----------------------------------------------------------------------------------------------------


def test_every_request_is_told_with_its_fields() -> None:
    assert {do: [*fields] for do, fields in FIELDS.items()} == {do: [*deed.fields] for do, deed in REQUESTS.items()}
    assert all(row.type for fields in FIELDS.values() for row in fields.values())


def test_what_it_links_to_is_there() -> None:
    parts = {head.lower().replace(" ", "-") for head in re.findall("^#+ (.*)$", PAGE, re.MULTILINE)}
    links = set(re.findall(r"\]\((\S+?)\)", PAGE))
    assert {link for link in links if link[0] == "#"} <= {f"#{head}" for head in parts}
    files = {link for link in links if link[0] != "#"}
    assert files and all((Path(__file__).parents[1] / "docs" / link).exists() for link in files)


def test_numbers_are_the_limits() -> None:
    told = re.findall(r"^\| ([\d,]+) \|", part("## Lines"), re.MULTILINE)
    assert {int(each.replace(",", "")) for each in told} == {LONGEST, MOST, MAX_DIGITS, SAMPLES, PLANS, IN_A_ROW, TRIES}
    assert MAX_DIGITS == SEED_LENGTH


def test_what_a_try_can_tell_is_told() -> None:
    wanted = re.findall(r"`(\w+)`", part("### try").partition("`want` may name ")[2].partition(":")[0])
    assert wanted == [*PARTS] and {*PARTS} <= {*OBJECTS["TRIED"]}


def test_every_code_is_told() -> None:
    assert {*re.findall(r"^\| `(\w+)` \|", part("## Errors"), re.MULTILINE)} == CODES | {"fault"}


def whole(pipe: Pipe) -> dict[str, dict[str, Any]]:
    """A request of each kind with all that it needs, about a match of kaguya in its middle."""
    match, seat = middle(pipe, "kaguya", 30)
    state, record = (good(pipe, do, match=match)[do] for do in ("state", "record"))
    action = good(pipe, "legal", match=match, seat=seat)["actions"][0]
    about = {"match": match, "seat": seat}
    brought = {"game": "kaguya", "state": state}
    special: dict[str, dict[str, Any]] = {
        "new": {"game": "kaguya", "players": 2, "seed": 1},
        "set": {**brought, "seed": 1},
        "load": {"record": record},
        "check": {**about, "action": action},
        "apply": {**about, "action": action},
        "rules": {"game": "kaguya"},
        "try": {**about, "actions": [action]},
    }
    return {
        do: special.get(do, {key: about[key] for key in ("match", "seat") if key in FIELDS[do]}) for do in REQUEST_NAMES
    }


def middle(pipe: Pipe, name: str, steps: int, players: int = 2, seed: int = 1) -> tuple[int, int]:
    """A match after some steps by lot, and who has to decide there."""
    rng, answer = Rng(seed), good(pipe, "new", game=name, players=players, seed=seed)
    match = answer["match"]
    for _ in range(steps):
        seat = answer["actors"][0]
        actions = good(pipe, "legal", match=match, seat=seat)["actions"]
        answer = good(pipe, "apply", match=match, seat=seat, action=actions[rng.below(len(actions))])
    return match, answer["actors"][0]


def defaults() -> Iterator[tuple[str, str, Any]]:
    """The fields whose defaults are values that can be sent."""
    for do, fields in FIELDS.items():
        for key, row in fields.items():
            literal = re.fullmatch(r"`([^`]+)`", row.default)
            if literal and literal[1] not in fields:
                yield do, key, json.loads(literal[1])


@pytest.mark.parametrize(("do", "key", "value"), [*defaults()])
def test_a_default_is_what_is_meant_without_it(do: str, key: str, value: Any) -> None:
    answers = []
    for fields in ({}, {key: value}):
        pipe = Pipe()
        asked = {name: each for name, each in whole(pipe)[do].items() if name != key}
        answers.append(good(pipe, do, **asked, **fields))
    assert answers[0] == answers[1]


def test_there_are_defaults_to_be_tried() -> None:
    assert len([*defaults()]) > 15


@pytest.mark.parametrize("do", [do for do in REQUEST_NAMES if any(not row.default for row in FIELDS[do].values())])
def test_what_has_no_default_is_needed_and_of_its_type(do: str) -> None:
    pipe = Pipe()
    asked = whole(pipe)[do]
    for key in [key for key, row in FIELDS[do].items() if not row.default]:
        rest = {name: each for name, each in asked.items() if name != key}
        lacking = json.loads(pipe.answer(json.dumps({"do": do, **rest})))
        assert lacking["error"]["message"] == f"The request lacks '{key}'."
        strange = json.loads(pipe.answer(json.dumps({"do": do, **rest, key: [1]})))
        assert strange["error"]["code"] == "bad_request"


# --- answers ------------------------------------------------------------------------------------------------------


def session() -> Iterator[tuple[str, dict[str, Any]]]:
    """All sorts of requests with their answers, in all games."""
    for name in BUILT_IN_GAMES:
        pipe = Pipe()
        for do, fields in whole(pipe).items():
            if do not in ("apply", "close"):
                yield do, good(pipe, do, **fields)
        match, seat = middle(pipe, name, 12)
        action = good(pipe, "legal", match=match, seat=seat)["actions"][-1]
        asking = good(pipe, "new", game=name, players=2, dealer="ask")["match"]
        drawn = good(pipe, "legal", match=asking)
        yield "legal", drawn
        yield "try", good(pipe, "try", match=asking, each=[drawn["actions"][:1]])
        yield "check", good(pipe, "check", match=match, seat=seat, action="nothing")
        yield "plans", good(pipe, "plans", match=match, seat=seat)
        yield "foresee", good(pipe, "foresee", match=match, seat=seat)
        fields = {"match": match, "seat": seat, "want": [*PARTS]}
        yield "try", good(pipe, "try", each=[[action], ["nothing"]], n=2, seed=1, **fields)
        yield (
            "try",
            good(pipe, "try", each=[[action], ["nothing"], [action, "nothing"], [drawn["actions"][0]]], **fields),
        )
        yield "try", good(pipe, "try", actions=[action], n=2, **fields)
        state = good(pipe, "state", match=match)["state"]
        yield "set", good(pipe, "set", match=match, state=state)
        yield from to_the_end(pipe, name)


def to_the_end(pipe: Pipe, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    opened = good(pipe, "new", game=name, players=2, seed=4, computers={"0": "random", "1": "random"}, seat=0)
    match = opened["match"]
    yield "new", opened
    for do in ("standing", "receipt"):
        yield do, good(pipe, do, match=match)
    record = good(pipe, "record", match=match)["record"]
    yield "load", good(pipe, "load", record=record, seed=4, computers={"0": "random"})
    match, seat = middle(pipe, name, 1, seed=3)
    yield (
        "apply",
        good(pipe, "apply", match=match, seat=seat, action=good(pipe, "hint", match=match, seat=seat)["action"]),
    )
    undone = json.loads(pipe.answer(json.dumps({"do": "undo", "match": match, "seat": seat})))
    if undone.pop("ok"):
        yield "undo", undone
        yield "redo", good(pipe, "redo", match=match)
    yield "close", good(pipe, "close", match=match)


def test_every_answer_is_made_as_it_is_told() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for do, answer in session():
        if do == "try" and "each" not in answer:
            assert outcome(answer, seen)
        else:
            walk(answer, do, ANSWERS[do], seen)
    # What may be absent and is rare: what computers did.
    rare = {("set", "events"), ("load", "events"), ("undo", "events"), ("set", "seats")}
    told = {(name, path) for name, rows in (ANSWERS | OBJECTS).items() for path in rows}
    missing = {(name, path) for name, path in told if path not in seen[name]} - rare
    assert {each for each in missing if each[0] != "STANDING"} == set()


def test_an_error_is_made_as_it_is_told() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    pipe = Pipe()
    for request, _ in examples():
        answer = json.loads(pipe.answer(request))
        if "error" in answer:
            walk(answer["error"], "ERROR", OBJECTS["ERROR"], seen)
    assert seen["ERROR"] >= {*OBJECTS["ERROR"]} - {"at"}


# --- positions ----------------------------------------------------------------------------------------------------


def positions(name: str) -> Iterator[dict[str, Any]]:
    """Positions of games by lot, and what is seen of them."""
    found = load_game(name)
    powers = (("boards", "red,blue"), ("mode", "advanced")) if name == "sand" else ()
    for seed, players in enumerate((*found.player_counts, 2)):
        rng, match = Rng(seed), Match(found, Setup(players, powers if players == 2 else ()))
        while not match.is_over:
            seat = match.actors()[0]
            if len(match.steps) % 7 == 0:
                yield found.dump(match.state)
                yield found.dump(match.view(max(seat, 0)))
            choices = match.legal_actions(seat)
            match.act(seat, choices[rng.below(len(choices))])
        yield found.dump(match.state)


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_key_of_a_position_is_told(name: str) -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    empty: dict[str, set[bool]] = defaultdict(set)
    steps = set()
    for position in positions(name):
        walk(json.loads(json.dumps(position)), name, POSITIONS[name], seen)
        steps |= {point for point, _ in position["todo"]} if "todo" in position else {position["point"]}
        for key, value in position.items():
            empty[key].add(value is None)
    assert seen[name] == {*POSITIONS[name]}
    nullable = {path for path, row in POSITIONS[name].items() if "null" in apart(row.type, " or ") and "." not in path}
    assert {key for key, found in empty.items() if True in found} == nullable
    told = {*re.findall(r"`([A-Z_0-9]+)`", POSITIONS[name]["todo" if "todo" in POSITIONS[name] else "point"].told)}
    assert steps <= told == STEPS[name]


def types(schema: Schema) -> set[str]:
    """The ways in which the page may say what stands in a place with this schema."""
    inner = types(schema.of) if isinstance(schema, EncodedSchema | NullableSchema) else set()
    match schema:
        case EncodedSchema():
            return inner
        case NullableSchema():
            return {f"{each} or null" for each in inner}
        case IntSchema():
            return {"number"}
        case BoolSchema():
            return {"flag"}
        case ObjectSchema():
            return {"object"}
        case WordsSchema():
            return {"list of text"}
        case CountsSchema() | MapSchema() | DictSchema():
            return {f"map of {each}" for each in types(schema.of)}
        case ListSchema() | PerSeatSchema():
            return {f"list of {bracketed(each)}" for each in types(item_schemas(schema)[0])}
        case TupleSchema():
            rows = [", ".join(map(bracketed, row)) for row in product(*map(types, item_schemas(schema)))]
            alike = set.intersection(*map(types, item_schemas(schema)))
            return {f"[{row}]" for row in rows} | {f"list of {bracketed(each)}" for each in alike}
        case _:
            return {"text"}


def bracketed(told: str) -> str:
    return f"({told})" if len(apart(told, " or ")) > 1 else told


def item_schemas(schema: ListSchema | SequenceSchema) -> list[Schema]:
    return [schema.of] if isinstance(schema, ListSchema) else list(schema.of.values())


def entries(schema: Schema, at: str = "") -> Iterator[tuple[str, set[str]]]:
    """Every key of a position with the ways to say its type, in the order of the schema."""
    if isinstance(schema, EncodedSchema | NullableSchema):
        yield from entries(schema.of, at)
    elif isinstance(schema, ObjectSchema):
        for key, inner in schema.of.items():
            path = f"{at}.{key}" if at else key
            yield path, types(inner)
            yield from entries(inner, path)
    elif isinstance(schema, ListSchema | SequenceSchema):
        yield from entries(item_schemas(schema)[0], f"{at}[]")


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_key_of_a_position_is_of_the_type_of_its_schema(name: str) -> None:
    told = {path: row.type for path, row in POSITIONS[name].items()}
    due = dict(entries(load_game(name).encoder.position_schema(Setup(2))))
    assert told.keys() == due.keys()
    assert {path: told[path] for path in due if told[path] not in due[path]} == {}
