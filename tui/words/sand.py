"""The table of Realm of Sand in sentences, from the data that `SAND.dump` makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilehall.engine import Position, RuleError, Seat
from tilehall.engine.sand import DARK, GRID, SAND, Card, State, components, nearness, next_rank, not_owned, rank_name

COLUMNS, ROWS = "ABCDEF", "12345"
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
CRYSTALS = {"clear": "clear", "fresh": "charged, ready from the next turn on", "ready": "ready"}
NEXT = 6
LOOKS = "a box (D2), a tile (T07), a building (2bR), a player, buildings, circle, supply or decks"


# --- small words --------------------------------------------------------------------------------------------------


def element(letter: str) -> str:
    box = components()
    return box.element_names[box.letters.index(letter)]


def card_of(name: str) -> Card:
    return components().cards[components().card_numbers[name]]


def tile(name: str) -> str:
    """`T14: G G over R`: the rows of a tile, top first."""
    pattern = components().tiles[components().tile_numbers[name]].pattern
    return f"{name}: {rows(pattern)}"


def rows(pattern: str) -> str:
    """`GG/R.` as `G G over R gap`."""
    return " over ".join(" ".join("gap" if mark == "." else mark for mark in row) for row in pattern.split("/"))


def gains(card: Card) -> str:
    letters = components().letters
    parts = [many(card.stars, "star"), many(card.hourglasses, "hourglass", "hourglasses")]
    parts += ["disk " + " ".join(letters[e] for e in card.disks)] if card.disks else []
    parts += [f"level +{card.steps}"] if card.steps else []
    return ", ".join(parts)


def many(count: int, thing: str, things: str = "") -> str:
    """`1 star`, `3 stars`."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def listed(things: Sequence[str], none: str = "none") -> str:
    return ", ".join(things) if things else none


def stock(counts: Mapping[str, int]) -> str:
    return listed([f"{count} {letter}" for letter, count in counts.items() if count])


def gloss(action: str) -> str:
    """What the short names in an action mean."""
    verb, *names = action.split()
    if verb in ("complete", "keep", "row", "look"):
        card = card_of(names[0])
        return f"{card.name}, {gains(card)}"
    if verb in ("place", "aside", "tile"):
        return tile(names[0]).partition(": ")[2]
    if verb in ("gain", "disk"):
        return element(names[0])
    if verb in ("blue", "blue2"):
        return f"{tile(names[1])} for {tile(names[0])}"
    if verb == "bottom":
        upper, lower = names[0].split(",")
        return f"{card_of(upper).title} is drawn before {card_of(lower).title}"
    return f"{element(names[0])} for {element(names[1])}" if verb == "yellow" else ""


# --- the whole table ----------------------------------------------------------------------------------------------


def describe(position: Position, names: Sequence[str], seat: Seat | None) -> list[str]:
    lines = [*_turn(position, names), *_solo(position)]
    lines += [*_circle(position), *_buildings(position, seat), _supply(position)]
    first = seat or 0
    for n in range(len(names)):
        lines += _magician(position, names, (first + n) % len(names))
    return lines


def _turn(position: Position, names: Sequence[str]) -> list[str]:
    if position["ending"]:
        return ["The game is over."]
    if position["seat"] is None:
        return ["The table is being laid."]
    lines = [f"Round {position['round']}, turn: {names[position['seat']]}."]
    most = max(_sum(entry, "hourglasses") for entry in position["magicians"])
    if most >= components().hourglasses and len(names) > 1:
        lines.append("This is the last round: somebody has 10 hourglasses.")
    if position["summon"]:
        cap = position["summon"]["cap"]
        lines.append(f"Summoning: {many(position['summon']['made'], 'step')} made, {cap or 'no'} limit.")
    if position["short"]:
        both = " and ".join(position["short"]["boxes"])
        lines.append(f"One square {position['short']['colour']} is left for {both}.")
    if position["looked"]:
        lines.append(f"Looked at: {listed([card_of(card).title for card in position['looked']])}.")
    return lines


