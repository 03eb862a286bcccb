"""What the hunt says of what happens: sentences that name their pieces, and hold no word of one language apart."""

import re
from collections.abc import Iterator

import pytest

from tests.engine.games.beasts.table import fill, play, refusal, table, told
from tests.engine.games.beasts.test_random_games import every_word, game
from tilehall.engine import CHANCE, Event, NotationError, Piece, Rng, Text
from tilehall.engine.core.text import TextArgument
from tilehall.engine.games.beasts import BEASTS, components
from tilehall.engine.games.beasts.actions import vocabulary
from tilehall.engine.games.beasts.names import PieceLook, piece_look
from tilehall.engine.games.beasts.preview import GAIN, WARNING, action_effects
from tilehall.engine.games.beasts.state import BeastsState


def test_the_dice_are_told_by_what_they_show() -> None:
    s = table("11nw=PW", roll="WT*!", active="PPKP")
    s.point, s.faces, s.free, s.kept = "ROLL", b"", 0, 0
    assert told(s, "roll WT*!") == ["Aki rolls water, thorns, wild, beast."]
    s = play(s, "roll WT*!")
    assert told(s, "keep 1234") == ["Aki keeps water, thorns, wild, beast, all of the dice."]
    assert told(s, "keep 13") == ["Aki keeps water, wild and rerolls 2."]
    assert told(play(s, "keep 13"), "reroll LB") == [
        "Aki gets lightning, bamboo from the reroll, and has water, lightning, wild, bamboo."
    ]


def test_what_is_put_on_the_board_is_told_with_its_place() -> None:
    s = table("11nw=PW 11ne=PW", beasts="a1=unicorn", roll="WT!!", active="OOPP", players=4)
    assert told(s, "die 1 11sw") == ["Aki puts the orange water die on 11sw."]
    assert told(s, "card L V11") == ["Aki lays L lightning on V11."]
    assert told(s, "add 3 chimera b1") == ["Aki puts a chimera on b1."]
    assert told(s, "move 3 a1 a2") == ["Aki moves the unicorn from a1 to a2."]


def test_cards_are_told_by_letter_and_name() -> None:
    s = play(table("11nw=PW", roll="W", hands={0: "WLLB"}), "end")
    assert told(s, "discard WLL") == ["Aki discards W water, L lightning, L lightning."]
    assert told(play(s, "discard WLL"), "draw T") == ["Aki draws T thorns."]


@pytest.mark.parametrize(
    ("black", "words"), [(1, "Aki takes 1 black die."), (2, "Aki takes 2 black dice.")], ids=["one", "two"]
)
def test_one_die_is_one_die(black: int, words: str) -> None:
    s = table(fill("11", "W", "P") + " 10sw=PW 10se=PW", "V11=PW", players=4, roll="WWTT", scored=True, neutral=black)
    s = play(s, "card W H11", "die 1 01ne", "die 2 01se", "end", "discard -")
    assert words in told(s, "draw W")


def test_the_end_is_told_in_whole_sentences() -> None:
    s = table("11nw=PW", roll="W")
    s.idle = 5
    assert told(s, "end") == ["Aki places nothing.", "3 rounds without a die or card. The game is over."]
    s.final = 1
    assert told(s, "end")[-1] == "The last turns are played. The game is over."


# --- pieces -------------------------------------------------------------------------------------------------------


def happened(s: BeastsState, text: str) -> list[Text]:
    events: list[Event] = []
    (seat,) = BEASTS.actors(s)
    BEASTS.apply(s, seat, BEASTS.parse(text), events)
    return [event.text_for(None) for event in events]


def arguments(text: Text) -> Iterator[TextArgument]:
    """All that stands in a sentence, and in the sentences in it."""
    for value in text.args.values():
        yield value
        if isinstance(value, Text):
            yield from arguments(value)
        elif isinstance(value, Piece) and value.name is not None:
            yield from arguments(value.name)


def pieces(text: Text) -> list[PieceLook | None]:
    return [piece_look(value) for value in arguments(text) if isinstance(value, Piece)]


def test_a_die_in_a_sentence_knows_its_colour_and_its_face() -> None:
    (text,) = happened(table("11nw=PW", roll="WT*!", active="KPPP"), "die 1 11sw")
    assert pieces(text) == [PieceLook("die", 4, 0)]


def test_a_roll_names_every_die() -> None:
    s = table("11nw=PW", roll="WT*!", active="PKPP")
    s.point, s.faces, s.free, s.kept = "ROLL", b"", 0, 0
    (text,) = happened(s, "roll WT*!")
    assert pieces(text) == [PieceLook("die", colour, face) for colour, face in ((0, 0), (4, 1), (0, 4), (0, 5))]


