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
from dataclasses import dataclass, field, replace
from json import loads
from typing import Any, TypeVar

from tilehall.engine.core.chance import Dealer, Rng, SeedDealer, seal_seed
from tilehall.engine.core.component_sets import component_sets
from tilehall.engine.core.game import CHANCE, Game, GameResult, Position, RuleError, SeatNo, quote_text
from tilehall.engine.core.match import IllegalActionError, Match, Step, position_digest, position_json
from tilehall.engine.core.text import Text
from tilehall.engine.games.catalog import load_game as game_of
from tilehall.engine.records.header import Header, RecordError, parse_number, read_header, split_comment
from tilehall.engine.records.seals import Seals, is_sealed, is_secret_step
from tilehall.engine.records.writer import result_text, scores_text

S = TypeVar("S")

GameFinder = Callable[[str], Game[Any]]
"""Finds a game by its id. Raises RuleError."""
LONGEST_RECORD = 2_000_000
"""Characters; no game comes near it."""


@dataclass(slots=True)
class Record:
    """A record that was read and replayed, with its comments by step numbers."""

    header: Header
    match: Match[Any]
    seed: str = ""
    comments: dict[int, str] = field(default_factory=dict)
    result: str = ""


def position_text(game: Game[S], s: S) -> str:
    """Return a position for the head of a record: one line of JSON without ';', which would begin a comment."""
    return position_json(game, s).replace(";", "\\u003b")


def _begin_match(game: Game[S], header: Header, lines: Sequence[tuple[int, str]]) -> Match[S]:
    """Return the match before its first step. Raises RecordError that names the line of the position."""
    try:
        game.start(header.setup)
    except RuleError as error:
        raise RecordError(error.text, error.rule) from error
    try:
        return begin_match(game, header)
    except RuleError as error:
        number = next(number for number, line in lines if split_comment(line)[0].startswith("position"))
        raise RecordError(Text("Line {number}: {problem}", number=number, problem=error.text), error.rule) from error


def begin_match(game: Game[S], header: Header, dealer: Dealer | None = None) -> Match[S]:
    """Return the match that a header describes, at the start or at its position. Raises RuleError."""
    _check_component_set(header)
    fresh = game.start(header.setup)
    return Match(game, header.setup, dealer, _position(game, header) if header.position else fresh)


def _check_component_set(header: Header) -> None:
    """Raise RecordError unless this process plays with the components of the record."""
    ours, named = component_sets().digest(header.game), {"game": header.game, "option": "--components"}
    if header.box == ours:
        return
    if not ours:
        raise RecordError(
            Text("This game of {game} was played with a changed box: give its file with {option}.", **named)
        )
    if not header.box:
        raise RecordError(Text("This game of {game} was played with the original box: leave out {option}.", **named))
    raise RecordError(
        Text("This game of {game} was played with another changed box: give its file with {option}.", **named)
    )


def _position(game: Game[S], header: Header) -> S:
    """Return the position of a header. Raises RuleError if it does not fit the players and options."""
    s = game.load(parse_position(header.position))
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
                "this position has {found}, the head {options}.",
                found=_options_text(found["options"]),
                options=_options_text(options),
            )
        )
    if not is_complete_position(game, s):
        raise RecordError(Text("this is what one player sees of a position; a game can begin only at a whole one."))
    return s


def parse_position(text: str) -> Position:
    """Return the data of a position from a line of JSON. Raises RecordError."""
    try:
        data = loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(Text("the position is no JSON ({why}).", why=f"{error}")) from error
    if not isinstance(data, dict):
        raise RecordError(Text("the position is no JSON object."))
    return data


def is_complete_position(game: Game[S], s: S) -> bool:
    """Whether nothing in this position is unknown, as it may be in a view.

    >>> from tilehall.engine import Setup
    >>> princess = game_of("princess")
    >>> is_complete_position(princess, princess.start(Setup(2)))
    True
    """
    return not game.has_secrets or position_json(game, game.sample_state(s, Rng(0))) == position_json(game, s)


def _options_text(options: Mapping[str, str]) -> Text:
    if not options:
        return Text("no options")
    return Text("the options {options}", options=" ".join(f"{name}={value}" for name, value in sorted(options.items())))


# --- reading, line by line ----------------------------------------------------------------------------------------


