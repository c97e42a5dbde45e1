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

What is computed is 1/2 |z - \\(1 - asking . s) z'\\|^2 with z' the labels that z holds, rounded where their grid
`label_step` is known: the same, and errors of z do not add up. With `hold` z starts off all labels, at z_0 for 0, so
that s has a margin at step 0: see `hold`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import torch
from torch import Tensor, nn

from turingrad._support.validation.values import short_repr
from turingrad.constructions.descent.certificate import label_bound as rounding_bound
from turingrad.constructions.descent.configuration_loss import Form
from turingrad.constructions.descent.configuration_tracer import ConfigurationTracer
from turingrad.constructions.descent.encoding import EncodingName
from turingrad.constructions.descent.fitting import training_losses
from turingrad.constructions.descent.frank_wolfe import MixedStep
from turingrad.constructions.descent.hold import choose_hold
from turingrad.constructions.descent.invariant import Invariant
from turingrad.constructions.descent.network import FIRST_CELLS, TapeDescent
from turingrad.constructions.descent.primary import Primary, bound_of
from turingrad.constructions.descent.quantise import symbol_numbers
from turingrad.constructions.descent.recipe import Recipe, make_recipe
from turingrad.constructions.descent.switches import along, label_switch, network_switch, orthogonal
from turingrad.constructions.descent.variables import fingerprint, put
from turingrad.constructions.descent.wrapping import Wrapping
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError
from turingrad.exact import Certificate
from turingrad.machine.tape import TapeConfiguration, TapeMachine

Quantise = Callable[[Tensor, Tensor], "Tensor | str | Sequence[str]"]
Dequantise = Callable[[Tensor], Tensor]


