"""The trained network as a Boolean circuit over x (section 2.1, and the remark after Corollary 2).

The network is unrolled layer by layer. At each layer a cell has, for each value that it takes on some x, a wire that
is 1 exactly where it has that value. The values of a patch give the next value of its centre (the local network is
asked, once for each patch), whose wire is the OR over these patches of the AND of their cells' wires. A cell with the
same value on all x needs no wire. While d is small the truth table of every wire is at hand, so that wires with equal
tables are one wire and patches that never occur are left out; the result is the unrolling with all of that shared.
"""

from __future__ import annotations

import torch

from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.constructions.rcnn.local import IN_PATCH
from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.simplify import simplify

MAX_FEATURES = 12  # truth tables of 2^12 bits
Wires = dict[int, int]  # value of a cell -> truth table of "the cell has this value", a bit for each x
Place = tuple[int, int]
NEAR = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))  # in the order of `local.POSITIONS`


class Sharing:
    """Gates by truth table: a table that exists already is not built again."""

    def __init__(self, features: int) -> None:
        self.builder = CircuitBuilder()
        points = 1 << features
        self.everything = (1 << points) - 1
        self.wire: dict[int, int] = {}
        self.inputs: list[int] = []
        for b in range(features):
            table = sum(1 << x for x in range(points) if x >> (features - 1 - b) & 1)
            self.inputs.append(table)
            self.wire[table] = self.builder.input(f"x[{b}]")

    def complement(self, table: int) -> int:
        flipped = self.everything & ~table
        if flipped not in self.wire:
            self.wire[flipped] = self.builder.not_(self.wire[table])
        return flipped

    def conjunction(self, tables: list[int]) -> int:
        """The table of the AND, its gate built if new; all-ones parts are left out."""
        joint = self.everything
        for table in tables:
            joint &= table
        parts = [table for table in dict.fromkeys(tables) if table != self.everything]
        if joint and parts and joint not in self.wire:
            self.wire[joint] = self.builder.and_(*(self.wire[part] for part in parts))
        return joint

    def disjunction(self, tables: list[int]) -> int:
        joint = 0
        for table in tables:
            joint |= table
        if joint not in (0, self.everything) and joint not in self.wire:
            self.wire[joint] = self.builder.or_(*(self.wire[part] for part in dict.fromkeys(tables)))
        return joint


class Unrolling:
    """The grid of one layer, for all x at once."""

    def __init__(self, network: RCNN, sharing: Sharing) -> None:
        self.network, self.sharing = network, sharing
        self.known: dict[tuple[int, ...], int] = {}
        self.grid: dict[Place, Wires] = {}
        W = network.integers(network.W)
        rows, main = W.shape
        for i in range(rows):
            for j in range(main + network.machine.work):
                self.grid[i, j] = {network.cells.P: sharing.everything} if j >= main else self.weighted(int(W[i, j]), j)
        self.dirty = set(self.grid)

    def weighted(self, weight: int, column: int) -> Wires:
        """W diag(z): the weight where x_b is +1, its negative elsewhere."""
        sharing = self.sharing
        if column == self.network.features or weight == 0:
            return {weight: sharing.everything}
        plus = sharing.inputs[column]
        return {weight: plus, -weight: sharing.complement(plus)}

    def local(self, patch: tuple[int, ...]) -> int:
        if patch not in self.known:
            given = torch.full((1, 9), float(self.network.weights.padding), dtype=self.network.W.dtype)
            given[0, IN_PATCH] = torch.tensor(patch, dtype=given.dtype)
            with torch.no_grad():
                self.known[patch] = int(self.network.local(given)[0])
        return self.known[patch]

    def next_wires(self, place: Place) -> Wires:
        """The centre's next values, over all patches that occur on some x."""
        padding = {self.network.weights.padding: self.sharing.everything}
        around = [self.grid.get((place[0] + i, place[1] + j), padding) for i, j in NEAR]
        patches: list[tuple[tuple[int, ...], list[int], int]] = [((), [], self.sharing.everything)]
        for cell in around:
            patches = [
                ((*values, value), [*tables, table], joint & table)
                for values, tables, joint in patches
                for value, table in cell.items()
                if joint & table
            ]
        found: dict[int, list[int]] = {}
        for values, tables, _ in patches:
            found.setdefault(self.local(values), []).append(self.sharing.conjunction(tables))
        return {value: self.sharing.disjunction(tables) for value, tables in found.items()}

    def layer(self) -> bool:
        """One layer; false where nothing changed."""
        changes = {}
        for place in sorted(self.dirty):
            following = self.next_wires(place)
            if following != self.grid[place]:
                changes[place] = following
        self.grid.update(changes)
        near = {(i + di, j + dj) for i, j in changes for di, dj in NEAR}
        self.dirty = {place for place in near if place in self.grid}
        return bool(changes)


def classifier_circuit(network: RCNN, *, max_layers: int = 1_000_000) -> Circuit:
    """The classifier that the trained network is: inputs x[0..d-1] (1 for +1), output `y` (1 for +1)."""
    if network.units != "integer":
        raise InputError("only the network in integer units becomes a circuit; its cells are exact")
    if network.features > MAX_FEATURES:
        raise InputError(f"{network.features} features; a network of at most {MAX_FEATURES} becomes a circuit")
    sharing = Sharing(network.features)
    unrolling = Unrolling(network, sharing)
    layers = 0
    while unrolling.layer():
        layers += 1
        if layers == max_layers:
            raise LimitError(f"the network still changes after {layers:,} layers on some x")
    positive, negative = answers(network, unrolling)
    missing = sharing.everything & ~(positive ^ negative)
    if missing:
        x = (missing & -missing).bit_length() - 1
        signs = "".join("+" if x >> (network.features - 1 - b) & 1 else "-" for b in range(network.features))
        raise InputError(f"the network has no answer on x = {signs}")
    wire = sharing.wire.get(positive)
    if wire is None:
        wire = sharing.builder.const(int(positive == sharing.everything))
    sharing.builder.output("y", wire)
    return simplify(sharing.builder.build(name=network.machine.name))


def answers(network: RCNN, unrolling: Unrolling) -> tuple[int, int]:
    """The tables of "some main cell reads out +1" and "some main cell reads out -1"."""
    found: dict[float, list[int]] = {1.0: [], -1.0: []}
    for (_, column), cell in unrolling.grid.items():
        if column > network.features:
            continue
        for value, table in cell.items():
            with torch.no_grad():
                height = float(network.head(torch.tensor([float(value)], dtype=network.W.dtype))[0])
            if height:
                found[height].append(table)
    positive, negative = (unrolling.sharing.disjunction(found[sign]) for sign in (1.0, -1.0))
    return positive, negative
