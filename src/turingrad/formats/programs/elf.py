"""ELF files: 32-bit executables for RISC-V, as C, Rust and Zig compilers link them.

The loadable segments become the image; the executable ones among them are the code. Symbols and the line table are read
if there are any. A file that is not what the machine can run is refused in one line, before anything large is made.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn

from turingrad.errors import FormatError, MachineError
from turingrad.formats.programs.dwarf import line_places, line_tables
from turingrad.machine.program import RAM, Program

MAGIC = b"\x7fELF"
RISC_V, EXECUTABLE = 243, 2  # e_machine, e_type
COMPRESSED, FLOAT_ABI = 0x1, 0x6  # e_flags: compressed instructions; floating point registers in calls
LOAD, X, W = 1, 1, 2  # p_type; p_flags
SYMTAB, NOBITS = 2, 8  # sh_type
SECTION_ALLOC, SECTION_CODE = 0x2, 0x4  # sh_flags
MOST_HEADERS = 4096
STACK = 256  # bytes above all data that must at least be left
INPUT = "__input"
LABEL_PREFIXES = ("$", ".L")  # mapping symbols and compilers' own labels


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes of the file that go to an address, followed by zeros up to `size`."""

    offset: int
    address: int
    filled: int
    size: int
    flags: int

    @property
    def end(self) -> int:
        return self.address + self.size


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int


class ElfFile:
    """The headers of a file, each checked to lie inside of it."""

    def __init__(self, data: bytes, source: str) -> None:
        self.data, self.source = data, source
        if data[:4] != MAGIC or len(data) < 52:
            self.refuse("this is not an ELF file", "an executable for 32-bit RISC-V")
        if data[4] != 1 or data[5] != 1:
            what = "64-bit" if data[4] == 2 else "big-endian" if data[5] == 2 else "of an unknown class"
            self.refuse(f"the file is {what}", "a 32-bit little-endian one: -march=rv32i -mabi=ilp32")
        kind, machine, _version, entry, headers, sections, flags = struct.unpack_from("<HHIIIII", data, 16)
        _size, header_size, header_count, section_size, section_count, names = struct.unpack_from("<6H", data, 40)
        if machine != RISC_V:
            self.refuse(f"the file is for the machine number {machine}", f"RISC-V, number {RISC_V}")
        if kind != EXECUTABLE:
            self.refuse(f"the file is of type {kind}", f"a linked executable at fixed addresses, type {EXECUTABLE}")
        if flags & COMPRESSED:
            self.refuse("the code has compressed instructions", "-march=rv32i")
        if flags & FLOAT_ABI:
            self.refuse("calls pass floating point registers", "-mabi=ilp32")
        self.entry = entry
        self.segments = self.read_segments(headers, header_size, header_count)
        self.sections = self.read_sections(sections, section_size, section_count, names)

    def refuse(self, message: str, expected: str | None = None) -> NoReturn:
        raise FormatError(message, source=self.source, expected=expected)

    def part(self, offset: int, size: int, what: str) -> bytes:
        """Bytes of the file, refused if they are outside of it."""
        if offset + size > len(self.data):
            self.refuse(f"{what} is at bytes {offset:,} to {offset + size:,} of a file of {len(self.data):,} bytes")
        return self.data[offset : offset + size]

    def table(self, offset: int, size: int, count: int, least: int, what: str) -> Iterator[bytes]:
        """The entries of a table of headers."""
        if not count:
            return
        if size < least or count > MOST_HEADERS:
            self.refuse(f"{count:,} {what} of {size} bytes", f"at most {MOST_HEADERS:,} of at least {least} bytes")
        content = self.part(offset, size * count, f"the table of {what}")
        yield from (content[at : at + least] for at in range(0, size * count, size))

    def read_segments(self, offset: int, size: int, count: int) -> list[Segment]:
        found = []
        for entry in self.table(offset, size, count, 32, "program headers"):
            kind, at, address, _physical, filled, whole, flags, _alignment = struct.unpack("<8I", entry)
            if kind != LOAD or not whole:
                continue
            if filled > whole:
                self.refuse(f"the segment at {address:#x} has {filled:,} bytes in the file, {whole:,} in memory")
            self.part(at, filled, f"the segment at {address:#x}")
            found.append(Segment(at, address, filled, whole, flags))
        found.sort(key=lambda segment: segment.address)
        for before, after in pairwise(found):
            if before.end > after.address:
                self.refuse(f"the segments at {before.address:#x} and {after.address:#x} overlap")
        if not any(segment.flags & X for segment in found):
            self.refuse("no segment is executable")
        return found

    def read_sections(self, offset: int, size: int, count: int, names: int) -> list[Section]:
        """The sections; those outside of the file, or without names, are left out: a run does without them."""
        if not count or size < 40 or count > MOST_HEADERS or offset + size * count > len(self.data):
            return []
        rows = [struct.unpack_from("<10I", self.data, offset + size * number) for number in range(count)]
        strings = self.data[rows[names][4] : rows[names][4] + rows[names][5]] if names < count else b""
        return [
            Section(text_at(strings, name), kind, flags, address, at, length, link)
            for name, kind, flags, address, at, length, link, *_ in rows
        ]

    def content(self, name: str) -> bytes:
        """The bytes of a section; none if there is no such section."""
        for section in self.sections:
            if section.name == name and section.kind != NOBITS:
                return self.data[section.offset : section.offset + section.size]
        return b""

    def code_end(self) -> int:
        """Where the code ends: of a segment that is also written to, only the sections with code count."""
        ends = []
        for segment in self.segments:
            if not segment.flags & X:
                continue
            inside = [
                section.address + section.size
                for section in self.sections
                if section.flags & SECTION_CODE
                and segment.address <= section.address < section.address + section.size <= segment.end
            ]
            ends.append(max(inside) if inside and segment.flags & W else segment.address + segment.filled)
        return max(ends) + 3 & ~3

    def symbols(self) -> list[tuple[str, int]]:
        """Names of addresses in memory, in the order of these."""
        found = []
        for section in self.sections:
            if section.kind != SYMTAB or not 0 <= section.link < len(self.sections):
                continue
            names = self.sections[section.link]
            strings = self.data[names.offset : names.offset + names.size]
            content = self.data[section.offset : section.offset + section.size]
            for name, value, _size, info, _other, place in struct.iter_unpack("<IIIBBH", content[: len(content) & ~15]):
                if info & 15 > 2 or not self.in_memory(place):  # neither a function, nor an object, nor a label
                    continue
                text = text_at(strings, name)
                if text and not text.startswith(LABEL_PREFIXES):
                    found.append((text, value))
        return sorted(set(found), key=lambda each: (each[1], each[0]))

    def in_memory(self, place: int) -> bool:
        """Whether a symbol's section is one that is loaded. Some linkers count `__input` as absolute."""
        absolute = place == 0xFFF1
        return absolute or (0 < place < len(self.sections) and bool(self.sections[place].flags & SECTION_ALLOC))


