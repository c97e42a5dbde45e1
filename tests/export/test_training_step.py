"""A training step as a torch program: the bits of autograd and the optimizer, step after step."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import torch

from tests.data import MANY
from tests.generators_descent import random_machine
from tests.generators_emulation import random_learner
from turingrad import library
from turingrad.constructions import compile
from turingrad.constructions.descent.executors.learning import extended_network
from turingrad.constructions.descent.executors.programs import program_network
from turingrad.constructions.descent.fitting import fit, training_losses
from turingrad.constructions.descent.network import Descent
from turingrad.constructions.rcnn.algorithm import algorithm_1, with_dummy
from turingrad.errors import InputError
from turingrad.export import tabled, training_step
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.python.tapes import learner_tapes

STEPS = 40


def descends_alike(network: Any, steps: int = STEPS) -> int:
    """Until a head stands at the end of its tape, where a network would grow and a program of fixed shape cannot."""
    program = training_step(network).module()
    going, point = Descent(network), [getattr(network, name).detach().clone() for name in "sTH"]
    for taken in range(steps):
        if network.at_edge() or going.halted():  # in this order: at the edge the loss may refuse a lost head
            return taken
        loss = going.loss.detach().clone()
        going.advance()
        found, *point = program(*point)
        assert torch.equal(found, loss)
        assert all(torch.equal(value, getattr(network, name)) for name, value in zip("sTH", point, strict=True))
    return steps


def learns_alike(network: Any, seed: int = 0) -> None:
    program, optimizer, rng = training_step(network).module(), network.optimizer(), np.random.default_rng(seed)
    weight = network.weight.detach().clone()
    for _ in range(STEPS):
        X, y = rng.choice([-1, 1], (1, network.machine.features)), int(rng.choice([-1, 1]))
        row = torch.from_numpy(network.rows(X))
        output, weight = program(weight, row.to(network.dtype), torch.tensor(float(y)))
        assert float(output) == network.train_step(optimizer, row, y)
        assert torch.equal(weight, network.weight)


def memorises_alike(name: str, samples: int = 3, features: int = 2) -> None:
    network: Any = compile(library.load(name, form="grid"), to="rcnn", samples=samples, features=features)
    program, W, rng = training_step(network).module(), network.W.detach().clone(), np.random.default_rng(0)
    X, y = rng.choice([-1, 1], (samples, features)), rng.choice([-1, 1], samples)
    points, labels = with_dummy(X, y)
    for number, step in enumerate(algorithm_1(network, X, y)):
        point = torch.from_numpy(points[number : number + 1]).to(network.dtype)
        output, W = program(W, point, torch.tensor(float(labels[number])))
        assert (float(output), step.step) == (step.output, number + 1)
        assert torch.equal(W, network.W)
    assert len(network.holds()[1]) == samples


@pytest.mark.slow
def test_a_descent_goes_to_its_halt() -> None:
    assert descends_alike(compile(library.load("busy-beaver-2"), to="descent", cells=16)) == 6


def test_what_has_no_training_is_refused() -> None:
    with pytest.raises(InputError, match="no training step"):
        training_step(compile(library.load("adder-2"), to="feedforward"))


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in library.names() if "learner" in library.entry(n).forms])
def test_sgd_on_the_learners_of_the_library(name: str) -> None:
    learns_alike(compile(library.load(name, form="learner"), to="emulation"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["last-label", "conjunction", "parity-small", "stump"])
def test_algorithm_1_on_learners_of_the_library(name: str) -> None:
    memorises_alike(name)


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
def test_random_machines_descend_alike(seed: int) -> None:
    descends_alike(compile(random_machine(random.Random(seed), max_vertices=120), to="descent", cells=16))


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
def test_random_learners_learn_alike(seed: int) -> None:
    learns_alike(compile(random_learner(seed, bits=2, features=2, gates=5), to="emulation"), seed)


# ---- extended networks -------------------------------------------------------------------------------------------


def trainer(name: str) -> Any:
    """The extended network of a trainer of the library, for four samples of two features."""
    return extended_network(BY_NAME[name], BY_NAME[name].sizes(4, 2))


def learner(name: str) -> Any:
    """The extended network of a learner of the library, for four samples."""
    return program_network(learner_tapes(library.load(name, form="learner")), 4)  # type: ignore[arg-type]


def trains_alike(network: Any, steps: int = STEPS) -> int:
    """A training by autograd and the mixed step beside the program's, until a head stands at the end of its tape; the
    forward pass of the exported network beside them, at its first and last point."""
    rng = np.random.default_rng(0)
    x, y = network.draw_input(rng)
    x, y = x.to(network.dtype), y.to(network.dtype)
    program, taken = training_step(network).module(), -1
    going = training_losses(network, [(x, y)])
    for taken, loss in enumerate(going):
        parameters = {**{name: getattr(network.tracer, name) for name in "sTH"}, "z": network.z}
        if taken == 0:
            point = [value.detach().clone() for value in parameters.values()]
        assert all(torch.equal(value, parameters[name]) for name, value in zip(parameters, point, strict=True))
        if taken == steps or (taken and network.at_edge()):
            break
        found, *point = program(*point, x, y)
        assert torch.equal(found, loss)
    exported = torch.export.export(tabled(network), (x,)).module()
    with torch.no_grad():
        assert torch.equal(exported(x), network(x))
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("name", list(BY_NAME))
def test_trainers_of_the_library_train_alike(name: str) -> None:
    assert trains_alike(trainer(name)) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in library.names() if "learner" in library.entry(n).forms])
def test_learners_of_the_library_train_alike(name: str) -> None:
    assert trains_alike(learner(name)) > 5


@pytest.mark.slow
def test_a_trained_network_answers_through_torch_export() -> None:
    network = trainer("hebb")
    x, y = network.draw_input(np.random.default_rng(1))
    fit(network, x, y)
    exported = torch.export.export(tabled(network), (x.float(),)).module()
    others = network.draw_input(np.random.default_rng(2))[0].float()
    with torch.no_grad():
        assert torch.equal(exported(others), network(others))
        assert torch.equal(exported(others), network.trained_primary()(others))
