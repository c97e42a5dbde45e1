"""Which format a file has, and the way between files and machines."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from turingrad._support.files import open_input, reason_of, write_whole
from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.errors import FormatError, InputError, LimitError
from turingrad.machine.kind import FileFormat, Machine
from turingrad.machine.kinds import find_kind, kinds

MAX_BYTES = 64 << 20
LARGEST = 1 << 40  # a limit above this is a mistake
SNIFFED = 1 << 16  # the first bytes of a file tell its format
ANYTHING = {".txt"}  # extensions that do not tell what is in a file


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: `kinds` are those of the machines that it can hold. `parts` are what each of these kinds says of
    it, the most specific signature first."""

    name: str
    kinds: tuple[str, ...]
    parts: tuple[FileFormat, ...]

    @property
    def extensions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(extension for part in self.parts for extension in part.extensions))

    def fits(self, data: bytes) -> bool:
        """Whether the first bytes of a file look like this format."""
        return any(pattern(part.signature).search(data) for part in self.parts)

    def read(self, data: bytes, source: str) -> Machine:
        """The machine in a file's bytes, by the reader of the first kind whose signature fits."""
        start = first_bytes(data)
        fitting = (part for part in self.parts if pattern(part.signature).search(start))
        machine: Machine = load_function(next(fitting, self.parts[-1]).read)(data, source)
        return machine

    def write(self, machine: Machine) -> bytes:
        """A machine as the bytes of a file, by the writer of its kind."""
        name = kind_of(machine)
        part = self.parts[self.kinds.index(name) if len(self.parts) == len(self.kinds) else 0]
        if part.write is None:
            raise FormatError(f"{self.name} files are read, not written", source=machine.name or "machine")
        data: bytes = load_function(part.write)(machine)
        return data


@cache
def pattern(text: bytes) -> re.Pattern[bytes]:
    return re.compile(text, re.MULTILINE)


def first_bytes(data: bytes) -> bytes:
    return data[:SNIFFED].removeprefix(b"\xef\xbb\xbf")


@cache
def load_function(place: str) -> Callable[..., Any]:
    """A function by `module:name`, loaded when it is first called: a run reads one format, and the parsers of the
    others (XML, YAML) would take as long as the run."""
    module, _, name = place.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


JSON = FileFormat(
    "json", (".json",), rb"\A\s*\{\s*\"", 10,
    "turingrad.formats.json_machine:read_json", "turingrad.formats.json_machine:write_json",
)  # fmt: skip


@lru_cache(maxsize=8)
def collect_formats(names: tuple[str, ...]) -> dict[str, Format]:
    """The formats of these kinds and our own JSON, in the order in which signatures are tried."""
    found = [(part, name) for name in names for part in kinds()[name].formats]
    formats = {JSON.name: Format(JSON.name, names, (JSON,))}
    for part, name in sorted(found, key=lambda pair: pair[0].order):
        before = formats.get(part.name, Format(part.name, (), ()))
        formats[part.name] = Format(part.name, (*before.kinds, name), (*before.parts, part))
    return formats


class Formats(Mapping[str, Format]):
    """Every format by its name: our own JSON, and those of the kinds of machines that there are."""

    def now(self) -> dict[str, Format]:
        return collect_formats(tuple(kinds()))

    def __getitem__(self, name: str) -> Format:
        return self.now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.now())

    def __len__(self) -> int:
        return len(self.now())


FORMATS: Mapping[str, Format] = Formats()


def kind_of(machine: object) -> str:
    """Return the name of a machine's kind, such as `tape` or `circuit`.

    Args:
        machine: The machine.

    Returns:
        The name of the kind.

    Example:
        >>> tg.formats.kind_of(tg.read("adder"))
        'circuit'
    """
    found = find_kind(machine)
    if found is None:
        raise InputError(f"a {type(machine).__name__} is not a machine; kinds of machines are " + ", ".join(kinds()))
    return found.name


def find_format(name: str) -> Format:
    if name not in FORMATS:
        raise InputError(f"there is no format {name!r}{name_alternatives(name, FORMATS)}")
    return FORMATS[name]


def format_by_extension(source: str) -> Format | None:
    extension = Path(source).suffix.lower()
    return next((entry for entry in FORMATS.values() if extension in entry.extensions), None)


def format_of(data: bytes, source: str) -> Format:
    """The format of a file: by its extension, and by its first bytes where the extension tells nothing."""
    named = format_by_extension(source)
    if named is not None and Path(source).suffix.lower() not in ANYTHING:
        return named
    start = first_bytes(data)
    by_content = next((entry for entry in FORMATS.values() if entry.fits(start)), None)
    found = by_content or named
    if found is None:
        raise FormatError(
            "neither the name nor the content tells the format", source=source, expected="one of " + ", ".join(FORMATS)
        )
    return found


