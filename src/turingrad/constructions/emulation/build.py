"""Lemma 3 and Theorem 4: the whole graph of an emulation net, for any design of its memory.

The output is ±1 only if exactly m0 paths are open. The memory bits are put into groups of which at most one member
flips in a step; each group has a dummy component that flips where no member does, and m0 - D further dummies (D groups)
always flip. A component's first path is open where the output is 1, its second where it is -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turingrad._support.arrays import I64
from turingrad.constructions.emulation.gates import GateVertices
from turingrad.constructions.emulation.graph import CONSTANT, Graph, GraphBuilder
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
    """

    learner: Learner
    design: MemoryDesign
    graph: Graph
    bit_edges: I64  # (bits, 1 or 2)
    groups: tuple[tuple[int, ...], ...]
    gates: int

    def memory(self, negative: Sequence[bool]) -> tuple[int, ...]:
        """The bits, given which of `bit_edges` are negative, row by row."""
        width = self.bit_edges.shape[1]
        return tuple(sum(map(int, negative[i : i + width])) % 2 for i in range(0, len(negative), width))


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
    literals = [literal for pair in signals.values() for literal in pair]
    used = set(plan.logic.dependencies(literals))
    vertices = GateVertices(builder, plan.logic)
    for name, literal in plan.inputs.items():
        if literal >> 1 in used:
            vertices.buffer(literal, f"{name}.read", sources[name], 2.0, role="input")

    # The control vertices need the gates, and the gates need the memory's readers: both are made here, joined below.
    controls = {name: (builder.vertex(f"{name}.vc"), builder.vertex(f"{name}.vc'")) for name in signals}
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
            vertices.control(vertex, literal ^ 1)  # closed where the literal does not hold

    graph, number = builder.build(output)
    signs = 1 if design.shared else 2
    bit_edges = number[[e for part in components for e in part.bit_edges] or slice(0, 0)].reshape(bits, signs)
    gates = sum(plan.logic.nodes[node][0] in ("and", "xor") for node in used)
    return Emulation(plan.learner, design, graph, bit_edges, plan.groups, gates)


def control_signals(plan: Plan) -> dict[str, tuple[int, int]]:
    """For each component (the dummies that always flip count as one) the literals that open its two paths."""
    logic, answer = plan.logic, plan.answer
    wanted = {f"bit{i}": flip for i, flip in enumerate(plan.flips)}
    for g, group in enumerate(plan.groups):
        wanted[f"rest{g}"] = logic.and_(*(plan.flips[i] ^ 1 for i in group))
    signals = {name: (logic.and_(flip, answer), logic.and_(flip, answer ^ 1)) for name, flip in wanted.items()}
    return {**signals, ALWAYS: (answer, answer ^ 1)}
