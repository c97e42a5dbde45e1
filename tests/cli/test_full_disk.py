"""A disk that is full, or fills while a command writes: one line, no half-written file. `TURINGRAD_FULL_DISK` names a
small file system to fill; without it the system's own limit on the size of a file stands for it."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

SMALL = 1 << 12  # bytes that a file may have
LIMITED = """
import contextlib, io, os, resource, signal, sys
from turingrad.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    main(["run", "busy-beaver-4", "--quiet"])  # what is compiled once is kept now, before the disk is full
if {limit}:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
sys.exit(main())
"""
WRITES = {
    "trace": ("run", "busy-beaver-4", "--trace", "out"),
    "report": ("run", "busy-beaver-4", "--report", "out"),
    "folder": ("compile", "palindrome", "--to", "transformer", "-o", "out"),
    "machine": ("convert", "binary-addition", "out.json"),
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder on a disk that is as good as full."""
    disk = os.environ.get("TURINGRAD_FULL_DISK")
    if disk is None:
        return tmp_path
    with open(Path(disk) / "filler", "wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):  # a last block may be written in part
            pass
    return Path(disk)


@pytest.mark.slow
@pytest.mark.parametrize("what", WRITES)
def test_a_full_disk_is_one_line_and_leaves_no_half_of_a_file(place: Path, what: str) -> None:
    before = set(place.iterdir())
    limit = 0 if "TURINGRAD_FULL_DISK" in os.environ else SMALL
    command = [sys.executable, "-B", "-c", LIMITED.format(limit=limit), *WRITES[what]]
    result = subprocess.run(command, capture_output=True, text=True, cwd=place)
    assert result.returncode in (2, 70), result.stderr
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("error: ")
    assert set(place.iterdir()) == before
