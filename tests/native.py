"""C sources by the host's own compiler: what our programs are compared with."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

COMPILER = shutil.which("gcc") or shutil.which("cc")
FLAGS = ("-O1", "-w", "-ffp-contract=off", "-fno-builtin")


def require_tools() -> str:
    """The host's compiler; the test is skipped if it or ziglang is missing, but in CI that fails."""
    try:
        import ziglang  # noqa: F401
    except ImportError:
        missing = "ziglang"
    else:
        missing = "" if COMPILER else "a C compiler of the host"
    if missing and os.environ.get("CI"):
        pytest.fail(f"{missing} is not installed, which the set-up of the tests does")
    if missing or COMPILER is None:
        pytest.skip(f"{missing} is not installed")
    return COMPILER


def native_run(source: str, given: bytes, folder: Path) -> tuple[bytes, int]:
    """What the source prints as a program of the host, and its exit code."""
    compiler = require_tools()
    text, built = folder / "native.c", folder / "native"
    if not text.is_file() or text.read_text() != source:
        text.write_text(source)
        subprocess.run([compiler, *FLAGS, str(text), "-o", str(built)], check=True, capture_output=True)
    done = subprocess.run([str(built)], input=given, capture_output=True, timeout=60)
    return done.stdout, done.returncode