def _solo(position: Position) -> list[str]:
    if position["players"] > 1 or not position["round"]:
        return []
    stars = _sum(position["magicians"][0], "stars")
    further = next_rank(stars)
    rank = f"{rank_name(stars)}" + (f", {many(further[1], 'star')} to {further[0]}" if further else "")
    left = components().rounds - position["round"]
    return [f"Solo: {many(left, 'round')} after this one, {len(position['aside'])} tiles set aside; rank {rank}."]


def _circle(position: Position) -> list[str]:
    first = [tile(name) for name in position["circle"][:NEXT]]
    lines = [f"Circle, {many(len(position['circle']), 'tile')}, the first two may be taken:"]
    return lines + [f"  {n + 1}. {each}." for n, each in enumerate(first)]


def _buildings(position: Position, seat: Seat | None) -> list[str]:
    lines, s = [], None if seat is None else SAND.load(position)
    for level, row in enumerate(position["rows"]):
        lines.append(f"Buildings of level {level + 1}, {_deck_size(position, level)} in the deck:")
        lines += [f"  {_building(card, s, seat)}" for card in row if card]
    return lines


def _deck_size(position: Position, level: int) -> int:
    deck, (kept, _, looked) = position["decks"][level], position["hidden"][level]
    size: int = len(deck["unknown"]) + len(deck["known"]) - kept - looked
    return size


def _building(name: str, s: State | None = None, seat: Seat | None = None) -> str:
    """`1aG Stele: G G G. 1 star, 1 hourglass, disk R. You lack 2: G G.`"""
    card = card_of(name)
    lack = "" if s is None or seat is None else " " + _lack(s, card, seat)
    return f"{card.title}: {rows(card.pattern)}. {gains(card)}.{lack}"


def _lack(s: State, card: Card, seat: Seat) -> str:
    magician = s.magicians[seat]
    near = nearness(magician, card)
    if not near.missing:
        return "Ready to be completed."
    missing = not_owned(magician, near)
    note = f", and you own no disk {' '.join(missing)}" if missing else ""
    return f"You lack {near.missing}: {' '.join(near.elements)}{note}."


def _supply(position: Position) -> str:
    return f"Supply: squares {stock(position['squares'])}; disks {stock(position['disks'])}."


def _sum(entry: Mapping[str, Any], what: str) -> int:
    return sum(int(getattr(card_of(card), what)) for card in entry["tableau"])


def _magician(position: Position, names: Sequence[str], seat: Seat) -> list[str]:
    entry = position["magicians"][seat]
    dark = sum(GRID.numbers[name] in _dark_boxes() for name in (*entry["squares"], *entry["disks"]))
    stars, clock = _sum(entry, "stars"), _sum(entry, "hourglasses")
    lines = [
        f"{names[seat]}: {many(stars, 'star')}, {many(clock, 'hourglass', 'hourglasses')}, level {entry['level']}, "
        f"{dark} of {many(entry['level'], 'dark box', 'dark boxes')} in use.",
        f"  Disks in reserve: {stock(entry['reserve'])}.",
    ]
    if entry["power"]:
        lines.append(f"  Power {entry['power']}, crystal {CRYSTALS[entry['crystal']]}.")
    lines += [f"  Tile {tile(name)}." for name in entry["tiles"]]
    s = SAND.load(position) if entry["kept"] else None
    lines += [f"  Kept {_building(card, s, seat)}" for card in entry["kept"]]
    hidden = sum(counts[0] for counts in position["hidden"]) if entry["power"] == "red" else 0
    if hidden:
        lines.append(f"  {many(hidden, 'card')} kept face down.")
    lines.append(f"  Completed: {listed([card_of(card).title for card in entry['tableau']])}.")
    return lines + [f"  {_row(position, seat, row)}" for row in ROWS]


def _dark_boxes() -> list[int]:
    return [box for box in range(GRID.size) if DARK >> box & 1]


def _row(position: Position, seat: Seat, row: str) -> str:
    return f"Row {row}: " + "; ".join(_spot(position, seat, column + row) for column in COLUMNS) + "."


