"""`evaluate` on the feedforward net: compile the circuit, choose the executor, refuse what is not proven."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import torch

from turingrad.arrays import Bits
from turingrad.constructions.feedforward import FeedforwardNetwork, compile_network
from turingrad.constructions.feedforward.executors.slots import SlotPlan, slot_plan
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.machine.circuit import Circuit

EXECUTORS = ("slots", "sparse", "dense")
TORCH_BLOCK_BYTES = 1 << 27  # vectors go through torch in blocks whose widest layer stays below this


def evaluate(
    circuit: Circuit,
    vectors: Bits,
    *,
    executor: str | None = None,
    dtype: str = "float32",
    device: str | None = None,
    threads: int | None = None,
    **options: Any,
) -> Bits:
    """The circuit's outputs, computed by its network. `options` are the construction's: width, depth, corrections."""
    chosen = executor or EXECUTORS[0]
    if chosen not in EXECUTORS:
        raise InputError(f"no executor {chosen!r} on 'feedforward'; there are {', '.join(EXECUTORS)}")
    kind = torch_dtype(dtype)
    if chosen == "slots":
        if kind != torch.float32:
            raise InputError(f"slots computes in float32; --executor sparse or dense runs in {dtype}")
        if device not in (None, "cpu"):
            raise InputError(f"slots runs on the cpu; --executor sparse or dense runs on {device}")
        return planned(circuit, frozenset(options.items())).evaluate(vectors)
    before = torch.get_num_threads()
    try:
        if threads is not None:
            torch.set_num_threads(threads)
        network = compiled(circuit, kind, frozenset(options.items()))
        return through_torch(network, vectors, dense=chosen == "dense", device=device or "cpu")
    finally:
        torch.set_num_threads(before)


@lru_cache(maxsize=2)
def compiled(circuit: Circuit, dtype: torch.dtype, options: frozenset[tuple[str, Any]]) -> FeedforwardNetwork:
    return compile_network(circuit, dtype=dtype, **dict(options))


@lru_cache(maxsize=16)
def planned(circuit: Circuit, options: frozenset[tuple[str, Any]]) -> SlotPlan:
    return slot_plan(compile_network(circuit, **dict(options)))


def through_torch(network: FeedforwardNetwork, vectors: Bits, *, dense: bool, device: str) -> Bits:
    """The whole network, layer by layer, in blocks of vectors."""
    block = max(1, TORCH_BLOCK_BYTES // (8 * max(1, network.width)))
    outputs = np.zeros((len(vectors), len(network.machine.outputs)), np.uint8)
    try:
        target = torch.device(device)
        layers = [(W.to(target), b.to(target)) for W, b in network.dense_layers()] if dense else []
        module = network.to(target)
        with torch.no_grad():
            for start in range(0, len(vectors), block):
                x = torch.from_numpy(np.ascontiguousarray(vectors[start : start + block])).to(target)
                found = dense_forward(layers, x.to(network.dtype)) if dense else module(x)
                outputs[start : start + block] = (found > 0).to(torch.uint8).cpu().numpy()
    except RuntimeError as error:  # torch's own word on an unknown or missing device
        raise InputError(f"cannot run on device {device!r}: {str(error).splitlines()[0]}") from None
    return outputs


def dense_forward(layers: list[tuple[torch.Tensor, torch.Tensor]], x: torch.Tensor) -> torch.Tensor:
    """F(x) = W_d relu(... relu(W_0 x + b_0) ...) + b_d with dense matrices; x (batch, inputs)."""
    h = x
    for weight, bias in layers[:-1]:
        h = torch.relu(torch.nn.functional.linear(h, weight, bias))
    weight, bias = layers[-1]
    return torch.nn.functional.linear(h, weight, bias)
