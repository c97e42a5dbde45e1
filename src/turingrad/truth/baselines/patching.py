"""Activation patching, one component at a time: its importance is by how much the margin falls, on average, when its
outputs are those of the donors and all others do their work.

In small models that is measured on the first 512 places. In large ones that were too much work: a component is patched
where its output differs from the donor's, at up to 6 such places, each with the 5 that follow; the mean over these is
multiplied by the share of such places.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from turingrad.truth.answer import CircuitAnswer, Place
from turingrad.truth.baselines.attribution import margins
from turingrad.truth.resample import Resampling
from turingrad.truth.subject import Subject

PLACES = 512
WINDOWS, WINDOW = 6, 6


def answer_circuits(subject: Subject, seed: int) -> CircuitAnswer:
    """One importance per head and unit; 0 if the donors' outputs are its own."""
    passes = len(subject.truth.components) // 2
    small = subject.affordable(passes) >= min(PLACES, len(subject.following))
    few = subject.cut(PLACES, passes) if small else subject
    other, draws = Resampling(few, seed).values, torch.Generator().manual_seed(seed)
    found: dict[Place, float] = {}
    with torch.no_grad():
        for number, block in enumerate(few.llama.blocks):
            for kind, matrix in (("head", block.o), ("unit", block.down)):
                name = f"{number}.{kind}s"
                changes = (other[name] - few.streams[name]).flatten(2 if kind == "head" else 1)
                changes = changes.view(len(changes), few.streams[name].shape[1], -1)  # (places, components, size)
                for index, change in enumerate(changes.unbind(1)):
                    columns = matrix[:, index * change.shape[1] : (index + 1) * change.shape[1]]
                    patch = Patch(number, kind, change, columns)
                    found[kind, number, index] = fall(few, patch) if small else sampled_fall(few, patch, draws)
    return CircuitAnswer(found)


@dataclass(frozen=True)
class Patch:
    """A component that takes its outputs from the donors: `columns` write its `change`, (places, size)."""

    block: int
    kind: str
    change: Tensor
    columns: Tensor


def fall(subject: Subject, patch: Patch) -> float:
    """By how much the margin falls on average."""
    if not patch.change.any() or not patch.columns.any() or not subject.spoken.any():
        return 0.0
    llama, sites = subject.llama, subject.llama.sites
    written = patch.change @ patch.columns.T
    stream = subject.streams[sites[2 * patch.block + (1 if patch.kind == "head" else 2)]] + written
    if patch.kind == "head":
        stream = llama.add_units(patch.block, stream)
    clean = llama.resume(subject.batch, len(llama.blocks), subject.streams[sites[-1]])
    patched = llama.resume(subject.batch, patch.block + 1, stream)
    return float((margins(subject, clean) - margins(subject, patched)).mean())


def sampled_fall(subject: Subject, patch: Patch, draws: torch.Generator) -> float:
    """The same from some of the places where anything changes, and what follows them."""
    touched = patch.change.any(1).nonzero()[:, 0]
    if not len(touched):
        return 0.0
    drawn = touched[torch.randperm(len(touched), generator=draws)[:WINDOWS]]
    windows = subject.windows(drawn, WINDOW)
    share = len(touched) / len(patch.change)
    return share * fall(subject.at(windows), replace(patch, change=patch.change[subject.places_of(windows)]))
