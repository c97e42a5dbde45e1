"""A network around a primary one: what is saved, loaded and moved with it, and what its machine starts from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor, nn

from turingrad.constructions.descent.primary import Primary
from turingrad.constructions.descent.variables import check_fingerprint, required
from turingrad.constructions.network import Network
from turingrad.errors import InputError
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape import run as tape_run

DEPTHS = {"TapeDescent": 12, "ConfigurationTracer": 11}


class Wrapping(Network[TapeMachine, TapeConfiguration]):
    """Part of `ExtendedNetwork`: the primary's buffers are its state, the primary's parameters are not."""

    f: Primary
    tracer: Any  # a TapeDescent, or a ConfigurationTracer
    belongs: Tensor
    labels: tuple[int, int]
    guard: bool
    start_tapes: tuple[tuple[str, ...], ...]
    asking: Tensor
    features: int | None = None
    """The number of features of a sample, where it is known."""
    written: Tensor | None

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
        x, y = (part.to(self.dtype) for part in given)
        return tape_run.trace(self.machine, self.start(x, y), max_steps=max_steps)

    def drawn(self, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Samples and labels of -1 and +1; refused where the number of features is not known, or there are batches."""
        if self.features is None or bool(self.asking.any()):
            raise InputError("random samples are drawn for networks of a trainer or learner, with one batch")
        signs = rng.choice([-1.0, 1.0], (self.labels[0], self.features + 1))
        return torch.from_numpy(signs[:, :-1].copy()), torch.from_numpy(signs[:, -1:].copy())

    @property
    def depth(self) -> int:
        """The longest chain of nonlinear operations, the primary's aside: `theory.descent.measure` counts it."""
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
        if tuple(required(state_dict, f"{prefix}z").shape) != self.labels:
            raise InputError(f"the saved state's {prefix}z is not an array of shape {self.labels}")
        own = {f"{prefix}primary.{name}": buffer for name, buffer in self.primary.named_buffers()}
        for key, buffer in own.items():
            buffer.copy_(required(state_dict, key))
        self.written = None
        super()._load_from_state_dict(state_dict, prefix, *rest)
        unexpected = rest[-2]
        unexpected[:] = [key for key in unexpected if key not in own]

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        self.primary._apply(fn, recurse)  # type: ignore[no-untyped-call]
        self.written = None
        return super()._apply(fn, recurse)

    def train(self, mode: bool = True) -> Self:
        self.primary.train(mode)
        return super().train(mode)
