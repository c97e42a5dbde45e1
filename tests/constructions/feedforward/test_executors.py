"""The executors of the feedforward net give the network's numbers, gate by gate."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.data import data_files, file_label
from tests.generators_circuit import circuits
from turingrad import library
from turingrad.constructions import drive
from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.feedforward.executors.slots import slot_plan
from turingrad.errors import CertificateError, InputError
from turingrad.formats import read
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run


def random_vectors(circuit: Circuit, count: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 2, size=(count, len(circuit.inputs)), dtype=np.uint8)


@given(circuits(), st.booleans())
@settings(max_examples=60)
def test_every_place_of_the_network_holds_the_number_of_its_slot(circuit: Circuit, corrections: bool) -> None:
    network = compile_network(circuit, corrections=corrections)
    vectors = random_vectors(circuit, 8)
    slots = slot_plan(network).run(vectors, len(vectors))[0].T
    for nodes, h in zip(network.layered.layers, network.hidden(torch.from_numpy(vectors)), strict=False):
        assert (h.numpy()[:, : len(nodes)] == slots[:, nodes]).all()


@pytest.mark.parametrize("executor", ["slots", "sparse", "dense"])
@given(circuit=circuits(), deeper=st.integers(0, 5))
@settings(max_examples=25)
def test_an_executor_agrees_with_the_reference(executor: str, circuit: Circuit, deeper: int) -> None:
    vectors = random_vectors(circuit, 9)
    depth = compile_network(circuit).depth + deeper
    found = drive.evaluate(circuit, vectors, on="feedforward", executor=executor, depth=depth)
    assert (found == circuit_run.evaluate(circuit, vectors)).all()


@pytest.mark.parametrize("path", data_files("circuits"), ids=file_label)
def test_a_circuit_file_agrees_with_the_reference_on_4096_random_vectors(path) -> None:
    circuit = read(path)
    vectors = random_vectors(circuit, 4096)
    found = drive.evaluate(circuit, vectors, on="feedforward")
    assert (found == circuit_run.evaluate(circuit, vectors)).all()


@pytest.mark.parametrize("place", ["identity", "correction", "pattern"])
def test_slots_refuses_changed_weights(place: str) -> None:
    network = compile_network(library.load("adder-2"))
    group = network.layer_groups()[1]
    if place == "identity":
        carried = int(np.flatnonzero(~network.layered.computes[2])[0])
        group.f[0].b[carried] += 0.25
    elif place == "correction":
        group.correction[1].W.values().mul_(0.5)
    else:
        group.f[1].W = torch.ones(group.f[1].W.shape).to_sparse_csr()
    with pytest.raises(CertificateError):
        slot_plan(network)


def test_slots_uses_the_weights_of_the_network() -> None:
    network = compile_network(library.load("adder-1"))
    vectors = random_vectors(network.machine, 4)
    network.output.W.values().neg_()
    network.output.b.neg_()
    assert (slot_plan(network).evaluate(vectors) == 1 - circuit_run.evaluate(network.machine, vectors)).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"executor": "slots", "dtype": "float16"}, "'slots' computes in float32"),
        ({"dtype": "int8"}, "no dtype"),
        ({"executor": "fast"}, "no executor"),
        ({"executor": "sparse", "device": "nowhere"}, "cannot run on device"),
        ({"executor": "slots", "device": "meta"}, "'slots' runs on the cpu, not on 'meta'"),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_line(options: dict[str, str], message: str) -> None:
    circuit = library.load("adder-1")
    with pytest.raises(InputError, match=message):
        drive.evaluate(circuit, random_vectors(circuit, 1), on="feedforward", **options)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_torch_executors_run_in_other_dtypes(dtype: str) -> None:
    circuit = library.load("adder-2")
    vectors = random_vectors(circuit, 16)
    found = drive.evaluate(circuit, vectors, on="feedforward", executor="sparse", dtype=dtype)
    assert (found == circuit_run.evaluate(circuit, vectors)).all()


@pytest.mark.slow
def test_a_multiplier_of_thirty_thousand_gates_compiles_and_agrees() -> None:
    circuit = library.load("multiplier-71")
    vectors = random_vectors(circuit, 4096)
    found = drive.evaluate(circuit, vectors, on="feedforward")
    assert (found == circuit_run.evaluate(circuit, vectors)).all()
