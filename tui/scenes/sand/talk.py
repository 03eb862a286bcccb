"""Boxes, cards and choices in a player's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tilehall.engine.sand import (
    CLEAR,
    DARK,
    FRESH,
    GRID,
    NO_POWER,
    READY,
    Card,
    Magician,
    Nearness,
    State,
    components,
    dark_needed,
    not_owned,
)
from tilehall.tui.kernel.drawing import Place
from tilehall.tui.look import Look
from tilehall.tui.play.view import Glance
from tilehall.tui.scenes.sand.pieces import card_of, letter, stock
from tilehall.tui.scenes.sand.shapes import (
    CARD,
    DECK,
    OWN,
    POWER,
    QUEUE,
    RESERVE,
    RING,
    RIVAL,
    SUPPLY,
    TILE,
    held,
    laid,
)

PLAIN = {
    "summon": "summon disks",
    "summon+": "summon disks without limit",
    "done": "no more disks",
    "end": "end turn",
    "orange": "level +1",
    "stop": "no second exchange",
}
NAMED = {
    "gain": "begin with {0}",
    "complete": "build {0} on {1}",
    "place": "{0} on {1}",
    "fill": "the square on {0}",
    "disk": "disk {0} on {1}",
    "move": "disk from {0} to {1}",
    "aside": "set {0} aside",
    "red": "look at level {0}",
    "keep": "keep {0}",
    "yellow": "trade {0} for {1}",
    "green": "square from {0} to {1}",
    "blue": "{1} for {0}",
    "blue2": "{1} for {0}",
}
POWERS = {
    "red": "look at three cards of a level and keep one",
    "purple": "summon without the limit of three disks",
    "yellow": "trade a disk of the reserve for another",
    "green": "move one of your squares to an empty box",
    "orange": "rise one level",
    "blue": "exchange one or two tiles with the circle",
}
CRYSTALS = {CLEAR: "clear", FRESH: "charged, ready in your next turn", READY: "ready"}


class Nearer(Protocol):
    """Who knows how near a building is."""

    def near(self, magician: Magician, card: Card) -> Nearness: ...


def named(element: int) -> str:
    return f"{components().element_names[element]} {letter(element)}"


def choice(view: Glance[State], text: str) -> str:
    """`place T14 D1=G,D2=R,E1=G` as `T14 on D1 D2 E1`; other choices in plain words."""
    verb, *words = text.split(" ")
    if text in PLAIN:
        return PLAIN[text]
    if verb == "place":
        words[1] = " ".join(part[:2] for part in words[1].split(","))
    if verb in ("complete", "keep"):
        words[0] = card_of(words[0]).title
    if verb == "complete":
        words[1] = words[1].replace(",", " ")
    if verb == "gain":
        words[0] = named(components().letters.index(words[0]))
    if verb == "take":
        tile = view.state.circle[int(words[0]) - 1]
        return f"take {components().tiles[tile].id}"
    if verb == "bottom":
        upper, lower = words[0].split(",")
        return f"{upper} above {lower}"
    return NAMED[verb].format(*words) if verb in NAMED else text


def describe(view: Glance[State], place: Place, nearer: Nearer) -> str:
    zone, name = place
    s: State = view.state
    magician, box = s.magicians[view.seat], components()
    if zone == OWN:
        return _shadow(view, name) or _box(s, magician, GRID.numbers[name])
    if zone == CARD:
        return _card(magician, card_of(name), nearer)
    if zone in (TILE, RING):
        tile = box.tiles[box.tile_numbers[name]]
        where = (
            "one of your tiles" if zone == TILE else f"place {s.circle.index(box.tile_numbers[name]) + 1} in the circle"
        )
        return f"{name} {tile.pattern}: {where}."
    if zone == QUEUE:
        tile = box.tiles[s.circle[int(name) - 1]]
        return f"{tile.id} {tile.pattern}: place {name} in the circle."
    if zone in (RESERVE, SUPPLY):
        return _disk(s, magician, box.letters.index(name))
    if zone == DECK:
        return f"The deck of level {name} has {s.deck_size(int(name) - 1)} cards."
    if zone == POWER:
        return f"Your crystal is {CRYSTALS[magician.crystal]}: {POWERS[box.powers[magician.power]]}."
    return _rival(view, int(name)) if zone == RIVAL else name


def _rival(view: Glance[State], seat: int) -> str:
    s: State = view.state
    magician: Magician = s.magicians[seat]
    parts = [f"{magician.stars} stars", f"{magician.hourglasses} hourglasses"]
    parts += [f"{magician.dark} of {magician.level} dark boxes in use", f"disks {stock(magician.reserve)}"]
    if magician.power != NO_POWER:
        parts.append(f"{components().powers[magician.power]} crystal {CRYSTALS[magician.crystal].partition(',')[0]}")
    if kept := sum(s.kept_counts(seat)):
        parts.append(f"{kept} kept")
    return f"{view.names[seat]}: {', '.join(parts)}."


def _shadow(view: Glance[State], name: str) -> str:
    """Why the tile in hand may not lie here, if the dark boxes are the reason."""
    tile = held(view)
    if tile is None:
        return ""
    magician: Magician = view.state.magicians[view.seat]
    boxes = sum(1 << box for box, _ in laid(tile, view.turn, view.flipped, GRID.numbers[name]))
    needed = dark_needed(magician, boxes)
    if needed <= magician.level:
        return ""
    return f"Not here: it needs level {needed} for dark boxes, you have level {magician.level}."


def _box(s: State, magician: Magician, box: int) -> str:
    kind = "dark box" if DARK >> box & 1 else "light box"
    element = magician.on(box)
    crystal = magician.power != NO_POWER and components().crystals[magician.power] >> box & 1
    note = ", a crystal box" if crystal else ""
    if element is None:
        full = DARK >> box & 1 and magician.dark >= magician.level
        return f"{GRID.name(box)}: empty {kind}{note}{', but your level is used up' if full else ''}."
    piece = "disk" if magician.disks >> box & 1 else "square"
    return f"{GRID.name(box)}: {piece} {named(element)} on a {kind}{note}."


def _card(magician: Magician, card: Card, nearer: Nearer) -> str:
    near = nearer.near(magician, card)
    bonus = [f"{card.stars} star{'s'[: card.stars > 1]}"]
    if card.hourglasses:
        bonus.append(f"{card.hourglasses} hourglass{'es' if card.hourglasses > 1 else ''}")
    bonus += ["disk " + " ".join(map(letter, card.disks))] if card.disks else []
    bonus += [f"level +{card.steps}"] if card.steps else []
    if not near.missing:
        state = "ready"
    else:
        missing = not_owned(magician, near)
        state = f"lacks {near.missing}: {' '.join(near.elements)}" + (
            f", and you own no disk {missing}" if missing else ""
        )
    return f"{card.title}, {', '.join(bonus)}: {state}."


def _disk(s: State, magician: Magician, element: int) -> str:
    mine, stock = magician.reserve[element], s.disks[element]
    board = (magician.element(element) & magician.disks).bit_count()
    return f"{named(element)}: {mine} in your reserve, {board} on your board, {stock} in the supply."


def legend(look: Look) -> Mapping[str, str]:
    glyphs, box = look.glyphs, components()
    return {
        **{letter(e): name for e, name in enumerate(box.element_names)},
        "G": f"{box.element_names[0]}; a square of it fills its box",
        "(G)": "the same as a disk: round, comes back to you when it is paid",
        "G)": "a disk on a small board",
        glyphs.dark: "a dark box: as many may be in use as your level",
        glyphs.star: "stars, the points",
        glyphs.hourglass: "hourglasses, the clock: ten of them end the game",
        glyphs.arrow_up: "level",
        f"{glyphs.crystal_clear} {glyphs.crystal_fresh} {glyphs.crystal_ready}": "crystal: clear, charged, ready",
        glyphs.check: "ready to be completed; or a disk that stays where it is",
        "2 GK": "two boxes are missing, G and K",
        "2 GS!": "the same, and you own no disk S",
        glyphs.legal: "may be chosen",
        glyphs.legal_strong: "this building would become ready",
        glyphs.pattern_missing + "G": "missing for the building under the cursor",
        glyphs.last: "placed last",
        glyphs.turn_cw: "the tile in hand: r turns, f flips",
    }
