"""Numbers in sentences, for the terminal and for pages."""

from __future__ import annotations


def amount(number: int, what: str, plural: str = "s") -> str:
    """`1 step`, `2,000 steps`."""
    return f"{number:,} {what}{'' if number == 1 else plural}"


def shorten(text: str, most: int = 200, end: int = 40) -> str:
    """Long tapes by their two ends and their length; `--json` has them whole."""
    if len(text) <= most:
        return text
    return f"{text[:end]} … {text[-end:]} ({len(text):,} symbols; --json prints them all)"
