"""The commands of line mode: everything at a table except playing an action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import (
    Action,
    NotationError,
    Position,
    Rulebook,
    Text,
    UserError,
    did_you_mean,
    join_commas,
    join_or,
    join_semicolons,
    join_spaces,
    literal_text,
    load_rulebook,
)
from tilehall.tui.config.settings import SCHEMA, Setting
from tilehall.tui.features.review.lines import course_lines
from tilehall.tui.lines import narration, rulebook_pages, typed_actions
from tilehall.tui.tables.history.derivation import lines_by_player
from tilehall.tui.tables.history.reasons import find_reason, reasons_for_advice
from tilehall.tui.tables.history.replay import NOT_OVER
from tilehall.tui.tables.history.review import JUDGE_LEVELS, USUAL_JUDGE
from tilehall.tui.tables.seat import UNAIDED
from tilehall.tui.tables.storage.filesystem import replace_text
from tilehall.tui.tables.thinking.thinkers import run_inline

if TYPE_CHECKING:
    from tilehall.tui.lines.line_table import LineTable

FEW = 12
"""Number of choices up to which they are listed without being asked for."""
NAMED = 9
"""Number of similar choices that a message names."""
LOGGED = 20


@dataclass(frozen=True, slots=True)
class LineCommand:
    """A command: its word, its arguments, its help, and its function."""

    word: str
    rest: Text | None
    help: Text
    answer: Callable[[LineTable, str], Awaitable[list[Text]]]


async def answer(at: LineTable, line: str) -> list[Text]:
    """The answer to a line that is a command or a prefix of one. Raises UserError."""
    word, _, rest = line.removeprefix(":").strip().partition(" ")
    found = _find(word)
    if len(found) > 1:
        commands = join_or(command.word for command in found)
        raise UserError(Text("'{word}' may mean {commands}.", word=word[:20], commands=commands))
    if not found:
        instead = did_you_mean(word, _by_word(), Text("Type {help} for the commands.", help="help"))
        raise UserError(Text("'{word}' is no command. {instead}", word=word[:20], instead=instead))
    return await found[0].answer(at, rest.strip())


def is_command(line: str) -> bool:
    """Whether a line is a complete command; a leading colon marks a command in any case."""
    word = line.split()[0].casefold()
    return line.startswith(":") or word in _by_word()


def begins_command(line: str) -> bool:
    return bool(_find(line.split()[0]))


def _find(word: str) -> list[LineCommand]:
    known, wanted = _by_word(), word.casefold()
    if wanted in known:
        return [known[wanted]]
    return [command for command in COMMANDS if wanted and command.word.startswith(wanted)]


def _by_word() -> dict[str, LineCommand]:
    known = {command.word: command for command in COMMANDS}
    return known | {other: known[word] for other, word in OTHER_WORDS.items()}


# --- position -----------------------------------------------------------------------------------------------------


def _position(at: LineTable) -> Position:
    return at.now.rules.dump(at.now.state)


async def where(at: LineTable, rest: str) -> list[Text]:
    return narration.position_lines(at.now)


async def look(at: LineTable, rest: str) -> list[Text]:
    if not rest:
        return await where(at, rest)
    return at.words.describe_thing(_position(at), at.now.names, at.now.viewpoint, rest)


async def around(at: LineTable, rest: str) -> list[Text]:
    return at.words.describe_neighbours(_position(at), at.now.names, at.now.viewpoint, rest)


async def scan(at: LineTable, rest: str) -> list[Text]:
    wanted = rest.removeprefix("row ").removeprefix("column ")
    return at.words.describe_line(_position(at), at.now.names, at.now.viewpoint, wanted)


async def explain(at: LineTable, rest: str) -> list[Text]:
    """Describes a thing, its present state, and the rules about it."""
    # Late import, for a fast first line.
    from tilehall.tui.features.explain import lines as explain_lines

    language = at.talk.language
    return explain_lines.explain_lines(
        at.now, language, explain_lines.find_thing(at.now, language, rest), _rulebook(at)
    )


async def score(at: LineTable, rest: str) -> list[Text]:
    """The receipt, or the origin of one of its lines."""
    if not rest:
        return narration.receipt_lines(at.now)
    lines = at.now.receipt.lines
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else 0
    if not 0 < number <= len(lines):
        raise UserError(Text("There is no line {n}: the score has {last}.", n=rest[:20], last=len(lines)))
    rule = lines_by_player(at.now.receipt, range(len(at.now.names)))[number - 1].rule
    return [*narration.derivation_lines(at.now, number), *_quoted(at, rule)]


# --- choices ------------------------------------------------------------------------------------------------------


async def legal(at: LineTable, rest: str) -> list[Text]:
    """All choices if they are few, else their number by verb; `legal all` and `legal VERB` list them."""
    choices, verb = at.choices, rest.casefold()
    if not verb:
        return at.listing(choices) if len(choices) <= FEW else at.summary()
    wanted = [action for action in choices if verb in ("all", action.verb)] or typed_actions.match_prefix(rest, choices)
    if not wanted:
        verbs = join_commas(dict.fromkeys(action.verb for action in choices))
        raise UserError(
            Text("Nothing that begins with '{words}' may be done now; there is {verbs}.", words=rest[:20], verbs=verbs)
        )
    return at.listing(wanted)


async def why(at: LineTable, rest: str) -> list[Text]:
    """Whether an action is legal, and if not, the rule; without an action: more about the last refusal."""
    if not rest:
        return [at.refusal.text, *_quoted(at, at.refusal.rule)]
    action = _action(at, rest)
    refusal = at.moment.check(action)
    if refusal is None:
        return [Text("{action} is legal.", action=str(action))]
    at.refuse(refusal)
    return _quoted(at, refusal.rule)


async def reason(at: LineTable, rest: str) -> list[Text]:
    """Why a computer player took its last step, or the step of this number."""
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else 0
    if rest and not 0 < number <= at.now.number:
        raise UserError(Text("There is no step {step}: so far there are {last}.", step=rest[:20], last=at.now.number))
    found = find_reason(at.seat, number or at.now.number, only=number > 0)
    return [found.text]


async def what(at: LineTable, rest: str) -> list[Text]:
    """The consequences of a legal action."""
    _aided(at)
    if not rest:
        example = f"what {at.choices[0]}"
        raise UserError(Text("What would what bring? Add an action, such as: {example}.", example=example))
    action = _action(at, rest)
    if at.moment.check(action):
        return await why(at, str(action))
    outlook = join_semicolons(at.now.foresee(action), Text("nothing more to say"))
    return [Text("{action}: {outlook}.", action=str(action), outlook=outlook)]


async def hint(at: LineTable, rest: str) -> list[Text]:
    _aided(at)
    if rest:
        action = _action(at, rest)
        if at.moment.check(action):
            return await why(at, str(action))
        loses = await at.seat.compare(action)
        return [Text("{action}: {reason}.", action=str(action), reason=loses.why)]
    advice = await at.seat.hint()
    told = [Text("Hint: {action}. Why: {why}.", action=str(advice.action), why=advice.why)]
    if not advice.is_clear:
        told.append(Text("There is no clear best."))
    return [*told, *reasons_for_advice(advice, lambda action: literal_text(str(action)))]


def _aided(at: LineTable) -> None:
    """Raises UserError at tables without aids."""
    if not at.seat.header.aids:
        raise UserError(UNAIDED)


def _action(at: LineTable, text: str) -> Action:
    found = typed_actions.match_exact(text, at.choices) or typed_actions.match_prefix(text, at.choices)
    if len(found) == 1:
        return found[0]
    try:
        return typed_actions.parse_action(text, at.now.rules, at.verbs)
    except NotationError:
        if found:
            few = join_commas(map(str, found[:NAMED]))
            if (left := len(found) - NAMED) > 0:
                few = Text("{some} and {n} more", some=few, n=left)
            raise UserError(
                Text(
                    "{n} choice begins like that: {few}.",
                    "{n} choices begin like that: {few}.",
                    n=len(found),
                    few=few,
                )
            ) from None
        raise


def _quoted(at: LineTable, rule: str) -> list[Text]:
    book = _rulebook(at)
    return (
        [*map(literal_text, rulebook_pages.search_lines(book, rule, rulebook_pages.WIDTH))]
        if rule and book.paragraph(rule)
        else []
    )


def _rulebook(at: LineTable) -> Rulebook:
    return load_rulebook(at.now.rules, at.talk.language.code)


# --- history ------------------------------------------------------------------------------------------------------


async def recap(at: LineTable, rest: str) -> list[Text]:
    """What the others have done since the player's last step."""
    now = at.now
    lines = [line for deed in now.seen_steps[now.last_own_step :] for line in narration.caption(now.rules, deed)]
    return lines or [Text("Nothing has happened since your last action.")]


