"""All data sets of a tiny size at once: the weight of every grid, and what every answer to a part of them loses.

A task of the census is a finite mixture. A problem h is drawn; given h, the examples are independent, and so is the
test example. A grid of the wall model shows of row i the products u_i = y_i x_i x and y_i; with the test point's own
bits x uniform and flips of a feature a symmetry of the task (all six have it), u and y are independent of x. So the
grid has m (d + 1) cells that say something, d cells of noise (x itself), one cell that is always + and the blank
work column.

    weight of the grids with rows r_1 .. r_m and the label t  =  sum_h test[h, t] prod_i like[h, r_i]

with whole numbers in place of probabilities. A *part* of the grids leaves some cells open: a number in base 3, a
digit a cell, 0 for -, 1 for +, 2 for open. `loss[a, part]` is what the answer a (0: +, 1: -, 2: none) loses there
against the Bayes answer, which knows every cell: U(part) - W_a(part), with U(part) the sum over the part's grids of
the larger of the two labels' weights. Losses are sums over grids, so they add up over parts, and no machine gains
more than U.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product

import numpy as np

from turingrad._support.arrays import I64, all_signs
from turingrad.errors import InputError, LimitError, TuringradError
from turingrad.search.user_tasks import find_task

MAX_OPEN = 16  # cells that say something: 3^16 parts of the grids take a gigabyte


@dataclass(frozen=True, eq=False)
class Mixture:
    """`like` (problems, 2^(d+1)): the weight of a row (u, y), the bits of u first, given the problem; `test`
    (problems, 2): of the label - and + of the test point (+, ..., +)."""

    like: I64
    test: I64


def rows_of(dim: int) -> tuple[I64, I64]:
    """Every row: the examples x (2^(d+1), d) for a test point of ones, and the labels y."""
    cells = all_signs(dim + 1).astype(np.int64)
    y = cells[:, dim]
    return cells[:, :dim] * y[:, None], y


def of_concepts(dim: int, concepts: list[Callable[[I64], I64]]) -> Mixture:
    """Equally likely concepts, each of which decides every label."""
    X, y = rows_of(dim)
    ones = np.ones((1, dim), dtype=np.int64)
    like = np.array([concept(X) == y for concept in concepts], dtype=np.int64)
    test = np.array([[concept(ones)[0] == label for label in (-1, 1)] for concept in concepts], dtype=np.int64)
    return Mixture(like, test)


def signed_features(dim: int, size: int) -> list[tuple[list[int], I64]]:
    """Every choice of `size` features, with every choice of a sign for each."""
    signs = [np.array(s, dtype=np.int64) for s in product((-1, 1), repeat=size)]
    return [(list(chosen), s) for chosen in combinations(range(dim), size) for s in signs]


def conjunction(chosen: list[int], signs: I64) -> Callable[[I64], I64]:
    return lambda X: np.where((X[:, chosen] == signs).all(axis=1), 1, -1)


def majority(chosen: list[int], signs: I64) -> Callable[[I64], I64]:
    return lambda X: np.sign((X[:, chosen] * signs).sum(axis=1))


def parity(chosen: list[int], signs: I64) -> Callable[[I64], I64]:
    return lambda X: np.prod(X[:, chosen] * signs, axis=1)


def noisy_constant(dim: int) -> Mixture:
    """Noise 1/10: a label is the constant with weight 9, the other with weight 1."""
    _, y = rows_of(dim)
    constants = np.array([-1, 1], dtype=np.int64)
    return Mixture(np.where(constants[:, None] == y, 9, 1), np.where(constants[:, None] == constants, 9, 1))


def prototype(dim: int) -> Mixture:
    """Noise 1/4: each feature agrees with y p with weight 3, else 1."""
    X, y = rows_of(dim)
    prototypes = all_signs(dim).astype(np.int64)
    agree = (prototypes[:, None, :] * y[None, :, None] == X[None]).sum(axis=2)
    test = np.array([[(p * label == 1).sum() for label in (-1, 1)] for p in prototypes])
    return Mixture(3**agree, 3**test)


MIXTURES: dict[str, tuple[int, Callable[[int], Mixture]]] = {
    "dictator": (1, lambda d: of_concepts(d, [parity(*one) for one in signed_features(d, 1)])),
    "noisy-constant": (1, noisy_constant),
    "majority-3": (3, lambda d: of_concepts(d, [majority(*one) for one in signed_features(d, 3)])),
    "conjunction-2": (2, lambda d: of_concepts(d, [conjunction(*one) for one in signed_features(d, 2)])),
    "parity-2": (2, lambda d: of_concepts(d, [parity(*one) for one in signed_features(d, 2)])),
    "prototype": (1, prototype),
}
"""The tasks of the census, each with the least number of features. A parity of two features with a sign each is every
parity with a sign, twice."""


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of all data sets of one task and size. All numbers are `2^d` times the mixture's, so that a part that
    fixes k of the d noise cells has exactly `2^-k` of the losses in the table."""

    task: str
    dim: int
    train: int
    mixture: Mixture

    @property
    def open_cells(self) -> int:
        return self.train * (self.dim + 1)

    @cached_property
    def by_label(self) -> tuple[I64, I64]:
        """Of every grid, one bit per cell: the weights with the label - and +."""
        found = []
        for t in (0, 1):
            grown = self.mixture.test[:, t].copy()[:, None]  # (problems, grids of the rows so far)
            for _ in range(self.train):
                grown = (grown[:, :, None] * self.mixture.like[:, None, :]).reshape(len(grown), -1)
            found.append(grown.sum(axis=0) << self.dim)
        return found[0], found[1]

    @property
    def total(self) -> int:
        return int(self.by_label[0].sum() + self.by_label[1].sum())

    @cached_property
    def bayes(self) -> int:
        """What the best rule of any size gets: the larger label of every grid."""
        return int(np.maximum(*self.by_label).sum())

    @cached_property
    def loss(self) -> I64:
        """(3, 3^cells): see the module."""
        minus, plus = (over_parts(w) for w in self.by_label)
        best = over_parts(np.maximum(*self.by_label))
        return np.stack([best - plus, best - minus, best])


