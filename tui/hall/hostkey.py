"""The key by which a hall is known: made at the first start, and kept."""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh

from tilehall.engine import Text, UserError
from tilehall.tui.hall.refusals import HallError

NAME = "host_key"


def host_key(folder: Path) -> Path:
    """The file of the key, made if there is none. Raises UserError if it is not a secret, or no key."""
    path = folder / NAME
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", comment="tilehall")
        new = path.with_name(f"{NAME}.new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.export_private_key("openssh"))
            file.flush()
            os.fsync(file.fileno())
        new.rename(path)
    if not path.is_file():
        raise _no_key(path)
    if path.stat().st_mode & 0o077:
        command = f"chmod 600 {path}"
        raise HallError(
            Text("{file} is for all to read: '{command}' makes it a secret.", file=f"{path}", command=command)
        )
    try:
        asyncssh.read_private_key(path)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as error:
        raise _no_key(path) from error
    return path


def _no_key(path: Path) -> UserError:
    return UserError(Text("{file} is no key: move it away, and a new one is made.", file=f"{path}"))


def fingerprint(path: Path) -> str:
    """What friends compare when they come for the first time."""
    return asyncssh.read_private_key(path).get_fingerprint("sha256")
