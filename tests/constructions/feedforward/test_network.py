"""Circuits as feedforward nets: every gate of every layer, padding, certificates, refusals."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import turingrad as tg
from tests.generators_circuit import circuits
from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions import compile
from turingrad.constructions.feedforward import UNITS, compile_network
from turingrad.constructions.folder import load, save
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run


def all_or_random(circuit: Circuit, count: int = 32) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 2, size=(count, len(circuit.inputs)), dtype=np.uint8)


@given(circuits(), st.booleans())
@settings(max_examples=60)
def test_a_random_circuit_is_in_lockstep_layer_by_layer(circuit: Circuit, corrections: bool) -> None:
    network = compile_network(circuit, corrections=corrections)
    for vector in all_or_random(circuit, 4):
        report = lockstep(network, vector)
        assert report.ok, str(report)


@given(circuits(max_gates=12), st.integers(0, 9), st.integers(0, 7), st.booleans())
@settings(max_examples=40)
def test_padding_to_any_width_and_depth_leaves_the_function(
    circuit: Circuit, wider: int, deeper: int, corrections: bool
) -> None:
    plain = compile_network(circuit, corrections=corrections)
    width, depth = plain.width + len(circuit.outputs) * 2 + wider, plain.depth + deeper
    network = compile_network(circuit, width=width, depth=depth, corrections=corrections)
    vectors = all_or_random(circuit)
    found = (network(torch.from_numpy(vectors)) > 0).numpy().astype(np.uint8)
    assert network.depth == depth
    assert network.width == (width if depth else 0)
    assert (found == circuit_run.evaluate(circuit, vectors)).all()


def test_outputs_are_exactly_plus_and_minus_one() -> None:
    circuit = library.load("multiplier-3")
    found = compile_network(circuit)(torch.from_numpy(all_or_random(circuit)))
    assert set(found.unique().tolist()) == {-1.0, 1.0}


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_every_certified_dtype_gives_the_reference_outputs(dtype: str) -> None:
    circuit = library.load("multiplier-3")
    network = compile_network(circuit, dtype=getattr(torch, dtype))
    vectors = all_or_random(circuit)
    assert network.certificate.exact_in(dtype)
    found = (network(torch.from_numpy(vectors)) > 0).numpy()
    assert (found == circuit_run.evaluate(circuit, vectors)).all()


def test_the_paper_s_slope_three_is_certified_in_no_dtype() -> None:
    with pytest.raises(CertificateError, match="exact in no dtype"):
        compile_network(library.load("adder-1"), slope=3.0)


def test_slope_three_would_round_one_to_something_else_in_float32() -> None:
    third = torch.tensor(1.0 / 3.0, dtype=torch.float32)
    one = torch.tensor(1.0, dtype=torch.float32)
    assert 3 * torch.relu(one - third) - 3 * torch.relu(one - 2 * third) != 1.0


@pytest.mark.parametrize(("kind", "fan_in", "norm"), [("and", 2, 4), ("or", 2, 5), ("not", 1, 3), ("id", 1, 2)])
def test_a_gate_s_1_norm_is_2_to_5(kind: str, fan_in: int, norm: float) -> None:
    assert UNITS[kind].norm1(fan_in) == norm


def test_the_printed_not_on_the_diagonal_fails_where_a_gate_reads_another_place() -> None:
    # Lemma B.1 prints "-1 on the diagonal": place j of the layer reads place j of the layer before.
    values = np.array([1.0, 0.0])  # place 0 holds 1, place 1 holds 0
    reads = 1  # the NOT gate of place 0 reads place 1
    printed, corrected = np.array([-1.0, 0.0]), np.zeros(2)
    corrected[reads] = -1.0
    wanted = 1.0 - values[reads]
    assert max(0.0, printed @ values + 1.0) != wanted
    assert max(0.0, corrected @ values + 1.0) == wanted


def test_proposition_3_4_is_3z_minus_1_between_its_breakpoints() -> None:
    for z in np.linspace(0.35, 0.65, 7):
        assert 3 * max(z - 1 / 3, 0) - 3 * max(z - 2 / 3, 0) == pytest.approx(3 * z - 1)


def test_decode_refuses_a_layer_that_does_not_exist() -> None:
    network = compile_network(library.load("adder-1"))
    with pytest.raises(InputError, match="not one of the circuit's layers"):
        network.decode(torch.zeros(5), 99)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 3}, "width 3 is too small"),
        ({"depth": 1}, "depth 1 is too small"),
        ({"depth": -1}, "depth must be a whole number of at least 0, not -1"),
        ({"slope": 1.0}, "slope must be a finite number of at least 1.000000954"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compile_network(library.load("adder-2"), **options)


def test_a_tape_machine_is_refused() -> None:
    with pytest.raises(MachineError, match="computes circuits"):
        compile(library.load("palindrome"), to="feedforward")


def test_the_dense_form_of_a_large_network_is_refused() -> None:
    with pytest.raises(LimitError, match="weights"):
        compile_network(library.load("adder-2"), width=20_000).dense_layers()


def test_a_network_survives_its_folder(tmp_path) -> None:
    circuit = library.load("adder-2")
    network = compile_network(circuit)
    save(network, tmp_path / "net")
    again = load(tmp_path / "net")
    vectors = torch.from_numpy(all_or_random(circuit))
    assert torch.equal(network(vectors), again(vectors))


def test_autocast_around_a_network_changes_nothing() -> None:
    network = tg.compile("adder-2", "feedforward")
    rows = torch.tensor([[1.0, 0, 1, 1], [0, 1, 1, 0]])
    expected = network(rows)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert torch.equal(network(rows), expected)
