"""Checks that a position can be reached, so that every position that is loaded can be played on."""

from __future__ import annotations

from collections import Counter

from tilehall.engine.core.game import quote_text
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.components import BEAST, NEUTRAL, WILD, components
from tilehall.engine.games.beasts.fences import fence_worth, is_closed, meets_condition
from tilehall.engine.games.beasts.rules import STALL_ROUNDS, actors, legal_actions
from tilehall.engine.games.beasts.state import NOBODY, NONE, BeastsBoard, BeastsState

SETTING_UP = ("FIRST", "HANDS", "SETUP_BEAST")
ROLLED = ("KEEP", "REROLL", "PLACE")
PLAYING = ("ROLL", *ROLLED, "DISCARD", "DRAW")


def faults(s: BeastsState) -> tuple[Text, ...]:
    """The invariants that this position breaks, one sentence each."""
    if len(s.hunters) != s.rulings.players:
        return (Text("there are {hunters} hunters for {n} players.", hunters=len(s.hunters), n=s.rulings.players),)
    found = _turn_faults(s)
    if found:  # the other checks rely on a sound turn
        return tuple(found)
    if s.point in SETTING_UP and (untouched := _setup_faults(s)):
        return tuple(untouched)
    counts = (_dice_faults, _replenished_faults, _card_faults, _beast_faults)
    for group in (*counts, _hole_faults, _fence_faults, _square_faults, _placed_faults):
        found += group(s)
    if not found and actors(s) and not legal_actions(s, actors(s)[0]):
        found.append(Text("nobody has anything to do."))
    return tuple(found)


def _turn_faults(s: BeastsState) -> list[Text]:
    players, found = s.rulings.players, []
    if s.point not in (*SETTING_UP, *PLAYING, "OVER"):
        return [Text("{point} is no point of the turn.", point=quote_text(s.point, 20))]
    if (s.point == "OVER") != bool(s.ending) or s.ending not in ("", "dice", "full", "stall"):
        found.append(Text("the game has an ending exactly when it is over."))
    if (s.seat == NOBODY or s.first == NOBODY) != (s.point == "FIRST"):
        found.append(Text("seats are open only until the first player is drawn."))
    if bool(s.faces) != (s.point in ROLLED):
        found.append(Text("dice lie rolled exactly from the roll to the end of the turn."))
    if s.point == "SETUP_BEAST" and s.seat != (s.first - 1) % players:
        found.append(Text("the first beast belongs to the last player in turn order."))
    if s.point in SETTING_UP and (s.board.filled or s.board.carded or s.board.homes):
        found.append(Text("the board is empty until the first beast is there."))
    if s.rulings.first not in (NOBODY, s.first):
        found.append(Text("another player begins than the option says."))
    if s.point in ROLLED and not found:
        found += _roll_faults(s)
    return found + _countdown_faults(s)


def _setup_faults(s: BeastsState) -> list[Text]:
    """Before the first beast is on the board only hands have been dealt (B-2.1 to B-2.4)."""
    box, dealt = components(), s.rulings.players * (s.point == "SETUP_BEAST") + s.seat * (s.point == "HANDS")
    if s.idle or s.final >= 0 or s.neutral != box.neutral:
        return [Text("nobody has had a turn while the table is being laid.")]
    for seat, hunter in enumerate(s.hunters):
        if hunter.dice != bytes([seat]) * box.active or any(hunter.discard) or any(hunter.captured):
            return [Text("nobody has had a turn while the table is being laid.")]
        if (seat < dealt) != (sum(hunter.hand) == box.hand) or (any(hunter.hand) and seat > dealt):
            return [Text("the starting hands are dealt seat by seat.")]
    if s.point == "FIRST" and any(any(hunter.hand) for hunter in s.hunters):
        return [Text("the starting hands are dealt seat by seat.")]
    return []


