"""Test vectors of transformer networks."""

from __future__ import annotations

import numpy as np
import torch

from turingrad.constructions.transformer import TransformerNetwork
from turingrad.export.vectors.arrays import INPUT_LENGTH, Arrays, Tell

PASSES = 9


def of_transformer(network: TransformerNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Tokens, and the outputs o_0, o_1, ... of the first passes."""
    length, passes = min(INPUT_LENGTH, network.options.input_length), min(PASSES, network.step_bound + 1)
    tokens, outputs = [], []
    for number in range(count):
        tell(number)
        tapes = [[str(s) for s in rng.choice(network.machine.symbols, length)] for _ in range(network.machine.tapes)]
        tokens.append(network.tokens(tapes).numpy())
        with torch.no_grad():
            outputs.append(network.outputs(torch.from_numpy(tokens[-1]), passes).numpy().astype(np.uint8))
    return {"tokens": np.stack(tokens), "outputs": np.stack(outputs)}


MAKERS = {TransformerNetwork: of_transformer}
