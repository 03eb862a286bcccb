"""Describes boxes, cards and choices of Realm of Sand for players.

Sentences draw tiles, cards, squares and disks as chips, followed by the name if the chip does not say it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tilehall.engine import Action, Piece, SeatNo, Text, TextArgument, Who, join_commas, join_spaces, literal_text
from tilehall.engine.games import sand
from tilehall.engine.games.sand import (
    CLEAR,
    DARK,
    FRESH,
    GRID,
    NO_POWER,
    POWERS,
    READY,
    BuildingCard,
    BuildingNearness,
    Magician,
    SandState,
    boxes_text,
    components,
    disks_not_owned,
    level_needed,
)
from tilehall.tui.boards.sand.pieces import card_of, element_letter, stock_text
from tilehall.tui.boards.sand.placement import (
    CARD,
    DECK,
    FROM,
    OWN,
    POWER,
    QUEUE,
    RESERVE,
    RING,
    RIVAL,
    SCORE,
    SUPPLY,
    TILE,
    TO,
    held_tile,
    laid_tile,
)
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import CursorContext
from tilehall.tui.terminal.output.drawing import Place

VERB_TEXTS = {
    "gain": Text("choose"),
    "complete": Text("complete"),
    "place": Text("place"),
    "summon": Text("summon disks"),
    "summon+": Text("summon disks without limit"),
    "fill": Text("fill"),
    "take": Text("take"),
    "disk": Text("put a disk"),
    "move": Text("move"),
    "done": Text("no more disks"),
    "aside": Text("set aside"),
    "end": Text("end turn"),
    "red": Text("look at cards"),
    "yellow": Text("trade"),
    "green": Text("move a square"),
    "orange": Text("level +1"),
    "blue": Text("exchange"),
    "blue2": Text("exchange"),
    "stop": Text("no second exchange"),
    "keep": Text("keep"),
    "bottom": Text("put under"),
}
USES = (
    Text("look at three cards of a level and keep one"),
    Text("summon without the limit of three disks"),
    Text("trade a disk of the reserve for another"),
    Text("move one of your squares to an empty box"),
    Text("rise one level"),
    Text("exchange one or two tiles with the circle"),
)
"""What the powers do, in the order of the powers."""
CRYSTALS = {CLEAR: Text("clear"), FRESH: Text("charged, ready in your next turn"), READY: Text("ready")}
CRYSTALS_IN_BRIEF = {CLEAR: Text("clear"), FRESH: Text("charged"), READY: Text("ready")}


class NearnessSource(Protocol):
    """Provides how near a building is to completion."""

    def nearness(self, magician: Magician, card: BuildingCard) -> BuildingNearness: ...


# --- components ---------------------------------------------------------------------------------------------------


def building_piece(number: int) -> Piece:
    """`1aG Stele`; drawn as its name and the letter of its colour."""
    return sand.card(number)


def disk_text(element: int) -> Text:
    """`(M) Golden Moon`."""
    piece = sand.disk(element)
    return Text("{disk} {name}", disk=Piece(piece.kind, piece.id), name=piece.name or Text(""))


def square_text(element: int) -> Text:
    """`G Emerald Wood`."""
    piece = sand.square(element)
    return Text("{square} {name}", square=Piece(piece.kind, piece.id), name=piece.name or Text(""))


# --- choices ------------------------------------------------------------------------------------------------------


def describe_action(view: CursorContext[SandState], action: Action) -> Text:
    """`place T14 D1=G,D2=R,E1=G` as `G R G on D1 D2 E1`; other choices in plain words."""
    match action:
        case sand.PlaceTile(_, pieces):
            return Text("{tile} on {boxes}", tile=sand.tile_squares(pieces), boxes=boxes_text(action.boxes))
        case sand.CompleteBuilding(card, boxes):
            return Text("build {card} on {boxes}", card=building_piece(card), boxes=boxes_text(boxes))
        case sand.TakeFromCircle(place):
            return Text("take {tile}", tile=sand.tile(view.state.circle[place - 1]))
        case sand.SetAside(tile):
            return Text("set {tile} aside", tile=sand.tile(tile))
        case sand.FillBox(box):
            return Text("the square on {box}", box=GRID.name(box))
        case sand.KeepCard(card):
            return Text("keep {card}", card=building_piece(card))
        case sand.PutUnderDeck((upper, lower)):
            return Text("{upper} above {lower}", upper=building_piece(upper), lower=building_piece(lower))
    return _about_disks(action) or VERB_TEXTS.get(action.verb, literal_text(str(action)))


def _about_disks(action: Action) -> Text:
    """Describes choices about disks and powers."""
    match action:
        case sand.GainDisk(element):
            return Text("begin with {disk}", disk=disk_text(element))
        case sand.PutDisk(element, box):
            return Text("disk {disk} on {box}", disk=sand.disk(element), box=GRID.name(box))
        case sand.MoveDisk(start, end):
            return Text("disk from {here} to {there}", here=GRID.name(start), there=GRID.name(end))
        case sand.RedPower(level):
            return Text("look at level {level}", level=level)
        case sand.YellowPower(give, get):
            return Text("trade {give} for {get}", give=sand.disk(give), get=sand.disk(get))
        case sand.GreenPower(start, end):
            return Text("square from {here} to {there}", here=GRID.name(start), there=GRID.name(end))
        case sand.BluePower(own, other):
            return Text("{other} for {own}", other=sand.tile(other), own=sand.tile(own))
    return Text("")


# --- places -------------------------------------------------------------------------------------------------------


def place_name(place: Place) -> Text:
    """Returns the name of a place that can be found on the board by it."""
    zone, name = place
    if zone in (TILE, RING):
        return join_commas([sand.tile(components().tile_numbers[name])])
    if zone == POWER:
        return Text("the {power} crystal", power=POWERS[components().powers.index(name)])
    if zone in (RESERVE, SUPPLY):
        return sand.piece_letters("disk", name)
    if zone == CARD:
        return join_commas([building_piece(components().card_numbers[name])])
    return literal_text(name) if zone in (OWN, FROM, TO) else Text("")


def describe(view: CursorContext[SandState], place: Place, nearer: NearnessSource) -> Text:
    zone, name = place
    s: SandState = view.state
    magician, box = s.magicians[view.seat], components()
    if zone == OWN:
        return _shadow(view, name) or _box(magician, GRID.numbers[name])
    if zone == CARD:
        return _card(magician, card_of(name), nearer)
    if zone == TILE:
        return Text("{tile}: one of your tiles.", tile=sand.tile(box.tile_numbers[name]))
    if zone == RING:
        return _in_circle(s, s.circle.index(box.tile_numbers[name]))
    if zone == QUEUE:
        return _in_circle(s, int(name) - 1)
    if zone in (RESERVE, SUPPLY):
        return _disk(s, magician, box.letters.index(name))
    if zone == DECK:
        return _deck(s, int(name))
    if zone == POWER:
        use = USES[magician.power]
        return Text("Your crystal is {state}: {use}.", state=CRYSTALS[magician.crystal], use=use)
    if zone == SCORE:
        return _own(s, magician)
    return _rival(s, int(name)) if zone == RIVAL else literal_text(name)


def _in_circle(s: SandState, place: int) -> Text:
    """Describes a tile of the circle, and whether it can be taken."""
    told: dict[str, TextArgument] = {"tile": sand.tile(s.circle[place]), "n": place + 1}
    if place < 2:
        if s.todo and s.todo[0][0] == "TAKE":
            return Text("{tile}: number {n} of the circle.", **told)
        return Text("{tile}: number {n} of the circle. One is taken after a tile was placed (S-4.10).", **told)
    return Text("{tile}: number {n} of the circle. Only the first two from the queen can be taken (S-4.10).", **told)


def _deck(s: SandState, level: int) -> Text:
    return Text(
        "The deck of level {level} has {n} card.",
        "The deck of level {level} has {n} cards.",
        level=level,
        n=s.deck_size(level - 1),
    )


def _own(s: SandState, magician: Magician) -> Text:
    """Describes the figures below the board."""
    ends = [] if s.rulings.solo else [Text("the game ends with {n} hourglasses", n=components().hourglasses)]
    dark = Text(
        "your level allows {n} dark box, and you use {used}",
        "your level allows {n} dark boxes, and you use {used}",
        n=magician.level,
        used=magician.dark,
    )
    return Text(
        "{parts}.", parts=join_commas([sand.stars(magician.stars), sand.hourglasses(magician.hourglasses), *ends, dark])
    )


def _rival(s: SandState, seat: SeatNo) -> Text:
    magician: Magician = s.magicians[seat]
    used = {"used": magician.dark, "n": magician.level}
    tiles = [sand.tile(tile) for tile in range(len(components().tiles)) if magician.tiles >> tile & 1]
    parts = [
        sand.stars(magician.stars),
        sand.hourglasses(magician.hourglasses),
        Text("{used} of {n} dark box in use", "{used} of {n} dark boxes in use", **used),
        Text("disks {disks}", disks=stock_text(magician.reserve)),
        Text("tiles {tiles}", tiles=join_spaces(tiles)),
    ]
    if magician.power != NO_POWER:
        crystal = {"power": POWERS[magician.power], "state": CRYSTALS_IN_BRIEF[magician.crystal]}
        parts.append(Text("{power} crystal {state}", **crystal))
    if kept := sum(s.kept_counts(seat)):
        parts.append(Text("{n} kept", "{n} kept", n=kept))
    return Text("{who}: {parts}.", who=Who(seat), parts=join_commas(parts))


def _shadow(view: CursorContext[SandState], name: str) -> Text:
    """Explains why the tile in hand may not lie here, if the dark boxes are the reason."""
    tile = held_tile(view)
    if tile is None:
        return Text("")
    magician: Magician = view.state.magicians[view.seat]
    boxes = sum(1 << box for box, _ in laid_tile(tile, view.rotation, view.flipped, GRID.numbers[name]))
    needed = level_needed(magician, boxes)
    if needed <= magician.level:
        return Text("")
    levels = {"needed": needed, "level": magician.level}
    return Text("Not here: it needs level {needed} for dark boxes, you have level {level}.", **levels)


def _box(magician: Magician, box: int) -> Text:
    name, element, dark = GRID.name(box), magician.element_at(box), DARK >> box & 1
    kind = Text("dark box") if dark else Text("light box")
    if magician.power != NO_POWER and components().crystals[magician.power] >> box & 1:
        kind = Text("{kind}, a crystal box", kind=kind)
    if element is not None:
        if magician.disks >> box & 1:
            return Text("{box}: disk {disk} on a {kind}.", box=name, disk=disk_text(element), kind=kind)
        return Text("{box}: square {square} on a {kind}.", box=name, square=square_text(element), kind=kind)
    if not dark or magician.dark < magician.level:
        return Text("{box}: empty {kind}.", box=name, kind=kind)
    if not magician.level:
        return Text("{box}: empty {kind}. You may use none at level 0; some buildings raise it.", box=name, kind=kind)
    return Text(
        "{box}: empty {kind}, but at level {n} you may use one, and you do.",
        "{box}: empty {kind}, but at level {n} you may use {n}, and you do.",
        box=name,
        kind=kind,
        n=magician.level,
    )


def _card(magician: Magician, card: BuildingCard, nearer: NearnessSource) -> Text:
    """Describes a building: what it is, what it brings, and what it lacks."""
    number, near = components().card_numbers[card.id], nearer.nearness(magician, card)
    state = _state(near, disks_not_owned(magician, near))
    return Text(
        "{card}: {gains}; {state}.", card=building_piece(number), gains=sand.building_rewards(number), state=state
    )


def _state(near: BuildingNearness, missing: str) -> Text:
    """Describes what a building lacks, and the special disks among it that the player does not own."""
    if not near.missing:
        return Text("ready, its squares lie on your board")
    short = join_commas(shortage_texts(near.missing_elements))
    if not missing:
        return Text("short of {pieces}", pieces=short)
    return Text(
        "short of {pieces}, and you own no disk {disks}", pieces=short, disks=sand.piece_letters("disk", missing)
    )


def shortage_texts(letters: str) -> list[Text]:
    """Returns the number of pieces of each colour in words."""
    counts = ((letters.count(letter), sand.piece_letters("element", letter)) for letter in components().letters)
    return [_short(element, n, chip) for element, (n, chip) in enumerate(counts) if n]


def _short(element: int, n: int, chip: Text) -> Text:
    """`2 G green`."""
    told: dict[str, TextArgument] = {"n": n, "chip": chip}
    match components().letters[element]:
        case "G":
            return Text("{n} {chip} green", "{n} {chip} green", **told)
        case "R":
            return Text("{n} {chip} red", "{n} {chip} red", **told)
        case "K":
            return Text("{n} {chip} black", "{n} {chip} black", **told)
        case "S":
            return Text("{n} {chip} blue disk", "{n} {chip} blue disks", **told)
        case _:
            return Text("{n} {chip} yellow disk", "{n} {chip} yellow disks", **told)


def _disk(s: SandState, magician: Magician, element: int) -> Text:
    return Text(
        "{disk}: {reserve} in your reserve, {board} on your board, {supply} in the supply.",
        disk=disk_text(element),
        reserve=magician.reserve[element],
        board=(magician.boxes_of_element(element) & magician.disks).bit_count(),
        supply=s.disks[element],
    )


# --- symbols ------------------------------------------------------------------------------------------------------


def legend(look: Look) -> Mapping[str, Text]:
    glyphs, names = look.glyphs, [sand.disk(e).name or Text("") for e in range(len(components().letters))]
    return {
        **{element_letter(e): name for e, name in enumerate(names)},
        "G": Text("{name}; a square of it fills its box", name=names[0]),
        "(G)": Text("the same as a disk: round, comes back to you when it is paid"),
        "G)": Text("a disk where there is little room"),
        glyphs.dark: Text("a dark box: as many may be in use as your level"),
        glyphs.star: Text("stars, the points"),
        glyphs.hourglass: Text("hourglasses, the clock: {n} of them end the game", n=components().hourglasses),
        f"{glyphs.arrow_up}1": Text("level: one more dark box may be used"),
        glyphs.princess: Text("the queen: the circle of tiles begins behind her"),
        look.say(Text("{n}k", "{n}k", n=2)): Text("cards that somebody keeps face down"),
        f"{glyphs.crystal_clear} {glyphs.crystal_fresh} {glyphs.crystal_ready}": Text("crystal: clear, charged, ready"),
        glyphs.check: Text("ready to be completed; or a disk that stays where it is"),
        look.say(Text("new")): Text("a building turned up since your last turn"),
        glyphs.legal: Text("may be chosen"),
        glyphs.legal_strong: Text("this building would become ready"),
        glyphs.pattern_have + "G": Text("counts for the building under the cursor"),
        glyphs.pattern_missing + "G": Text("missing for the building under the cursor"),
        glyphs.last: Text("placed last; on a building: new"),
        glyphs.turn_cw: Text("the tile in hand: {turn} turns, {flip} flips", turn="r", flip="f"),
    }
