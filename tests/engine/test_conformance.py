"""Every game of the catalogue through the conformance suite, and the suite itself through games with one flaw each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.toy import Table, Toy
from tilehall.engine import (
    BUILT_IN,
    CHANCE,
    Action,
    Event,
    Game,
    Option,
    Position,
    Receipt,
    Refusal,
    Rng,
    Seat,
    Setup,
    Standing,
    game,
)
from tilehall.engine.testing import LONGEST, ConformanceError, conform, look, sentence

Options = tuple[tuple[str, str], ...]


def tables() -> Iterator[Any]:
    """Every game at every size, as it comes and with one option changed at a time."""
    for name in BUILT_IN:
        for players in game(name).seats:
            yield pytest.param(name, players, (), 8, id=f"{name}-{players}")
            for option in (each for each in game(name).options if len(each.values) > 1):
                changed = ((option.id, option.values[1]),)
                yield pytest.param(name, players, changed, 2, id=f"{name}-{players}-{option.id}-{option.values[1]}")


@pytest.mark.parametrize(("name", "players", "options", "seeds"), list(tables()))
def test_a_game_conforms(name: str, players: int, options: Options, seeds: int) -> None:
    for seed in range(seeds):
        conform(game(name), Setup(players, options), f"{name} {players} {seed}")


def plays_out(rules: Game[Any], players: int, seed: str, look: int) -> str:
    """One random game without a match around it; every `look` steps the position must be in order."""
    rng, plies = Rng(seed), 0
    s = rules.start(Setup(players))
    while due := rules.actors(s):
        seat = due[rng.below(len(due))]
        choices = rules.legal(s, seat)
        assert choices, f"a dead end after {plies} steps"
        s = rules.apply(s, seat, choices[rng.below(len(choices))])
        plies += 1
        assert plies < LONGEST, "the game does not end"
        if plies % look == 0:
            assert rules.faults(s) == ()
    standing = rules.standing(s)
    assert standing is not None
    return standing.ending


SIZES = [pytest.param(name, players, id=f"{name}-{players}") for name in BUILT_IN for players in game(name).seats]


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_a_hundred_random_games_end(name: str, players: int) -> None:
    assert all(plays_out(game(name), players, f"brief {players} {n}", 7) for n in range(100))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), SIZES)
def test_thousands_of_random_games_end(name: str, players: int) -> None:
    assert all(plays_out(game(name), players, f"soak {players} {n}", 25) for n in range(2_000))


# --- the suite finds what it looks for ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("options", [(), (("rounds", "1"),)], ids=["three rounds", "one round"])
def test_the_toy_conforms(toy_game: Toy, players: int, options: Options) -> None:
    for seed in range(10):
        conform(toy_game, Setup(players, options), str(seed))


class ShowsPicks(Toy):
    def seen_by(self, s: Table, seat: Seat | None) -> Table:
        return s


class TellsPicks(Toy):
    def apply(self, s: Table, seat: Seat, a: Any, events: list[Event] | None = None) -> Table:
        after = super().apply(s, seat, a, events)
        if events is not None and a.verb == "pick":
            events[0] = replace(events[0], text=f"{{{seat}}} has picked {a.what}.")
        return after


class HasADeadEnd(Toy):
    def legal(self, s: Table, seat: Seat) -> Sequence[Action]:
        return () if s.rounds == 1 and seat == 1 else super().legal(s, seat)


class OffersTwice(Toy):
    def legal(self, s: Table, seat: Seat) -> Sequence[Action]:
        return [choice for choice in super().legal(s, seat) for _ in range(2)]


class AllowsAll(Toy):
    def check(self, s: Table, seat: Seat, a: Any) -> Refusal | None:
        return None if seat in self.actors(s) else super().check(s, seat, a)


class AllowsOthers(Toy):
    def check(self, s: Table, seat: Seat, a: Any) -> Refusal | None:
        return None if a in self.legal(s, max(self.actors(s), default=CHANCE)) else super().check(s, seat, a)


class RefusesSilver(Toy):
    def check(self, s: Table, seat: Seat, a: Any) -> Refusal | None:
        if a.what == "silver":
            return Refusal("T-3.1", "Silver is out.", tuple(self.legal(s, seat)))
        return super().check(s, seat, a)


class CitesNothing(Toy):
    def check(self, s: Table, seat: Seat, a: Any) -> Refusal | None:
        refusal = super().check(s, seat, a)
        return refusal and replace(refusal, rule="T-9.9")


class ChangesTheOld(Toy):
    def apply(self, s: Table, seat: Seat, a: Any, events: list[Event] | None = None) -> Table:
        after = super().apply(s, seat, a, events)
        object.__setattr__(s, "scores", tuple(score + 1 for score in s.scores))
        return after


class MindsTheOrder(Toy):
    def apply(self, s: Table, seat: Seat, a: Any, events: list[Event] | None = None) -> Table:
        after = super().apply(s, seat, a, events)
        first = a.verb == "pick" and not any(s.picks)
        return replace(after, scores=(after.scores[0] + (first and seat == 0), *after.scores[1:]))


class AddsWrong(Toy):
    def standing(self, s: Table) -> Standing | None:
        found = super().standing(s)
        return found and replace(found, scores=tuple(score + 1 for score in s.scores))


class NeverFinal(Toy):
    def receipt(self, s: Table) -> Receipt:
        return replace(super().receipt(s), final=False)


class EndsLoudly(Toy):
    def standing(self, s: Table) -> Standing | None:
        found = super().standing(s)
        return found and replace(found, ending="Points 3")


class RanksBackwards(Toy):
    def standing(self, s: Table) -> Standing | None:
        found = super().standing(s)
        return found and replace(found, ranks=tuple(1 + sum(other < score for other in s.scores) for score in s.scores))


class ForgetsTheStake(Toy):
    def load(self, data: Position) -> Table:
        s = super().load(data)
        return replace(s, stake=min(s.stake, 1))


class LoadsAnything(Toy):
    def load(self, data: Position) -> Table:
        return Table(data["rounds"], data["stake"], tuple(data["picks"]), tuple(data["scores"]))


class ForgetsFaults(Toy):
    def faults(self, s: Table) -> tuple[str, ...]:
        return super().faults(s) or (("Nobody may have 2 points.",) if 2 in s.scores else ())


class MisreadsGold(Toy):
    def parse(self, text: str) -> Action:
        return super().parse(text.replace("gold", "silver"))


class MisreadsBlanks(Toy):
    def parse(self, text: str) -> Action:
        return super().parse(text.strip())


class LooksThroughCoins(Toy):
    """Its outlook reads the secret picks, not the view of the seat that asks."""

    def foresee(self, s: Table, seat: Seat, a: Action) -> tuple[str, ...]:
        return tuple(pick or "nothing" for pick in s.picks)

    def seen_by(self, s: Table, seat: Seat | None) -> Table:
        return super().seen_by(s, seat) if seat is None else s


FLAWED = [
    (ShowsPicks, "learns what seat|tells"),
    (TellsPicks, "learns what seat"),
    (HasADeadEnd, "a dead end"),
    (OffersTwice, "listed twice"),
    (AllowsAll, "check says None"),
    (AllowsOthers, "owes nothing"),
    (RefusesSilver, "is a choice and refused"),
    (CitesNothing, "heads no paragraph"),
    (ChangesTheOld, "changed the old position"),
    (MindsTheOrder, "order of decisions owed together"),
    (AddsWrong, "does not add up"),
    (NeverFinal, "not final"),
    (EndsLoudly, "'Points 3' is no name of an ending"),
    (RanksBackwards, "better rank|ranks"),
    (ForgetsTheStake, "do not agree"),
    (LoadsAnything, "not supported"),
    (ForgetsFaults, "2 points"),
    (MisreadsGold, "means something else"),
    (MisreadsBlanks, "means something"),
    (LooksThroughCoins, "tells|learns"),
]


@pytest.mark.parametrize(("flawed", "complaint"), FLAWED, ids=[flawed.__name__ for flawed, _ in FLAWED])
def test_a_flaw_is_found(flawed: type[Toy], complaint: str) -> None:
    """The suite is no use if it lets these through."""
    with pytest.raises(ConformanceError, match=complaint) as found:
        for seed in range(20):
            conform(flawed(), Setup(3), str(seed))
    assert re.fullmatch("[A-Z].*[.]", str(found.value)), "one line, a sentence"


# --- a quick look ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_quick_look_finds_nothing_wrong_with_a_game_of_the_house(name: str) -> None:
    assert look(game(name)) == ""


def test_a_quick_look_finds_nothing_wrong_with_the_toy(toy_game: Toy) -> None:
    assert look(toy_game) == ""


SEEN_AT_ONCE = (
    *(HasADeadEnd, OffersTwice, AllowsAll, AllowsOthers, RefusesSilver, CitesNothing, ChangesTheOld, AddsWrong),
    *(NeverFinal, RanksBackwards, ForgetsFaults, MisreadsGold),
)


@pytest.mark.parametrize("flawed", SEEN_AT_ONCE)
def test_a_quick_look_sees_what_is_plain(flawed: type[Toy]) -> None:
    found = look(flawed())
    assert sentence(found), found
    assert found.startswith("In toy with 2 players, seed 'a look', after ")
    assert dict(FLAWED)[flawed] in found or flawed in (ForgetsFaults, RanksBackwards)


class Unfinished(Toy):
    def receipt(self, s: Table) -> Receipt:
        raise NotImplementedError("to do:\nreceipts")


class SaysWhoAlone(Toy):
    title = ""


class SeatsHundreds(Toy):
    seats = range(2, 400)


class HalfAnOption(Toy):
    options = (Option("rounds", ("3", "1"), "Rounds", ("three",), "T-5.1"),)


class WithoutARulebook(Toy):
    package = "tests"


class WritesNoPlayers(Toy):
    def dump(self, s: Table) -> Position:
        return {key: value for key, value in super().dump(s).items() if key != "players"}


NO_GAMES = [
    (Unfinished(), "there was an error, NotImplementedError (to do: receipts)."),
    (SaysWhoAlone(), "The title and the credit of toy are each one line of text."),
    (SeatsHundreds(), "The game toy has more than 10 seats."),
    (HalfAnOption(), "The option rounds of toy does not say what each value means."),
    (WithoutARulebook(), "A table for 2 cannot be laid: RuleError (rulebook.md of tests is missing)."),
    (WritesNoPlayers(), "the position does not say how many play."),
    (Toy, "is a class: a game is an object of it."),
    (3, "int is no game: its 'id' is no str."),
]


@pytest.mark.parametrize(("wrong", "complaint"), NO_GAMES, ids=[complaint for _, complaint in NO_GAMES])
def test_what_is_no_game_is_told(wrong: Any, complaint: str) -> None:
    assert look(wrong).endswith(complaint)
    with pytest.raises(ConformanceError) as found:
        conform(wrong, Setup(2), "x")
    assert str(found.value).endswith(complaint)
