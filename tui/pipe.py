"""`tilehall pipe`: the games for other programs. JSON lines in, JSON lines out, one answer for each line, in order.

    {"do": "new", "game": "princess", "players": 2, "dealer": "ask", "id": 7}
    {"ok": true, "id": 7, "match": 1, "actors": [-1], "seats": ["seat 0", "seat 1"], "steps": [], "digest": "..."}

A request may carry an `id` (text or whole number), which comes back with the answer. What can be asked is in `DEEDS`.
A field that is not asked for is refused by its name: it may be a slip of the pen. Errors quote 200 characters at most.
`new`, `set` and `load` seat computer players by `computers`, an object of seats and levels such as {"1": "normal"}.
They play by themselves: the `steps` of an answer go on until somebody else has to decide, and `events` tells in the
words for `seat` (a spectator's if there is none) what happened; with new, set, load and undo what the computers did.

A refused request gives {"ok": false, "error": {"code", "message", "rule"}}; codes: bad_json, bad_request, no_match,
too_many, illegal, not_due, bad_notation, bad_position, bad_setup, bad_record. With `illegal`, and when `check` says no,
come `nearest`, up to three actions that are legal instead, and `marks`, the words (cells, cards, dice) in the way.
Seats are numbers from 0, the dealer is -1. A `seat` may be left out where one seat alone has to decide.
Sentences are English, whatever language the user has chosen: programs may look for words in them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from secrets import token_hex
from typing import Any, BinaryIO, NamedTuple, cast

from tilehall.engine import (
    CHANCE,
    ENGLISH,
    LEVELS,
    OFFERED,
    Event,
    Game,
    Header,
    Line,
    NotationError,
    Option,
    Player,
    PositionError,
    RecordError,
    Refusal,
    Refused,
    RuleError,
    Seat,
    Setup,
    SetupError,
    Text,
    did_you_mean,
    game,
    games,
    is_whole,
    plain,
    quoted,
    rulebook,
    said,
    seal,
)
from tilehall.tui.arguments import Parser, marked
from tilehall.tui.house.examiner import Change, Examiner

LONGEST = 5_000_000
"""Bytes of a line; a record of a whole game has a tenth of a percent of that."""
ENDLESS = 20
"""A line that is so many times longer has no end."""
MOST = 10_000
"""Matches open at the same time."""
SEED_LENGTH = 64
DIGITS = 64
"""Of a number; errors may quote it."""
NAMED = 5
"""So many fields that there are not are named."""

Fields = Mapping[str, Any]
Answer = dict[str, Any]


class Trouble(Exception):
    """A request that cannot be answered: a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str, rule: str = "", refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.refusal = refusal

    def answer(self) -> Answer:
        error: Answer = {"code": self.code, "message": str(self), "rule": self.rule}
        return error if self.refusal is None else error | _instead(self.refusal)


def _instead(refusal: Refusal) -> Answer:
    """What could be done instead, and what is in the way."""
    return {"nearest": [str(action) for action in refusal.nearest], "marks": list(refusal.marks)}


@dataclass(frozen=True, slots=True)
class Opened:
    """An open match, and what its sentences call the seats."""

    examiner: Examiner
    names: tuple[str, ...]


class Pipe:
    """The open matches of one caller.

    >>> Pipe().answer('{"do": "close", "match": 3}')
    '{"ok":false,"error":{"code":"no_match","message":"There is no match 3.","rule":""}}'
    """

    def __init__(self, most: int = MOST) -> None:
        self.matches: dict[int, Opened] = {}
        self.most = most
        self.last = 0

    def answer(self, line: str) -> str:
        """The answer to one line; never raises."""
        head: Answer = {}
        try:
            ask = _request(line)
            head = _id(ask)
            return _line({"ok": True, **head, **_deed(ask).answer(self, ask)})
        except Exception as error:  # the caller must get an answer whatever happens; `fault` means a bug of ours
            return _line({"ok": False, **head, "error": _trouble(error).answer()})

    def opened(self, ask: Fields) -> Opened:
        number = _whole(ask, "match")
        if number not in self.matches:
            raise Trouble("no_match", f"There is no match {str(number)[:20]}.")
        return self.matches[number]

    def open(self, opened: Opened) -> int:
        if len(self.matches) >= self.most:
            raise Trouble("too_many", f"There are {self.most} matches open already; close one first.")
        self.last += 1
        self.matches[self.last] = opened
        return self.last


