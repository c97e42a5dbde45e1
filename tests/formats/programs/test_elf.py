"""ELF files: what is read, and what is refused in one line."""

from __future__ import annotations

import re
import struct
from collections import Counter

import numpy as np
import pytest

from tests.formats.programs.elf_files import CODE, executable, header, segment
from turingrad import formats
from turingrad.errors import FormatError, TuringradError
from turingrad.formats.programs.dwarf import line_places, line_tables
from turingrad.formats.programs.elf import read_elf
from turingrad.machine.program import RAM, Program
from turingrad.machine.program.run import run


def with_sections() -> bytes:
    """The same program with a writable and executable segment, sections and symbols."""
    names = b"\0.text\0.data\0.symtab\0.strtab\0.shstrtab\0"
    strings = b"\0main\0__input\0$x\0.L0\0"
    symbols = [(0, 0, 0, 0), (1, 4, 2, 1), (6, 32, 0, 0xFFF1), (14, 0, 0, 1), (17, 0, 0, 1)]
    table = b"".join(struct.pack("<IIIBBH", name, value, 0, kind, 0, place) for name, value, kind, place in symbols)
    content = CODE + b"data"
    body = content + table + strings + names
    at = 84
    rows = [(0, 0, 0, 0, 0, 0, 0), (1, 1, 6, 0, at, 12, 0), (7, 1, 3, 12, at + 12, 4, 0)]
    rows += [(13, 2, 0, 0, at + 16, len(table), 4), (21, 3, 0, 0, at + 16 + len(table), len(strings), 0)]
    rows += [(29, 3, 0, 0, at + 16 + len(table) + len(strings), len(names), 0)]
    sections = b"".join(struct.pack("<10I", *row, 0, 4, 16) for row in rows)
    start = header(sections=at + len(body), section_count=len(rows), names=5)
    return start + segment(at, 0, 16, 20, flags=7) + body + sections


def test_segments_become_the_image() -> None:
    program = read_elf(executable(), "x.elf")
    assert program == Program(CODE)
    assert run(program).configuration.exit_code == 5
    data = header(count=2) + segment(128, 32, 4, 8, flags=6) + segment(116, 0, 12, 12) + CODE + b"data"
    program = read_elf(data, "x.elf", ram=4096)
    assert program == Program(CODE + bytes(20) + b"data", code=12, ram=4096)


def test_sections_tell_code_from_data_and_symbols_where_input_goes() -> None:
    program = read_elf(with_sections(), "x.elf")
    assert (program.code, program.input_at) == (12, 32)
    assert program.symbols == (("main", 4), ("__input", 32))
    assert run(program, "in").configuration.exit_code == 5


REFUSED = {
    "not an ELF file": b"MZ" + bytes(100),
    "this is not an ELF file": executable()[:40],
    "the file is 64-bit": executable(bits=2),
    "the file is big-endian": executable(order=2),
    "of an unknown class": executable(bits=7),
    "for the machine number 62": executable(machine=62),
    "the file is of type 1": executable(kind=1),
    "compressed instructions": executable(flags=1),
    "floating point registers": executable(flags=4),
    "the table of program headers is at bytes 4,294,967,040": executable(headers=0xFFFFFF00),
    "65,535 program headers of 32 bytes": executable(count=65535),
    "1 program headers of 8 bytes": executable(header_size=8),
    "no segment is executable": executable(count=0),
    "the segment at 0x0 is at bytes 84 to 4,294": header() + segment(84, 0, 0xFFFFFF00, 0xFFFFFF00) + CODE,
    "has 12 bytes in the file, 8 in memory": header() + segment(84, 0, 12, 8) + CODE,
    "the segments at 0x0 and 0x8 overlap": header(count=2) + segment(116, 0, 12, 12) + segment(116, 8, 4, 4) + CODE,
    "need 4,026,531,852 bytes, more than the 65,536": header() + segment(84, 0xF0000000 - 256, 12, 12) + CODE,
    "need 2,147,483,904 bytes": header() + segment(84, 0, 12, 1 << 31) + CODE,
    "the entry must be a multiple of 4 below": executable(entry=100),
}