def _spot(position: Position, seat: Seat, name: str) -> str:
    """`D2 square G`, `A1 dark, empty`."""
    entry = position["magicians"][seat]
    dark = " dark," if GRID.numbers[name] in _dark_boxes() else ""
    power = entry["power"]
    crystals = components().crystals[components().powers.index(power)] if power else 0
    crystal = ", crystal" if crystals >> GRID.numbers[name] & 1 else ""
    for kind in ("squares", "disks"):
        if name in entry[kind]:
            return f"{name}{dark} {kind[:-1]} {entry[kind][name]}{crystal}"
    return f"{name}{dark} empty{crystal}"


# --- one thing ----------------------------------------------------------------------------------------------------


def look(position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[str]:
    """One thing by its name; `Bo D2` is a box of Bo's."""
    word, mine = what.strip(), seat or 0
    for other, name in enumerate(names):
        if word.casefold() == name.casefold():
            return _magician(position, names, other)
        if word.casefold().startswith(name.casefold() + " "):
            mine, word = other, word[len(name) + 1 :].strip()
    upper, lower = word.upper(), word.casefold()
    if upper in GRID.numbers:
        return [f"{names[mine]}, {_spot(position, mine, upper)}."]
    if upper in components().tile_numbers:
        return [f"{tile(upper)}. {_tile_place(position, names, upper)}"]
    card = lower[:2] + upper[2:]
    if card in components().card_numbers:
        s = None if seat is None else SAND.load(position)
        return [_building(card, s, seat), _card_place(position, names, card)]
    if lower in ("buildings", "cards", "rows"):
        return _buildings(position, seat)
    if lower in ("circle", "tiles"):
        return [f"{n + 1}. {tile(name)}." for n, name in enumerate(position["circle"])]
    if lower == "supply":
        return [_supply(position)]
    if lower in ("decks", "deck"):
        return [f"Level {n + 1}: {many(_deck_size(position, n), 'card')} in the deck." for n in range(3)]
    raise RuleError(f"There is no '{what[:30]}' to look at. Name {LOOKS}.")


def _tile_place(position: Position, names: Sequence[str], name: str) -> str:
    if name in position["circle"]:
        return f"It is number {position['circle'].index(name) + 1} in the circle."
    owners = [who for who, entry in zip(names, position["magicians"], strict=True) if name in entry["tiles"]]
    if owners:
        return f"It lies before {owners[0]}."
    return "It is set aside." if name in position["aside"] else "It is not in the circle yet."


def _card_place(position: Position, names: Sequence[str], name: str) -> str:
    for who, entry in zip(names, position["magicians"], strict=True):
        if name in entry["tableau"]:
            return f"{who} has completed it."
        if name in entry["kept"]:
            return f"{who} keeps it face down."
    if any(name in row for row in position["rows"]):
        return "It is open."
    if name in position["looked"]:
        return "You are looking at it."
    return "It is in the deck, or kept face down." if any(map(sum, position["hidden"])) else "It is in the deck."


# --- places around a place ----------------------------------------------------------------------------------------


def around(position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[str]:
    centre = cell.strip().upper()
    if centre not in GRID.numbers:
        raise RuleError(f"'{cell[:30]}' is no box. Boxes are named by column A to F and row 1 to 5, such as D2.")
    mine = seat or 0
    column, row = COLUMNS.index(centre[0]), ROWS.index(centre[1])
    lines = [f"{_spot(position, mine, centre)}."]
    for side, right, down in COMPASS:
        if 0 <= column + right < len(COLUMNS) and 0 <= row + down < len(ROWS):
            lines.append(f"  {side}: {_spot(position, mine, COLUMNS[column + right] + ROWS[row + down])}.")
    return lines


def scan(position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[str]:
    """A row by its number or a column by its letter; without a name all rows."""
    word, mine = line.strip().upper(), seat or 0
    if not word:
        return [_row(position, mine, row) for row in ROWS]
    if len(word) == 1 and word in ROWS:
        return [_row(position, mine, word)]
    if len(word) == 1 and word in COLUMNS:
        return [f"Column {word}: " + "; ".join(_spot(position, mine, word + row) for row in ROWS) + "."]
    raise RuleError(f"'{line[:30]}' is no row or column. Rows are 1 to 5, columns A to F.")
