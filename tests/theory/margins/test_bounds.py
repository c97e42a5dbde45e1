"""Certified margins: below every attack, true of random perturbations, independent of depth with corrections."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.func import functional_call

from tests.generators_circuit import circuits
from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.transformer import compile_network as compile_transformer
from turingrad.constructions.transformer.executors import hidden_vectors
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.theory.margins.attack import Search, attack
from turingrad.theory.margins.bounds import ChainLayer, Correction, Step, chain, tighten
from turingrad.theory.margins.chain import chain_rows, identity_chain
from turingrad.theory.margins.claims.conditions import check_feedforward, check_transformer
from turingrad.theory.margins.feedforward import feedforward_bound, hidden_norms
from turingrad.theory.margins.transformer import after_layer, transformer_bound
from turingrad.theory.margins.transformer_victim import numpy_value
from turingrad.theory.margins.victims import FeedforwardVictim, TransformerVictim


def random_inputs(circuit: Circuit, count: int = 4) -> np.ndarray:
    return np.random.default_rng(2).integers(0, 2, size=(count, len(circuit.inputs)), dtype=np.uint8)


def test_the_bound_of_a_corrected_chain_does_not_depend_on_its_depth() -> None:
    bounds = [feedforward_bound(compile_network(identity_chain(depth))) for depth in (2, 8, 32)]
    assert len({bound.tightened for bound in bounds}) == 1
    assert len({bound.paper for bound in bounds}) == 1
    assert bounds[0].tightened > 0.0205  # the note's figure, from a looser form


def test_without_corrections_the_bound_shrinks_with_depth() -> None:
    bounds = [feedforward_bound(compile_network(identity_chain(d), corrections=False)).tightened for d in (2, 8, 32)]
    assert bounds[0] > 2 * bounds[1] > 4 * bounds[2] > 0


def test_a_chain_whose_gain_overflows_has_the_bound_zero() -> None:
    steps = tuple(Step(1e3, 1.0) for _ in range(200))
    assert tighten([ChainLayer(steps, 1.0, corrected=False)], None) == 0.0


@given(circuits(max_gates=10, max_outputs=2))
@settings(max_examples=25)
def test_the_tightened_form_is_at_least_the_paper_s(circuit: Circuit) -> None:
    bound = feedforward_bound(compile_network(circuit))
    # equal where the tightening finds nothing, but for the order of the roundings
    assert bound.paper is None or bound.tightened >= (1 - 1e-12) * bound.paper > 0


@given(circuits(max_inputs=4, max_gates=8, max_outputs=2), st.integers(0, 1000), st.booleans())
@settings(max_examples=25)
def test_no_random_perturbation_of_the_certified_size_changes_a_prediction(
    circuit: Circuit, seed: int, corrections: bool
) -> None:
    network = compile_network(circuit, corrections=corrections)
    bound = feedforward_bound(network).tightened
    for output in range(len(circuit.outputs)):
        victim = FeedforwardVictim(network, torch.from_numpy(random_inputs(circuit, 1)[0]), output)
        search = Search(victim, 100, None)
        step = torch.randn(sum(search.sizes), generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
        assert search.margin(step * (bound / step.norm()))[0] > 0


@pytest.mark.parametrize("corrections", [True, False])
def test_the_attack_s_margin_is_verified_and_above_the_certified_one(corrections: bool) -> None:
    circuit = library.load("multiplier-2")
    network = compile_network(circuit, corrections=corrections)
    found = attack(FeedforwardVictim(network, torch.ones(4), 2), budget=150)
    assert found.norm is not None
    assert feedforward_bound(network).tightened < found.norm < 1.0
    assert found.evaluations <= 150


def test_a_budget_too_small_to_find_anything_says_so() -> None:
    network = compile_network(identity_chain(3))
    assert attack(FeedforwardVictim(network, torch.zeros(1), 0), budget=0).norm is None


def test_margins_on_given_inputs_are_at_least_those_on_all_inputs() -> None:
    circuit = library.load("multiplier-2")
    network = compile_network(circuit)
    inputs = random_inputs(circuit, 3)
    assert feedforward_bound(network, inputs).tightened >= feedforward_bound(network).tightened
    assert all(on <= over for on, over in zip(hidden_norms(network, inputs), hidden_norms(network), strict=True))


def test_conditions_d2_d3_d4_hold_on_a_feedforward_net() -> None:
    circuit = library.load("multiplier-2")
    network = compile_network(circuit)
    constants = feedforward_bound(network).constants
    assert constants is not None
    assert check_feedforward(network, constants, random_inputs(circuit), trials=5).ok


def test_the_checker_refutes_a_lipschitz_constant_that_is_too_small() -> None:
    circuit = library.load("multiplier-2")
    network = compile_network(circuit)
    constants = feedforward_bound(network).constants
    assert constants is not None
    wrong = type(constants)(constants.sigma, 0.01, 0.01, 0.01, 0.01, constants.sigma_h, 0.25, 0.5)
    report = check_feedforward(network, wrong, random_inputs(circuit), trials=3)
    assert min(report.parameters, report.inputs, report.first, report.corrections, report.norms) > 1.0


def test_conditions_d2_d3_d4_hold_on_a_transformer() -> None:
    network = compile_transformer(library.load("busy-beaver-2"), steps=6)
    constants = transformer_bound(network).constants
    assert constants is not None
    assert check_transformer(network, constants, trials=1).ok


def test_the_transformer_s_certified_margin_hardly_depends_on_the_number_of_steps() -> None:
    machine = library.load("busy-beaver-2")
    short, long = (transformer_bound(compile_transformer(machine, steps=steps)) for steps in (100, 10_000))
    assert short.tightened > long.tightened > short.tightened / 4  # polynomial in log T, not in T
    assert short.paper is not None
    assert 0 < short.paper < short.tightened


def test_without_corrections_a_transformer_s_bound_shrinks_exponentially() -> None:
    machine = library.load("busy-beaver-2")
    bounds = [
        transformer_bound(
            compile_transformer(machine, steps=steps, input_length=14 - steps, corrections=False)
        ).tightened
        for steps in (2, 4, 6)
    ]
    assert bounds[0] > 1e3 * bounds[1] > 1e6 * bounds[2] > 0


def test_hidden_vectors_of_a_run_are_no_longer_than_lambda() -> None:
    network = compile_transformer(library.load("palindrome"), steps=12)
    hidden = network.hidden(network.tokens(), 12)
    for number, largest in enumerate(after_layer(network)):
        assert float(hidden[:, number + 1].norm(dim=1).max()) <= largest + 1e-6


def gate(kind: str, inputs: int) -> Circuit:
    make = CircuitBuilder()
    make.output("y", make.gate(kind, make.inputs("x", inputs)))
    return make.build(kind)


@pytest.mark.parametrize(("kind", "x", "by_hand"), [("and", [0.0, 1.0], 0.24), ("not", [1.0], 0.289)])
def test_an_output_of_0_is_attacked_too(kind: str, x: list[float], by_hand: float) -> None:
    """All ReLUs of such a net are off: without a surrogate the attack saw the output's bias alone, exactly 1."""
    network = compile_network(gate(kind, len(x)))
    found = attack(FeedforwardVictim(network, torch.tensor(x), 0), budget=200)
    assert found.norm is not None
    assert feedforward_bound(network).tightened < found.norm <= by_hand


