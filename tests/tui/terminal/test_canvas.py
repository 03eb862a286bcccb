from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region

from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.picture import Picture

PLAIN = Style(color="#ffffff", bgcolor="#000000")


class Easel(App[None]):
    CSS = "Canvas { border: round white; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[tuple[int, int]] = []
        self.lines_asked: list[int] = []

    def compose(self) -> ComposeResult:
        yield Canvas()

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        assert event.control is event.canvas is self.query_one(Canvas)
        self.pressed.append((event.x, event.y))


def picture(text: str = "", x: int = 0, y: int = 0) -> Picture:
    made = Picture(20, 5, PLAIN)
    made.put(x, y, text, PLAIN)
    return made


async def test_shows_a_picture_and_repaints_only_its_changes(monkeypatch) -> None:
    app = Easel()
    async with app.run_test(size=(40, 10)) as pilot:
        canvas = app.query_one(Canvas)
        canvas.show(picture("hello", 3, 2))
        await pilot.pause()
        assert canvas.render_line(2).text.startswith("   hello")
        assert canvas.render_line(2).cell_length == canvas.size.width
        refreshed: list[tuple[Region, ...]] = []
        monkeypatch.setattr(canvas, "refresh", lambda *regions, **_: refreshed.append(regions))
        canvas.show(picture("hallo", 3, 2))
        canvas.show(picture("hallo", 3, 2))
        assert refreshed == [(Region(4, 2, 1, 1),)]
        canvas.show(Picture(21, 5, PLAIN))
        assert refreshed[1:] == [()]


async def test_only_changed_lines_are_rendered_and_updated() -> None:
    app = Easel()
    async with app.run_test(size=(40, 10)) as pilot:
        canvas = app.query_one(Canvas)
        canvas.show(picture("hello", 3, 2))
        await pilot.pause()
        asked: list[int] = []
        draw = canvas.render_line
        canvas.render_line = lambda y: asked.append(y) or draw(y)
        updates = []
        display = app._display
        app._display = lambda screen, update: updates.append(update) or display(screen, update)
        canvas.show(picture("hallo", 3, 2))
        await pilot.pause()
        assert asked == [2]
        assert [update.spans for update in updates if update] == [[(3, 6, 7)]]


async def test_says_which_cell_was_pressed() -> None:
    app = Easel()
    async with app.run_test(size=(40, 10)) as pilot:
        app.query_one(Canvas).show(picture())
        await pilot.click(Canvas, offset=(2, 1))  # border and padding are no cells
        await pilot.click(Canvas, offset=(6, 4))
        await pilot.click(Canvas, offset=(0, 0))
        await pilot.click(Canvas, offset=(30, 3))  # beside the picture
        await pilot.pause()
        assert app.pressed == [(0, 0), (4, 3)]
        assert app.focused is None


async def test_without_a_picture_it_is_blank() -> None:
    app = Easel()
    async with app.run_test(size=(40, 10)):
        canvas = app.query_one(Canvas)
        strip = canvas.render_line(0)
        assert not strip.text.strip()
        assert all(segment.style is not None for segment in strip)
