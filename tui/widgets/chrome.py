"""What surrounds every board: title, prompt, choices, status and footer, painted into the same picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rich.style import Style

from tilehall.engine import CHANCE, Text, Who
from tilehall.tui.boards.panel import ROOMY
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import KeyBindings, key_label, key_label_for
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU, Selection
from tilehall.tui.player.surroundings import NoSurroundings, TableSurroundings
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.widgets import coach, menu, message_panel
from tilehall.tui.widgets.players_line import title_line

LINES = 5
"""One above the board, four below."""
NOBODY = -1
TALL = 30
"""Lines of the screen from which on two more are for what is said."""
FIRST = 2
"""Keys that stand in front of all that comes and goes."""


KeyHint = tuple[str, Text]
"""A key, and what it does."""
OverlayArea = Callable[[Drawing, Look], Rect | None]
HowLines = Callable[[Look, int], Sequence[Text]]


class Chrome:
    """Paints the board screen of one player. What no key has changed is not painted again."""

    def __init__(
        self,
        player: PlayerControls[Any],
        scene: BoardRenderer[Any],
        around: TableSurroundings | None = None,
        over: OverlayArea | None = None,
        how: HowLines | None = None,
    ) -> None:
        """`overlay` lays something over the board and says where: as long as there is room elsewhere it is not covered.

        `how` is what stands below the prompt in so many columns, where there is room, instead of what the coach says.
        Who brings it wants to see the board, too: what can be said shorter is not told over it.
        """
        self.player = player
        self.scene = scene
        self.surroundings: TableSurroundings = around or NoSurroundings()
        self.overlay = over
        self.how = how
        self._lines = SourceCache[Picture]()
        self._menus = SourceCache[Drawing]()
        self._areas = SourceCache[Rect]()
        self._entries = SourceCache[list[menu.MenuEntry]]()
        self._hints = SourceCache[list[KeyHint]]()
        self._left = NOBODY
        """In whose turn the list of choices lies on the left: there it stays."""
        self._places: tuple[Mapping[Place, Rect], dict[Place, Rect]] = {}, {}

    def paint(self, look: Look, width: int, height: int, keys: KeyBindings) -> Drawing:
        """The whole board screen."""
        player, scene = self.player, self.scene
        needed = (scene.minimum_size[0] + 1, scene.minimum_size[1] + LINES)
        if width < needed[0] or height < needed[1]:
            return too_small(look, width, height, needed)
        view = player.view(look)
        board = scene.paint(view, width, height - 1 - lines_below(height))
        drawing = Drawing(Picture(width, height, look.table), self._lowered(board.places))
        drawing.log = board.log and Rect(board.log.x, board.log.y + 1, board.log.width, board.log.height)
        picture, moment = drawing.picture, player.focus.moment
        picture.paste(0, 1, board.picture)
        if view.blocked:
            from tilehall.tui.boards import highlights

            highlights.mark_blocking(
                picture, highlights.find_words(view.blocked, drawing.places, player.focus.cursor.place), look
            )
        beside = self._beside(look)
        named = (moment, tuple(beside.items()))
        picture.paste(
            0, 0, self._line("title", named, look, width, lambda line: _title(line, moment, scene, look, beside))
        )
        covered = self.overlay(drawing, look) if self.overlay else None
        self._lay_menu(drawing, look, [covered] if covered else [])
        lines = self._lay_aside(picture, look)
        spared = None if self.how is None else len(self.how(look, width)[:1])
        free = _status(drawing, player, scene, look, keys, lines, spared)
        self._lay_prompt(drawing, look, keys, 2 if free else 1)
        player.focus.place_areas = drawing.places
        for label, place in player.focus.labels.visible().items():
            _label(drawing, label, place, look)
        told = self._told(keys)
        picture.paste(
            0, height - 1, self._line("footer", told, look, width, lambda line: draw_footer(line, look, 0, told))
        )
        return drawing

    def _line(self, name: str, source: object, look: Look, width: int, write: Callable[[Picture], object]) -> Picture:
        def made() -> Picture:
            line = Picture(width, 1, look.table)
            write(line)
            return line

        return self._lines.get(name, (look, width, source), made)

    def _beside(self, look: Look) -> dict[int, str]:
        """What is said of the players by those around the board."""
        return {seat: look.say(text) for seat, text in self.surroundings.seat_notes().items()}

    def _lay_aside(self, picture: Picture, look: Look) -> int:
        """What those around the board say, right above the keys; how many lines are left for the game."""
        lines = lines_below(picture.height) - 2
        if (aside := self.surroundings.footer_message()) is None:
            return lines
        line = message_panel.mark_message(aside, aside.text, self.scene, look, self.player.focus.moment.names)
        styled_text.put_line(
            picture, 1, picture.height - 2, styled_text.cut_line(line, picture.width - 2, look.glyphs.ellipsis)
        )
        return lines - 1

    def _told(self, keys: KeyBindings) -> list[KeyHint]:
        """The keys that do something now."""
        player = self.player
        asked = (
            player.focus.pending and player.focus.pending.text,
            player.status.asks_first,
            player.status.has_more_hint,
            player.status.unsaved_intent is not None,
            player.takeover_offered,
        )
        more = tuple(_each_once(self.surroundings.keys)) if self.surroundings.keys else ()
        hinting = (player.focus.help_allowed, player.advisor.is_slow, player.hints.is_requested)
        doing = (
            player.focus.is_shape_aimed(),
            player.hurry_offer.is_offered,
            _is_refused(player),
            more,
            *hinting,
            *asked,
        )
        return self._hints.get(
            "",
            (keys, player.focus.moment, _picked(player), doing),
            lambda: _among(key_hints(player, keys), more, player),
        )

    def _lowered(self, places: Mapping[Place, Rect]) -> dict[Place, Rect]:
        """The places of the board on the whole screen: one line below."""
        if places is not self._places[0]:
            before, lowered = self._places
            self._places = (
                places,
                {
                    place: lowered[place]
                    if before.get(place) is rect
                    else Rect(rect.x, rect.y + 1, rect.width, rect.height)
                    for place, rect in places.items()
                },
            )
        return dict(self._places[1])

    def _lay_prompt(self, drawing: Drawing, look: Look, keys: KeyBindings, lines: int) -> None:
        """What is to be decided, and at the end of the line the only choice in words, if there is just one."""
        player, picture, scene = self.player, drawing.picture, self.scene
        y, shown = picture.height - lines_below(picture.height), self._shown_entries(look)
        if task := self.surroundings.task_text():
            line = style_sentence(task, scene, look, player.focus.moment.names, look.strong)
            styled_text.put_line(picture, 1, y, styled_text.cut_line(line, picture.width - 2, look.glyphs.ellipsis))
            return
        single = [self._brief(shown[0], look, picture.width)] if len(shown) == 1 else []
        room = picture.width - sum([entry.columns + 1 for entry in single])
        how = tuple(self.how(look, room - 4)) if self.how else ()

        def made() -> Picture:
            block = Picture(room, lines, look.table)
            _prompt(block, player, scene, look, keys, how)
            return block

        doing = (
            player.shows_coaching,
            player.focus.is_shape_aimed(),
            player.hurry_offer.is_offered,
            player.hurry_offer.was_hurried,
            how,
        )
        asked = (player.focus.moment, _picked(player), doing, keys)
        picture.paste(0, y, self._lines.get(f"prompt {lines}", (look, room, asked), made))
        for entry in single:
            styled_text.put_line(
                picture, room, y, menu.row(entry, player.focus.cursor.place, player.hints.places(), look, entry.columns)
            )
            drawing.places[entry.place] = Rect(room, y, entry.columns, 1)

    def _brief(self, entry: menu.MenuEntry, look: Look, columns: int) -> menu.MenuEntry:
        """The only choice as it is, or by its deed alone where the prompt would be cut for the rest of its words."""
        picker = self.player.focus.selection
        if picker is None:
            return entry
        task = [*_task(self.player, picker, self.scene, look), *_named(self.player, picker, self.scene, look)]
        if styled_text.line_width(task) + 2 + entry.columns + 1 <= columns:
            return entry
        deed, picked = self.scene.describe_verb(picker.menu()[0].action.verb), len(picker.picks)
        if not picked:
            return entry._replace(words=[(look.say(deed), look.text)])
        counted = [*_task(self.player, picker, self.scene, look), (f" {look.say(_how_many(picker))}", look.accent)]
        if styled_text.line_width(counted) + 2 + entry.columns + 1 <= columns:
            return entry
        return entry._replace(words=[(look.say(Text("{deed} it", "{deed} these", deed=deed, n=picked)), look.text)])

    def _shown_entries(self, look: Look) -> list[menu.MenuEntry]:
        player = self.player
        turned = (player.focus.cursor.rotation, player.focus.cursor.flipped)
        source = (player.focus.moment, player.focus.selection, _picked(player), turned, look, player.options.keys)
        return self._entries.get("", source, lambda: menu.menu_entries(player, self.scene, look))

    def _lay_menu(self, drawing: Drawing, look: Look, kept: Sequence[Rect]) -> None:
        """Several choices in words: in a card over the board; none while one of them waits to be confirmed."""
        player, picture = self.player, drawing.picture
        shown = self._shown_entries(look)
        if len(shown) < menu.SEVERAL or player.focus.pending or self.surroundings.task_text():
            return
        marked = player.hints.places()
        here = player.focus.cursor.place if player.focus.cursor.place and player.focus.cursor.place[0] == MENU else None
        wanted = [*kept, *(drawing.places[place] for place in player.focus.stops() if place in drawing.places)]
        width, bottom = picture.width, picture.height - lines_below(picture.height)
        asked, left = (shown, width, bottom, wanted), self._left == player.focus.moment.seat
        area = self._areas.get("", asked, lambda: menu.menu_area(shown, width, bottom, wanted, left))
        area = menu.widen_beside(area, drawing.log, wanted)
        menu.hide_rest(picture, area, drawing.log, look)
        self._left = player.focus.moment.seat if area.x == 0 else NOBODY
        first = menu.first_of(area, shown, here)
        source = (first, marked, look, area, shown)
        laid = self._menus.get("", source, lambda: menu.draw_menu(area, shown, first, marked, look))
        picture.paste(area.x, area.y, laid.picture)
        if here:
            menu.draw_cursor(picture, area, shown, first, here, marked, look)
        drawing.places = {**laid.places, **menu.uncovered(drawing.places, area)}


def _picked(player: PlayerControls[Any]) -> tuple[Place, ...]:
    return tuple(player.focus.selection.picks) if player.focus.selection else ()


def paint(
    player: PlayerControls[Any], scene: BoardRenderer[Any], look: Look, width: int, height: int, keys: KeyBindings
) -> Drawing:
    """The whole board screen, from nothing."""
    return Chrome(player, scene).paint(look, width, height, keys)


def too_small(look: Look, width: int, height: int, needed: tuple[int, int]) -> Drawing:
    """One readable sentence with the needed and the present size."""
    picture = Picture(width, height, look.table)
    sizes = {"needed": f"{needed[0]}x{needed[1]}", "size": f"{width}x{height}"}
    said = look.say(Text("The board needs {needed}; this window is {size}.", **sizes))
    for n, line in enumerate(cells.wrap(said, max(1, width))):
        picture.put(0, max(0, height // 2 - 1) + n, line, look.warn)
    return Drawing(picture)


def draw_title(picture: Picture, look: Look, heading: Text, beside: Text, style: Style | None = None) -> int:
    """The first line of a screen: its title and what is beside it; returns the column after it.

    A rule ends it, where nothing below has a frame.
    """
    end = picture.put(1, 0, look.clip(look.say(heading), picture.width - 2), look.accent)
    if words := look.clip(look.say(beside), max(0, picture.width - end - 3)):
        end = picture.put(end + 2, 0, words, style or look.muted)
    if picture.width < ROOMY:
        picture.fill(end + 1, 0, picture.width - end - 2, 1, look.line, look.glyphs.line_h)
    return end


def _title(
    picture: Picture, moment: Moment[Any], scene: BoardRenderer[Any], look: Look, beside: Mapping[int, str]
) -> None:
    """Who plays, and what is unusual; the number of the step where there is room left for it."""
    room = picture.width - 1
    for mark, style in _marks(moment, look):
        words = look.say(mark)
        room -= cells.width(words) + 2
        picture.put(room + 1, 0, words, style)
    end = styled_text.put_line(picture, 1, 0, title_line(moment, scene, look, room - 1, beside))
    step = look.say(Text("step {n}", n=moment.number))
    if end + 2 + cells.width(step) <= room:
        picture.put(room - cells.width(step), 0, step, look.muted)


def _marks(moment: Moment[Any], look: Look) -> Iterator[tuple[Text, Style]]:
    """What is unusual about this game."""
    if moment.over:
        yield Text("over"), look.muted
    if moment.trouble:
        yield Text("not saved"), look.bad
    elif moment.elsewhere:
        yield Text("watching"), look.warn


def _prompt(
    picture: Picture,
    player: PlayerControls[Any],
    scene: BoardRenderer[Any],
    look: Look,
    keys: KeyBindings,
    how: Sequence[Text],
) -> None:
    """What is to be decided, and what is picked; in a second line what did not fit, else how it is done."""
    picker, moment = player.focus.selection, player.focus.moment
    if picker is None:
        styled_text.put_line(
            picture, 1, 0, style_sentence(_waiting(player, keys), scene, look, moment.names, look.muted)
        )
        return
    line = _task(player, picker, scene, look)
    picked = _named(player, picker, scene, look)
    if picker.picks and styled_text.line_width(line) + styled_text.line_width(picked) > picture.width - 2:
        # Names that are cut say less than how many they are.
        picked = [(" ", look.accent), (look.say(_how_many(picker)), look.accent)]
    line += picked
    first, *rest = styled_text.break_line(line, picture.width - 2)
    if rest and picture.height > 1:
        styled_text.put_line(picture, 1, 0, first)
        styled_text.put_line(picture, 3, 1, styled_text.cut_line(rest[0], picture.width - 4, look.glyphs.ellipsis))
        return
    styled_text.put_line(picture, 1, 0, styled_text.cut_line(line, picture.width - 2, look.glyphs.ellipsis))
    if picture.height > 1 and (how or player.shows_coaching):
        _coach(picture, how or tuple(coach.key_phrases(player, keys)), look)


def _how_many(picker: Selection[Any]) -> Text:
    return Text("{n} picked", n=len(picker.picks))


def _task(
    player: PlayerControls[Any], picker: Selection[Any], scene: BoardRenderer[Any], look: Look
) -> list[tuple[str, Style]]:
    """What is to be decided."""
    moment = player.focus.moment
    line = [(look.glyphs.play, scene.seat_style(look, moment.seat)), (" ", look.text)]
    line += style_sentence(picker.decision.prompt, scene, look, moment.names, look.strong)
    return line


def _named(
    player: PlayerControls[Any], picker: Selection[Any], scene: BoardRenderer[Any], look: Look
) -> list[tuple[str, Style]]:
    """What is picked, one after the other."""
    if not picker.picks:
        return []
    glance, names, found = player.focus.context(), player.focus.moment.names, list[tuple[str, Style]]()
    for place in picker.picks:
        found += [
            (" ", look.accent),
            *style_sentence(scene.describe_pick(glance, place), scene, look, names, look.accent),
        ]
    return found


def _coach(picture: Picture, phrases: Sequence[Text], look: Look) -> None:
    """As many of the phrases as there is room for."""
    x = 3
    for told in phrases:
        words = look.say(told)
        if x + cells.width(words) < picture.width:
            x = picture.put(x, 1, words, look.muted) + 1


def _waiting(player: PlayerControls[Any], keys: KeyBindings) -> Text:
    """For whom the table waits."""
    moment = player.focus.moment
    due = next((seat for seat in moment.due if seat != CHANCE), None)
    if due is None:
        return Text("")
    if moment.replayed:
        return Text("{who} is next.", who=Who(due))
    if moment.curtain is not None:
        return Text("{who} has to look.", who=Who(due))
    if due in moment.humans:
        return Text("{who} is to play.", who=Who(due))
    if player.hurry_offer.is_offered:
        return Text("{who} is thinking. {key} hurries.", who=Who(due), key=key_label_for(keys, "choose"))
    if player.hurry_offer.was_hurried:
        return Text("{who} is in a hurry now.", who=Who(due))
    return Text("{who} is thinking.", who=Who(due))


def _tell(
    picture: Picture,
    told: Sequence[StyledLine],
    said: StatusMessage,
    look: Look,
    keys: KeyBindings,
    wanted: Sequence[Rect],
) -> None:
    """A long message over the board: a story from its beginning, of anything else the end; a key shows the rest.

    A story lies at the upper edge where it would cover more of what is wanted at the lower one.
    """
    room = message_panel.max_lines(picture.height)
    if said.by_turns:
        note = look.say(Text("{key} tells it turn by turn", key=key_label_for(keys, "story")))
    elif len(told) > room and not said.recap:
        note = look.say(Text("{key} shows all of it", key=key_label_for(keys, "log")))
    else:
        note = ""
    title = look.say(said.title) if said.recap else ""
    shown = styled_text.limit_lines(told, room, picture.width - 2, look.glyphs.ellipsis) if said.recap else told[-room:]
    area = message_panel.message_area(
        picture.width, picture.height - lines_below(picture.height), len(shown), wanted if said.recap else ()
    )
    message_panel.draw_message(picture, shown, look, area, note, title)


def _label(drawing: Drawing, label: str, place: Place, look: Look) -> None:
    """The letters that lead to a place, in its upper corner."""
    rect = drawing.places[place]
    drawing.picture.put(rect.x, rect.y, label, menu.under_cursor(look))


def lines_below(height: int) -> int:
    """The lines below the board: the prompt, what is said, and the keys."""
    return LINES - 1 if height < TALL else LINES + 1


def _status(
    drawing: Drawing,
    player: PlayerControls[Any],
    scene: BoardRenderer[Any],
    look: Look,
    keys: KeyBindings,
    lines: int,
    spared: int | None,
) -> int:
    """What is said, in full: in the so many lines below the prompt, or if it is longer over the board.

    Where the board is not to be covered, and so many of these lines are `spared` for something else, it is said
    shorter, if it can be. Returns how many of the lines are free.
    """
    picture, names = drawing.picture, player.focus.moment.names
    width = picture.width - 2
    end = picture.height - lines_below(picture.height) + 1 + lines
    said = player.status.current()
    told = message_panel.message_lines(said, scene, look, names, width)
    if said.brief:
        told = styled_text.limit_lines(told, lines, width, look.glyphs.ellipsis)
    if spared is not None:
        told = _fitting(told, player, scene, look, lines, spared, width)
    elif len(told) > lines and _in_the_way(drawing, player, len(told)):
        told = _shorter(player, scene, look, lines, width) or told
    if len(told) > lines or len(said.recap) > 1:
        stops = player.shown_choices.places if player.shown_choices else player.focus.stops()
        wanted = [drawing.places[place] for place in stops if place in drawing.places]
        _tell(picture, told, said, look, keys, wanted)
        told = _below(player.status.cursor_note(), lines, player, scene, look, width)
    elif picture.height >= TALL and player.status.message and lines > len(told):
        told = [*told, *_below(player.status.cursor_note(), lines - len(told), player, scene, look, width)]
    last = end - len(told)
    # Where there is more room, right below what is said of the keys.
    for y, line in enumerate(told, last if picture.height < TALL else min(last, end + 1 - lines)):
        styled_text.put_line(picture, 1, y, line)
    return lines - len(told)


def _shorter(
    player: PlayerControls[Any], scene: BoardRenderer[Any], look: Look, lines: int, width: int
) -> list[StyledLine]:
    """As much of what is pointed at as fits so many lines, with an ellipsis; nothing if that is too little."""
    more = f" {look.glyphs.ellipsis}"
    for brief in player.status.shorter_cursor_messages():
        told = message_panel.message_lines(brief, scene, look, player.focus.moment.names, width)
        if len(told) <= lines and styled_text.line_width(told[-1]) + cells.width(more) <= width:
            return [*told[:-1], [*told[-1], (more, look.muted)]]
    return []


def _fitting(
    told: list[StyledLine],
    player: PlayerControls[Any],
    scene: BoardRenderer[Any],
    look: Look,
    lines: int,
    spared: int,
    width: int,
) -> list[StyledLine]:
    """As much of it as leaves lines free, else as fits all of them; all of it, if it cannot be said shorter."""
    for most in (lines - spared, lines):
        if len(told) <= most:
            return told
        if shorter := _shorter(player, scene, look, most, width):
            return shorter
    return _asked_shorter(player, scene, look, lines, width) or told


def _asked_shorter(
    player: PlayerControls[Any], scene: BoardRenderer[Any], look: Look, lines: int, width: int
) -> list[StyledLine]:
    """The question whether a choice is meant, in so many lines; nothing if it needs more, or is not asked."""
    for brief in player.status.shorter_confirmations():
        told = message_panel.message_lines(brief, scene, look, player.focus.moment.names, width)
        if len(told) <= lines:
            return told
    return []


def _in_the_way(drawing: Drawing, player: PlayerControls[Any], count: int) -> bool:
    """Whether so many lines over the board would cover the place that is pointed at, or one that may be chosen."""
    height = drawing.picture.height
    area = message_panel.message_area(
        drawing.picture.width, height - lines_below(height), min(count, message_panel.max_lines(height)), ()
    )
    return any(
        menu.overlap(area, drawing.places[place])
        for place in (player.focus.cursor.place, *player.focus.stops())
        if place is not None and place in drawing.places and place[0] != MENU
    )


def _below(
    said: StatusMessage, lines: int, player: PlayerControls[Any], scene: BoardRenderer[Any], look: Look, width: int
) -> list[StyledLine]:
    """What is said in at most so many lines; nothing, if there is nothing to say."""
    told = message_panel.message_lines(said, scene, look, player.focus.moment.names, width) if said.text else []
    return styled_text.limit_lines(told, lines, width, look.glyphs.ellipsis)


def key_hints(player: PlayerControls[Any], keys: KeyBindings) -> list[KeyHint]:
    """Six keys that do something now, and what may stand behind them, the most important first."""
    key = partial(key_label_for, keys)
    if player.status.unsaved_intent is not None:
        return [("r", Text("try again")), ("p", Text("play on unsaved")), (key("back"), Text("back"))]
    if player.focus.pending:
        undo = [] if player.focus.moment.barrier else [(key("undo"), Text("undo"))]
        more = [(key("hint"), Text("more on it"))] if player.status.has_more_hint else []
        return [
            (key("choose"), Text("choose") if player.status.asks_first else Text("do it")),
            (key("back"), Text("back")),
            *more,
            *undo,
        ]
    if player.focus.selection is None:
        rooms = {"log": Text("log"), "hand": Text("hand"), "score": Text("score"), "rules": Text("rules")}
        rooms |= {"leave": Text("leave"), "explain": Text("explain")}
        looks = [(key(command), label) for command, label in rooms.items()]
        if player.focus.moment.over:
            return [(key("choose"), Text("result")), *looks]
        if player.takeover_offered:
            return [("p", Text("play on")), *looks]
        hurry = [(key("choose"), Text("hurry"))] if player.hurry_offer.is_offered else []
        hurry += [(key("hint"), Text("no hint"))] if player.hints.is_requested else []
        return [*hurry, *looks]
    found = [(key("choose"), Text("choose")), (key("next"), Text("next"))]
    skip = player.focus.selection.skip_choice()
    if player.focus.is_shape_aimed():
        found[1:] = [(key("turn"), Text("turn")), (key("flip"), Text("flip"))]
    if player.focus.selection.picks:
        found.append((key("back"), Text("back")))
    elif skip:
        found.append((key("skip"), player.focus.reader.describe_action(player.focus.context(), skip.action)))
    hand, explain = (key("hand"), Text("hand")), (key("explain"), Text("explain"))
    if not player.focus.moment.barrier:
        found.append((key("undo"), Text("undo")))
    elif player.focus.moment.rules.has_secrets:
        # Elsewhere all that one holds is seen on the board.
        found.append(hand)
    if player.focus.moment.guarded and not player.is_masked:
        found.append((key("hide"), Text("hide")))
    elif player.is_masked and not player.focus.moment.barrier:
        found.append(hand)
    hint = Text("no hint") if player.advisor.is_slow else Text("hint")
    found += [(key("hint"), hint)] if player.focus.help_allowed else []
    # Whoever was refused something reads on there.
    found.insert(FIRST if _is_refused(player) else len(found), (key("rules"), Text("rules")))
    found.append((key("keys"), Text("symbols")))
    # Where there is room, also what anything is, and where the score is.
    return [*found[:6], explain, (key("score"), Text("score"))]


def _each_once(keys: Mapping[str, Text]) -> list[KeyHint]:
    """What keys do; of several that do the same the first is named."""
    first: dict[Text, str] = {}
    for key, what in keys.items():
        first.setdefault(what, key_label(key))
    return [(key, what) for what, key in first.items()]


def _among(own: Sequence[KeyHint], others: Sequence[KeyHint], player: PlayerControls[Any]) -> list[KeyHint]:
    """The keys of the game, those of whoever is around the board behind the first two, and that of a broken rule."""
    first = FIRST + _is_refused(player)
    return [*own[:first], *others, *own[first:]]


def _is_refused(player: PlayerControls[Any]) -> bool:
    """Whether it is said right now which rule was broken."""
    said = player.status.message
    return said is not None and said.tone == "bad" and said.rule != "" and player.focus.selection is not None


def draw_footer(
    picture: Picture, look: Look, y: int, entries: Sequence[KeyHint], names: Sequence[str] = (), gap: int = 3
) -> None:
    """Keys and what they do, in one line; what does not fit as a whole is left out, from the end."""
    ground = look.palette.panel
    keys, told = look.style(look.palette.accent, ground, True), look.style(look.palette.muted, ground)
    picture.fill(0, y, picture.width, 1, told)
    x = 1
    for key, what in entries:
        words = look.say(what, names)
        if x + cells.width(key) + 1 + cells.width(words) > picture.width:
            return
        x = picture.put(x, y, key, keys)
        x = picture.put(x, y, f" {words}", told) + gap
