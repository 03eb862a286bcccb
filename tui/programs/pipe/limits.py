"""Limits and defaults of requests."""

PROTOCOL = 1
"""Grows when an existing answer changes its meaning; additions do not count."""
LONGEST = 5_000_000
"""Bytes of a line; a record of a whole game has a tenth of a percent of that."""
MOST = 10_000
"""Matches open at the same time."""
SAMPLES = 1_000
"""Positions that are imagined in one request."""
PLANS = 200
SOME_PLANS = 8
"""The default, as many as a hint compares."""
IN_A_ROW = 1_000
"""Actions tried one after the other."""
TRIES = 10_000
"""Alternatives tried in one request, each in so many worlds."""
SEED = "0"
"""The default for looking ahead: the same request gets the same answer."""
EXACT = 4
"""Digits after the point of computed values, so that they are the same on every machine."""
