"""The conformance suite: what every game of the house has to keep, examined along one random game.

`conform` raises AssertionError at the first thing that is not as `tilehall.engine.game.Game` promises.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilehall.engine import (
    CHANCE,
    Action,
    Event,
    Game,
    Header,
    Match,
    NotationError,
    Player,
    Position,
    PositionError,
    Refusal,
    Refused,
    Rng,
    Rulebook,
    Seat,
    SeedDealer,
    Setup,
    digest,
    read,
    rulebook,
    seal,
    write,
)

NAMES = ("Ann", "Bo", "Cy", "Di")
LONGEST = 4_000
"""Steps; no game is near it."""
LOOKS = 1
"""How often each kind of decision is examined in one game; from then on only now and then."""
JUNK: tuple[Any, ...] = (None, -1, 99, "x", [], {}, [None], {"x": 1}, True)
SENTENCE = re.compile(r"[A-Z0-9'\"{](?!.*\n).*[.!?]", re.DOTALL)


@dataclass
class Examination:
    """One game being examined: the match, where whims come from, and the phrases that were ever a choice."""

    game: Game[Any]
    match: Match
    book: Rulebook
    rng: Rng
    phrases: dict[str, Action] = field(default_factory=dict)
    looks: Counter[str] = field(default_factory=Counter)

    @property
    def seats(self) -> range:
        return range(self.match.setup.players)

    def some(self, choices: Sequence[Action], n: int) -> list[Action]:
        """Up to n of them."""
        return [choices[self.rng.below(len(choices))] for _ in range(n)] if len(choices) > n else list(choices)

    def cites(self, rule: str, what: object) -> None:
        assert self.book.paragraph(rule), f"{what} cites {rule}, which heads no paragraph of the rulebook"


def conform(game: Game[Any], players: int, seed: str, options: Sequence[tuple[str, str]] = ()) -> Match:
    """Plays one random game and examines it; the match that came of it."""
    match = Match(game, Setup(players, tuple(options)), SeedDealer(f"deal {seed}"))
    x = Examination(game, match, rulebook(game.id), Rng(f"whims {seed}"))
    for step in match.steps:
        well_told(x, step.events)
    while not match.over:
        assert len(match.steps) < LONGEST, "the game does not end"
        something_is_owed(x)
        due = match.actors()
        seat = due[x.rng.below(len(due))]
        choices = match.legal(seat)
        looked = worth_a_look(x, seat)
        if looked:
            examine(x)
        turned = match.act(seat, choices[x.rng.below(len(choices))])
        for step in turned.moves:
            well_told(x, step.events)
        if looked:
            taken_back(x, seat)
    result(x)
    loads_no_junk(x, match.steps[x.rng.below(len(match.steps))].before)
    replayed(x)
    return match


def worth_a_look(x: Examination, seat: Seat) -> bool:
    kind = x.game.decision(x.match.state, seat).kind
    x.looks[kind] += 1
    return x.looks[kind] <= LOOKS or x.rng.below(80) == 0


def sentence(text: str) -> bool:
    """One line that begins like a sentence or a quotation, ends like one, and is not a speech.

    >>> sentence("Now is the time to wait."), sentence("KeyError: 'hand'"), sentence("")
    (True, False, False)
    """
    return bool(SENTENCE.fullmatch(text)) and len(text) <= 200


def text_of(game: Game[Any], s: Any) -> str:
    return json.dumps(game.dump(s), sort_keys=True, allow_nan=False)


# --- at every step --------------------------------------------------------------------------------------------------


def something_is_owed(x: Examination) -> None:
    """Somebody owes a decision, has choices, and nothing is broken."""
    game, s = x.game, x.match.state
    due = game.actors(s)
    assert due == (CHANCE,) or due == tuple(sorted(set(due) & set(x.seats))), f"actors {due}"
    assert game.standing(s) is None, "a result although somebody is to act"
    assert game.faults(s) == (), game.faults(s)
    for seat in due:
        choices = [str(action) for action in game.legal(s, seat)]
        assert choices, f"a dead end: {game.decision(s, seat).kind} without a choice"
        assert len(set(choices)) == len(choices), "a choice is listed twice"


def well_told(x: Examination, events: Iterable[Event]) -> None:
    for event in events:
        x.cites(event.rule, event)
        assert event.key, event
        for seat in (None, *x.seats):
            assert sentence(event.told(seat, NAMES)), event


# --- now and then ---------------------------------------------------------------------------------------------------


def examine(x: Examination) -> None:
    """Everything about the present position, and about the draw before it."""
    s = x.match.state
    due = x.game.actors(s)
    for seat in (CHANCE, *x.seats):
        if seat not in due:
            assert not x.game.legal(s, seat), f"seat {seat} has choices and owes nothing"
    for seat in due:
        choices_and_refusals(x, s, seat)
        steps_from_here(x, s, seat)
    loads_again(x, s)
    for observer in (None, *x.seats):
        nothing_leaks(x, s, observer)
    if len(due) > 1:
        order_is_nothing(x, s, due)
    draws = [step for step in x.match.steps if step.seat == CHANCE]
    if draws:
        draw_is_fair(x, draws[-1].before)


def choices_and_refusals(x: Examination, s: Any, seat: Seat) -> None:
    """`legal`, `check`, `parse`, `decision`, `default` and `foresee` tell the same story."""
    game, choices = x.game, x.game.legal(s, seat)
    assert list(game.legal(s, seat)) == list(choices), "the choices change when asked again"
    decision = game.decision(s, seat)
    x.cites(decision.rule, decision)
    assert sentence(decision.prompt.format(*NAMES)), decision
    assert decision.skip is None or decision.skip in choices, "to skip is no choice"
    assert game.default(s, seat) in choices, "the default is no choice"
    for action in choices:
        text = str(action)
        assert game.check(s, seat, action) is None, f"{text} is a choice and refused"
        assert game.parse(text) == action, f"{text} means something else"
        words = text.split()
        assert words[0] == action.verb, f"{text} does not begin with its verb"
        assert len(words) == 1 + len(decision.fields[action.verb]), f"{text} has other fields than {decision.fields}"
        x.phrases[text] = action
    for action in x.some(choices, 12):
        assert all(isinstance(phrase, str) and phrase for phrase in game.foresee(s, seat, action))
    allowed = set(map(str, choices))
    for phrase in x.some(list(x.phrases.values()), 40):
        refusal = game.check(s, seat, phrase)
        assert (refusal is None) == (str(phrase) in allowed), f"{phrase}: check says {refusal}"
        if refusal is not None:
            reasoned(x, refusal, allowed)
        for other in x.seats:
            if other not in game.actors(s):
                foreign = game.check(s, other, phrase)
                assert foreign is not None, f"seat {other} may {phrase} and owes nothing"
                reasoned(x, foreign, set())
    for action in x.some(choices, 3):
        no_words(x, str(action))


def reasoned(x: Examination, refusal: Refusal, allowed: set[str]) -> None:
    x.cites(refusal.rule, refusal)
    assert sentence(refusal.text), refusal
    nearest = set(map(str, refusal.nearest))
    assert nearest <= allowed, f"{refusal} offers what is not allowed"
    assert bool(nearest) == bool(allowed), f"{refusal} offers nothing"


def no_words(x: Examination, text: str) -> None:
    """A text that is nearly an action is none, and says so."""
    for wrong in (text.upper() + "!", f" {text}", f"{text} ", text.replace(" ", "  ") + "x", text[:-1] + "\n", ""):
        try:
            x.game.parse(wrong)
        except NotationError as error:
            assert sentence(str(error)), error
            assert not error.rule or x.book.paragraph(error.rule)
        else:
            raise AssertionError(f"{wrong!r} means something")


def steps_from_here(x: Examination, s: Any, seat: Seat) -> None:
    """`apply` leaves the old position alone, and gives the same whether anybody listens or not."""
    game, before = x.game, text_of(x.game, s)
    for action in x.some(game.legal(s, seat), 6):
        events: list[Event] = []
        after = game.apply(s, seat, action, events)
        assert text_of(game, s) == before, f"{action} changed the old position"
        assert text_of(game, after) != before, f"{action} changed nothing"
        assert text_of(game, game.apply(s, seat, action)) == text_of(game, after), f"{action} is not repeatable"
        assert game.faults(after) == (), f"{action} leads to {game.faults(after)}"
        well_told(x, events)


def loads_again(x: Examination, s: Any) -> None:
    """A position is JSON, and comes back from it as the same position with the same choices."""
    game, data = x.game, x.game.dump(s)
    assert json.loads(json.dumps(data, allow_nan=False)) == data, "the position is not plain JSON"
    again = game.load(json.loads(json.dumps(data)))
    assert game.dump(again) == data, "dump and load do not agree"
    assert digest(game, again) == digest(game, s)
    assert game.actors(again) == game.actors(s)
    for seat in game.actors(s):
        assert sorted(map(str, game.legal(again, seat))) == sorted(map(str, game.legal(s, seat)))
    assert game.receipt(again) == game.receipt(s)


def draw_is_fair(x: Examination, s: Any) -> None:
    """The dealer's outcomes have positive weights and are all that the dealer may do."""
    game, draw = x.game, x.game.chance(s)
    assert draw.pile, draw
    assert list(game.legal(s, CHANCE)) == list(draw.outcomes)
    assert len(draw.outcomes) == len(draw.weights) > 0
    assert all(isinstance(weight, int) and weight > 0 for weight in draw.weights)
    texts = [str(outcome) for outcome in draw.outcomes]
    assert len(set(texts)) == len(texts)
    for outcome, text in zip(draw.outcomes, texts, strict=True):
        assert game.parse(text) == outcome
        assert game.check(s, CHANCE, outcome) is None
        x.phrases[text] = outcome
    for phrase in x.some(list(x.phrases.values()), 30):
        refusal = game.check(s, CHANCE, phrase)
        assert (refusal is None) == (str(phrase) in texts), f"{phrase}: check says {refusal}"
        if refusal is not None:
            reasoned(x, refusal, set(texts))
        for seat in x.seats:
            waiting = game.check(s, seat, phrase)
            assert waiting is not None, f"seat {seat} may {phrase} while the dealer draws"
            reasoned(x, waiting, set())
    loads_again(x, s)


