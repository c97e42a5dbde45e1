"""Lemma 6 and Theorem 5: a net that memorises every sample, each bit once, and then computes.

For each step t' < T, input bit i and value z there is a write-once component (t', i, z). The net finds the current step
from what is written already, opens the components (t, i, x_i), shows 1/2 by the output control vertex voc[t], and lets
SGD write the label into them. At step T it reads all samples back, computes h, which is the learner run over the T
samples and asked for its prediction, and shows ±0.98 by voc[T] (0.98^3 with the paper's cubic function).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import mpmath
import numpy as np

from turingrad._support.arrays import I64
from turingrad.constructions.emulation.gates import GateVertices
from turingrad.constructions.emulation.graph import Graph, GraphBuilder
from turingrad.constructions.emulation.logic import FALSE, TRUE, Logic
from turingrad.constructions.emulation.write_once import (
    BITS,
    Constants,
    WriteOnceComponent,
    WriteOnceDesign,
    add_write_once,
    closing_signals,
    write_once_design,
)
from turingrad.errors import InputError, LimitError
from turingrad.machine.learner import Learner

MAX_COMPONENTS, MAX_GATES = 50_000, 500_000
FINAL = 0.49  # weight of voc[T]'s edge to the output: 49/100


@dataclass(frozen=True)
class NoiseTolerantGraph:
    """The graph for a learner and a number of samples."""

    learner: Learner
    samples: int
    design: WriteOnceDesign
    graph: Graph
    first_edges: I64  # (samples, inputs, 2): the edge into v1 of each component


def unrolled_prediction(
    logic: Logic, learner: Learner, samples: Sequence[tuple[list[int], int]], x: Sequence[int]
) -> int:
    """Lemma 6's h: the learner's prediction for x after it has seen the samples (features and random bits, label)."""
    b = [TRUE if bit else FALSE for bit in learner.memory]
    for inputs, y in samples:
        features, random = inputs[: learner.features], inputs[learner.features :]
        new = logic.circuit(learner.update, [*b, *features, y, *random])
        stays = logic.circuit(learner.done, b)[0] if learner.done is not None else FALSE
        if learner.on_error:
            stays = logic.xor(logic.circuit(learner.predict, [*b, *features])[0], y) ^ 1
        b = logic.words(stays, b, new)
    return logic.circuit(learner.predict, [*b, *x])[0]


def build_noise_tolerant(
    learner: Learner, samples: int, constants: Constants = "redesigned", kappa: float = 0.6
) -> NoiseTolerantGraph:
    """The net of Lemma 6. The paper's constants are mpmath numbers with room to spare."""
    if samples < 1:
        raise InputError(f"the net must memorise at least one sample, not {samples}")
    inputs = learner.features + learner.random_bits
    if 2 * inputs * samples > MAX_COMPONENTS:
        raise LimitError(f"{2 * inputs * samples} memory components are too many; the limit is {MAX_COMPONENTS}")
    gates = samples * sum(len(circuit.gates) for circuit in learner.circuits.values())
    if gates > MAX_GATES:
        raise LimitError(f"the learner unrolled over {samples} samples has {gates} gates; the limit is {MAX_GATES}")
    with mpmath.workprec(max(2 * BITS, mpmath.mp.prec)):  # so that each constant is rounded once, when it is used
        return _build(learner, samples, write_once_design(constants, inputs, kappa))


def _build(learner: Learner, samples: int, design: WriteOnceDesign) -> NoiseTolerantGraph:
    builder = GraphBuilder()
    logic = Logic(fan_in=3)
    vertices = GateVertices(builder, logic, design.gain)
    names = [f"x[{i}]" for i in range(learner.features)] + [f"r[{i}]" for i in range(learner.random_bits)]
    sources = [builder.input(name) for name in names]
    x = [logic.variable() for _ in names]
    for name, source, literal in zip(names, sources, x, strict=True):
        vertices.buffer(literal, f"{name}.read", source, 2 * design.gain, role="input")
    output = builder.vertex("output")
    memory: dict[tuple[int, int, int], WriteOnceComponent] = {
        (t, i, z): add_write_once(vertices, design, f"M[{t},{i},{z}]", output)
        for t in range(samples)
        for i in range(len(x))
        for z in (0, 1)
    }

    used = [logic.or_(*(memory[t, 0, z].write_value(logic) for z in (0, 1))) for t in range(samples)]
    now = [logic.and_(used[t - 1] if t else TRUE, used[t] ^ 1) for t in range(samples)]
    final = used[-1]
    seen = []
    for t in range(samples):
        bits = [memory[t, i, 1].write_value(logic) for i in range(len(x))]
        seen.append((bits, logic.or_(memory[t, 0, 0].plus, memory[t, 0, 1].plus)))
    h = unrolled_prediction(logic, learner, seen, x[: learner.features])

    closing: list[tuple[str, int, object, int]] = []
    for (t, i, z), component in memory.items():
        opened = logic.and_(now[t], x[i] if z else x[i] ^ 1)
        for name, literal, weight in closing_signals(logic, design, component, opened):
            closing.append((f"M[{t},{i},{z}].{name}", literal, weight, component.controlled))
    upper, lower = logic.or_(final ^ 1, h), logic.and_(final, h)  # both 2, both -2, or one of each: ±2 or 0
    vertices.emit([*now, upper, lower, *(literal for _, literal, _, _ in closing)])

    for name, literal, weight, controlled in closing:
        control = builder.vertex(name)
        vertices.control(control, literal)
        builder.edge(control, controlled, weight, "block")
    for t in range(samples):
        control = builder.vertex(f"voc[{t}]")
        vertices.control(control, now[t])
        builder.edge(control, output, (design.half - len(x) * design.contribution) / 2, "output")
    answer = builder.vertex(f"voc[{samples}]")
    vertices.control(answer, upper, lower)
    builder.edge(answer, output, FINAL, "output")
    graph, number = builder.build(output)
    first_edges = np.array([number[component.first_edge] for component in memory.values()])
    return NoiseTolerantGraph(learner, samples, design, graph, first_edges.reshape(samples, len(x), 2))
