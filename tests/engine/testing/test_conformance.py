"""Every game of the catalogue through the conformance suite, and the suite itself through games with one flaw each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.games.toy import ANNOUNCEMENT, COINS, NOT_YET, PHRASES, SECRET, Say, Table, Toy, coin, vary_toy
from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Action,
    BaseAdvisor,
    BaseNarrator,
    Decision,
    Event,
    Game,
    GameResult,
    JoinedSentences,
    Option,
    Piece,
    Position,
    PositionError,
    Receipt,
    Refusal,
    Rng,
    RuleError,
    SeatNo,
    Setup,
    Text,
    Who,
    join_commas,
    load_game,
)
from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.position_reader import (
    BaseEncoder,
    check_position,
    check_unique,
    load_position,
    read_int,
    read_setup,
)
from tilehall.engine.core.schema import BoolSchema, EncodedSchema, HashedEncoder, NumberRow, ObjectSchema, Schema
from tilehall.engine.core.schema.encoders import LARGE
from tilehall.engine.testing.conformance import LONGEST, ConformanceError, conform, is_sentence, quick_check
from tilehall.engine.testing.wording import find_flaw

Options = tuple[tuple[str, str], ...]


def as_they_come() -> Iterator[Any]:
    """Every game at its smallest and its largest size; at the others in a soak."""
    for name in BUILT_IN_GAMES:
        sizes = load_game(name).player_counts
        for players in sizes:
            marks = () if players in (sizes[0], sizes[-1]) else pytest.mark.soak
            yield pytest.param(name, players, (), id=f"{name}-{players}", marks=marks)


def changed() -> Iterator[Any]:
    """Every game for two with all options changed together; one at a time, at every size, in a soak."""
    for name in BUILT_IN_GAMES:
        options = [(each.id, each.values[1]) for each in load_game(name).options if len(each.values) > 1]
        yield pytest.param(name, 2, tuple(sorted(options)), id=f"{name}-2-changed")
        for option, value in options:
            for players in load_game(name).player_counts:
                case = f"{name}-{players}-{option}-{value}"
                yield pytest.param(name, players, ((option, value),), id=case, marks=pytest.mark.soak)


@pytest.mark.parametrize(("name", "players", "options"), [*as_they_come(), *changed()])
def test_a_game_conforms(name: str, players: int, options: Options) -> None:
    conform(load_game(name), Setup(players, options), f"{name} {players} 0")


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players", "options"), [*as_they_come(), *changed()])
def test_ten_games_conform(name: str, players: int, options: Options) -> None:
    for seed in range(1, 11):
        conform(load_game(name), Setup(players, options), f"{name} {players} {seed}")


def plays_out(rules: Game[Any], players: int, seed: str, look: int) -> str:
    """One random game without a match around it; every `quick_check` steps the position must be in order."""
    rng, plies = Rng(seed), 0
    s = rules.start(Setup(players))
    while due := rules.actors(s):
        seat = due[rng.below(len(due))]
        choices = rules.legal_actions(s, seat)
        assert choices, f"a dead end after {plies} steps"
        s = rules.apply(s, seat, choices[rng.below(len(choices))])
        plies += 1
        assert plies < LONGEST, "the game does not end"
        if plies % look == 0:
            assert rules.faults(s) == ()
    standing = rules.final_result(s)
    assert standing is not None
    return standing.ending


SIZES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in BUILT_IN_GAMES
    for players in load_game(name).player_counts
]


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_random_games_end(name: str, players: int) -> None:
    assert all(plays_out(load_game(name), players, f"brief {players} {n}", 7) for n in range(8))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), SIZES)
def test_thousands_of_random_games_end(name: str, players: int) -> None:
    assert all(plays_out(load_game(name), players, f"soak {players} {n}", 25) for n in range(2_000))


# --- the suite finds what it looks for ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("options", [(), (("rounds", "1"),)], ids=["three rounds", "one round"])
def test_the_toy_conforms(toy_game: Toy, players: int, options: Options) -> None:
    for seed in range(10):
        conform(toy_game, Setup(players, options), str(seed))


class ShowsPicks(Toy):
    def view(self, s: Table, seat: SeatNo | None) -> Table:
        return s


class TellsPicks(Toy):
    def apply(self, s: Table, seat: SeatNo, a: Any, events: list[Event] | None = None) -> Table:
        after = super().apply(s, seat, a, events)
        if events is not None and a.verb == "pick":
            events[0] = events[0]._replace(text=Text("{who} has picked {coin}.", who=Who(seat), coin=coin(a.what)))
        return after


class ShowsPicksInColour(Toy):
    """In words it is only a coin; but a screen draws it."""

    def apply(self, s: Table, seat: SeatNo, a: Any, events: list[Event] | None = None) -> Table:
        after = super().apply(s, seat, a, events)
        if events is not None and a.verb == "pick":
            picked = Piece(a.what, "", Text("a coin"))
            events[0] = events[0]._replace(text=Text("{who} has picked {coin}.", who=Who(seat), coin=picked))
        return after


class HasADeadEnd(Toy):
    def legal_actions(self, s: Table, seat: SeatNo) -> Sequence[Action]:
        return () if s.rounds == 1 and seat == 1 else super().legal_actions(s, seat)


class OffersTwice(Toy):
    def legal_actions(self, s: Table, seat: SeatNo) -> Sequence[Action]:
        return [choice for choice in super().legal_actions(s, seat) for _ in range(2)]


class AllowsAll(Toy):
    def check(self, s: Table, seat: SeatNo, a: Any) -> Refusal | None:
        return None if seat in self.actors(s) else super().check(s, seat, a)


class AllowsOthers(Toy):
    def check(self, s: Table, seat: SeatNo, a: Any) -> Refusal | None:
        return None if a in self.legal_actions(s, max(self.actors(s), default=CHANCE)) else super().check(s, seat, a)


class RefusesSilver(Toy):
    def check(self, s: Table, seat: SeatNo, a: Any) -> Refusal | None:
        if a.what == "silver":
            return Refusal("T-3.1", Text("Silver is out."), tuple(self.legal_actions(s, seat)))
        return super().check(s, seat, a)


class CitesNothing(Toy):
    def check(self, s: Table, seat: SeatNo, a: Any) -> Refusal | None:
        refusal = super().check(s, seat, a)
        return refusal and refusal._replace(rule="T-9.9")


class ChangesTheOld(Toy):
    def apply(self, s: Table, seat: SeatNo, a: Any, events: list[Event] | None = None) -> Table:
        after = super().apply(s, seat, a, events)
        object.__setattr__(s, "scores", tuple(score + 1 for score in s.scores))
        return after


class MindsTheOrder(Toy):
    def apply(self, s: Table, seat: SeatNo, a: Any, events: list[Event] | None = None) -> Table:
        after = super().apply(s, seat, a, events)
        first = a.verb == "pick" and not any(s.picks)
        return replace(after, scores=(after.scores[0] + (first and seat == 0), *after.scores[1:]))


class AddsWrong(Toy):
    def final_result(self, s: Table) -> GameResult | None:
        found = super().final_result(s)
        return found and found._replace(scores=tuple(score + 1 for score in s.scores))


class NeverFinal(Toy):
    def receipt(self, s: Table) -> Receipt:
        return super().receipt(s)._replace(final=False)


class EndsLoudly(Toy):
    def final_result(self, s: Table) -> GameResult | None:
        found = super().final_result(s)
        return found and found._replace(ending="Points 3")


class RanksBackwards(Toy):
    def final_result(self, s: Table) -> GameResult | None:
        found = super().final_result(s)
        return found and found._replace(ranks=tuple(1 + sum(other < score for other in s.scores) for score in s.scores))


class ForgetsTheStake(Toy):
    def load(self, data: Position) -> Table:
        s = super().load(data)
        return replace(s, stake=min(s.stake, 1))


class LoadsAnything(Toy):
    def load(self, data: Position) -> Table:
        return Table(data["rounds"], data["stake"], tuple(data["picks"]), tuple(data["scores"]))


class ForgetsFaults(Toy):
    def faults(self, s: Table) -> tuple[Text, ...]:
        return super().faults(s) or ((Text("Nobody may have 2 points."),) if 2 in s.scores else ())


class MisreadsGold(Toy):
    def parse(self, text: str) -> Action:
        return super().parse(text.replace("gold", "silver"))


class MisreadsBlanks(Toy):
    def parse(self, text: str) -> Action:
        return super().parse(text.strip())


class LooksThroughCoins(Toy):
    """Its outlook reads the secret picks, not the view of the seat that asks."""

    def __init__(self) -> None:
        super().__init__(replace(ANNOUNCEMENT, narrator=NarratesPicks))

    def view(self, s: Table, seat: SeatNo | None) -> Table:
        return super().view(s, seat) if seat is None else s


class NarratesPicks(BaseNarrator[Table]):
    def preview(self, s: Table, seat: SeatNo, a: Action) -> tuple[Text, ...]:
        return tuple(Text("beside {coin}", coin=coin(pick)) for pick in s.picks if pick in COINS)


class ExplainsNothing(BaseAdvisor[Table]):
    def explain_plan(self, s: Table, seat: SeatNo, plan: Plan) -> Text:
        return Text("")


class AdvisesNothing(Toy):
    def __init__(self) -> None:
        super().__init__(replace(ANNOUNCEMENT, advisor=ExplainsNothing))


class Mumbled(Say):
    """An action that hides what it says."""

    @property
    def words(self) -> tuple[str, ...]:
        return ()

    def __str__(self) -> str:
        return f"{self.verb} {self.what}"


class Lengthy(Say):
    """An action with a space in one of its words."""

    @property
    def words(self) -> tuple[str, ...]:
        return (f"{self.what} please",)


class Mumbles(Toy):
    def legal_actions(self, s: Table, seat: SeatNo) -> Sequence[Action]:
        return [self.parse(str(say)) for say in super().legal_actions(s, seat)]

    def parse(self, text: str) -> Action:
        verb, what = str(super().parse(text)).split()
        return Mumbled(verb, what)


class IsPolite(Toy):
    def legal_actions(self, s: Table, seat: SeatNo) -> Sequence[Action]:
        return [self.parse(f"{say} please") for say in super().legal_actions(s, seat)]

    def parse(self, text: str) -> Action:
        verb, what = str(super().parse(text.removesuffix(" please"))).split()
        return Lengthy(verb, what)


class TurnsUpTheUnknown(Toy):
    """A seat's view is a position, too: what a screen asks of it is not what only all seats together know."""

    def apply(self, s: Table, seat: SeatNo, a: Any, events: list[Event] | None = None) -> Table:
        picks = (*s.picks[:seat], a.what, *s.picks[seat + 1 :])
        if a.verb == "pick" and NOT_YET not in picks and SECRET in picks:
            join_commas(map(coin, picks))
        return super().apply(s, seat, a, events)


