"""`torch.export` of the forward pass for many machines: random ones on each construction, the library's learners,
the shared circuits. Each network is exported by itself, and gives its own bits on several inputs."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
import torch

from tests.data import MANY, data_files, file_label
from tests.generators_descent import random_machine
from tests.generators_emulation import random_learner
from turingrad import formats, library
from turingrad.constructions import compile
from turingrad.constructions.rcnn.algorithm import memorise

pytestmark = pytest.mark.slow


def same_bits(network: Any, inputs: Iterable[tuple[Any, ...]]) -> None:
    given = list(inputs)
    exported = torch.export.export(network, given[0]).module()
    with torch.no_grad():
        for each in given:
            found, expected = exported(*each), network(*each)
            assert torch.equal(found, expected)
            assert torch.isfinite(found).all()


def one_tape(seed: int) -> Any:
    return random_machine(random.Random(seed), max_tapes=1, max_symbols=3, max_states=4)


def signs(seed: int, *shape: int) -> torch.Tensor:
    return torch.from_numpy(np.random.default_rng(seed).choice([-1.0, 1.0], shape)).float()


@pytest.mark.parametrize("seed", MANY)
def test_a_random_machine_on_descent(seed: int) -> None:
    """The loss at eight points of a run, which are parameters of the program."""
    network: Any = compile(random_machine(random.Random(seed), max_vertices=120), to="descent", cells=64)
    exported: Any = torch.export.export(network, ()).module()
    optimizer = network.optimizer()
    for _ in range(8):
        with torch.no_grad():
            for name in "sTH":
                getattr(exported, name).copy_(getattr(network, name))
            found = exported()
        loss = network()
        assert torch.equal(found, loss.detach())
        assert torch.isfinite(found)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@pytest.mark.parametrize("seed", MANY)
def test_a_random_machine_on_the_convolution(seed: int) -> None:
    network: Any = compile(one_tape(seed), to="rcnn")
    cells = torch.from_numpy(network.encode(None)[0]).float()[None]
    same_bits(network, [(cells, 8), (network(cells, 5), 8), (network(cells, 11), 8)])


@pytest.mark.parametrize("seed", MANY)
def test_a_random_machine_on_the_transformer(seed: int) -> None:
    machine = random_machine(random.Random(seed), max_tapes=1, max_symbols=3, max_states=3)
    network = compile(machine, to="transformer", steps=7, input_length=3)
    rng = np.random.default_rng(seed)
    same_bits(network, [(torch.from_numpy(rng.integers(0, len(machine.symbols), 3)), 7) for _ in range(3)])


@pytest.mark.parametrize("seed", MANY)
def test_a_random_machine_on_the_decoder(seed: int) -> None:
    network: Any = compile(one_tape(seed), to="decoder", cells=8, context=24)
    rng = np.random.default_rng(seed)
    same_bits(network, [(torch.from_numpy(rng.integers(0, len(network.vocabulary), 5)),) for _ in range(4)])


@pytest.mark.parametrize("seed", MANY)
def test_a_random_learner_on_emulation(seed: int) -> None:
    network: Any = compile(random_learner(seed, bits=2, features=2, gates=5), to="emulation")
    same_bits(network, [(signs(number, 4, len(network.emulation.graph.inputs)),) for number in range(4)])


@pytest.mark.parametrize("name", [n for n in library.names() if "learner" in library.entry(n).forms])
def test_a_learner_of_the_library_on_emulation(name: str) -> None:
    network: Any = compile(library.load(name, form="learner"), to="emulation")
    same_bits(network, [(signs(number, 4, len(network.emulation.graph.inputs)),) for number in range(4)])


@pytest.mark.parametrize("name", ["last-label", "conjunction", "parity-small", "stump"])
def test_a_learner_of_the_library_on_the_convolution(name: str) -> None:
    network: Any = compile(library.load(name, form="grid"), to="rcnn", samples=2, features=2)
    memorise(network, [[1, -1], [1, 1]], [1, -1])
    same_bits(network, [(signs(number, 3, 2),) for number in range(3)])


@pytest.mark.parametrize("path", data_files("circuits"), ids=file_label)
def test_a_shared_circuit(path: Any) -> None:
    circuit: Any = formats.read(path)
    network = compile(circuit, to="feedforward")
    rng = np.random.default_rng(0)
    same_bits(network, [(torch.from_numpy(rng.integers(0, 2, (3, len(circuit.inputs)))),) for _ in range(3)])