async def log(at: LineTable, rest: str) -> list[Text]:
    now = at.now
    count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else LOGGED
    if rest == "all":
        count = now.number
    lines = [line for deed in now.seen_steps for line in narration.numbered_lines(now.rules, deed)]
    return lines[-count:] if count else []


# --- undo ---------------------------------------------------------------------------------------------------------


async def undo(at: LineTable, rest: str) -> list[Text]:
    return [Text("Taken back: {action}.", action=str(await at.seat.undo()))]


async def redo(at: LineTable, rest: str) -> list[Text]:
    at.heading = Text("Done again:")
    try:
        await at.seat.redo()
    finally:
        at.heading = None
    return []


async def restart(at: LineTable, rest: str) -> list[Text]:
    return [Text("Taken back: {n} action.", "Taken back: {n} actions.", n=await at.seat.restart())]


# --- others -------------------------------------------------------------------------------------------------------


async def rules(at: LineTable, rest: str) -> list[Text]:
    return [*map(literal_text, rulebook_pages.search_lines(_rulebook(at), rest, rulebook_pages.WIDTH))]


async def seed(at: LineTable, rest: str) -> list[Text]:
    seed, seal = at.now.seed, at.now.header.sealed
    if not at.now.over:
        return [Text("The seed is sealed as {seal}; it is told when the game is over.", seal=seal)]
    if seed and seal:
        return [Text("The seed was {seed}; its seal {seal}.", seed=seed, seal=seal)]
    if seal:
        return [Text("The seed was not kept; its seal {seal}.", seal=seal)]
    if seed:
        return [Text("The seed was {seed}; its seal is missing.", seed=seed)]
    return [Text("The seed was not kept; its seal is missing.")]


