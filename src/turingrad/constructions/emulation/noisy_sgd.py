"""Noisy SGD: after every step, noise on every weight.

    W_t = W_{t-1} - gamma grad + Z_t

`Noise` says what Z is, in numpy, so that torch and compiled runs draw the same numbers; `NoisySGD` is the torch
optimizer. The noise is *relative* (a fraction of each weight's own magnitude) or absolute.

- `uniform`: level times a uniform number in [-1, 1];
- `gaussian`: level times a standard normal number;
- `fixed-sign`: level times a sign that every weight keeps for the whole run: the errors add up;
- a function of the user's, `noise(step, weights, generator)`, gives what is added after a step (`NoiseFunction`);
- `rounding`: to the nearest multiple of level (absolute), or to the nearest power of (1 + 2 level) (relative), which
  is an error of at most `level` of the weight.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt
import torch

from turingrad._support.arrays import F64
from turingrad._support.text import name_alternatives
from turingrad.errors import InputError

Kind = Literal["uniform", "gaussian", "fixed-sign", "rounding"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Noise:
    """What is added to every weight after every step."""

    level: float
    kind: Kind = "uniform"
    relative: bool = True

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"no noise {self.kind!r}{name_alternatives(self.kind, KINDS)}")
        if not (math.isfinite(self.level) and self.level >= 0):
            raise InputError(f"the noise level is {self.level}; it must be 0 or more")

    def source(self, weights: int, seed: int) -> NoiseSource:
        """The random numbers of one run."""
        return NoiseSource(self, weights, seed)


NoiseRule = Callable[[int, F64, np.random.Generator], npt.ArrayLike]


@dataclass(frozen=True, slots=True)
class NoiseFunction:
    """Noise of the user's own: `rule(step, weights, generator)` gives what is added to the weights after a step.

    Steps count from 0, `weights` is a copy of them after the step, and the generator is seeded with the run's seed."""

    rule: NoiseRule

    def source(self, weights: int, seed: int) -> FunctionSource:
        """The noise of one run."""
        return FunctionSource(self, weights, seed)


class FunctionSource:
    """The noise of one run, by a function."""

    def __init__(self, noise: NoiseFunction, weights: int, seed: int) -> None:
        self.noise, self.count, self.step = noise, weights, 0
        self.rng = np.random.default_rng(seed)

    def perturb(self, weight: F64) -> F64:
        """The weights after the noise of one step."""
        noisy: F64 = weight + self.draw(weight)
        return noisy

    def perturbed_numbers(self, weight: list[Any]) -> list[Any]:
        """The same for mpmath numbers, which the function sees as floats."""
        drawn = self.draw(np.array([float(w) for w in weight]))
        return [w + float(d) for w, d in zip(weight, drawn, strict=True)]

    def draw(self, weight: F64) -> F64:
        try:
            found = np.asarray(self.noise.rule(self.step, weight.copy(), self.rng), np.float64)
            drawn = np.broadcast_to(found, weight.shape)
        except Exception as error:  # whatever the user's own code raises
            raise InputError(f"the noise function at step {self.step}: {type(error).__name__}: {error}") from None
        if not np.isfinite(drawn).all():
            raise InputError(f"the noise function at step {self.step} gives numbers that are not finite")
        self.step += 1
        return drawn


class NoiseSource:
    """The noise of one run, step by step."""

    def __init__(self, noise: Noise, weights: int, seed: int) -> None:
        self.noise = noise
        self.rng = np.random.default_rng(seed)
        self.signs = self.rng.choice([-1.0, 1.0], size=weights) if noise.kind == "fixed-sign" else None

    def perturb(self, weight: F64) -> F64:
        """The weights after the noise of one step."""
        level = self.noise.level
        if level == 0:
            return weight
        if self.noise.kind == "rounding":
            return round_weights(weight, level, self.noise.relative)
        scale = np.abs(weight) if self.noise.relative else 1.0
        noisy: F64 = weight + level * scale * self._draw(len(weight))
        return noisy

    def perturbed_numbers(self, weight: list[Any]) -> list[Any]:
        """The same for mpmath numbers, in the working precision; the random numbers are those of `perturbed`."""
        level = self.noise.level
        if level == 0:
            return weight
        if self.noise.kind == "rounding":
            raise InputError("rounding is noise for float weights; mpmath numbers take uniform, gaussian or fixed-sign")
        drawn = self._draw(len(weight))
        return [
            w + level * (abs(w) if self.noise.relative else 1) * float(d) for w, d in zip(weight, drawn, strict=True)
        ]

    def _draw(self, count: int) -> F64:
        """The multiples of the level that one step adds."""
        if self.noise.kind == "uniform":
            return self.rng.uniform(-1.0, 1.0, size=count)
        if self.noise.kind == "gaussian":
            return self.rng.standard_normal(count)
        assert self.signs is not None
        return self.signs


def round_weights(weight: F64, level: float, relative: bool) -> F64:
    """Every weight on a grid: multiples of `level`, or ±(1 + 2 level)^k."""
    if not relative:
        on_grid: F64 = np.round(weight / level) * level
        return on_grid
    magnitude = np.abs(weight)
    used = magnitude > 0
    step = math.log1p(2 * level)
    exponent = np.round(np.log(magnitude, where=used, out=np.zeros_like(magnitude)) / step)
    logarithmic: F64 = np.where(used, np.copysign(np.exp(exponent * step), weight), 0.0)
    return logarithmic


class NoisySGD(torch.optim.Optimizer):
    """Plain SGD followed by noise on every weight; no momentum, no weight decay."""

    def __init__(
        self, params: Iterable[torch.nn.Parameter], lr: float, noise: Noise | NoiseFunction, seed: int = 0
    ) -> None:
        if not (math.isfinite(lr) and lr > 0):
            raise InputError(f"the learning rate is {lr}; it must be positive and finite")
        super().__init__(params, {"lr": lr})
        self.noise = noise
        self.sources = [
            noise.source(p.numel(), seed + k) for k, p in enumerate(p for g in self.param_groups for p in g["params"])
        ]

    @torch.no_grad()
    def step(self, closure: Any = None) -> Any:
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        sources = iter(self.sources)
        for group in self.param_groups:
            for parameter in group["params"]:
                source = next(sources)
                if parameter.grad is None:
                    continue
                parameter.sub_(group["lr"] * parameter.grad)
                noisy = source.perturb(parameter.detach().double().flatten().numpy().copy())
                parameter.copy_(torch.from_numpy(noisy).reshape(parameter.shape))
        return loss
