"""What the status line says."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tilehall.engine import Text, join_spaces
from tilehall.tui.terminal.output.drawing import Place

Tone = Literal["info", "bad", "hint", "good"]
SINCE_LAST_TURN = Text("Since your last turn")


class StatusMessage(NamedTuple):
    """A sentence, its tone, the rule it quotes, and where several have acted what each has done."""

    text: Text
    tone: Tone = "info"
    rule: str = ""
    recap: tuple[Text, ...] = ()
    title: Text = SINCE_LAST_TURN
    """What stands above the story."""
    by_turns: bool = False
    """Whether the story can be told turn by turn."""
    names_place: bool = False
    """Whether what lies under the cursor is told in it: then it need not be told again."""
    asks_first: bool = False
    """Whether Enter does not do yet what it proposes, but asks whether that is meant for good."""
    is_complete: bool = False
    """Whether nothing more can be told of it."""
    brief: bool = False
    """Whether it keeps to the lines below the board, and is cut where these are too few."""
    marks: tuple[str, ...] = ()
    """The words (cells, cards) of what is in the way of something: they are lit on the board."""
    spots: tuple[Place, ...] = ()
    """Where what it names may be chosen instead: there the cursor goes next."""


def put_before_news(hint: StatusMessage, news: StatusMessage) -> StatusMessage:
    """A hint, and below it on lines of their own what others have done: nobody has read that yet. Else it alone."""
    if not news.by_turns:
        return hint
    story = (hint.text, *(news.recap or (news.text,)))
    return news._replace(text=join_spaces(story), recap=story, title=Text("The hint, and what happened"))
