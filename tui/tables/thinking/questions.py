"""What has to be worked out of a game that is looked back at: plain data, fit for another process, with its answer.

Each question stands alone, so several can be answered at a time; who does that is told in `AnalysisExecutor`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from tilehall.engine import Action, Event, Game, Rng, Text, load_game
from tilehall.engine import SeatNo as Number

if TYPE_CHECKING:
    from tilehall.engine.ai.players import Judgement

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
Chances = tuple[float, ...]


class AnalysisQuestion(Protocol[A_co]):
    """Something to be worked out."""

    @property
    def game(self) -> str:
        """Which rules it is about."""

    @property
    def level(self) -> str:
        """How hard it is to answer, by a level of computer players."""

    def answer(self, rules: Game[Any]) -> A_co:
        """Works it out, here and now."""


class ChancesQuestion(NamedTuple):
    """How likely everybody is to win, one position after the other."""

    game: str
    positions: tuple[Any, ...]
    seats: int
    eyes: Number | None
    open: bool
    """Whether everything may be known; else it goes by what these eyes see."""
    level: str = "normal"

    def answer(self, rules: Game[Any]) -> tuple[Chances, ...]:
        return tuple(self._chances(rules, s) for s in self.positions)

    def _chances(self, rules: Game[Any], s: Any) -> Chances:
        """Of all seats, as each could reckon; of one alone what it could hope for."""
        if not self.open:
            s = rules.sample_state(rules.view(s, self.eyes), Rng(0))
        found = [rules.advisor.value(rules.view(s, seat), seat).chance for seat in range(self.seats)]
        whole = sum(found)
        if self.seats == 1:
            return tuple(found)
        return tuple(each / whole for each in found) if whole > 0 else (1 / self.seats,) * self.seats


class TurnVerdict(NamedTuple):
    """What a level of computer players makes of a turn."""

    judgement: Judgement | None
    """None if nothing would have been better, or there was nothing to decide."""
    alternatives: tuple[Text, ...] = ()
    """What would have happened then, as far as the seat itself would have done it."""


class TurnQuestion(NamedTuple):
    """What a level would rather have done than somebody's steps from these positions on."""

    game: str
    level: str
    positions: tuple[Any, ...]
    seat: Number
    actions: tuple[Action, ...]

    def answer(self, rules: Game[Any]) -> TurnVerdict:
        # No first board waits for those who think.
        from tilehall.engine.ai.players import judge_turn

        seat = self.seat
        if all(len(rules.legal_actions(s, seat)) < 2 for s in self.positions):
            return TurnVerdict(None)
        view = rules.view(self.positions[0], seat)
        found = judge_turn(rules, view, seat, self.actions, self.level)
        return TurnVerdict(found, self._alternatives(rules, view, found.actions) if found else ())

    def _alternatives(self, rules: Game[Any], view: Any, actions: Iterable[Action]) -> tuple[Text, ...]:
        s, happened = rules.sample_state(view, Rng(0)), list[Event]()
        for action in actions:
            s = rules.apply(s, self.seat, action, happened)
        return tuple(event.text_for(self.seat) for event in happened if event.seat == self.seat)


class AnalysisExecutor(Protocol):
    """Those who work questions out, beside everything else."""

    @property
    def max_parallel(self) -> int:
        """How many answer at a time."""

    async def answer(self, question: AnalysisQuestion[A]) -> A | None:
        """The answer; None if whoever worked at it came to grief, again and again. May be called off by cancelling."""


class InlineExecutor:
    """Whoever waits for the answers works them out, in this thread."""

    max_parallel = 1

    async def answer(self, question: AnalysisQuestion[A]) -> A | None:
        return question.answer(load_game(question.game))
