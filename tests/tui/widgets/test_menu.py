"""The choices in words: a list over the lower right of the board, which the arrows do not leave by chance."""

from itertools import product

import pytest

from tests.tui.boards.tables import NAMES, SIZES, hot_seat, look, paint, sit, text, until
from tests.tui.player.sitting import Sitting, hint
from tilehall.engine import RecordPlayer, load_game
from tilehall.tui.boards.plain.renderer import PlainRenderer
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.player.selection import MENU
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.widgets import menu

GAMES = ("princess", "sand", "beasts", "kaguya")


def at(kind: str, size: tuple[int, int] = (80, 24)) -> Sitting:
    """Where this is to be decided, and it has been seen."""
    sitting = until(sit(hot_seat()), kind)
    sitting.message = None
    paint(sitting, size)
    return sitting


def test_the_choices_stand_below_each_other_each_with_its_key() -> None:
    lines = text(at("GEM")).split("\n")
    edge = next(n for n, line in enumerate(lines) if "2 choices" in line)
    assert "1 no gem" in lines[edge + 1] and "2 gem on it" in lines[edge + 2]
    assert lines[edge + 4].startswith(" ▸"), "the card ends where the prompt begins"


def test_arrows_stay_in_the_list_and_reach_all_of_it() -> None:
    sitting = at("GEM")
    drawing = paint(sitting)
    entries = [place for place in sitting.stops() if place[0] == MENU]
    sitting.point_at(entries[0])
    for direction, place in (("right", 0), ("up", 0), ("left", 0), ("down", 1), ("down", 1), ("right", 1), ("up", 0)):
        sitting.move(direction, drawing)
        assert sitting.cursor == entries[place], direction


@pytest.mark.parametrize("way", ["left", "esc", "tab"])
def test_a_key_leads_from_the_list_to_the_board_where_something_may_be_chosen_there(way: str) -> None:
    sitting = at("SPRITE")
    sitting.point_at((MENU, "pass"))
    ways = {
        "left": lambda: sitting.move("left", paint(sitting)),
        "esc": sitting.go_back,
        "tab": lambda: sitting.go_to_next_stop(1),
    }
    ways[way]()
    assert sitting.cursor is not None and sitting.cursor[0] == "own" and sitting.cursor in sitting.stops()


@pytest.mark.parametrize("size", SIZES)
def test_a_long_list_scrolls_with_the_cursor_and_is_counted(size: tuple[int, int]) -> None:
    sitting = at("GEM", size)
    entries = [menu.MenuEntry((MENU, str(n)), str(n % 10), [(f"entry {n}", look().text)]) for n in range(30)]
    area = menu.menu_area(entries, size[0], size[1] - 4, ())
    assert area.x + area.width == size[0] and area.y + area.height == size[1] - 4
    for n, entry in enumerate(entries):
        first = menu.first_of(area, entries, entry.place)
        laid = menu.draw_menu(area, entries, first, frozenset(), look())
        menu.draw_cursor(laid.picture, Rect(0, 0, *area[2:]), entries, first, entry.place, frozenset(), look())
        all_seen = area.height == 30 + menu.FRAME
        assert entry.place in laid.places and (f"{n + 1} of 30" in laid.picture.text()) != all_seen
        assert ("↑" in laid.picture.text()) == (entries[0].place not in laid.places)
        below = 30 - first - (area.height - menu.FRAME)
        assert ("↓" in laid.picture.text()) == (entries[-1].place not in laid.places) == (below > 0)
        assert (f" {below} more " in laid.picture.text()) == (below > 0)
    assert sitting.cursor in paint(sitting, size).places


def test_the_list_lies_rather_elsewhere_than_over_what_may_be_chosen() -> None:
    entries = [menu.MenuEntry((MENU, str(n)), str(n), [("a choice", look().text)]) for n in range(6)]
    free = menu.menu_area(entries, 80, 20, ())
    covered = menu.menu_area(entries, 80, 20, [Rect(70, 15, 4, 2)])
    assert free.x > 40 and covered.x == 0


