"""C programs: compiled by `ziglang` (the extra `c`) and linked with the small C library of the folder `c`.

The compiler is clang with its own run-time routines, so that soft multiplication, division and floating point are
there. Nothing of the host's headers or libraries is used. What was compiled once is kept in the user's cache, under a
hash of everything that it is made of: the source, the headers that it includes, our library, the flags.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from turingrad._support.files import write_whole
from turingrad._support.user_cache import cache_folder
from turingrad.errors import FormatError, InputError, LimitError
from turingrad.formats.programs.elf import read_elf
from turingrad.formats.source_text import SourceText
from turingrad.machine.program import RAM, Program

FLAGS = (
    *("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32"),  # RV32I: no M, no C
    *("-Os", "-g", "-gdwarf-4", "-fno-builtin", "-fno-pic", "-fno-stack-protector", "-fno-sanitize=all", "-UNDEBUG"),
    *("-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-Wno-unused-command-line-argument"),
)
SOURCES = ("start.s", "system.c", "heap.c", "bytes.c", "print.c")
SECONDS = 300  # the first build of a machine compiles the run-time routines, too
INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|embed)[ \t]*(?:"([^"\n]*)"|<\w+(?:/\w+)*\.h>|(.*))', re.MULTILINE)
JOINED_LINE = re.compile(r"\\[ \t]*\r?\n")
QUOTED_OR_COMMENT = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|//[^\n]*|/\*.*?(?:\*/|\Z)""", re.DOTALL)
# other ways to read a file, and what differs from one compilation to the next; also in strings, which may be assembly
UNKNOWN = re.compile(
    r"__has_include|__has_embed|__DATE__|__TIME__|__TIMESTAMP__|\b(?:include|include_next|import|embed)\b|incbin|\b_*asm_*\b"
)
ERROR = re.compile(
    r"^(?P<file>[^\n:]*):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<message>.*)$", re.MULTILINE
)
UNDEFINED = re.compile(r"undefined symbol: \S+")  # what the linker says, beside places in our own files
MOST_HEADERS = 1000
SEAL = hashlib.sha256().digest_size  # bytes after a program in the cache
EXTRA = "pip install 'turingrad[c]'"


class CompileError(FormatError):
    """What the compiler says of a source, as it says it; the first error is also `message`, `line` and `column`."""

    lines_shown = 60

    def __init__(self, output: str, source: str) -> None:
        self.output = output
        first = ERROR.search(output)
        missing = UNDEFINED.search(output)
        first_line = (output.strip().splitlines() or ["the compiler failed"])[0]
        message = first["message"] if first else f"{missing[0]}; define it" if missing else first_line
        line, column = (int(first["line"]), int(first["column"])) if first else (None, None)
        super().__init__(message, source=source, line=line, column=column)

    def __str__(self) -> str:
        return self.one_line() if self.line is None else self.output.strip()


def read_c(data: bytes, source: str, *, ram: int = RAM) -> Program:
    """The program of a C source. A CompileError holds what the compiler says."""
    text = SourceText.decode(data, source).text
    elf = compile_c(text, source)
    return read_elf(elf, source, ram=ram, text=text)


def compile_c(text: str, source: str) -> bytes:
    """The ELF file of a C source: from the cache, or from the compiler."""
    folder = Path(source).resolve().parent
    key = content_key(text, source, folder)
    kept = None if key is None else cache_folder("programs") / f"{key}.elf"
    if kept is not None and (found := read_sealed(kept)) is not None:
        return found
    elf = compile_source(text, source, folder)
    if kept is not None:
        write_whole(kept, elf + hashlib.sha256(elf).digest())
    return elf


def read_sealed(kept: Path) -> bytes | None:
    """What the cache holds; None if there is nothing, or if it is not what was written."""
    try:
        content = kept.read_bytes()
    except OSError:
        return None
    elf, seal = content[:-SEAL], content[-SEAL:]
    return elf if hashlib.sha256(elf).digest() == seal else None


