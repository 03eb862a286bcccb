"""A tiny game with secrets and decisions owed together, to try the core and the conformance suite on.

One seat sets the stake, then in each round all pick a coin in secret, and lots are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tilehall.engine import (
    CHANCE,
    Action,
    Announcement,
    BaseGame,
    BaseNarrator,
    Decision,
    Event,
    Game,
    GameResult,
    NotationError,
    Option,
    Piece,
    Position,
    PositionError,
    RandomSource,
    Receipt,
    ReceiptLine,
    RuleError,
    SeatNo,
    Setup,
    Text,
    Who,
    format_action,
    join_commas,
)

COINS = {"copper": Text("copper"), "silver": Text("silver"), "gold": Text("gold")}
WORTH = tuple(COINS)
LOTS = ("high", "low")
NOT_YET, SECRET = "", "?"
KEYS = {"players", "rounds", "stake", "picks", "scores"}


@dataclass(frozen=True, slots=True)
class Say:
    """`stake 1`, `pick gold`, `lot high`."""

    verb: str
    what: str

    @property
    def words(self) -> tuple[str, ...]:
        return (self.what,)

    __str__ = format_action


PHRASES = {str(say): say for say in (*(Say("stake", n) for n in "12"), *(Say("pick", c) for c in COINS))}
PHRASES |= {str(say): say for say in (Say("lot", lot) for lot in LOTS)}


def coin(which: str) -> Piece:
    """What a sentence calls it."""
    return Piece("coin", "", COINS[which])


@dataclass(frozen=True, slots=True)
class Table:
    rounds: int
    stake: int
    picks: tuple[str, ...]
    scores: tuple[int, ...]


ANNOUNCEMENT = Announcement(
    id="toy",
    title=Text("Two Coins"),
    credit=Text("Nobody"),
    player_counts=range(2, 4),
    rules="tests.engine.games.toy:Toy",
    narrator="tests.engine.games.toy:ToyNarrator",
    package="tests.engine.games.toy",
)


class Toy(BaseGame[Table]):
    has_secrets = True
    options: tuple[Option, ...] = (
        Option("rounds", ("3", "1"), Text("Rounds"), (Text("three"), Text("only one")), "T-5.1"),
    )

    def __init__(self, announcement: Announcement = ANNOUNCEMENT) -> None:
        super().__init__(announcement)

    def start(self, setup: Setup) -> Table:
        chosen = self.settle_options(setup)
        return Table(int(chosen["rounds"]), 0, (NOT_YET,) * setup.players, (0,) * setup.players)

    def actors(self, s: Table) -> tuple[SeatNo, ...]:
        if not s.rounds:
            return ()
        if not s.stake:
            return (0,)
        return tuple(seat for seat, pick in enumerate(s.picks) if pick == NOT_YET) or (CHANCE,)

    def decision(self, s: Table, seat: SeatNo) -> Decision:
        if not s.stake:
            return Decision("STAKE", Text("Say what a round is worth."), "T-2.1", {"stake": ("points",)})
        if seat == CHANCE:
            return Decision("LOT", Text("Lots are drawn."), "T-4.1", {})
        return Decision("PICK", Text("Pick a coin."), "T-3.1", {"pick": ("coin",)})

    def legal_actions(self, s: Table, seat: SeatNo) -> Sequence[Action]:
        if seat not in self.actors(s):
            return ()
        verb = "stake" if not s.stake else "lot" if seat == CHANCE else "pick"
        return [say for say in PHRASES.values() if say.verb == verb]

    def apply(self, s: Table, seat: SeatNo, a: Any, events: list[Event] | None = None) -> Table:
        told = events if events is not None else []
        if a.verb == "stake":
            text = Text("{who} sets the stake to {stake}.", who=Who(seat), stake=int(a.what))
            told.append(Event("stake", "T-2.1", text, seat))
            return replace(s, stake=int(a.what))
        if a.verb == "pick":
            picks = (*s.picks[:seat], a.what, *s.picks[seat + 1 :])
            if NOT_YET not in picks and SECRET in picks:
                raise RuleError(Text("What the coins are that come to light cannot be known here."), "T-3.2")
            secret = ((seat, Text("You pick {coin}.", coin=coin(a.what))),)
            told.append(Event("pick", "T-3.1", Text("{who} has picked.", who=Who(seat)), seat, (), secret))
            if NOT_YET not in picks:
                told.append(Event("show", "T-3.2", Text("The coins are {coins}.", coins=join_commas(map(coin, picks)))))
            return replace(s, picks=picks)
        best = (max if a.what == "high" else min)(s.picks, key=WORTH.index)
        scores = tuple(score + s.stake * (pick == best) for score, pick in zip(s.scores, s.picks, strict=True))
        lots = Text("Lots say high: {coin} pays.", coin=coin(best))
        if a.what == "low":
            lots = Text("Lots say low: {coin} pays.", coin=coin(best))
        told.append(Event("lot", "T-4.1", lots))
        return Table(s.rounds - 1, s.stake, (NOT_YET,) * len(s.picks), scores)

    def parse(self, text: str) -> Action:
        if text not in PHRASES:
            raise NotationError(Text("That is no action of this game."), "T-3.1")
        return PHRASES[text]

    def view(self, s: Table, seat: SeatNo | None) -> Table:
        if NOT_YET not in s.picks:
            return s
        picks = (
            pick if other == seat or pick == NOT_YET else SECRET for other, pick in enumerate(s.picks)
        )  # fmt: skip
        return replace(s, picks=tuple(picks))

    def sample_state(self, s: Table, rng: RandomSource) -> Table:
        return replace(s, picks=tuple(WORTH[rng.below(3)] if pick == SECRET else pick for pick in s.picks))

    def receipt(self, s: Table) -> Receipt:
        text = Text("coins that paid")
        lines = [ReceiptLine(seat, "coins", score, "T-4.1", text) for seat, score in enumerate(s.scores)]
        return Receipt(tuple(lines), not s.rounds)

    def final_result(self, s: Table) -> GameResult | None:
        if s.rounds:
            return None
        ranks = tuple(1 + sum(other > score for other in s.scores) for score in s.scores)
        return GameResult("points", Text("The last round is over."), s.scores, ranks)

    def dump(self, s: Table) -> Position:
        return {
            "players": len(s.picks),
            "rounds": s.rounds,
            "stake": s.stake,
            "picks": list(s.picks),
            "scores": list(s.scores),
        }

    def load(self, data: Position) -> Table:
        if set(data) != KEYS or not all(isinstance(data[key], list) for key in ("picks", "scores")):
            raise PositionError(Text("This is no position of Two Coins."))
        numbers = [data["players"], data["rounds"], data["stake"], *data["scores"]]
        if any(type(number) is not int for number in numbers) or len(data["picks"]) != data["players"]:
            raise PositionError(Text("This is no position of Two Coins."))
        s = Table(data["rounds"], data["stake"], tuple(data["picks"]), tuple(data["scores"]))
        if broken := self.faults(s):
            raise PositionError(broken[0])
        return s

    def faults(self, s: Table) -> tuple[Text, ...]:
        fine = len(s.picks) == len(s.scores) and len(s.picks) in self.player_counts and 0 <= s.rounds <= 3
        fine = fine and 0 <= s.stake <= 2 and all(pick in (NOT_YET, SECRET, *COINS) for pick in s.picks)
        fine = fine and (s.stake > 0 or set(s.picks) == {NOT_YET}) and (s.rounds > 0 or set(s.picks) == {NOT_YET})
        return () if fine and (s.stake or s.rounds) else (Text("There is something wrong."),)


class ToyNarrator(BaseNarrator[Table]):
    def preview(self, s: Table, seat: SeatNo, a: Action) -> tuple[Text, ...]:
        return (Text("pays {n} point if the lot is yours", "pays {n} points if the lot is yours", n=s.stake),)


TOY = Toy()


def vary_toy(**changes: Any) -> Game[Table]:
    """The toy with some fields of its announcement changed: `vary_toy(advisor=Odd)`."""
    return replace(ANNOUNCEMENT, **changes).game


__all__ = ["ANNOUNCEMENT", "TOY", "Table", "Toy", "vary_toy"]
