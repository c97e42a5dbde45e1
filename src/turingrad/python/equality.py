"""Whether two lists of literals are the same functions, decided by proof.

By structure first (equal literals), then random points, which refute what is different; what they do not refute is
proven by all assignments of few variables, by cases of the inputs (with the address known, a table's entry is one
literal again), or by SAT (aigverse, the extra `circuits`). What none of these decides is said to be open, and is never
guessed.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turingrad.formats.aiger import write_aiger
from turingrad.python.emit import emit
from turingrad.python.logic import AND, FALSE, TRUE, VARIABLE, Graph

MAX_VARIABLES = 14  # 2^14 assignments, one bit of a Python integer each
POINTS = 1024
MAX_CASE_NODES = 2_000_000  # that the cases of a proof look at, all together
MAX_SAT_NODES = 30_000


@dataclass(frozen=True)
class Verdict:
    """`equal` is None if nothing decided it; `how` says by which proof, or why there is none."""

    equal: bool | None
    how: str


def compare_literals(graph: Graph, first: Sequence[int], second: Sequence[int], inputs: Sequence[int] = ()) -> Verdict:
    """Whether the literals are pairwise the same functions of the graph's variables; `inputs` are the variables, as
    literals, by whose values cases are told apart."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    if not pairs:
        return Verdict(True, "by structure")
    nodes = list(graph.dependencies([literal for pair in pairs for literal in pair]))
    variables = [node for node in nodes if node and graph.kind[node] == VARIABLE]
    rng = random.Random(0)
    points = {node: rng.getrandbits(POINTS) for node in variables}
    if differ(graph, nodes, pairs, points, POINTS):
        return Verdict(False, "by a counterexample")
    if len(variables) <= MAX_VARIABLES:
        count = 1 << len(variables)
        columns = {node: assignments(k, count) for k, node in enumerate(variables)}
        if differ(graph, nodes, pairs, columns, count):
            return Verdict(False, "by a counterexample")
        return Verdict(True, f"by all {count:,} assignments")
    # A case makes two nodes at most for each that it looks at: the graph's own limit is not reached.
    if equal_in_all_cases(graph, pairs, inputs, [min(MAX_CASE_NODES, (graph.most - len(graph.kind)) // 2)]):
        return Verdict(True, "by cases of the inputs")
    return compare_by_sat(graph, variables, pairs, len(nodes))


def equal_in_all_cases(graph: Graph, pairs: Sequence[tuple[int, int]], inputs: Sequence[int], left: list[int]) -> bool:
    """Whether the pairs become equal literals in every case of the inputs, found by fixing one after another; False
    also if `left[0]`, the nodes that may be looked at, does not suffice."""
    left[0] -= sum(1 for _ in graph.dependencies([literal for pair in pairs for literal in pair]))
    if not inputs or left[0] < 0:
        return False
    for constant in (FALSE, TRUE):
        found = graph.substitute([literal for pair in pairs for literal in pair], {inputs[0]: constant})
        differing = [(a, b) for a, b in zip(found[::2], found[1::2], strict=True) if a != b]
        if differing and not equal_in_all_cases(graph, differing, inputs[1:], left):
            return False
    return True


def differ(
    graph: Graph, nodes: Sequence[int], pairs: Sequence[tuple[int, int]], columns: Mapping[int, int], count: int
) -> bool:
    """Whether some pair differs at one of `count` points; the columns are the variables' values, one bit per point."""
    every = (1 << count) - 1
    value = {0: 0}
    for node in nodes:
        if node in columns:
            value[node] = columns[node] & every
        elif node:
            a, b = (value[of >> 1] ^ (every if of & 1 else 0) for of in (graph.left[node], graph.right[node]))
            value[node] = a & b if graph.kind[node] == AND else a ^ b
    shown = [[value[of >> 1] ^ (every if of & 1 else 0) for of in pair] for pair in pairs]
    return any(a != b for a, b in shown)


def assignments(place: int, count: int) -> int:
    """The values of variable `place` over all assignments, as bits of one integer: 2^place zeros, as many ones, ..."""
    half = 1 << place
    period = ((1 << half) - 1) << half
    found, width = period, 2 * half
    while width < count:
        found |= found << width
        width *= 2
    return found


def compare_by_sat(graph: Graph, variables: Sequence[int], pairs: Sequence[tuple[int, int]], nodes: int) -> Verdict:
    """Equal by SAT; open where aigverse is missing or the circuit is too large."""
    if nodes > MAX_SAT_NODES:
        return Verdict(None, f"{nodes:,} gates are too many to be proven equal")
    try:
        from aigverse import algorithms, io
    except ImportError:
        return Verdict(None, f"{len(variables)} bits need SAT: pip install 'turingrad[circuits]'")
    inputs = [(f"v{node}", 2 * node) for node in variables]

    def network(side: int) -> Any:
        outputs = [(f"o{k}", pair[side]) for k, pair in enumerate(pairs)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "side.aig"
            path.write_bytes(write_aiger(emit(graph, inputs, outputs)))
            return io.read_aiger_into_aig(path)

    found = algorithms.equivalence_checking(network(0), network(1))
    return Verdict(found, "by SAT" if found is not None else "SAT gave no answer")
