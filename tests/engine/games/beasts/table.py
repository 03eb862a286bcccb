"""Examples of the beast hunt: a position named by what matters in it, and functions that play lines of text.

>>> s = table("11nw=PB 11sw=PB", roll="TB*!")
>>> refusal(s, "die 1 11ne"), allowed(s, "die 2 11ne")
('B-4.12', True)
"""

from __future__ import annotations

from collections.abc import Mapping

from tilehall.engine import ENGLISH, Event, Setup, position_digest, render_text
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.position_data import load_board
from tilehall.engine.games.beasts.state import BeastsState

NAMES = ("Aki", "Bo", "Cem", "Dia")


def pairs(text: str) -> dict[str, str]:
    """`11nw=OB 11sw=OB` as a table."""
    return dict(part.split("=") for part in text.split())


def table(
    dice: str = "",
    cards: str = "",
    beasts: str = "",
    *,
    players: int = 2,
    seat: int = 0,
    roll: str = "WTLB",
    active: str = "",
    hands: Mapping[int, str] | None = None,
    decks: Mapping[int, str] | None = None,
    captured: Mapping[int, str] | None = None,
    scored: bool = False,
    final: int = -1,
    neutral: int | None = None,
) -> BeastsState:
    """A position in which this seat places the dice that it rolled; what is not named is where it has to be.

    `active` names the colours of the rolled dice, `decks` all cards left in a deck (the others are in the discard).
    With `scored` everything on the board has been counted in an earlier turn.
    """
    box = components()
    s = BEASTS.start(Setup(players, (("first_seat", "0"),)))
    homes = pairs(beasts)
    taken = [name for text in (captured or {}).values() for name in text.split()] + list(homes.values())
    supply = bytes(beast.copies - taken.count(beast.id) for beast in box.beasts)
    entry = {"dice": pairs(dice), "cards": pairs(cards), "scored": {}, "beasts": homes, "enclosed": []}
    s.board = load_board(entry, supply)
    s.seat, s.point, s.final = seat, "PLACE", final
    if scored:
        s.busy = True
        s = BEASTS.apply(s, seat, BEASTS.parse("end"))
        s.seat, s.point, s.final, s.ending, s.idle = seat, "PLACE", final, "", 0
    for number in range(players):
        hunter = s.edit(number)
        on_board = s.board.colours[number].bit_count()
        own = len(roll) if number == seat else min(box.active, box.own[players] - on_board)
        colours = active if number == seat and active else box.colours[number] * own
        hunter.dice = bytes(map(box.colours.index, colours))
        hunter.pool = box.own[players] - on_board - hunter.dice.count(number)
        assert hunter.pool >= 0, "more dice than there are"
        hand = (hands or {}).get(number, "WTLB")
        laid = [card[1] for card in pairs(cards).values() if card[0] == box.colours[number]]
        hunter.hand = bytes(hand.count(icon) for icon in box.icons)
        rest = [box.each - hand.count(icon) - laid.count(icon) for icon in box.icons]
        deck = (decks or {}).get(number)
        hunter.deck = bytes(rest) if deck is None else bytes(deck.count(icon) for icon in box.icons)
        hunter.discard = bytes(all_left - left for all_left, left in zip(rest, hunter.deck, strict=True))
        caught = (captured or {}).get(number, "").split()
        hunter.captured = bytes(caught.count(beast.id) for beast in box.beasts)
    black = sum(hunter.dice.count(4) for hunter in s.hunters) + s.board.colours[4].bit_count()
    s.neutral = box.neutral - black if neutral is None else neutral
    s.faces = bytes(map(box.faces.index, roll))
    s.free = s.kept = (1 << len(roll)) - 1
    return s


def legal(s: BeastsState, verb: str = "") -> set[str]:
    """The texts of what may be done now, of one verb or all."""
    (seat,) = BEASTS.actors(s)
    return {str(action) for action in BEASTS.legal_actions(s, seat) if verb in ("", action.verb)}


def allowed(s: BeastsState, text: str) -> bool:
    """Whether the seat to act may do this; `check` and `legal` have to agree."""
    (seat,) = BEASTS.actors(s)
    refused = BEASTS.check(s, seat, BEASTS.parse(text))
    assert (refused is None) == (text in legal(s)), f"{text}: {refused}"
    return refused is None


def refusal(s: BeastsState, text: str) -> str:
    """The rule that forbids this."""
    assert not allowed(s, text), f"{text} is legal"
    (seat,) = BEASTS.actors(s)
    refused = BEASTS.check(s, seat, BEASTS.parse(text))
    assert refused is not None
    return refused.rule


def play(s: BeastsState, *lines: str) -> BeastsState:
    """The position after these lines, whoever owes them; the positions before stay as they were."""
    for line in lines:
        (seat,) = BEASTS.actors(s)
        action = BEASTS.parse(line)
        refused = BEASTS.check(s, seat, action)
        assert refused is None, f"{line}: {refused}"
        before = position_digest(BEASTS, s)
        after = BEASTS.apply(s, seat, action)
        assert position_digest(BEASTS, s) == before
        s = after
    return s


def told(s: BeastsState, text: str) -> list[str]:
    """What is said when this is done."""
    events: list[Event] = []
    (seat,) = BEASTS.actors(s)
    BEASTS.apply(s, seat, BEASTS.parse(text), events)
    return [render_text(event.text_for(None), ENGLISH, NAMES) for event in events]


def points(s: BeastsState) -> list[int]:
    """The fence points of each seat."""
    return [s.points(seat) for seat in range(s.rulings.players)]


def totals(s: BeastsState) -> list[int]:
    """The receipt's total of each seat."""
    receipt = BEASTS.receipt(s)
    return [receipt.total(seat) for seat in range(s.rulings.players)]


def where(s: BeastsState) -> dict[str, str]:
    """The beasts on the board."""
    found: dict[str, str] = BEASTS.dump(s)["board"]["beasts"]
    return found


def caught(s: BeastsState, seat: int) -> list[str]:
    """The beasts that a seat has captured."""
    counts = BEASTS.dump(s)["hunters"][seat]["captured"]
    return [name for name, number in counts.items() for _ in range(number)]


def fill(holes: str, faces: str, colours: str = "P") -> str:
    """Dice in every slot of these holes, each hole with its face; colours are used in turn.

    >>> fill("10", "W")
    '10sw=PW 10se=PW'
    """
    slots = [
        (slot, face)
        for hole, face in zip(holes.split(), faces, strict=True)
        for slot in components().slots
        if slot[:2] == hole
    ]
    return " ".join(f"{slot}={colours[n % len(colours)]}{face}" for n, (slot, face) in enumerate(slots))
