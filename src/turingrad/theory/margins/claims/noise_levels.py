"""How much Gaussian noise on all of its parameters a compiled transformer survives, level by level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from turingrad.constructions.transformer import compile_network
from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.run import TapeInput
from turingrad.theory.margins.noise import perturb_network, right_steps

# From what float64 can just resolve next to 1 to where nothing runs; closer where corrected networks give way.
LEVELS = (1e-15, 1e-12, 1e-9, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 2e-3, 3e-3, 5e-3, 1e-2, 3e-2, 1e-1)


@dataclass(frozen=True, slots=True)
class NoiseRow:
    """One noise level: the fewest right steps over the seeds, and whether every run was right to its end."""

    level: float
    right_steps: int
    survived: bool


@dataclass(frozen=True)
class NoiseReport:
    """Rows by rising level, up to the first that fails. `largest` is the largest level that every seed survives."""

    corrections: bool
    steps: int
    rows: tuple[NoiseRow, ...]

    @property
    def largest(self) -> float:
        return max((row.level for row in self.rows if row.survived), default=0.0)


def noise_report(
    machine: TapeMachine,
    given: TapeInput = None,
    *,
    steps: int,
    corrections: bool = True,
    levels: Sequence[float] = LEVELS,
    seeds: int = 2,
) -> NoiseReport:
    """Raise the noise until a run goes wrong. `seeds` runs a level, each with its own draw."""
    if seeds < 1 or steps < 0 or any(level < 0 for level in levels):
        raise InputError("noise levels and steps are at least 0, and each level needs at least one seed")
    length = len(machine.tapes_of(given)[0])
    network = compile_network(machine, dtype=torch.float64, steps=steps, input_length=length, corrections=corrections)
    rows: list[NoiseRow] = []
    for level in sorted(levels):
        runs = [right_steps(perturb_network(network, level, seed), given, steps) for seed in range(seeds)]
        rows.append(NoiseRow(level, min(right for right, _ in runs), all(ok for _, ok in runs)))
        if not rows[-1].survived:
            break
    return NoiseReport(corrections, steps, tuple(rows))
