"""A match as text and back: one step a line, chance included, comments after `;`.

The record is the autosave, the export, the replay, the bug report and the regression test. It is written by
appending: a step taken back stays in the file, followed by `~ 38` (gone back to step 38). `@` is the digest of the
position, `=` the result, `seed` is added when the game is over and must fit `sealed`. A match that does not begin at
the beginning has the `position` where it does in its head; draws are counted from there. `docs/records.md` is the
whole format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from json import loads
from typing import Any, TypeVar

from tilehall.engine.catalog import game as game_of
from tilehall.engine.dealer import Dealer, Rng, SeedDealer, seal
from tilehall.engine.game import CHANCE, Game, RuleError, Seat, Setup, Standing, quoted
from tilehall.engine.match import Match, Refused, Step, digest, plain
from tilehall.engine.text import Text

S = TypeVar("S")

FORMAT = 1
KEYS = ("tilehall", "game", "rules", "seats", "options", "date", "by", "position", "sealed")
"""The words that the lines of a head begin with, in the order in which they are written."""
UNKNOWN = re.compile(rf"(?!(?:{'|'.join(KEYS)}|seed)(?:[ ;]|\Z))[a-z][a-z0-9-]{{0,31}}(?:[ ;].*)?\Z")
"""A line of a head that we do not know. A seed stands under the steps, so it is none."""
NAME = re.compile(r"[^\s:;=,{}]{1,24}\Z")
KIND = re.compile(r"[^\s:;=,{}]{1,32}\Z")
DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3])(:[0-5]\d){2}Z\Z", re.ASCII)
SEAL = re.compile(r"[0-9a-f]{32}\Z")
LONGEST = 2_000_000
"""Characters; no game is near it."""
LONGEST_LINE = 1_000
"""Characters of a line of the head that we do not know."""
LONGEST_BY = 80


class RecordError(RuleError):
    """A record that cannot be read or does not replay; its text names the line."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: a name, and human or whatever else whoever wrote it down could seat; each is one word."""

    name: str
    kind: str = "human"

    def __post_init__(self) -> None:
        if not NAME.match(self.name) or not self.name.isprintable():
            raise RecordError(
                Text(
                    "{name} is no name: 1 to 24 characters without spaces or any of : ; = , {{ }}.",
                    name=quoted(self.name),
                )
            )
        if self.name[0] in "-@=~" or self.name.isdigit():
            raise RecordError(
                Text("{name} is no name: it may not be a number or begin with - @ = ~.", name=quoted(self.name))
            )
        if not KIND.match(self.kind) or not self.kind.isprintable():
            raise RecordError(
                Text(
                    "{kind} is no kind of player: 1 to 32 characters without spaces or any of : ; = , {{ }}.",
                    kind=quoted(self.kind),
                )
            )


@dataclass(frozen=True, slots=True)
class Header:
    """What stands above the `---`."""

    game: str
    rules: int
    players: tuple[Player, ...]
    options: tuple[tuple[str, str], ...] = ()
    sealed: str = ""
    position: str = ""
    """Where the match begins if not at the beginning, as `position_text` writes it."""
    date: str = ""
    """When it began: UTC, like 2026-11-18T17:50:00Z."""
    by: str = ""
    """The program that wrote it down, with its version."""
    unknown: tuple[str, ...] = ()
    """Further lines, of which we know only that they belong to this head: kept as they stand."""

    def __post_init__(self) -> None:
        if not _is_plain(self.position):
            raise RecordError(
                Text("A position stands in a record as one line of JSON without ';' and spaces around it.")
            )
        if self.sealed and not SEAL.match(self.sealed):
            raise RecordError(Text("{sealed} is no seal of a seed: 32 digits from 0 to f.", sealed=quoted(self.sealed)))
        if self.date and not _is_date(self.date):
            raise RecordError(
                Text("{date} is no date of a record; one looks like 2026-11-18T17:50:00Z.", date=quoted(self.date))
            )
        if not _is_plain(self.by) or len(self.by) > LONGEST_BY:
            raise RecordError(
                Text(
                    "{by} names no program: 1 to {longest} characters without ';'.",
                    by=quoted(self.by),
                    longest=LONGEST_BY,
                )
            )
        for line in self.unknown:
            if not _is_unknown(line):
                raise RecordError(Text("{line} is no further line for the head of a record.", line=quoted(line)))

    @property
    def setup(self) -> Setup:
        return Setup(len(self.players), self.options)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def text(self) -> str:
        lines = [f"tilehall {FORMAT}", f"game {self.game}", f"rules {self.rules}"]
        lines.append("seats " + " ".join(f"{player.name}:{player.kind}" for player in self.players))
        if self.options:
            lines.append("options " + " ".join(f"{name}={value}" for name, value in self.options))
        rest = {"date": self.date, "by": self.by, "position": self.position, "sealed": self.sealed}
        lines += [f"{key} {value}" for key, value in rest.items() if value]
        return "\n".join([*lines, *self.unknown, "---"]) + "\n"


