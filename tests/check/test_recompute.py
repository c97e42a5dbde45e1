"""Recomputation of an executor's run by the dense network."""

from __future__ import annotations

import pytest

from tests.generators_transformer import random_case
from turingrad import library
from turingrad.check.recompute import recompute, recompute_hidden
from turingrad.constructions.transformer import compile_network
from turingrad.constructions.transformer.executors import hidden_vectors
from turingrad.errors import InputError

BEAVER = library.load("busy-beaver-5")


@pytest.mark.parametrize("executor", [pytest.param("indexed", marks=pytest.mark.slow), "packed"])
def test_the_dense_network_recomputes_an_executors_run(executor: str) -> None:
    result = recompute(BEAVER, "", steps=150, executor=executor)
    assert (result.steps, result.first_mismatch) == (150, None)


def test_inputs_are_recomputed_through_the_encoder() -> None:
    machine, row = random_case(3)
    assert recompute(machine, (row,), steps=60).ok


def test_the_papers_layers_and_softmax_are_recomputed() -> None:
    paper = compile_network(BEAVER, steps=60, input_length=0, layers="paper")
    soft = compile_network(BEAVER, steps=60, input_length=0, attention="softmax")
    assert recompute(paper, "", steps=60, executor="indexed").ok
    assert recompute(soft, "", steps=60, executor="dense").ok


@pytest.mark.parametrize(("number", "layer"), [(0, 0), (7, 0), (40, 1), (50, 5), (59, 11)])
def test_one_wrong_bit_is_found(number: int, layer: int) -> None:
    network = compile_network(BEAVER, steps=100, input_length=0)
    hidden = hidden_vectors(network, "", steps=60).copy()
    hidden[number, layer, network.coordinates.at("st")] ^= 1
    result = recompute_hidden(network, hidden, "")
    assert not result.ok
    assert result.first_mismatch == (layer, number)
    assert f"pass {number}" in str(result)


def test_a_negative_number_of_steps_is_refused() -> None:
    with pytest.raises(InputError):
        recompute(BEAVER, "", steps=-1)


@pytest.mark.slow
def test_5000_steps_are_recomputed() -> None:
    assert recompute(BEAVER, "", steps=5_000).ok
