"""The head of a record: game, version of the rules, players, options, and the seal of the seed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tilehall.engine.core.game import RuleError, Setup, quote_text
from tilehall.engine.core.text import Text

FORMAT = 1
KEYS = ("tilehall", "game", "rules", "box", "seats", "options", "aids", "date", "by", "position", "sealed")
"""The first words of the lines of a head, in the order in which they are written."""
UNKNOWN = re.compile(rf"(?!(?:{'|'.join(KEYS)}|seed)(?:[ ;]|\Z))[a-z][a-z0-9-]{{0,31}}(?:[ ;].*)?\Z")
"""A line that a newer version may have added. `seed` is not one: it follows the steps."""
NAME = re.compile(r"[^\s:;=,{}]{1,24}\Z")
KIND = re.compile(r"[^\s:;=,{}]{1,32}\Z")
DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3])(:[0-5]\d){2}Z\Z", re.ASCII)
SEAL = re.compile(r"[0-9a-f]{32}\Z")
COMPONENT_SET_DIGEST = re.compile(r"[0-9a-f]{16}\Z")
LONGEST_LINE = 1_000
"""Characters of an unknown line."""
LONGEST_BY = 80


class RecordError(RuleError):
    """A record that cannot be read or does not replay; its text names the line."""


@dataclass(frozen=True, slots=True)
class RecordPlayer:
    """A player of a record: a name, and `human` or the level or kind of program, each one word. Raises RecordError."""

    name: str
    kind: str = "human"

    def __post_init__(self) -> None:
        if not NAME.match(self.name) or not self.name.isprintable():
            raise RecordError(
                Text(
                    "{name} is no name: 1 to 24 characters without spaces or any of : ; = , {{ }}.",
                    name=quote_text(self.name),
                )
            )
        if self.name[0] in "-@=~" or self.name.isdigit():
            raise RecordError(
                Text("{name} is no name: it may not be a number or begin with - @ = ~.", name=quote_text(self.name))
            )
        if not KIND.match(self.kind) or not self.kind.isprintable():
            raise RecordError(
                Text(
                    "{kind} is no kind of player: 1 to 32 characters without spaces or any of : ; = , {{ }}.",
                    kind=quote_text(self.kind),
                )
            )


@dataclass(frozen=True, slots=True)
class Header:
    """The lines above the `---`, checked. Raises RecordError for a field that cannot be written."""

    game: str
    rules: int
    players: tuple[RecordPlayer, ...]
    options: tuple[tuple[str, str], ...] = ()
    sealed: str = ""
    position: str = ""
    """The position that the match begins at, as `position_text` writes it; empty: the start of the game."""
    date: str = ""
    """When the match began, in UTC: 2026-11-18T17:50:00Z."""
    by: str = ""
    """The program that wrote the record, with its version."""
    aids: bool = True
    """Whether players get hints and previews."""
    box: str = ""
    """The digest of a changed table of components; empty for the original."""
    unknown: tuple[str, ...] = ()
    """Unknown lines, kept as they are."""

    def __post_init__(self) -> None:
        if not _is_plain(self.position):
            raise RecordError(
                Text("A position stands in a record as one line of JSON without ';' and spaces around it.")
            )
        if self.sealed and not SEAL.match(self.sealed):
            raise RecordError(
                Text("{sealed} is no seal of a seed: 32 digits from 0 to f.", sealed=quote_text(self.sealed))
            )
        if self.box and not COMPONENT_SET_DIGEST.match(self.box):
            raise RecordError(Text("{box} marks no box: 16 digits from 0 to f.", box=quote_text(self.box)))
        if self.date and not _is_date(self.date):
            raise RecordError(
                Text("{date} is no date of a record; one looks like 2026-11-18T17:50:00Z.", date=quote_text(self.date))
            )
        if not _is_plain(self.by) or len(self.by) > LONGEST_BY:
            raise RecordError(
                Text(
                    "{by} names no program: 1 to {longest} characters without ';'.",
                    by=quote_text(self.by),
                    longest=LONGEST_BY,
                )
            )
        for line in self.unknown:
            if not _is_unknown(line):
                raise RecordError(Text("{line} is no further line for the head of a record.", line=quote_text(line)))

    @property
    def setup(self) -> Setup:
        return Setup(len(self.players), self.options)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def to_text(self) -> str:
        lines = [f"tilehall {FORMAT}", f"game {self.game}", f"rules {self.rules}"]
        if self.box:
            lines.append(f"box {self.box}")
        lines.append("seats " + " ".join(f"{player.name}:{player.kind}" for player in self.players))
        if self.options:
            lines.append("options " + " ".join(f"{name}={value}" for name, value in self.options))
        if not self.aids:
            lines.append("aids off")
        rest = {"date": self.date, "by": self.by, "position": self.position, "sealed": self.sealed}
        lines += [f"{key} {value}" for key, value in rest.items() if value]
        return "\n".join([*lines, *self.unknown, "---"]) + "\n"


def _is_plain(text: str) -> bool:
    """Whether a text can be the rest of a line after a key."""
    return text.isprintable() and ";" not in text and text == text.strip()


def _is_date(text: str) -> bool:
    """Whether a text is a time in the form of `Header.date`, of a day that exists."""
    found = DATE.match(text)
    if not found:
        return False
    year, month, day = (int(found[n]) for n in (1, 2, 3))
    february = 28 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    days = (31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= days[month - 1]


def _is_unknown(line: str) -> bool:
    """Whether a reader keeps this line as an unknown one."""
    return len(line) <= LONGEST_LINE and line == line.strip() and line.isprintable() and bool(UNKNOWN.match(line))


def split_comment(line: str) -> tuple[str, str]:
    """Return a line without its comment, and the comment."""
    words, _, comment = line.partition(";")
    return words.strip(), comment.strip()


def read_header(lines: Sequence[tuple[int, str]]) -> tuple[Header, int]:
    """Return the header and the number of its lines. Raises RecordError."""
    found: dict[str, str] = {}
    unknown: list[str] = []
    for number, line in lines:
        words = split_comment(line)[0]
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
                    words=quote_text(words),
                )
            )
    raise RecordError(Text("This is no record: the line '---' under the head is missing."))


def _check_format(key: str, number: str) -> None:
    """Raise RecordError unless the first line names this format."""
    if key != "tilehall":
        raise RecordError(Text("This is no record: it does not begin with 'tilehall {format}'.", format=FORMAT))
    if number != str(FORMAT):
        raise RecordError(
            Text(
                "This record has format {number}; this program reads format {format}.",
                number=quote_text(number),
                format=FORMAT,
            )
        )


def _header(found: dict[str, str], unknown: Sequence[str]) -> Header:
    for key in ("game", "rules", "seats"):
        if not found.get(key):
            raise RecordError(Text("The head of the record lacks '{key}'.", key=key))
    if found.get("aids") not in (None, "off"):
        raise RecordError(Text("Aids in the head of a record can only be switched off: {line}.", line="aids off"))
    if found.get("box") == "":
        raise RecordError(Text("The box in the head of the record is missing."))
    if found.get("position") == "":
        raise RecordError(Text("The position in the head of the record is missing."))
    players = tuple(RecordPlayer(*entry.rpartition(":")[::2]) for entry in found["seats"].split())
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise RecordError(Text("Two players of this record have the same name."))
    options = tuple(sorted(_pair(entry) for entry in found.get("options", "").split()))
    rules = parse_number(found["rules"])
    return Header(
        game=found["game"],
        rules=rules,
        players=players,
        options=options,
        sealed=found.get("sealed", ""),
        position=found.get("position", ""),
        date=found.get("date", ""),
        by=found.get("by", ""),
        aids="aids" not in found,
        box=found.get("box", ""),
        unknown=tuple(unknown),
    )


def _pair(entry: str) -> tuple[str, str]:
    name, sign, value = entry.partition("=")
    if not sign:
        raise RecordError(Text("The option {entry} has no value.", entry=quote_text(entry)))
    return name, value


def parse_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise RecordError(Text("{text} is no number.", text=quote_text(text)))
    return int(text)
