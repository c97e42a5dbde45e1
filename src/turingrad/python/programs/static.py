"""Static data: objects as words, some of which are addresses that are not known yet."""

from __future__ import annotations

import datetime
import struct
from collections.abc import Callable, Sequence
from typing import Any

from turingrad.python.programs.layout import FALSE, HOLE, NONE, TRUE, is_small, text_hash

Word = Any  # an int, or a StaticObject (its tagged address), or a function that gives the word at the end


class StaticObject:
    """Words that lie at a fixed address. `changes`: the program may store into them. `renew`: gives as many words again
    when the hashes of texts are others."""

    __slots__ = ("address", "changes", "kind", "renew", "words")

    def __init__(
        self, kind: int, words: Sequence[Word], changes: bool = False, renew: Callable[[], Sequence[Word]] | None = None
    ) -> None:
        self.kind = kind
        self.words = list(words)
        self.changes = changes
        self.renew = renew
        self.address = -1

    @property
    def size(self) -> int:
        """Words with the header."""
        return len(self.words) + 1

    def tagged_word(self) -> int:
        assert self.address >= 0, "an address is asked for before the layout"
        return self.address + 1

    def lay(self, memory: bytearray) -> None:
        """Write the object into memory."""
        header = self.size << 8 | self.kind
        values = [header, *map(resolve_word, self.words)]
        struct.pack_into(f"<{len(values)}I", memory, self.address, *(value & 0xFFFFFFFF for value in values))


def resolve_word(word: Word) -> int:
    if isinstance(word, StaticObject):
        return word.tagged_word()
    return word() if callable(word) else int(word)


def small(value: int) -> int:
    return value << 1


def big_limbs(value: int) -> list[int]:
    """Two's complement in as few 32-bit limbs as possible."""
    count = (~value if value < 0 else value).bit_length() // 32 + 1
    return [value >> 32 * index & 0xFFFFFFFF for index in range(count)]


def float_words(value: float) -> tuple[int, int]:
    low, high = struct.unpack("<2I", struct.pack("<d", value))
    return high, low


def text_words(text: str, wide: bool, seed: int) -> list[int]:
    """Length, hash and characters."""
    if wide:
        content = text.encode("utf-32-le", "surrogatepass")
    else:
        content = text.encode("latin-1")
        content += bytes(-len(content) % 4)
    characters = struct.unpack(f"<{len(content) // 4}I", content)
    return [2 * len(text), text_hash(text, seed), *characters]


def python_hash(value: Any, seed: int) -> int:
    """The 64-bit hash that the run time's sets use; CPython's, but for texts and None."""
    if isinstance(value, str | datetime.date | datetime.time | datetime.timedelta):
        return text_hash(str(value), seed)
    if value is None:
        return 202
    if type(value) is tuple:
        return tuple_hash([python_hash(each, seed) for each in value])
    return hash(value) & (1 << 64) - 1


def tuple_hash(lanes: list[int]) -> int:
    """xxHash of Objects/tupleobject.c."""
    mask = (1 << 64) - 1
    total = 2870177450012600261
    for lane in lanes:
        total = (total + lane * 14029467366897019727) & mask
        total = (total << 31 | total >> 33) & mask
        total = total * 11400714785074694791 & mask
    total = (total + (len(lanes) ^ 2870177450012600261 ^ 3527539)) & mask
    return 1546275796 if total == mask else total


class SetTable:
    """CPython's table of a set that gets these hashes one after the other (Objects/setobject.c of 3.11)."""

    def __init__(self, hashes: Sequence[int]) -> None:
        self.mask = 7
        self.places: dict[int, int] = {}  # place: number of the key
        self.hashes = hashes
        for index in range(len(hashes)):
            self.places[self.free_place(hashes[index])] = index
            if len(self.places) * 5 >= self.mask * 3:
                self.resize(len(self.places) * (2 if len(self.places) > 50000 else 4))

    def free_place(self, value: int) -> int:
        perturb, at = value, value & self.mask
        while True:
            for place in range(at, at + (10 if at + 9 <= self.mask else 1)):
                if place not in self.places:
                    return place
            perturb >>= 5
            at = (at * 5 + 1 + perturb) & self.mask

    def resize(self, wanted: int) -> None:
        size = 8
        while size <= wanted:
            size *= 2
        old = [self.places[place] for place in sorted(self.places)]
        self.mask, self.places = size - 1, {}
        for index in old:
            self.places[self.free_place(self.hashes[index])] = index


def constant_word(value: Any) -> int | None:
    """The word of None, a bool or a small int; None for what needs an object."""
    if value is None:
        return NONE
    if value is True or value is False:
        return TRUE if value else FALSE
    if type(value) is int and is_small(value):
        return small(value)
    return None


def set_places(table: SetTable, keys: Sequence[Word]) -> list[Word]:
    """The keys of a set in the order of its table."""
    places: list[Word] = [HOLE] * (table.mask + 1)
    for place, index in table.places.items():
        places[place] = keys[index]
    return places


def set_hashes(table: SetTable) -> list[Word]:
    """Their hashes, low and high words."""
    hashes = [0] * (2 * table.mask + 2)
    for place, index in table.places.items():
        value = table.hashes[index]
        hashes[2 * place], hashes[2 * place + 1] = value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF
    return hashes