def run(source: BinaryIO, sink: BinaryIO) -> None:
    """Answers line after line until the source ends or nobody reads any more. Raises RuleError if a line never ends."""
    pipe = Pipe()
    while line := source.readline(LONGEST + 1):
        try:
            answer = pipe.answer(_decoded(line))
        except Trouble as trouble:
            answer = _line({"ok": False, "error": trouble.answer()})
        try:
            sink.write(answer.encode() + b"\n")
            sink.flush()
        except BrokenPipeError:
            return
        if len(line) > LONGEST:
            _skip(line, source)


def _decoded(line: bytes) -> str:
    if len(line) > LONGEST:
        raise Trouble("bad_json", f"The line is longer than {LONGEST:,} bytes.")
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise Trouble("bad_json", "The line is not UTF-8.") from None


def _skip(line: bytes, source: BinaryIO) -> None:
    """The rest of a line that is too long."""
    for _ in range(ENDLESS):
        if not line or line.endswith(b"\n"):
            return
        line = source.readline(LONGEST)
    raise RuleError(Text("A line without an end came in; nothing more is read."))


# --- requests and answers -----------------------------------------------------------------------------------------


def _request(line: str) -> Fields:
    try:
        ask = DECODER.decode(line)
    except RecursionError:
        raise Trouble("bad_json", "The line is nested too deeply.") from None
    except ValueError as error:
        raise Trouble("bad_json", f"The line is not JSON ({str(error)[:80]}).") from None
    if not isinstance(ask, dict):
        raise Trouble("bad_request", 'A request is an object, such as {"do": "games"}.')
    return ask


def _deed(ask: Fields) -> Deed:
    """What is asked for, if nothing in the request is a slip of the pen."""
    do = _text(ask, "do")
    deed = DEEDS.get(do)
    if deed is None:
        instead = did_you_mean(do, DEEDS, plain(f"What can: {', '.join(DEEDS)}."))
        raise Trouble("bad_request", f"{quoted(do, 20)} cannot be asked. {instead}")
    if not ask.keys() <= KNOWN[do]:
        raise _strange(do, deed, ask)
    return deed


def _strange(do: str, deed: Deed, ask: Fields) -> Trouble:
    known = (*ALWAYS, *deed.fields)
    strange = [key for key in ask if key not in known]
    named = ", ".join(quoted(key, 30) for key in strange[:NAMED])
    instead = did_you_mean(strange[0], known, plain(f"Its fields: {', '.join(known)}."))
    return Trouble("bad_request", f"'{do}' has no field {named}. {instead}")


def _whole_number(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole_number)


def _id(ask: Fields) -> Answer:
    if "id" not in ask:
        return {}
    if ask["id"] is not None and type(ask["id"]) not in (str, int):
        raise Trouble("bad_request", "'id' must be a text or a whole number.")
    return {"id": ask["id"]}


def _line(answer: Answer) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _trouble(error: Exception) -> Trouble:
    """Each thing that can go wrong with its code."""
    if isinstance(error, Trouble):
        return error
    if isinstance(error, Refused):
        return _refused("illegal", error.refusal, ())
    if isinstance(error, RuleError):
        code = next((code for kind, code in CODES if isinstance(error, kind)), "bad_request")
        return Trouble(code, str(error), error.rule)
    if isinstance(error, RecursionError):
        return Trouble("bad_request", "The request is nested too deeply.")
    return Trouble("fault", f"This is a mistake in Tilehall ({type(error).__name__}: {str(error)[:80]}).")


