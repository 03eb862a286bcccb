"""The commands of line mode: everything that can be asked or done at a table besides playing an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import NotationError, RuleError, Seat, rulebook, seal
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
    answer: Callable[[LineTable, str], list[str]]


def answer(at: LineTable, line: str) -> list[str]:
    """What a line that is a command, or the beginning of one, is answered with. Raises RuleError."""
    word, _, rest = line.removeprefix(":").strip().partition(" ")
    found = _find(word)
    if len(found) > 1:
        raise RuleError(f"'{word[:20]}' may mean {' or '.join(command.word for command in found)}.")
    if not found:
        raise RuleError(f"'{word[:20]}' is no command; help lists them.")
    return found[0].answer(at, rest.strip())


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


def _viewer(at: LineTable) -> Seat | None:
    """Who asks: the seat at the keyboard; after the game everybody's eyes are the spectator's."""
    return at.seat


def _position(at: LineTable) -> dict[str, object]:
    table = at.table
    position: dict[str, object] = table.rules.dump(table.match.view(_viewer(at)))
    return position


def where(at: LineTable, rest: str) -> list[str]:
    return show.where(at.table, _viewer(at))


def look(at: LineTable, rest: str) -> list[str]:
    if not rest:
        return where(at, rest)
    return at.words.look(_position(at), at.table.names, _viewer(at), rest)


def around(at: LineTable, rest: str) -> list[str]:
    return at.words.around(_position(at), at.table.names, _viewer(at), rest)


def scan(at: LineTable, rest: str) -> list[str]:
    wanted = rest.removeprefix("row ").removeprefix("column ")
    return at.words.scan(_position(at), at.table.names, _viewer(at), wanted)


def score(at: LineTable, rest: str) -> list[str]:
    return show.receipt(at.table)


# --- what may be done ---------------------------------------------------------------------------------------------


def legal(at: LineTable, rest: str) -> list[str]:
    """All choices if they are few, else how many of each verb; `legal all` and `legal VERB` list them."""
    choices, verb = at.choices, rest.casefold()
    if not verb:
        return at.listing(choices) if len(choices) <= FEW else at.summary()
    wanted = [action for action in choices if verb in ("all", action.verb)] or typed.begun(rest, choices)
    if not wanted:
        verbs = ", ".join(dict.fromkeys(action.verb for action in choices))
        raise RuleError(f"Nothing that begins with '{rest[:20]}' may be done now; there is {verbs}.")
    return at.listing(wanted)


def why(at: LineTable, rest: str) -> list[str]:
    """Whether an action may be done, and if not, the rule; alone: more about the last refusal."""
    if not rest:
        return [at.refusal.text, *_quoted(at, at.refusal.rule)]
    action = _action(at, rest)
    refusal = at.table.rules.check(at.table.match.view(at.player), at.player, action)
    if refusal is None:
        return [f"{action} is legal."]
    at.refuse(refusal)
    return _quoted(at, refusal.rule)


def what(at: LineTable, rest: str) -> list[str]:
    """What a legal action would bring."""
    if not rest:
        raise RuleError(f"What would what bring? Add an action, such as: what {at.choices[0]}.")
    action, table = _action(at, rest), at.table
    view = table.match.view(at.player)
    if table.rules.check(view, at.player, action):
        return why(at, str(action))
    phrases = [table.told(phrase) for phrase in table.rules.foresee(view, at.player, action)]
    return [f"{action}: {'; '.join(phrases) or 'nothing more to say'}."]


def hint(at: LineTable, rest: str) -> list[str]:
    advice = at.table.hint(at.player)
    return [f"Hint: {advice.action}, because {at.table.told(advice.why)}."]


def _action(at: LineTable, text: str) -> object:
    found = typed.exact(text, at.choices) or typed.begun(text, at.choices)
    if len(found) == 1:
        return found[0]
    try:
        return typed.parsed(text, at.table.rules, at.verbs)
    except NotationError:
        if found:
            raise RuleError(f"{len(found)} choices begin like that: {', '.join(map(str, found[:9]))}.") from None
        raise


def _quoted(at: LineTable, rule: str) -> list[str]:
    book = rulebook(at.table.header.game)
    return pages.ask(book, rule, pages.WIDTH) if rule and book.paragraph(rule) else []


# --- what has happened --------------------------------------------------------------------------------------------


def recap(at: LineTable, rest: str) -> list[str]:
    """What the others have done since the last own step."""
    table, seat = at.table, _viewer(at)
    since = table.last_own_step(seat) if seat is not None else 0
    lines = [line for step in table.match.steps[since:] for line in show.caption(table, step, seat)]
    return lines or ["Nothing has happened since your last action."]


def log(at: LineTable, rest: str) -> list[str]:
    count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else LOGGED
    if rest == "all":
        count = len(at.table.match.steps)
    seat = _viewer(at)
    lines = [f"{s.number}. {line}" for s in at.table.match.steps for line in show.caption(at.table, s, seat)]
    return lines[-count:] if count else []


# --- taking back --------------------------------------------------------------------------------------------------


def _taker(at: LineTable) -> Seat:
    """Whose step is taken back: friends at one open table may take back for each other."""
    steps = at.table.match.steps
    if steps and at.table.is_human(steps[-1].seat) and not at.table.secret():
        return steps[-1].seat
    return at.player


def undo(at: LineTable, rest: str) -> list[str]:
    if at.table.over:
        raise RuleError("The game is over; nothing can be taken back.")
    return [f"Taken back: {at.table.undo(_taker(at)).action}."]


def redo(at: LineTable, rest: str) -> list[str]:
    return ["Done again:", *show.moved(at.table, at.table.redo().moves, at.viewer())]


def restart(at: LineTable, rest: str) -> list[str]:
    if at.table.over:
        raise RuleError("The game is over; nothing can be taken back.")
    count = at.table.restart(_taker(at))
    return [f"Taken back: {count} action{'' if count == 1 else 's'}."]


# --- the rest -----------------------------------------------------------------------------------------------------


def rules(at: LineTable, rest: str) -> list[str]:
    return pages.ask(rulebook(at.table.header.game), rest, pages.WIDTH)


def seed(at: LineTable, rest: str) -> list[str]:
    table = at.table
    if table.over:
        return [f"The seed was {table.seed or 'not kept'}; its seal {table.header.sealed or 'is missing'}."]
    return [f"The seed is sealed as {table.header.sealed or seal(table.seed)}; it is told when the game is over."]


def save(at: LineTable, rest: str) -> list[str]:
    """Games are kept as they are played; with a name, a copy is written."""
    keeper = at.table.keeper
    if not rest:
        return [f"Every action is kept at once in {keeper.path}." if keeper else "This game is not kept: save FILE."]
    if not rest.isprintable():
        raise RuleError("That is no name of a file.")
    path = Path(rest)
    if path.exists():
        raise RuleError(f"{path.name or rest} is there already; choose another name.")
    write_whole(path, at.table.record())
    return [f"A copy of the record is in {path}."]


def settings(at: LineTable, rest: str) -> list[str]:
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


def rematch(at: LineTable, rest: str) -> list[str]:
    if not at.table.over:
        raise RuleError("The game is not over yet.")
    at.rematch()
    return []


def leave(at: LineTable, rest: str) -> list[str]:
    at.leave()
    return []


def help(at: LineTable, rest: str) -> list[str]:
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
