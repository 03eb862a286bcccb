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

from tilehall.engine.core.catalog import game as game_of
from tilehall.engine.core.chance import Dealer, Rng, SeedDealer, seal
from tilehall.engine.core.component_sets import shelf
from tilehall.engine.core.game import CHANCE, Game, Position, RuleError, Seat, Standing, quoted
from tilehall.engine.core.match import Match, Refused, Step, digest, plain
from tilehall.engine.core.text import Text
from tilehall.engine.records.header import Header, RecordError, number_of, read_header, split
from tilehall.engine.records.seals import Seals, is_sealed, is_secret
from tilehall.engine.records.writer import result_text, scores_text

S = TypeVar("S")

Find = Callable[[str], Game[Any]]
"""Who knows the game by its id."""
LONGEST = 2_000_000
"""Characters; no game is near it."""


@dataclass(slots=True)
class Record:
    """A record that was read and replayed: its header, the match, and what stood beside the steps."""

    header: Header
    match: Match[Any]
    seed: str = ""
    comments: dict[int, str] = field(default_factory=dict)
    result: str = ""


def position_text(game: Game[S], s: S) -> str:
    """A position for the head of a record: one line of JSON without the ';' that begins a comment."""
    return plain(game, s).replace(";", "\\u003b")


def _begun(game: Game[S], header: Header, lines: Sequence[tuple[int, str]]) -> Match[S]:
    """The match before its first step; what is wrong with it is said with its line."""
    try:
        game.start(header.setup)
    except RuleError as error:
        raise RecordError(error.text, error.rule) from error
    try:
        return begun(game, header)
    except RuleError as error:
        number = next(number for number, line in lines if split(line)[0].startswith("position"))
        raise RecordError(Text("Line {number}: {problem}", number=number, problem=error.text), error.rule) from error


def begun(game: Game[S], header: Header, dealer: Dealer | None = None) -> Match[S]:
    """The match that a head describes: from the beginning, or from the position in the head. Raises RuleError."""
    _check_box(header)
    fresh = game.start(header.setup)
    return Match(game, header.setup, dealer, _position(game, header) if header.position else fresh)


def _check_box(header: Header) -> None:
    """What was played with one box cannot be followed with another."""
    ours, named = shelf().digest(header.game), {"game": header.game, "option": "--components"}
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
    """The position in the head, if it is one of the table that the head describes."""
    s = game.load(position_data(header.position))
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


def position_data(text: str) -> Position:
    """A position out of a line of JSON, as a game loads it. Raises RecordError."""
    try:
        data = loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(Text("the position is no JSON ({why}).", why=f"{error}")) from error
    if not isinstance(data, dict):
        raise RecordError(Text("the position is no JSON object."))
    return data


def is_whole(game: Game[S], s: S) -> bool:
    """Whether nothing in this position is unknown, as it may be in what a seat sees.

    >>> from tilehall.engine import Setup
    >>> princess = game_of("princess")
    >>> is_whole(princess, princess.start(Setup(2)))
    True
    """
    return not game.secrets or plain(game, game.imagine(s, Rng(0))) == plain(game, s)


def _told(options: Mapping[str, str]) -> Text:
    if not options:
        return Text("no options")
    return Text("the options {options}", options=" ".join(f"{name}={value}" for name, value in sorted(options.items())))


# --- reading, line by line ----------------------------------------------------------------------------------------