CODES: tuple[tuple[type[RuleError], str], ...] = (
    (NotationError, "bad_notation"),
    (PositionError, "bad_position"),
    (SetupError, "bad_setup"),
    (RecordError, "bad_record"),
)


def _refused(code: str, refusal: Refusal, names: Sequence[str]) -> Trouble:
    return Trouble(code, said(refusal.text, ENGLISH, names), refusal.rule, refusal)


# --- fields -------------------------------------------------------------------------------------------------------


def _field(ask: Fields, key: str) -> Any:
    if key not in ask:
        raise Trouble("bad_request", f"The request lacks '{key}'.")
    return ask[key]


def _text(ask: Fields, key: str) -> str:
    value = _field(ask, key)
    if not isinstance(value, str):
        raise Trouble("bad_request", f"'{key}' must be a text.")
    try:
        value.encode()
    except UnicodeEncodeError:  # half a character: JSON can say that, nothing else can
        raise Trouble("bad_request", f"'{key}' must be proper Unicode.") from None
    return value


def _whole(ask: Fields, key: str) -> int:
    value = _field(ask, key)
    if type(value) is not int:
        raise Trouble("bad_request", f"'{key}' must be a whole number.")
    return value


def _object(ask: Fields, key: str) -> dict[str, Any]:
    value = _field(ask, key)
    if not isinstance(value, dict):
        raise Trouble("bad_request", f"'{key}' must be an object.")
    return value


def _seat(ask: Fields, opened: Opened, lowest: Seat = CHANCE) -> Seat:
    """The seat that is asked about; the one that has to decide if the request names none."""
    if "seat" not in ask:
        due = opened.examiner.actors()
        if len(due) != 1:
            raise Trouble(
                "bad_request", f"The request lacks 'seat'; to decide: {', '.join(map(str, due)) or 'nobody'}."
            )
        return due[0]
    seat, last = _whole(ask, "seat"), len(opened.names) - 1
    if not lowest <= seat <= last:
        raise Trouble("bad_request", f"'seat' must be {lowest} to {last}.")
    return seat


def _due_seat(ask: Fields, opened: Opened) -> Seat:
    seat, due = _seat(ask, opened), opened.examiner.actors()
    if seat not in due:
        raise Trouble(
            "not_due", f"Seat {seat} has nothing to decide; to decide: {', '.join(map(str, due)) or 'nobody'}."
        )
    return seat


def _eyes(ask: Fields, opened: Opened) -> Seat | None:
    """The seat that looks; None for somebody who only watches."""
    return None if ask.get("seat") is None else _seat(ask, opened, 0)


def _company(ask: Fields, opened: Opened) -> tuple[dict[Seat, str] | None, Seat | None]:
    """The computer players to be seated, None if those of before stay; and who asks what they do."""
    if ask.get("computers") is None:
        return None, _eyes(ask, opened) if opened.examiner.computers else None
    return _computers(ask, len(opened.names)), _eyes(ask, opened)


def _computers(ask: Fields, seats: int) -> dict[Seat, str]:
    """The seats that the house plays, with their levels."""
    numbers, found = {str(seat): seat for seat in range(seats)}, dict[Seat, str]()
    for key, level in _object(ask, "computers").items():
        if key not in numbers:
            raise Trouble("bad_setup", f"'computers' cannot seat '{key:.20}'; the seats are 0 to {seats - 1}.")
        if not isinstance(level, str):
            raise Trouble("bad_request", f"The level of seat {key} in 'computers' must be a text.")
        if level not in LEVELS:
            instead = did_you_mean(level, LEVELS, plain(f"Levels: {', '.join(known.id for known in OFFERED)}."))
            raise Trouble("bad_setup", f"'{level:.20}' is no computer player. {instead}")
        found[numbers[key]] = level
    return found


