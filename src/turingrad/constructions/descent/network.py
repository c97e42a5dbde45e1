"""The network of Section 4.4: a loss whose gradient-descent steps are the steps of a Turing machine."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import astuple
from itertools import count
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from turingrad.constructions.descent.encoding import ROUNDING
from turingrad.constructions.descent.frank_wolfe import MixedStep
from turingrad.constructions.descent.recipe import Recipe
from turingrad.constructions.descent.tape_access import TapeAccess
from turingrad.constructions.descent.tape_loss import TapeLoss
from turingrad.constructions.descent.variables import (
    check_fingerprint,
    fingerprint,
    machine_facts,
    pad_state,
    put,
    require_entry,
    vertex_of,
)
from turingrad.constructions.network import Network
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput

FIRST_CELLS = 16
MAX_CELLS = 1 << 22


class TapeDescent(TapeAccess, Network[TapeMachine, TapeConfiguration]):
    """A tape machine as a loss: one mixed step (22) of gradient descent on it is one step of the machine.

    Parameters: `s`, a vertex of the simplex over Q x symbols^d; `T`, the tapes; `H`, the heads. `forward()` is the
    loss.

    Read-only tapes are not trained: they are in the buffer `fixed_tapes`. `origin` is the index of the lowered
    machine's cell 0; it is part of the state. The tapes have a fixed length tau, `cells`, as in the paper: if the
    next step would take a head off its tape, `forward` raises, and `grow` makes the tapes longer.
    """

    construction = "descent"
    trained_state = ("s", "T", "H", "fixed_tapes", "origin_cell")
    growing_state = ("T", "H", "fixed_tapes")
    belongs: Tensor

    def __init__(
        self,
        recipe: Recipe,
        *,
        cells: int = FIRST_CELLS,
        grows: bool = True,
        read_only: tuple[int, ...] = (),
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        machine = recipe.machine
        if not 3 <= cells <= MAX_CELLS:
            raise InputError(f"a tape of {cells} cells; there must be 3 to {MAX_CELLS:,}")
        for tape in read_only:
            if not 0 <= tape < machine.tapes:
                raise InputError(f"read-only tape {tape}: the machine's tapes are 0 to {machine.tapes - 1}")
            for rule in machine.rules:
                if rule.read[tape] != rule.write[tape]:
                    raise InputError(f"tape {tape} is not read-only: rule '{rule}' writes on it")
        self.recipe, self.machine, self.certificate = recipe, machine, recipe.certificate
        self.constants, self.graph, self.encoding = recipe.constants, recipe.graph, recipe.encoding
        self.certificate.require(dtype)
        self.read_only, self.grows = tuple(sorted(read_only)), grows
        self.loss = TapeLoss(self.graph, self.encoding, self.constants, dtype)
        self.first_cells = cells
        self.writable = tuple(tape for tape in range(machine.tapes) if tape not in self.read_only)
        self.place = torch.argsort(torch.tensor(self.writable + self.read_only))  # of each tape in that order
        self.register_buffer("origin_cell", torch.tensor(0))
        facts = machine_facts(recipe.lowering.machine), astuple(recipe.encoding), astuple(recipe.constants)
        self.register_buffer("belongs", fingerprint(*facts, self.read_only))
        self.s, self.T, self.H = (nn.Parameter(torch.zeros(0, dtype=dtype)) for _ in range(3))
        self.load(None)

    @property
    def origin(self) -> int:
        return int(self.origin_cell)

    @origin.setter
    def origin(self, cell: int) -> None:
        self.origin_cell.fill_(cell)

    @property
    def depth(self) -> int:
        """Layers of the loss as Section 5.5 counts them: two for the units, one for the outer sum."""
        return 3

    @property
    def width(self) -> int:
        """ReLU units, and the numbers of T and H."""
        return self.loss.hat.width() + self.tapes().numel() + self.H.numel()

    @property
    def cells(self) -> int:
        return self.H.shape[1]

    def tapes(self) -> Tensor:
        """All tapes, (tapes, k, cells), the read-only ones among them."""
        if not self.read_only:
            return self.T
        return torch.cat([self.T, self.fixed_tapes]).index_select(0, self.place)

    def forward(self) -> Tensor:
        loss: Tensor = self.loss(self.s, self.tapes(), self.H)
        return loss

    def load(self, given: TapeInput = None) -> None:
        """The initial configuration of an input becomes the parameters."""
        rows = self.recipe.contents(given)
        cells, longest = self.first_cells, max(len(row) for row in rows)
        if self.grows:
            while cells < longest + 2:
                cells *= 2
        if cells < longest or cells > MAX_CELLS:
            raise LimitError(f"an input of {longest} cells does not fit on a tape of {cells} cells")
        self.origin = (cells - longest) // 2
        content = torch.full((self.machine.tapes, cells), self.recipe.blank)
        for tape, row in enumerate(rows):
            content[tape, self.origin : self.origin + len(row)] = torch.tensor(row, dtype=torch.long)
        self.assign(self.recipe.start(rows), content, torch.full((self.machine.tapes,), self.origin))

    def assign(self, vertex: int, content: Tensor, heads: Tensor) -> None:
        """The parameters' values from a vertex, symbol numbers (tapes, cells) and head indices (tapes,)."""
        codes = torch.tensor(self.encoding.codes, dtype=self.dtype)
        full = codes[content].transpose(1, 2).contiguous()  # (tapes, k, cells)
        s = torch.zeros(self.graph.vertices, dtype=self.dtype)
        s[vertex] = 1
        H = nn.functional.one_hot(heads, content.shape[1]).to(self.dtype)
        self.keep(s, full, H)

    def keep(self, s: Tensor, full: Tensor, H: Tensor) -> None:
        """The parameters' values; `full` has all tapes, the read-only ones among them. Optimizers stay valid."""
        self.placed += 1
        put(self.s, s)
        put(self.H, H)
        put(self.T, full[list(self.writable)].contiguous())
        self.register_buffer("fixed_tapes", full[list(self.read_only)].contiguous())

    def groups(self) -> list[dict[str, Any]]:
        """The parameters with their rates: 1 on the simplex, 1/gamma for T and H."""
        free = {"params": [self.T, self.H], "rate": 1 / self.constants.gamma}
        return [{"params": [self.s], "simplex": True}, free]

    def optimizer(self) -> MixedStep:
        """The mixed step (22)."""
        return MixedStep(self.groups())

    def at_edge(self) -> bool:
        """True if a head is on the first or the last cell: its next move may leave the tape."""
        return bool((self.H.detach()[:, [0, -1]] > 0.5).any())

    def grow(self, *optimizers: Optimizer) -> None:
        """Twice the cells, half of the new ones on each side; the configuration stays.

        The parameters stay the same objects, so optimizers without memory (MixedStep, plain SGD) go on as they are.
        Those that remember something of each number (momentum, Adam) are given here: the new cells start at 0. A loss
        that was computed before must be computed anew.
        """
        if 2 * self.cells > MAX_CELLS:
            raise LimitError(f"the machine needs more than {self.cells:,} cells")
        before, after = self.cells // 2, self.cells - self.cells // 2
        code = torch.tensor(self.encoding.codes[self.recipe.blank], dtype=self.dtype)
        blank = code.view(1, -1, 1).expand(self.machine.tapes, -1, -1)
        full = self.tapes().detach()
        full = torch.cat([blank.expand(-1, -1, before), full, blank.expand(-1, -1, after)], dim=2)
        for parameter in (self.T, self.H):
            pad_state(optimizers, parameter, before, after)
        self.origin += before
        self.keep(self.s.detach(), full, nn.functional.pad(self.H.detach(), (before, after)))

    def check_state(self, state: Mapping[str, Tensor], prefix: str = "") -> None:
        """Refuse a saved state that does not say everything, or belongs to another machine, hat, encoding or b."""
        check_fingerprint(state, f"{prefix}belongs", self.belongs, "machine, hat, encoding or constant")
        require_entry(state, f"{prefix}origin_cell")
        s, T, H, fixed = (require_entry(state, f"{prefix}{name}") for name in ("s", "T", "H", "fixed_tapes"))
        cells, k = H.shape[-1] if H.ndim == 2 else 0, self.encoding.width
        wanted = {
            "s": (s, (self.graph.vertices,)),
            "T": (T, (len(self.writable), k, cells)),
            "H": (H, (self.machine.tapes, cells)),
            "fixed_tapes": (fixed, (len(self.read_only), k, cells)),
        }
        for name, (value, shape) in wanted.items():
            if tuple(value.shape) != shape or not bool(torch.isfinite(value).all()):
                raise InputError(f"the saved state's {prefix}{name} is not a finite array of shape {shape}")
        for name, buffer in self.loss.named_buffers():
            if not torch.equal(require_entry(state, f"{prefix}loss.{name}").to(buffer), buffer):
                raise InputError(f"the saved state's weights {prefix}loss.{name} are not this network's")

    def _load_from_state_dict(self, state_dict: Mapping[str, Tensor], prefix: str, *rest: Any) -> None:
        """Tapes of any length come back: the parameters take the saved shapes first."""
        self.check_state(state_dict, prefix)
        self.placed += 1
        for name in ("s", "T", "H"):
            put(getattr(self, name), state_dict[f"{prefix}{name}"].to(self.dtype))
        self.register_buffer("fixed_tapes", state_dict[f"{prefix}fixed_tapes"].detach().to(self.dtype).clone())
        super()._load_from_state_dict(state_dict, prefix, *rest)

    def require_reachable(self) -> None:
        """A vertex, symbols and heads: what a step leads to."""
        self.configuration(self.recipe.boot_steps)

    def snapshot(self) -> Tensor:
        """(s, T, H) in one vector: what `decode` reads."""
        return torch.cat([self.s.detach(), self.tapes().detach().flatten(), self.H.detach().flatten()])

    def decode(self, activations: Tensor, at: int) -> TapeConfiguration:
        """The configuration that a snapshot stands for, after `at` steps of the source machine."""
        tapes, k, cells = self.machine.tapes, self.encoding.width, self.cells
        size = self.graph.vertices + tapes * (k + 1) * cells
        require_tensor(activations, "what is decoded", (size,))
        vector = activations.detach().cpu().to(torch.float64).numpy()
        s, T, H = np.split(vector, [self.graph.vertices, self.graph.vertices + tapes * k * cells])
        exact = not self.loss.rounded
        H = H.reshape(tapes, cells)
        heads = H.argmax(axis=1)
        rest = H.copy()
        rest[np.arange(tapes), heads] -= 1
        if np.abs(rest).max() > (0.0 if exact else ROUNDING):
            raise LimitError(f"a head has left the tape of {cells} cells at step {at}")
        vertex = vertex_of(torch.from_numpy(s), len(s), at)
        content = self.encoding.symbols(T.reshape(tapes, k, cells).transpose(0, 2, 1), exact=exact)
        return self.recipe.configuration(vertex, content, [int(head) for head in heads], self.origin, at)

    def configuration(self, at: int) -> TapeConfiguration:
        """The configuration that the parameters stand for now."""
        return self.decode(self.snapshot(), at)

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[TapeConfiguration]:
        """Gradient descent of a copy from an input, decoded at every step."""
        trained = copy.deepcopy(self)
        trained.load(given)
        descent = Descent(trained)
        for step in count():
            if step:
                descent.advance()
            if step >= self.recipe.boot_steps:
                yield trained.configuration(step - self.recipe.boot_steps)
            if descent.halted() or (max_steps is not None and step - self.recipe.boot_steps >= max_steps):
                return


class Descent:
    """A network in the middle of its training: the loss at the present parameters, and the step that follows."""

    def __init__(self, network: TapeDescent) -> None:
        self.network = network
        self.steps = 0
        self.optimizer = network.optimizer()
        self._loss: Tensor | None = None

    @property
    def loss(self) -> Tensor:
        """The loss now. A network that grows does so here, before a head can leave the tape."""
        if self._loss is None:
            if self.network.grows and self.network.at_edge():
                self.network.grow(self.optimizer)
            try:
                self._loss = self.network()
            except LimitError:
                raise LimitError(
                    f"a head leaves the tape of {self.network.cells} cells in step {self.steps + 1}"
                ) from None
        return self._loss

    def halted(self) -> bool:
        """The loss of a halting configuration, and of no other, lies below c."""
        return float(self.loss.detach()) < self.network.constants.running_least

    def advance(self) -> None:
        """One mixed step: gradients by autograd, then (22)."""
        self.optimizer.zero_grad()
        self.loss.backward()  # type: ignore[no-untyped-call]
        self.optimizer.step()
        self.steps += 1
        self._loss = None
