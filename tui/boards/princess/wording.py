"""Describes the princess' table in sentences, from the data that `PRINCESS.dump` returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from typing import Any

from tilehall.engine import (
    Action,
    Piece,
    Position,
    RuleError,
    SeatNo,
    Text,
    Who,
    join_commas,
    join_or,
    join_semicolons,
    join_spaces,
    quote_text,
)
from tilehall.engine.games.princess import PRINCESS, UNREACHABLE, RuneCard, Tableau, components, nearness
from tilehall.engine.games.princess import names as names_module
from tilehall.engine.games.princess.actions import (
    DeclareRune,
    DrawCard,
    DrawTile,
    HoldRune,
    RemoveRune,
    TakeFromDisplay,
)
from tilehall.tui.boards.wording_parts import describe_cell_and_neighbours, indent_line, seats_from

COLUMNS = "ABCDEFGH"
ROWS = "12345678"
PRINTED = ("D4", "E4", "D5", "E5")
LOOKABLE = Text(
    "a cell ({cell}), a tile ({tile}), a rune ({rune}), a player, {places}",
    cell="D4",
    tile="FU",
    rune="R07",
    places=join_or(("display", "runes", "track", "deck")),
)
"""What can be looked at in line mode; the typed names are the same in every language."""


# --- small words --------------------------------------------------------------------------------------------------


def tile(kind: str) -> Piece:
    """`FU fire sun`."""
    return names_module.tile(components().kind_numbers[kind])


def rune(card: str) -> Piece:
    """`R07 Wedge`."""
    return names_module.rune(components().card_numbers[card])


def card_of(card: str) -> RuneCard:
    box = components()
    return box.cards[box.card_numbers[card]]


def card_steps(what: Piece | Text, card: RuneCard) -> Text:
    """Returns a card and its steps: `Plus, 5 steps or 3 with one odd tile`; Steal cards have a name only."""
    if not card.value:
        return Text("{rune}", rune=what)
    if card.lower:
        return Text("{rune}, {steps} steps or {lower} with one odd tile", rune=what, steps=card.value, lower=card.lower)
    return Text("{rune}, {n} step", "{rune}, {n} steps", n=card.value, rune=what)


def shape(card: RuneCard) -> Text:
    """Returns the rows of the pattern, top first: `tile gap tile / gap tile gap`."""
    rows = [
        join_spaces(Text("gap") if mark == "." else Text("tile") for mark in row) for row in card.pattern.split("/")
    ]
    return reduce(lambda above, row: Text("{above} / {row}", above=above, row=row), rows)


def rune_with_shape(card: str) -> Text:
    """`R07 Wedge, 2 steps: tile gap tile / gap tile gap`."""
    return Text("{rune}: {shape}", rune=card_steps(rune(card), card_of(card)), shape=shape(card_of(card)))


def explain_action(action: Action) -> Text | None:
    """Spells out the short names in an action; None if there are none."""
    match action:
        case TakeFromDisplay(kind) | DrawTile(kind):
            return names_module.tile(kind).name
        case HoldRune(card) | RemoveRune(card) | DrawCard(card) | DeclareRune(card, _):
            printed = components().cards[card]
            return card_steps(names_module.rune(card).name or Text(""), printed)
        case _:
            return None


# --- the whole table ----------------------------------------------------------------------------------------------


def describe(position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
    lines = [*_turn(position), *_track(position), _clock(position)]
    lines += [_display(position), *_runes(position)]
    for other in seats_from(len(names), seat):
        lines += _hunter(position, other)
    return lines


def _turn(position: Position) -> list[Text]:
    if position["ending"]:
        return [Text("The game is over.")]
    if position["seat"] is None:
        return [Text("The table is being set up.")]
    lines = [Text("Turn: {who}.", who=Who(position["seat"]))]
    if position["final"] is not None:
        lines.append(
            Text(
                "Final round: {n} turn still to end, this one included.",
                "Final round: {n} turns still to end, this one included.",
                n=position["final"],
            )
        )
    if position["hand"]:
        lines.append(Text("In hand: {tile}.", tile=tile(position["hand"])))
    if position["completed"]:
        done = join_semicolons(
            Text("{rune} for {worth}", rune=rune(card), worth=each) for card, each in position["completed"]
        )
        lines.append(Text("Declared this turn: {runes}.", runes=done))
    if position["pending"]:
        lines.append(Text("At the end of this turn: {runes}.", runes=join_semicolons(map(rune, position["pending"]))))
    return lines


def _track(position: Position) -> list[Text]:
    pawns = join_commas(_pawn(hunter, seat) for seat, hunter in enumerate(position["hunters"]))
    lines = [Text("Track: {pawns}.", pawns=pawns)]
    if position["carrier"] is not None:
        who, space = Who(position["carrier"]), position["princess"]
        lines.append(Text("{who} carries the princess on space {space}.", who=who, space=space))
    elif position["final"] is None:
        lines.append(Text("The princess waits on space {space}.", space=components().tower))
    else:
        lines.append(Text("The princess has left the manor."))
    if position["passages"]:
        lines.append(Text("The passages {ways} are open.", ways=names_module.passages()))
    else:
        lines.append(Text("The passages {ways} are closed.", ways=names_module.passages()))
    return lines


def _pawn(hunter: Mapping[str, Any], seat: SeatNo) -> Text:
    who, space, rank, leftover = Who(seat), hunter["space"], hunter["rank"], hunter["leftover"]
    if rank and leftover:
        return Text("{who} at the GOAL, rank {rank}, {beyond} beyond", who=who, rank=rank, beyond=leftover)
    if rank:
        return Text("{who} at the GOAL, rank {rank}", who=who, rank=rank)
    if space:
        return Text("{who} on space {space}", who=who, space=space)
    return Text("{who} on START", who=who)


def _clock(position: Position) -> Text:
    stack, display = sum(position["stack"].values()), len(position["display"])
    rounds = (stack + display) // position["players"]
    return Text(
        "Witch: {tiles} tiles left, {stack} of them in the stack; {n} full round.",
        "Witch: {tiles} tiles left, {stack} of them in the stack; {n} full rounds.",
        n=rounds,
        tiles=stack + display,
        stack=stack,
    )


def _display(position: Position) -> Text:
    return Text("Display: {tiles}.", tiles=join_semicolons(map(tile, position["display"]), Text("no tiles")))


def _runes(position: Position) -> list[Text]:
    """Describes the open runes with their shapes, and how near each hunter is."""
    tableaus = _tableaus(position)
    row = [
        indent_line(_and_lacking(Text("{rune}.", rune=rune_with_shape(card)), tableaus, card))
        for card in position["row"]
        if card
    ]
    return [Text("Runes:"), *row] if row else [Text("Runes: none.")]


def _tableaus(position: Position) -> list[Tableau]:
    """Returns all tableaus; none while boards are still being chosen."""
    if not all(hunter["cells"] for hunter in position["hunters"]):
        return []
    return [hunter.tableau for hunter in PRINCESS.load(position).hunters]


def _and_lacking(text: Text, tableaus: Sequence[Tableau], card: str) -> Text:
    """Appends how many tiles each tableau lacks for a rune: `... Aki: 1 missing. Bo: all there, no gem in it.`"""
    return join_spaces([text, *(_lacking(tableau, card, Who(seat)) for seat, tableau in enumerate(tableaus))])


def _lacking(tableau: Tableau, card: str, who: Who) -> Text:
    near = nearness(tableau, card_of(card))
    if near.missing >= UNREACHABLE:
        return Text("{who}: no room.", who=who)
    if near.missing:
        return Text("{who}: {missing} missing.", who=who, missing=near.missing)
    if near.gem:
        return Text("{who}: complete.", who=who)
    return Text("{who}: all there, no gem in it.", who=who)


def _hunter(position: Position, seat: SeatNo) -> list[Text]:
    hunter, who = position["hunters"][seat], Who(seat)
    if not hunter["board"]:
        return [Text("{who}: no board.", who=who)]
    if not hunter["cells"]:
        return [Text("{who}: board {board}, no side chosen yet.", who=who, board=hunter["board"])]
    stock = Text(
        "{who}: board {board}, {n} gem in supply; sprites left: Extra Tile {extra}, Gem {gem}.",
        "{who}: board {board}, {n} gems in supply; sprites left: Extra Tile {extra}, Gem {gem}.",
        n=hunter["supply"],
        who=who,
        board=hunter["board"],
        extra=hunter["extra"],
        gem=hunter["gem"],
    )
    held = rune_with_shape(hunter["held"]) if hunter["held"] else Text("none")
    rows = [indent_line(_row(hunter, row)) for row in _frame(hunter)[1]]
    return [stock, indent_line(Text("Held rune: {rune}.", rune=held)), *rows]


def _frame(hunter: Mapping[str, Any]) -> tuple[str, str]:
    """Returns the columns and the rows between the outermost tiles."""
    columns, rows = sorted({cell[0] for cell in hunter["cells"]}), sorted({cell[1] for cell in hunter["cells"]})
    return (
        COLUMNS[COLUMNS.index(columns[0]) : COLUMNS.index(columns[-1]) + 1],
        ROWS[ROWS.index(rows[0]) : ROWS.index(rows[-1]) + 1],
    )


def _row(hunter: Mapping[str, Any], row: str) -> Text:
    return Text(
        "Row {row}: {cells}.",
        row=row,
        cells=join_semicolons(_spot(hunter, column + row) for column in _frame(hunter)[0]),
    )


def _spot(hunter: Mapping[str, Any], cell: str) -> Text:
    """`D4 FU fire sun with a gem, 2 tiles high`."""
    layers = hunter["cells"].get(cell)
    if not layers:
        return Text("{cell} empty", cell=cell)
    spot = Text(
        "{cell} {tile} with a gem" if cell in hunter["gems"] else "{cell} {tile}", cell=cell, tile=tile(layers[-1])
    )
    if len(layers) == 1:
        return spot
    return Text("{spot}, {n} tile high", "{spot}, {n} tiles high", n=len(layers), spot=spot)


# --- one thing ----------------------------------------------------------------------------------------------------


def describe_thing(position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
    """Describes one thing by its name; `Bo D4` is a cell of Bo's. Raises RuleError for an unknown name."""
    word = what.strip()
    mine = 0 if seat is None else seat
    for other, name in enumerate(names):
        if word.casefold() == name.casefold():
            return _hunter(position, other)
        if word.casefold().startswith(name.casefold() + " "):
            mine, word = other, word[len(name) + 1 :].strip()
    upper = word.upper()
    if _is_cell(upper):
        return [_cell(position, mine, upper)]
    if upper in components().card_numbers:
        return [_card(position, upper)]
    if upper in position["stack"]:
        return [_kind(position, upper)]
    place = _PLACES.get(word.casefold())
    if place is None:
        raise RuleError(Text("There is no {what} to look at. Name {looks}.", what=quote_text(what, 30), looks=LOOKABLE))
    return place(position)


