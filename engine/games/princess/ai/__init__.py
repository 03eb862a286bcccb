"""How computer players judge and choose."""

JUDGED_OPTIONS = {
    "variant": ("full", "first_game"),
    "steal_tiles": ("on", "off"),
    "sky_points": ("on", "off"),
    "first_turn": ("short", "full"),
    "last_tile_runes": ("allowed", "forbidden"),
    "late_theft": ("on", "off"),
    "board_side": ("choose", "random"),
    "start_seat": ("random", "0", "1", "2", "3"),
}
"""The option values that judgement allows for. Add one here when its effect on plans and values has been considered."""
