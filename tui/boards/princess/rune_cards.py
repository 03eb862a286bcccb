"""Draws rune cards: frame, name, steps, the pattern as small tiles, and what is lacking in words."""

from __future__ import annotations

from rich.style import Style

from tilehall.engine import Text, TextArgument, literal_text, name_text
from tilehall.engine.games.princess import HOLE, UNREACHABLE, PrincessHunter, PrincessState, RuneCard, components
from tilehall.themes.colour import is_hex, mix
from tilehall.tui.boards.panel import draw_frame
from tilehall.tui.boards.princess.layout import CardSize
from tilehall.tui.boards.princess.pieces import GEMS, RUNE, STOCK, RuneCache, RuneStatus
from tilehall.tui.boards.short_names import fit_text
from tilehall.tui.boards.tiles import cursor_corners, draw_plate
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture

SHADE = 0.3
"""How much darker every second tile of a pattern is."""


def draw_rune(
    drawing: Drawing, view: View[PrincessState], rune_cache: RuneCache, number: int, area: Rect, size: CardSize
) -> None:
    """Draws one rune card in play."""
    picture, look, card = drawing.picture, view.look, components().cards[number]
    place = (RUNE, card.id)
    drawing.places[place] = area
    near = rune_cache.status(view.state.hunters[view.seat].tableau, number)
    may, held = place in view.targets, number == view.state.hunters[view.seat].held
    inside = draw_outline(picture, area, view, place in view.hint_places, may, view.cursor == place)
    # The holder's mark stands behind the name.
    titled = area._replace(width=area.width - held)
    draw_card_title(
        picture, titled, look, Text("{rune}", rune=name_text(card.name)), look.strong if may or held else look.text
    )
    ready = near.worth > 0
    ink = look.palette.good if ready else look.palette.ghost
    if size.lines:
        words = fit_text(look, inside.width, *steps_texts(card))
        picture.put(inside.x + (inside.width - width(words)) // 2, inside.y, words, look.text)
        draw_pattern(picture, Rect(inside.x, inside.y + 1, inside.width, inside.height - 1), card, ink, look, size)
    else:
        draw_half_pattern(picture, inside.x, inside.y, card, look.on_table(ink), look)
        left = inside.width - 5
        worth = f"{card.value}/{card.lower}" if card.lower else str(card.value)
        picture.put(inside.x + 5, inside.y, look.clip(worth, left), look.text)
        picture.put(inside.x + 5, inside.y + 1, look.clip(look.say(Text("steps")), left), look.muted)
    said = fit_text(look, area.width - 2, *state_texts(near))
    style = look.good if ready else look.text if near.near.missing <= 1 else look.muted
    picture.put(area.x + 1, area.y + area.height - 1, said, style)


def draw_outline(picture: Picture, area: Rect, view: View[PrincessState], hinted: bool, may: bool, here: bool) -> Rect:
    """Draws the frame of a card, bright if it may be chosen, with the cursor if it is there; returns the inside."""
    look = view.look
    draw_frame(picture, area, look, look.accent if may else look.grid)
    if hinted:
        picture.put(area.x + area.width - 2, area.y + area.height - 1, look.glyphs.hint, look.accent)
    if here:
        glyphs, right, bottom = look.glyphs, area.x + area.width - 1, area.y + area.height - 1
        cursor = look.on_table(look.palette.cursor, bold=True)
        for x, y, glyph in cursor_corners(area, look):
            picture.put(x, y, glyph, cursor)
        for y in range(area.y + 1, bottom):
            picture.put(area.x, y, glyphs.cursor_l, cursor)
            picture.put(right, y, glyphs.cursor_r, cursor)
    return Rect(area.x + 1, area.y + 1, area.width - 2, area.height - 2)


def draw_card_title(picture: Picture, area: Rect, look: Look, title: Text, style: Style) -> None:
    """Draws a name in the upper edge of a card, with blanks around it; a long one takes the whole edge."""
    words, room = look.say(title), area.width - 2
    if width(words) + 2 <= room:
        picture.put(area.x + 1, area.y, f" {words} ", style)
    elif width(words) <= area.width - 1:
        picture.put(area.x, area.y, look.fit(f" {words}" if width(words) <= room else words, area.width), style)
    else:
        picture.put(area.x + 1, area.y, look.clip(words, room), style)


def steps_texts(card: RuneCard) -> tuple[Text, ...]:
    """Returns what a card is worth, in full and in short."""
    if card.lower:
        steps: dict[str, TextArgument] = {"steps": card.value, "lower": card.lower}
        return Text("{steps} or {lower} steps", **steps), literal_text(f"{card.value}/{card.lower}")
    return Text("{n} step", "{n} steps", n=card.value), literal_text(str(card.value))


def state_texts(standing: RuneStatus) -> tuple[Text, ...]:
    """Returns how near a rune is to completion, in full and in short."""
    near = standing.near
    if standing.worth:
        return (Text("ready: {n} step", "ready: {n} steps", n=standing.worth), Text("ready"))
    if near.missing >= UNREACHABLE:
        return (Text("no room for it"), Text("no room"))
    if near.missing:
        return (
            Text("lacks {n} tile", "lacks {n} tiles", n=near.missing),
            Text("lacks {n}", n=near.missing),
        )
    return (Text("needs a gem"), Text("no gem"))


def draw_pattern(picture: Picture, area: Rect, card: RuneCard, ink: str, look: Look, size: CardSize) -> None:
    """Draws the formation as small tiles in the middle of an area."""
    wide, high = 1 + max(c for _, c in card.form), 1 + max(r for r, _ in card.form)
    x = area.x + (area.width - wide * size.columns) // 2
    y = area.y + max(0, area.height - high * size.lines) // 2
    for r, c in card.form:
        _small_tile(picture, x + c * size.columns, y + r * size.lines, (r + c) % 2 == 1, ink, look, size)


def _small_tile(picture: Picture, x: int, y: int, odd: bool, ink: str, look: Look, size: CardSize) -> None:
    if look.colourless or not is_hex(ink):
        for line in range(size.lines):
            picture.put(x, y + line, f"[{'_' * (size.columns - 2)}]", look.on_table(ink, bold=True))
        return
    shade = mix(ink, look.palette.background, SHADE) if odd else ink
    draw_plate(picture, x, y, size.columns, size.lines, look.style(look.palette.background, shade), look)


def draw_half_pattern(picture: Picture, x: int, y: int, card: RuneCard, style: Style, look: Look) -> None:
    """Draws two rows of the formation per line, one column for each tile."""
    cells, wide, high = set(card.form), 1 + max(c for _, c in card.form), 1 + max(r for r, _ in card.form)
    glyphs = look.glyphs
    down = high <= 2 and (4 - high) // 2
    for r in range(0, 4, 2):
        for c in range(wide):
            upper, lower = (r - down, c) in cells, (r + 1 - down, c) in cells
            glyph = glyphs.full if upper and lower else glyphs.half_upper if upper else glyphs.half_lower
            if upper or lower:
                picture.put(x + c + (4 - wide) // 2, y + r // 2, glyph, style)


def draw_card_back(picture: Picture, area: Rect, look: Look) -> None:
    """Draws a card that is face down."""
    draw_frame(picture, area, look, look.grid)
    picture.fill(area.x + 1, area.y + 1, area.width - 2, area.height - 2, look.line, look.glyphs.dot)
    picture.put(area.x + area.width // 2, area.y + area.height // 2, look.glyphs.princess, look.muted)


def draw_empty_slot(picture: Picture, area: Rect, look: Look) -> None:
    """Draws the empty place of a held card."""
    draw_frame(picture, area, look, look.line)
    draw_card_title(picture, area, look, Text("to hold"), look.muted)
    words = (Text("no card held yet"), Text("no card"))
    picture.put(area.x + 1, area.y + area.height // 2, fit_text(look, area.width - 2, *words), look.muted)


def draw_sprites(drawing: Drawing, view: View[PrincessState], area: Rect) -> None:
    """Draws the viewer's gems and sprites, as a card or in one line."""
    picture, look, hunter = drawing.picture, view.look, view.state.hunters[view.seat]
    place = (STOCK, "mine")
    drawing.places[place] = area
    if area.height == 1:
        _sprites_in_line(drawing, view, area, view.cursor == place)
        return
    inside = draw_outline(picture, area, view, False, False, view.cursor == place)
    draw_card_title(picture, area, look, Text("Sprites"), look.text)
    y = inside.y + _sprites_in_card(picture, hunter, inside, look)
    end = picture.put(inside.x, y, gem_signs(look, hunter), look.strong)
    drawing.sight_areas[GEMS, ""] = Rect(inside.x, y, inside.width, 1)
    picture.put(end + 1, y, look.clip(look.say(Text("gems")), inside.x + inside.width - end - 1), look.text)


def _sprites_in_card(picture: Picture, hunter: PrincessHunter, inside: Rect, look: Look) -> int:
    """Draws a line for each kind of sprite, or both in one if there are only two lines; returns the number of lines."""
    words = _sprite_words(look, hunter)
    if inside.height > len(words):
        for y, (sign, uses, *texts) in enumerate(words, inside.y):
            style = look.text if uses else look.muted
            picture.put(inside.x, y, sign, style)
            picture.put(inside.x + 2, y, fit_text(look, inside.width - 2, *texts), style)
        return len(words)
    # Without room for words the signs stand alone, as for the other hunters.
    called = [f"{sign} {look.say(short)}" for sign, _, _, short in words]
    counted = [f"{sign} {uses}" for sign, uses, *_ in words]
    x, fits = inside.x, sum(map(width, called)) + 2 <= inside.width
    for (_, uses, *_), told in zip(words, called if fits else counted, strict=True):
        x = picture.put(x, inside.y, told, look.text if uses else look.muted) + 2
    return 1


def _sprite_words(look: Look, hunter: PrincessHunter) -> list[tuple[str, int, Text, Text]]:
    """Returns for each sprite its sign, its uses left, and its name in full and in short."""
    extra, gem = hunter.extra, hunter.gem
    return [
        (
            look.glyphs.pattern_on,
            extra,
            Text("{n} extra-tile sprite", "{n} extra-tile sprites", n=extra),
            Text("{n} tile", "{n} tile", n=extra),
        ),
        (look.glyphs.gem, gem, Text("{n} gem sprite", "{n} gem sprites", n=gem), Text("{n} gem", "{n} gem", n=gem)),
    ]


def _sprites_in_line(drawing: Drawing, view: View[PrincessState], area: Rect, here: bool) -> None:
    picture, look, hunter = drawing.picture, view.look, view.state.hunters[view.seat]
    words = look.clip(look.say(Text("{gems} gems", gems=gem_signs(look, hunter))), area.width - 2)
    x = picture.put(area.x + 1, area.y, words, look.strong) + 2
    drawing.sight_areas[GEMS, ""] = Rect(area.x + 1, area.y, width(words), 1)
    for sign, uses, *texts in _sprite_words(look, hunter):
        style = look.text if uses else look.muted
        room = area.x + area.width - 1 - x
        if room > 4:
            x = (
                picture.put(picture.put(x, area.y, sign, style) + 1, area.y, fit_text(look, room - 2, *texts), style)
                + 2
            )
    if here:
        picture.put(area.x, area.y, look.glyphs.cursor_l, look.on_table(look.palette.cursor, bold=True))
        picture.put(
            area.x + area.width - 1, area.y, look.glyphs.cursor_r, look.on_table(look.palette.cursor, bold=True)
        )


def gem_signs(look: Look, hunter: PrincessHunter) -> str:
    """Returns the signs of a hunter's gems, full ones for those in the supply."""
    return look.glyphs.gem * hunter.supply + look.glyphs.gem_small * (components().gems - hunter.supply)


def held_rune_name(hunter: PrincessHunter) -> Text | None:
    """Returns the name of a hunter's held rune, None without one."""
    return None if hunter.held == HOLE else name_text(components().cards[hunter.held].name)


def draw_holder_mark(picture: Picture, area: Rect, view: View[PrincessState]) -> None:
    """Draws the mark of the hunter who holds the card and alone may complete it."""
    picture.put(area.x + area.width - 2, area.y, view.look.glyphs.seat(view.seat), view.look.pawn(view.seat))
