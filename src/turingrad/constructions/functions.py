"""`run` of a circuit: one input in, one output out, by the reference evaluator or by a network. A Python function's
circuit takes and gives the function's own values."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from turingrad._support.arrays import Bits, bits
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.run import Run

if TYPE_CHECKING:
    from turingrad.python import FunctionCircuit


@dataclass(frozen=True)
class Returned:
    """What a circuit gave: its output bits, and their value, of a Python function its result. It takes one step."""

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


def run_circuit(
    subject: Any, circuit: Circuit, given: Any, evaluate: Callable[..., Bits], on: str, executor: str
) -> Run[Returned]:
    """Evaluate a circuit, or its network, on one input: the arguments of a function, or one vector of bits."""
    function = circuit if is_function(circuit) else None
    vector = one_vector(circuit, given) if function is None else encode_arguments(function, given)
    started = time.perf_counter()
    (row,) = evaluate(subject, np.array([vector], np.uint8)).tolist()
    value = tuple(row) if function is None else function.decode(row)
    return Run(
        machine=circuit,
        configuration=Returned(value, tuple(row)),
        halted=True,
        stopped="halt",
        seconds=time.perf_counter() - started,
        executor=executor,
        on=on,
        details={"value": value},
    )


def encode_arguments(circuit: FunctionCircuit, values: Any) -> list[int]:
    """The input bits of a tuple of arguments."""
    if not isinstance(values, Sequence) or isinstance(values, str):
        names = ", ".join(name for name, _ in circuit.arguments)
        raise InputError(f"{circuit.name} takes a tuple of its arguments ({names}), not {values!r}")
    return circuit.encode(values)


def one_vector(circuit: Circuit, given: Any) -> list[int]:
    """One vector of bits, of a text such as `1011` or of any sequence of 0 and 1."""
    wanted = f"one vector of {len(circuit.inputs)} bits"
    if given is None:
        raise InputError(f"a circuit needs an input: {wanted}")
    if isinstance(given, str):
        given = [int(bit) if bit in "01" else -1 for bit in given]
    vector: Bits = bits(given, "an input vector")
    if vector.shape != (len(circuit.inputs),):
        raise InputError(f"a circuit runs on {wanted}, not on shape {vector.shape}; evaluate takes many vectors")
    return [int(bit) for bit in vector]
