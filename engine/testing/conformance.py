"""The conformance suite, for authors of games: checks what every game promises, along random games.

A game's tests say:

    @pytest.mark.parametrize("seed", range(20))
    def test_a_random_game_conforms(seed):
        conform(HEX, Setup(2), str(seed))

`conform` raises ConformanceError at the first thing that is not as `tilehall.engine.core.game.Game` promises. It
needs no test runner. `quick_check` is the short form, which add-on games have to pass before they are offered.

`tilehall.engine.testing.position_fuzz` does the same for positions from outside.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, Generic, NoReturn, TypeVar

from tilehall.engine.core.announcement import Announcement
from tilehall.engine.core.chance import Rng, SeedDealer, seal_seed
from tilehall.engine.core.component_sets import component_sets
from tilehall.engine.core.game import (
    CHANCE,
    Action,
    Advisor,
    Encoder,
    Event,
    Game,
    Narrator,
    NotationError,
    Option,
    Position,
    PositionError,
    ReceiptLine,
    Refusal,
    RuleError,
    Rules,
    SeatNo,
    Setup,
    Teacher,
    format_action,
)
from tilehall.engine.core.match import IllegalActionError, Match, position_digest, position_json
from tilehall.engine.core.position_reader import check_position
from tilehall.engine.core.refusal import NEAREST
from tilehall.engine.core.rulebook import Rulebook, load_rulebook
from tilehall.engine.core.schema import encode_position
from tilehall.engine.core.text import ENGLISH, Text, render_text
from tilehall.engine.records.header import Header, RecordPlayer
from tilehall.engine.records.reader import parse_record, position_text
from tilehall.engine.records.writer import write_record
from tilehall.engine.testing.mutation import copy_data
from tilehall.engine.testing.wording import WORD, find_flaw, untranslated_words

S = TypeVar("S")
T = TypeVar("T")

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
LONGEST = 4_000
"""Steps; no game comes near it."""
LOOKS_PER_DECISION = 1
"""Each kind of decision is examined so often in a game, and only now and then after that."""
THINGS_EXPLAINED = 12
"""The number of things that are explained in a position."""
QUICK_DECISIONS = 30
"""Decisions of a quick check."""
JUNK: tuple[Any, ...] = (None, -1, 99, "x", [], {}, [None], {"x": 1}, True)
ID = re.compile(r"[a-z][a-z0-9_-]{0,30}")
ENDING = re.compile(r"[a-z][a-z -]{0,30}")
"""Not a number that a score could be, where it is looked for in a record."""
PRINTED_ON_THE_BOX = {"id": str, "title": Text, "credit": Text, "player_counts": range}
ATTRIBUTES = {**PRINTED_ON_THE_BOX, "rules_version": int, "options": tuple, "has_secrets": bool, "package": str}
PARTS: Mapping[str, type] = {"advisor": Advisor, "narrator": Narrator, "teacher": Teacher, "encoder": Encoder}


class ConformanceError(AssertionError):
    """A promise that a game breaks, as a sentence."""


def require(kept: object, otherwise: str, *about: object) -> None:
    """Raise ConformanceError, with `about` in place of each `{}`, unless `kept`."""
    if not kept:
        raise ConformanceError(otherwise.format(*(f"{each!s:.120}" for each in about)))


@dataclass
class Examination(Generic[S]):
    """A game under examination: the match, the random numbers, and all actions that were ever legal.

    `untranslated` are words that no language gets to see, each with the sentence that it was found in.
    """

    game: Game[S]
    match: Match[S]
    book: Rulebook
    rng: Rng
    phrases: dict[str, Action] = field(default_factory=dict)
    looks: Counter[str] = field(default_factory=Counter)
    untranslated: dict[str, Text] = field(default_factory=dict)

    @property
    def seats(self) -> range:
        return range(self.match.setup.players)

    def sample(self, choices: Sequence[Action], n: int) -> list[Action]:
        """Return up to n of them, at random."""
        return [choices[self.rng.below(len(choices))] for _ in range(n)] if len(choices) > n else list(choices)

    def check_rule(self, rule: str, what: object) -> None:
        require(
            rule and self.book.paragraph(rule), "{} cites '{}', which heads no paragraph of the rulebook", what, rule
        )


def conform(game: Game[S], setup: Setup, seed: str) -> Match[S]:
    """Play a random game, examine it, and return the match. Raises ConformanceError."""
    check_game_object(game)
    x = begin_examination(game, setup, seed)
    try:
        play_to_end(x)
        check_result(x)
        check_translatable(x)  # not of what follows: the refusal of a position may quote whatever stands there
        check_junk_refused(x, x.match.steps[x.rng.below(len(x.match.steps))].before)
        check_replay(x)
        check_resume(x)
    except Exception as error:
        conformance_failure(x, seed, error)
    return x.match


def quick_check(game: Game[Any]) -> str:
    """Return what a quick check finds wrong with a game, as a sentence; empty if nothing. It takes some 0.05 seconds.

    >>> from tilehall.engine import load_game
    >>> quick_check(load_game("princess"))
    ''
    """
    try:
        check_game_object(game)
        x = begin_examination(game, Setup(game.player_counts.start), "a look")
        try:
            play_beginning(x)
        except Exception as error:
            conformance_failure(x, "a look", error)
    except ConformanceError as error:
        return str(error)
    except Exception as error:
        return f"There was an error, {describe_error(error)}."
    return ""


def begin_examination(game: Game[S], setup: Setup, seed: str) -> Examination[S]:
    """Begin the examination of a game, at its first decision."""
    try:
        match = Match(game, setup, SeedDealer(f"deal {seed}"))
        return Examination(game, match, load_rulebook(game), Rng(f"whims {seed}"))
    except Exception as error:
        raise ConformanceError(f"A table for {setup.players} cannot be laid: {describe_error(error)}.") from error


def conformance_failure(x: Examination[S], seed: str, error: Exception) -> NoReturn:
    """Raise ConformanceError that says where the error was found."""
    where = f"In {x.game.id} with {x.match.setup.players} players, seed '{seed}', after {len(x.match.steps)} steps"
    what = str(error) if isinstance(error, ConformanceError) else f"there was an error, {describe_error(error)}"
    raise ConformanceError(f"{where}: {what.rstrip('.')}.") from error


def describe_error(error: BaseException) -> str:
    """Return the name and message of an error on one line."""
    shown = error_message(error).rstrip(".")
    return f"{type(error).__name__} ({shown})" if shown else type(error).__name__


def error_message(error: BaseException) -> str:
    """Return the message of an error on one short line without control characters; empty if it cannot be made."""
    try:
        message = " ".join(f"{error}".split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # a stranger's error may do anything when it is asked what it says
        return ""
    return "".join(mark if mark.isprintable() else "?" for mark in message[:200])


def check_sentence(x: Examination[S], text: Text, what: object) -> None:
    """Check that it is a sentence in English, and can be translated."""
    check_wording(x, text, what)
    require(is_sentence(render_text(text, ENGLISH, NAMES)), "{} is not told in a sentence", what)


def check_phrase(x: Examination[S], text: Text, what: object) -> None:
    """The same for a part of a sentence."""
    check_wording(x, text, what)
    shown = render_text(text, ENGLISH, NAMES)
    require(shown and shown.isprintable(), "{} says nothing that can be printed", what)


def check_wording(x: Examination[S], text: Text, what: object) -> None:
    wrong = find_flaw(text, x.match.setup.players)
    require(not wrong, "{} cannot be put into other languages: {}", what, wrong)
    for word in untranslated_words(text):
        x.untranslated.setdefault(word, text)


def is_sentence(text: str) -> bool:
    """Whether it is one short printable line that begins and ends like a sentence.

    >>> is_sentence("Now is the time to wait."), is_sentence("KeyError: 'hand'"), is_sentence("")
    (True, False, False)
    """
    return 0 < len(text) <= 200 and text.isprintable() and not text[0].islower() and text[-1] in ".!?。！？"


def dump_text(game: Game[S], s: S) -> str:
    return json.dumps(game.dump(s), sort_keys=True, allow_nan=False)


# --- before it is played --------------------------------------------------------------------------------------------


def check_announcement(found: object) -> Announcement:
    """Return what an entry point names. Raises ConformanceError unless it is an announcement that can be shown."""
    if not isinstance(found, Announcement):
        raise ConformanceError(
            f"{getattr(found, '__name__', type(found).__name__)!s:.120} is no Announcement of a game."
        )
    check_attributes(found, PRINTED_ON_THE_BOX)
    return found


def check_attributes(thing: object, kinds: Mapping[str, type]) -> None:
    for name, kind in kinds.items():
        found = getattr(thing, name, None)
        require(isinstance(found, kind), "{} is no game: its '{}' is no {}.", type(thing).__name__, name, kind.__name__)


def check_methods(thing: object, protocol: type, whose: str) -> None:
    for name, part in vars(protocol).items():
        if isinstance(part, FunctionType) and name[0] != "_":
            require(callable(getattr(thing, name, None)), "{} no '{}'.", whose, name)


def check_game_object(game: Game[Any]) -> None:
    """Check that a game has all parts, and that title and credit can be shown."""
    require(not isinstance(game, type), "{} is a class: a game is an object of it.", game)
    check_attributes(game, ATTRIBUTES)
    check_methods(game, Rules, f"{type(game).__name__} is no game: it has")
    for name, protocol in PARTS.items():
        check_methods(getattr(game, name, None), protocol, f"{type(game).__name__} is no game: its {name} has")
    require(ID.fullmatch(game.id), "'{}' is no id of a game: small letters, digits, - and _ make one.", game.id)
    for text in (game.title, game.credit):
        require(is_phrase(text), "The title and the credit of {} are each one line of text.", game.id)
    require(
        game.player_counts and game.player_counts[0] >= 1 and game.player_counts.step == 1,
        "The game {} has no seats.",
        game.id,
    )
    require(game.player_counts[-1] <= len(NAMES), "The game {} has more than {} seats.", game.id, len(NAMES))
    for option in game.options:
        require(isinstance(option, Option), "'{}' is no option of {}.", option, game.id)
        meant = option.values and len(option.values) == len(option.meanings)
        require(meant, "The option {} of {} does not say what each value means.", option.id, game.id)
        told = all(map(is_phrase, (option.title, *option.meanings)))
        told = told and (option.others_text is None or is_phrase(option.others_text))
        require(told, "The option {} of {} has a title or a meaning that is no Text.", option.id, game.id)


def is_phrase(text: Text) -> bool:
    """Check that it is a Text that is not empty and names no player."""
    return not find_flaw(text, 0) and bool(text) and str(text).isprintable()


# --- the course of the game -----------------------------------------------------------------------------------------


def play_to_end(x: Examination[S]) -> None:
    """Play a random game to its end, and examine every kind of decision."""
    match = x.match
    for step in match.steps:
        check_events(x, step.events)
    while not match.is_over:
        require(len(match.steps) < LONGEST, "the game does not end")
        check_decision_due(x)
        due = match.actors()
        seat = due[x.rng.below(len(due))]
        choices = match.legal_actions(seat)
        action, looked = choices[x.rng.below(len(choices))], is_worth_checking(x, seat)
        if looked:
            examine(x)
        if x.game.has_secrets:
            check_step_from_view(x, x.game.view(match.state, seat), seat, action)
        turned = match.act(seat, action)
        for step in turned.steps:
            check_events(x, step.events)
        if looked:
            check_undo(x, seat)


def play_beginning(x: Examination[S]) -> None:
    """Play the first decisions of a random game, and examine the first of each kind."""
    match, game = x.match, x.game
    for _ in range(QUICK_DECISIONS):
        if match.is_over:
            check_totals(x)
            return
        check_decision_due(x)
        due = match.actors()
        seat = due[x.rng.below(len(due))]
        choices = game.legal_actions(match.state, seat)
        action = choices[x.rng.below(len(choices))]
        check_choice(x, match.state, seat, action)
        if is_worth_checking(x, seat):
            x.phrases[str(action)] = action
            check_step(x, match.state, seat, action)
            check_refusals(x, match.state, seat, choices)
            check_help(x, match.state, seat, action)
            check_explanations(x, match.state, seat)
            check_reload(x, match.state)
            check_view_stable(x, match.state, seat)
        for step in match.act(seat, action).steps:
            check_events(x, step.events)


def check_help(x: Examination[S], s: S, seat: SeatNo, action: Action) -> None:
    """Check the prompt, previews, hints and the default action of a seat."""
    if seat == CHANCE:
        return
    game, view = x.game, x.game.view(s, seat)
    choices, decision = game.legal_actions(s, seat), game.decision(s, seat)
    check_sentence(x, decision.prompt, decision)
    require(game.default_action(view, seat) in choices, "the default is no choice")
    for foreseen in game.narrator.preview(view, seat, action):
        check_phrase(x, foreseen, f"the outlook of {action}")
    advice = game.advisor.advise(view, seat)
    require(advice.action in choices, "{} is no advice", advice)
    check_phrase(x, advice.why, advice)


def check_explanations(x: Examination[S], s: S, seat: SeatNo) -> None:
    """Check that all things can be explained, in sentences and with rules of the rulebook."""
    if seat == CHANCE:
        return
    view = x.game.view(s, seat)
    for thing in spread_sample(x.game.teacher.things(view, seat), x.rng.below(THINGS_EXPLAINED)):
        about = x.game.teacher.explain_thing(view, seat, thing)
        if about is None:
            raise AssertionError(f"{thing} can be asked about and is not explained")
        check_phrase(x, about.title, f"the title of {thing}")
        for text in (about.what, *about.does, *about.current):
            check_sentence(x, text, f"what is told of {thing}")
        for rule in about.rules:
            x.check_rule(rule, f"what is told of {thing}")


def spread_sample(things: Sequence[T], first: int) -> Sequence[T]:
    """Return a few, evenly spread; the same ones for the same length."""
    return things[first :: max(1, len(things) // THINGS_EXPLAINED)]


def is_worth_checking(x: Examination[S], seat: SeatNo) -> bool:
    kind = x.game.decision(x.match.state, seat).kind
    x.looks[kind] += 1
    return x.looks[kind] <= LOOKS_PER_DECISION or x.rng.below(80) == 0


# --- at every step --------------------------------------------------------------------------------------------------


def check_decision_due(x: Examination[S]) -> None:
    """Check that somebody has to decide, has choices, and all invariants hold."""
    game, s = x.game, x.match.state
    due = game.actors(s)
    require(due == (CHANCE,) or due == tuple(sorted(set(due) & set(x.seats))), "actors cannot be {}", due)
    require(game.final_result(s) is None, "there is a result although somebody is to act")
    require(game.faults(s) == (), "a position that was reached has faults: {}", game.faults(s))
    for seat in due:
        choices = [str(action) for action in game.legal_actions(s, seat)]
        require(choices, "a dead end: {} without a choice", game.decision(s, seat).kind)
        require(len(set(choices)) == len(choices), "a choice is listed twice")


def check_events(x: Examination[S], events: Iterable[Event]) -> None:
    for event in events:
        x.check_rule(event.rule, event)
        require(event.key, "{} has no key", event)
        for text in (event.text, *(text for _, text in event.secret)):
            check_sentence(x, text, event)


# --- now and then ---------------------------------------------------------------------------------------------------


def examine(x: Examination[S]) -> None:
    """Check everything about the present position, and the draw before it."""
    s = x.match.state
    due = x.game.actors(s)
    for seat in (CHANCE, *x.seats):
        if seat not in due:
            require(not x.game.legal_actions(s, seat), "seat {} has choices and owes nothing", seat)
    for seat in due:
        check_choices(x, s, seat)
        check_help(x, s, seat, x.sample(x.game.legal_actions(s, seat), 1)[0])
        check_explanations(x, s, seat)
        for action in x.sample(x.game.legal_actions(s, seat), 6):
            check_step(x, s, seat, action)
    check_reload(x, s)
    for seat in x.seats:
        check_features(x, s, seat)
    for observer in (None, *x.seats):
        check_no_leaks(x, s, observer)
    if len(due) > 1:
        check_joint_order(x, s, due)
    draws = [step for step in x.match.steps if step.seat == CHANCE]
    if draws:
        check_draw(x, draws[-1].before)


def check_choices(x: Examination[S], s: S, seat: SeatNo) -> None:
    """Check that legal actions, `check`, `parse`, `decision`, the default action and previews agree."""
    game, choices = x.game, x.game.legal_actions(s, seat)
    require(list(game.legal_actions(s, seat)) == list(choices), "the choices change when asked again")
    decision = game.decision(s, seat)
    x.check_rule(decision.rule, decision)
    check_sentence(x, decision.prompt, decision)
    if decision.complete_text is not None:
        check_sentence(x, decision.complete_text, decision)
    require(decision.skip is None or decision.skip in choices, "to skip by {} is no choice", decision.skip)
    require(game.default_action(s, seat) in choices, "the default is no choice")
    for action in choices:
        check_choice(x, s, seat, action)
        x.phrases[str(action)] = action
    for action in x.sample(choices, 12):
        for foreseen in game.narrator.preview(s, seat, action):
            check_phrase(x, foreseen, f"the outlook of {action}")
    check_refusals(x, s, seat, choices)
    check_all_actions(x, seat, choices)
    for action in x.sample(choices, 3):
        check_not_parsed(x, str(action))


def check_choice(x: Examination[S], s: S, seat: SeatNo, action: Action) -> None:
    """Check that a legal action is not refused, and that its text is parsed to it."""
    game, text = x.game, str(action)
    require(game.check(s, seat, action) is None, "{} is a choice and refused", text)
    require(game.parse(text) == action, "{} means something else", text)
    require(text == format_action(action), "{} is not its verb and its words", text)
    whole = text.split() == [action.verb, *action.words]
    require(whole, "{} falls into other words than {}", text, (action.verb, *action.words))
    fields = game.decision(s, seat).fields
    require(action.verb in fields, "the decision does not know the verb of {}", text)
    require(len(action.words) == len(fields[action.verb]), "{} has other fields than {}", text, fields)


def check_all_actions(x: Examination[S], seat: SeatNo, choices: Sequence[Action]) -> None:
    """Check that every legal action is among `all_actions`, where a game has them."""
    known = x.game.encoder.all_actions(x.match.setup)
    if seat == CHANCE or not known:
        return
    require(len(set(map(str, known))) == len(known), "the repertoire has something twice")
    for action in set(choices) - set(known):
        require(False, "{} is a choice, and not in the repertoire", action)


def check_features(x: Examination[S], s: S, seat: SeatNo) -> None:
    """Check that a view fits the schema, and is encoded by as many numbers as promised, within their bounds."""
    schema, data = x.game.encoder.position_schema(x.match.setup), x.game.dump(x.game.view(s, seat))
    check_position(schema, copy_data(data))
    encoder = schema.encoder
    places = list(encoder.slots())
    require(len(places) == encoder.size, "{} numbers have names, {} are promised", len(places), encoder.size)
    for place, number in zip(places, encode_position(encoder, data, seat), strict=True):
        require(place.least <= number <= place.most, "{} cannot be {}", place, number)


def check_refusals(x: Examination[S], s: S, seat: SeatNo, choices: Sequence[Action]) -> None:
    """Check that other actions are refused, with a reason and legal alternatives."""
    game, allowed = x.game, set(map(str, choices))
    for phrase in x.sample(list(x.phrases.values()), 40):
        refusal = game.check(s, seat, phrase)
        require((refusal is None) == (str(phrase) in allowed), "of {} check says {}", phrase, refusal)
        if refusal is not None:
            check_refusal(x, refusal, allowed)
        for other in x.seats:
            if other not in game.actors(s):
                check_refusal(x, refusal_of(x, s, other, phrase, "and owes nothing"), set())


def refusal_of(x: Examination[S], s: S, seat: SeatNo, phrase: Action, when: str) -> Refusal:
    """Return the refusal of an action that is not legal. Raises ConformanceError if there is none."""
    refusal = x.game.check(s, seat, phrase)
    if refusal is None:
        raise ConformanceError(f"seat {seat} may {phrase} {when}")
    return refusal


def check_refusal(x: Examination[S], refusal: Refusal, allowed: set[str]) -> None:
    if refusal.rule or not x.match.is_over:
        x.check_rule(refusal.rule, refusal.text)
    check_sentence(x, refusal.text, refusal.text)
    nearest = set(map(str, refusal.nearest))
    require(nearest <= allowed, "{} offers what is not allowed", refusal)
    require(bool(nearest) == bool(allowed), "{} offers nothing", refusal)
    require(len(refusal.nearest) <= NEAREST, "{} offers more than {}", refusal, NEAREST)
    require(
        all(refusal.marks) and len(set(refusal.marks)) == len(refusal.marks), "{} has empty or double marks", refusal
    )


def check_not_parsed(x: Examination[S], text: str) -> None:
    """Check that a misspelled action raises NotationError with a sentence."""
    for wrong in (text.upper() + "!", f" {text}", f"{text} ", text.replace(" ", "  ") + "x", text[:-1] + "\n", ""):
        try:
            x.game.parse(wrong)
        except NotationError as error:
            check_sentence(x, error.text, f"The refusal of '{wrong}'")
            require(not error.rule or x.book.paragraph(error.rule), "the refusal of '{}' cites {}", wrong, error.rule)
        else:
            raise ConformanceError(f"{wrong!r} means something")


def check_step(x: Examination[S], s: S, seat: SeatNo, action: Action) -> None:
    """Check that `apply` does not change the old position, and does the same with and without `events`."""
    game, before = x.game, dump_text(x.game, s)
    events: list[Event] = []
    after = game.apply(s, seat, action, events)
    require(dump_text(game, s) == before, "{} changed the old position", action)
    require(dump_text(game, after) != before, "{} changed nothing", action)
    require(dump_text(game, game.apply(s, seat, action)) == dump_text(game, after), "{} is not repeatable", action)
    require(game.faults(after) == (), "{} leads to {}", action, game.faults(after))
    check_events(x, events)


def check_step_from_view(x: Examination[S], view: S, seat: SeatNo, action: Action) -> None:
    """Check that `apply` works on a view, or raises RuleError where the outcome is hidden."""
    game = x.game
    try:
        after = game.apply(view, seat, action)
        if game.actors(after) == (CHANCE,):
            game.apply(after, CHANCE, game.chance(after).outcomes[0])
    except RuleError as error:
        check_sentence(x, error.text, f"The refusal of {action} in a view")


def check_reload(x: Examination[S], s: S) -> None:
    """Check that a dumped position is JSON, names the set-up, and loads as an equal position."""
    game, setup, data = x.game, x.match.setup, x.game.dump(s)
    require(json.loads(json.dumps(data, allow_nan=False)) == data, "the position is not plain JSON")
    require(data.get("players") == setup.players, "the position does not say how many play")
    chosen = dict(setup.options)
    require(data.get("options", chosen) == chosen, "the position has other options: {}", data.get("options"))
    again = game.load(json.loads(json.dumps(data)))
    require(game.dump(again) == data, "dump and load do not agree")
    require(position_digest(game, again) == position_digest(game, s), "the position read back has another digest")
    require(game.actors(again) == game.actors(s), "in the position read back others are to act")
    for seat in game.actors(s):
        same = sorted(map(str, game.legal_actions(again, seat))) == sorted(map(str, game.legal_actions(s, seat)))
        require(same, "in the position read back there are other choices")
    if game.actors(s) == (CHANCE,):
        draws = [[str(each) for each in game.chance(t).outcomes] for t in (s, again)]
        require(draws[0] == draws[1], "in the position read back a seed deals otherwise: {} and {}", *draws)
    require(game.receipt(again) == game.receipt(s), "the position read back has another receipt")


def check_draw(x: Examination[S], s: S) -> None:
    """Check that the outcomes of a draw have positive weights and are the legal actions of the dealer."""
    game, draw = x.game, x.game.chance(s)
    require(draw.pile, "{} has no name", draw)
    require(game.decision(s, CHANCE).kind, "what the dealer decides has no kind")
    require(
        list(game.legal_actions(s, CHANCE)) == list(draw.outcomes), "legal and chance do not agree on {}", draw.pile
    )
    require(len(draw.outcomes) == len(draw.weights) > 0, "{} has other weights than outcomes", draw.pile)
    fair = all(isinstance(weight, int) and weight > 0 for weight in draw.weights)
    require(fair, "the weights of {} are {}", draw.pile, draw.weights)
    texts = [str(outcome) for outcome in draw.outcomes]
    require(len(set(texts)) == len(texts), "an outcome of {} is listed twice", draw.pile)
    for outcome, text in zip(draw.outcomes, texts, strict=True):
        require(game.parse(text) == outcome, "{} means something else", text)
        require(game.check(s, CHANCE, outcome) is None, "{} can come and is refused", text)
        x.phrases[text] = outcome
    for phrase in x.sample(list(x.phrases.values()), 30):
        refusal = game.check(s, CHANCE, phrase)
        require((refusal is None) == (str(phrase) in texts), "of {} check says {}", phrase, refusal)
        if refusal is not None:
            check_refusal(x, refusal, set(texts))
        for seat in x.seats:
            check_refusal(x, refusal_of(x, s, seat, phrase, "while the dealer draws"), set())
    check_reload(x, s)


# --- what must not be seen ------------------------------------------------------------------------------------------


def check_view_stable(x: Examination[S], s: S, observer: SeatNo | None) -> None:
    game = x.game
    view = game.view(s, observer)
    require(dump_text(game, game.view(view, observer)) == dump_text(game, view), "looking twice shows something else")
    require(game.has_secrets or dump_text(game, view) == dump_text(game, s), "a game without secrets hides something")


def check_no_leaks(x: Examination[S], s: S, observer: SeatNo | None) -> None:
    """Check that an observer is shown the same in all positions that fit the same view."""
    game = x.game
    check_view_stable(x, s, observer)
    world = game.sample_state(game.view(s, observer), Rng(x.rng.next()))
    require(game.faults(world) == (), "an imagined world has faults: {}", game.faults(world))
    if dump_text(game, world) == dump_text(game, s) and x.rng.below(4):
        return  # the same world: what is told of it is the same, and trying that once in a while is enough
    shown, imagined = shown_text(x, s, observer), shown_text(x, world, observer)
    for what, text in shown.items():
        require(imagined[what] == text, "{} tells {} what it must not: {} or {}", what, observer, text, imagined[what])


def shown_text(x: Examination[S], s: S, observer: SeatNo | None) -> dict[str, str]:
    """Return all that an observer is shown of a position, as text."""
    game = x.game
    view = game.view(s, observer)
    shown = {
        "the view": dump_text(game, view),
        "the receipt": repr(game.receipt(view)),
        "the result": repr(game.final_result(view)),
        "who is to act": repr((game.actors(s), game.actors(view))),
    }
    asked = spread_sample(game.teacher.things(view, observer or 0), x.looks.total() % THINGS_EXPLAINED)
    shown["the explanations"] = repr([game.teacher.explain_thing(view, observer or 0, thing) for thing in asked])
    if observer is None or observer not in game.actors(s):
        return shown
    choices = sorted(game.legal_actions(s, observer), key=str)
    shown["the decision"] = repr(game.decision(s, observer)) + repr(game.decision(view, observer))
    shown["the choices"] = repr(choices) + repr(sorted(game.legal_actions(view, observer), key=str))
    shown["the default"] = repr(game.default_action(view, observer))
    shown["the outlook"] = repr([game.narrator.preview(view, observer, action) for action in choices[:4]])
    phrases = list(x.phrases.values())[:15]
    shown["the refusals"] = repr([(game.check(s, observer, a), game.check(view, observer, a)) for a in phrases])
    if x.looks.total() % 6 == 0:
        shown["the advice"] = repr(game.advisor.advise(view, observer))
    if not is_revealing(x, s):
        shown["the events"] = repr([heard_texts(game, s, observer, action, observer) for action in choices[:4]])
    return shown


def is_revealing(x: Examination[S], s: S) -> bool:
    """Whether the decision that is due is the last part of a joint one, which reveals the others."""
    last = x.match.steps[-1] if x.match.steps else None
    return last is not None and last.is_joint and len(x.game.actors(s)) == 1


def heard_texts(game: Game[S], s: S, seat: SeatNo, action: Action, observer: SeatNo | None) -> list[Text]:
    """Return a Text as an observer gets it, with all arguments: a screen may show more of them than words."""
    events: list[Event] = []
    game.apply(s, seat, action, events)
    return [event.text_for(observer) for event in events]


def check_joint_order(x: Examination[S], s: S, due: Sequence[SeatNo]) -> None:
    """Check that parts of a joint decision can come in any order, and stay secret until all are there."""
    game = x.game
    chosen = {seat: x.sample(game.legal_actions(s, seat), 1)[0] for seat in due}
    ends = []
    for order in (due, tuple(reversed(due))):
        t = s
        for seat in order:
            require(seat in game.actors(t), "seat {} no longer owes its part", seat)
            t = game.apply(t, seat, chosen[seat])
        ends.append(dump_text(game, t))
    require(ends[0] == ends[1], "the order of decisions owed together matters")
    for seat in due:
        for observer in {None, *x.seats} - {seat}:
            shown = {
                dump_text(game, game.view(game.apply(s, seat, a), observer))
                + repr(heard_texts(game, s, seat, a, observer))
                for a in x.sample(game.legal_actions(s, seat), 5)
            }
            require(len(shown) == 1, "{} learns what seat {} has chosen", observer, seat)


# --- taking back, the end, the record -------------------------------------------------------------------------------


def check_undo(x: Examination[S], seat: SeatNo) -> None:
    """Check that undo restores positions exactly, stops at the barrier, and that redo reverts it."""
    match, last = x.match, x.match.steps[-1]
    now = dump_text(x.game, match.state)
    free = [other for other in x.seats if not match.undo_barrier(other)]
    if not last.is_joint:
        require(free in ([], [seat]), "seats {} could take back what seat {} did", free, seat)
    require(not set(free) & set(match.actors()) or free == [seat], "seats {} have nothing to take back", free)
    if last.seat == CHANCE:
        require(not free, "a draw could be taken back")
    for other in set(x.seats) - set(free):
        try:
            match.undo(other)
        except IllegalActionError as error:
            check_sentence(x, error.text, "What cannot be taken back")
        else:
            raise ConformanceError(f"seat {other} went over the barrier")
    require(dump_text(x.game, match.state) == now, "a refused undo changed the position")
    if free:
        before = dump_text(x.game, last.before)
        require(match.undo(seat) is last, "another step was taken back")
        require(dump_text(x.game, match.state) == before, "taking back {} leads elsewhere", last.action)
        match.redo()
        require(dump_text(x.game, match.state) == now, "doing {} again leads elsewhere", last.action)


def check_result(x: Examination[S]) -> None:
    """Check that a finished game allows nothing, and that its sums are right."""
    game, s = x.game, x.match.state
    for seat in (CHANCE, *x.seats):
        require(not game.legal_actions(s, seat), "seat {} has choices after the end", seat)
        for phrase in x.sample(list(x.phrases.values()), 5):
            check_refusal(x, refusal_of(x, s, seat, phrase, "after the end"), set())
    require(game.faults(s) == (), "the last position has faults: {}", game.faults(s))
    check_reload(x, s)
    for observer in (None, *x.seats):
        check_no_leaks(x, s, observer)
    check_totals(x)


def check_derivation(x: Examination[S], s: S, line: ReceiptLine) -> None:
    """Check that the points of a line are derived."""
    origin = x.game.narrator.derive_points(s, line)
    total = sum(part.points for part in origin.parts)
    require(total == line.points, "the parts of {} add up to {}", line.text, total)
    for part in origin.parts:
        check_phrase(x, part.text, part.text)
        require(all(part.marks), "a part of {} has an empty mark", line.text)


def check_totals(x: Examination[S]) -> None:
    """Check that scores, ranks and receipt of the last position agree."""
    game, s = x.game, x.match.state
    standing, receipt = game.final_result(s), game.receipt(s)
    if standing is None:
        raise ConformanceError("the game is over and has no result")
    check_sentence(x, standing.text, standing)
    require(ENDING.fullmatch(standing.ending), "'{}' is no name of an ending: small letters make one", standing.ending)
    for line in receipt.lines:
        x.check_rule(line.rule, line)
        require(line.part and line.seat in x.seats, "{} lacks its part or its seat", line)
        check_phrase(x, line.text, line)
        check_derivation(x, s, line)
    require((standing.scores is None) == (standing.ranks is None), "scores and ranks come together: {}", standing)
    if standing.scores is None or standing.ranks is None:
        require(standing.winners == (), "somebody won without a score")
        return
    require(receipt.final, "the last receipt is not final")
    totals = tuple(receipt.total(seat) for seat in x.seats)
    require(standing.scores == totals, "the receipt does not add up: {} and {}", standing.scores, totals)
    require(min(standing.ranks) == 1, "nobody has rank 1 among the ranks {}", standing.ranks)
    better = [(a, b) for a in x.seats for b in x.seats if standing.ranks[a] < standing.ranks[b]]
    require(all(standing.scores[a] >= standing.scores[b] for a, b in better), "a lower score has a better rank")


def check_translatable(x: Examination[S]) -> None:
    """Check that all words are translated except what is typed: verbs and words of actions, options, names."""
    game = x.game
    actions = [*x.phrases.values(), *(step.action for step in x.match.steps)]
    fields = {name for step in x.match.steps for name in game.decision(step.before, step.seat).fields.values()}
    typed = {game.id, *(str(action) for action in actions), *(name for names in fields for name in names)}
    typed |= {word for option in game.options for word in (option.id, *option.values)}
    known = {word for text in typed for word in WORD.findall(text)}
    for word, text in x.untranslated.items():
        require(word in known, "'{}' is a word of no language: an argument of {} should be a Text", word, f"{text!r}")


def check_junk_refused(x: Examination[S], s: S) -> None:
    """Check that a position with one changed entry is refused in a sentence, or is a sound position."""
    game = x.game
    for key, value in game.dump(s).items():
        variants: list[Any] = [*JUNK, value * 2 if isinstance(value, list | str) else value]
        if isinstance(value, list):
            variants += [value[:-1], value[1:], value[::-1]]
        for junk in variants:
            data = game.dump(s) | {key: junk}
            check_load_or_refusal(x, data)
        check_load_or_refusal(x, {other: kept for other, kept in game.dump(s).items() if other != key})


def check_load_or_refusal(x: Examination[S], data: Position) -> None:
    game = x.game
    try:
        t = game.load(data)
    except PositionError as error:
        check_sentence(x, error.text, f"The refusal of a position ({error})")
        return
    require(game.faults(t) == (), "a position with faults was loaded: {}", game.faults(t))
    for seat in game.actors(t):
        choices = game.legal_actions(t, seat)
        require(choices, "{} was accepted and is a dead end", data)
        for action in x.sample(choices, 4):
            game.apply(t, seat, action)
        if seat != CHANCE:
            game.decision(t, seat)
            game.narrator.preview(t, seat, choices[0])
    require(bool(game.actors(t)) == (game.final_result(t) is None), "{} was accepted: is it over?", data)
    game.receipt(t)


# --- its record -------------------------------------------------------------------------------------------------------


def check_replay(x: Examination[S]) -> None:
    """Check that the record of the game replays to the same positions."""
    match, seed = x.match, x.match.dealer.seed if isinstance(x.match.dealer, SeedDealer) else ""
    header = replace(record_header(x), sealed=seal_seed(seed))
    text = write_record(header, match, seed)
    record = parse_record(text, lambda name: x.game)
    require(record.header == header and record.seed == seed, "the record reads back with another head or seed")
    require(len(record.match.steps) == len(match.steps), "the record reads back with more or fewer steps")
    for mine, again in zip(match.steps, record.match.steps, strict=True):
        if not mine.is_joint:
            same = (mine.seat, str(mine.action)) == (again.seat, str(again.action))
            require(same, "step {} reads back as {}", mine.number, again.action)
            same = position_json(x.game, mine.after) == position_json(x.game, again.after)
            require(same, "step {} leads elsewhere when it is read back", mine.number)
    require(
        write_record(header, record.match, record.seed) == text, "the record is written differently after it was read"
    )


def check_resume(x: Examination[S]) -> None:
    """Check that a match can begin at a position of this one, and that its record replays."""
    game, steps = x.game, x.match.steps[x.rng.below(len(x.match.steps)) :]
    match = Match(game, x.match.setup, position=steps[0].before)
    for step in steps:
        match.act(step.seat, step.action)
    header = replace(record_header(x), position=position_text(game, match.initial_state))
    text = write_record(header, match)
    record = parse_record(text, lambda name: game)
    require(
        position_json(game, record.match.initial_state) == position_json(game, match.initial_state),
        "a record begins at another position",
    )
    require(
        position_json(game, record.match.state) == position_json(game, match.state),
        "a record from a position on leads elsewhere",
    )
    require(write_record(record.header, record.match) == text, "a record from a position on is written differently")


def record_header(x: Examination[S]) -> Header:
    players = tuple(RecordPlayer(NAMES[seat], "random") for seat in x.seats)
    box = component_sets().digest(x.game.id)
    return Header(x.game.id, x.game.rules_version, players, x.match.setup.options, box=box)
