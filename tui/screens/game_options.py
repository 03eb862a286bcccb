"""The options of a game as rows of a form, for every screen that sets up a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilehall.engine import Game, Option, RuleError, Setup, Text, literal_text
from tilehall.tui.widgets.form_row import FormRow

OptionValues = dict[str, str]


class GameOptions:
    """The options of a game: their values by number of players, and their implications."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def easiest(self) -> OptionValues:
        """The values for a first game."""
        values: OptionValues = {}
        for option in self.game.options:
            if option.easiest:
                values[option.id] = option.easiest
                values |= {name: implied for value, name, implied in option.implies if value == option.easiest}
        return values

    def numbers(self) -> tuple[str, ...]:
        """The possible numbers of players."""
        return tuple(str(n) for n in self.game.player_counts)

    def rows(self, values: Mapping[str, str], count: int) -> list[FormRow]:
        """A row for each option, with the values allowed for so many players."""
        return [self._row(option, values, count) for option in self.game.options]

    def _row(self, option: Option, values: Mapping[str, str], count: int) -> FormRow:
        told = zip(option.values, option.meanings, strict=True)
        fitting = [(value, meaning) for value, meaning in told if not self._is_for_others(count, option.id, value)]
        allowed, meanings = zip(*fitting, strict=True)
        value = values.get(option.id, option.default)
        known = value in allowed or value not in option.values
        return option_row(option._replace(values=allowed, meanings=meanings), value if known else option.default)

    def _is_for_others(self, count: int, name: str, value: str) -> bool:
        """Whether this value is allowed for another number of players, but not for this one."""
        return not self._starts(count, name, value) and any(
            self._starts(n, name, value) for n in self.game.player_counts
        )

    def _starts(self, count: int, name: str, value: str) -> bool:
        try:
            self.game.start(Setup(count, ((name, value),)))
        except RuleError:
            return False
        return True

    def apply_choice(self, values: OptionValues, name: str, value: str) -> None:
        """Sets the options that this choice implies, or resets them to their defaults."""
        option = next((option for option in self.game.options if option.id == name), None)
        for chosen, other, implied in option.implies if option else ():
            values[other] = implied if value == chosen else self._default(other)

    def _default(self, name: str) -> str:
        return next(option.default for option in self.game.options if option.id == name)

    def complete_values(self, asked: Mapping[str, str]) -> OptionValues:
        """Completes the given values: others are as implied, or the defaults."""
        values = {option.id: option.default for option in self.game.options} | dict(asked)
        for option in self.game.options:
            implied = {name: value for chosen, name, value in option.implies if values[option.id] == chosen}
            values |= {name: value for name, value in implied.items() if name not in asked}
        return values

    def changed_values(self, values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """The options that differ from what the others imply."""
        usual = {option.id: option.default for option in self.game.options}
        for option in self.game.options:
            usual |= {name: implied for value, name, implied in option.implies if values[option.id] == value}
        return tuple((name, values[name]) for name, value in usual.items() if values[name] != value)


def option_row(option: Option, value: str) -> FormRow:
    """A row with a choice among the values, or a text field if there are too many to list."""
    meanings = dict(zip(option.values, option.meanings, strict=True))
    if option.pattern:
        other = meanings.get(value) or option.others_text or literal_text(value)
        told = Text("{option}: {meaning} [{rule}]", option=option.title, meaning=other, rule=option.rule)
        return FormRow(option.id, option.title, value, help=told, typed=True)
    told = Text("{option}: {meaning} [{rule}]", option=option.title, meaning=meanings[value], rule=option.rule)
    return FormRow(option.id, option.title, value, option.values, told, meanings, rule=option.rule, how=Text(""))
