"""What surrounds every board: title, prompt, choices, status and footer, painted into the same picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import CHANCE
from tilehall.tui.house.moment import Moment
from tilehall.tui.kernel import cells
from tilehall.tui.kernel.drawing import Drawing, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.keys import shown
from tilehall.tui.look import Look
from tilehall.tui.play.letters import letter_of
from tilehall.tui.play.picking import MENU, Choice
from tilehall.tui.play.player import Player
from tilehall.tui.play.view import Glance
from tilehall.tui.scenes.scene import Scene

LINES = 5
"""One above the board, four below."""


def paint(
    player: Player[Any], scene: Scene[Any], look: Look, width: int, height: int, keys: dict[str, tuple[str, ...]]
) -> Drawing:
    """The whole board screen."""
    needed = (scene.minimum[0] + 1, scene.minimum[1] + LINES)
    if width < needed[0] or height < needed[1]:
        return too_small(look, width, height, needed)
    drawing = Drawing(Picture(width, height, look.table))
    board = scene.paint(player.view(look), width, height - LINES)
    drawing.picture.paste(0, 1, board.picture)
    drawing.places = {place: Rect(rect.x, rect.y + 1, rect.width, rect.height) for place, rect in board.places.items()}
    _title(drawing.picture, player.moment, scene, look)
    _prompt(drawing.picture, player, scene, look, height - 4)
    _menu(drawing, player, look, height - 3)
    _status(drawing.picture, player, look, height - 2)
    footer(drawing.picture, look, height - 1, hints(player, keys))
    return drawing


def too_small(look: Look, width: int, height: int, needed: tuple[int, int]) -> Drawing:
    """One readable sentence with the needed and the present size."""
    picture = Picture(width, height, look.table)
    words = f"The board needs {needed[0]}x{needed[1]}; this window is {width}x{height}.".split(" ")
    x, y = 0, max(0, height // 2 - 1)
    for word in words:
        if x and x + len(word) > width:
            x, y = 0, y + 1
        x = picture.put(x, y, word + " ", look.warn)
    return Drawing(picture)


def _title(picture: Picture, moment: Moment[Any], scene: Scene[Any], look: Look) -> None:
    end = picture.put(1, 0, moment.rules.title, look.accent)
    due = moment.due
    if not due:
        picture.put(end + 2, 0, "the game is over", look.muted)
    elif due != (CHANCE,):
        x = end + 2
        for seat in due:
            x = picture.put(x, 0, moment.names[seat], scene.seat_style(look, seat)) + 1
        picture.put(x, 0, "to play" if len(due) == 1 else "to choose", look.muted)
    step = f"step {moment.number}"
    picture.put(picture.width - len(step) - 1, 0, step, look.muted)


def _prompt(picture: Picture, player: Player[Any], scene: Scene[Any], look: Look, y: int) -> None:
    picker, moment = player.picker, player.moment
    if player.paused:
        picture.put(1, y, "Paused.", look.warn)
        return
    if picker is None:
        picture.put(1, y, _waiting(moment), look.muted)
        return
    end = picture.put(1, y, look.glyphs.play, scene.seat_style(look, moment.seat)) + 1
    end = picture.put(end, y, moment.told(picker.decision.prompt), look.strong)
    if picker.picks:
        end = picture.put(end + 1, y, " ".join(place[1] for place in picker.picks), look.accent)
    rule = f"[{picker.decision.rule}]"
    if end + 1 + len(rule) < picture.width:
        picture.put(end + 1, y, rule, look.muted)


def _waiting(moment: Moment[Any]) -> str:
    """For whom the table waits."""
    due = next((seat for seat in moment.due if seat != CHANCE), None)
    if due is None:
        return ""
    if moment.curtain is not None:
        return f"{moment.names[due]} has to look."
    return f"{moment.names[due]} is {'to play' if due in moment.humans else 'thinking'}."


def _menu(drawing: Drawing, player: Player[Any], look: Look, y: int) -> None:
    """The choices in words, each with the key that chooses it."""
    picker = player.picker
    if picker is None:
        return
    digits = player.digits()
    skip = picker.skip()
    x, width = 1, drawing.picture.width
    glance = player.glance()
    entries = _from_cursor(player, glance, width)
    if len(entries) < len(picker.menu()):
        x = drawing.picture.put(x, y, look.glyphs.ellipsis, look.muted) + 1
    for choice in entries:
        place = (MENU, choice.text)
        number = str(digits.index(place) + 1) if place in digits else ""
        key = "." if skip and choice.text == skip.text else number or letter_of(choice.text)
        words = player.reading.choice(glance, choice.text)
        here = player.cursor == place
        length = len(key) + 3 + len(words)
        if x + length >= width:
            drawing.picture.put(x, y, look.glyphs.ellipsis, look.muted)
            return
        drawing.places[place] = Rect(x, y, length, 1)
        style = look.style(look.palette.background, look.palette.accent, True) if here else look.text
        if look.ansi and here:
            style = look.style("black", look.palette.accent, True)
        mark = look.glyphs.play if place in player.hint_places() else " "
        end = drawing.picture.put(x, y, mark, style)
        end = drawing.picture.put(end, y, key, style if here else look.accent)
        x = drawing.picture.put(end, y, f" {words} ", style) + 1


def _from_cursor(player: Player[Any], glance: Glance[Any], width: int) -> list[Choice[Any]]:
    """The entries to show: from the first on, or so that the one under the cursor fits."""
    assert player.picker is not None
    entries = player.picker.menu()
    lengths = [len(player.reading.choice(glance, choice.text)) + 5 for choice in entries]
    at = next((n for n, choice in enumerate(entries) if player.cursor == (MENU, choice.text)), 0)
    first = 0
    while first < at and sum(lengths[first : at + 1]) > width - 4:
        first += 1
    return entries[first:]


def _status(picture: Picture, player: Player[Any], look: Look, y: int) -> None:
    message = player.status()
    style = {"bad": look.bad, "hint": look.warn}.get(message.tone, look.text)
    text = f"{look.glyphs.cross} {message.text}" if message.tone == "bad" else message.text
    rule = f" [{message.rule}]" if message.rule else ""
    room = picture.width - 2 - cells.width(rule)
    if cells.width(text) > room and not (player.picker and player.picker.menu()):
        # The line of the choices is free: a long sentence may use it.
        first, *rest = cells.wrap(text, picture.width - 2)
        picture.put(1, y - 1, first, style)
        text = " ".join(rest)
    end = picture.put(1, y, cells.clip(text, room, look.glyphs.ellipsis), style)
    picture.put(end, y, rule, look.muted)


def hints(player: Player[Any], keys: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """At most six keys that do something now."""

    def key(command: str) -> str:
        return shown(keys[command][0]) if keys.get(command) else ""

    if player.pending:
        undo = [] if player.moment.barrier else [(key("undo"), "undo")]
        return [(key("choose"), "end turn"), (key("back"), "think again"), *undo]
    if player.picker is None:
        demo = [] if player.moment.humans else [(shown("space"), "go on" if player.paused else "pause")]
        words = [("log", "log"), ("hand", "hand"), ("score", "score"), ("rules", "rules"), ("leave", "leave")]
        return [*demo, *((key(command), label) for command, label in words)]
    found = [(key("choose"), "choose"), (key("next"), "next spot")]
    if player.shaped():
        found[1:] = [(key("turn"), "turn"), (key("flip"), "flip")]
    if player.picker.picks:
        found.append((key("back"), "back"))
    elif skip := player.picker.skip():
        label = player.reading.choice(player.glance(), skip.text)
        found.append((key("skip"), label if len(label) < 12 else "pass"))
    found.append((key("undo"), "undo") if not player.moment.barrier else (key("hand"), "hand"))
    if player.moment.guarded:
        found.append((key("hide"), "hide"))
    found += [(key("hint"), "hint"), (key("rules"), "rules"), (key("keys"), "keys")]
    return found[:6]


def footer(picture: Picture, look: Look, y: int, entries: Sequence[tuple[str, str]]) -> None:
    """Keys and what they do, in one line."""
    ground = look.palette.panel
    picture.fill(0, y, picture.width, 1, look.style(look.palette.muted, ground))
    x = 1
    for key, words in entries:
        x = picture.put(x, y, key, look.style(look.palette.accent, ground, True))
        x = picture.put(x, y, f" {words}", look.style(look.palette.muted, ground)) + 3
