"""A language that nobody speaks, for those who try whether a screen can be read in others.

Every letter is changed, two words in five are longer, one in three is twice as wide: whatever is still English stands
out, and so does whatever was measured by its letters.
"""

from __future__ import annotations

import re
from string import Formatter

from tilehall.engine import ENGLISH, Text

CHANGED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "äḃċḋëḟġḧïĵḳḷṁṅöṗɋṙṡẗüṽẅẍÿżÄḂĊḊËḞĠḦÏĴḲḶṀṄÖṖɊṘṠṪÜṼẄẌŸŻ",
)
WIDER = 0xFEE0
"""What makes a letter twice as wide."""
PSEUDO_LETTERS = frozenset(map(chr, CHANGED.values())) | frozenset(chr(letter + WIDER) for letter in CHANGED)
"""Its letters: no other language has all of them, and English none."""
LONGER = 0.4
WORD = re.compile(r"[A-Za-z]+")


def pseudo_translate(template: str) -> str:
    """A template in the language that nobody speaks; its fields stay.

    >>> pseudo_translate("{who} takes a tile.")
    '{who} ẗäḳëṡüü ä ｔｉｌｅ.'
    """
    count = 0

    def word(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        text = found[0]
        if count % 3 == 0:
            return "".join(chr(ord(letter) + WIDER) for letter in text)
        return text.translate(CHANGED) + "ü" * round(LONGER * len(text))

    parts = []
    for literal, field, form, _ in Formatter().parse(template):
        parts.append(WORD.sub(word, literal).replace("{", "{{").replace("}", "}}"))
        if field is not None:
            parts.append(f"{{{field}:{form}}}" if form else f"{{{field}}}")
    return "".join(parts)


class PseudoLanguage:
    """The language itself."""

    code = "xx"

    def template(self, text: Text) -> str:
        return pseudo_translate(ENGLISH.template(text))

    def number(self, value: int | float, form: str) -> str:
        return format(value, form)
