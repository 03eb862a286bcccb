"""The house of a real hall, with the games that are kept in its folder."""

from __future__ import annotations

from tilehall.tui.hall.bots import Bots
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.protocol import HallHost
from tilehall.tui.hall.serving import HallOptions
from tilehall.tui.tables.thinking.background import ProcessPool


async def open_house(options: HallOptions) -> HallHost:
    """The house that is kept in a folder, with these manners."""
    house = await HallHouse.open(options.data, ProcessPool(), bots=Bots(options.cast))
    await house.people.change_manners(options.guests, options.invite_only, options.password)
    return house
