"""The recurrent convolution as a network of its own: any grid machine, and any one-tape machine on one row.

One layer is one step. A tape is a row with room on both sides; where the head comes to its edge the row is doubled
(the weights do not depend on its length) and the run goes on, so that a one-row tape never touches a wall.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from torch import nn

from turingrad._support.arrays import I64
from turingrad._support.validation.values import whole
from turingrad.constructions.network import Network
from turingrad.constructions.rcnn.alphabet import Alphabet, alphabet_weights
from turingrad.constructions.rcnn.certificate import local_bounds
from turingrad.constructions.rcnn.decode import read_cells
from turingrad.constructions.rcnn.heads import HeadState, head_table
from turingrad.constructions.rcnn.local import Convolved, LocalNetwork, at_rest, require_few_values
from turingrad.constructions.rcnn.options import accepts
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError, LimitError
from turingrad.exact import Certificate
from turingrad.machine.grid import MAX_CELLS, GridConfiguration, GridMachine
from turingrad.machine.lower.grid import to_grid
from turingrad.machine.tape import Tape, TapeConfiguration, TapeMachine

FIRST_ROOM = 16  # blank cells on either side of a tape's input


class RecurrentConvolution(Convolved, Network[TapeMachine | GridMachine, Any]):
    """f_Conv2D without memory layer and read-out, for a grid machine or a one-tape machine.

    `dense=False` leaves out its matrices: the event-driven executor computes from `weights`.
    """

    local: LocalNetwork

    def __init__(
        self, machine: TapeMachine | GridMachine, *, dtype: torch.dtype = torch.float32, dense: bool = True
    ) -> None:
        super().__init__()
        accepts(machine)
        self.machine = machine
        if isinstance(machine, TapeMachine):
            self.table = head_table(to_grid(machine).machine, walls=False)
        else:
            self.table = head_table(machine)
        require_few_values(len(machine.symbols), len(self.table.states))
        self.codes = Alphabet(len(machine.symbols), len(self.table.states))
        self.weights = alphabet_weights(self.table)
        self.certificate = Certificate.of(local_bounds(self.weights))
        self.certificate.require(dtype)
        self.compiled_in = dtype
        if dense:
            self.local = LocalNetwork(self.weights, dtype)

    @property
    def dtype(self) -> torch.dtype:
        return self.local.V1.dtype if "local" in self._modules else self.compiled_in

    def forward(self, grid: torch.Tensor, depth: int) -> torch.Tensor:
        """`depth` layers; leaving at a fixed point is exact."""
        if torch.compiler.is_compiling():
            return at_rest(self.layer, grid, depth)[0]
        self.require_matrices()
        depth = whole(depth, "the number of layers")
        require_tensor(grid, "the grid of cells", (None, None, None), dtype=self.dtype)
        for _ in range(depth):
            following = self.layer(grid)
            if torch.equal(following, grid):
                break
            grid = following
        return grid

    def plain(self) -> nn.Sequential:
        """One layer, of linear and ReLU layers, on the patches of the cells: (..., 9) -> (..., 1), see `patches_of`."""
        self.require_matrices()
        return self.local.layers()

    def require_matrices(self) -> None:
        if "local" not in self._modules:
            raise InputError("this network was compiled with dense=False: only the executor 'event' runs it")

    # ---- from configurations to cells and back -----------------------------------------------------------------

    def encode(self, given: Any = None, head: tuple[int, int] | None = None) -> tuple[I64, int]:
        """The first layer of an input as cell values (rows, columns), and the cell number of the first column."""
        number = {symbol: i for i, symbol in enumerate(self.machine.symbols)}
        if isinstance(self.machine, GridMachine):
            first = self.machine.initial(given, head)
            row, column = first.head
            cells = np.array([[self.codes.code(number[s]) for s in line] for line in first.grid], np.int64)
            origin = 0
        else:
            (symbols,) = self.machine.tapes_of(given)
            room, blank = FIRST_ROOM, self.codes.code(number[self.machine.blank])
            cells = np.full((1, 2 * room + max(1, len(symbols))), blank, np.int64)
            cells[0, room : room + len(symbols)] = [self.codes.code(number[s]) for s in symbols]
            row, column, origin = 0, room, -room
        cells[row, column] += self.codes.code(0, self.table.index[HeadState(self.machine.start)])
        return cells, origin

    def widen(self, cells: I64, origin: int) -> tuple[I64, int]:
        """The row with its own length of blanks added, half on either side."""
        assert isinstance(self.machine, TapeMachine)
        room = (cells.shape[1] + 1) // 2
        if cells.shape[1] + 2 * room > MAX_CELLS:
            raise LimitError(f"the tape is longer than {cells.shape[1]:,} cells")
        blank = self.codes.code(self.machine.symbols.index(self.machine.blank))
        return np.pad(cells, ((0, 0), (room, room)), constant_values=blank), origin - room

    def decode(
        self, activations: torch.Tensor | I64, at: int, origin: int = 0
    ) -> TapeConfiguration | GridConfiguration:
        """(rows, columns) -> the machine's configuration after `at` steps; `origin` is the first column's cell."""
        if not isinstance(activations, np.ndarray):
            require_tensor(activations, "what is decoded", (None, None))
        values = activations.detach().cpu().numpy() if isinstance(activations, torch.Tensor) else activations
        rows, head, number = read_cells(values, self.codes.meaning)
        if head is None or number is None:
            raise InputError("no cell carries a head; these are not activations of this network")
        symbols = tuple(tuple(self.machine.symbols[symbol] for symbol, _ in row) for row in rows)
        state = self.table.states[number]
        assert state.state is not None
        if isinstance(self.machine, GridMachine):
            return GridConfiguration(at, state.state, head, state.bumped, symbols)
        tape = Tape.trim(origin, symbols[0], self.machine.blank)
        return TapeConfiguration(at, state.state, (origin + head[1],), (tape,))

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[Any]:
        """One configuration per layer, from the dense network."""
        self.require_matrices()
        self.certificate.require(self.dtype)
        return self._configurations(given, max_steps)

    def _configurations(self, given: Any, max_steps: int | None) -> Iterator[Any]:
        cells, origin = self.encode(given)
        step = 0
        while True:
            configuration = self.decode(cells, step, origin)
            yield configuration
            if self.machine.halted(configuration) or step == max_steps:  # type: ignore[arg-type]
                return
            edges = origin, origin + cells.shape[1] - 1  # from where the next step could leave the row
            if isinstance(configuration, TapeConfiguration) and configuration.heads[0] in edges:
                cells, origin = self.widen(cells, origin)
            with torch.no_grad():
                grid = torch.from_numpy(cells).to(self.dtype).unsqueeze(0)
                cells = self.layer(grid)[0].to(torch.int64).numpy()
            step += 1
