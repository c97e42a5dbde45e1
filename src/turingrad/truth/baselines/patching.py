"""Activation patching, one component at a time: its importance is by how much the margin falls, on average, when its
outputs are those of the donors and all others do their work."""

from __future__ import annotations

import torch
from torch import Tensor

from turingrad.truth.answer import CircuitAnswer, Place
from turingrad.truth.baselines.attribution import margins
from turingrad.truth.resample import Resampling
from turingrad.truth.subject import Subject

PLACES = 512


def answer_circuits(subject: Subject, seed: int) -> CircuitAnswer:
    """One importance per head and unit; 0 if the donors' outputs are its own."""
    few = subject.cut(PLACES, len(subject.truth.components) // 2)
    other, own, blocks = Resampling(few, seed).values, few.streams, few.llama.blocks
    with torch.no_grad():
        clean = float(margins(few, few.llama.resume(few.batch, len(blocks), own[few.llama.sites[-1]])).mean())
        found: dict[Place, float] = {}
        for number, block in enumerate(blocks):
            for index, change in enumerate((other[f"{number}.heads"] - own[f"{number}.heads"]).unbind(1)):
                columns = block.o[:, index * change.shape[-1] : (index + 1) * change.shape[-1]]
                found["head", number, index] = effect(few, number, "attn", change @ columns.T, clean)
            for index, value in enumerate((other[f"{number}.units"] - own[f"{number}.units"]).unbind(1)):
                found["unit", number, index] = effect(
                    few, number, "mlp", value[..., None] * block.down[:, index], clean
                )
    return CircuitAnswer(found)


def effect(subject: Subject, block: int, half: str, change: Tensor, clean: float) -> float:
    """By how much the margin falls if a half block's output changes so."""
    if not change.any():
        return 0.0
    stream = subject.streams[f"{block}.{half}"] + change
    if half == "attn":
        stream = subject.llama.add_units(block, stream)
    return clean - float(margins(subject, subject.llama.resume(subject.batch, block + 1, stream)).mean())
