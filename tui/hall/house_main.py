"""The house of a real hall, with the games that are kept in its folder."""

from __future__ import annotations

from tilehall.tui.hall.bots import Bots
from tilehall.tui.hall.house import House
from tilehall.tui.hall.protocol import Host
from tilehall.tui.hall.serving import Options
from tilehall.tui.tables.thinking.process_pool import Pool


async def open_house(options: Options) -> Host:
    """The house that is kept in a folder, with these manners."""
    house = await House.open(options.data, Pool(), bots=Bots(options.cast))
    await house.people.change_manners(options.guests, options.invite_only, options.password)
    return house