@validate_arguments
def parse(data: bytes, source: str, format: str | None = None) -> Machine:
    """Parse a machine from the bytes of a file.

    Args:
        data: The bytes.
        source: What error messages call it; its extension may tell the format.
        format: The format; by default recognised by extension or content.

    Returns:
        The machine.

    Raises:
        FormatError: The text is malformed; the message shows the line.

    Example:
        >>> from turingrad import formats
        >>> tg.run(formats.parse(b"1RB1LB_1LA1RZ", "beaver.bb")).steps
        6
    """
    chosen = format_of(data, source) if format is None else find_format(format)
    return chosen.read(data, source)


@validate_arguments
def serialise(machine: Machine, format: str, target: str = "") -> bytes:
    """Write a machine as the bytes of a file; what the format cannot express is refused.

    Args:
        machine: The machine.
        format: The format.
        target: The file's name, for messages.

    Returns:
        The bytes of the file.

    Raises:
        FormatError: The format cannot express this machine.

    Example:
        >>> tg.formats.serialise(tg.read("busy-beaver-2"), "bbchallenge").splitlines()[-1]
        b'1RB1LB_1LA1RZ'
    """
    chosen = find_format(format)
    kind, target = kind_of(machine), target or machine.name or "machine"
    if kind not in chosen.kinds:
        fitting = ", ".join(entry.name for entry in FORMATS.values() if kind in entry.kinds)
        what = kinds()[kind].title
        raise FormatError(f"{format} files do not hold a {what}", source=target, expected=f"one of {fitting}")
    try:
        return chosen.write(machine)
    except FormatError as error:
        raise FormatError(error.message, source=target, expected=error.expected) from None


@validate_arguments
def read(path: str | Path, format: str | None = None, max_bytes: int = MAX_BYTES) -> Machine:
    """Read a machine from a file.

    Args:
        path: The file.
        format: Its format; by default recognised by extension or content.
        max_bytes: A larger file is refused before it is read.

    Returns:
        The machine.

    Raises:
        FormatError: The file is malformed; the message shows the line.
        InputError: It cannot be read.

    Example:
        >>> from turingrad import formats
        >>> tg.write(tg.read("palindrome"), "machine.json")
        >>> formats.read("machine.json").name
        'palindrome'
    """
    return parse(read_bytes(path, max_bytes), str(path), format)


@validate_arguments
def read_bytes(path: str | Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Read the content of a file.

    Args:
        path: The file.
        max_bytes: A larger file is refused before it is read.

    Returns:
        The bytes.

    Raises:
        InputError: The file cannot be read. LimitError: It is too large.

    Example:
        >>> tg.write(tg.read("busy-beaver-2"), "beaver.bb")
        >>> tg.formats.read_bytes("beaver.bb").splitlines()[-1]
        b'1RB1LB_1LA1RZ'
    """
    try:
        with open_input(path) as file:
            size = os.fstat(file.fileno()).st_size
            return read_limited(file, str(path), max_bytes, size)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path or repr(path)}: {reason_of(error)}") from None


def read_limited(file: BinaryIO, source: str, max_bytes: int, size: int = 0) -> bytes:
    """All bytes of a stream, or a LimitError; `size` is what it is known to hold."""
    whole(max_bytes, "the largest file in bytes", 0, LARGEST)
    data = b"" if size > max_bytes else file.read(max_bytes + 1)
    if max(size, len(data)) > max_bytes:
        raise LimitError(f"{source}: the file is larger than {max_bytes:,} bytes")
    return data


@validate_arguments
def write(machine: Machine, path: str | Path, format: str | None = None) -> None:
    """Write a machine to a file, which appears whole or not at all.

    Args:
        machine: A machine of any kind.
        path: The file.
        format: Its format; by default by the extension.

    Raises:
        FormatError: The format cannot express this machine. InputError: The file's extension names no format.

    Example:
        >>> tg.write(tg.read("palindrome"), "palindrome.jff")
    """
    target = Path(path)
    if format is None:
        by_extension = format_by_extension(target.name)
        if by_extension is None:
            written = (entry for entry in FORMATS.values() if any(part.write for part in entry.parts))
            endings = ", ".join(entry.extensions[0] for entry in written)
            raise InputError(f"cannot tell the format of {target} by its name; known endings: {endings}")
        format = by_extension.name
    write_whole(target, serialise(machine, format, str(target)))