def test_the_attack_returns_a_perturbation_that_anyone_can_check() -> None:
    network = compile_network(library.load("multiplier-2"))
    victim = FeedforwardVictim(network, torch.zeros(4), 1)
    found = attack(victim, budget=120)
    assert found.delta is not None
    assert found.norm is not None
    assert float(torch.cat([part.reshape(-1) for part in found.delta.values()]).norm()) == pytest.approx(found.norm)
    moved = {name: value + found.delta[name] for name, value in victim.parameters().items()}
    h = victim.x.double().numpy()
    for number in range(network.depth + 1):
        h = moved[f"W{number}"].numpy() @ h + moved[f"b{number}"].numpy()
        h = np.maximum(h, 0.0) if number < network.depth else h
    assert h[0] * victim.label <= 0


@pytest.mark.slow
def test_the_attack_on_a_chain_never_rises_with_its_depth() -> None:
    rows = list(chain_rows((2, 4, 8), budget=60))
    for column in ("plain_attack", "rounded_attack"):
        values = [getattr(row, column) for row in rows]
        assert values == sorted(values, reverse=True)
    assert all(row.rounded_bound < row.rounded_attack for row in rows)


@pytest.mark.parametrize("corrections", [True, False])
def test_the_attacked_transformer_computes_what_the_network_computes(corrections: bool) -> None:
    """The victim's own forward pass, its numpy twin and the network agree, at other weights than the compiled ones."""
    network = compile_transformer(
        library.load("palindrome"), steps=6, input_length=2, dtype=torch.float64, corrections=corrections
    )
    victim = TransformerVictim.of(network, "ab")
    generator = torch.Generator().manual_seed(0)
    moved = {
        name: value + 1e-6 * torch.randn(value.shape, generator=generator, dtype=torch.float64)
        for name, value in victim.parameters().items()
    }
    expected = float(functional_call(network, moved, (victim.tokens, victim.passes)))
    assert float(victim.value(moved)) == pytest.approx(expected, abs=1e-12)
    assert numpy_value(victim, {name: value.numpy() for name, value in moved.items()}) == pytest.approx(expected)


