"""Tables, clocks and people of the hall in sentences."""

from __future__ import annotations

from tilehall.engine import BUILT_IN_GAMES, LEVELS, Text, join_spaces, literal_text
from tilehall.tui.hall.levels import program_of
from tilehall.tui.hall.protocol import ChatLine, Clock, Request

MINUTE, HOUR, DAY = 60, 3600, 86400


def title_of(name: str) -> Text:
    """What a game is called."""
    return BUILT_IN_GAMES[name].title if name in BUILT_IN_GAMES else literal_text(name)


def lasting(seconds: float) -> Text:
    """A time in a word or two."""
    if seconds < MINUTE:
        return Text("{n} second", "{n} seconds", n=max(0, int(seconds)))
    if seconds < 2 * HOUR:
        return Text("{n} minute", "{n} minutes", n=int(seconds // MINUTE))
    if seconds < 2 * DAY:
        return Text("{n} hour", "{n} hours", n=int(seconds // HOUR))
    return Text("{n} day", "{n} days", n=int(seconds // DAY))


def ago(seconds: float) -> Text:
    """How long it is since something happened."""
    return Text("just now") if seconds < MINUTE else Text("{time} ago", time=lasting(seconds))


def ticking(seconds: float) -> str:
    """What a clock shows.

    >>> ticking(74.2), ticking(3661), ticking(-3)
    ('1:14', '1:01:01', '0:00')
    """
    left = max(0, int(seconds))
    hours, rest = divmod(left, HOUR)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def timed(clock: Clock) -> Text:
    """How much time there is to think; nothing without a clock."""
    if clock.kind == "turn":
        return Text("{time} a turn", time=lasting(clock.seconds))
    if clock.kind == "game":
        return Text("{time} for each player", time=lasting(clock.seconds))
    return Text("")


def level(name: str) -> Text:
    """How a computer player plays."""
    if program := program_of(name):
        return Text("the program {name}", name=program)
    return LEVELS[name].title if name in LEVELS else literal_text(name)


def said(line: ChatLine) -> Text:
    """What somebody has said."""
    return Text("{name}: {words}", name=line.name, words=line.text)


def missed(last: ChatLine, new: int, key: str) -> Text:
    """What was said while somebody was away, the last line of it."""
    if new == 1:
        return Text("While you were away: {said}", said=said(last))
    return Text("While you were away {n} lines were said, {key} shows them. {said}", n=new, key=key, said=said(last))


def waits(request: Request) -> Text:
    """To whoever has asked: who has still to answer."""
    left = Text("{n} has not answered yet.", "{n} have not answered yet.", n=len(request.asked))
    if request.kind != "undo":
        return join_spaces([Text("The others are asked."), left])
    steps = Text("{n} step", "{n} steps", n=request.steps)
    return join_spaces([Text("The others are asked to let you take back {steps}.", steps=steps), left])


def requested(request: Request, names: tuple[str, ...]) -> Text:
    """What somebody asks for."""
    if request.kind == "undo":
        return Text(
            "{name} asks to take back {n} step.",
            "{name} asks to take back the last {n} steps.",
            n=request.steps,
            name=names[request.by],
        )
    return Text("{name} asks that a computer plays for {other}.", name=names[request.by], other=names[request.about])
