"""Checks that a position can be reached, so that every position that is loaded can be played on."""

from __future__ import annotations

import re
from collections import Counter

from tilehall.engine.core.game import CHANCE, quote_text
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import PlaceTile, rune_tile_placements
from tilehall.engine.games.sand.components import (
    BASE,
    BOXES,
    CARDS_PER_LEVEL,
    ELEMENTS,
    GRID,
    LEVELS,
    NO_POWER,
    components,
)
from tilehall.engine.games.sand.rules import DRAWS, LOOK, LOOKS, ROWS, can_summon_more
from tilehall.engine.games.sand.state import (
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
    UNLIMITED,
    Magician,
    SandState,
)
from tilehall.engine.games.sand.viewpoint import red_seat


def faults(s: SandState) -> tuple[Text, ...]:
    """The invariants that this position breaks, one sentence each."""
    if shape := _shape_faults(s):
        return tuple(shape)
    if course := _todo_faults(s) or _end_faults(s):  # the other checks rely on these
        return tuple(course)
    groups = (_row_faults, _piece_faults, _tile_faults, _card_faults, _magician_faults, _action_faults)
    return tuple(fault for group in groups for fault in group(s))


def _shape_faults(s: SandState) -> list[Text]:
    """The sizes and counts that all other checks rely on."""
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


def _todo_faults(s: SandState) -> list[Text]:
    """The steps to come are those of a set-up or of a turn, and what they need is there."""
    if not s.todo:
        return []
    points = [point for point, _ in s.todo]
    line = " ".join(points)
    if points[0] in ("DEAL", "NEXT"):
        return [Text("{step} is not decided by anybody.", step=points[0])]
    setup = bool(_SETUP.fullmatch(line))
    if not setup and not _TURN.fullmatch(line):
        return [Text("{steps} are no steps of this game.", steps=quote_text(line, 60))]
    found = _setup_faults(s, points) if setup else _turn_faults(s, points)
    for level, point in enumerate(ROWS):
        holes, size = s.row(level).count(HOLE), s.deck_size(level)
        if (setup or points[-1] == "NEXT") and points.count(point) != min(holes, size):
            counts = {"row": level + 1, "holes": holes, "draws": points.count(point)}
            found.append(Text("row {row} has {holes} empty slots and {draws} draws to come.", **counts))
    return found


def _setup_faults(s: SandState, points: list[str]) -> list[Text]:
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
    if s.hidden != NOTHING_HIDDEN or any(deck.known for deck in s.decks):
        found.append(Text("nothing has been put under a deck while the table is being laid."))
    if any(HOLE in bytes(s.row(level)).rstrip(bytes((HOLE,))) for level in range(LEVELS)):
        found.append(Text("cards are laid into the first empty slot of their row."))
    return found


def _turn_faults(s: SandState, points: list[str]) -> list[Text]:
    found = []
    if NOBODY in (s.seat, s.start) or s.round < 1:
        return [Text("the table has not been laid.")]
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


def _row_faults(s: SandState) -> list[Text]:
    """A row lacks the cards built in this turn and is refilled after it while its deck lasts (S-4.23)."""
    if not s.round:
        return []
    built = s.magicians[s.seat].tableau if s.todo else 0
    for level in range(LEVELS):
        if s.deck_size(level) and s.row(level).count(HOLE) > (built & LEVEL_CARDS[level]).bit_count():
            return [Text("row {row} has more empty slots than buildings of this turn.", row=level + 1)]
    return []


def _piece_faults(s: SandState) -> list[Text]:
    """Invariants 1, 2 and 5: squares, disks, dark boxes."""
    box, found = components(), []
    for element in range(ELEMENTS):
        squares = sum((m.boxes_of_element(element) & m.squares).bit_count() for m in s.magicians)
        disks = sum(m.reserve[element] + (m.boxes_of_element(element) & m.disks).bit_count() for m in s.magicians)
        if element < BASE and squares + s.squares[element] != box.squares:
            found.append(_wrong_squares(element, squares + s.squares[element], box.squares))
        if element >= BASE and squares:
            found.append(Text("{disk} lies as a square; it exists only as a disk.", disk=names.disk(element)))
        limit = box.disks[s.rulings.players][element]
        if disks + s.disks[element] != limit:
            found.append(_wrong_disks(element, disks + s.disks[element], limit))
    return found + _board_faults(s)


