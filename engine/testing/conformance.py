"""The conformance suite, for authors of games: what every game has to keep, examined along random games.

A game's tests say:

    @pytest.mark.parametrize("seed", range(20))
    def test_a_random_game_conforms(seed):
        conform(HEX, Setup(2), str(seed))

`conform` raises ConformanceError at the first thing that is not as `tilehall.engine.core.game.Game` promises. It needs no
test runner. `look` is the short form: what is seen of a game that comes from elsewhere before it is offered.

`withstand` is for what comes from outside: positions that somebody wrote by hand, or changed. Some thousands of them,
each with something wrong somewhere, are refused in a sentence or can be played to the end.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, Generic, NoReturn, TypeVar

from tilehall.engine.core.chance import Rng, SeedDealer, seal
from tilehall.engine.core.component_sets import shelf
from tilehall.engine.core.game import (
    CHANCE,
    Action,
    Event,
    Game,
    Line,
    NotationError,
    Option,
    Position,
    PositionError,
    Refusal,
    RuleError,
    Seat,
    Setup,
    spelled,
)
from tilehall.engine.core.match import Match, Refused, digest, plain
from tilehall.engine.core.refusal import NEAREST
from tilehall.engine.core.rulebook import Rulebook, rulebook
from tilehall.engine.core.text import ENGLISH, Text, said
from tilehall.engine.records.header import Header, Player
from tilehall.engine.records.reader import is_whole, position_text, read
from tilehall.engine.records.writer import write
from tilehall.engine.rl.encoding import told
from tilehall.engine.testing.mutation import copied, mutated
from tilehall.engine.testing.wording import WORD, flaw, loose

S = TypeVar("S")
T = TypeVar("T")

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
LONGEST = 4_000
"""Steps; no game is near it."""
LOOKS = 1
"""How often each kind of decision is examined in one game; from then on only now and then."""
EXPLAINED = 12
"""About so many things are asked about in a position."""
GLANCE = 30
"""Decisions of a quick look."""
GLIMPSE = 24
"""After so many steps of a position from outside, all that it shows to everybody is looked at again."""
JUNK: tuple[Any, ...] = (None, -1, 99, "x", [], {}, [None], {"x": 1}, True)
ID = re.compile(r"[a-z][a-z0-9_-]{0,30}")
ENDING = re.compile(r"[a-z][a-z -]{0,30}")
"""So that nobody takes it for a score where it stands in a record."""
ATTRIBUTES = {
    "id": str,
    "title": Text,
    "credit": Text,
    "rules": int,
    "seats": range,
    "options": tuple,
    "secrets": bool,
    "package": str,
}
METHODS = tuple(name for name, part in vars(Game).items() if isinstance(part, FunctionType) and name[0] != "_")


class ConformanceError(AssertionError):
    """A sentence about something that a game does not keep."""


def must(kept: object, otherwise: str, *about: object) -> None:
    """Raises ConformanceError unless it is kept; `{}` stand for what it is about."""
    if not kept:
        raise ConformanceError(otherwise.format(*(f"{each!s:.120}" for each in about)))


@dataclass
class Examination(Generic[S]):
    """One game being examined: the match, where whims come from, the phrases that were ever a choice.

    `strange` are words that no language gets to see, each with the sentence that it was found in.
    """

    game: Game[S]
    match: Match[S]
    book: Rulebook
    rng: Rng
    phrases: dict[str, Action] = field(default_factory=dict)
    looks: Counter[str] = field(default_factory=Counter)
    strange: dict[str, Text] = field(default_factory=dict)

    @property
    def seats(self) -> range:
        return range(self.match.setup.players)

    def some(self, choices: Sequence[Action], n: int) -> list[Action]:
        """Up to n of them."""
        return [choices[self.rng.below(len(choices))] for _ in range(n)] if len(choices) > n else list(choices)

    def cites(self, rule: str, what: object) -> None:
        must(rule and self.book.paragraph(rule), "{} cites '{}', which heads no paragraph of the rulebook", what, rule)


def conform(game: Game[S], setup: Setup, seed: str) -> Match[S]:
    """Plays one random game and examines it; the match that came of it."""
    is_a_game(game)
    x = begun(game, setup, seed)
    try:
        played_out(x)
        result(x)
        stays_in_no_language(x)  # not of what follows: the refusal of a position may quote whatever stands there
        loads_no_junk(x, x.match.steps[x.rng.below(len(x.match.steps))].before)
        replayed(x)
        resumed(x)
    except Exception as error:
        found_wanting(x, seed, error)
    return x.match


def look(game: Game[Any]) -> str:
    """What a quick look finds wrong with a game, in a sentence; empty if nothing. Takes some hundredths of a second.

    >>> from tilehall.engine import game
    >>> look(game("princess"))
    ''
    """
    try:
        is_a_game(game)
        x = begun(game, Setup(game.seats.start), "a look")
        try:
            glanced_at(x)
        except Exception as error:
            found_wanting(x, "a look", error)
    except ConformanceError as error:
        return str(error)
    except Exception as error:
        return f"There was an error, {described(error)}."
    return ""


def begun(game: Game[S], setup: Setup, seed: str) -> Examination[S]:
    """A game at its first decision, about to be examined."""
    try:
        match = Match(game, setup, SeedDealer(f"deal {seed}"))
        return Examination(game, match, rulebook(game), Rng(f"whims {seed}"))
    except Exception as error:
        raise ConformanceError(f"A table for {setup.players} cannot be laid: {described(error)}.") from error


def found_wanting(x: Examination[S], seed: str, error: Exception) -> NoReturn:
    """Says where it was that the error was found."""
    where = f"In {x.game.id} with {x.match.setup.players} players, seed '{seed}', after {len(x.match.steps)} steps"
    what = str(error) if isinstance(error, ConformanceError) else f"there was an error, {described(error)}"
    raise ConformanceError(f"{where}: {what.rstrip('.')}.") from error


def described(error: BaseException) -> str:
    """An error's name and message on one line, whatever is in it."""
    shown = said_by(error).rstrip(".")
    return f"{type(error).__name__} ({shown})" if shown else type(error).__name__


