"""Languages out of catalogues: what a catalogue says, and what happens where it does not."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from tilehall.engine import Text, UserError, Who, render_text
from tilehall.tui.languages.language import (
    Catalogue,
    best_language,
    language_codes,
    load_language,
    own_name,
    require_language,
)


def catalogue(code: str, entries: dict[str | tuple[str, str], str | tuple[str, ...]]) -> GNUTranslations:
    made = Catalog(locale=code)
    for english, own in entries.items():
        made.add(english, own)
    buffer = BytesIO()
    write_mo(buffer, made)
    buffer.seek(0)
    return GNUTranslations(buffer)


GERMAN = Catalogue(
    "de",
    [
        catalogue(
            "de",
            {
                "{who} takes {tile}.": "{tile} geht an {who}.",
                ("{n} gem", "{n} gems"): ("{n} Stein", "{n} Steine"),
                "1,234.5": "1.234,5",
                "{so_far} and {last}": "{so_far} und {last}",
                "broken {who}": "kaputt {whom}",
                "torn {who}": "zerrissen {who",
            },
        )
    ],
)


def test_the_order_of_words_belongs_to_the_language() -> None:
    assert render_text(Text("{who} takes {tile}.", who=Who(0), tile="FU"), GERMAN, ("Zoë",)) == "FU geht an Zoë."


@pytest.mark.parametrize(("n", "words"), [(0, "0 Steine"), (1, "1 Stein"), (7, "7 Steine")])
def test_plurals_belong_to_the_language(n: int, words: str) -> None:
    assert render_text(Text("{n} gem", "{n} gems", n=n), GERMAN) == words


def test_polish_has_three_plurals() -> None:
    entries = {("{n} tile", "{n} tiles"): ("{n} kafelek", "{n} kafelki", "{n} kafelków")}
    polish = Catalogue("pl", [catalogue("pl", {**entries})])
    told = [render_text(Text("{n} tile", "{n} tiles", n=n), polish) for n in (1, 2, 5, 22)]
    assert told == ["1 kafelek", "2 kafelki", "5 kafelków", "22 kafelki"]


def test_numbers_have_the_marks_of_the_language() -> None:
    assert render_text(Text("{n:,} and {share:.1%}", n=12345, share=0.125), GERMAN) == "12.345 and 12,5%"


@pytest.mark.parametrize("template", ["unknown {who}", "broken {who}", "torn {who}"])
def test_what_a_catalogue_cannot_say_is_said_in_english(template: str) -> None:
    assert render_text(Text(template, who="Bo"), GERMAN) == template.format(who="Bo")


def test_nothing_is_nothing_in_every_language() -> None:
    assert render_text(Text(""), GERMAN) == ""


def test_a_game_of_another_package_is_asked_first() -> None:
    ours, hers = {"Pass": "Passen", "Swap": "Tausch"}, {"Pass": "Weiter"}
    both = Catalogue("de", [catalogue("de", hers), catalogue("de", ours)])
    assert [render_text(Text(word), both) for word in ("Pass", "Swap")] == ["Weiter", "Tausch"]


@given(st.dictionaries(st.sampled_from(["{who} takes {tile}.", "Pass"]), st.text(min_size=1)))
def test_no_catalogue_makes_a_sentence_fail(entries: dict[str, str]) -> None:
    strange = Catalogue("xx", [catalogue("de", dict(entries))])
    assert render_text(Text("{who} takes {tile}.", who=Who(0), tile="FU"), strange, ("Bo",)) is not None


def test_languages_are_known_by_their_codes_and_places() -> None:
    assert language_codes()[0] == "en"
    assert load_language("en").code == "en" and own_name("en") == "English"
    assert best_language(["xx", "en_GB.UTF-8", "de"]) == "en"
    assert require_language("en_US") == "en"


def test_a_language_that_there_is_not_is_named() -> None:
    with pytest.raises(UserError, match=r"There is no language 'xx'\. Languages: en"):
        require_language("xx")


@pytest.mark.parametrize("own", ["{n:zzz}", "{n:{x}}", "{n!r}", "{n:999999999}", "{n}{n}{n}"])
def test_a_translation_with_other_forms_is_not_believed(own: str) -> None:
    strange = Catalogue("xx", [catalogue("de", {"{n} gems": own})])
    assert render_text(Text("{n} gems", n=3), strange) == "3 gems"


@pytest.mark.parametrize(
    "data",
    [b"", b"\xde\x12\x04\x95", b"no catalogue at all", b"\x95\x04\x12\xde" + b"\xff" * 24],
)
def test_a_broken_catalogue_is_no_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    package = tmp_path / "broken_guest"
    (package / "languages").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "languages" / "qq.mo").write_bytes(data)
    monkeypatch.syspath_prepend(tmp_path)
    assert render_text(Text("Pass"), load_language("qq", "broken_guest")) == "Pass"
