"""The value of a position to a seat: the expected lead, its reasons, and the chance of winning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from tilehall.engine.ai.plan import PositionValue, Term, number_text
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.ai.forecast import (
    SeatForecast,
    chance_to_stay_ahead,
    expected_best,
    forecast_seat,
    has_still_to_act,
    is_decided,
    most_hourglasses,
    open_cards,
    rounds_to_come,
    score_spread,
)
from tilehall.engine.games.sand.ai.missing_pieces import nearest_places
from tilehall.engine.games.sand.ai.weights import SandWeights
from tilehall.engine.games.sand.preview import BuildingNearness
from tilehall.engine.games.sand.scoring import ranking_key
from tilehall.engine.games.sand.state import SandState

STARS, BUILDINGS, DISKS, BOARD, TIME, RIVALS, TILES = "stars", "buildings", "disks", "board", "time", "rivals", "tiles"
"""The kinds of terms."""


def value(s: SandState, seat: SeatNo, w: SandWeights) -> PositionValue:
    """The value of this position to a seat.

    With others at the table `points` is the expected lead in stars over the best of them, and `chance` that of winning;
    alone they are the expected stars, and the chance to become Grand Master or better.
    """
    if is_decided(s):
        return _result(s, seat, w)
    rounds = rounds_to_come(s, most_hourglasses(s), w)
    accounts = [
        forecast_seat(s, other, rounds + has_still_to_act(s, other), open_cards(s, magician.kept), w)
        for other, magician in enumerate(s.magicians)
    ]
    own = accounts.pop(seat)
    terms = [*_terms(s, seat, own, w)]
    if accounts:
        best = expected_best([each.end for each in accounts], uncertainty(s, w))
        terms.append(Term(RIVALS, -best, _reached(round(best)), (TIME, "others"), amount=number_text(round(best))))
    return value_of_terms(s, terms, w)


def value_of_terms(s: SandState, terms: Sequence[Term], w: SandWeights) -> PositionValue:
    """These terms, and the chance that follows from their sum while the game is not decided."""
    ahead = sum(term.points for term in terms) - (w.good if s.rulings.solo else 0.0)
    return PositionValue(tuple(terms), chance_to_stay_ahead(ahead, uncertainty(s, w)))


def uncertainty(s: SandState, w: SandWeights) -> float:
    """The uncertainty of the result, by the turns left in this round and in later ones."""
    players = s.rulings.players
    left = sum(has_still_to_act(s, seat) for seat in range(players)) / players
    return score_spread(rounds_to_come(s, most_hourglasses(s), w) + left, w)


def _result(s: SandState, seat: SeatNo, w: SandWeights) -> PositionValue:
    """The value when nothing can change any more."""
    stars = _stars(s.magicians[seat].stars)
    if s.rulings.solo:
        return PositionValue((stars,), float(stars.points >= w.good))
    others = [other for other in range(s.rulings.players) if other != seat]
    best = max(s.magicians[other].stars for other in others)
    won = all(ranking_key(s, seat) > ranking_key(s, other) for other in others)
    return PositionValue(
        (stars, Term(RIVALS, -float(best), _reached(best), (TIME, "others"), amount=number_text(best))), float(won)
    )


def _stars(n: int) -> Term:
    return Term(STARS, float(n), names.stars(n), (STARS,), amount=number_text(n))


def _terms(s: SandState, seat: SeatNo, own: SeatForecast, w: SandWeights) -> Iterator[Term]:
    """What a seat has and may expect, term by term."""
    magician = s.magicians[seat]
    yield _stars(own.stars)
    for share, promise in zip((w.first, w.second, w.third, w.fourth), own.estimates, strict=False):
        card = promise.card
        yield Term(BUILDINGS, share * promise.points, _promising(s, seat, card), (BUILDINGS, card), name=_card(card))
    disks = magician.disks.bit_count() + sum(magician.reserve)
    lasting = _lasting(disks, magician.level)
    yield Term(DISKS, own.lasting, lasting, (DISKS,), name=_DISKS, amount=lasting)
    lying = magician.occupied.bit_count()
    yield Term(BOARD, own.board, _lying(lying), (BOARD,), name=_PIECES, amount=number_text(lying))
    if own.crystal:
        yield Term(DISKS, own.crystal, _CHARGED, ("crystal",))
    if own.kept:
        yield Term(BUILDINGS, own.kept, _TO_CHOOSE, ("kept",))
    if own.hourglasses:
        yield Term(TIME, own.hourglasses, names.hourglasses(magician.hourglasses), ("glasses",))
    yield Term(TIME, own.time, _TURNS, (TIME,))


_DISKS: Final = Text("the disks and levels")
_PIECES: Final = Text("the pieces on the board")
_CHARGED: Final = Text("a charged crystal")
_TO_CHOOSE: Final = Text("cards to choose from")
_TURNS: Final = Text("turns to come")


@lru_cache(1024)
def _lasting(disks: int, level: int) -> Text:
    return Text("{n} disk at level {level}", "{n} disks at level {level}", n=disks, level=level)


@lru_cache(64)
def _lying(n: int) -> Text:
    return Text("{n} piece on the board", "{n} pieces on the board", n=n)


@lru_cache(256)
def _reached(n: int) -> Text:
    return Text("the others may reach {n} star", "the others may reach {n} stars", n=n)


@cache
def _card(card: int) -> Text:
    return Text("{card}", card=names.card(card))


def _promising(s: SandState, seat: SeatNo, card: int) -> Text:
    magician = s.magicians[seat]
    place = nearest_places(magician.pieces, card, magician.level)[0]
    near = BuildingNearness(place, place & ~magician.pieces)
    if not near.missing:
        return Text("{card} can be completed", card=names.card(card))
    return Text("{card} lacks {elements}", card=names.card(card), elements=near.missing_text)
