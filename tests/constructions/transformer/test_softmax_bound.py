"""The bound on softmax attention says what its derivation says, to the last token."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from turingrad import library
from turingrad.constructions.transformer import compile_network
from turingrad.constructions.transformer.network import TransformerNetwork, layer_weights
from turingrad.constructions.transformer.temperature import (
    SoftmaxBound,
    coordinates_written,
    most_tokens,
    softmax_bound,
    step_bound,
)
from turingrad.constructions.transformer.weights import AttentionWeights
from turingrad.errors import InputError

RADIUS = 0.25  # what the rounding of slope 2 removes


def softmax_network(steps: int, input_length: int = 0) -> TransformerNetwork:
    machine = library.load("busy-beaver-3")
    return compile_network(machine, steps=steps, input_length=input_length, attention="softmax")


def bound_of(network: TransformerNetwork) -> SoftmaxBound:
    (found,) = (bound for bound in network.certificate.bounds if isinstance(bound, SoftmaxBound))
    return found


def gain_of(network: TransformerNetwork) -> float:
    """The largest 1-norm of a row of W_1 over the coordinates that an attention of its layer writes, row by row."""
    largest = 1.0
    for layer in network.decoder_layers():
        touched = set()
        for attention in (layer.self_attention, layer.cross_attention):
            if attention is not None:
                values = torch.cat([attention.W_V, attention.b_V[:, None], attention.V_0[:, None]], dim=1)
                touched |= {row for row in range(len(values)) if bool((values[row] != 0).any())}
        for row in layer.feedforward.W_1.tolist():
            largest = max(largest, sum(abs(row[column]) for column in touched))
    return largest


@pytest.mark.parametrize(("steps", "input_length", "tokens"), [(50, 0, 52), (5, 40, 41), (20, 20, 22)])
def test_the_tokens_are_all_passes_with_the_null_or_the_input_with_it(
    steps: int, input_length: int, tokens: int
) -> None:
    assert bound_of(softmax_network(steps, input_length)).tokens == tokens


def test_half_of_the_rounding_radius_over_the_gain_is_allowed() -> None:
    network = softmax_network(50)
    assert bound_of(network).allowed == RADIUS / (2 * gain_of(network))


@pytest.mark.parametrize(("dtype", "bits"), [("float64", 53), ("float32", 24), ("bfloat16", 24), ("float16", 24)])
def test_the_rounding_errors_of_a_sum_decide_to_the_last_token(dtype: str, bits: int) -> None:
    """(2 n + 64) u <= allowed, u = 2^-bits of the format in which attention is summed."""
    allowed = 2.0**-10
    most = int((allowed * 2.0**bits - 64) / 2)
    assert SoftmaxBound("softmax", 1.0, 0, 1.0, most, allowed).exact_in(dtype)
    assert not SoftmaxBound("softmax", 1.0, 0, 1.0, most + 1, allowed).exact_in(dtype)


def test_softmax_errs_by_less_than_the_bound_allows_and_the_network_is_that_cold() -> None:
    """n exp(-beta) of the weight lies outside of the best score: times the gain, at most half of the radius."""
    network = softmax_network(50)
    assert network.inverse_temperature is not None
    tokens, beta = bound_of(network).tokens, network.inverse_temperature
    assert gain_of(network) * tokens * np.exp(-beta) <= RADIUS / 2
    assert gain_of(network) * tokens * np.exp(-beta / 4) > RADIUS / 2  # the next warmer power of four is too warm


def test_scores_of_keys_and_of_the_null_are_bounded_apart_and_bfloat16_runs_on_that() -> None:
    """Sums over a key and over the null key are two sums: their bounds do not add up. The machine runs in bfloat16
    where only their sum would have been past 2^8."""
    machine = library.load("busy-beaver-2")
    network = compile_network(machine, steps=1000, input_length=4, radix=4, dtype=torch.bfloat16)
    bounds = {bound.name: bound for bound in network.certificate.bounds}
    scores = [name for name in bounds if name.endswith("-attention score")]
    both = [(bounds[name].magnitude, bounds[name.replace(" score", " null score")].magnitude) for name in scores]
    assert max(score + null for score, null in both) > 256 >= max(max(pair) for pair in both)
    final = list(network.trace("", max_steps=10))[-1]
    assert (final.step, final.state) == (6, library.load("busy-beaver-2").halting[0])


def test_the_temperature_is_the_warmest_power_of_four_that_the_input_allows() -> None:
    """With gain 2, exp(4) / 16 = 3.4: beta = 4 serves 3 tokens, the null among them."""
    assert softmax_network(0, 2).inverse_temperature == 4.0
    assert softmax_network(0, 3).inverse_temperature == 16.0
    assert softmax_network(1, 0).inverse_temperature == 4.0
    assert softmax_network(2, 0).inverse_temperature == 16.0


@pytest.mark.parametrize(
    ("beta", "length", "says"),
    [(4.0, 3, "too small"), (3.0, 0, "power of four"), (1.0, 0, "small"), (4.0**7, 0, "from 1 to 4096")],
)
def test_a_temperature_that_is_too_warm_is_refused(beta: float, length: int, says: str) -> None:
    machine = library.load("busy-beaver-3")
    with pytest.raises(InputError, match=says):
        compile_network(machine, steps=1, input_length=length, attention="softmax", inverse_temperature=beta)


def test_a_temperature_that_just_serves_the_input_is_taken() -> None:
    machine = library.load("busy-beaver-3")
    network = compile_network(machine, steps=1, input_length=2, attention="softmax", inverse_temperature=4.0)
    assert most_tokens(layer_weights(network), 4.0) == 3  # two symbols and the null


def test_the_coldest_temperature_is_taken() -> None:
    machine = library.load("busy-beaver-3")
    network = compile_network(machine, steps=1, input_length=0, attention="softmax", inverse_temperature=4096.0)
    assert network.inverse_temperature == 4096.0


@pytest.mark.parametrize(("beta", "tokens"), [(4.0, 3), (16.0, 555_381)])
def test_t_steps_show_t_plus_1_vectors_and_the_null(beta: float, tokens: int) -> None:
    """With gain 2: exp(beta) / 16 tokens, and two steps fewer."""
    network = compile_network(
        library.load("busy-beaver-3"), steps=1, input_length=0, attention="softmax", inverse_temperature=beta
    )
    layers = layer_weights(network)
    assert most_tokens(layers, beta) == tokens == int(np.exp(beta) / 16)
    assert step_bound(layers, beta) == tokens - 2


def test_a_bound_that_allows_nothing_is_exact_nowhere() -> None:
    assert not any(SoftmaxBound("softmax", 1.0, 0, 1.0, 2).exact_in(name) for name in ("float32", "float64"))


def test_tokens_of_the_coldest_temperatures_and_of_several_tapes() -> None:
    network = softmax_network(1)
    layers = layer_weights(network)
    assert most_tokens(layers, 256.0) == most_tokens(layers, 4096.0) == 2**62
    assert softmax_bound(layers, replace(network.options, input_length=7), 16.0, 3).tokens == 3 * 7 + 1


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_an_attention_writes_where_its_value_its_constant_or_its_null_is_not_0(sign: float) -> None:
    none, of = np.zeros(4), [sign * row for row in np.eye(4)]
    attention = AttentionWeights(none, none, none, none, np.outer(of[0], of[3]), of[1], none, of[2])
    assert coordinates_written(attention, 4).tolist() == [True, True, True, False]
    assert not coordinates_written(None, 4).any()
