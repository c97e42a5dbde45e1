"""Random restarts over the network's own weights: only those that depend on the machine are drawn.

Give every lowered state a fixed number: the first one, then each state of a machine of s states, of `finish` and of the
halt, each with its twin at a wall. Then a rule of state q that reads a stands in one block of weights, and in no other:
the columns of V4 that belong to the features of the heads (a, q) (at a wall: of its twin, for every a),

    V4[sum, I_c[h]]             what the head leaves in its cell
    V4[sum, I_j[h]]             that it arrives from side j, and in which state
    V4[wall D, I_c[h]]          the state at a wall in direction D

Everything else of V1..V5, U1, U2 is the same for all machines of s states. `Architecture` keeps one such network. A
draw takes each block from the finite set of blocks that rules have (15 s + 2 for a symbol, 5 s + 2 at a wall), loads
them into V4, trains W from 0 by Algorithm 1 (autograd, plain SGD) and reads the answers off the network. No machine is
compiled or run; the interpreter's answers for the same draw are only compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import torch

from turingrad._support.arrays import F64, I32, I64, Mask, Signs
from turingrad.constructions.rcnn import RCNN, memorise
from turingrad.constructions.rcnn.decode import CellDecoder
from turingrad.constructions.rcnn.heads import Action, HeadState, HeadTable
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.constructions.rcnn.local import CENTRE, DOWN, LEFT, RIGHT, UP, LocalNetwork, LocalWeights
from turingrad.constructions.rcnn.protocol import indicator, learner_weights
from turingrad.errors import InputError
from turingrad.machine.grid import WALL, GridMachine, GridRule
from turingrad.machine.lower.grid import finish
from turingrad.machine.run import Progress, with_progress
from turingrad.search.restarts import OneProblem
from turingrad.search.tables import PLUS, READS, WALL_READ, Table, as_machine

LOOK = 8  # layers between two looks at who has answered
SIDES = (CENTRE, UP, DOWN, LEFT, RIGHT)
WORK = 1


def numbered_states(machine: GridMachine) -> HeadTable:
    """The lowered machine with a number for every state and its twin, whether anything leads there or not."""
    heads = [HeadState(None), *(HeadState(state, bumped) for state in machine.states for bumped in (False, True))]
    number = {head: i for i, head in enumerate(heads)}
    places = {symbol: i for i, symbol in enumerate(machine.symbols)}

    def action(rule: GridRule | None, symbol: str) -> Action | None:
        if rule is None:
            return None
        landed, stopped = number[HeadState(rule.next)], number[HeadState(rule.next, rule.move != "S")]
        return Action(places[symbol if rule.write is None else rule.write], rule.move, landed, stopped)

    start = number[HeadState(machine.start)]
    rows: list[tuple[Action | None, ...]] = [tuple(Action(places[s], "S", start, start) for s in machine.symbols)]
    for head in heads[1:]:
        assert head.state is not None
        rule_of = [machine.rule(head.state, WALL if head.bumped else symbol) for symbol in machine.symbols]
        rows.append(tuple(action(rule, s) for rule, s in zip(rule_of, machine.symbols, strict=True)))
    return HeadTable(machine.symbols, tuple(heads), tuple(rows))


def weights_of(table: Table, cells: Lattice | None = None) -> tuple[LocalWeights, HeadTable]:
    """The local network of a draw with its states numbered, a feature for every head from every side."""
    numbered = numbered_states(finish(as_machine(table, WORK, every=True)))
    lattice = cells or Lattice(len(numbered.states))
    made = learner_weights(numbered, lattice, work=WORK)
    heads = [lattice.head(a, state, mark) for state in range(len(numbered.states)) for a, mark in lattice.alphabet]
    unused = {indicator(side, head): 0 for head in heads for side in SIDES}
    first, *rest = made.units
    return replace(made, units=(replace(first, terms={**unused, **first.terms}), *rest)), numbered


@dataclass(frozen=True, eq=False)
class Architecture:
    """One network for all machines of `states` states; `columns[q][read]` are the places of a rule's block in V4, and
    `blocks[q][read][rule]` what a rule puts there, (units, columns)."""

    states: int
    network: RCNN
    columns: tuple[tuple[I64, ...], ...]
    blocks: tuple[tuple[dict[int, F64], ...], ...]

    @property
    def drawn_weights(self) -> int:
        """Entries of V4 that a draw sets."""
        return sum(block.size for row in self.blocks for rules in row for block in [next(iter(rules.values()))])

    def load(self, table: Table) -> None:
        """A draw becomes the network's weights."""
        V4 = self.network.local.V4
        assert isinstance(V4, torch.Tensor)
        for state in range(self.states):
            for read in range(len(READS)):
                block = self.blocks[state][read][int(table[4 * state + read])]
                V4[:, torch.from_numpy(self.columns[state][read])] = torch.from_numpy(block).to(V4)

    def answers(self, table: Table, problem: OneProblem) -> Signs:
        """Load, train W from 0 by Algorithm 1, and read the answers on D's points off; 0 where there is none in time.

        After `max_steps` + 2 layers a machine that has answered is in a state of `finish`, which takes the rest.
        """
        self.load(table)
        network = self.network
        memorise(network, problem.X, problem.y)
        points, place = np.unique(problem.points, axis=0, return_inverse=True)
        found = np.zeros(len(points), np.int8)
        sweep = 4 * (len(problem.y) + 3) * (problem.X.shape[1] + 4)
        with torch.no_grad():
            grid = network.memory_layer(torch.from_numpy(points))
            for which, ended in self.in_time(grid, problem.max_steps + 2):
                outputs = network.read_out(network.roll_out(ended, depth=sweep).grid)
                found[which] = np.sign(outputs.numpy()).astype(np.int8)
        answers: Signs = found[place]
        return answers

    def in_time(self, grid: torch.Tensor, layers: int) -> Iterator[tuple[I64, torch.Tensor]]:
        """(points, their grids) of the runs that leave the machine's own states within so many layers. A grid that
        comes back (Brent's test) never does: the layers are all alike."""
        points = np.arange(len(grid))
        kept, power = grid, 1
        for layer in range(1, layers + 1):
            grid = self.network.layer(grid)
            again = (grid == kept).flatten(1).all(dim=1).numpy()
            left = ~self.still_working(grid) if layer % LOOK == 0 or layer == layers else np.zeros(len(points), bool)
            left[again & ~left] = ~self.still_working(grid[again & ~left]) if (again & ~left).any() else False
            if left.any():
                yield points[left], grid[torch.from_numpy(left)]
            stay = ~(again | left)
            if not stay.all():
                points, grid, kept = points[stay], grid[torch.from_numpy(stay)], kept[torch.from_numpy(stay)]
            if not len(points):
                return
            if layer == power:
                kept, power = grid, 2 * power

    def still_working(self, grid: torch.Tensor) -> Mask:
        """(batch,): where the head is still in a state of the machine itself."""
        names = {str(state) for state in range(self.states)}
        own = [i for i, head in enumerate(self.network.table.states) if head.state is None or head.state in names]
        cells = self.network.cells
        heads = [cells.head(a, i, mark) for a, mark in cells.alphabet for i in own]
        found: Mask = np.asarray(np.isin(self.network.integers(grid), heads).any(axis=(1, 2)))
        return found