class ExtendedNetwork(Wrapping):
    """Any module as the primary network f_theta, any tape machine as its training algorithm.

    machine: tape 0 holds the data and is read-only; heads start on a blank cell, with the data to the right of it. A
        machine whose head starts on the data themselves is given a guard cell and one step more.
    quantise(x, z): what is on tape 0 for samples x (n, M) and labels z (n, m): a text, or a list of symbols; or
        bits (a bool tensor), which become the machine's symbols "0" and "1"; or symbol numbers (an integer tensor).
    dequantise(cells): the weights of the primary in the order of its parameters, from the symbol numbers of the output
        tape's cells right of the guard (see `quantise.bits_of` for cells that hold "0" and "1"). A primary whose theta
        is a learner's memory bits has one parameter of that many numbers, and `dequantise` is
        `lambda cells: bits_of(cells, machine)[:count].double()`.
    labels: (n, m), the labels' shape (of one batch). output_tape: which tape the weights are written to.
    tapes: what the other tapes hold at the start, right of the guard: constants, no data.
    output_bound, label_bound: largest absolute entries of f_theta(x) and of y. B_stop lies above 1/2 |f - y|^2.
    batch_states: states whose step asks for the next batch of data; the data head must then stand on its first cell.
    hold: start z away from all labels, so that s has a margin at step 0: see `noise_radius`, and the module
        `turingrad.constructions.descent.hold`.
    label_step: labels are multiples of it (1 if they are -1 and +1); a number near such a multiple counts as it.
    loss: "tape", Corollary 2.3; "configurations", Corollary 2.2: all computations from the data tapes `inputs` (texts,
        every one that there may be) are on the simplex, and the loss falls in each step but the first; `form` as in
        `ConfigurationDescent`.

    The parameters are s, T, H and z. The primary's own stay as they are; `trained_primary` is a copy with the weights.
    """

    construction = "descent"
    trained_state = ("z", *(f"tracer.{name}" for name in TapeDescent.trained_state))
    growing_state = tuple(f"tracer.{name}" for name in TapeDescent.growing_state)
    z: nn.Parameter
    recipe: Recipe

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
        hold: bool = False,
        label_step: float | None = None,
        loss: Literal["tape", "configurations"] = "tape",
        inputs: Sequence[Sequence[str]] = (),
        form: Form = "edges",
        cells: int = FIRST_CELLS,
        skip_closed: bool = True,
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        given: Any = machine
        if not isinstance(given, TapeMachine):
            raise InputError(
                f"an extended network must be trained by a tape machine, not by {short_repr(given)}; for a learner in "
                f"Python: learn(it, X, y, X_test, on='descent')"
            )
        if labels[0] * labels[1] < 2:
            raise InputError(f"labels of shape {labels}: at least two entries, or nothing is orthogonal to them")
        if not 0 < output_tape < machine.tapes:
            raise InputError(f"the output tape is {output_tape}; it must be 1 to {machine.tapes - 1}")
        bound = bound_of(primary) if output_bound is None else output_bound
        worst = 0.5 * labels[0] * labels[1] * (bound + label_bound) ** 2
        self.machine, self.start_tapes = machine, tuple(tuple(row) for row in tapes)
        if loss == "configurations":
            self.trace_configurations(inputs, batch_states, guard, worst, form, dtype)
        elif loss == "tape":
            self.trace_tapes(labels, label_bound, worst, hat, encoding, guard, batch_states, cells, dtype)
        else:
            raise InputError(f"no loss {loss!r}; known: tape, configurations")
        self.f, self.quantise, self.dequantise = Primary(primary), quantise, dequantise
        self.labels, self.output_tape, self.epsilon, self.label_bound = labels, output_tape, epsilon, label_bound
        self.skip_closed, self.guard, self.batched = skip_closed, guard, bool(batch_states)
        self.label_step, self.invariant = label_step, Invariant()
        self.start_labels(hold, dtype)
        self.written: Tensor | None = None  # the data layer as last written; None: write it anew
        self.numbers = torch.empty(0)  # its symbols
        self.machine_loss = float("nan")  # l(s, T, H) of the last forward pass
        facts = tuple(batch_states), labels, output_tape, self.start_tapes, guard, epsilon, tuple(self.f.shapes.items())
        self.register_buffer("belongs", fingerprint(*facts, *([self.hold] if self.hold else [])))
        self.z = nn.Parameter(torch.zeros(labels, dtype=dtype))
        self.reset()

    def start_labels(self, hold: bool, dtype: torch.dtype) -> None:
        """z_0: 0, or off all labels if s is held."""
        if hold and not isinstance(self.tracer, TapeDescent):
            raise InputError("hold needs the tape loss")
        self.hold = choose_hold(self.recipe, self.label_bound, self.epsilon) if hold else None
        self.register_buffer("z_start", torch.zeros(self.labels, dtype=dtype), persistent=False)
        self.z_start[0, 0] = self.hold.start if self.hold else 0.0

    def trace_tapes(
        self,
        labels: tuple[int, int],
        label_bound: float,
        worst: float,
        hat: str,
        encoding: EncodingName,
        guard: bool,
        batch_states: Sequence[str],
        cells: int,
        dtype: torch.dtype,
    ) -> None:
        """Corollary 2.3: option 2 of Section 5.4."""
        recipe = make_recipe(self.machine, hat=hat, encoding=encoding, guard=guard, stop_above=worst)
        entries = labels[0] * labels[1]
        rounding = rounding_bound(recipe.constants, recipe.encoding, self.machine.tapes, entries, label_bound)
        self.certificate = Certificate.of([*recipe.certificate.bounds, rounding])
        self.recipe, self.levels, self.boot_steps = recipe, recipe.constants, recipe.boot_steps
        self.tracer = TapeDescent(recipe, cells=cells, read_only=(0,), dtype=dtype)
        self.tracer.loss.rounded = True
        self.register_buffer("asking", torch.tensor(recipe.vertices_of(batch_states), dtype=dtype))

    def trace_configurations(
        self,
        inputs: Sequence[Sequence[str]],
        batch_states: Sequence[str],
        guard: bool,
        worst: float,
        form: Form,
        dtype: torch.dtype,
    ) -> None:
        """Corollary 2.2: option 1 of Section 5.4."""
        if batch_states:
            raise InputError("batches need the tape loss: a vertex of the configuration graph holds all data")
        self.tracer = ConfigurationTracer(
            self.machine, inputs, self.start_tapes, guard=guard, stop_above=worst, form=form, dtype=dtype
        )
        self.certificate, self.levels, self.boot_steps = self.tracer.certificate, self.tracer.levels, 1
        self.register_buffer("asking", torch.zeros(len(self.tracer.s), dtype=dtype))

    def reset(self, data_cells: int = 0) -> None:
        """The initial parameters, which depend on no data; `data_cells` is the length of the data tape."""
        margin = () if self.guard else (self.machine.blank,)
        data = margin + (self.machine.blank,) * data_cells
        self.tracer.load((data, *(margin + row for row in self.start_tapes)))
        put(self.z, self.z_start)
        self.written = None
        self.invariant.forget()

    def optimizer(self) -> MixedStep:
        """The mixed step (3) with its rates."""
        return MixedStep([*self.tracer.groups(), {"params": [self.z], "rate": 1.0}])

    def at_edge(self) -> bool:
        """True if a head is on the first or last cell of its tape: time to `grow`."""
        return bool(self.tracer.at_edge())

    def grow(self, *optimizers: torch.optim.Optimizer) -> None:
        """Longer tapes; the parameters stay the same objects, see `TapeDescent.grow`."""
        self.invariant.check_tracer(self)
        self.tracer.grow(*optimizers)
        self.written = None

    @property
    def halted(self) -> bool:
        """True once the machine has written its weights and halted: s is at a halting vertex."""
        return not self.reading and bool(self.tracer.halting())

    def data_numbers(self, x: Tensor, z: Tensor) -> Tensor:
        """The symbol numbers that stand on tape 0 for samples and labels."""
        return symbol_numbers(self.quantise(x, z), self.machine)

    def write_data(self, x: Tensor) -> None:
        """The read-only tape: a hidden layer that depends on x and z, never differentiated. Once the machine has halted
        nothing depends on it: B_stop holds whatever is on it, and F is f_theta."""
        if self.halted:
            return
        numbers = self.data_numbers(x, torch.zeros_like(self.z) if self.reading else self.held_labels())
        if self.written is self.tracer.data_layer() and torch.equal(numbers, self.numbers):
            return
        self.tracer.write(numbers, unread=self.reading)
        self.written, self.numbers = self.tracer.data_layer(), numbers

    def theta(self) -> dict[str, Tensor]:
        """The primary's weights, read from the output tape as it is now."""
        return self.f.theta(self.dequantise(self.tracer.symbols_on(self.output_tape)).to(self.dtype))

    def primary_output(self, x: Tensor) -> Tensor:
        """f_theta(x) with the weights on the tape."""
        return self.f(self.theta(), x)

    def trained_primary(self) -> nn.Module:
        """A copy of the primary with the machine's weights as its parameters, once the machine has halted."""
        if not self.halted:
            raise InputError("the machine has not halted: there are no weights yet")
        self.invariant.check_tracer(self)
        return self.f.trained_copy(self.theta())

    def forward(self, x: Tensor) -> Tensor:
        require_tensor(x, "the points")
        if not x.dim() or len(x) != self.labels[0]:
            raise InputError(f"{len(x)} samples; this network was built for {self.labels[0]}, see `predict`")
        reading = self.reading
        watched = self.invariant.active and torch.is_grad_enabled() and not torch.compiler.is_compiling()
        if watched:
            self.invariant.check(self, x, reading=reading)
        self.write_data(x)
        labels = self.held_labels()
        direction, _ = orthogonal(labels)
        kept = labels
        if self.batched:
            kept = (1 - self.query_value()) * (labels - self.z_start) + self.z_start
        machine_loss = self.tracer() + 0.5 * (self.z - kept).square().sum()
        self.machine_loss = float(machine_loss.detach())
        u = along(torch.sqrt(2 * machine_loss), direction).view(self.labels)
        phi = network_switch(u.square().sum(), self.levels.lower, self.levels.upper)
        if self.skip_closed and float(phi.detach()) == 1:
            net = u  # (1 - phi) f = 0, and f on a half-written tape may be anything: 0 * inf is not 0
        else:
            net = (1 - phi) * self.primary_output(x) + phi * u
        psi = label_switch((self.z - self.z_start).square().sum(), self.epsilon)
        out: Tensor = (1 - psi) * net + psi * (self.z if self.hold is None else self.hold.around(self.z, self.tracer.s))
        if watched:
            self.invariant.expect(self, out, reading=reading)
        return out

    def query_value(self) -> Tensor:
        """How much of s is on states that ask for a batch; refused if the data head is off the blank before them."""
        if self.reading and not self.tracer.data_head_home():
            raise InputError("the machine requests a batch while its data head is not on the blank left of the data")
        return self.asking.dot(self.tracer.s.detach())

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[TapeConfiguration]:
        """Train a copy on `given` = (x, y) and decode each gradient step from the second on."""
        trained = copy.deepcopy(self)
        steps = training_losses(trained, [given])
        next(steps)  # the labels are read
        for step, _ in enumerate(steps):
            if step >= self.boot_steps:
                yield trained.decode(trained.tracer.snapshot(), step - self.boot_steps)
            if max_steps is not None and step - self.boot_steps >= max_steps:
                return
