"""How computer players judge and choose."""

JUDGED_OPTIONS = {
    "mode": ("basic", "advanced"),
    "boards": ("random",),
    "purple": ("crystal", "always"),
    "first": ("random", "0", "1", "2", "3"),
    "round_limit": ("100", "0"),
}
"""The option values that judgement allows for. Add one here when its effect on plans and values has been considered."""
