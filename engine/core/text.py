"""Sentences for people, in no language yet: an English template, which is the key in other languages, and arguments.

The arguments are plain data: numbers, seats, components, other Texts, and words that are the same everywhere (cells,
short names). Whoever shows a Text puts it into a language, and the names of the players in last.

>>> text = Text("{who} takes {tile}.", who=Who(1), tile=Piece("tile", "FU", Text("fire sun")))
>>> said(text, ENGLISH, ("Aki", "Bo"))
'Bo takes FU fire sun.'
>>> [str(Text("{n} gem left", "{n} gems left", n=n)) for n in (1, 3)]
['1 gem left', '3 gems left']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import islice
from operator import itemgetter
from string import Formatter
from typing import Final, NamedTuple, Protocol

MOST = 200
"""So many things are listed; no sentence needs more, and a stranger's file may hold thousands."""
STOP = "."
"""What sentences that can be joined end with."""


class Who(NamedTuple):
    """The name of a player."""

    seat: int


class Piece(NamedTuple):
    """A component that a sentence names: a tile, a card, a die, a cube. A screen may draw it, others say it.

    Said are its short name, by which it is typed, and what that means.
    """

    kind: str
    id: str
    name: Text | None = None


class Retold(NamedTuple):
    """Sentences in one line: a player who begins several of them one after the other is named once.

    >>> takes, lays = Text("{who} takes {tile}.", who=Who(1), tile="FU"), Text("{who} lays it.", who=Who(1))
    >>> said(Text("{news}", news=Retold((takes, lays))), ENGLISH, ("Aki", "Bo"))
    'Bo takes FU, lays it.'
    """

    sentences: tuple[Text, ...]


class Text:
    """A template and its arguments; with a second template, the one for numbers that take a plural, by `n`.

    Equal Texts say the same. They are never changed.
    """

    __slots__ = ("args", "many", "template")

    def __init__(self, template: str, many: str = "", /, **args: Value) -> None:
        self.template: Final = template
        self.many: Final = many
        self.args: Final = args

    @classmethod
    def again(cls, template: str, many: str, args: Mapping[str, Value]) -> Text:
        """One that was said before and kept; its template is written where it was said first."""
        return cls(template, many, **args)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (self.template, self.many, self.args) == (other.template, other.many, other.args)

    def __hash__(self) -> int:
        return hash((self.template, *self.args))

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return self.template != ""

    def __repr__(self) -> str:
        many = f", {self.many!r}" if self.many else ""
        return f"Text({self.template!r}{many}{''.join(f', {name}={arg!r}' for name, arg in self.args.items())})"

    def __str__(self) -> str:
        """In English, for logs, tests and tracebacks."""
        return said(self, ENGLISH)


Value = int | float | str | Who | Piece | Retold | Text


class Run(NamedTuple):
    """A part of a sentence, and the argument that it stands for, if it does."""

    words: str
    source: Value | None = None


words_of: Final = itemgetter(0)


class Language(Protocol):
    """What a language is to a Text."""

    @property
    def code(self) -> str:
        """Its short name, such as `de`."""

    def template(self, text: Text) -> str:
        """The template in this language, in the plural that `n` takes."""

    def number(self, value: int | float, form: str) -> str:
        """A number, in a form such as `+` or `.1%`."""


class English:
    """The language that the templates are in."""

    code = "en"

    def template(self, text: Text) -> str:
        return text.many if text.many and text.args["n"] != 1 else text.template

    def number(self, value: int | float, form: str) -> str:
        return format(value, form)


ENGLISH: Final = English()


def said(text: Text, language: Language, names: Sequence[str] = ()) -> str:
    """The sentence in a language, with the names of the players."""
    return "".join(map(words_of, runs(text, language, names)))


def runs(text: Text, language: Language, names: Sequence[str] = ()) -> list[Run]:
    """The sentence in its parts: what stands for a component or a player knows that it does.

    >>> [run.words for run in runs(Text("{who} moves to {space}.", who=Who(0), space=8), ENGLISH, ("Aki",))]
    ['Aki', ' moves to ', '8', '.']
    """
    found: list[Run] = []
    for literal, field, form in fields(language.template(text)):
        if literal:
            found.append(Run(literal))
        if field:
            found += _shown(text.args[field], form, language, names)
    return found


