"""The program of a graph for the straight-line machine: where the memory stands on the data tape, and in which order
gates are computed.

Kept variables stand in a smooth order of the graph: values that meet in a gate stand close (repeated averaging over
neighbours, the power method for the graph's second eigenvector). Gates are taken depth first from the outputs, in that
order too. How closely the memory is packed, which end comes first, how far one looks ahead and how far values are
carried to meet their partners: a few choices are tried, and the shortest program is taken; then pairs of neighbours in
the memory change places, where that makes it shorter.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from turingrad.python.logic import VARIABLE, Graph
from turingrad.python.writer import Task, Writer, write_gates

ROUNDS = 300
MAX_TRIES, MAX_WORK = 100, 20_000  # programs that are written, and gates in them: about a second
SPREADS, REACHES, WINDOWS = (1.0, 1.25), (0.5, 1.0), (12, 30)
NEAR = 8  # places between two that are exchanged


@dataclass(frozen=True)
class Program:
    """The operations, and the places of the kept variables (by their literal): 2 cell + bit. Head 1 begins and ends on
    cell 0."""

    text: str
    places: dict[int, int]
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


def spread(nodes: Sequence[int], cells: float) -> dict[int, int]:
    """Places for nodes in a row, so many cells apart, two to a cell at most."""
    places: dict[int, int] = {}
    last = -1
    for number, node in enumerate(nodes):
        last = places[node] = max(last + 1, 2 * int(number * cells))
    return places


def schedule_program(graph: Graph, kept: Sequence[int], read: Sequence[int], outputs: Sequence[int]) -> Program:
    """A program that reads the variables `read` and gives each variable of `kept` its new value of `outputs`."""
    order = smooth_order(graph, [node for node in graph.dependencies([*outputs, *kept, *read]) if node])
    gates = depth_first(graph, sorted(outputs, key=lambda literal: order.get(literal >> 1, 0.0)))
    wanted = {old >> 1: new for old, new in zip(kept, outputs, strict=True) if new != old}
    task = Task(graph, gates, frozenset(literal >> 1 for literal in read), wanted)
    row = sorted((literal >> 1 for literal in kept), key=order.__getitem__)
    layouts = [spread(arrangement, cells) for cells, arrangement in product(SPREADS, (row, row[::-1]))]
    return program(exchange_neighbours(*best(task, layouts)))


def schedule_answer(graph: Graph, places: Mapping[int, int], read: Sequence[int], answer: int) -> Program:
    """A program that leaves the literal `answer` in the accumulator, and kept variables (in their `places`) alone."""
    task = Task(graph, depth_first(graph, [answer]), frozenset(literal >> 1 for literal in read), {}, answer)
    homes = {literal >> 1: place for literal, place in places.items()}
    return program(best(task, [homes])[0])


def best(task: Task, layouts: Sequence[Mapping[int, int]]) -> tuple[Writer, int]:
    """The shortest program by several choices, and how many more may be tried."""
    tries = max(1, min(MAX_TRIES, MAX_WORK // (len(task.gates) + 1)))
    choices = list(product(layouts, REACHES, WINDOWS))[:tries]
    found = [write_gates(task, homes, window, reach) for homes, reach, window in choices]
    return min(found, key=Writer.length), tries - len(found)


def exchange_neighbours(writer: Writer, tries: int) -> Writer:
    """The program with neighbours in the memory exchanged as long as that makes it no longer."""
    rng, nodes = random.Random(0), list(writer.homes)
    for _ in range(tries):
        homes = dict(writer.homes)
        if len(homes) < 2:
            break
        one = rng.choice(nodes)
        other = rng.choice([node for node in nodes if 0 < abs(homes[node] - homes[one]) <= NEAR] or [one])
        homes[one], homes[other] = homes[other], homes[one]
        changed = write_gates(writer.task, homes, writer.window, writer.reach)
        writer = min(changed, writer, key=Writer.length)
    return writer


def program(writer: Writer) -> Program:
    places = {2 * node: place for node, place in writer.homes.items()}
    return Program("".join(writer.text), places, tuple(2 * node for node in writer.read_order))