def test_a_fence_in_a_sentence_is_that_of_its_owner() -> None:
    s = play(table("10sw=PB 10se=PB 11nw=GW", "V11=GW", roll="W"), "die 1 11ne")
    (text,) = happened(s, "end")
    assert pieces(text) == [PieceLook("fence", 1, components().edge_numbers["V11"])]


def test_several_beasts_look_like_one() -> None:
    s = table("11nw=PW", roll="W", captured={0: "basilisk basilisk"})
    (line,) = BEASTS.receipt(s).lines
    assert str(line.text) == "2 basilisks captured, 10 each"
    assert pieces(line.text) == [PieceLook("beast", 4, 3)]


NEUTRAL = re.compile(
    r"[a-d][1-3]|[VH]\d\d|\d\d([ns][ew])?|[WTLB]\d( [WTLB]\d){3}|"  # places, what is left of a deck
    r"(setup|keep|die|card|add|move|end|discard|first|draw|roll|reroll)( [^ ]+)*"  # actions as they are typed
)


def sentences(s: BeastsState, seat: int, lots: Rng) -> Iterator[Text]:
    """Everything that is said of a position: what may be foreseen, what is refused, the score."""
    choices, words = BEASTS.legal_actions(s, seat), every_word()
    for action in [choices[lots.below(len(choices))] for _ in range(6)]:
        yield from BEASTS.narrator.preview(s, seat, action)
    for action in [words[lots.below(len(words))] for _ in range(12)]:
        if refused := BEASTS.check(s, seat, action):
            yield refused.text
    for line in BEASTS.receipt(s).lines:
        yield line.text
    yield BEASTS.decision(s, seat).prompt
    plan, *_ = BEASTS.advisor.plans(s, seat, 2)
    yield BEASTS.advisor.explain_plan(s, seat, plan)
    yield from [term.text for term in plan.value.terms]


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_english_is_an_argument_and_every_piece_can_be_drawn(players: int) -> None:
    """What is put into a sentence as it is, is the same in every language."""
    lots, said = Rng(f"words {players}"), 0
    for s, seat, action, after in game(f"words {players}", players):
        told = happened(s, str(action))
        if seat != CHANCE and lots.below(4) == 0:
            told += sentences(s, seat, lots)
        if standing := BEASTS.final_result(after):
            told.append(standing.text)
        for text in told:
            said += 1
            assert None not in pieces(text), str(text)
            for value in arguments(text):
                assert not isinstance(value, str) or NEUTRAL.fullmatch(value), f"{value!r} in {text!r}"
    assert said > 1000


# --- actions ------------------------------------------------------------------------------------------------------


def test_an_action_is_its_verb_and_its_words() -> None:
    v = vocabulary()
    for action in (*every_word(), *v.roll[4], *v.reroll[3]):
        assert str(action) == " ".join((action.verb, *action.words))
        assert BEASTS.parse(str(action)) == action


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("discard QQ", "'discard QQ' is no action of this game; it looks like 'discard WLL' or 'discard -'."),
        ("die", "'die' is no action of this game; it looks like 'die 2 10se'."),
        ("dance", "'dance' is no action of this game."),
    ],
)
def test_a_text_without_meaning_is_told_what_it_might_look_like(typed: str, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        BEASTS.parse(typed)
    assert str(caught.value.text) == hint


def test_a_refusal_names_the_piece() -> None:
    s = table("11nw=PW", roll="TW", hands={0: "WTB"})
    for text, words in (
        ("card L V11", "You have no L lightning card in your hand."),
        ("die 1 11ne", "11ne: the dice in hole 11 show water, a thorns die does not fit."),
        ("add 1 unicorn a1", "Die 1 shows thorns; only a beast face or a wild pays for a beast action."),
        ("discard W", "Now is the time to place dice and cards and use beast faces, or end your turn."),
    ):
        assert refusal(s, text)
        refused = BEASTS.check(s, 0, BEASTS.parse(text))
        assert refused is not None
        assert str(refused.text) == words
    refused = BEASTS.check(play(s, "end"), 0, BEASTS.parse("discard WW"))
    assert refused is not None
    assert str(refused.text) == "You hold 1 W water card, not 2."


def test_what_an_action_brings_is_a_gain_a_warning_or_neither() -> None:
    s = table("10sw=PB 10se=PB 11nw=PW", "V11=PW", "b1=unicorn", roll="W!")
    first, *others = action_effects(s, 0, BEASTS.parse("die 1 11ne"))
    assert (str(first.brief), first.mood) == ("completes V11: +5", GAIN)
    assert str(first.text) == "completes V11: +5 (2 for the fence + 3 for having all of its dice)"
    assert {other.mood for other in others} == {""}
    (first, *_) = action_effects(s, 0, BEASTS.parse("add 2 basilisk a1"))
    assert first.mood == WARNING
    assert first.brief == first.text
