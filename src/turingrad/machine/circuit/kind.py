"""Circuits, for everything that works on all kinds of machines."""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import Bits
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.draws import draw_machine
from turingrad.machine.circuit.inputs import parse_input
from turingrad.machine.circuit.json_form import from_object, to_object
from turingrad.machine.circuit.layered_run import GateValues, trace
from turingrad.machine.circuit.page import circuit_data, first_input
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.kind import FileFormat, JsonForm, Kind, PageColumns

AIGER = "turingrad.formats.aiger:read_aiger"


def draw_input(circuit: Circuit, _max_length: int, rng: np.random.Generator) -> Bits:
    """One vector of bits."""
    return rng.integers(0, 2, size=len(circuit.inputs), dtype=np.uint8)


KIND = Kind(
    name="circuit",
    title="circuit",
    plural="circuits",
    order=30,
    machine_type=Circuit,
    configuration_type=GateValues,
    json=JsonForm(from_object, to_object),
    formats=(
        FileFormat("aiger", (".aig",), rb"\Aaig [0-9]", 30, AIGER, "turingrad.formats.aiger:write_aiger"),
        FileFormat("aiger-ascii", (".aag",), rb"\Aaag [0-9]", 31, AIGER, "turingrad.formats.aiger:ascii_aiger"),
        FileFormat(
            "blif", (".blif",), rb"^[ \t]*\.(model|inputs|names)\b", 50,
            "turingrad.formats.blif:read_blif", "turingrad.formats.blif:write_blif",
        ),
        FileFormat(
            "bench", (".bench",), rb"^[ \t]*(INPUT|OUTPUT)[ \t]*\(", 60,
            "turingrad.formats.bench:read_bench", "turingrad.formats.bench:write_bench",
        ),
    ),
    default_construction="feedforward",
    parse_input=parse_input,
    input_options=("input", "vectors"),
    draw_input=draw_input,
    input_length=len,
    trace=lambda circuit, given, max_steps: trace(circuit, given, max_steps=max_steps),
    evaluate=lambda circuit, vectors, executor: evaluate(circuit, vectors, executor=executor),  # type: ignore[arg-type]
    listing=lambda made: [f"inputs {len(made.inputs)}, outputs {len(made.outputs)}, gates {made.kinds}"],
    page=PageColumns(
        "circuit", lambda _, shown: {"step": [each.layer for each in shown]}, circuit_data,
        lambda run: {"gates": len(run.machine.gates)}, "layer", first_input=first_input,
    ),
    draw_machine=draw_machine,
)  # fmt: skip
