"""Outlook and advice: what a choice would bring is what it brings, and good advice wins games."""

from __future__ import annotations

import pytest

from tests.engine.games.kaguya.table import Table, deal
from tilehall.engine import CHANCE, RandomDealer, Rng, Setup
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.actions import Present


def outlook(t: Table, text: str, seat: int | None = None) -> tuple[str, ...]:
    return tuple(map(str, KAGUYA.narrator.preview(t.state, t.seat if seat is None else seat, KAGUYA.parse(text))))


def test_a_presentation_shows_its_total_and_what_it_does_to_rates() -> None:
    t = deal(2, "PGBR")
    assert outlook(t, "present RB") == ("adds up to 7 now", "values change if somebody uses a disk")
    assert "nothing can collide too" in " ".join(outlook(t, "present -"))
    assert outlook(t, "present P")[-1] == "P dining room would pay x2 instead of x1"
    assert "your disk is spent" in outlook(t, "present R*")[1]


def test_an_exchange_shows_storage_and_values() -> None:
    t = deal(2, "PGBR").present("-*", "R")
    assert outlook(t, "take R")[0].startswith("storage then R0 B2 G3 P4 C0")
    t.play("take R")
    assert outlook(t, "give P")[:2] == ("values then R4 B3 G2 P1", "storage R0 B2 G3 P5 C0")


def test_a_tile_shows_favour_with_its_sign_and_the_end() -> None:
    t = deal(2, columns={1: "S1 N06 H1"}).present("R", "R")
    assert outlook(t, "tile 1") == ("the princess goes from 11 to 16",)
    t.lay(1, "e5")
    assert outlook(t, "tile 2") == ("-4 favour (penalty), to 1 on the track",)
    assert outlook(t, "tile 3") == ("+0 favour, to 5 on the track", "costs you a coloured cube")
    t.lay(2, "e1")
    assert outlook(t, "tile 3")[1] == "number 1 in the tie-break"


def test_the_tie_break_foretold_is_the_one_that_comes() -> None:
    rng, told = Rng(8), 0
    t = deal(3)
    while not t.over:
        if t.point == "TILE" and len(t.choices) == 1:
            seat, text = t.seat, next(iter(t.choices))
            number = int(outlook(t, text)[1].split()[1])
            t.play(text)
            while t.point in ("CELL", "ROT", "PLANT"):
                t.wander(rng)
            assert t.line.index(seat) == number - 1
            told += 1
        else:
            t.wander(rng)
    assert told >= 4


def test_a_turning_shows_rooms_before_and_after() -> None:
    t = deal(2, columns={1: "L1 N01 N02"}).present("R", "-").lay(1, "e5").play("tile 2", "cell e1")
    assert outlook(t, "rot 0") == (
        "R kitchen stays at 2",
        "B bedroom grows from 0 to 1 (largest)",
        "+1 favour, to 6 on the track",
    )
    t = deal(2, columns={1: "L1 H1 N02"}).present("R", "-").lay(1, "e5").play("tile 2", "cell e1", "rot 0")
    assert outlook(t, "plant B") == ("B bedroom grows from 0 to 2 (largest)", "the cube stays there for good")


def test_what_a_turning_foretells_is_what_happens() -> None:
    rng, t, seen = Rng(4), deal(3), 0
    while not t.over:
        if t.point != "ROT" or t.state.is_princess_tile():
            t.wander(rng)
            continue
        seat = t.seat
        text = sorted(t.choices)[0]
        phrases = outlook(t, text)
        t.play(text)
        if t.point != "PLANT":
            assert phrases[-1].endswith(f"to {t.favours[seat]} on the track")
            seen += 1
    assert seen > 10


def test_the_break_shows_what_is_left() -> None:
    t = deal(2, "PGBR").idle("BREAK")
    assert outlook(t, "break GP") == ("storage then R1 B2 G2 P3 C0", "values stay until the next update")


# --- advice -----------------------------------------------------------------------------------------------------------


def play_out(seed: int, players: int, advised: int) -> tuple[int, ...]:
    """The ranks after a game in which one seat follows its advice and all others play at random."""
    rng, s = Rng(seed), KAGUYA.start(Setup(players))
    dealer = RandomDealer(rng)
    while due := KAGUYA.actors(s):
        seat = due[0]
        if seat == CHANCE:
            action = dealer.deal(KAGUYA.chance(s), 0)
        elif seat != advised:
            choices = KAGUYA.legal_actions(s, seat)
            action = choices[rng.below(len(choices))]
        else:
            advice = KAGUYA.advisor.advise(KAGUYA.view(s, seat), seat)
            assert KAGUYA.check(s, seat, advice.action) is None
            assert str(advice.why)
            action = advice.action
        s = KAGUYA.apply(s, seat, action)
    standing = KAGUYA.final_result(s)
    assert standing is not None
    assert standing.ranks is not None
    return standing.ranks


@pytest.mark.parametrize("games", [4, pytest.param(64, marks=pytest.mark.soak)])
def test_advice_beats_chance_from_every_seat(games: int) -> None:
    assert sum(play_out(seed, 4, seed % 4)[seed % 4] == 1 for seed in range(games)) >= games * 3 / 4


def test_under_the_penalty_advice_takes_few_hearts() -> None:
    t = deal(2, columns={1: "N01 S1 L1"}).present("R", "R").lay(1, "e5")
    assert str(KAGUYA.advisor.advise(KAGUYA.view(t.state, 1), 1).action) == "tile 3"
    t = deal(2, columns={1: "N01 S1 L1"}).present("R", "P").lay(1, "e5")
    assert str(KAGUYA.advisor.advise(KAGUYA.view(t.state, 1), 1).action) == "tile 2"


def test_a_player_without_cubes_is_advised_too() -> None:
    t = deal(2)
    s = t.state.copy()
    merchant = s.edit(0)
    merchant.purse = merchant.sure = bytes(5)
    merchant.hidden, merchant.disk = 0, False
    advice = KAGUYA.advisor.advise(KAGUYA.view(s, 0), 0)
    assert advice.action == Present((), False)


def broken(storage: tuple[int, ...]) -> tuple[str, str]:
    """What is advised at the break with these cubes in the storage, and why."""
    s = deal(2, "PGBR").idle("BREAK").state.copy()
    s.storage = bytes(storage)
    advice = KAGUYA.advisor.advise(KAGUYA.view(s, s.todo[0][1]), s.todo[0][1])
    return str(advice.action), str(advice.why)


def test_at_the_break_only_scarce_cubes_are_called_scarce() -> None:
    """The commonest one (worth 1) was, when it was taken for another reason."""
    action, why = broken((1, 6, 2, 5, 0))
    assert action == "break RG"
    assert why == "R red is scarce and so a strong bid, G green is scarce and so a strong bid"
    action, why = broken((0, 6, 2, 0, 0))
    assert action == "break BG"
    assert why == "B blue bids 1 (the bedroom: 2), G green is scarce and so a strong bid"
    action, why = broken((3, 3, 3, 3, 1))
    assert "scarce" not in why
    assert "C clear copies the cube beside it" in why
