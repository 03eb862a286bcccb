"""`explain` in line mode: describes a thing on the table by its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tilehall.engine import (
    Language,
    Rulebook,
    Text,
    UserError,
    did_you_mean,
    join_commas,
    join_spaces,
    literal_text,
    render_text,
)
from tilehall.engine.teaching.things import NOBODY, PLAYER, Explanation, Thing, cite_rules
from tilehall.tui.features.rules.example import example_text, find_example
from tilehall.tui.tables.moment import Moment

SHORT = 3
"""Titles of so few words name nothing."""
EXAMPLES = 12
"""The number of examples for a user who names nothing."""


def find_thing(now: Moment[Any], language: Language, typed: str) -> Thing:
    """Return the thing with this name: `FU`, `D4`, `Bo D4`, `disk G`, `wedge`, a player. Raises UserError."""
    owner, word = _owner(now, typed)
    known = now.rules.teacher.things(now.state, now.seat)
    wanted = _folded(word)
    if not wanted and owner != NOBODY:
        return Thing(PLAYER, "", owner)
    mine = [each for each in known if each.seat in (NOBODY, now.seat if owner == NOBODY else owner)]
    for names in (_by_word, _by_kind):
        if found := [each for each in mine if wanted in names(each)]:
            return _one_of(now, found, word)
    titled = [(_folded(render_text(about.title, language, now.names)), each) for each, about in _told(now, mine)]
    called = [each for title, each in titled if wanted == title]
    if found := called or [each for title, each in titled if wanted in title.split()]:
        return _one_of(now, found, word)
    words = dict.fromkeys(each.word for each in known if each.word)
    if not words:
        raise UserError(Text("Nothing of this game has a name here. Type {where} for the position.", where="where"))
    kinds = join_commas(_examples(known))
    if not wanted:
        raise UserError(Text("Explain what? Name one thing, such as {things}.", things=kinds))
    called_so = [name for title, _ in titled for name in [title, *title.split()] if len(name) > SHORT]
    instead = did_you_mean(word, [*words, *called_so], Text("Name one thing, such as {things}.", things=kinds))
    raise UserError(Text("There is no '{word}' to explain. {instead}", word=word[:30], instead=instead))


def _one_of(now: Moment[Any], found: Sequence[Thing], typed: str) -> Thing:
    """Return the only visible one of the things with this name. Raises UserError if there are several."""
    there = [each for each, about in _told(now, found) if about.is_on_table] if len(found) > 1 else []
    left = there or found
    if len(left) == 1:
        return left[0]
    things = join_commas(_names(left, left)[:EXAMPLES])
    raise UserError(
        Text("{n} things are called '{word}': name one, such as {things}.", n=len(left), word=typed[:30], things=things)
    )


def _names(things: Sequence[Thing], known: Sequence[Thing]) -> list[str]:
    """Return the names of these things, with their kind where a word alone is ambiguous."""
    kinds = {(each.kind, _folded(each.word)) for each in known}
    often = Counter(word for _, word in kinds)
    return [f"{each.kind} {each.word}" if often[_folded(each.word)] > 1 else each.word for each in things]


def _owner(now: Moment[Any], typed: str) -> tuple[int, str]:
    """Return the player whose name comes first, and the rest of the words."""
    for seat, name in enumerate(now.names):
        if typed.casefold() == name.casefold():
            return seat, ""
        if typed.casefold().startswith(name.casefold() + " "):
            return seat, typed[len(name) :].strip()
    return NOBODY, typed


def _folded(words: str) -> str:
    return " ".join(words.casefold().split())


def _by_word(thing: Thing) -> Sequence[str]:
    return (_folded(thing.word),) if thing.word else ()


def _by_kind(thing: Thing) -> Sequence[str]:
    return (_folded(f"{thing.kind} {thing.word}"),)


def _told(now: Moment[Any], things: Sequence[Thing]) -> Iterator[tuple[Thing, Explanation]]:
    for each in things:
        about = now.rules.teacher.explain_thing(now.state, now.seat, each)
        if about is not None:
            yield each, about


def _examples(things: Sequence[Thing]) -> list[str]:
    """Return one thing of each kind."""
    firsts = {each.kind: each for each in reversed(things) if each.word}
    kinds = dict.fromkeys(each.kind for each in things)
    return _names([firsts[kind] for kind in kinds if kind in firsts], things)[:EXAMPLES]


def explain_lines(now: Moment[Any], language: Language, thing: Thing, book: Rulebook) -> list[Text]:
    """Return the lines that describe a thing; long sentences have lines of their own."""
    about = now.rules.teacher.explain_thing(now.state, now.seat, thing)
    if about is None:
        raise UserError(Text("There is nothing to tell of that."))
    lines = [Text("{title}. {what}", title=about.title, what=about.what)]
    if about.pattern:
        lines.append(Text("Its shape: {rows}", rows=" / ".join(about.pattern)))
    if about.does:
        lines.append(join_spaces(about.does))
    if about.current:
        lines.append(Text("Here: {told}", told=join_spaces(about.current)))
    numbered, others = cite_rules(about)
    for rule in numbered:
        paragraph = book.paragraph(rule)
        lines.append(
            Text("{rule}: {text}", rule=rule, text=literal_text(paragraph.first_sentence if paragraph else ""))
        )
    if others:
        lines.append(Text("Further rules: {rules}.", rules=join_commas(others)))
    if found := find_example(now.rules, about.rules):
        deed = literal_text(example_text(found, language))
        lines.append(Text("An example of {rule}, from another game: {deed}", rule=found.rule, deed=deed))
    return lines
