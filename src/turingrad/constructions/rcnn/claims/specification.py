"""What the learner's local network must compute: B.2 of Goel et al. in plain Python, with the errata mended.

`next_value` is f_Conv2D on a patch (c, U, D, L, R) of cell values, `jacobian` its five partial derivatives. Nothing
here knows of weights: claims and tests compare the network with it. Errata: a wall turns the head's state
into its twin (the printed machine loses its head there), a left move reads gamma of the *right* neighbour's own value,
and the start is in the bottom-right corner of the main grid.
"""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.constructions.rcnn.heads import HeadTable
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.constructions.rcnn.local import COMES_FROM, TOWARDS


class Specification:
    """f_Conv2D and its Jacobian for one lowered learner."""

    def __init__(self, table: HeadTable, work: int, cells: Lattice | None = None) -> None:
        self.table, self.work = table, work
        self.cells = cells = cells or Lattice(len(table.states))
        states = range(len(table.states))
        self.heads = {cells.head(a, q, mark): (i, q) for i, (a, mark) in enumerate(cells.alphabet) for q in states}
        self.computing = {cells.symbol(*symbol) for symbol in cells.alphabet} | set(self.heads)

    def next_value(self, patch: Sequence[int]) -> int:
        """The centre's next value."""
        if patch[0] in self.cells.unknown:
            return self.message(patch)
        if patch[0] in self.computing:
            return self.roll_out(patch)
        return patch[0]

    def message(self, patch: Sequence[int]) -> int:
        """f_msg."""
        centre, up, down, left, right = patch
        cells = self.cells
        computing = any(neighbour in self.computing for neighbour in (up, down, left, right))
        if centre in (cells.P, cells.Q):
            return centre - cells.P + cells.C if computing else centre
        if self.memorises(patch) or -cells.C in (up, down):
            return -cells.C
        corner = right == cells.beside_the_labels(self.work) and down == cells.p
        if centre != 0 and corner:
            return centre + cells.C + cells.H
        return centre + cells.C if centre != 0 and computing else centre

    def memorises(self, patch: Sequence[int]) -> bool:
        """An empty cell in the first row, or below a memorised one."""
        return patch[0] == 0 and patch[1] in (self.cells.p, self.cells.T, -self.cells.T)

    def roll_out(self, patch: Sequence[int]) -> int:
        """f_TM, in the wall model."""
        cells, value = self.cells, patch[0]
        if value in self.heads:
            symbol, state = self.heads[value]
            action = self.table.actions[state][symbol]
            if action is None:
                return value
            written, mark = cells.alphabet[action.write]
            if action.move == "S":
                return cells.head(written, action.next, mark)
            at_wall = patch[TOWARDS[action.move]] == cells.p
            return cells.head(written, action.at_wall, mark) if at_wall else cells.symbol(written, mark)
        for move, side in COMES_FROM.items():
            if patch[side] in self.heads:
                symbol, state = self.heads[patch[side]]
                action = self.table.actions[state][symbol]
                if action is not None and action.move == move:
                    return value + cells.H + cells.code(action.next)
        return value

    def jacobian(self, patch: Sequence[int]) -> tuple[int, int, int, int, int]:
        """1 for the centre in the memory phase and where a cell memorises, 0 otherwise."""
        passes = patch[0] == -self.cells.C or self.memorises(patch)
        return (int(passes), 0, 0, 0, 0)