class Reader:
    """Replays a record line by line under its head, and checks everything that a line says.

    What is sealed opens with `seed`; without it a sealed line is refused.
    """

    def __init__(self, header: Header, match: Match[Any], seed: str = "") -> None:
        self.header = header
        self.match = match
        self.seed = seed
        self.told_seed = ""
        """The seed as a line of the record told it."""
        self.result = ""
        self.notes: dict[int, list[str]] = {}
        self.parts = 0
        """How many of the last steps are parts of a joint step that waits for others."""

    def line(self, text: str) -> None:
        """The next line. Raises RuleError if something in it is wrong."""
        words, comment = split(text)
        if words:
            self._words(words)
        if comment:
            # Comments belong to the step before them.
            self.notes.setdefault(len(self.match.steps), []).append(comment)

    def record(self) -> Record:
        """What was read so far."""
        comments = {number: "; ".join(notes) for number, notes in self.notes.items()}
        return Record(self.header, self.match, self.told_seed, comments, self.result)

    def back(self, steps: int) -> None:
        """Forgets all steps after this one."""
        made = self.match.steps
        for number in range(steps + 1, len(made) + 1):
            self.notes.pop(number, None)
        del made[steps:]
        self.parts = 0

    def _words(self, words: str) -> None:
        match, names = self.match, self.header.names
        first, _, rest = words.partition(" ")
        if first == "@":
            _same_position(rest, match)
        elif first == "~":
            self._take_back(number_of(rest))
        elif first == "+":
            self._part(rest)
        elif first == "=":
            standing = match.game.standing(match.state)
            if standing is None or rest != scores_text(standing, names):
                _same_result(rest, standing, names)
            self.result = rest
        elif first == "seed":
            self._check_seed(rest)
        else:
            self._step(number_of(first), rest)

    def _take_back(self, steps: int) -> None:
        made = len(self.match.steps)
        if steps > made:
            raise RecordError(Text("there are only {made} steps to go back over.", made=made))
        gone = self.match.steps[steps:]
        self.back(steps)
        if any(step.seat == CHANCE or step.together for step in gone):
            # Nobody alone does again what the dealer or several did.
            self.match.undone.clear()
        else:
            self.match.undone += reversed(gone)

    def _step(self, number: int, words: str) -> None:
        who, _, action = words.partition(" ")
        if who == "=":
            self.back(len(self.match.steps) - self.parts)
            for seat, part in _joint(action):
                self.match.act(seat, part)
        else:
            seat = _who(self.header, who)
            self.match.act(seat, self._opened(number, seat, action))
        if number != len(self.match.steps):
            raise RecordError(Text("this is step {steps}, not {number}.", steps=len(self.match.steps), number=number))

    def _part(self, words: str) -> None:
        """A part of a joint step that was sealed before the others had given theirs, or taken back again."""
        who, _, closed = words.partition(":")
        seat = number_of(who)
        if any(step.seat == seat for step in self.match.steps[len(self.match.steps) - self.parts :]):
            self.match.undo(seat)
            self.parts -= 1
        elif not closed:
            raise RecordError(Text("seat {seat} has given no part that could be taken back.", seat=seat))
        if closed:
            action = self._opened(len(self.match.steps) - self.parts + 1, seat, closed)
            self.match.act(seat, action)
            self.parts += 1

    def _opened(self, number: int, seat: Seat, action: str) -> str:
        if not is_sealed(action):
            return action
        if not self.seed:
            raise RecordError(Text("this step is sealed until the game is over."))
        return Seals(self.seed).opened(number, seat, action)

    def _check_seed(self, seed: str) -> None:
        """The seed must fit the seal, and must have dealt exactly the draws of the record."""
        self.told_seed = seed
        dealer = SeedDealer(seed)
        if self.header.sealed and seal(seed) != self.header.sealed:
            raise RecordError(Text("the seed does not fit the seal in the head."))
        unlike = next(unlike_draws(self.match, dealer), None)
        if unlike is not None:
            raise _not_dealt(unlike)


def _not_dealt(step: Step[Any]) -> RecordError:
    return RecordError(
        Text("the seed did not deal step {number}, '{action}'.", number=step.number, action=f"{step.action}")
    )


def _same_position(rest: str, match: Match[Any]) -> None:
    written, state = rest, match.state
    if rest.startswith("seen "):
        written, state = rest.removeprefix("seen "), match.view(None)
    found = digest(match.game, state)
    if written != found:
        wrong = {"found": found, "written": quoted(written, 60)}
        raise RecordError(Text("the position is {found}, the record says {written}.", **wrong))


