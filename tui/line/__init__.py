"""The games as plain lines of text: for screen readers, dumb terminals and pipes. Nothing is drawn, all is said."""

from tui.line.show import demo, position_at, replay
from tui.line.table import LineTable
from tui.line.talk import Talk

__all__ = ["LineTable", "Talk", "demo", "position_at", "replay"]
