"""What a command names: a machine in the form that a construction takes, a compiled network's folder, an ONNX file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from turingrad import library
from turingrad.constructions.registry import REFERENCE
from turingrad.constructions.resolve import is_network, resolve, resolve_machine
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.formats.programs.load import READERS as PROGRAM_FILES
from turingrad.formats.programs.load import program as load_program
from turingrad.machine.program import Program

ONNX = "onnx:"
STOCK = ("llama.cpp:", "transformers:")
"""Prefixes of `--on`: a file that `export` wrote, and who runs it."""


def open_onnx_runner(on: str, source: str, format: str | None = None, max_bytes: int = MAX_BYTES) -> Any:
    """The ONNX file that `onnx:FILE` names, verified; it must be of the machine that is named beside it."""
    from turingrad.export.onnx.driving import Driven

    runner = Driven(on.removeprefix(ONNX))
    runner.require(resolve_machine(source, runner.network.construction, format=format, max_bytes=max_bytes))
    return runner


def open_stock_runner(
    on: str, source: str, format: str | None, max_bytes: int, ram: int | None, window: int | None
) -> Any:
    """The file that `llama.cpp:FILE` or `transformers:FOLDER` names, with the program to run in it."""
    from turingrad.export.stock.running import StockRunner

    _, machine, _ = subject_of(None, source, format, max_bytes, ram)
    return StockRunner(on, machine, window)


def subject_of(
    name: str | None, source: str, format: str | None = None, max_bytes: int = MAX_BYTES, ram: int | None = None
) -> tuple[Any, Any, str]:
    """A compiled network of a folder, or a machine, a program with `ram` bytes of memory; then the machine, and the
    construction it is on."""
    if ram is not None and not library.has(source) and Path(source).suffix.lower() in PROGRAM_FILES:
        subject: Any = load_program(source, ram=ram)
    else:
        subject = resolve(source, name, format=format, max_bytes=max_bytes)
    if ram is not None and isinstance(subject, Program):
        subject = replace(subject, ram=ram)
    if is_network(subject):
        if ram is not None:
            raise InputError(f"{source} is a compiled network, whose RAM is fixed; --ram is for programs")
        return subject, subject.machine, name or subject.construction
    return subject, subject, name or REFERENCE
