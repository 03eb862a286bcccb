"""What is told of each step, as sentences. Events come at every step: those that repeat are made once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tilehall.engine.game import Seat
from tilehall.engine.kaguya.components import KINDS, NAMES, components
from tilehall.engine.kaguya.pieces import count, cube, hand, tile
from tilehall.engine.text import Text, Who, both, listed

# --- set-up -------------------------------------------------------------------------------------------------------


@cache
def value(kind: int, stars: int, cubes: int) -> Text:
    return Text("{cube} is worth {stars}; {cubes} of it lie in the storage.", cube=cube(kind), stars=stars, cubes=cubes)


@cache
def drawn(owner: Seat) -> Text:
    """What the others are told of a secret draw (K-2.4)."""
    return Text("{who} draws a cube from the box.", who=Who(owner))


@cache
def drawn_in_full(owner: Seat, kind: int) -> Text:
    """What its owner is told."""
    return Text("{who} draws {cube} from the box.", who=Who(owner), cube=cube(kind))


@cache
def laid_out(number: int, column: int, row: int) -> Text:
    return Text("{tile} is laid out in column {column}, row {row}.", tile=tile(number), column=column, row=row)


@cache
def stands(owner: Seat, row: int) -> Text:
    """Where a meeple is put; one of no seat is the princess'."""
    if owner < 0:
        return Text("The princess stands in row {row}.", row=row)
    return Text("The meeple of {who} stands in row {row}.", who=Who(owner), row=row)


# --- the presentation ---------------------------------------------------------------------------------------------


@cache
def holds(seat: Seat, cubes: tuple[int, ...], disk: bool) -> Text:
    return Text("{who} holds {held}.", who=Who(seat), held=hand(cubes, disk))


def same(cubes: tuple[int, ...], disk: bool, seats: Sequence[Seat]) -> Text:
    """The penalty (K-4.31)."""
    return Text(
        "Same combination, {held}: {names}. Their hearts count backwards this round.",
        held=hand(cubes, disk),
        names=listed(map(Who, seats)),
    )


@cache
def takes(seat: Seat, kind: int) -> Text:
    return Text("{who} takes {cube} out of the storage.", who=Who(seat), cube=cube(kind))


@cache
def gives(seat: Seat, kind: int) -> Text:
    return Text("{who} gives {cube} to the storage.", who=Who(seat), cube=cube(kind))


@cache
def values(worth: tuple[int, ...]) -> Text:
    shown = [Text("{cube} {stars}", cube=cube(colour), stars=stars) for colour, stars in enumerate(worth)]
    return Text("The values are now {values}.", values=listed(shown))


def order(seats: Sequence[Seat], totals: Sequence[int]) -> Text:
    """The order of the round; the totals are by seat."""
    return Text("Order by total value: {order}.", order=listed([_total(seat, totals[seat]) for seat in seats]))


@cache
def _total(seat: Seat, total: int) -> Text:
    return Text("{who} {total}", who=Who(seat), total=total)


# --- the design ---------------------------------------------------------------------------------------------------


@cache
def picks(seat: Seat, number: int, row: int) -> Text:
    return Text("{who} takes {tile} from row {row}.", who=Who(seat), tile=tile(number), row=row)


@cache
def picks_for_princess(seat: Seat, number: int, row: int) -> Text:
    return Text("{who} takes {tile} from row {row} for the princess.", who=Who(seat), tile=tile(number), row=row)


@cache
def plants(seat: Seat, kind: int, cell: int) -> Text:
    return Text("{who} puts {cube} on the houseplant on {cell}.", who=Who(seat), cube=cube(kind), cell=NAMES[cell])


@cache
def plants_nothing(seat: Seat, cell: int) -> Text:
    """K-4.35."""
    return Text(
        "{who} has no coloured cube and shows it: the houseplant on {cell} is no room.",
        who=Who(seat),
        cell=NAMES[cell],
    )


def lays(seat: Seat, number: int, cell: int, side: int, rot: int, hearts: int, space: int, back: bool) -> Text:
    """A tile laid on the player's own board, and how far the pawn moves."""
    return Text(
        "{who} lays {tile} on {cell} (board {board}, turn {rot}) and moves back {hearts} to {space}."
        if back
        else "{who} lays {tile} on {cell} (board {board}, turn {rot}) and moves {hearts} to {space}.",
        who=Who(seat),
        tile=tile(number),
        cell=NAMES[cell],
        board=components().sides[side].id,
        rot=rot,
        hearts=hearts,
        space=space,
    )


def lays_for_princess(seat: Seat, number: int, cell: int, rot: int, hearts: int, space: int) -> Text:
    return Text(
        "{who} lays {tile} on {cell} (board {board}, turn {rot}); the princess moves {hearts} to {space}.",
        who=Who(seat),
        tile=tile(number),
        cell=NAMES[cell],
        board=components().sides[0].id,
        rot=rot,
        hearts=hearts,
        space=space,
    )


# --- the end of a round -------------------------------------------------------------------------------------------


def dedicated(storage: Sequence[int]) -> Text:
    red, blue, green, purple, clear = map(count, KINDS, storage)
    return Text(
        "All held cubes go to the princess: {red} {blue} {green} {purple} {clear}.",
        red=red,
        blue=blue,
        green=green,
        purple=purple,
        clear=clear,
    )


@cache
def takes_in_break(seat: Seat, kinds: tuple[int, ...]) -> Text:
    return Text("{who} takes {cubes} out of the storage.", who=Who(seat), cubes=both(map(cube, kinds)))


@cache
def over(ending: str) -> Text:
    if ending == "princess":
        return Text("The princess has passed 29: the game is over.")
    return Text("All boards are full: the game is over.")


@cache
def begins(number: int) -> Text:
    return Text("Round {number} of {last} begins.", number=number, last=components().columns)