def _countdown_faults(s: BeastsState) -> list[Text]:
    """The final round runs once somebody's own dice are used up, and the game is over after it."""
    players, found = s.rulings.players, []
    if s.final > 0 and s.point not in SETTING_UP:
        found += _final_faults(s)
    if s.point in PLAYING and s.point != "PLACE" and _full(s.board):
        found.append(Text("the game is over once the board is full."))
    if (s.ending == "full") != (s.ending != "" and _full(s.board)):
        found.append(Text("the game ends by a full board exactly when it is full."))
    if s.ending == "stall" and (s.final >= 0 or s.idle != STALL_ROUNDS * players):
        found.append(Text("the game has not stalled."))
    if s.point in PLAYING and s.final < 0 and s.idle >= STALL_ROUNDS * players:
        found.append(Text("the game would have ended: it has stalled."))
    bare = s.point in PLAYING and not s.busy and not (s.board.filled or s.board.carded)
    if bare and (s.seat - s.first - s.idle + (s.point in ("DISCARD", "DRAW"))) % players:
        found.append(Text("on an empty board every turn so far was idle."))
    used_up = any(not s.own_left(seat) for seat in range(players) if s.point != "PLACE" or seat != s.seat)
    if not -1 <= s.final < players or s.idle > (STALL_ROUNDS + 1) * players:
        found.append(Text("the countdown of turns is out of range."))
    if (s.final == 0) != (s.ending == "dice"):
        found.append(Text("the last turns are played exactly when the game ends by dice."))
    if s.point in PLAYING and used_up != (s.final > 0):
        found.append(Text("the final round runs exactly when the own dice of somebody are used up."))
    if s.final >= 0 and s.point in ("DISCARD", "DRAW"):
        found.append(Text("nothing is replenished in the final round."))
    return found


def _full(board: BeastsBoard) -> bool:
    return board.filled == components().full and board.carded == components().all_edges


def _final_faults(s: BeastsState) -> list[Text]:
    """The seat that began the final round has no more turn; those to come had dice when it began."""
    players = s.rulings.players
    if s.own_left((s.seat + s.final) % players):
        return [Text("the final round runs exactly when the own dice of somebody are used up.")]
    waiting = [(s.seat + n) % players for n in range(1, s.final)] if not s.ending else []
    if any(not s.own_left(seat) for seat in waiting):
        return [Text("the final round would have begun with an earlier turn.")]
    return []


def _roll_faults(s: BeastsState) -> list[Text]:
    """The dice of the turn are free, placed or used; used ones show a beast or the one wild."""
    dice, everyone = s.hunters[s.seat].dice, (1 << len(s.faces)) - 1
    used = everyone & ~s.free & ~s.placed
    found = []
    if len(s.faces) != len(dice):
        return [Text("{faces} faces do not fit {dice} active dice.", faces=len(s.faces), dice=len(dice))]
    if s.free & s.placed or (s.point != "PLACE" and s.free != everyone):
        found.append(Text("every die is either free or placed, and free until all are rolled."))
    if bool(s.kept) != (s.point != "KEEP") or (s.point == "REROLL" and s.kept == everyone):
        found.append(Text("at least one die is kept, and nothing is rerolled if all are."))
    if any(s.faces[die] not in (WILD, BEAST) for die in bits(used)) or any(
        s.faces[die] == BEAST for die in bits(s.placed)
    ):
        found.append(Text("only beast faces and wilds pay for beasts, and beast faces are never placed."))
    wilds = sum(s.faces[die] == WILD for die in bits(used | s.placed))
    if wilds > 1 or s.wild != bool(wilds):
        found.append(Text("at most one wild is used in a turn."))
    if s.placed and not s.busy:
        found.append(Text("a turn with a placed die is not idle."))
    if s.busy and not s.placed and sum(s.hunters[s.seat].hand) == components().hand:
        found.append(Text("a turn without a die or card is idle."))
    return found


def _replenished_faults(s: BeastsState) -> list[Text]:
    """Every seat that is not at its turn has replenished hand and dice, as far as possible (B-4.61, B-4.62)."""
    box, players, found = components(), s.rulings.players, list[Text]()
    if s.point not in PLAYING:
        return found
    # Nothing is replenished in the final round; seats whose last turn is still to come have a full hand.
    waiting = [(s.seat + n) % players for n in range(1, s.final if s.final >= 0 else players)]
    fresh = [s.seat] if s.point in ("ROLL", "KEEP", "REROLL") or (s.point == "PLACE" and not s.busy) else []
    for seat in (*waiting, *fresh):
        hunter = s.hunters[seat]
        held, rest = sum(hunter.hand), any(hunter.deck) or any(hunter.discard)
        if held < box.hand and rest:
            found.append(Text("seat {seat} holds {n} card.", "seat {seat} holds {n} cards.", seat=seat, n=held))
        if len(hunter.dice) < box.active and (hunter.pool or s.neutral):
            dice = {"seat": seat, "n": len(hunter.dice)}
            found.append(Text("seat {seat} has {n} active die.", "seat {seat} has {n} active dice.", **dice))
    for seat, hunter in enumerate(s.hunters):
        own = hunter.dice.count(seat)
        if hunter.dice != bytes([seat]) * own + bytes([NEUTRAL]) * (len(hunter.dice) - own):
            found.append(Text("seat {seat} rolls dice that are not its own.", seat=seat))
        if NEUTRAL in hunter.dice and hunter.pool:
            found.append(Text("seat {seat} has black dice before its own are used up.", seat=seat))
    return found


