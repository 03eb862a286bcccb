"""Explanations of the things of Kaguyahime: cubes, tiles, rooms, fists, the storage, the princess. Nothing hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text, Who, join_commas, join_semicolons
from tilehall.engine.games.kaguya.components import CLEAR, NAMES, YELLOW, components
from tilehall.engine.games.kaguya.names import counts, cube, fist_contents, laid_tile, room, room_name, tile, tile_name
from tilehall.engine.games.kaguya.scoring import receipt, room_contests
from tilehall.engine.games.kaguya.state import EMPTY, KaguyaBoard, KaguyaState, Merchant, bonus_rate, combination_total
from tilehall.engine.teaching.things import NOBODY, PLAYER, BaseTeacher, Explanation, RulesByKind, Thing

CLEAR_CUBE = "clear"
CUBE, DISK, TILE, PLANT, CELL, ROOM, STORAGE, FIST = "cube", "disk", "tile", "plant", "cell", "room", "storage", "fist"
ORDER, TIES, PRINCESS, TABLE, SCREEN, TRACK = "order", "ties", "princess", "table", "screen", "track"

RULES: RulesByKind = {
    CUBE: (
        *("K-4.1", "K-4.20", "K-4.5", "K-1.2", "K-4.38", "K-4.39", "K-4.2", "K-4.3", "K-4.7", "K-1.3", "K-2.3"),
        *("K-6.5", "K-6.22", "K-6.27", "K-6.30"),
    ),
    CLEAR_CUBE: ("K-4.20", "K-6.6", "K-1.2", "K-6.1", "K-4.5", "K-4.3", "K-4.38"),
    DISK: ("K-4.6", "K-4.8", "K-4.10", "K-4.11", "K-4.9", "K-4.12", "K-6.4", "K-6.7", "K-6.8"),
    TILE: (
        *("K-1.4", "K-4.28", "K-4.30", "K-4.29", "K-4.27", "K-1.5", "K-4.32", "K-4.52", "K-6.15"),
        *("K-4.25", "K-2.5"),
    ),
    PLANT: ("K-4.34", "K-4.35", "K-4.36", "K-1.4", "K-6.16", "K-6.17"),
    CELL: ("K-4.26", "K-4.50", "K-1.6", "K-4.27", "K-2.1", "K-6.12", "K-6.13", "K-6.29"),
    ROOM: (
        *("K-5.3", "K-5.2", "K-4.52", "K-4.51", "K-4.50", "K-4.53", "K-5.4"),
        *("K-6.18", "K-6.20", "K-6.21", "K-6.22"),
    ),
    STORAGE: ("K-4.38", "K-4.1", "K-5.2", "K-4.42", "K-4.43", "K-4.44", "K-1.1", "K-6.1", "K-6.9", "K-6.10", "K-2.3"),
    FIST: ("K-4.5", "K-4.4", "K-4.20", "K-4.31", "K-4.32", "K-4.7", "K-6.3", "K-6.5", "K-6.23"),
    ORDER: ("K-4.21", "K-4.25", "K-4.28", "K-4.29", "K-4.22", "K-2.7"),
    TIES: ("K-4.23", "K-4.22", "K-4.24", "K-1.7", "K-2.6", "K-6.11", "K-6.26"),
    PRINCESS: ("K-5.1", "K-4.25", "K-4.33", "K-2.2", "K-1.1", "K-6.24", "K-6.25"),
    TRACK: ("K-4.28", "K-4.32", "K-5.6", "K-1.1", "K-2.2", "K-4.30", "K-6.14"),
    TABLE: ("K-1.7", "K-2.5", "K-6.28"),
    SCREEN: ("K-2.4", "K-4.5", "K-1.3", "K-4.35", "K-6.2"),
    PLAYER: ("K-5.4", "K-5.5", "K-5.6", "K-4.28", "K-4.32", "K-2.2", "K-6.14", "K-6.19"),
}
GENERAL = ("K-2.8", "K-3.1", "K-3.2", "K-3.3", "K-3.4", "K-3.5", "K-3.6", "K-3.7")
"""Rules of texts and draws, which belong to no single thing."""


class KaguyaTeacher(BaseTeacher[KaguyaState]):
    def things(self, s: KaguyaState, seat: SeatNo) -> Sequence[Thing]:
        return tuple(_things(s, seat))

    def explain_thing(self, s: KaguyaState, seat: SeatNo, thing: Thing) -> Explanation | None:
        """What the viewpoint may read about a thing. A clear cube has rules of its own."""
        found = _explain(s, seat, thing)
        clear = thing == Thing(CUBE, components().kinds[CLEAR])
        return found._replace(rules=RULES[CLEAR_CUBE if clear else thing.kind]) if found else None


def _things(s: KaguyaState, seat: SeatNo) -> Iterator[Thing]:
    box, seats = components(), [(seat + n) % s.rulings.players for n in range(s.rulings.players)]
    yield from (Thing(CUBE, letter) for letter in box.kinds)
    yield Thing(DISK, "*")
    yield from (Thing(PLANT if each.plant else TILE, each.id) for each in box.tiles)
    yield from (Thing(CELL, NAMES[cell]) for cell in range(len(NAMES)) if _side_of(s, cell) is not None)
    yield from (Thing(ROOM, name) for name in box.rooms)
    yield from (Thing(kind, kind) for kind in _ALONE)
    yield from (Thing(kind, kind, owner) for kind in (FIST, SCREEN) for owner in seats)
    yield from (Thing(PLAYER, "", owner) for owner in seats)


def _explain(s: KaguyaState, seat: SeatNo, thing: Thing) -> Explanation | None:
    kind, word, owner = thing
    box = components()
    if kind == CUBE and word in box.kinds:
        return _cube(s, seat, box.kinds.index(word))
    if kind == DISK:
        return _disk(s)
    if kind in (TILE, PLANT) and word in box.tile_numbers:
        return _tile(s, box.tile_numbers[word])
    if kind == CELL and word in NAMES:
        return _cell(s, NAMES.index(word))
    if kind == ROOM and word in box.rooms:
        return _room(s, box.rooms.index(word))
    if kind in _OWN and 0 <= owner < s.rulings.players:
        return _OWN[kind](s, owner)
    return _ALONE[kind](s) if kind in _ALONE else None


# --- cubes ------------------------------------------------------------------------------------------------------------


def _cube(s: KaguyaState, seat: SeatNo, kind: int) -> Explanation:
    merchant, behind = s.merchants[seat], s.merchants[seat].purse_without_fist
    where = [Text("In the princess' storage: {n}.", n=s.storage[kind])]
    if behind is not None:
        where.append(Text("Behind your screen: {n}.", n=behind[kind]))
    elif merchant.cube_count:
        where.append(Text("What is behind your screen is not shown here."))
    if kind == CLEAR:
        return Explanation(
            Text("{cube} cube", cube=cube(kind)),
            Text("A clear cube. It has no colour, no room and no value of its own."),
            (
                Text("In the fist it counts as much as the coloured cube beside it."),
                Text("Alone, or with another clear cube, it counts 0."),
            ),
            tuple(where),
            piece=cube(kind),
        )
    rate = bonus_rate(s.rulings.players, s.storage[kind])
    value = s.values[kind] if s.values else 0
    worth = [Text("It is worth {n} star now.", "It is worth {n} stars now.", n=value)] if value else []
    return Explanation(
        Text("{cube} cube", cube=cube(kind)),
        Text("A cube of the colour of the {room}.", room=room_name(kind)),
        (
            Text("In the fist it adds its stars to your total, which says who goes first."),
            Text("At the dedication it goes to the storage: then the colour gets cheaper, and its rooms may pay more."),
        ),
        (*worth, *where, Text("A {room} pays its size x{rate} now.", room=room_name(kind), rate=rate)),
        piece=cube(kind),
    )


def _disk(s: KaguyaState) -> Explanation:
    unused = [Who(seat) for seat, merchant in enumerate(s.merchants) if merchant.disk]
    return Explanation(
        Text("The exchange disk"),
        Text("Everybody has one, for one use in the game."),
        (
            Text("Held in the fist it lets you take a cube from the storage and give one from behind your screen."),
            Text("Then all values are worked out anew, before totals are compared. The disk itself adds nothing."),
            Text("With it your fist is not the same as one without: that avoids a penalty."),
        ),
        (Text("Not shown yet: {who}.", who=join_commas(unused, Text("none"))),),
    )


# --- tiles and cells --------------------------------------------------------------------------------------------------


def _tile(s: KaguyaState, number: int) -> Explanation:
    each = components().tiles[number]
    title = Text("{tile}", tile=tile(number))
    if each.plant:
        does: tuple[Text, ...] = (
            Text("Whoever lays it puts a coloured cube from behind the screen on it: two mats of that colour."),
            Text("Without a coloured cube it stays bare and is no room. The cube never comes back."),
        )
        plant = Text("A houseplant: no hearts, and the colour you give it.")
        return Explanation(title, plant, does, _where(s, number), is_on_table=_is_there(s, number))
    first, second = each.halves
    if first == second:
        what = Text("A large room: two mats of the {room}.", room=room_name(first))
        if not each.hearts:
            what = Text("A large room: two mats of the {room}, no hearts.", room=room_name(first))
    elif second == YELLOW:
        what = Text("A storing tile: one mat of the {room}, and a yellow half that is no room.", room=room_name(first))
    else:
        what = Text("One mat of the {one}, one of the {other}.", one=room_name(first), other=room_name(second))
    moves = Text(
        "On your own board it takes you {n} heart forward, or back if you are penalised.",
        "On your own board it takes you {n} hearts forward, or back if you are penalised.",
        n=each.hearts,
    )
    if not each.hearts:
        moves = Text("Without hearts it moves nobody: harmless under a penalty.")
    joins = Text("Each mat joins mats of its colour that share a border with it, also across the princess' edge.")
    return Explanation(
        title, what, (moves, joins), _where(s, number), piece=tile(number), is_on_table=_is_there(s, number)
    )


def _is_there(s: KaguyaState, number: int) -> bool:
    laid_out = (placed[1] for board, _ in _boards(s) for placed in board.placed)
    return number in s.table or s.tile == number or number in laid_out


def _where(s: KaguyaState, number: int) -> tuple[Text, ...]:
    """Where a tile is: on a board, on the table, or not in this game."""
    for board, owner in _boards(s):
        placed = next((each for each in board.placed if each[1] == number), None)
        if placed:
            cell, how = NAMES[placed[0]], laid_tile(number, placed[2], placed[3])
            if owner == NOBODY:
                return (Text("It lies on {cell} of the princess' board: {how}.", cell=cell, how=how),)
            return (Text("It lies on {cell} of {who}'s board: {how}.", who=Who(owner), cell=cell, how=how),)
    if number in s.table:
        column, row = divmod(s.table.index(number), s.rulings.rows)
        told = {"row": row + 1, "n": column + 1}
        if column + 1 == s.round:
            return (Text("It lies in row {row} of this round's column: it may be taken now.", row=row + 1),)
        return (Text("It lies in row {row} of column {n}, for round {n}.", **told),)
    if s.tile == number:
        return (Text("It is being laid just now."),)
    if len(s.table) < components().columns * s.rulings.rows:
        return (Text("The table is still being filled."),)
    return (Text("It is not used in this game."),)


def _boards(s: KaguyaState) -> Iterator[tuple[KaguyaBoard, SeatNo]]:
    yield s.palace, NOBODY
    for seat, merchant in enumerate(s.merchants):
        yield merchant.board, seat


def _side_of(s: KaguyaState, cell: int) -> tuple[KaguyaBoard, SeatNo] | None:
    """The board of a cell, and its owner."""
    sides = components().sides
    return next(((board, owner) for board, owner in _boards(s) if sides[board.side].cells >> cell & 1), None)


def _cell(s: KaguyaState, cell: int) -> Explanation | None:
    found = _side_of(s, cell)
    if found is None:
        return None
    board, owner = found
    title = Text("{cell} of {who}'s board", cell=NAMES[cell], who=Who(owner))
    if owner == NOBODY:
        title = Text("{cell} of the princess' board", cell=NAMES[cell])
    shared = (
        Text("Mats on the princess' board belong to everybody's rooms.")
        if owner == NOBODY
        else Text("Mats here belong to {who}'s rooms, joined with those of the princess.", who=Who(owner))
    )
    placed = board.tile_at(cell)
    if placed:
        lies = Text("{tile}.", tile=laid_tile(placed[1], placed[2], placed[3]))
        return Explanation(
            title,
            Text("A tile lies here: {tile}.", tile=tile_name(placed[1])),
            (shared,),
            (lies,),
            piece=tile(placed[1]),
        )
    coloured = components().sides[board.side].start == cell
    first = Text("It is the coloured cell: the first tile of this board goes here.")
    taken = Text("{n} cell of this board is taken.", "{n} cells of this board are taken.", n=len(board.placed))
    return Explanation(
        title,
        Text("An empty cell."),
        (
            Text("A tile goes beside one that lies on the same board, by a whole side; corners do not count."),
            shared,
        ),
        (first if coloured else taken,),
    )


def _room(s: KaguyaState, colour: int) -> Explanation:
    each = room_contests(s)[colour]
    sizes = join_semicolons(Text("{who} {n}", who=Who(seat), n=each.sizes[seat]) for seat in each.order)
    first, second = each.order[:2]
    rate = Text("{n} cube in the storage: x{rate}.", "{n} cubes in the storage: x{rate}.", n=each.cubes, rate=each.rate)
    pays = Text(
        "As it stands {one} gets {most}, {other} {least}.",
        one=Who(first),
        most=each.bonuses[first],
        other=Who(second),
        least=each.bonuses[second],
    )
    return Explanation(
        Text("{room}", room=room(colour)),
        Text("A room: all joined mats of {colour}, on the princess' board and a player's own.", colour=cube(colour)),
        (
            Text("At the end the largest one of a colour earns its size times the rate, the second half of that."),
            Text("The rate is 1, 2 or 3, by the {colour} cubes in the storage.", colour=cube(colour)),
        ),
        (
            Text("Sizes: {sizes}.", sizes=sizes),
            rate,
            pays,
        ),
        piece=cube(colour),
    )


# --- the common board -------------------------------------------------------------------------------------------------


def _storage(s: KaguyaState) -> Explanation:
    twice, thrice = components().rates[s.rulings.players]
    rates = Text("Rooms of a colour pay x2 from {twice} of its cubes on, x3 from {thrice}.", twice=twice, thrice=thrice)
    return Explanation(
        Text("The princess' storage"),
        Text("All cubes that were given to the princess."),
        (
            Text("A colour is worth 1 star, and 1 more for each colour of which more cubes lie here."),
            rates,
            Text("After round {n} everybody takes two cubes of different kinds out of it.", n=components().break_after),
        ),
        (Text("Now: {cubes}.", cubes=counts(s.storage)),),
    )


def _order(s: KaguyaState) -> Explanation:
    here = Text("{seats}.", seats=join_commas(map(Who, s.order))) if s.order else Text("Nobody is in it yet.")
    return Explanation(
        Text("The order area"),
        Text("Who goes first, second and so on in this round."),
        (
            Text("The highest total goes first: that player lays a tile for the princess and gets the last tile."),
            Text("The others choose their tiles in between, in order."),
        ),
        (here,),
    )


def _ties(s: KaguyaState) -> Explanation:
    here = Text("The order of ties is {seats}.", seats=join_commas(map(Who, s.tie_break_order())))
    placed = len(s.rows) > s.rulings.players
    return Explanation(
        Text("The meeples at the table"),
        Text("Everybody's meeple stands in the row of the last tile taken, the princess' too."),
        (Text("Ties are decided from the princess' row towards row 1, and then on from the far end."),),
        (here,) if placed else (Text("They are not placed yet."),),
    )


def _princess(s: KaguyaState) -> Explanation:
    last = components().track - s.princess
    here = [
        Text("She stands at {n}, in round {round} of {all}.", n=s.princess, round=s.round, all=components().columns)
    ]
    if s.ending:
        here.append(Text("The game is over."))
    elif last > 0:
        here.append(
            Text("{n} heart more and the round is the last.", "{n} hearts more and the round is the last.", n=last)
        )
    else:
        here.append(Text("She has passed 29: this round is the last."))
    return Explanation(
        Text("The princess"),
        Text("Her board in the middle is everybody's; her favour is the clock."),
        (
            Text("Each round the first player lays a tile for her, and its hearts take her forward, never back."),
            Text(
                "The game ends with the round in which she reaches {n}, or after round {all}.",
                n=components().track,
                all=components().columns,
            ),
        ),
        tuple(here),
    )


def _track(s: KaguyaState) -> Explanation:
    stand = join_semicolons(
        Text("{who} {n}", who=Who(seat), n=merchant.favour) for seat, merchant in enumerate(s.merchants)
    )
    return Explanation(
        Text("The favour track"),
        Text("How much the princess likes everybody: {n} spaces, then round again.", n=components().track),
        (
            Text("Everybody moves forward by the hearts of the own tile, back by them under a penalty."),
            Text("At the end the room bonuses are added. Most favour wins."),
        ),
        (Text("{stand}.", stand=stand), Text("The princess stands at {n}.", n=s.princess)),
    )


def _table(s: KaguyaState) -> Explanation:
    tiles = [number for number in s.column(s.round) if number != EMPTY] if s.table else []
    here = Text("To be taken in this round: {tiles}.", tiles=join_commas(map(tile, tiles), Text("none")))
    return Explanation(
        Text("The table of tiles"),
        Text("{n} columns, one for each round; every tile of the game is open from the start.", n=components().columns),
        (Text("A tile is taken out of this round's column, and your meeple goes to its row."),),
        (here,),
    )


# --- players ----------------------------------------------------------------------------------------------------------


def _fist(s: KaguyaState, owner: SeatNo) -> Explanation:
    merchant = s.merchants[owner]
    return Explanation(
        Text("The fist of {who}", who=Who(owner)),
        Text("Up to two cubes, and once in the game the disk, chosen in secret and shown by all together."),
        (
            Text("The stars of its cubes are the total: the highest goes first."),
            Text("Whoever shows exactly the same as somebody else moves back by the hearts of the own tile."),
        ),
        tuple(_held(s, merchant)),
    )


def _held(s: KaguyaState, merchant: Merchant) -> Iterator[Text]:
    shown = merchant.held
    if shown is not None:
        yield Text("It shows {held}.", held=fist_contents(shown.cubes, shown.disk))
        yield Text("Total: {n}.", n=combination_total(shown.cubes, s.values))
        if merchant.penalised:
            yield Text("Somebody shows the same: hearts go back this round.")
    elif merchant.pledge is not None:
        yield Text("Closed, with {held} in it.", held=fist_contents(merchant.pledge.cubes, merchant.pledge.disk))
    elif merchant.ready:
        yield Text("It is closed; nobody else knows what is in it.")
    else:
        yield Text("Nothing is held now.")


def _screen(s: KaguyaState, owner: SeatNo) -> Explanation:
    merchant, behind = s.merchants[owner], s.merchants[owner].purse_without_fist
    here = [Text("{n} cube in all.", "{n} cubes in all.", n=merchant.cube_count)]
    if behind is not None:
        here = [Text("Behind it: {cubes}.", cubes=counts(behind))]
    elif any(merchant.sure):
        here.append(Text("Known to all: {cubes}.", cubes=counts(merchant.sure)))
    return Explanation(
        Text("The screen of {who}", who=Who(owner)),
        Text("Behind it are the cubes that only {who} may see.", who=Who(owner)),
        (
            Text("From here come the cubes for the fist, for an exchange and for houseplants."),
            Text("It begins with one cube of each kind and {n} drawn at random.", n=components().random),
        ),
        tuple(here),
    )


def _player(s: KaguyaState, owner: SeatNo) -> Explanation:
    merchant = s.merchants[owner]
    here = [
        Text("{n} favour on the track.", n=merchant.favour),
        Text(
            "{n} point with the rooms as they are now.",
            "{n} points with the rooms as they are now.",
            n=receipt(s).total(owner),
        ),
    ]
    if merchant.penalised:
        here.append(Text("Penalised this round: hearts go back."))
    here.append(Text("The disk is unused.") if merchant.disk else Text("The disk is used up."))
    return Explanation(
        Text("{who}", who=Who(owner)),
        Text("A furniture dealer, with a board of 3 by 3 cells joined to the princess'."),
        (
            Text("Hearts of the own tiles bring favour; at the end the two largest rooms of each colour do."),
            Text("Most favour wins; the line of meeples breaks ties."),
        ),
        tuple(here),
    )


_OWN: Mapping[str, Callable[[KaguyaState, SeatNo], Explanation]] = {FIST: _fist, SCREEN: _screen, PLAYER: _player}
"""Explainers of things that every player has."""
_ALONE: Mapping[str, Callable[[KaguyaState], Explanation]] = {
    STORAGE: _storage,
    ORDER: _order,
    TIES: _ties,
    PRINCESS: _princess,
    TABLE: _table,
    TRACK: _track,
}
"""Explainers of things of which there is only one, by kind. The kind is also the thing's name."""
