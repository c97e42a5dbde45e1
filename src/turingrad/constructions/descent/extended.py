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

Batches of labels (Remark 2.4; the paper gives no construction): l has one term more,

    l(s, T, H) + 1/2 (asking . \\s\\) |z|^2,

where `asking` marks the vertices of the machine's batch states. In the step out of such a state the gradient in z is z
itself and the rate is 1, so z becomes 0 in the same step in which the machine moves on; s_init is then open again, and
the next step reads the labels of the next batch as the first step read the first. z has the size of one batch.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, Self

import torch
from torch import Tensor, nn

from turingrad.constructions.descent.encoding import EncodingName
from turingrad.constructions.descent.fitting import training
from turingrad.constructions.descent.frank_wolfe import MixedStep
from turingrad.constructions.descent.network import FIRST_CELLS, TapeDescent
from turingrad.constructions.descent.primary import Primary, bound_of
from turingrad.constructions.descent.quantise import symbol_numbers
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.constructions.descent.sums import label_bound as rounding_bound
from turingrad.constructions.descent.switches import along, label_switch, network_switch, orthogonal
from turingrad.constructions.descent.variables import check_fingerprint, fingerprint, put, required
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError, InputError
from turingrad.exact import Certificate
from turingrad.machine.tape import TapeConfiguration, TapeMachine

Quantise = Callable[[Tensor, Tensor], "Tensor | str | Sequence[str]"]
Dequantise = Callable[[Tensor], Tensor]
MOST_ERROR = 1 / 16  # of a gradient, relatively: T and H are then within 1/8 of codes, and rounding finds them


