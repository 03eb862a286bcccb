"""Describes the places of the princess' table: what is there, and what a rune lacks."""

from __future__ import annotations

from tilehall.engine import SeatNo, Text, TextArgument, Who, join_commas, join_spaces, literal_text
from tilehall.engine import name_text as named
from tilehall.engine.games.princess import (
    HOLE,
    LATTICE,
    UNREACHABLE,
    PrincessHunter,
    PrincessState,
    RuneCard,
    Tableau,
    bits,
    components,
    victim_seat,
)
from tilehall.engine.games.princess.names import rune, symbol, tile
from tilehall.tui.boards.princess.pieces import (
    DISPLAY,
    HUNTER,
    OWN,
    PASSAGES,
    PRINCESS,
    RUNE,
    SIDE,
    STOCK,
    VICTIM,
    WAY,
    RuneCache,
    RuneStatus,
    kind_words,
    small_tableau_corner,
)
from tilehall.tui.player.view import CursorContext
from tilehall.tui.terminal.output.drawing import Place

RUNES_TOLD = Text(
    "Every tile has an element and a sky sign. A rune lies ready where all tiles of its pattern share one of the two, "
    "and a gem of yours is on one of them."
)
COMBO_TOLD = Text("combo: +1 step for every rune after the first in a turn")
TOLL_TOLD = Text("toll: a move to the princess or past her is 2 steps shorter")


def passages_text() -> Text:
    """Returns when the passages open."""
    opening = components().opening
    return Text("passages: locked until a pawn ends on space {n} or beyond", n=opening)


def rune_title(view: CursorContext[PrincessState], card: int) -> Text:
    """Returns the name of a rune; of two cards with one name also which of them."""
    s, called = view.state, components().cards[card].name
    held = s.hunters[view.seat].held
    twins = [n for n in (*s.row, held) if n != HOLE and components().cards[n].name == called]
    if len(twins) < 2:
        return Text("{rune}", rune=rune(card))
    if card == held:
        return Text("your {rune}", rune=rune(card))
    number = s.row.index(card) + 1 if card in s.row else 0
    return Text("{rune} (card {number})", rune=rune(card), number=number)


def describe(rune_cache: RuneCache, view: CursorContext[PrincessState], place: Place) -> Text:
    """Describes what is at this place."""
    zone, word = place
    if zone in (OWN, VICTIM):
        return _cell(view, zone, word)
    if zone == DISPLAY:
        number = components().kind_numbers[word]
        return Text("{tile}, {symbols}, in the display.", tile=tile(number), symbols=kind_words(number))
    if zone == RUNE:
        return _card(rune_cache, view, components().card_numbers[word])
    if zone == STOCK:
        return _stock(view.state.hunters[view.seat])
    if zone == HUNTER:
        return _hunter(view, int(word))
    if zone == WAY:
        return _way(view, word)
    return Text("Side {side} of your board.", side=word) if zone == SIDE else literal_text(word)


def _cell(view: CursorContext[PrincessState], zone: str, name: str) -> Text:
    s, cell = view.state, LATTICE.numbers[name]
    seat = victim_seat(s, view.seat) if zone == VICTIM else view.seat
    tableau: Tableau = s.hunters[seat].tableau
    layers = tableau.kinds_at(cell) if tableau.tops else ()
    if not layers:
        inside = tableau.room >> cell & 1 if tableau.tops else True
        return Text("{cell}: empty." if inside else "{cell}: empty, beyond your 5x5 frame.", cell=name)
    top = Text(
        "{cell}: {tile}, {symbols}, with a gem" if tableau.gems >> cell & 1 else "{cell}: {tile}, {symbols}",
        cell=name,
        tile=tile(layers[-1]),
        symbols=kind_words(layers[-1]),
    )
    if not layers[1:]:
        return Text("{tile}.", tile=top)
    return Text("{tile}; below it {tiles}.", tile=top, tiles=join_commas(map(tile, layers[-2::-1])))


