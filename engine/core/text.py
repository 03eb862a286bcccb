"""Sentences for people before translation: an English template, which is the key of the catalogues, and arguments.

The arguments are plain data: numbers, seats, components, other Texts, and words that are the same everywhere (cells,
short names). `render_text` translates a Text and puts in the names of the players.

>>> text = Text("{who} takes {tile}.", who=Who(1), tile=Piece("tile", "FU", Text("fire sun")))
>>> render_text(text, ENGLISH, ("Aki", "Bo"))
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

LONGEST_LIST = 200
"""Longer lists are cut: a file from outside may hold thousands."""
FULL_STOP = "."
"""The end of sentences that can be joined."""


class Who(NamedTuple):
    """Stands for the name of a player."""

    seat: int


class Piece(NamedTuple):
    """A component in a sentence: a tile, a card, a die, a cube. A screen may draw it.

    Said are its short name, by which it is typed, and what that means.
    """

    kind: str
    id: str
    name: Text | None = None


class JoinedSentences(NamedTuple):
    """Sentences in one line: a player who begins several of them one after the other is named once.

    >>> takes, lays = Text("{who} takes {tile}.", who=Who(1), tile="FU"), Text("{who} lays it.", who=Who(1))
    >>> render_text(Text("{news}", news=JoinedSentences((takes, lays))), ENGLISH, ("Aki", "Bo"))
    'Bo takes FU, lays it.'
    """

    sentences: tuple[Text, ...]


class Text:
    """A template and its arguments; with a second template, the one for numbers that take a plural, by `n`.

    Equal Texts say the same. They are never changed.
    """

    __slots__ = ("args", "plural", "template")

    def __init__(self, template: str, many: str = "", /, **args: TextArgument) -> None:
        self.template: Final = template
        self.plural: Final = many
        self.args: Final = args

    @classmethod
    def from_parts(cls, template: str, many: str, args: Mapping[str, TextArgument]) -> Text:
        """A Text from stored parts; the template is a literal elsewhere."""
        return cls(template, many, **args)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (self.template, self.plural, self.args) == (other.template, other.plural, other.args)

    def __hash__(self) -> int:
        return hash((self.template, *self.args))

    def __bool__(self) -> bool:
        """Whether it is not empty."""
        return self.template != ""

    def __repr__(self) -> str:
        many = f", {self.plural!r}" if self.plural else ""
        return f"Text({self.template!r}{many}{''.join(f', {name}={arg!r}' for name, arg in self.args.items())})"

    def __str__(self) -> str:
        """In English, for logs, tests and tracebacks."""
        return render_text(self, ENGLISH)


TextArgument = int | float | str | Who | Piece | JoinedSentences | Text


class TextRun(NamedTuple):
    """A part of a rendered sentence, with the argument that it comes from, if any."""

    words: str
    source: TextArgument | None = None


words_of_run: Final = itemgetter(0)


class Language(Protocol):
    """What rendering needs of a language."""

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
        return text.plural if text.plural and text.args["n"] != 1 else text.template

    def number(self, value: int | float, form: str) -> str:
        return format(value, form)


ENGLISH: Final = English()


def render_text(text: Text, language: Language, names: Sequence[str] = ()) -> str:
    """Return the sentence in a language, with the names of the players."""
    return "".join(map(words_of_run, render_runs(text, language, names)))


def render_runs(text: Text, language: Language, names: Sequence[str] = ()) -> list[TextRun]:
    """Return the sentence in parts that know which argument they come from.

    >>> [run.words for run in render_runs(Text("{who} moves to {space}.", who=Who(0), space=8), ENGLISH, ("Aki",))]
    ['Aki', ' moves to ', '8', '.']
    """
    found: list[TextRun] = []
    for literal, field, form in parse_template(language.template(text)):
        if literal:
            found.append(TextRun(literal))
        if field:
            found += _render_argument(text.args[field], form, language, names)
    return found


def _render_argument(value: TextArgument, form: str, language: Language, names: Sequence[str]) -> Sequence[TextRun]:
    match value:
        case str():
            return (TextRun(value, value),)
        case Text():
            return render_runs(value, language, names)
        case Who(seat):
            return (TextRun(names[seat] if 0 <= seat < len(names) else f"#{seat + 1}", value),)
        case JoinedSentences(sentences):
            return _join_sentences(sentences, language, names)
        case Piece(_, id, name):
            words = render_text(name, language, names) if name is not None else ""
            return (TextRun(f"{id} {words}" if id and words else id or words, value),)
        case _:
            return (TextRun(language.number(value, form), value),)


def _join_sentences(sentences: Iterable[Text], language: Language, names: Sequence[str]) -> list[TextRun]:
    found: list[TextRun] = []
    last: TextArgument | None = None
    for sentence in sentences:
        parts = render_runs(sentence, language, names)
        who = parts[0].source if parts and isinstance(parts[0].source, Who) else None
        if who is not None and who == last and found[-1].source is None and found[-1].words.endswith(FULL_STOP):
            found[-1:] = [TextRun(found[-1].words.removesuffix(FULL_STOP) + ","), *parts[1:]]
        else:
            found += [TextRun(" "), *parts] if found else parts
        last = who
    return found


@lru_cache(4096)
def parse_template(template: str) -> tuple[tuple[str, str, str], ...]:
    """Split a template into literals, each with the field after it and its format.

    >>> parse_template("{who} scores {points:+}.")
    (('', 'who', ''), (' scores ', 'points', '+'), ('.', '', ''))
    """
    return tuple((literal, field or "", form or "") for literal, field, form, _ in Formatter().parse(template))


def name_text(word: str) -> Text:
    """A name from a data file that the catalogues are made from as well."""
    return Text(word.replace("{", "{{").replace("}", "}}"))


def join_commas(things: Iterable[TextArgument], none: Text | None = None) -> Text:
    """Join with commas; `none`, or nothing, if the list is empty.

    >>> str(join_commas(["D4", "E4", "F4"]))
    'D4, E4, F4'
    """
    return _join(things, none, lambda so_far, thing: Text("{so_far}, {thing}", so_far=so_far, thing=thing))


def join_semicolons(things: Iterable[TextArgument], none: Text | None = None) -> Text:
    """Join things that contain commas.

    >>> str(join_semicolons([Text("D4, high"), "E4"]))
    'D4, high; E4'
    """
    return _join(things, none, lambda so_far, thing: Text("{so_far}; {thing}", so_far=so_far, thing=thing))


def join_spaces(things: Iterable[TextArgument]) -> Text:
    """Join things or sentences with spaces.

    >>> str(join_spaces([Text("Not here."), Text("Take a tile.")]))
    'Not here. Take a tile.'
    """
    return _join(things, None, lambda so_far, thing: Text("{so_far} {thing}", so_far=so_far, thing=thing))


def join_and(things: Iterable[TextArgument], none: Text | None = None) -> Text:
    """Join with commas and 'and'.

    >>> str(join_and(["D4", "E4", "F4"])), str(join_and(["D4"]))
    ('D4, E4 and F4', 'D4')
    """
    parts = [*things]
    if len(parts) < 2:
        return join_commas(parts, none)
    return Text("{so_far} and {last}", so_far=join_commas(parts[:-1]), last=parts[-1])


def join_or(things: Iterable[TextArgument], none: Text | None = None) -> Text:
    """Join with commas and 'or'.

    >>> str(join_or(["D4", "E4", "F4"]))
    'D4, E4 or F4'
    """
    parts = [*things]
    if len(parts) < 2:
        return join_commas(parts, none)
    return Text("{so_far} or {last}", so_far=join_commas(parts[:-1]), last=parts[-1])


def literal_text(word: str) -> Text:
    """A Text that is the same in every language: the number of a rule, a key, a name.

    >>> str(literal_text("{D4}"))
    '{D4}'
    """
    return Text("{word}", word=word) if word else Text("")


def _join(
    things: Iterable[TextArgument], none: Text | None, join: Callable[[TextArgument, TextArgument], Text]
) -> Text:
    parts = [*islice(things, LONGEST_LIST + 1)]
    if not parts:
        return none if none is not None else Text("")
    if len(parts) > LONGEST_LIST:
        parts[LONGEST_LIST] = "..."
    whole = reduce(join, parts)
    return whole if isinstance(whole, Text) else Text("{word}", word=whole)
