"""The screens that a board opens, and the return from each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilehall.engine import Text
from tilehall.tui.config.settings import value_label
from tilehall.tui.key_map import key_label_for
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets.chrome import LINES

if TYPE_CHECKING:
    from tilehall.tui.screens.board import BoardScreen
    from tilehall.tui.screens.board_purpose import Destination
    from tilehall.tui.screens.curtain import CurtainScreen, Raised

SIZES = ("auto", "small", "medium", "large")


class BoardViews:
    """Opens other screens over one board. Each is imported when it is first shown."""

    def __init__(self, board: BoardScreen) -> None:
        self.board = board
        self.player = board.player
        self.scene = board.scene
        self.is_curtain_down = False
        self.is_peeking = False
        """Whether a secret hand is shown: the board below it is not painted then."""
        self._is_scoring = False
        """Whether the score is shown, or about to be."""

    # --- rules, explanations, pages -------------------------------------------------------------------------------

    def show_rules(self) -> None:
        from tilehall.tui.features.rules.screen import RulesScreen

        board = self.board
        rule = self.player.status.last_rule or board.purpose.first_rule()
        board.app.push_screen(RulesScreen(board.look, board.seat.header.game, rule))

    def show_explained(self) -> None:
        from tilehall.tui.features.explain.screen import ExplainScreen, board_painter

        board, painter = self.board, board_painter(self.player.moment, self.scene)
        screen = ExplainScreen(board.look, self.player, self.scene, board.settings, painter)
        board.app.push_screen(screen, lambda _: board.paint())

    def show_log(self) -> None:
        from tilehall.tui.screens.pages import log_page

        self.board.app.push_screen(log_page(self.player.moment, self.scene, self.board.look, from_end=True))

    def show_keys(self) -> None:
        from tilehall.tui.screens.pages import board_keys_page

        board, rules = self.board, self.player.moment.rules
        further = [*board.surroundings.keys.items()]
        board.app.push_screen(board_keys_page(rules, self.scene, board.look, board.settings, further))

    # --- hands and curtains ---------------------------------------------------------------------------------------

    def show_hand(self) -> None:
        """Shows the player's hand enlarged; if others share the screen, after a curtain."""
        if not self.player.is_masked:
            self._push_hand()
            return
        self.board.app.push_screen(self._curtain(peeks=True), self._peek)

    def _push_hand(self) -> None:
        from tilehall.tui.screens.hand import HandScreen

        board = self.board
        screen = HandScreen(board.look, self.player, self.scene, board.settings)
        board.app.push_screen(screen, lambda _: self._leave_hand())

    def _peek(self, answer: Raised | None) -> None:
        if answer == "look":
            self.is_peeking = True
            self.player.look()
            self._push_hand()

    def _leave_hand(self) -> None:
        if self.is_peeking:
            self.player.hide()
            self.is_peeking = False
        # A curtain may have been lowered while the hand was shown.
        self.board.paint()

    def lower_curtain(self) -> None:
        """Covers the board until the player whose turn it is confirms."""
        self.is_curtain_down = True
        board = self.board
        board.shown.set()
        board.app.push_screen(self._curtain(), self._raise_curtain)

    def _curtain(self, peeks: bool = False) -> CurtainScreen:
        from tilehall.tui.screens.curtain import CurtainScreen

        return CurtainScreen(self.board.look, self.player.moment, self.scene, peeks=peeks)

    async def _raise_curtain(self, answer: Raised | None) -> None:
        self.is_curtain_down = False
        if answer == "leave":
            self.board.leave()
            return
        if answer == "look":
            self.player.look()
        else:
            await self.player.carry_out("undo")
        self.board.thinking.answer_requested_hint()
        self.board.paint()

    # --- score, replay and review ---------------------------------------------------------------------------------

    def show_score(self) -> None:
        """Shows the score, unless it is shown already, on request or at the end of the game."""
        if not self._is_scoring:
            self._is_scoring = True
            self.board.purpose.note_result_shown()
            self.board.call_next(self._show_score)

    async def _show_score(self) -> None:
        from tilehall.tui.screens.scoring import ScoringScreen

        board = self.board
        replay = await board.seat.open_replay()
        moment, back = self.player.moment, board.purpose.back_text
        screen = ScoringScreen(board.look, moment, self.scene, replay.points_by_turn(), replay, back)
        board.app.push_screen(screen, self._leave_score)

    async def _leave_score(self, answer: Destination | None) -> None:
        self._is_scoring = False
        if answer in ("rematch", "home"):
            self.board.close_with(answer)
        elif answer == "review":
            await self._show_replay()
        elif answer == "course":
            await self._show_game_review()
        elif self.player.moment.over:
            self.announce_end()
        else:
            self.board.paint()

    async def _show_replay(self) -> None:
        """Shows a replay of the game, step by step."""
        from tilehall.tui.features.replay.screen import ReplayScreen

        board = self.board
        screen = ReplayScreen(board.look, await board.seat.open_replay(), board.settings)
        board.app.push_screen(screen, self._leave_review)

    async def _show_game_review(self) -> None:
        """Shows the decisive steps of the game."""
        from tilehall.tui.features.review.screen import ReviewScreen

        board = self.board
        screen = ReviewScreen(board.look, await board.seat.open_replay(), board.settings)
        board.app.push_screen(screen, self._leave_review)

    def _leave_review(self, answer: Destination | None) -> None:
        if answer in ("rematch", "home"):
            self.board.close_with(answer)
        else:
            self.show_score()

    def announce_end(self) -> None:
        """Shows a message that the game is over, if the score is not shown."""
        keys = self.board.keys
        labels = {"choose": key_label_for(keys, "choose"), "leave": key_label_for(keys, "leave")}
        told = Text("The game is over. {choose} shows the result, {leave} leaves the table.", **labels)
        self.player.status.show(StatusMessage(told))
        self.board.paint()

    # --- tiles ----------------------------------------------------------------------------------------------------

    def change_size(self) -> None:
        """Draws tiles in the next size that makes a difference in this window; tells if there is none."""
        options, status = self.player.options, self.player.status
        at, before = SIZES.index(options.tile_size), self._paint_board()
        for size in (*SIZES[at + 1 :], *SIZES[:at]):
            options.tile_size = size
            if self._paint_board().changes(before):
                told = Text("Tile size: {size}, where there is room.", size=value_label("tiles", size))
                status.say(StatusMessage(told))
                return
        options.tile_size = SIZES[at]
        status.say(StatusMessage(Text("Tiles have one size only in a window this small.")))

    def _paint_board(self) -> Picture:
        view, (columns, lines) = self.player.view(self.board.look), self.scene.minimum_size
        size = self.board.size
        return self.scene.paint(view, max(columns, size.width), max(lines, size.height - LINES)).picture