# --- what must not be seen ------------------------------------------------------------------------------------------


def nothing_leaks(x: Examination, s: Any, observer: Seat | None) -> None:
    """In another world that looks the same, everything that this observer is told is the same."""
    game = x.game
    view = game.seen_by(s, observer)
    assert text_of(game, game.seen_by(view, observer)) == text_of(game, view), "looking twice shows something else"
    assert game.secrets or text_of(game, view) == text_of(game, s), "a game without secrets hides something"
    world = game.imagine(view, Rng(x.rng.next()))
    assert game.faults(world) == (), f"an imagined world has faults: {game.faults(world)}"
    if text_of(game, world) == text_of(game, s) and x.rng.below(4):
        return  # the same world: what is told of it is the same, and trying that once in a while is enough
    told, imagined = all_told(x, s, observer), all_told(x, world, observer)
    for what, text in told.items():
        assert imagined[what] == text, f"{what} tells {observer} what it must not: {text:.200} or {imagined[what]:.200}"


def all_told(x: Examination, s: Any, observer: Seat | None) -> dict[str, str]:
    """All that an observer is shown of a position, as text."""
    game = x.game
    view = game.seen_by(s, observer)
    told = {
        "the view": text_of(game, view),
        "the receipt": repr(game.receipt(view)),
        "the result": repr(game.standing(view)),
        "who is to act": repr((game.actors(s), game.actors(view))),
    }
    if observer is None or observer not in game.actors(s):
        return told
    choices = sorted(game.legal(s, observer), key=str)
    told["the decision"] = repr(game.decision(s, observer)) + repr(game.decision(view, observer))
    told["the choices"] = repr(choices) + repr(sorted(game.legal(view, observer), key=str))
    told["the default"] = repr(game.default(view, observer))
    told["the outlook"] = repr([game.foresee(view, observer, action) for action in choices[:4]])
    phrases = list(x.phrases.values())[:15]
    told["the refusals"] = repr([(game.check(s, observer, a), game.check(view, observer, a)) for a in phrases])
    if x.looks.total() % 6 == 0:
        told["the advice"] = repr(game.advise(view, observer, Rng(1)))
    if not reveals(x, s):
        told["the events"] = repr([heard(game, s, observer, action, observer) for action in choices[:4]])
    return told


