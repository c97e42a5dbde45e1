"""The one way to write a file: whole or not at all, and an error is one line."""

from __future__ import annotations

import errno
import os
import secrets
import select
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from turingrad.errors import InputError

WRITER_SECONDS = 10.0  # for a named pipe to be opened by its writer


@contextmanager
def whole_file(target: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which takes the target's place when the block ends well. A pipe or a terminal cannot be
    replaced and is written to directly."""
    path = Path(target)
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            with open(path, "wb") as file:
                yield file
            return
        place = path.resolve()
        beside = place.with_name(f".{place.name[:200]}.{secrets.token_hex(4)}")
        try:
            with open(beside, "xb") as file:
                yield file
            if place.exists():
                shutil.copymode(place, beside)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {target}: {reason_of(error)}") from None


@contextmanager
def whole_folder(target: str | os.PathLike[str], what: str = "folder") -> Iterator[Path]:
    """A folder to fill, which takes the target's place when the block ends well; where `what` is a file, the file in it
    that has the target's name does, and others stand beside it. What is there already is not overwritten."""
    place = Path(target)
    if exists(place):
        raise InputError(f"{place} exists already; name a new {what}")
    if not is_folder(place.parent):
        raise InputError(f"cannot write {place}: there is no folder {place.parent}")
    try:
        with suppress(FileNotFoundError):
            place.lstat()  # a name that is too long is not merely absent
        temporary = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name[:200]}."))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {place}: {reason_of(error)}") from None
    try:
        yield temporary
        if what == "folder":
            temporary.chmod(0o755)
            temporary.rename(place)
        else:
            move_beside(temporary, place)
    except OSError as error:  # a full disk
        raise InputError(f"cannot write {place}: {reason_of(error)}") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def move_beside(temporary: Path, place: Path) -> None:
    """A file and what was written with it, the file itself last."""
    written = sorted(temporary.iterdir(), key=lambda path: path.name == place.name)
    for path in written:
        if (place.parent / path.name).exists():
            raise InputError(f"{place.parent / path.name} exists already; it belongs beside {place.name}")
    for path in written:
        path.rename(place.parent / path.name)


def write_whole(target: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a file; text as UTF-8."""
    with whole_file(target) as file:
        file.write(data.encode("utf-8") if isinstance(data, str) else data)


def require_writable(target: str | os.PathLike[str] | None) -> None:
    """Refuse a place that no file can be written to, before the work whose result is to be written."""
    if target is None:
        return
    path = Path(target)
    if is_folder(path):
        raise InputError(f"cannot write {target}: it is a folder")
    if not is_folder(path.parent):
        raise InputError(f"cannot write {target}: there is no folder {path.parent}")
    if not exists(path):
        try:
            with suppress(FileNotFoundError):
                path.lstat()  # a name that is too long is not merely absent
            with open(path.with_name(f".{path.name[:200]}.{secrets.token_hex(4)}"), "xb") as file:
                Path(file.name).unlink()
        except (OSError, ValueError) as error:
            raise InputError(f"cannot write {target}: {reason_of(error)}") from None


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is such a file or folder; a name that none can have (too long, with a NUL) is not there."""
    return test_path(path, Path.exists)


def is_file(path: str | os.PathLike[str]) -> bool:
    return test_path(path, Path.is_file)


def is_folder(path: str | os.PathLike[str]) -> bool:
    return test_path(path, Path.is_dir)


def test_path(path: str | os.PathLike[str], how: Callable[[Path], bool]) -> bool:
    try:
        return how(Path(path))
    except (OSError, ValueError):
        return False


def reason_of(error: OSError | ValueError) -> str:
    """What the system says, without the path that it repeats."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def open_input(path: str | os.PathLike[str], seconds: float = WRITER_SECONDS) -> BinaryIO:
    """A file to read from. A named pipe that nobody writes to is an OSError after some seconds, not a wait for ever."""
    if not test_path(path, Path.is_fifo):
        return open(path, "rb")
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    if not select.select([number], [], [], seconds)[0]:
        os.close(number)
        raise OSError(errno.ETIMEDOUT, f"nobody writes to this pipe for {seconds:g} seconds")
    os.set_blocking(number, True)
    return os.fdopen(number, "rb")
