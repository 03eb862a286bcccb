"""Loads the language that a command line asks for, with the settings of the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilehall.engine import Language, UserError
from tilehall.tui.cli.cli_language import language_in_words
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.config.settings_file import load_settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.languages.language import require_language
from tilehall.tui.terminal.capabilities import Terminal


def with_language(settings: Settings, wanted: str) -> Settings:
    """The settings with this language, unless it is empty. Raises UserError for an unknown language."""
    return settings.with_value("language", require_language(wanted)) if wanted else settings


def load_language(wanted: str, environ: Mapping[str, str]) -> Language:
    """The language for a command without a CliContext. Raises UserError for an unknown language."""
    settings, _ = load_settings(UserDirs.default().settings)
    return language_of(with_language(settings, wanted), Terminal.guess(environ))


def load_language_or_default(words: Sequence[str], environ: Mapping[str, str]) -> Language:
    """The language for a usage error in these words, even if the error is in their `--lang`."""
    try:
        return load_language(language_in_words(words), environ)
    except UserError:
        return load_language("", environ)