def _wrong_squares(element: int, there: int, limit: int) -> Text:
    square = names.square(element)
    return Text("there are {there} squares {square} instead of {limit}.", there=there, square=square, limit=limit)


def _wrong_disks(element: int, there: int, limit: int) -> Text:
    disk = names.disk(element)
    return Text("there are {there} disks {disk} instead of {limit}.", there=there, disk=disk, limit=limit)


def _board_faults(s: SandState) -> list[Text]:
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
        if sum(m.boxes_of_element(element).bit_count() for element in range(ELEMENTS)) != m.occupied.bit_count():
            found.append(Text("seat {seat} has two pieces on one box.", seat=seat))
    return found


def _tile_faults(s: SandState) -> list[Text]:
    """Invariant 3: every player has three tiles, and as many are set aside as rounds were played alone."""
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


def _card_faults(s: SandState) -> list[Text]:
    """Invariant 4: every card is in one place, with the cards of its level."""
    places = [*s.looked, *(card for card in s.rows if card != HOLE)]
    for deck in s.decks:
        places += [*bits(deck.unknown), *(card for _, card in deck.known)]
    for m in s.magicians:
        places += [*bits(m.tableau), *bits(m.kept)]
    found = (
        []
        if Counter(places) == Counter(range(CARDS_PER_LEVEL * LEVELS))
        else [Text("every card is in exactly one place.")]
    )
    for level, deck in enumerate(s.decks):
        if deck.cards & ~LEVEL_CARDS[level] or any(c != HOLE and c // CARDS_PER_LEVEL != level for c in s.row(level)):
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
    return found + _secret_faults(s)


def _secret_faults(s: SandState) -> list[Text]:
    """For each card kept with the red power at most two others were put under the same deck."""
    red, found = red_seat(s), list[Text]()
    if red == NOBODY:
        return found
    kept = s.kept_counts(red)
    for level, deck in enumerate(s.decks):
        had = kept[level] + (s.magicians[red].tableau & LEVEL_CARDS[level]).bit_count()
        if len(deck.known) + s.hidden[level][1] > 2 * had:
            found.append(Text("more cards lie under deck {level} than the red power has put there.", level=level + 1))
    return found


def _magician_faults(s: SandState) -> list[Text]:
    """Invariants 6 and 8: stars, hourglasses, powers and crystals."""
    box, found = components(), []
    powers = [m.power for m in s.magicians if m.power != NO_POWER]
    if len(set(powers)) < len(powers) or (s.rulings.boards and powers != list(s.rulings.boards)):
        found.append(Text("every power belongs to one seat, as the options say."))
    if (s.round and len(powers) != s.rulings.players * s.rulings.advanced) or (powers and not s.rulings.advanced):
        found.append(Text("everybody has a power in advanced mode, and nobody else."))
    for seat, m in enumerate(s.magicians):
        cards = [box.cards[card] for card in bits(m.tableau)]
        if (m.stars, m.hourglasses) != (sum(c.stars for c in cards), sum(c.hourglasses for c in cards)):
            found.append(Text("the stars or hourglasses of seat {seat} are not those of its buildings.", seat=seat))
        if m.crystal != CLEAR and m.power == NO_POWER:
            found.append(Text("seat {seat} has no crystal to charge.", seat=seat))
        if m.crystal == FRESH and (seat != s.seat or not s.todo or s.todo[-1][0] == "NEXT"):
            found.append(Text("the crystal of seat {seat} was ready at the end of its turn.", seat=seat))
        if m.crystal != CLEAR and not s.round:
            found.append(Text("all boards are empty while the table is being laid."))
    return found


def _action_faults(s: SandState) -> list[Text]:
    """Whatever an action under way needs to go on is there."""
    point, seat = s.todo[0] if s.todo else ("", NOBODY)
    looked = len(s.looked) + sum(counts[2] for counts in s.hidden)
    if (point in DRAWS and point not in LOOK) or seat == NOBODY:
        return [Text("nobody looks at cards now.")] if looked else []
    m, found = s.magicians[seat], []
    looks = sum(step in LOOK for step, _ in s.todo)
    levels = {card // CARDS_PER_LEVEL for card in s.looked} | {n for n in range(LEVELS) if s.hidden[n][2]}
    levels |= {LOOK.index(step) for step, _ in s.todo if step in LOOK}
    expected = {"KEEP": range(1, LOOKS + 1), "BOTTOM": range(2, 3)}.get("KEEP" if looks else point, range(1))
    if looked + looks not in expected or len(levels) > 1 or (looked and m.power != RED):
        found.append(Text("the cards being looked at do not fit the step."))
    using = point in ("KEEP", "BOTTOM", "BLUE2", *LOOK) or (point == "SUMMON" and s.cap == UNLIMITED)
    if using and m.crystal != CLEAR:
        found.append(Text("the crystal of seat {seat} is clear while its power is used.", seat=seat))
    if point == "FILL" and not _shortage(s, m):
        found.append(Text("there is no shortage to settle."))
    if point == "SUMMON" and not _summons(s, m):
        found.append(Text("the steps of this summon do not fit its disks."))
    if point == "BLUE2" and (m.power != BLUE or s.swapped[0] not in s.circle or not m.tiles >> s.swapped[1] & 1):
        found.append(Text("the first exchange does not fit the tiles."))
    return found


def _shortage(s: SandState, m: Magician) -> bool:
    colour, boxes = s.short
    if colour >= BASE or s.squares[colour] != 1 or boxes.bit_count() != 2 or boxes & m.occupied:
        return False
    laid = bits(s.aside) if s.rulings.solo else s.circle[-1:]
    ways = [place for tile in laid for place in rune_tile_placements(tile).every]
    if not any(place.pieces >> BOXES * colour & GRID.full == boxes and _lies(s, m, place, colour) for place in ways):
        return False
    return all(m.fillable_boxes(m.occupied) >> box & 1 for box in bits(boxes))


def _lies(s: SandState, m: Magician, place: PlaceTile, colour: int) -> bool:
    """Whether the rest of the tile lies there, as far as there were squares of its colours."""
    for other in set(range(BASE)) - {colour}:
        boxes = place.pieces >> BOXES * other & GRID.full
        if (
            boxes
            and m.boxes_of_element(other) & m.squares & boxes != boxes
            and (s.squares[other] or boxes & m.occupied)
        ):
            return False
    return True


def _summons(s: SandState, m: Magician) -> bool:
    if s.settled & ~m.disks or s.settled.bit_count() != s.made or not can_summon_more(s, m):
        return False
    return s.made < s.cap if s.cap else m.power == PURPLE


def _end_faults(s: SandState) -> list[Text]:
    """Invariant 9 and section 5: the game is over exactly when an end condition holds."""
    box, rulings = components(), s.rulings
    if bool(s.ending) == bool(s.todo):
        return [Text("either steps are to come or the game is over, not both.")]
    if not s.round:
        if s.rulings.first not in (NOBODY, s.start):
            return [Text("another player begins than the option says.")]
        return [Text("the game is over before it began.")] if s.ending else []
    if NOBODY in (s.seat, s.start):
        return [Text("the table has not been laid.")]
    found = []
    if rulings.first not in (NOBODY, s.start):
        found.append(Text("another player begins than the option says."))
    full = [seat for seat, m in enumerate(s.magicians) if m.hourglasses >= box.hourglasses]
    if rulings.solo:
        over = s.ending == "solo" and s.round == box.rounds
        return (
            found if over or (s.round <= box.rounds and not s.ending) else [Text("solo has {n} rounds.", n=box.rounds)]
        )
    if s.ending and s.turn_position(s.seat) != rulings.players - 1:
        found.append(Text("the last player in turn order ends the game."))
    if s.ending not in ("", *(("hourglasses",) if full else ("round limit",))):
        found.append(Text("{ending} is not why this game ends.", ending=quote_text(s.ending, 20)))
    if rulings.round_limit and s.round > rulings.round_limit:
        found.append(Text("the game ends after round {round}.", round=rulings.round_limit))
    if s.ending == "round limit" and s.round != rulings.round_limit:
        found.append(Text("the round limit is not reached."))
    if any(s.turn_position(seat) > s.turn_position(s.seat) for seat in full):
        found.append(Text("the game would have ended with the round before."))
    return found
