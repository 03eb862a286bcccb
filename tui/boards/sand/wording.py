"""Describes the table of Realm of Sand in sentences, from the data that `SAND.dump` returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    join_and,
    join_commas,
    join_or,
    join_semicolons,
    join_spaces,
    quote_text,
)
from tilehall.engine.games.sand import (
    DARK,
    GRID,
    POWERS,
    SAND,
    BluePower,
    BuildingCard,
    CompleteBuilding,
    DealCard,
    DealLook,
    DealTile,
    GainDisk,
    KeepCard,
    PlaceTile,
    PutDisk,
    PutUnderDeck,
    SandState,
    SetAside,
    YellowPower,
    building_rewards,
    card,
    components,
    disk,
    disks_not_owned,
    hourglasses,
    nearness,
    next_rank,
    piece_letters,
    rank_name,
    square,
    stars,
    tile,
)
from tilehall.tui.boards.wording_parts import describe_cell_and_neighbours, indent_line, seats_from

COLUMNS, ROWS = "ABCDEF", "12345"
CRYSTALS = {
    "clear": Text("clear"),
    "fresh": Text("charged, ready from the next turn on"),
    "ready": Text("ready"),
}
NEXT_TILES = 6
LOOKABLE = Text(
    "a box ({box}), a tile ({tile}), a building ({card}), a player, {places}",
    box="D2",
    tile="T07",
    card="2bR",
    places=join_or(("buildings", "circle", "supply", "decks")),
)
"""What can be looked at in line mode; the typed names are the same in every language."""


# --- small words --------------------------------------------------------------------------------------------------


def card_number(name: str) -> int:
    return components().card_numbers[name]


def card_of(name: str) -> BuildingCard:
    return components().cards[card_number(name)]


def cards(names: Iterable[str], none: Text | None = None) -> Text:
    """`1aG Stele, 2bR Fountain`."""
    return join_commas((card(card_number(name)) for name in names), none)


def tile_of(name: str) -> Piece:
    """`T14 GG over R`."""
    return tile(components().tile_numbers[name])


def element(letter: str) -> int:
    return components().letters.index(letter)


def pattern(rows: str) -> Text:
    """`GG/R.` as `G G over R gap`."""
    parts = [join_spaces(Text("gap") if mark == "." else mark for mark in each) for each in rows.split("/")]
    return reduce(lambda above, below: Text("{above} over {below}", above=above, below=below), parts)


def stock(counts: Mapping[str, int]) -> Text:
    """`2 G, 1 S`."""
    held = [Text("{n} {letter}", n=count, letter=letter) for letter, count in counts.items() if count]
    return join_commas(held, Text("none"))


def explain_action(action: Action) -> Text | None:
    """Spells out the short names in an action; None if there are none."""
    match action:
        case CompleteBuilding(number) | KeepCard(number) | DealCard(number) | DealLook(number):
            return Text("{building}, {gains}", building=card(number).name or Text(""), gains=building_rewards(number))
        case PlaceTile(number) | SetAside(number) | DealTile(number):
            return tile(number).name
        case GainDisk(number) | PutDisk(number):
            return disk(number).name
        case BluePower(own, other):
            return Text("{other} for {own}", other=tile(other), own=tile(own))
        case PutUnderDeck((upper, lower)):
            return Text("{upper} is drawn before {lower}", upper=card(upper), lower=card(lower))
        case YellowPower(give, get):
            return Text("{give} for {get}", give=disk(give), get=disk(get))
        case _:
            return None


# --- the whole table ----------------------------------------------------------------------------------------------


def describe(position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
    lines = [*_turn(position), *_solo(position)]
    lines += [*_circle(position), *_buildings(position, seat), _supply(position)]
    for other in seats_from(len(names), seat):
        lines += _magician(position, other)
    return lines


def _turn(position: Position) -> list[Text]:
    if position["ending"]:
        return [Text("The game is over.")]
    if position["seat"] is None:
        return [Text("The table is being laid.")]
    lines = [Text("Round {round}, turn: {who}.", round=position["round"], who=Who(position["seat"]))]
    most = max(map(_hourglasses, position["magicians"]))
    if most >= components().hourglasses and position["players"] > 1:
        lines.append(Text("This is the last round: somebody has {n} hourglasses.", n=components().hourglasses))
    if position["summon"]:
        lines.append(_summoning(position["summon"]))
    if position["short"]:
        colour = square(element(position["short"]["colour"]))
        lines.append(
            Text("One square {square} is left for {boxes}.", square=colour, boxes=join_and(position["short"]["boxes"]))
        )
    if position["looked"]:
        lines.append(Text("Looked at: {cards}.", cards=cards(position["looked"])))
    return lines


def _summoning(summon: Mapping[str, Any]) -> Text:
    if summon["cap"] is None:
        return Text("Summoning: {n} step made, no limit.", "Summoning: {n} steps made, no limit.", n=summon["made"])
    return Text(
        "Summoning: {n} step made of {cap}.", "Summoning: {n} steps made of {cap}.", n=summon["made"], cap=summon["cap"]
    )


def _solo(position: Position) -> list[Text]:
    if position["players"] > 1 or not position["round"]:
        return []
    left, owned = components().rounds - position["round"], _stars(position["magicians"][0])
    rank, further = rank_name(owned), next_rank(owned)
    if further:
        rank = Text("{rank}, {stars} to {next}", rank=rank, stars=stars(further[1]), next=further[0])
    aside = len(position["aside"])
    return [
        Text("Solo: {n} round after this one.", "Solo: {n} rounds after this one.", n=left),
        Text("{n} tile set aside; rank {rank}.", "{n} tiles set aside; rank {rank}.", n=aside, rank=rank),
    ]


def _circle(position: Position) -> list[Text]:
    count = len(position["circle"])
    heading = Text(
        "Circle, {n} tile, the first two may be taken:", "Circle, {n} tiles, the first two may be taken:", n=count
    )
    return [heading, *map(indent_line, _tiles(position["circle"][:NEXT_TILES]))]


def _tiles(circle: Sequence[str]) -> list[Text]:
    return [Text("{place}. {tile}.", place=n, tile=tile_of(name)) for n, name in enumerate(circle, 1)]


def _buildings(position: Position, seat: SeatNo | None) -> list[Text]:
    lines, s = [], None if seat is None else SAND.load(position)
    for level, names in enumerate(position["rows"]):
        deck = _deck_size(position, level)
        lines.append(Text("Buildings of level {level}, {deck} in the deck:", level=level + 1, deck=deck))
        lines += [indent_line(_building(name, s, seat)) for name in names if name]
    return lines


def _deck_size(position: Position, level: int) -> int:
    deck, (kept, _, looked) = position["decks"][level], position["hidden"][level]
    size: int = len(deck["unknown"]) + len(deck["known"]) - kept - looked
    return size


def _building(name: str, s: SandState | None = None, seat: SeatNo | None = None) -> Text:
    """`1aG Stele: G G G. 1 star, 1 hourglass, disk R. You lack 2: G G.`"""
    number = card_number(name)
    printed = pattern(components().cards[number].pattern)
    told = Text("{card}: {pattern}. {gains}.", card=card(number), pattern=printed, gains=building_rewards(number))
    return told if s is None or seat is None else join_spaces([told, _lack(s, card_of(name), seat)])


def _lack(s: SandState, building: BuildingCard, seat: SeatNo) -> Text:
    magician = s.magicians[seat]
    near = nearness(magician, building)
    if not near.missing:
        return Text("Ready to be completed.")
    if missing := disks_not_owned(magician, near):
        disks = piece_letters("disk", missing)
        return Text(
            "You lack {missing}: {elements}, and you own no disk {disks}.",
            missing=near.missing,
            elements=near.missing_text,
            disks=disks,
        )
    return Text("You lack {missing}: {elements}.", missing=near.missing, elements=near.missing_text)


def _supply(position: Position) -> Text:
    return Text(
        "Supply: squares {squares}; disks {disks}.", squares=stock(position["squares"]), disks=stock(position["disks"])
    )


def _stars(entry: Mapping[str, Any]) -> int:
    return sum(card_of(name).stars for name in entry["tableau"])


def _hourglasses(entry: Mapping[str, Any]) -> int:
    return sum(card_of(name).hourglasses for name in entry["tableau"])


def _magician(position: Position, seat: SeatNo) -> list[Text]:
    entry = position["magicians"][seat]
    lines = [_scores(entry, seat), indent_line(Text("Disks in reserve: {disks}.", disks=stock(entry["reserve"])))]
    if entry["power"]:
        power, crystal = POWERS[components().powers.index(entry["power"])], CRYSTALS[entry["crystal"]]
        lines.append(indent_line(Text("Power {power}, crystal {crystal}.", power=power, crystal=crystal)))
    lines += [indent_line(Text("Tile {tile}.", tile=tile_of(name))) for name in entry["tiles"]]
    s = SAND.load(position) if entry["kept"] else None
    lines += [indent_line(Text("Kept {building}", building=_building(name, s, seat))) for name in entry["kept"]]
    hidden = sum(counts[0] for counts in position["hidden"]) if entry["power"] == "red" else 0
    if hidden:
        lines.append(indent_line(Text("{n} card kept face down.", "{n} cards kept face down.", n=hidden)))
    lines.append(indent_line(Text("Completed: {cards}.", cards=cards(entry["tableau"], Text("none")))))
    return lines + [indent_line(_row(position, seat, each)) for each in ROWS]


def _scores(entry: Mapping[str, Any], seat: SeatNo) -> Text:
    used = sum(GRID.numbers[name] in _dark_boxes() for name in (*entry["squares"], *entry["disks"]))
    level = entry["level"]
    dark = Text("{used} of {n} dark box in use", "{used} of {n} dark boxes in use", used=used, n=level)
    return Text(
        "{who}: {stars}, {hourglasses}, level {level}, {dark}.",
        who=Who(seat),
        stars=stars(_stars(entry)),
        hourglasses=hourglasses(_hourglasses(entry)),
        level=level,
        dark=dark,
    )


def _dark_boxes() -> list[int]:
    return [box for box in range(GRID.size) if DARK >> box & 1]


def _row(position: Position, seat: SeatNo, number: str) -> Text:
    boxes = join_semicolons(_spot(position, seat, column + number) for column in COLUMNS)
    return Text("Row {row}: {boxes}.", row=number, boxes=boxes)


def _spot(position: Position, seat: SeatNo, name: str) -> Text:
    """`D2 square G`, `A1 dark, empty`."""
    dark = GRID.numbers[name] in _dark_boxes()
    spot = Text("{box} dark, {what}" if dark else "{box} {what}", box=name, what=_box_content(position, seat, name))
    power = position["magicians"][seat]["power"]
    crystals = components().crystals[components().powers.index(power)] if power else 0
    return Text("{spot}, crystal", spot=spot) if crystals >> GRID.numbers[name] & 1 else spot


def _box_content(position: Position, seat: SeatNo, name: str) -> Text:
    entry = position["magicians"][seat]
    if name in entry["squares"]:
        return Text("square {square}", square=piece_letters("square", entry["squares"][name]))
    if name in entry["disks"]:
        return Text("disk {disk}", disk=piece_letters("disk", entry["disks"][name]))
    return Text("empty")


# --- one thing ----------------------------------------------------------------------------------------------------


def describe_thing(position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
    """Describes one thing by its name; `Bo D2` is a box of Bo's. Raises RuleError for an unknown name."""
    word, mine = what.strip(), seat or 0
    for other, name in enumerate(names):
        if word.casefold() == name.casefold():
            return _magician(position, other)
        if word.casefold().startswith(name.casefold() + " "):
            mine, word = other, word[len(name) + 1 :].strip()
    upper, lower = word.upper(), word.casefold()
    if upper in GRID.numbers:
        return [Text("{who}, {spot}.", who=Who(mine), spot=_spot(position, mine, upper))]
    if upper in components().tile_numbers:
        return [Text("{tile}. {place}", tile=tile_of(upper), place=_tile_place(position, upper))]
    building = lower[:2] + upper[2:]
    if building in components().card_numbers:
        s = None if seat is None else SAND.load(position)
        return [_building(building, s, seat), _card_place(position, building)]
    if lower in ("buildings", "cards", "rows"):
        return _buildings(position, seat)
    if lower in ("circle", "tiles"):
        return _tiles(position["circle"])
    if lower == "supply":
        return [_supply(position)]
    if lower in ("decks", "deck"):
        return [_deck(position, level) for level in range(3)]
    raise RuleError(Text("There is no {what} to look at. Name {looks}.", what=quote_text(what, 30), looks=LOOKABLE))