def test_a_wider_and_deeper_transformer_has_the_same_certificate_and_runs() -> None:
    machine = library.load("palindrome")
    plain = compile_transformer(machine, steps=12, input_length=4)
    large = compile_transformer(machine, steps=12, input_length=4, width=plain.width + 30, depth=plain.depth + 4)
    assert (large.width, large.depth) == (plain.width + 30, plain.depth + 4)
    assert transformer_bound(large).tightened == pytest.approx(transformer_bound(plain).tightened, rel=1e-6)
    assert lockstep(large, "abba", steps=12).ok
    vectors = [hidden_vectors(large, "abba", steps=9, executor=name) for name in ("dense", "indexed", "packed")]
    assert np.array_equal(vectors[0], vectors[1])
    assert np.array_equal(vectors[0], vectors[2])
    for smaller in ({"width": plain.width - 1}, {"depth": plain.depth - 1}):
        with pytest.raises(InputError, match="too small"):
            compile_transformer(machine, steps=12, input_length=4, **smaller)


def test_only_coordinates_that_a_layer_fills_are_rounded() -> None:
    """The paper corrects non-padding coordinates only: rounding what is always 0 would add to alpha."""
    network = compile_transformer(library.load("busy-beaver-4"), steps=107, input_length=0)
    for layer in network.decoder_layers():
        used = layer.feedforward.W_1.any(dim=1) | (layer.feedforward.b_1 != 0)
        assert torch.equal(layer.feedforward.W_3.any(dim=1), used)


def test_a_transformer_is_attacked_above_its_certified_margin() -> None:
    network = compile_transformer(library.load("busy-beaver-2"), steps=6, dtype=torch.float64)
    found = attack(TransformerVictim.of(network), budget=10)
    assert found.norm is not None
    assert transformer_bound(network).tightened < found.norm


def test_a_chain_s_gain_bounds_what_a_perturbation_does() -> None:
    generator = torch.Generator().manual_seed(0)
    weights = [torch.randn(5, 5, generator=generator, dtype=torch.float64) for _ in range(3)]
    h = torch.randn(5, generator=generator, dtype=torch.float64)
    steps, value = [], h
    for weight in weights:
        steps.append(Step(float(torch.linalg.matrix_norm(weight, 2)), float(value.norm())))
        value = torch.relu(weight @ value)
    noise = [torch.randn(5, 5, generator=generator, dtype=torch.float64) for _ in weights]
    length = float(torch.stack(noise).norm())
    other = h
    for weight, step in zip(weights, noise, strict=True):
        other = torch.relu((weight + 0.1 / length * step) @ other)
    assert float((other - value).norm()) <= 0.1 * chain(steps, 0.1)[0]


def test_the_correction_s_gain_bounds_what_a_perturbation_of_it_does() -> None:
    correction = Correction(2.0, 2.0)
    generator = torch.Generator().manual_seed(0)
    true = torch.tensor([1.0, 1.0, 1.0, 1.0, 0.0], dtype=torch.float64)
    split, shifts = (
        torch.eye(5, dtype=torch.float64).repeat(2, 1),
        torch.tensor([-0.25, -0.75]).repeat_interleave(5).double(),
    )
    join = torch.cat([2 * torch.eye(5), -2 * torch.eye(5)], dim=1).double()
    for _ in range(50):
        g = true + 0.25 * torch.nn.functional.normalize(torch.randn(5, generator=generator), dim=0).double()
        noise = torch.randn(10 * 5 + 10 + 5 * 10 + 5, generator=generator).double()
        noise *= 0.05 / noise.norm()
        a, b, c, d = noise.split([50, 10, 50, 5])
        middle = torch.relu((split + a.view(10, 5)) @ g + shifts + b)
        found = torch.relu((join + c.view(5, 10)) @ middle + d)
        assert float((found - true).norm()) <= 0.05 * correction.gain(0.05)


def test_a_split_null_changes_no_margin_of_compact_layers_and_little_of_the_paper_s() -> None:
    """It was said to enlarge the margin; and compact layers certify about half of what the paper's layers do."""
    machine = library.load("palindrome")
    margins = {
        (layers, split): transformer_bound(
            compile_transformer(machine, steps=20, input_length=4, layers=layers, split_null=split)
        ).tightened
        for layers in ("compact", "paper")
        for split in (False, True)
    }
    assert margins["compact", True] == pytest.approx(margins["compact", False], rel=1e-9)
    assert margins["paper", True] == pytest.approx(margins["paper", False], rel=0.2)
    assert margins["compact", False] < 0.7 * margins["paper", False]
