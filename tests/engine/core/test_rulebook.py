"""A rulebook as paragraphs that can be quoted."""

from __future__ import annotations

import pytest

from tilehall.engine import BUILT_IN_GAMES, load_rulebook
from tilehall.engine.core.rulebook import parse_rulebook

TEXT = """# A Game

By nobody.

## 0 In a minute

- You lay tiles. They are nice.
- You win.

## 4 Laying

**P-4.1** Lay a tile. It stays
where it is (P-4.2).

| a | b |
|---|---|
| 1 | 2 |

- **P-4.2** Tiles stay.

```
  ##  ##

  ##
```
"""


def test_a_text_becomes_sections_and_paragraphs() -> None:
    book = parse_rulebook(TEXT)
    assert (book.title, [(s.number, s.title) for s in book.sections]) == (
        "A Game",
        [("0", "In a minute"), ("4", "Laying")],
    )
    assert book.numbers() == ("P-4.1", "P-4.2")
    laying = book.paragraph("P-4.1")
    assert laying is not None
    assert (laying.text, laying.first_sentence) == ("Lay a tile. It stays where it is (P-4.2).", "Lay a tile.")
    assert book.paragraph("P-9.9") is None


def test_tables_and_drawings_keep_their_shape() -> None:
    fixed = [
        paragraph.text
        for section in parse_rulebook(TEXT).sections
        for paragraph in section.paragraphs
        if paragraph.is_preformatted
    ]
    assert fixed == ["| a | b |\n|---|---|\n| 1 | 2 |", "  ##  ##\n\n  ##"]


def test_a_search_needs_all_words() -> None:
    book = parse_rulebook(TEXT)
    assert [paragraph.rule for paragraph in book.search("STAYS tile")] == ["P-4.1"]
    assert [paragraph.rule for paragraph in book.search("p-4.2")] == ["P-4.1", "P-4.2"]
    assert book.search("dragons") == ()


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_game_has_a_rulebook_to_quote(name: str) -> None:
    book = load_rulebook(name)
    assert book is load_rulebook(name)
    numbers = book.numbers()
    assert len(set(numbers)) == len(numbers) > 20
    for number in numbers:
        paragraph = book.paragraph(number)
        assert paragraph is not None
        assert paragraph.first_sentence.endswith((".", "!", "?"))
        assert "**" not in paragraph.text
