"""What the status line says."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tilehall.engine import Text, spaced

Tone = Literal["info", "bad", "hint"]
SINCE = Text("Since your last turn")


class Message(NamedTuple):
    """A sentence, its tone, the rule it quotes, and where several have acted what each has done."""

    text: Text
    tone: Tone = "info"
    rule: str = ""
    story: tuple[Text, ...] = ()
    title: Text = SINCE
    """What stands above the story."""
    by_turns: bool = False
    """Whether the story can be told turn by turn."""
    names_place: bool = False
    """Whether what lies under the cursor is told in it: then it need not be told again."""


def before_news(hint: Message, news: Message) -> Message:
    """A hint, and behind it what others have done: nobody has read that yet."""
    story = (hint.text, *news.story) if news.story else ()
    title = Text("The hint, and what happened") if story else news.title
    return news._replace(text=spaced([hint.text, news.text]), story=story, title=title)
