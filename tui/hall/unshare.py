"""Things without a trace of where they came from.

What is sent to another process tells not only what is equal, but also what is one and the same object there: two
sentences that read alike would show whether the secrets behind them are alike.
"""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import TypeVar

T = TypeVar("T")


def unshare(thing: T) -> T:
    """An equal thing none of whose parts is shared with another, so that equal things are sent as equal bytes.

    >>> word = "one word".split()
    >>> shared, apart = (word, word), (["one", "word"], ["one", "word"])
    >>> pickle.dumps(shared) == pickle.dumps(apart), pickle.dumps(unshare(shared)) == pickle.dumps(unshare(apart))
    (False, True)
    """
    buffer = BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    # It remembers nothing that it has written, and so writes it again.
    pickler.fast = True
    pickler.dump(thing)
    found: T = pickle.loads(buffer.getvalue())
    return found
