"""The decoder in TransformerLens: the same numbers, bit for bit, under names."""

from __future__ import annotations

import importlib.util

import pytest
import torch

import turingrad as tg
from tests.generators_decoder import random_decoder
from turingrad import library
from turingrad.constructions.transformer import compile_network as encoder_decoder
from turingrad.errors import InputError


def test_a_missing_transformer_lens_and_another_network_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "transformer_lens" else find(name))
    network, _ = random_decoder(1, 0)
    with pytest.raises(InputError, match="transformer_lens is not installed"):
        tg.export.bridge(network)
    with pytest.raises(InputError, match="takes decoders"):
        tg.export.bridge(encoder_decoder(library.load("busy-beaver-2"), steps=6))


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 2])
def test_run_with_cache_is_bit_equal(digits: int) -> None:
    pytest.importorskip("transformer_lens")
    for seed in range(3):
        network, given = random_decoder(seed, digits)
        tokens = torch.tensor([*network.prompt(given), *network.expected(given)][:-1])
        logits, cache = tg.export.bridge(network).run_with_cache(tokens[None])
        stream = network.hidden(tokens)
        assert torch.equal(logits[0], network(tokens))
        assert torch.equal(cache["hook_embed"][0], stream[0])
        for block in range(network.depth):
            assert torch.equal(cache[f"blocks.{block}.hook_resid_post"][0], stream[block + 1])
