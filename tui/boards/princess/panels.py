"""The panels beside the tableau: the display, the runes in play, the other hunters and the log."""

from __future__ import annotations

from functools import partial

from tilehall.engine import SeatNo, Text, TextArgument, Who, join_spaces, literal_text, name_text
from tilehall.engine.games.princess import (
    EMPTY,
    HOLE,
    LATTICE,
    UNREACHABLE,
    PrincessHunter,
    PrincessState,
    Tableau,
    bits,
    components,
    victim_seat,
)
from tilehall.engine.games.princess.names import symbol
from tilehall.tui.boards.layers import Layers, cursor_within
from tilehall.tui.boards.log_panel import NOBODY, drop_cut_sentence, wrap_sentence
from tilehall.tui.boards.panel import draw_box, draw_titled_panel
from tilehall.tui.boards.princess import rune_cards
from tilehall.tui.boards.princess.layout import ROW, CardSize, PrincessLayout, rune_lines
from tilehall.tui.boards.princess.pieces import (
    DECK,
    DISPLAY,
    HOLD,
    HUNTER,
    IN_HAND,
    PILE,
    RUNE,
    STOCK,
    TAKING,
    THEIRS,
    RuneCache,
    RuneStatus,
    draw_tile,
    hue_of,
    small_tableau_corner,
    tile_in_hand,
    tile_symbols,
)
from tilehall.tui.boards.short_names import fit_player_sentence, fit_text
from tilehall.tui.boards.tiles import TileSize, draw_cursor, draw_plate
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine, put_line

SPRITES_ROOM = 5
"""Columns that the gems and sprites of another hunter need."""
HELD_ROOM, SHORTEST = 7, 3
"""The fewest columns of another hunter's held rune, and of the hunter's name."""
HELD = 4
"""The number of the held card's place, after the row."""


def draw_panels(
    layers: Layers, drawing: Drawing, view: View[PrincessState], rune_cache: RuneCache, plan: PrincessLayout
) -> None:
    """Draws everything but the manor and the viewer's tableau."""
    s, look = view.state, view.look
    if all(hunter.tableau.tops for hunter in s.hunters):
        lit = bool(view.selection and view.selection.decision.kind in TAKING and not view.selection.picks)
        shown: object = (
            s.display,
            s.tiles_left,
            tile_in_hand(view),
            lit,
            cursor_within(view, DISPLAY),
            view.hint_places,
            plan,
        )
        layers.paint_part(drawing, "display", plan.display, look, shown, partial(_display, view, plan, lit))
        _runes(layers, drawing, view, rune_cache, plan)
    else:
        above = Rect(plan.display.x, plan.display.y, plan.display.width, plan.display.height + plan.runes.height)
        layers.paint_part(drawing, "before", above, look, plan, partial(_draw_introduction, view, plan))
    _hunters(layers, drawing, view, plan)
    told = partial(_draw_log, view, plan.framed, not plan.crowded)
    drawing.log = plan.log
    layers.paint_part(drawing, "log", plan.log, look, (view.log, view.names, plan), told)


def draw_noted_panel(picture: Picture, area: Rect, framed: bool, look: Look, title: Text, *notes: Text) -> Rect:
    """Draws a titled panel with the first of `notes` that fits, and returns the area inside."""
    said = look.say(title)
    note = fit_text(look, area.width - cells.width(said) - 2 - 7 * framed, *notes) if notes else ""
    return draw_titled_panel(picture, area, said, look, note, framed)


# --- the display --------------------------------------------------------------------------------------------------


def _display(view: View[PrincessState], plan: PrincessLayout, lit: bool, drawing: Drawing, area: Rect) -> None:
    inside = draw_noted_panel(drawing.picture, area, plan.framed, view.look, Text("Display"), *_left(view.state))
    drawing.sight_areas[PILE, ""] = Rect(area.x, area.y, area.width, 1)
    draw_display(drawing, view, inside, plan.tiles, lit)


