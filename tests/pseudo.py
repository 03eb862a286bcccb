"""What is wrong with a screen in a language that nobody speaks: English that is left, sentences that were cut."""

import re

from tilehall.engine import ENGLISH, Text
from tilehall.tui.pseudo import WORD, Pseudo, changed

OPEN, CLOSE = "⟦⟧"
LEFT = re.compile(r"(?<![\w.{/-])[a-z]{2,}(?![\w}/-])")


class Bracketed(Pseudo):
    """The same with a bracket at each end: a sentence that was cut lacks the second."""

    def template(self, text: Text) -> str:
        words = super().template(text)
        return f"{OPEN}{words}{CLOSE}" if WORD.search(ENGLISH.template(text)) else words


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


__all__ = ["Bracketed", "Pseudo", "changed", "cut_in", "english_in"]
