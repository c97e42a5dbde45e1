"""Every route for many machines: random ones, the library's learners, the shared circuits, in onnxruntime."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.data import MANY, data_files, file_label
from tests.generators_descent import random_machine
from tests.generators_emulation import random_learner
from turingrad import formats, library
from turingrad.constructions import compile
from turingrad.export.onnx.forms import forms_of
from turingrad.export.onnx.model import File, build
from turingrad.machine.run import quiet

pytest.importorskip("onnxruntime")
pytestmark = pytest.mark.slow


def check_export(network: Any, dtype: str = "float32") -> None:
    for name, form in forms_of(network).items():
        file = File(build(network, name, dtype, 18).SerializeToString(), name)
        file.verify(network)
        assert form.check(network, file, quiet)


def one_tape(seed: int) -> Any:
    return random_machine(random.Random(seed), max_tapes=1, max_symbols=3, max_states=4)


@pytest.mark.parametrize("seed", MANY)
def test_a_random_machine_on_descent(seed: int) -> None:
    check_export(compile(random_machine(random.Random(seed), max_vertices=120), to="descent"))


@pytest.mark.parametrize("seed", MANY)
def test_a_random_machine_on_the_convolution(seed: int) -> None:
    check_export(compile(one_tape(seed), to="rcnn"))


@pytest.mark.parametrize("seed", MANY)
def test_a_random_machine_on_the_transformer(seed: int) -> None:
    machine = random_machine(random.Random(seed), max_tapes=2, max_symbols=3, max_states=3)
    check_export(compile(machine, to="transformer", steps=30, input_length=6))


@pytest.mark.parametrize("seed", MANY)
def test_a_random_machine_on_the_decoder(seed: int) -> None:
    check_export(compile(one_tape(seed), to="decoder", context=64))


@pytest.mark.parametrize("seed", MANY)
def test_a_random_learner_on_emulation(seed: int) -> None:
    check_export(compile(random_learner(seed, bits=3, features=3, gates=10), to="emulation"))


@pytest.mark.parametrize("name", [n for n in library.names() if "learner" in library.entry(n).forms])
def test_a_learner_of_the_library_on_emulation(name: str) -> None:
    check_export(compile(library.load(name, form="learner"), to="emulation"))


@pytest.mark.parametrize("name", ["last-label", "conjunction", "parity-small", "stump"])
def test_a_learner_of_the_library_on_the_convolution(name: str) -> None:
    check_export(compile(library.load(name, form="grid"), to="rcnn", samples=3, features=3))


@pytest.mark.parametrize("dtype", ["float32", "int8"])
@pytest.mark.parametrize("path", data_files("circuits"), ids=file_label)
def test_a_shared_circuit(path: Any, dtype: str) -> None:
    check_export(compile(formats.read(path), to="feedforward"), dtype)
