"""The renderer of Realm of Sand: places of the cursor, their texts, and the layout of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilehall.engine import Action, Piece, Refusal, SeatNo, Text, literal_text
from tilehall.engine.games.sand import (
    GRID,
    HOLE,
    SAND,
    BuildingCard,
    BuildingNearness,
    Magician,
    RuneTile,
    SandState,
    TakeFromCircle,
    components,
    disks_not_owned,
    nearness,
    ready_cards,
    refuse_incomplete,
)
from tilehall.tui.boards.layers import Layers
from tilehall.tui.boards.log_panel import draw_log
from tilehall.tui.boards.renderer import BaseRenderer, WordContext
from tilehall.tui.boards.sand import board, building_cards, circle, descriptions, own_stock, placement, rivals
from tilehall.tui.boards.sand.building_info import BuildingInfo, latest_gains
from tilehall.tui.boards.sand.hand import draw_hand
from tilehall.tui.boards.sand.pieces import piece_chip, style_word
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
    PlacementCache,
    held_tile,
    laid_tile,
)
from tilehall.tui.boards.tiles import HUGE, LARGE, MEDIUM, SMALL, TileSize
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import ActionChoice
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

BESIDE = 46
"""The fewest columns of the buildings, which a huge board leaves them."""
COMFORT = 64
BELOW = 8
"""Lines that the viewer's things below the board need."""