def draw_display(drawing: Drawing, view: View[PrincessState], area: Rect, size: TileSize, lit: bool = True) -> None:
    """Draws the tiles of the display, with digits while one may be taken, and the tile in hand."""
    look, s, hand = view.look, view.state, tile_in_hand(view)
    for n, kind in enumerate(dict.fromkeys(s.display)):
        place = (DISPLAY, components().kinds[kind])
        at = area.x + n * (size.pitch + 1)
        rect = Rect(at + 1, area.y, size.width, size.height)
        drawing.places[place] = rect
        ground = draw_tile(drawing.picture, rect.x, rect.y, size, kind, look)
        if lit:
            drawing.picture.put(at, area.y, str(n + 1), look.accent)
        count = s.display.count(kind)
        if count > 1:
            drawing.picture.put(rect.x + size.width - 2, rect.y, f"x{count}", ground)
        if place in view.hint_places:
            drawing.picture.put(rect.x, rect.y, look.glyphs.hint, ground)
        if view.cursor == place:
            draw_cursor(drawing.picture, rect.x, rect.y, size, ground, look)
    if hand is not None:
        at = area.x + area.width - size.width
        room = at - 1 - (area.x + len(set(s.display)) * (size.pitch + 1))
        _in_hand_beside(drawing.picture, view, at - 1, area.y, room)
        draw_tile(drawing.picture, at, area.y, size, hand, look)
        drawing.sight_areas[IN_HAND, components().kinds[hand]] = Rect(at, area.y, size.width, size.height)


def _in_hand_beside(picture: Picture, view: View[PrincessState], x: int, y: int, room: int) -> None:
    """Writes before the tile at the end of the display that it is in hand, as far as columns are free."""
    word = fit_text(view.look, min(room, 14), Text("in your hand"), Text("hand"))
    if cells.width(word) > 2:
        picture.put(x - cells.width(word), y, word, view.look.text)
    picture.put(x - min(room, 4), y + 1, view.look.glyphs.arrow_right * min(room, 4), view.look.text)


