"""The request `try`: actions done on a copy, many alternatives at once, and what a search needs of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from tilehall.engine import CHANCE, IllegalActionError, RuleError, SeatNo, SeedDealer, position_digest
from tilehall.engine.core.schema import WordsSchema
from tilehall.tui.programs.json_messages import Fields, Message, MessageError, event_data
from tilehall.tui.programs.pipe.answers import choices_of, standing_answer
from tilehall.tui.programs.pipe.errors import message_error_of, refusal_error
from tilehall.tui.programs.pipe.fields import ANYTHING, LIST, SOURCE, RequestField, count_in, dealer_in, seed_in
from tilehall.tui.programs.pipe.limits import EXACT, IN_A_ROW, LONGEST, SEED, TRIES
from tilehall.tui.programs.pipe.matches import Matches, QueriedPosition, due_seat, imagine_worlds, queried_position
from tilehall.tui.programs.trial import SeatAction, Trial, value_data


class TriedPosition(NamedTuple):
    """The position after actions, and the viewpoint that it is answered for."""

    trial: Trial[Any]
    names: tuple[str, ...]
    viewpoint: SeatNo | None

    def events(self) -> Any:
        return [event_data(event, self.viewpoint, self.names) for event in self.trial.events]

    def totals(self) -> Any:
        return self.trial.totals(len(self.names))

    def legal(self) -> Any:
        return [choices_of(self.trial.rules, self.trial.position, seat) for seat in self.trial.due]

    def standing(self) -> Any:
        return standing_answer(self.trial.rules.final_result(self.trial.position), self.names)

    def digest(self) -> Any:
        return position_digest(self.trial.rules, self.trial.position)

    def state(self) -> Any:
        return self.trial.rules.dump(self.trial.position)

    def view(self) -> Any:
        return self.trial.rules.dump(self.trial.rules.view(self.trial.position, self.viewpoint))

    def value(self) -> Any:
        """What it is worth to this seat, from what it sees."""
        rules, position, seat = self.trial.rules, self.trial.position, self.viewpoint
        return None if seat is None else value_data(rules, rules.view(position, seat), position, seat, EXACT)


PARTS: dict[str, Callable[[TriedPosition], Any]] = {
    "events": TriedPosition.events,
    "totals": TriedPosition.totals,
    "legal": TriedPosition.legal,
    "standing": TriedPosition.standing,
    "digest": TriedPosition.digest,
    "state": TriedPosition.state,
    "view": TriedPosition.view,
    "value": TriedPosition.value,
}
"""The values of `want`."""
WANT: Final = RequestField(WordsSchema(PARTS, 0, LONGEST), f"a list of some of: {', '.join(PARTS)}")
DEFAULT_PARTS = ("events", "totals", "legal", "standing", "digest")


class TryRequest(NamedTuple):
    """A request apart from its actions."""

    sight: QueriedPosition
    seat: SeatNo
    worlds: Sequence[Any]
    seed: str
    """Of the draws; empty if chance is a seat like any other."""
    want: tuple[str, ...]


def try_actions(matches: Matches, ask: Fields) -> Message:
    """`match`, or `game` and `state`; `seat`; `actions`, or `each` (a list of such lists, or "legal"): done on a copy.

    If wanted `seed` or `dealer` (chance is asked for without), `from` (position or view), `n` worlds, `want`.
    """
    sight = queried_position(matches, ask)
    question = _question(ask, sight)
    if "each" not in ask:
        deeds = _deeds(ANYTHING.read(ask, "actions"), "actions")
        return _tried(question, deeds)
    if "actions" in ask:
        raise MessageError("bad_request", "The request has both 'actions' and 'each'; give one of them.")
    each = _each(ask, question)
    if len(each) * len(question.worlds) > TRIES:
        raise MessageError("bad_request", f"These are more than {TRIES:,} tries: alternatives times 'n'.")
    return {"seat": question.seat, "each": [_alternative(question, deeds) for deeds in each]}


def _question(ask: Fields, sight: QueriedPosition) -> TryRequest:
    source = SOURCE.read({"from": "position" if sight.whole else "view", **ask}, "from")
    if source == "position" and not sight.whole:
        raise MessageError(
            "bad_position", "This is what one seat sees of a position; it can be tried only from 'view'."
        )
    seat = due_seat(ask, sight, 0 if source == "view" else CHANCE)
    seed, asked = seed_in(ask, SEED), ask.get("seed") is None
    dealer = dealer_in(ask, "ask" if asked else "seed")
    n = count_in(ask, "n", 1, TRIES)
    if source == "position":
        found = [sight.position] * n
    elif seat == CHANCE:
        raise MessageError("not_due", "The dealer has to draw; from a view only a seat can look ahead.")
    else:
        found = imagine_worlds(sight, sight.view_for(seat), seed, n)
    return TryRequest(sight, seat, found, seed if dealer == "seed" else "", _want(ask))


def _want(ask: Fields) -> tuple[str, ...]:
    if "want" not in ask:
        return DEFAULT_PARTS
    return tuple(WANT.read(ask, "want"))


def _each(ask: Fields, question: TryRequest) -> list[list[SeatAction]]:
    if ask["each"] == "legal":
        # The same in every position that fits the view.
        choices = question.sight.rules.legal_actions(question.worlds[0], question.seat)
        return [[SeatAction(None, str(action))] for action in choices]
    return [_deeds(actions, "each") for actions in LIST.read(ask, "each")]


def _deeds(actions: Any, key: str) -> list[SeatAction]:
    """Read a sequence of actions."""
    if not isinstance(actions, list) or len(actions) > IN_A_ROW:
        what = "a list" if key == "actions" else 'lists, or "legal"; each'
        raise MessageError("bad_request", f"'{key}' must be {what} of at most {IN_A_ROW:,} actions.")
    return [_deed(action, key) for action in actions]


def _deed(action: Any, key: str) -> SeatAction:
    found = SeatAction.read(action)
    if found is None:
        raise MessageError("bad_request", f"An action in '{key}' must be a text, or a list of a seat and a text.")
    return found


# --- trying -------------------------------------------------------------------------------------------------------


def _alternative(question: TryRequest, deeds: Sequence[SeatAction]) -> Message:
    """Answer one of several alternatives; an error in it is part of the answer."""
    head: Message = {"actions": [deed.data() for deed in deeds]}
    try:
        return head | _tried(question, deeds)
    except MessageError as trouble:
        return head | {"error": trouble.data()}


def _tried(question: TryRequest, deeds: Sequence[SeatAction]) -> Message:
    """Answer for one world; for several, the answer for each and the mean."""
    first, *others = range(len(question.worlds))
    if not others:
        return _outcome(question, first, deeds)
    found, troubles = list[Message](), list[MessageError]()
    for world in (first, *others):
        try:
            found.append(_outcome(question, world, deeds))
        except MessageError as trouble:
            troubles.append(trouble)
            found.append({"error": trouble.data()})
    if len(troubles) == len(found):
        raise troubles[0]
    return {"worlds": found, "mean": _mean([each for each in found if "error" not in each])}


def _outcome(question: TryRequest, world: int, deeds: Sequence[SeatAction]) -> Message:
    """Do the actions in one world. Raises MessageError with the index of the one that cannot be done."""
    sight, seat = question.sight, question.seat
    dealer = SeedDealer(f"tried {question.seed} {world}") if question.seed else None
    trial = Trial(sight.rules, question.worlds[world], dealer)
    for at, deed in enumerate(deeds):
        try:
            _do(trial, sight, seat, deed)
        except (RuleError, MessageError) as error:
            trouble = message_error_of(error)
            trouble.at = at
            raise trouble from None
    done = [[number, str(action)] for number, action in trial.done]
    came = TriedPosition(trial, sight.names, None if seat == CHANCE else seat)
    told = {part: PARTS[part](came) for part in question.want}
    return {"actors": list(trial.due), "over": not trial.due, "done": done, **told}


def _do(trial: Trial[Any], sight: QueriedPosition, seat: SeatNo, deed: SeatAction) -> None:
    """Do one action: without a seat it is that of this seat, or of the dealer if a draw is due."""
    named, text = deed
    if named is None:
        named = CHANCE if trial.due == (CHANCE,) else seat
    try:
        trial.act(named, trial.rules.parse(text))
    except IllegalActionError as error:
        code = "illegal" if named in trial.due else "not_due"
        raise refusal_error(code, error.refusal, sight.names) from None


def _mean(found: Sequence[Message]) -> Message:
    """Return the means of totals and values over `of` worlds."""
    mean: Message = {"of": len(found)}
    if "totals" in found[0]:
        columns = zip(*(each["totals"] for each in found), strict=True)
        mean["totals"] = [round(sum(column) / len(found), EXACT) for column in columns]
    if found[0].get("value") is not None:
        values = [each["value"] for each in found]
        mean["value"] = {
            key: round(sum(value[key] for value in values) / len(found), EXACT) for key in ("points", "chance")
        }
    return mean
