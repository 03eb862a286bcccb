"""How computer players judge and choose."""

JUDGED_OPTIONS = {"first_seat": ("random", "0", "1", "2", "3")}
"""The option values that judgement allows for. Add one here when its effect on plans and values has been considered."""
