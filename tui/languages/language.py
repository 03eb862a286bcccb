"""Loads languages from catalogues. Texts that are missing, or translated with other fields, stay English.

Catalogues are in `tilehall.tui.languages`; an add-on game has its own in the folder `languages` beside its rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from pkgutil import get_data
from string import Formatter

from tilehall.engine import ENGLISH, Language, Text, UserError, join_commas, quote_text

PACKAGE = "tilehall.tui.languages"
MOST_PLURALS = 5
"""Numbers whose plural is tried before a catalogue is trusted."""
NUMBER_FORMAT = Text("1,234.5")
"""An example of a number; its translation shows the separators of the language."""
OWN_NAME = Text("English")
"""The language's name in that language."""


class Catalogue:
    """A language backed by catalogues; the first one that contains a text translates it."""

    def __init__(self, code: str, found: Sequence[GNUTranslations]) -> None:
        self.code = code
        self._known: NullTranslations = NullTranslations()
        for translations in reversed(found):
            translations.add_fallback(self._known)
            self._known = translations
        number = self.template(NUMBER_FORMAT)
        self._marks = str.maketrans({",": number[1:-5], ".": number[-2:-1]})

    def template(self, text: Text) -> str:
        """The translated template, in the plural form for its field `n`.

        >>> Catalogue("xx", ()).template(Text("{n} gem", "{n} gems", n=2))
        '{n} gems'
        """
        if not text.template:
            return ""
        if not text.plural:
            own = self._known.gettext(text.template)
            return own if _fits(own, text.template) else text.template
        n = text.args["n"]
        count = n if isinstance(n, int) else 2
        own = self._known.ngettext(text.template, text.plural, count)
        return own if _fits(own, text.plural) else ENGLISH.template(text)

    def number(self, value: int | float, form: str) -> str:
        """Formats a number, e.g. by `,.1f`, with the separators of this language."""
        return format(value, form).translate(self._marks)


@lru_cache(4096)
def _fits(own: str, template: str) -> bool:
    """Whether a translation can be parsed and has only fields and formats of its template."""
    try:
        return _fields(own) <= _fields(template)
    except ValueError:
        return False


def _fields(template: str) -> Counter[tuple[str, str, str]]:
    """The fields with their formats and counts: a repeated field could make a sentence arbitrarily long."""
    parts = Formatter().parse(template)
    return Counter((field, form or "", how or "") for _, field, form, how in parts if field is not None)


def load_language(code: str, package: str = "") -> Language:
    """The language of this code, including the catalogue of a game's package.

    >>> load_language("en").code
    'en'
    """
    if code == ENGLISH.code:
        return ENGLISH
    return _load_language(code, package)


@cache
def _load_language(code: str, package: str) -> Language:
    ours = _read(PACKAGE, f"{code}.mo")
    guest = _read(package, f"languages/{code}.mo") if package and not package.startswith("tilehall.") else None
    return Catalogue(code, [found for found in (guest, ours) if found is not None])


def _read(package: str, name: str) -> GNUTranslations | None:
    """A catalogue in a package; None if it is missing or unreadable."""
    try:
        data = get_data(package, name)
        if data is None:
            return None
        found = GNUTranslations(BytesIO(data))
        for n in range(MOST_PLURALS):
            found.ngettext("", "", n)
    except Exception:  # English serves whatever is wrong with a catalogue
        return None
    return found


@cache
def language_codes() -> tuple[str, ...]:
    """The codes of all available languages, English first.

    >>> language_codes()[0]
    'en'
    """
    # Read as files, as themes are: importing importlib.resources takes longer than everything else here.
    catalogues = (Path(__file__).parents[1] / "languages").glob("*.mo")
    return (ENGLISH.code, *sorted(path.stem for path in catalogues))


def own_name(code: str) -> str:
    """The language's name in that language.

    >>> own_name("en")
    'English'
    """
    return load_language(code).template(OWN_NAME)


def require_language(code: str) -> str:
    """Checks that a language exists and returns its code. Raises UserError if it does not."""
    found = _matching_code(code)
    if found is None:
        raise UserError(
            Text(
                "There is no language {name}. Languages: {languages}.",
                name=quote_text(code),
                languages=join_commas(language_codes()),
            )
        )
    return found


def best_language(wanted: Iterable[str]) -> str:
    """The first available language among the requested ones; English if there is none.

    >>> best_language(["xx_XX.UTF-8", "en_GB"]), best_language([])
    ('en', 'en')
    """
    return next((found for each in wanted if (found := _matching_code(each))), ENGLISH.code)


def _matching_code(wanted: str) -> str | None:
    """The code for a locale such as `de_AT.UTF-8@euro`: that of the region's language, or of the language alone."""
    place = wanted.partition(".")[0].partition("@")[0].replace("-", "_")
    return next((code for code in (place, place.partition("_")[0].lower()) if code in language_codes()), None)
