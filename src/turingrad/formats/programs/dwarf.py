"""The line table of DWARF (versions 2 to 5, section 6.2 of the standard): which source line an address is from.

Line tables are for people: what is damaged or of an unknown form gives no lines, never an error.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import PurePath

FORM_STRING, FORM_LINE_STRP, FORM_UDATA, FORM_DATA16 = 0x08, 0x1F, 0x0F, 0x1E
FIXED_FORMS = {0x0B: 1, 0x05: 2, 0x06: 4, FORM_DATA16: 16}
PATH = 1  # DW_LNCT_path
MOST_ROWS = 1 << 20
Row = tuple[int, str, int]  # address, file, line


class Bytes:
    """A stream of the numbers and strings of DWARF. Reading past its end raises IndexError or struct.error."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content, self.at = content, at

    def number(self, size: int) -> int:
        self.at += size
        return int(struct.unpack_from({1: "<B", 2: "<H", 4: "<I"}[size], self.content, self.at - size)[0])

    def read_unsigned(self) -> int:
        """A number of seven bits per byte, lowest first."""
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            if shift > 70:
                raise IndexError

    def read_signed(self) -> int:
        start = self.at
        value = self.read_unsigned()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def string(self) -> str:
        end = self.content.index(b"\0", self.at)
        text = self.content[self.at : end].decode("utf-8", "replace")
        self.at = end + 1
        return text


def line_tables(content: bytes, strings: bytes, source: str) -> tuple[tuple[int, int], ...]:
    """Pairs of the address of an instruction and its line in the file called `source`, in the order of addresses."""
    name = PurePath(source).name
    return tuple((address, line) for address, file, line in instruction_lines(content, strings) if file == name)


def line_places(content: bytes, strings: bytes) -> tuple[tuple[int, str], ...]:
    """Pairs of the address of an instruction and its place, such as `main.c:12`, in the order of addresses."""
    return tuple((address, f"{file}:{line}") for address, file, line in instruction_lines(content, strings))


def instruction_lines(content: bytes, strings: bytes) -> list[tuple[int, str, int]]:
    """The address of every instruction in the table, the name of its file and its line, in the order of addresses.

    Functions that the linker has left out are at address 0 in these tables: real code takes precedence.
    """
    sequences: list[list[Row]] = []
    at = 0
    while at + 4 <= len(content):
        size = int.from_bytes(content[at : at + 4], "little")
        unit = content[at + 4 : at + 4 + size]
        at += 4 + size
        if size >= 0xFFFFFFF0:
            continue
        try:
            sequences += unit_sequences(unit, strings)
        except (IndexError, ValueError, struct.error, KeyError):
            continue
    lines: dict[int, tuple[str, int]] = {}
    for sequence in sorted(sequences, key=lambda rows: rows[0][0] == 0):
        for (address, file, line), (following, _, _) in pairwise(sequence):
            for each in range(address & ~3, min(following, address + 4 * MOST_ROWS), 4):
                if line and file and len(lines) < MOST_ROWS:
                    lines.setdefault(each, (file, line))
    return [(address, *lines[address]) for address in sorted(lines)]


def unit_sequences(unit: bytes, strings: bytes) -> list[list[Row]]:
    """The sequences of rows of one compilation unit."""
    stream = Bytes(unit)
    version = stream.number(2)
    if not 2 <= version <= 5:
        return []
    if version == 5:
        stream.number(2)  # sizes of addresses and of selectors
    length = stream.number(4)
    program = stream.at + length
    least = stream.number(1)
    if version >= 4:
        stream.number(1)  # operations per instruction
    stream.number(1)
    base = stream.number(1)
    base, span, opcodes = base - 256 if base > 127 else base, stream.number(1), stream.number(1)
    arguments = [stream.number(1) for _ in range(opcodes - 1)]
    files = new_files(stream, strings) if version == 5 else old_files(stream)
    names = {number: PurePath(file).name for number, file in files.items()}
    return execute(Bytes(unit, program), names, arguments, (least, base, span, opcodes))


def old_files(stream: Bytes) -> dict[int, str]:
    """The names of files by number, up to version 4."""
    while stream.string():
        pass  # folders
    files: dict[int, str] = {}
    while text := stream.string():
        files[len(files) + 1] = text
        for _ in range(3):  # folder, time, size
            stream.read_unsigned()
    return files


def new_files(stream: Bytes, strings: bytes) -> dict[int, str]:
    """The names of files by number, in version 5: tables that describe their own columns, of folders and of files."""
    paths: list[str] = []
    for _ in ("folders", "files"):
        columns = [(stream.read_unsigned(), stream.read_unsigned()) for _ in range(stream.number(1))]
        paths = []
        for _ in range(min(stream.read_unsigned(), MOST_ROWS)):
            path = ""
            for content, form in columns:
                value = form_value(stream, strings, form)
                path = value if content == PATH else path
            paths.append(path)
    return dict(enumerate(paths))


def form_value(stream: Bytes, strings: bytes, form: int) -> str:
    """A value of a table, as text if it is a string."""
    if form == FORM_STRING:
        return stream.string()
    if form == FORM_LINE_STRP:
        return Bytes(strings, stream.number(4)).string()
    if form == FORM_UDATA:
        stream.read_unsigned()
    else:
        stream.at += FIXED_FORMS[form]
    return ""


def execute(
    stream: Bytes, names: dict[int, str], arguments: list[int], header: tuple[int, int, int, int]
) -> list[list[Row]]:
    """The rows that a line number program makes."""
    least, base, span, opcodes = header
    sequences: list[list[Row]] = []
    rows: list[Row] = []
    address, file, line, count = 0, 1, 1, 0
    while stream.at < len(stream.content) and count < MOST_ROWS:
        opcode = stream.number(1)
        row = False
        if opcode >= opcodes:  # a special one: advances both, and makes a row
            address += (opcode - opcodes) // span * least
            line += base + (opcode - opcodes) % span
            row = True
        elif opcode == 0:
            size = stream.read_unsigned()
            end, extended = stream.at + size, stream.number(1)
            if extended == 1:  # the sequence ends
                sequences.append([*rows, (address, "", 0)])
                rows, address, file, line = [], 0, 1, 1
            elif extended == 2:
                address = stream.number(4)
            stream.at = end
        elif opcode == 2:
            address += stream.read_unsigned() * least
        elif opcode == 3:
            line += stream.read_signed()
        elif opcode == 4:
            file = stream.read_unsigned()
        elif opcode == 8:
            address += (255 - opcodes) // span * least
        elif opcode == 9:
            address += stream.number(2)
        else:
            row = opcode == 1
            for _ in range(arguments[opcode - 1]):
                stream.read_unsigned()
        if row:
            rows.append((address, names.get(file, ""), line))
            count += 1
    return sequences
