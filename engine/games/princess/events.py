"""The events of the princess' game. Those that repeat are made once and cached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import CHANCE, Action, Event, SeatNo
from tilehall.engine.core.text import Text, TextArgument, literal_text
from tilehall.engine.games.princess import names
from tilehall.engine.games.princess.actions import AnswerGem, DrawTile, StealTile
from tilehall.engine.games.princess.components import EMPTY, LATTICE, components
from tilehall.engine.games.princess.movement import Walk
from tilehall.engine.games.princess.names import WHO

# --- the table is laid --------------------------------------------------------------------------------------------


@cache
def start_event(seat: SeatNo) -> Event:
    return Event("start", "P-2.1", Text("{who} begins.", who=WHO[seat]), seat)


@cache
def board_event(seat: SeatNo, name: str) -> Event:
    return Event("board", "P-2.1", Text("{who} is dealt a board.", who=WHO[seat]), seat)


@cache
def side_event(seat: SeatNo, name: str) -> Event:
    return Event("side", "P-2.1", Text("{who} plays on side {side}.", who=WHO[seat], side=name[-1]), seat)


# --- the runes ----------------------------------------------------------------------------------------------------


@cache
def rune_event(card: int) -> Event:
    shown = names.rune(card)
    return Event("rune", "P-4.9", Text("{rune} joins the runes.", rune=shown), CHANCE, (shown.id,))


@cache
def hold_event(seat: SeatNo, card: int) -> Event:
    held = names.rune(card)
    return Event("hold", "P-4.8", Text("{who} holds {rune}.", who=WHO[seat], rune=held), seat, (held.id,))


@cache
def remove_event(seat: SeatNo, card: int) -> Event:
    gone = names.rune(card)
    return Event("remove", "P-3.S2", Text("{who} removes {rune}.", who=WHO[seat], rune=gone), seat, (gone.id,))


@cache
def reshuffle_event() -> Event:
    return Event("reshuffle", "P-4.10", Text("The discarded runes become a new deck."))


@cache
def return_steal_card_event(card: int) -> Event:
    text = Text("{rune} goes back into the middle of the deck.", rune=names.rune(card))
    return Event("returned", "P-2.2", text)


@cache
def lapse_event(card: int) -> Event:
    return Event("lapse", "P-4.9", Text("{rune}: no thefts in the final round.", rune=names.rune(card)))


@cache
def theft_event(card: int) -> Event:
    left = components().cards[card].direction == 1
    text = Text(
        "{rune}: when this turn ends, everybody takes a tile from the player on the left and lays it."
        if left
        else "{rune}: when this turn ends, everybody takes a tile from the player on the right and lays it.",
        rune=names.rune(card),
    )
    return Event("theft", "P-4.9", text)


# --- gems and sprites ---------------------------------------------------------------------------------------------


@cache
def gem_event(seat: SeatNo, cell: int) -> Event:
    name = LATTICE.name(cell)
    return Event("gem", "P-4.7", Text("{who} sets a gem on {cell}.", who=WHO[seat], cell=name), seat, (name,))


@cache
def recall_event(seat: SeatNo, cell: int) -> Event:
    name = LATTICE.name(cell)
    return Event(
        "recall", "P-3.S3", Text("{who} recalls the gem from {cell}.", who=WHO[seat], cell=name), seat, (name,)
    )


@cache
def set_gem_event(seat: SeatNo, cell: int) -> Event:
    name = LATTICE.name(cell)
    text = Text("The sprite sets a gem of {who} on {cell}.", who=WHO[seat], cell=name)
    return Event("set", "P-3.S4", text, seat, (name,))


def shift_event(seat: SeatNo, start: int, end: int) -> Event:
    old, new = LATTICE.name(start), LATTICE.name(end)
    text = Text("The sprite moves a gem of {who}: {start} to {end}.", who=WHO[seat], start=old, end=new)
    return Event("shift", "P-3.S4", text, seat, (old, new))


@cache
def extra_tile_event(seat: SeatNo) -> Event:
    return Event("extra", "P-3.S4", Text("{who} calls the sprite for an extra tile.", who=WHO[seat]), seat)


@cache
def draw_event(seat: SeatNo, kind: int) -> Event:
    tile = names.tile(kind)
    return Event(
        "drawn", "P-3.S4", Text("{who} draws {tile} from the stack.", who=WHO[seat], tile=tile), seat, (tile.id,)
    )


# --- tiles --------------------------------------------------------------------------------------------------------


@cache
def reveal_event(kind: int) -> Event:
    tile = names.tile(kind)
    return Event("reveal", "P-3.S1", Text("{tile} joins the display.", tile=tile), CHANCE, (tile.id,))


@cache
def take_event(seat: SeatNo, kind: int) -> Event:
    tile = names.tile(kind)
    return Event("take", "P-3.S5", Text("{who} takes {tile}.", who=WHO[seat], tile=tile), seat, (tile.id,))


def lay_event(seat: SeatNo, kind: int, cell: int, was: int) -> Event:
    """A tile is laid on an empty cell, or over the tile `was`."""
    return _lay_on_empty(seat, kind, cell) if was == EMPTY else _lay_on_tile(seat, kind, cell, was)


@cache
def _lay_on_empty(seat: SeatNo, kind: int, cell: int) -> Event:
    name = LATTICE.name(cell)
    text = Text("{who} lays {tile} on {cell}.", who=WHO[seat], tile=names.tile(kind), cell=name)
    return Event("lay", "P-4.1", text, seat, (name,))


def _lay_on_tile(seat: SeatNo, kind: int, cell: int, was: int) -> Event:
    tile, old, name = names.tile(kind), names.tile(was), LATTICE.name(cell)
    text = Text("{who} lays {tile} on {cell}, over {old}.", who=WHO[seat], tile=tile, cell=name, old=old)
    return Event("lay", "P-4.1", text, seat, (name,))


def steal_event(thief: SeatNo, robbed: SeatNo, kind: int, cell: int, gem: bool) -> Event:
    tile, name = names.tile(kind), LATTICE.name(cell)
    text = Text(
        "{who} steals {tile} from {cell} of {victim}, whose gem goes back to the supply."
        if gem
        else "{who} steals {tile} from {cell} of {victim}.",
        who=WHO[thief],
        tile=tile,
        cell=name,
        victim=WHO[robbed],
    )
    return Event("steal", "P-4.21", text, robbed, (name,))


# --- runes completed, and the way through the manor ---------------------------------------------------------------


def declare_event(seat: SeatNo, card: int, worth: int, cell: int) -> Event:
    rune, name = names.rune(card), LATTICE.name(cell)
    text = Text(
        "{who} declares {rune}: {n} step, with the gem on {cell}.",
        "{who} declares {rune}: {n} steps, with the gem on {cell}.",
        n=worth,
        who=WHO[seat],
        rune=rune,
        cell=name,
    )
    return Event("declare", "P-4.13", text, seat, (name,))


@cache
def stop_event(seat: SeatNo) -> Event:
    return Event("stop", "P-3.S6", Text("{who} declares no more.", who=WHO[seat]), seat)


def move_event(seat: SeatNo, values: Sequence[int], walked: Walk, end: int) -> Event:
    """The steps of the runes, one more for each rune after the first, less the princess' toll."""
    sums: dict[str, TextArgument] = {"who": WHO[seat], "steps": _sum(values, walked.toll), "space": end}
    if walked.took_passage:
        text = Text("{who} moves {steps}, by a passage to space {space}.", **sums)
    else:
        text = Text("{who} moves {steps}, to space {space}.", **sums)
    return Event("move", "P-4.17" if walked.toll else "P-4.15", text, seat, (str(end),))