def _same_result(written: str, standing: Standing | None, names: Sequence[str]) -> None:
    found: Text | str = result_text(standing, names) if standing else Text("a game that goes on")
    if written != found:
        says = quoted(written, 60)
        raise RecordError(Text("the result is {found}, the record says {written}.", found=found, written=says))


def _joint(text: str) -> Iterator[tuple[Seat, str]]:
    """The parts of a joint step: `0:present RC* 1:present -`."""
    for part in re.split(r" (?=\d+:)", text):
        seat, _, action = part.partition(":")
        yield number_of(seat), action


def _who(header: Header, name: str) -> Seat:
    if name == "-":
        return CHANCE
    if name not in header.names:
        raise RecordError(Text("{name} does not sit at this table.", name=quoted(name)))
    return header.names.index(name)


# --- whole records ------------------------------------------------------------------------------------------------


def read(text: str, find: Find = game_of, seed: str = "") -> Record:
    """The record that this text is. Every line is replayed and checked; raises RecordError naming the line.

    What is sealed in it opens with the seed, if it does not tell that itself.
    """
    if len(text) > LONGEST:
        raise RecordError(Text("The file is too long to be a record."))
    lines = list(enumerate(text.split("\n"), 1))
    reader, start = _reader(lines, find, seed or _seed_in(text))
    for number, line in lines[start:]:
        _read(reader, number, line)
    return reader.record()


def _reader(lines: Sequence[tuple[int, str]], find: Find, seed: str) -> tuple[Reader, int]:
    """A reader who has read the head, and how many lines that took."""
    header, start = read_header(lines)
    header = replace(header, position=_opened_position(header.position, seed))
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
    _check_box(header)
    return Reader(header, _begun(game, header, lines), seed), start


def _opened_position(position: str, seed: str) -> str:
    """The position in a head, which the record of a running game with secrets keeps to itself."""
    if not is_sealed(position):
        return position
    if not seed:
        raise RecordError(Text("The position that this game began at is sealed until it is over."))
    try:
        return Seals(seed).opened(0, CHANCE, position)
    except RuleError as error:
        raise RecordError(error.text) from error


def _seed_in(text: str) -> str:
    """The seed that a finished record tells in one of its last lines."""
    at = text.rfind("\nseed ")
    return "" if at < 0 else split(text[at + 1 :].split("\n", 1)[0])[0].removeprefix("seed ").strip()


def _read(reader: Reader, number: int, line: str) -> None:
    """The next line, whose number an error tells."""
    try:
        reader.line(line)
    except Refused as error:
        raise RecordError(
            Text(
                "Line {number} does not replay: {problem} [{rule}]", number=number, problem=error.text, rule=error.rule
            ),
            error.rule,
        ) from error
    except RuleError as error:
        raise RecordError(Text("Line {number}: {problem}", number=number, problem=error.text), error.rule) from error


def unsealed(text: str, seed: str, find: Find = game_of) -> str:
    """The record of a game that is over, with everything told that was sealed in it."""
    head, rule, steps = text.partition("\n---")
    lines = [_unsealed_head(line, seed) for line in head.split("\n")]
    return _retold("\n".join(lines) + rule + steps, seed, _unsealed_line, find)


def told_to(text: str, seed: str, eyes: Seat | None, find: Find = game_of) -> str:
    """The record of a game that goes on, for a reader who may know what these eyes may know; the rest stays sealed."""

    def line(words: str, match: Match[Any]) -> str:
        sealed = _sealed_in(words)
        if not sealed or is_secret(match.game, match.steps[-1], eyes):
            return words
        return words.replace(sealed, str(match.steps[-1].action), 1)

    return _retold(text, seed, line, find)


