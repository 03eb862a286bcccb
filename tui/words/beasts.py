"""The beast hunt in sentences, from the data that `BEASTS.dump` makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilehall.engine import Position, RuleError, Seat
from tilehall.engine.beasts import BEASTS, Board, State, bits, bounds, catchable, components, lacking, shut

LOOKS = "a square (a1), a line (V11), a hole (11), a slot (11nw), a player, dice, cards, beasts, fences or supply"
CONDITIONS = {
    "any": "in any enclosure",
    "reinforced": "with a reinforced fence",
    "types": "with three types of cards",
    "four": "with four cards, so in the centre only",
}


# --- small words --------------------------------------------------------------------------------------------------


def face(letter: str) -> str:
    """`water` for W, `wild` for *, `beast` for !."""
    return (*components().icon_names, "wild", "beast")[components().faces.index(letter)]


def colour(letter: str) -> str:
    return components().colour_names[components().colours.index(letter)]


def die(text: str) -> str:
    """`purple water` for PW."""
    return f"{colour(text[0])} {face(text[1])}"


def many(count: int, one: str, more: str = "") -> str:
    """`1 die`, `3 dice`."""
    return f"{count} {one if count == 1 else more or one + 's'}"


def listed(things: Sequence[str], none: str = "none") -> str:
    return ", ".join(things) if things else none


def gloss(action: str) -> str:
    """What the letters in an action mean."""
    verb, *words = action.split()
    if verb in ("card", "draw"):
        return face(words[0])
    if verb == "discard" and words[0] != "-":
        return ", ".join(map(face, words[0]))
    if verb in ("roll", "reroll"):
        return ", ".join(map(face, words[0]))
    return ""


# --- the whole table ----------------------------------------------------------------------------------------------


def describe(position: Position, names: Sequence[str], seat: Seat | None) -> list[str]:
    lines = [*_turn(position, names), *_dice(position, names), *_end(position, names)]
    for other in _order(len(names), seat):
        lines += _hunter(position, names, other)
    return [*lines, *_beasts(position, names), *_fences(position, names), *_holes(position), *_supply(position)]


def _order(players: int, seat: Seat | None) -> list[Seat]:
    """The seat itself first, then the others in the order they play."""
    first = seat or 0
    return [(first + n) % players for n in range(players)]


def _turn(position: Position, names: Sequence[str]) -> list[str]:
    if position["ending"]:
        return ["The game is over."]
    if position["seat"] is None:
        return ["The table is being set up."]
    return [f"Turn: {names[position['seat']]}."]


def _dice(position: Position, names: Sequence[str]) -> list[str]:
    """The dice of the turn, each with what became of it."""
    turn = position["turn"]
    if not turn or position["seat"] is None:
        return []
    colours = position["hunters"][position["seat"]]["dice"]
    told = []
    for n, (letter, shown) in enumerate(zip(colours, turn["faces"], strict=True), 1):
        fate = "" if str(n) in turn["free"] else " (on the board)" if str(n) in turn["placed"] else " (used)"
        told.append(f"{n} {colour(letter)} {face(shown)}{fate}")
    wild = " The one wild of the turn is used." if turn["wild"] else ""
    return [f"Dice of {names[position['seat']]}: {listed(told)}.{wild}"]


def _end(position: Position, names: Sequence[str]) -> list[str]:
    """How near the end is."""
    if position["final"] is not None:
        return [f"Final round: {many(position['final'], 'turn')} to go, the present one included."]
    s = _state(position)
    left = [f"{name} {s.own_left(seat)}" for seat, name in enumerate(names)]
    return [f"Own dice left: {listed(left)}; when somebody's are used up the others have one more turn."]


def _hunter(position: Position, names: Sequence[str], seat: Seat) -> list[str]:
    hunter, s = position["hunters"][seat], _state(position)
    caught = [many(number, beast) for beast, number in hunter["captured"].items() if number]
    cards = [f"{letter} {face(letter)}" for letter in hunter["hand"]]
    return [
        f"{names[seat]}, {components().colour_names[seat]}: {BEASTS.receipt(s).total(seat)} points; captured: "
        f"{listed(caught)}; {many(len(hunter['dice']), 'active die', 'active dice')}, {hunter['pool']} in the pool.",
        f"  Cards: {listed(cards)}. Deck: {_pile(hunter['deck'])}. Discarded: {_pile(hunter['discard'])}.",
    ]


def _pile(pile: Mapping[str, int]) -> str:
    return listed([f"{number} {face(letter)}" for letter, number in pile.items() if number], "nothing")


def _beasts(position: Position, names: Sequence[str]) -> list[str]:
    found = [f"{beast} on {square}" for square, beast in sorted(position["board"]["beasts"].items())]
    enclosed = position["board"]["enclosed"]
    return [f"Beasts on the board: {listed(found)}. Enclosed squares: {listed(sorted(enclosed))}."]


def _fences(position: Position, names: Sequence[str]) -> list[str]:
    lines = [f"  {_edge(position, names, edge)}" for edge in sorted(position["board"]["cards"])]
    return ["Cards on the lines:", *lines] if lines else ["No cards on the lines."]


def _holes(position: Position) -> list[str]:
    holes = dict.fromkeys(slot[:2] for slot in sorted(position["board"]["dice"]))
    return ["Dice in the holes:", *(f"  {_hole(position, hole)}" for hole in holes)] if holes else ["No dice placed."]


def _supply(position: Position) -> list[str]:
    """What is left of the beasts and of the neutral dice."""
    box = components()
    left = [
        f"{many(position['supply'][beast.id], beast.id)} ({beast.points} points, {CONDITIONS[beast.condition]})"
        for beast in box.beasts
    ]
    return [f"Supply: {listed(left)}; {many(position['neutral'], 'black die', 'black dice')}."]


# --- one thing ----------------------------------------------------------------------------------------------------


def look(position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[str]:
    """One thing by its name."""
    word, box = what.strip(), components()
    for other, name in enumerate(names):
        if word.casefold() == name.casefold():
            return _hunter(position, names, other)
    lower, upper = word.lower(), word.upper()
    if lower in box.square_numbers:
        return [_square(position, lower)]
    if upper in box.edge_numbers:
        return [_edge(position, names, upper)]
    if lower in box.slot_numbers:
        return [_slot(position, lower)]
    if any(hole.id == word for hole in box.holes):
        return [_hole(position, word)]
    if lower in box.beast_numbers:
        return [*_supply(position), *_beasts(position, names)]
    place = _PLACES.get(lower)
    if place is None:
        raise RuleError(f"There is no '{what[:30]}' to look at. Name {LOOKS}.")
    return place(position, names)


_PLACES: dict[str, Callable[[Position, Sequence[str]], list[str]]] = {
    "dice": lambda position, names: [*_dice(position, names), *_holes(position)],
    "cards": lambda position, names: [line for seat in range(len(names)) for line in _hunter(position, names, seat)],
    "beasts": _beasts,
    "fences": _fences,
    "supply": lambda position, names: _supply(position),
}


def _state(position: Position) -> State:
    return BEASTS.load(position)


def _square(position: Position, name: str) -> str:
    """A square: its beast, its sides, and what it lacks."""
    box, board = components(), _state(position).board
    number = box.square_numbers[name]
    square, beast = box.squares[number], position["board"]["beasts"].get(name)
    sides = [f"{box.edges[edge].id} {'fenced' if board.carded >> edge & 1 else 'open'}" for edge in bits(square.sides)]
    kind = {"corner": "a corner", "edge": "an edge square", "centre": "a centre square"}[square.kind]
    text = (
        f"{name} is {kind}: {f'a {beast}' if beast else 'no beast'}; sides: {listed(sides)}; {_lacks(board, number)}."
    )
    if beast and not shut(board) >> number & 1 and not catchable(board, box.beast_numbers[beast], number):
        text += f" The {beast} cannot be captured here."
    return text


def _lacks(board: Board, number: int) -> str:
    if shut(board) >> number & 1:
        return "it is enclosed"
    cards, dice = lacking(board, number)
    return f"to be enclosed it lacks {many(cards, 'card')} and {many(dice, 'die', 'dice')}"


def _edge(position: Position, names: Sequence[str], name: str) -> str:
    """A line: its card, its dice, and what it is worth."""
    box, board = components(), _state(position).board
    number = box.edge_numbers[name]
    one, other = (box.squares[square].id for square in box.edges[number].squares)
    dice = (box.edges[number].four & board.filled).bit_count()
    card = position["board"]["cards"].get(name)
    if card is None:
        return f"{name} between {one} and {other}: no card, {dice} of 4 dice."
    owner = names[components().colours.index(card[0])]
    scored = position["board"]["scored"].get(name)
    low, high = bounds(board, number)
    worth = f"worth {low}" if low == high else f"worth {low} to {high}"
    told = f"scored {scored}" if scored else f"{dice} of 4 dice, {worth}"
    return f"{name} between {one} and {other}: {face(card[1])} card of {owner}, {told}."


def _hole(position: Position, name: str) -> str:
    """A hole: its dice by quadrant, and what it takes."""
    box, board = components(), _state(position).board
    number = next(n for n, hole in enumerate(box.holes) if hole.id == name)
    slots = [box.slots[slot] for slot in bits(box.holes[number].slots)]
    lie = position["board"]["dice"]
    told = [f"{slot[2:]} {die(lie[slot]) if slot in lie else 'empty'}" for slot in slots]
    first = box.holes[number].slots & -box.holes[number].slots
    takes = [icon for kind, icon in enumerate(box.icon_names) if board.takes[kind] & box.holes[number].slots]
    if any(slot in lie for slot in slots):
        state = f"shows {box.icon_names[board.icons[number]]}"
    elif board.filled and not board.reach & first:
        state = "not reached yet"
    else:
        state = "takes any icon first" if len(takes) == len(box.icons) else f"must start with {' or '.join(takes)}"
    return f"Hole {name} {state}: {listed(told)}."


def _slot(position: Position, name: str) -> str:
    lies = position["board"]["dice"].get(name)
    return f"{name}: {f'a {die(lies)} die' if lies else 'empty'}. {_hole(position, name[:2])}"


# --- places around a place ----------------------------------------------------------------------------------------


def around(position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[str]:
    """A square with its lines and holes, or a hole with its lines."""
    box, word = components(), cell.strip().lower()
    if word in box.square_numbers:
        square = box.squares[box.square_numbers[word]]
        sides = [f"  {_edge(position, names, box.edges[edge].id)}" for edge in bits(square.sides)]
        corners = [f"  {_hole(position, hole.id)}" for hole in box.holes if hole.slots & square.slots]
        return [_square(position, word), *sides, *corners]
    hole = next((hole for hole in box.holes if hole.id == word[:2] and word[:2].isdigit()), None)
    if hole is None:
        raise RuleError(f"'{cell[:30]}' is no square or hole. Squares are a1 to d3, holes two digits such as 11.")
    return [_hole(position, hole.id), *(f"  {_edge(position, names, box.edges[edge].id)}" for edge in hole.edges)]


def scan(position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[str]:
    """A row of squares by its number or a column by its letter; without a name all of them."""
    word = line.strip().lower()
    squares = [square.id for square in components().squares]
    found = [square for square in squares if not word or word in (square[0], square[1])]
    if not found:
        raise RuleError(f"'{line[:30]}' is no row or column. Rows are 1 to 3, columns a to d.")
    return [_square(position, square) for square in found]
