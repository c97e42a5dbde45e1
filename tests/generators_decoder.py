"""Decoders for random machines, sized for their runs, and the tokens that they should say."""

from __future__ import annotations

from typing import Any

import torch

from tests.generators_transformer import random_case
from turingrad.constructions.decoder import DecoderNetwork, compile_network, sizes_for

STEPS = 60


def random_decoder(seed: int, digits: int, dtype: torch.dtype = torch.float32, **options: Any) -> tuple[Any, Any]:
    """A compiled random machine and its input."""
    machine, given = random_case(seed)
    sizes = sizes_for(machine, given, STEPS, digits)
    return compile_network(machine, dtype=dtype, **{**sizes, **options}), given


def forced(network: DecoderNetwork, given: Any) -> tuple[list[int], list[int]]:
    """Teacher-forced: what the network predicts after each token of the right run, and the right run."""
    prompt, expected = network.prompt(given), network.expected(given)
    with torch.no_grad():
        logits = network(torch.tensor([*prompt, *expected][:-1]))
    found: list[int] = logits.argmax(-1)[len(prompt) - 1 :].tolist()
    return found, expected
