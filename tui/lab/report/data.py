"""A report as data: the object of `tilehall simulate --json`.

    game, players, seats    the game's id, how many play, their levels in order
    games, seed             how many games were played, and the seed that all of them come from
    plies                   decisions of the players in a game: a spread
    scores                  mean score of each seat over the games that were scored; null if none was
    wins                    games won by each seat; of a shared win each winner has a part, so that they add up
    endings                 {"goal": 980, "witch": 20}
    rules_fired             {"P-4.1": 34567, ...}: events and final receipt lines that cite the rule
    seconds                 how long it took
    deals, rotate, options  how many deals, whether each was played with all seatings, {"mode": "advanced"}
    turns, rounds, draws    how often somebody else came to decide, rounds (null if the game has none), and what the
                            dealer did: spreads
    minutes                 an estimate of how long people would take: a spread, and "box": [25, 50] or null
    even                    the share of wins that each seat would have if all were alike
    shared, unwon           games that several won, and that nobody won
    by_seat                 for each seat: "level", "wins", "shared" (so many of them were), "share" with "low" and
                            "high", and "score": a spread, or null
    by_level                the same for each level, wherever it sat; "share" is that of one seat
    winning_score, margin, gap
                            the best score, what it is ahead of the second and of the last: spreads, or null
    beginner                whoever decides first: "share", "low" and "high" of the games that somebody won, and
                            "games": how many each seat began; null if nobody begins, or plays alone
    ending_shares           {"goal": {"share": 0.98, "low": 0.97, "high": 0.99}}
    rules_decided           {"P-3.S5": 2345, ...}: decisions that cite the rule, the dealer's too
    rules_never             rules that something could have cited and nothing did; null if the game does not tell which
    things                  what seats did, and what with: "deed", "kind", "thing" ("" for the deed itself), "name",
                            "games" in which it came up, "uses", "seats" (how many did it, game by game), "won_with" and
                            "won_without" (share of wins of those who did and of those who did not), "difference" of the
                            share of wins between those who did it more and those who did it less in the same game,
                            with "low", "high" and "compared" (in how many games), and "clear" (too large for chance)
    points                  the same for the parts of the final receipt: "part", "points" instead of "uses"
    unused                  [{"deed": "declare", "kind": "rune", "things": ["R12"]}]
    faults                  {"Bob": {"late": 3}}: how often a program did not decide as docs/bots.md says, by code
    programs                {"Bob": {"decisions": 321, "quick": 9}}: of so many decisions of each program so many were
                            quick choices made for it

A spread has "min", "mean", "max", "low" and "high" (of the mean), "sd" and "quantiles": {"5": 62, "25": 70,
"50": 75, "75": 80, "95": 91}. What "low" and "high" enclose is true in 19 of 20 cases; one deal alone has null there.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from tilehall.tui.lab.report.report import SimulationReport, UsageFinding
from tilehall.tui.lab.statistics.distribution import QUARTERS, Distribution
from tilehall.tui.lab.tally import PlayerTally, Shares


def report_data(report: SimulationReport) -> dict[str, Any]:
    """Return the object of `--json`."""
    plan, tally = report.plan, report.tally
    seats = zip(plan.levels, tally.seats, strict=True)
    return {
        "game": plan.game,
        "players": report.players,
        "seats": list(plan.levels),
        "games": tally.games,
        "seed": plan.seed,
        "plies": spread(tally.decisions),
        "scores": [_rounded(showing.scores.mean) for showing in tally.seats] if tally.winning else None,
        "wins": [_number(showing.won) for showing in tally.seats],
        "endings": dict(sorted(tally.endings.items())),
        "rules_fired": dict(sorted(tally.rules.items())),
        "seconds": round(report.seconds, 3),
        "deals": tally.deals,
        "rotate": plan.rotate,
        "options": dict(plan.options),
        "turns": spread(tally.turns),
        "rounds": spread(tally.rounds),
        "draws": spread(tally.draws),
        "minutes": _minutes(report),
        "even": _rounded(report.even),
        "shared": tally.shared,
        "unwon": tally.unwon,
        "by_seat": [{"level": level} | _showing(showing) for level, showing in seats],
        "by_level": {level: _showing(showing) for level, showing in tally.levels.items()},
        "winning_score": spread(tally.winning),
        "margin": spread(tally.margin),
        "gap": spread(tally.gap),
        "beginner": shares(tally.beginner) | {"games": tally.begun} if tally.beginner.deals else None,
        "ending_shares": {ending: shares(each) for ending, each in sorted(tally.ending_shares().items())},
        "rules_decided": dict(sorted(tally.decided.items())),
        "rules_never": None if report.never is None else list(report.never),
        "things": [thing(report, each) for each in report.findings],
        "points": [_points(report, each) for each in report.points],
        "unused": [
            {"deed": deed, "kind": kind, "things": list(words)}
            for (deed, kind), words in sorted(report.unused.items())
            if words
        ],
        "faults": {name: dict(found.faults) for name, found in sorted(tally.conduct.items()) if found.faults},
        "programs": {
            name: {"decisions": found.decisions, "quick": found.quick} for name, found in sorted(tally.conduct.items())
        },
    }


def spread(found: Distribution, scale: int = 1) -> dict[str, Any] | None:
    """Return a distribution in units of `scale`; None if it is empty."""
    if not found:
        return None
    low, high = found.interval
    return {
        "min": _number(found.least / scale),
        "mean": _rounded(found.mean / scale),
        "max": _number(found.most / scale),
        "low": _rounded(low / scale),
        "high": _rounded(high / scale),
        "sd": _rounded(found.sd / scale),
        "quantiles": {f"{share:.0%}"[:-1]: _number(found.quantile(share) / scale) for share in QUARTERS},
    }


def _minutes(report: SimulationReport) -> dict[str, Any] | None:
    found, box = spread(report.tally.seconds, 60), report.box
    if found is not None:
        found["box"] = list(box.minutes) if box is not None and box.minutes is not None else None
    return found


def shares(found: Shares) -> dict[str, Any]:
    low, high = found.interval
    return {"share": _rounded(float(found.mean)), "low": _rounded(low), "high": _rounded(high)}


def _showing(found: PlayerTally) -> dict[str, Any]:
    won = {"wins": _number(found.won), "shared": found.shared}
    return won | shares(found.shares) | {"score": spread(found.scores)}


def thing(report: SimulationReport, finding: UsageFinding) -> dict[str, Any]:
    """Return an entry of `things`."""
    used = finding.used
    head = {"deed": used.deed, "kind": used.kind, "thing": used.word}
    return head | {"name": str(report.named(used)) if used.word else "", **_effect(report, finding, "uses")}


def _points(report: SimulationReport, finding: UsageFinding) -> dict[str, Any]:
    return {"part": finding.used.deed, **_effect(report, finding, "points")}


def _effect(report: SimulationReport, finding: UsageFinding, counted: str) -> dict[str, Any]:
    effect, difference, tally = finding.effect, finding.difference, report.tally
    unit, others = tally.scale.unit, tally.games * report.players - effect.seats
    won = sum(showing.won for showing in tally.seats) * unit - effect.won
    found: Mapping[str, Any] = {
        "games": effect.games,
        counted: effect.total,
        "seats": effect.seats,
        "won_with": _rounded(effect.won / (effect.seats * unit)) if effect.seats else None,
        "won_without": _rounded(float(won / (others * unit))) if others else None,
        "difference": _rounded(difference.mean) if difference else None,
        "low": _rounded(difference.low) if difference else None,
        "high": _rounded(difference.high) if difference else None,
        "compared": difference.games if difference else 0,
        "clear": finding.clear,
    }
    return dict(found)


def _rounded(value: float) -> float | None:
    """Round a number; None for infinity, which JSON does not know."""
    return round(value, 4) if isfinite(value) else None


def _number(value: Any) -> int | float | None:
    """Return a whole number as an int."""
    return int(value) if value == int(value) else _rounded(float(value))
