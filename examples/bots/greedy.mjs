#!/usr/bin/env node
// A player for Tilehall: looks through its own turn, and does what leaves it furthest ahead. See docs/bots.md.
//
//     tilehall play princess --seat "Greedy:cmd=node examples/bots/greedy.mjs"

import { createInterface } from "node:readline";

const WIDE = 6, DEEP = 8;  // so many of the best beginnings are carried on, and so many actions far

const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const hear = async () => {
  const { value, done } = await input.next();
  return done ? { say: "bye" } : JSON.parse(value);
};

// What lines of actions would bring; nothing, if there is no time for that any more.
async function tried(turn, lines) {
  say({ say: "try", turn: turn.turn, each: lines.slice(0, 500), want: ["state", "legal"] });
  let message;
  do message = await hear(); while (!["tried", "stop", "bye"].includes(message.say));
  return (message.each ?? []).filter((result) => !result.error);
}

// How far this seat is ahead, and a little of what its points do not tell yet.
function worth({ totals, state }, seat) {
  const others = totals.filter((_, other) => other !== seat);
  const ahead = totals[seat] - (others.length ? Math.max(...others) : 0);
  if (state.game === "princess") {
    const hunter = state.hunters[seat];
    // Runes that were declared in this turn, and not walked yet.
    const runes = state.completed.reduce((sum, [, steps]) => sum + steps + 1, 0);
    return ahead + 2 * runes + 0.3 * alike(hunter.cells) + 0.2 * hunter.gems.length;
  }
  if (state.game === "beasts") {
    const cards = Object.values(state.board.cards).filter((card) => card[0] === "PGOY"[seat]).length;
    return ahead + 0.5 * cards + 0.1 * Object.keys(state.board.dice).length;
  }
  if (state.game === "sand") {
    const { squares, disks } = state.magicians[seat];
    return ahead + 0.1 * Object.keys(squares).length + 0.3 * Object.keys(disks).length;
  }
  return ahead;
}

// How often neighbours on a board share an element or a sign: runes are made of such tiles.
function alike(cells) {
  const top = (x, y) => cells[String.fromCharCode(x) + y]?.at(-1);
  const same = (one, other) => (other ? (one[0] === other[0]) + (one[1] === other[1]) : 0);
  return Object.keys(cells).reduce((sum, cell) => {
    const x = cell.charCodeAt(0), y = Number(cell.slice(1)), tile = top(x, y);
    return sum + same(tile, top(x + 1, y)) + same(tile, top(x, y + 1));
  }, 0);
}

// The actions after which this seat stands best, as far as it decides alone and nothing is drawn.
async function bestLine(turn) {
  const found = [];
  let lines = turn.legal.map((action) => [action]);
  for (let deep = 0; deep < DEEP && lines.length; deep++) {
    const results = (await tried(turn, lines)).map((each) => ({ ...each, worth: worth(each, turn.seat) }));
    results.sort((one, other) => other.worth - one.worth);
    found.push(...results);
    lines = results.slice(0, WIDE).flatMap((each) => each.legal.map((action) => [...each.actions, action]));
  }
  found.sort((one, other) => other.worth - one.worth);
  return found.length ? found[0].actions : turn.legal.slice(0, 1);
}

let line = [];
for (let message = await hear(); message.say !== "bye"; message = await hear()) {
  if (message.say === "hello") say({ say: "hello", protocol: 1, name: "Greedy" });
  if (message.say !== "turn") continue;
  if (!message.legal.includes(line[0])) line = await bestLine(message);
  say({ say: "best", turn: message.turn, action: line.shift() });
}