def _deck(position: Position) -> list[Text]:
    deck = position["deck"]
    size = Text("The deck has {n} card", "The deck has {n} cards", n=len(deck["unknown"]) + len(deck["known"]))
    known = join_commas(
        Text("{rune} under {n} card", "{rune} under {n} cards", n=above, rune=rune(card))
        for above, card in deck["known"]
    )
    return [
        Text("{deck}; known: {runes}.", deck=size, runes=known) if known else Text("{deck}.", deck=size),
        Text("Discarded: {runes}.", runes=join_semicolons(map(rune, position["discard"]), Text("none"))),
    ]


_PLACES: dict[str, Callable[[Position], list[Text]]] = {
    "display": lambda position: [_display(position)],
    "runes": _runes,
    "row": _runes,
    "track": _track,
    "princess": _track,
    "clock": lambda position: [_clock(position)],
    "witch": lambda position: [_clock(position)],
    "deck": _deck,
}


def _is_cell(name: str) -> bool:
    return len(name) == 2 and name[0] in COLUMNS and name[1] in ROWS


def _cell(position: Position, seat: SeatNo, cell: str) -> Text:
    hunter = position["hunters"][seat]
    layers = hunter["cells"].get(cell, [])
    told = [Text("{who}, {spot}.", who=Who(seat), spot=_spot(hunter, cell))]
    if len(layers) > 1:
        told.append(Text("Below: {tiles}.", tiles=join_commas(map(tile, reversed(layers[:-1])))))
    if len(layers) == 1 and cell in PRINTED:
        told.append(Text("Printed on the board."))
    return join_spaces(told)