def text_at(strings: bytes, offset: int) -> str:
    """The string at an offset of a table of strings."""
    end = strings.find(b"\0", offset)
    return (
        strings[offset : end if end >= 0 else len(strings)].decode("utf-8", "replace") if offset < len(strings) else ""
    )


def code_places(table: tuple[bytes, bytes], code: int) -> tuple[tuple[int, str], ...]:
    """File and line of the instructions, for people who have no source at hand."""
    return tuple(pair for pair in line_places(*table) if pair[0] < code)


def read_elf(data: bytes, source: str, *, ram: int = RAM, text: str = "") -> Program:
    """The program of an ELF file. `text` is its source, if that is known: lines are then those of the file `source`.

    Input goes to the symbol `__input`; a program without that symbol takes none.
    """
    file = ElfFile(data, source)
    last = max(file.segments, key=lambda segment: segment.end)
    if last.end + STACK > ram:
        needed = f"{source}: code, data and {STACK} bytes of stack need {last.end + STACK:,} bytes"
        raise MachineError(
            f"{needed}, more than the {ram:,} bytes of RAM; use a larger `ram`, or link from address 0 on"
        )
    image = bytearray(max(segment.address + segment.filled for segment in file.segments))
    for segment in file.segments:
        image[segment.address : segment.address + segment.filled] = file.part(segment.offset, segment.filled, "")
    code, symbols = file.code_end(), file.symbols()
    input_at = dict(symbols).get(INPUT)
    if input_at is not None and input_at < last.end:
        raise FormatError(f"{INPUT} is at {input_at:#x}, inside of the program", source=source, expected="its end")
    content = bytes(image[:code]).ljust(code, b"\0") + bytes(image[code:]).rstrip(b"\0")
    try:
        table = file.content(".debug_line"), file.content(".debug_line_str")
        known = {"lines": line_tables(*table, source)} if text else {"places": code_places(table, code)}
        return Program(content, file.entry, code, ram, input_at, symbols=tuple(symbols), source=text, **known)
    except MachineError as error:
        raise FormatError(str(error), source=source) from None
