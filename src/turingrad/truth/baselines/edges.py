"""Edges between features, by moving one of them: which features does a half block then write differently?

The method knows the features' read and write directions. At the input of each half block a feature f is moved at every
place, and the change of the half block's output is read off along all features. The edge f -> g has the mean over
places of the magnitude of g's change, the largest of all half blocks.

    ablation      f is flipped: what was on is off, what was off is on
    attribution   the derivative along f, times the difference of f to a donor
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import torch
from torch import Tensor
from torch.func import jvp
from torch.nn import functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

from turingrad.truth.answer import CircuitAnswer
from turingrad.truth.resample import Resampling
from turingrad.truth.subject import FEWEST, WORK, Subject

PLACES = 512
Half = Callable[..., Tensor]  # what matrices read of the stream, (places, rows) each, to what is written
Written = Callable[[Tensor], Tensor]  # how far a feature is moved, (places,), to what is written, (places, features)
Effect = Callable[[Written, Tensor, Tensor, Tensor], Tensor]


def flip(written: Written, before: Tensor, value: Tensor, _: Tensor) -> Tensor:
    return written(-2 * value) - before


def differentiate(written: Written, _: Tensor, value: Tensor, donated: Tensor) -> Tensor:
    return jvp(written, (torch.zeros_like(value),), (donated - value,))[1]  # type: ignore[no-any-return]


def answer_ablation(subject: Subject, seed: int) -> CircuitAnswer:
    return answer(subject, seed, flip)


def answer_attribution(subject: Subject, seed: int) -> CircuitAnswer:
    with sdpa_kernel(SDPBackend.MATH):  # other kernels have no forward derivative
        return answer(subject, seed, differentiate)


def answer(subject: Subject, seed: int, effect: Effect) -> CircuitAnswer:
    """The effect of every feature on every other."""
    names, blocks = subject.features, range(len(subject.llama.blocks))
    with torch.no_grad():
        halves = [each(subject, block, seed, effect) for block in blocks for each in (heads_effects, units_effects)]
    rows = torch.stack(halves).amax(0).tolist()
    return CircuitAnswer({}, {(f, g): rows[i][j] for i, f in enumerate(names) for j, g in enumerate(names) if i != j})


def heads_effects(subject: Subject, number: int, seed: int, effect: Effect) -> Tensor:
    """(features, features): how much the heads of a block write differently into each if one is moved."""
    few = subject.cut(PLACES, len(subject.features) // 4, seed, fewest=FEWEST // 2)
    block, working = few.llama.blocks[number], few.llama.blocks[number].working
    matrices = [matrix * block.before_attention for matrix in (working.q, working.k, working.v)]
    look_up, read = partial(few.llama.look_up, few.batch, number), (few.reads @ working.o).T
    site, places = few.llama.sites[2 * number], torch.arange(len(few.following))
    return effects_of(few, site, places, matrices, lambda *qkv: look_up(*qkv).flatten(1) @ read, seed, effect)


def units_effects(subject: Subject, number: int, seed: int, effect: Effect) -> Tensor:
    """The same of the units, which see one place at a time: places with different streams are drawn."""
    block, working = subject.llama.blocks[number], subject.llama.blocks[number].working
    site = subject.llama.sites[2 * number + 1]
    cost = 4 * len(subject.features) ** 2 * sum(len(each.working.units) for each in subject.llama.blocks)
    order = torch.randperm(len(subject.following), generator=torch.Generator().manual_seed(seed))
    _, first = np.unique(subject.streams[site][order].numpy(), axis=0, return_index=True)
    places = order[torch.from_numpy(np.sort(first))][: min(PLACES, max(FEWEST, WORK // max(cost, 1)))]
    matrices = [matrix * block.before_units for matrix in (working.gate, working.up)]
    read = (subject.reads @ working.down).T
    return effects_of(subject, site, places, matrices, lambda gate, up: (F.silu(gate) * up) @ read, seed, effect)


def effects_of(
    subject: Subject, site: str, places: Tensor, matrices: list[Tensor], half: Half, seed: int, effect: Effect
) -> Tensor:
    """The effects at some places: moving x by s w adds s (M w) to what matrices M read, before the norm divides."""
    if not len(matrices[0]):
        return torch.zeros(len(subject.features), len(subject.features))
    on = 2 * (subject.streams[site] @ subject.reads.T > 0).float().T - 1
    x, writes = subject.streams[site][places], subject.writes
    along, squares, length = x @ writes.T, writes.square().sum(1), x.square().mean(1) + subject.llama.epsilon
    own, added = [x @ each.T for each in matrices], [writes @ each.T for each in matrices]

    def move(row: int, s: Tensor) -> Tensor:
        r = torch.rsqrt(length + (2 * s * along[:, row] + s.square() * squares[row]) / x.shape[1])[:, None]
        return half(*((old + s[:, None] * new[row]) * r for old, new in zip(own, added, strict=True)))

    before = move(0, torch.zeros(len(x)))
    rows = enumerate(zip(on[:, places], on[:, Resampling(subject, seed).donors[places]], strict=True))
    return torch.stack([effect(partial(move, row), before, *pair).abs().mean(0) for row, pair in rows])
