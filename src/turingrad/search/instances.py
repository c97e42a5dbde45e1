"""What candidates are scored on: many small problems, each a data set, one test point and its label, as framed grids.

An instance is what a learner sees (see `machine.grid.learner`): row i holds y_i x_i,b x_b and y_i, the last row the
test point and a 1, then `work` blank columns; here with a frame of wall cells around it, flattened row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I64, Signs
from turingrad.errors import InputError, LimitError
from turingrad.search.kernel import score_all
from turingrad.search.tables import WALL_READ, Table
from turingrad.tasks import Task
from turingrad.tasks.task import draw_data_set

BLANK_READ = 1
MAX_BYTES = 1 << 30


@dataclass(frozen=True, eq=False)
class Instances:
    """`grids` (n, cells) with the frame, `labels` (n,) of the test points; all of one size (d, m)."""

    grids: Signs
    labels: Signs
    dim: int
    train: int
    work: int

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, part: slice) -> Instances:
        return Instances(self.grids[part], self.labels[part], self.dim, self.train, self.work)

    @property
    def width(self) -> int:
        return self.dim + self.work + 3

    @property
    def head(self) -> int:
        """The cell where the head starts: row m + 1, column d + 1, counted with the frame."""
        return (self.train + 1) * self.width + self.dim + 1

    @property
    def deltas(self) -> I64:
        """What each of the moves U, D, L, R, S adds to the number of a cell."""
        return np.array([-self.width, self.width, -1, 1, 0], dtype=np.int64)

    @property
    def cells(self) -> int:
        """The cells of a grid without its frame."""
        return (self.train + 1) * (self.dim + 1 + self.work)


def frame_instances(X: Signs, y: Signs, work: int) -> Instances:
    """Instances from data sets (n, m + 1, d) and labels (n, m + 1); the last example of each is the test point."""
    n, rows, d = X.shape
    if n * (rows + 2) * (d + work + 3) > MAX_BYTES:
        raise LimitError(f"{n} instances of {rows - 1} x {d} take more than {MAX_BYTES:,} bytes; use smaller ones")
    grids = np.full((n, rows + 2, d + work + 3), WALL_READ, dtype=np.int8)
    inner = grids[:, 1:-1, 1:-1]
    inner[:, :, d + 1 :] = BLANK_READ
    inner[:, :-1, :d] = X[:, :-1] * y[:, :-1, None] * X[:, -1:] + 1
    inner[:, :-1, d] = y[:, :-1] + 1
    inner[:, -1, :d] = X[:, -1] + 1
    inner[:, -1, d] = 2
    return Instances(grids.reshape(n, -1), np.ascontiguousarray(y[:, -1]), d, rows - 1, work)


def from_task(task: Task, rng: np.random.Generator, count: int, dim: int, train: int, work: int = 1) -> Instances:
    """`count` problems of the task, drawn afresh, with `train` examples and one test point each."""
    X = np.empty((count, train + 1, dim), dtype=np.int8)
    y = np.empty((count, train + 1), dtype=np.int8)
    for i in range(count):
        X[i], y[i] = draw_data_set(task, rng, dim, train + 1)
    return frame_instances(X, y, work)


def from_rows(X: Signs, y: Signs, rng: np.random.Generator, count: int, train: int, work: int = 1) -> Instances:
    """Problems out of one data set: `train` of its rows in random order and another row as the test point."""
    if train + 1 > len(y):
        raise InputError(f"{train} rows to learn from and one to test do not fit into {len(y)} rows")
    chosen = np.stack([rng.permutation(len(y))[: train + 1] for _ in range(count)])
    return frame_instances(X[chosen], y[chosen], work)


def instances_of_data_set(
    X: Signs,
    y: Signs,
    X_test: Signs,
    y_test: Signs,
    work: int = 1,
) -> Instances:
    """One data set for all, each test point an instance."""
    n, m = len(y_test), len(y)
    points = np.concatenate([np.broadcast_to(X, (n, *X.shape)), X_test[:, None]], axis=1)
    labels = np.concatenate([np.broadcast_to(y, (n, m)), y_test[:, None]], axis=1)
    return frame_instances(points, labels, work)


def scores(tables: Sequence[Table], instances: Instances, limit: int) -> I64:
    """How many of the instances each candidate gets right within `limit` steps."""
    found = np.zeros(len(tables), dtype=np.int64)
    if not len(tables) or not len(instances):
        return found
    size = max(len(table) for table in tables)
    padded = np.full((len(tables), size), -1, dtype=np.int32)
    for row, table in zip(padded, tables, strict=True):
        row[: len(table)] = table
    cells, seen, registers = scratch(instances, size // 4)
    score_all(
        padded, instances.grids, instances.labels, instances.head, instances.deltas, limit, cells, seen, registers,
        found,
    )  # fmt: skip
    return found


def scratch(instances: Instances, states: int) -> tuple[Signs, I64, I64]:
    """The kernels' own memory: the cells of a run, the loop test's marks, the registers."""
    size = instances.grids.shape[1]
    return np.empty(size, dtype=np.int8), np.zeros(2 * states * size, dtype=np.int64), np.zeros(5, dtype=np.int64)
