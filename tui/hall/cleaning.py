"""What people write, cleaned where it comes in: nothing in it could be obeyed by a terminal, or hide in it."""

from __future__ import annotations

import re
from unicodedata import category, combining, name, normalize

PILED = 2
"""So many marks may stand on a letter; more of them reach into other lines."""
UNSEEN = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0")
"""What takes room or none and is not seen, though it counts as a letter or a sign."""
SAME = str.maketrans(
    "01|!$5"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u043a\u043c\u0442\u043d\u0432\u04bb\u0501\u051b"
    "\u0433\u043f\u0461\u04cf"
    "\u03b1\u03b5\u03bf\u03c1\u03c5\u03b9\u03ba\u03bd\u03c4\u03c7\u03c9"
    "\u0131\u026a\u0251\u0261\u01c0\u0185\u028b\u026f"
    "\u0570\u0578\u057c\u057d\u0581\u0585\u0566\u0575"
    "\u2c81\u2c89\u2c93\u2c95\u2c9b\u2c9f\u2ca3\u2ca5\u2ca7\u2cad"
    "\u13a0\u13a1\u13a2\u13a5\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13bd\u13c0\u13c3\u13cf"
    "\u13d2\u13d4\u13d5\u13d9\u13da\u13de\u13df\u13e2\u13e6\u13e7\u13f3\u13f4"
    "\ua4d0\ua4d1\ua4d3\ua4d4\ua4d6\ua4d7\ua4d9\ua4da\ua4dc\ua4dd\ua4df\ua4e0\ua4e1\ua4e2"
    "\ua4e3\ua4e6\ua4e7\ua4ea\ua4eb\ua4ec\ua4ee\ua4f0\ua4f2\ua4f3\ua4f4",
    "oliissaeopcyxijskmthbhdqrnwiaeopuikvtxwiiagibvwhnnugoqj"
    "aeiknopctxdrtiajewmhygzbrwsvslcpkdgb"
    "bpdtgkjczfmnlsrvhwxyaeiou",
)
"""Signs that look like letters, and letters of other scripts that look like ours, in small letters."""

JAPANESE, KOREAN = frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"})
"""What is written together."""
SMALL = "LATIN LETTER SMALL CAPITAL "
"""How the names of small letters begin that look like capitals, and are letters of their own."""


def clean(text: str, most: int) -> str:
    """The text on one line, at most so many characters, without control, direction and invisible characters.

    >>> clean("  Aki\\x1b]52;c;aGk=\\x07 \\u202e and\\n\\u200bBo ", 40)
    'Aki]52;c;aGk= and Bo'
    >>> clean("Zoe\\u0308" + "\\u0301" * 9, 10) == "Zo\\u00eb\\u0301\\u0301"
    True
    """
    # What is far too long is not looked through.
    found: list[str] = []
    piled = 0
    for mark in normalize("NFC", text[: 8 * most].encode("utf-8", "ignore").decode()):
        piled = piled + 1 if combining(mark) or category(mark) in ("Mn", "Me") else 0
        if mark.isspace():
            if found and found[-1] != " ":
                found.append(" ")
        elif _is_seen(mark) and piled <= PILED and (found or not piled):
            found.append(mark)
    return "".join(found)[:most].strip()


def is_one_script(text: str) -> bool:
    """Whether its letters and digits belong together: what looks alike in two scripts cannot be told apart.

    >>> [is_one_script(each) for each in ("Zoë_1", "Алла2", "かぐや姫ー", "김철수", "Аlla", "\u13aalice", "o\u0966")]
    [True, True, True, True, False, False, False]
    """
    found = {_script(mark) for mark in normalize("NFKC", text) if mark.isalnum() and not mark.isascii()}
    if any(mark.isascii() and mark.isalpha() for mark in text):
        found.add("LATIN")
    return len(found - {"MODIFIER"}) <= 1 or found <= JAPANESE or found <= KOREAN


def _script(mark: str) -> str:
    first = re.split("[ -]", name(mark, "").removeprefix("EXTENDED "))[0]
    return "CJK" if first == "IDEOGRAPHIC" else first


def _is_seen(mark: str) -> bool:
    """Whether it is a letter, a number, a sign: nothing that controls, turns or hides."""
    return category(mark)[0] != "C" and category(mark) not in ("Zl", "Zp") and mark not in UNSEEN


def alike(word: str) -> str:
    """What is the same for names that nobody could tell apart at a glance.

    >>> alike("Zoë_1"), alike("zo\\u0435l"), alike("ZOE-L")
    ('zoei', 'zoei', 'zoei')
    """
    plain = "".join(_large(mark) for mark in normalize("NFKD", word.casefold()) if not combining(mark))
    seen = "".join(mark for mark in plain.casefold().translate(SAME) if mark.isalnum())
    # Small l, large I and the number 1 are one stroke.
    return seen.replace("l", "i").replace("rn", "m").replace("vv", "w")


def _large(mark: str) -> str:
    """The letter that a small capital is."""
    told = name(mark, "")
    return told.removeprefix(SMALL).casefold() if told.startswith(SMALL) and len(told) == len(SMALL) + 1 else mark
