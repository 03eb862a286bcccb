"""How much may be asked for, and what is meant where a request says nothing."""

PROTOCOL = 1
"""Grows when something that was answered before is answered otherwise; what is added does not change it."""
LONGEST = 5_000_000
"""Bytes of a line; a record of a whole game has a tenth of a percent of that."""
MOST = 10_000
"""Matches open at the same time."""
SAMPLES = 1_000
"""Positions that are imagined in one request."""
PLANS = 200
SOME_PLANS = 8
"""As many as a hint compares."""
IN_A_ROW = 1_000
"""Actions tried one after the other."""
TRIES = 10_000
"""Alternatives tried in one request, each in so many worlds."""
SEED = "0"
"""Whoever thinks ahead and names no seed gets the same answer again."""
EXACT = 4
"""Digits behind the point of what is reckoned, not counted: the same on every machine."""
