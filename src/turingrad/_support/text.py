"""Numbers and suggestions in sentences, for the terminal and for pages."""

from __future__ import annotations

import math
from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 100  # longer ones are not misspelled


def amount(number: int, what: str, plural: str = "s") -> str:
    """`1 step`, `2,000 steps`."""
    return f"{number:,} {what}{'' if number == 1 else plural}"


def at_least(number: float) -> str:
    """A number with its first three decimals, rounded down: so that 19.9996 does not read as 20."""
    return f"{math.floor(1000 * number) / 1000:.10g}" if math.isfinite(number) else str(number)


def shorten(text: str, most: int = 200, end: int = 40) -> str:
    """Long tapes by their two ends and their length; `--json` has them whole."""
    if len(text) <= most:
        return text
    return f"{text[:end]} … {text[-end:]} ({len(text):,} symbols; --json prints them all)"


def close_names(name: object, known: Iterable[str]) -> str:
    """The names that a misspelled one may stand for, as `X or Y`; empty if none is close."""
    return " or ".join(get_close_matches(str(name)[:LONGEST_NAME].lower(), list(known), n=3, cutoff=0.6))


def name_alternatives(name: object, known: Iterable[str]) -> str:
    """What a refusal of an unknown name ends with: `; did you mean X?` if some are close, then all known names."""
    there = tuple(known)
    if not there:
        return "; there are none"
    close = close_names(name, there)
    meant = f"; did you mean {close}?" if close else ";"
    return f"{meant} known: {', '.join(there)}"
