"""Which token each head reads: as the attention of the forward pass says."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.constructions.decoder.processor.processors import fed, random_program, run_tokens, small_network
from turingrad.constructions.decoder.executors import inspected
from turingrad.constructions.decoder.executors.inspected import inspect_tokens
from turingrad.constructions.decoder.executors.programs import sliced_plan
from turingrad.constructions.decoder.modules import attention_weights, heads, rms_norm, rotate


@pytest.mark.parametrize("chunk", [64, 4096])
def test_heads_read_what_most_of_their_attention_goes_to(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspected, "CHUNK", chunk)
    network = small_network(random_program(3))
    prompt, run = run_tokens(network, 120, b"ab")
    tokens = fed(prompt, run)
    wanted = list(range(len(prompt) - 1, len(tokens)))
    plan = sliced_plan(network.options)
    found = inspect_tokens(network.blueprint, plan, tokens.numpy().astype(np.int32), wanted)
    assert found.said[len(prompt) - 1 :].tolist() == run.tolist()
    cos, sin = network.turns(torch.arange(len(tokens)))
    head = 0
    with torch.no_grad():
        stream = network.hidden(tokens)
        for number, (block, part) in enumerate(zip(network.decoder_blocks(), network.blueprint.blocks, strict=True)):
            x = rms_norm(stream[number])
            queries, keys = rotate(heads(x @ block.q.T), cos, sin), rotate(heads(x @ block.k.T), cos, sin)
            for place in range(len(part.lookups)):
                weights = attention_weights(queries[place : place + 1], keys)[0, wanted]
                assert weights.max(-1).values.min() > 0.999
                assert found.reads[:, head].tolist() == weights.argmax(-1).tolist()
                head += 1
            on = stream[number + 1][wanted][:, : len(network.features.names)] > 0
            written = [network.features[name] for unit in part.units for name, _ in unit.writes]
            assert np.array_equal(found.stream[:, 2 * number + 1][:, written], on[:, written].numpy())
    assert head == 10
    assert (found.reads[:, -1] > len(prompt)).sum() > 50
