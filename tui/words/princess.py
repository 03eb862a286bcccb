"""The princess' table in sentences, from the data that `PRINCESS.dump` makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilehall.engine import Position, RuleError, Seat
from tilehall.engine.princess import PRINCESS, Card, Tableau, components, nearness

COLUMNS = "ABCDEFGH"
ROWS = "12345678"
PRINTED = ("D4", "E4", "D5", "E5")
COMPASS = (
    ("north-west", -1, -1),
    ("north", 0, -1),
    ("north-east", 1, -1),
    ("west", -1, 0),
    ("east", 1, 0),
    ("south-west", -1, 1),
    ("south", 0, 1),
    ("south-east", 1, 1),
)
FAR = 9
"""No rune has so many tiles."""
LOOKS = "a cell (D4), a tile (FU), a rune (R07), a player, display, runes, track or deck"


# --- small words --------------------------------------------------------------------------------------------------


def tile(kind: str) -> str:
    """`fire sun` for FU."""
    box = components()
    return " ".join(box.attribute_names[box.attributes.index(letter)] for letter in kind)


def named(kind: str) -> str:
    return f"{kind} {tile(kind)}"


def card_of(card: str) -> Card:
    box = components()
    return box.cards[box.card_numbers[card]]


def title(card: str) -> str:
    """`Plus, 5 steps or 3 with one odd tile`; Steal cards have a name only."""
    printed = card_of(card)
    if not printed.value:
        return printed.name
    return f"{printed.name}, {printed.value} steps" + (
        f" or {printed.lower} with one odd tile" if printed.lower else ""
    )


def shape(card: str) -> str:
    """The rows of the pattern, top first: `tile gap tile / gap tile gap`."""
    rows = card_of(card).pattern.split("/")
    return " / ".join(" ".join("gap" if mark == "." else "tile" for mark in row) for row in rows if row)


def rune(card: str) -> str:
    """`R07 Wedge, 2 steps`."""
    return f"{card} {title(card)}"


def short(card: str) -> str:
    """`R07 Wedge`."""
    return f"{card} {card_of(card).name}"


def listed(things: Sequence[str], none: str = "none") -> str:
    return "; ".join(things) if things else none


def many(count: int, thing: str) -> str:
    """`1 gem`, `3 gems`."""
    return f"{count} {thing}" + ("" if count == 1 else "s")


def gloss(action: str) -> str:
    """What the short names in an action mean."""
    verb, *names = action.split()
    if verb in ("take", "draw"):
        return tile(names[0])
    if verb in ("hold", "remove", "declare", "row"):
        return title(names[0])
    return ""


# --- the whole table ----------------------------------------------------------------------------------------------


def describe(position: Position, names: Sequence[str], seat: Seat | None) -> list[str]:
    lines = [*_turn(position, names), *_track(position, names), _clock(position)]
    lines += [_display(position), *_runes(position, names)]
    for other in _order(len(names), seat):
        lines += _hunter(position, names, other)
    return lines


def _order(players: int, seat: Seat | None) -> list[Seat]:
    """The seat itself first, then the others in the order they play."""
    first = seat or 0
    return [(first + n) % players for n in range(players)]


def _turn(position: Position, names: Sequence[str]) -> list[str]:
    if position["ending"]:
        return ["The game is over."]
    if position["seat"] is None:
        return ["The table is being set up."]
    lines = [f"Turn: {names[position['seat']]}."]
    if position["final"] is not None:
        lines.append(f"Final round: {many(position['final'], 'turn')} still to end, this one included.")
    if position["hand"]:
        lines.append(f"In hand: {named(position['hand'])}.")
    if position["completed"]:
        done = [f"{short(card)} for {worth}" for card, worth in position["completed"]]
        lines.append(f"Declared this turn: {listed(done)}.")
    if position["pending"]:
        cards = list(map(short, position["pending"]))
        lines.append(f"At the end of this turn: {listed(cards)}.")
    return lines


def _track(position: Position, names: Sequence[str]) -> list[str]:
    pawns = [f"{name} {_space(hunter)}" for name, hunter in zip(names, position["hunters"], strict=True)]
    lines = [f"Track: {', '.join(pawns)}."]
    if position["carrier"] is not None:
        lines.append(f"{names[position['carrier']]} carries the princess on space {position['princess']}.")
    elif position["final"] is None:
        lines.append(f"The princess waits on space {components().tower}.")
    else:
        lines.append("The princess has left the manor.")
    lines.append(f"The passages 8 to 12 and 10 to 14 are {'open' if position['passages'] else 'closed'}.")
    return lines


def _space(hunter: Mapping[str, Any]) -> str:
    space = hunter["space"]
    if hunter["rank"]:
        return f"at the GOAL, rank {hunter['rank']}" + (f", {hunter['leftover']} beyond" if hunter["leftover"] else "")
    return "on START" if space == 0 else f"on space {space}"


def _clock(position: Position) -> str:
    stack, display = sum(position["stack"].values()), len(position["display"])
    rounds = (stack + display) // position["players"]
    return f"Witch: {stack + display} tiles left, {stack} of them in the stack; {many(rounds, 'full round')}."


def _display(position: Position) -> str:
    return f"Display: {listed([named(kind) for kind in position['display']], 'no tiles')}."


def _runes(position: Position, names: Sequence[str]) -> list[str]:
    """The open runes with their shapes, and how near everybody is."""
    tableaus = _tableaus(position)
    row = [f"  {rune(card)}: {shape(card)}.{_lacking(tableaus, names, card)}" for card in position["row"] if card]
    return ["Runes:", *row] if row else ["Runes: none."]


def _tableaus(position: Position) -> list[Tableau]:
    """All tableaus; none while boards are still being chosen."""
    if not all(hunter["cells"] for hunter in position["hunters"]):
        return []
    return [hunter.tableau for hunter in PRINCESS.load(position).hunters]


def _lacking(tableaus: Sequence[Tableau], names: Sequence[str], card: str) -> str:
    """How many tiles each tableau lacks for a rune: ` You: 1 missing. Bo: all there, no gem in it.`"""
    found = []
    for name, tableau in zip(names, tableaus, strict=False):
        near = nearness(tableau, card_of(card))
        there = "complete" if near.gem else "all there, no gem in it"
        missing = f"{near.missing} missing" if near.missing < FAR else "no room"
        found.append(f" {name}: {missing if near.missing else there}.")
    return "".join(found)


def _hunter(position: Position, names: Sequence[str], seat: Seat) -> list[str]:
    hunter = position["hunters"][seat]
    if not hunter["cells"]:
        return [
            f"{names[seat]}: " + (f"board {hunter['board']}, no side chosen yet." if hunter["board"] else "no board.")
        ]
    held = rune(hunter["held"]) + f": {shape(hunter['held'])}" if hunter["held"] else "none"
    return [
        f"{names[seat]}: board {hunter['board']}, {many(hunter['supply'], 'gem')} in supply; "
        f"sprites left: Extra Tile {hunter['extra']}, Gem {hunter['gem']}.",
        f"  Held rune: {held}.",
        *(f"  {_row(hunter, row)}" for row in _frame(hunter)[1]),
    ]


def _frame(hunter: Mapping[str, Any]) -> tuple[str, str]:
    """The columns and the rows between the outermost tiles."""
    columns, rows = sorted({cell[0] for cell in hunter["cells"]}), sorted({cell[1] for cell in hunter["cells"]})
    return (
        COLUMNS[COLUMNS.index(columns[0]) : COLUMNS.index(columns[-1]) + 1],
        ROWS[ROWS.index(rows[0]) : ROWS.index(rows[-1]) + 1],
    )


def _row(hunter: Mapping[str, Any], row: str) -> str:
    return f"Row {row}: " + "; ".join(_spot(hunter, column + row) for column in _frame(hunter)[0]) + "."


def _spot(hunter: Mapping[str, Any], cell: str) -> str:
    """`D4 FU fire sun with a gem, 2 tiles high`."""
    layers = hunter["cells"].get(cell)
    if not layers:
        return f"{cell} empty"
    gem = " with a gem" if cell in hunter["gems"] else ""
    return f"{cell} {named(layers[-1])}{gem}" + (f", {len(layers)} tiles high" if len(layers) > 1 else "")


# --- one thing ----------------------------------------------------------------------------------------------------


def look(position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[str]:
    """One thing by its name; `Bo D4` is a cell of Bo's."""
    word = what.strip()
    mine = 0 if seat is None else seat
    for other, name in enumerate(names):
        if word.casefold() == name.casefold():
            return _hunter(position, names, other)
        if word.casefold().startswith(name.casefold() + " "):
            mine, word = other, word[len(name) + 1 :].strip()
    upper = word.upper()
    if _is_cell(upper):
        return [_cell(position, names, mine, upper)]
    if upper in components().card_numbers:
        return [_card(position, names, upper)]
    if upper in position["stack"]:
        return [_kind(position, upper)]
    place = _PLACES.get(word.casefold())
    if place is None:
        raise RuleError(f"There is no '{what[:30]}' to look at. Name {LOOKS}.")
    return place(position, names)


