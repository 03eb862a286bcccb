"""Results of long measurements in a JSON file: what is there is not measured again."""

import json
import sys
from pathlib import Path
from typing import Any


def known(path: Path) -> dict[str, Any]:
    """Return the results so far; exit if the file is damaged."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except ValueError as error:
        sys.exit(f"{path} is damaged ({error}); take it from git again, or delete it to play everything anew.")
    return found


def keep(path: Path, name: str, data: dict[str, Any]) -> None:
    """Add a result; the file is read again, as another process may have written meanwhile."""
    found = {**known(path), name: data}
    # Atomic: an interrupt leaves the old file or the new one.
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    beside.replace(path)
