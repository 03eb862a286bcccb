#!/usr/bin/env python3
"""A player for Tilehall: looks through its own turn, and does what leaves it furthest ahead. See docs/bots.md.

tilehall play princess --seat "Greedy:cmd=python3 examples/bots/greedy.py"
"""

import json
import sys

WIDE, DEEP = 6, 8  # so many of the best beginnings are carried on, and so many actions far


def say(**message):
    print(json.dumps(message), flush=True)


def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else {"say": "bye"}


def tried(turn, lines):
    """What lines of actions would bring; nothing, if there is no time for that any more."""
    say(say="try", turn=turn["turn"], each=lines[:500], want=["state", "legal"])
    while (message := hear())["say"] not in ("tried", "stop", "bye"):
        pass
    return [result for result in message.get("each", []) if "error" not in result]


def worth(result, seat):
    """How far this seat is ahead, and a little of what its points do not tell yet."""
    totals, state = result["totals"], result["state"]
    ahead = totals[seat] - max(totals[:seat] + totals[seat + 1 :], default=0)
    if state.get("game") == "princess":
        hunter = state["hunters"][seat]
        runes = sum(steps + 1 for _, steps in state["completed"])  # declared in this turn, and not walked yet
        return ahead + 2 * runes + 0.3 * alike(hunter["cells"]) + 0.2 * len(hunter["gems"])
    if state.get("game") == "beasts":
        cards = sum(card[0] == "PGOY"[seat] for card in state["board"]["cards"].values())
        return ahead + 0.5 * cards + 0.1 * len(state["board"]["dice"])
    if state.get("game") == "sand":
        magician = state["magicians"][seat]
        return ahead + 0.1 * len(magician["squares"]) + 0.3 * len(magician["disks"])
    return ahead


def alike(cells):
    """How often neighbours on a board share an element or a sign: runes are made of such tiles."""
    top = {(ord(cell[0]), int(cell[1:])): tiles[-1] for cell, tiles in cells.items()}
    pairs = [(tile, top.get(near)) for (x, y), tile in top.items() for near in ((x + 1, y), (x, y + 1))]
    return sum((one[0] == other[0]) + (one[1] == other[1]) for one, other in pairs if other)


def best_line(turn):
    """The actions after which this seat stands best, as far as it decides alone and nothing is drawn."""
    lines, found = [[action] for action in turn["legal"]], []
    for _ in range(DEEP):
        results = sorted(tried(turn, lines), key=lambda result: -worth(result, turn["seat"]))
        found += results
        lines = [[*each["actions"], action] for each in results[:WIDE] for action in each["legal"]]
        if not lines:
            break
    return max(found, key=lambda result: worth(result, turn["seat"]))["actions"] if found else turn["legal"][:1]


line = []
while (message := hear())["say"] != "bye":
    if message["say"] == "hello":
        say(say="hello", protocol=1, name="Greedy")
    elif message["say"] == "turn":
        if not line or line[0] not in message["legal"]:
            line = best_line(message)
        say(say="best", turn=message["turn"], action=line.pop(0))
