"""Explanations of the things of the hunt: slots, lines, fences, squares, beasts, dice, cards and hunters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text, Who, join_and, join_commas, join_or
from tilehall.engine.games.beasts.components import BEAST as BEAST_FACE
from tilehall.engine.games.beasts.components import ICONS, NEUTRAL, components
from tilehall.engine.games.beasts.components import WILD as WILD_FACE
from tilehall.engine.games.beasts.fences import can_be_caught, fence_worth, is_reinforced, missing_cards_and_dice
from tilehall.engine.games.beasts.names import beast, beasts, card, cards, die, missing_pieces_text
from tilehall.engine.games.beasts.preview import fence_bounds, fitting_edges, format_range
from tilehall.engine.games.beasts.rules import open_slots_for
from tilehall.engine.games.beasts.scoring import receipt
from tilehall.engine.games.beasts.state import NONE, BeastsBoard, BeastsState
from tilehall.engine.games.beasts.unplayable_pieces import why_card_unplayable, why_die_unplayable
from tilehall.engine.teaching.things import NOBODY, PLAYER, BaseTeacher, Explanation, RulesByKind, Thing

SLOT, LINE, FENCE, SQUARE, BEAST, DIE, WILD, FACE = "slot", "line", "fence", "square", "beast", "die", "wild", "face"
CARD, DECK, POOL, BLACK, BOARD = "card", "deck", "pool", "black", "board"

RULES: RulesByKind = {
    SLOT: (
        *("B-4.12", "B-4.15", "B-4.10", "B-4.16", "B-1.1", "B-4.13", "B-4.11", "B-4.18"),
        *("B-6.1", "B-6.4", "B-6.7"),
    ),
    LINE: ("B-4.21", "B-4.22", "B-4.20", "B-1.2", "B-4.24", "B-4.23", "B-6.5", "B-6.6"),
    FENCE: (
        *("B-4.40", "B-4.41", "B-4.46", "B-4.43", "B-4.44", "B-4.42", "B-4.45", "B-4.33", "B-4.24"),
        *("B-6.9", "B-6.10", "B-6.11", "B-6.12", "B-6.13"),
    ),
    SQUARE: (
        *("B-4.50", "B-4.52", "B-1.3", "B-4.53", "B-4.31", "B-4.32", "B-4.35", "B-4.34", "B-4.51", "B-4.55", "B-4.56"),
        *("B-6.2", "B-6.3", "B-6.15"),
    ),
    BEAST: (
        *("B-4.53", "B-4.57", "B-4.31", "B-4.32", "B-4.33", "B-4.54", "B-1.4", "B-4.30", "B-2.5", "B-5.6"),
        *("B-6.16", "B-6.17", "B-6.23", "B-6.26"),
    ),
    DIE: ("B-4.10", "B-4.12", "B-4.15", "B-4.2", "B-4.1", "B-1.4", "B-4.62", "B-6.27", "B-6.28"),
    WILD: ("B-4.13", "B-4.14", "B-4.30", "B-4.44", "B-6.7", "B-6.8", "B-6.11"),
    FACE: ("B-4.30", "B-4.11", "B-4.31", "B-4.32", "B-6.14", "B-6.25"),
    CARD: ("B-4.21", "B-4.22", "B-4.20", "B-4.23", "B-1.4", "B-4.60", "B-4.41", "B-2.2"),
    DECK: ("B-4.61", "B-4.60", "B-2.2", "B-6.22"),
    POOL: ("B-4.62", "B-5.1", "B-2.3", "B-6.18", "B-6.20"),
    BLACK: ("B-4.17", "B-4.45", "B-4.62", "B-6.12", "B-6.20"),
    BOARD: ("B-5.2", "B-1.3", "B-5.3", "B-2.4", "B-6.21"),
    PLAYER: ("B-5.4", "B-5.5", "B-5.1", "B-2.1", "B-5.6", "B-6.19", "B-6.24"),
}
ICON_DIE = (
    Text("It goes into a hole of its icon, or opens an empty one that a card reaches."),
    Text("In the supporting pair of a fence of its owner it counts for the bonus."),
)
FACES: Mapping[int, tuple[Text, ...]] = {
    BEAST_FACE: (Text("It pays for one beast: add it, or move it a step. The die itself stays with you."),),
    WILD_FACE: (
        Text("It goes into a hole where an icon die lies already, and counts as that icon."),
        Text("It may pay for a beast instead. One wild a turn, no more."),
    ),
}
"""What a die does whose face is no icon."""
KINDS: Mapping[int, str] = {BEAST_FACE: FACE, WILD_FACE: WILD}
GENERAL = ("B-3.1", "B-3.2", "B-3.3", "B-3.4", "B-9.1", "B-9.2", "B-9.3")
"""Rules of the course of a turn and of undo, which belong to no single thing."""


class BeastsTeacher(BaseTeacher[BeastsState]):
    def things(self, s: BeastsState, seat: SeatNo) -> Sequence[Thing]:
        return tuple(_things(s, seat))

    def explain_thing(self, s: BeastsState, seat: SeatNo, thing: Thing) -> Explanation | None:
        """What the viewpoint may read about a thing. A die has the rules of its face, a line those of its fence."""
        found = _explain(s, seat, thing)
        if found is None or found.rules:
            return found
        return found._replace(rules=RULES[thing.kind])


def _things(s: BeastsState, seat: SeatNo) -> Iterator[Thing]:
    box, seats = components(), [(seat + n) % s.rulings.players for n in range(s.rulings.players)]
    yield from (Thing(BEAST, each.id) for each in box.beasts)
    yield from (Thing(SQUARE, square.id) for square in box.squares)
    yield from (Thing(FENCE if s.board.carded & edge.bit else LINE, edge.id) for edge in box.edges)
    yield from (Thing(SLOT, slot) for slot in box.slots)
    yield from (Thing(CARD, icon, owner) for owner in seats for icon in box.icons)
    yield from (Thing(DIE, str(n + 1), owner) for owner in seats for n in range(len(s.hunters[owner].dice)))
    yield from (Thing(kind, kind, owner) for kind in (DECK, POOL) for owner in seats)
    yield from (Thing(kind, kind) for kind in _ALONE)
    yield from (Thing(PLAYER, "", owner) for owner in seats)


def _explain(s: BeastsState, seat: SeatNo, thing: Thing) -> Explanation | None:
    kind, word = thing.kind, thing.word
    owner, box = seat if thing.seat == NOBODY else thing.seat, components()
    if kind in (LINE, FENCE) and word in box.edge_numbers:
        return _line(s.board, box.edge_numbers[word])
    if kind == SLOT and word in box.slot_numbers:
        return _slot(s.board, box.slot_numbers[word])
    if kind == SQUARE and word in box.square_numbers:
        return _square(s.board, box.square_numbers[word])
    if kind == BEAST and word in box.beast_numbers:
        return _beast(s, box.beast_numbers[word])
    if kind in _ALONE:
        return _ALONE[kind](s)
    if not 0 <= owner < s.rulings.players:
        return None
    if kind == CARD and word[:1] in tuple(box.icons):
        return _card(s, owner, box.icons.index(word[0]))
    if kind == DIE and word.isdecimal():
        return _die(s, owner, int(word) - 1)
    return _OWN[kind](s, owner) if kind in _OWN else None


# --- the board --------------------------------------------------------------------------------------------------------


def _slot(board: BeastsBoard, slot: int) -> Explanation:
    box = components()
    hole = box.holes[box.hole_of[slot]]
    lines = join_and(box.edges[bit.bit_length() - 1].id for bit, _, _ in box.stands[slot])
    what = Text("A place for one die in hole {hole}, at a crossing of lines.", hole=hole.id)
    holds = (
        Text("A die here holds up a card on {lines}.", lines=lines)
        if box.stands[slot]
        else Text("A die here holds up no card, but the squares around can be closed only if the hole is full.")
    )
    n = hole.slots.bit_count()
    same = Text("All dice of a hole show the same icon, wilds aside; hole {hole} takes {n}.", hole=hole.id, n=n)
    title = Text("Slot {slot}", slot=box.slots[slot])
    if not board.filled >> slot & 1:
        return Explanation(title, what, (holds, same), (_takes(board, slot),))
    colour = board.colour(slot)
    lies = die(colour, board.face(slot))
    whose = Text("It is nobody's.") if colour == NEUTRAL else Text("It is {who}'s.", who=Who(colour))
    here = (Text("A {die} die lies here.", die=lies), whose)
    return Explanation(
        Text("{die} die on {slot}", die=lies, slot=box.slots[slot]), what, (holds, same), here, piece=lies
    )


def _takes(board: BeastsBoard, slot: int) -> Text:
    box = components()
    hole = box.hole_of[slot]
    icon = board.icons[hole]
    if icon != NONE:
        return Text("Empty: it takes {icon}, like the rest of the hole, or a wild.", icon=box.face_names[icon])
    if board.filled and not board.reach >> slot & 1:
        return Text("Empty: no card reaches this hole yet, so no die can be put here.")
    kinds = board.allowed_icons(hole)
    if len(kinds) == len(box.icons):
        return Text("Empty: the first die of the hole may show any icon, but not a wild.")
    return Text("Empty: a card asks for {icon} here first.", icon=join_or(box.face_names[kind] for kind in kinds))


def _line(board: BeastsBoard, number: int) -> Explanation:
    box, edge = components(), components().edges[number]
    one, other = (box.squares[square].id for square in edge.squares)
    between = Text("The line between {one} and {other}.", one=one, other=other)
    filled = (edge.four & board.filled).bit_count()
    if not board.carded & edge.bit:
        ready = Text("Both dice lie at one end: a card may stand here.")
        if not board.supported & edge.bit:
            ready = Text("At neither end lie both dice: no card can stand here yet.")
        dice = Text("{n} of its four dice lies there.", "{n} of its four dice lie there.", n=filled)
        does = (
            Text("A card can be laid on it if both dice at one end lie there."),
            Text("The icon of the card must match the hole at one end at least. A card bars the way of beasts."),
        )
        return Explanation(Text("Line {line}", line=edge.id), between, does, (dice, ready), RULES[LINE])
    owner, values = board.owner(number), box.values
    lies, most = card(owner, board.kind(number)), values.base + values.reinforced + values.most_for_dice
    brings = Text(
        "Complete, with four dice, it brings {who} {low} to {high} points.", who=Who(owner), low=values.base, high=most
    )
    return Explanation(
        Text("{card} fence on {line}", card=lies, line=edge.id),
        Text("A card of {who} between {one} and {other}.", who=Who(owner), one=one, other=other),
        (
            brings,
            Text(
                "{base} for the fence, {reinforced} if both holes show its icon, up to {most} for the owner's dice; "
                "whoever finishes it.",
                base=values.base,
                reinforced=values.reinforced,
                most=values.most_for_dice,
            ),
            Text("No beast steps over it."),
        ),
        _worth(board, number, filled),
        RULES[FENCE],
        lies,
    )


def _worth(board: BeastsBoard, number: int, filled: int) -> tuple[Text, ...]:
    if board.done >> number & 1:
        return (
            Text("It is complete and has scored {n}.", n=board.scored[number]),
            Text("That is {sum}.", sum=fence_worth(board, number).text),
        )
    strong = Text("It is reinforced.") if is_reinforced(board, number) else Text("It is not reinforced so far.")
    if filled == 4:
        return (Text("All four dice lie there: it scores at the end of the turn."), strong)
    lacks = Text("It lacks {n} die.", "It lacks {n} dice.", n=4 - filled)
    return (lacks, strong, Text("It can still be worth {n}.", n=format_range(*fence_bounds(board, number))))


def _square(board: BeastsBoard, number: int) -> Explanation:
    square, kind = components().squares[number], board.beasts[number]
    fences = square.sides.bit_count()
    dice = square.slots.bit_count()
    what = Text("{where}: {n} fences and {dice} dice close it.", where=_place(square.kind), n=fences, dice=dice)
    enters = Text("Beasts may be added here.")
    if square.kind == "centre":
        enters = Text("Beasts can only step in here; none is added.")
    does = (
        Text("Whoever closes it, with cards on all its lines and no gap in its holes, captures the beast inside."),
        Text("The beast's condition must hold. A closed square stays closed for good."),
        enters,
    )
    here = [Text("A {beast} stands here.", beast=beast(kind)) if kind != NONE else Text("No beast is here.")]
    if board.enclosed >> number & 1:
        here.append(Text("The square is closed."))
    else:
        here.append(
            Text(
                "To be closed it lacks {missing}.", missing=missing_pieces_text(*missing_cards_and_dice(board, number))
            )
        )
        if kind != NONE and not can_be_caught(board, kind, number):
            here.append(Text("That beast can never be captured here."))
    lives = beast(kind) if kind != NONE else None
    title = (
        Text("{beast} on {square}", beast=lives, square=square.id)
        if lives
        else Text("Square {square}", square=square.id)
    )
    return Explanation(title, what, does, tuple(here), piece=lives)


def _place(kind: str) -> Text:
    match kind:
        case "corner":
            return Text("A corner square")
        case "edge":
            return Text("An edge square")
        case _:
            return Text("A centre square")


def _beast(s: BeastsState, number: int) -> Explanation:
    each = components().beasts[number]
    on = [components().squares[n].id for n, kind in enumerate(s.board.beasts) if kind == number]
    caught = [
        Text("{who} {n}", who=Who(seat), n=n) for seat, hunter in enumerate(s.hunters) if (n := hunter.captured[number])
    ]
    left = s.board.supply[number]
    return Explanation(
        Text("{beast}", beast=beast(number)),
        Text("A beast worth {points} points to whoever captures it. There are {n}.", points=each.points, n=each.copies),
        (
            _condition(each.condition),
            Text("A die with a beast face adds one from the supply to a corner or edge square, or moves one a step."),
        ),
        (
            Text("{n} is in the supply.", "{n} are in the supply.", n=left),
            Text("On the board: {squares}.", squares=join_commas(on, Text("none"))),
            Text("Captured: {hunters}.", hunters=join_commas(caught, Text("none"))),
        ),
        piece=beast(number),
    )


def _condition(condition: str) -> Text:
    match condition:
        case "reinforced":
            return Text("It is captured only if one fence around it is reinforced: both its holes show its icon.")
        case "types":
            return Text("It is captured only if the cards around it show three icons, so never in a corner.")
        case "four":
            return Text("It is captured only behind four fences, so on b2 or c2.")
        case _:
            return Text("It is captured in any square that is closed.")


def _board(s: BeastsState) -> Explanation:
    free, lines = components().full & ~s.board.filled, components().all_edges & ~s.board.carded
    return Explanation(
        Text("The board"),
        Text("12 squares, 17 lines for cards, 44 slots for dice."),
        (
            Text("When all of them are taken, the game is over with that turn."),
            Text("It is also over after three rounds in which nobody places a die or card."),
        ),
        (
            Text("{n} slot is free.", "{n} slots are free.", n=free.bit_count()),
            Text("{n} line has no card.", "{n} lines have no card.", n=lines.bit_count()),
        ),
    )


# --- possessions of hunters -------------------------------------------------------------------------------------------


def _die(s: BeastsState, owner: SeatNo, number: int) -> Explanation | None:
    dice = s.hunters[owner].dice
    if not 0 <= number < len(dice):
        return None
    title, colour = Text("Die {n}", n=number + 1), dice[number]
    what = Text("A die of {who}.", who=Who(owner)) if colour != NEUTRAL else Text("A black die, which is nobody's.")
    if s.seat != owner or number >= len(s.faces):
        does = (Text("Every turn it is rolled, at least one die is kept, and the others are rolled once more."),)
        return Explanation(title, what, does, (Text("It is not rolled yet."),), RULES[DIE])
    face = s.faces[number]
    shown, use = die(colour, face), _use(s, owner, number)
    named = Text("Die {n}: {die}", n=number + 1, die=shown)
    return Explanation(named, what, FACES.get(face, ICON_DIE), use, RULES[KINDS.get(face, DIE)], shown)


def _use(s: BeastsState, owner: SeatNo, number: int) -> tuple[Text, ...]:
    if idle := why_die_unplayable(s, owner, number):
        return (Text("Not now: {why}", why=idle.text),)
    if s.faces[number] == BEAST_FACE:
        return (Text("It may be used."),)
    n = open_slots_for(s.board, s.faces[number], s.wild).bit_count()
    return (Text("It fits {n} slot now.", "It fits {n} slots now.", n=n),)


def _card(s: BeastsState, owner: SeatNo, kind: int) -> Explanation:
    held, lies, icon = s.hunters[owner].hand[kind], card(owner, kind), components().face_names[kind]
    here = [Text("{who} holds {n}.", "{who} holds {n}.", who=Who(owner), n=held)]
    if held:
        idle = why_card_unplayable(s, owner, kind)
        n = fitting_edges(s.board, kind).bit_count()
        here.append(
            Text("Not now: {why}", why=idle.text)
            if idle
            else Text("It fits {n} line now.", "It fits {n} lines now.", n=n)
        )
    return Explanation(
        Text("{card} card", card=lies),
        Text("A fence card of {who}; there are {n} of each icon in a deck.", who=Who(owner), n=components().each),
        (
            Text("It stands on a line without a card, where both dice lie at one end."),
            Text("One of the two holes at its ends must show {icon}, or be able to begin with it.", icon=icon),
            Text("Its points go to its owner, whoever completes the fence."),
        ),
        tuple(here),
        piece=lies,
    )


def _deck(s: BeastsState, owner: SeatNo) -> Explanation:
    hunter, box = s.hunters[owner], components()
    return Explanation(
        Text("The deck of {who}", who=Who(owner)),
        Text("{n} fence cards, {each} of each icon; any card still in it may come.", n=box.each * ICONS, each=box.each),
        (
            Text("At the end of a turn any cards may be discarded, and the hand is filled up to {n}.", n=box.hand),
            Text("When it runs out, the discard pile becomes the new deck."),
        ),
        (
            Text("{n} card is left.", "{n} cards are left.", n=sum(hunter.deck)),
            Text("{n} is discarded.", "{n} are discarded.", n=sum(hunter.discard)),
            Text("In the hand: {cards}.", cards=cards(owner, hunter.hand)),
        ),
    )


def _pool(s: BeastsState, owner: SeatNo) -> Explanation:
    return Explanation(
        Text("The dice of {who}", who=Who(owner)),
        Text("{n} dice of one colour.", n=components().own[s.rulings.players]),
        (
            Text(
                "After a turn the active dice are filled up to {n}: own ones first, then black ones.",
                n=components().active,
            ),
            Text("When all own dice of somebody are on the board, all others have one more turn."),
        ),
        (
            Text("{n} of them is not on the board.", "{n} of them are not on the board.", n=s.own_left(owner)),
            Text("{n} waits in the pool.", "{n} wait in the pool.", n=s.hunters[owner].pool),
        ),
    )


def _black(s: BeastsState) -> Explanation:
    return Explanation(
        Text("The black dice"),
        Text("{n} dice that belong to nobody, for those whose own are used up.", n=components().neutral),
        (
            Text("They follow the same rules as others, but win no bonus and stand in nobody's way."),
            Text("A fence with one of them is not all your own."),
        ),
        (Text("{n} is left.", "{n} are left.", n=s.neutral),),
    )


def _player(s: BeastsState, owner: SeatNo) -> Explanation:
    hunter = s.hunters[owner]
    caught = join_commas(
        (Text("{n} {beast}", n=n, beast=beasts(kind, n)) for kind, n in enumerate(hunter.captured) if n), Text("none")
    )
    total = receipt(s).total(owner)
    return Explanation(
        Text("{who}", who=Who(owner)),
        Text("A wizard; dice and cards are {colour}.", colour=components().colour_names[owner]),
        (
            Text("The score is what the own fences bring, and the beasts captured."),
            Text("Ties go by the number of beasts, then by the best of them, then by fences."),
        ),
        (
            Text("{n} point so far.", "{n} points so far.", n=total),
            Text("Beasts: {beasts}.", beasts=caught),
            Text("In the hand: {cards}.", cards=cards(owner, hunter.hand)),
            Text("{n} own die is not on the board.", "{n} own dice are not on the board.", n=s.own_left(owner)),
        ),
    )


_OWN: Mapping[str, Callable[[BeastsState, SeatNo], Explanation]] = {DECK: _deck, POOL: _pool, PLAYER: _player}
"""Explainers of things that every player has."""
_ALONE: Mapping[str, Callable[[BeastsState], Explanation]] = {BLACK: _black, BOARD: _board}
"""Explainers of things of which there is only one, by kind. The kind is also the thing's name."""
