"""The receipt and the result: stars, the tie-break, the rank of a solo game (S-5.2 to S-5.6)."""

from __future__ import annotations

from tilehall.engine.game import Line, Receipt, Seat, Standing
from tilehall.engine.geometry import bits
from tilehall.engine.sand.components import components
from tilehall.engine.sand.state import State


def receipt(s: State) -> Receipt:
    """The score if the game ended now: one line a building."""
    lines = tuple(
        Line(seat, f"level {card.level + 1}", card.stars, "S-5.2", card.title)
        for seat, magician in enumerate(s.magicians)
        for card in (components().cards[number] for number in bits(magician.tableau))
    )
    return Receipt(lines, s.ending != "")


def rank_name(stars: int) -> str:
    """The rank of a solo game (S-5.4).

    >>> rank_name(25), rank_name(40)
    ('Apprentice', 'King of Ragusa')
    """
    return next(name for least, name in reversed(components().ranks) if stars >= least)


def key(s: State, seat: Seat) -> tuple[int, int, int]:
    """What is compared, in this order: stars, pieces on the board, going later (S-5.3)."""
    magician = s.magicians[seat]
    return magician.stars, magician.occupied.bit_count(), s.rank(seat)


def standing(s: State) -> Standing | None:
    """S-5.1, S-5.3, S-5.4, S-5.6."""
    if not s.ending:
        return None
    scores = tuple(magician.stars for magician in s.magicians)
    if s.rulings.solo:
        text = f"{scores[0]} stars after {s.round} rounds: {rank_name(scores[0])}."
        return Standing(s.ending, text, scores, (1,))
    keys = [key(s, seat) for seat in range(s.rulings.players)]
    ranks = tuple(1 + sum(other > own for other in keys) for own in keys)
    return Standing(s.ending, f"{_why_over(s)} {_decided(s, keys)}".strip(), scores, ranks)


def _why_over(s: State) -> str:
    if s.ending == "round limit":
        return f"Round limit: the game ends after round {s.round}."
    return f"Somebody has 10 hourglasses: the game ends after round {s.round}."


def _decided(s: State, keys: list[tuple[int, int, int]]) -> str:
    """How a tie for the first place was broken."""
    best, second = sorted(keys, reverse=True)[:2]
    if best[0] > second[0]:
        return ""
    if best[1] > second[1]:
        return f"The tie goes to more pieces on the board ({best[1]} to {second[1]})."
    return "The tie goes to the one who went later."