def _deck(position: Position, names: Sequence[str]) -> list[str]:
    deck = position["deck"]
    known = [f"{card} under {many(above, 'card')}" for above, card in deck["known"]]
    size = len(deck["unknown"]) + len(deck["known"])
    return [
        f"The deck has {many(size, 'card')}" + (f"; known: {', '.join(known)}." if known else "."),
        f"Discarded: {listed(list(map(short, position['discard'])))}.",
    ]


_PLACES: dict[str, Callable[[Position, Sequence[str]], list[str]]] = {
    "display": lambda position, names: [_display(position)],
    "runes": lambda position, names: _runes(position, names),
    "row": lambda position, names: _runes(position, names),
    "track": _track,
    "princess": _track,
    "clock": lambda position, names: [_clock(position)],
    "witch": lambda position, names: [_clock(position)],
    "deck": _deck,
}


def _is_cell(name: str) -> bool:
    return len(name) == 2 and name[0] in COLUMNS and name[1] in ROWS


def _cell(position: Position, names: Sequence[str], seat: Seat, cell: str) -> str:
    hunter = position["hunters"][seat]
    layers = hunter["cells"].get(cell, [])
    text = f"{names[seat]}, {_spot(hunter, cell)}."
    if len(layers) > 1:
        text += f" Below: {', '.join(map(named, reversed(layers[:-1])))}."
    if len(layers) == 1 and cell in PRINTED:
        text += " Printed on the board."
    return text


