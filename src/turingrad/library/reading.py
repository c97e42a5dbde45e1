"""Machines from whatever a user names: a file, a program, standard input, or a name of the library."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from turingrad import library
from turingrad._support.files import exists, is_folder
from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES, Machine
from turingrad.formats.dispatch import read_limited
from turingrad.library.sources import parse_source, read_source

STANDARD_INPUT = "-"
IN_A_FOLDER = "machine.json"  # of a compiled network, its machine


@validate_arguments
def read(
    source: str | Path, format: str | None = None, max_bytes: int = MAX_BYTES, stdin: BinaryIO | None = None
) -> Machine:
    """Read a machine from a file or a program, from standard input (`-`), or from the library if there is no such file.

    Args:
        source: A path, `-`, or a name of the library.
        format: The file's format; by default recognised by extension or content.
        max_bytes: A larger file is refused.
        stdin: What `-` reads instead of standard input.

    Returns:
        The machine; its type depends on its kind.

    Raises:
        FormatError: The file is malformed; the message shows the line.
        InputError: There is neither such a file nor such a name.

    Example:
        >>> tg.read("busy-beaver-4").states
        ('A', 'B', 'C', 'D', 'Z')
    """
    if str(source) == STANDARD_INPUT:
        if stdin is None and sys.stdin is None:
            raise InputError("standard input is closed; give the machine as a file, or by its name")
        stream = sys.stdin.buffer if stdin is None else stdin
        return parse_source(read_limited(stream, "standard input", max_bytes), "standard input", format)
    name = str(source)
    if library.has(name) and (not exists(source) or is_folder(source)):
        refuse_format(name, format)
        return library.load(name)
    if not looks_like_path(name) and not exists(source):
        raise InputError(f"no file and no machine of the library is called {name!r}{library.hint(name)}")
    beside = Path(source) / IN_A_FOLDER
    return read_source(beside if is_folder(source) and exists(beside) else source, format, max_bytes)


def refuse_format(name: str, format: str | None) -> None:
    """A format is of a file; a machine of the library has none."""
    if format is not None:
        raise InputError(f"{name} is a machine of the library, not a file: leave the format ({format}) out")


def looks_like_path(name: str) -> bool:
    return "/" in name or "\\" in name or bool(Path(name).suffix)
