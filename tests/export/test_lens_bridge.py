"""The decoder in TransformerLens: the same numbers, bit for bit, under names."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest
import torch

import turingrad as tg
from tests.export.test_conform_programs import PROBE
from tests.generators_decoder import random_decoder
from turingrad import library
from turingrad.constructions.transformer import compile_network as encoder_decoder
from turingrad.errors import InputError, LimitError


def test_a_missing_transformer_lens_and_another_network_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "transformer_lens" else find(name))
    network, _ = random_decoder(1, 0)
    with pytest.raises(InputError, match="transformer_lens is not installed"):
        tg.export.bridge(network)
    with pytest.raises(InputError, match="transformer_lens is not installed"):
        tg.export.bridge(encoder_decoder(library.load("busy-beaver-2"), steps=6))
    with pytest.raises(InputError, match="takes decoders and transformers"):
        tg.export.bridge(tg.compile(library.load("adder-2"), to="feedforward"))
    with pytest.raises(InputError, match="no passes"):
        tg.export.bridge(network, passes=3)


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 2])
def test_run_with_cache_is_bit_equal(digits: int) -> None:
    pytest.importorskip("transformer_lens")
    for seed in range(3):
        network, given = random_decoder(seed, digits)
        tokens = torch.tensor([*network.prompt(given), *network.expected_tokens(given)][:-1])
        logits, cache = tg.export.bridge(network).run_with_cache(tokens[None])
        stream = network.hidden(tokens)
        assert torch.equal(logits[0], network(tokens))
        assert torch.equal(cache["hook_embed"][0], stream[0])
        for block in range(network.depth):
            assert torch.equal(cache[f"blocks.{block}.hook_resid_post"][0], stream[block + 1])


@pytest.mark.slow
def test_a_processor_s_stream_is_bit_equal_and_its_features_have_names() -> None:
    """The instruction `add a2, a0, a1` under TransformerLens: its operands and its sum, by the names of features."""
    pytest.importorskip("transformer_lens")
    network = PROBE.network()
    tokens = torch.tensor([*network.prompt(), *network.expected_tokens()][:-1])
    logits, cache = tg.export.bridge(network).run_with_cache(tokens[None])
    assert torch.equal(logits[0].argmax(-1), network(tokens).argmax(-1))
    stream = network.hidden(tokens)
    for block in range(network.depth):
        assert torch.equal(cache[f"blocks.{block}.hook_resid_post"][0], stream[block + 1])
    texts = [network.vocabulary.texts[token] for token in tokens]
    adds = [place for place, text in enumerate(texts) if text == "pc:010" and place >= len(network.prompt())]

    def number(block: int, name: str, bits: int = 8) -> int:
        row = cache[f"blocks.{block}.hook_resid_post"][0][adds[-1]]
        return sum(int(row[network.coordinate(f"{name}.{bit}")] > 0) << bit for bit in range(bits))

    assert (number(2, "x"), number(2, "y"), number(3, "s")) == (5, 8, 13)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"layers": "paper"}], ids=["compact", "paper"])
def test_the_encoder_decoder_has_every_vector_of_every_pass(options: dict[str, Any]) -> None:
    pytest.importorskip("transformer_lens")
    network = encoder_decoder(library.load("palindrome"), steps=12, input_length=4, **options)
    tokens, passes = network.tokens("abba"), 9
    model = tg.export.bridge(network, passes)
    outputs, cache = model.run_with_cache(tokens)
    assert torch.equal(outputs, network.outputs(tokens, passes))
    hidden = network.hidden(tokens, passes)
    for number in range(passes):
        assert torch.equal(cache[f"passes.{number}.hook_in"][0], hidden[number, 0])
        for layer in range(network.depth):
            assert torch.equal(cache[f"passes.{number}.layers.{layer}.hook_out"][0], hidden[number, layer + 1])
    assert [layer.name for layer in network.decoder_layers()] == [str(layer.name) for layer in network.layers]
    assert model.label(model.coordinate("st[1]")) == "st[1]"
    with pytest.raises(InputError, match="no coordinate 'st=A'"):
        model.coordinate("st=A")
    with pytest.raises(LimitError, match="compiled for"):
        tg.export.bridge(network, 14)


@pytest.mark.slow
def test_a_patched_state_changes_the_passes_that_follow() -> None:
    """The state that pass 3 ends in is turned into another one: passes before it are as they were, pass 4 is the other
    state's step."""
    pytest.importorskip("transformer_lens")
    machine = library.load("busy-beaver-3")
    network = encoder_decoder(machine, steps=12)
    model, tokens = tg.export.bridge(network, 6), network.tokens("")
    right = network.outputs(tokens, 6)
    states = network.coordinates.slice("st")
    was = int(right[3, states].argmax())
    other = next(n for n in range(2) if n != was)  # A or B: states with rules

    def turn(vector: torch.Tensor, hook: object) -> torch.Tensor:  # noqa: ARG001
        changed = vector.clone()
        changed[0, states] = 0.0
        changed[0, states.start + other] = 1.0
        return changed

    last = f"passes.3.layers.{network.depth - 1}.hook_out"
    patched = model.run_with_hooks(tokens, fwd_hooks=[(last, turn)])
    assert torch.equal(patched[:3], right[:3])
    symbol = machine.symbols[int(right[3, network.coordinates.slice("sym1")].argmax())]
    rule = machine.rule(machine.states[other], (symbol,))
    assert rule is not None
    assert machine.states[int(patched[4, states].argmax())] == rule.next
    assert not torch.equal(patched[4], right[4])
    assert torch.equal(model.run_with_hooks(tokens), right)