class RecordReader:
    """Replays the lines of a record after its head, and checks each of them.

    Seals are opened with `seed`; without it a sealed line is an error.
    """

    def __init__(self, header: Header, match: Match[Any], seed: str = "") -> None:
        self.header = header
        self.match = match
        self.seed = seed
        self.revealed_seed = ""
        """The seed, once a line of the record has revealed it."""
        self.result = ""
        self.notes: dict[int, list[str]] = {}
        self.open_parts = 0
        """How many of the last steps are parts of a joint step that is not complete."""

    def read_line(self, text: str) -> None:
        """Read the next line. Raises RuleError if it is wrong."""
        words, comment = split_comment(text)
        if words:
            self._words(words)
        if comment:
            # Comments belong to the step before them.
            self.notes.setdefault(len(self.match.steps), []).append(comment)

    def record(self) -> Record:
        """Return what was read so far."""
        comments = {number: "; ".join(notes) for number, notes in self.notes.items()}
        return Record(self.header, self.match, self.revealed_seed, comments, self.result)

    def go_back(self, steps: int) -> None:
        """Drop all steps after this one, with their comments."""
        made = self.match.steps
        for number in range(steps + 1, len(made) + 1):
            self.notes.pop(number, None)
        del made[steps:]
        self.open_parts = 0

    def _words(self, words: str) -> None:
        match, names = self.match, self.header.names
        first, _, rest = words.partition(" ")
        if first == "@":
            _check_position(rest, match)
        elif first == "~":
            self._take_back(parse_number(rest))
        elif first == "+":
            self._part(rest)
        elif first == "=":
            standing = match.game.final_result(match.state)
            if standing is None or rest != scores_text(standing, names):
                _check_result(rest, standing, names)
            self.result = rest
        elif first == "seed":
            self._check_seed(rest)
        else:
            self._step(parse_number(first), rest)

    def _take_back(self, steps: int) -> None:
        made = len(self.match.steps)
        if steps > made:
            raise RecordError(Text("there are only {made} steps to go back over.", made=made))
        gone = self.match.steps[steps:]
        self.go_back(steps)
        if any(step.seat == CHANCE or step.is_joint for step in gone):
            # Steps of the dealer or of several seats cannot be redone by one.
            self.match.undone_steps.clear()
        else:
            self.match.undone_steps += reversed(gone)

    def _step(self, number: int, words: str) -> None:
        who, _, action = words.partition(" ")
        if who == "=":
            self.go_back(len(self.match.steps) - self.open_parts)
            for seat, part in _joint_parts(action):
                self.match.act(seat, part)
        else:
            seat = _seat_of(self.header, who)
            self.match.act(seat, self._unseal(number, seat, action))
        if number != len(self.match.steps):
            raise RecordError(Text("this is step {steps}, not {number}.", steps=len(self.match.steps), number=number))

    def _part(self, words: str) -> None:
        """A part of a joint step that was not complete when it was written, or its withdrawal."""
        who, _, closed = words.partition(":")
        seat = parse_number(who)
        if any(step.seat == seat for step in self.match.steps[len(self.match.steps) - self.open_parts :]):
            self.match.undo(seat)
            self.open_parts -= 1
        elif not closed:
            raise RecordError(Text("seat {seat} has given no part that could be taken back.", seat=seat))
        if closed:
            action = self._unseal(len(self.match.steps) - self.open_parts + 1, seat, closed)
            self.match.act(seat, action)
            self.open_parts += 1

    def _unseal(self, number: int, seat: SeatNo, action: str) -> str:
        if not is_sealed(action):
            return action
        if not self.seed:
            raise RecordError(Text("this step is sealed until the game is over."))
        return Seals(self.seed).unseal(number, seat, action)

    def _check_seed(self, seed: str) -> None:
        """Raise RecordError unless the seed fits its seal and deals exactly the draws of the record."""
        self.revealed_seed = seed
        dealer = SeedDealer(seed)
        if self.header.sealed and seal_seed(seed) != self.header.sealed:
            raise RecordError(Text("the seed does not fit the seal in the head."))
        unlike = next(find_unlike_draws(self.match, dealer), None)
        if unlike is not None:
            raise _not_dealt_error(unlike)


def _not_dealt_error(step: Step[Any]) -> RecordError:
    return RecordError(
        Text("the seed did not deal step {number}, '{action}'.", number=step.number, action=f"{step.action}")
    )


def _check_position(rest: str, match: Match[Any]) -> None:
    written, state = rest, match.state
    if rest.startswith("seen "):
        written, state = rest.removeprefix("seen "), match.view(None)
    found = position_digest(match.game, state)
    if written != found:
        wrong = {"found": found, "written": quote_text(written, 60)}
        raise RecordError(Text("the position is {found}, the record says {written}.", **wrong))


