"""The activation functions of the emulation networks, as modules.

All are odd and nondecreasing, and flat wherever a weight must not move:

        2 |                         ________
          |                       /            |x| >= top: constant 2, derivative 0 (the computation lives here)
          |                  ____/             knee .. top: a smooth ramp that no vertex ever enters
          |             ____/                  e1 .. knee: |x|^p (the memory paths live here)
        0 |____________/                       e0 .. e1: a smooth ramp that no vertex ever enters
          0     e0  e1        knee  top        |x| <= e0: constant 0, derivative 0 (a blocked path)

Section 4.1 of the paper has p = 3, knee 1 and no dead zone (e0 = e1 = 0); Remark 9 has p = 11/9; section 4.2 (f*) adds
the dead zone. With p = 1 the memory arithmetic is dyadic. The ramps blend the two sides with the C-infinity step
`exp(-1/t) / (exp(-1/t) + exp(-1/(1-t)))`; a blend of two nondecreasing functions of which the upper takes over is
nondecreasing, so each function is smooth and monotone, as the paper asks; therefore the upper ramp ends at top = 3/2
or, for p = 3, at 2^(1/3), where x^3 would pass the constant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from turingrad.errors import InputError

CEILING = 2.0
FLAT = 1.5
# The step is 0 or 1 to the last bit of float64 beyond these arguments, and its formula stays finite between them.
STEP_RANGE = (0.002, 0.998)


@dataclass(frozen=True, slots=True)
class Shape:
    """The numbers that fix an activation function. They may be of any precision (float or mpmath)."""

    p: Any
    e0: Any = 0.0
    e1: Any = 0.0
    knee: Any = 1.0

    def __post_init__(self) -> None:
        if not (0 <= self.e0 <= self.e1 < self.knee < FLAT) or (self.e0 == self.e1 and self.e0 != 0):
            raise InputError(f"an activation needs 0 <= e0 < e1 < knee < 3/2 (or no dead zone), not {self}")
        if self.p < 1:
            raise InputError(f"the exponent of an activation must be at least 1, not {self.p}")

    @property
    def top(self) -> float:
        """Where the function has become constant: 3/2, or where |x|^p reaches 2 before that."""
        return float(min(FLAT, CEILING ** (1 / float(self.p))))

    def as_floats(self) -> tuple[float, float, float, float, float]:
        """p, e0, e1, knee, top."""
        return float(self.p), float(self.e0), float(self.e1), float(self.knee), self.top

    def region(self, x: Any) -> str:
        """Where |x| lies: `dead`, `rise`, `power`, `bend` or `flat`."""
        a = abs(x)
        if a <= self.e0 and self.e1 > 0:
            return "dead"
        if a < self.e1:
            return "rise"
        if a <= self.knee:
            return "power"
        return "bend" if a < self.top else "flat"


class Activation(nn.Module):
    """`Shape` as a torch module, differentiated by autograd.

    The output vertex sits exactly on |x| = 1, which is the knee of the cubic function: the derivative there is the
    power's, p |x|^(p-1), as Lemma 2 takes it (its 12 is 4 p), not the ramp's.
    """

    def __init__(self, shape: Shape, name: str = "") -> None:
        super().__init__()
        self.shape = shape
        self.name = name

    def extra_repr(self) -> str:
        return f"{self.name}: p={self.shape.p}, e0={self.shape.e0}, e1={self.shape.e1}, knee={self.shape.knee}"

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        p, e0, e1, knee, top = self.shape.as_floats()
        a = x.abs()
        inner = a.clamp(max=top)  # keeps the power finite where it is not used
        power = inner if p == 1 else inner * inner * inner if p == 3 else inner**p
        y = torch.where(a >= top, torch.full_like(a, CEILING), power)
        if torch.compiler.is_compiling():
            return torch.copysign(self.without_ramps(a, y), x)
        bending = (a > knee) & (a < top)
        if bool(bending.any()):
            up = smooth_step((a - knee) / (top - knee))
            y = torch.where(bending, (1 - up) * power + up * CEILING, y)
        if e1 > 0:
            rising = (a > e0) & (a < e1)
            if bool(rising.any()):
                y = torch.where(rising, smooth_step((a - e0) / (e1 - e0)) * power, y)
            y = torch.where(a <= e0, torch.zeros_like(a), y)
        return torch.copysign(y, x)

    def without_ramps(self, a: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """For graphs, which have no branches: on a ramp, where no vertex of an exact net is, not a number."""
        _, e0, e1, knee, top = self.shape.as_floats()
        y = torch.where((a > knee) & (a < top), torch.nan, y)
        return torch.where(a <= e0, 0.0, torch.where(a < e1, torch.nan, y)) if e1 > 0 else y


def smooth_step(t: torch.Tensor) -> torch.Tensor:
    """0 for t <= 0, 1 for t >= 1, C-infinity and increasing between."""
    t = t.clamp(*STEP_RANGE)
    return torch.sigmoid(1 / (1 - t) - 1 / t)