class ExtendedNetwork(Network[TapeMachine, TapeConfiguration]):
    """Any module as the primary network f_theta, any tape machine as its training algorithm.

    machine: tape 0 holds the data and is read-only; heads start on a blank cell, the data stand right of it. A machine
        whose head starts on the data themselves is given a guard cell and one step more.
    quantise(x, z): what stands on tape 0 for samples x (n, M) and labels z (n, m): a text, or a list of symbols; or
        bits (a bool tensor), which become the machine's symbols "0" and "1"; or symbol numbers (an integer tensor).
    dequantise(cells): the weights of the primary in the order of its parameters, from the symbol numbers of the output
        tape's cells right of the guard (see `quantise.bits_of` for cells that hold "0" and "1"). A primary whose theta
        is a learner's memory bits has one parameter of that many numbers, and `dequantise` is
        `lambda cells: bits_of(cells, machine)[:count].double()`.
    labels: (n, m), the labels' shape (of one batch). output_tape: which tape the weights are written to.
    tapes: what the other tapes hold at the start, right of the guard: constants, no data.
    output_bound, label_bound: largest absolute entries of f_theta(x) and of y. B_stop lies above 1/2 |f - y|^2.
    batch_states: states whose step asks for the next batch of data; the data head must then stand on its first cell.

    The parameters are s, T, H and z. The primary's own are not among them, and stay as they are; `trained_primary`
    gives a copy with the weights that the machine has written.
    """

    construction = "descent"
    z: nn.Parameter
    asking: Tensor
    belongs: Tensor

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
        batch_states: Sequence[str] = (),
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
        rounding = rounding_bound(
            self.recipe.constants, self.recipe.encoding, machine.tapes, labels[0] * labels[1], label_bound
        )
        self.machine, self.certificate = machine, Certificate.of([*self.recipe.certificate.bounds, rounding])
        self.f, self.quantise, self.dequantise = Primary(primary), quantise, dequantise
        self.labels, self.output_tape, self.epsilon, self.label_bound = labels, output_tape, epsilon, label_bound
        self.skip_closed, self.guard = skip_closed, guard
        self.start_tapes = tuple(tuple(row) for row in tapes)
        self.written: Tensor | None = None  # the data tape as last written
        self.numbers = torch.empty(0)  # its symbols
        self.machine_loss = float("nan")  # l(s, T, H) of the last forward pass
        self.tracer = TapeDescent(self.recipe, cells=cells, read_only=(0,), dtype=dtype)
        self.tracer.loss.rounded = True
        self.register_buffer("asking", torch.tensor(self.recipe.vertices_of(batch_states), dtype=dtype))
        facts = tuple(batch_states), labels, output_tape, self.start_tapes, guard, epsilon, tuple(self.f.shapes.items())
        self.register_buffer("belongs", fingerprint(*facts))
        self.z = nn.Parameter(torch.zeros(labels, dtype=dtype))
        self.reset()

    @property
    def dtype(self) -> torch.dtype:
        return self.z.dtype

    @property
    def primary(self) -> nn.Module:
        """The module as it was given; its own parameters play no part."""
        return self.f.module

    @property
    def depth(self) -> int:
        """The tracer's layers, then the switches psi and phi."""
        return self.tracer.depth + 2

    @property
    def width(self) -> int:
        return self.tracer.width

    def reset(self, data_cells: int = 0) -> None:
        """The initial parameters, which depend on no data; `data_cells` is the length of the data tape."""
        margin = () if self.guard else (self.machine.blank,)
        data = margin + (self.machine.blank,) * data_cells
        self.tracer.load((data, *(margin + row for row in self.start_tapes)))
        put(self.z, torch.zeros(self.labels, dtype=self.dtype))
        self.written = None

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

    def at_edge(self) -> bool:
        """True where a head stands on the first or last cell of its tape: time to `grow`."""
        return self.tracer.at_edge()

    def grow(self, *optimizers: torch.optim.Optimizer) -> None:
        """Longer tapes; the parameters stay the same objects, see `TapeDescent.grow`."""
        self.tracer.grow(*optimizers)

    @property
    def reading(self) -> bool:
        """True while s_init is open: the next gradient step reads labels, the first or those of the next batch."""
        return float(label_switch(self.z.detach().square().sum(), self.epsilon)) > 0

    @property
    def halted(self) -> bool:
        """True once the machine has written its weights and halted: s is at a halting vertex."""
        return not self.reading and bool(self.recipe.graph.next_state[int(self.tracer.s.detach().argmax())] < 0)

    def data_numbers(self, x: Tensor, z: Tensor) -> Tensor:
        """The symbol numbers that stand on tape 0 for samples and labels."""
        return symbol_numbers(self.quantise(x, z), self.machine)

    def write_data(self, x: Tensor) -> None:
        """The read-only tape: a hidden layer that depends on x and z, never differentiated."""
        numbers = self.data_numbers(x, torch.zeros_like(self.z) if self.reading else self.z.detach())
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
        return self.f.theta(self.dequantise(torch.from_numpy(numbers[self.tracer.origin + 1 :])).to(self.dtype))

    def primary_output(self, x: Tensor) -> Tensor:
        """f_theta(x) with the weights on the tape."""
        return self.f(self.theta(), x)

    def trained_primary(self) -> nn.Module:
        """A copy of the primary with the machine's weights as its parameters, once the machine has halted."""
        if not self.halted:
            raise InputError("the machine has not halted: there are no weights yet")
        return self.f.trained(self.theta())

    def forward(self, x: Tensor) -> Tensor:
        if len(x) != self.labels[0]:
            raise InputError(f"{len(x)} samples; this network was built for {self.labels[0]}, see `predict`")
        constants = self.recipe.constants
        self.write_data(x)
        direction, _ = orthogonal(self.z)
        machine_loss = self.tracer() + 0.5 * self.asked() * self.z.square().sum()
        self.machine_loss = float(machine_loss.detach())
        u = along(torch.sqrt(2 * machine_loss), direction).view(self.labels)
        phi = network_switch(u.square().sum(), constants.lower, constants.upper)
        if self.skip_closed and float(phi.detach()) == 1:
            net = u  # (1 - phi) f = 0, and f on a half-written tape may be anything: 0 * inf is not 0
        else:
            net = (1 - phi) * self.primary_output(x) + phi * u
        psi = label_switch(self.z.square().sum(), self.epsilon)
        return (1 - psi) * net + psi * self.z

    def asked(self) -> Tensor:
        """asking . s, and that no cell under the data head changes with the batch."""
        if self.reading and float(self.tracer.H.detach()[0, self.tracer.origin]) < 0.5:
            raise InputError("the machine asks for a batch while its data head is not on the blank left of the data")
        return self.asking.dot(self.tracer.s.detach())

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

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[TapeConfiguration]:
        """Train a copy on `given` = (x, y) and decode each gradient step from the second on."""
        trained = copy.deepcopy(self)
        steps = training(trained, [given])
        next(steps)  # the labels are read
        for step, _ in enumerate(steps):
            if step >= self.recipe.boot_steps:
                yield trained.decode(trained.tracer.snapshot(), step - self.recipe.boot_steps)
            if max_steps is not None and step - self.recipe.boot_steps >= max_steps:
                return

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
        return super()._apply(fn, recurse)  # type: ignore[no-untyped-call, no-any-return]

    def train(self, mode: bool = True) -> Self:
        self.primary.train(mode)
        return super().train(mode)
