"""Disguises keep the function, and carry the truth along."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.truth.networks import LEVELS, level, network, plain
from turingrad.errors import InputError
from turingrad.truth import disguise
from turingrad.truth.meaning import interpret
from turingrad.truth.tokens import activations, count_tokens


@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_bit_of_the_stream_is_known_at_dyadic_levels(number: int, digits: int) -> None:
    """At every site and place, in every certified format, x is the sum of the write directions of its features."""
    truth = level(number, digits)
    assert truth.exact == plain(digits).exact
    run = truth.runs[0]
    tokens = (*run.prompt, *run.tokens[:-1])
    signs = np.where(interpret(plain(digits)).stream(tokens), 1.0, -1.0)
    write = np.stack([feature.write for feature in truth.features.values()])
    base = plain(digits).weights["model.embed_tokens.weight"][0].double().numpy()
    base_write = np.stack([feature.write for feature in plain(digits).features.values()])
    filling = truth.basis @ np.where(base_write.any(axis=0), 0.0, base)
    for dtype in truth.exact:
        assert np.array_equal(activations(truth, tokens, dtype), signs @ write + filling)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_reads_give_the_features_and_nothing_else(number: int) -> None:
    truth = plain() if number == 0 else level(number)
    read = np.stack([feature.read for feature in truth.features.values()])
    write = np.stack([feature.write for feature in truth.features.values()])
    assert np.array_equal(read @ write.T, np.eye(len(read)))


def test_axes_are_hidden_and_groups_grow() -> None:
    first, third = level(1), level(3)
    before, after = (truth.weights["model.layers.1.mlp.gate_proj.weight"][:22] != 0 for truth in (plain(), first))
    assert before.float().mean() < 0.2 < 0.8 < after.float().mean()
    assert {len(each.units) for each in first.gates.values()} == {1}
    assert {len(each.units) for each in third.gates.values()} == {2}
    assert {len(each.heads) for each in third.heads.values()} == {2}
    idle = [each for each in third.components if each.size]
    assert {(each.kind, each.size) for each in idle} >= {("unit", 1 / 32), ("unit", 10 / 32), ("unit", 1.0)}
    assert len([each for each in idle if each.kind == "unit"]) == 2 * 12 * third.depth
    assert all(each.group is None for each in idle)


@pytest.mark.parametrize("knobs", [{"copies": 3}, {"split_heads": True}, {"idle": (2, 0.5)}], ids=str)
def test_each_disguise_alone_is_certified(knobs: dict[str, Any]) -> None:
    truth = disguise(network(), plain=plain(), **knobs)
    assert set(truth.exact.values()) == {"certified"}
    assert count_tokens(truth)[0] == count_tokens(truth)[1]


def test_copies_share_the_work() -> None:
    truth = disguise(network(), plain=plain(), copies=3)
    down = truth.weights["model.layers.0.mlp.down_proj.weight"]
    gate = next(gate for gate in truth.gates.values() if gate.block == 0)
    assert len(gate.units) == 3
    norms = sorted(float(down[:, unit].norm()) for unit in gate.units)
    assert norms == pytest.approx([norms[-1] / 2, norms[-1] / 2, norms[-1]])


def test_what_is_not_dyadic_is_measured() -> None:
    for knobs in ({"rotate": "random"}, {"superpose": 0.8}, {"noise": 2.0**-14}):
        truth = disguise(network(), plain=plain(), **knobs)  # type: ignore[arg-type]
        right, tokens = count_tokens(truth)
        assert truth.exact["float32"] == f"measured: {right} of {tokens} tokens"
        assert right >= 0.98 * tokens


def test_superposed_features_outnumber_the_dimensions_and_are_read() -> None:
    truth = disguise(network(), plain=plain(), superpose=0.8)
    assert truth.width < len(truth.features)
    bits = np.concatenate([interpret(plain()).stream(run.prompt) for run in truth.runs], axis=1)
    write, read = (np.stack([getattr(f, kind) for f in truth.features.values()]) for kind in ("write", "read"))
    x = np.where(bits, 1.0, -1.0) @ write
    assert ((x @ read.T > 0) == bits).mean() > 0.99
    assert np.allclose((read * write).sum(axis=1), 1)


def test_seeds_fix_the_disguise() -> None:
    again = disguise(network(), plain=plain(), **LEVELS[1])
    other = disguise(network(), plain=plain(), **LEVELS[1], seed=1)
    assert all(tensor.equal(again.weights[name]) for name, tensor in level(1).weights.items())
    assert not other.weights["lm_head.weight"].equal(again.weights["lm_head.weight"])


@pytest.mark.parametrize(
    ("knobs", "reason"),
    [
        ({"rotate": "fourier"}, "hadamard"),
        ({"copies": 0}, "copies"),
        ({"idle": (16,)}, "idle"),
        ({"idle": (16, 0.0)}, "above 0"),
        ({"superpose": 1.5}, "at most 1"),
        ({"superpose": 0.1}, "do not fit"),
        ({"superpose": 0.8, "idle": (2, 0.5)}, "superposed"),
        ({"noise": -1.0}, "above 0"),
    ],
    ids=str,
)
def test_wrong_knobs_are_refused(knobs: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        disguise(network(), plain=plain(), **knobs)
