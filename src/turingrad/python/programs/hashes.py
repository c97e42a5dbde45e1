"""Hashes of dict keys, as the run time computes them."""

from __future__ import annotations

import datetime
import enum
from collections.abc import Callable
from typing import Any

from turingrad.python.programs.layout import text_hash
from turingrad.python.programs.static import big_limbs, constant_word, float_words, small


def dict_index(hashes: list[int], size: int) -> list[int]:
    """The index of a dict: four times its mask, then 12 (e + 1) for entry e, first free place from its hash on."""
    table = [0] * size
    for number, hashed in enumerate(hashes):
        at = (hashed >> 1 if hashed < 1 << 31 else (hashed - (1 << 32)) >> 1) & (size - 1)
        while table[at]:
            at = (at + 1) % size
        table[at] = 12 * (number + 1)
    return [4 * (size - 1), *table]


DATES = datetime.date | datetime.time | datetime.timedelta  # hashed as their texts: CPython's hashes of them vary


def contains_text(key: Any) -> bool:
    plain = isinstance(key, str | type(None) | enum.Enum | DATES)
    return plain or (isinstance(key, tuple) and any(map(contains_text, key)))


def dict_hash(key: Any, seed: int, identity: Callable[[Any], int]) -> int:
    """An even word, equal for equal keys."""
    if isinstance(key, enum.Enum) and isinstance(key, int | str):
        key = key.value
    word = constant_word(key)
    if key is None:
        return 202
    if isinstance(key, bool):
        return small(int(key))
    if word is not None:
        return word & 0xFFFFFFFF
    if isinstance(key, str):
        return text_hash(key, seed)
    if isinstance(key, int):
        return big_hash(key)
    if isinstance(key, float):
        return float_hash(key, seed, identity)
    if type(key) is tuple:
        h = 0xAC
        for each in key:
            h = (h * 9 + dict_hash(each, seed, identity)) & 0xFFFFFFFF
        return h ^ ((h >> 11) & ~1)
    if isinstance(key, DATES):
        return dict_hash(text_hash(str(key), seed), seed, identity)
    return identity(key)


def big_hash(key: int) -> int:
    words = big_limbs(key)
    if len(words) > 30:
        return 0
    h = 0
    for limb in words:
        h = (h * 31 + limb) & 0xFFFFFFFF
    return h & ~1


def float_hash(key: float, seed: int, identity: Callable[[Any], int]) -> int:
    high, low = float_words(key)
    exponent = (high >> 20 & 0x7FF) - 1023
    if exponent >= 1000:
        return (high ^ low) & 0xFFFFFFFE
    if key == int(key):
        return dict_hash(int(key), seed, identity)
    if 0 <= exponent < 20 and not low:
        return high & 0xFFFFFFFE
    return (high ^ low ^ low >> 7) & 0xFFFFFFFE