def _retold(text: str, seed: str, told: Callable[[str, Match[Any]], str], find: Find) -> str:
    """The lines of a record told anew, each once it has been replayed; one that is told as nothing is left out."""
    lines = list(enumerate(text.split("\n"), 1))
    reader, start = _reader(lines, find, seed)
    kept = [line for _, line in lines[:start]]
    for number, line in lines[start:]:
        _read(reader, number, line)
        again = told(line, reader.match)
        if again or not line:
            kept.append(again)
    return "\n".join(kept)


def _unsealed_head(line: str, seed: str) -> str:
    key, _, rest = line.partition(" ")
    return f"{key} {_opened_position(rest, seed)}" if key == "position" else line


def _unsealed_line(line: str, match: Match[Any]) -> str:
    if line.lstrip().startswith("+"):
        return ""
    if line.startswith("@ seen "):
        return f"@ {digest(match.game, match.state)}"
    sealed = _sealed_in(line)
    return line.replace(sealed, str(match.steps[-1].action), 1) if sealed else line


def _sealed_in(line: str) -> str:
    """The seal in the line of a step; none in that of a part that waits for others."""
    action = split(line)[0].partition(" ")[2].partition(" ")[2]
    return action if is_sealed(action) else ""


@dataclass(frozen=True, slots=True)
class Rescued:
    """What holds of a record that may be damaged."""

    record: Record
    bytes: int
    """How much of the file that is."""
    error: RecordError | None
    """What is wrong with the rest; None if nothing is."""


def rescue(data: bytes, find: Find = game_of, seed: str = "") -> Rescued:
    """As much of a record as replays: all of it, or all to the last digest above the first line that is damaged.

    A last line without its end was cut off while it was written, and is left out. Raises RecordError if not even
    the head can be read.
    """
    if len(data) > 4 * LONGEST:
        raise RecordError(Text("The file is too long to be a record."))
    whole = data[: data.rfind(b"\n") + 1]
    pieces = whole.split(b"\n")[:-1]
    head = next((n for n, piece in enumerate(pieces, 1) if piece.partition(b";")[0].strip() == b"---"), len(pieces))
    lines = [(number, _decoded(number, piece)) for number, piece in enumerate(pieces[:head], 1)]
    reader, start = _reader(lines, find, seed or _seed_in(whole.decode("utf-8", "replace")))
    rescuer = _Rescuer(reader, sum(len(piece) + 1 for piece in pieces[:start]))
    for number, piece in enumerate(pieces[start:], start + 1):
        try:
            _read(reader, number, _decoded(number, piece))
        except RecordError as error:
            return rescuer.rescued(error)
        rescuer.read(piece)
    if seed and reader.header.sealed == seal(seed):
        unlike = next(unlike_draws(reader.match, SeedDealer(seed)), None)
        if unlike is not None and unlike.number > len(rescuer.steps):
            # No digest has come yet that would not have fitted.
            return rescuer.rescued(_not_dealt(unlike))
    return Rescued(reader.record(), len(whole), None)


def _decoded(number: int, piece: bytes) -> str:
    try:
        return piece.decode("utf-8").removesuffix("\r")
    except UnicodeDecodeError as error:
        raise RecordError(Text("Line {number} is not text.", number=number)) from error


class _Rescuer:
    """Remembers the last place of a record that is known to be right."""

    def __init__(self, reader: Reader, head: int) -> None:
        self.reader = reader
        self.at = self.sound = head
        self.steps: list[Step[Any]] = list(reader.match.steps)

    def read(self, piece: bytes) -> None:
        """This line was read and is right."""
        self.at += len(piece) + 1
        if piece.startswith(b"@"):
            self.sound, self.steps = self.at, list(self.reader.match.steps)

    def rescued(self, error: RecordError) -> Rescued:
        reader = self.reader
        reader.match.steps[:] = self.steps
        reader.match.undone.clear()
        reader.notes = {number: notes for number, notes in reader.notes.items() if number <= len(self.steps)}
        reader.result = reader.told_seed = ""
        return Rescued(reader.record(), self.sound, error)


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
