"""Rules K-5, and what the options change (K-6)."""

from __future__ import annotations

from tests.engine.games.kaguya.table import Table, changed, deal
from tests.rules import rule
from tilehall.engine import Rng
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.scoring import ranking, room_contest


@rule("K-5.1")
def test_the_ninth_round_is_the_last() -> None:
    low = [f"N{n:02}" for n in (1, 7, 13, 19, 25, 31, 2, 3)] + ["L1"]
    t = deal(2, columns=dict(enumerate(low, 1)))
    while not t.over:
        t.idle("TILE")
        if t.over:
            break
        t.act(t.seat, "tile 1" if t.state.is_princess_tile() else sorted(t.choices)[0])
    assert (t["round"], t["ending"], t["princess"]) == (9, "boards", 11 + 6 + 4)
    assert [len(each["board"]) for each in t["merchants"]] == [9, 9]
    standing = KAGUYA.final_result(t.state)
    assert standing is not None
    assert (standing.ending, str(standing.text)) == ("boards", "All boards are full.")


@rule("K-5.1")
def test_the_round_is_played_out_when_the_princess_has_passed_29() -> None:
    t = deal(2, columns={1: "S1 N01 N07", 2: "S2 N02 N08", 3: "S3 N03 N09", 4: "N06 S4 N10"})
    for _ in range(3):
        t.idle("TILE").play("tile 1").idle("PRESENT")
    assert t["princess"] == 26
    t.idle("TILE").lay(1, "f5")
    assert (t["princess"], t.over) == (30, False)
    t.idle("x")
    assert (t["round"], t["ending"]) == (4, "princess")
    assert "break" not in [event.key for event in t.events]
    assert t.refusal("present -", 0) == "K-5.1"


@rule("K-5.2", "K-5.3")
def test_exactly_one_first_and_one_second() -> None:
    assert room_contest(0, 9, 2, (4, 4, 4, 0), (2, 0, 1, 3)).bonuses == (4, 0, 8, 0)
    assert room_contest(0, 9, 3, (5, 3, 0, 0), (3, 2, 1, 0)).bonuses == (15, 4, 0, 0)
    assert room_contest(0, 0, 1, (3, 0), (1, 0)).bonuses == (3, 0)
    tied = room_contest(0, 9, 2, (4, 4, 1, 0), (1, 0, 2, 3))
    assert [tied.is_tied(seat) for seat in range(4)] == [True, True, False, False]
    assert room_contest(0, 9, 2, (0, 0), (1, 0)).is_tied(0) is False


def over(seed: int, players: int, final_tie: str = "tiebreak") -> Table:
    t, rng = deal(players, final_tie=final_tie), Rng(seed)
    while not t.over:
        t.wander(rng)
    return t


@rule("K-5.4")
def test_the_receipt_is_the_sum() -> None:
    for seed in range(6):
        t = over(seed, 2 + seed % 3)
        standing, receipt = KAGUYA.final_result(t.state), KAGUYA.receipt(t.state)
        assert standing is not None
        assert standing.scores is not None
        assert receipt.final
        assert [line.points for line in receipt.lines if line.part == "favour"] == t.favours
        rooms = [
            sum(x.points for x in receipt.lines if x.seat == n and x.part != "favour") for n in range(len(t.favours))
        ]
        assert [a + b for a, b in zip(t.favours, rooms, strict=True)] == list(standing.scores)
        for part in ("room R", "room B", "room G", "room P"):
            assert sum(1 for line in receipt.lines if line.part == part) <= 2


@rule("K-5.5", "K-4.22", "K-4.24")
def test_equal_favour_goes_by_the_line_of_the_last_round() -> None:
    assert ranking((40, 51, 40, 51), (2, 3, 1, 0), False) == (4, 2, 3, 1)
    assert ranking((40, 51, 40, 51), (2, 3, 1, 0), True) == (3, 1, 3, 1)
    ranks = []
    for shared in ("tiebreak", "shared"):
        t = over(3, 2, final_tie=shared)
        standing = KAGUYA.final_result(t.state)
        assert standing is not None
        assert standing.scores is not None
        gap = standing.scores[0] - standing.scores[1]
        tied = KAGUYA.final_result(leveled(t, gap).state)
        assert tied is not None
        assert tied.scores is not None
        assert tied.scores[0] == tied.scores[1]
        assert ("the win is shared" if shared == "shared" else "by the line of meeples") in str(tied.text)
        assert "equal" not in str(standing.text) or not gap
        ranks.append((tied.ranks, t.line))
    assert ranks[0][0] == ((1, 2) if ranks[0][1] == (0, 1) else (2, 1))
    assert ranks[1][0] == (1, 1)


def leveled(t: Table, gap: int) -> Table:
    """The same end with equal favour; a position of its own, so it is not loaded but made."""
    state = t.state.copy()
    state.edit(0).favour -= gap
    return Table(state)


@rule("K-5.6")
def test_the_track_has_laps() -> None:
    t = deal(2, columns={1: "S1 S2 N06", 2: "S3 S4 N12"}).present("R", "-").lay(3, "e5").lay(1, "e1").lay(2, "e9")
    assert t.favours == [10, 10]
    receipt = KAGUYA.receipt(t.state)
    assert not receipt.final
    assert [line.seat for line in receipt.lines if line.part == "favour"] == [0, 1]


# --- options ----------------------------------------------------------------------------------------------------------


def test_clear_cubes_may_leave_the_game() -> None:
    t = deal(2, clear_fate="box").present("C*", "RC").play("take R")
    assert (t.choices, t.refusal("give C")) == ({"give R", "give B", "give G", "give P"}, "K-6.1")
    t.play("give R").idle("PRESENT", round=2)
    assert (t.storage.count("C"), t["box"]["C"]) == (0, 2)
    assert deal(2).present("C*", "RC").idle("PRESENT", round=2).storage.count("C") == 2


def test_values_may_follow_the_break() -> None:
    values = []
    for option in ("off", "on"):
        t = deal(2, "PGBR", break_revalue=option).idle("BREAK").play("break GP", "break GP")
        values.append((t.point, t.storage, t.values))
    assert values == [("PRESENT", "RBBGPP", "R4 B3 G2 P1"), ("PRESENT", "RBBGPP", "R3 B1 G3 P1")]


def test_moving_back_may_stop_at_zero() -> None:
    favours = []
    for option in ("off", "on"):
        t = deal(2, columns={1: "N01 S1 N06", 2: "N02 N07 N12"}, floor_zero=option)
        t.present("-", "-").lay(1, "e5").lay(2, "e1").lay(3, "e9")
        assert t.favours == [1, 0]
        favours.append(t.present("-", "-").lay(1, "e4").lay(2, "e2").lay(3, "e8").favours)
    assert favours == [[-3, -1], [0, 0]]


def test_a_position_knows_its_options() -> None:
    t = deal(3, clear_fate="box", floor_zero="on")
    assert t["options"] == {"clear_fate": "box", "floor_zero": "on"}
    assert changed(t).state.rulings == t.state.rulings
