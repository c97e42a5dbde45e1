"""Machines from files: machine formats, and programs of the language."""

from __future__ import annotations

from pathlib import Path

from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES, Machine, parse, read_bytes
from turingrad.formats.source_text import SourceText

PROGRAM = "tg"
"""The format of a program, and its extension."""


def read_source(path: str | Path, format: str | None = None, max_bytes: int = MAX_BYTES) -> Machine:
    """The machine in a file."""
    return parse_source(read_bytes(path, max_bytes), str(path), format)


def parse_source(data: bytes, source: str, format: str | None = None) -> Machine:
    """The machine that bytes describe. A program is recognised by its extension, or by its first word `machine`."""
    if format == PROGRAM or (format is None and is_program(data, source)):
        from turingrad.language import compile_program  # machines of other formats do without the language

        return compile_program(SourceText.decode(data, source).text, source, name=Path(source).stem)
    return parse(data, source, format)


def program_source(source: str, format: str | None = None, max_bytes: int = MAX_BYTES) -> tuple[str, str]:
    """The text of a program, and its name for messages: a file's, or that of a grid learner of the library."""
    from turingrad.library.grids.programs import NAMES, program_text
    from turingrad.library.registry import find_forms

    if source in NAMES and not Path(source).is_file():
        return program_text(source), f"{source}.tg"
    if find_forms(source) and not Path(source).is_file():
        raise InputError(
            f"{source} is not written as a .tg program; of the library these are: {', '.join(sorted(NAMES))}"
        )
    data = read_bytes(source, max_bytes)
    if format != PROGRAM and not is_program(data, source):
        raise InputError(f"{source} is not a .tg program, whose states could be explained")
    return SourceText.decode(data, source).text, source


def is_program(data: bytes, source: str) -> bool:
    suffix = Path(source).suffix.lower()
    if suffix == f".{PROGRAM}":
        return True
    lines = (line.strip() for line in data[:4096].splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    return suffix in ("", ".txt") and first.startswith((b"machine grid(", b"machine tape("))