def _check_result(written: str, standing: GameResult | None, names: Sequence[str]) -> None:
    found: Text | str = result_text(standing, names) if standing else Text("a game that goes on")
    if written != found:
        says = quote_text(written, 60)
        raise RecordError(Text("the result is {found}, the record says {written}.", found=found, written=says))


def _joint_parts(text: str) -> Iterator[tuple[SeatNo, str]]:
    """Yield the parts of a joint step from a text such as `0:present RC* 1:present -`."""
    for part in re.split(r" (?=\d+:)", text):
        seat, _, action = part.partition(":")
        yield parse_number(seat), action


def _seat_of(header: Header, name: str) -> SeatNo:
    if name == "-":
        return CHANCE
    if name not in header.names:
        raise RecordError(Text("{name} does not sit at this table.", name=quote_text(name)))
    return header.names.index(name)


# --- whole records ------------------------------------------------------------------------------------------------


def parse_record(text: str, find: GameFinder = game_of, seed: str = "") -> Record:
    """Return the record in a text, every line replayed and checked. Raises RecordError that names the line.

    Seals are opened with `seed`, unless the record reveals its own.
    """
    if len(text) > LONGEST_RECORD:
        raise RecordError(Text("The file is too long to be a record."))
    lines = list(enumerate(text.split("\n"), 1))
    reader, start = _begin_reader(lines, find, seed or _seed_in(text))
    for number, line in lines[start:]:
        _read(reader, number, line)
    return reader.record()


def _begin_reader(lines: Sequence[tuple[int, str]], find: GameFinder, seed: str) -> tuple[RecordReader, int]:
    """Return a reader for the lines after the head, and the number of lines of the head."""
    header, start = read_header(lines)
    header = replace(header, position=_unseal_position(header.position, seed))
    try:
        game = find(header.game)
    except RuleError as error:
        raise RecordError(error.text) from error
    if header.rules != game.rules_version:
        raise RecordError(
            Text(
                "This game was played by rules {rules} of {game}; here are rules {ours}.",
                rules=header.rules,
                game=header.game,
                ours=game.rules_version,
            )
        )
    _check_component_set(header)
    return RecordReader(header, _begin_match(game, header, lines), seed), start


def _unseal_position(position: str, seed: str) -> str:
    """Return the position of a header, opened if it is sealed. Raises RecordError."""
    if not is_sealed(position):
        return position
    if not seed:
        raise RecordError(Text("The position that this game began at is sealed until it is over."))
    try:
        return Seals(seed).unseal(0, CHANCE, position)
    except RuleError as error:
        raise RecordError(error.text) from error


def _seed_in(text: str) -> str:
    """Return the seed that one of the last lines of a finished record reveals; empty if none does."""
    at = text.rfind("\nseed ")
    return "" if at < 0 else split_comment(text[at + 1 :].split("\n", 1)[0])[0].removeprefix("seed ").strip()


def _read(reader: RecordReader, number: int, line: str) -> None:
    """Read a line; errors name its number."""
    try:
        reader.read_line(line)
    except IllegalActionError as error:
        raise RecordError(
            Text(
                "Line {number} does not replay: {problem} [{rule}]", number=number, problem=error.text, rule=error.rule
            ),
            error.rule,
        ) from error
    except RuleError as error:
        raise RecordError(Text("Line {number}: {problem}", number=number, problem=error.text), error.rule) from error


def unseal_record(text: str, seed: str, find: GameFinder = game_of) -> str:
    """Return the record of a finished game with all seals opened."""
    head, rule, steps = text.partition("\n---")
    lines = [_unseal_head_line(line, seed) for line in head.split("\n")]
    return _rewrite_record("\n".join(lines) + rule + steps, seed, _unseal_step_line, find)


def record_for_viewpoint(text: str, seed: str, viewpoint: SeatNo | None, find: GameFinder = game_of) -> str:
    """Return the record of a running game for a viewpoint: what it may know is opened, the rest stays sealed."""

    def line(words: str, match: Match[Any]) -> str:
        sealed = _sealed_in(words)
        if not sealed or is_secret_step(match.game, match.steps[-1], viewpoint):
            return words
        return words.replace(sealed, str(match.steps[-1].action), 1)

    return _rewrite_record(text, seed, line, find)


def _rewrite_record(text: str, seed: str, rewrite: Callable[[str, Match[Any]], str], find: GameFinder) -> str:
    """Return a record with each line rewritten once it has been replayed; empty lines are left out."""
    lines = list(enumerate(text.split("\n"), 1))
    reader, start = _begin_reader(lines, find, seed)
    kept = [line for _, line in lines[:start]]
    for number, line in lines[start:]:
        _read(reader, number, line)
        again = rewrite(line, reader.match)
        if again or not line:
            kept.append(again)
    return "\n".join(kept)