def _left(s: PrincessState) -> tuple[Text, ...]:
    """Returns how long the game still lasts, in full and in short."""
    tiles = Text("{n} tile left", "{n} tiles left", n=s.tiles_left)
    rounds = Text("{n} round", "{n} rounds", n=s.tiles_left // s.rulings.players)
    short = (Text("{tiles}, {rounds}", tiles=tiles, rounds=rounds), tiles)
    if s.finished:
        return short
    after = Text("{n} tile", "{n} tiles", n=s.tiles_left)
    return (Text("the witch returns after {tiles}: {rounds}", tiles=after, rounds=rounds), *short)


# --- the runes ----------------------------------------------------------------------------------------------------


def _runes(
    layers: Layers, drawing: Drawing, view: View[PrincessState], rune_cache: RuneCache, plan: PrincessLayout
) -> None:
    """Draws the row, the held card and the sprites: six places, each cached on its own."""
    s, look, hunter, area = view.state, view.look, view.state.hunters[view.seat], plan.runes
    titled = area.height > rune_lines(plan.card, plan.across)
    if titled:
        rule, known = Rect(area.x, area.y, area.width, 1), (hunter, s.row)
        layers.paint_part(drawing, "runes", rule, look, known, partial(_rule, view, rune_cache))
    spots = rune_slots(Rect(area.x, area.y + titled, area.width, area.height - titled), plan)
    for n, (spot, number) in enumerate(zip(spots, (*s.row, hunter.held), strict=False)):
        place = (RUNE, components().cards[number].id) if number != HOLE else (RUNE, "")
        shown = (number, hunter.tableau, n == HELD, *place_marks(view, place))
        layers.paint_part(
            drawing, (RUNE, n), spot, look, shown, partial(_slot, view, rune_cache, number, n == HELD, plan.card)
        )
    stock = (hunter, view.cursor == (STOCK, "mine"))
    layers.paint_part(drawing, STOCK, spots[-1], look, stock, partial(_stock, view))


def place_marks(view: View[PrincessState], place: Place) -> tuple[bool, bool, bool]:
    """Returns whether the cursor, the hint and a choice are at a place."""
    return view.cursor == place, place in view.hint_places, place in view.targets


def _rule(view: View[PrincessState], rune_cache: RuneCache, drawing: Drawing, area: Rect) -> None:
    draw_noted_panel(drawing.picture, area, False, view.look, Text("Runes"), *_next_rune(view, rune_cache))
    drawing.sight_areas[DECK, ""] = area


def _slot(
    view: View[PrincessState],
    rune_cache: RuneCache,
    number: int,
    held: bool,
    size: CardSize,
    drawing: Drawing,
    area: Rect,
) -> None:
    """Draws one place for a card."""
    if number != HOLE:
        rune_cards.draw_rune(drawing, view, rune_cache, number, area, size)
        if held:
            rune_cards.draw_holder_mark(drawing.picture, area, view)
    elif held:
        rune_cards.draw_empty_slot(drawing.picture, area, view.look)
        drawing.sight_areas[HOLD, ""] = area
    else:
        rune_cards.draw_card_back(drawing.picture, area, view.look)
        drawing.sight_areas[DECK, ""] = area


def _stock(view: View[PrincessState], drawing: Drawing, area: Rect) -> None:
    rune_cards.draw_sprites(drawing, view, area)


def rune_slots(inside: Rect, plan: PrincessLayout) -> list[Rect]:
    """Returns the areas of four cards, of the held card, and of the sprites."""
    card, across = plan.card, plan.across
    pitch = max(card.width, min(card.width + 2, (inside.width + 1) // across))
    spots = [Rect(inside.x + n % across * pitch, inside.y + n // across * card.height, *card[:2]) for n in range(6)]
    if across == ROW:
        spots[5] = Rect(inside.x, inside.y + card.height, inside.width, 1)
    return spots


def _next_rune(view: View[PrincessState], rune_cache: RuneCache) -> tuple[Text, ...]:
    """Returns how many runes are ready now."""
    tableau = view.state.hunters[view.seat].tableau
    numbers = [n for n in (*view.state.row, view.state.hunters[view.seat].held) if n != HOLE]
    ready = sum(rune_cache.status(tableau, number).worth > 0 for number in numbers)
    if not ready:
        return (Text("none is ready"),)
    return (Text("{n} is ready", "{n} are ready", n=ready),)


def _draw_introduction(view: View[PrincessState], plan: PrincessLayout, drawing: Drawing, area: Rect) -> None:
    """Draws the goal of the game and the runes face down, while boards are being chosen."""
    look, picture = view.look, drawing.picture
    above = Rect(area.x, area.y, area.width, area.height - rune_lines(plan.card, plan.across))
    inside = draw_noted_panel(picture, above, plan.framed, look, Text("The race"))
    sentences = [Text("Runes laid from tiles move your pawn."), Text("First at the GOAL scores most.")]
    if inside.height > 2:
        sentences[0] = Text("Lay tiles in the patterns of rune cards: each rune that you declare moves your pawn.")
        sentences.append(Text("Tiles and runes are turned up when everybody has chosen a side."))
    about_it = view.say(join_spaces(sentences))
    for n, line in enumerate(cells.fold(about_it, inside.width, inside.height, look.glyphs.ellipsis)):
        picture.put(inside.x, inside.y + n, line, look.text)
    below = Rect(area.x, area.y + above.height, area.width, area.height - above.height)
    spots = rune_slots(below, plan)
    for spot in spots[:4]:
        rune_cards.draw_card_back(picture, spot, look)
        drawing.sight_areas[DECK, ""] = spot
    rune_cards.draw_empty_slot(picture, spots[4], look)
    drawing.sight_areas[HOLD, ""] = spots[4]
    rune_cards.draw_sprites(drawing, view, spots[5])


# --- the other hunters --------------------------------------------------------------------------------------------


def _hunters(layers: Layers, drawing: Drawing, view: View[PrincessState], plan: PrincessLayout) -> None:
    """Draws the other hunters, and the viewer as well while another hunter's board is shown large."""
    s = view.state
    shown_large = view.seat
    if view.selection and view.selection.decision.kind == "STEAL_PICK":
        shown_large = victim_seat(s, view.seat)
    others = [(view.seat + n) % s.rulings.players for n in range(s.rulings.players)]
    others = [seat for seat in others if seat != shown_large]
    area = plan.hunters
    pitch = area.width // len(others)
    for n, seat in enumerate(others):
        active, fresh = s.seat == seat and bool(s.todo), view.marks if view.marked_seat == seat else None
        shown = (s.hunters[seat], s.carrier == seat, active, fresh, view.names, cursor_within(view, HUNTER), plan)
        spot = Rect(area.x + n * pitch, area.y, pitch - (pitch > 12), area.height)
        layers.paint_part(drawing, (HUNTER, seat), spot, view.look, shown, partial(_hunter, view, seat, plan))


def _hunter(view: View[PrincessState], seat: SeatNo, plan: PrincessLayout, drawing: Drawing, area: Rect) -> None:
    """Draws another hunter: name, space, tiles, and the holdings in words."""
    size, picture, look, hunter = plan.neighbour, drawing.picture, view.look, view.state.hunters[seat]
    place = (HUNTER, str(seat))
    here = view.cursor == place
    coordinates = size.height > 1
    left, top = (2, 2) if coordinates else (1, 1)
    board = Rect(area.x + left, area.y + top, 5 * size.width, 5 * size.height)
    drawing.places[place] = Rect(area.x, area.y, board.width + left, top + board.height)
    first = small_tableau_corner(hunter.tableau)
    if plan.crowded:
        # Without a line of their own, the letters of the columns share the line of the name, which stands after them.
        _letters(picture, board, area.y, first, size, look)
        titled = Rect(board.x + board.width + 1, area.y, area.x + area.width - board.x - board.width - 1, 1)
        _holdings_after(picture, view, seat, _draw_name(picture, view, seat, titled, _least(view, seat), here), area)
    else:
        _draw_name(picture, view, seat, Rect(area.x, area.y, min(area.width, board.width + left), 1), 0, here)
        _holdings(picture, view, seat, area, board)
    if coordinates:
        _letters(picture, board, board.y - 1, first, size, look)
    _row_numbers(picture, board, first, size, look)
    draw_small_tableau(drawing, board.x, board.y, first, hunter.tableau, size, look, view, seat)


def _draw_name(picture: Picture, view: View[PrincessState], seat: SeatNo, area: Rect, kept: int, here: bool) -> int:
    """Draws the name with the seat's mark and the carrier's crown, keeps columns free after it, returns its end."""
    look = view.look
    end = picture.put(area.x, area.y, look.glyphs.seat(seat), look.pawn(seat)) + 1
    crown = f" {look.glyphs.princess}" if view.state.carrier == seat else ""
    called = look.clip(view.names[seat], max(SHORTEST, area.width - 2 - len(crown) - kept))
    if here:
        end = picture.put(end - 1, area.y, look.glyphs.cursor_l, look.accent)
    end = picture.put(end, area.y, called, look.seat(seat))
    end = picture.put(end, area.y, crown, look.strong)
    if here:
        picture.put(end, area.y, look.glyphs.cursor_r, look.accent)
    return end


def _holdings(picture: Picture, view: View[PrincessState], seat: SeatNo, area: Rect, board: Rect) -> None:
    """Draws gems, sprites and the held rune: below the tiles, or beside them if there is room."""
    look, hunter = view.look, view.state.hunters[seat]
    lines = _holding_lines(view, seat)
    below = area.y + area.height - board.y - board.height
    if below >= 1:
        for n, texts in enumerate(lines[: min(2, below)]):
            picture.put(area.x, board.y + board.height + n, fit_text(look, area.width - 1, *texts), look.text)
        return
    room = area.x + area.width - board.x - board.width - 1
    if room < SPRITES_ROOM:
        _held_after(picture, view, seat, area)
        return
    held = rune_cards.held_rune_name(hunter)
    beside = [(literal_text(rune_cards.gem_signs(look, hunter)),), lines[1], *(((held,),) if held else ())]
    for n, texts in enumerate(beside[: board.height]):
        picture.put(board.x + board.width + 1, board.y + n, fit_text(look, room, *texts), look.text)


def _held_after(picture: Picture, view: View[PrincessState], seat: SeatNo, area: Rect) -> None:
    """Draws only the held rune after the name, where there is no room for more."""
    held = rune_cards.held_rune_name(view.state.hunters[seat])
    used = 3 + cells.width(view.names[seat]) + 2 * (view.state.carrier == seat)
    room = area.width - used - 1
    if held and room > 1:
        words = view.say(held)
        # Two letters say more than one letter and an ellipsis.
        words = view.look.clip(words, room) if room > 2 else cells.clip(words, room, "")
        picture.put(area.x + used, area.y, words, view.look.text)


def _least(view: View[PrincessState], seat: SeatNo) -> int:
    """Returns the columns that gems, sprites and the beginning of the held rune need after a name."""
    held, hunter = rune_cards.held_rune_name(view.state.hunters[seat]), view.state.hunters[seat]
    signs = cells.width(_sprite_signs(view.look, hunter)) + 1 + cells.width(rune_cards.gem_signs(view.look, hunter))
    return signs + 2 + (1 + min(HELD_ROOM, cells.width(view.say(held))) if held else 0)


def _holdings_after(picture: Picture, view: View[PrincessState], seat: SeatNo, x: int, area: Rect) -> None:
    """Draws gems, sprites and the held rune after the name."""
    look, hunter = view.look, view.state.hunters[seat]
    having: dict[str, TextArgument] = {
        "gems": rune_cards.gem_signs(look, hunter),
        "extra": hunter.extra,
        "gem": hunter.gem,
    }
    held = rune_cards.held_rune_name(hunter)
    signs: dict[str, TextArgument] = {
        "gems": rune_cards.gem_signs(look, hunter),
        "sprites": _sprite_signs(look, hunter),
    }
    texts = (
        Text("{gems} sprites {extra} tile {gem} gem, {rune}", rune=held or Text("no rune"), **having),
        Text("{gems} {extra} tile {gem} gem, {rune}", rune=held or Text("no rune"), **having),
        Text("{sprites} {gems} {rune}", rune=held, **signs) if held else Text("{sprites} {gems}", **signs),
    )
    room = area.x + area.width - x - 2
    words = fit_text(look, room, *texts)
    picture.fill(x + 1, area.y, area.width + area.x - x - 1, 1, look.line, look.glyphs.line_h)
    picture.put(area.x + area.width - cells.width(words) - 1, area.y, " ", look.line)
    picture.put(area.x + area.width - cells.width(words), area.y, words, look.text)


def _holding_lines(view: View[PrincessState], seat: SeatNo) -> list[tuple[Text, ...]]:
    """Returns what a hunter has, line by line, each in full and in short."""
    look, hunter = view.look, view.state.hunters[seat]
    gems, held = rune_cards.gem_signs(look, hunter), rune_cards.held_rune_name(hunter)
    having: dict[str, TextArgument] = {"gems": gems}
    first = (
        (Text("{gems} holds {rune}", rune=held, **having), Text("{gems} {rune}", rune=held, **having))
        if held
        else (Text("{gems} holds no rune", **having), literal_text(gems))
    )
    stock: dict[str, TextArgument] = {"extra": hunter.extra, "gem": hunter.gem}
    return [
        first,
        (
            Text("sprites: {extra} tile, {gem} gem", **stock),
            Text("{extra} tile {gem} gem", **stock),
            literal_text(_sprite_signs(look, hunter)),
        ),
    ]


def _sprite_signs(look: Look, hunter: PrincessHunter) -> str:
    """Returns the signs of a hunter's remaining sprites: for a tile, for a gem."""
    return f"{look.glyphs.pattern_on}{hunter.extra} {look.glyphs.gem}{hunter.gem}"


def _letters(picture: Picture, board: Rect, y: int, first: tuple[int, int], size: TileSize, look: Look) -> None:
    """Draws the names of the columns above them."""
    for n in range(5):
        picture.put(board.x + n * size.width + (size.width - 1) // 2, y, "ABCDEFGH"[first[1] + n], look.muted)


def _row_numbers(picture: Picture, board: Rect, first: tuple[int, int], size: TileSize, look: Look) -> None:
    x = board.x - (2 if size.height > 1 else 1)
    for n in range(5):
        picture.put(x, board.y + n * size.height + size.height // 2, str(first[0] + n + 1), look.muted)


def draw_small_tableau(
    drawing: Drawing,
    x: int,
    y: int,
    first: tuple[int, int],
    tableau: Tableau,
    size: TileSize,
    look: Look,
    view: View[PrincessState],
    seat: SeatNo,
) -> None:
    """Draws the 5x5 cells around another hunter's tiles."""
    picture, fresh = drawing.picture, view.marks if view.marked_seat == seat else frozenset()
    for row in range(5):
        for column in range(5):
            r, c = first[0] + row, first[1] + column
            at = Rect(x + column * size.width, y + row * size.height, size.width, size.height)
            cell = 8 * r + c
            if not tableau.tops or tableau.tops[cell] == EMPTY:
                ground = look.style(look.palette.grid, look.palette.lattice)
                picture.fill(*at, ground)
                if look.dotted or (row + column) % 2 == 0:
                    picture.put(at.x + (size.width - 1) // 2, at.y + size.height // 2, look.glyphs.dot, ground)
                continue
            _small_cell(picture, at, tableau, cell, LATTICE.name(cell) in fresh, look)
            drawing.sight_areas[THEIRS[seat], LATTICE.name(cell)] = at


def _small_cell(picture: Picture, at: Rect, tableau: Tableau, cell: int, fresh: bool, look: Look) -> None:
    hue = hue_of(look, tableau.tops[cell])
    style = look.face(hue) if fresh or at.height > 1 else look.style(hue.ink, hue.face)
    if at.height > 1:
        draw_plate(picture, at.x, at.y, at.width, at.height, style, look)
        if look.colourless:
            draw_box(picture, at, style, look)
    else:
        picture.fill(*at, style)
    picture.put(at.x + (at.width - 2) // 2, at.y + at.height // 2, tile_symbols(tableau.tops[cell], look), style)
    if tableau.gems >> cell & 1:
        where = (at.x + at.width - 1, at.y) if at.width > 2 else (at.x + 1, at.y)
        picture.put(*where, look.glyphs.gem, style)
    if fresh and at.height > 1:
        picture.put(at.x, at.y + at.height - 1, look.glyphs.last, style)


# --- the log ------------------------------------------------------------------------------------------------------

GREAT_EVENTS = frozenset({"declare", "carrier", "passages", "goal", "theft", "steal", "witch", "final"})
"""The events that turn a game: the log names the player again and sets a mark before them."""


def _draw_log(view: View[PrincessState], framed: bool, titled: bool, drawing: Drawing, area: Rect) -> None:
    """Draws the latest sentences of the log, the newest below; nothing where there is no room for it."""
    if area.height < 2 or area.width < 20:
        return
    title = view.say(Text("Log"))
    inside = draw_titled_panel(drawing.picture, area, title, view.look, "", framed) if titled else area
    lines = _log_lines(view, inside.width, inside.height) if inside.height > 0 else []
    for y, line in enumerate(lines, inside.y):
        put_line(drawing.picture, inside.x, y, line)


def _log_lines(view: View[PrincessState], width: int, height: int) -> list[StyledLine]:
    """The latest sentences of the log, as many lines as fit."""
    lines: list[StyledLine] = []
    acting, before = NOBODY, False
    for entry in view.log[-height:]:
        great = entry.key in GREAT_EVENTS
        goes_on = entry.seat == acting and not great and not before
        lines += wrap_sentence(
            entry.text, entry.seat, goes_on, view.chips, view.look, tuple(view.names), width, great=great
        )
        if entry.seat >= 0 or acting == NOBODY:
            acting, before = entry.seat, great
    return lines if len(lines) <= height else drop_cut_sentence(lines[-height:])


# --- in large -----------------------------------------------------------------------------------------------------

BIG = CardSize(25, 8, 2, 1)
"""The size of a card in the hand view, with what each hunter lacks beside its pattern."""


def draw_big_card(
    drawing: Drawing, view: View[PrincessState], rune_cache: RuneCache, number: int, x: int, y: int
) -> None:
    """Draws a card with what it needs, and how near the other hunters are."""
    look, card, picture = view.look, components().cards[number], drawing.picture
    place, held = (RUNE, card.id), number == view.state.hunters[view.seat].held
    area = Rect(x, y, BIG.width, BIG.height)
    drawing.places[place] = area
    rune_cards.draw_outline(picture, area, view, False, place in view.targets, view.cursor == place)
    title = Text("{rune}, held", rune=name_text(card.name)) if held else Text("{rune}", rune=name_text(card.name))
    rune_cards.draw_card_title(picture, area, look, title, look.strong)
    tableau = view.state.hunters[view.seat].tableau
    near = rune_cache.status(tableau, number)
    ink = look.palette.good if near.worth else look.palette.ghost
    rune_cards.draw_pattern(picture, Rect(x + 1, y + 2, 8, 4), card, ink, look, BIG)
    style = look.good if near.worth else look.text
    room = BIG.width - 11
    lines = [(fit_text(look, room, *texts), style) for texts in _needs(card.id, tableau, near)]
    for other in (seat for seat in range(len(view.names)) if seat != view.seat):
        lacks = rune_cache.nearness(view.state.hunters[other].tableau, number).missing
        text = Text("{who} lacks {missing}", who=Who(other), missing=lacks)
        if lacks >= UNREACHABLE:
            text = Text("{who}: no room", who=Who(other))
        lines.append((fit_player_sentence(look, text, view.names, other, room), look.muted))
    for n, (words, ink_of) in enumerate(lines[: BIG.height - 2]):
        picture.put(x + 10, y + 1 + n, words, ink_of)


def _needs(card: str, tableau: Tableau, standing: RuneStatus) -> list[tuple[Text, ...]]:
    """Returns what a rune is worth and lacks, in a few short lines."""
    near, printed = standing.near, components().cards[components().card_numbers[card]]
    missing = near.cells & ~tableau.marks[near.attribute]
    lines = [rune_cards.steps_texts(printed), rune_cards.state_texts(standing)]
    if missing and near.missing < UNREACHABLE and not standing.worth:
        where = join_spaces(map(LATTICE.name, bits(missing)))
        attribute = symbol(near.attribute)
        lines.append((Text("{attribute}: {cells}", attribute=attribute, cells=where), where))
    return lines
