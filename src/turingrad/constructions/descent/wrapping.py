"""A network around a primary one: what is saved, loaded and moved with it, what its machine starts from, and the labels
for which it is proven: their shape, their size, and what they make the gradient round."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor, nn

from turingrad.constructions.descent.configuration_tracer import Levels
from turingrad.constructions.descent.constants import Constants
from turingrad.constructions.descent.hold import Hold, NoiseRadius, noise_radius
from turingrad.constructions.descent.invariant import Invariant
from turingrad.constructions.descent.primary import Primary
from turingrad.constructions.descent.recipe import Recipe
from turingrad.constructions.descent.switches import label_switch, orthogonal
from turingrad.constructions.descent.variables import check_fingerprint, require_entry
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError, InputError
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape import run as tape_run
from turingrad.python.training import NumberFormat

MAX_ERROR = 1 / 16  # of a gradient, relatively: T and H are then within 1/8 of codes, and rounding finds them
DEPTHS = {"TapeDescent": 12, "ConfigurationTracer": 11}


class Wrapping(Network[TapeMachine, TapeConfiguration]):
    """Part of `ExtendedNetwork`: the primary's buffers are its state, the primary's parameters are not."""

    f: Primary
    tracer: Any  # a TapeDescent, or a ConfigurationTracer
    belongs: Tensor
    labels: tuple[int, int]
    label_bound: float
    epsilon: float
    levels: Constants | Levels
    guard: bool
    start_tapes: tuple[tuple[str, ...], ...]
    asking: Tensor
    batched: bool
    features: int | None = None
    """The number of features of a sample, where it is known."""
    number_format: NumberFormat | None = None
    """How features and labels are written, if both are words: in networks of `extend`."""
    written: Tensor | None
    z: nn.Parameter
    z_start: Tensor
    label_step: float | None
    hold: Hold | None
    recipe: Recipe
    invariant: Invariant

    @property
    def primary(self) -> nn.Module:
        """The module as it was given; its own parameters play no part."""
        return self.f.module

    @abstractmethod
    def data_numbers(self, x: Tensor, z: Tensor) -> Tensor:
        """The symbol numbers that stand on tape 0 for samples and labels."""

    def start(self, x: Tensor, y: Tensor) -> tuple[tuple[str, ...], ...]:
        """The machine's input: what the quantiser inside F writes for these samples and labels, and the other tapes."""
        margin = () if self.guard else (self.machine.blank,)
        data = tuple(self.machine.symbols[number] for number in self.data_numbers(x, y).tolist())
        return tuple(margin + row for row in (data, *self.start_tapes))

    def reference(self, given: Any, max_steps: int | None) -> Iterator[TapeConfiguration]:
        """The machine on the tapes of `given` = (x, y)."""
        x, y = (torch.as_tensor(part).to(self.dtype) for part in given)
        return tape_run.trace(self.machine, self.start(x, y), max_steps=max_steps)

    def draw_input(self, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Samples and labels; refused where the number of features is not known, or there are batches."""
        if self.features is None or bool(self.asking.any()):
            raise InputError("random samples are drawn for networks of a trainer or learner, with one batch")
        return self.draw_samples(rng)

    def draw_samples(self, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Signs; if labels are numbers, multiples of the unit below 1, and labels 0 and v with at least one 0, so that
        f_perp does not round."""
        n, m = self.labels
        if self.number_format is None:
            signs = rng.choice([-1.0, 1.0], (n, (self.features or 0) + 1))
            return torch.from_numpy(signs[:, :-1].copy()), torch.from_numpy(signs[:, -1:].copy())
        unit, largest = 2.0**-self.number_format.point, self.number_format.largest
        v = min(1.0, largest - unit)
        x = np.floor(rng.uniform(-v, v, (n, self.features or 0)) / unit) * unit
        y = np.full(n * m, v)
        y[rng.permutation(n * m)[: max(1, n * m // 2)]] = 0
        return torch.from_numpy(x), torch.from_numpy(y.reshape(n, m))

    @property
    def reading(self) -> bool:
        """True while s_init is open: the next gradient step reads labels, the first or those of the next batch."""
        return float(label_switch((self.z.detach() - self.z_start).square().sum(), self.epsilon)) > 0

    def held_labels(self) -> Tensor:
        """The labels that z holds: the nearest multiples of `label_step`, or z itself where none is known."""
        z = self.z.detach()
        return z if self.label_step is None else torch.round(z / self.label_step) * self.label_step

    def noise_radius(self) -> NoiseRadius:
        """How far every entry of every gradient may be off, over gamma: the theorem in `hold`, for tapes as long as
        they are now."""
        if self.hold is None or self.label_step is None:
            raise InputError("a tolerated radius of noise is proven only for networks with hold=True and a label_step")
        return noise_radius(
            self.recipe.constants, self.hold, self.recipe.margin, entries=self.labels[0] * self.labels[1],
            numbers=self.tracer.T.numel() + self.tracer.H.numel(), label_bound=self.label_bound,
            label_step=self.label_step, epsilon=self.epsilon, rho=self.worst_label_error(),
            batched=self.batched,
        )  # fmt: skip

    def label_error(self, y: Tensor) -> float:
        """A bound on |rho|, where the gradient that reaches T and H is (1 + rho) times the right one; 0 where exact.

        rho = |f_perp|^2 - 1 - y.f_perp / sqrt(2 l), each sum of n m terms rounding at most n m + 4 times; l >= c.
        """
        _, exact = orthogonal(y)
        return 0.0 if exact else self.rounding_of(y.numel(), float(y.norm()))

    def worst_label_error(self) -> float:
        """The bound on |rho| for all labels within `label_bound`; 0 for at least four signs."""
        entries = self.labels[0] * self.labels[1]
        if entries >= 4 and self.label_step == self.label_bound == 1:
            return 0.0  # -1, 0 and +1: each of them is exact
        return self.rounding_of(entries, self.label_bound * sqrt(entries))

    def rounding_of(self, entries: int, norm: float) -> float:
        unit = float(torch.finfo(self.dtype).eps) * (entries + 4)
        return unit * (2.0 + norm / sqrt(2 * self.levels.c))

    def check_labels(self, y: Tensor) -> None:
        """Refuse labels for which the construction is not proven."""
        if tuple(y.shape) != self.labels:
            raise InputError(f"labels of shape {tuple(y.shape)}; this network was built for {self.labels}")
        if not bool(torch.isfinite(y).all()):
            raise InputError("a label is not finite")
        if self.hold is None and float(y.square().sum()) < self.epsilon:
            raise InputError(f"|y|^2 = {float(y.square().sum()):g} is below epsilon = {self.epsilon:g}, see (5)")
        if (largest := float(y.abs().max())) > self.label_bound:
            raise InputError(f"a label of magnitude {largest:g} is above label_bound = {self.label_bound:g}")
        if not torch.equal(self.z_start - (self.z_start - y), y):
            raise InputError(
                f"a label is rounded when it is read from z_0 = {float(self.z_start[0, 0]):g}; use float64"
            )
        if (error := self.label_error(y)) > MAX_ERROR:
            raise CertificateError(f"gradients may be off by {error:.3g} in {y.dtype}; use float64")

    @property
    def depth(self) -> int:
        """The longest chain of nonlinear operations, the primary's aside: `theory.descent.claims.measure` counts it."""
        return DEPTHS[type(self.tracer).__name__]

    @property
    def width(self) -> int:
        """Units of the machine's loss, and its stored numbers."""
        return int(self.tracer.width)

    def _save_to_state_dict(self, destination: dict[str, Tensor], prefix: str, keep_vars: bool) -> None:
        super()._save_to_state_dict(destination, prefix, keep_vars)
        for name, buffer in self.primary.named_buffers():
            destination[f"{prefix}primary.{name}"] = buffer if keep_vars else buffer.detach()

    def _load_from_state_dict(self, state_dict: Mapping[str, Tensor], prefix: str, *rest: Any) -> None:
        """All is checked before anything changes: a state that cannot be restored leaves the network as it was."""
        what = "primary network, shape of labels, output tape, start of the tapes or batch state"
        check_fingerprint(state_dict, f"{prefix}belongs", self.belongs, what)
        self.tracer.check_state(state_dict, f"{prefix}tracer.")
        if tuple(require_entry(state_dict, f"{prefix}z").shape) != self.labels:
            raise InputError(f"the saved state's {prefix}z is not an array of shape {self.labels}")
        own = {f"{prefix}primary.{name}": buffer for name, buffer in self.primary.named_buffers()}
        for key, buffer in own.items():
            buffer.copy_(require_entry(state_dict, key))
        self.written = None
        self.invariant.forget()
        super()._load_from_state_dict(state_dict, prefix, *rest)
        unexpected = rest[-2]
        unexpected[:] = [key for key in unexpected if key not in own]

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        self.primary._apply(fn, recurse)  # type: ignore[no-untyped-call]
        self.written = None
        return super()._apply(fn, recurse)

    def predict(self, x: Tensor) -> Tensor:
        """F on any number of new inputs, in batches of n: the rows of F come in batches of the training set's size."""
        return self.in_batches(self, x)

    def in_batches(self, apply: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
        """A function of n inputs on any number of them; the last batch is filled up with its last row."""
        n = self.labels[0]
        rows = []
        with torch.no_grad():
            for first in range(0, len(x), n):
                part = x[first : first + n].to(self.dtype)
                full = torch.cat([part, part[-1:].expand(n - len(part), *part.shape[1:])])
                rows.append(apply(full)[: len(part)])
        return torch.cat(rows) if rows else torch.zeros(0, self.labels[1], dtype=self.dtype)

    def decode(self, activations: Tensor, at: int) -> TapeConfiguration:
        """The machine's configuration from a snapshot of the tracer, after `at` of its steps."""
        found: TapeConfiguration = self.tracer.decode(activations, at)
        return found

    def require_reachable(self) -> None:
        """Finite labels in z, and in the tracer a vertex, symbols and heads: what steps lead to."""
        if not bool(torch.isfinite(self.z.detach()).all()):
            raise InputError("z holds a number that is not finite")
        self.tracer.require_reachable()

    def train(self, mode: bool = True) -> Self:
        self.primary.train(mode)
        return super().train(mode)
