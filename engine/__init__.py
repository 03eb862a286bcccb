"""The rules of the four games: synchronous, deterministic, standard library only.

>>> from tilehall.engine import game, Match, SeedDealer, Setup
>>> match = Match(game("princess"), Setup(2), SeedDealer("a seed"))
>>> seat, = match.actors()
>>> str(match.legal(seat)[0])
'side a'
"""

from tilehall.engine.base import BaseGame
from tilehall.engine.catalog import BUILT_IN, Box, boxes, game, games, ids, problems
from tilehall.engine.dealer import Dealer, RandomDealer, Rng, ScriptDealer, SeedDealer, seal
from tilehall.engine.game import (
    CHANCE,
    Action,
    Advice,
    Chooser,
    Decision,
    Draw,
    Event,
    Game,
    Line,
    NotationError,
    Option,
    Position,
    PositionError,
    Receipt,
    Refusal,
    RuleError,
    Seat,
    Setup,
    SetupError,
    Standing,
)
from tilehall.engine.match import Match, Refused, Step, Turned, digest, ends_turn
from tilehall.engine.record import (
    Header,
    Player,
    Record,
    RecordError,
    Scribe,
    begun,
    is_whole,
    position_text,
    read,
    read_header,
    result_text,
    unlike_draws,
    write,
)
from tilehall.engine.rulebook import Paragraph, Rulebook, Section, rulebook
from tilehall.engine.spelling import did_you_mean

__all__ = [
    "BUILT_IN",
    "CHANCE",
    "Action",
    "Advice",
    "BaseGame",
    "Box",
    "Chooser",
    "Dealer",
    "Decision",
    "Draw",
    "Event",
    "Game",
    "Header",
    "Line",
    "Match",
    "NotationError",
    "Option",
    "Paragraph",
    "Player",
    "Position",
    "PositionError",
    "RandomDealer",
    "Receipt",
    "Record",
    "RecordError",
    "Refusal",
    "Refused",
    "Rng",
    "RuleError",
    "Rulebook",
    "Scribe",
    "ScriptDealer",
    "Seat",
    "Section",
    "SeedDealer",
    "Setup",
    "SetupError",
    "Standing",
    "Step",
    "Turned",
    "begun",
    "boxes",
    "did_you_mean",
    "digest",
    "ends_turn",
    "game",
    "games",
    "ids",
    "is_whole",
    "position_text",
    "problems",
    "read",
    "read_header",
    "result_text",
    "rulebook",
    "seal",
    "unlike_draws",
    "write",
]