def file_name(source: str) -> str:
    """What the compiler calls the source: `__FILE__`, and its name in the line table."""
    return Path(source).name if Path(source).suffix == ".c" else "program.c"


def content_key(text: str, source: str, folder: Path) -> str | None:
    """A hash of all that a compilation reads; None if that cannot be told without compiling."""
    parts = headers(text, folder)
    if parts is None:
        return None
    told = hashlib.sha256()
    for part in (library_hash(), compiler_version(), repr(FLAGS), file_name(source), text, *parts):
        told.update(f"{len(part)}:".encode())
        told.update(part.encode("utf-8", "surrogateescape"))
    return told.hexdigest()


def headers(text: str, folder: Path) -> list[str] | None:
    """The headers that a source includes by `"name"`, and those that they include, each with its path; None if there
    may be others. A name is looked up beside the file that includes it, then beside the source, as compilers do."""
    found: dict[Path, str] = {}
    waiting = [(text, folder)]
    while waiting:
        content, place = waiting.pop()
        code = QUOTED_OR_COMMENT.sub(lambda part: part[1] or " ", JOINED_LINE.sub("", content))
        if UNKNOWN.search(INCLUDE.sub("", code)):
            return None
        for name, other in INCLUDE.findall(code):
            if other.strip() or len(found) > MOST_HEADERS:
                return None  # an include by a macro, or of a file outside of our library
            for path in dict.fromkeys((base / name).resolve() for base in (place, folder)) if name else ():
                if path not in found:
                    try:
                        found[path] = path.read_text("utf-8", "surrogateescape") if path.is_file() else ""
                    except OSError:
                        return None
                    waiting.append((found[path], path.parent))
                if path.is_file():
                    break
    return [f"{path}\n{content}" for path, content in sorted(found.items())]


def library() -> Traversable:
    """The folder of our C library."""
    return files("turingrad.formats.programs") / "c"


@cache
def library_hash() -> str:
    told = hashlib.sha256()
    for folder in (library(), library() / "include"):
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.is_file():
                told.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return told.hexdigest()


@cache
def compiler_version() -> str:
    try:
        return version("ziglang")
    except PackageNotFoundError:
        return ""


def compile_source(text: str, source: str, folder: Path) -> bytes:
    """The ELF file, from the compiler. It works in a folder of its own, so that messages and results do not depend on
    where the source is."""
    if find_spec("ziglang") is None:
        raise InputError(f"{source}: C programs need the compiler of the extra `c`: {EXTRA}")
    with as_file(library()) as ours, tempfile.TemporaryDirectory(prefix="turingrad-c-") as place:
        name = file_name(source)
        Path(place, name).write_text(text, encoding="utf-8")
        result = Path(place, "program.elf")
        paths = (f"-isystem{ours / 'include'}", f"-iquote{folder}", f"-Wl,-T,{ours / 'link.ld'}")
        inputs = (*(str(ours / each) for each in SOURCES), f"./{name}")
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, *paths, *inputs, "-o", str(result)]
        try:
            done = subprocess.run(
                command, cwd=place, capture_output=True, timeout=SECONDS, env=environment(), stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            raise LimitError(f"{source}: the compiler has not finished after {SECONDS} seconds") from None
        except OSError as error:
            raise InputError(f"{source}: the compiler cannot be started: {error.strerror}") from None
        if done.returncode or not result.is_file():
            raise CompileError(done.stderr.decode("utf-8", "replace").replace(f"./{name}", source), source)
        return result.read_bytes()


def environment() -> dict[str, str]:
    """The compiler's environment: its caches are ours, and the host's include paths are none of its business."""
    zig = str(cache_folder("zig"))
    dropped = ("CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "CFLAGS", "LDFLAGS", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "ZIG_GLOBAL_CACHE_DIR": zig, "ZIG_LOCAL_CACHE_DIR": zig}
