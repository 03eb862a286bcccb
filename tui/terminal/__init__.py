"""Shows character cells on a terminal through Textual. All use of Textual's private parts is in this package.

It depends on the standard library, Rich and Textual, and on nothing else of Tilehall. `picture` holds cells, `canvas`
is the widget that shows them, `terminal_mirror` knows what the terminal shows already, `pen` encodes the difference.

It works around these limits of Textual; for most of them a test reports when Textual no longer needs it:

- A partial update repaints a widget from its left edge on, a toast repaints the whole screen: `app` replaces every
  update by a `MirrorUpdate`, which sends only the difference.
- Rich caches a style's colour codes regardless of the colour depth: `pen` makes its own, per depth.
- Colours, animation and the like come from the environment of the process: `app` takes a `Terminal` instead.
- Process-wide caches keep closed apps alive: the parser of `key_reader` has none, `forget_closed_apps` empties others.
- Two keys in one read may reach a screen that is closing or not there yet: `input_queue` handles them one by one, and
  `result_screen` knows since when a screen has been visible. An early page key breaks the command palette:
  `command_palette`.
- An error in a handler ends the program, one in the input thread with exit code 0: `app` returns to the last screen,
  as often as `crash_limiter` allows.
- Its drivers use threads and the terminal of the process: `stream_driver` uses neither, so that one process can run
  many apps. `app_host` manages what Textual keeps for the whole process.
- A signal, a hang-up or a malformed key leaves the terminal broken: `local_driver` restores it.
"""

from collections.abc import Mapping

TRIED_WITH: Mapping[str, str] = {"textual": "8.2.8", "rich": "15.0.0"}
"""The versions that were tested.

The ranges in pyproject.toml begin with them; private parts of Textual may differ in other versions, which
tests/tui/terminal/test_private_parts.py reports.
"""
