"""A message to a player."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tilehall.engine import Text, join_spaces
from tilehall.tui.terminal.output.drawing import Place

Tone = Literal["info", "bad", "hint", "good"]
SINCE_LAST_TURN = Text("Since your last turn")


class StatusMessage(NamedTuple):
    """A sentence with its tone and rule; a recap has one sentence a turn."""

    text: Text
    tone: Tone = "info"
    rule: str = ""
    recap: tuple[Text, ...] = ()
    title: Text = SINCE_LAST_TURN
    """The heading of the recap."""
    by_turns: bool = False
    """Whether a key tells the recap turn by turn."""
    names_place: bool = False
    """Whether it says already what lies under the cursor."""
    asks_first: bool = False
    """Whether Enter asks for confirmation first, as what is proposed cannot be taken back."""
    is_complete: bool = False
    """Whether there is no longer version of it."""
    brief: bool = False
    """Whether it is cut to the lines below the board."""
    marks: tuple[str, ...] = ()
    """The words (cells, cards) to light up: what prevents something."""
    spots: tuple[Place, ...] = ()
    """The places of the alternatives it names: Tab goes there next."""


def put_before_news(hint: StatusMessage, news: StatusMessage) -> StatusMessage:
    """The hint with the unread news below it; the hint alone if the news is no recap."""
    if not news.by_turns:
        return hint
    story = (hint.text, *(news.recap or (news.text,)))
    return news._replace(text=join_spaces(story), recap=story, title=Text("The hint, and what happened"))
