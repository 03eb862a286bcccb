"""The events of Kaguyahime. Those that repeat are made once and cached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tilehall.engine.core.game import CHANCE, Action, Event, SeatNo
from tilehall.engine.core.text import Text, TextArgument, Who, join_and, join_commas
from tilehall.engine.games.kaguya.actions import LETTERS, ChooseTileCell, ChooseTileRotation, Present, cube_letters
from tilehall.engine.games.kaguya.components import KINDS, NAMES, components
from tilehall.engine.games.kaguya.names import count, cube, fist_contents, room, tile
from tilehall.engine.games.kaguya.scoring import RoomContest

# --- set-up -------------------------------------------------------------------------------------------------------


@cache
def value_event(kind: int, stars: int, cubes: int) -> Event:
    text = Text("{cube} is worth {stars}; {cubes} of it lie in the storage.", cube=cube(kind), stars=stars, cubes=cubes)
    return Event("value", "K-2.3", text, CHANCE, (LETTERS[kind],))


@cache
def draw_event(owner: SeatNo, kind: int) -> Event:
    """A secret draw: only its owner reads which cube it was (K-2.4)."""
    text = Text("{who} draws a cube from the box.", who=Who(owner))
    fuller = Text("{who} draws {cube} from the box.", who=Who(owner), cube=cube(kind))
    return Event("cube", "K-2.4", text, owner, (), ((owner, fuller),))


@cache
def table_tile_event(number: int, column: int, row: int) -> Event:
    text = Text("{tile} is laid out for round {column}, as tile {row}.", tile=tile(number), column=column, row=row)
    return Event("table", "K-2.5", text, CHANCE, (tile(number).id,))


@cache
def meeple_event(owner: SeatNo, row: int) -> Event:
    """A meeple is put on a row. CHANCE stands for the princess' meeple."""
    if owner < 0:
        return Event("row", "K-2.6", Text("The princess stands at tile {row}.", row=row), owner)
    text = Text("The meeple of {who} stands at tile {row}.", who=Who(owner), row=row)
    return Event("row", "K-2.6", text, owner)


# --- the presentation ---------------------------------------------------------------------------------------------


@cache
def reveal_event(seat: SeatNo, cubes: tuple[int, ...], disk: bool, shown: str) -> Event:
    """The contents of a fist; `shown` is the text used in records."""
    return Event(
        "reveal", "K-4.4", Text("{who} holds {held}.", who=Who(seat), held=fist_contents(cubes, disk)), seat, (shown,)
    )


@cache
def penalty_event(cubes: tuple[int, ...], disk: bool, shown: str, seats: tuple[SeatNo, ...]) -> Event:
    """The penalty (K-4.31)."""
    text = Text(
        "Same combination, {held}: {names}. Their hearts count backwards this round.",
        held=fist_contents(cubes, disk),
        names=join_commas(map(Who, seats)),
    )
    return Event("penalty", "K-4.31", text, CHANCE, (shown,))


@cache
def take_event(seat: SeatNo, kind: int) -> Event:
    text = Text("{who} takes {cube} out of the storage.", who=Who(seat), cube=cube(kind))
    return Event("take", "K-4.8", text, seat, (LETTERS[kind],))


@cache
def give_event(seat: SeatNo, kind: int) -> Event:
    text = Text("{who} gives {cube} to the storage.", who=Who(seat), cube=cube(kind))
    return Event("give", "K-4.8", text, seat, (LETTERS[kind],))


@cache
def values_event(worth: tuple[int, ...], rule: str) -> Event:
    shown = [Text("{cube} {stars}", cube=cube(colour), stars=stars) for colour, stars in enumerate(worth)]
    return Event("values", rule, Text("The values are now {values}.", values=join_commas(shown)))


def order_event(seats: Sequence[SeatNo], totals: Sequence[int]) -> Event:
    """The order of the round, with the totals by seat."""
    shown = join_commas([_total(seat, totals[seat]) for seat in seats])
    return Event("order", "K-4.21", Text("Order by total value: {order}.", order=shown))


@cache
def _total(seat: SeatNo, total: int) -> Text:
    return Text("{who} {total}", who=Who(seat), total=total)


# --- the design ---------------------------------------------------------------------------------------------------


@cache
def pick_event(seat: SeatNo, number: int, row: int) -> Event:
    text = Text("{who} takes tile {row}: {tile}.", who=Who(seat), tile=tile(number), row=row)
    return Event("tile", "K-4.28", text, seat, (tile(number).id,))


@cache
def princess_pick_event(seat: SeatNo, number: int, row: int) -> Event:
    text = Text("{who} takes tile {row} for the princess: {tile}.", who=Who(seat), tile=tile(number), row=row)
    return Event("tile", "K-4.25", text, seat, (tile(number).id,))


@cache
def plant_event(seat: SeatNo, kind: int, cell: int) -> Event:
    place = NAMES[cell]
    text = Text("{who} puts {cube} on the houseplant on {cell}.", who=Who(seat), cube=cube(kind), cell=place)
    return Event("plant", "K-4.34", text, seat, (place,))


