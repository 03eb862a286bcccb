"""How computer players judge and choose."""

JUDGED_OPTIONS = {
    "clear_fate": ("storage", "box"),
    "break_revalue": ("off", "on"),
    "floor_zero": ("off", "on"),
    "final_tie": ("tiebreak", "shared"),
}
"""The option values that judgement allows for. Add one here when its effect on plans and values has been considered."""
