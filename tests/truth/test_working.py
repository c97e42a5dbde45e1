"""Padding is left out of the forward pass, and no number changes; the fast forms of scores and methods are right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from tests.truth.models import small_subject, small_truth
from tests.truth.networks import level
from tests.truth.test_windows import noisy
from turingrad.truth.baselines import edges
from turingrad.truth.baselines.autoencoder import ACTIVE, encode
from turingrad.truth.forward import Llama
from turingrad.truth.scores.features import GAP, share_separated, unit_rows
from turingrad.truth.subject import Subject, as_tensor, record, subject_of
from turingrad.truth.working import Block, Working


def with_padding(llama: Llama) -> Llama:
    """The same network with its padding at work, too."""
    blocks = tuple(replace(block) for block in llama.blocks)
    for block in blocks:
        heads, units = torch.arange(len(block.q) // 64), torch.arange(len(block.gate))
        block.__dict__["working"] = Working(
            block.q, block.k, block.v, block.o, block.gate, block.up, block.down, heads, units
        )
    return replace(llama, blocks=blocks)


def shared_padding() -> Subject:
    """Three heads per key; no head of the first key writes anything, nor does one head of the second."""

    def change(block: Block) -> Block:
        o = block.o.clone()
        o[:, : 3 * 64] = o[:, 4 * 64 : 5 * 64] = 0
        return replace(block, o=o)

    llama = noisy(3)
    return subject_of(small_truth(), replace(llama, blocks=tuple(change(block) for block in llama.blocks)))


@pytest.mark.parametrize("subject", [subject_of(level(2, 2)), shared_padding()], ids=["compiled", "shared"])
def test_leaving_out_padding_changes_no_number(subject: Subject) -> None:
    working = [block.working for block in subject.llama.blocks]
    assert sum(len(each.heads) for each in working) < len(working) * subject.llama.heads
    whole = record(with_padding(subject.llama), subject.batch)
    for name, value in subject.streams.items():
        number, _, kind = name.partition(".")
        if kind in ("heads", "units"):
            busy = getattr(working[int(number)], kind)
            assert torch.allclose(value[:, busy], whole[name][:, busy], rtol=1e-5, atol=1e-4)
            others = torch.ones(value.shape[1], dtype=torch.bool).index_fill(0, busy, False)
            assert not value[:, others].any()
        else:
            assert torch.allclose(value, whole[name], rtol=1e-5, atol=1e-4)


def test_heads_that_share_a_key_are_padding_only_together() -> None:
    assert [block.working.heads.tolist() for block in shared_padding().llama.blocks] == [[3, 4, 5]] * 3


def test_separated_is_what_its_definition_says() -> None:
    """One sort and one product, against the definition, feature by feature and vector by vector."""
    subject, rng = small_subject(), np.random.default_rng(0)
    site = "1.mlp"
    reads = subject.reads[subject.varying[site]].double().numpy()
    found = []
    for noise in (0.0, 0.02, 0.05, 0.3):
        vectors = rng.choice([-1.0, 1.0], (len(reads), 1)) * reads + noise * rng.normal(size=reads.shape)
        along = subject.streams[site] @ as_tensor(unit_rows(vectors)).T
        apart = []
        for on in subject.labels[site][:, subject.varying[site]].T:
            low, high = along[~on], along[on]
            above, below = low.amax(0) + GAP < high.amin(0), high.amax(0) + GAP < low.amin(0)
            apart.append(bool((above | below).any()))
        found.append(share_separated(subject, site, vectors))
        assert found[-1] == np.mean(apart)
    assert found[0] == 1.0 > found[-1] > 0.0


@pytest.mark.parametrize("half", ["attn", "mlp"])
def test_edge_ablation_flips_a_feature_in_the_stream(half: str) -> None:
    """What matrices read of the moved stream is put together from parts; here the stream itself is moved."""
    subject = subject_of(small_truth(), noisy())
    llama, batch = subject.llama, subject.batch
    x = subject.streams["0.mlp" if half == "attn" else "1.attn"]
    _, first = np.unique(x.numpy(), axis=0, return_index=True)
    places = torch.arange(len(x)) if half == "attn" else torch.from_numpy(first)

    def written(stream: torch.Tensor) -> torch.Tensor:
        found = llama.attend(batch, 1, stream) if half == "attn" else llama.add_units(1, stream) - stream
        return found[places] @ subject.reads.T

    found = (edges.heads_effects if half == "attn" else edges.units_effects)(subject, 1, 0, edges.flip)
    for row in (0, 5, len(found) - 1):
        read, write = subject.reads[row], subject.writes[row]
        moved = x - 2 * torch.where(x @ read > 0, 1.0, -1.0)[:, None] * write
        wanted = (written(moved) - written(x)).abs().mean(0)
        assert torch.allclose(found[row], wanted, rtol=1e-3, atol=1e-4)


def test_edge_attribution_is_the_derivative() -> None:
    """Against a small step, in a network that is nowhere saturated."""
    subject, small = subject_of(small_truth(), noisy()), 1e-2

    def step(written: edges.Written, _: torch.Tensor, value: torch.Tensor, donated: torch.Tensor) -> torch.Tensor:
        far = small * (donated - value)
        return (written(far) - written(-far)) / (2 * small)

    for effects in (edges.heads_effects, edges.units_effects):
        wanted = effects(subject, 1, 0, step)
        with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
            found = effects(subject, 1, 0, edges.differentiate)
        assert torch.allclose(found, wanted, rtol=0.05, atol=2e-3 * float(wanted.max()))
        assert wanted.max() > 0.01


def test_an_autoencoder_fires_its_largest_latents() -> None:
    draws = torch.Generator().manual_seed(0)
    x, encoder = torch.randn(30, 20, generator=draws), torch.randn(40, 20, generator=draws)
    values, latents = encode(x, encoder)
    wanted, places = (x @ encoder.T).relu().topk(ACTIVE, dim=1)
    assert torch.equal(latents[values > 0], places[wanted > 0])
    assert torch.allclose(values, wanted, atol=1e-5)
