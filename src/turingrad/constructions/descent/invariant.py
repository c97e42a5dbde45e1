"""Proposition 4.3 and Section 5.2 as an invariant: what changes a gradient on its way raises at the next forward pass.

The statement that is checked is the propositions' own. A pass under grad foresees what one step (3) leads to: from a
running vertex the machine's next configuration (Proposition 4.3), while the labels are read the same s, T and H and
z = y (Section 5.2), at the halt nothing new. At the next pass s must be a vertex, and s, T, H and z either what was
foreseen or what they were (no step was taken), T and H within 1/4 and z within a quarter of the labels' grid. y itself
is known from the gradient that arrives at F: 1/2 |F - y|^2 has F - y there. The samples must be those whose labels were
read: the data tape is read-only.

A network whose parameters were put there (`reset`, `load_state_dict`) has no past: then s is a vertex, T and H are near
whole numbers and t = diag(T^T H), the invariant of Proposition 4.3, is what is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from turingrad.constructions.descent.encoding import ROUNDING
from turingrad.errors import InputError

if TYPE_CHECKING:
    from turingrad.constructions.descent.extended import ExtendedNetwork

CAUSE = (
    "the gradient or the step was changed (clipping, accumulation, momentum, decay, scaling, another optimizer or loss)"
)
REMEDY = "take network.optimizer(), 1/2 |F(x) - y|^2 and one backward pass per step"


@dataclass(frozen=True, eq=False)
class TapeState:
    """A vertex by its state and symbols, and codes of the tapes and heads: of the machine's configuration."""

    state: int
    symbols: Tensor  # (tapes, k)
    tapes: Tensor  # (tapes, k, cells)
    heads: Tensor  # (tapes, cells)


def off(found: Tensor, wanted: Tensor) -> float:
    """The largest difference of two tensors; infinite where one of them is of another shape."""
    if torch.equal(found, wanted):  # so it is without noise
        return 0.0
    return float((found - wanted).abs().max()) if found.shape == wanted.shape else float("inf")


class Invariant:
    """What the parameters of one extended network were at its last pass under grad, and what is foreseen of them."""

    def __init__(self) -> None:
        self.active = True  # False: for points that no training reaches
        self.passes = 0
        self.forget()

    def forget(self) -> None:
        """The parameters are put there by hand: they have no past."""
        self.now: Any = None  # the tracer's state at the last pass
        self.ahead: Any = None  # after one step
        self.placed = -1  # the tracer's count of placements that these belong to
        self.labels: Tensor | None = None  # those that were read
        self.before: Tensor | None = None  # z at a pass that reads labels
        self.shown: Tensor | None = None  # y, as the gradient at F has shown it then
        self.samples: Tensor | None = None  # of the read
        self.asked = False  # the vertex of the last pass asks for a batch
        self.vertex = 0  # of the present pass

    def check(self, network: ExtendedNetwork, x: Tensor, *, reading: bool) -> None:
        """Raise where the parameters or samples are not what one step of the training leads to."""
        self.passes += 1
        moved = self.check_tracer(network)
        if (reading and self.labels is not None) != (self.asked and moved):
            raise InputError(f"pass {self.passes}: only the step that requests a batch empties z; {CAUSE}")
        self.check_labels(network, reading=reading)
        if reading or self.samples is None:
            self.samples = x.detach().clone()
        elif not torch.equal(x, self.samples) and not network.halted and not self.same_tape(network, x):
            raise InputError(
                f"pass {self.passes}: these samples are not those whose labels were read: pass the same rows in the "
                f"same order in every step (no shuffling); other points: predict, or torch.no_grad()"
            )

    def same_tape(self, network: ExtendedNetwork, x: Tensor) -> bool:
        assert self.samples is not None
        labels = network.held_labels()
        return torch.equal(network.data_numbers(x, labels), network.data_numbers(self.samples, labels))

    def check_tracer(self, network: ExtendedNetwork) -> bool:
        """s, T and H; whether a step was taken since the last pass."""
        tracer, moved = network.tracer, False
        if not self.active:
            return False
        s = tracer.s.detach()
        self.vertex, problem = int(s.argmax()), ""
        if float(s[self.vertex]) != 1 or int(s.count_nonzero()) != 1:
            problem = f"s is not a vertex of the simplex (its largest entry is {float(s.max()):g})"
        elif self.placed == tracer.placed:
            problem = tracer.away_from(self.ahead, self.vertex)
            moved = not problem
            if problem and not tracer.away_from(self.now, self.vertex):
                problem = ""
        else:
            problem = tracer.broken_invariant(self.vertex)
        if problem:
            raise InputError(f"pass {self.passes}, Proposition 4.3: {problem}; {CAUSE}: {REMEDY}")
        return moved

    def check_labels(self, network: ExtendedNetwork, *, reading: bool) -> None:
        z, step = network.z.detach(), network.label_step
        if reading:
            self.labels = None
            if self.shown is None or self.before is None or torch.equal(z, self.before):
                return
        shown, self.before, self.shown = self.shown, None, None
        if self.labels is None:
            if shown is not None and step is not None and off(shown, torch.round(shown / step) * step) > step / 1024:
                raise InputError(
                    f"pass {self.passes}: the labels that the loss shows are no multiples of {step:g}; {REMEDY}"
                )
            self.labels = network.held_labels() if shown is None else shown
        tolerance = 0.0 if step is None else ROUNDING * step
        if not off(z, self.labels) <= tolerance:
            raise InputError(f"pass {self.passes}, Section 5.2: z is not the labels that were read; {CAUSE}: {REMEDY}")

    def expect(self, network: ExtendedNetwork, out: Tensor, *, reading: bool) -> None:
        """What one step from here leads to."""
        tracer = network.tracer
        self.placed = tracer.placed
        self.now, self.ahead = tracer.foresee(self.vertex, staying=reading)
        self.asked = not reading and network.batched and bool(network.asking[self.vertex] > 0)
        if reading and out.requires_grad:
            start = network.z.detach().clone()

            def show(gradient: Tensor) -> None:
                self.before, self.shown = start, start - gradient

            out.register_hook(show)  # type: ignore[no-untyped-call]