def _card(position: Position, names: Sequence[str], card: str) -> str:
    place = f"It is {_place_of(position, names, card)}."
    if not card_of(card).value:
        return f"{rune(card)}. {place}"
    return f"{rune(card)}: {shape(card)}. {place}{_lacking(_tableaus(position), names, card)}"


def _place_of(position: Position, names: Sequence[str], card: str) -> str:
    holders = [name for name, hunter in zip(names, position["hunters"], strict=True) if hunter["held"] == card]
    if holders:
        return f"held by {holders[0]}"
    if card in position["row"]:
        return "open in the row"
    if card in position["pending"]:
        return "waiting for the end of this turn"
    if card in position["discard"]:
        return "in the discard"
    if any(card == done for done, _ in position["completed"]):
        return "declared this turn"
    inside = card in position["deck"]["unknown"] or any(card == known for _, known in position["deck"]["known"])
    return "in the deck" if inside else "not in this game"


def _kind(position: Position, kind: str) -> str:
    shown = position["display"].count(kind)
    return f"{named(kind)}: {shown} in the display, {position['stack'][kind]} in the stack."


# --- places around a place ----------------------------------------------------------------------------------------


def around(position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[str]:
    centre = cell.strip().upper()
    if not _is_cell(centre):
        raise RuleError(f"'{cell[:30]}' is no cell. Cells are named by column A to H and row 1 to 8, such as D4.")
    hunter = position["hunters"][seat or 0]
    column, row = COLUMNS.index(centre[0]), ROWS.index(centre[1])
    lines = [f"{_spot(hunter, centre)}."]
    for side, right, down in COMPASS:
        if 0 <= column + right < len(COLUMNS) and 0 <= row + down < len(ROWS):
            lines.append(f"  {side}: {_spot(hunter, COLUMNS[column + right] + ROWS[row + down])}.")
    return lines


def scan(position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[str]:
    """A row by its number or a column by its letter; without a name all rows."""
    hunter = position["hunters"][seat or 0]
    word = line.strip().upper()
    if not hunter["cells"]:
        return ["No tiles lie there yet."]
    _, rows = _frame(hunter)
    if not word:
        return [_row(hunter, row) for row in rows]
    if len(word) == 1 and word in ROWS:
        return [_row(hunter, word)]
    if len(word) == 1 and word in COLUMNS:
        return [f"Column {word}: " + "; ".join(_spot(hunter, word + row) for row in rows) + "."]
    raise RuleError(f"'{line[:30]}' is no row or column. Rows are 1 to 8, columns A to H.")
