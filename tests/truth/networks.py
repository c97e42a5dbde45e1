"""Small decoders and their truths, made once per process."""

from __future__ import annotations

from functools import cache
from typing import Any

import turingrad as tg
from turingrad.constructions.decoder import DecoderNetwork, compile_network
from turingrad.truth import Truth, disguise, plain_truth

IDLE = ((4, 0.03), (4, 0.3), (4, 1.0))
LEVELS: dict[int, dict[str, Any]] = {
    1: {"rotate": "hadamard"},
    2: {"rotate": "hadamard", "copies": 2, "split_heads": True},
    3: {"rotate": "hadamard", "copies": 2, "split_heads": True, "idle": IDLE},
}


@cache
def network(digits: int = 0) -> DecoderNetwork:
    """busy-beaver-3: one token per step, or with spelled cells and more heads."""
    return compile_network(
        tg.library.load("busy-beaver-3", form="tape"), context=24 if not digits else 72, digits=digits
    )


@cache
def plain(digits: int = 0) -> Truth:
    return plain_truth(network(digits), pairs=30)


@cache
def level(number: int, digits: int = 0) -> Truth:
    return disguise(network(digits), plain=plain(digits), **LEVELS[number])
