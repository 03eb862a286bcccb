"""Finds flaws in Texts, for authors of games: what would fail or stay English in other languages.

>>> find_flaw(Text("{who} takes {n} gem.", "{who} takes {n} gems.", who=Who(0), n=2), 2)
''
>>> find_flaw(Text("{who} takes {tile}.", who=Who(0), what="FU"), 2)
'it names {tile}, which is not among its arguments'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import Formatter

from tilehall.engine.core.text import JoinedSentences, Piece, Text, TextArgument, Who

PLAIN_NUMBER = "n"
"""The argument that selects the plural."""
WORD = re.compile(r"\b[A-Za-z]?[a-z]{2,}\b")
"""What looks like a word; short names (FU, D4, a3, R07) do not."""
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


def find_flaw(text: object, seats: int) -> str:
    """Return what is wrong with a Text in a game of so many seats, as a part of a sentence; empty if nothing is."""
    if not isinstance(text, Text):
        return f"it is no Text but {type(text).__name__}"
    return next(_flaws(text, seats), "")


def untranslated_words(text: Text) -> Iterator[str]:
    """Yield the English words in its arguments, which no catalogue translates. Quoted text is skipped: a user typed it.

    >>> [*untranslated_words(Text("{who} goes {way} to {cell}, past {what}.", who=Who(0), way="left", cell="D4",
    ...     what="'my hat'"))]
    ['left']
    """
    for arg in text.args.values():
        if type(arg) is str:
            yield from WORD.findall(QUOTED.sub("", arg))
        for within in _within(arg):
            yield from untranslated_words(within)


def _within(arg: TextArgument) -> Sequence[Text]:
    """The Texts in an argument."""
    match arg:
        case Text():
            return (arg,)
        case Piece(name=Text() as name):
            return (name,)
        case JoinedSentences(sentences):
            return sentences
        case _:
            return ()


def find_pieces(text: Text) -> Iterator[Piece]:
    """Yield the components in its arguments.

    >>> [*find_pieces(Text("Take {tile} or {cell}.", tile=Piece("tile", "FU"), cell="D4"))]
    [Piece(kind='tile', id='FU', name=None)]
    """
    for arg in text.args.values():
        if isinstance(arg, Piece):
            yield arg
        for within in _within(arg):
            yield from find_pieces(within)


def _flaws(text: Text, seats: int) -> Iterator[str]:
    try:
        forms = [*_fields(text.template), *_fields(text.plural)]
    except ValueError as error:
        yield f"its template cannot be read ({error})"
        return
    named = {name for name, _ in forms}
    for name in sorted(name for name in named if not name.isidentifier()):
        yield f"it has a field {{{name}}}, which is no name of an argument"
    for name in sorted(named - set(text.args)):
        yield f"it names {{{name}}}, which is not among its arguments"
    if text.plural and type(text.args.get(PLAIN_NUMBER)) is not int:
        yield "it has a plural, and no whole number n to choose it by"
    for name in sorted(set(text.args) - named - ({PLAIN_NUMBER} if text.plural else set())):
        yield f"it has an argument {name} that it does not name"
    for name, arg in text.args.items():
        yield from (f"its {name} is {wrong}" for wrong in _argument_flaw(arg, seats))
    for name, form in forms:
        yield from _form_flaw(name, form, text.args[name])


def _fields(template: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a template with their formats."""
    for _, name, form, conversion in Formatter().parse(template):
        if name is not None:
            yield f"{name}!{conversion}" if conversion else name, form or ""


def _argument_flaw(arg: TextArgument, seats: int) -> Iterator[str]:
    match arg:
        case Text():
            yield from (f"no sound Text: {found}" for found in _flaws(arg, seats))
        case Who(seat):
            if type(seat) is not int or not 0 <= seat < seats:
                yield f"the name of seat {seat}, where nobody sits"
        case JoinedSentences(sentences):
            yield from (f"retold wrongly: {found}" for each in sentences if (found := find_flaw(each, seats)))
        case Piece(kind, id, name):
            if not (isinstance(kind, str) and kind and isinstance(id, str)):
                yield "a component without a kind, or with a short name that is no str"
            elif name is not None:
                yield from (f"a component whose name is wrong: {found}" for found in _name_flaw(name, seats))
            elif not id:
                yield "a component without any name"
        case bool():
            yield f"{arg}, which no language has a word for"
        case int() | float() | str():
            return
        case _:
            yield f"no argument of a Text but {type(arg).__name__}"


def _name_flaw(name: object, seats: int) -> Iterator[str]:
    found = find_flaw(name, seats)
    if found or not name:
        yield found or "it says nothing"


def _form_flaw(name: str, form: str, arg: TextArgument) -> Iterator[str]:
    """Yield what is wrong with a format such as `+`: only numbers may have one."""
    if not form:
        return
    if not isinstance(arg, int | float):
        yield f"its {name} has the form {form}, and is no number"
        return
    try:
        format(arg, form)
    except ValueError:
        yield f"its {name} has the form {form}, which no number has"