def reveals(x: Examination, s: Any) -> bool:
    """Whether the decision now due is the last part of one that several owed: then it uncovers the others'."""
    last = x.match.steps[-1] if x.match.steps else None
    return last is not None and last.together and len(x.game.actors(s)) == 1


def heard(game: Game[Any], s: Any, seat: Seat, action: Action, observer: Seat | None) -> list[str]:
    events: list[Event] = []
    game.apply(s, seat, action, events)
    return [event.told(observer, NAMES) for event in events]


def order_is_nothing(x: Examination, s: Any, due: Sequence[Seat]) -> None:
    """Decisions owed together can come in any order, and nobody learns of another's before all are there."""
    game = x.game
    chosen = {seat: x.some(game.legal(s, seat), 1)[0] for seat in due}
    ends = []
    for order in (due, tuple(reversed(due))):
        t = s
        for seat in order:
            assert seat in game.actors(t), f"seat {seat} no longer owes its part"
            t = game.apply(t, seat, chosen[seat])
        ends.append(text_of(game, t))
    assert ends[0] == ends[1], "the order of decisions owed together matters"
    for seat in due:
        for observer in {None, *x.seats} - {seat}:
            shown = {
                text_of(game, game.seen_by(game.apply(s, seat, a), observer)) + repr(heard(game, s, seat, a, observer))
                for a in x.some(game.legal(s, seat), 5)
            }
            assert len(shown) == 1, f"{observer} learns what seat {seat} has chosen"


