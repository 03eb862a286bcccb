"""A language that nobody speaks: every letter changed, two words in five longer, one in three twice as wide.

On a screen in it whatever is still English stands out, and so does whatever was measured by its letters.
"""

import re
from string import Formatter

from tilehall.engine import ENGLISH, Text

CHANGED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "äḃċḋëḟġḧïĵḳḷṁṅöṗɋṙṡẗüṽẅẍÿżÄḂĊḊËḞĠḦÏĴḲḶṀṄÖṖɊṘṠṪÜṼẄẌŸŻ",
)
LONGER = 0.4
OPEN, CLOSE = "⟦⟧"
WORD = re.compile(r"[A-Za-z]+")
LEFT = re.compile(r"(?<![\w.{/-])[a-z]{2,}(?![\w}/-])")


def changed(template: str) -> str:
    """A template in the language that nobody speaks; its fields stay.

    >>> changed("{who} takes a tile.")
    '{who} ẗäḳëṡüü ä ｔｉｌｅ.'
    """
    count = 0

    def word(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        text = found[0]
        if count % 3 == 0:
            return "".join(chr(ord(letter) + 0xFEE0) for letter in text)
        return text.translate(CHANGED) + "ü" * round(LONGER * len(text))

    parts = []
    for literal, field, form, _ in Formatter().parse(template):
        parts.append(WORD.sub(word, literal).replace("{", "{{").replace("}", "}}"))
        if field is not None:
            parts.append(f"{{{field}:{form}}}" if form else f"{{{field}}}")
    return "".join(parts)


class Pseudo:
    """The language itself."""

    code = "xx"

    def template(self, text: Text) -> str:
        return changed(ENGLISH.template(text))

    def number(self, value: int | float, form: str) -> str:
        return format(value, form)


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
