"""The scene: what may be pointed at, how it is said, and the layout of the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilehall.engine import Action, Piece, Refusal, Seat, Text, plain
from tilehall.engine.games.sand import (
    GRID,
    HOLE,
    SAND,
    Card,
    Magician,
    Nearness,
    State,
    Take,
    Tile,
    components,
    incomplete,
    nearness,
    not_owned,
    ready,
)
from tilehall.tui.boards.layers import Layers
from tilehall.tui.boards.log_panel import log
from tilehall.tui.boards.renderer import BaseScene, Where
from tilehall.tui.boards.sand import board, building_cards, circle, descriptions, own_stock, placement, rivals
from tilehall.tui.boards.sand.building_info import Sight, news
from tilehall.tui.boards.sand.hand import hand
from tilehall.tui.boards.sand.pieces import chip, spelled
from tilehall.tui.boards.sand.placement import (
    AIMED_ZONES,
    CARD,
    LAY,
    OWN,
    POWER,
    QUEUE,
    RESERVE,
    RING,
    TILE,
    Fitting,
    held,
    laid,
)
from tilehall.tui.boards.tiles import HUGE, LARGE, MEDIUM, SMALL, TileSize
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import Choice
from tilehall.tui.player.view import Glance, View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.cache import Kept
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import Styled

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

BESIDE = 46
"""Columns that the buildings need at least, and from which on a huge board may have the rest."""
COMFORT = 64
BELOW = 8
"""Lines that the own things below the board need."""


class SandScene(BaseScene[State]):
    """Draws `tilehall.engine.games.sand` positions."""

    pointed = frozenset({"PRE", "POST", "SUMMON", "BLUE2"})
    aimed = frozenset(AIMED_ZONES)
    traces = frozenset({"place", "fill", "disk", "move", "shift"})
    moments = frozenset({"complete"})
    news = frozenset(
        {"place", "complete", "disk", "move", "trigger", "trade", "shift", "level", "exchange", "keep", "gain"}
    )

    def __init__(self) -> None:
        self._fitting = Fitting()
        self._near: dict[tuple[int, int], tuple[Magician, Nearness]] = {}
        self._ready: tuple[State, int, list[int]] | None = None
        self._sight = Kept[Sight]()
        self._layers = Layers()
        self._boxes = board.Boxes()
        self._after: tuple[Choice[State], frozenset[int]] | None = None

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        return placement.places_of(verb, field, word)

    def aim(self, view: Glance[State], place: Place) -> tuple[Place, ...]:
        return placement.aim(view, place)

    def spots(self, view: Glance[State], targets: Sequence[Place]) -> Sequence[Place]:
        return self._fitting.spots(view, targets)

    def numbered(self, view: Glance[State]) -> Sequence[Place]:
        """Tiles to place, then buildings to complete; or what else is chosen one of a few."""
        s: State = view.state
        if not s.todo:
            return []
        point, box, magician = s.todo[0][0], components(), s.magicians[view.seat]
        tiles = [(TILE, tile.id) for n, tile in enumerate(box.tiles) if magician.tiles >> n & 1]
        if point in ("PRE", "POST"):
            cards = [(CARD, box.cards[card].id) for card in self.ready(s, view.seat)]
            return [*(tiles if point == "PRE" else []), *cards][:9]
        if point in ("ASIDE", "BLUE2"):
            return tiles
        if point == "TAKE":
            return [(QUEUE, "1"), (QUEUE, "2")]
        if point == "KEEP":
            return [(CARD, box.cards[card].id) for card in s.looked]
        return [(RESERVE, box.letters[e]) for e, n in enumerate(magician.reserve) if n] if point == "SUMMON" else []

    def spot_name(self, place: Place) -> Text:
        return descriptions.spot_name(place)

    def deed(self, verb: str) -> Text:
        return descriptions.DEEDS.get(verb, plain(verb))

    def choice(self, view: Glance[State], action: Action) -> Text:
        return descriptions.choice(view, action)

    def hand(self, view: View[State], width: int, height: int) -> Drawing:
        return hand(view, width, height, self.sight(view))

    def describe(self, view: Glance[State], place: Place) -> Text:
        return descriptions.describe(view, place, self)

    def idle(self, view: Glance[State], place: Place) -> Refusal | None:
        """Why a building cannot be completed, or a tile of the circle not be taken."""
        (zone, name), s = place, view.state
        if zone == RING and s.todo and s.todo[0] == ("TAKE", view.seat):
            return SAND.check(s, view.seat, Take(s.circle.index(components().tile_numbers[name]) + 1))
        if zone != CARD or not s.todo or s.todo[0] not in (("PRE", view.seat), ("POST", view.seat)):
            return None
        return incomplete(s, s.magicians[view.seat], components().card_numbers[name])

    def promising(self, view: Glance[State], places: Sequence[Place]) -> Sequence[Place]:
        """For a tile in hand where it covers least of what lies there."""
        tile, magician = held(view), view.state.magicians[view.seat]
        spots = [name for zone, name in places if zone == OWN] if tile is not None else []
        if tile is None or not spots:
            return places
        covered = {name: _covered(view, tile, GRID.numbers[name], magician) for name in spots}
        least = min(covered.values())
        return [place for place in places if place[0] != OWN or covered[place[1]] == least]

    def legend(self, look: Look) -> Mapping[str, Text]:
        return descriptions.legend(look)

    def thing(self, view: Glance[State], place: Place) -> Thing | None:
        from tilehall.tui.boards.sand.things import thing

        return thing(view, place)

    def chip(self, look: Look, piece: Piece) -> Styled:
        return chip(look, piece)

    def spelled(self, look: Look, word: str, where: Where) -> Styled:
        return spelled(look, word, where)

    def badges(self, look: Look, state: State, seat: Seat) -> Styled:
        """Stars, and in company the hourglasses that end the game."""
        magician: Magician = state.magicians[seat]
        clock = f" {look.glyphs.hourglass}{magician.hourglasses}"
        return [(f"{magician.stars}", look.strong), *([] if state.rulings.solo else [(clock, look.muted)])]

    # --- what is asked at every key, remembered -------------------------------------------------------------------

    def ready(self, s: State, seat: int) -> list[int]:
        """The buildings that this seat could complete."""
        if self._ready is None or self._ready[0] is not s or self._ready[1] != seat:
            self._ready = (s, seat, ready(s, s.magicians[seat]))
        return self._ready[2]

    def near(self, magician: Magician, card: Card) -> Nearness:
        """How near a building is."""
        key = (id(magician), components().card_numbers[card.id])
        known = self._near.get(key)
        if known and known[0] is magician:
            return known[1]
        if len(self._near) > 400:
            self._near.clear()
        found = nearness(magician, card)
        self._near[key] = (magician, found)
        return found

    def sight(self, view: View[State]) -> Sight:
        """How near every building is that the seat may complete or is shown."""
        return self._sight.get("", (view.state, view.seat, view.picker is None), lambda: self._seen(view))

    def _seen(self, view: View[State]) -> Sight:
        s: State = view.state
        magician, cards = s.magicians[view.seat], components().cards
        shown = [card for card in (*s.rows, *s.looked) if card != HOLE]
        shown += [card for card in range(len(cards)) if magician.kept >> card & 1]
        near = {card: self.near(magician, cards[card]) for card in shown}
        lacking = {card: not_owned(magician, each) for card, each in near.items()}
        present = {card: placement.present(cards[card].form, each.pieces, each.lacking) for card, each in near.items()}
        digits = {place: str(n + 1) for n, place in enumerate(self.numbered(view))} if view.picker else {}
        fresh, gained = news(view)
        return Sight(near, lacking, present, frozenset(self.ready(s, view.seat)), fresh, gained, digits)

    # --- the board ------------------------------------------------------------------------------------------------

    def paint(self, view: View[State], width: int, height: int) -> Drawing:
        size = board_size(width, height, view.size)
        drawing = Drawing(Picture(width, height, view.look.table))
        lacking, nearest = self._spotlight(view)
        self._boxes.paint(drawing, view, size, self._fitting, lacking, nearest)
        self._panels(drawing, view, size)
        self._promise(drawing, view)
        return drawing

    def _panels(self, drawing: Drawing, view: View[State], size: TileSize) -> None:
        width, height = drawing.picture.width, drawing.picture.height
        sight, layers = self.sight(view), self._layers
        top, left = 1 + 5 * size.height, 3 + 6 * size.pitch
        own_stock.own(layers, drawing, view, Rect(0, top, left - 1, height - top), sight)
        area = Rect(left + 1, 0, width - left - 2, height)
        y = building_cards.buildings(layers, drawing, view, area, sight)
        rest = Rect(area.x, y, area.width, height - y)
        s: State = view.state
        if s.looked:
            note = rivals.brief(view, area.width - cells.width(view.say(building_cards.KEEP)) - 1)
            building_cards.looked(drawing, view, rest, sight, note)
            return
        if not drawing.places.keys() >= {(RING, tile.id) for tile in self._far(view)}:
            circle.instead(
                drawing, view, rest, rivals.brief(view, area.width - cells.width(view.say(circle.CIRCLE)) - 1)
            )
            return
        told = rivals.room_for_log(view, rest)
        if s.rulings.solo:
            rivals.solo(drawing, view, rest)
        else:
            rivals.others(layers, drawing, view, rest)
        drawing.log = told
        layers.lay(drawing, "log", told, view.look, view.log, lambda part, area: log(part.picture, view, area))

    def _far(self, view: View[State]) -> list[Tile]:
        """The tiles of the circle that have to be seen now: one is chosen for the blue power, or pointed at."""
        tiles = [components().tiles[tile] for tile in view.state.circle]
        zones = {zone for zone, _ in view.picker.picks} if view.picker else set()
        point = view.state.todo[0][0] if view.state.todo else ""
        if point == "BLUE2" or (POWER in zones and any(zone == RING for zone, _ in view.targets)):
            return tiles
        return [tile for tile in tiles if view.cursor == (RING, tile.id)]

    def _spotlight(self, view: View[State]) -> tuple[int, int]:
        """What the building under the cursor lacks, and the boxes where it lies or is nearest."""
        card, boxes = board.spotlight(view)
        near = self.sight(view).near.get(card) if card is not None else None
        if near is None:
            # A building that was just completed lies there no more, though the cursor still does.
            return 0, 0
        return (0, boxes) if boxes else (near.lacking, _boxes_of(near.pieces))

    def _promise(self, drawing: Drawing, view: View[State]) -> None:
        """Marks the buildings that what is under the cursor would make ready."""
        choice = self._only(view)
        if choice is None:
            return
        if self._after is None or self._after[0] is not choice:
            then = SAND.apply(choice.state, view.seat, choice.action)
            made = frozenset(ready(then, then.magicians[view.seat])) - frozenset(self.ready(view.state, view.seat))
            self._after = (choice, made)
        look = view.look
        for card in self._after[1]:
            rect = drawing.places.get((CARD, components().cards[card].id))
            if rect:
                drawing.picture.put(rect.x, rect.y, look.glyphs.legal_strong, look.accent)

    def _only(self, view: View[State]) -> Choice[State] | None:
        """The one choice under a cursor on the board that changes the board."""
        if view.picker is None or view.cursor is None or view.cursor[0] != OWN:
            return None
        aimed = self.aim(view, view.cursor)
        if aimed[0][0] == LAY and not self._fitting.legal(view, GRID.numbers[view.cursor[1]]):
            return None
        fitting = view.picker.matching(*aimed)
        only = len(fitting) == 1 and fitting[0].action.verb in ("place", "disk", "move", "green", "fill")
        return fitting[0] if only else None


def board_size(width: int, height: int, wanted: str) -> TileSize:
    """The largest size that leaves room for everything else, or the wanted one."""
    able = []
    for size in (HUGE, LARGE, MEDIUM, SMALL):
        beside = width - 6 * size.pitch - 5
        if 1 + 5 * size.height + BELOW <= height and beside >= (COMFORT if size is HUGE else BESIDE):
            able.append(size)
    return next((size for size in able if size.name == wanted), able[0] if able else SMALL)


def _boxes_of(pieces: int) -> int:
    found = 0
    for element in range(5):
        found |= pieces >> GRID.size * element
    return found & GRID.full


def _covered(view: Glance[State], tile: int, box: int, magician: Magician) -> int:
    """How many pieces lie where the tile in hand would."""
    return sum(magician.occupied >> each & 1 for each, _ in laid(tile, view.turn, view.flipped, box))