def _is_plain(text: str) -> bool:
    """Whether it can stand in a line behind a word."""
    return text.isprintable() and ";" not in text and text == text.strip()


def _is_date(text: str) -> bool:
    """Whether it is a second of the calendar."""
    found = DATE.match(text)
    if not found:
        return False
    year, month, day = (int(found[n]) for n in (1, 2, 3))
    february = 28 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    days = (31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= days[month - 1]


def _is_unknown(line: str) -> bool:
    """Whether a reader keeps this line of a head without knowing it."""
    return len(line) <= LONGEST_LINE and line == line.strip() and line.isprintable() and bool(UNKNOWN.match(line))


@dataclass(slots=True)
class Record:
    """A record that was read and replayed: its header, the match, and what stood beside the steps."""

    header: Header
    match: Match[Any]
    seed: str = ""
    comments: dict[int, str] = field(default_factory=dict)
    result: str = ""


# --- writing ------------------------------------------------------------------------------------------------------


class Scribe:
    """Turns the steps of a match into lines, as they come. Secret parts of a joint step wait for the others."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.together: dict[Seat, Step[Any]] = {}
        self.written = 0
        """The number of the last step that stands in the record."""

    def step(self, game: Game[S], step: Step[S]) -> str:
        """The lines that this step adds."""
        due = game.actors(step.after)
        if step.together:
            self.together[step.seat] = step
            if due and set(due) == set(game.actors(step.before)) - {step.seat}:
                return ""
            parts = " ".join(f"{seat}:{each.action}" for seat, each in sorted(self.together.items()))
            self.together.clear()
            lines = f"{step.number} = {parts}\n"
        else:
            who = "-" if step.seat == CHANCE else self.header.names[step.seat]
            lines = f"{step.number} {who} {step.action}\n"
        self.written = step.number
        if not step.together and due in ((CHANCE,), (step.seat,)):
            return lines
        return lines + f"@ {digest(game, step.after)}\n"

    def back(self, step: Step[Any], remaining: int) -> str:
        """The line that says how many steps remain after this one was taken back; none if it was not written yet."""
        if step.together:
            self.together.pop(step.seat, None)
        if remaining >= self.written:
            return ""
        self.written = remaining
        return f"~ {remaining}\n"

    def result(self, standing: Standing, seed: str = "") -> str:
        return f"= {result_text(standing, self.header.names)}\n" + (f"seed {seed}\n" if seed else "")


def result_text(standing: Standing, names: Sequence[str]) -> str:
    """Places with scores, the best first, or the name of an ending without scores.

    >>> result_text(Standing("goal", "", (17, 21), (2, 1)), ("Aki", "Bo"))
    '1. Bo 21, 2. Aki 17'
    """
    if standing.scores is None or standing.ranks is None or len(names) == 1:
        return _scores_text(standing, names)
    places = sorted(zip(standing.ranks, range(len(names)), strict=True))
    return ", ".join(f"{rank}. {names[seat]} {standing.scores[seat]}" for rank, seat in places)


def _scores_text(standing: Standing, names: Sequence[str]) -> str:
    """A result without places, as records had it at first: `Aki 17, Bo 21`."""
    if standing.scores is None:
        return standing.ending
    return ", ".join(f"{name} {score}" for name, score in zip(names, standing.scores, strict=True))


def position_text(game: Game[S], s: S) -> str:
    """A position for the head of a record: one line of JSON without the ';' that begins a comment."""
    return plain(game, s).replace(";", "\\u003b")


def write(header: Header, match: Match[S], seed: str = "") -> str:
    """The whole record of a match."""
    scribe = Scribe(header)
    text = header.text() + "".join(scribe.step(match.game, step) for step in match.steps)
    standing = match.game.standing(match.state)
    return text + scribe.result(standing, seed) if standing else text


# --- reading ------------------------------------------------------------------------------------------------------


def read(text: str, find: Callable[[str], Game[Any]] = game_of) -> Record:
    """The record that this text is. Every line is replayed and checked; raises RecordError naming the line.

    `find` is who knows the game by its id.
    """
    if len(text) > LONGEST:
        raise RecordError(Text("The file is too long to be a record."))
    lines = list(enumerate(text.split("\n"), 1))
    header, start = read_header(lines)
    try:
        game = find(header.game)
    except RuleError as error:
        raise RecordError(error.text) from error
    if header.rules != game.rules:
        raise RecordError(
            Text(
                "This game was played by rules {rules} of {game}; here are rules {ours}.",
                rules=header.rules,
                game=header.game,
                ours=game.rules,
            )
        )
    record = Record(header, _begun(game, header, lines))
    for number, line in lines[start:]:
        try:
            _read_line(record, *_split(line))
        except Refused as error:
            raise RecordError(
                Text(
                    "Line {number} does not replay: {problem} [{rule}]",
                    number=number,
                    problem=error.text,
                    rule=error.rule,
                ),
                error.rule,
            ) from error
        except RuleError as error:
            raise RecordError(
                Text("Line {number}: {problem}", number=number, problem=error.text), error.rule
            ) from error
    return record


def _begun(game: Game[S], header: Header, lines: Sequence[tuple[int, str]]) -> Match[S]:
    """The match before its first step; what is wrong with it is said with its line."""
    try:
        game.start(header.setup)
    except RuleError as error:
        raise RecordError(error.text, error.rule) from error
    try:
        return begun(game, header)
    except RuleError as error:
        number = next(number for number, line in lines if _split(line)[0].startswith("position"))
        raise RecordError(Text("Line {number}: {problem}", number=number, problem=error.text), error.rule) from error


def begun(game: Game[S], header: Header, dealer: Dealer | None = None) -> Match[S]:
    """The match that a head describes: from the beginning, or from the position in the head. Raises RuleError."""
    fresh = game.start(header.setup)
    return Match(game, header.setup, dealer, _position(game, header) if header.position else fresh)


def _position(game: Game[S], header: Header) -> S:
    """The position in the head, if it is one of the table that the head describes."""
    try:
        data = loads(header.position)
    except (ValueError, RecursionError) as error:
        raise RecordError(Text("the position is no JSON ({why}).", why=f"{error}")) from error
    if not isinstance(data, dict):
        raise RecordError(Text("the position is no JSON object."))
    s = game.load(data)
    found = game.dump(s)
    players = found.get("players")
    if players != len(header.players):
        raise RecordError(
            Text(
                "this is a position of {players} players, the head names {n}.",
                players=f"{players}",
                n=len(header.players),
            )
        )
    options = dict(header.options)
    if found.get("options", options) != options:
        raise RecordError(
            Text(
                "this position has {found}, the head {options}.", found=_told(found["options"]), options=_told(options)
            )
        )
    if not is_whole(game, s):
        raise RecordError(Text("this is what one player sees of a position; a game can begin only at a whole one."))
    return s


def is_whole(game: Game[S], s: S) -> bool:
    """Whether nothing in this position is unknown, as it may be in what a seat sees.

    >>> princess = game_of("princess")
    >>> is_whole(princess, princess.start(Setup(2)))
    True
    """
    return not game.secrets or plain(game, game.imagine(s, Rng(0))) == plain(game, s)


def _told(options: Mapping[str, str]) -> Text:
    if not options:
        return Text("no options")
    return Text("the options {options}", options=" ".join(f"{name}={value}" for name, value in sorted(options.items())))


def _split(line: str) -> tuple[str, str]:
    """The line without its comment, and the comment."""
    words, _, comment = line.partition(";")
    return words.strip(), comment.strip()


def read_header(lines: Sequence[tuple[int, str]]) -> tuple[Header, int]:
    """The header, and how many lines it takes."""
    found: dict[str, str] = {}
    unknown: list[str] = []
    for number, line in lines:
        words = _split(line)[0]
        if not words:
            continue
        key, _, rest = words.partition(" ")
        if not found:
            _check_format(key, rest.strip())
        if words == "---":
            return _header(found, unknown), number
        if key in KEYS and key not in found:
            found[key] = rest.strip()
        elif _is_unknown(line.strip()):
            unknown.append(line.strip())
        else:
            raise RecordError(
                Text(
                    "Line {number} does not belong into the head of a record: {words}.",
                    number=number,
                    words=quoted(words),
                )
            )
    raise RecordError(Text("This is no record: the line '---' under the head is missing."))


def _check_format(key: str, number: str) -> None:
    """The first line says how all others are to be read."""
    if key != "tilehall":
        raise RecordError(Text("This is no record: it does not begin with 'tilehall {format}'.", format=FORMAT))
    if number != str(FORMAT):
        raise RecordError(
            Text(
                "This record has format {number}; this program reads format {format}.",
                number=quoted(number),
                format=FORMAT,
            )
        )


def _header(found: dict[str, str], unknown: Sequence[str]) -> Header:
    for key in ("game", "rules", "seats"):
        if not found.get(key):
            raise RecordError(Text("The head of the record lacks '{key}'.", key=key))
    if found.get("position") == "":
        raise RecordError(Text("The position in the head of the record is missing."))
    players = tuple(Player(*entry.rpartition(":")[::2]) for entry in found["seats"].split())
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise RecordError(Text("Two players of this record have the same name."))
    options = tuple(sorted(_pair(entry) for entry in found.get("options", "").split()))
    rules = _number(found["rules"])
    return Header(
        game=found["game"],
        rules=rules,
        players=players,
        options=options,
        sealed=found.get("sealed", ""),
        position=found.get("position", ""),
        date=found.get("date", ""),
        by=found.get("by", ""),
        unknown=tuple(unknown),
    )


def _pair(entry: str) -> tuple[str, str]:
    name, sign, value = entry.partition("=")
    if not sign:
        raise RecordError(Text("The option {entry} has no value.", entry=quoted(entry)))
    return name, value


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise RecordError(Text("{text} is no number.", text=quoted(text)))
    return int(text)


def _read_line(record: Record, words: str, comment: str) -> None:
    match = record.match
    if not words:
        _note(record, comment)
        return
    first, _, rest = words.partition(" ")
    if first == "@":
        _same_position(rest, digest(match.game, match.state))
    elif first == "~":
        _back(record, _number(rest))
    elif first == "=":
        standing, names = match.game.standing(match.state), record.header.names
        if standing is None or rest != _scores_text(standing, names):
            _same_result(rest, standing, names)
        record.result = rest
    elif first == "seed":
        _check_seed(record, rest)
    else:
        _step(record, _number(first), rest)
    _note(record, comment)


def _same_position(written: str, found: str) -> None:
    if written != found:
        wrong = {"found": found, "written": quoted(written, 60)}
        raise RecordError(Text("the position is {found}, the record says {written}.", **wrong))


def _same_result(written: str, standing: Standing | None, names: Sequence[str]) -> None:
    found: Text | str = result_text(standing, names) if standing else Text("a game that goes on")
    if written != found:
        says = quoted(written, 60)
        raise RecordError(Text("the result is {found}, the record says {written}.", found=found, written=says))


def _note(record: Record, comment: str) -> None:
    """Comments belong to the step before them."""
    if comment:
        number = len(record.match.steps)
        record.comments[number] = "; ".join(filter(None, (record.comments.get(number), comment)))


def _back(record: Record, steps: int) -> None:
    made = record.match.steps
    if steps > len(made):
        raise RecordError(Text("there are only {made} steps to go back over.", made=len(made)))
    del made[steps:]
    record.comments = {number: comment for number, comment in record.comments.items() if number <= steps}


def _step(record: Record, number: int, words: str) -> None:
    match = record.match
    who, _, action = words.partition(" ")
    if who == "=":
        for seat, part in _joint(action):
            match.act(seat, part)
    else:
        match.act(_who(record.header, who), action)
    if number != len(match.steps):
        raise RecordError(Text("this is step {steps}, not {number}.", steps=len(match.steps), number=number))


def _joint(text: str) -> Iterator[tuple[Seat, str]]:
    """The parts of a joint step: `0:present RC* 1:present -`."""
    for part in re.split(r" (?=\d+:)", text):
        seat, _, action = part.partition(":")
        yield _number(seat), action


def _who(header: Header, name: str) -> Seat:
    if name == "-":
        return CHANCE
    if name not in header.names:
        raise RecordError(Text("{name} does not sit at this table.", name=quoted(name)))
    return header.names.index(name)


def _check_seed(record: Record, seed: str) -> None:
    """The seed must fit the seal, and must have dealt exactly the draws of the record."""
    record.seed = seed
    dealer = SeedDealer(seed)
    if record.header.sealed and seal(seed) != record.header.sealed:
        raise RecordError(Text("the seed does not fit the seal in the head."))
    unlike = next(unlike_draws(record.match, dealer), None)
    if unlike is not None:
        raise RecordError(
            Text("the seed did not deal step {number}, '{action}'.", number=unlike.number, action=f"{unlike.action}")
        )


def unlike_draws(match: Match[S], dealer: SeedDealer) -> Iterator[Step[S]]:
    """The draws of a match that this dealer would have made differently."""
    counts: dict[str, int] = {}
    for step in match.steps:
        if step.seat != CHANCE:
            continue
        draw = match.game.chance(step.before)
        index = counts.get(draw.pile, 0)
        counts[draw.pile] = index + 1
        if dealer.deal(draw, index) != step.action:
            yield step


def replays(texts: Iterable[str]) -> Iterator[str]:
    """For each record a sentence that says what is wrong with it, empty if nothing is."""
    for text in texts:
        try:
            read(text)
        except RuleError as error:
            yield str(error)
        else:
            yield ""
