"""Sizes of problems as options write them: features x samples."""

from __future__ import annotations

import re

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
