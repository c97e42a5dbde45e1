"""Where in a JSON text a value stands, so that an error about the value can point at it."""

from __future__ import annotations

import json
import re

from turingrad.machine.json_values import Path

SPACE = re.compile(r"[ \t\n\r]*")


def offset_of(text: str, path: Path) -> int:
    """The character at which the value at `path` begins; that of the nearest enclosing value where it is missing."""
    decoder = json.JSONDecoder()
    at = skip_space(text, 0)
    for part in path:
        inside = enter(text, at, part, decoder)
        if inside is None:
            return at
        at = inside
    return at


def enter(text: str, at: int, part: str | int, decoder: json.JSONDecoder) -> int | None:
    """The beginning of one member of the object or array that begins at `at`. The text is known to be valid JSON."""
    if text[at] not in "{[":
        return None
    in_object, index = text[at] == "{", 0
    at = skip_space(text, at + 1)
    while text[at] not in "}]":
        name: str | int = index
        if in_object:
            name, end = decoder.raw_decode(text, at)
            at = skip_space(text, skip_space(text, end) + 1)
        if name == part:
            return at
        _, end = decoder.raw_decode(text, at)
        at = skip_space(text, end)
        if text[at] == ",":
            at = skip_space(text, at + 1)
        index += 1
    return None


def skip_space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at
