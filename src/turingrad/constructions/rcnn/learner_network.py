"""Definition 5: the recurrent convolutional network with a memory layer, its weights from a wall-model learner.

    f(z) = sum( f_head( f_Conv2D^(L)( [W diag(z), work cells] ) over the columns 1..d+1 ) ),   z = (x, 1)

W, of shape (m+1, d+1), is the only thing that is trained, and starts at 0. While it has an empty row the grid falls
into the memory phase: the output is 0 and the gradient reaches that row only (Lemma 3). Once it is full the same
convolution rolls out the learner's Turing machine on the samples and z.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint as recompute

from turingrad._support.arrays import I64, Signs, signs
from turingrad._support.validation.values import whole
from turingrad.constructions.network import Network
from turingrad.constructions.rcnn.certificate import local_bounds, readout_bound
from turingrad.constructions.rcnn.decode import CellDecoder, Layer, decode_samples
from turingrad.constructions.rcnn.heads import head_table
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.constructions.rcnn.layouts import (
    PaperLocal,
    PaperReadout,
    Readout,
    ramp_of,
    readout_matrices,
    require_weights_within,
    unit_of,
    weight_set,
)
from turingrad.constructions.rcnn.local import Convolved, LocalNetwork, at_rest, require_few_values
from turingrad.constructions.rcnn.options import require_legal, require_size
from turingrad.constructions.rcnn.protocol import learner_weights
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError, LimitError
from turingrad.exact import Certificate
from turingrad.machine.grid import TERNARY, GridConfiguration, GridMachine
from turingrad.machine.grid import run as grid_run
from turingrad.machine.grid.border import add_border
from turingrad.machine.grid.learner import learner_grid
from turingrad.machine.lower.grid import finish

MAX_LAYERS = 100_000_000


@dataclass(frozen=True)
class Rolled:
    """The grid after `layers` layers; `settled` where further layers would change nothing."""

    grid: torch.Tensor
    layers: int
    settled: bool


class RCNN(Convolved, Network[GridMachine, GridConfiguration]):
    """The network of one learner for m = `samples` samples of d = `features` features, of `L` layers (None: as many as
    change something).

    `work` is Definition 5's l, the number of work columns (default: the machine's own k; beyond them there is a border,
    see `machine.grid.border`). `size` is s: any machine of at most s lowered states is compiled into the architecture
    of s, its weights from the one set U_s (default: the machine's own number of lowered states).
    """

    trained_state = ("W",)

    def __init__(
        self,
        machine: GridMachine,
        samples: int,
        features: int,
        *,
        dtype: torch.dtype = torch.float32,
        layout: str = "compact",
        units: str = "integer",
        depth: int | None = None,
        work: int | None = None,
        size: int | None = None,
    ) -> None:
        super().__init__()
        self.machine, self.samples, self.features, self.L = machine, samples, features, depth
        self.layout, self.units = layout, units
        self.work = machine.work if work is None else work
        require_legal(machine, samples, features, layout, units, dtype, depth, self.work)
        ternary = replace(machine, symbols=TERNARY)
        border = self.work > machine.work
        self.source = add_border(ternary, self.work) if border else ternary  # what `trace` follows
        self.lowered = add_border(finish(ternary), self.work) if border else finish(ternary)
        self.table = head_table(self.lowered, first=True)
        self.size = require_size(len(self.table.states), size)
        require_few_values(len(self.lowered.symbols), self.size)
        self.cells = cells = Lattice(self.size, border)
        self.weights = learner_weights(self.table, cells, work=machine.work)
        self.unit, ramp = unit_of(cells, units), ramp_of(cells, units)
        self.certificate = certificate_of(self)
        if units == "integer":
            self.certificate.require(dtype)
        if layout == "paper":
            allowed = weight_set(cells.states, units, border=border)
            self.local = PaperLocal(self.weights, cells.states, torch.float64, self.unit)
            self.head: nn.Module = PaperReadout(cells, ramp, torch.float64, self.unit)
            require_weights_within(self.local, allowed)
            require_weights_within(self.head, allowed)
            self.local, self.head = self.local.to(dtype), self.head.to(dtype)
        else:
            self.local = LocalNetwork(self.weights, dtype, self.unit)
            self.head = Readout(cells, ramp, dtype, self.unit)
        self.rate = cells.T * self.unit * ramp * self.unit  # T a (the paper's 1/54 is T/S times 1/18)
        self.W = nn.Parameter(torch.zeros(samples + 1, features + 1, dtype=dtype))
        self.decoder = CellDecoder(cells, self.table)

    # ---- forward -----------------------------------------------------------------------------------------------

    def memory_layer(self, points: torch.Tensor) -> torch.Tensor:
        """[W diag(z), marks]: (batch, d) -> (batch, m+1, d+1+l)."""
        z = torch.cat([points.to(self.W), torch.ones(len(points), 1).to(self.W)], dim=1)
        main = self.W.unsqueeze(0) * z.unsqueeze(1)
        marks = torch.full((self.work,), float(self.cells.P * self.unit)).to(self.W)
        if self.cells.border:
            marks[self.machine.work - 1] = self.cells.Q * self.unit
        return torch.cat([main, marks.expand(len(points), self.samples + 1, -1)], dim=2)

    def read_out(self, grid: torch.Tensor) -> torch.Tensor:
        """The pixel-wise head, summed over the main grid."""
        result: torch.Tensor = self.head(grid[:, :, : self.features + 1])
        return result.sum(dim=(1, 2))

    def roll_out(
        self, grid: torch.Tensor, *, depth: int | None = None, early_exit: bool = True, checkpoint: bool = False
    ) -> Rolled:
        """`depth` layers, or with `early_exit` as many as change something.

        At a fixed point every Jacobian on the main grid is diagonal with entries 0 and 1, so that its powers are
        itself: leaving after the layer that changed nothing is exact, for the values and for the gradients.
        `checkpoint` keeps the grids only, and computes each layer again in the backward pass.
        """
        wanted = depth if depth is not None else self.L
        if wanted is None and not early_exit:
            raise InputError("without the early exit the number of layers must be given (depth=L)")
        limit = MAX_LAYERS if wanted is None else wanted
        for layers in range(1, limit + 1):
            following = recompute(self.layer, grid, use_reentrant=False) if checkpoint else self.layer(grid)
            if early_exit and self.same(following, grid):
                return Rolled(following, layers, True)
            grid = following
        if wanted is None:
            raise LimitError(f"the network still changes after {limit:,} layers")
        return Rolled(grid, limit, False)

    def same(self, grid: torch.Tensor, other: torch.Tensor) -> bool:
        """Equal; in the paper's units, which are rounded, equal up to an eighth of the lattice's gap."""
        if self.units == "integer":
            return torch.equal(grid, other)
        return bool((grid - other).abs().max() < self.unit)

    def forward(self, points: torch.Tensor, depth: int | None = None) -> torch.Tensor:
        """(batch, d) of ±1 -> (batch,): 0 while memorising, the learner's answer ±1 once W is full.

        A machine that is stuck without an answer predicts +1, as the paper lets every invalid classifier (section 2.1).
        Too few layers for the grid to settle are an error: what is left on the grid then is no answer.
        """
        if torch.compiler.is_compiling():
            return self.at_rest(points, depth)
        require_tensor(points, "the points", (None, self.features), like=self.W)
        wanted = None if depth is None else whole(depth, "the number of layers")
        rolled = self.roll_out(self.memory_layer(points), depth=wanted)
        if not rolled.settled and not self.same(self.layer(rolled.grid), rolled.grid):
            raise LimitError(
                f"L = {rolled.layers:,} layers are too few: the machine had not halted and blanked its grid"
            )
        outputs = self.read_out(rolled.grid)
        return torch.where(self.is_stuck(rolled.grid), torch.ones_like(outputs), outputs)

    def at_rest(self, points: torch.Tensor, depth: int | None) -> torch.Tensor:
        """`forward` as a graph: not a number if the layers are too few, which `forward` refuses."""
        wanted = depth if depth is not None else self.L
        grid, changed = at_rest(self.layer, self.memory_layer(points), MAX_LAYERS if wanted is None else wanted)
        resting = torch.tensor(self.resting_heads(), dtype=grid.dtype) * self.unit
        stuck = (grid.unsqueeze(-1) == resting).any(dim=(1, 2, 3))
        outputs = torch.where(stuck, 1.0, self.read_out(grid))
        return torch.where(changed & (self.layer(grid) != grid).any(), torch.nan, outputs)

    def plain(self) -> nn.Sequential:
        """One layer, of linear and ReLU layers, on the patches of the cells: (..., 9) -> (..., 1), see `patches_of`."""
        return self.local.layers() if isinstance(self.local, LocalNetwork) else super().plain()

    def resting_heads(self) -> list[int]:
        """Cell values with a head that rests in a state that is not the end."""
        ends = set(self.lowered.halting) - set(self.machine.halting)
        resting = [i for i, head in enumerate(self.table.states) if head.state not in ends]
        return [self.cells.head(a, i, mark) for a, mark in self.cells.alphabet for i in resting]

    def is_stuck(self, grid: torch.Tensor) -> torch.Tensor:
        """(batch, rows, columns) of a settled grid -> (batch,): the head rests in a state that is not the end."""
        found = np.isin(self.integers(grid), self.resting_heads()).any(axis=(1, 2))
        return torch.from_numpy(found).to(grid.device)

    # ---- the way back ------------------------------------------------------------------------------------------

    def integers(self, activations: torch.Tensor) -> I64:
        """Cell values in integer units; in the paper's units rounded to the lattice, which must be near."""
        values = activations.detach().double().cpu().numpy() / self.unit
        rounded = np.rint(values)
        slack = 0.0 if self.units == "integer" else 0.25
        if not np.all(np.abs(values - rounded) <= slack):
            worst = float(np.abs(values - rounded).max())
            raise InputError(f"an activation is {worst:g} off every integer; these are not activations of this network")
        return rounded.astype(np.int64)

    def decode_layer(self, activations: torch.Tensor) -> Layer:
        """(rows, columns) -> phases, symbols, head and state."""
        return self.decoder.layer(self.integers(activations))

    def decode(self, activations: torch.Tensor, at: int) -> GridConfiguration:
        """The source machine's configuration after `at` steps (with a border, the bordered machine's)."""
        require_tensor(activations, "what is decoded", (None, None))
        layer = self.decode_layer(activations)
        if layer.head is None or layer.state is None or layer.state.state is None:
            raise InputError("this layer comes before the machine's first step: it has no head in one of its states")
        if layer.state.state not in self.source.states:
            raise InputError(f"this layer comes after the machine's halt: its head is in {layer.state}")
        return GridConfiguration(at, layer.state.state, layer.head, layer.state.bumped, layer.grid)

    def decode_samples(self) -> tuple[Signs, Signs]:
        """The samples that W holds so far, the dummy last: (X, y)."""
        return decode_samples(self.integers(self.W), self.cells.T)

    def holds(self) -> tuple[Signs, Signs]:
        """The samples of a full W, without the dummy; refused while it has an empty row."""
        X, y = self.decode_samples()
        if len(y) <= self.samples:
            raise InputError(f"W holds {len(y)} of {self.samples + 1} rows: train the network first")
        return X[:-1], y[:-1]

    def reference(self, given: npt.ArrayLike, max_steps: int | None) -> Iterator[GridConfiguration]:
        """The machine on the samples that W holds and the test point `given`."""
        grid = learner_grid(self.machine, *self.holds(), given, work=self.work)
        return grid_run.trace(self.source, grid, max_steps=max_steps)

    def draw_input(self, rng: np.random.Generator) -> Signs:
        return rng.choice(np.array([-1, 1], np.int8), self.features)

    def configurations(self, given: npt.ArrayLike | None, max_steps: int | None) -> Iterator[GridConfiguration]:
        """Those for one test point `given`, from the layers of the network: the first after two layers (start, and the
        first state that stays), the last where the source machine halts."""
        if given is None:
            raise InputError("a network that learns traces a test point; give its features")
        point = signs(given, "the test point", (self.features,))
        with torch.no_grad():
            grid = self.memory_layer(torch.from_numpy(point).unsqueeze(0))
            grid = self.layer(self.layer(grid))
        step = 0
        while True:
            configuration = self.decode(grid[0], step)
            yield configuration
            if self.source.halted(configuration) or step == max_steps:
                return
            with torch.no_grad():  # never across a yield: the mode is the thread's
                grid, step = self.layer(grid), step + 1


def certificate_of(network: RCNN) -> Certificate:
    cells, unit = network.cells, network.unit
    values = np.array([*cells.values], np.float64) * unit
    ramp = ramp_of(cells, network.units)
    readout = readout_matrices(cells, ramp, unit)
    main = (network.samples + 1) * (network.features + 1)
    local = local_bounds(network.weights, unit=unit, gradient=1 / (ramp * unit))
    return Certificate.of([*local, *readout_bound(readout, values, main)])
