"""Gradient descent on the loss of Section 4.3, over the whole configuration graph."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
import torch

from tests.generators_descent import random_machine
from turingrad.check import compare
from turingrad.constructions.descent import ConfigurationDescent, compile_network
from turingrad.constructions.descent.frank_wolfe import FrankWolfe
from turingrad.constructions.descent.variables import put
from turingrad.errors import InputError, LimitError
from turingrad.library import load
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape import run as tape_run
from turingrad.theory.descent.claims.lemmas import edge_hat, vertex_hat


def halting_networks(count: int, cells: int = 3) -> list[ConfigurationDescent]:
    """Networks of random machines whose own run halts on `cells` cells, without leaving them."""
    found: list[ConfigurationDescent] = []
    number = 0
    while len(found) < count:
        number += 1
        rng = random.Random(f"configurations {number}")
        machine = random_machine(rng, max_tapes=2, max_symbols=3, max_states=3)
        if len(machine.states) * len(machine.symbols) ** (cells * machine.tapes) * cells**machine.tapes > 30_000:
            continue
        if max(len(row) for row in machine.input) > cells:
            continue
        network = ConfigurationDescent(machine, cells=cells, left=0, form="edges")
        vertex = int(network.s.argmax())
        if 0 < network.to_halt[vertex] < network.most - 1:
            found.append(network)
    return found


def test_frank_wolfe_with_line_search_traces_the_machine() -> None:
    for network in halting_networks(25):
        report = compare(tape_run.trace(network.machine), network.trace())
        assert report.ok, report


def test_the_loss_strictly_decreases_and_the_line_search_takes_the_full_step() -> None:
    for network in halting_networks(10):
        optimizer = FrankWolfe([network.s], line_search=True)
        losses = []
        for _ in range(int(network.to_halt[int(network.s.argmax())])):
            losses.append(optimizer.step(lambda n=network, o=optimizer: n.backward_loss(o)))
            assert optimizer.last_rate == 1.0
        losses.append(float(network().detach()))
        assert all(later < earlier for earlier, later in pairwise(losses))


def test_steps_after_the_halt_stay() -> None:
    for network in halting_networks(5):
        last = list(network.trace())[-1]
        optimizer = FrankWolfe([network.s])
        for _ in range(3):
            network.backward_loss(optimizer)
            optimizer.step()
        assert network.decode(network.s.detach(), last.step) == last


def test_ordered_pairs_lose_the_trace() -> None:
    """(13) is a sum over unordered pairs: an edge that counts twice has its barycentre below the next vertex."""
    network = halting_networks(1)[0]
    vertex = int(network.s.argmax())
    network.loss.edge_weights *= 2
    optimizer = FrankWolfe([network.s], line_search=True)
    optimizer.step(lambda: network.backward_loss(optimizer))
    assert optimizer.last_rate == 0.5
    assert int(network.to_halt[vertex]) > 0


def test_a_run_that_leaves_the_tape_is_refused() -> None:
    rules = tuple(Rule("go", (a,), ("1",), (1,), "go") for a in "_1")
    network = compile_network(TapeMachine(("go",), ("_", "1"), "_", "go", rules), loss="configurations", cells=3)
    with pytest.raises(LimitError, match="leaves the tape of 3 cells"):
        list(network.trace())


def test_a_graph_that_is_too_large_is_refused() -> None:
    rules = (Rule("go", ("_",), ("1",), (1,), "go"),)
    with pytest.raises(LimitError, match="take fewer cells"):
        compile_network(TapeMachine(("go",), ("_", "1"), "_", "go", rules), loss="configurations", cells=400)


@pytest.mark.parametrize("activations", [torch.zeros(5), torch.eye(3), "x", None])
def test_decode_refuses_what_is_no_vertex(activations: Any) -> None:
    network = compile_network(load("busy-beaver-2"), loss="configurations", cells=3)
    with pytest.raises(InputError, match="what is decoded"):
        network.decode(activations, 0)


def test_an_unknown_loss_is_refused() -> None:
    with pytest.raises(InputError, match="one of tape, configurations, not 'both'"):
        compile_network(TapeMachine(("go",), ("_",), "_", "go", ()), loss="both")


def small(form: str = "printed", **options: int) -> ConfigurationDescent:
    """Writes a 1 at the first blank to the right: 2 states, 2 symbols."""
    rules = (Rule("right", ("1",), ("1",), (1,), "right"), Rule("right", ("_",), ("1",), (0,), "done"))
    machine = TapeMachine(("right", "done"), ("_", "1"), "_", "right", rules, halting=("done",))
    return ConfigurationDescent(machine, cells=3, form=form, **options)  # type: ignore[arg-type]


def test_the_printed_loss_is_13_everywhere() -> None:
    """Against the sum of the appendix' functions as they are printed, at random points, vertices and the barycentre."""
    network = small()
    count, rng = network.vertices, np.random.default_rng(0)
    level = network.to_halt + 1.0
    weights = np.full((count, count), network.most)
    for v in np.flatnonzero((network.follower >= 0) & (network.to_halt < network.most - 1)):
        w = network.follower[v]
        weights[v, w] = weights[w, v] = (level[v] + level[w]) / 2
    points = [np.full(count, 1 / count), np.eye(count)[3], *rng.dirichlet(np.full(count, 0.1), 4)]
    points.append((np.eye(count)[0] + np.eye(count)[1]) / 2)
    for point in points:
        expected = sum(level[v] * vertex_hat(point, v, 0.5) for v in range(count))
        expected += sum(weights[v, w] * edge_hat(point, v, w) for v, w in combinations(range(count), 2))
        put(network.s, torch.tensor(point, dtype=torch.float32))
        assert float(network().detach()) == pytest.approx(expected, abs=1e-3)


def test_the_rewrite_differs_from_13_between_the_corners_only() -> None:
    printed, edges = small(), small("edges")
    count = printed.vertices
    for network in (printed, edges):
        put(network.s, torch.full((count,), 1 / count))
    assert float(printed().detach()) == 0.0
    assert float(edges().detach()) == edges.most
    for number in range(0, count, 5):
        corner = torch.zeros(count)
        corner[number], corner[(number + 7) % count] = 0.75, 0.25
        for network in (printed, edges):
            put(network.s, corner)
        assert float(printed().detach()) == pytest.approx(float(edges().detach()))


def test_13_has_a_unit_for_every_pair() -> None:
    printed, edges = small(), small("edges")
    count = printed.vertices
    assert printed.width == count + count * (count - 1) // 2
    assert edges.width < 2 * count


@pytest.mark.parametrize("form", ["printed", "edges"])
def test_tapes_are_two_sided(form: str) -> None:
    """Busy beaver 2 goes two cells to the left and one to the right of where it starts."""
    network = compile_network(load("busy-beaver-2"), loss="configurations", cells=4, form=form)
    report = compare(tape_run.trace(load("busy-beaver-2")), network.trace())
    assert report.ok, report
    assert isinstance(network, ConfigurationDescent)
    assert network.origin == 2


def test_too_many_pairs_are_refused() -> None:
    with pytest.raises(LimitError, match="form='edges'"):
        compile_network(load("busy-beaver-3"), loss="configurations", cells=8)
