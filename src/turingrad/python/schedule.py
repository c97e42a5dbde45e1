"""The program of a graph for the straight-line machine: where values stand on the data tape, and in which order.

Inputs get cells by a smooth order of the graph: values that meet in a gate stand close (repeated averaging over
neighbours, the power method for the graph's second eigenvector). Gates are taken depth first from the outputs, the
nearest of a few that are ready; a value's cell is free again after its last use.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from turingrad.python.logic import AND, FALSE, TRUE, VARIABLE, Graph

ROUNDS = 300
WINDOW = 12


@dataclass(frozen=True)
class Program:
    """The operations, and the cells of the graph's variables (by their literal). Head 1 begins and ends on cell 0."""

    text: str
    cells: dict[int, int]
    inputs: tuple[int, ...]  # the variables in the order in which `i` reads them


def smooth_order(graph: Graph, nodes: Sequence[int]) -> dict[int, float]:
    """A coordinate for each node."""
    place = {node: number for number, node in enumerate(nodes)}
    edges = [
        (place[node], place[of >> 1])
        for node in nodes
        if graph.kind[node] != VARIABLE
        for of in (graph.left[node], graph.right[node])
    ]
    if len(nodes) < 3 or not edges:
        return {node: float(number) for number, node in enumerate(nodes)}
    a, b = np.array(edges).T
    heads, tails = np.concatenate([a, b]), np.concatenate([b, a])
    degree = np.bincount(heads, minlength=len(nodes)) + 1.0
    x = np.arange(len(nodes), dtype=np.float64)
    for _ in range(ROUNDS):
        x = (x + np.bincount(heads, weights=x[tails], minlength=len(nodes))) / degree
        x -= np.average(x, weights=degree)
        x /= np.abs(x).max() or 1.0
    return {node: float(x[number]) for node, number in place.items()}


@dataclass
class Writer:
    """Writes operations and keeps track of head 1 and of who lives in which cell."""

    graph: Graph
    cells: dict[int, int]  # node -> cell
    uses: dict[int, int]
    head: int = 0
    text: list[str] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def go(self, cell: int) -> None:
        self.text.append((">" if cell > self.head else "<") * abs(cell - self.head))
        self.head = cell

    def at(self, cell: int, operation: str) -> None:
        self.go(cell)
        self.text.append(operation)

    def done_with(self, literal: int) -> None:
        node = literal >> 1
        self.uses[node] -= 1
        if not self.uses[node] and node in self.cells:
            self.taken.discard(self.cells[node])

    def free_cell(self) -> int:
        """The nearest free cell to head 1."""
        for distance in range(len(self.taken) + 2):
            for cell in (self.head - distance, self.head + distance):
                if cell >= 0 and cell not in self.taken:
                    return cell
        raise AssertionError("a tape has cells without end")

    def operands(self, node: int) -> tuple[int, int]:
        """The two literals, the nearer one first."""
        a, b = self.graph.left[node], self.graph.right[node]
        near = abs(self.cells[a >> 1] - self.head) <= abs(self.cells[b >> 1] - self.head)
        return (a, b) if near else (b, a)

    def distance(self, node: int) -> int:
        a, b = self.operands(node)
        first, second = self.cells[a >> 1], self.cells[b >> 1]
        return abs(first - self.head) + abs(second - first)

    def gate(self, node: int) -> None:
        a, b = self.operands(node)
        is_and = self.graph.kind[node] == AND
        self.at(self.cells[a >> 1], "L" if a & 1 and is_and else "l")
        self.at(self.cells[b >> 1], ("n" if b & 1 else "&") if is_and else "x")
        self.done_with(a)
        self.done_with(b)
        cell = self.free_cell()
        self.at(cell, "s")
        self.cells[node] = cell
        self.taken.add(cell)


def depth_first(graph: Graph, outputs: Iterable[int]) -> list[int]:
    """The gates that outputs need, each after its arguments."""
    order: list[int] = []
    seen: set[int] = set()
    for literal in outputs:
        stack = [(literal >> 1, False)]
        while stack:
            node, ready = stack.pop()
            if ready:
                order.append(node)
            elif node not in seen and graph.kind[node] != VARIABLE:
                seen.add(node)
                stack += [(node, True), (graph.right[node] >> 1, False), (graph.left[node] >> 1, False)]
    return order


