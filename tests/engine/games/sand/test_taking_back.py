"""What may be taken back in Realm of Sand."""

from tests.rules import rule
from tilehall.engine import Match, SeedDealer, Setup
from tilehall.engine.games.sand import SAND


@rule("S-9.3", "S-9.4")
def test_the_end_of_a_turn_is_final_even_if_it_shows_nothing() -> None:
    match = Match(SAND, Setup(1), SeedDealer("final"))
    for kind in ("place", "take"):
        choice = next(a for a in match.legal_actions(0) if a.verb == kind)
        match.act(0, choice)
    assert match.undo_barrier(0) is None, "within the turn everything may be taken back"
    match.act(0, "end")
    assert "final" in str(match.undo_barrier(0))