def over_parts(weights: I64) -> I64:
    """The sums over all parts, from the weights of all grids: every axis of length 2 gets its sum as a third entry."""
    cells = len(weights).bit_length() - 1
    grown = weights.reshape(1, -1)
    for _ in range(cells):  # the first axis holds the cells that are done, in base 3
        halves = grown.reshape(grown.shape[0], 2, -1)
        grown = np.concatenate([halves, halves.sum(axis=1, keepdims=True)], axis=1).reshape(grown.shape[0] * 3, -1)
    return np.ascontiguousarray(grown[:, 0])


def user_mixture(task: str, dim: int) -> Mixture:
    """The mixture of a task of the user's own, `FILE.py:NAME`: its `concepts(d)` are functions from points (n, d) to
    labels (n,), equally likely. A flip of any feature must lead from one concept to another, as in all tasks here: only
    then are the products that a grid shows independent of the test point."""
    own = find_task(task)
    concepts = getattr(own, "concepts", None)
    if not callable(concepts):
        raise InputError(
            f"{task} cannot be enumerated: a census needs `concepts(d)`, a list of functions from points to labels"
        )
    points = all_signs(dim).astype(np.int64)
    try:
        functions = list(concepts(dim))
        labels = np.array([function(points) for function in functions], dtype=np.int64)
    except TuringradError:
        raise
    except Exception as error:  # whatever the user's own code raises
        raise InputError(f"{task}: concepts({dim}) raised {type(error).__name__}: {error}") from None
    if not len(functions) or labels.shape != (len(functions), len(points)) or not np.all(np.abs(labels) == 1):
        raise InputError(f"{task}: concepts({dim}) gives functions whose labels are -1 and +1, one for each point")
    for feature in range(dim):
        flipped = labels[:, np.arange(len(points)) ^ (1 << (dim - 1 - feature))]
        if sorted(flipped.tolist()) != sorted(labels.tolist()):
            raise InputError(
                f"{task}: with feature {feature} flipped the concepts are others; a census needs a task that has, "
                "beside every concept, those with flipped features"
            )
    return of_concepts(dim, functions)


@cache
def weights_of(task: str, dim: int, train: int) -> Weights:
    """Once a process: a worker does many units of one census."""
    own = ".py:" in task
    if not own and task not in MIXTURES:
        raise InputError(f"the census has the tasks {', '.join(MIXTURES)} and FILE.py:NAME of your own, not {task!r}")
    least, mixture = (1, lambda d: user_mixture(task, d)) if own else MIXTURES[task]
    if dim < least or train < 1:
        raise InputError(f"the census of {task} needs at least {least} features and 1 example, not {dim} and {train}")
    if train * (dim + 1) > MAX_OPEN:
        cells = train * (dim + 1)
        raise LimitError(f"{train} examples of {dim} features have {cells} cells; a census takes up to {MAX_OPEN}")
    return Weights(task, dim, train, mixture(dim))
