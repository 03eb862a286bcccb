"""Keys without a memory: what Textual keeps of them, and of closed apps, for the whole process."""

from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.strip import Strip


class KeyParser(XTermParser):
    """Upstream remembers keys for the whole process, and each key its app: here nothing is remembered."""

    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)


def forget_closed_apps() -> None:
    """Empty the process-wide caches of Textual that keep closed apps alive: call it when a session has ended."""
    XTermParser._parse_extended_key.cache_clear()
    StylesCache.get_inner_outer.cache_clear()
    Strip.blank.cache_clear()