def _seed(ask: Fields) -> str:
    """The seed of the request as text; made up if there is none."""
    seed = ask.get("seed")
    if seed is None:
        return token_hex(8)
    if isinstance(seed, bool) or not isinstance(seed, str | int | float):
        raise Trouble("bad_request", "'seed' must be a text or a number.")
    text = str(seed)
    # It must survive as a line of the record.
    if not 0 < len(text) <= SEED_LENGTH or not text.isprintable() or ";" in text or text != text.strip():
        raise Trouble("bad_request", f"'seed' must be 1 to {SEED_LENGTH} printable characters without ;.")
    return text


def _dealer(ask: Fields, default: str) -> str:
    dealer = ask.get("dealer", default)
    if dealer not in ("seed", "ask"):
        raise Trouble("bad_request", "'dealer' must be 'seed' or 'ask'.")
    return str(dealer)


def _options(ask: Fields, offered: Sequence[Option]) -> tuple[tuple[str, str], ...]:
    if ask.get("options") is None:
        return ()
    known = {option.id: option for option in offered}
    return tuple(sorted((key, _value(key, given, known.get(key))) for key, given in _object(ask, "options").items()))


def _value(key: str, given: object, option: Option | None) -> str:
    """The text of an option's value: numbers as digits, true and false as the option says them."""
    if isinstance(given, bool):
        words = ("on", "yes", "true") if given else ("off", "no", "false")
        return next((word for word in words if option and word in option.values), words[0])
    if isinstance(given, str):
        return given
    if isinstance(given, int) or (isinstance(given, float) and isfinite(given)):
        return f"{given:g}" if isinstance(given, float) else str(given)
    raise Trouble("bad_request", f"Option '{key:.20}' must be a text, a number, true or false.")


def _names(ask: Fields, seats: int) -> tuple[tuple[str, ...], tuple[Player, ...]]:
    """What sentences call the seats, and the players of the record."""
    given = ask.get("names")
    if given is None:
        return _plain_names(seats)
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise Trouble("bad_request", "'names' must be a list of texts.")
    if len(given) != seats or len(set(given)) < seats:
        raise Trouble("bad_setup", f"'names' must be {seats} different names.")
    try:
        return tuple(given), tuple(map(Player, given))
    except RecordError as error:
        raise Trouble("bad_setup", str(error)) from None


def _plain_names(seats: int) -> tuple[tuple[str, ...], tuple[Player, ...]]:
    return tuple(f"seat {n}" for n in range(seats)), tuple(Player(f"seat{n}") for n in range(seats))


# --- what a match says --------------------------------------------------------------------------------------------


def _open(pipe: Pipe, ask: Fields, opened: Opened) -> Answer:
    """What a match that was just opened answers."""
    computers, eyes = _company(ask, opened)
    number = pipe.open(opened)
    change = opened.examiner.begin(computers)
    return {"match": number, **_where(opened), "seats": list(opened.names), **_played(opened, eyes, change)}


def _where(opened: Opened) -> Answer:
    return {"actors": list(opened.examiner.actors()), "digest": opened.examiner.digest()}


def _played(opened: Opened, eyes: Seat | None, change: Change) -> Answer:
    """The steps, and if there are computer players what they did."""
    events = {"events": _events(opened, eyes, change)} if opened.examiner.computers else {}
    return {**events, "steps": change.lines}


def _turned(opened: Opened, eyes: Seat | None, change: Change) -> Answer:
    """What steps brought, in the words that these eyes may read."""
    return {**_where(opened), "events": _events(opened, eyes, change), "steps": change.lines}


def _events(opened: Opened, eyes: Seat | None, change: Change) -> list[Answer]:
    return [_event(event, eyes, opened.names) for event in change.events]


def _event(event: Event, eyes: Seat | None, names: Sequence[str]) -> Answer:
    text = said(event.told(eyes), ENGLISH, names)
    return {"key": event.key, "rule": event.rule, "text": text, "seat": event.seat, "marks": list(event.marks)}


