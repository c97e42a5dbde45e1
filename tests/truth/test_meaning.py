"""The truth, executed over bits, says what the network says; counterfactual answers are what the model does."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
import torch

from tests.truth.networks import level, network, plain
from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import InputError
from turingrad.export.zoo import animals
from turingrad.machine.tape import LEFT, RIGHT
from turingrad.truth import Truth, plain_truth
from turingrad.truth.meaning import interpret
from turingrad.truth.value import Pair


@pytest.mark.parametrize("digits", [0, 2])
def test_bits_are_the_networks_stream_and_logits(digits: int) -> None:
    require_same(network(digits), plain(digits))


@pytest.mark.slow
def test_bits_are_the_streams_of_all_machines_of_the_zoo() -> None:
    for name, each in islice(animals(), 20):
        require_same(each, plain_truth(each, name))


def require_same(each: DecoderNetwork, truth: Truth) -> None:
    meaning = interpret(truth)
    for run in truth.runs:
        tokens = (*run.prompt, *run.tokens[:-1])
        bits = meaning.stream(tokens)
        with torch.no_grad():
            stream, logits = each.hidden(torch.tensor(tokens)).numpy(), each(torch.tensor(tokens)).numpy()
        assert np.array_equal(np.where(bits[0::2], 1, -1), stream[..., : len(meaning.names)])
        assert np.array_equal(meaning.logits(bits[-1]), logits)
        assert tuple(logits.argmax(axis=1)[len(run.prompt) - 1 :]) == run.tokens


def test_a_swapped_symbol_makes_the_step_of_the_rule_for_it() -> None:
    """The answers come from lookups and gates; here the machine's own table says the same."""
    machine, texts = network().machine, plain().tokens
    seen = 0
    for pair in plain_truth(network(), pairs=300).pairs:
        if pair.site == "embed" and pair.feature.startswith("sym=") and ":" in texts[pair.base[-1]]:
            state, _, place = texts[pair.base[-1]].partition(":")
            symbol, cell = pair.feature.removeprefix("sym="), int(place.partition("@")[2])
            rule = machine.rule(state, (symbol,))
            answer = texts[pair.source_answer]
            if rule is None:
                assert answer == "<halt>"
            else:
                after = cell + {RIGHT: 1, LEFT: -1}.get(rule.move[0], 0)
                assert answer.startswith(f"{rule.next}:")
                assert answer.endswith(f"@{after}")
            seen += 1
    assert seen


@pytest.mark.parametrize("truth", [plain(), level(3)], ids=["plain", "level 3"])
def test_the_model_answers_pairs_as_the_truth_says(truth: Truth) -> None:
    model = truth.model()
    assert len(truth.pairs) == 30
    for pair in truth.pairs:
        assert answer(model, truth, pair, changed=False) == pair.base_answer
        assert answer(model, truth, pair, changed=True) == pair.source_answer


def answer(model: torch.nn.Module, truth: Truth, pair: Pair, changed: bool) -> int:
    """What the stock model says after the base, its stream changed by 2 * write for each feature that changes."""
    delta = sum(2 * sign * truth.features[name].write for name, sign in pair.changes)

    def add(_module: object, _given: tuple[torch.Tensor, ...], output: torch.Tensor) -> torch.Tensor:
        output = output.clone()
        output[0, -1] += torch.tensor(delta, dtype=output.dtype)
        return output

    layers = model.model.layers  # type: ignore[union-attr, attr-defined]
    block, _, half = pair.site.partition(".")
    modules = {"attn": "self_attn.o_proj", "mlp": "mlp.down_proj"}  # what they add goes into the stream unchanged
    module = model.model.embed_tokens if pair.site == "embed" else layers[int(block)].get_submodule(modules[half])  # type: ignore[union-attr, attr-defined, operator]
    handle = module.register_forward_hook(add) if changed else None
    with torch.no_grad():
        found = int(model(torch.tensor([pair.base])).logits[0, -1].argmax())
    if handle is not None:
        handle.remove()
    return found


def test_bits_of_no_run_are_refused() -> None:
    meaning, run = interpret(plain()), plain().runs[0]
    stream = meaning.stream(run.prompt)
    with pytest.raises(InputError, match="twice"):  # two states and two symbols at once: next is turned on twice
        meaning.logits_after(stream, 0, [(name, 1) for name in meaning.names if name.startswith(("st=", "sym="))])


def test_what_never_fires_is_not_live() -> None:
    truth, meaning = plain(), interpret(plain())
    silent = truth.gates.keys() - truth.live
    assert silent
    for run in truth.runs:
        bits = meaning.stream((*run.prompt, *run.tokens[:-1]))
        for block in range(truth.depth):
            names = [gate.name for gate in truth.gates.values() if gate.block == block]
            fires = meaning.values(block, bits[2 * block + 1]).any(axis=0)
            assert not any(name in silent for name, on in zip(names, fires, strict=True) if on)
