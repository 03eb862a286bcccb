"""Adds up the games of a plan, in whole numbers and fractions, so that the order of games does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from tilehall.engine import GameResult
from tilehall.engine.core.usage import ThingUsage
from tilehall.tui.lab.game_runner import NOTHING, win_share
from tilehall.tui.lab.plan import Deal, SimulationPlan
from tilehall.tui.lab.statistics.distribution import Distribution
from tilehall.tui.lab.statistics.effects import Effect, Scale
from tilehall.tui.lab.statistics.intervals import share_interval
from tilehall.tui.programs.bots.bot_pool import BotConduct, add_conducts
from tilehall.tui.tables.history.outcome import Counts, GameLength, GameOutcome


class Shares:
    """Shares deal by deal: of wins, or of games with some ending.

    >>> wins = Shares()
    >>> for each in (Fraction(1), Fraction(0), Fraction(1, 2)): wins.add(each)
    >>> float(wins.mean), wins.deals
    (0.5, 3)
    """

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts = Counter[Fraction]()

    def add(self, share: Fraction) -> None:
        self.counts[share] += 1

    @property
    def deals(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> Fraction:
        return sum((share * times for share, times in self.counts.items()), Fraction(0)) / max(1, self.deals)

    @property
    def interval(self) -> tuple[float, float]:
        return share_interval(self.counts)


class PlayerTally:
    """The results of a seat, or of a level wherever it sat."""

    __slots__ = ("scores", "shared", "shares", "won")

    def __init__(self) -> None:
        self.scores = Distribution()
        self.shares = Shares()
        """Of the wins, for one seat."""
        self.won = Fraction(0)
        """Games won; a shared one counts in parts."""
        self.shared = 0
        """How many of them were shared."""

    def add(self, seats: Sequence[tuple[GameResult, int]]) -> None:
        """Add the seats of one deal that this is about."""
        shares = [win_share(standing, seat) for standing, seat in seats]
        won = shares[0] if len(shares) == 1 else sum(shares, NOTHING)
        if won:
            self.won += won
            self.shared += sum(share.denominator > 1 for share in shares)
        self.shares.add(won / len(shares))
        self.scores.add([standing.scores[seat] for standing, seat in seats if standing.scores is not None])


class SimulationTally:
    """The sums over all games so far."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.players = len(plan.levels)
        self.scale = Scale.of(self.players)
        self.games = self.deals = 0
        self.decisions, self.turns, self.rounds, self.draws = (
            Distribution(),
            Distribution(),
            Distribution(),
            Distribution(),
        )
        self.seconds = Distribution()
        """Estimates of how long people would take."""
        self.seats = [PlayerTally() for _ in plan.levels]
        self.levels = {level: PlayerTally() for level in plan.levels}
        self.winning, self.margin, self.gap = Distribution(), Distribution(), Distribution()
        """The best score, and its lead over the second and the last."""
        self.shared = self.unwon = 0
        """Games with several winners, and with none."""
        self.beginner = Shares()
        """Shares of wins of the first player, in games that somebody began and somebody won."""
        self.begun: list[int] = [0] * self.players
        """How many games each seat began."""
        self.endings = Counter[str]()
        self._endings: dict[str, Shares] = {}
        self.rules = Counter[str]()
        self.decided = Counter[str]()
        self.used: dict[ThingUsage, Effect] = {}
        self.conduct: dict[str, BotConduct] = {}
        """The conduct of programs, by name."""
        self.points: dict[str, Effect] = {}
        """By part of the receipt."""

    def add(self, deal: Deal) -> None:
        """Add all games of one deal."""
        found = [each.outcome for each in deal]
        self.deals += 1
        self.games += len(found)
        self.conduct = add_conducts([self.conduct, *(game.conduct for game in deal if game.conduct)])
        self._add_courses(found)
        self._add_standings([each.standing for each in found])
        for level, showing in self.levels.items():
            at = [(game, seat) for game in deal for seat, who in enumerate(game.levels) if who == level]
            showing.add([(game.outcome.standing, seat) for game, seat in at])
        self._add_beginners(found)
        for each in found:
            self.rules += each.cited
            self.decided += each.decided
            self._add_effects(each)

    def _add_courses(self, found: Sequence[GameOutcome]) -> None:
        courses = [each.course for each in found]
        self.decisions.add([course.decisions for course in courses])
        self.turns.add([course.turns for course in courses])
        self.rounds.add([course.rounds for course in courses if course.rounds is not None])
        self.draws.add([course.draws for course in courses])
        self.seconds.add([estimate_seconds(course) for course in courses])

    def _add_standings(self, standings: Sequence[GameResult]) -> None:
        for seat, showing in enumerate(self.seats):
            showing.add([(standing, seat) for standing in standings])
        self.shared += sum(len(standing.winners) > 1 for standing in standings)
        self.unwon += sum(not standing.winners for standing in standings)
        ordered = [scores for standing in standings if (scores := _by_rank(standing))]
        self.winning.add([scores[0] for scores in ordered])
        if self.players > 1:
            self.margin.add([scores[0] - scores[1] for scores in ordered])
            self.gap.add([scores[0] - scores[-1] for scores in ordered])
        endings = Counter(standing.ending for standing in standings)
        self.endings += endings
        for ending, times in endings.items():
            self._endings.setdefault(ending, Shares()).add(Fraction(times, len(standings)))

    def _add_beginners(self, found: Sequence[GameOutcome]) -> None:
        if self.players == 1:
            return
        began = [(each.standing, each.course.first_player) for each in found]
        known = [(standing, seat) for standing, seat in began if seat is not None]
        for _, seat in known:
            self.begun[seat] += 1
        shares = [win_share(standing, seat) for standing, seat in known if standing.winners]
        if shares:
            self.beginner.add(sum(shares, NOTHING) / len(shares))

    def _add_effects(self, found: GameOutcome) -> None:
        winners = found.standing.winners
        shares = self.scale.shares(winners, self.players)
        _add_up(self.used, found.used, self.deals, shares, self.scale, bool(winners))
        _add_up(self.points, found.points, self.deals, shares, self.scale, bool(winners))

    def ending_shares(self) -> dict[str, Shares]:
        """Return the shares of each ending, the most frequent first."""
        found = {}
        for ending, _ in sorted(self.endings.items(), key=lambda each: (-each[1], each[0])):
            found[ending] = shares = Shares()
            shares.counts = self._endings[ending].counts.copy()
            shares.counts[Fraction(0)] += self.deals - shares.deals
        return found


