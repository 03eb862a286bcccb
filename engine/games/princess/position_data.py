"""A position as plain data and back.

The format (`tilehall pipe`, commands `state`, `view` and `set`):

    game, rules       "princess", 1
    players, options  the set-up; only options that were asked for
    todo              the steps still to come, the present one first: [["CELL", 0], ["GEM", 0], ...]
    seat, start       whose turn it is, who began (null: not drawn yet)
    hunters           one object a seat: board ("B1a"), cells ({"D4": ["EM", "FU"], ...}, bottom first, the printed
                      tile included), gems (["D4"]), supply, held ("R07" or null), extra and gem (sprite uses left),
                      space, rank (0: not finished), leftover, moved (has had its first turn)
    boards            the boards not dealt yet
    stack             how many tiles of each kind are face down: {"EM": 4, ...}
    display, row      open tiles and runes; a rune still to be turned up is null
    deck              {"unknown": [...], "known": [[cards above it, "T31"], ...]}
    discard, pending  runes out of play; Steal cards to resolve at the end of the turn
    completed         runes of this turn with their value: [["R01", 2], ...]
    hand, laid        the tile to lay now (or null); the cell just laid, while its gem is open (or null)
    stolen            tiles in thieves' hands: {"0": "FU"}
    princess          her space; carrier: the seat that carries her, or null; passages: whether they are open
    final             turns still owed in the final round, the present one included, or null
    bonus, ending     bonus cards turned up; "", "goal" or "witch"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tilehall.engine.core.game import Action, Position, PositionError, SeatNo, Setup, quote_text
from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.core.piles import Pile
from tilehall.engine.core.position_reader import (
    BaseEncoder,
    check_position,
    check_unique,
    load_position,
    position_schema,
    read_setup,
)
from tilehall.engine.core.schema import (
    BoolSchema,
    CombinedEncoder,
    CountsSchema,
    EncodedSchema,
    IntSchema,
    ItemEncoder,
    LengthEncoder,
    ListSchema,
    MapSchema,
    NullableSchema,
    ObjectSchema,
    PairsEncoder,
    PerSeatSchema,
    Schema,
    SeatSchema,
    TupleSchema,
    WordSchema,
    WordsSchema,
)
from tilehall.engine.core.text import Text, join_spaces
from tilehall.engine.games.princess import actions
from tilehall.engine.games.princess.components import LATTICE, PRINTED, PRINTED_CELLS, components
from tilehall.engine.games.princess.invariants import faults
from tilehall.engine.games.princess.rules import DISPLAY, DRAWS, POINT_CONDITIONS, ROW, start
from tilehall.engine.games.princess.state import HOLE, NO_KIND, NOBODY, PrincessHunter, PrincessState, Tableau

KNOWN_POINTS = (*DRAWS, *POINT_CONDITIONS, "RUNE", "SIDE", "EXTRA_CELL")
MOST_STEPS = 64
"""Steps to come, with those of the whole set-up."""
FIRST_STEPS, HIGHEST_PILE = 4, 8


def dump(s: PrincessState) -> Position:
    box = components()
    return {
        "game": "princess",
        "rules": 1,
        "players": s.rulings.players,
        "options": dict(s.rulings.chosen),
        "todo": [list(step) for step in s.todo],
        "seat": _seat(s.seat),
        "start": _seat(s.start),
        "hunters": [_hunter(hunter) for hunter in s.hunters],
        "boards": [box.boards[board] for board in bits(s.boards)],
        "stack": {box.kinds[kind]: count for kind, count in enumerate(s.stack)},
        "display": [box.kinds[kind] for kind in sorted(s.display)],
        "row": [_card(card) for card in sorted(s.row, key=lambda card: (card == HOLE, card))],
        "deck": {
            "unknown": [box.cards[card].id for card in bits(s.deck.unknown)],
            "known": [[depth, box.cards[card].id] for depth, card in s.deck.known],
        },
        "discard": [box.cards[card].id for card in bits(s.discard)],
        "pending": [box.cards[card].id for card in s.pending],
        "completed": [[box.cards[card].id, worth] for card, worth in s.completed],
        "hand": None if s.hand == NO_KIND else box.kinds[s.hand],
        "laid": None if s.laid < 0 else LATTICE.name(s.laid),
        "stolen": {str(seat): box.kinds[kind] for seat, kind in sorted(s.stolen)},
        "princess": s.princess,
        "carrier": _seat(s.carrier),
        "passages": s.passages_open,
        "final": None if s.final < 0 else s.final,
        "bonus": [box.bonuses[bonus] for bonus in sorted(s.bonus)],
        "ending": s.ending,
    }


def _seat(seat: SeatNo) -> SeatNo | None:
    return None if seat == NOBODY else seat


def _card(card: int) -> str | None:
    return None if card == HOLE else components().cards[card].id


def _hunter(hunter: PrincessHunter) -> dict[str, Any]:
    kinds, tableau, names = components().kinds, hunter.tableau, LATTICE.names
    cells = {names[cell]: [kinds[tableau.tops[cell]]] for cell in bits(tableau.occupied)}
    for cell, kind in reversed(tableau.under):
        cells[names[cell]].insert(0, kinds[kind])
    return {
        "board": hunter.board,
        "cells": cells,
        "gems": [LATTICE.name(cell) for cell in bits(tableau.gems)],
        "supply": hunter.supply,
        "held": _card(hunter.held),
        "extra": hunter.extra,
        "gem": hunter.gem,
        "space": hunter.space,
        "rank": hunter.rank,
        "leftover": hunter.leftover,
        "moved": hunter.moved,
    }


def load(data: Position) -> PrincessState:
    """The position, or PositionError with what is wrong about it."""
    return load_position(data, _load, faults)


def _load(data: Mapping[str, Any]) -> PrincessState:
    box = components()
    s = start(read_setup(data, "princess", 1))
    check_position(schema(s.rulings.players), data)
    s.todo = tuple((point, seat) for point, seat in data["todo"])
    s.seat, s.start, s.carrier = (NOBODY if data[key] is None else data[key] for key in ("seat", "start", "carrier"))
    s.hunters = tuple(_load_hunter(entry) for entry in data["hunters"])
    s.boards = mask_of(check_unique(box.boards.index(board) for board in data["boards"]))
    s.stack = bytes(data["stack"][kind] for kind in box.kinds)
    s.display = tuple(box.kind_numbers[kind] for kind in data["display"])
    s.row = tuple(_load_card(card) for card in data["row"])
    known = tuple(sorted((depth, box.card_numbers[card]) for depth, card in data["deck"]["known"]))
    s.deck = Pile(mask_of(check_unique(box.card_numbers[card] for card in data["deck"]["unknown"])), known)
    s.discard = mask_of(check_unique(box.card_numbers[card] for card in data["discard"]))
    s.pending = tuple(box.card_numbers[card] for card in data["pending"])
    s.completed = tuple((box.card_numbers[card], worth) for card, worth in data["completed"])
    s.hand = NO_KIND if data["hand"] is None else box.kind_numbers[data["hand"]]
    s.laid = -1 if data["laid"] is None else LATTICE.numbers[data["laid"]]
    s.stolen = tuple((int(seat), box.kind_numbers[kind]) for seat, kind in sorted(data["stolen"].items()))
    s.princess, s.passages_open, s.ending = data["princess"], data["passages"], data["ending"]
    s.final = -1 if data["final"] is None else data["final"]
    s.bonus = tuple(check_unique(box.bonuses.index(card) for card in data["bonus"]))
    return s


@cache
def schema(players: int) -> ObjectSchema:
    """Not encoded are steps after `FIRST_STEPS`, and of the tiles on a cell all but the top one and their number."""
    box, names = components(), tuple(LATTICE.names)
    kinds, cards, values = box.kinds, tuple(box.card_numbers), [card.value for card in box.cards]
    kind, card, seat = WordSchema(kinds), WordSchema(cards), NullableSchema(SeatSchema(players))
    some_cards, number = WordsSchema(cards, 0, len(cards)), IntSchema(0, len(cards))
    pile = ListSchema(kind, 1, len(kinds) * box.copies)
    step = TupleSchema({"step": WordSchema(KNOWN_POINTS), "whose": SeatSchema(players, NOBODY)})
    hunter = ObjectSchema(
        {
            "board": WordSchema(("", *box.boards, *box.printed), box.printed),
            "cells": MapSchema(
                names,
                EncodedSchema(
                    pile, CombinedEncoder({"height": LengthEncoder(HIGHEST_PILE), "top": ItemEncoder(-1, kind)})
                ),
            ),
            "gems": WordsSchema(names, 0, box.gems),
            "supply": IntSchema(0, box.gems),
            "held": NullableSchema(card),
            "extra": IntSchema(0, box.sprite_uses),
            "gem": IntSchema(0, box.sprite_uses),
            "space": IntSchema(0, box.goal),
            "rank": IntSchema(0, players),
            "leftover": IntSchema(0, sum(sorted(values)[-box.gems :]) + box.gems),
            "moved": BoolSchema(),
        }
    )
    known = ListSchema(TupleSchema({"above": number, "card": card}), 0, len(cards))
    completed = ListSchema(TupleSchema({"card": card, "value": IntSchema(1, max(values))}), 0, box.gems)
    row = TupleSchema({f"{n}": NullableSchema(card) for n in range(ROW)})
    return position_schema(
        "princess",
        1,
        players,
        {
            "todo": ListSchema(step, 0, MOST_STEPS, first=FIRST_STEPS),
            "seat": seat,
            "start": seat,
            "hunters": PerSeatSchema([hunter] * players),
            "boards": WordsSchema(box.boards, 0, len(box.boards)),
            "stack": CountsSchema(kinds, box.copies),
            "display": WordsSchema(kinds, 0, DISPLAY + 1, each=DISPLAY + 1),
            "row": EncodedSchema(row, some_cards),
            "deck": ObjectSchema(
                {
                    "unknown": some_cards,
                    "known": EncodedSchema(known, PairsEncoder(cards, len(cards), word=1, more=1)),
                }
            ),
            "discard": some_cards,
            "pending": some_cards,
            "completed": EncodedSchema(completed, PairsEncoder(cards, max(values))),
            "hand": NullableSchema(kind),
            "laid": NullableSchema(WordSchema(names)),
            "stolen": EncodedSchema(MapSchema(map(str, range(players)), kind), PerSeatSchema([kind] * players)),
            "princess": IntSchema(box.tower, box.goal - 1),
            "carrier": seat,
            "passages": BoolSchema(),
            "final": NullableSchema(IntSchema(0, players), presence=True),
            "bonus": WordsSchema(box.bonuses, 0, len(box.bonuses)),
            "ending": WordSchema(("", "goal", "witch")),
        },
    )


def _load_card(card: str | None) -> int:
    return HOLE if card is None else components().card_numbers[card]


def _load_hunter(entry: Mapping[str, Any]) -> PrincessHunter:
    box = components()
    hunter = PrincessHunter(entry["supply"], 0)
    hunter.board, hunter.held = entry["board"], _load_card(entry["held"])
    hunter.extra, hunter.gem, hunter.space = entry["extra"], entry["gem"], entry["space"]
    hunter.rank, hunter.leftover, hunter.moved = entry["rank"], entry["leftover"], entry["moved"]
    gems = mask_of(check_unique(LATTICE.numbers[name] for name in entry["gems"]))
    if not entry["cells"]:
        if gems:
            raise PositionError(Text("There is no tile for a gem to lie on."), "P-4.7")
        return hunter
    layers = {
        LATTICE.numbers[name]: [box.kind_numbers[kind] for kind in kinds] for name, kinds in entry["cells"].items()
    }
    printed = box.printed.get(hunter.board)
    if printed is None or [layers.get(cell, [None])[0] for cell in PRINTED_CELLS] != list(printed):
        cells = join_spaces(LATTICE.name(cell) for cell in PRINTED_CELLS)
        board = quote_text(hunter.board)
        raise PositionError(Text("Board {board} does not lie on {cells}.", board=board, cells=cells), "P-4.2")
    tableau = Tableau.from_board(printed)
    for cell, kinds in layers.items():
        for kind in kinds[1:] if PRINTED >> cell & 1 else kinds:
            tableau = tableau.lay(cell, kind)
    hunter.tableau = tableau.with_gems(gems)
    return hunter


class PrincessEncoder(BaseEncoder[PrincessState]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def position_schema(self, setup: Setup) -> Schema:
        return schema(setup.players)