@cache
def no_plant_event(seat: SeatNo, cell: int) -> Event:
    """A houseplant without a cube (K-4.35)."""
    place = NAMES[cell]
    text = Text(
        "{who} has no coloured cube and shows it: the houseplant on {cell} is no room.",
        who=Who(seat),
        cell=place,
    )
    return Event("plant", "K-4.35", text, seat, (place,))


def lay_event(seat: SeatNo, number: int, cell: int, before: int, space: int, back: bool) -> Event:
    """A tile is laid on the player's own board, and the pawn moves on the favour track."""
    laid: dict[str, TextArgument] = {"who": Who(seat), "tile": tile(number), "cell": NAMES[cell], "space": space}
    if before == space:
        text = Text("{who} lays {tile} on {cell} and stays on {space} of the favour track.", **laid)
    elif back:
        text = Text(
            "{who} lays {tile} on {cell} and goes back from {before} to {space} on the favour track.",
            before=before,
            **laid,
        )
    else:
        text = Text(
            "{who} lays {tile} on {cell} and goes from {before} to {space} on the favour track.", before=before, **laid
        )
    return Event("lay", "K-4.32" if back else "K-4.28", text, seat, (NAMES[cell],))


def princess_lay_event(seat: SeatNo, number: int, cell: int, hearts: int, space: int) -> Event:
    laid: dict[str, TextArgument] = {"who": Who(seat), "tile": tile(number), "cell": NAMES[cell], "space": space}
    if hearts:
        text = Text(
            "{who} lays {tile} on {cell}; the princess goes from {before} to {space}.", before=space - hearts, **laid
        )
    else:
        text = Text("{who} lays {tile} on {cell}; the princess stays on {space}.", **laid)
    return Event("lay", "K-4.25", text, seat, (NAMES[cell],))


# --- room points --------------------------------------------------------------------------------------------------


NAMED = 2
"""At most this many rooms are named for a player."""


def rooms_event(before: Sequence[RoomContest], after: Sequence[RoomContest]) -> Event | None:
    """Whose rooms pay more or less than before; None if nobody's do."""
    changes, touched = [], [each for each in zip(before, after, strict=True) if each[0].bonuses != each[1].bonuses]
    for seat in range(len(after[0].sizes)):
        paid = [(now.colour, now.bonuses[seat] - then.bonuses[seat]) for then, now in touched]
        if points := sum([change for _, change in paid]):
            named = [room(colour) for colour, change in paid if change]
            told: dict[str, TextArgument] = {"who": Who(seat), "points": points}
            # If all rooms change at once they are not listed.
            few = Text("{who} {points:+} ({rooms})", **told, rooms=join_commas(named)) if len(named) <= NAMED else None
            changes.append(few or Text("{who} {points:+}", **told))
    if not changes:
        return None
    return Event("rooms", "K-5.3", Text("Points for rooms as they are now: {changes}.", changes=join_commas(changes)))


# --- the end of a round -------------------------------------------------------------------------------------------


def dedication_event(storage: Sequence[int]) -> Event:
    red, blue, green, purple, clear = map(count, KINDS, storage)
    text = Text(
        "All held cubes go to the princess: {red} {blue} {green} {purple} {clear}.",
        red=red,
        blue=blue,
        green=green,
        purple=purple,
        clear=clear,
    )
    return Event("dedicate", "K-4.38", text)


@cache
def break_event(seat: SeatNo, kinds: tuple[int, ...]) -> Event:
    text = Text("{who} takes {cubes} out of the storage.", who=Who(seat), cubes=join_and(map(cube, kinds)))
    return Event("break", "K-4.42" if len(kinds) > 1 else "K-4.43", text, seat, (cube_letters(kinds),))


@cache
def end_event(ending: str) -> Event:
    if ending == "princess":
        return Event("over", "K-5.1", Text("The princess has passed 29: the game is over."))
    return Event("over", "K-5.1", Text("All boards are full: the game is over."))


@cache
def new_round_event(number: int) -> Event:
    text = Text("Round {number} of {last} begins.", number=number, last=components().columns)
    return Event("round", "K-4.4", text)


# --- actions without an event -------------------------------------------------------------------------------------

TURNED = (
    Text("the first half left"),
    Text("the first half top"),
    Text("the first half right"),
    Text("the first half bottom"),
)


def describe_action(seat: SeatNo, a: Action) -> Text | None:
    """The sentence for an action that makes no event; None for all other actions."""
    match a:
        case Present(cubes, disk):
            return Text("{who} holds {held}.", who=Who(seat), held=fist_contents(cubes, disk))
        case ChooseTileCell(cell):
            return Text("{who} puts it on {cell}.", who=Who(seat), cell=NAMES[cell])
        case ChooseTileRotation(rot):
            return Text("{who} turns it: {turned}.", who=Who(seat), turned=TURNED[rot])
        case _:
            return None