def _shown(value: Value, form: str, language: Language, names: Sequence[str]) -> Sequence[Run]:
    match value:
        case str():
            return (Run(value, value),)
        case Text():
            return runs(value, language, names)
        case Who(seat):
            return (Run(names[seat] if 0 <= seat < len(names) else f"#{seat + 1}", value),)
        case Retold(sentences):
            return _retold(sentences, language, names)
        case Piece(_, id, name):
            words = said(name, language, names) if name is not None else ""
            return (Run(f"{id} {words}" if id and words else id or words, value),)
        case _:
            return (Run(language.number(value, form), value),)


def _retold(sentences: Iterable[Text], language: Language, names: Sequence[str]) -> list[Run]:
    found: list[Run] = []
    last: Value | None = None
    for sentence in sentences:
        parts = runs(sentence, language, names)
        who = parts[0].source if parts and isinstance(parts[0].source, Who) else None
        if who is not None and who == last and found[-1].source is None and found[-1].words.endswith(STOP):
            found[-1:] = [Run(found[-1].words.removesuffix(STOP) + ","), *parts[1:]]
        else:
            found += [Run(" "), *parts] if found else parts
        last = who
    return found


@lru_cache(4096)
def fields(template: str) -> tuple[tuple[str, str, str], ...]:
    """A template taken apart: words, then the field that follows them and its form.

    >>> fields("{who} scores {points:+}.")
    (('', 'who', ''), (' scores ', 'points', '+'), ('.', '', ''))
    """
    return tuple((literal, field or "", form or "") for literal, field, form, _ in Formatter().parse(template))


def name(word: str) -> Text:
    """A name out of a table of components, whose file the catalogues are made from as well."""
    return Text(word.replace("{", "{{").replace("}", "}}"))


def listed(things: Iterable[Value], none: Text | None = None) -> Text:
    """Things one after the other; `none`, or nothing, if there are none.

    >>> str(listed(["D4", "E4", "F4"]))
    'D4, E4, F4'
    """
    return _joined(things, none, lambda so_far, thing: Text("{so_far}, {thing}", so_far=so_far, thing=thing))


def apart(things: Iterable[Value], none: Text | None = None) -> Text:
    """Things that have commas of their own.

    >>> str(apart([Text("D4, high"), "E4"]))
    'D4, high; E4'
    """
    return _joined(things, none, lambda so_far, thing: Text("{so_far}; {thing}", so_far=so_far, thing=thing))


def spaced(things: Iterable[Value]) -> Text:
    """Things, or sentences, with a space between them.

    >>> str(spaced([Text("Not here."), Text("Take a tile.")]))
    'Not here. Take a tile.'
    """
    return _joined(things, None, lambda so_far, thing: Text("{so_far} {thing}", so_far=so_far, thing=thing))


def both(things: Iterable[Value], none: Text | None = None) -> Text:
    """All of several things.

    >>> str(both(["D4", "E4", "F4"])), str(both(["D4"]))
    ('D4, E4 and F4', 'D4')
    """
    parts = [*things]
    if len(parts) < 2:
        return listed(parts, none)
    return Text("{so_far} and {last}", so_far=listed(parts[:-1]), last=parts[-1])


def either(things: Iterable[Value], none: Text | None = None) -> Text:
    """One of several things.

    >>> str(either(["D4", "E4", "F4"]))
    'D4, E4 or F4'
    """
    parts = [*things]
    if len(parts) < 2:
        return listed(parts, none)
    return Text("{so_far} or {last}", so_far=listed(parts[:-1]), last=parts[-1])


def plain(word: str) -> Text:
    """What is the same in every language: a number of a rule, a key, a name that somebody gave.

    >>> str(plain("{D4}"))
    '{D4}'
    """
    return Text("{word}", word=word) if word else Text("")


def _joined(things: Iterable[Value], none: Text | None, join: Callable[[Value, Value], Text]) -> Text:
    parts = [*islice(things, MOST + 1)]
    if not parts:
        return none if none is not None else Text("")
    if len(parts) > MOST:
        parts[MOST] = "..."
    whole = reduce(join, parts)
    return whole if isinstance(whole, Text) else Text("{word}", word=whole)