def _sum(values: Sequence[int], toll: int) -> Text:
    steps, more = "+".join(map(str, values)), len(values) - 1
    if toll and more:
        return Text("{steps} +{more} combo -{toll} toll", steps=steps, more=more, toll=toll)
    if toll:
        return Text("{steps} -{toll} toll", steps=steps, toll=toll)
    return Text("{steps} +{more} combo", steps=steps, more=more) if more else literal_text(steps)


@cache
def goal_event(seat: SeatNo, leftover: int) -> Event:
    if not leftover:
        return Event("goal", "P-5.1", Text("{who} reaches the GOAL.", who=WHO[seat]), seat)
    text = Text(
        "{who} reaches the GOAL with {n} step left over.",
        "{who} reaches the GOAL with {n} steps left over.",
        n=leftover,
        who=WHO[seat],
    )
    return Event("goal", "P-5.1", text, seat)


@cache
def carrier_event(seat: SeatNo) -> Event:
    return Event("carrier", "P-4.18", Text("{who} carries the princess.", who=WHO[seat]), seat)


@cache
def passages_event() -> Event:
    return Event("passages", "P-4.19", Text("The passages {ways} open.", ways=names.passages()))


# --- the end ------------------------------------------------------------------------------------------------------


@cache
def final_round_event() -> Event:
    return Event("final", "P-5.1", Text("Everybody else has one more turn."))


@cache
def witch_event() -> Event:
    return Event("witch", "P-5.3", Text("The last tile is laid and nobody is out: the witch returns, all lose."))


@cache
def bonus_event(card: int) -> Event:
    return Event("bonus", "P-3.8", Text("Bonus card {card} is turned up.", card=names.bonus(card)))


@cache
def end_event() -> Event:
    return Event("over", "P-5.5", Text("The game is over."))


# --- actions without an event -------------------------------------------------------------------------------------


def describe_action(seat: SeatNo, a: Action) -> Text | None:
    """The sentence for an action that makes no event; None for all other actions."""
    match a:
        case Phrase("pass"):
            return Text("{who} passes.", who=WHO[seat])
        case AnswerGem("no"):
            return Text("{who} sets no gem.", who=WHO[seat])
        case StealTile(cell):
            return Text("{who} steals the tile on {cell}.", who=WHO[seat], cell=LATTICE.names[cell])
        case DrawTile(kind):
            return Text("The dealer draws {drawn}.", drawn=names.tile(kind))
        case _:
            return None