@pytest.mark.parametrize("message", REFUSED)
def test_hostile_files_are_refused_in_one_line(message: str) -> None:
    with pytest.raises(TuringradError, match=re.escape(message)) as caught:
        read_elf(REFUSED[message], "x.elf")
    assert "\n" not in str(caught.value)


def test_fuzzed_files_are_read_or_refused() -> None:
    rng = np.random.default_rng(0)
    outcomes = Counter[str]()
    for whole in (executable(), with_sections()):
        for _ in range(1500):
            data = bytearray(whole)
            for place in rng.integers(4, len(data), int(rng.integers(1, 6))).tolist():
                data[place] = int(rng.choice((0, 1, 2, 4, 0x7F, 0x80, 0xFF, rng.integers(256))))
            if rng.random() < 0.2:
                del data[int(rng.integers(len(data))) :]
            try:
                assert len(read_elf(bytes(data), "x.elf", text="x").image) <= RAM
                outcomes["read"] += 1
            except TuringradError as error:
                outcomes["refused" if "\n" not in str(error) else "long"] += 1
    assert min(outcomes["read"], outcomes["refused"]) > 300
    assert not outcomes["long"]


def test_input_inside_of_the_program_is_refused() -> None:
    data = with_sections().replace(struct.pack("<II", 6, 32), struct.pack("<II", 6, 12))
    with pytest.raises(FormatError, match="__input is at 0xc, inside of the program"):
        read_elf(data, "x.elf")


def test_damaged_line_tables_give_no_lines() -> None:
    rng = np.random.default_rng(0)
    for _ in range(500):
        unit = rng.bytes(int(rng.integers(60))) + b"x.c\0" + rng.bytes(20)
        line_tables(struct.pack("<IH", len(unit) + 2, int(rng.integers(2, 6))) + unit, rng.bytes(20), "x.c")


def line_table(version: int) -> bytes:
    """Three instructions of `main.c`, of which the last two are from line 7."""
    program = b"\0\x05\x02" + struct.pack("<I", 0) + b"\x03\x04\x01\x02\x01\x03\x02\x01\x02\x02\0\x01\x01"
    counts = bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    names = b"\0main.c\0\0\0\0\0" if version < 5 else b"\x01\x01\x08\x01/\0\x01\x01\x08\x02other.c\0src/main.c\0"
    head = bytes([4] + [1] * (version >= 4) + [1, 251, 14, 13]) + counts + names
    start = struct.pack("<H", version) + (b"\x04\0" if version == 5 else b"")
    unit = start + struct.pack("<I", len(head)) + head + program
    return struct.pack("<I", len(unit)) + unit


@pytest.mark.parametrize("version", [2, 4, 5])
def test_line_tables_give_lines_of_a_source_and_places_without_one(version: int) -> None:
    table = line_table(version)
    assert line_places(table, b"") == ((0, "main.c:5"), (4, "main.c:7"), (8, "main.c:7"))
    assert line_tables(table, b"", "folder/main.c") == ((0, 5), (4, 7), (8, 7))
    assert line_tables(table, b"", "other.c") == ()
    names = b"\0.debug_line\0.shstrtab\0"
    at = 84 + len(CODE)
    rows = [(0,) * 7, (1, 1, 0, 0, at, len(table), 0), (13, 3, 0, 0, at + len(table), len(names), 0)]
    sections = b"".join(struct.pack("<10I", *row, 0, 1, 0) for row in rows)
    data = header(sections=at + len(table) + len(names), section_count=3, names=2) + segment(
        84, 0, len(CODE), len(CODE)
    )
    program = read_elf(data + CODE + table + names + sections, "x.elf")
    assert program.places == ((0, "main.c:5"), (4, "main.c:7"), (8, "main.c:7"))
    assert formats.parse(formats.serialise(program, "json"), "x.json").places == program.places
    assert not program.lines
