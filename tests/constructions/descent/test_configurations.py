"""Gradient descent on the loss of Section 4.3, over the whole configuration graph."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tests.generators_descent import random_machine
from turingrad.check import compare
from turingrad.constructions.descent import ConfigurationDescent, compile_network
from turingrad.constructions.descent.frank_wolfe import FrankWolfe
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape import run as tape_run


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
        network = ConfigurationDescent(machine, cells=cells)
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


def test_ordered_pairs_as_printed_lose_the_trace() -> None:
    """(13) sums ordered pairs: an edge then weighs twice, and its barycentre lies below the next vertex."""
    network = halting_networks(1)[0]
    vertex = int(network.s.argmax())
    network.edge_weights *= 2
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


def test_an_unknown_loss_is_refused() -> None:
    with pytest.raises(InputError, match="there are tape, configurations"):
        compile_network(TapeMachine(("go",), ("_",), "_", "go", ()), loss="both")
