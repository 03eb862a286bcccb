"""`python -m tests.bench.hall`: how fast a hall is with so many at it. Exit code 1 if `--goals` finds one missed."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.bench.arguments import from_none, from_one
from tests.bench.hall.figures import as_json, table
from tests.bench.hall.goals import goals
from tests.bench.hall.measuring import measure
from tests.bench.hall.plan import Plan
from tests.tui.hall.halls import HERE

MOST_CLIENTS, LONGEST = 1000, 3600


def asked(words: list[str]) -> tuple[Plan, argparse.Namespace]:
    """What is to be measured, and what is to be done with it."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="tests.bench.hall", description="Measures a hall with real ssh clients.")
    parser.add_argument("--clients", type=from_one, default=usual.clients, help=f"clients ({usual.clients})")
    parser.add_argument("--workers", type=from_one, default=usual.workers, help=f"workers ({usual.workers})")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=usual.seats, help="people at a table (4)")
    parser.add_argument("--at-once", type=from_one, default=usual.at_once, help="clients that connect at a time (4)")
    parser.add_argument("--rate", type=above_none, default=usual.rate, help="keys a second, of each (1)")
    parser.add_argument("--actions", type=share, default=usual.actions, help="share of keys that are actions (0.05)")
    parser.add_argument("--seconds", type=above_none, default=usual.seconds, help=f"of playing ({usual.seconds:g})")
    parser.add_argument("--quiet", type=above_none, default=usual.quiet, help=f"without a key ({usual.quiet:g})")
    parser.add_argument("--storm", type=from_none, default=usual.storm, help="clients that come all at once (0)")
    parser.add_argument("--cycles", type=from_none, default=usual.cycles, help="clients that come and go (0)")
    parser.add_argument("--seed", type=from_none, default=usual.seed, help="of the lots that are drawn (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    parser.add_argument("--goals", action="store_true", help="say which goals are reached, and end with 1 if not all")
    args = parser.parse_args(words)
    if args.clients > MOST_CLIENTS or args.seconds > LONGEST or args.quiet > LONGEST:
        parser.error(f"at most {MOST_CLIENTS} clients and {LONGEST} seconds")
    return Plan(**{name: getattr(args, name) for name in Plan._fields if hasattr(args, name)}), args


def above_none(text: str) -> float:
    found = float(text)
    if not 0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text[:20]}' is not above 0")
    return found


def share(text: str) -> float:
    found = float(text)
    if not 0 <= found <= 1:
        raise argparse.ArgumentTypeError(f"'{text[:20]}' is no share from 0 to 1")
    return found


def main() -> int:
    plan, args = asked(sys.argv[1:])
    if not HERE:
        print("Measuring a hall needs Linux and OpenSSH's client.", file=sys.stderr)
        return 1
    found = measure(plan, lambda doing: print(f"{doing} ...", file=sys.stderr, flush=True))
    print("\n".join(table(found)))
    if args.json:
        args.json.write_text(json.dumps(as_json(found), indent=1) + "\n")
    if not args.goals:
        return 0
    wanted = list(goals(found))
    print("", *(goal.line() for goal in wanted), sep="\n")
    return 0 if all(goal.reached for goal in wanted) else 1


if __name__ == "__main__":
    sys.exit(main())
