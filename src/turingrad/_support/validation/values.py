"""Checks of what a caller passes to any public function: counts, flags, numbers and choices, as plain Python values."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

from turingrad._support.text import close_names
from turingrad.errors import InputError, TuringradError

FLAGS = ("bool", "bool_")  # the types of flags: Python's and numpy 2's, numpy 1's


def whole(
    value: Any, what: str, least: int = 0, most: int | None = None, error: type[TuringradError] = InputError
) -> int:
    """A whole number between two bounds."""
    number = as_whole(value)
    if number is None or number < least or (most is not None and number > most):
        bounds = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise error(f"{what} must be a whole number {bounds}, not {short_repr(value)}")
    return number


def as_whole(value: Any) -> int | None:
    """The number of an int or of an integer of numpy's; None of flags, fractions and all else."""
    try:
        return None if type(value).__name__ in FLAGS else operator.index(value)
    except Exception:  # of the value's own code
        return None


def flag(value: Any, what: str, error: type[TuringradError] = InputError) -> bool:
    """True or False, and nothing that merely counts as one."""
    if type(value).__name__ not in FLAGS:
        raise error(f"{what} must be True or False, not {short_repr(value)}")
    return bool(value)


def finite(value: Any, what: str, least: float | None = None, most: float | None = None) -> float:
    """A finite number between two bounds."""
    try:
        found = math.nan if isinstance(value, bool | str | bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found) or (least is not None and found < least) or (most is not None and found > most):
        low = "" if least is None else f" of at least {least:.10g}"
        high = "" if most is None else f" of at most {most:g}"
        raise InputError(
            f"{what} must be a finite number{low}{' and' if low and high else ''}{high}, not {short_repr(value)}"
        )
    return found


def choice(value: Any, what: str, choices: Sequence[str]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in choices:
        close = close_names(value, choices)
        meant = f"; did you mean {close}?" if close else ""
        raise InputError(f"{what} must be one of {', '.join(choices)}, not {short_repr(value)}{meant}")
    return value


def short_repr(value: Any, most: int = 60) -> str:
    """A value in an error message: one line, never a long one, and never an error of its own."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a repr of the user's, or a structure deeper than Python can follow
        text = f"a {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."
