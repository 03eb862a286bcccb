"""Describes the beast hunt in sentences, from the data that `BEASTS.dump` returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
    join_spaces,
    quote_text,
)
from tilehall.engine.games.beasts import (
    BEASTS,
    Beast,
    BeastsBoard,
    BeastsState,
    bits,
    can_be_caught,
    components,
    enclosed_squares,
    fence_bounds,
    format_range,
    missing_cards_and_dice,
)
from tilehall.engine.games.beasts import names as box_of
from tilehall.engine.games.beasts.actions import DiscardFenceCards, DrawFenceCard, PlaceFenceCard, RerollDice, RollDice
from tilehall.tui.boards.wording_parts import indent_line, seats_from

LOOKABLE = Text(
    "a square ({square}), a line ({line}), a hole ({hole}), a slot ({slot}), a player, {places}",
    square="a1",
    line="V11",
    hole="11",
    slot="11nw",
    places=join_or(("dice", "cards", "beasts", "fences", "supply")),
)
"""What can be looked at in line mode; the typed names are the same in every language."""
NONE = Text("none")
NOTHING = Text("nothing")


# --- small words --------------------------------------------------------------------------------------------------


def face(letter: str) -> Text:
    """`water` for W, `wild` for *, `beast` for !."""
    return components().face_names[components().faces.index(letter)]


def colour(letter: str) -> int:
    return components().colours.index(letter)


def die(text: str) -> Piece:
    """`purple water` for PW."""
    return box_of.die(colour(text[0]), components().faces.index(text[1]))


def card(text: str) -> Piece:
    """`W water` for PW."""
    return box_of.card(colour(text[0]), components().icons.index(text[1]))


def beast(name: str) -> Piece:
    return box_of.beast(components().beast_numbers[name])


def count_of(name: str, count: int) -> Text:
    """`1 unicorn`, `3 unicorns`."""
    beasts = box_of.beasts(components().beast_numbers[name], count)
    return Text("{count} {beasts}", count=count, beasts=beasts)


def capture_condition(beast: Beast) -> Text:
    """Returns where or how a beast can be captured, as part of a sentence."""
    match beast.condition:
        case "reinforced":
            return Text("with a reinforced fence, whose both holes show its sign")
        case "types":
            return Text("with three types of cards")
        case "four":
            return Text("with four cards, so in the centre only")
        case _:
            return Text("in any enclosure")


def explain_action(action: Action) -> Text | None:
    """Spells out the letters in an action; None if there are none."""
    names = components().face_names
    match action:
        case PlaceFenceCard(kind) | DrawFenceCard(kind):
            return names[kind]
        case RollDice(faces) | RerollDice(faces):
            return join_commas(names[face] for face in faces)
        case DiscardFenceCards(cards) if any(cards):
            return join_commas(names[kind] for kind, count in enumerate(cards) for _ in range(count))
        case _:
            return None


# --- the whole table ----------------------------------------------------------------------------------------------


def describe(position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
    lines = [*_turn(position), *_dice(position), *_end(position)]
    for other in seats_from(position["players"], seat):
        lines += _hunter(position, other)
    return [*lines, *_beasts(position), *_fences(position), *_holes(position), *_supply(position)]


def _turn(position: Position) -> list[Text]:
    if position["ending"]:
        return [Text("The game is over.")]
    if position["seat"] is None:
        return [Text("The table is being set up.")]
    return [Text("Turn: {who}.", who=Who(position["seat"]))]


def _dice(position: Position) -> list[Text]:
    """Describes the dice of the turn, each with what became of it."""
    turn = position["turn"]
    if not turn or position["seat"] is None:
        return []
    colours = position["hunters"][position["seat"]]["dice"]
    dice = map("".join, zip(colours, turn["faces"], strict=True))
    told = join_commas(_die_state(turn, number, die(each)) for number, each in enumerate(dice, 1))
    whole = Text("Dice of {who}: {dice}.", who=Who(position["seat"]), dice=told)
    return [join_spaces([whole, Text("The one wild of the turn is used.")]) if turn["wild"] else whole]


def _die_state(turn: Mapping[str, str], number: int, die: Piece) -> Text:
    if str(number) in turn["free"]:
        return Text("{number} {die}", number=number, die=die)
    if str(number) in turn["placed"]:
        return Text("{number} {die} (on the board)", number=number, die=die)
    return Text("{number} {die} (used)", number=number, die=die)


def _end(position: Position) -> list[Text]:
    """Describes how near the end is."""
    if position["final"] is not None:
        return [
            Text(
                "Final round: {n} turn to go, the present one included.",
                "Final round: {n} turns to go, the present one included.",
                n=position["final"],
            )
        ]
    s = _state(position)
    left = (Text("{who} {dice}", who=Who(seat), dice=s.own_left(seat)) for seat in range(position["players"]))
    return [
        Text(
            "Own dice left: {dice}; when somebody's are used up the others have one more turn.", dice=join_commas(left)
        )
    ]


def _hunter(position: Position, seat: SeatNo) -> list[Text]:
    hunter, who = position["hunters"][seat], Who(seat)
    told = Text(
        "{who}, {colour}: {points}; captured: {beasts}; {dice}, {pool} in the pool.",
        who=who,
        colour=components().colour_names[seat],
        points=_points(BEASTS.receipt(_state(position)).total(seat)),
        beasts=join_commas((count_of(name, count) for name, count in hunter["captured"].items() if count), NONE),
        dice=Text("{n} active die", "{n} active dice", n=len(hunter["dice"])),
        pool=hunter["pool"],
    )
    letter = components().colours[seat]
    cards = Text(
        "Cards: {cards}. Deck: {deck}. Discarded: {discard}.",
        cards=join_commas((card(letter + icon) for icon in hunter["hand"]), NONE),
        deck=_pile(hunter["deck"]),
        discard=_pile(hunter["discard"]),
    )
    return [told, indent_line(cards)]


def _points(count: int) -> Text:
    return Text("{n} point", "{n} points", n=count)


def _pile(pile: Mapping[str, int]) -> Text:
    cards = (Text("{count} {card}", count=number, card=face(icon)) for icon, number in pile.items() if number)
    return join_commas(cards, NOTHING)


def _beasts(position: Position) -> list[Text]:
    homes = sorted(position["board"]["beasts"].items())
    return [
        Text(
            "Beasts on the board: {beasts}. Enclosed squares: {squares}.",
            beasts=join_commas(
                (Text("{beast} on {square}", beast=beast(each), square=home) for home, each in homes), NONE
            ),
            squares=join_commas(sorted(position["board"]["enclosed"]), NONE),
        )
    ]


def _fences(position: Position) -> list[Text]:
    lines = [indent_line(_edge(position, edge)) for edge in sorted(position["board"]["cards"])]
    return [Text("Cards on the lines:"), *lines] if lines else [Text("No cards on the lines.")]


def _holes(position: Position) -> list[Text]:
    filled, box = position["board"]["dice"], components()
    holes = [hole.id for hole in box.holes if any(box.slots[slot] in filled for slot in bits(hole.slots))]
    told = [indent_line(_hole(position, hole)) for hole in sorted(holes)]
    return [Text("Dice in the holes:"), *told] if told else [Text("No dice placed.")]


def _supply(position: Position) -> list[Text]:
    """Describes what is left of the beasts and of the neutral dice."""
    black = Text("{n} black die", "{n} black dice", n=position["neutral"])
    left = join_commas(_left(beast, position["supply"][beast.id]) for beast in components().beasts)
    return [Text("Supply: {beasts}; {dice}.", beasts=left, dice=black)]


def _left(beast: Beast, count: int) -> Text:
    return Text(
        "{beasts} ({points}, {condition})",
        beasts=count_of(beast.id, count),
        points=_points(beast.points),
        condition=capture_condition(beast),
    )


# --- one thing ----------------------------------------------------------------------------------------------------


def describe_thing(position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
    """Describes one thing by its name. Raises RuleError for an unknown name."""
    word, box = what.strip(), components()
    for other, name in enumerate(names):
        if word.casefold() == name.casefold():
            return _hunter(position, other)
    lower, upper = word.lower(), word.upper()
    if lower in box.square_numbers:
        return [_square(position, lower)]
    if upper in box.edge_numbers:
        return [_edge(position, upper)]
    if lower in box.slot_numbers:
        return [_slot(position, lower)]
    if any(hole.id == word for hole in box.holes):
        return [_hole(position, word)]
    if lower in box.beast_numbers:
        return [*_supply(position), *_beasts(position)]
    place = _PLACES.get(lower)
    if place is None:
        raise RuleError(Text("There is no {what} to look at. Name {looks}.", what=quote_text(what, 30), looks=LOOKABLE))
    return place(position)


_PLACES: dict[str, Callable[[Position], list[Text]]] = {
    "dice": lambda position: [*_dice(position), *_holes(position)],
    "cards": lambda position: [line for seat in range(position["players"]) for line in _hunter(position, seat)],
    "beasts": _beasts,
    "fences": _fences,
    "supply": _supply,
}


def _state(position: Position) -> BeastsState:
    return BEASTS.load(position)


def _square(position: Position, name: str) -> Text:
    """Describes a square: its beast, its sides, and what it lacks."""
    box, board = components(), _state(position).board
    number = box.square_numbers[name]
    square, there = box.squares[number], position["board"]["beasts"].get(name)
    told = Text(
        "{square} is {kind}: {beast}; sides: {sides}; {missing}.",
        square=name,
        kind=_kind(square.kind),
        beast=Text("a {beast}", beast=beast(there)) if there else Text("no beast"),
        sides=join_commas(_side(board, edge) for edge in bits(square.sides)),
        missing=_lacking_text(board, number),
    )
    if (
        there
        and not enclosed_squares(board) >> number & 1
        and not can_be_caught(board, box.beast_numbers[there], number)
    ):
        return join_spaces([told, Text("The {beast} cannot be captured here.", beast=beast(there))])
    return told


def _kind(kind: str) -> Text:
    match kind:
        case "corner":
            return Text("a corner")
        case "edge":
            return Text("an edge square")
        case _:
            return Text("a centre square")


def _side(board: BeastsBoard, edge: int) -> Text:
    if not board.carded >> edge & 1:
        return Text("{line} open", line=components().edges[edge].id)
    return Text("{line} fenced", line=box_of.fence(board.owner(edge), edge))


def _lacking_text(board: BeastsBoard, number: int) -> Text:
    if enclosed_squares(board) >> number & 1:
        return Text("it is enclosed")
    cards, dice = missing_cards_and_dice(board, number)
    return Text(
        "to be enclosed it lacks {cards} and {dice}",
        cards=Text("{n} card", "{n} cards", n=cards),
        dice=Text("{n} die", "{n} dice", n=dice),
    )


def _edge(position: Position, name: str) -> Text:
    """Describes a line: its card, its dice, and what it is worth."""
    box, board = components(), _state(position).board
    number = box.edge_numbers[name]
    one, other = (box.squares[square].id for square in box.edges[number].squares)
    between = Text("{line} between {one} and {other}", line=name, one=one, other=other)
    dice = Text("{count} of 4 dice", count=(box.edges[number].four & board.filled).bit_count())
    laid = position["board"]["cards"].get(name)
    if laid is None:
        return Text("{line}: no card, {dice}.", line=between, dice=dice)
    what, who, scored = card(laid), Who(colour(laid[0])), position["board"]["scored"].get(name)
    if scored is not None:
        return Text("{line}: {card} card of {who}, scored {points}.", line=between, card=what, who=who, points=scored)
    return Text(
        "{line}: {card} card of {who}, {dice}, worth {worth}.",
        line=between,
        card=what,
        who=who,
        dice=dice,
        worth=format_range(*fence_bounds(board, number)),
    )


def _hole(position: Position, name: str) -> Text:
    """Describes a hole: its dice by quadrant, and what it takes."""
    box, board = components(), _state(position).board
    number = next(n for n, hole in enumerate(box.holes) if hole.id == name)
    slots = [box.slots[slot] for slot in bits(box.holes[number].slots)]
    lie = position["board"]["dice"]
    told = join_commas(_quadrant(slot, lie.get(slot)) for slot in slots)
    if any(slot in lie for slot in slots):
        icon = box.face_names[board.icons[number]]
        return Text("Hole {hole} shows {icon}: {dice}.", hole=name, icon=icon, dice=told)
    if board.filled and not board.reach & box.holes[number].slots:
        return Text("Hole {hole} not reached yet: {dice}.", hole=name, dice=told)
    takes = board.allowed_icons(number)
    if len(takes) == len(box.icons):
        return Text("Hole {hole} takes any icon first: {dice}.", hole=name, dice=told)
    icon = join_or(box.face_names[kind] for kind in takes)
    return Text("Hole {hole} must start with {icon}: {dice}.", hole=name, icon=icon, dice=told)


def _quadrant(slot: str, lies: str | None) -> Text:
    if lies is None:
        return Text("{quadrant} empty", quadrant=slot[2:])
    return Text("{quadrant} {die}", quadrant=slot[2:], die=die(lies))


def _slot(position: Position, name: str) -> Text:
    lies, hole = position["board"]["dice"].get(name), _hole(position, name[:2])
    if lies is None:
        return Text("{slot}: empty. {hole}", slot=name, hole=hole)
    return Text("{slot}: a {die} die. {hole}", slot=name, die=die(lies), hole=hole)


# --- places around a place ----------------------------------------------------------------------------------------


def describe_neighbours(position: Position, names: Sequence[str], seat: SeatNo | None, cell: str) -> list[Text]:
    """Describes a square with its lines and holes, or a hole with its lines. Raises RuleError."""
    box, word = components(), cell.strip().lower()
    if word in box.square_numbers:
        square = box.squares[box.square_numbers[word]]
        sides = [indent_line(_edge(position, box.edges[edge].id)) for edge in bits(square.sides)]
        corners = [indent_line(_hole(position, hole.id)) for hole in box.holes if hole.slots & square.slots]
        return [_square(position, word), *sides, *corners]
    hole = next((hole for hole in box.holes if hole.id == word[:2] and word[:2].isdigit()), None)
    if hole is None:
        raise RuleError(
            Text(
                "{typed} is no square or hole. Squares are a1 to d3, holes two digits such as 11.",
                typed=quote_text(cell, 30),
            )
        )
    return [_hole(position, hole.id), *(indent_line(_edge(position, box.edges[edge].id)) for edge in hole.edges)]


def describe_line(position: Position, names: Sequence[str], seat: SeatNo | None, line: str) -> list[Text]:
    """Describes a row of squares by its number or a column by its letter; all for an empty name. Raises RuleError."""
    word = line.strip().lower()
    squares = [square.id for square in components().squares]
    found = [square for square in squares if not word or word in (square[0], square[1])]
    if not found:
        raise RuleError(
            Text("{typed} is no row or column. Rows are 1 to 3, columns a to d.", typed=quote_text(line, 30))
        )
    return [_square(position, square) for square in found]
