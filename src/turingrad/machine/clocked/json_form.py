"""Clocked circuits as JSON objects and back: the circuit of one tick, and the initial values of its registers."""

from __future__ import annotations

from typing import Any

from turingrad.machine.circuit.json_form import from_object as circuit_from
from turingrad.machine.circuit.json_form import to_object as circuit_to
from turingrad.machine.clocked.clocked import ClockedCircuit, clock_circuit
from turingrad.machine.json_values import BadValueError, Object, words_of

OPEN = "x"
BITS = {"0": 0, "1": 1, OPEN: None}


def from_object(value: Object) -> ClockedCircuit:
    """The clocked circuit of an object that fits the schema."""
    circuit = circuit_from(value)
    initial = [BITS[bit] for bit in value["initial"]]
    if len(initial) > min(len(circuit.inputs), len(circuit.outputs)):
        raise BadValueError(
            ("initial",),
            f"{len(initial)} registers",
            "at most as many as the circuit has inputs, and as it has outputs",
        )
    return clock_circuit(circuit, initial, **words_of(value))


def to_object(machine: ClockedCircuit) -> dict[str, Any]:
    """The way back, without name and doc."""
    initial = "".join(OPEN if bit is None else str(bit) for bit in machine.initial)
    return {"initial": initial, **circuit_to(machine.circuit)}