async def save(at: LineTable, rest: str) -> list[Text]:
    """Says that games are saved as they are played; with a name, writes a copy."""
    place = at.now.place
    if not rest:
        if at.now.trouble:
            return [Text("This game is not kept: {why}.", why=at.now.trouble)]
        if place:
            return [Text("Every action is kept at once in {place}.", place=place)]
        return [Text("This game is not kept: {save} FILE.", save="save")]
    if not rest.isprintable():
        raise UserError(Text("That is no name of a file."))
    path = Path(rest)
    if path.exists():
        raise UserError(Text("{file} is there already; choose another name.", file=path.name or rest))
    replace_text(path, at.host.record())
    return [Text("A copy of the record is in {file}.", file=str(path))]


async def gamble(at: LineTable, rest: str) -> list[Text]:
    """Continues the game although it cannot be saved."""
    at.seat.continue_unsaved()
    return [Text("Go on; what you do is kept as soon as that is possible again.")]


async def settings(at: LineTable, rest: str) -> list[Text]:
    """The settings that matter in line mode; `settings confirm at once` changes one for this game."""
    usable = [setting for setting in SCHEMA if setting.id in ("confirm", "bell")]
    name, _, value = rest.partition(" ")
    setting = next((setting for setting in usable if setting.id == name), None)
    if not rest:
        return [_told(setting, at.settings[setting.id]) for setting in usable]
    if setting is None or value not in setting.values:
        wanted = join_or(f"{s.id} {v}" for s in usable for v in s.values)
        raise UserError(Text("'{words}' is no setting here. Say {wanted}.", words=rest[:30], wanted=wanted))
    at.settings = at.settings.with_value(name, value)
    return [Text("{title}: {value}, for this game.", title=setting.title, value=value)]


def _told(setting: Setting, value: str) -> Text:
    values = join_commas(setting.values)
    return Text("{id}: {value}. {help} One of: {values}.", id=setting.id, value=value, help=setting.help, values=values)


