"""The receipt, the buildings behind its lines, and the result: stars, tie-break, solo rank (S-5.2 to S-5.6)."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.core.game import GameResult, Receipt, ReceiptLine, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, Who, join_commas, join_spaces, name_text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.components import CARDS_PER_LEVEL, components
from tilehall.engine.games.sand.state import SandState


def receipt(s: SandState) -> Receipt:
    """The score if the game ended now, one line for each building."""
    lines = tuple(
        building_line(seat, card) for seat, magician in enumerate(s.magicians) for card in bits(magician.tableau)
    )
    return Receipt(lines, s.ending != "")


def building_line(seat: SeatNo, card: int) -> ReceiptLine:
    """The line of a completed building."""
    level, stars = card // CARDS_PER_LEVEL + 1, components().cards[card].stars
    source = Text("buildings of level {level}", level=level)
    return ReceiptLine(seat, f"level {level}", stars, "S-5.2", join_commas([names.card(card)]), source)


def rank_name(stars: int) -> Text:
    """The rank of a solo game (S-5.4).

    >>> str(rank_name(25)), str(rank_name(40))
    ('Apprentice', 'King of Ragusa')
    """
    return next(name_text(rank) for least, rank in reversed(components().ranks) if stars >= least)


def ranking_key(s: SandState, seat: SeatNo) -> tuple[int, int, int]:
    """What ranks are compared by: stars, pieces on the board, later turn (S-5.3)."""
    magician = s.magicians[seat]
    return magician.stars, magician.occupied.bit_count(), s.turn_position(seat)


def final_result(s: SandState) -> GameResult | None:
    """The result once the game is over (S-5.1, S-5.3, S-5.4, S-5.6)."""
    if not s.ending:
        return None
    scores = tuple(magician.stars for magician in s.magicians)
    if s.rulings.solo:
        text = Text(
            "{n} star after {rounds} rounds: {rank}.",
            "{n} stars after {rounds} rounds: {rank}.",
            n=scores[0],
            rounds=s.round,
            rank=rank_name(scores[0]),
        )
        verdict = Text("{who} ends as: {rank}.", who=Who(0), rank=rank_name(scores[0]))
        return GameResult(s.ending, text, scores, (1,), verdict)
    keys = [ranking_key(s, seat) for seat in range(s.rulings.players)]
    ranks = tuple(1 + sum(other > own for other in keys) for own in keys)
    return GameResult(s.ending, join_spaces([_why_over(s), *_decided(keys)]), scores, ranks)


def _why_over(s: SandState) -> Text:
    if s.ending == "round limit":
        return Text("Round limit: the game ends after round {round}.", round=s.round)
    n = components().hourglasses
    return Text("Somebody has {n} hourglasses: the game ends after round {round}.", n=n, round=s.round)


def _decided(keys: list[tuple[int, int, int]]) -> Sequence[Text]:
    """How a tie for the first place was broken, if there was one."""
    best, second = sorted(keys, reverse=True)[:2]
    if best[0] > second[0]:
        return ()
    if best[1] > second[1]:
        return (Text("The tie goes to more pieces on the board ({more} to {fewer}).", more=best[1], fewer=second[1]),)
    return (Text("The tie goes to the one who went later."),)
