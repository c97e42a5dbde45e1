"""Blocked teacher-forced recomputation of a transformer's run.

An executor hands over its hidden vectors. Each layer is computed again from the vectors that entered it, for blocks of
passes at once, by the network's own modules with dense causal attention, and compared with the vectors that left it;
each pass must begin with the output of the one before plus its position. Where all agree, induction over passes and
layers shows that the dense network computes the same run.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from turingrad._support.arrays import U8
from turingrad._support.validation.values import whole
from turingrad.check.lockstep import LockstepReport
from turingrad.constructions.network import Network
from turingrad.constructions.transformer import DecoderLayer, TransformerNetwork, compile_network
from turingrad.constructions.transformer.executors import hidden_vectors
from turingrad.errors import InputError
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.run import TapeInput

BLOCK = 256  # passes whose scores against the whole history are formed at once
INPUT_LAYER = 0


def recompute(
    machine: TapeMachine | Network[Any, Any],
    given: TapeInput = None,
    *,
    steps: int,
    executor: str = "packed",
    progress: Progress | None = None,
) -> LockstepReport:
    """Run at most `steps` steps on an executor and recompute every layer of every pass from its hidden vectors."""
    steps = whole(steps, "the number of steps to recompute")
    if isinstance(machine, Network) and not isinstance(machine, TransformerNetwork):
        raise InputError(f"only a transformer's hidden vectors are recomputed, not those of {machine.construction}")
    if isinstance(machine, TransformerNetwork):
        network = machine
    else:
        longest = max(len(row) for row in machine.tapes_of(given))
        network = compile_network(machine, steps=steps, input_length=longest)
    hidden = hidden_vectors(network, given, steps=steps, executor=executor)
    return recompute_hidden(network, hidden, given, progress)


def recompute_hidden(
    network: TransformerNetwork,
    hidden: U8,
    given: TapeInput = None,
    progress: Progress | None = None,
) -> LockstepReport:
    """The same for hidden vectors (passes, depth + 1, width) that are there already."""
    with torch.no_grad():
        first = first_mismatch(network, hidden, network.encode(network.tokens(given)), progress)
    return LockstepReport(len(hidden) - 1, first, network.depth)


def first_mismatch(
    network: TransformerNetwork, hidden: U8, encoded: Tensor, progress: Progress | None
) -> tuple[int, int] | None:
    passes = len(hidden)
    before = torch.cat([network.h_0[None], as_tensor(hidden[:-1, -1], network)])
    wrong = first_difference(
        before + network.positions(torch.arange(passes)), as_tensor(hidden[:, INPUT_LAYER], network)
    )
    if wrong is not None:
        return INPUT_LAYER, wrong
    for number, layer in enumerate(network.decoder_layers(), 1):
        entering, leaving = as_tensor(hidden[:, number - 1], network), as_tensor(hidden[:, number], network)
        wrong = layer_mismatch(layer, entering, leaving, encoded)
        if wrong is not None:
            return number, wrong
        if progress is not None:
            progress("recomputing layers", number, network.depth)
    return None


def layer_mismatch(layer: DecoderLayer, entering: Tensor, leaving: Tensor, encoded: Tensor) -> int | None:
    """The first pass whose vector after the layer differs from the layer's own result."""
    attention, cross = layer.self_attention, layer.cross_attention
    keys_values = None if attention is None else (attention.keys(entering), attention.values(entering))
    memory = None if cross is None else (cross.keys(encoded), cross.values(encoded))
    for start in range(0, len(entering), BLOCK):
        end = min(start + BLOCK, len(entering))
        history, mask = None, None
        if keys_values is not None:
            history = keys_values[0][:end], keys_values[1][:end]
            mask = torch.arange(end)[None, :] <= torch.arange(start, end)[:, None]  # (block, past): causal
        wrong = first_difference(layer(entering[start:end], history, memory, mask), leaving[start:end])
        if wrong is not None:
            return start + wrong
    return None


def first_difference(computed: Tensor, given: Tensor) -> int | None:
    """The first row in which two tables differ."""
    rows = (computed != given).any(dim=1).nonzero()
    return int(rows[0]) if len(rows) else None


def as_tensor(vectors: U8, network: TransformerNetwork) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(vectors)).to(network.dtype)
