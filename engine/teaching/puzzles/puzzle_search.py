"""Puzzles found in games of computer players: turns of which one is clearly the best, whoever looks twice.

Somebody's own turn is compared with the best one in the same way. Everything follows from the seed. What a seat may
not see does not count: all is worked out on its view.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine.ai.bot_factory import make_bot
from tilehall.engine.ai.bots import continue_plan, final_advice
from tilehall.engine.ai.judgement import Judgement, TurnDifference, sum_terms
from tilehall.engine.ai.lookahead import Depth
from tilehall.engine.ai.plan import Plan
from tilehall.engine.ai.turns import PlannedTurn, complete_turn, reveals_hidden
from tilehall.engine.core.chance import Rng, SeedDealer
from tilehall.engine.core.game import Action, Game, SeatNo, Setup
from tilehall.engine.core.match import Match, position_digest, position_json
from tilehall.engine.core.text import Text
from tilehall.engine.teaching.puzzles.puzzle_files import GRADING_LEVELS, Puzzle, PuzzleSource, grade_puzzle
from tilehall.engine.teaching.puzzles.turn_comparison import (
    SAME,
    ComparisonEffort,
    TurnLead,
    TurnTrial,
    compare_turns,
    is_as_good,
    looks_alike,
)

S = TypeVar("S")
GAP = 0.04
"""By so much the best turn has to be better than all others: the chance of winning, and a little for each point."""
NEAR = Depth(lines=4, ways=2, turns=1, courses=0)
GLANCE = ComparisonEffort(courses=3, turns=2, depth=NEAR)
LOOK = ComparisonEffort(courses=6, turns=3, depth=NEAR)
"""What a glance and a look take: most positions are not worth more."""
FAR = Depth(lines=8, ways=2, turns=2, courses=0)
WORK = ComparisonEffort(courses=32, turns=3, depth=FAR)
DOUBLE = ComparisonEffort(courses=64, turns=3, depth=FAR)
"""The same answer has to come with double the work, and another luck."""
GLANCED = 8
"""So many turns are glanced at."""
EARLY = 3
"""Of the first third of a game one position in so many is looked at."""
OBVIOUS = 3
"""Of positions whose best turn seems to be obvious one in so many is looked at closely."""
ENOUGH = 3
"""So many puzzles are found in one game at most."""
FEWEST = 6
"""Turns with different ends that there must be, or there is nothing to ponder."""
SEEN, LOOKED = 16, 40
"""So many plans are compared at first, and with double the work."""
ALIKE = 4
"""So many turns that seem to be worth the same are compared."""
EQUALS = 2
"""So many other turns at most may be as good as the best one, those left aside that are seen to be the same to it."""
VARIED = 6
"""So many ways to go on are looked at after each part of the best turn."""
OPEN = (0.05, 0.97)
"""The chances between which a game is not decided yet."""
WHIMS = 3
"""So often a level is asked that may think otherwise the next time; it finds what it finds mostly."""


class PuzzleSettings(NamedTuple):
    """What games are played for puzzles."""

    players: int
    options: tuple[tuple[str, str], ...] = ()
    level: str = "hard"
    """Who plays."""
    gap: float = GAP


class PuzzleAnswer(NamedTuple):
    """The one best turn of a position, with what is as good."""

    best: PlannedTurn
    also: tuple[PlannedTurn, ...]
    lead: TurnLead
    """Over the best of all others."""

    @property
    def ends(self) -> set[str]:
        """The positions that a good turn leads to."""
        return {turn.end for turn in (self.best, *self.also)}


class ThinkingPoint(NamedTuple, Generic[S]):
    """A moment of a game at which somebody thought."""

    step: int
    seat: SeatNo
    view: S


def find_puzzles(game: Game[S], terms: PuzzleSettings, seed: str) -> tuple[Puzzle, ...]:
    """The puzzles of one game, in its order and without numbers: whoever keeps them gives those."""
    places, steps = play_for_points(game, terms, seed)
    found = list[Puzzle]()
    for place in _shuffle_points(places, steps, Rng(f"{seed} places")):
        source = PuzzleSource(seed, place.step, steps, terms.level)
        puzzle = make_puzzle(game, place.view, place.seat, terms.gap, source)
        found += [puzzle] if puzzle else []
        if len(found) == ENOUGH:
            break
    return tuple(sorted(found, key=lambda puzzle: puzzle.source.step))


def play_for_points(game: Game[S], terms: PuzzleSettings, seed: str) -> tuple[list[ThinkingPoint[S]], int]:
    """Where somebody thought alone in a game of computer players, and how many steps it took."""
    match = Match(game, Setup(terms.players, terms.options), SeedDealer(seed))
    whims = [f"{seed} {seat}" for seat in range(terms.players)]
    players = [make_bot(terms.level, whim, whim) for whim in whims]
    places, intended = list[ThinkingPoint[S]](), tuple[Action, ...]()
    while due := match.actors():
        seat, view = due[0], match.view(due[0])
        advice = continue_plan(game, view, seat, intended)
        if advice is None:
            places += [ThinkingPoint(len(match.steps), seat, view)] if len(due) == 1 else []
            advice = final_advice(players[seat], game, view, seat)
        alone = len(match.act(seat, advice.action).steps) == 1 and match.actors() == (seat,)
        intended = advice.next_actions if alone else ()
    return places, len(match.steps)


def _shuffle_points(places: Sequence[ThinkingPoint[S]], steps: int, rng: Rng) -> list[ThinkingPoint[S]]:
    """In any order, of the beginning of the game but a few: little is clear there."""
    lots = [(rng.next(), place) for place in places if 3 * place.step >= steps or rng.below(EARLY) == 0]
    return [place for _, place in sorted(lots, key=lambda each: each[0])]


def make_puzzle(game: Game[S], view: S, seat: SeatNo, gap: float, source: PuzzleSource) -> Puzzle | None:
    """The puzzle of a position as this seat sees it, if it is one."""
    seed = f"{source.seed} {source.step}"
    world = game.sample_state(view, Rng(seed))
    if position_json(game, game.view(world, seat)) != position_json(game, view):
        return None
    answer = find_clear_best(game, view, seat, gap, seed)
    if answer is None:
        return None
    found_by = tuple(level for level in GRADING_LEVELS if level_finds(game, view, seat, level, answer.ends, seed))
    return Puzzle(
        game=game.id,
        rules=game.rules_version,
        number=0,
        grade=grade_puzzle(found_by),
        kind=game.decision(view, seat).kind,
        seat=seat,
        position=json.loads(position_json(game, world)),
        solution=tuple(map(str, answer.best.actions)),
        end=position_digest(game, position_after(game, world, seat, answer.best.actions)),
        also=tuple(tuple(map(str, turn.actions)) for turn in answer.also),
        chance=round(answer.lead.chance, 3),
        points=round(answer.lead.points, 1),
        found_by=found_by,
        source=source,
    )


def position_after(game: Game[S], s: S, seat: SeatNo, actions: Sequence[Action]) -> S:
    """The position after a turn."""
    for action in actions:
        s = game.apply(s, seat, action)
    return s


# --- the one best turn --------------------------------------------------------------------------------------------


def find_clear_best(game: Game[S], view: S, seat: SeatNo, gap: float, seed: str) -> PuzzleAnswer | None:
    """The best turn, if it is clearly better than all others, and is so again with double the work."""
    turns = candidate_turns(game, view, seat, SEEN)
    if len(turns) < FEWEST:
        return None
    if not _promises(compare_turns(game, view, seat, turns[:GLANCED], GLANCE, f"{seed} glance"), gap):
        return None
    looked = compare_turns(game, view, seat, turns, LOOK, f"{seed} look")
    if not _promises(looked, gap) or _is_too_common(game, view, seat, looked[0].turn, seed):
        return None
    turns = add_other_ends(game, view, seat, looked[0].turn)
    first = find_answer(compare_turns(game, view, seat, turns, WORK, f"{seed} work", gap), gap)
    if first is None:
        return None
    turns = add_other_ends(game, view, seat, first.best)
    again = find_answer(compare_turns(game, view, seat, turns, DOUBLE, f"{seed} double", gap), gap)
    if again is None or first.best.end not in again.ends:
        return None
    return again


def _is_too_common(game: Game[S], view: S, seat: SeatNo, turn: PlannedTurn, seed: str) -> bool:
    """Whether there would be too many like this: what a beginner finds, or a single step, is often clear."""
    easy = len(turn.actions) == 1 or level_finds(game, view, seat, GRADING_LEVELS[0], {turn.end}, seed)
    return easy and Rng(f"{seed} easy").below(OBVIOUS) > 0


def candidate_turns(game: Game[S], view: S, seat: SeatNo, k: int) -> list[PlannedTurn]:
    """The turns that are worth comparing, one for each end; only a few of those that seem to be worth the same."""
    plans = game.advisor.plans(view, seat, k)
    if any(plan.weight != 1 for plan in plans):
        return []
    found: dict[str, PlannedTurn] = {}
    alike: dict[float, int] = {}
    for turn in [complete_turn(game, view, seat, plan.actions) for plan in plans]:
        if turn is None or turn.end in found:
            continue
        points = round(turn.value.points, 2)
        alike[points] = alike.get(points, 0) + 1
        if alike[points] <= ALIKE:
            found[turn.end] = turn
    return [*found.values()]


def add_other_ends(game: Game[S], view: S, seat: SeatNo, best: PlannedTurn) -> list[PlannedTurn]:
    """A turn, more others than before, and the same turn with another end after each of its parts."""
    found = {best.end: best}
    for turn in [*candidate_turns(game, view, seat, LOOKED), *turn_variations(game, view, seat, best)]:
        found.setdefault(turn.end, turn)
    return [*found.values()]


def turn_variations(game: Game[S], view: S, seat: SeatNo, turn: PlannedTurn) -> Iterator[PlannedTurn]:
    """The same turn with other choices on the way."""
    s = game.sample_state(view, Rng(0))
    for done, action in enumerate(turn.actions):
        begun = turn.actions[:done]
        if done and not reveals_hidden(game, view, seat, begun):
            for plan in game.advisor.plans(game.view(s, seat), seat, VARIED):
                other = complete_turn(game, view, seat, (*begun, *plan.actions))
                if other is not None:
                    yield other
        s = game.apply(s, seat, action)


def _promises(trials: Sequence[TurnTrial], gap: float) -> bool:
    """Whether it may be worth a closer look."""
    best, *others = trials
    apart = [trial for trial in others if not is_as_good(best, trial)]
    return bool(apart) and OPEN[0] <= best.chance <= OPEN[1] and best.lead(apart[0]).worth >= gap * 0.75


def find_answer(trials: Sequence[TurnTrial], gap: float) -> PuzzleAnswer | None:
    """What is clearly best; None if something lies between that and all that is clearly worse."""
    best, *others = trials
    also = [trial for trial in others if is_as_good(best, trial)]
    leads = [best.lead(trial) for trial in others if trial not in also]
    unlike = [trial for trial in also if not looks_alike(best, trial)]
    if not leads or len(unlike) > EQUALS or not OPEN[0] <= best.chance <= OPEN[1]:
        return None
    if any(lead.worth < gap or lead.least < gap / 2 for lead in leads):
        return None
    return PuzzleAnswer(best.turn, tuple(trial.turn for trial in also), min(leads))


def assess_turn(game: Game[S], s: S, puzzle: Puzzle, own: Sequence[Action]) -> Judgement | None:
    """What is better than somebody's own turn at a puzzle, which begins at `s`; None if that is as good."""
    seat, view = puzzle.seat, game.view(s, puzzle.seat)
    best, *also = [
        complete_turn(game, view, seat, [*map(game.parse, each)]) for each in (puzzle.solution, *puzzle.also)
    ]
    played = complete_turn(game, view, seat, own)
    assert best is not None and played is not None, "what may be done depends on nothing that is hidden"
    if played.end in {turn.end for turn in (best, *also) if turn is not None}:
        return None
    seed = f"{puzzle.source.seed} {puzzle.source.step} double"
    trials = {trial.turn.end: trial for trial in compare_turns(game, view, seat, [best, played], DOUBLE, seed)}
    lead = trials[best.end].lead(trials[played.end])
    if lead.worth < SAME or lead.least <= 0:
        return None
    terms = sum_terms(TurnDifference(lead.chance, lead.points, best.value, played.value))
    return Judgement(best.actions, explain_turn(game, view, seat, best.actions), lead.chance, lead.points, terms)


def is_turn_over(game: Game[S], s: S, view: S, seat: SeatNo, own: Sequence[Action]) -> bool:
    """Whether a turn that began at this view ends at `s`: somebody else decides, or something is drawn, or shown."""
    return bool(own) and (game.actors(s) != (seat,) or reveals_hidden(game, view, seat, own))


def explain_turn(game: Game[S], view: S, seat: SeatNo, actions: Sequence[Action]) -> Text:
    """Why a turn begins as it does."""
    return game.advisor.explain_plan(view, seat, Plan(tuple(actions), game.advisor.value(view, seat)))


# --- who finds it -------------------------------------------------------------------------------------------------


def level_finds(game: Game[S], view: S, seat: SeatNo, level: str, ends: Container[str], seed: str) -> bool:
    """Whether this level plays a turn that ends in one of these positions more often than not."""
    found = 0
    for whim in range(WHIMS):
        advice = final_advice(make_bot(level, f"{seed} {whim}", f"{seed} {whim}"), game, view, seat)
        turn = complete_turn(game, view, seat, (advice.action, *advice.next_actions))
        found += turn is not None and turn.end in ends
    return 2 * found > WHIMS
