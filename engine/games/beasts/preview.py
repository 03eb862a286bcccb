"""Previews of actions in short phrases: fences, squares and beasts, and the score of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.text import Text, TextArgument, Who, join_and, join_commas
from tilehall.engine.games.beasts.actions import (
    AddBeast,
    DiscardFenceCards,
    EndTurn,
    KeepDice,
    MoveBeast,
    PlaceDie,
    PlaceFenceCard,
    SetUpBeast,
)
from tilehall.engine.games.beasts.components import BEAST, ICONS, NEUTRAL, WILD, components
from tilehall.engine.games.beasts.die_uses import best_die_use
from tilehall.engine.games.beasts.fences import (
    TurnOutcome,
    can_be_caught,
    can_reinforce,
    enclosed_squares,
    fence_worth,
    missing_cards_and_dice,
    turn_outcome,
    with_outcome,
)
from tilehall.engine.games.beasts.names import beast, beasts, card, fence, missing_pieces_text, rolled_face
from tilehall.engine.games.beasts.rules import STALL_ROUNDS, open_slots_for
from tilehall.engine.games.beasts.state import NONE, BeastsBoard, BeastsState

NEAR = 3
"""A square that lacks at most this many cards and dice is mentioned."""
GAIN, WARNING = "gain", "warning"


class ActionEffect(NamedTuple):
    """One effect of an action: its text, whether it is a gain or a warning, and a shorter text."""

    text: Text
    mood: str = ""
    short: Text | None = None

    @property
    def brief(self) -> Text:
        return self.short or self.text


def preview(s: BeastsState, seat: SeatNo, a: Action) -> tuple[Text, ...]:
    """Short phrases about a legal action, most important first."""
    return tuple(prospect.text for prospect in action_effects(s, seat, a))


def action_effects(s: BeastsState, seat: SeatNo, a: Action) -> list[ActionEffect]:
    """The effects of a legal action, most important first."""
    look = _PREVIEWS.get(a.verb)
    return look(s, seat, a) if look else []


# --- parts that several actions share -----------------------------------------------------------------------------


def fence_bounds(board: BeastsBoard, number: int) -> tuple[int, int]:
    """The least and the most that a fence can be worth once it is complete."""
    values, edge = components().values, components().edges[number]
    owner, missing = board.owner(number), (edge.four & ~board.filled).bit_count()
    plain = [(mask & edge.four & ~board.wild).bit_count() for mask in board.colours[:NEUTRAL]]
    others = max(number for seat, number in enumerate(plain) if seat != owner)
    only_own = not edge.four & board.filled & ~board.colours[owner]
    if only_own:
        most = values.all_own_wild if edge.four & board.wild else values.all_own
    else:
        most = values.most if plain[owner] + missing > others else 0
    least = most if not missing else values.most if plain[owner] > others + missing else 0
    strong = values.reinforced if can_reinforce(board, number) else 0
    near, far = edge.ends
    sure = strong if board.icons[near] == board.icons[far] != NONE else 0
    return values.base + sure + least, values.base + strong + most


def format_range(low: int, high: int) -> TextArgument:
    """A range of points as text.

    >>> format_range(3, 3), str(format_range(2, 5))
    (3, '2 to 5')
    """
    return low if low == high else Text("{low} to {high}", low=low, high=high)


def fence_effect(before: BeastsBoard, after: BeastsBoard, number: int, seat: SeatNo) -> ActionEffect:
    """The state of a fence after a die or card: completed, and for whom, or how far it is."""
    edge = components().edges[number]
    dice = (edge.four & after.filled).bit_count()
    if not after.carded & edge.bit:
        return ActionEffect(Text("stands at {line}, no card yet: {dice} of 4 dice", line=edge.id, dice=dice))
    owner = after.owner(number)
    if after.complete_edges & edge.bit and not before.complete_edges & edge.bit:
        return _completed(after, number, owner, seat)
    line, worth = fence(owner, number), format_range(*fence_bounds(after, number))
    if owner == seat:
        return ActionEffect(
            Text("supports {fence}: {dice} of its 4 dice, then {worth} points", fence=line, dice=dice, worth=worth)
        )
    return ActionEffect(
        Text(
            "supports {fence} of {who}: {dice} of its 4 dice, then {worth} points for {who}",
            fence=line,
            who=Who(owner),
            dice=dice,
            worth=worth,
        )
    )


def _fence_laid(after: BeastsBoard, number: int, seat: SeatNo) -> ActionEffect:
    """The fence that a card has just begun: complete, or with how many of its dice."""
    edge = components().edges[number]
    if after.complete_edges & edge.bit:
        return _completed(after, number, seat, seat)
    return ActionEffect(
        Text(
            "becomes fence {fence} with {dice} of its 4 dice, worth {worth} points once complete",
            fence=fence(seat, number),
            dice=(edge.four & after.filled).bit_count(),
            worth=format_range(*fence_bounds(after, number)),
        )
    )


def _completed(board: BeastsBoard, number: int, owner: SeatNo, seat: SeatNo) -> ActionEffect:
    value, line = fence_worth(board, number), fence(owner, number)
    text = Text("completes {fence}: {points:+}", fence=line, points=value.points)
    if owner != seat:
        text = Text("completes {fence}: {gain}", fence=line, gain=_gain(owner, value.points, seat))
    mood = GAIN if owner == seat else WARNING
    return ActionEffect(Text("{completes} ({sum})", completes=text, sum=value.text), mood, text)


def _gain(owner: SeatNo, points: int, seat: SeatNo) -> Text:
    if owner == seat:
        return Text("you {points:+}", points=points)
    return Text("{who} {points:+}", who=Who(owner), points=points)


def closure_effects(before: BeastsBoard, after: BeastsBoard) -> list[ActionEffect]:
    """The squares that become enclosed, and what that means for the beast in each."""
    new = enclosed_squares(after) & ~enclosed_squares(before)
    return [_closed(*square) for square in turn_outcome(after).squares if new >> square[0] & 1]


def _closed(square: int, kind: int, caught: bool) -> ActionEffect:
    box = components()
    place = box.squares[square].id
    if kind == NONE:
        return ActionEffect(Text("closes {square}, no beast in it", square=place))
    if not caught:
        return ActionEffect(Text("closes {square}: {fate}", square=place, fate=_locked(kind)), WARNING)
    text = Text(
        "closes {square} and captures the {beast}, {points} points at the end",
        square=place,
        beast=beast(kind),
        points=box.beasts[kind].points,
    )
    return ActionEffect(text, GAIN)


def _locked(kind: int) -> Text:
    """Why a beast stays locked in."""
    held = beast(kind)
    match components().beasts[kind].condition:
        case "reinforced":
            return Text("the {beast} without reinforced fence stays locked in for ever", beast=held)
        case "types":
            return Text("the {beast} without three types of cards stays locked in for ever", beast=held)
        case _:
            return Text("the {beast} off the centre stays locked in for ever", beast=held)


def near_squares(board: BeastsBoard, squares: int) -> list[ActionEffect]:
    """Of these squares those that lack little, with the beast in them."""
    return [
        _then_lacks(board, square)
        for square in bits(squares & ~enclosed_squares(board))
        if sum(missing_cards_and_dice(board, square)) <= NEAR
    ]


def _then_lacks(board: BeastsBoard, square: int) -> ActionEffect:
    """What an open square lacks; a warning, because whoever encloses it captures the beast."""
    place, missing, kind = (
        components().squares[square].id,
        missing_pieces_text(*missing_cards_and_dice(board, square)),
        board.beasts[square],
    )
    if kind == NONE:
        return ActionEffect(Text("{square} then lacks {missing}", square=place, missing=missing))
    short = Text("{square} with the {beast} then lacks {missing}", square=place, beast=beast(kind), missing=missing)
    if not can_be_caught(board, kind, square):
        return ActionEffect(short)
    text = Text("{short}: the next player could close it and capture the {beast}", short=short, beast=beast(kind))
    return ActionEffect(text, WARNING, short)


def beast_effect(board: BeastsBoard, kind: int, square: int) -> ActionEffect:
    """What a beast in a square means: whether it can be captured there, and what the square lacks."""
    box, held = components(), beast(kind)
    place = box.squares[square]
    if can_be_caught(board, kind, square):
        text = Text(
            "{square} lacks {missing}: then the {beast} is worth {points}",
            square=place.id,
            missing=missing_pieces_text(*missing_cards_and_dice(board, square)),
            beast=held,
            points=box.beasts[kind].points,
        )
        return ActionEffect(text)
    condition = box.beasts[kind].condition
    if place.kind == "corner" and condition in ("four", "types"):
        return ActionEffect(Text("a {beast} can never be captured in a corner", beast=held), WARNING)
    if condition == "four":
        return ActionEffect(Text("a {beast} can never be captured on an edge square", beast=held), WARNING)
    text = Text("as the cards lie, the {beast} can no longer be captured on {square}", beast=held, square=place.id)
    return ActionEffect(text, WARNING)


# --- a preview for each verb --------------------------------------------------------------------------------------


def _prepare(s: BeastsState, seat: SeatNo, a: SetUpBeast) -> list[ActionEffect]:
    return [beast_effect(s.board, a.beast, a.square)]


def _keep(s: BeastsState, seat: SeatNo, a: KeepDice) -> list[ActionEffect]:
    """What the kept faces can do now, and that only one wild can be used."""
    kept = sorted((s.faces[die], s.hunters[s.seat].dice[die]) for die in bits(a.dice))
    rest, wilds = len(s.faces) - len(kept), sum(face == WILD for face, _ in kept)
    found = [Text("rerolls nothing")]
    if rest:
        found = [Text("rerolls {n} die, once", "rerolls {n} dice, once", n=rest)]
    found += [_fits(s, seat, face, colour) for face, colour in dict(kept).items()]
    told = [ActionEffect(text) for text in found]
    if wilds > 1:
        told.append(ActionEffect(Text("{count} wilds: only one can be used in a turn", count=wilds), WARNING))
    return told


def _fits(s: BeastsState, seat: SeatNo, face: int, colour: int) -> Text:
    """The best use of a face that is kept."""
    if face == BEAST:
        return Text("a beast face adds or moves a beast")
    spots, die = open_slots_for(s.board, face, False), rolled_face(colour, face)
    if not spots:
        return Text("{die} fits no slot now", die=die)
    if best := best_die_use(s.board, seat, spots, (colour, face)):
        slot = components().slots[best.slot]
        return Text("{die} is worth most on {slot}: {why}", die=die, slot=slot, why=best.why)
    if not s.board.filled:
        return Text("{die} fits anywhere", die=die)
    return Text(
        "{die} fits {n} slot, at no fence of yours",
        "{die} fits {n} slots, none at a fence of yours",
        die=die,
        n=spots.bit_count(),
    )


def _die(s: BeastsState, seat: SeatNo, a: PlaceDie) -> list[ActionEffect]:
    box, board = components(), s.board
    face, colour = s.faces[a.die], s.hunters[seat].dice[a.die]
    after = board.with_die(a.slot, colour, face)
    lines = [box.edges[bit.bit_length() - 1] for bit, _, _ in box.stands[a.slot]]
    numbers = sorted((box.edge_numbers[edge.id] for edge in lines), key=lambda number: not _owns(board, number, seat))
    matter = _weightiest(
        [fence_effect(board, after, number, seat) for number in numbers], closure_effects(board, after)
    )
    further = list[ActionEffect]()
    hole = box.hole_of[a.slot]
    if board.icons[hole] == NONE:
        icon = box.face_names[face]
        further.append(ActionEffect(Text("hole {hole} shows {icon} from now on", hole=box.holes[hole].id, icon=icon)))
    if face == WILD:
        further.append(ActionEffect(Text("the one wild of this turn")))
    touched = sum(square.bit for square in box.squares if square.slots >> a.slot & 1)
    return _with_near(matter, further, near_squares(after, touched))


def _owns(board: BeastsBoard, number: int, seat: SeatNo) -> bool:
    """Whether this is a fence of that player."""
    return bool(board.carded >> number & 1) and board.owner(number) == seat


def _weightiest(fences: Sequence[ActionEffect], squares: Sequence[ActionEffect]) -> list[ActionEffect]:
    """Sort key: points first, then warnings; an empty enclosed square comes last."""
    mattering = [prospect for prospect in squares if prospect.mood]
    ranks = {GAIN: 0, WARNING: 1}
    ranked = sorted([*mattering, *fences], key=lambda prospect: ranks.get(prospect.mood, len(ranks)))
    return [*ranked, *(prospect for prospect in squares if not prospect.mood)]


def _with_near(matter: list[ActionEffect], further: list[ActionEffect], near: list[ActionEffect]) -> list[ActionEffect]:
    """What an action brings, what the next player could make of it, and what else follows."""
    warnings = [prospect for prospect in near if prospect.mood == WARNING]
    return [*matter, *warnings, *further, *(prospect for prospect in near if prospect.mood != WARNING)]


def _card(s: BeastsState, seat: SeatNo, a: PlaceFenceCard) -> list[ActionEffect]:
    box, board = components(), s.board
    after, edge, icon = board.with_card(a.edge, seat, a.kind), box.edges[a.edge], box.face_names[a.kind]
    matter = _weightiest([_fence_laid(after, a.edge, seat)], closure_effects(board, after))
    further = list[ActionEffect]()
    for end in edge.ends:
        if board.icons[end] == NONE and after.allowed_icons(end) != board.allowed_icons(end):
            further.append(
                ActionEffect(Text("hole {hole} must then start with {icon}", hole=box.holes[end].id, icon=icon))
            )
    one, other = (box.squares[square].id for square in edge.squares)
    further.append(ActionEffect(Text("no beast steps between {one} and {other} any more", one=one, other=other)))
    return _with_near(matter, further, near_squares(after, sum(1 << square for square in edge.squares)))


def _add(s: BeastsState, seat: SeatNo, a: AddBeast) -> list[ActionEffect]:
    left = s.board.supply[a.beast] - 1
    rest = Text("no {beast} left in the supply", beast=beast(a.beast))
    if left:
        rest = Text("{count} {beast} left in the supply", count=left, beast=beasts(a.beast, left))
    return [beast_effect(s.board, a.beast, a.square), ActionEffect(rest), _paid(s, a.die)]


def _move(s: BeastsState, seat: SeatNo, a: MoveBeast) -> list[ActionEffect]:
    return [beast_effect(s.board, s.board.beasts[a.start], a.end), _paid(s, a.die)]


def _paid(s: BeastsState, die: int) -> ActionEffect:
    if s.faces[die] == WILD:
        return ActionEffect(Text("the one wild of this turn; the die itself stays"))
    return ActionEffect(Text("the die itself stays"))


def _end(s: BeastsState, seat: SeatNo, a: EndTurn) -> list[ActionEffect]:
    """What could still be gained, the score this turn would bring, captures, warnings, and what comes next."""
    found = turn_outcome(s.board)
    missed = [ActionEffect(text, WARNING) for text in (*_dice_missed(s, seat), *_cards_missed(s, seat))]
    return [*missed, *_score(s, seat, found), *_warnings(s, seat, found), *_next(s, seat, found)]


def _dice_missed(s: BeastsState, seat: SeatNo) -> Iterable[Text]:
    """The free dice that would capture a beast or complete an own fence; equal dice once."""
    dice = {(s.hunters[seat].dice[die], s.faces[die]) for die in bits(s.free) if s.faces[die] <= WILD}
    for colour, face in sorted(dice):
        use = best_die_use(s.board, seat, open_slots_for(s.board, face, s.wild), (colour, face))
        if use and use.gains:
            slot = components().slots[use.slot]
            yield Text("{die} could still go on {slot}: {why}", die=rolled_face(colour, face), slot=slot, why=use.why)


def _cards_missed(s: BeastsState, seat: SeatNo) -> Iterable[Text]:
    """The cards that would be complete fences at once, each on its best line."""
    for kind in (kind for kind, held in enumerate(s.hunters[seat].hand) if held):
        values = {
            number: fence_worth(s.board.with_card(number, seat, kind), number).points
            for number in bits(fitting_edges(s.board, kind) & s.board.backed)
        }
        if values:
            best = max(values, key=lambda number: values[number])
            yield Text(
                "{card} could still go on {line}: {gain}",
                card=card(seat, kind),
                line=components().edges[best].id,
                gain=_gain(seat, values[best], seat),
            )


def _score(s: BeastsState, seat: SeatNo, found: TurnOutcome) -> list[ActionEffect]:
    box, points = components(), [0] * s.rulings.players
    for number, value in found.fences:
        points[s.board.owner(number)] += value.points
    gains = sorted((owner != seat, owner, number) for owner, number in enumerate(points) if number)
    told = join_commas((_gain(owner, number, seat) for _, owner, number in gains), Text("nobody scores"))
    captures = [
        Text(
            "you capture the {beast} on {square}, {points} points at the end",
            beast=beast(kind),
            square=box.squares[square].id,
            points=box.beasts[kind].points,
        )
        for square, kind, caught in found.squares
        if caught
    ]
    return [ActionEffect(told, GAIN if points[seat] else ""), *[ActionEffect(text, GAIN) for text in captures]]


def _warnings(s: BeastsState, seat: SeatNo, found: TurnOutcome) -> list[ActionEffect]:
    """What a player may regret after ending the turn."""
    return [ActionEffect(text, WARNING) for text in (*_lost(found), *_given(s, seat, found), *_left(s), *_idle(s))]


def _lost(found: TurnOutcome) -> Iterable[Text]:
    """The beasts that are locked in."""
    for square, kind, caught in found.squares:
        if kind != NONE and not caught:
            yield Text("{square}: {fate}", square=components().squares[square].id, fate=_locked(kind))


def _given(s: BeastsState, seat: SeatNo, found: TurnOutcome) -> Iterable[Text]:
    """The fences that score for other players."""
    for number, value in found.fences:
        if (owner := s.board.owner(number)) != seat:
            yield Text(
                "you complete {fence} of {who}: {n} point",
                "you complete {fence} of {who}: {n} points",
                fence=fence(owner, number),
                who=Who(owner),
                n=value.points,
            )


def _left(s: BeastsState) -> Iterable[Text]:
    """The beasts that the next players may capture."""
    board = s.board
    for square in bits(board.homes & ~enclosed_squares(board)):
        missing, kind = missing_cards_and_dice(board, square), board.beasts[square]
        if sum(missing) <= NEAR and can_be_caught(board, kind, square):
            yield Text(
                "this leaves {square} open by {missing}: the next player could close it and capture the {beast}",
                square=components().squares[square].id,
                missing=missing_pieces_text(*missing),
                beast=beast(kind),
            )


def _idle(s: BeastsState) -> Iterable[Text]:
    if not s.busy:
        yield Text("you place nothing this turn")


def _next(s: BeastsState, seat: SeatNo, found: TurnOutcome) -> list[ActionEffect]:
    """Whether the game ends, or its final round begins, with this turn."""
    box, board = components(), with_outcome(s.board, found)
    if board.filled == box.full and board.carded == box.all_edges:
        return [ActionEffect(Text("the board is full: the game ends"))]
    if s.final == 1:
        return [ActionEffect(Text("this is the last turn of the game"))]
    if s.final > 1:
        return [ActionEffect(Text("{n} turn left after this one", "{n} turns left after this one", n=s.final - 1))]
    if not s.own_left(seat):
        return [ActionEffect(Text("your own dice are used up: everybody else has one more turn"))]
    limit = STALL_ROUNDS * s.rulings.players
    if not s.busy and s.idle + 1 >= limit:
        return [
            ActionEffect(
                Text(
                    "{n} turn without a die or card: the game ends",
                    "{n} turns without a die or card: the game ends",
                    n=limit,
                )
            )
        ]
    return []


def fitting_edges(board: BeastsBoard, kind: int) -> int:
    """The edges that a card of this type could be placed on now."""
    lines = components().edges
    edges = bits(board.supported & ~board.carded)
    return sum(1 << edge for edge in edges if board.takes[kind] & lines[edge].reach)


def _discard(s: BeastsState, seat: SeatNo, a: DiscardFenceCards) -> list[ActionEffect]:
    """How many cards are drawn, from which deck, and what the kept cards fit."""
    box, hunter = components(), s.hunters[seat]
    kept = bytes(held - thrown for held, thrown in zip(hunter.hand, a.cards, strict=True))
    pile = bytes(lying + thrown for lying, thrown in zip(hunter.discard, a.cards, strict=True))
    wanted = box.hand - sum(kept)
    drawn = min(wanted, sum(hunter.deck) + sum(pile))
    found = [_draws(drawn, hunter.deck if any(hunter.deck) else pile)]
    if drawn > sum(hunter.deck):
        found.append(Text("the discard pile is shuffled into a new deck"))
    if drawn < wanted:
        found.append(
            Text(
                "only {n} card in the hand: deck and discard pile are used up",
                "only {n} cards in the hand: deck and discard pile are used up",
                n=sum(kept) + drawn,
            )
        )
    found += _kept_fit(s, seat, [kind for kind in range(ICONS) if kept[kind]])
    return [ActionEffect(text) for text in found]


def _draws(count: int, deck: Bag) -> Text:
    if not count:
        return Text("draws no card")
    names = zip(deck, components().face_names, strict=False)
    contents = join_and(Text("{count} {card}", count=number, card=name) for number, name in names if number)
    return Text("draws {n} card from {deck}", "draws {n} cards from {deck}", n=count, deck=contents)


def _kept_fit(s: BeastsState, seat: SeatNo, kinds: Sequence[int]) -> Iterable[Text]:
    """How many lines each kept type of card fits; types that fit none are named together."""
    fits = {kind: fitting_edges(s.board, kind).bit_count() for kind in kinds}
    for kind, lines in fits.items():
        if lines:
            held = card(seat, kind)
            yield Text("{card} fits {n} line now", "{card} fits {n} lines now", card=held, n=lines)
    if idle := [card(seat, kind) for kind, lines in fits.items() if not lines]:
        yield Text("{cards} fits no line now", "{cards} fit no line now", n=len(idle), cards=join_and(idle))


_PREVIEWS: dict[str, Callable[[BeastsState, SeatNo, Any], list[ActionEffect]]] = {
    "setup": _prepare,
    "keep": _keep,
    "die": _die,
    "card": _card,
    "add": _add,
    "move": _move,
    "end": _end,
    "discard": _discard,
}
