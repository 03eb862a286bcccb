"""What people write, cleaned where it comes in: nothing in it could be obeyed by a terminal, or hide in it."""

from __future__ import annotations

from unicodedata import category, combining, normalize

PILED = 2
"""So many marks may stand on a letter; more of them reach into other lines."""
UNSEEN = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0")
"""What takes room or none and is not seen, though it counts as a letter or a sign."""
SAME = str.maketrans(
    "01|!$5"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u043a\u043c\u0442\u043d\u0432\u04bb\u0501\u051b"
    "\u03b1\u03b5\u03bf\u03c1\u03c5\u03b9\u03ba\u03bd\u03c4\u03c7\u0131\u026a\u0251\u0261",
    "oliissaeopcyxijskmthbhdqaeopuikvtxiiag",
)
"""Signs that look like letters, and letters of other scripts that look like ours, in small letters."""


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


def _is_seen(mark: str) -> bool:
    """Whether it is a letter, a number, a sign: nothing that controls, turns or hides."""
    return category(mark)[0] != "C" and category(mark) not in ("Zl", "Zp") and mark not in UNSEEN


def alike(name: str) -> str:
    """What is the same for names that nobody could tell apart at a glance.

    >>> alike("Zoë_1"), alike("zo\\u0435l"), alike("ZOE-L")
    ('zoei', 'zoei', 'zoei')
    """
    plain = "".join(mark for mark in normalize("NFKD", name.casefold()) if not combining(mark))
    seen = "".join(mark for mark in plain.casefold().translate(SAME) if mark.isalnum())
    # Small l, large I and the number 1 are one stroke.
    return seen.replace("l", "i").replace("rn", "m").replace("vv", "w")
