"""Our own way to put cells on a terminal through Textual. Everything private of Textual is in this room."""

from collections.abc import Mapping

TRIED_WITH: Mapping[str, str] = {"textual": "8.2.8", "rich": "15.0.0"}
"""The versions that everything was tried with. The ranges in pyproject.toml begin here; private parts may differ in any
other version, and tests/tui/kernel/test_private.py says so."""