def scheduled(
    graph: Graph,
    kept: Sequence[int],
    read: Sequence[int],
    outputs: Sequence[int],
    cells: dict[int, int] | None = None,
    answer_only: bool = False,
) -> Program:
    """A program that reads the variables `read`, then computes: for each variable of `kept` its new value `outputs`.

    With `answer_only` there is one output, which stays in the accumulator, and the kept variables stay as they are.
    `cells` are those of the kept variables where another program has set them.
    """
    nodes = graph.needed([*outputs, *kept, *read])
    order = smooth_order(graph, [node for node in nodes if node])
    if cells is None:
        variables = sorted((literal >> 1 for literal in (*kept, *read)), key=order.__getitem__)
        cells = {node: 2 * place for place, node in enumerate(variables)}  # every other cell is free for gates
    own = dict(cells)
    writer = Writer(graph, own, {}, taken=set(own.values()))
    for literal in read:
        if literal >> 1 not in own:
            writer.head = own[min(own, key=lambda node: abs(order.get(node, 0.0) - order[literal >> 1]))] if own else 0
            own[literal >> 1] = writer.free_cell()
            writer.taken.add(own[literal >> 1])
    writer.head = 0
    gates = depth_first(graph, outputs)
    for node in gates:
        for of in (graph.left[node], graph.right[node]):
            writer.uses[of >> 1] = writer.uses.get(of >> 1, 0) + 1
    for literal in (*outputs, *kept):  # kept cells are never free for other values
        writer.uses[literal >> 1] = writer.uses.get(literal >> 1, 0) + 1
    sequence = sorted((literal >> 1 for literal in read), key=own.__getitem__)
    for node in sequence:
        writer.at(own[node], "i")
        if not writer.uses.get(node):
            writer.taken.discard(own[node])
    run_gates(writer, gates)
    inputs = tuple(2 * node for node in sequence)
    if not answer_only:
        write_back(writer, kept, outputs)
    else:
        (answer,) = outputs
        if answer <= TRUE:
            writer.at(writer.head, "l")
            writer.text.append("n" if answer == FALSE else "L|")
        else:
            writer.at(own[answer >> 1], "L" if answer & 1 else "l")
    writer.go(0)
    return Program("".join(writer.text), {2 * node: cell for node, cell in cells.items()}, inputs)


def run_gates(writer: Writer, gates: Sequence[int]) -> None:
    """The gates in order, the nearest of the next few that are ready first."""
    graph, waiting = writer.graph, list(gates)
    while waiting:
        ready = [
            node
            for node in waiting[:WINDOW]
            if graph.left[node] >> 1 in writer.cells and graph.right[node] >> 1 in writer.cells
        ]
        best = min(ready, key=writer.distance)
        waiting.remove(best)
        writer.gate(best)


def write_back(writer: Writer, kept: Sequence[int], outputs: Sequence[int]) -> None:
    """New values into the kept cells. A value that stands in another kept cell is saved before that is overwritten."""
    own = writer.cells
    pending = {old >> 1: new for old, new in zip(kept, outputs, strict=True) if new != old}
    targets = set(pending)
    for node, new in list(pending.items()):
        source = new >> 1
        if source in targets and source != node:
            writer.at(own[source], "l")
            cell = writer.free_cell()
            writer.at(cell, "s")
            writer.taken.add(cell)
            own[-node - 1] = cell
            pending[node] = 2 * (-node - 1) | (new & 1)
    while pending:
        node = min(pending, key=lambda n: 0 if pending[n] in (FALSE, TRUE) else abs(own[pending[n] >> 1] - writer.head))
        new = pending.pop(node)
        if new in (FALSE, TRUE):
            writer.at(own[node], "l")
            writer.text.append(("n" if new == FALSE else "L|") + "s")
            continue
        writer.at(own[new >> 1], "L" if new & 1 else "l")
        writer.at(own[node], "s")
