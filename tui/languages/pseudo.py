"""A pseudo-language for testing whether screens can be translated.

Every letter is changed, two words in five are longer, one in three is twice as wide: untranslated text is conspicuous,
and so is layout that counts letters instead of cells.
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
"""Offset from an ASCII letter to its full-width form."""
PSEUDO_LETTERS = frozenset(map(chr, CHANGED.values())) | frozenset(chr(letter + WIDER) for letter in CHANGED)
"""Its letters; no real language has all of them."""
LONGER = 0.4
WORD = re.compile(r"[A-Za-z]+")


def pseudo_translate(template: str) -> str:
    """Translates a template into the pseudo-language; its fields stay.

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
    """The pseudo-language as a Language."""

    code = "xx"

    def template(self, text: Text) -> str:
        return pseudo_translate(ENGLISH.template(text))

    def number(self, value: int | float, form: str) -> str:
        return format(value, form)
