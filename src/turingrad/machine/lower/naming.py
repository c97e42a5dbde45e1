"""Names for the symbols of lowered machines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from turingrad.machine.states import MAX_SYMBOL_LENGTH

K = TypeVar("K")


def symbol_names(keys: Iterable[K], readable: Callable[[K], str]) -> dict[K, str]:
    """A name for each key: the readable one where all are short and differ, else a letter and a number."""
    listed = list(keys)
    names = [readable(key) for key in listed]
    if len(set(names)) < len(names) or max(map(len, names)) > MAX_SYMBOL_LENGTH:
        names = [f"s{number}" for number in range(len(listed))]
    return dict(zip(listed, names, strict=True))
