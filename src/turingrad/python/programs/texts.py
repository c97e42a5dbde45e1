"""The texts of functions that the compiler itself makes: `linecache`, from which sources are read, may be cleared."""

from __future__ import annotations

import linecache

MADE: dict[str, tuple[int, None, list[str], str]] = {}  # by path: entries of `linecache`


def keep_text(path: str, text: str) -> None:
    """Make a text the source of the code that is compiled under a path."""
    MADE[path] = linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)


def read_lines(path: str) -> list[str]:
    """The lines of a source file or of a text that was kept; none if there is no such file."""
    if path in MADE:
        linecache.cache[path] = MADE[path]
    return linecache.getlines(path)
