"""Which format a file has, and the way between files and machines."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from turingrad.checked import whole
from turingrad.doors import door
from turingrad.errors import FormatError, InputError, LimitError
from turingrad.formats.bbchallenge import MACHINE
from turingrad.formats.json_kinds import KINDS, Machine
from turingrad.writing import reason_of, write_whole

MAX_BYTES = 64 << 20
LARGEST = 1 << 40  # a limit above this is a mistake
SNIFFED = 1 << 16  # the first bytes of a file tell its format
ANYTHING = {".txt"}  # extensions that do not tell what is in a file


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: `kinds` are those of the machines that it can hold, `signature` tells it by its first bytes."""

    name: str
    extensions: tuple[str, ...]
    kinds: tuple[str, ...]
    signature: re.Pattern[bytes]
    read: Callable[[bytes, str], Machine]
    write: Callable[[Any], bytes]


def later(module: str, name: str) -> Callable[..., Any]:
    """A function of this package, loaded when it is first called: a run reads one format, and the parsers of the
    others (XML, YAML) would take as long as the run."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"turingrad.formats.{module}"), name)(*arguments)

    return call


def way(name: str, reader: str, writer: str = "") -> tuple[Callable[..., Any], Callable[..., Any]]:
    """`read_NAME` and `write_NAME` of the modules `reader` and `writer`."""
    return later(reader, f"read_{name}"), later(writer or reader, f"write_{name}")


def pattern(text: bytes) -> re.Pattern[bytes]:
    return re.compile(text, re.MULTILINE)


BB_LINE = rb"\A(?:\s*#[^\n]*\n)*\s*" + MACHINE.pattern.encode() + rb"\s*\Z"

BLIF_LINE = rb"^[ \t]*\.(model|inputs|names)\b"
BENCH_LINE = rb"^[ \t]*(INPUT|OUTPUT)[ \t]*\("
YAML_LINE = rb"^[ \t]*(table|source code|start state)[ \t]*:"
YAML = ("turingmachine_io", "turingmachine_io", "turingmachine_io_writer")
AIGER = later("aiger", "read_aiger")

# In the order in which signatures are tried: the last ones are the least particular.
FORMATS: dict[str, Format] = {
    entry.name: entry
    for entry in (
        Format("json", (".json",), tuple(KINDS), pattern(rb"\A\s*\{\s*\""), *way("json", "json_machine")),
        Format("jflap", (".jff",), ("tape",), pattern(rb"\A\s*<"), *way("jflap", "jflap", "jflap_writer")),
        Format("aiger", (".aig",), ("circuit",), pattern(rb"\Aaig [0-9]"), AIGER, later("aiger", "write_aiger")),
        Format("aiger-ascii", (".aag",), ("circuit",), pattern(rb"\Aaag [0-9]"), AIGER, later("aiger", "ascii_aiger")),
        Format("bbchallenge", (".txt", ".bb"), ("tape",), pattern(BB_LINE), *way("bbchallenge", "bbchallenge")),
        Format("blif", (".blif",), ("circuit",), pattern(BLIF_LINE), *way("blif", "blif")),
        Format("bench", (".bench",), ("circuit",), pattern(BENCH_LINE), *way("bench", "bench")),
        Format("elf", (".elf",), ("program",), pattern(rb"\A\x7fELF"), *way("elf", "programs.elf")),
        Format("c", (".c",), ("program",), pattern(rb"^[ \t]*#[ \t]*include\b"), *way("c", "programs.c_source")),
        Format("assembly", (".s",), ("program",), pattern(rb"^[ \t]*\.globl\b"), *way("assembly", "programs.raw")),
        Format("bin", (".bin",), ("program",), pattern(rb"\A(?!)"), *way("bin", "programs.raw")),
        Format("turingmachine.io", (".yaml", ".yml"), ("tape",), pattern(YAML_LINE), *way(*YAML)),
    )
}


def kind_of(machine: object) -> str:
    """`tape`, `grid`, `circuit` or `learner`."""
    for kind, (type_, *_) in KINDS.items():
        if isinstance(machine, type_):
            return kind
    raise InputError(f"a {type(machine).__name__} is not a machine; there are " + ", ".join(KINDS))


def format_named(name: str) -> Format:
    if name not in FORMATS:
        raise InputError(f"there is no format {name!r}; there are " + ", ".join(FORMATS))
    return FORMATS[name]


def format_by_extension(source: str) -> Format | None:
    extension = Path(source).suffix.lower()
    return next((entry for entry in FORMATS.values() if extension in entry.extensions), None)


def format_of(data: bytes, source: str) -> Format:
    """The format of a file: by its extension, and by its first bytes where the extension tells nothing."""
    named = format_by_extension(source)
    if named is not None and Path(source).suffix.lower() not in ANYTHING:
        return named
    start = data[:SNIFFED].removeprefix(b"\xef\xbb\xbf")
    by_content = next((entry for entry in FORMATS.values() if entry.signature.search(start)), None)
    found = by_content or named
    if found is None:
        raise FormatError(
            "neither the name nor the content tells the format", source=source, expected="one of " + ", ".join(FORMATS)
        )
    return found


@door
def parse(data: bytes, source: str, format: str | None = None) -> Machine:
    """The machine that `data` describes; `source` is its name in errors."""
    chosen = format_of(data, source) if format is None else format_named(format)
    return chosen.read(data, source)


@door
def serialise(machine: Machine, format: str, target: str = "") -> bytes:
    """A machine as the bytes of a file; what the format cannot carry is refused."""
    chosen = format_named(format)
    kind, target = kind_of(machine), target or machine.name or "machine"
    if kind not in chosen.kinds:
        fitting = ", ".join(entry.name for entry in FORMATS.values() if kind in entry.kinds)
        what = kind if kind in ("circuit", "learner") else f"{kind} machine"
        raise FormatError(f"{format} files do not hold a {what}", source=target, expected=f"one of {fitting}")
    try:
        return chosen.write(machine)
    except FormatError as error:
        raise FormatError(error.message, source=target, expected=error.expected) from None


@door
def read(path: str | Path, format: str | None = None, max_bytes: int = MAX_BYTES) -> Machine:
    """The machine in a file; a file over `max_bytes` is refused before it is read."""
    return parse(read_bytes(path, max_bytes), str(path), format)


@door
def read_bytes(path: str | Path, max_bytes: int = MAX_BYTES) -> bytes:
    """A file's content, refused where it cannot be read or is larger than `max_bytes`."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            return limited(file, str(path), max_bytes, size)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {reason_of(error)}") from None


def limited(file: BinaryIO, source: str, max_bytes: int, size: int = 0) -> bytes:
    """All bytes of a stream, or a LimitError; `size` is what it is known to hold."""
    whole(max_bytes, "the largest file in bytes", 0, LARGEST)
    data = b"" if size > max_bytes else file.read(max_bytes + 1)
    if max(size, len(data)) > max_bytes:
        raise LimitError(f"{source}: the file is larger than {max_bytes:,} bytes")
    return data


@door
def write(machine: Machine, path: str | Path, format: str | None = None) -> None:
    """Write a machine file. It appears whole or not at all."""
    target = Path(path)
    if format is None:
        by_extension = format_by_extension(target.name)
        if by_extension is None:
            endings = ", ".join(entry.extensions[0] for entry in FORMATS.values())
            raise InputError(f"cannot tell the format of {target} by its name; known endings: {endings}")
        format = by_extension.name
    write_whole(target, serialise(machine, format, str(target)))
