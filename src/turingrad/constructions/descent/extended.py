"""The extended network of Section 5, Figure 1: plain least squares that runs a Turing machine, then becomes f_theta.

    tape = quantise(x, \\z\\)                      the read-only tape: the samples, and the labels once they are read
    u    = sqrt(2 l(s, T, H)) f_perp(\\z\\)        f_TM: its squared length is 2 l, and it is orthogonal to the labels
    net  = (1 - phi) f_theta(x) + phi u           s_net: phi = 1 while the machine runs, 0 once it has halted
    out  = (1 - psi) net + psi z                  s_init: psi = 1 while z = 0, 0 once z holds the labels
    theta = dequantise(\\output tape\\)

trained on 1/2 |out - y|^2 by the mixed step (3) with rates 1 for s and z, 1/gamma for T and H. In the first step the
gradient is that of 1/2 |z - y|^2, so z becomes y. From then on (out - y) . d(u) = d(l), since f_perp(y) has length 1
and y . f_perp(y) = 0: each step is a step of the machine. At the halt l falls below the threshold of phi, the output
is f_theta(x), and every gradient is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import functional_call

from turingrad.constructions.descent.encoding import EncodingName
from turingrad.constructions.descent.fitting import training
from turingrad.constructions.descent.frank_wolfe import MixedStep
from turingrad.constructions.descent.network import FIRST_CELLS, TapeDescent
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.constructions.descent.switches import along, label_switch, network_switch, orthogonal
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError, InputError
from turingrad.machine.tape import TapeConfiguration, TapeMachine

Quantise = Callable[[Tensor, Tensor], Tensor]
Dequantise = Callable[[Tensor], Tensor]
BOUNDED = (nn.Tanh, nn.Sigmoid, nn.Softmax, nn.Hardtanh, nn.Hardsigmoid, nn.Softsign)
MOST_ERROR = 1 / 16  # of a gradient, relatively: T and H are then within 1/8 of codes, and rounding finds them


class ExtendedNetwork(Network):
    """Any module as the primary network f_theta, any tape machine as its training algorithm.

    machine: tape 0 holds the data and is read-only; heads start on a blank cell, the data stand right of it. A machine
        whose head starts on the data themselves is given a guard cell and one step more.
    quantise(x, z): the symbol numbers of tape 0, for samples x (n, M) and labels z (n, m).
    dequantise(cells): the weights of the primary in the order of its parameters, from the symbol numbers of the output
        tape's cells right of the guard.
    labels: (n, m), the labels' shape. output_tape: which tape the weights are written to.
    tapes: what the other tapes hold at the start, right of the guard: constants, no data.
    output_bound, label_bound: largest absolute entries of f_theta(x) and of y. B_stop lies above 1/2 |f - y|^2.
    """

    z: nn.Parameter

    def __init__(
        self,
        primary: nn.Module,
        machine: TapeMachine,
        quantise: Quantise,
        dequantise: Dequantise,
        *,
        labels: tuple[int, int],
        output_tape: int = 1,
        tapes: Sequence[Sequence[str]] = (),
        guard: bool = False,
        hat: str = "directed",
        encoding: EncodingName = "auto",
        epsilon: float = 0.5,
        output_bound: float | None = None,
        label_bound: float = 1.0,
        cells: int = FIRST_CELLS,
        skip_closed: bool = True,
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        if labels[0] * labels[1] < 2:
            raise InputError(f"labels of shape {labels}: at least two entries, or nothing is orthogonal to them")
        if not 0 < output_tape < machine.tapes:
            raise InputError(f"the output tape is {output_tape}; it must be 1 to {machine.tapes - 1}")
        bound = bound_of(primary) if output_bound is None else output_bound
        worst = 0.5 * labels[0] * labels[1] * (bound + label_bound) ** 2
        self.recipe = make_recipe(machine, hat=hat, encoding=encoding, guard=guard, stop_above=worst)
        self.machine, self.certificate = machine, self.recipe.certificate
        self.primary, self.quantise, self.dequantise = primary, quantise, dequantise
        self.labels, self.output_tape, self.epsilon, self.label_bound = labels, output_tape, epsilon, label_bound
        self.skip_closed, self.dtype = skip_closed, dtype
        self.start_tapes = tuple(tuple(row) for row in tapes)
        self.guard = guard
        self.written, self.numbers = torch.empty(0), torch.empty(0)  # the data tape as last written, and its symbols
        self.machine_loss = float("nan")  # l(s, T, H) of the last forward pass
        self.tracer = TapeDescent(self.recipe, cells=cells, read_only=(0,), dtype=dtype)
        self.tracer.loss.rounded = True
        self.shapes = {name: tuple(value.shape) for name, value in primary.named_parameters()}
        self.weights = sum(value.numel() for value in primary.parameters())
        self.reset()

    def reset(self, data_cells: int = 0) -> None:
        """The initial parameters, which depend on no data; `data_cells` is the length of the data tape."""
        margin = () if self.guard else (self.machine.blank,)
        data = margin + (self.machine.blank,) * data_cells
        self.tracer.load((data, *(margin + row for row in self.start_tapes)))
        self.z = nn.Parameter(torch.zeros(self.labels, dtype=self.dtype))

    def optimizer(self) -> MixedStep:
        """The mixed step (3) with its rates."""
        tracer = self.tracer
        return MixedStep(
            [
                {"params": [tracer.s], "simplex": True},
                {"params": [tracer.T, tracer.H], "rate": 1 / self.recipe.constants.gamma},
                {"params": [self.z], "rate": 1.0},
            ]
        )

    def write_data(self, x: Tensor) -> None:
        """The read-only tape: a hidden layer that depends on x and z, never differentiated."""
        numbers = self.quantise(x, self.z.detach())
        if self.tracer.fixed_tapes is self.written and torch.equal(numbers, self.numbers):
            return
        first = self.tracer.origin + 1
        codes = torch.tensor(self.recipe.encoding.codes, dtype=self.dtype)
        tape = codes[self.recipe.blank].repeat(self.tracer.cells, 1)
        if len(numbers) > self.tracer.cells - first:
            raise InputError(f"data of {len(numbers)} cells on a tape of {self.tracer.cells}; call reset first")
        tape[first : first + len(numbers)] = codes[numbers]
        self.tracer.fixed_tapes = tape.T.unsqueeze(0).contiguous()
        self.written, self.numbers = self.tracer.fixed_tapes, numbers

    def theta(self) -> dict[str, Tensor]:
        """The primary's weights, read from the output tape as it is now."""
        tape = self.tracer.tapes().detach()[self.output_tape].T  # (cells, k)
        numbers = self.recipe.encoding.symbols(tape.double().numpy(), exact=False)
        flat = self.dequantise(torch.from_numpy(numbers[self.tracer.origin + 1 :])).to(self.dtype)
        if flat.numel() != self.weights:
            raise InputError(f"dequantise gave {flat.numel()} weights, the primary network has {self.weights}")
        parts = torch.split(flat, [torch.Size(shape).numel() for shape in self.shapes.values()])
        return {name: part.view(shape) for (name, shape), part in zip(self.shapes.items(), parts, strict=True)}

    def primary_output(self, x: Tensor) -> Tensor:
        """f_theta(x) with the weights on the tape."""
        found: Tensor = functional_call(self.primary, self.theta(), (x,))
        return found

    def forward(self, x: Tensor) -> Tensor:
        constants = self.recipe.constants
        self.write_data(x)
        direction, _ = orthogonal(self.z)
        machine_loss = self.tracer()
        self.machine_loss = float(machine_loss.detach())
        u = along(torch.sqrt(2 * machine_loss), direction).view(self.labels)
        phi = network_switch(u.square().sum(), constants.lower, constants.upper)
        if self.skip_closed and float(phi.detach()) == 1:
            net = u  # (1 - phi) f = 0, and f on a half-written tape may be anything: 0 * inf is not 0
        else:
            net = (1 - phi) * self.primary_output(x) + phi * u
        psi = label_switch(self.z.square().sum(), self.epsilon)
        return (1 - psi) * net + psi * self.z

    def predict(self, x: Tensor) -> Tensor:
        """F on any number of new inputs, in batches of n: the rows of F come in batches of the training set's size."""
        n = self.labels[0]
        rows = []
        with torch.no_grad():
            for first in range(0, len(x), n):
                part = x[first : first + n].to(self.dtype)
                full = torch.cat([part, part[-1:].expand(n - len(part), *part.shape[1:])])
                rows.append(self(full)[: len(part)])
        return torch.cat(rows) if rows else torch.zeros(0, self.labels[1], dtype=self.dtype)

    def label_error(self, y: Tensor) -> float:
        """A bound on |rho|, where the gradient that reaches T and H is (1 + rho) times the right one; 0 where exact.

        rho = |f_perp|^2 - 1 - y.f_perp / sqrt(2 l), each sum of n m terms rounding at most n m + 4 times.
        """
        _, exact = orthogonal(y)
        if exact:
            return 0.0
        unit = float(torch.finfo(self.dtype).eps) * (y.numel() + 4)
        return unit * (2.0 + float(y.norm()) / sqrt(2 * self.recipe.constants.c))

    def check_labels(self, y: Tensor) -> None:
        """Refuse labels for which the construction is not proven."""
        if tuple(y.shape) != self.labels:
            raise InputError(f"labels of shape {tuple(y.shape)}; this network was built for {self.labels}")
        if not bool(torch.isfinite(y).all()):
            raise InputError("a label is not finite")
        if float(y.square().sum()) < self.epsilon:
            raise InputError(f"|y|^2 = {float(y.square().sum()):g} is below epsilon = {self.epsilon:g}, see (5)")
        if float(y.abs().max()) > self.label_bound:
            raise InputError(
                f"a label of magnitude {float(y.abs().max()):g} is above label_bound = {self.label_bound:g}"
            )
        if self.label_error(y) > MOST_ERROR:
            raise CertificateError(f"gradients may be off by {self.label_error(y):.3g} in {self.dtype}; use float64")

    def decode(self, activations: Tensor, at: int) -> TapeConfiguration:
        """The machine's configuration from a snapshot of the tracer, after `at` of its steps."""
        return self.tracer.decode(activations, at)

    def trace(self, given: Any = None, *, max_steps: int | None = None) -> Iterator[TapeConfiguration]:
        """Train on `given` = (x, y) and decode each gradient step from the second on: the machine's configurations."""
        x, y = given
        steps = training(self, x, y)
        next(steps)  # the labels are read
        for step, _ in enumerate(steps):
            if step >= self.recipe.boot_steps:
                yield self.decode(self.tracer.snapshot(), step - self.recipe.boot_steps)
            if max_steps is not None and step - self.recipe.boot_steps >= max_steps:
                return


def bound_of(primary: nn.Module) -> float:
    """The largest |f(x)| of a primary that says it (`output_bound`) or ends in a bounded activation."""
    declared = getattr(primary, "output_bound", None)
    if declared is not None:
        return float(declared)
    layers = list(primary.modules())
    if isinstance(layers[-1], BOUNDED):
        return 1.0
    raise InputError("give output_bound: the largest absolute output that the primary network can have")