class SandRenderer(BaseRenderer[SandState]):
    """Draws `tilehall.engine.games.sand` positions."""

    board_decisions = frozenset({"PRE", "POST", "SUMMON", "BLUE2"})
    virtual_zones = frozenset(AIMED_ZONES)
    marked_events = frozenset({"place", "fill", "disk", "move", "shift"})
    highlight_events = frozenset({"complete"})
    recap_events = frozenset(
        {"place", "complete", "disk", "move", "trigger", "trade", "shift", "level", "exchange", "keep", "gain"}
    )

    def __init__(self) -> None:
        self._placements = PlacementCache()
        self._nearness_cache: dict[tuple[int, int], tuple[Magician, BuildingNearness]] = {}
        self._completable_cache: tuple[SandState, int, list[int]] | None = None
        self._info_cache = SourceCache[BuildingInfo]()
        self._layers = Layers()
        self._boxes = board.BoxPainter()
        self._after: tuple[ActionChoice[SandState], frozenset[int]] | None = None

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        return placement.places_of(verb, field, word)

    def targets_at(self, view: CursorContext[SandState], place: Place) -> tuple[Place, ...]:
        return placement.targets_at(view, place)

    def cursor_places(self, view: CursorContext[SandState], targets: Sequence[Place]) -> Sequence[Place]:
        return self._placements.cursor_places(view, targets)

    def digit_places(self, view: CursorContext[SandState]) -> Sequence[Place]:
        """Returns the places with digits: tiles to place and buildings to complete, or any other few choices."""
        s: SandState = view.state
        if not s.todo:
            return []
        point, box, magician = s.todo[0][0], components(), s.magicians[view.seat]
        tiles = [(TILE, tile.id) for n, tile in enumerate(box.tiles) if magician.tiles >> n & 1]
        if point in ("PRE", "POST"):
            cards = [(CARD, box.cards[card].id) for card in self.completable_buildings(s, view.seat)]
            return [*(tiles if point == "PRE" else []), *cards][:9]
        if point in ("ASIDE", "BLUE2"):
            return tiles
        if point == "TAKE":
            return [(QUEUE, "1"), (QUEUE, "2")]
        if point == "KEEP":
            return [(CARD, box.cards[card].id) for card in s.looked]
        return [(RESERVE, box.letters[e]) for e, n in enumerate(magician.reserve) if n] if point == "SUMMON" else []

    def place_name(self, place: Place) -> Text:
        return descriptions.place_name(place)

    def describe_verb(self, verb: str) -> Text:
        return descriptions.VERB_TEXTS.get(verb, literal_text(verb))

    def describe_action(self, view: CursorContext[SandState], action: Action) -> Text:
        return descriptions.describe_action(view, action)

    def paint_hand(self, view: View[SandState], width: int, height: int) -> Drawing:
        return draw_hand(view, width, height, self.building_info(view))

    def describe(self, view: CursorContext[SandState], place: Place) -> Text:
        return descriptions.describe(view, place, self)

    def refusal_at(self, view: CursorContext[SandState], place: Place) -> Refusal | None:
        """Explains why a building cannot be completed or a tile of the circle cannot be taken."""
        (zone, name), s = place, view.state
        if zone == RING and s.todo and s.todo[0] == ("TAKE", view.seat):
            return SAND.check(s, view.seat, TakeFromCircle(s.circle.index(components().tile_numbers[name]) + 1))
        if zone != CARD or not s.todo or s.todo[0] not in (("PRE", view.seat), ("POST", view.seat)):
            return None
        return refuse_incomplete(s, s.magicians[view.seat], components().card_numbers[name])

    def preferred_places(self, view: CursorContext[SandState], places: Sequence[Place]) -> Sequence[Place]:
        """Returns for a tile in hand the places where it covers the fewest pieces."""
        tile, magician = held_tile(view), view.state.magicians[view.seat]
        spots = [name for zone, name in places if zone == OWN] if tile is not None else []
        if tile is None or not spots:
            return places
        covered = {name: _covered(view, tile, GRID.numbers[name], magician) for name in spots}
        least = min(covered.values())
        return [place for place in places if place[0] != OWN or covered[place[1]] == least]

    def legend(self, look: Look) -> Mapping[str, Text]:
        return descriptions.legend(look)

    def thing_at(self, view: CursorContext[SandState], place: Place) -> Thing | None:
        from tilehall.tui.boards.sand.things import thing_at

        return thing_at(view, place)

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        return piece_chip(look, piece)

    def style_word(self, look: Look, word: str, where: WordContext) -> StyledLine:
        return style_word(look, word, where)

    def badges(self, look: Look, state: SandState, seat: SeatNo) -> StyledLine:
        """Returns stars and, with several players, the hourglasses that end the game."""
        magician: Magician = state.magicians[seat]
        clock = f" {look.glyphs.hourglass}{magician.hourglasses}"
        return [(f"{magician.stars}", look.strong), *([] if state.rulings.solo else [(clock, look.muted)])]

    # --- cached, because it is asked at every key press ------------------------------------------------------------

    def completable_buildings(self, s: SandState, seat: int) -> list[int]:
        """Returns the buildings that this seat could complete."""
        if self._completable_cache is None or self._completable_cache[0] is not s or self._completable_cache[1] != seat:
            self._completable_cache = (s, seat, ready_cards(s, s.magicians[seat]))
        return self._completable_cache[2]

    def nearness(self, magician: Magician, card: BuildingCard) -> BuildingNearness:
        """Returns how near a building is to completion."""
        key = (id(magician), components().card_numbers[card.id])
        known = self._nearness_cache.get(key)
        if known and known[0] is magician:
            return known[1]
        if len(self._nearness_cache) > 400:
            self._nearness_cache.clear()
        found = nearness(magician, card)
        self._nearness_cache[key] = (magician, found)
        return found

    def building_info(self, view: View[SandState]) -> BuildingInfo:
        """Returns how near each building is that the viewer may complete or look at."""
        return self._info_cache.get(
            "", (view.state, view.seat, view.selection is None), lambda: self._compute_building_info(view)
        )

    def _compute_building_info(self, view: View[SandState]) -> BuildingInfo:
        s: SandState = view.state
        magician, cards = s.magicians[view.seat], components().cards
        shown = [card for card in (*s.rows, *s.looked) if card != HOLE]
        shown += [card for card in range(len(cards)) if magician.kept >> card & 1]
        near = {card: self.nearness(magician, cards[card]) for card in shown}
        lacking = {card: disks_not_owned(magician, each) for card, each in near.items()}
        present = {
            card: placement.present_boxes(cards[card].form, each.pieces, each.lacking) for card, each in near.items()
        }
        digits = {place: str(n + 1) for n, place in enumerate(self.digit_places(view))} if view.selection else {}
        fresh, gained = latest_gains(view)
        return BuildingInfo(
            near, lacking, present, frozenset(self.completable_buildings(s, view.seat)), fresh, gained, digits
        )

    # --- the board ------------------------------------------------------------------------------------------------

    def paint(self, view: View[SandState], width: int, height: int) -> Drawing:
        size = fit_board_size(width, height, view.size)
        drawing = Drawing(Picture(width, height, view.look.table))
        lacking, nearest = self._spotlight(view)
        self._boxes.paint(drawing, view, size, self._placements, lacking, nearest)
        self._panels(drawing, view, size)
        self._mark_completable(drawing, view)
        return drawing

    def _panels(self, drawing: Drawing, view: View[SandState], size: TileSize) -> None:
        width, height = drawing.picture.width, drawing.picture.height
        info, layers = self.building_info(view), self._layers
        top, left = 1 + 5 * size.height, 3 + 6 * size.pitch
        own_stock.draw_own_stock(layers, drawing, view, Rect(0, top, left - 1, height - top), info)
        area = Rect(left + 1, 0, width - left - 2, height)
        y = building_cards.draw_buildings(layers, drawing, view, area, info)
        rest = Rect(area.x, y, area.width, height - y)
        s: SandState = view.state
        if s.looked:
            note = rivals.rivals_line(view, area.width - cells.width(view.say(building_cards.KEEP)) - 1)
            building_cards.draw_power_cards(drawing, view, rest, info, note)
            return
        if not drawing.places.keys() >= {(RING, tile.id) for tile in self._circle_focus(view)}:
            circle.draw_rest_of_circle(
                drawing, view, rest, rivals.rivals_line(view, area.width - cells.width(view.say(circle.CIRCLE)) - 1)
            )
            return
        told = rivals.room_for_log(view, rest)
        if s.rulings.solo:
            rivals.draw_solo_progress(drawing, view, rest)
        else:
            rivals.draw_rivals(layers, drawing, view, rest)
        drawing.log = told
        layers.paint_part(
            drawing, "log", told, view.look, view.log, lambda part, area: draw_log(part.picture, view, area)
        )

    def _circle_focus(self, view: View[SandState]) -> list[RuneTile]:
        """Returns the tiles of the circle that must be visible now: for the blue power, or under the cursor."""
        tiles = [components().tiles[tile] for tile in view.state.circle]
        zones = {zone for zone, _ in view.selection.picks} if view.selection else set()
        point = view.state.todo[0][0] if view.state.todo else ""
        if point == "BLUE2" or (POWER in zones and any(zone == RING for zone, _ in view.targets)):
            return tiles
        return [tile for tile in tiles if view.cursor == (RING, tile.id)]

    def _spotlight(self, view: View[SandState]) -> tuple[int, int]:
        """Returns what the building under the cursor lacks, and the boxes where it lies or is nearest."""
        card, boxes = board.building_focus(view)
        near = self.building_info(view).near.get(card) if card is not None else None
        if near is None:
            # The cursor may still be on a building that was just completed.
            return 0, 0
        return (0, boxes) if boxes else (near.lacking, _boxes_of(near.pieces))

    def _mark_completable(self, drawing: Drawing, view: View[SandState]) -> None:
        """Marks the buildings that the choice under the cursor would make ready."""
        choice = self._single_choice(view)
        if choice is None:
            return
        if self._after is None or self._after[0] is not choice:
            then = SAND.apply(choice.state, view.seat, choice.action)
            made = frozenset(ready_cards(then, then.magicians[view.seat])) - frozenset(
                self.completable_buildings(view.state, view.seat)
            )
            self._after = (choice, made)
        look = view.look
        for card in self._after[1]:
            rect = drawing.places.get((CARD, components().cards[card].id))
            if rect:
                drawing.picture.put(rect.x, rect.y, look.glyphs.legal_strong, look.accent)

    def _single_choice(self, view: View[SandState]) -> ActionChoice[SandState] | None:
        """Returns the only choice under the cursor if it changes the board, otherwise None."""
        if view.selection is None or view.cursor is None or view.cursor[0] != OWN:
            return None
        aimed = self.targets_at(view, view.cursor)
        if aimed[0][0] == LAY and not self._placements.is_legal(view, GRID.numbers[view.cursor[1]]):
            return None
        fitting = view.selection.matching(*aimed)
        only = len(fitting) == 1 and fitting[0].action.verb in ("place", "disk", "move", "green", "fill")
        return fitting[0] if only else None


def fit_board_size(width: int, height: int, wanted: str) -> TileSize:
    """Returns the largest size that leaves room for everything else, or the wanted one."""
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


def _covered(view: CursorContext[SandState], tile: int, box: int, magician: Magician) -> int:
    """Returns the number of pieces that the tile in hand would cover."""
    return sum(magician.occupied >> each & 1 for each, _ in laid_tile(tile, view.rotation, view.flipped, box))
