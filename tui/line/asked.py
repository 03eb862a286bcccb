"""The commands of line mode: everything that can be asked or done at a table besides playing an action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import Action, NotationError, Position, RuleError, did_you_mean, rulebook
from tilehall.tui.house.store import write_whole
from tilehall.tui.line import pages, show, typed
from tilehall.tui.settings import SCHEMA

if TYPE_CHECKING:
    from tilehall.tui.line.table import LineTable

FEW = 12
"""So many choices are listed without being asked for."""
LOGGED = 20


@dataclass(frozen=True, slots=True)
class Command:
    """A word that may be typed, what may follow it, what it does, and how."""

    word: str
    rest: str
    help: str
    answer: Callable[[LineTable, str], Awaitable[list[str]]]


async def answer(at: LineTable, line: str) -> list[str]:
    """What a line that is a command, or the beginning of one, is answered with. Raises RuleError."""
    word, _, rest = line.removeprefix(":").strip().partition(" ")
    found = _find(word)
    if len(found) > 1:
        raise RuleError(f"'{word[:20]}' may mean {' or '.join(command.word for command in found)}.")
    if not found:
        if instead := did_you_mean(word, _by_word()):
            raise RuleError(f"'{word[:20]}' is no command. {instead}")
        raise RuleError(f"'{word[:20]}' is no command; help lists them.")
    return await found[0].answer(at, rest.strip())


def is_command(line: str) -> bool:
    """Whether a line is a whole command; a colon before it says so in any case."""
    word = line.split()[0].casefold()
    return line.startswith(":") or word in _by_word()


def begins_command(line: str) -> bool:
    return bool(_find(line.split()[0]))


def _find(word: str) -> list[Command]:
    known, wanted = _by_word(), word.casefold()
    if wanted in known:
        return [known[wanted]]
    return [command for command in COMMANDS if wanted and command.word.startswith(wanted)]


def _by_word() -> dict[str, Command]:
    known = {command.word: command for command in COMMANDS}
    return known | {other: known[word] for other, word in OTHER_WORDS.items()}


# --- where things stand -------------------------------------------------------------------------------------------


def _position(at: LineTable) -> Position:
    return at.now.rules.dump(at.now.state)


async def where(at: LineTable, rest: str) -> list[str]:
    return show.where(at.now)


async def look(at: LineTable, rest: str) -> list[str]:
    if not rest:
        return await where(at, rest)
    return at.words.look(_position(at), at.now.names, at.now.eyes, rest)


async def around(at: LineTable, rest: str) -> list[str]:
    return at.words.around(_position(at), at.now.names, at.now.eyes, rest)


async def scan(at: LineTable, rest: str) -> list[str]:
    wanted = rest.removeprefix("row ").removeprefix("column ")
    return at.words.scan(_position(at), at.now.names, at.now.eyes, wanted)


async def score(at: LineTable, rest: str) -> list[str]:
    return show.receipt(at.now)


# --- what may be done ---------------------------------------------------------------------------------------------


async def legal(at: LineTable, rest: str) -> list[str]:
    """All choices if they are few, else how many of each verb; `legal all` and `legal VERB` list them."""
    choices, verb = at.choices, rest.casefold()
    if not verb:
        return at.listing(choices) if len(choices) <= FEW else at.summary()
    wanted = [action for action in choices if verb in ("all", action.verb)] or typed.begun(rest, choices)
    if not wanted:
        verbs = ", ".join(dict.fromkeys(action.verb for action in choices))
        raise RuleError(f"Nothing that begins with '{rest[:20]}' may be done now; there is {verbs}.")
    return at.listing(wanted)


async def why(at: LineTable, rest: str) -> list[str]:
    """Whether an action may be done, and if not, the rule; alone: more about the last refusal."""
    if not rest:
        return [at.refusal.text, *_quoted(at, at.refusal.rule)]
    action = _action(at, rest)
    refusal = at.moment.check(action)
    if refusal is None:
        return [f"{action} is legal."]
    at.refuse(refusal)
    return _quoted(at, refusal.rule)


async def what(at: LineTable, rest: str) -> list[str]:
    """What a legal action would bring."""
    if not rest:
        raise RuleError(f"What would what bring? Add an action, such as: what {at.choices[0]}.")
    action = _action(at, rest)
    if at.moment.check(action):
        return await why(at, str(action))
    return [f"{action}: {'; '.join(at.now.foresee(action)) or 'nothing more to say'}."]


async def hint(at: LineTable, rest: str) -> list[str]:
    moment = at.moment
    advice = await at.seat.hint()
    return [f"Hint: {advice.action}, because {moment.told(advice.why)}."]


def _action(at: LineTable, text: str) -> Action:
    found = typed.exact(text, at.choices) or typed.begun(text, at.choices)
    if len(found) == 1:
        return found[0]
    try:
        return typed.parsed(text, at.now.rules, at.verbs)
    except NotationError:
        if found:
            raise RuleError(f"{len(found)} choices begin like that: {', '.join(map(str, found[:9]))}.") from None
        raise


def _quoted(at: LineTable, rule: str) -> list[str]:
    book = rulebook(at.now.header.game)
    return pages.ask(book, rule, pages.WIDTH) if rule and book.paragraph(rule) else []


# --- what has happened --------------------------------------------------------------------------------------------


async def recap(at: LineTable, rest: str) -> list[str]:
    """What the others have done since the last own step."""
    now = at.now
    lines = [line for deed in now.deeds[now.own_last :] for line in show.caption(now.names, deed)]
    return lines or ["Nothing has happened since your last action."]


async def log(at: LineTable, rest: str) -> list[str]:
    now = at.now
    count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else LOGGED
    if rest == "all":
        count = now.number
    lines = [f"{deed.number}. {line}" for deed in now.deeds for line in show.caption(now.names, deed)]
    return lines[-count:] if count else []


# --- taking back --------------------------------------------------------------------------------------------------


async def undo(at: LineTable, rest: str) -> list[str]:
    return [f"Taken back: {await at.seat.undo()}."]


async def redo(at: LineTable, rest: str) -> list[str]:
    at.heading = "Done again:"
    try:
        await at.seat.redo()
    finally:
        at.heading = ""
    return []


async def restart(at: LineTable, rest: str) -> list[str]:
    count = await at.seat.restart()
    return [f"Taken back: {count} action{'' if count == 1 else 's'}."]


# --- the rest -----------------------------------------------------------------------------------------------------


async def rules(at: LineTable, rest: str) -> list[str]:
    return pages.ask(rulebook(at.now.header.game), rest, pages.WIDTH)


async def seed(at: LineTable, rest: str) -> list[str]:
    now = at.now
    if now.over:
        return [f"The seed was {now.seed or 'not kept'}; its seal {now.header.sealed or 'is missing'}."]
    return [f"The seed is sealed as {now.header.sealed}; it is told when the game is over."]


async def save(at: LineTable, rest: str) -> list[str]:
    """Games are kept as they are played; with a name, a copy is written."""
    place = at.now.place
    if not rest:
        return [f"Every action is kept at once in {place}." if place else "This game is not kept: save FILE."]
    if not rest.isprintable():
        raise RuleError("That is no name of a file.")
    path = Path(rest)
    if path.exists():
        raise RuleError(f"{path.name or rest} is there already; choose another name.")
    write_whole(path, at.host.record())
    return [f"A copy of the record is in {path}."]


async def settings(at: LineTable, rest: str) -> list[str]:
    """The settings that matter here; `settings confirm at once` changes one for this game."""
    usable = [setting for setting in SCHEMA if setting.id in ("confirm", "bell")]
    name, _, value = rest.partition(" ")
    setting = next((setting for setting in usable if setting.id == name), None)
    if not rest:
        return [f"{s.id}: {at.settings[s.id]}. {s.help} One of: {', '.join(s.values)}." for s in usable]
    if setting is None or value not in setting.values:
        wanted = " or ".join(f"{s.id} {v}" for s in usable for v in s.values)
        raise RuleError(f"'{rest[:30]}' is no setting here. Say {wanted}.")
    at.settings = at.settings.having(name, value)
    return [f"{setting.title}: {value}, for this game."]


async def rematch(at: LineTable, rest: str) -> list[str]:
    if not at.now.over:
        raise RuleError("The game is not over yet.")
    at.rematch()
    return []


async def leave(at: LineTable, rest: str) -> list[str]:
    at.leave()
    return []


async def help(at: LineTable, rest: str) -> list[str]:
    return list(_help())


def _help() -> Iterator[str]:
    yield "An action is typed as its text, as its beginning, as its names alone, or as its number. Enter repeats."
    for command in COMMANDS:
        others = [other for other, word in OTHER_WORDS.items() if word == command.word]
        also = f" (or {', '.join(others)})" if others else ""
        yield f"  {command.word}{' ' + command.rest if command.rest else ''}{also}: {command.help}"


COMMANDS = (
    Command("help", "", "this list.", help),
    Command("legal", "[VERB or all]", "what you may do, with numbers.", legal),
    Command("where", "", "the whole position in words.", where),
    Command("look", "NAME", "one thing: a cell, a card, a tile, a player, or Bo D4.", look),
    Command("around", "CELL", "a cell and its neighbours.", around),
    Command("scan", "[ROW or COLUMN]", "your tiles, row by row.", scan),
    Command("last", "", "what has happened since your last action.", recap),
    Command("log", "[N or all]", "the latest lines of what has happened.", log),
    Command("why", "[ACTION]", "whether an action may be done, and by which rule not.", why),
    Command("what", "ACTION", "what an action would bring.", what),
    Command("hint", "", "what a good player would do.", hint),
    Command("undo", "", "take your last action back.", undo),
    Command("redo", "", "do again what was taken back.", redo),
    Command("restart", "", "take back as much as possible.", restart),
    Command("rules", "[NUMBER or WORDS]", "the rules: a section, a rule, or a search.", rules),
    Command("score", "", "the points so far, line by line.", score),
    Command("seed", "", "the seal of the seed, or the seed after the game.", seed),
    Command("save", "[FILE]", "where the game is kept, or a copy of it.", save),
    Command("settings", "[NAME VALUE]", "confirmation and bell, for this game.", settings),
    Command("rematch", "", "after the game: the same players again.", rematch),
    Command("quit", "", "leave; the game is kept.", leave),
)
OTHER_WORDS = {"?": "help", "board": "where", "recap": "last", "exit": "quit", "leave": "quit", "scores": "score"}