def _unseal_head_line(line: str, seed: str) -> str:
    key, _, rest = line.partition(" ")
    return f"{key} {_unseal_position(rest, seed)}" if key == "position" else line


def _unseal_step_line(line: str, match: Match[Any]) -> str:
    if line.lstrip().startswith("+"):
        return ""
    if line.startswith("@ seen "):
        return f"@ {position_digest(match.game, match.state)}"
    sealed = _sealed_in(line)
    return line.replace(sealed, str(match.steps[-1].action), 1) if sealed else line


def _sealed_in(line: str) -> str:
    """The seal in the line of a step; none in that of a part that waits for others."""
    action = split_comment(line)[0].partition(" ")[2].partition(" ")[2]
    return action if is_sealed(action) else ""


@dataclass(frozen=True, slots=True)
class RescuedRecord:
    """The sound part of a record that may be damaged."""

    record: Record
    bytes: int
    """How much of the file that is."""
    error: RecordError | None
    """What is wrong with the rest; None if nothing is."""


def rescue_record(data: bytes, find: GameFinder = game_of, seed: str = "") -> RescuedRecord:
    """As much of a record as replays: all of it, or all to the last digest above the first line that is damaged.

    A last line without its end was cut off while it was written, and is left out. Raises RecordError if not even
    the head can be read.
    """
    if len(data) > 4 * LONGEST_RECORD:
        raise RecordError(Text("The file is too long to be a record."))
    whole = data[: data.rfind(b"\n") + 1]
    pieces = whole.split(b"\n")[:-1]
    head = next((n for n, piece in enumerate(pieces, 1) if piece.partition(b";")[0].strip() == b"---"), len(pieces))
    lines = [(number, _decode_line(number, piece)) for number, piece in enumerate(pieces[:head], 1)]
    reader, start = _begin_reader(lines, find, seed or _seed_in(whole.decode("utf-8", "replace")))
    rescuer = _Rescuer(reader, sum(len(piece) + 1 for piece in pieces[:start]))
    for number, piece in enumerate(pieces[start:], start + 1):
        try:
            _read(reader, number, _decode_line(number, piece))
        except RecordError as error:
            return rescuer.rescued(error)
        rescuer.read(piece)
    if seed and reader.header.sealed == seal_seed(seed):
        unlike = next(find_unlike_draws(reader.match, SeedDealer(seed)), None)
        if unlike is not None and unlike.number > len(rescuer.steps):
            # No digest after it could have shown the error.
            return rescuer.rescued(_not_dealt_error(unlike))
    return RescuedRecord(reader.record(), len(whole), None)


def _decode_line(number: int, piece: bytes) -> str:
    try:
        return piece.decode("utf-8").removesuffix("\r")
    except UnicodeDecodeError as error:
        raise RecordError(Text("Line {number} is not text.", number=number)) from error


class _Rescuer:
    """Remembers the last place up to which a record is known to be right."""

    def __init__(self, reader: RecordReader, head: int) -> None:
        self.reader = reader
        self.at = self.sound = head
        self.steps: list[Step[Any]] = list(reader.match.steps)

    def read(self, piece: bytes) -> None:
        """Count a line that was read without an error."""
        self.at += len(piece) + 1
        if piece.startswith(b"@"):
            self.sound, self.steps = self.at, list(self.reader.match.steps)

    def rescued(self, error: RecordError) -> RescuedRecord:
        reader = self.reader
        reader.match.steps[:] = self.steps
        reader.match.undone_steps.clear()
        reader.notes = {number: notes for number, notes in reader.notes.items() if number <= len(self.steps)}
        reader.result = reader.revealed_seed = ""
        return RescuedRecord(reader.record(), self.sound, error)


def find_unlike_draws(match: Match[S], dealer: SeedDealer) -> Iterator[Step[S]]:
    """Yield the draws of a match that this dealer would have made differently."""
    counts: dict[str, int] = {}
    for step in match.steps:
        if step.seat != CHANCE:
            continue
        draw = match.game.chance(step.before)
        index = counts.get(draw.pile, 0)
        counts[draw.pile] = index + 1
        if dealer.deal(draw, index) != step.action:
            yield step


def check_records(texts: Iterable[str]) -> Iterator[str]:
    """Yield for each record a sentence that says what is wrong with it; empty if nothing is."""
    for text in texts:
        try:
            parse_record(text)
        except RuleError as error:
            yield str(error)
        else:
            yield ""
