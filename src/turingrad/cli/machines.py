"""What a command names: a machine in the form that a construction takes, a compiled network's folder, an ONNX file."""

from __future__ import annotations

from typing import Any

from turingrad.constructions.registry import REFERENCE
from turingrad.constructions.resolve import is_network, resolve, resolve_machine
from turingrad.formats import MAX_BYTES

ONNX = "onnx:"


def driven(on: str, source: str, format: str | None = None, max_bytes: int = MAX_BYTES) -> Any:
    """The ONNX file that `onnx:FILE` names, verified; it must be of the machine that is named beside it."""
    from turingrad.export.onnx.driving import Driven

    runner = Driven(on.removeprefix(ONNX))
    runner.require(resolve_machine(source, runner.network.construction, format=format, max_bytes=max_bytes))
    return runner


def subject_of(
    name: str | None, source: str, format: str | None = None, max_bytes: int = MAX_BYTES
) -> tuple[Any, Any, str]:
    """A compiled network of a folder, or a machine; then the machine, and the construction it is on."""
    subject = resolve(source, name, format=format, max_bytes=max_bytes)
    if is_network(subject):
        return subject, subject.machine, name or subject.construction
    return subject, subject, name or REFERENCE
