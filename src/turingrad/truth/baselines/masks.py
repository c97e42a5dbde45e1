"""Joint masks: one gate per component, all learned at once, so that few stay open and the margins stay what they were.

A gate is a number in [0, 1], drawn from the concrete distribution of its log odds; a component keeps that share of its
output, and takes the rest from the donor. The loss is the mean of relu(1 - margin / margin of the whole model), plus
PRICE times the mean openness. The importance of a component is its openness in the end. Each step sees the first 512
places; in models for which that is too much work, windows of 16 places, drawn afresh at each step.
"""

from __future__ import annotations

import torch
from torch import Tensor

from turingrad.truth.answer import CircuitAnswer
from turingrad.truth.baselines.attribution import margins
from turingrad.truth.resample import Resampling
from turingrad.truth.subject import Subject

PLACES = 512
PASSES = 3  # of one step: forward and backward
STEPS, RATE, PRICE, TEMPERATURE, START = 80, 0.2, 1.0, 0.5, 2.0


def answer_circuits(subject: Subject, seed: int) -> CircuitAnswer:
    """The openness of each head and unit."""
    few = subject.cut(PLACES, PASSES * STEPS)
    draws = torch.Generator().manual_seed(seed)
    odds = {name: torch.full((value.shape[1],), START) for name, value in Resampling(few).values.items()}
    for each in odds.values():
        each.requires_grad_()
    optimizer = torch.optim.Adam(list(odds.values()), lr=RATE)
    for step in range(STEPS):
        if few.known is not None:  # windows, since all would be too much work: drawn afresh at each step
            few = subject.cut(PLACES, PASSES * STEPS, seed * STEPS + step)
        with torch.no_grad():
            last = few.streams[few.llama.sites[-1]]
            whole = margins(few, few.llama.resume(few.batch, len(few.llama.blocks), last)).clamp_min(1.0)
        donors = Resampling(few, seed=seed * STEPS + step)  # new ones each step: a gate must not fit one donor
        optimizer.zero_grad()
        logits = few.llama.forward(few.batch, donors.mix({name: draw(each, draws) for name, each in odds.items()}))
        lost = (1 - margins(few, logits) / whole).relu().clamp_max(2.0).mean()
        openness = torch.cat([each.sigmoid() for each in odds.values()]).mean()
        torch.autograd.backward(lost + PRICE * openness)
        optimizer.step()
    return CircuitAnswer(
        {
            (name.split(".")[1].removesuffix("s"), int(name.split(".")[0]), index): share
            for name, each in odds.items()
            for index, share in enumerate(each.detach().sigmoid().tolist())
        }
    )


def draw(odds: Tensor, draws: torch.Generator) -> Tensor:
    """Gates from the concrete distribution."""
    uniform = torch.rand(odds.shape, generator=draws).clamp(1e-4, 1 - 1e-4)
    return ((uniform.log() - (-uniform).log1p() + odds) / TEMPERATURE).sigmoid()
