"""What a level can ask for: conditions on the course that it has taken."""

from dataclasses import replace

from tilehall.engine import Match, SeedDealer, Setup, load_game
from tilehall.engine.teaching.lessons import Condition, LessonCourse, RefusedAttempt, holds

SAND = load_game("sand")


def course() -> LessonCourse[object]:
    """The first turn of a game, before anything was done in it."""
    match = Match(SAND, Setup(2, (("first", "0"),)), SeedDealer("7"))
    return LessonCourse(match.initial_state, match.state)


def test_what_can_be_done_now_is_a_condition() -> None:
    assert holds(Condition(can="place *"), SAND, 0, course())
    assert not holds(Condition(can="complete *"), SAND, 0, course())


def test_so_is_what_cannot() -> None:
    assert holds(Condition(decides="PRE", cannot="complete *"), SAND, 0, course())
    assert not holds(Condition(decides="PRE", cannot="place *"), SAND, 0, course())


def test_what_a_turn_does_not_lead_to_any_more_is_one_too() -> None:
    """A tile is placed and one is taken before the turn ends; two are not placed."""
    begun = course()
    assert not holds(Condition(never="end"), SAND, 0, begun)
    assert not holds(Condition(never="take 2"), SAND, 0, begun)
    placed = LessonCourse(begun.first, SAND.apply(begun.now, 0, SAND.legal_actions(begun.now, 0)[0]))
    assert holds(Condition(never="place *"), SAND, 0, placed)
    assert not holds(Condition(never="end"), SAND, 0, placed)


def test_who_is_not_on_turn_can_do_nothing() -> None:
    assert not holds(Condition(can="place *"), SAND, 1, course())


def test_what_was_refused_has_its_rule_and_what_was_in_the_way() -> None:
    tried = replace(course(), refused=(RefusedAttempt("S-4.5", ("B1", "B6")),))
    assert holds(Condition(refused="S-4.5", marks=("B1",)), SAND, 0, tried)
    assert holds(Condition(refused="S-4.5"), SAND, 0, tried)
    assert not holds(Condition(refused="S-4.5", marks=("B1", "E1")), SAND, 0, tried), "that was not in the way"
    assert not holds(Condition(refused="S-4.6", marks=("B1",)), SAND, 0, tried), "that is another rule"
    assert not holds(Condition(refused="S-4.5"), SAND, 0, course()), "nothing was tried"
