"""The games of a simulation as records, in a folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tilehall.engine import Text, UserError
from tilehall.tui.lab.plan import Deal, SimulationPlan

SUFFIX = ".tilehall"


class RecordFolder:
    """Deal listener that writes a record for each game: `princess-0007.tilehall`, or `-0007a` where seats rotate.

    Raises UserError if the folder cannot be written to or holds records of the game already.
    """

    def __init__(self, folder: Path, plan: SimulationPlan) -> None:
        self._folder = folder
        self._plan = plan
        self._digits = max(4, len(str(plan.deals)))
        if folder.exists() and not folder.is_dir():
            raise UserError(Text("{folder} is no folder.", folder=str(folder)))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            there = any(path.name.startswith(f"{plan.game}-") for path in folder.glob(f"*{SUFFIX}"))
            if not there:
                # Fails now and not after hours.
                trial = folder / f".{plan.game}{SUFFIX}"
                trial.touch()
                trial.unlink()
        except OSError as error:
            raise _unwritable(folder, error) from error
        if there:
            raise UserError(
                Text(
                    "{folder} holds records of {game} already: name a folder without any.",
                    folder=str(folder),
                    game=plan.game,
                )
            )

    def __call__(self, deal: Deal) -> None:
        letters = "abcdefghijklmnopqrstuvwxyz"
        for number, game in enumerate(deal):
            turned = "" if len(deal) == 1 else letters[number] if len(deal) <= len(letters) else f"-{number + 1}"
            path = self._folder / f"{self._plan.game}-{game.deal + 1:0{self._digits}}{turned}{SUFFIX}"
            try:
                path.write_text(game.record, encoding="utf-8")
            except OSError as error:
                with suppress(OSError):
                    # No partial record stays behind.
                    path.unlink(missing_ok=True)
                raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> UserError:
    why = error.strerror or type(error).__name__
    return UserError(Text("{file} cannot be written ({why}).", file=str(path), why=why))
