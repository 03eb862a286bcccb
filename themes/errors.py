"""The one exception of this package, and how text from a stranger's file is shown in it."""

from tilehall.engine.core.text import Text


class ThemeError(Exception):
    """A theme that cannot be used. Its text names the place, and becomes a sentence with the name of the file."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def printable(value: object) -> str:
    """`value` as it may stand in a sentence on a terminal: short, and no control characters."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):  # a number of more digits than Python will print, tables in tables
        return "..."
    return text if len(text) <= 40 else text[:30] + "..."


def printable_name(name: str) -> str:
    """A key or file name: as it is where that is harmless, quoted where it is not."""
    return name if name.isprintable() and 0 < len(name) <= 60 else printable(name)