def _placed_faults(s: BeastsState) -> list[Text]:
    """The dice placed in this turn lie on the board; complete fences that have not scored are of this turn."""
    board, found = s.board, list[Text]()
    if s.point != "PLACE":
        return found
    dice = Counter((s.hunters[s.seat].dice[die], s.faces[die]) for die in bits(s.placed))
    lying = Counter((board.colour(slot), board.face(slot)) for slot in bits(board.filled))
    if dice - lying:
        found.append(Text("the dice placed in this turn lie on the board."))
    laid = sum(s.hunters[s.seat].hand) < components().hand
    fresh = sum(1 << slot for slot in bits(board.filled) if (board.colour(slot), board.face(slot)) in dice)
    own = sum(1 << edge for edge in bits(board.carded) if board.owner(edge) == s.seat) if laid else 0
    unscored = [components().edges[edge] for edge in bits(board.complete_edges & ~board.done)]
    if any(not (edge.four & fresh or edge.bit & own) for edge in unscored):
        found.append(Text("a fence has scored if and only if it is complete."))
    squares = [square for n, square in enumerate(components().squares) if is_closed(board, n)]
    if any(not (sq.bit & board.enclosed or sq.slots & fresh or sq.sides & own) for sq in squares):
        found.append(Text("a square is marked if and only if it is enclosed."))
    return found


def _dice_faults(s: BeastsState) -> list[Text]:
    """Of each colour the dice on the board, active dice and pool add up; dice placed this turn count on the board."""
    box, board, found = components(), s.board, []
    black = s.neutral + board.colours[NEUTRAL].bit_count()
    for seat, hunter in enumerate(s.hunters):
        placed = s.placed if seat == s.seat else 0
        left = [colour for die, colour in enumerate(hunter.dice) if not placed >> die & 1]
        if any(colour not in (seat, NEUTRAL) for colour in left) or len(hunter.dice) > box.active:
            found.append(Text("seat {seat} rolls dice that are not its own.", seat=seat))
        own = hunter.pool + left.count(seat) + board.colours[seat].bit_count()
        if own != box.own[s.rulings.players]:
            found.append(
                Text(
                    "there are {own} {colour} dice instead of {due}.",
                    own=own,
                    colour=box.colour_names[seat],
                    due=box.own[s.rulings.players],
                )
            )
        black += left.count(NEUTRAL)
    if black != box.neutral:
        found.append(Text("there are {black} black dice instead of {due}.", black=black, due=box.neutral))
    if any(board.colours[len(s.hunters) : NEUTRAL]):
        found.append(Text("dice of a colour that nobody plays are on the board."))
    if s.point in ("ROLL", *ROLLED) and s.seat not in s.hunters[s.seat].dice:
        found.append(Text("seat {seat} begins a turn without a die of its own.", seat=s.seat))
    return found


def _card_faults(s: BeastsState) -> list[Text]:
    box, found = components(), []
    for seat, hunter in enumerate(s.hunters):
        laid = [s.board.kind(edge) for edge in bits(s.board.carded) if s.board.owner(edge) == seat]
        for kind, icon in enumerate(box.icons):
            number = hunter.hand[kind] + hunter.deck[kind] + hunter.discard[kind] + laid.count(kind)
            if number != box.each:
                found.append(
                    Text(
                        "seat {seat} has {number} {icon} cards instead of {due}.",
                        seat=seat,
                        number=number,
                        icon=icon,
                        due=box.each,
                    )
                )
        held, rest = sum(hunter.hand), any(hunter.deck) or any(hunter.discard)
        if held > box.hand or (s.point == "ROLL" and s.seat == seat and held < box.hand and rest):
            found.append(Text("seat {seat} holds {n} card.", "seat {seat} holds {n} cards.", seat=seat, n=held))
        if s.point in ("HANDS", "DRAW") and s.seat == seat and held >= box.hand:
            found.append(
                Text(
                    "seat {seat} is to draw and holds {n} card.",
                    "seat {seat} is to draw and holds {n} cards.",
                    seat=seat,
                    n=held,
                )
            )
        if s.point == "HANDS" and s.seat != seat and held != (box.hand if seat < s.seat else 0):
            found.append(Text("the starting hands are dealt seat by seat."))
    if any(s.board.owner(edge) >= s.rulings.players for edge in bits(s.board.carded)):
        found.append(Text("a card belongs to nobody at this table."))
    return found