def _card(position: Position, card: str) -> Text:
    place = _place_of(position, card)
    if not card_of(card).value:
        return Text("{rune}. {place}", rune=rune(card), place=place)
    told = Text("{rune}. {place}", rune=rune_with_shape(card), place=place)
    return _and_lacking(told, _tableaus(position), card)


def _place_of(position: Position, card: str) -> Text:
    holder = next((seat for seat, hunter in enumerate(position["hunters"]) if hunter["held"] == card), None)
    if holder is not None:
        return Text("It is held by {who}.", who=Who(holder))
    if card in position["row"]:
        return Text("It is open in the row.")
    if card in position["pending"]:
        return Text("It is waiting for the end of this turn.")
    if card in position["discard"]:
        return Text("It is in the discard.")
    if any(card == done for done, _ in position["completed"]):
        return Text("It is declared this turn.")
    inside = card in position["deck"]["unknown"] or any(card == known for _, known in position["deck"]["known"])
    return Text("It is in the deck.") if inside else Text("It is not in this game.")


def _kind(position: Position, kind: str) -> Text:
    return Text(
        "{tile}: {shown} in the display, {stack} in the stack.",
        tile=tile(kind),
        shown=position["display"].count(kind),
        stack=position["stack"][kind],
    )


# --- places around a place ----------------------------------------------------------------------------------------


