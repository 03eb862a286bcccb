"""All bytes that seats, onlookers and the lobby are sent are equal in games that differ in what they may not know."""

from pathlib import Path
from typing import Any

import pytest

from tests.tui.hall.twins import Twins, twins
from tilehall.engine import Rng, seal_seed
from tilehall.tui.hall.protocol import Clock, TableSettings

RED = (("boards", "red,blue,green"), ("mode", "advanced"))
SECRETS = [("kaguya", ()), ("sand", RED)]
"""The games in which something is hidden from somebody; in the others that is only how the rest will be drawn."""
SEEDS = "5eed" * 8, "feed" * 8


def some(fast: int, slow: int, blocks: int = 6) -> list[Any]:
    """So many differences in `make test`, and so many in each of these blocks of `make soak`."""
    soak = [pytest.param(seed, slow, marks=pytest.mark.soak, id=f"soak{seed}") for seed in range(1, blocks + 1)]
    return [pytest.param(0, fast, id="fast"), *soak]


async def play(pair: Twins, wish: TableSettings, whims: Rng, most: int, computer: int | None) -> None:
    """A game, until so many differences were made, or nobody is left who cannot tell."""
    await pair.begin(wish)
    if computer is not None:
        await pair.hand_over(computer)
    while pair.games < most and (difference := await pair.until_hidden(whims)) is not None:
        seat, action, hidden = difference
        await pair.act(seat, action, hidden)
        await pair.look_around()
        await pair.prod(whims)
        if whims.below(10) < 7 and hidden.action != action and await pair.do(seat, "undo") and pair.same:
            pair.blind = frozenset([None, *range(wish.seats)])
    await pair.end()


@pytest.mark.parametrize(("name", "options"), SECRETS)
@pytest.mark.parametrize(("seed", "games"), some(2, 50))
async def test_what_is_done_and_drawn_in_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: Any, seed: int, games: int
) -> None:
    """By people and by computer players, who would tell why; with clocks that are shown, and without."""
    whims = Rng(f"{name} {seed}")
    async with twins(tmp_path, monkeypatch, 3) as pair:
        while pair.games < games:
            clock = (Clock(), Clock("turn", 600), Clock("game", 6000))[whims.below(3)]
            computer = whims.below(6)
            await play(
                pair, TableSettings(name, 3, options, clock=clock), whims, games, computer if computer < 3 else None
            )
        print(f"{name}: {pair.games} differences, equal bytes {pair.pairs} times")
        assert pair.pairs >= 3 * games


@pytest.mark.parametrize("name", ["princess", "sand", "beasts", "kaguya"])
@pytest.mark.parametrize(("seed", "steps"), some(15, 120, 2))
async def test_how_the_rest_will_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, seed: int, steps: int
) -> None:
    """Games that were drawn alike so far, though they have other seeds: all that differs are the seals of those."""
    whims = Rng(f"{name} {seed}")
    async with twins(tmp_path, monkeypatch, 3, SEEDS) as pair:
        ours, theirs = (seal_seed(each).encode() for each in SEEDS)
        pair.masks = [(ours, theirs)]
        await pair.begin(TableSettings(name, 3))
        for step in range(steps):
            if pair.over:
                break
            seat = pair.due()[0]
            choices = pair.choices(seat)
            await pair.act(seat, choices[whims.below(len(choices))])
            if step % 10 == 5:
                await pair.look_around()
        print(f"{name}: equal bytes {pair.pairs} times")
        assert pair.pairs >= 5 * min(steps, step)
        await pair.end()


async def test_what_others_say_and_ask_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where onlookers do not talk, they do not even hear whether somebody does."""
    async with twins(tmp_path, monkeypatch, 2) as pair:
        one, other = pair.both
        await pair.begin(TableSettings("princess", 2))
        pair.blind = frozenset([None])
        seat = pair.due()[0]
        await pair.act(seat, pair.choices(seat)[0])
        quarrels = (("say", "I shall go to the east."), ("ask", "undo", seat), ("agree", False), ("hint",), ("undo",))
        for name, *args in quarrels[:-1]:
            await other.taps[1 - seat].asks(name, other.number, *args)
        for name, *args in (("say", "And I west."), ("say", "Well?"), ("key_code",), ("settings",)):
            await one.taps[seat].asks(name, *([one.number, *args] if args else []))
        for twin in pair.both:
            await twin.settle()
            await twin.taps[None].visit.come(twin.number)
            await twin.taps["lobby"].visit.lobby()
        pair.masks = [(b"", b"")]
        before = pair.pairs
        await pair.compare()
        assert pair.pairs == before + 2
        await pair.end()