# --- what can be asked --------------------------------------------------------------------------------------------


def _games(pipe: Pipe, ask: Fields) -> Answer:
    """All games with their seats and options."""
    return {"games": [_described(found) for found in games()]}


def _described(found: Game[Any]) -> Answer:
    options = [
        {
            "id": option.id,
            "title": str(option.title),
            "values": list(option.values),
            "meanings": [str(meaning) for meaning in option.meanings],
            "default": option.default,
            "rule": option.rule,
        }
        for option in found.options
    ]
    seats = list(found.seats)
    return {"id": found.id, "title": str(found.title), "seats": seats, "options": options, "rules": found.rules}


def _new(pipe: Pipe, ask: Fields) -> Answer:
    """`game`, `players`; if wanted `options`, `seed`, `dealer` (seed or ask), `names`, `computers`, `seat`: a match."""
    found = game(_text(ask, "game"))
    setup = Setup(_whole(ask, "players"), _options(ask, found.options))
    found.start(setup)  # a set-up that there is not is refused before anything is made of it
    return _open(pipe, ask, _seated(ask, found, setup))


def _seated(ask: Fields, found: Game[Any], setup: Setup, position: Any = None) -> Opened:
    """A match that begins with its set-up, or here."""
    seed = _seed(ask) if _dealer(ask, "seed") == "seed" else ""
    names, players = _names(ask, setup.players)
    header = Header(found.id, found.rules, players, setup.options, seal(seed) if seed else "")
    return Opened(Examiner.at(header, seed, position), names)


def _set(pipe: Pipe, ask: Fields) -> Answer:
    """`state`, with `match` (it goes on from there) or `game` (a new match, fields as for `new`)."""
    state = _object(ask, "state")
    if "match" not in ask:
        found = game(_text(ask, "game"))
        position, setup = _position(found, state)
        return _open(pipe, ask, _seated(ask, found, setup, position))
    opened = pipe.opened(ask)
    position, setup = _position(opened.examiner.rules, state)
    if setup.players != len(opened.names):
        raise Trouble(
            "bad_position", f"This is a position for {setup.players}; the match has {len(opened.names)} seats."
        )
    computers, eyes = _company(ask, opened)
    opened.examiner.set(setup, position)
    change = opened.examiner.begin(computers)
    return {"match": ask["match"], **_where(opened), **_played(opened, eyes, change)}


def _position(found: Game[Any], state: Answer) -> tuple[Any, Setup]:
    """The position and its set-up; every game with options writes them into its positions."""
    position = found.load(state)
    if not is_whole(found, position):
        raise Trouble("bad_position", "This is what one seat sees of a position; give the whole one.")
    clean = found.dump(position)
    return position, Setup(clean["players"], tuple(sorted(clean.get("options", {}).items())))


def _load(pipe: Pipe, ask: Fields) -> Answer:
    """`record`; if wanted `seed` or `dealer` (chance is asked for without), `computers`, `seat`: a match goes on."""
    text, seed = _text(ask, "record"), ""
    if _dealer(ask, "seed" if "seed" in ask else "ask") == "seed":
        _field(ask, "seed")
        seed = _seed(ask)
    examiner = Examiner.load(text, seed)
    return _open(pipe, ask, Opened(examiner, examiner.header.names))


def _legal(pipe: Pipe, ask: Fields) -> Answer:
    """`match`, `seat`: what the seat may do; for the dealer what can come, with weights."""
    opened = pipe.opened(ask)
    seat, examiner = _seat(ask, opened), opened.examiner
    if seat == CHANCE and examiner.actors() == (CHANCE,):
        draw = examiner.draw()
        return {"seat": seat, "actions": [str(action) for action in draw.outcomes], "weights": list(draw.weights)}
    return {"seat": seat, "actions": [str(action) for action in examiner.legal(seat)]}


