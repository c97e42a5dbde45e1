"""AER graphs, patchings, cycles: what the generators promise, and the learner that connects."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import InputError, LimitError
from turingrad.machine.learner import run as learner_run
from turingrad.theory.limits import connectivity_learner
from turingrad.theory.limits.claims.definition_8 import aer, one_or_two, short_cycles, small_counts, thin_edges
from turingrad.theory.limits.graphs import components, cycle_successors, edge_signs, graph_of, inversions, join_graphs
from turingrad.theory.limits.regular_graphs import near_pairs, one_or_two_regular, regular_graphs

seeds = st.integers(0, 2**32 - 1)


def random_graph(seed: int, n: int, p: float) -> np.ndarray:
    upper = np.triu(np.random.default_rng(seed).random((n, n)) < p, 1)
    return upper | upper.T


def is_cycle(graph: np.ndarray, order: tuple[int, ...]) -> bool:
    return all(graph[a, b] for a, b in zip(order, order[1:] + order[:1], strict=True))


@settings(max_examples=25)
@given(seeds, st.integers(3, 6), st.floats(0.2, 1.0))
def test_short_cycles_are_all_cycles_each_once(seed: int, n: int, p: float) -> None:
    graph = random_graph(seed, n, p)
    for r in (4, 6):
        expected = {
            frozenset((min(a, b), max(a, b)) for a, b in zip(order, order[1:] + order[:1], strict=True))
            for size in range(3, r)
            for order in itertools.permutations(range(n), size)
            if is_cycle(graph, order)
        }
        found = list(short_cycles(graph, r))
        assert len(found) == len(set(found))
        assert set(found) == expected


@settings(max_examples=20)
@given(seeds, st.sampled_from([4, 5, 6]))
def test_an_aer_graph_has_no_short_cycle_and_is_simple(seed: int, r: int) -> None:
    graph = aer(np.random.default_rng(seed), 12, 4.0, r)
    assert not list(short_cycles(graph, r))
    assert np.array_equal(graph, graph.T)
    assert not graph.diagonal().any()


def test_with_r_of_at_most_three_nothing_is_deleted() -> None:
    """sqrt(ln n), the paper's r, deletes nothing below n = e^9."""
    pruned, plain = (aer(np.random.default_rng(3), 16, 8.0, r) for r in (3.0, 0.0))
    assert np.array_equal(pruned, plain)
    assert math.sqrt(math.log(8103)) < 3 < math.sqrt(math.log(8104))


