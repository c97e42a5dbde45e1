"""Reading hidden vectors back, sizes, and evaluation with other weights."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch.func import functional_call

from tests.generators_transformer import random_case
from turingrad import library
from turingrad.constructions import compile
from turingrad.constructions.network import require_compiled
from turingrad.constructions.transformer import TransformerNetwork, compile_network
from turingrad.errors import CertificateError, InputError
from turingrad.machine.tape import run as tape_run

BEAVER = library.load("busy-beaver-4")


def test_compile_finds_the_construction_by_name() -> None:
    assert isinstance(compile(BEAVER, to="transformer", steps=5), TransformerNetwork)


@pytest.mark.parametrize(
    ("options", "depth"),
    [({}, 15), ({"radix": 1}, 14), ({"radix": 2}, 9), ({"radix": 4}, 7), ({"radix": 5}, 6), ({"radix": 10}, 5)],
    ids=str,
)
def test_depth_is_logarithmic_in_the_steps(options: dict[str, int], depth: int) -> None:
    assert compile_network(BEAVER, steps=1000, input_length=0, **options).depth == depth


def test_the_papers_sequence_has_three_layers_a_bit() -> None:
    network = compile_network(BEAVER, steps=1000, input_length=0, layers="paper")
    assert network.depth == 3 * network.bits + 10


@pytest.mark.parametrize("layers", ["compact", "paper"])
def test_every_hidden_vector_reads_back(layers: str) -> None:
    """State, cells, time and written symbol at every layer that holds them, against the reference run."""
    machine, row = random_case(3)
    network = compile_network(machine, steps=30, input_length=12, layers=layers)
    hidden = network.hidden(network.tokens((row,)), 12)
    trace = list(tape_run.trace(machine, (row,), max_steps=11))
    for step in range(1, 12):
        before, after = trace[step - 1], trace[step]
        rule = machine.rule(before.state, machine.reads(before))
        assert rule is not None
        readings = [network.read(vector, layer) for layer, vector in enumerate(hidden[step])]
        assert readings[0].time == step
        assert (readings[0].state, readings[0].symbol) == (before.state, *rule.read)
        assert readings[1].pair == (before.state, *rule.read)
        assert readings[2].wrote == rule.write[0]
        middle = readings[3:-2] if layers == "compact" else readings[2 * network.bits + 4 : -3]
        assert all(reading.state == after.state for reading in readings[2:])
        assert all(reading.cell == before.heads[0] % network.modulus for reading in readings[:3])
        assert all(reading.target == after.heads[0] % network.modulus for reading in middle)
        assert (readings[-1].time, readings[-1].target, readings[0].target) == (None, None, None)
        assert readings[-1].cell == after.heads[0] % network.modulus
        assert readings[-1].symbol == machine.reads(after)[0]


def test_decode_gives_the_configuration_of_any_step() -> None:
    machine, row = random_case(3)
    network = compile_network(machine, steps=30, input_length=12)
    hidden = network.hidden(network.tokens((row,)), 12)
    trace = list(tape_run.trace(machine, (row,), max_steps=11))
    assert [network.decode(hidden, step, (row,)) for step in range(12)] == trace
    with pytest.raises(InputError, match="passes 0 to 12"):
        network.decode(hidden, 12, (row,))


def test_coordinates_have_names() -> None:
    c = compile_network(BEAVER, steps=5).coordinates
    assert c.name(c.at("pos3", 1)) == "pos3[1]"
    with pytest.raises(IndexError):
        c.at("pos3", 99)
    with pytest.raises(IndexError):
        c.name(c.width)


def test_functional_call_evaluates_perturbed_weights_with_gradients() -> None:
    network = compile_network(library.load("palindrome"), steps=6, input_length=2)
    name = "layers.0.feedforward.W_1"
    weight = network.state_dict()[name].clone().requires_grad_()
    outputs = functional_call(network, {name: weight}, (network.tokens(""), 4))
    outputs.sum().backward()
    assert weight.grad is not None
    broken = {name: torch.zeros_like(weight)}
    assert not torch.equal(functional_call(network, broken, (network.tokens(""), 4)), network(network.tokens(""), 4))


def test_changed_weights_are_noticed() -> None:
    network = compile_network(BEAVER, steps=5)
    require_compiled(network)
    network.decoder_layers()[2].feedforward.W_3[0, 0] += 1e-3
    with pytest.raises(CertificateError, match=r"layers\.2\.feedforward\.W_3"):
        require_compiled(network)


def test_repr_says_what_the_network_is_for() -> None:
    assert "steps=5" in repr(compile_network(BEAVER, steps=5))


@pytest.mark.parametrize("passes", [0, -1, "a"])
def test_a_number_of_passes_that_is_none_is_refused(passes: Any) -> None:
    network = compile_network(BEAVER, steps=5)
    with pytest.raises(InputError, match="the number of passes must be a whole number of at least 1"):
        network(network.tokens(""), passes)
    with pytest.raises(InputError, match="the number of passes"):
        network.hidden(network.tokens(""), passes)