def describe_neighbours(position: Position, names: Sequence[str], seat: SeatNo | None, cell: str) -> list[Text]:
    centre = cell.strip().upper()
    if not _is_cell(centre):
        raise RuleError(
            Text(
                "{typed} is no cell. Cells are named by column A to H and row 1 to 8, such as D4.",
                typed=quote_text(cell, 30),
            )
        )
    hunter = position["hunters"][seat or 0]
    return describe_cell_and_neighbours(centre, COLUMNS, ROWS, partial(_spot, hunter))


def describe_line(position: Position, names: Sequence[str], seat: SeatNo | None, line: str) -> list[Text]:
    """Describes a row by its number or a column by its letter; all rows for an empty name. Raises RuleError."""
    hunter = position["hunters"][seat or 0]
    word = line.strip().upper()
    if not hunter["cells"]:
        return [Text("No tiles lie there yet.")]
    _, rows = _frame(hunter)
    if not word:
        return [_row(hunter, row) for row in rows]
    if len(word) == 1 and word in ROWS:
        return [_row(hunter, word)]
    if len(word) == 1 and word in COLUMNS:
        cells = join_semicolons(_spot(hunter, word + row) for row in rows)
        return [Text("Column {column}: {cells}.", column=word, cells=cells)]
    raise RuleError(Text("{typed} is no row or column. Rows are 1 to 8, columns A to H.", typed=quote_text(line, 30)))
