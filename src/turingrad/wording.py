"""Numbers in sentences, for the terminal and for pages."""

from __future__ import annotations


def counted(number: int, what: str, plural: str = "s") -> str:
    """`1 step`, `2,000 steps`."""
    return f"{number:,} {what}{'' if number == 1 else plural}"
