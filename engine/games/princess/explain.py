"""Explanations of the things of the game: tiles, cells, runes, gems, sprites, the track and the players on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, Who, join_commas, name_text
from tilehall.engine.games.princess.components import LATTICE, PRINTED, RuneCard, components
from tilehall.engine.games.princess.names import bonus, passages, rune, symbol, tile
from tilehall.engine.games.princess.pattern_matching import rune_value
from tilehall.engine.games.princess.preview import UNREACHABLE, nearness
from tilehall.engine.games.princess.scoring import receipt
from tilehall.engine.games.princess.state import HOLE, PrincessHunter, PrincessState, Tableau
from tilehall.engine.teaching.things import NOBODY, PLAYER, BaseTeacher, Explanation, RulesByKind, Thing, pattern_rows

TILE, CELL, RUNE, THEFT, HOLD, GEM, SPRITE = "tile", "cell", "rune", "theft", "hold", "gem", "sprite"
SIDE, TRACK, PRINCESS, PASSAGES, STACK, DECK, BONUS = "side", "track", "princess", "passages", "stack", "deck", "bonus"

RULES: RulesByKind = {
    TILE: ("P-1.1", "P-1.2", "P-3.S5", "P-4.1", "P-4.4"),
    CELL: ("P-4.1", "P-4.4", "P-4.3", "P-4.6", "P-4.5", "P-4.23", "P-6.3"),
    RUNE: (
        *("P-4.12", "P-4.11", "P-4.13", "P-4.15", "P-4.14", "P-3.S6", "P-1.4", "P-3.4"),
        *("P-6.12", "P-6.14", "P-6.15", "P-6.28"),
    ),
    THEFT: (
        *("P-4.20", "P-4.21", "P-4.22", "P-3.S8", "P-4.23", "P-4.24", "P-2.2"),
        *("P-6.16", "P-6.17", "P-6.18", "P-6.19", "P-6.20"),
    ),
    HOLD: ("P-4.8", "P-3.S2", "P-4.9"),
    GEM: ("P-4.6", "P-4.7", "P-4.12", "P-3.S3", "P-4.14", "P-4.13", "P-6.13"),
    SPRITE: ("P-1.5", "P-3.S4", "P-4.7", "P-5.4", "P-6.25"),
    SIDE: ("P-3.S0", "P-1.3", "P-4.2", "P-6.3", "P-6.24"),
    TRACK: ("P-3.S7", "P-4.16", "P-4.15", "P-5.1", "P-1.7", "P-4.17", "P-6.23", "P-6.27"),
    PRINCESS: ("P-4.18", "P-4.17", "P-6.7", "P-6.8", "P-6.9", "P-6.10"),
    PASSAGES: ("P-4.19", "P-4.16", "P-6.11"),
    STACK: ("P-3.S1", "P-5.3", "P-1.2", "P-5.2", "P-6.4", "P-6.5", "P-6.6"),
    DECK: ("P-4.9", "P-4.10", "P-6.26", "P-2.2"),
    BONUS: ("P-1.6", "P-5.4", "P-6.1"),
    PLAYER: ("P-5.4", "P-5.5", "P-5.1", "P-3.9", "P-6.21", "P-6.23"),
}
GENERAL = (*("P-2.1", "P-2.3", "P-3.1", "P-3.2", "P-3.3", "P-3.5", "P-3.6", "P-3.7", "P-3.8", "P-6.2", "P-6.22"),)
"""Rules of the course of the game, which belong to no single thing."""


class PrincessTeacher(BaseTeacher[PrincessState]):
    def things(self, s: PrincessState, seat: SeatNo) -> Sequence[Thing]:
        return tuple(_things(s, seat))

    def explain_thing(self, s: PrincessState, seat: SeatNo, thing: Thing) -> Explanation | None:
        found = _explain(s, seat, thing)
        return found._replace(rules=RULES[thing.kind]) if found else None


def _things(s: PrincessState, seat: SeatNo) -> Iterator[Thing]:
    box = components()
    yield from (Thing(TILE, kind) for kind in box.kinds)
    yield from (Thing(_card_kind(card), card.id) for card in box.cards)
    seats = [(seat + n) % s.rulings.players for n in range(s.rulings.players)]
    yield from (Thing(CELL, cell, owner) for owner in seats for cell in LATTICE.names)
    yield from (Thing(kind, kind) for kind in _ALONE)
    yield from (Thing(SIDE, side) for side in "ab")
    yield from (Thing(PLAYER, "", owner) for owner in seats)


def _explain(s: PrincessState, seat: SeatNo, thing: Thing) -> Explanation | None:
    kind, word, owner = thing
    box = components()
    if kind == TILE and word in box.kind_numbers:
        return _tile(s, seat, box.kind_numbers[word])
    if kind in (RUNE, THEFT) and word in box.card_numbers:
        number = box.card_numbers[word]
        return _theft(s, number) if box.cards[number].direction else _rune(s, seat, number)
    if kind == CELL and word in LATTICE.numbers:
        return _cell(s, seat if owner == NOBODY else owner, LATTICE.numbers[word])
    if kind == PLAYER:
        return _player(s, owner)
    if kind == SIDE:
        return _side(s, seat, word)
    return _ALONE[kind](s, seat) if kind in _ALONE else None


def _card_kind(card: RuneCard) -> str:
    return THEFT if card.direction else RUNE


# --- tiles and cells --------------------------------------------------------------------------------------------------


def _tile(s: PrincessState, seat: SeatNo, kind: int) -> Explanation:
    box = components()
    element, sky = box.marks[kind]
    marks = {"element": symbol(element), "sky": symbol(sky)}
    sky_told = [Text("At the end it counts for the most {sky} signs, if it lies on top.", sky=symbol(sky))]
    open_, seen = s.display.count(kind), _seen(s.hunters[seat].tableau, kind)
    return Explanation(
        Text("{tile}", tile=tile(kind)),
        Text(
            "An element tile: {element} and {sky}. There are {n} of it among {all} tiles.",
            n=box.copies,
            all=box.copies * len(box.kinds),
            **marks,
        ),
        (
            Text("On your board it serves every rune made of {element}, and every rune made of {sky}.", **marks),
            *(sky_told if s.rulings.sky_points else []),
        ),
        (
            Text("{n} lies open in the display.", "{n} lie open in the display.", n=open_)
            if open_
            else Text("None lies open in the display."),
            Text("{n} lies on top of your board.", "{n} lie on top of your board.", n=seen)
            if seen
            else Text("None lies on top of your board."),
        ),
        piece=tile(kind),
        is_on_table=bool(open_ or seen),
    )


def _seen(tableau: Tableau, kind: int) -> int:
    return tableau.tops.count(kind) if tableau.tops else 0


def _cell(s: PrincessState, owner: SeatNo, cell: int) -> Explanation:
    tableau, label = s.hunters[owner].tableau, LATTICE.name(cell)
    layers = tableau.kinds_at(cell) if tableau.tops else ()
    where = Text("{cell}, {who}'s board", cell=label, who=Who(owner))
    if not layers:
        return _empty(tableau, cell, where)
    element, sky = components().marks[layers[-1]]
    printed = PRINTED >> cell & 1 and len(layers) == 1
    here = [Text("Below it: {tiles}.", tiles=join_commas(map(tile, layers[-2::-1])))] if layers[1:] else []
    if tableau.gems >> cell & 1:
        here.append(Text("A gem of {who} stands on it: nothing may be laid over it now.", who=Who(owner)))
    else:
        here.append(Text("Without a gem, so it may be covered."))
    if printed:
        here.append(Text("It is printed on the board: nobody can steal it."))
    return Explanation(
        Text("{tile} on {cell}", tile=tile(layers[-1]), cell=label),
        Text("The tile on top of cell {cell} of {who}'s board.", cell=label, who=Who(owner)),
        (
            Text("It counts as {element} and as {sky}; what lies below it counts as nothing.", **_marks(element, sky)),
            Text("The same tile may serve several runes, even in one turn."),
        ),
        tuple(here),
        piece=tile(layers[-1]),
    )


def _marks(element: int, sky: int) -> Mapping[str, Text]:
    return {"element": symbol(element), "sky": symbol(sky)}


def _empty(tableau: Tableau, cell: int, where: Text) -> Explanation:
    if not tableau.tops or tableau.open_cells >> cell & 1:
        here = Text("A tile may be laid here: it would touch the others.")
    elif tableau.room >> cell & 1:
        here = Text("No tile can be laid here yet: it would touch none of the others, not even by a corner.")
    else:
        here = Text("No tile can be laid here: the board would span more than five columns or rows.")
    return Explanation(
        where,
        Text("An empty cell."),
        (Text("A tile on it must touch another one by a side or a corner, and all must fit into 5 by 5 cells."),),
        (here,),
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def _rune(s: PrincessState, seat: SeatNo, number: int) -> Explanation:
    card = components().cards[number]
    gain = Text("Declared it brings {n} step.", "Declared it brings {n} steps.", n=card.value)
    if card.lower:
        gain = Text(
            "Declared it brings {n} steps if all tiles match, {lower} if exactly one does not.",
            n=card.value,
            lower=card.lower,
        )
    return Explanation(
        Text("{rune}", rune=rune(number)),
        Text("A rune card: a shape of {n} tiles. It may be turned, never flipped.", n=len(card.form)),
        (
            Text(
                "All {n} tiles must share one element or one sky sign, and a gem of yours must be on one of them.",
                n=len(card.form),
            ),
            gain,
            Text("In a combo every rune after the first adds 1 step."),
        ),
        _rune_here(s, seat, number),
        piece=rune(number),
        pattern=pattern_rows(card.pattern),
        is_on_table=number in s.row or number in [hunter.held for hunter in s.hunters],
    )


def _rune_here(s: PrincessState, seat: SeatNo, number: int) -> tuple[Text, ...]:
    owner = next((n for n, hunter in enumerate(s.hunters) if hunter.held == number), NOBODY)
    if number in s.row:
        where = Text("It lies open in the row: everybody may declare, hold or remove it.")
    elif owner != NOBODY:
        where = Text("{who} holds it: nobody else can declare it.", who=Who(owner))
    else:
        return (Text("It is not on the table now."),)
    return (where, *_standing(s, seat, number)) if owner in (NOBODY, seat) else (where,)


def _standing(s: PrincessState, seat: SeatNo, number: int) -> Iterator[Text]:
    """How near the viewing seat is to declaring a rune."""
    tableau, card = s.hunters[seat].tableau, components().cards[number]
    if not tableau.tops:
        return
    worth = max([rune_value(tableau, card, gem) for gem in bits(tableau.gems)], default=0)
    if worth:
        yield Text("On your board it is ready, for {n} step.", "On your board it is ready, for {n} steps.", n=worth)
        return
    near = nearness(tableau, card)
    if near.missing >= UNREACHABLE:
        yield Text("On your board there is no room left for it.")
        return
    if near.missing:
        cells = join_commas(map(LATTICE.name, bits(near.cells & ~tableau.marks[near.attribute])))
        yield Text(
            "On your board it lacks {n} tile of {kind}, on {cells}.",
            "On your board it lacks {n} tiles of {kind}, on {cells}.",
            n=near.missing,
            kind=symbol(near.attribute),
            cells=cells,
        )
    if not near.gem:
        yield Text("No gem of yours stands in it yet.")


def _theft(s: PrincessState, number: int) -> Explanation:
    left = components().cards[number].direction > 0
    waits = Text("It waits for the end of this turn.") if number in s.pending else Text("It does not wait for anybody.")
    return Explanation(
        Text("{rune}", rune=rune(number)),
        Text("A card of the rune deck that is no rune: a theft."),
        (
            Text("At the end of the turn in which it turns up everybody robs the left neighbour of a tile on top.")
            if left
            else Text(
                "At the end of the turn in which it turns up everybody robs the right neighbour of a tile on top."
            ),
            Text("Then everybody lays what was stolen. Printed tiles are safe; a gem on a stolen tile goes home."),
        ),
        (waits,),
        piece=rune(number),
        is_on_table=number in s.pending,
    )


def _hold(s: PrincessState, seat: SeatNo) -> Explanation:
    held = s.hunters[seat].held
    here = Text("You hold {rune}.", rune=rune(held)) if held != HOLE else Text("You hold none: the place is free.")
    return Explanation(
        Text("The rune you hold"),
        Text("The place for one rune card of your own, taken out of the row."),
        (
            Text("What lies here only you can declare. You keep it until you do: no swap, no throwing away."),
            Text("It lies open for all to see, and the row gets a new card at once."),
        ),
        (here,),
    )


def _deck(s: PrincessState, seat: SeatNo) -> Explanation:
    cards = components().cards
    thefts = sum(not card.value for card in cards)
    runes = len(cards) - thefts
    return Explanation(
        Text("The rune deck"),
        Text("{n} cards in all: {runes} runes and {thefts} thefts.", n=len(cards), runes=runes, thefts=thefts),
        (
            Text("A gap in the row is filled from it at once."),
            Text("When it is empty, the discarded cards are shuffled into a new one."),
        ),
        (
            Text("{n} card is left.", "{n} cards are left.", n=s.deck.size),
            Text("{n} card is discarded.", "{n} cards are discarded.", n=s.discard.bit_count()),
        ),
    )


def _bonus(s: PrincessState, seat: SeatNo) -> Explanation:
    box = components()
    return Explanation(
        Text("The bonus cards"),
        Text("Two of {n} cards lie face down; nobody sees them before the points are counted.", n=len(box.bonuses)),
        (
            Text(
                "Each pays {points} points for the most visible tiles of an element, or for the fewest.",
                points=box.bonus_points,
            ),
        ),
        (Text("In play: {cards}.", cards=join_commas(map(bonus, s.bonus))),)
        if s.bonus
        else (Text("Which two they are nobody knows yet."),),
    )


# --- gems, sprites and the board --------------------------------------------------------------------------------------


def _gem(s: PrincessState, seat: SeatNo) -> Explanation:
    hunter = s.hunters[seat]
    return Explanation(
        Text("Gems"),
        Text("Everybody has {n} gems.", n=components().gems),
        (
            Text("A rune needs one on its tiles, and every rune you declare takes one of its own."),
            Text("A gem goes on the tile you have just laid, and keeps it from being covered."),
        ),
        _stones(hunter),
    )


def _stones(hunter: PrincessHunter) -> tuple[Text, ...]:
    placed = join_commas(map(LATTICE.name, bits(hunter.tableau.gems)), Text("none"))
    return (
        Text("{n} is in your supply.", "{n} are in your supply.", n=hunter.supply),
        Text("On your board: {cells}.", cells=placed),
    )


def _sprite(s: PrincessState, seat: SeatNo) -> Explanation:
    hunter = s.hunters[seat]
    return Explanation(
        Text("Sprites"),
        Text("Two helpers, each for {n} uses in the whole game; one use a turn.", n=components().sprite_uses),
        (
            Text("Extra Tile draws a tile from the stack, which you lay at once."),
            Text("Gem sets a gem on any of your tiles, or moves one."),
            Text("Every use that is left at the end is worth 2 points."),
        ),
        (
            Text(
                "You have {extra} for an extra tile and {gem} for a gem left.",
                extra=hunter.extra,
                gem=hunter.gem,
            ),
        ),
    )


def _printed(kinds: Sequence[int]) -> Text:
    """What the four printed tiles of a board have in common."""
    elements, skies = (len({components().marks[kind][n] for kind in kinds}) for n in (0, 1))
    if (elements, skies) == (4, 2):
        return Text("All four elements and two sky signs, twice each.")
    if (elements, skies) == (3, 3):
        return Text("One element twice, and one sky sign twice.")
    return Text("Four printed tiles.")


def _side(s: PrincessState, seat: SeatNo, word: str) -> Explanation | None:
    board = s.hunters[seat].board
    kinds = components().printed.get(board[:2] + word) if board else None
    here = (Text("Yours shows {tiles}.", tiles=join_commas(map(tile, kinds))),) if kinds else ()
    if word not in ("a", "b"):
        return None
    return Explanation(
        Text("Side {side} of your board", side=word),
        _printed(components().printed[f"{board[:2] or 'B1'}{word}"]),
        (Text("Its four printed tiles count like tiles you laid; they may be covered, and nobody can steal them."),),
        here,
    )


# --- the manor --------------------------------------------------------------------------------------------------------


def _track(s: PrincessState, seat: SeatNo) -> Explanation:
    box, space = components(), s.hunters[seat].space
    pawns = join_commas(Text("{who} on {space}", who=Who(n), space=hunter.space) for n, hunter in enumerate(s.hunters))
    return Explanation(
        Text("The track through the manor"),
        Text("From START over {n} spaces to the GOAL, which is space {goal}.", n=box.goal - 1, goal=box.goal),
        (
            Text("Your pawn moves by all runes you declare in a turn, plus 1 step for every rune after the first."),
            Text("The first at the GOAL gets 10 points, then 5, 3 and 1; all others have one more turn."),
        ),
        (
            Text("{pawns}.", pawns=pawns),
            Text("You lack {n} step.", "You lack {n} steps.", n=max(0, box.goal - space)),
        ),
    )


def _princess(s: PrincessState, seat: SeatNo) -> Explanation:
    box = components()
    if s.finished:
        here = Text("She has left the manor: there is no toll any more.")
    elif s.carrier == NOBODY:
        here = Text("She waits on space {n}; nobody carries her yet.", n=box.tower)
    else:
        here = Text("{who} carries her, on space {n}.", who=Who(s.carrier), n=s.princess)
    return Explanation(
        Text("The princess"),
        Text("She waits on space {n} until somebody fetches her; then the leader carries her.", n=box.tower),
        (
            Text("A move that reaches or passes her is 2 steps shorter, also for who carries her; at least 1 is left."),
            Text("Whoever gets ahead of her takes her; whoever draws level does not."),
        ),
        (here,),
    )


def _passages(s: PrincessState, seat: SeatNo) -> Explanation:
    box = components()
    return Explanation(
        Text("The passages"),
        Text("Short cuts: from {ways}, one step each.", ways=passages()),
        (
            Text("They open for good when a pawn ends on space {n} or beyond.", n=box.opening),
            Text("Once open they are taken by themselves; not yet in the move that opens them."),
        ),
        (Text("They are open.") if s.passages_open else Text("They are still locked."),),
    )


def _stack(s: PrincessState, seat: SeatNo) -> Explanation:
    left = sum(s.stack)
    return Explanation(
        Text("The stack of tiles"),
        Text("All tiles that have not been turned up, in an order nobody knows."),
        (
            Text("One joins the display at the beginning of every turn."),
            Text("If stack and display are empty before anybody is at the GOAL, the witch is back and all lose."),
        ),
        (
            Text("{n} tile is in the stack.", "{n} tiles are in the stack.", n=left),
            Text("{n} lies in the display.", "{n} lie in the display.", n=len(s.display)),
        ),
    )


def _player(s: PrincessState, owner: SeatNo) -> Explanation | None:
    if not 0 <= owner < len(s.hunters):
        return None
    hunter = s.hunters[owner]
    held = Text("holds {rune}", rune=name_text(components().cards[hunter.held].name)) if hunter.held != HOLE else None
    total = receipt(s).total(owner)
    parts = [
        Text("on space {n}", n=hunter.space),
        Text("{n} gem in supply", "{n} gems in supply", n=hunter.supply),
        Text("{n} extra tile left", "{n} extra tiles left", n=hunter.extra),
        Text("{n} gem sprite left", "{n} gem sprites left", n=hunter.gem),
        held or Text("holds no rune"),
    ]
    carries = [Text("Carries the princess.")] if s.carrier == owner else []
    return Explanation(
        Text("{who}", who=Who(owner)),
        Text("A treasure hunter, with a board of at most 5 by 5 tiles."),
        (
            Text("The score is the race, the most sky signs, unused sprites and two hidden bonus cards.")
            if s.rulings.sky_points
            else Text("The score is the race, unused sprites and two hidden bonus cards."),
            Text("Not at the GOAL, a player loses a point for every space that is missing."),
        ),
        (
            Text("{who}: {parts}.", who=Who(owner), parts=join_commas(parts)),
            *carries,
            Text("{n} point as it stands.", "{n} points as it stands.", n=total),
        ),
    )


_ALONE: Mapping[str, Callable[[PrincessState, SeatNo], Explanation]] = {
    GEM: _gem,
    SPRITE: _sprite,
    HOLD: _hold,
    TRACK: _track,
    PRINCESS: _princess,
    PASSAGES: _passages,
    STACK: _stack,
    DECK: _deck,
    BONUS: _bonus,
}
"""Explainers of things of which there is only one, by kind. The kind is also the thing's name."""