def said_by(error: BaseException) -> str:
    """An error's message on one line, not long, nothing that a terminal could obey; empty if it cannot be told."""
    try:
        message = " ".join(f"{error}".split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # a stranger's error may do anything when it is asked what it says
        return ""
    return "".join(mark if mark.isprintable() else "?" for mark in message[:200])


def in_a_sentence(x: Examination[S], text: Text, what: object) -> None:
    """It is a sentence in English, and can be one in other languages."""
    worded(x, text, what)
    must(sentence(said(text, ENGLISH, NAMES)), "{} is not told in a sentence", what)


def in_a_phrase(x: Examination[S], text: Text, what: object) -> None:
    """The same for what is a part of a sentence."""
    worded(x, text, what)
    shown = said(text, ENGLISH, NAMES)
    must(shown and shown.isprintable(), "{} says nothing that can be printed", what)


def worded(x: Examination[S], text: Text, what: object) -> None:
    wrong = flaw(text, x.match.setup.players)
    must(not wrong, "{} cannot be put into other languages: {}", what, wrong)
    for word in loose(text):
        x.strange.setdefault(word, text)


def sentence(text: str) -> bool:
    """One printable line that begins and ends as a sentence does, and is not a speech.

    >>> sentence("Now is the time to wait."), sentence("KeyError: 'hand'"), sentence("")
    (True, False, False)
    """
    return 0 < len(text) <= 200 and text.isprintable() and not text[0].islower() and text[-1] in ".!?。！？"


def text_of(game: Game[S], s: S) -> str:
    return json.dumps(game.dump(s), sort_keys=True, allow_nan=False)


# --- before it is played --------------------------------------------------------------------------------------------


def is_a_game(game: Game[Any]) -> None:
    """It has all parts, and what is printed on its box can be printed."""
    must(not isinstance(game, type), "{} is a class: a game is an object of it.", game)
    for name, kind in ATTRIBUTES.items():
        found = getattr(game, name, None)
        must(isinstance(found, kind), "{} is no game: its '{}' is no {}.", type(game).__name__, name, kind.__name__)
    for name in METHODS:
        must(callable(getattr(game, name, None)), "{} is no game: it has no '{}'.", type(game).__name__, name)
    must(ID.fullmatch(game.id), "'{}' is no id of a game: small letters, digits, - and _ make one.", game.id)
    for text in (game.title, game.credit):
        must(a_phrase(text), "The title and the credit of {} are each one line of text.", game.id)
    must(game.seats and game.seats[0] >= 1 and game.seats.step == 1, "The game {} has no seats.", game.id)
    must(game.seats[-1] <= len(NAMES), "The game {} has more than {} seats.", game.id, len(NAMES))
    for option in game.options:
        must(isinstance(option, Option), "'{}' is no option of {}.", option, game.id)
        meant = option.values and len(option.values) == len(option.meanings)
        must(meant, "The option {} of {} does not say what each value means.", option.id, game.id)
        told = all(map(a_phrase, (option.title, *option.meanings)))
        told = told and (option.others is None or a_phrase(option.others))
        must(told, "The option {} of {} has a title or a meaning that is no Text.", option.id, game.id)


def a_phrase(text: Text) -> bool:
    """A Text that says something, with nobody at the table."""
    return not flaw(text, 0) and bool(text) and str(text).isprintable()


# --- the course of the game -----------------------------------------------------------------------------------------


def played_out(x: Examination[S]) -> None:
    """A random game to its end, examined at every kind of decision."""
    match = x.match
    for step in match.steps:
        well_told(x, step.events)
    while not match.over:
        must(len(match.steps) < LONGEST, "the game does not end")
        something_is_owed(x)
        due = match.actors()
        seat = due[x.rng.below(len(due))]
        choices = match.legal(seat)
        action, looked = choices[x.rng.below(len(choices))], worth_a_look(x, seat)
        if looked:
            examine(x)
        if x.game.secrets:
            step_from_a_view(x, x.game.seen_by(match.state, seat), seat, action)
        turned = match.act(seat, action)
        for step in turned.moves:
            well_told(x, step.events)
        if looked:
            taken_back(x, seat)


def glanced_at(x: Examination[S]) -> None:
    """The first decisions of a random game, the first of each kind looked at."""
    match, game = x.match, x.game
    for _ in range(GLANCE):
        if match.over:
            summed_up(x)
            return
        something_is_owed(x)
        due = match.actors()
        seat = due[x.rng.below(len(due))]
        choices = game.legal(match.state, seat)
        action = choices[x.rng.below(len(choices))]
        the_choice_is_one(x, match.state, seat, action)
        if worth_a_look(x, seat):
            x.phrases[str(action)] = action
            step_from_here(x, match.state, seat, action)
            refusals_fit(x, match.state, seat, choices)
            help_is_there(x, match.state, seat, action)
            things_are_explained(x, match.state, seat)
            loads_again(x, match.state)
            looks_the_same_twice(x, match.state, seat)
        for step in match.act(seat, action).moves:
            well_told(x, step.events)


def help_is_there(x: Examination[S], s: S, seat: Seat, action: Action) -> None:
    """What a player is asked, what a choice would bring, what a good player would do, and what is done without him."""
    if seat == CHANCE:
        return
    game, view = x.game, x.game.seen_by(s, seat)
    choices, decision = game.legal(s, seat), game.decision(s, seat)
    in_a_sentence(x, decision.prompt, decision)
    must(game.default(view, seat) in choices, "the default is no choice")
    for foreseen in game.foresee(view, seat, action):
        in_a_phrase(x, foreseen, f"the outlook of {action}")
    advice = game.advise(view, seat)
    must(advice.action in choices, "{} is no advice", advice)
    in_a_phrase(x, advice.why, advice)


def things_are_explained(x: Examination[S], s: S, seat: Seat) -> None:
    """What can be asked about by its name can be explained, in sentences and with rules that there are."""
    if seat == CHANCE:
        return
    view = x.game.seen_by(s, seat)
    for thing in some_of(x.game.things(view, seat), x.rng.below(EXPLAINED)):
        about = x.game.about(view, seat, thing)
        if about is None:
            raise AssertionError(f"{thing} can be asked about and is not explained")
        in_a_phrase(x, about.title, f"the title of {thing}")
        for text in (about.what, *about.does, *about.here):
            in_a_sentence(x, text, f"what is told of {thing}")
        for rule in about.rules:
            x.cites(rule, f"what is told of {thing}")


def some_of(things: Sequence[T], first: int) -> Sequence[T]:
    """A few, spread over all of them, the same wherever as many lie before one."""
    return things[first :: max(1, len(things) // EXPLAINED)]


def worth_a_look(x: Examination[S], seat: Seat) -> bool:
    kind = x.game.decision(x.match.state, seat).kind
    x.looks[kind] += 1
    return x.looks[kind] <= LOOKS or x.rng.below(80) == 0


# --- at every step --------------------------------------------------------------------------------------------------


def something_is_owed(x: Examination[S]) -> None:
    """Somebody owes a decision, has choices, and nothing is broken."""
    game, s = x.game, x.match.state
    due = game.actors(s)
    must(due == (CHANCE,) or due == tuple(sorted(set(due) & set(x.seats))), "actors cannot be {}", due)
    must(game.standing(s) is None, "there is a result although somebody is to act")
    must(game.faults(s) == (), "a position that was reached has faults: {}", game.faults(s))
    for seat in due:
        choices = [str(action) for action in game.legal(s, seat)]
        must(choices, "a dead end: {} without a choice", game.decision(s, seat).kind)
        must(len(set(choices)) == len(choices), "a choice is listed twice")


def well_told(x: Examination[S], events: Iterable[Event]) -> None:
    for event in events:
        x.cites(event.rule, event)
        must(event.key, "{} has no key", event)
        for text in (event.text, *(text for _, text in event.secret)):
            in_a_sentence(x, text, event)


# --- now and then ---------------------------------------------------------------------------------------------------


def examine(x: Examination[S]) -> None:
    """Everything about the present position, and about the draw before it."""
    s = x.match.state
    due = x.game.actors(s)
    for seat in (CHANCE, *x.seats):
        if seat not in due:
            must(not x.game.legal(s, seat), "seat {} has choices and owes nothing", seat)
    for seat in due:
        choices_and_refusals(x, s, seat)
        help_is_there(x, s, seat, x.some(x.game.legal(s, seat), 1)[0])
        things_are_explained(x, s, seat)
        for action in x.some(x.game.legal(s, seat), 6):
            step_from_here(x, s, seat, action)
    loads_again(x, s)
    for seat in x.seats:
        told_in_numbers(x, s, seat)
    for observer in (None, *x.seats):
        nothing_leaks(x, s, observer)
    if len(due) > 1:
        order_is_nothing(x, s, due)
    draws = [step for step in x.match.steps if step.seat == CHANCE]
    if draws:
        draw_is_fair(x, draws[-1].before)


def choices_and_refusals(x: Examination[S], s: S, seat: Seat) -> None:
    """`legal`, `check`, `parse`, `decision`, `default` and `foresee` tell the same story."""
    game, choices = x.game, x.game.legal(s, seat)
    must(list(game.legal(s, seat)) == list(choices), "the choices change when asked again")
    decision = game.decision(s, seat)
    x.cites(decision.rule, decision)
    in_a_sentence(x, decision.prompt, decision)
    if decision.enough is not None:
        in_a_sentence(x, decision.enough, decision)
    must(decision.skip is None or decision.skip in choices, "to skip by {} is no choice", decision.skip)
    must(game.default(s, seat) in choices, "the default is no choice")
    for action in choices:
        the_choice_is_one(x, s, seat, action)
        x.phrases[str(action)] = action
    for action in x.some(choices, 12):
        for foreseen in game.foresee(s, seat, action):
            in_a_phrase(x, foreseen, f"the outlook of {action}")
    refusals_fit(x, s, seat, choices)
    said_beforehand(x, seat, choices)
    for action in x.some(choices, 3):
        no_words(x, str(action))


def the_choice_is_one(x: Examination[S], s: S, seat: Seat, action: Action) -> None:
    """A choice is not refused, and its text means it."""
    game, text = x.game, str(action)
    must(game.check(s, seat, action) is None, "{} is a choice and refused", text)
    must(game.parse(text) == action, "{} means something else", text)
    must(text == spelled(action), "{} is not its verb and its words", text)
    whole = text.split() == [action.verb, *action.words]
    must(whole, "{} falls into other words than {}", text, (action.verb, *action.words))
    fields = game.decision(s, seat).fields
    must(action.verb in fields, "the decision does not know the verb of {}", text)
    must(len(action.words) == len(fields[action.verb]), "{} has other fields than {}", text, fields)


def said_beforehand(x: Examination[S], seat: Seat, choices: Sequence[Action]) -> None:
    """A game that says all that its seats may ever do says so of every choice."""
    known = x.game.repertoire(x.match.setup)
    if seat == CHANCE or not known:
        return
    must(len(set(map(str, known))) == len(known), "the repertoire has something twice")
    for action in set(choices) - set(known):
        must(False, "{} is a choice, and not in the repertoire", action)


def told_in_numbers(x: Examination[S], s: S, seat: Seat) -> None:
    """What this seat sees is told by as many numbers as are promised, each within its bounds."""
    feature = x.game.features(x.match.setup)
    places = list(feature.places())
    must(len(places) == feature.size, "{} numbers have names, {} are told", len(places), feature.size)
    for place, number in zip(places, told(feature, x.game.dump(x.game.seen_by(s, seat)), seat), strict=True):
        must(place.least <= number <= place.most, "{} cannot be {}", place, number)


def refusals_fit(x: Examination[S], s: S, seat: Seat, choices: Sequence[Action]) -> None:
    """What is no choice is refused, with a reason and with what would be one."""
    game, allowed = x.game, set(map(str, choices))
    for phrase in x.some(list(x.phrases.values()), 40):
        refusal = game.check(s, seat, phrase)
        must((refusal is None) == (str(phrase) in allowed), "of {} check says {}", phrase, refusal)
        if refusal is not None:
            reasoned(x, refusal, allowed)
        for other in x.seats:
            if other not in game.actors(s):
                reasoned(x, refused(x, s, other, phrase, "and owes nothing"), set())


def refused(x: Examination[S], s: S, seat: Seat, phrase: Action, when: str) -> Refusal:
    """The refusal of what a seat may not do."""
    refusal = x.game.check(s, seat, phrase)
    if refusal is None:
        raise ConformanceError(f"seat {seat} may {phrase} {when}")
    return refusal


def reasoned(x: Examination[S], refusal: Refusal, allowed: set[str]) -> None:
    if refusal.rule or not x.match.over:
        x.cites(refusal.rule, refusal.text)
    in_a_sentence(x, refusal.text, refusal.text)
    nearest = set(map(str, refusal.nearest))
    must(nearest <= allowed, "{} offers what is not allowed", refusal)
    must(bool(nearest) == bool(allowed), "{} offers nothing", refusal)
    must(len(refusal.nearest) <= NEAREST, "{} offers more than {}", refusal, NEAREST)
    must(all(refusal.marks) and len(set(refusal.marks)) == len(refusal.marks), "{} has empty or double marks", refusal)


def no_words(x: Examination[S], text: str) -> None:
    """A text that is nearly an action is none, and says so."""
    for wrong in (text.upper() + "!", f" {text}", f"{text} ", text.replace(" ", "  ") + "x", text[:-1] + "\n", ""):
        try:
            x.game.parse(wrong)
        except NotationError as error:
            in_a_sentence(x, error.text, f"The refusal of '{wrong}'")
            must(not error.rule or x.book.paragraph(error.rule), "the refusal of '{}' cites {}", wrong, error.rule)
        else:
            raise ConformanceError(f"{wrong!r} means something")


def step_from_here(x: Examination[S], s: S, seat: Seat, action: Action) -> None:
    """`apply` leaves the old position alone, and gives the same whether anybody listens or not."""
    game, before = x.game, text_of(x.game, s)
    events: list[Event] = []
    after = game.apply(s, seat, action, events)
    must(text_of(game, s) == before, "{} changed the old position", action)
    must(text_of(game, after) != before, "{} changed nothing", action)
    must(text_of(game, game.apply(s, seat, action)) == text_of(game, after), "{} is not repeatable", action)
    must(game.faults(after) == (), "{} leads to {}", action, game.faults(after))
    well_told(x, events)


def step_from_a_view(x: Examination[S], view: S, seat: Seat, action: Action) -> None:
    """What follows on a choice is worked out from what its seat sees, or refused: it cannot be known there."""
    game = x.game
    try:
        after = game.apply(view, seat, action)
        if game.actors(after) == (CHANCE,):
            game.apply(after, CHANCE, game.chance(after).outcomes[0])
    except RuleError as error:
        in_a_sentence(x, error.text, f"The refusal of {action} in a view")


def loads_again(x: Examination[S], s: S) -> None:
    """A position is JSON, tells the set-up, and comes back as the same position with the same choices."""
    game, setup, data = x.game, x.match.setup, x.game.dump(s)
    must(json.loads(json.dumps(data, allow_nan=False)) == data, "the position is not plain JSON")
    must(data.get("players") == setup.players, "the position does not say how many play")
    chosen = dict(setup.options)
    must(data.get("options", chosen) == chosen, "the position has other options: {}", data.get("options"))
    again = game.load(json.loads(json.dumps(data)))
    must(game.dump(again) == data, "dump and load do not agree")
    must(digest(game, again) == digest(game, s), "the position read back has another digest")
    must(game.actors(again) == game.actors(s), "in the position read back others are to act")
    for seat in game.actors(s):
        same = sorted(map(str, game.legal(again, seat))) == sorted(map(str, game.legal(s, seat)))
        must(same, "in the position read back there are other choices")
    if game.actors(s) == (CHANCE,):
        draws = [[str(each) for each in game.chance(t).outcomes] for t in (s, again)]
        must(draws[0] == draws[1], "in the position read back a seed deals otherwise: {} and {}", *draws)
    must(game.receipt(again) == game.receipt(s), "the position read back has another receipt")


def draw_is_fair(x: Examination[S], s: S) -> None:
    """The dealer's outcomes have positive weights and are all that the dealer may do."""
    game, draw = x.game, x.game.chance(s)
    must(draw.pile, "{} has no name", draw)
    must(game.decision(s, CHANCE).kind, "what the dealer decides has no kind")
    must(list(game.legal(s, CHANCE)) == list(draw.outcomes), "legal and chance do not agree on {}", draw.pile)
    must(len(draw.outcomes) == len(draw.weights) > 0, "{} has other weights than outcomes", draw.pile)
    fair = all(isinstance(weight, int) and weight > 0 for weight in draw.weights)
    must(fair, "the weights of {} are {}", draw.pile, draw.weights)
    texts = [str(outcome) for outcome in draw.outcomes]
    must(len(set(texts)) == len(texts), "an outcome of {} is listed twice", draw.pile)
    for outcome, text in zip(draw.outcomes, texts, strict=True):
        must(game.parse(text) == outcome, "{} means something else", text)
        must(game.check(s, CHANCE, outcome) is None, "{} can come and is refused", text)
        x.phrases[text] = outcome
    for phrase in x.some(list(x.phrases.values()), 30):
        refusal = game.check(s, CHANCE, phrase)
        must((refusal is None) == (str(phrase) in texts), "of {} check says {}", phrase, refusal)
        if refusal is not None:
            reasoned(x, refusal, set(texts))
        for seat in x.seats:
            reasoned(x, refused(x, s, seat, phrase, "while the dealer draws"), set())
    loads_again(x, s)


# --- what must not be seen ------------------------------------------------------------------------------------------


def looks_the_same_twice(x: Examination[S], s: S, observer: Seat | None) -> None:
    game = x.game
    view = game.seen_by(s, observer)
    must(text_of(game, game.seen_by(view, observer)) == text_of(game, view), "looking twice shows something else")
    must(game.secrets or text_of(game, view) == text_of(game, s), "a game without secrets hides something")


def nothing_leaks(x: Examination[S], s: S, observer: Seat | None) -> None:
    """In another world that looks the same, everything that this observer is told is the same."""
    game = x.game
    looks_the_same_twice(x, s, observer)
    world = game.imagine(game.seen_by(s, observer), Rng(x.rng.next()))
    must(game.faults(world) == (), "an imagined world has faults: {}", game.faults(world))
    if text_of(game, world) == text_of(game, s) and x.rng.below(4):
        return  # the same world: what is told of it is the same, and trying that once in a while is enough
    told, imagined = all_told(x, s, observer), all_told(x, world, observer)
    for what, text in told.items():
        must(imagined[what] == text, "{} tells {} what it must not: {} or {}", what, observer, text, imagined[what])


def all_told(x: Examination[S], s: S, observer: Seat | None) -> dict[str, str]:
    """All that an observer is shown of a position, as text."""
    game = x.game
    view = game.seen_by(s, observer)
    told = {
        "the view": text_of(game, view),
        "the receipt": repr(game.receipt(view)),
        "the result": repr(game.standing(view)),
        "who is to act": repr((game.actors(s), game.actors(view))),
    }
    asked = some_of(game.things(view, observer or 0), x.looks.total() % EXPLAINED)
    told["the explanations"] = repr([game.about(view, observer or 0, thing) for thing in asked])
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
        told["the advice"] = repr(game.advise(view, observer))
    if not reveals(x, s):
        told["the events"] = repr([heard(game, s, observer, action, observer) for action in choices[:4]])
    return told


def reveals(x: Examination[S], s: S) -> bool:
    """Whether the decision now due is the last part of one that several owed: then it uncovers the others'."""
    last = x.match.steps[-1] if x.match.steps else None
    return last is not None and last.together and len(x.game.actors(s)) == 1


def heard(game: Game[S], s: S, seat: Seat, action: Action, observer: Seat | None) -> list[Text]:
    """What an observer is told, with all arguments: a screen draws components, and shows more of them than words do."""
    events: list[Event] = []
    game.apply(s, seat, action, events)
    return [event.told(observer) for event in events]


def order_is_nothing(x: Examination[S], s: S, due: Sequence[Seat]) -> None:
    """Decisions owed together can come in any order, and nobody learns of another's before all are there."""
    game = x.game
    chosen = {seat: x.some(game.legal(s, seat), 1)[0] for seat in due}
    ends = []
    for order in (due, tuple(reversed(due))):
        t = s
        for seat in order:
            must(seat in game.actors(t), "seat {} no longer owes its part", seat)
            t = game.apply(t, seat, chosen[seat])
        ends.append(text_of(game, t))
    must(ends[0] == ends[1], "the order of decisions owed together matters")
    for seat in due:
        for observer in {None, *x.seats} - {seat}:
            shown = {
                text_of(game, game.seen_by(game.apply(s, seat, a), observer)) + repr(heard(game, s, seat, a, observer))
                for a in x.some(game.legal(s, seat), 5)
            }
            must(len(shown) == 1, "{} learns what seat {} has chosen", observer, seat)


# --- taking back, the end, the record -------------------------------------------------------------------------------


def taken_back(x: Examination[S], seat: Seat) -> None:
    """Undo goes back exactly, as far as the barrier and no further, and redo comes forward again."""
    match, last = x.match, x.match.steps[-1]
    now = text_of(x.game, match.state)
    free = [other for other in x.seats if not match.barrier(other)]
    if not last.together:
        must(free in ([], [seat]), "seats {} could take back what seat {} did", free, seat)
    must(not set(free) & set(match.actors()) or free == [seat], "seats {} have nothing to take back", free)
    if last.seat == CHANCE:
        must(not free, "a draw could be taken back")
    for other in set(x.seats) - set(free):
        try:
            match.undo(other)
        except Refused as error:
            in_a_sentence(x, error.text, "What cannot be taken back")
        else:
            raise ConformanceError(f"seat {other} went over the barrier")
    must(text_of(x.game, match.state) == now, "a refused undo changed the position")
    if free:
        before = text_of(x.game, last.before)
        must(match.undo(seat) is last, "another step was taken back")
        must(text_of(x.game, match.state) == before, "taking back {} leads elsewhere", last.action)
        match.redo()
        must(text_of(x.game, match.state) == now, "doing {} again leads elsewhere", last.action)


def result(x: Examination[S]) -> None:
    """After the end nothing can be done, everything can be seen, and the sums are right."""
    game, s = x.game, x.match.state
    for seat in (CHANCE, *x.seats):
        must(not game.legal(s, seat), "seat {} has choices after the end", seat)
        for phrase in x.some(list(x.phrases.values()), 5):
            reasoned(x, refused(x, s, seat, phrase, "after the end"), set())
    must(game.faults(s) == (), "the last position has faults: {}", game.faults(s))
    loads_again(x, s)
    for observer in (None, *x.seats):
        nothing_leaks(x, s, observer)
    summed_up(x)


def derives(x: Examination[S], s: S, line: Line) -> None:
    """It is known where the points of a line come from."""
    origin = x.game.derive(s, line)
    total = sum(part.points for part in origin.parts)
    must(total == line.points, "the parts of {} add up to {}", line.text, total)
    for part in origin.parts:
        in_a_phrase(x, part.text, part.text)
        must(all(part.marks), "a part of {} has an empty mark", line.text)


def summed_up(x: Examination[S]) -> None:
    """Scores, ranks and receipt of the last position agree."""
    game, s = x.game, x.match.state
    standing, receipt = game.standing(s), game.receipt(s)
    if standing is None:
        raise ConformanceError("the game is over and has no result")
    in_a_sentence(x, standing.text, standing)
    must(ENDING.fullmatch(standing.ending), "'{}' is no name of an ending: small letters make one", standing.ending)
    for line in receipt.lines:
        x.cites(line.rule, line)
        must(line.part and line.seat in x.seats, "{} lacks its part or its seat", line)
        in_a_phrase(x, line.text, line)
        derives(x, s, line)
    must((standing.scores is None) == (standing.ranks is None), "scores and ranks come together: {}", standing)
    if standing.scores is None or standing.ranks is None:
        must(standing.winners == (), "somebody won without a score")
        return
    must(receipt.final, "the last receipt is not final")
    totals = tuple(receipt.total(seat) for seat in x.seats)
    must(standing.scores == totals, "the receipt does not add up: {} and {}", standing.scores, totals)
    must(min(standing.ranks) == 1, "nobody has rank 1 among the ranks {}", standing.ranks)
    better = [(a, b) for a in x.seats for b in x.seats if standing.ranks[a] < standing.ranks[b]]
    must(all(standing.scores[a] >= standing.scores[b] for a, b in better), "a lower score has a better rank")


def stays_in_no_language(x: Examination[S]) -> None:
    """All that is said goes through a language, but for what is typed: verbs and words of actions, options, names."""
    game = x.game
    actions = [*x.phrases.values(), *(step.action for step in x.match.steps)]
    fields = {name for step in x.match.steps for name in game.decision(step.before, step.seat).fields.values()}
    typed = {game.id, *(str(action) for action in actions), *(name for names in fields for name in names)}
    typed |= {word for option in game.options for word in (option.id, *option.values)}
    known = {word for text in typed for word in WORD.findall(text)}
    for word, text in x.strange.items():
        must(word in known, "'{}' is a word of no language: an argument of {} should be a Text", word, f"{text!r}")


def loads_no_junk(x: Examination[S], s: S) -> None:
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


def loads_or_says_why(x: Examination[S], data: Position) -> None:
    game = x.game
    try:
        t = game.load(data)
    except PositionError as error:
        in_a_sentence(x, error.text, f"The refusal of a position ({error})")
        return
    must(game.faults(t) == (), "a position with faults was loaded: {}", game.faults(t))
    for seat in game.actors(t):
        choices = game.legal(t, seat)
        must(choices, "{} was accepted and is a dead end", data)
        for action in x.some(choices, 4):
            game.apply(t, seat, action)
        if seat != CHANCE:
            game.decision(t, seat)
            game.foresee(t, seat, choices[0])
    must(bool(game.actors(t)) == (game.standing(t) is None), "{} was accepted: is it over?", data)
    game.receipt(t)


# --- positions from outside -------------------------------------------------------------------------------------------


def withstand(game: Game[S], setups: Sequence[Setup], seed: str, tries: int) -> Counter[str]:
    """Loads so many positions that are not quite as they were reached, and plays on what is accepted.

    They are made from those of a random game for each set-up. Each is refused in a sentence, or dumps to itself, keeps
    all invariants to the end of a random game, and has views and a record like any other. Says how many were which.
    """
    rng, found = Rng(f"outside {seed}"), Counter[str]()
    reached = [each for setup in setups for each in wayside(game, setup, rng)]
    for number in range(tries):
        data, other = (game.dump(one_of(one_of(reached, rng), rng)) for _ in range(2))
        if not rng.below(8):
            data = game.dump(game.seen_by(game.load(data), seen_from(data, rng)))
        changed = mutated(data, other, rng)
        try:
            found["unchanged" if changed == data else taken(game, changed, rng)] += 1
        except Exception as error:
            what = str(error) if isinstance(error, ConformanceError) else f"there was an error, {described(error)}"
            where = f"In {game.id}, position {number} of seed '{seed}' ({differences(data, changed)})"
            raise ConformanceError(f"{where}: {what.rstrip('.')}.") from error
    return found


def one_of(things: Sequence[T], rng: Rng) -> T:
    return things[rng.below(len(things))]


def seen_from(data: Position, rng: Rng) -> Seat | None:
    """A seat at that table, or None."""
    seat = rng.below(data["players"] + 1)
    return None if seat == data["players"] else seat


def wayside(game: Game[S], setup: Setup, rng: Rng) -> list[list[S]]:
    """The positions of a random game, those with the same kind of decision together."""
    match, found = Match(game, setup), dict[str, list[S]]()
    while not match.over:
        must(len(match.steps) < LONGEST, "the game does not end")
        seat = one_of(match.actors(), rng)
        found.setdefault(game.decision(match.state, seat).kind, []).append(match.state)
        match.act(seat, one_of(match.legal(seat), rng))
    return [*found.values(), [match.state]]


def differences(data: Any, changed: Any, entry: str = "") -> str:
    """The entries in which they differ, for whoever looks for the fault."""
    if isinstance(data, dict) and isinstance(changed, dict):
        keys = [key for key in (*data, *(changed.keys() - data.keys())) if data.get(key, ...) != changed.get(key, ...)]
        return ", ".join(differences(data.get(key), changed.get(key), f"{entry}.{key}".lstrip(".")) for key in keys)
    if isinstance(data, list) and isinstance(changed, list) and len(data) == len(changed):
        pairs = [(n, pair) for n, pair in enumerate(zip(data, changed, strict=True)) if pair[0] != pair[1]]
        return ", ".join(differences(*pair, f"{entry}.{n}") for n, pair in pairs)
    return f"{entry} {data!s:.60} -> {changed!s:.60}"


def taken(game: Game[S], data: Position, rng: Rng) -> str:
    """What becomes of a position from outside: `refused`, or `accepted` and played to the end."""
    try:
        s = game.load(copied(data))
    except PositionError as error:
        wrong = flaw(error.text, len(NAMES))
        must(not wrong, "its refusal ({}) cannot be put into other languages: {}", error, wrong)
        must(sentence(said(error.text, ENGLISH, NAMES)), "it is refused, and not in a sentence: {}", error)
        return "refused"
    clean = game.dump(s)
    must(unordered(clean) == unordered(data), "it is accepted, and taken for another: {}", differences(data, clean))
    must(game.dump(game.load(copied(clean))) == clean, "it is accepted, and reads back as another")
    if not is_whole(game, s):
        s = game.imagine(s, rng)
    match = Match(game, Setup(clean["players"], tuple(sorted(clean.get("options", {}).items()))), position=s)
    played_on(Examination(game, match, rulebook(game), rng))
    return "accepted"


def unordered(data: Any) -> str:
    """Plain data as text that is the same in whatever order things were listed, even the letters of a word."""
    if isinstance(data, dict):
        return json.dumps(sorted((key, unordered(value)) for key, value in data.items()))
    if isinstance(data, list):
        return json.dumps(sorted(map(unordered, data)))
    return json.dumps("".join(sorted(data)) if isinstance(data, str) else data)


def played_on(x: Examination[S]) -> None:
    """A random game from a position on, with all invariants at every step; then its record is read back."""
    match, game = x.match, x.game
    while not match.over:
        must(len(match.steps) < LONGEST, "the game does not end")
        something_is_owed(x)
        if len(match.steps) % GLIMPSE == 0:
            shown_to_all(x)
        seat = one_of(match.actors(), x.rng)
        action = one_of(match.legal(seat), x.rng)
        if seat != CHANCE:
            the_choice_is_one(x, match.state, seat, action)
        if not match.steps:
            help_is_there(x, match.state, seat, action)
        match.act(seat, action)
    must(game.faults(match.state) == (), "the last position has faults: {}", game.faults(match.state))
    shown_to_all(x)
    summed_up(x)
    header = replace(head(x), position=position_text(game, match.first))
    text = write(header, match)
    must(
        write(header, read(text, lambda name: game).match) == text,
        "its record is written differently after it was read",
    )


def shown_to_all(x: Examination[S]) -> None:
    """Everybody has a view of it, and what may be behind a view keeps the invariants."""
    for observer in (None, *x.seats):
        looks_the_same_twice(x, x.match.state, observer)
        world = x.game.imagine(x.game.seen_by(x.match.state, observer), x.rng)
        must(x.game.faults(world) == (), "an imagined world has faults: {}", x.game.faults(world))


# --- its record -------------------------------------------------------------------------------------------------------


def replayed(x: Examination[S]) -> None:
    """The record of the game reads back to the same position at every step."""
    match, seed = x.match, x.match.dealer.seed if isinstance(x.match.dealer, SeedDealer) else ""
    header = replace(head(x), sealed=seal(seed))
    text = write(header, match, seed)
    record = read(text, lambda name: x.game)
    must(record.header == header and record.seed == seed, "the record reads back with another head or seed")
    must(len(record.match.steps) == len(match.steps), "the record reads back with more or fewer steps")
    for mine, again in zip(match.steps, record.match.steps, strict=True):
        if not mine.together:
            same = (mine.seat, str(mine.action)) == (again.seat, str(again.action))
            must(same, "step {} reads back as {}", mine.number, again.action)
            same = plain(x.game, mine.after) == plain(x.game, again.after)
            must(same, "step {} leads elsewhere when it is read back", mine.number)
    must(write(header, record.match, record.seed) == text, "the record is written differently after it was read")


def resumed(x: Examination[S]) -> None:
    """A match may begin at a position of this one, and its record reads back."""
    game, steps = x.game, x.match.steps[x.rng.below(len(x.match.steps)) :]
    match = Match(game, x.match.setup, position=steps[0].before)
    for step in steps:
        match.act(step.seat, step.action)
    header = replace(head(x), position=position_text(game, match.first))
    text = write(header, match)
    record = read(text, lambda name: game)
    must(plain(game, record.match.first) == plain(game, match.first), "a record begins at another position")
    must(plain(game, record.match.state) == plain(game, match.state), "a record from a position on leads elsewhere")
    must(write(record.header, record.match) == text, "a record from a position on is written differently")


def head(x: Examination[S]) -> Header:
    players = tuple(Player(NAMES[seat], "random") for seat in x.seats)
    box = shelf().digest(x.game.id)
    return Header(x.game.id, x.game.rules, players, x.match.setup.options, box=box)
