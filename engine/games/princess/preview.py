"""Previews of actions in short phrases: how near the runes are, what a tile completes, where a move ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, Who, join_and, join_commas, join_or, literal_text
from tilehall.engine.games.princess.actions import (
    AnswerGem,
    ChooseSide,
    DeclareRune,
    HoldRune,
    LayTile,
    RecallGem,
    RemoveRune,
    SetGem,
    ShiftGem,
    StealTile,
    TakeFromDisplay,
)
from tilehall.engine.games.princess.components import EMPTY, LATTICE, RuneCard, components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.names import rune, symbol, tile
from tilehall.engine.games.princess.pattern_matching import (
    best_combo,
    combo_steps,
    rune_value,
    runes_in_play,
    space_after,
    total_steps,
)
from tilehall.engine.games.princess.rules import apply, victim_hunter
from tilehall.engine.games.princess.scoring import SPRITE_POINTS
from tilehall.engine.games.princess.state import PrincessHunter, PrincessState, Tableau

UNREACHABLE = 9
"""More tiles than any rune has: a rune that lacks so many has no room on the tableau."""


class RuneNearness(NamedTuple):
    """How near a formation is: how many cells lack the attribute, which ones, and whether it contains a gem."""

    missing: int
    cells: int
    attribute: int
    gem: bool


def nearness(tableau: Tableau, card: RuneCard) -> RuneNearness:
    """The placement of a card that lacks the fewest cells; ties go to one with a gem in it."""
    best = RuneNearness(99, 0, 0, False)
    for mask in _placements(tableau, card):
        gem = bool(mask & tableau.gems)
        for number, mark in enumerate(tableau.marks):
            lacking = mask & ~mark
            if lacking & tableau.gems:
                continue
            missing = lacking.bit_count()
            if (missing, not gem) < (best.missing, not best.gem):
                best = RuneNearness(missing, mask, number, gem)
    return best


def _placements(tableau: Tableau, card: RuneCard) -> list[int]:
    """The placements that still fit into the frame, grouped by their lowest cell so that each comes once."""
    outside = ~tableau.room
    return [
        mask
        for cell in bits(tableau.room)
        for mask in card.placements[cell]
        if mask & -mask == 1 << cell and not mask & outside
    ]


def describe_move(s: PrincessState, hunter: PrincessHunter, values: list[int]) -> Text:
    """The move that these runes would make, such as `moves 2+2+3 +2 combo = 9, toll 2, to space 20`."""
    walked = walk(hunter.space, combo_steps(values), s.princess, s.passages_open, s.finished)
    sums = _sum(values)
    if walked.toll:
        sums = Text("{steps}, toll {toll}", steps=sums, toll=walked.toll)
    if walked.end < components().goal:
        if walked.took_passage:
            return Text("moves {steps}, by a passage to space {space}", steps=sums, space=walked.end)
        return Text("moves {steps}, to space {space}", steps=sums, space=walked.end)
    if walked.leftover:
        left = Text("with {n} step left over", "with {n} steps left over", n=walked.leftover)
        return Text("moves {steps}, to the GOAL {left}", steps=sums, left=left)
    return Text("moves {steps}, to the GOAL", steps=sums)


def _sum(values: list[int]) -> Text:
    steps, more = "+".join(map(str, values)), len(values) - 1
    if not more:
        return literal_text(steps)
    return Text("{steps} +{more} combo = {total}", steps=steps, more=more, total=combo_steps(values))


def describe_gains(s: PrincessState, seat: SeatNo, values: list[int]) -> list[Text]:
    """What else the move brings: the princess and the passages."""
    hunter, box = s.hunters[seat], components()
    end = walk(hunter.space, combo_steps(values), s.princess, s.passages_open, s.finished).end
    found = []
    if not s.finished and box.goal > end >= box.tower and s.carrier != seat and (s.carrier < 0 or end > s.princess):
        found.append(Text("you carry the princess"))
    if end >= box.opening and not s.passages_open:
        found.append(Text("the passages open"))
    return found


def preview(s: PrincessState, seat: SeatNo, a: Action) -> tuple[Text, ...]:
    """Short phrases about a legal action, most important first."""
    look = _PREVIEWS.get(a.verb)
    return tuple(look(s, seat, a)) if look else ()


def _stop(s: PrincessState, seat: SeatNo, a: Phrase) -> list[Text]:
    values = [worth for _, worth in s.completed]
    if not values:
        return [Text("nothing declared: you stay where you are")]
    return [describe_move(s, s.hunters[seat], values), *describe_gains(s, seat, values)]


def _extra(s: PrincessState, seat: SeatNo, a: Phrase) -> list[Text]:
    uses = Text(
        "{n} use left; each unused use is worth {points} points at the end",
        "{n} uses left; each unused use is worth {points} points at the end",
        n=s.hunters[seat].extra,
        points=SPRITE_POINTS,
    )
    return [Text("a tile drawn blind from the stack"), uses]


def _gem(s: PrincessState, seat: SeatNo, a: AnswerGem) -> list[Text]:
    if a.answer == "no":
        return []
    hunter = s.hunters[seat]
    left = Text("{n} gem left", "{n} gems left", n=hunter.supply - 1)
    return [*_with_gem(s, seat, hunter.tableau.gems | 1 << s.laid, s.laid), left]


def _side(s: PrincessState, seat: SeatNo, a: ChooseSide) -> list[Text]:
    printed = components().printed[s.hunters[seat].board + a.side]
    one, two, three, four = map(tile, printed)
    tiles = Text("{one}, {two} above {three}, {four}", one=one, two=two, three=three, four=four)
    return [tiles, _pairs(printed), Text("which runes there are is seen after this choice")]


def _pairs(kinds: Sequence[int]) -> Text:
    """The symbols that show twice: runes of these are nearest."""
    marks = [mark for kind in kinds for mark in components().marks[kind]]
    twice = [mark for mark in sorted(set(marks)) if marks.count(mark) > 1]
    return Text("{symbols} twice, a start for runes", symbols=join_and(map(symbol, twice)))


class ComboGain(NamedTuple):
    """What a tile or gem on a cell adds to the runes that can be declared."""

    runes: tuple[tuple[int, int], ...]
    """The runes through this cell, with their steps, that can be declared anew or for more."""
    most: int
    """How many of them fit into one combo: each needs a gem of its own (P-4.14)."""
    combo: list[tuple[int, int, int]]
    """The best combo afterwards."""


NO_GAIN = ComboGain((), 0, [])


def _gain(s: PrincessState, hunter: PrincessHunter, after: Tableau, cell: int) -> ComboGain:
    """What a cell adds when it looks as in this tableau."""
    cards, playable = components().cards, runes_in_play(s, hunter)
    done = [(number, worth) for number in playable if (worth := rune_value(after, cards[number], cell))]
    return _added(hunter, playable, after, done) if done else NO_GAIN


def _added(
    hunter: PrincessHunter, playable: Sequence[int], after: Tableau, done: Sequence[tuple[int, int]]
) -> ComboGain:
    """What these complete runes add."""
    before = {number: worth for number, _, worth in best_combo(hunter.tableau, playable)}
    runes = tuple((number, worth) for number, worth in done if worth > before.get(number, 0))
    new, best = {number for number, _ in runes}, best_combo(after, playable)
    return ComboGain(runes, sum(number in new for number, _, _ in best), best)


def _completes(gain: ComboGain) -> list[Text]:
    """Each rune with its steps, or their number where there are not gems enough for all of them."""
    steps = [
        Text("{rune} ({n} step)", "{rune} ({n} steps)", n=worth, rune=rune(number)) for number, worth in gain.runes
    ]
    if not gain.most:
        return [Text("{rune} lies complete, but no gem is left for it", rune=rune(number)) for number, _ in gain.runes]
    if gain.most == len(steps):
        return [Text("completes {rune}", rune=each) for each in steps]
    if gain.most == 1:
        return [Text("completes {runes}", runes=join_or(steps))]
    return [Text("completes {most} of {runes}", most=gain.most, runes=join_commas(steps))]


def _with_gem(s: PrincessState, seat: SeatNo, gems: int, cell: int) -> list[Text]:
    """What a gem on this cell would do."""
    hunter = s.hunters[seat]
    after, cards = hunter.tableau.with_gems(gems), components().cards
    gain = _gain(s, hunter, after, cell)
    if gain.runes:
        return _completes(gain) if _declares(s, seat) else _later(s, seat, [number for number, _ in gain.runes])
    served = [rune(number) for number in runes_in_play(s, hunter) if rune_value(after, cards[number], cell)]
    if not served:
        return []
    return [Text("brings nothing more: {runes} can be declared without it", runes=join_commas(served))]


def gem_extends_combo(s: PrincessState, seat: SeatNo) -> bool:
    """Whether a gem on the tile just laid makes a combo longer."""
    hunter = s.hunters[seat]
    return bool(_gain(s, hunter, hunter.tableau.with_gems(hunter.tableau.gems | 1 << s.laid), s.laid).most)


def _declares(s: PrincessState, seat: SeatNo) -> bool:
    """Whether runes can still be declared in this turn: not in a short first turn, not after a theft (P-3.2, P-3.3)."""
    allowed = s.rulings.last_tile_runes or s.finished or s.tiles_left > 0
    return allowed and ("DECLARE", seat) in s.todo


def _comes_again(s: PrincessState, seat: SeatNo) -> bool:
    """Whether this seat has a later turn in which it may declare (P-5.1, P-5.3)."""
    players = s.rulings.players
    if s.finished:
        return 0 < (seat - s.seat) % players < s.final
    away = (seat - s.seat) % players or players
    return s.tiles_left >= away + (not s.rulings.last_tile_runes)


def _later(s: PrincessState, seat: SeatNo, cards: Iterable[int]) -> list[Text]:
    """The complete runes that wait for a later turn, if there is one."""
    if not _comes_again(s, seat):
        return []
    return [
        Text("lays {rune}, to be declared in a later turn if it is still there", rune=rune(number)) for number in cards
    ]


def _about_rune(s: PrincessState, seat: SeatNo, card: int) -> Text:
    """How near every player is to a rune."""
    return join_commas(_lacking(hunter, card, other, other == seat) for other, hunter in enumerate(s.hunters))


def _lacking(hunter: PrincessHunter, card: int, seat: SeatNo, own: bool) -> Text:
    missing, who = nearness(hunter.tableau, components().cards[card]).missing, Who(seat)
    if missing >= UNREACHABLE:
        return Text("you lack the room") if own else Text("{who} lacks the room", who=who)
    if not missing:
        return Text("you have all its tiles") if own else Text("{who} has all its tiles", who=who)
    if own:
        return Text("you lack {n} tile", "you lack {n} tiles", n=missing)
    return Text("{who} lacks {n} tile", "{who} lacks {n} tiles", n=missing, who=who)


def _hold(s: PrincessState, seat: SeatNo, a: HoldRune) -> list[Text]:
    return [_about_rune(s, seat, a.card), Text("once held it cannot be swapped")]


def _remove(s: PrincessState, seat: SeatNo, a: RemoveRune) -> list[Text]:
    return [_about_rune(s, seat, a.card), Text("an unknown rune takes its place")]


def _recall(s: PrincessState, seat: SeatNo, a: RecallGem) -> list[Text]:
    hunter, cards = s.hunters[seat], components().cards
    losing = [
        rune(number)
        for number in runes_in_play(s, hunter)
        if (near := nearness(hunter.tableau, cards[number])).missing <= 1 and near.cells >> a.cell & 1
    ]
    if not losing:
        return [Text("it stands in nothing that is nearly complete")]
    return [
        Text("{runes} would lose its gem", "{runes} would lose their gem", n=len(losing), runes=join_commas(losing)),
    ]


def _set(s: PrincessState, seat: SeatNo, a: SetGem) -> list[Text]:
    return _after_sprite(s, seat, s.hunters[seat].tableau.gems | 1 << a.cell, a.cell)


def _shift(s: PrincessState, seat: SeatNo, a: ShiftGem) -> list[Text]:
    return _after_sprite(s, seat, s.hunters[seat].tableau.gems & ~(1 << a.start) | 1 << a.end, a.end)


def _after_sprite(s: PrincessState, seat: SeatNo, gems: int, cell: int) -> list[Text]:
    hunter = s.hunters[seat]
    uses = Text(
        "{n} use left, worth {points} points",
        "{n} uses left, worth {points} points each",
        n=hunter.gem,
        points=SPRITE_POINTS,
    )
    return [*_with_gem(s, seat, gems, cell), uses]


def _take(s: PrincessState, seat: SeatNo, a: TakeFromDisplay) -> list[Text]:
    """What a tile of this kind could complete, each rune where it brings most."""
    found: dict[int, tuple[int, int]] = {}
    for cell, gain in completing_cells(s, seat, a.kind).items():
        for number, worth in gain.runes if gain.most else ():
            if number not in found or worth > found[number][1]:
                found[number] = cell, worth
    if not found:
        return [Text("completes no rune at once")]
    cells = {number: LATTICE.name(cell) for number, (cell, _) in found.items()}
    if _declares(s, seat):
        return [Text("could complete {rune} on {cell}", rune=rune(number), cell=cell) for number, cell in cells.items()]
    if not _comes_again(s, seat):
        return []
    return [
        Text("on {cell} it lays {rune}, to be declared in a later turn", rune=rune(number), cell=cell)
        for number, cell in cells.items()
    ]


def completing_cells(s: PrincessState, seat: SeatNo, kind: int) -> dict[int, ComboGain]:
    """The cells where a tile of this kind completes runes, with those runes."""
    hunter, with_gem = s.hunters[seat], _gem_may_come(s, seat)
    found = {
        cell: _gain(s, hunter, _laid(hunter, cell, kind, with_gem), cell) for cell in bits(hunter.tableau.open_cells)
    }
    return {cell: gain for cell, gain in found.items() if gain.runes}


def _gem_may_come(s: PrincessState, seat: SeatNo) -> bool:
    """Whether a gem may be set on a tile before runes are declared."""
    return s.hunters[seat].supply > 0 or not _declares(s, seat)


def _laid(hunter: PrincessHunter, cell: int, kind: int, with_gem: bool) -> Tableau:
    """The tableau with one more tile, and perhaps a gem on it."""
    tableau = hunter.tableau.lay(cell, kind)
    return tableau.with_gems(tableau.gems | 1 << cell) if with_gem else tableau


def best_cells(s: PrincessState, seat: SeatNo, kind: int) -> frozenset[int]:
    """Of the cells where a tile of this kind completes runes, those that carry the pawn farthest."""
    hunter, gains = s.hunters[seat], completing_cells(s, seat, kind)
    reached = {cell: _reached(s, hunter, gain.combo) for cell, gain in gains.items() if gain.most}
    if not reached:
        return frozenset()
    most = max(reached.values())
    if most <= _reached(s, hunter, best_combo(hunter.tableau, runes_in_play(s, hunter))):
        return frozenset()
    return frozenset(cell for cell, each in reached.items() if each == most)


def _reached(s: PrincessState, hunter: PrincessHunter, found: Sequence[tuple[int, int, int]]) -> tuple[int, int]:
    """The space where a combo ends, and its steps before the toll."""
    return space_after(s, hunter, found), total_steps(found)


def suggest_cell(tableau: Tableau, kind: int, best: Iterable[int], runes: Iterable[RuneNearness]) -> int | None:
    """A good cell for a tile of this kind: one of the best cells, else one that the nearest rune lacks."""
    cells = [*best] or _lacking_it(tableau, kind, runes) or bits(tableau.open_cells & ~tableau.occupied)
    top, left, bottom, right = LATTICE.bounding_box(tableau.occupied)
    found: list[tuple[int, int, int]] = []
    for cell in cells:
        row, column = LATTICE.row_and_column(cell)
        away = abs(2 * row - top - bottom) + abs(2 * column - left - right)
        # Free cells come before covered ones, then those nearest to the middle of the tiles.
        found.append((tableau.occupied >> cell & 1, away, cell))
    return min(found)[2] if found else None


def _lacking_it(tableau: Tableau, kind: int, runes: Iterable[RuneNearness]) -> Sequence[int]:
    """The cells that a tile of this kind could fill in the rune that lacks the fewest."""
    marks, nearest, found = components().marks[kind], UNREACHABLE, 0
    for near in runes:
        cells = near.cells & ~tableau.marks[near.attribute] & tableau.open_cells
        if cells and near.attribute in marks and near.missing < nearest:
            nearest, found = near.missing, cells
    return bits(found)


def _cell(s: PrincessState, seat: SeatNo, a: LayTile) -> list[Text]:
    hunter, box = s.hunters[seat], components()
    kind = dict(s.stolen)[seat] if s.todo[0][0] == "STEAL_CELL" else s.hand
    tableau, was = _laid(hunter, a.cell, kind, _gem_may_come(s, seat)), hunter.tableau.tops[a.cell]
    gain = _gain(s, hunter, tableau, a.cell)
    done = [number for number, _ in gain.runes]
    found = _completes(gain) if _declares(s, seat) else _later(s, seat, done)
    if not done:
        waiting = [n for n in runes_in_play(s, hunter) if not _ready(hunter.tableau, box.cards[n])]
        nearly = (n for n in waiting if _lacks_one(tableau, box.cards[n], a.cell))
        found = [Text("{rune} then lacks one tile", rune=rune(number)) for number in nearly]
    if was != EMPTY:
        found.append(Text("covers {tile}", tile=tile(was)))
    top, left, bottom, right = LATTICE.bounding_box(tableau.occupied)
    return [*found, Text("your tiles span {wide}x{high}, at most 5x5", wide=right - left + 1, high=bottom - top + 1)]


def _ready(tableau: Tableau, card: RuneCard) -> bool:
    """Whether a rune can be declared with the tiles as they lie."""
    return any(rune_value(tableau, card, gem) for gem in bits(tableau.gems))


def _lacks_one(tableau: Tableau, card: RuneCard, cell: int) -> bool:
    """Whether some placement through this cell lacks only one cell."""
    usable = (mask for mask in card.placements[cell] if not mask & ~tableau.room)
    marks = [mark for mark in tableau.marks if mark >> cell & 1]
    return any(
        (lacking := mask & ~mark).bit_count() == 1 and not lacking & tableau.gems for mask in usable for mark in marks
    )


def _declare(s: PrincessState, seat: SeatNo, a: DeclareRune) -> list[Text]:
    hunter = s.hunters[seat]
    worth = rune_value(hunter.tableau, components().cards[a.card], a.gem)
    values = [*[each for _, each in s.completed], worth]
    after = apply(s, seat, a)
    further = len(best_combo(after.hunters[seat].tableau, runes_in_play(after, after.hunters[seat])))
    found = [describe_move(s, hunter, values), *describe_gains(s, seat, values)]
    if further:
        found.append(Text("{n} more can follow", "{n} more can follow", n=further))
    if hunter.held != a.card:
        found.append(Text("an unknown rune takes its place"))
    return found


def most_missed_cells(s: PrincessState) -> int:
    """The cells that a victim would miss most: those with a gem, or in the rune that lacks the fewest."""
    victim = victim_hunter(s)
    nearest = min((nearness(victim.tableau, components().cards[n]) for n in runes_in_play(s, victim)), default=None)
    return victim.tableau.gems or (nearest.cells if nearest else 0)


def _steal(s: PrincessState, seat: SeatNo, a: StealTile) -> list[Text]:
    victim = victim_hunter(s).tableau
    found = [Text("you lay {tile} on your own board", tile=tile(victim.tops[a.cell]))]
    if victim.gems >> a.cell & 1:
        found.append(Text("the gem on it goes back to its owner's supply"))
    layers = victim.kinds_at(a.cell)
    if len(layers) > 1:
        found.append(Text("{tile} appears below", tile=tile(layers[-2])))
    return found


_PREVIEWS: dict[str, Callable[[PrincessState, SeatNo, Any], list[Text]]] = {
    "stop": _stop,
    "extra": _extra,
    "side": _side,
    "gem": _gem,
    "hold": _hold,
    "remove": _remove,
    "recall": _recall,
    "set": _set,
    "shift": _shift,
    "take": _take,
    "cell": _cell,
    "declare": _declare,
    "steal": _steal,
}
