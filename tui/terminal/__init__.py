"""Our own way to put cells on a terminal through Textual. Everything private of Textual is in this room.

It stands on the standard library, Rich and Textual, and knows nothing else of Tilehall. From the picture to the
terminal: `paint` makes it, `canvas` shows it, `glass` knows what is on the terminal already, `pen` writes the rest.

What is cured of Textual, and where; the tests say of most that Textual still needs it:

- A partial update repaints a widget from its left edge on, a toast repaints the whole screen: `app` replaces every
  update by a `MirrorUpdate` of `glass`, which sends what is new.
- Rich remembers a style's colour codes without the colour depth they were made for: `pen` makes its own, per depth.
- Colours, animation and the rest come from the environment of the process: `app` takes a `terminal`.
- A process-wide cache keeps closed apps alive: the parser of `keys` has none, and what else there is can be emptied.
- Two keys in one read meet a screen that is going or not there yet: `gate` lets them in one by one, and `room` knows
  since when a screen can be seen. The palette of commands breaks at a page key that comes early: `palette`.
- An error in any handler ends the program, one in the thread that reads keys with exit code 0: `app` goes back to where
  the player was, as often as `fence` holds.
- Its drivers have threads and the process's own terminal: `stream` has neither, and one process shows many apps. What
  Textual takes for the process's then, `lodge` shares out.
- A signal, a hang-up or a malformed key leaves the terminal broken: `driver` puts it back.
"""

from collections.abc import Mapping

TRIED_WITH: Mapping[str, str] = {"textual": "8.2.8", "rich": "15.0.0"}
"""The versions that everything was tried with. The ranges in pyproject.toml begin here; private parts may differ in any
other version, and tests/tui/terminal/test_private_parts.py says so."""