def architecture(states: int, samples: int, features: int, rules: tuple[tuple[int, ...], ...]) -> Architecture:
    """The network for all machines of s states; `rules[read]` are the rules that a state may have for a reading."""
    if states < 1:
        raise InputError(f"a machine must have at least one state, not {states}")
    halting = np.full(4 * states, PLUS, np.int32)
    weights, numbered = weights_of(halting)
    network = RCNN(as_machine(halting, WORK, every=True), samples, features, size=len(numbered.states))
    cells = network.cells
    network.table, network.weights, network.decoder = numbered, weights, CellDecoder(cells, numbered)
    network.local = LocalNetwork(weights, network.W.dtype)
    place = {feature: i for i, feature in enumerate(weights.features)}

    def columns_of(state: int, read: int) -> I64:
        head = numbered.index[HeadState(str(state), read == WALL_READ)]
        symbols = cells.alphabet if read == WALL_READ else (cells.alphabet[read],)
        features_ = [indicator(side, cells.head(a, head, mark)) for a, mark in symbols for side in SIDES]
        return np.array([place[feature] for feature in features_])

    columns = tuple(tuple(columns_of(state, read) for read in range(len(READS))) for state in range(states))
    blocks = []
    for state in range(states):
        row: list[dict[int, F64]] = []
        for read in range(len(READS)):
            found: dict[int, F64] = {}
            for rule in rules[read]:
                table = halting.copy()
                table[4 * state + read] = rule
                found[rule] = columns_in_order(weights_of(table, cells)[0], weights)[:, columns[state][read]]
            row.append(found)
        blocks.append(tuple(row))
    return Architecture(states, network, columns, tuple(blocks))


def columns_in_order(weights: LocalWeights, order: LocalWeights) -> F64:
    """V4 with its columns in the order of another network's features; both have the same ones."""
    place = {feature: i for i, feature in enumerate(weights.features)}
    found: F64 = weights.parts().V4[:, [place[feature] for feature in order.features]]
    return found


@dataclass(frozen=True)
class NetworkDraws:
    """What came of independent draws of the network's weights: the wrong answers of each, (points, draws), and on how
    many draws the network answered every point as the interpreter does the machine of the same rules."""

    wrong: Mask
    agreeing: int
    drawn_weights: int

    @property
    def draws(self) -> int:
        return int(self.wrong.shape[1])


def network_draws(
    problem: OneProblem, tables: I32, rules: tuple[tuple[int, ...], ...], progress: Progress | None = None
) -> NetworkDraws:
    """Every draw loaded, trained by SGD and asked for its answers."""
    made = architecture(tables.shape[1] // 4, len(problem.y), problem.X.shape[1], rules)
    expected = problem.wrong(tables)
    wrong = np.ones_like(expected)
    for number, table in enumerate(with_progress(tables, "networks trained by SGD", progress)):
        wrong[:, number] = made.answers(table, problem) != problem.labels
    return NetworkDraws(wrong, int((wrong == expected).all(axis=0).sum()), made.drawn_weights)
