"""Certificates of emulation nets, and everything that is refused."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.generators_emulation import random_learner
from turingrad import library
from turingrad.constructions import compile
from turingrad.constructions.emulation import compile_network
from turingrad.errors import CertificateError, InputError, LimitError, MachineError, TuringradError
from turingrad.library.learners.small import LEARNERS


def test_small_nets_are_exact_in_half_precision_too() -> None:
    assert all(compile_network(LEARNERS["parity"](4)).certificate.dtypes().values())


def test_larger_nets_are_not_exact_in_bfloat16_and_refuse_it() -> None:
    learner = LEARNERS["majority"](8)
    network = compile_network(learner)
    assert network.certificate.dtypes() == {"float16": True, "bfloat16": False, "float32": True, "float64": True}
    with pytest.raises(CertificateError, match="not exact in bfloat16"):
        compile_network(learner, dtype=torch.bfloat16)


def test_the_certificate_bounds_what_vertices_receive() -> None:
    """Every vertex's input on a run is within the magnitude that the certificate gives its level."""
    learner = LEARNERS["parity"](3)
    network = compile_network(learner, dtype=torch.float64)
    graph = network.emulation.graph
    bounds = {bound.name: bound for bound in network.certificate.bounds}
    rows = torch.from_numpy(network.rows(np.random.default_rng(0).choice([-1, 1], (50, 3)), 1))
    shown = network.module.values(rows).detach().numpy()
    weight = network.weight.detach().numpy()
    for v in range(graph.first, graph.vertices):
        edges = np.flatnonzero(graph.target == v)
        partial = np.cumsum(weight[edges] * shown[:, graph.source[edges]], axis=1)
        bound = bounds[f"level {graph.level[v]}"]
        assert np.abs(partial).max() <= bound.magnitude
        assert np.all(partial / 2.0**bound.grid == np.round(partial / 2.0**bound.grid))


@pytest.fixture
def network():
    return compile_network(LEARNERS["parity"](3))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda w, g: torch.optim.SGD([w], lr=g, momentum=0.9), "momentum"),
        (lambda w, g: torch.optim.SGD([w], lr=g, weight_decay=0.1), "weight_decay"),
        (lambda w, g: torch.optim.SGD([w], lr=g, maximize=True), "maximize"),
        (lambda w, g: torch.optim.SGD([w], lr=2 * g), "learning rate is"),
        (lambda w, g: torch.optim.Adam([w], lr=g), "plain SGD, not Adam"),
        (lambda w, g: torch.optim.SGD([torch.nn.Parameter(w.detach().clone())], lr=g), "the net's weights"),
    ],
)
def test_optimizers_that_would_not_emulate_are_refused(network, make, message: str) -> None:
    optimizer = make(network.weight, network.gamma)
    inputs = torch.ones(1, 4)
    with pytest.raises(InputError, match=message):
        network.train_step(optimizer, inputs, 1)


@pytest.mark.parametrize(
    ("inputs", "y", "message"),
    [
        (torch.ones(2, 4), 1, "one sample at a time"),
        (torch.ones(1, 4), 0, "labels must be"),
        (torch.ones(1, 7), 1, r"the shape \(1, 7\); it must be \(any, 4\)"),
        (torch.ones(4), 1, "one sample at a time"),
    ],
)
def test_samples_that_do_not_fit_are_refused(network, inputs, y, message: str) -> None:
    with pytest.raises(InputError, match=message):
        network.train_step(network.optimizer(), inputs, y)


def test_disturbed_weights_are_noticed(network) -> None:
    graph = network.emulation.graph
    with torch.no_grad():
        network.weight[torch.from_numpy(graph.target == graph.output)] *= 1.125
    with pytest.raises(InputError, match="not ±1"):
        network.train_step(network.optimizer(), torch.ones(1, 4), 1)


@pytest.mark.parametrize(
    ("given", "message"),
    [(None, "is given"), (([[1, 1, 1]],), "is given"), (([[1, 1]], [1]), "3"), (([[1, 1, 1]], [2]), "±1|-1")],
)
def test_data_that_does_not_fit_is_refused(network, given, message: str) -> None:
    with pytest.raises(TuringradError, match=message):
        list(network.trace(given))


def test_decode_refuses_weights_of_another_net(network) -> None:
    with pytest.raises(InputError, match="weights"):
        network.decode(torch.zeros(5), 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "pair5"}, "variant must be one of"),
        ({"variant": "pair4", "p": "11/9"}, "belongs to the variant 'paper'"),
    ],
)
def test_unknown_options_are_refused(options, message: str) -> None:
    with pytest.raises(InputError, match=message):
        compile_network(LEARNERS["parity"](2), **options)


def test_other_machines_are_refused() -> None:
    with pytest.raises(MachineError, match="runs learners, clocked circuits and programs, not a"):
        compile(library.load("adder-2"), to="emulation")


def test_a_net_beyond_the_limit_is_refused_before_it_is_built(monkeypatch) -> None:
    monkeypatch.setattr("turingrad.constructions.emulation.build.MAX_EDGES", 1000)
    with pytest.raises(LimitError, match="too many to build"):
        compile_network(random_learner(0, bits=100, gates=10))