def test_the_number_of_edges_before_pruning_is_binomial() -> None:
    rng, n, m = np.random.default_rng(0), 20, 5.0
    edges = [aer(rng, n, m, 3).sum() // 2 for _ in range(200)]
    pairs = n * (n - 1) / 2
    assert abs(np.mean(edges) - pairs * m / n) < 5 * math.sqrt(pairs * 0.25 * 0.75 / 200)


@settings(max_examples=10)
@given(seeds)
def test_one_and_two_have_one_and_two_components_no_short_cycles_and_equal_edges(seed: int) -> None:
    one, two = one_or_two(np.random.default_rng(seed), 16, 5.0, 4.0)
    assert (components(one), components(two)) == (1, 2)
    assert not list(short_cycles(one, 4.0))
    assert not list(short_cycles(two, 4.0))
    assert abs(int(one.sum()) - int(two.sum())) <= 2  # a spanning tree has one edge more than two of them


def test_without_balancing_the_number_of_edges_gives_the_label_away() -> None:
    rng = np.random.default_rng(1)
    more = [one.sum() > two.sum() for one, two in (one_or_two(rng, 24, 5.0, 4.0, balanced=False) for _ in range(40))]
    assert np.mean(more) > 0.8


def test_patching_relabels_the_vertices() -> None:
    rng = np.random.default_rng(0)
    triangle = np.ones((3, 3), np.bool_) & ~np.eye(3, dtype=bool)
    graphs = {join_graphs(rng, (triangle, triangle)).tobytes() for _ in range(60)}
    assert len(graphs) == 10  # 6! / (3! 3! 2)


def test_thinning_stops_at_a_forest() -> None:
    graph = random_graph(0, 8, 0.9)
    assert thin_edges(np.random.default_rng(0), graph, 0).sum() // 2 == 8 - components(graph)


@settings(max_examples=30)
@given(seeds, st.sampled_from([6, 8, 12]), st.booleans())
def test_cycles_have_degree_two_and_the_sign_of_their_number(seed: int, n: int, two: bool) -> None:
    after = cycle_successors(np.random.default_rng(seed), n, two)
    graph = graph_of(after)
    assert (graph.sum(axis=0) == 2).all()
    assert components(graph) == 1 + two
    assert inversions(after).prod() == (1 if two else -1)


@settings(max_examples=30)
@given(seeds, st.integers(2, 7), st.floats(0.1, 0.7), st.sampled_from([1, -1]))
def test_the_connectivity_learner_is_right_after_one_sample(seed: int, n: int, p: float, sign: int) -> None:
    graphs = [random_graph(seed + k, n, p) for k in range(8)]
    X = np.array([edge_signs(graph) for graph in graphs])
    y = np.array([sign if components(graph) == 1 else -sign for graph in graphs], np.int8)
    learner = connectivity_learner(n)
    memory = learner_run.run(learner, X[:1], y[:1]).configuration.memory
    assert np.array_equal(learner_run.predict(learner, memory, X), y)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda rng: aer(rng, 0, 1, 3), InputError),
        (lambda rng: aer(rng, 10, 11, 3), InputError),
        (lambda rng: aer(rng, 10**6, 1, 3), InputError),
        (lambda rng: aer(rng, 40, 39.0, 9), LimitError),
        (lambda rng: one_or_two(rng, 7, 2, 4), InputError),
        (lambda rng: one_or_two(rng, 40, 0.1, 4), LimitError),
        (lambda rng: cycle_successors(rng, 5, True), InputError),
        (lambda _: connectivity_learner(1), InputError),
    ],
)
def test_what_makes_no_graph_is_refused(make: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        make(np.random.default_rng(0))  # type: ignore[operator]


def test_no_count_of_subgraphs_up_to_4_vertices_tells_one_from_two() -> None:
    pairs = one_or_two_regular(np.random.default_rng(0), 24, 3)
    for one, two in itertools.islice(pairs, 8):
        assert (components(one), components(two)) == (1, 2)
        assert small_counts(one) == small_counts(two)
        assert (one.sum(axis=0) == 3).all()
        assert (two.sum(axis=0) == 3).all()


@pytest.mark.slow
def test_counts_of_subgraphs_do_tell_aer_graphs_apart() -> None:
    """What the experiment used before: at finite size the pruned graphs of Definition 8 leak through 4-cycles."""
    rng = np.random.default_rng(2)
    fours = [[small_counts(graph).get((2, 2, 2, 2), 0) for graph in one_or_two(rng, 24, 5.0, 4.0)] for _ in range(60)]
    one, two = np.array(fours).T
    best = max(np.mean(np.concatenate([one <= t, two > t])) for t in range(40))
    assert max(best, 1 - best) > 0.65


def test_near_pairs_are_there_iff_a_cycle_is_shorter_than_five() -> None:
    for seed in range(40):
        graph = random_graph(seed, 9, 0.25)
        assert (near_pairs(graph) == 0) == (not list(short_cycles(graph, 5)))


def test_a_walk_of_switches_gives_different_graphs() -> None:
    graphs = itertools.islice(regular_graphs(np.random.default_rng(1), 14, 3), 6)
    assert len({graph.tobytes() for graph in graphs}) == 6


@pytest.mark.parametrize(("n", "degree"), [(9, 3), (8, 3), (15, 3), (4, 2), (20, 1), (10**6, 3)])
def test_sizes_without_such_graphs_are_refused(n: int, degree: int) -> None:
    with pytest.raises(InputError, match="can be drawn"):
        regular_graphs(np.random.default_rng(0), n, degree)