# --- taking back, the end, the record -------------------------------------------------------------------------------


def taken_back(x: Examination, seat: Seat) -> None:
    """Undo goes back exactly, as far as the barrier and no further, and redo comes forward again."""
    match, last = x.match, x.match.steps[-1]
    now = text_of(x.game, match.state)
    free = [other for other in x.seats if not match.barrier(other)]
    if not last.together:
        assert free in ([], [seat]), f"seats {free} could take back what seat {seat} did"
    assert not set(free) & set(match.actors()) or free == [seat], f"seats {free} have nothing to take back"
    if last.seat == CHANCE:
        assert not free, "a draw could be taken back"
    for other in set(x.seats) - set(free):
        try:
            match.undo(other)
        except Refused as error:
            assert sentence(str(error)), error
        else:
            raise AssertionError(f"seat {other} went over the barrier")
    assert text_of(x.game, match.state) == now
    if free:
        before = text_of(x.game, last.before)
        assert match.undo(seat) is last
        assert text_of(x.game, match.state) == before
        match.redo()
        assert text_of(x.game, match.state) == now


def result(x: Examination) -> None:
    """Scores, ranks and receipt of the last position agree."""
    game, s = x.game, x.match.state
    for seat in (CHANCE, *x.seats):
        assert not game.legal(s, seat)
        for phrase in x.some(list(x.phrases.values()), 5):
            refusal = game.check(s, seat, phrase)
            assert refusal is not None, f"seat {seat} may {phrase} after the end"
            reasoned(x, refusal, set())
    assert game.faults(s) == (), game.faults(s)
    standing, receipt = game.standing(s), game.receipt(s)
    assert standing is not None, "a game is over and has no result"
    assert sentence(standing.text), standing
    for line in receipt.lines:
        x.cites(line.rule, line)
        assert line.part
        assert line.text
        assert line.seat in x.seats
    loads_again(x, s)
    for observer in (None, *x.seats):
        nothing_leaks(x, s, observer)
    assert (standing.scores is None) == (standing.ranks is None)
    if standing.scores is None or standing.ranks is None:
        assert standing.winners == ()
        return
    assert receipt.final
    assert standing.scores == tuple(receipt.total(seat) for seat in x.seats), "the receipt does not add up"
    assert min(standing.ranks) == 1
    better = [(a, b) for a in x.seats for b in x.seats if standing.ranks[a] < standing.ranks[b]]
    assert all(standing.scores[a] >= standing.scores[b] for a, b in better), "a lower score has a better rank"


def loads_no_junk(x: Examination, s: Any) -> None:
    """A position with one thing wrong is refused in a sentence, or is a position after all: never anything else."""
    game = x.game
    for key, value in game.dump(s).items():
        variants: list[Any] = [*JUNK, value * 2 if isinstance(value, list | str) else value]
        if isinstance(value, list):
            variants += [value[:-1], value[1:], value[::-1]]
        for junk in variants:
            data = game.dump(s) | {key: junk}
            loads_or_says_why(x, data)
        loads_or_says_why(x, {other: kept for other, kept in game.dump(s).items() if other != key})


def loads_or_says_why(x: Examination, data: Position) -> None:
    game = x.game
    try:
        t = game.load(data)
    except PositionError as error:
        assert sentence(str(error)), error
        return
    assert game.faults(t) == ()
    for seat in game.actors(t):
        choices = game.legal(t, seat)
        assert choices, f"{data} was accepted and is a dead end"
        for action in x.some(choices, 4):
            game.apply(t, seat, action)
        if seat != CHANCE:
            game.decision(t, seat)
            game.foresee(t, seat, choices[0])
    assert bool(game.actors(t)) == (game.standing(t) is None)
    game.receipt(t)


def replayed(x: Examination) -> None:
    """The record of the game reads back to the same position at every step."""
    match, seed = x.match, x.match.dealer.seed if isinstance(x.match.dealer, SeedDealer) else ""
    players = tuple(Player(NAMES[seat], "random") for seat in x.seats)
    header = Header(x.game.id, x.game.rules, players, match.setup.options, seal(seed))
    text = write(header, match, seed)
    record = read(text)
    assert record.header == header
    assert record.seed == seed
    assert len(record.match.steps) == len(match.steps)
    for mine, read_back in zip(match.steps, record.match.steps, strict=True):
        if not mine.together:
            assert (mine.seat, str(mine.action)) == (read_back.seat, str(read_back.action))
            assert digest(x.game, read_back.after) == digest(x.game, mine.after), f"step {mine.number}"
    assert write(header, record.match, record.seed) == text
