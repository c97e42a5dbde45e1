"""Test vectors of decoder networks."""

from __future__ import annotations

import numpy as np

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.export.vectors.arrays import INPUT_LENGTH, Arrays, Tell

PADDING = -1  # of token rows that end early


def of_decoder(network: DecoderNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Prompts and the tokens that follow, to the end of the run or the context; rows are filled up with -1."""
    length = min(INPUT_LENGTH, network.options.cells - network.options.left)
    given = [[str(s) for s in rng.choice(network.machine.symbols, length)] for _ in range(count)]
    following = []
    for number, each in enumerate(given):
        tell(number)
        following.append(network.expected_tokens(each))
    filled = np.full((count, max(map(len, following))), PADDING, np.int64)
    for row, tokens in enumerate(following):
        filled[row, : len(tokens)] = tokens
    return {"prompt": np.array([network.prompt(each) for each in given]), "following": filled}


MAKERS = {DecoderNetwork: of_decoder}
