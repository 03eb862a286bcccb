"""Games of changed boxes. A box belongs to a process: each is played in one that was forked before any box is open."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping
from importlib import import_module
from typing import Any

FINE, REFUSED, BROKEN = "fine", "refused", "broken"


class Boxes:
    """A process that has loaded the games and opened no box; it plays each task in a child of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", "from tests.boxes import serve; serve()"]
        self._popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, deed: str, **task: Any) -> tuple[str, Any]:
        """What came of a deed of `tests.box_deeds`: `fine` with its answer, `refused` with the sentence that says why,
        or `broken` with the traceback."""
        assert self._popen.stdin and self._popen.stdout
        print(json.dumps({"deed": deed, "task": task}), file=self._popen.stdin, flush=True)
        outcome, answer = json.loads(self._popen.stdout.readline())
        return outcome, answer

    def close(self) -> None:
        self._popen.communicate()


def serve() -> None:
    deeds = import_module("tests.box_deeds")
    for line in sys.stdin:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            with os.fdopen(writing, "w") as pipe:
                pipe.write(json.dumps(answered(deeds, json.loads(line))))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            print(pipe.read() or json.dumps([BROKEN, "it died"]), flush=True)
        os.waitpid(child, 0)


def answered(deeds: Any, asked: Mapping[str, Any]) -> tuple[str, Any]:
    from tilehall.engine import RuleError

    try:
        deed = vars(deeds)[asked["deed"]]
        try:
            box = deeds.laid_out(asked["task"].pop("game"), asked["task"].pop("text"))
        except RuleError as error:
            return REFUSED, str(error)
        return FINE, deed(box, **asked["task"])
    except BaseException:
        return BROKEN, traceback.format_exc()
