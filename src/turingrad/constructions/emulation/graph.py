"""A neural net as Definition 1 of the paper has it: a weighted acyclic graph with one activation function.

Vertex 0 is the constant (output 1), the next ones are the inputs (±1), the last one is the output. A vertex's level is
the longest path that leads to it, so that a level can be computed from those before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from turingrad._support.arrays import I64
from turingrad.errors import MachineError

CONSTANT = 0


@dataclass(frozen=True)
class Graph:
    """Vertices by level, edges by target. `copies[v]` is how many identical vertices v stands for (1, but for the
    10^79 dummies of the paper's own exponent): they share all their weights for ever, since SGD treats them alike."""

    names: tuple[str, ...]
    inputs: tuple[str, ...]
    level: I64  # (vertices,)
    source: I64  # (edges,)
    target: I64  # (edges,) nondecreasing
    weight: tuple[Any, ...]  # (edges,) numbers of any precision
    role: tuple[str, ...]  # (edges,) what each is for: gate, input, read, control, memory, block, output, constant
    copies: tuple[int, ...]  # (vertices,)

    @property
    def vertices(self) -> int:
        return len(self.names)

    @property
    def edges(self) -> int:
        return len(self.weight)

    @property
    def output(self) -> int:
        return self.vertices - 1

    @property
    def first(self) -> int:
        """The first vertex that computes something: after the constant and the inputs."""
        return 1 + len(self.inputs)

    @property
    def depth(self) -> int:
        return int(self.level[-1])

    @property
    def width(self) -> int:
        """The vertices of the largest level."""
        return int(np.bincount(self.level).max())

    def starts(self) -> I64:
        """The edges into vertex v are starts[v] .. starts[v+1] - 1."""
        return np.searchsorted(self.target, np.arange(self.vertices + 1)).astype(np.int64)

    def __repr__(self) -> str:
        return f"Graph({self.vertices} vertices, {self.edges} edges, {self.depth} levels, {len(self.inputs)} inputs)"


@dataclass
class GraphBuilder:
    """Collects vertices and edges in any order; `build` numbers them by level."""

    names: list[str] = field(default_factory=lambda: ["constant"])
    inputs: list[int] = field(default_factory=list)
    copies: list[int] = field(default_factory=lambda: [1])
    source: list[int] = field(default_factory=list)
    target: list[int] = field(default_factory=list)
    weight: list[Any] = field(default_factory=list)
    role: list[str] = field(default_factory=list)

    def vertex(self, name: str, copies: int = 1) -> int:
        self.names.append(name)
        self.copies.append(copies)
        return len(self.names) - 1

    def input(self, name: str) -> int:
        self.inputs.append(self.vertex(name))
        return self.inputs[-1]

    def edge(self, source: int, target: int, weight: Any, role: str) -> int:
        """A new edge; its number here is a key to look its final number up with."""
        self.source.append(source)
        self.target.append(target)
        self.weight.append(weight)
        self.role.append(role)
        return len(self.weight) - 1

    def build(self, output: int) -> tuple[Graph, I64]:
        """The graph with `output` last, and the final number of each edge by the number that `edge` gave it."""
        level = self._levels(output)
        rank = {CONSTANT: -2} | dict.fromkeys(self.inputs, -1) | {output: 1}
        # Within a level, vertices alike in fan-in and kind stand together: executors predict what comes next.
        fan_in = np.bincount(self.target, minlength=len(self.names)).tolist()
        kind = dict(zip(self.target, self.role, strict=True))
        order = sorted(range(len(self.names)), key=lambda v: (level[v], rank.get(v, 0), fan_in[v], kind.get(v, ""), v))
        number = np.empty(len(order), np.int64)
        number[order] = np.arange(len(order))
        source, target = number[self.source], number[self.target]
        by_target = np.lexsort((np.arange(len(target)), target))
        final = np.empty(len(by_target), np.int64)
        final[by_target] = np.arange(len(by_target))
        graph = Graph(
            names=tuple(self.names[v] for v in order),
            inputs=tuple(self.names[v] for v in self.inputs),
            level=np.array([level[v] for v in order], np.int64),
            source=source[by_target],
            target=target[by_target],
            weight=tuple(self.weight[e] for e in by_target),
            role=tuple(self.role[e] for e in by_target),
            copies=tuple(self.copies[v] for v in order),
        )
        return graph, final

    def _levels(self, output: int) -> list[int]:
        """Longest paths, by Kahn's order; the output is put after everything."""
        incoming = [0] * len(self.names)
        outgoing: list[list[int]] = [[] for _ in self.names]
        for a, b in zip(self.source, self.target, strict=True):
            incoming[b] += 1
            outgoing[a].append(b)
        level = [0] * len(self.names)
        leaves = {CONSTANT, *self.inputs}
        ready = [v for v, count in enumerate(incoming) if count == 0]
        done = 0
        while ready:
            v = ready.pop()
            done += 1
            if v not in leaves:
                level[v] = max(level[v], 1)
            for w in outgoing[v]:
                level[w] = max(level[w], level[v] + 1)
                incoming[w] -= 1
                if incoming[w] == 0:
                    ready.append(w)
        if done != len(self.names):
            raise MachineError("the graph has a cycle")
        level[output] = 1 + max(value for v, value in enumerate(level) if v != output)
        return level
