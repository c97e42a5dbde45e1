"""Files written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from turingrad.errors import InputError


@contextmanager
def atomic_lines(path: Path) -> Iterator[Callable[[Any], None]]:
    """Write JSON lines to a temporary file beside `path`, renamed to it only when all are written."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield lambda value: print(json.dumps(value, ensure_ascii=False), file=file)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
