"""Short ways to write literals: features that are on or off, and fields of the instruction word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Literal = tuple[str, int]
WORD = 32


def bits(name: str, count: int = WORD, start: int = 0) -> tuple[str, ...]:
    """`name.start` to `name.(start + count - 1)`."""
    return tuple(f"{name}.{b}" for b in range(start, start + count))


def on(*names: str) -> tuple[Literal, ...]:
    return tuple((name, 1) for name in names)


def off(*names: str) -> tuple[Literal, ...]:
    return tuple((name, -1) for name in names)


def pattern(text: str, names: Iterable[str]) -> Iterator[Literal]:
    """Literals for a pattern of `0`, `1` and `?`, the highest bit first, over the names from the lowest bit on."""
    for mark, name in zip(reversed(text), names, strict=True):
        if mark != "?":
            yield name, 1 if mark == "1" else -1


def opcode(text: str) -> tuple[Literal, ...]:
    """The word's bits 6 to 0."""
    return tuple(pattern(text, bits("in", 7)))


def funct3(text: str) -> tuple[Literal, ...]:
    """The word's bits 14 to 12."""
    return tuple(pattern(text, bits("in", 3, 12)))


def funct7(text: str) -> tuple[Literal, ...]:
    """The word's bits 31 to 25."""
    return tuple(pattern(text, bits("in", 7, 25)))


def number(name: str, value: int, count: int, start: int = 0) -> tuple[Literal, ...]:
    """The bits `name.start`, ... spell the value."""
    return tuple((f"{name}.{start + b}", 1 if value >> b & 1 else -1) for b in range(count))


def weighted_bits(name: str, count: int, start: int = 0, shift: int = 0, factor: int = 1) -> tuple[Literal, ...]:
    """factor * sum 2^(shift + b) [name.(start + b)] as terms of a unit."""
    return tuple((f"{name}.{start + b}", factor << (shift + b)) for b in range(count))
