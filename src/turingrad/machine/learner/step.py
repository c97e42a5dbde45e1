"""One step of a learner as one circuit: prediction, guess, decision to learn and update together."""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.simplify import simplify
from turingrad.machine.learner import Learner


def embed(make: CircuitBuilder, circuit: Circuit, wires: Sequence[int]) -> list[int]:
    """A copy of a circuit over the given wires; returns the wires of its outputs."""
    nodes = list(wires)
    for gate in circuit.gates:
        nodes.append(make.gate(gate.kind, (nodes[node] for node in gate.inputs), gate.table))
    return [nodes[node] for node in circuit.output_nodes]


def step_circuit(learner: Learner, guess: bool = False) -> Circuit:
    """(b, x, y, r, g) to (output, the next memory b'), as `learner_run` defines a step; g only with `guess`."""
    make = CircuitBuilder()
    b, x, y = make.inputs("b", len(learner.memory)), make.inputs("x", learner.features), make.input("y")
    r = make.inputs("r", learner.random_bits)
    (predicted,) = embed(make, learner.predict, [*b, *x])
    finished = make.const(int(learner.on_error))
    if learner.done is not None:
        (finished,) = embed(make, learner.done, b)
    output = make.mux(finished, predicted, make.input("guess")) if guess else predicted
    wrong = make.xor(output, y)
    learns = [] if learner.on_error else [make.not_(finished)]
    if learner.on_error or guess:
        learns.append(wrong)
    change = make.and_(*learns)
    make.output("output", output)
    updated = embed(make, learner.update, [*b, *x, y, *r])
    make.output_word("b", [make.mux(change, new, old) for new, old in zip(updated, b, strict=True)])
    return simplify(make.build(learner.name))
