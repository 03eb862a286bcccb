"""A row of a form, and all its values with what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from rich.style import Style

from tilehall.engine import Text, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.cells import pad, width, wrap

NOTHING: Final = Text("")


@dataclass(frozen=True, slots=True)
class FormRow:
    """One line: a button without values, a text to type if `typed`, otherwise a choice among values.

    With `push` a choice or a text is a button as well: Enter pushes it with the value it shows. A text with values is
    both: letters are typed into `text`, arrows change the value.
    """

    id: str
    label: Text
    value: str = ""
    values: tuple[str, ...] = ()
    help: Text = NOTHING
    said: Mapping[str, Text] = field(default_factory=dict)
    """Labels of values, where they differ from the values."""
    typed: bool = False
    push: bool = False
    text: str = ""
    section: Text = NOTHING
    """The heading above the row, where a section begins."""
    meanings: Mapping[str, Text] = field(default_factory=dict)
    """Explanations of values that their labels do not give."""
    rule: str = ""
    """Where that stands."""
    how: Text | None = None
    """What is said below the values where they all are listed, if not the help."""
    listed: bool = False
    """Whether the words of a button stand below those of the others, as in a table."""
    mark: tuple[str, Style] | None = None
    """What stands before the label: the token of a seat."""

    def with_section(self, section: Text) -> FormRow:
        """The row below a heading."""
        return replace(self, section=section)

    @property
    def typed_text(self) -> str:
        """What has been typed."""
        return self.text if self.values else self.value

    def with_text(self, words: str) -> FormRow:
        return replace(self, text=words) if self.values else replace(self, value=words)

    @property
    def button(self) -> bool:
        return not self.values and not self.typed

    @property
    def current_label(self) -> Text:
        """The value as it is called."""
        return self.value_label(self.value)

    def value_label(self, value: str) -> Text:
        return self.said.get(value, literal_text(value))


def meaning(row: FormRow, look: Look, columns: int) -> list[tuple[str, Style]]:
    """All values in lines of so many columns, the one that is chosen in brackets; then what else is to be said."""
    long = max(width(look.say(row.value_label(value))) for value in row.values) + 3
    found: list[tuple[str, Style]] = []
    for value in row.values:
        here = value == row.value
        left, right = (look.glyphs.cursor_l, look.glyphs.cursor_r) if here else (" ", " ")
        name, means = look.say(row.value_label(value)), look.say(row.meanings.get(value, NOTHING))
        if means:
            first, *more = wrap(means, columns - long)
            lines = [pad(f"{left}{name}{right}", long) + first, *(" " * long + line for line in more)]
        else:
            first, *more = wrap(f"{name}{right}", columns - 1)
            lines = [left + first, *(" " + line for line in more)]
        found += [(line, look.strong if here else look.muted) for line in lines]
    also = look.say(row.help if row.how is None else row.how)
    return [*found, ("", look.text), *((line, look.text) for line in wrap(also, columns))] if also else found
