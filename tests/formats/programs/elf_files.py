"""Small ELF files, made field by field, so that each field can be made wrong."""

from __future__ import annotations

import struct

CODE = bytes.fromhex("130550009308d00573000000")  # li a0, 5; li a7, 93; ecall


def header(**fields: int) -> bytes:
    """An ELF header; program headers follow it."""
    known = {"bits": 1, "order": 1, "kind": 2, "machine": 243, "entry": 0, "headers": 52, "flags": 0}
    known |= {"header_size": 32, "count": 1, "sections": 0, "section_size": 40, "section_count": 0, "names": 0} | fields
    start = b"\x7fELF" + bytes([known["bits"], known["order"], 1]) + bytes(9)
    numbers = [known[name] for name in ("kind", "machine")]
    words = [1, *(known[name] for name in ("entry", "headers", "sections", "flags"))]
    sizes = [52, *(known[name] for name in ("header_size", "count", "section_size", "section_count", "names"))]
    return start + struct.pack("<HH5I6H", *numbers, *words, *sizes)


def segment(offset: int, address: int, filled: int, size: int, flags: int = 5, kind: int = 1) -> bytes:
    return struct.pack("<8I", kind, offset, address, address, filled, size, flags, 4)


def executable(**fields: int) -> bytes:
    """A program that exits with 5."""
    return header(**fields) + segment(84, 0, len(CODE), len(CODE)) + CODE
