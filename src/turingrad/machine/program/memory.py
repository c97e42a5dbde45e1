"""Memory at one instant: immutable, and cheap to keep for many instants, since they share the pages between which
nothing was stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

PAGE = 1024  # bytes: a configuration of 64 KB is 64 references and the pages that were stored to since the last


@dataclass(frozen=True, slots=True, repr=False)
class Memory:
    """RAM as a value: `memory[address]` is a byte, `memory[a:b]` are bytes, `memory.word(address)` is a 32-bit word."""

    pages: tuple[bytes, ...]
    size: int

    @classmethod
    def of(cls, content: bytes) -> Memory:
        """Memory that holds these bytes."""
        return cls(tuple(content[start : start + PAGE] for start in range(0, len(content), PAGE)), len(content))

    def with_pages(self, pages: dict[int, bytes]) -> Memory:
        """The same memory but for some pages, by number."""
        if not pages:
            return self
        changed = list(self.pages)
        for number, page in pages.items():
            changed[number] = page
        return Memory(tuple(changed), self.size)

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> bytes: ...
    def __getitem__(self, place: int | slice) -> int | bytes:
        if isinstance(place, slice):
            start, stop, step = place.indices(self.size)
            if step != 1 or stop <= start:
                return bytes(self)[place]
            first = start // PAGE
            joined = b"".join(self.pages[first : (stop + PAGE - 1) // PAGE])
            return joined[start - first * PAGE : stop - first * PAGE]
        address = place + self.size if place < 0 else place
        if not 0 <= address < self.size:
            raise IndexError(f"address {place:#x} is outside of the {self.size:,} bytes of RAM")
        return self.pages[address // PAGE][address % PAGE]

    def word(self, address: int) -> int:
        """The 32-bit word at an address, lowest byte first."""
        return int.from_bytes(self[address : address + 4], "little")

    def __bytes__(self) -> bytes:
        return b"".join(self.pages)

    def __repr__(self) -> str:
        return f"Memory({self.size:,} bytes)"