def _deck(position: Position, level: int) -> Text:
    size = _deck_size(position, level)
    return Text(
        "Level {level}: {n} card in the deck.", "Level {level}: {n} cards in the deck.", level=level + 1, n=size
    )


def _tile_place(position: Position, name: str) -> Text:
    if name in position["circle"]:
        return Text("It is number {place} in the circle.", place=position["circle"].index(name) + 1)
    for seat, entry in enumerate(position["magicians"]):
        if name in entry["tiles"]:
            return Text("It lies before {who}.", who=Who(seat))
    return Text("It is set aside.") if name in position["aside"] else Text("It is not in the circle yet.")


def _card_place(position: Position, name: str) -> Text:
    for seat, entry in enumerate(position["magicians"]):
        if name in entry["tableau"]:
            return Text("{who} has completed it.", who=Who(seat))
        if name in entry["kept"]:
            return Text("{who} keeps it face down.", who=Who(seat))
    if any(name in names for names in position["rows"]):
        return Text("It is open.")
    if name in position["looked"]:
        return Text("You are looking at it.")
    if any(map(sum, position["hidden"])):
        return Text("It is in the deck, or kept face down.")
    return Text("It is in the deck.")


# --- places around a place ----------------------------------------------------------------------------------------


def describe_neighbours(position: Position, names: Sequence[str], seat: SeatNo | None, cell: str) -> list[Text]:
    centre = cell.strip().upper()
    if centre not in GRID.numbers:
        raise RuleError(
            Text(
                "{typed} is no box. Boxes are named by column A to F and row 1 to 5, such as D2.",
                typed=quote_text(cell, 30),
            )
        )
    return describe_cell_and_neighbours(centre, COLUMNS, ROWS, partial(_spot, position, seat or 0))


def describe_line(position: Position, names: Sequence[str], seat: SeatNo | None, line: str) -> list[Text]:
    """Describes a row by its number or a column by its letter; all rows for an empty name. Raises RuleError."""
    word, mine = line.strip().upper(), seat or 0
    if not word:
        return [_row(position, mine, each) for each in ROWS]
    if len(word) == 1 and word in ROWS:
        return [_row(position, mine, word)]
    if len(word) == 1 and word in COLUMNS:
        boxes = join_semicolons(_spot(position, mine, word + each) for each in ROWS)
        return [Text("Column {column}: {boxes}.", column=word, boxes=boxes)]
    raise RuleError(Text("{typed} is no row or column. Rows are 1 to 5, columns A to F.", typed=quote_text(line, 30)))
