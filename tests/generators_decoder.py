"""Decoders for random machines, sized for their runs, and the tokens that they should say."""

from __future__ import annotations

from typing import Any

import torch

from tests.generators_transformer import random_case
from turingrad.constructions.decoder import DecoderNetwork, compile_network, sizes_for

STEPS = 60


def random_decoder(
    seed: int, digits: int, dtype: torch.dtype = torch.float32, within: int | None = None, **options: Any
) -> tuple[Any, Any]:
    """A compiled random machine and its input; `within`: runs are cut so that they take no more tokens."""
    machine, given = random_case(seed)
    steps = STEPS if within is None else min(STEPS, within // (digits + 1) - len(given) - 4)
    sizes = sizes_for(machine, given, steps, digits)
    return compile_network(machine, dtype=dtype, **{**sizes, **options}), given


def certified_length(dtype: str, held: bool = False) -> int:
    """Tokens for which every decoder is proven in a format; `held`: attention scores are held in it, too."""
    if dtype == "float16" and held:
        return 170
    return {"bfloat16": 256, "float16": 2048}.get(dtype, 16_384)


def force_run(network: DecoderNetwork, given: Any) -> tuple[list[int], list[int]]:
    """Teacher-forced: what the network predicts after each token of the right run, and the right run."""
    prompt, expected = network.prompt(given), network.expected_tokens(given)
    with torch.no_grad():
        logits = network(torch.tensor([*prompt, *expected][:-1]))
    found: list[int] = logits.argmax(-1)[len(prompt) - 1 :].tolist()
    return found, expected
