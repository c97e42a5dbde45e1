"""The table: the next value of every patch that can occur, each computed by the network itself.

In position j two cell values that add the same to the second layer, with the same slope, are of one class. Few classes
of neighbours are told apart: padding, phases, and heads that arrive. A patch has at most one head, so the table needs
one block for patches without an arriving head and one for each kind of arrival, in which the centre has no head. The
index of a patch is a sum of five look-ups.

Which patches can occur (for the learner's network): while W has an empty row no cell computes; once it is full no cell
is empty or in the memory phase. In the former a cell between two cells of the memory phase is in it too, and an empty
cell below a memorised one has no memory phase below it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from turingrad._support.arrays import I32, I64, Mask
from turingrad.constructions.rcnn.executors.coordinates import Coordinates
from turingrad.constructions.rcnn.executors.head_rules import HeadRules, head_rules
from turingrad.constructions.rcnn.executors.kernel import EXCLUSIVE
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.constructions.rcnn.local import CENTRE, IN_PATCH, NEIGHBOURS
from turingrad.errors import CertificateError, LimitError

MAX_TABLE = 1 << 23
BATCH = 1 << 14

Local = Callable[[torch.Tensor], torch.Tensor]  # (patches, 9) -> (patches,)


@dataclass(frozen=True, eq=False)
class Domain:
    """Which patches can occur: all values of one of the `regimes` (flags by value number), and not `excluded`."""

    regimes: tuple[Mask, ...]
    excluded: Callable[[I64], Mask]  # (patches, 5) of value numbers -> (patches,)


def machine_domain(made: Coordinates) -> Domain:
    """The convolution alone: everything with at most one head."""
    return Domain((np.ones(made.padding + 1, bool),), lambda patches: np.zeros(len(patches), bool))


def learner_domain(made: Coordinates, cells: Lattice, work: int) -> Domain:
    """The learner's network, as above; and the bottom-right main cell starts before anything else happens there."""
    empty, plus, minus, memory, mark, padding = made.numbers_of(0, cells.T, -cells.T, -cells.C, cells.P, cells.p)
    computing = np.ones(made.padding + 1, bool)
    computing[[empty, plus, minus, memory, mark, padding]] = False
    if cells.border:
        computing[made.numbers_of(cells.Q)] = False
    full = np.ones(made.padding + 1, bool)
    full[[empty, memory]] = False
    (beside,) = made.numbers_of(cells.beside_the_labels(work))

    def exclude(patches: I64) -> Mask:
        centre, up, down, left, right = patches.T
        main = np.isin(centre, (empty, plus, minus))
        between = main & (up == memory) & (down == memory)
        below = (centre == empty) & np.isin(up, (padding, plus, minus)) & (down == memory)
        corner = np.isin(centre, (plus, minus)) & (right == beside) & (down == padding)
        late = corner & ((up == memory) | computing[up] | computing[left])
        impossible: Mask = between | below | late
        return impossible

    return Domain((full, ~computing), exclude)


@dataclass(frozen=True, eq=False)
class PatchTable:
    """`entries[sum of offsets[j, value number]]` is the number of the centre's next value, -1 where impossible; and
    what follows from them for grids with one head and no phases."""

    entries: I32
    offsets: I64  # (5, values + 1)
    filled: int
    rules: HeadRules | None = None


def classes(made: Coordinates, position: int) -> tuple[I64, int]:
    """The class of each value in a neighbour's position; the classes of values without a head come first."""
    keys = np.concatenate([made.parts[position], made.slopes[position]], axis=1)
    found: dict[bytes, int] = {}
    heads = made.weights.heads
    order = [*range(heads), made.padding, *range(heads, made.padding)]
    numbers = np.zeros(len(keys), np.int64)
    base = 0
    for value in order:
        numbers[value] = found.setdefault((keys[value] + 0.0).tobytes(), len(found))
        if value == made.padding:
            base = len(found)
    return numbers, base


