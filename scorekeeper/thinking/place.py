"""Where the process of a server listens: a socket in a folder of this user's own.

The server is named by the process id of its master, so that two servers of one machine have one each.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from stat import S_ISDIR


class NoPlace(OSError):
    """There is no folder that is this user's alone."""


def socket_of(owner: int) -> Path:
    """The socket of the server whose master has this process id. Raises NoPlace."""
    return _folder() / f"odds-{owner}.sock"


def lock_of(owner: int) -> Path:
    """The file that the process locks while it lives. Raises NoPlace."""
    return _folder() / f"odds-{owner}.lock"


def _folder() -> Path:
    folder = Path(tempfile.gettempdir()) / f"scorekeeper-{os.getuid()}"
    try:
        found = folder.lstat()
    except FileNotFoundError:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077 or not S_ISDIR(found.st_mode):
        raise NoPlace(f"{folder} is not this user's alone")
    return folder