def _check(pipe: Pipe, ask: Fields) -> Answer:
    """`match`, `seat`, `action`: whether it may be done, and if not why not."""
    opened, text = pipe.opened(ask), _text(ask, "action")
    try:
        refusal = opened.examiner.check(_seat(ask, opened), text)
    except NotationError as error:
        refusal = Refusal(error.rule, error.text)
    if refusal is None:
        return {"legal": True}
    message = said(refusal.text, ENGLISH, opened.names)
    return {"legal": False, "rule": refusal.rule, "message": message, **_instead(refusal)}


def _apply(pipe: Pipe, ask: Fields) -> Answer:
    """`match`, `seat`, `action`: does it, and all that the dealer and computer players owe after it."""
    opened, text = pipe.opened(ask), _text(ask, "action")
    seat, examiner = _seat(ask, opened), opened.examiner
    try:
        change = examiner.act(seat, text)
    except Refused as error:
        code = "illegal" if seat in examiner.actors() else "not_due"
        raise _refused(code, error.refusal, opened.names) from error
    return _turned(opened, seat, change)


def _state(pipe: Pipe, ask: Fields) -> Answer:
    """`match`: the whole position; its format is documented in `engine/<game>/positions.py`."""
    return {"state": pipe.opened(ask).examiner.dump()}


def _view(pipe: Pipe, ask: Fields) -> Answer:
    """`match`, `seat` (null: a spectator): the position as that seat may see it."""
    opened = pipe.opened(ask)
    return {"state": opened.examiner.view(_eyes(ask, opened))}


def _decision(pipe: Pipe, ask: Fields) -> Answer:
    """`match`, `seat`: what the seat has to decide, in words, with the fields of each verb."""
    opened = pipe.opened(ask)
    decision = opened.examiner.decision(_due_seat(ask, opened))
    fields = {verb: list(words) for verb, words in decision.fields.items()}
    prompt = said(decision.prompt, ENGLISH, opened.names)
    return {"kind": decision.kind, "prompt": prompt, "rule": decision.rule, "fields": fields}


def _standing(pipe: Pipe, ask: Fields) -> Answer:
    """`match`: whether it is over, and how it ended. Scores are null if the ending has none."""
    opened = pipe.opened(ask)
    standing = opened.examiner.standing()
    if standing is None:
        return {"over": False, "scores": None, "ranks": None, "ending": None, "winners": [], "text": ""}
    scores, ranks = standing.scores, standing.ranks
    return {
        "over": True,
        "scores": None if scores is None else list(scores),
        "ranks": None if ranks is None else list(ranks),
        "ending": standing.ending,
        "winners": list(standing.winners),
        "text": said(standing.text, ENGLISH, opened.names),
    }


def _receipt(pipe: Pipe, ask: Fields) -> Answer:
    """`match`: the score now, line by line, each with the `parts` of its sum; `final` once the game is over."""
    opened = pipe.opened(ask)
    receipt, seats = opened.examiner.receipt(), range(len(opened.names))
    lines = [_receipt_line(line, opened) for line in receipt.lines]
    return {"lines": lines, "totals": [receipt.total(seat) for seat in seats], "final": receipt.final}


def _receipt_line(line: Line, opened: Opened) -> Answer:
    names, origin = opened.names, opened.examiner.derive(line)
    parts = [
        {"points": part.points, "text": said(part.text, ENGLISH, names), "marks": list(part.marks)}
        for part in origin.parts
    ]
    text = said(line.text, ENGLISH, names)
    line_of = {"seat": line.seat, "part": line.part, "points": line.points, "rule": line.rule, "text": text}
    return {**line_of, "parts": parts}


def _record(pipe: Pipe, ask: Fields) -> Answer:
    """`match`: the match as text."""
    return {"record": pipe.opened(ask).examiner.record()}


def _undo(pipe: Pipe, ask: Fields) -> Answer:
    """`match`, `seat`: takes back this seat's last step, unless a barrier forbids it."""
    opened = pipe.opened(ask)
    _field(ask, "seat")
    seat = _seat(ask, opened)
    change = opened.examiner.undo(seat)
    return {**_where(opened), **_played(opened, seat, change)}


