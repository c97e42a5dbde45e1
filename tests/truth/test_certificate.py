"""The certificate of a disguised model is computed from its weights: any change that matters loses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch

from tests.truth.networks import level, network, plain
from turingrad.truth import Truth, certify, disguise, groups, rotations
from turingrad.truth.certificate import Winner, certificate_of
from turingrad.truth.same import slow_pairs, stream_columns
from turingrad.truth.slow import mix_slow_pairs


def certified(truth: Truth) -> list[str]:
    return [name for name, exact in certify(truth, network()).dtypes().items() if exact]


def tamper(name: str, change: Callable[[torch.Tensor], torch.Tensor], truth: Truth | None = None) -> Truth:
    """Level 3 with one tensor changed."""
    found = truth or level(3)
    return replace(found, weights={**found.weights, name: change(found.weights[name].clone())})


def test_levels_1_to_3_are_certified_in_every_format_of_the_base() -> None:
    for number in (1, 2, 3):
        assert certified(level(number)) == ["float16", "bfloat16", "float32"]


@pytest.mark.parametrize(
    "name",
    [
        "model.embed_tokens", "lm_head", "model.layers.0.mlp.gate_proj", "model.layers.0.mlp.up_proj",
        "model.layers.1.mlp.down_proj", "model.layers.2.self_attn.q_proj", "model.layers.2.self_attn.k_proj",
        "model.layers.2.self_attn.v_proj", "model.layers.2.self_attn.o_proj", "model.norm",
        "model.layers.1.input_layernorm",
    ],
)  # fmt: skip
def test_one_changed_weight_loses_it(name: str) -> None:
    def change(tensor: torch.Tensor) -> torch.Tensor:
        flat = tensor.view(-1)
        at = int(flat.abs().argmax())
        flat[at] *= 1.5
        return tensor

    assert certified(tamper(f"{name}.weight", change)) == []


def test_a_wrong_direction_or_config_loses_it() -> None:
    truth = level(3)
    feature = truth.features["halt"]
    for changed in (replace(feature, read=feature.read * 2), replace(feature, write=-feature.write)):
        assert certified(replace(truth, features={**truth.features, "halt": changed})) == []
    assert certified(replace(truth, basis=truth.basis[:, ::-1].copy())) == []
    assert certified(replace(truth, config={**truth.config, "rms_norm_eps": 1e-3})) == []


def test_too_large_idle_pairs_lose_it() -> None:
    """Sums of what they write beside what the machine writes no longer fit 24 bits, though they cancel."""
    rng = np.random.default_rng(0)
    small = groups.add_idle_units(level(1), 4, 0.03, rng)
    assert "float32" in certified(small)
    assert certified(groups.add_idle_units(small, 4, 1 << 20, rng)) == []


def test_without_sharper_scores_it_is_lost() -> None:
    """exp(-32) of another token's values would stay in the stream."""
    rng = np.random.default_rng(0)
    truth = rotations.rotate_stream(plain(), rotations.hadamard_rotation(64, (64,), rng))
    found = certificate_of(truth, plain(), network().certificate)
    assert not found.exact_in("float32")
    assert "lead" in str(next(bound for bound in found.bounds if not bound.exact_in("float32")))
    assert certified(rotations.turn_pairs(truth, rng)) == ["float16", "bfloat16", "float32"]


def mixed_rows(truth: Truth, name: str) -> torch.Tensor:
    """How many features each slow coordinate of the first head's queries or keys in the last block reads."""
    rows = truth.weights[f"model.layers.2.self_attn.{name}_proj.weight"][:64].double().numpy()
    slow = [each for pair in slow_pairs(truth.config) for each in (pair, pair + 32)]
    return torch.from_numpy((np.abs(rows[slow] @ stream_columns(plain())) > 0).sum(axis=1))


def test_slow_pairs_are_mixed_and_certified() -> None:
    rng = np.random.default_rng(0)
    mixed = mix_slow_pairs(plain(), rng, (16, 4))
    assert mixed_rows(plain(), "q").max() <= 2 < mixed_rows(mixed, "q").max()
    assert certified(rotations.turn_pairs(mixed, rng)) == ["float16", "bfloat16", "float32"]
    assert "mixed slow pairs" in level(1).disguises