def patch_table(made: Coordinates, local: Local, dtype: torch.dtype, domain: Domain) -> PatchTable:
    """Evaluates `local` on one patch of each class, and checks that no patch that can occur is missing."""
    plain, count = made.weights.plain, made.padding
    by_position = {position: classes(made, position) for position in NEIGHBOURS}
    sizes = [by_position[position][1] for position in NEIGHBOURS]
    strides = np.cumprod([1, *sizes])
    block = int(strides[-1])
    arrivals = [(p, c) for p in NEIGHBOURS for c in range(by_position[p][1], int(by_position[p][0].max()) + 1)]
    size = block * (count + plain * len(arrivals))
    if size > MAX_TABLE:
        raise LimitError(f"the table of this machine would have {size:,} entries, more than {MAX_TABLE:,}; use event")
    offsets = np.zeros((5, count + 1), np.int64)
    offsets[CENTRE] = block * np.arange(count + 1) + np.where(np.arange(count + 1) < plain, 0, EXCLUSIVE)
    place = {arrival: EXCLUSIVE + block * (count + plain * i) for i, arrival in enumerate(arrivals)}
    for stride, position in zip(strides, NEIGHBOURS, strict=False):
        numbers, base = by_position[position]
        resting = numbers[0]  # an arriving head stands on a computing cell: it counts as one for the other units
        offsets[position] = stride * np.where(numbers < base, numbers, resting)
        for value in np.flatnonzero(numbers >= base):
            offsets[position, value] += place[position, int(numbers[value])]
    entries = np.full(size, -1, np.int32)
    filled = 0
    for patches in representatives(by_position, plain, count, arrivals):
        index = offsets[np.arange(5), patches].sum(axis=1) & (EXCLUSIVE - 1)
        following = evaluate(made, local, dtype, patches)
        missing = following < 0
        legal = possible(domain, by_position, patches)
        if np.any(missing & legal):
            patch = made.values[patches[np.flatnonzero(missing & legal)[0]]].tolist()
            raise CertificateError(f"the network maps the patch {patch} to no cell value; its table is incomplete")
        entries[index] = np.where(legal, following, -1)
        filled += int(legal.sum())
    return PatchTable(entries, offsets, filled, head_rules(made, entries, offsets))


def possible(domain: Domain, by_position: dict[int, tuple[I64, int]], patches: I64) -> Mask:
    """Whether a patch of these classes can occur: some regime has a value of each class."""
    within = np.zeros(len(patches), bool)
    for regime in domain.regimes:
        allowed = regime[patches[:, CENTRE]]
        for position, (numbers, _) in by_position.items():
            of_class = np.zeros(int(numbers.max()) + 1, bool)
            of_class[numbers[regime]] = True
            allowed &= of_class[numbers[patches[:, position]]]
        within |= allowed
    return within & ~domain.excluded(patches)


def representatives(
    by_position: dict[int, tuple[I64, int]],
    plain: int,
    count: int,
    arrivals: list[tuple[int, int]],
) -> list[I64]:
    """One patch (centre, up, down, left, right) of value numbers for each class: without arrivals, then with."""
    firsts = {}
    for position, (numbers, base) in by_position.items():
        _, first = np.unique(numbers, return_index=True)
        firsts[position] = (first[:base], first)
    resting = [firsts[position][0] for position in NEIGHBOURS]
    without = combinations(np.arange(count), *resting)
    groups = [without[i : i + BATCH] for i in range(0, len(without), BATCH)]
    for position, number in arrivals:
        sides = [firsts[p][1][[number]] if p == position else firsts[p][0] for p in NEIGHBOURS]
        groups.append(combinations(np.arange(plain), *sides))
    return groups


def combinations(*choices: I64) -> I64:
    """Every way to take one of each: (ways, len(choices))."""
    return np.stack(np.meshgrid(*choices, indexing="ij"), axis=-1).reshape(-1, len(choices))


def evaluate(made: Coordinates, local: Local, dtype: torch.dtype, patches: I64) -> I32:
    """The network on patches of value numbers: the numbers of the next values, -1 for none."""
    given = torch.full((len(patches), 9), float(made.values[made.padding]), dtype=dtype)
    given[:, IN_PATCH] = torch.from_numpy(made.values[patches].astype(np.float64)).to(dtype)
    with torch.no_grad():
        return made.number_values(local(given).double().numpy())
