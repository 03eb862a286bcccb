"""Actions as values: a game declares a verb and fields, and texts, parsing, comparing and hashing follow from them.

>>> LETTER, STEPS = Names(lambda: "RGB"), numbers(range(1, 4))
>>> @action("move", "R 2")
... class Move(BaseAction):
...     cube: int = word(LETTER)
...     steps: int = word(STEPS)
>>> notation = Notation("X-3.1", Move, Phrase("pass"))
>>> Move(1, 3), str(Move(1, 3)), Move(1, 3) == notation.parse("move G 3"), notation.parse("pass")
(Move(cube=1, steps=3), 'move G 3', True, Phrase(verb='pass'))
>>> notation.parse("move X 3")
Traceback (most recent call last):
    ...
tilehall.engine.core.game.NotationError: 'move X 3' is no action of this game; it looks like 'move R 2'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, ClassVar, Protocol, Self, TypeVar, dataclass_transform

from tilehall.engine.core.game import Action, NotationError, quote_text
from tilehall.engine.core.text import Text

V = TypeVar("V")
A = TypeVar("A", bound="BaseAction")

CACHED_TEXTS = 8192


class WordFormat(Protocol[V]):
    """How a value is written as one word of an action's text."""

    def write(self, value: V, /) -> str: ...

    def read(self, word: str, /) -> V | None:
        """The value, or None if the word means none."""


class Names(dict[int, str]):
    """Numbers written by name: the names of a list are numbered from `first`.

    The list is asked for when it is first needed: tables of components are read late. A dict, because texts are needed
    often and a lookup in it costs no call of a Python function.
    """

    def __init__(self, names: Callable[[], Sequence[str]], first: int = 0) -> None:
        super().__init__()
        self._load = names
        self._first = first
        self.write = self.__getitem__

    def __missing__(self, value: int) -> str:
        if self:
            raise KeyError(value)
        self.update(enumerate(self._load(), self._first))
        return self[value]

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: n for n, name in enumerate(self._load(), self._first)}

    def read(self, word: str, /) -> int | None:
        return self._numbers.get(word)


class Numbers(Names):
    """The format of numbers within a range. Others are written as well, as in the refusal of an action with one."""

    def __init__(self, known: range) -> None:
        super().__init__(lambda: tuple(map(str, known)), known.start)

    def __missing__(self, value: int) -> str:
        return str(value)


def numbers(known: range) -> Names:
    """The format of numbers within a range."""
    return Numbers(known)


class OneOf:
    """Words that stand for themselves."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def write(self, value: str) -> str:
        return value

    def read(self, word: str) -> str | None:
        return word if word in self._words else None


class BaseAction:
    """An action as a value: equal to those of its class with equal fields. It must not be changed.

    Subclasses are declared by `@action`; a class whose words are not one a field overrides `words`, `from_words` and
    `fields`.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    verb: str
    example: ClassVar[str] = ""
    """A text of such an action, for messages about wrong ones."""
    fields: ClassVar[tuple[str, ...]] = ()
    """The names of its words, for decisions."""
    _formats: ClassVar[tuple[WordFormat[Any], ...]] = ()
    # Made once for each class: texts, equality and hash are needed often.
    _writers: ClassVar[tuple[tuple[str, Callable[[Any], str]], ...]] = ()
    _key: ClassVar[attrgetter[object]] = attrgetter("verb")

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its text after the verb."""
        found = []
        for name, write in self._writers:
            found.append(write(getattr(self, name)))
        return tuple(found)

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Self | None:
        """The action with these words, or None if there is none."""
        if len(words) != len(cls._formats):
            return None
        values = [form.read(each) for form, each in zip(cls._formats, words, strict=True)]
        make: Callable[..., Self] = cls
        return None if None in values else make(*values)

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key(self) == self._key(other)

    def __hash__(self) -> int:
        return hash(self._key(self))

    def __repr__(self) -> str:
        parts = [f"{name}={getattr(self, name)!r}" for name in self.__match_args__]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), tuple([getattr(self, name) for name in self.__match_args__])


def word(form: WordFormat[V]) -> V:
    """Declares a field that is one word of the action's text."""
    declared: V = field(metadata={"format": form})
    return declared


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(word, field))
def action(verb: str, example: str = "") -> Callable[[type[A]], type[A]]:
    """Makes a slotted dataclass of an action class; `example` shows the words after the verb.

    Equality and hash are those of BaseAction: as fast as generated ones, and the class is made five times as fast.
    Nothing is frozen at run time, which would make instances four times as slow to make.
    """

    def declare(cls: type[A]) -> type[A]:
        made = dataclass(slots=True, eq=False, repr=False)(cls)
        declared: Any = made
        formats = {each.name: each.metadata["format"] for each in fields(declared) if each.metadata}
        made.verb, made.example = verb, f"{verb} {example}".rstrip()
        made._formats = tuple(formats.values())
        made._writers = tuple((name, form.write) for name, form in formats.items())
        if "fields" not in vars(cls):
            made.fields = tuple(formats)
        if made.__match_args__:
            made._key = attrgetter(*made.__match_args__)
        return made

    return declare


class Phrase(BaseAction):
    """An action that is one fixed word, such as `pass`."""

    __slots__ = ("verb",)
    __match_args__ = ("verb",)

    def __init__(self, verb: str) -> None:
        self.verb = verb


def fields_of(*kinds: type[BaseAction] | Phrase) -> dict[str, tuple[str, ...]]:
    """The verbs of a decision with the names of their words."""
    return {kind.verb: kind.fields for kind in kinds}


def no_hint(text: str) -> Text | None:
    """No better hint than the example of the verb."""
    return None


class Notation:
    """The texts of all actions of a game; `rule` is the rule that lists them.

    `hint` says what is wrong with a text where the example of its verb does not help.
    """

    def __init__(
        self, rule: str, *kinds: type[BaseAction] | Phrase, hint: Callable[[str], Text | None] = no_hint
    ) -> None:
        self._rule = rule
        self._kinds = {kind.verb: kind for kind in kinds}
        self._hint = hint
        self.verbs = frozenset(self._kinds)
        self.find = lru_cache(CACHED_TEXTS)(self._find)
        """The action with exactly this text, or None if there is none."""

    def parse(self, text: str) -> Action:
        """The action with this text. Raises NotationError."""
        action = self.find(text)
        if action is None:
            raise self._error(text)
        return action

    def _find(self, text: str) -> BaseAction | None:
        verb, *words = text.split(" ")
        kind = self._kinds.get(verb)
        if kind is None:
            return None
        found = kind if isinstance(kind, Phrase) else kind.from_words(words)
        return found if found is not None and str(found) == text else None

    def _error(self, text: str) -> NotationError:
        kind = self._kinds.get(text.split(" ")[0])
        hint = self._hint(text)
        if hint is None and kind is not None and kind.example:
            hint = Text("it looks like '{example}'", example=kind.example)
        if hint is None:
            return NotationError(Text("{typed} is no action of this game.", typed=quote_text(text)), self._rule)
        typed = quote_text(text)
        return NotationError(Text("{typed} is no action of this game; {hint}.", typed=typed, hint=hint), self._rule)