class NumbersNoGold(BaseEncoder[Table]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return [say for say in PHRASES.values() if say.verb != "lot" and say.what != "gold"]


class KnowsNoGold(Toy):
    def __init__(self) -> None:
        super().__init__(replace(ANNOUNCEMENT, encoder=NumbersNoGold))


class NumbersTwice(BaseEncoder[Table]):
    def position_schema(self, setup: Setup) -> Schema:
        return EncodedSchema(Schema(), Twice(2))


class CountsTooFar(Toy):
    def __init__(self) -> None:
        super().__init__(replace(ANNOUNCEMENT, encoder=NumbersTwice))


class KnowsNoEntries(BaseEncoder[Table]):
    def position_schema(self, setup: Setup) -> Schema:
        return ObjectSchema({})


class LacksEntriesInItsSchema(Toy):
    def __init__(self) -> None:
        super().__init__(replace(ANNOUNCEMENT, encoder=KnowsNoEntries))


class Twice(HashedEncoder):
    """Writes a number that it has not promised."""

    def write(self, found: Position, at: int, eye: SeatNo, out: NumberRow) -> None:
        out[at] = 2 * LARGE


FLAWED = [
    (KnowsNoGold, "pick gold is a choice, and not in the repertoire"),
    (CountsTooFar, "cannot be 2000"),
    (LacksEntriesInItsSchema, "A position has no"),
    (TurnsUpTheUnknown, r"there was an error, KeyError"),
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
    (ShowsPicksInColour, "learns what seat"),
    (AdvisesNothing, "says nothing"),
    (Mumbles, "is not its verb and its words"),
    (IsPolite, "falls into other words than"),
]


@pytest.mark.parametrize(("flawed", "complaint"), FLAWED, ids=[flawed.__name__ for flawed, _ in FLAWED])
def test_a_flaw_is_found(flawed: type[Toy], complaint: str) -> None:
    """The suite is no use if it lets these through."""
    with pytest.raises(ConformanceError, match=complaint) as found:
        for seed in range(20):
            conform(flawed(), Setup(3), str(seed))
    assert re.fullmatch("[A-Z].*[.]", str(found.value)), "one line, a sentence"


# --- what cannot be put into other languages --------------------------------------------------------------------------


class Asks(Toy):
    """Its question to the first seat is this."""

    def __init__(self, asked: Any) -> None:
        super().__init__()
        self.asked = asked

    def decision(self, s: Table, seat: SeatNo) -> Decision:
        found = super().decision(s, seat)
        return found._replace(prompt=self.asked) if found.kind == "STAKE" else found


WORTH = "Say what a round is worth."
A_LIST: Any = ["C1"]
UNTRANSLATABLE = [
    (WORTH, "it is no Text but str"),
    (Text("Say what a round is worth, {who}."), "it names {who}, which is not among its arguments"),
    (Text("It is your turn.", "It is the turn of {n} of {all}.", n=2), "it names {all}, which is not among"),
    (Text(WORTH, who=Who(0)), "it has an argument who that it does not name"),
    (Text("Say what {0} is worth."), "it has a field {0}, which is no name of an argument"),
    (Text("Say what {who.seat} is worth.", who=Who(0)), "it has a field {who.seat}, which is no name"),
    (Text("Say what {coin!r} is worth.", coin="C1"), "it has a field {coin!r}, which is no name"),
    (Text("Say what a round is worth {."), "its template cannot be read"),
    (Text("Is it one?", "Are they {rounds}?", rounds=3), "it has a plural, and no whole number n to choose it by"),
    (Text("Is it one?", "Are they {n}?", n=1.5), "it has a plural, and no whole number n to choose it by"),
    (Text("{who}, say it.", who=Who(7)), "its who is the name of seat 7, where nobody sits"),
    (Text("{who}, say it.", who=Who(CHANCE)), "its who is the name of seat -1, where nobody sits"),
    (Text("What is {coin} worth?", coin=Piece("coin", "", Text("a {metal} coin"))), "name is wrong: it names {metal}"),
    (Text("What is {coin} worth?", coin=Piece("coin", "C1", Text(""))), "its coin is a component whose name is wrong"),
    (Text("What is {coin} worth?", coin=Piece("coin", "")), "its coin is a component without any name"),
    (Text("What is {coin} worth?", coin=Piece("", "C1")), "its coin is a component without a kind"),
    (Text("{news}", news=JoinedSentences((Text("{who}!"),))), "its news is retold wrongly: it names {who}"),
    (Text("{news}", news=JoinedSentences((Text("It is {how}.", how="late"),))), "'late' is a word of no language"),
    (Text("{first} Say it.", first=Text("{who}!")), "its first is no sound Text: it names {who}"),
    (Text("{who:+}, say it.", who=Who(0)), "its who has the form +, and is no number"),
    (Text("Is it {worth:x}?", worth=1.5), "its worth has the form x, which no number has"),
    (Text("Is it 2? {worth}.", worth=True), "its worth is True, which no language has a word for"),
    (Text("What is {coin} worth?", coin=A_LIST), "its coin is no argument of a Text but list"),
    (Text("What is a {what} worth?", what="round"), "'round' is a word of no language"),
    (Text("{first} Say it.", first=Text("What is a {what} worth?", what="round")), "'round' is a word of no language"),
    (
        Text("What is {coin} worth?", coin=Piece("coin", "C1", Text("a {which} coin", which="Roman"))),
        "'Roman' is a word",
    ),
]


@pytest.mark.parametrize(("asked", "complaint"), UNTRANSLATABLE, ids=[complaint for _, complaint in UNTRANSLATABLE])
def test_what_cannot_be_put_into_other_languages_is_found(asked: Any, complaint: str) -> None:
    with pytest.raises(ConformanceError) as found:
        conform(Asks(asked), Setup(2), "words")
    assert complaint in str(found.value)


@pytest.mark.parametrize(
    "asked",
    [
        Text("{who}, what is {coin} worth, {share:.1%} of {all:+}?", who=Who(1), coin=coin("gold"), share=0.5, all=3),
        Text("One round is left.", "{n} rounds are left.", n=3),
        Text("Type 'pick gold' or {what}, on D4 or {cell}.", what="pick silver", cell="a3"),
        Text("There is nothing like {typed}.", typed="'my hat'"),
    ],
)
def test_what_is_the_same_in_every_language_may_be_said(asked: Text) -> None:
    """Short names, what is typed, and what somebody has typed."""
    conform(Asks(asked), Setup(2), "words")


# --- positions read by the house ------------------------------------------------------------------------------------


class ReadsByTheHouse(Toy):
    """Its positions are read by what the games of the house read theirs with."""

    def dump(self, s: Table) -> Position:
        return {"game": "toy", "rules": 1, "options": {}, "open": not s.stake, **super().dump(s)}

    def load(self, data: Position) -> Table:
        return load_position(data, self.read, self.faults)

    def read(self, data: Position) -> Table:
        read_setup(data, "toy", 1)
        s = Table(
            read_int(data["rounds"]),
            read_int(data["stake"]),
            tuple(data["picks"]),
            tuple(map(read_int, data["scores"])),
        )
        if self.dump(s) != data or data["open"] is (s.stake > 0):
            raise PositionError(Text("This is no position of Two Coins."))
        return s


@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_reads_positions_by_the_house_conforms(seed: int) -> None:
    conform(ReadsByTheHouse(), Setup(2), str(seed))


def fails(error: Exception) -> Callable[[Position], Table]:
    def read(data: Position) -> Table:
        raise error

    return read


UNREADABLE: list[Callable[[], object]] = [
    lambda: read_int("three"),
    lambda: read_int(True),
    lambda: read_int(["x" * 99]),
    lambda: check_position(BoolSchema(), 1),
    lambda: check_position(BoolSchema(), "\x1b[2J"),
    lambda: check_unique([1, 2, 1]),
    lambda: read_setup({"game": "go\n", "rules": [1] * 99, "players": 2, "options": {}}, "toy", 1),
    lambda: read_setup({"game": "toy", "rules": 1, "players": None, "options": {}}, "toy", 1),
    lambda: load_position({}, fails(KeyError("stake\n" * 99)), lambda s: ()),
    lambda: load_position({}, fails(ValueError("two\nlines, and " + "long " * 99)), lambda s: ()),
    lambda: load_position({}, fails(TypeError()), lambda s: ()),
    lambda: load_position({}, fails(RuleError(Text("There is no option 'misere'."))), lambda s: ()),
    lambda: load_position({}, lambda data: 0, lambda s: (Text("There is something wrong."),)),
]


@pytest.mark.parametrize("read", UNREADABLE)
def test_whatever_cannot_be_read_is_refused_in_a_sentence(read: Callable[[], object]) -> None:
    with pytest.raises(PositionError) as refused:
        read()
    assert find_flaw(refused.value.text, 2) == "" and is_sentence(str(refused.value.text))


# --- a quick look ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_quick_look_finds_nothing_wrong_with_a_game_of_the_house(name: str) -> None:
    assert quick_check(load_game(name)) == ""


def test_a_quick_look_finds_nothing_wrong_with_the_toy(toy_game: Toy) -> None:
    assert quick_check(toy_game) == ""


SEEN_AT_ONCE = (
    *(HasADeadEnd, OffersTwice, AllowsAll, AllowsOthers, RefusesSilver, CitesNothing, ChangesTheOld, AddsWrong),
    *(NeverFinal, RanksBackwards, ForgetsFaults, MisreadsGold),
)


@pytest.mark.parametrize("flawed", SEEN_AT_ONCE)
def test_a_quick_look_sees_what_is_plain(flawed: type[Toy]) -> None:
    found = quick_check(flawed())
    assert is_sentence(found), found
    assert found.startswith("In toy with 2 players, seed 'a look', after ")
    assert dict(FLAWED)[flawed] in found or flawed in (ForgetsFaults, RanksBackwards)


class Unfinished(Toy):
    def receipt(self, s: Table) -> Receipt:
        raise NotImplementedError("to do:\nreceipts")


class HalfAnOption(Toy):
    options = (Option("rounds", ("3", "1"), Text("Rounds"), (Text("three"),), "T-5.1"),)


class AnOptionWithoutWords(Toy):
    options = (Option("rounds", ("3",), Text("Rounds"), (Text("{n} of them"),), "T-5.1"),)


class WritesNoPlayers(Toy):
    def dump(self, s: Table) -> Position:
        return {key: value for key, value in super().dump(s).items() if key != "players"}


NO_GAMES = [
    (Unfinished(), "there was an error, NotImplementedError (to do: receipts)."),
    (vary_toy(title="Two Coins"), "Toy is no game: its 'title' is no Text."),
    (vary_toy(title=Text("")), "The title and the credit of toy are each one line of text."),
    (vary_toy(player_counts=range(2, 400)), "The game toy has more than 10 seats."),
    (HalfAnOption(), "The option rounds of toy does not say what each value means."),
    (AnOptionWithoutWords(), "The option rounds of toy has a title or a meaning that is no Text."),
    (vary_toy(package="tests"), "A table for 2 cannot be laid: RuleError (rulebook.md of tests is missing)."),
    (WritesNoPlayers(), "the position does not say how many play."),
    (vary_toy(id="two words"), "'two words' is no id of a game: small letters, digits, - and _ make one."),
    (vary_toy(advisor=BaseNarrator), "Toy is no game: its advisor has no 'value'."),
    (Toy, "is a class: a game is an object of it."),
    (3, "int is no game: its 'id' is no str."),
]


@pytest.mark.parametrize(("wrong", "complaint"), NO_GAMES, ids=[complaint for _, complaint in NO_GAMES])
def test_what_is_no_game_is_told(wrong: Any, complaint: str) -> None:
    assert quick_check(wrong).endswith(complaint)
    with pytest.raises(ConformanceError) as found:
        conform(wrong, Setup(2), "x")
    assert str(found.value).endswith(complaint)