def _by_rank(standing: GameResult) -> list[int]:
    """Return the scores by rank; none if nobody is ranked."""
    if standing.scores is None or standing.ranks is None:
        return []
    return [score for _, score in sorted(zip(standing.ranks, standing.scores, strict=True), key=_rank)]


def _rank(place: tuple[int, int]) -> int:
    return place[0]


K = TypeVar("K")


def _add_up(
    effects: dict[K, Effect], found: Mapping[K, Counts], deal: int, shares: Counts, scale: Scale, won: bool
) -> None:
    """Add the counts of one game to the effects."""
    for key, counts in found.items():
        effect = effects.get(key)
        if effect is None:
            effect = effects[key] = Effect()
        effect.add(deal, counts, shares, scale.ahead(counts, shares) if won else None)


def tally_deals(plan: SimulationPlan, deals: Iterable[Deal]) -> SimulationTally:
    """Return the tally of these deals."""
    tally = SimulationTally(plan)
    for deal in deals:
        tally.add(deal)
    return tally


TURN, DECISION, DRAW = 30, 6, 3
"""Seconds: to look and think whenever somebody else comes to decide, for each decision, for each card, tile or roll."""


def estimate_seconds(length: GameLength) -> int:
    """Estimate how long a game would take people.

    With easy computer players this gives 23 to 47 minutes for the princess' game, 28 to 49 for Realm of Sand and 27 to
    47 for Kaguyahime, each with two to four players; their boxes say 25 to 50, 30 to 60 and 30 to 60.

    >>> estimate_seconds(GameLength(decisions=105, turns=19, moments=105, draws=53, rounds=None, first_player=0))
    1359
    """
    return TURN * length.turns + DECISION * length.moments + DRAW * length.draws
