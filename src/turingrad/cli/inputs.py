"""Command-line inputs to what a machine, or a network that holds samples, takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.kind import InputRequest
from turingrad.machine.kinds import kind_of


def parse_input(
    subject: Any,
    machine: Any,
    text: str | None,
    separator: str | None = None,
    file: Path | None = None,
    data: Path | None = None,
) -> Any:
    """What the machine runs on, read by its kind; a test point of a network that has memorised samples, and samples of
    one that a trainer trains."""
    if hasattr(subject, "holds"):
        return sign_row(text, subject.features)
    if is_trained_by_a_run(subject) and (data is None or text is not None):
        raise InputError("a network that a trainer trains needs --data FILE and no --input (or use `turingrad learn`)")
    samples: Any = None
    if data is not None:
        from turingrad.library.trainers.trainers import known_trainer
        from turingrad.tasks import read_columns, read_csv, read_numbers

        trainer = known_trainer(machine)
        if getattr(subject, "number_format", None) is not None:
            samples = read_columns(data)
        else:
            read: Any = read_numbers(data) if trainer is not None and trainer.takes_numbers else read_csv(data)
            samples = (read.X, read.y)
    if is_trained_by_a_run(subject):
        return samples
    return kind_of(machine).parse_input(machine, InputRequest(text, separator, file, samples))


def is_trained_by_a_run(subject: Any) -> bool:
    """Whether it is an extended network, which a run trains."""
    return hasattr(subject, "trained_primary")


def output_place(circuit: Circuit, name: str | None) -> int:
    """The place of an output by its name; the first where none is named."""
    names = circuit.output_names
    if not names:
        raise InputError("the circuit has no output")
    if name is not None and name not in names:
        raise InputError(f"no output {name!r}{name_alternatives(name, names[:20])}")
    return 0 if name is None else names.index(name)


def sign_row(text: str | None, features: int) -> list[int]:
    """A test point, +-+ for 1, -1, 1."""
    if text is None or len(text) != features or set(text) - set("+-"):
        raise InputError(
            f"a test point is {features} signs, such as --input={'+-' * (features // 2)}{'+' * (features % 2)}"
        )
    return [1 if sign == "+" else -1 for sign in text]