def _card(rune_cache: RuneCache, view: CursorContext[PrincessState], number: int) -> Text:
    """Describes a rune card: its steps, its pattern, and what it lacks on whose board."""
    card, tableau = components().cards[number], view.state.hunters[view.seat].tableau
    return Text(
        "{rune}, {steps}: {state}.",
        rune=rune_title(view, number),
        steps=_steps(card),
        state=_state(card, tableau, rune_cache.status(tableau, number)),
    )


def _steps(card: RuneCard) -> Text:
    if card.lower:
        return Text("{steps} steps, or {lower} with one odd tile", steps=card.value, lower=card.lower)
    return Text("{n} step", "{n} steps", n=card.value)


def _state(card: RuneCard, tableau: Tableau, standing: RuneStatus) -> Text:
    near = standing.near
    if standing.worth:
        return Text(
            "ready, it can be declared for {n} step", "ready, it can be declared for {n} steps", n=standing.worth
        )
    if not tableau.tops:
        return Text("{n} tiles of one element or one sky sign in this pattern", n=len(card.form))
    if near.missing >= UNREACHABLE:
        return Text("no room is left for it")
    kind: dict[str, TextArgument] = {"attribute": symbol(near.attribute)}
    if not near.missing:
        return Text("complete in {attribute}, but no gem of yours stands in it", **kind)
    cells = join_commas(map(LATTICE.name, bits(near.cells & ~tableau.marks[near.attribute])))
    lacking = Text(
        "lacks {n} tile of {attribute}, on {cells}",
        "lacks {n} tiles of {attribute}, on {cells}",
        n=near.missing,
        cells=cells,
        **kind,
    )
    return lacking if near.gem else Text("{lacking}, and a gem in it", lacking=lacking)


def _way(view: CursorContext[PrincessState], name: str) -> Text:
    """Describes a figure above the rooms: the viewer's way, the passages, the princess."""
    if name == PASSAGES:
        return Text("The passages are open.") if view.state.passages_open else Text("{told}.", told=passages_text())
    if name == PRINCESS:
        return Text("Whoever first reaches the princess carries her, then whoever gets ahead; {toll}.", toll=TOLL_TOLD)
    n = max(0, components().goal - view.state.hunters[view.seat].space)
    return Text("{n} step to the GOAL; {combo}.", "{n} steps to the GOAL; {combo}.", n=n, combo=COMBO_TOLD)


def _stock(hunter: PrincessHunter) -> Text:
    """Describes the viewer's gems and sprites."""
    return join_spaces(
        (
            Text(
                "{n} gem in your supply; a rune needs one on its tiles.",
                "{n} gems in your supply; a rune needs one on its tiles.",
                n=hunter.supply,
            ),
            Text(
                "Sprites: {extra} for an extra tile, {gem} to set or move a gem; each unused use is 2 points.",
                extra=hunter.extra,
                gem=hunter.gem,
            ),
        )
    )


def _hunter(view: CursorContext[PrincessState], seat: SeatNo) -> Text:
    """Describes what another hunter has."""
    hunter, who = view.state.hunters[seat], Who(seat)
    gems = Text("{n} gem in supply", "{n} gems in supply", n=hunter.supply)
    extra = Text("{n} extra tile", "{n} extra tiles", n=hunter.extra)
    sprites = Text("sprites for {extra} and {n} gem", "sprites for {extra} and {n} gems", extra=extra, n=hunter.gem)
    having: dict[str, TextArgument] = {"who": who, "space": hunter.space, "gems": gems, "sprites": sprites}
    if hunter.held == HOLE:
        told = Text("{who} on space {space}: {gems}, {sprites}, holds no rune.", **having)
    else:
        held = named(components().cards[hunter.held].name)
        told = Text("{who} on space {space}: {gems}, {sprites}, holds {rune}.", rune=held, **having)
    return join_spaces((told, _shown(hunter.tableau)))


def _shown(tableau: Tableau) -> Text:
    """Tells which part of the lattice a small board shows, where it has no letters."""
    row, column = small_tableau_corner(tableau)
    first, last = LATTICE.name(8 * row + column), LATTICE.name(8 * (row + 4) + column + 4)
    return Text(
        "Columns {left} to {right}, rows {top} to {bottom}.",
        left=first[0],
        right=last[0],
        top=row + 1,
        bottom=row + 5,
    )
