"""Lemma 3 and Theorem 4: the whole graph of an emulation net, for any design of its memory.

The output is ±1 only if exactly m0 paths are open. The memory bits are put into groups of which at most one member
flips in a step; each group has a dummy component that flips where no member does, and m0 - D further dummies (D groups)
always flip. A component's first path is open where the output is 1, its second where it is -1; of a one-sided plan only
the paths that ever open are built.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import I64, Array, Bits
from turingrad.constructions.emulation.gates import GateVertices
from turingrad.constructions.emulation.graph import CONSTANT, Graph, GraphBuilder
from turingrad.constructions.emulation.logic import FALSE
from turingrad.constructions.emulation.memory import Component, MemoryDesign, add_component
from turingrad.constructions.emulation.plan import Plan
from turingrad.errors import InputError, LimitError
from turingrad.machine.learner import Learner

MAX_EDGES = 4_000_000
ALWAYS = "always"


@dataclass(frozen=True)
class Emulation:
    """A learner's graph, with the edges in whose signs its memory is.

    `bit_edges[i]` are the edges v0 - v1 of bit i: the bit is the XOR of their signs (negative counts 1).
    `path_edges[i]` are those of its first path, -1 after the end of a short one: a bit flips if all of them do.
    """

    learner: Learner
    design: MemoryDesign
    graph: Graph
    bit_edges: I64  # (bits, 1 or 2)
    path_edges: I64  # (bits, edges of a path)
    groups: tuple[tuple[int, ...], ...]
    gates: int

    def memory(self, negative: npt.ArrayLike) -> tuple[int, ...]:
        """The bits, given which of `bit_edges` are negative, row by row."""
        signs = np.asarray(negative, np.uint8).reshape(self.bit_edges.shape)
        return tuple((signs.sum(axis=1) & 1).tolist())

    def bits(self, weights: Array) -> Bits:
        """The bits that these weights hold."""
        found: Bits = (weights[self.bit_edges] < 0).sum(axis=1).astype(np.uint8) & 1
        return found


def build(plan: Plan, design: MemoryDesign, multiplicities: bool = False) -> Emulation:
    """The net that runs a planned learner. With `multiplicities` the dummies that always flip are one component that
    stands for m0 - D copies; otherwise each is built."""
    bits, spare = len(plan.flips), design.m0 - len(plan.groups)
    if spare < 0:
        raise InputError(f"{len(plan.groups)} groups can flip at once, but only m0 = {design.m0} paths may be open")
    if not multiplicities and (design.m0 + bits) * (2 * design.length + 2) > MAX_EDGES:
        raise LimitError(f"{design.m0} dummy components are too many to build; the limit is {MAX_EDGES} edges")

    builder = GraphBuilder()
    sources = {name: builder.input(name) for name in plan.inputs}
    v0 = CONSTANT
    if design.v0 != 1:
        v0 = builder.vertex("v0")
        builder.edge(CONSTANT, v0, float(design.v0), "constant")
    output = builder.vertex("output")
    signals = control_signals(plan)
    literals = [literal for pair in signals.values() for literal in pair if literal != FALSE or not plan.one_sided]
    used = set(plan.logic.dependencies(literals))
    vertices = GateVertices(builder, plan.logic)
    for name, literal in plan.inputs.items():
        if literal >> 1 in used:
            vertices.buffer(literal, f"{name}.read", sources[name], 2.0, role="input")

    # The control vertices need the gates, and the gates need the memory's readers: both are made here, joined below.
    controls = {name: control_vertices(builder, name, pair, plan.one_sided) for name, pair in signals.items()}
    components: list[Component] = []
    for i, bit in enumerate(plan.learner.memory):
        component = add_component(builder, design, f"bit{i}", v0, output, controls[f"bit{i}"], bit=bit)
        components.append(component)
        for literal, reader in zip(plan.readings[i], component.readers, strict=True):
            if literal >> 1 in used:
                vertices.buffer(literal, f"{builder.names[reader]}.read", reader, design.read)
    for g in range(len(plan.groups)):
        add_component(builder, design, f"rest{g}", v0, output, controls[f"rest{g}"])
    for k in range(min(1, spare) if multiplicities else spare):
        copies = spare if multiplicities else 1
        add_component(builder, design, f"{ALWAYS}{k}", v0, output, controls[ALWAYS], copies=copies)
    vertices.emit(literals)
    for name, pair in signals.items():
        for vertex, literal in zip(controls[name], pair, strict=True):
            if vertex is not None:
                vertices.control(vertex, literal ^ 1)  # closed where the literal does not hold

    graph, number = builder.build(output)
    signs = 1 if design.shared or plan.one_sided else 2
    bit_edges = number[[e for part in components for e in part.bit_edges] or slice(0, 0)].reshape(bits, signs)
    gates = sum(plan.logic.nodes[node][0] in ("and", "xor") for node in used)
    path_edges = np.full((bits, design.length), -1, np.int64)
    for i, component in enumerate(components):
        path_edges[i, : len(component.path)] = number[list(component.path)]
    return Emulation(plan.learner, design, graph, bit_edges, path_edges, plan.groups, gates)


def control_vertices(
    builder: GraphBuilder, name: str, pair: tuple[int, int], one_sided: bool
) -> tuple[int | None, int | None]:
    """The control vertices of a component's two paths; None if such a path is not built."""
    first, second = (
        None if one_sided and literal == FALSE else builder.vertex(f"{name}.vc{side}")
        for side, literal in zip(("", "'"), pair, strict=True)
    )
    return first, second


def control_signals(plan: Plan) -> dict[str, tuple[int, int]]:
    """For each component (the dummies that always flip count as one) the literals that open its two paths."""
    logic, answer = plan.logic, plan.answer
    signals = {f"bit{i}": pair for i, pair in enumerate(plan.paths)}
    for g, group in enumerate(plan.groups):
        rest = logic.and_(*(plan.flips[i] ^ 1 for i in group))
        signals[f"rest{g}"] = (logic.and_(rest, answer), logic.and_(rest, answer ^ 1))
    return {**signals, ALWAYS: (answer, answer ^ 1)}
