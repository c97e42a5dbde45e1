"""`evaluate` on the feedforward net, by each of its executors."""

from __future__ import annotations

import copy
from functools import lru_cache

import numpy as np
import torch

from turingrad._support.arrays import Bits
from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.constructions.feedforward.executors.slots import slot_plan

FEW = 1 << 20  # vectors times units up to which `sparse` is the default
TORCH_BLOCK_BYTES = 1 << 27  # vectors go through torch in blocks whose widest layer stays below this


def evaluate(network: FeedforwardNetwork, vectors: Bits, executor: str, device: str) -> Bits:
    """The circuit's outputs, computed by its network."""
    if executor == "slots":
        return plan_slots(network).evaluate(vectors)
    return through_torch(network, vectors, dense=executor == "dense", device=device)


def choose(network: FeedforwardNetwork, vectors: Bits, _steps: int | None) -> str | None:
    """A few vectors through a small net are answered before the compiler of `slots` is loaded."""
    return "sparse" if len(vectors) * network.width * network.depth <= FEW else None


plan_slots = lru_cache(maxsize=16)(slot_plan)  # of networks that are not changed any more


def through_torch(network: FeedforwardNetwork, vectors: Bits, *, dense: bool, device: str) -> Bits:
    """The whole network, layer by layer, in blocks of vectors."""
    block = max(1, TORCH_BLOCK_BYTES // (8 * max(1, network.width)))
    outputs = np.zeros((len(vectors), len(network.machine.outputs)), np.uint8)
    target = torch.device(device)
    layers = [(W.to(target), b.to(target)) for W, b in network.dense_layers()] if dense else []
    module = network if target.type == "cpu" else copy.deepcopy(network).to(target)
    with torch.no_grad():
        for start in range(0, len(vectors), block):
            x = torch.from_numpy(np.ascontiguousarray(vectors[start : start + block])).to(target)
            found = dense_forward(layers, x.to(network.dtype)) if dense else module(x)
            outputs[start : start + block] = (found > 0).to(torch.uint8).cpu().numpy()
    return outputs


def dense_forward(layers: list[tuple[torch.Tensor, torch.Tensor]], x: torch.Tensor) -> torch.Tensor:
    """F(x) = W_d relu(... relu(W_0 x + b_0) ...) + b_d with dense matrices; x (batch, inputs)."""
    h = x
    for weight, bias in layers[:-1]:
        h = torch.relu(torch.nn.functional.linear(h, weight, bias))
    weight, bias = layers[-1]
    return torch.nn.functional.linear(h, weight, bias)
