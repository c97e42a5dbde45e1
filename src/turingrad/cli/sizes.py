"""Sizes of a search's problems as options write them, features x samples, and what goes with them."""

from __future__ import annotations

import re
from pathlib import Path

from turingrad.errors import InputError


def parse_sizes(text: str | None) -> list[tuple[int, int]] | None:
    if text is None:
        return None
    found = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,6})x([0-9]{1,6})\s*", part)
        if match is None or int(match[1]) < 1 or int(match[2]) < 1:
            raise InputError(f"--larger takes sizes such as 10x40,20x60 (features x samples), not {part.strip()!r}")
        found.append((int(match[1]), int(match[2])))
    return found


def parse_exam(text: str) -> tuple[int, int]:
    try:
        (size,) = parse_sizes(text) or []
    except (InputError, ValueError):
        raise InputError(f"--exam takes one size, such as 6x18 (features x samples), not {text!r}") from None
    return size


def require_options(epsilon: float, data: Path | None, larger: str | None, restarts: int, plot: Path | None) -> None:
    """Refuse, before any work, wrong values, options that another one makes useless, and those that need another."""
    parse_sizes(larger)
    if not 0 < epsilon < 1:
        raise InputError(f"--epsilon is {epsilon}; it must be between 0 and 1")
    for name, given in (("--larger", larger), ("--restarts", restarts)):
        if data is not None and given:
            raise InputError(f"{name} draws problems of a --task, and a --data file has only its rows: leave it out")
    if plot is not None and not restarts:
        raise InputError("--plot draws the success curves of --restarts: give --restarts N, too")
