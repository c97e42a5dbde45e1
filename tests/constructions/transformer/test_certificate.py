"""Certificates are proven from the weights, and what is outside them is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from tests.generators_transformer import random_case
from turingrad import library
from turingrad.constructions.transformer import TransformerNetwork, compile_network, layer_weights
from turingrad.constructions.transformer.certificate import attention_sums, correction_sums
from turingrad.constructions.transformer.weights import AttentionWeights
from turingrad.errors import CertificateError, InputError, LimitError, MachineError, TuringradError
from turingrad.exact import Sum
from turingrad.machine.tape import RIGHT, Rule, TapeMachine

BEAVER = library.load("busy-beaver-4")


def large_alphabet() -> TapeMachine:
    """400 pairs lead to one state: more than bfloat16 can count."""
    states, symbols = tuple(f"q{i}" for i in range(20)), tuple(map(chr, range(65, 85)))
    rules = tuple(Rule(state, (symbol,), (symbol,), (RIGHT,), "q0") for state in states for symbol in symbols)
    return TapeMachine(states, symbols, "A", "q0", rules)


def test_small_networks_are_exact_in_every_dtype() -> None:
    assert all(compile_network(BEAVER, steps=200, input_length=0).certificate.dtypes().values())


@pytest.mark.parametrize(
    ("options", "exact"),
    [({"radix": 6}, ["float16", "float32", "float64"]), ({"radix": 10}, ["float32", "float64"])],
    ids=str,
)
def test_a_large_radix_needs_more_bits(options: dict[str, Any], exact: list[str]) -> None:
    dtypes = compile_network(BEAVER, steps=1000, input_length=0, **options).certificate.dtypes()
    assert [name for name, ok in dtypes.items() if ok] == exact


@pytest.mark.parametrize("scale", [1.0, 0.5, 2.0])
def test_the_grid_of_a_score_divides_what_smaller_keys_give(scale: float) -> None:
    """The largest key is 2 and even; a key of 1 is not, so 2 does not divide the score."""
    one, none = np.ones(1), np.zeros((2, 2))
    keys = np.full((1, 2), scale)
    weights = AttentionWeights(np.eye(1, 2), 0 * one, keys, 0 * one, none, np.zeros(2), one, np.zeros(2))
    found = {each.name: each.bound() for each in attention_sums(weights, "a")}
    assert (found["a score"].grid, found["a score"].magnitude) == (np.log2(scale), 2 * scale)
    assert (found["a null score"].grid, found["a null score"].magnitude) == (0, 1)


@pytest.mark.parametrize("largest", [0.5, 3.0])
def test_a_correction_shifts_what_the_layer_gives(largest: float) -> None:
    """round(z) = 2 relu(z - 1/4) - 2 relu(z - 3/4)."""
    shift, both = (each.bound() for each in correction_sums("a", Sum("f", [[largest]], None, (0.0, 1.0))))
    assert (shift.magnitude, shift.grid) == (largest + 0.75, -2)
    assert (both.magnitude, both.grid) == (2 * (largest - 0.25) + 2 * max(largest - 0.75, 0), -1)


def partial_sums(weight: np.ndarray, bias: np.ndarray, x: np.ndarray, order: np.ndarray, dtype: torch.dtype) -> Any:
    """Rows of weight @ x + bias, added up in the dtype one term at a time, in a given order."""
    total = torch.from_numpy(bias).to(dtype)
    terms = torch.from_numpy(weight).to(dtype) * torch.from_numpy(x).to(dtype)
    for column in order:
        total = total + terms[:, column]
    return total.double().numpy()


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32], ids=str)
def test_sums_in_any_order_are_exact_where_the_certificate_says_so(dtype: torch.dtype) -> None:
    rng = np.random.default_rng(0)
    machine, _ = random_case(5)
    network = compile_network(machine, steps=60, input_length=3)
    assert network.certificate.exact_in(dtype)
    for layer in layer_weights(network)[:6]:
        x = rng.integers(0, 2, network.width).astype(np.float64)
        order = rng.permutation(network.width)
        assert np.array_equal(partial_sums(layer.W_1, layer.b_1, x, order, dtype), layer.W_1 @ x + layer.b_1)


def test_sums_outside_the_certificate_do_go_wrong() -> None:
    """400 ones added up in bfloat16 stop at 256: the refusal is not idle caution."""
    network = compile_network(large_alphabet(), steps=4, input_length=0)
    assert not network.certificate.exact_in("bfloat16")
    layer, ones = layer_weights(network)[1], np.ones(network.width)
    state = network.coordinates.slice("st")
    summed = partial_sums(layer.W_1[state], layer.b_1[state], ones, np.arange(network.width), torch.bfloat16)
    assert summed.max() == 256.0 < (layer.W_1[state] @ ones).max()


def softmax_network(**options: Any) -> TransformerNetwork:
    return compile_network(BEAVER, steps=100, input_length=0, attention="softmax", **options)


@pytest.mark.parametrize(
    ("attempt", "error", "says"),
    [
        (lambda: compile_network(BEAVER, steps=10).trace("", max_steps=11), LimitError, "compile with steps=11"),
        (lambda: compile_network(BEAVER, steps=9, input_length=2).trace("111"), InputError, "input_length=3"),
        (lambda: softmax_network(inverse_temperature=4.0).trace("", max_steps=100), LimitError, "temperature 4"),
        (lambda: softmax_network(inverse_temperature=3.0), InputError, "power of four"),
        (lambda: softmax_network(corrections=False), InputError, "correction"),
        (lambda: compile_network(large_alphabet(), dtype=torch.bfloat16, steps=4), CertificateError, "bfloat16"),
        (lambda: compile_network(BEAVER, radix=10).bfloat16().trace(""), CertificateError, "bfloat16"),
        (lambda: compile_network(BEAVER, steps=-1), InputError, "steps"),
        (lambda: compile_network(BEAVER, steps=True), InputError, "steps"),
        (lambda: compile_network(BEAVER, steps=10**18), LimitError, "steps"),
        (lambda: compile_network(BEAVER, steps=5, input_length=10**9), LimitError, "symbols"),
        (lambda: compile_network(BEAVER, radix=0), InputError, "radix"),
        (lambda: compile_network(BEAVER, radix=2, layers="paper"), InputError, "compact"),
        (lambda: compile_network(BEAVER, layers="other"), InputError, "compact, paper"),
        (lambda: compile_network(BEAVER, breadth=3), InputError, "no option 'breadth'"),
        (lambda: compile_network(library.load("multiplier-2"), steps=3), MachineError, "tape machines"),
        (lambda: compile_network(huge(), steps=3), LimitError, "weights"),
    ],
)
def test_what_cannot_be_exact_is_refused_in_one_line(attempt: Any, error: type[TuringradError], says: str) -> None:
    with pytest.raises(error) as caught:
        attempt()
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def huge() -> TapeMachine:
    return TapeMachine(tuple(f"q{i}" for i in range(2000)), tuple(map(chr, range(65, 165))), "A", "q0", ())


def test_softmax_that_is_too_warm_loses_the_machine() -> None:
    """The step bound is not idle caution: at inverse temperature 1 the run is wrong before it ends."""
    network = softmax_network(inverse_temperature=4.0)
    network.step_bound = 100
    for layer in network.decoder_layers():
        for attention in (layer.self_attention, layer.cross_attention):
            if attention is not None:
                attention.inverse_temperature = 0.25
    states = [c.state for c in network.trace("", max_steps=100)]
    right = [c.state for c in compile_network(BEAVER, steps=100, input_length=0).trace("", max_steps=100)]
    assert states != right


def test_the_computed_temperature_covers_the_steps() -> None:
    for steps in (1, 100, 10_000, 1_000_000):
        network = compile_network(BEAVER, steps=steps, input_length=0, attention="softmax", dtype=torch.float64)
        assert network.step_bound == steps


def test_softmax_over_too_many_tokens_is_not_certified_in_float32() -> None:
    with pytest.raises(CertificateError, match="softmax over"):
        compile_network(BEAVER, steps=5_000_000, input_length=0, attention="softmax")
