"""6.2 as an experiment: is the graph connected? A ReLU net, and emulation nets, on the same graphs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np

from turingrad._support.arrays import Signs
from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.library.learners.circuits import MAX_PARITY, checked_features
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.learner import Learner
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.emulated import emulate, emulate_parity, with_constant
from turingrad.theory.limits.graphs import cycle_successors, edge_signs, graph_of, inversions
from turingrad.theory.limits.outcome import DataSet, Experiment, Part, Trained, experiment, require_draws, trained_part
from turingrad.theory.limits.regular_graphs import one_or_two_regular
from turingrad.theory.limits.relu_net import ReluNet

MAX_LEARNER = 48  # its circuit has about n^3 / 3 gates


def connected(make: CircuitBuilder, vertices: int, edges: list[int]) -> int:
    """Whether a graph is connected, exactly, from a bit for each pair i < j.

    Vertices are eliminated one by one: before vertex v goes, its remaining neighbours are joined with each other, which
    keeps the others' connections. The graph is connected iff each vertex but the last has a neighbour when it goes.
    """
    edge = dict(zip(combinations(range(vertices), 2), edges, strict=True))
    attached = []
    for v in range(vertices - 1):
        later = range(v + 1, vertices)
        attached.append(make.or_(*(edge[v, j] for j in later)))
        for i, j in combinations(later, 2):
            edge[i, j] = make.or_(edge[i, j], make.and_(edge[v, i], edge[v, j]))
    return make.and_(*attached)


@validate_arguments
def connectivity_learner(vertices: int) -> Learner:
    """Make the learner that knows what connected means and learns from one sample which label stands for it.

    "A simple depth-first search algorithm would learn the function." Memory: seen, and whether +1 stands for connected.

    Args:
        vertices: Vertices of a graph.

    Returns:
        The learner; its features are the entries of the adjacency matrix above the diagonal.

    Example:
        >>> from turingrad.theory.limits import connectivity_learner
        >>> connectivity_learner(6).features
        15
    """
    if not 2 <= vertices <= MAX_LEARNER:
        raise InputError(f"the connectivity learner takes graphs of 2 to {MAX_LEARNER} vertices, not {vertices}")
    pairs = vertices * (vertices - 1) // 2
    predict = CircuitBuilder()
    _, positive = predict.inputs("b", 2)
    found = connected(predict, vertices, list(predict.inputs("x", pairs)))
    predict.output("prediction", predict.not_(predict.xor(found, positive)))
    update = CircuitBuilder()
    seen, positive = update.inputs("b", 2)
    found, y = connected(update, vertices, list(update.inputs("x", pairs))), update.input("y")
    same = update.not_(update.xor(found, y))
    update.output("seen", update.const(1))
    update.output("positive", update.or_(update.and_(seen, positive), update.and_(update.not_(seen), same)))
    done = CircuitBuilder()
    seen, _ = done.inputs("b", 2)
    done.output("done", done.id_(seen))
    return Learner(
        (0, 0), pairs, predict.build("predict"), update.build("update"), done.build("done"), name="connectivity",
        doc="Connectivity of a graph, by eliminating its vertices.",
    )  # fmt: skip


@validate_arguments
def connectivity(
    *,
    vertices: int = 28,
    degree: int = 3,
    cycle: int = 12,
    train: int = 1000,
    test: int = 1000,
    net: ReluNet | None = None,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """Train plain nets to tell one regular graph from two, and one cycle from two; +1 stands for one.

    Args:
        vertices: Vertices of a graph.
        degree: Their degree.
        cycle: Vertices of the cycles.
        train: Training samples.
        test: Test samples.
        net: The plain net.
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The experiment: its parts, with curves and errors.

    Example:
        >>> from turingrad.theory.limits import ReluNet, connectivity
        >>> found = connectivity(vertices=20, cycle=10, train=4, test=4, net=ReluNet(width=8, epochs=2))
        >>> len(found.parts)
        2
    """
    require_draws(train, test, seed)
    connectivity_learner(vertices)
    if cycle < 10:
        raise InputError(
            f"two cycles need at least 10 vertices in all, not {cycle}: a cycle of length 3 or 4 would give itself away"
        )
    checked_features("parity", cycle * (cycle - 1) // 2 + 1, MAX_PARITY)
    net = net or ReluNet()
    parts = (
        partial(regular_part, vertices, degree, train, test, net, seed, progress),
        partial(cycle_part, cycle, train, test, net, seed, progress),
    )
    return experiment("connectivity", seed, parts)


def regular_part(
    vertices: int, degree: int, train: int, test: int, net: ReluNet, seed: int, progress: Progress
) -> Part:
    rng = np.random.default_rng([seed, vertices])
    total = train + test
    rows: list[Signs] = []
    pairs = one_or_two_regular(rng, vertices, degree)
    while len(rows) < total:
        rows += map(edge_signs, next(pairs))
        progress("regular graphs", min(len(rows), total), total)
    y = np.tile(np.array([1, -1], np.int8), total)[:total]
    mixed = rng.permutation(total)
    data = DataSet.split(np.array(rows[:total])[mixed], y[mixed], train)
    makers = (
        partial(net.train, data, seed=seed, progress=progress, label="regular graphs, ReLU net"),
        partial(beside, vertices, data, seed, progress),
    )
    about = (
        f"A connected graph on {vertices} vertices, each of degree {degree}, against two such graphs on "
        f"{vertices // 2}, without cycles shorter than 5: the two kinds agree in every count of subgraphs on up to 4 "
        "vertices. No parity underlies the label: the emulation net runs a search for connections, and learns which "
        "label means connected."
    )
    part = Part("one or two regular graphs", about, figures={"edges of each graph": vertices * degree // 2})
    return trained_part(part, makers)


def cycle_part(n: int, train: int, test: int, net: ReluNet, seed: int, progress: Progress) -> Part:
    """A cyclic order is a permutation, of sign (-1)^(n - number of cycles): with n even, one cycle is odd and two are
    even. The sign is the parity of the inversions, so that on them elimination learns one cycle from two."""
    rng = np.random.default_rng([seed, n])
    y = np.where(rng.permutation(train + test) % 2, np.int8(1), np.int8(-1))
    orders = [cycle_successors(rng, n, two=label < 0) for label in y]
    graphs = DataSet.split(np.array([edge_signs(graph_of(order)) for order in orders]), y, train)
    turned = DataSet.split(np.array([inversions(order) for order in orders]), y, train)
    signed = DataSet.split(np.vstack([with_constant(turned.X), with_constant(turned.X_test)]), y, train)
    makers = (
        lambda: net.train(graphs, seed=seed, progress=progress, label="cycles, ReLU net"),
        lambda: beside(n, graphs, seed, progress),
        lambda: _on_inversions(net.train(turned, seed=seed, progress=progress, label="inversions, ReLU net")),
        lambda: _on_inversions(emulate_parity(signed, seed=seed, progress=progress)),
    )
    about = (
        f"One cycle through {n} vertices against two through {n // 2} each. The first two networks see the edges. The "
        "last two see the inversions of the same cycles as permutations (a direction is drawn), whose parity is the "
        "label: that is the parity that underlies it."
    )
    return trained_part(Part("one or two cycles", about), makers)


def beside(vertices: int, data: DataSet, seed: int, progress: Progress) -> Trained:
    """A few samples are plenty for one bit."""
    learner = connectivity_learner(vertices)
    return emulate(learner, data.first(40), name="connectivity", seed=seed, progress=progress)


def _on_inversions(trained: Trained) -> Trained:
    return replace(trained, network=f"{trained.network} (inversions)")
