"""Somebody who solves a level with the keys that its screen names, and no others."""

from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from tests.tui.screens.driver import Fingers
from tilehall.engine.teaching.lessons import REFUSED_MARK
from tilehall.tui.player.cursor import Direction
from tilehall.tui.player.messages.refusals import explain_refusal
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.terminal.output.drawing import Place

ARROWS: dict[str, Direction] = {"left": "left", "right": "right", "up": "up", "down": "down"}
SHOWN = {"Enter": "enter", "Space": "space", "Tab": "tab", "Esc": "escape", ".": "full_stop"}
FAR = 60
MANY = 40
Found = list[str]


def named(fingers: Fingers) -> set[str]:
    """The keys that the footer names."""
    words = fingers.footer.split("  ")
    keys = {entry.strip().split(" ")[0] for entry in words if entry.strip()}
    found = {SHOWN.get(key, key) for key in keys}
    return found - {"Arrows"} | (set(ARROWS) if "Arrows" in keys else set())


class Pupil:
    """Knows what has to be done, and finds the keys for it on the screen."""

    def __init__(self, fingers: Fingers) -> None:
        self.fingers = fingers
        self.keys = 0

    @property
    def board(self) -> BoardScreen:
        board = self.fingers.app.screen
        assert isinstance(board, BoardScreen)
        return board

    @property
    def player(self) -> PlayerControls[Any]:
        return self.board.player

    async def press(self, *keys: str) -> None:
        for key in keys:
            assert key in named(self.fingers), (key, self.fingers.footer)
            self.keys += 1
            await self.fingers.press(key)

    async def does(self, step: str) -> None:
        """A step of a solution: it is done, or refused if a `!` stands before it."""
        if step.startswith(REFUSED_MARK):
            await self._tries(step.removeprefix(REFUSED_MARK))
            return
        seat, before = self.board.seat, self.board.seat.now.number
        for _ in range(MANY):
            await self.press(*self._towards(step))
            if seat.now.number != before:
                return
        raise AssertionError(f"{step} was never done:\n{self.fingers.text}")

    async def acts(self) -> None:
        """Does something that may be done: whatever takes the fewest keys."""
        seat, before = self.board.seat, self.board.seat.now.number
        for _ in range(MANY):
            await self.press(*self._to_anything())
            if seat.now.number != before:
                return
        raise AssertionError(f"nothing was done:\n{self.fingers.text}")

    def _to_anything(self) -> Found:
        player, picker = self.player, self.player.focus.selection
        assert picker is not None, self.fingers.text
        if player.focus.pending is not None or (picker.exact and picker.complete_choice() and picker.picks):
            return ["enter"]
        return [*self._way(lambda: any(map(self._leads_to, picker.choices))), "enter"]

    async def _tries(self, step: str) -> None:
        """What stands last in it is refused, after the rest of it was picked."""
        *first, last = self._places(step)
        for place in first:
            before = self._picks()
            await self.press(*self._way(lambda place=place: self._means((place,))), "enter")
            assert self._picks() != before, self.fingers.text
        drawing = self.board.board.drawing
        assert drawing is not None
        named = last in drawing.places
        await self.press(*self._way(lambda: self._means((last,)) if named else self._is_refused_like(step)), "enter")
        assert "✗" in self.fingers.text, self.fingers.text

    def _is_refused_like(self, step: str) -> bool:
        """Whether choosing here is refused by the rule by which this action is, with the same in the way."""
        guide, moment = self.player.focus.guide(), self.player.moment
        refusal = moment.check(moment.rules.parse(step))
        assert guide is not None and refusal is not None
        said = explain_refusal(guide, self.player.focus.place_areas)
        return said.tone == "bad" and said.rule == refusal.rule and set(refusal.marks) <= set(said.marks)

    def _places(self, step: str) -> list[Place]:
        """What the words of an action mean on the board; for a shape, one of its places."""
        player = self.player
        assert player.focus.selection is not None
        action = player.moment.rules.parse(step)
        fields = player.focus.selection.decision.fields[action.verb]
        found = [
            player.focus.reader.places_of(action.verb, name, word)
            for name, word in zip(fields, action.words, strict=False)
        ]
        return [places[0] if places else ("", "") for places in found]

    def _picks(self) -> list[Place]:
        return list(self.player.focus.selection.picks) if self.player.focus.selection else []

    # --- one key after the other ----------------------------------------------------------------------------------

    def _towards(self, step: str) -> Found:
        """The keys that bring an action nearer."""
        player, picker = self.player, self.player.focus.selection
        assert picker is not None, self.fingers.text
        if player.focus.pending is not None:
            return ["enter"] if str(player.focus.pending.action) == step else ["escape"]
        choice = next((choice for choice in picker.choices if str(choice.action) == step), None)
        assert choice is not None, f"{step} cannot be done:\n{self.fingers.text}"
        if (
            (skip := picker.skip_choice()) is not None
            and skip.text == choice.text
            and "full_stop" in named(self.fingers)
        ):
            return ["full_stop"]
        if not set(picker.picks) <= set(choice.places):
            return ["escape"]
        if picker.exact:
            left = list((Counter(choice.places) - Counter(picker.picks)).elements())
            return [*self._way(lambda: player.cursor == left[0]), "space"] if left else ["enter"]
        return [*self._way(lambda: self._leads_to(choice)), "enter"]

    def _leads_to(self, choice: ActionChoice[Any]) -> bool:
        """Whether Enter would choose this, or a part of it."""
        player, picker = self.player, self.player.focus.selection
        assert picker is not None
        if player.cursor == (MENU, choice.text):
            return True
        aimed = player.focus.aimed_places()
        left = [place for place in choice.places if place not in picker.picks]
        if not aimed or aimed[0][0] == MENU or not set(aimed) <= set(left):
            return False
        found = picker.matching(*aimed)
        shapes = {place for place in left if place[0] in player.focus.reader.virtual_zones}
        if set(aimed) & shapes and set(aimed) != shapes and found != [choice]:
            return False
        return choice in found and not picker.decides_nothing(*aimed)

    def _means(self, places: tuple[Place, ...]) -> bool:
        return self.player.cursor == places[0] or self.player.focus.aimed_places() == places

    def _way(self, there: Callable[[], bool]) -> Found:
        """The fewest keys that are named and bring the cursor where something is so."""
        player, pointer = self.player, self.player.focus.cursor
        drawing = self.board.board.drawing
        assert drawing is not None
        keys = named(self.fingers)
        begin = (pointer.place, pointer.rotation, pointer.flipped)
        said = player.status.message, player.focus.pending, dict(pointer.latest_places)
        deeds: dict[str, Callable[[], object]] = {
            key: (lambda way=way: player.navigation.move(way, drawing)) for key, way in ARROWS.items() if key in keys
        }
        deeds |= {"tab": lambda: player.navigation.go_to_next_stop(1)} if "tab" in keys else {}
        deeds |= {"r": lambda: player.navigation.rotate(1)} if "r" in keys else {}
        deeds |= {"f": player.navigation.flip} if "f" in keys else {}
        seen, waiting, found = {begin}, deque([(begin, Found())]), None
        while waiting and found is None:
            state, way = waiting.popleft()
            pointer.place, pointer.rotation, pointer.flipped = state
            if there():
                found = way
            for key, deed in deeds.items() if found is None and len(way) < FAR else ():
                pointer.place, pointer.rotation, pointer.flipped = state
                deed()
                reached = (pointer.place, pointer.rotation, pointer.flipped)
                if reached not in seen:
                    seen.add(reached)
                    waiting.append((reached, [*way, key]))
        pointer.place, pointer.rotation, pointer.flipped = begin
        player.status.message, player.focus.pending = said[:2]
        pointer.latest_places.clear()
        pointer.latest_places.update(said[2])
        assert found is not None, f"no way there with {keys}:\n{self.fingers.text}"
        return found
