"""What is said in a game can be said in any language: templates, players and components, and no English word inside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.engine.games.princess.table import NAMES, PRINCESS, hunter, table
from tilehall.engine import ENGLISH, Event, Match, Piece, Rng, SeedDealer, Setup, Text, Who, render_text
from tilehall.engine.core.text import TextArgument
from tilehall.engine.games.princess.state import PrincessState

SAME_EVERYWHERE = re.compile(r"[A-H][1-8]|[ab]|\d(\+\d)*|'[a-z]+( \w+)*'")
"""Cells, boards, sums, and what somebody typed."""
TRIED = ("cell D4", "take FU", "hold R07", "declare R01 D4", "steal C3", "set D4", "shift D4 E5", "extra", "recall D4")


def told(match: Match[PrincessState], rng: Rng) -> Iterator[Text]:
    """Everything that is said at the present step."""
    s = match.state
    for seat in match.actors():
        yield PRINCESS.decision(s, seat).prompt
        refusals = (PRINCESS.check(s, seat, PRINCESS.parse(text)) for text in TRIED)
        yield from (refusal.text for refusal in refusals if refusal)
        legal = match.legal_actions(seat)
        yield from PRINCESS.narrator.preview(s, seat, legal[rng.below(len(legal))])
    yield from (event.text for event in match.steps[-1].events)
    yield from (line.text for line in PRINCESS.receipt(s).lines)


def games() -> Iterator[Text]:
    """What is said in a few games, half of it by advice and half by lot."""
    for players in (2, 3, 4):
        rng = Rng(f"{players}")
        match = Match(PRINCESS, Setup(players, (("start_seat", "0"),)), SeedDealer(f"{players}"))
        while not match.is_over:
            yield from told(match, rng)
            (seat,) = match.actors()
            legal, (plan,) = match.legal_actions(seat), PRINCESS.advisor.plans(match.state, seat, 1)
            yield PRINCESS.advisor.explain_plan(match.state, seat, plan)
            yield from (term.text for term in PRINCESS.advisor.value(match.state, seat).terms)
            match.act(seat, plan.actions[0] if rng.below(2) else legal[rng.below(len(legal))])
        yield from told(match, rng)
        standing = PRINCESS.final_result(match.state)
        assert standing
        yield standing.text


def inside(text: Text) -> Iterator[TextArgument]:
    """All that is put into a sentence, however deep."""
    for value in text.args.values():
        yield value
        name = value.name if isinstance(value, Piece) else value
        if isinstance(name, Text):
            yield from inside(name)


def test_no_english_word_is_put_into_a_sentence() -> None:
    kinds = set()
    for text in games():
        for value in inside(text):
            kinds.add(type(value))
            assert not isinstance(value, str) or SAME_EVERYWHERE.fullmatch(value), (text, value)
    assert kinds == {int, float, str, Text, Who, Piece}


def test_players_and_components_are_named_last() -> None:
    aki = hunter(tiles={"F4": "WS", "G4": "AS"}, gems=["F4"])
    events: list[Event] = []
    t = table(aki, hunter("B2a"), at="DECLARE", row="R01 R20 R26 R28")
    PRINCESS.apply(t.state, 0, PRINCESS.parse("declare R01 F4"), events)
    (event,) = events
    assert event.text.args["who"] == Who(0)
    assert event.text.args["rune"] == Piece("rune", "R01", Text("Line"))
    assert render_text(event.text, ENGLISH, NAMES) == "Aki declares R01 Line: 2 steps, with the gem on F4."


def test_a_covered_tile_is_named_with_the_one_that_covers_it() -> None:
    t = table(hunter(), hunter("B2a"), at="CELL", hand="FU").play("cell D4")
    assert t.log[0] == "Aki lays FU fire sun on D4, over EM earth moon."


def test_what_the_dealer_cannot_draw_is_told_with_what_he_draws() -> None:
    t = table(hunter(), hunter("B2a"), at="REVEAL", display="EM ES EU AM")
    assert t.why_not("row R07") == "'row R07' cannot be drawn here: the dealer draws a tile that is left in the stack."
