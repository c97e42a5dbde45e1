"""The folder where turingrad keeps what it can make again: compiled programs, and the compiler's own cache."""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from pathlib import Path

VARIABLE = "TURINGRAD_CACHE"


def cache_folder(name: str) -> Path:
    """A folder of the user's cache that can be written to: in `$TURINGRAD_CACHE`, or where the system keeps caches. If
    neither can be written to, it is a temporary one of this process."""
    base = cache_base()
    if base is not None:
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
        except OSError:
            pass  # a home folder that cannot be written to
    return temporary_folder(name)


def cache_base() -> Path | None:
    """Where the caches of turingrad are; None if nothing says where."""
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    if sys.platform == "win32":
        named = os.environ.get("LOCALAPPDATA", "~")
    elif sys.platform == "darwin":
        named = os.path.expanduser("~/Library/Caches")
    else:
        named = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return None if named.startswith("~") else Path(named) / "turingrad"


@cache
def temporary_folder(name: str) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"turingrad-{name}-"))