def _redo(pipe: Pipe, ask: Fields) -> Answer:
    """`match`: does again what was taken back last."""
    opened = pipe.opened(ask)
    change = opened.examiner.redo()
    return _turned(opened, change.seat, change)


def _hint(pipe: Pipe, ask: Fields) -> Answer:
    """`match`, `seat`: what a good player would do, knowing what that seat knows; always the same answer."""
    opened = pipe.opened(ask)
    seat = _due_seat(ask, opened)
    if seat == CHANCE:
        raise Trouble("not_due", "The dealer has to draw; there is nothing to advise.")
    advice = opened.examiner.hint(seat)
    return {"action": str(advice.action), "why": said(advice.why, ENGLISH, opened.names)}


def _rules(pipe: Pipe, ask: Fields) -> Answer:
    """`game`, and if wanted `rule`: the paragraphs of the rulebook."""
    book = rulebook(game(_text(ask, "game")).id)
    if "rule" not in ask:
        every = [paragraph for section in book.sections for paragraph in section.paragraphs]
    else:
        found = book.paragraph(_text(ask, "rule"))
        if found is None:
            raise Trouble("bad_request", f"There is no rule '{ask['rule']:.20}'.")
        every = [found]
    return {"title": book.title, "paragraphs": [{"rule": entry.rule, "text": entry.text} for entry in every]}


def _close(pipe: Pipe, ask: Fields) -> Answer:
    """`match`: forgets it."""
    pipe.opened(ask)
    del pipe.matches[ask["match"]]
    return {}


class Deed(NamedTuple):
    """Something that can be asked: what answers it, and the fields of the request besides `do` and `id`."""

    answer: Callable[[Pipe, Fields], Answer]
    fields: tuple[str, ...] = ()


ALWAYS = ("do", "id")
OPENING = ("players", "options", "seed", "dealer", "names", "computers", "seat")
DEEDS = {
    "games": Deed(_games),
    "new": Deed(_new, ("game", *OPENING)),
    "set": Deed(_set, ("state", "match", "game", *OPENING)),
    "load": Deed(_load, ("record", "seed", "dealer", "computers", "seat")),
    "legal": Deed(_legal, ("match", "seat")),
    "check": Deed(_check, ("match", "seat", "action")),
    "apply": Deed(_apply, ("match", "seat", "action")),
    "state": Deed(_state, ("match",)),
    "view": Deed(_view, ("match", "seat")),
    "decision": Deed(_decision, ("match", "seat")),
    "standing": Deed(_standing, ("match",)),
    "receipt": Deed(_receipt, ("match",)),
    "record": Deed(_record, ("match",)),
    "undo": Deed(_undo, ("match", "seat")),
    "redo": Deed(_redo, ("match",)),
    "hint": Deed(_hint, ("match", "seat")),
    "rules": Deed(_rules, ("game", "rule")),
    "close": Deed(_close, ("match",)),
}
"""What can be asked; the first line of each docstring tells of the fields."""
KNOWN = {do: frozenset((*ALWAYS, *deed.fields)) for do, deed in DEEDS.items()}


# --- the command --------------------------------------------------------------------------------------------------


def add_arguments(parser: Parser) -> None:
    """The command takes nothing; its help lists what can be asked."""
    width = max(map(len, DEEDS))
    lines = (f"  {do:{width}}  {deed.answer.__doc__ or ''}" for do, deed in DEEDS.items())
    parser.description = marked(
        "JSON lines for other programs: one request a line in, one answer a line out. Sentences are English."
    )
    parser.epilog = "\n".join(["what can be asked:", *lines])


def main(args: argparse.Namespace) -> int:
    run(cast(BinaryIO, sys.stdin.buffer), cast(BinaryIO, sys.stdout.buffer))
    return 0
