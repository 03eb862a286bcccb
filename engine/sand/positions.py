"""A position as plain data and back, and the invariants that every reachable position keeps.

The format (`tilehall pipe`, commands `state`, `view` and `set`):

    game, rules       "sand", 1
    players, options  the set-up; only options that were asked for
    todo              the steps still to come, the present one first: [["TAKE", 0], ["POST", 0]]; the dealer is -1
    seat, start       whose turn it is, who began (null: not yet known)
    round             1, 2, ...; 0 while the table is being laid
    magicians         one object a seat: power ("red" or null), crystal ("clear", "fresh", "ready"), level,
                      squares ({"B2": "G"}) and disks ({"C3": "S"}) on the board, reserve ({"G": 0, ...}),
                      tiles (["T01", ...]), tableau and kept (["1aG", ...])
    squares, disks    the supply: {"G": 28, ...}
    decks             for each level {"unknown": [...], "known": [[cards above it, "1aG"], ...]}
    rows              for each level its four slots, null where no card lies
    circle, aside     the tiles from the queen on; the tiles set aside in a solo game
    looked            cards that the red power shows just now
    short             {"colour": "G", "boxes": ["B3", "C3"]} while a shortage is to be settled, else null
    summon            {"cap": 3 (null: no limit), "made": 1, "settled": ["B2"]} while disks are summoned, else null
    swapped           ["T01", "T22"] (given, received) between the two exchanges of the blue power, else null
    hidden            for each level how many of the deck's cards are really kept, under the deck, being looked at,
                      where the viewer cannot tell which; [0, 0, 0] if nothing is hidden
    ending            "", "hourglasses", "round limit" or "solo"
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tilehall.engine.game import CHANCE, Position, PositionError, quoted
from tilehall.engine.geometry import bits, mask_of
from tilehall.engine.piles import Pile
from tilehall.engine.reading import setup_of, sound, unique, whole, whole_or
from tilehall.engine.sand import pieces
from tilehall.engine.sand.components import (
    BASE,
    BOXES,
    ELEMENTS,
    GRID,
    LEVELS,
    NO_POWER,
    PER_LEVEL,
    components,
)
from tilehall.engine.sand.rules import DRAWS, LOOK, LOOKS, ROWS, start
from tilehall.engine.sand.state import (
    BLUE,
    CLEAR,
    FRESH,
    HAND,
    HOLE,
    LEVEL_CARDS,
    NOBODY,
    NOTHING_HIDDEN,
    PURPLE,
    RED,
    ROW,
    STEPS,
    UNLIMITED,
    Magician,
    State,
    red_seat,
)
from tilehall.engine.text import Text

CRYSTALS = ("clear", "fresh", "ready")


# --- writing ------------------------------------------------------------------------------------------------------


def dump(s: State) -> Position:
    box = components()
    point = s.todo[0][0] if s.todo else ""
    short = {"colour": box.letters[s.short[0]], "boxes": _boxes(s.short[1])}
    cap = None if s.cap == UNLIMITED else s.cap
    return {
        "game": "sand",
        "rules": 1,
        "players": s.rulings.players,
        "options": dict(s.rulings.chosen),
        "todo": [list(step) for step in s.todo],
        "seat": None if s.seat == NOBODY else s.seat,
        "start": None if s.start == NOBODY else s.start,
        "round": s.round,
        "magicians": [_magician(magician) for magician in s.magicians],
        "squares": dict(zip(box.letters, s.squares, strict=False)),
        "disks": dict(zip(box.letters, s.disks, strict=True)),
        "decks": [
            {"unknown": _cards(deck.unknown), "known": [[depth, box.cards[card].id] for depth, card in deck.known]}
            for deck in s.decks
        ],
        "rows": [[None if card == HOLE else box.cards[card].id for card in s.row(level)] for level in range(LEVELS)],
        "circle": [box.tiles[tile].id for tile in s.circle],
        "aside": _tiles(s.aside),
        "looked": [box.cards[card].id for card in s.looked],
        "short": short if point == "FILL" else None,
        "summon": {"cap": cap, "made": s.made, "settled": _boxes(s.settled)} if point == "SUMMON" else None,
        "swapped": [box.tiles[tile].id for tile in s.swapped] if point == "BLUE2" else None,
        "hidden": [list(counts) for counts in s.hidden],
        "ending": s.ending,
    }


def _boxes(mask: int) -> list[str]:
    return sorted(map(GRID.name, bits(mask)))


def _cards(mask: int) -> list[str]:
    return [components().cards[card].id for card in bits(mask)]


def _tiles(mask: int) -> list[str]:
    return [components().tiles[tile].id for tile in bits(mask)]


def _magician(magician: Magician) -> dict[str, Any]:
    box = components()
    return {
        "power": None if magician.power == NO_POWER else box.powers[magician.power],
        "crystal": CRYSTALS[magician.crystal],
        "level": magician.level,
        "squares": _on(magician, magician.squares),
        "disks": _on(magician, magician.disks),
        "reserve": dict(zip(box.letters, magician.reserve, strict=True)),
        "tiles": _tiles(magician.tiles),
        "tableau": _cards(magician.tableau),
        "kept": _cards(magician.kept),
    }


def _on(magician: Magician, boxes: int) -> dict[str, str]:
    letters = components().letters
    return {name: letters[magician.on(GRID.numbers[name]) or 0] for name in _boxes(boxes)}


# --- reading ------------------------------------------------------------------------------------------------------


def load(data: Position) -> State:
    """The position, or PositionError with what is wrong about it."""
    return sound(data, _load, faults)


def _load(data: Mapping[str, Any]) -> State:
    box = components()
    s = start(setup_of(data, "sand", 1))
    s.todo = tuple((str(point), whole(seat)) for point, seat in data["todo"])
    s.seat, s.start, s.round = whole_or(data["seat"], NOBODY), whole_or(data["start"], NOBODY), whole(data["round"])
    s.magicians = tuple(_load_magician(entry) for entry in data["magicians"])
    s.squares = bytes(whole(data["squares"][letter]) for letter in box.letters[:BASE])
    s.disks = bytes(whole(data["disks"][letter]) for letter in box.letters)
    s.decks = tuple(_load_deck(entry) for entry in data["decks"])
    s.rows = bytes(HOLE if card is None else box.card_numbers[card] for row in data["rows"] for card in row)
    s.circle = bytes(unique(box.tile_numbers[tile] for tile in data["circle"]))
    s.aside, s.looked = _load_tiles(data["aside"]), tuple(sorted(box.card_numbers[card] for card in data["looked"]))
    s.hidden = tuple(_load_hidden(counts) for counts in data["hidden"])
    s.ending = str(data["ending"])
    _load_action(s, data)
    return s


def _load_action(s: State, data: Mapping[str, Any]) -> None:
    """What belongs to an action under way: each is there exactly at its own decision."""
    point = s.todo[0][0] if s.todo else ""
    for key, owner in (("short", "FILL"), ("summon", "SUMMON"), ("swapped", "BLUE2")):
        if (data[key] is not None) != (point == owner):
            wrong = {"key": quoted(key), "step": quoted(point)}
            raise PositionError(Text("The entry {key} does not fit the step {step}.", **wrong))
    if point == "FILL":
        colour = components().letters.index(data["short"]["colour"])
        s.short = colour, mask_of(unique(GRID.numbers[name] for name in data["short"]["boxes"]))
    if point == "SUMMON":
        entry = data["summon"]
        s.cap, s.made = whole_or(entry["cap"], UNLIMITED), whole(entry["made"])
        s.settled = mask_of(unique(GRID.numbers[name] for name in entry["settled"]))
        if entry["cap"] not in (None, STEPS):
            raise PositionError(Text("A summon has 3 steps, or null for no limit."), "S-4.12")
    if point == "BLUE2":
        given, received = data["swapped"]
        s.swapped = components().tile_numbers[given], components().tile_numbers[received]


def _load_tiles(names: Iterable[str]) -> int:
    return mask_of(unique(components().tile_numbers[name] for name in names))


def _load_cards(names: Iterable[str]) -> int:
    return mask_of(unique(components().card_numbers[name] for name in names))


def _load_deck(entry: Mapping[str, Any]) -> Pile:
    known = sorted((whole(depth), components().card_numbers[card]) for depth, card in entry["known"])
    return Pile(_load_cards(entry["unknown"]), tuple(known))


def _load_hidden(counts: Iterable[Any]) -> tuple[int, int, int]:
    kept, under, looked = map(whole, counts)
    return kept, under, looked


def _load_magician(entry: Mapping[str, Any]) -> Magician:
    box, magician = components(), Magician.fresh()
    magician.power = NO_POWER if entry["power"] is None else box.powers.index(entry["power"])
    magician.crystal, magician.level = CRYSTALS.index(entry["crystal"]), whole(entry["level"])
    for key in ("squares", "disks"):
        for name, letter in entry[key].items():
            _load_piece(magician, GRID.numbers[name], box.letters.index(letter), key == "disks")
    magician.reserve = bytes(whole(entry["reserve"][letter]) for letter in box.letters)
    magician.tiles = _load_tiles(entry["tiles"])
    magician.tableau, magician.kept = _load_cards(entry["tableau"]), _load_cards(entry["kept"])
    cards = [box.cards[card] for card in bits(magician.tableau)]
    magician.stars, magician.hourglasses = sum(c.stars for c in cards), sum(c.hourglasses for c in cards)
    return magician


def _load_piece(magician: Magician, cell: int, element: int, disk: bool) -> None:
    if magician.occupied >> cell & 1:
        raise PositionError(Text("Two pieces lie on {box}.", box=GRID.name(cell)), "S-4.1")
    if not disk and element >= BASE:
        raise PositionError(Text("There are no squares {square}.", square=pieces.square(element)), "S-4.16")
    magician.pieces |= 1 << BOXES * element + cell
    magician.occupied |= 1 << cell
    magician.disks |= disk << cell


# --- invariants ---------------------------------------------------------------------------------------------------


def faults(s: State) -> tuple[Text, ...]:
    """The invariants of the specification that this position breaks, each in a sentence."""
    if shape := _shape_faults(s):
        return tuple(shape)
    groups = (_todo_faults, _piece_faults, _tile_faults, _card_faults, _magician_faults, _action_faults, _end_faults)
    return tuple(fault for group in groups for fault in group(s))


def _shape_faults(s: State) -> list[Text]:
    """What everything else relies on: how many there are of each."""
    players = s.rulings.players
    if len(s.magicians) != players:
        magicians = len(s.magicians)
        return [Text("there are {magicians} magicians for {players} players.", magicians=magicians, players=players)]
    if (len(s.decks), len(s.rows), len(s.hidden)) != (LEVELS, ROW * LEVELS, LEVELS):
        return [Text("there are three decks and three rows of four slots.")]
    if not all(-1 <= seat < players for seat in (s.seat, s.start, *(seat for _, seat in s.todo))):
        return [Text("a seat is not at this table.")]
    if any(min(counts) < 0 for counts in s.hidden) or any(s.deck_size(n) < s.hidden[n][1] for n in range(LEVELS)):
        return [Text("more cards are hidden than there are.")]
    return []


_MENU = "(PRE|POST)"
_SETUP = re.compile("(FIRST )?(BOARD )*(ROW1 )*(ROW2 )*(ROW3 )*(TILE )*DEAL")
_TURN = re.compile(
    f"(GAIN )?PRE|POST|(FILL )?TAKE POST|SUMMON (ASIDE TAKE )?POST|ASIDE TAKE POST|(LOOK[123] )*KEEP {_MENU}"
    f"|BOTTOM {_MENU}|BLUE2 {_MENU}|(ROW1 )*(ROW2 )*(ROW3 )*NEXT"
)


def _todo_faults(s: State) -> list[Text]:
    """The steps still to come are those of a set-up or of a turn, and what they need is there."""
    if not s.todo:
        return []
    points = [point for point, _ in s.todo]
    line = " ".join(points)
    if points[0] in ("DEAL", "NEXT"):
        return [Text("{step} is not decided by anybody.", step=points[0])]
    setup = bool(_SETUP.fullmatch(line))
    if not setup and not _TURN.fullmatch(line):
        return [Text("{steps} are no steps of this game.", steps=quoted(line, 60))]
    found = _setup_faults(s, points) if setup else _turn_faults(s, points)
    for level, point in enumerate(ROWS):
        holes, size = s.row(level).count(HOLE), s.deck_size(level)
        if (setup or points[-1] == "NEXT") and points.count(point) != min(holes, size):
            counts = {"row": level + 1, "holes": holes, "draws": points.count(point)}
            found.append(Text("row {row} has {holes} empty slots and {draws} draws to come.", **counts))
    return found


def _setup_faults(s: State, points: list[str]) -> list[Text]:
    box, found = components(), []
    if s.round or s.seat != NOBODY or (s.start == NOBODY) != ("FIRST" in points):
        found.append(Text("nobody has had a turn while the table is being laid."))
    if points.count("TILE") != len(box.tiles) - len(s.circle):
        found.append(Text("every tile is still to be laid or lies in the circle."))
    undealt = [seat for seat, magician in enumerate(s.magicians) if magician.power == NO_POWER]
    drawn = s.rulings.advanced and not s.rulings.boards
    if [seat for point, seat in s.todo if point == "BOARD"] != (undealt if drawn else []):
        found.append(Text("boards are still to be dealt to those who have none."))
    if any(m.occupied or m.tableau or m.kept or m.tiles or m.level or any(m.reserve) for m in s.magicians):
        found.append(Text("all boards are empty while the table is being laid."))
    if any(seat != CHANCE for point, seat in s.todo if point != "BOARD"):
        found.append(Text("the dealer lays the table."))
    return found


def _turn_faults(s: State, points: list[str]) -> list[Text]:
    found = []
    if NOBODY in (s.seat, s.start) or s.round < 1:
        found.append(Text("the table has not been laid."))
    owners = {seat for point, seat in s.todo if point not in (*ROWS, "GAIN")}
    if owners != {s.seat} or any(seat != CHANCE for point, seat in s.todo if point in ROWS):
        found.append(Text("the steps of a turn belong to the seat whose turn it is."))
    if s.rulings.solo != ("ASIDE" in points) and points[0] in ("SUMMON", "ASIDE"):
        found.append(Text("a tile is set aside after summoning in a solo game, and only there."))
    gaining = [s.magicians[seat].power for point, seat in s.todo if point == "GAIN"]
    if gaining and (gaining != [PURPLE] or s.round != 1 or s.seat != s.start or not all(s.disks)):
        found.append(Text("only the purple board begins with an extra disk."))
    looking = [point for point in points if point in LOOK]
    if looking and (len(set(looking)) > 1 or s.deck_size(LOOK.index(looking[0])) < len(looking)):
        found.append(Text("there are not that many cards to look at."))
    return found


def _piece_faults(s: State) -> list[Text]:
    """Invariants 1, 2 and 5: squares, disks, dark boxes."""
    box, found = components(), []
    for element in range(ELEMENTS):
        squares = sum((m.element(element) & m.squares).bit_count() for m in s.magicians)
        disks = sum(m.reserve[element] + (m.element(element) & m.disks).bit_count() for m in s.magicians)
        if element < BASE and squares + s.squares[element] != box.squares:
            found.append(_wrong_squares(element, squares + s.squares[element], box.squares))
        if element >= BASE and squares:
            found.append(Text("{disk} lies as a square; it exists only as a disk.", disk=pieces.disk(element)))
        limit = box.disks[s.rulings.players][element]
        if disks + s.disks[element] != limit:
            found.append(_wrong_disks(element, disks + s.disks[element], limit))
    return found + _board_faults(s)


def _wrong_squares(element: int, there: int, limit: int) -> Text:
    square = pieces.square(element)
    return Text("there are {there} squares {square} instead of {limit}.", there=there, square=square, limit=limit)


def _wrong_disks(element: int, there: int, limit: int) -> Text:
    disk = pieces.disk(element)
    return Text("there are {there} disks {disk} instead of {limit}.", there=there, disk=disk, limit=limit)


def _board_faults(s: State) -> list[Text]:
    box, found = components(), []
    for seat, m in enumerate(s.magicians):
        if not m.dark <= m.level <= box.track:
            used = {"seat": seat, "n": m.dark, "level": m.level}
            found.append(
                Text(
                    "seat {seat} uses {n} dark box at level {level}.",
                    "seat {seat} uses {n} dark boxes at level {level}.",
                    **used,
                )
            )
        if sum(m.element(element).bit_count() for element in range(ELEMENTS)) != m.occupied.bit_count():
            found.append(Text("seat {seat} has two pieces on one box.", seat=seat))
    return found


def _tile_faults(s: State) -> list[Text]:
    """Invariant 3: the 28 tiles, three before everybody, as many set aside as rounds were played."""
    places = [*s.circle, *bits(s.aside), *(tile for m in s.magicians for tile in bits(m.tiles))]
    points = [point for point, _ in s.todo]
    if s.round == 0:
        return [Text("a tile lies twice.")] if len(set(places)) < len(places) or s.aside else []
    found = (
        [] if sorted(places) == list(range(len(components().tiles))) else [Text("every tile is in exactly one place.")]
    )
    using = bool(points) and points[0] in ("FILL", "TAKE")
    for seat, m in enumerate(s.magicians):
        if m.tiles.bit_count() != HAND - (using and seat == s.seat):
            held = {"seat": seat, "n": m.tiles.bit_count()}
            found.append(Text("seat {seat} has {n} activated tile.", "seat {seat} has {n} activated tiles.", **held))
    unused = bool(points) and (points[-1] == "PRE" or points[0] in ("SUMMON", "ASIDE"))
    if s.aside.bit_count() != (s.round - unused if s.rulings.solo else 0):
        found.append(Text("one tile is set aside in each round of a solo game, and none in others."))
    return found


def _card_faults(s: State) -> list[Text]:
    """Invariant 4: every card is in one place, and cards of a level stay together."""
    places = [*s.looked, *(card for card in s.rows if card != HOLE)]
    for deck in s.decks:
        places += [*bits(deck.unknown), *(card for _, card in deck.known)]
    for m in s.magicians:
        places += [*bits(m.tableau), *bits(m.kept)]
    found = (
        [] if Counter(places) == Counter(range(PER_LEVEL * LEVELS)) else [Text("every card is in exactly one place.")]
    )
    for level, deck in enumerate(s.decks):
        if deck.cards & ~LEVEL_CARDS[level] or any(c != HOLE and c // PER_LEVEL != level for c in s.row(level)):
            found.append(Text("a card of another level lies in row or deck {level}.", level=level + 1))
        if [depth for depth, _ in deck.known] != list(range(deck.unknown.bit_count(), deck.size)):
            found.append(Text("the known cards of deck {level} do not lie at its bottom.", level=level + 1))
    if any(m.kept and m.power != RED for m in s.magicians):
        found.append(Text("only the red power keeps cards."))
    secrets = s.looked or any(deck.known for deck in s.decks) or any(m.kept for m in s.magicians)
    if s.hidden != NOTHING_HIDDEN and (secrets or red_seat(s) == NOBODY):
        found.append(Text("a view hides either all secrets or none."))
    if secrets and red_seat(s) == NOBODY:
        found.append(Text("only the red power looks into a deck."))
    return found


def _magician_faults(s: State) -> list[Text]:
    """Invariants 6 and 8: stars, hourglasses, powers and crystals."""
    box, found = components(), []
    powers = [m.power for m in s.magicians if m.power != NO_POWER]
    if len(set(powers)) < len(powers) or (s.rulings.boards and powers != list(s.rulings.boards)):
        found.append(Text("every power belongs to one seat, as the options say."))
    if s.round and len(powers) != (s.rulings.players if s.rulings.advanced else 0):
        found.append(Text("everybody has a power in advanced mode, and nobody else."))
    for seat, m in enumerate(s.magicians):
        cards = [box.cards[card] for card in bits(m.tableau)]
        if (m.stars, m.hourglasses) != (sum(c.stars for c in cards), sum(c.hourglasses for c in cards)):
            found.append(Text("the stars or hourglasses of seat {seat} are not those of its buildings.", seat=seat))
        if m.crystal != CLEAR and m.power == NO_POWER:
            found.append(Text("seat {seat} has no crystal to charge.", seat=seat))
        if m.crystal == FRESH and (seat != s.seat or (s.todo and s.todo[-1][0] == "NEXT")):
            found.append(Text("the crystal of seat {seat} was ready at the end of its turn.", seat=seat))
    return found


def _action_faults(s: State) -> list[Text]:
    """What an action under way needs, so that it can go on."""
    point, seat = s.todo[0] if s.todo else ("", NOBODY)
    looked = len(s.looked) + sum(counts[2] for counts in s.hidden)
    if (point in DRAWS and point not in LOOK) or seat == NOBODY:
        return [Text("nobody looks at cards now.")] if looked else []
    m, found = s.magicians[seat], []
    looks = sum(step in LOOK for step, _ in s.todo)
    levels = {card // PER_LEVEL for card in s.looked} | {n for n in range(LEVELS) if s.hidden[n][2]}
    levels |= {LOOK.index(step) for step, _ in s.todo if step in LOOK}
    expected = {"KEEP": range(1, LOOKS + 1), "BOTTOM": range(2, 3)}.get("KEEP" if looks else point, range(1))
    if looked + looks not in expected or len(levels) > 1 or (looked and m.power != RED):
        found.append(Text("the cards being looked at do not fit the step."))
    if point == "FILL" and not _shortage(s, m):
        found.append(Text("there is no shortage to settle."))
    if point == "SUMMON" and not _summons(s, m):
        found.append(Text("the steps of this summon do not fit its disks."))
    if point == "BLUE2" and (m.power != BLUE or s.swapped[0] not in s.circle or not m.tiles >> s.swapped[1] & 1):
        found.append(Text("the first exchange does not fit the tiles."))
    return found


def _shortage(s: State, m: Magician) -> bool:
    colour, boxes = s.short
    if colour >= BASE or s.squares[colour] != 1 or boxes.bit_count() != 2 or boxes & m.occupied:
        return False
    return all(m.may_fill(m.occupied) >> box & 1 for box in bits(boxes))


def _summons(s: State, m: Magician) -> bool:
    if s.settled & ~m.disks or s.settled.bit_count() != s.made or not m.owns_disk:
        return False
    return s.made < s.cap if s.cap else m.power == PURPLE


def _end_faults(s: State) -> list[Text]:
    """Invariant 9 and section 5: when the game ends, and that it goes on until then."""
    box, rulings = components(), s.rulings
    if bool(s.ending) == bool(s.todo):
        return [Text("either steps are to come or the game is over, not both.")]
    if not s.round:
        return [Text("the game is over before it began.")] if s.ending else []
    if NOBODY in (s.seat, s.start):
        return [Text("the table has not been laid.")]
    found = []
    full = [seat for seat, m in enumerate(s.magicians) if m.hourglasses >= box.hourglasses]
    if rulings.solo:
        return [] if s.round == box.rounds or (s.round < box.rounds and not s.ending) else [Text("solo has 14 rounds.")]
    if s.ending and s.rank(s.seat) != rulings.players - 1:
        found.append(Text("the last player in turn order ends the game."))
    if s.ending not in ("", *(("hourglasses",) if full else ("round limit",))):
        found.append(Text("{ending} is not why this game ends.", ending=quoted(s.ending, 20)))
    if rulings.round_limit and s.round > rulings.round_limit:
        found.append(Text("the game ends after round {round}.", round=rulings.round_limit))
    if s.ending == "round limit" and s.round != rulings.round_limit:
        found.append(Text("the round limit is not reached."))
    if any(s.rank(seat) > s.rank(s.seat) for seat in full):
        found.append(Text("the game would have ended with the round before."))
    return found