def _beast_faults(s: BeastsState) -> list[Text]:
    box, board, found = components(), s.board, []
    for kind, beast in enumerate(box.beasts):
        number = board.supply[kind] + board.beasts.count(kind) + sum(hunter.captured[kind] for hunter in s.hunters)
        if number != beast.copies:
            text = Text(
                "there are {number} {beasts} instead of {due}.", number=number, beasts=beast.names, due=beast.copies
            )
            found.append(text)
    caught = [sum(hunter.captured[kind] for hunter in s.hunters) for kind in range(len(box.beasts))]
    if s.point not in SETTING_UP and all(board.supply[n] == beast.copies for n, beast in enumerate(box.beasts)):
        found.append(Text("the first beast has been put on the board."))
    empty = [box.squares[square] for square in bits(board.enclosed & ~board.homes)]
    if sum(caught) > len(empty):
        found.append(Text("more beasts are captured than squares are enclosed and empty."))
    if caught[-1] > sum(square.kind == "centre" for square in empty):
        found.append(Text("a basilisk is only captured on a centre square."))
    if caught[-2] > sum(square.kind != "corner" for square in empty):
        found.append(Text("a chimera is never captured in a corner."))
    return found


def _hole_faults(s: BeastsState) -> list[Text]:
    """Icons, wilds, commitments and the network."""
    box, board, found = components(), s.board, []
    for number, hole in enumerate(box.holes):
        name, dice = hole.id, board.filled & hole.slots
        if dice and not dice & ~board.wild:
            found.append(Text("hole {hole} holds nothing but wilds.", hole=name))
        if bool(dice) != (board.icons[number] != NONE):
            found.append(Text("hole {hole} has an icon exactly when it has dice.", hole=name))
        if not board.allowed_icons(number):
            found.append(Text("hole {hole} is committed to two types.", hole=name))
    if board.filled and _network(board) != board.occupied:
        found.append(Text("dice and cards do not hang together."))
    return found


def _network(board: BeastsBoard) -> int:
    """The slots of the holes that cards connect with the first hole with dice."""
    box = components()
    found = next(hole.slots for hole in box.holes if hole.slots & board.filled)
    while True:
        wider = found
        for edge in bits(board.carded):
            reach = box.edges[edge].reach
            if reach & wider:
                wider |= reach
        if wider == found:
            return found & board.occupied
        found = wider


def _fence_faults(s: BeastsState) -> list[Text]:
    box, board, found = components(), s.board, []
    for number in bits(board.carded):
        edge = box.edges[number]
        if not board.supported & edge.bit:
            found.append(Text("no pair of dice holds the card on {line}.", line=edge.id))
        if not any(board.takes[board.kind(number)] & box.holes[end].slots for end in edge.ends):
            found.append(Text("the card on {line} matches at neither end.", line=edge.id))
    unscored = board.complete_edges & ~board.done
    if board.done & ~board.complete_edges or (unscored and not (s.point == "PLACE" and s.busy)):
        found.append(Text("a fence has scored if and only if it is complete."))
    elif any(board.scored[number] != fence_worth(board, number).points for number in bits(board.done)):
        found.append(Text("a fence has scored something else than its value."))
    return found


def _square_faults(s: BeastsState) -> list[Text]:
    box, board, found = components(), s.board, []
    now = sum(square.bit for n, square in enumerate(box.squares) if is_closed(board, n))
    if board.enclosed & ~now or (now != board.enclosed and not (s.point == "PLACE" and s.busy)):
        found.append(Text("a square is marked if and only if it is enclosed."))
    for square in bits(board.enclosed & now & board.homes):
        kind = board.beasts[square]
        if meets_condition(board, kind, square):
            place, beast = box.squares[square].id, box.beasts[kind].name
            found.append(Text("the {beast} in {square} should have been captured.", beast=beast, square=place))
    return found
