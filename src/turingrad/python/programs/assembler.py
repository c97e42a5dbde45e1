"""Instructions with labels, and the words that they become once every address is known."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from turingrad.machine.program.encode import encode_unchecked

ZERO, RA, SP, HP, HLIM, FP, TOP = 0, 1, 2, 3, 4, 8, 9  # HP, HLIM: the heap; FP, TOP: the Python stack
A0, A1, A2, A3, A7 = 10, 11, 12, 13, 17
SLIM, BASE = 26, 27  # the Python stack's limit, the system words
INVERSE = {"beq": "bne", "bne": "beq", "blt": "bge", "bge": "blt", "bltu": "bgeu", "bgeu": "bltu"}
BRANCH_REACH = 4094
ADDI_REACH = 2048

cached_encode = lru_cache(maxsize=1 << 16)(encode_unchecked)


class Line(NamedTuple):
    """One instruction, label or mark. `target` is a label or a symbol whose address is not known yet."""

    name: str
    rd: int = 0
    rs1: int = 0
    rs2: int = 0
    imm: int = 0
    target: Any = None


class Code:
    """Instructions in the order of their addresses, as the compilers write them."""

    def __init__(self, names: Iterator[int] | None = None) -> None:
        self.lines: list[Line] = []
        self.names = itertools.count() if names is None else names

    def fresh(self, hint: str = "L") -> str:
        """A label that nobody else uses."""
        return f".{hint}{next(self.names)}"

    def label(self, name: str) -> None:
        self.lines.append(Line("label", target=name))

    def mark(self, place: tuple[str, int, str]) -> None:
        """What follows is from a line of a file, in a function."""
        self.lines.append(Line("mark", target=place))

    def op(self, name: str, rd: int = 0, rs1: int = 0, rs2: int = 0, imm: int = 0) -> None:
        self.lines.append(Line(name, rd, rs1, rs2, imm))

    def branch(self, name: str, rs1: int, rs2: int, target: str) -> None:
        self.lines.append(Line(name, 0, rs1, rs2, 0, target))

    def jump(self, target: str, link: int = 0) -> None:
        self.lines.append(Line("jal", link, 0, 0, 0, target))

    def move(self, rd: int, rs: int) -> None:
        if rd != rs:
            self.op("addi", rd, rs)

    def load(self, rd: int, base: int, offset: int) -> None:
        self.reach("lw", rd, base, offset)

    def store(self, source: int, base: int, offset: int) -> None:
        if -ADDI_REACH <= offset < ADDI_REACH:
            self.op("sw", 0, base, source, offset)
            return
        scratch = 31 if source != 31 else 30
        self.constant(scratch, offset)
        self.op("add", scratch, scratch, base)
        self.op("sw", 0, scratch, source, 0)

    def reach(self, name: str, rd: int, base: int, offset: int) -> None:
        """A load or an addition whose offset may be too large for one instruction."""
        if -ADDI_REACH <= offset < ADDI_REACH:
            self.op(name, rd, base, 0, offset)
            return
        scratch = rd if rd != base else 31
        self.constant(scratch, offset)
        if name == "addi":
            self.op("add", rd, scratch, base)
        else:
            self.op("add", scratch, scratch, base)
            self.op(name, rd, scratch, 0, 0)

    def constant(self, rd: int, value: int) -> None:
        """Put a 32-bit number into a register."""
        value = (value + (1 << 31)) % (1 << 32) - (1 << 31)
        low = (value + ADDI_REACH) % (2 * ADDI_REACH) - ADDI_REACH
        high = (value - low) >> 12 & 0xFFFFF
        if high:
            self.op("lui", rd, imm=high)
        if low or not high:
            self.op("addi", rd, rd if high else ZERO, 0, low)

    def address(self, rd: int, symbol: Any, extra: int = 0) -> None:
        """Put the address of a label or of static data into a register."""
        self.lines.append(Line("la", rd, 0, 0, extra, symbol))

    def word(self, value: int | Callable[[], int]) -> None:
        self.lines.append(Line("word", target=value))


class Placed(NamedTuple):
    """Code at its addresses: where each line and each label is, and how many words each line has."""

    positions: list[int]
    labels: dict[str, int]
    sizes: list[int]
    end: int

    def marks(self, code: Code) -> list[tuple[int, tuple[str, int, str]]]:
        """The source line of each address."""
        lines = zip(code.lines, self.positions, strict=True)
        return [(position, line.target) for line, position in lines if line.name == "mark"]


def place(code: Code, start: int, symbol_address: Callable[[Any], int]) -> Placed:
    """Give each instruction an address from `start` on, and lengthen what does not reach."""
    sizes = [first_size(line, symbol_address) for line in code.lines]
    branches = [index for index, line in enumerate(code.lines) if line.name in INVERSE]
    labels: dict[str, int] = {}
    while True:
        positions = list(itertools.accumulate((4 * size for size in sizes), initial=start))
        end = positions.pop()
        for line, position in zip(code.lines, positions, strict=True):
            if line.name == "label":
                labels[line.target] = position
        short = [index for index in branches if sizes[index] == 1]
        for index in short:
            distance = labels[code.lines[index].target] - positions[index]
            if not -BRANCH_REACH <= distance <= BRANCH_REACH:
                sizes[index] = 2
        if all(sizes[index] == 1 for index in short):
            return Placed(positions, labels, sizes, end)


def encode(code: Code, placed: Placed, symbol_address: Callable[[Any], int]) -> list[int]:
    """The words of placed code, once the addresses of all symbols are known."""
    words: list[int] = []
    for line, position, size in zip(code.lines, placed.positions, placed.sizes, strict=True):
        if size == 1 and line.target is None:
            words.append(cached_encode(line.name, line.rd, line.rs1, line.rs2, line.imm))
        elif size:
            words += encode_words(line, position, size, placed.labels, symbol_address)
    return words


def first_size(line: Line, symbol_address: Callable[[Any], int]) -> int:
    if line.name in ("label", "mark"):
        return 0
    if line.name != "la":
        return 1
    if isinstance(line.target, str):
        return 2
    value = symbol_address(line.target)
    return 1 if 0 <= value + line.imm < ADDI_REACH else 2


def encode_words(
    line: Line, position: int, size: int, labels: dict[str, int], symbol_address: Callable[[Any], int]
) -> Iterator[int]:
    """The words of one line."""
    if line.name == "word":
        yield (line.target() if callable(line.target) else line.target) & 0xFFFFFFFF
    elif line.name == "la":
        known = isinstance(line.target, str)
        value = (labels[line.target] if known else symbol_address(line.target)) + line.imm
        low = (value + ADDI_REACH) % (2 * ADDI_REACH) - ADDI_REACH
        if size == 2:
            yield cached_encode("lui", line.rd, 0, 0, (value - low) >> 12)
        yield cached_encode("addi", line.rd, line.rd if size == 2 else ZERO, 0, low)
    elif line.name in INVERSE and size == 2:
        yield cached_encode(INVERSE[line.name], 0, line.rs1, line.rs2, 8)
        yield cached_encode("jal", 0, 0, 0, labels[line.target] - position - 4)
    else:
        yield cached_encode(line.name, line.rd, line.rs1, line.rs2, labels[line.target] - position)
