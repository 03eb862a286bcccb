"""What is wrong with a screen in a language that nobody speaks: English that is left, sentences that were cut."""

import re
from collections.abc import Iterable, Iterator

from tilehall.engine import JoinedSentences, Piece, Text
from tilehall.tui.languages.pseudo import PseudoLanguage, pseudo_translate

OPEN, CLOSE = "⟦⟧"
LEFT = re.compile(r"(?<![\w.{/-])[a-z]{2,}(?![\w}/-])")


class Bracketed(PseudoLanguage):
    """The same with a bracket at each end of what is said as a whole: if it was cut, it lacks the second."""

    def __init__(self) -> None:
        self.inside: list[Text] = []
        """What is said as a part of what was said last."""

    def template(self, text: Text) -> str:
        words = super().template(text)
        if any(text is part for part in self.inside):
            return words
        self.inside = [*parts_of(text)]
        return f"{OPEN}{words}{CLOSE}" if words else words


def parts_of(value: object) -> Iterator[Text]:
    """The Texts inside a Text."""
    match value:
        case Text():
            inner: Iterable[object] = value.args.values()
        case Piece():
            inner = [value.name]
        case JoinedSentences(sentences):
            inner = sentences
        case _:
            return
    for each in inner:
        if isinstance(each, Text):
            yield each
        yield from parts_of(each)


def cut_in(shown: str, ellipsis: str) -> int:
    """How many sentences end without their bracket and without an ellipsis.

    >>> cut_in("⟦Ḷöġüü⟧  ⟦Ṙüṅë…  ⟦ṡẗäḋḋ", "…")
    1
    """
    return max(0, shown.count(OPEN) - shown.count(CLOSE) - shown.count(ellipsis))


def english_in(shown: str, allowed: frozenset[str] = frozenset()) -> list[str]:
    """The words of two small letters and more that are still English.

    >>> english_in("Bo ẗäḳëṡ the tile FU on D4", frozenset({"on"}))
    ['the', 'tile']
    """
    return [word for word in LEFT.findall(shown) if word not in allowed]


__all__ = ["Bracketed", "PseudoLanguage", "cut_in", "english_in", "pseudo_translate"]
