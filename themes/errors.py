"""The exception of this package, and the quoting of text from users' files in messages."""

from tilehall.engine.core.text import Text


class ThemeError(Exception):
    """Raised for an unusable theme. Its text names the position; the caller adds the name of the file."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def printable(value: object) -> str:
    """Quotes a value for a message: short, and without control characters."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):  # a number of more digits than Python prints, or nested tables
        return "..."
    return text if len(text) <= 40 else text[:30] + "..."


def printable_name(name: str) -> str:
    """A key or file name: unchanged if it is harmless, else quoted."""
    return name if name.isprintable() and 0 < len(name) <= 60 else printable(name)