async def review(at: LineTable, rest: str) -> list[Text]:
    """A review of the game, judged by a level."""
    level = rest.casefold() or USUAL_JUDGE
    if not at.now.over:
        raise UserError(NOT_OVER)
    if level not in JUDGE_LEVELS:
        raise UserError(
            Text("'{words}' is no judge here. Say {wanted}.", words=rest[:30], wanted=join_or(JUDGE_LEVELS))
        )
    at.talk.say(Text("Looking back at {n} step ...", "Looking back at {n} steps ...", n=at.now.number))
    return course_lines(run_inline(at.seat.open_replay()).review_game(level))


async def rematch(at: LineTable, rest: str) -> list[Text]:
    if not at.now.over:
        raise UserError(Text("The game is not over yet."))
    at.rematch()
    return []


async def leave(at: LineTable, rest: str) -> list[Text]:
    at.leave()
    return []


async def help(at: LineTable, rest: str) -> list[Text]:
    return list(_help())


def _help() -> Iterator[Text]:
    yield Text("An action is typed as its text, as its beginning, as its names alone, or as its number. Enter repeats.")
    yield Text("A hint looks at your turn up to its end, by what you may see, and at what the position is worth then.")
    for command in COMMANDS:
        usage = join_spaces([command.word, command.rest]) if command.rest else literal_text(command.word)
        if others := join_commas(other for other, word in OTHER_WORDS.items() if word == command.word):
            usage = Text("{usage} (or {others})", usage=usage, others=others)
        yield Text("  {usage}: {help}", usage=usage, help=command.help)


COMMANDS = (
    LineCommand("help", None, Text("this list."), help),
    LineCommand("legal", Text("[VERB or {all}]", all="all"), Text("what you may do, with numbers."), legal),
    LineCommand("where", None, Text("the whole position in words."), where),
    LineCommand(
        "look", Text("NAME"), Text("one thing: a cell, a card, a tile, a player, or {example}.", example="Bo D4"), look
    ),
    LineCommand(
        "explain",
        Text("NAME"),
        Text("what a thing is and does, how it stands, and the rules of it: {example}.", example="Bo D4"),
        explain,
    ),
    LineCommand("around", Text("CELL"), Text("a cell and its neighbours."), around),
    LineCommand("scan", Text("[ROW or COLUMN]"), Text("your tiles, row by row."), scan),
    LineCommand("last", None, Text("what has happened since your last action."), recap),
    LineCommand("log", Text("[N or {all}]", all="all"), Text("the latest lines of what has happened."), log),
    LineCommand("why", Text("[ACTION]"), Text("whether an action may be done, and by which rule not."), why),
    LineCommand("reason", Text("[STEP]"), Text("why a computer player did its last action, or that step."), reason),
    LineCommand("what", Text("ACTION"), Text("what an action would bring."), what),
    LineCommand("hint", Text("[ACTION]"), Text("what a good player would do; with an action what that loses."), hint),
    LineCommand("undo", None, Text("take your last action back."), undo),
    LineCommand("redo", None, Text("do again what was taken back."), redo),
    LineCommand("restart", None, Text("take back as much as possible."), restart),
    LineCommand("rules", Text("[NUMBER or WORDS]"), Text("the rules: a section, a rule, or a search."), rules),
    LineCommand("score", Text("[LINE]"), Text("the points so far, line by line, or where a line comes from."), score),
    LineCommand("seed", None, Text("the seal of the seed, or the seed after the game."), seed),
    LineCommand("save", Text("[FILE]"), Text("where the game is kept, or a copy of it."), save),
    LineCommand("settings", Text("[NAME VALUE]"), Text("confirmation and bell, for this game."), settings),
    LineCommand(
        "review", Text("[LEVEL]"), Text("after the game: its course, its turning points, and what cost most."), review
    ),
    LineCommand("rematch", None, Text("after the game: the same players again."), rematch),
    LineCommand("gamble", None, Text("play on though the game cannot be saved."), gamble),
    LineCommand("quit", None, Text("leave; the game is kept."), leave),
)
OTHER_WORDS = {"?": "help", "board": "where", "recap": "last", "exit": "quit", "leave": "quit", "scores": "score"}
