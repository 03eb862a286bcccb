"""Our own way to put cells on a terminal through Textual. Everything private of Textual is in this room.

It stands on the standard library, Rich and Textual, and knows nothing else of Tilehall. From the picture to the
terminal: `picture` holds it, `canvas` shows it, `terminal_mirror` knows what is on the terminal already, `pen` writes
the rest.

What is cured of Textual, and where; the tests say of most that Textual still needs it:

- A partial update repaints a widget from its left edge on, a toast repaints the whole screen: `app` replaces every
  update by a `MirrorUpdate`, which sends what is new.
- Rich remembers a style's colour codes without the colour depth they were made for: `pen` makes its own, per depth.
- Colours, animation and the rest come from the environment of the process: `app` takes a `terminal`.
- A process-wide cache keeps closed apps alive: the parser of `key_reader` has none, and what else there is can be
  emptied.
- Two keys in one read meet a screen that is going or not there yet: `input_queue` lets them in one by one, and
  `result_screen` knows since when a screen can be seen. The palette of commands breaks at a page key that comes early:
  `command_palette`.
- An error in any handler ends the program, one in the thread that reads keys with exit code 0: `app` goes back to where
  the player was, as often as `crash_limiter` allows.
- Its drivers have threads and the process's own terminal: `stream_driver` has neither, and one process shows many apps.
  What Textual takes for the process's then, `app_host` shares out.
- A signal, a hang-up or a malformed key leaves the terminal broken: `local_driver` puts it back.
"""

from collections.abc import Mapping

TRIED_WITH: Mapping[str, str] = {"textual": "8.2.8", "rich": "15.0.0"}
"""The versions that everything was tried with. The ranges in pyproject.toml begin here; private parts may differ in any
other version, and tests/tui/terminal/test_private_parts.py says so."""
