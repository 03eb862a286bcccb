"""A row of a form, and the description of its values."""

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
    """One row: a button without values, a text field if `typed`, otherwise a choice among values.

    With `push` a choice or a text field is a button as well: Enter presses it with the present value. A text field with
    values is both: letters are typed into `text`, arrows change the value.
    """

    id: str
    label: Text
    value: str = ""
    values: tuple[str, ...] = ()
    help: Text = NOTHING
    said: Mapping[str, Text] = field(default_factory=dict)
    """Labels of values that differ from the values themselves."""
    typed: bool = False
    push: bool = False
    text: str = ""
    section: Text = NOTHING
    """The heading above the row, where a section begins."""
    meanings: Mapping[str, Text] = field(default_factory=dict)
    """Explanations of values, beyond their labels."""
    rule: str = ""
    """The rule about this row."""
    how: Text | None = None
    """The text below a list of all values; None for the help."""
    listed: bool = False
    """Whether the label of a button is aligned with those of other rows, as in a table."""
    mark: tuple[str, Style] | None = None
    """The symbol before the label: the token of a seat."""

    def with_section(self, section: Text) -> FormRow:
        """A copy with a section heading."""
        return replace(self, section=section)

    @property
    def typed_text(self) -> str:
        """The text that was typed."""
        return self.text if self.values else self.value

    def with_text(self, words: str) -> FormRow:
        return replace(self, text=words) if self.values else replace(self, value=words)

    @property
    def button(self) -> bool:
        return not self.values and not self.typed

    @property
    def current_label(self) -> Text:
        """The label of the present value."""
        return self.value_label(self.value)

    def value_label(self, value: str) -> Text:
        return self.said.get(value, literal_text(value))


def meaning(row: FormRow, look: Look, columns: int) -> list[tuple[str, Style]]:
    """All values in lines of so many columns, the chosen one in brackets, followed by the explanation."""
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
