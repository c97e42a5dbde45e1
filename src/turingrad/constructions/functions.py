"""`run` of a Python function's circuit: values in, a value out, by the reference evaluator or by a network."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from turingrad.arrays import Bits
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.run import Run

if TYPE_CHECKING:
    from turingrad.python import FunctionCircuit


@dataclass(frozen=True)
class Returned:
    """What a function returned: its value, and the bits that it was read from. A circuit takes one step."""

    value: Any
    bits: tuple[int, ...]
    step: int = 1


def is_function(machine: object) -> TypeGuard[FunctionCircuit]:
    """Whether it is the circuit of a Python function. A plain circuit is none, and what follows source code, which
    takes long to load, is not loaded for it."""
    if not isinstance(machine, Circuit) or type(machine) is Circuit:
        return False
    from turingrad.python import FunctionCircuit

    return isinstance(machine, FunctionCircuit)


def run_function(
    circuit: FunctionCircuit, values: Any, evaluate: Callable[..., Bits], on: str, executor: str
) -> Run[Returned]:
    """Evaluate the circuit on one tuple of arguments."""
    if not isinstance(values, Sequence) or isinstance(values, str):
        names = ", ".join(name for name, _ in circuit.arguments)
        raise InputError(f"{circuit.name} takes a tuple of its arguments ({names}), not {values!r}")
    vector = np.array([circuit.encode(values)], np.uint8)
    started = time.perf_counter()
    (row,) = evaluate(circuit, vector).tolist()
    returned = Returned(circuit.decode(row), tuple(row))
    return Run(
        machine=circuit,
        configuration=returned,
        halted=True,
        stopped="halt",
        seconds=time.perf_counter() - started,
        executor=executor,
        on=on,
        details={"value": returned.value},
    )
