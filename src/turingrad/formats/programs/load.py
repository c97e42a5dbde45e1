"""Programs from files of any of their formats, or from bytes, with a size of RAM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.formats.programs.c_source import read_c
from turingrad.formats.programs.elf import MAGIC, read_elf
from turingrad.formats.programs.raw import read_assembly, read_bin
from turingrad.machine.program import RAM, Program
from turingrad.machine.program.program import WHOLE_IMAGE

READERS: dict[str, Callable[..., Program]] = {".c": read_c, ".s": read_assembly, ".bin": read_bin, ".elf": read_elf}


@validate_arguments
def program(
    source: bytes | str | Path, *, entry: int | None = None, code: int | None = None, ram: int = RAM, name: str = ""
) -> Program:
    """Make a program for RV32I from the bytes of an image or of an ELF file, or read one (.c, .s, .elf, .bin).

    Args:
        source: bytes, or the path of a file.
        entry: the address where a raw image starts, by default 0; other files hold their own.
        code: how many bytes of a raw image are code, by default all. Code cannot be stored to.
        ram: bytes of memory.
        name: the program's name; by default that of its file.

    Returns:
        The program.

    Raises:
        InputError: if the file cannot be read. FormatError: if it is malformed, or cannot be compiled. MachineError: if
            the program does not fit into `ram`.

    Example:
        >>> import turingrad as tg
        >>> tg.run(tg.program(bytes.fromhex("13051000" "73001000"))).configuration.exit_code
        0
    """
    if isinstance(source, str | Path):
        from turingrad.formats.dispatch import read_bytes

        path = Path(source)
        data, reader = read_bytes(path), READERS.get(path.suffix.lower())
        name = name or path.stem
        label = str(source)
    else:
        data, reader, label = bytes(source), None, name or "program"
    if data.startswith(MAGIC):
        reader = read_elf
    raw = reader in (None, read_bin)
    if raw and isinstance(source, str | Path) and reader is None:
        raise InputError(f"{source}: a program must be a file of {', '.join(READERS)}, or an ELF file of any name")
    if not raw and (entry is not None or code is not None):
        raise InputError(f"{label}: `entry` and `code` are for raw images; this file states its own")
    if raw:
        return Program(data, entry or 0, WHOLE_IMAGE if code is None else code, ram, name=name)
    assert reader is not None
    return replace(reader(data, label, ram=ram), name=name)
