"""Wei, Chen and Ma, section 3 and Appendix B: circuits as feedforward nets."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import torch

from turingrad._support.arrays import U8
from turingrad.check import lockstep
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.feedforward import UNITS, compile_network
from turingrad.library import load
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.circuit.builder import CircuitBuilder

GATES = "turingrad.constructions.feedforward.gates.UNITS"
CLAIMS = Claims("wei")


def every_vector(width: int) -> U8:
    return np.array(list(product((0, 1), repeat=width)), np.uint8).reshape(-1, width)


def computes(circuit: Circuit) -> int:
    """Requires that the network gives the circuit's outputs on every input; returns how many inputs there were."""
    vectors = every_vector(len(circuit.inputs))
    network = compile_network(circuit)
    with torch.no_grad():
        found = (network(torch.from_numpy(vectors)) > 0).to(torch.uint8).numpy()
    wrong = (found != circuit_run.evaluate(circuit, vectors)).any(axis=1)
    require(not wrong.any(), f"{circuit.name}: {int(wrong.sum())} of {len(vectors)} inputs give a wrong output")
    return len(vectors)


@CLAIMS.state(
    "Proposition B.2",
    where="Appendix B",
    statement="AND, OR, NOT and ID are each computed by two ReLU units, relu(w2 relu(w1 x + b1) + b2), on bits.",
    mutations=(
        mutation("OR without its outer bias", GATES, {**UNITS, "or": replace(UNITS["or"], second_bias=0.0)}),
        mutation("AND with bias -2", GATES, {**UNITS, "and": replace(UNITS["and"], bias=-2.0)}),
    ),
    code=(
        "turingrad.constructions.feedforward.gates.GateUnit",
        "turingrad.constructions.feedforward.compile_network",
    ),
    leaves_out="nothing: all inputs of all gates",
)
def gates_are_two_units() -> Figures:
    vectors = 0
    for kind in ("and", "or", "not", "id"):
        builder = CircuitBuilder()
        wires = builder.inputs("x", 2 if kind in ("and", "or") else 1)
        builder.output("out", builder.gate(kind, wires))
        vectors += computes(builder.build(name=kind))
    for kind, printed in (("and", 4), ("or", 5), ("not", 3), ("id", 2)):  # 2 weights and bias, then weight and bias
        unit, fan_in = UNITS[kind], 2 if kind in ("and", "or") else 1
        by_entry = sum(map(abs, (*[unit.weight] * fan_in, unit.bias, unit.second, unit.second_bias)))
        require(unit.norm1(fan_in) == by_entry == printed, f"{kind} has the 1-norm {unit.norm1(fan_in)}, not {printed}")
    norms = {f"1-norm of {kind}": UNITS[kind].norm1(2 if kind in ("and", "or") else 1) for kind in UNITS}
    return {"inputs checked": vectors, **norms}


@CLAIMS.state(
    "Theorem 3.1, computation",
    where="section 3",
    statement="Layers f_1, ..., f_q with rounding between them compute the circuit, layer by layer.",
    mutations=(
        mutation("NOT is the identity", GATES, {**UNITS, "not": UNITS["id"]}),
        mutation("AND is OR", GATES, {**UNITS, "and": UNITS["or"]}),
    ),
    code="turingrad.constructions.feedforward.FeedforwardNetwork",
    assumptions="the circuit is layered; ours are made so by identity gates",
    leaves_out="three circuits, all of their inputs",
)
def circuits_become_networks() -> Figures:
    figures: dict[str, int] = {}
    for name in ("adder-3", "multiplier-3", "majority-7"):
        circuit = load(name, "circuit")
        figures[f"{name}: inputs"] = computes(circuit)
        network = compile_network(circuit)
        report = lockstep(network, every_vector(len(circuit.inputs))[-1])
        require(report.ok, f"{name}, layer by layer: {report}")
        figures[f"{name}: layers compared"] = report.steps
    return figures