@pytest.mark.parametrize("name", ["q", "k"])
def test_one_changed_weight_of_a_mixed_pair_loses_it(name: str) -> None:
    def change(tensor: torch.Tensor) -> torch.Tensor:
        slow = tensor[[each for pair in slow_pairs(plain().config) for each in (pair, pair + 32)]]
        row, column = np.unravel_index(int(slow.abs().argmax()), slow.shape)
        tensor[tensor == slow[row, column]] *= 2.0
        return tensor

    assert certified(tamper(f"model.layers.2.self_attn.{name}_proj.weight", change, level(1))) == []


def test_pairs_that_turn_may_not_be_mixed() -> None:
    """The same basis of queries and keys, but one of its pairs turns: on paper q . k stays, the score does not."""
    truth = rotations.turn_pairs(plain(), np.random.default_rng(0))
    fast = next(p for p in range(32) if p not in slow_pairs(truth.config) and truth_row(truth, p).any())
    rows = [fast, fast + 32, 31, 63]

    def mix(tensor: torch.Tensor) -> torch.Tensor:
        tensor[rows] = torch.from_numpy(rotations.hadamard(4)).float() @ tensor[rows]
        return tensor

    for name in ("q", "k"):
        truth = tamper(f"model.layers.2.self_attn.{name}_proj.weight", mix, truth)
    assert certified(truth) == []


def truth_row(truth: Truth, pair: int) -> torch.Tensor:
    return truth.weights["model.layers.2.self_attn.q_proj.weight"][[pair, pair + 32]]


def test_sums_of_mixed_pairs_that_round_too_much_lose_the_lead() -> None:
    bound = next(each for each in certify(level(1), network()).bounds if isinstance(each, Winner))
    assert bound.scores.terms > 0
    assert bound.lead("float32") < bound.base.lead("float32") * bound.scores.factor
    for worse in (replace(bound.scores, magnitude=2.0**26), replace(bound.scores, leak=40.0)):
        assert not replace(bound, scores=worse).exact_in("float32")


def test_gates_that_are_not_saturated_lose_it() -> None:
    """A 64th of every gate, and 64 times what it writes: the same on paper, but silu bends there."""
    place = "model.layers.0.mlp"
    truth = tamper(f"{place}.gate_proj.weight", lambda tensor: tensor / 64, level(1))
    found = certify(tamper(f"{place}.down_proj.weight", lambda tensor: tensor * 64, truth), network())
    wrong = [bound for bound in found.bounds if not bound.exact_in("float32")]
    assert "silu is not exact" in str(wrong[0])
    assert certified(tamper(f"{place}.gate_proj.weight", lambda tensor: tensor / 64, level(1))) == []


def test_a_random_rotation_is_not_certified() -> None:
    truth = rotations.rotate_stream(plain(), rotations.random_rotation(64, np.random.default_rng(0)))
    assert certified(truth) == []


def test_too_many_stages_lose_the_narrow_formats_first() -> None:
    rng = np.random.default_rng(0)
    sharp = rotations.turn_pairs(plain(), rng)
    truth = rotations.rotate_stream(sharp, rotations.hadamard_rotation(64, (64, 16, 16), rng))
    assert certified(truth) == ["float16", "float32"]
    truth = rotations.rotate_stream(sharp, rotations.hadamard_rotation(64, (64, 16, 16, 16, 16), rng))
    wrong = [bound for bound in certify(truth, network()).bounds if not bound.exact_in("float32")]
    assert wrong
    assert all(bound.ratio > 2.0**24 for bound in wrong)


def test_the_plain_model_has_the_base_s_own_certificate() -> None:
    assert certify(plain(), network()) is network().certificate
    assert certify(disguise(network(), plain=plain())).dtypes() == network().certificate.dtypes()


def test_hadamard_rotations_are_orthogonal_and_dyadic() -> None:
    for width, stages in ((64, (64,)), (128, (16, 16)), (192, (16, 4))):
        rotation = rotations.hadamard_rotation(width, stages, np.random.default_rng(0))
        assert np.array_equal(rotation @ rotation.T, np.eye(width))
        assert np.array_equal(rotation * 64, np.round(rotation * 64))