def test_what_is_picked_for_the_only_choice_does_not_take_its_words() -> None:
    """Kaguyahime: with cubes and the disk in the fist there is one choice, and beside the task is said what it does."""
    sitting = Sitting(
        Table.open("kaguya", [RecordPlayer(name) for name in NAMES[:2]], (), "5"), renderer_for("kaguya"), False
    )
    until(sitting, "PRESENT").look()
    for kind in ("R", "B", "*"):
        sitting.point_at(("cube", kind))
        sitting.toggle()
    prompt = text(sitting).split("\n")[-4]
    assert "with or without the disk. R B *" in prompt and "7 hold these" in prompt


def test_no_word_of_the_log_ends_at_the_edge_of_the_list() -> None:
    """Where the list covers a part of a line, nothing of the line is left; of a broad log the words that end before."""
    seen = 0
    for name, size in product(("princess", "kaguya"), ((80, 24), (100, 30), (120, 40), (160, 50))):
        sitting = Sitting(
            Table.open(name, [RecordPlayer(each) for each in NAMES[:2]], (), "7"), renderer_for(name), False
        )
        table = sitting.table
        while not table.over and len(table.match.steps) < 90:
            sitting.message = None
            drawing = paint(sitting, size)
            lines, log = drawing.picture.text().split("\n"), drawing.log or Rect(0, 0, 0, 0)
            listed = [rect for place, rect in drawing.places.items() if place[0] == MENU and rect.x - 1 > log.x]
            for rect in listed[1:]:
                if log.y < rect.y < log.y + log.height and rect.x < log.x + log.width:
                    left = lines[rect.y][log.x : rect.x - 1]
                    assert not left.strip() if log.width <= menu.BROAD else left[-1] == " " or "…" in left[-20:]
                    seen += 1
            table.act(table.due()[0], hint(table, table.due()[0]).action)
            sitting.anew()
    assert seen > 10, seen


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plain", [False, True])
def test_every_entry_is_reached_by_arrows_in_every_game(name: str, plain: bool) -> None:
    """Also in games from elsewhere, which have no scene of their own."""
    table = Table.open(name, [RecordPlayer(each) for each in NAMES[:3]], (), "7")
    sitting = Sitting(table, PlainRenderer(load_game(name)) if plain else renderer_for(name), False)
    for _ in range(12):
        table.act(table.due()[0], table.match.legal_actions(table.due()[0])[-1])
        sitting.anew()
        entries = [place for place in sitting.stops() if place[0] == MENU]
        if len(entries) < 2:
            continue
        sitting.point_at(entries[0])
        for entry in entries:
            assert sitting.cursor == entry and entry in paint(sitting).places
            sitting.move("down", paint(sitting))


def test_the_list_makes_room_while_one_of_it_waits_to_be_confirmed() -> None:
    """What it brings is said over the board: half a list below that would only be in the way."""
    table = Table.open("kaguya", [RecordPlayer(name) for name in NAMES[:3]], (), "7")
    sitting = Sitting(table, renderer_for("kaguya"), confirm=True)
    while sitting.moment.decision.kind != "ROT" or len(sitting.moment.legal) < menu.SEVERAL:
        table.act(table.due()[0], hint(table, table.due()[0]).action)
        sitting.anew()
    sitting.message = None
    assert "4 choices" in text(sitting)
    sitting.choose()
    assert sitting.pending and "choices" not in text(sitting) and "Enter does it" in text(sitting)
    sitting.go_back()
    assert not sitting.pending and "4 choices" in text(sitting)


def test_a_hint_has_a_mark_of_its_own() -> None:
    sitting = at("GEM")
    sitting.hint()
    lines = text(sitting).split("\n")
    assert sum("»" in line for line in lines) == 1 and sum("▸" in line for line in lines) == 1
