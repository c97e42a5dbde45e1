"""Edges between features, by patching what one of them writes: which features does a half block then write differently?

The method knows the features' read and write directions. At the input of each half block a feature f is moved at every
place, and the change of the half block's output is read off along all features. The edge f -> g has the mean over
places of the magnitude of g's change, the largest of all half blocks.

    ablation      f is flipped: what was on is off, what was off is on
    attribution   f is moved by a 64th of its difference to a donor, and the change scaled up: gradient times difference
                  in units; in heads that compare f the step is large enough to change the winner
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from turingrad.truth.answer import CircuitAnswer
from turingrad.truth.forward import keep
from turingrad.truth.resample import Resampling
from turingrad.truth.subject import FEWEST, WORK, Subject

PLACES, SMALL = 512, 1 / 64
Move = Callable[[Tensor, Tensor], Tensor]  # values of features, -1 and +1, and donors of places, to how far each moves


def answer_ablation(subject: Subject, seed: int) -> CircuitAnswer:
    """Edges by flipping features."""
    return answer(subject, seed, 1.0, lambda value, _: -2 * value)


def answer_attribution(subject: Subject, seed: int) -> CircuitAnswer:
    """Edges by a small step towards a donor."""
    return answer(subject, seed, SMALL, lambda value, donors: SMALL * (value[donors] - value))


def answer(subject: Subject, seed: int, scale: float, move: Move) -> CircuitAnswer:
    """Edges, with the change of each feature divided by `scale`."""
    count, names = len(subject.features), subject.features
    found = torch.zeros(count, count)
    with torch.no_grad():
        for number in range(len(subject.llama.blocks)):
            for effects in (heads_effects, units_effects):
                found = torch.maximum(found, effects(subject, number, seed, move) / scale)
    rows = found.tolist()
    return CircuitAnswer({}, {(f, g): rows[i][j] for i, f in enumerate(names) for j, g in enumerate(names) if i != j})


def heads_effects(subject: Subject, number: int, seed: int, move: Move) -> Tensor:
    """(features, features): how much the heads of a block write differently into each if one is moved."""
    few = subject.cut(PLACES, len(subject.features) // 4, seed, fewest=FEWEST // 2)
    site = few.llama.sites[2 * number]
    stream, found = few.streams[site], torch.zeros(len(few.features), len(few.features))
    before = few.llama.attend(few.batch, number, stream, keep)
    if not before.any():  # heads that are padding
        return found
    steps = moves_of(few, site, seed, move)
    for row, write in enumerate(few.writes):
        moved = stream + steps[:, row, None] * write
        found[row] = ((few.llama.attend(few.batch, number, moved, keep) - before) @ few.reads.T).abs().mean(0)
    return found


def units_effects(subject: Subject, number: int, seed: int, move: Move) -> Tensor:
    """The same of the units, which see one place at a time: places with different streams are drawn.

    Moving x by s w adds s (G w) to what the gates read, before the norm divides by the new length."""
    block, site = subject.llama.blocks[number], subject.llama.sites[2 * number + 1]
    cost = len(subject.features) * len(subject.llama.blocks) * subject.llama.units * len(subject.features)
    order = torch.randperm(len(subject.following), generator=torch.Generator().manual_seed(seed))
    _, first = np.unique(subject.streams[site][order].numpy(), axis=0, return_index=True)
    places = order[torch.from_numpy(np.sort(first))][: min(PLACES, max(FEWEST, WORK // cost))]
    x, steps = subject.streams[site][places], moves_of(subject, site, seed, move)[places]
    gate, up = block.gate * block.before_units, block.up * block.before_units
    open_by, factors, read = (
        x @ gate.T,
        x @ up.T,
        subject.reads @ block.down,
    )  # (places, units) twice, (features, units)
    squares = x.square().mean(1)

    def units(s: Tensor, w: Tensor) -> Tensor:
        length = squares + (2 * s * (x @ w) + s.square() * w.square().sum()) / x.shape[1]
        r = torch.rsqrt(length + subject.llama.epsilon)[:, None]
        return F.silu((open_by + s[:, None] * (gate @ w)) * r) * ((factors + s[:, None] * (up @ w)) * r)

    before = units(torch.zeros(len(x)), subject.writes[0])
    return torch.stack(
        [((units(steps[:, row], w) - before) @ read.T).abs().mean(0) for row, w in enumerate(subject.writes)]
    )


def moves_of(subject: Subject, site: str, seed: int, move: Move) -> Tensor:
    """How far each feature is moved at each place, (places, features)."""
    values = 2 * (subject.streams[site] @ subject.reads.T > 0).float() - 1
    return move(values, Resampling(subject, seed).donors)
