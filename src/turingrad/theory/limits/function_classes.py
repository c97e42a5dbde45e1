"""Classes of functions F with their distributions: what cross-predictability is a number of.

A class draws functions and points, and may know two moments exactly (X, F, F' independent):

    CP_inf = E_{F,F'} (E_X F(X) F'(X))^2        and        E_{F,F'} E_X F(X)^2 F'(X)^2,

the second of which is 1 for functions with values ±1. Except for lists, points are uniform on {-1, +1}^n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Protocol

import numpy as np

from turingrad._support.arrays import F64, I64, Array
from turingrad.errors import InputError, LimitError
from turingrad.tasks.task import MAX_CELLS, random_signs

Points = Array
Function = Callable[[Points], F64]
Moments = tuple[Fraction, Fraction]
MAX_JUNTA = 20
MAX_KRAWTCHOUK = 512


class FunctionClass(Protocol):
    """A distribution over functions, and one over points."""

    @property
    def name(self) -> str: ...

    def draw(self, rng: np.random.Generator, /) -> Function: ...

    def points(self, rng: np.random.Generator, m: int, /) -> Points: ...

    def moments(self) -> Moments | None:
        """CP_inf and E F^2 F'^2, where they are known exactly."""
        ...

    def bias(self) -> Fraction | None:
        """E_X |E_F F(X)|, where it is known exactly: twice what knowing the class alone adds to an accuracy of 1/2."""
        ...


@dataclass(frozen=True)
class Parities:
    """p_s(x) = prod of x_i over s, s uniform over all 2^n subsets, or over those of one size.

    Two parities are uncorrelated unless they are equal, so CP_inf is the chance that two draws are equal: 2^-n, or
    1 / C(n, size).
    """

    n: int
    size: int | None = None

    def __post_init__(self) -> None:
        require_sizes(self.n, self.size)

    @property
    def name(self) -> str:
        return f"parities of {self.n} bits" + ("" if self.size is None else f", {self.size} at a time")

    def draw(self, rng: np.random.Generator) -> Function:
        if self.size is None:
            chosen = np.flatnonzero(rng.integers(0, 2, size=self.n))
        else:
            chosen = rng.choice(self.n, self.size, replace=False)
        return lambda X: np.asarray(X[:, chosen].prod(axis=1), np.float64)

    def points(self, rng: np.random.Generator, m: int) -> Points:
        return cube_points(rng, m, self.n)

    def moments(self) -> Moments:
        return Fraction(1, 1 << self.n if self.size is None else comb(self.n, self.size)), Fraction(1)

    def bias(self) -> Fraction:
        """Over all subsets E_F F(x) is 1 at x = (1, ..., 1) and 0 elsewhere. Over those of size k it is
        K_k(j) / C(n, k) if j entries of x are -1, K_k the Krawtchouk polynomial."""
        if self.size is None:
            return Fraction(1, 1 << self.n)
        n, k = self.n, self.size
        if n > MAX_KRAWTCHOUK:
            raise LimitError(f"the bias of parities of one size is summed for up to {MAX_KRAWTCHOUK} bits, not {n}")
        total = 0
        for j in range(n + 1):
            total += comb(n, j) * abs(sum((-1) ** i * comb(j, i) * comb(n - j, k - i) for i in range(min(j, k) + 1)))
        return Fraction(total, comb(n, k) << n)


def monomials(n: int, degree: int) -> Parities:
    """The products of `degree` distinct variables, the paper's monomials: CP_inf = 1 / C(n, degree)."""
    return Parities(n, degree)


@dataclass(frozen=True)
class Juntas:
    """F reads k uniform coordinates and has a uniform truth table on them.

    Let two sets share j coordinates, z their values. Given z, F averages 2^(k-j) independent fair signs, so that
    E E[F|z]^2 = 2^-(k-j), independently for each z and for F'. Hence E (E_z E[F|z] E[F'|z])^2 = 2^(j-2k), and CP_inf is
    its mean over the hypergeometric j.
    """

    n: int
    k: int

    def __post_init__(self) -> None:
        require_sizes(self.n, self.k)
        if self.k > MAX_JUNTA:
            raise LimitError(f"a truth table over {self.k} coordinates is too large; at most {MAX_JUNTA}")

    @property
    def name(self) -> str:
        return f"juntas of {self.k} of {self.n} bits"

    def draw(self, rng: np.random.Generator) -> Function:
        chosen = rng.choice(self.n, self.k, replace=False)
        table = 2.0 * rng.integers(0, 2, size=1 << self.k) - 1
        powers = 1 << np.arange(self.k)
        return lambda X: np.asarray(table[(X[:, chosen] < 0) @ powers], np.float64)

    def points(self, rng: np.random.Generator, m: int) -> Points:
        return cube_points(rng, m, self.n)

    def moments(self) -> Moments:
        total = sum(chance * Fraction(1 << j, 1 << (2 * self.k)) for j, chance in overlaps(self.n, self.k))
        return Fraction(total), Fraction(1)

    def bias(self) -> Fraction:
        """0: with every table comes its negative."""
        return Fraction(0)


@dataclass(frozen=True)
class Conjunctions:
    """F = +1 iff k literals hold: uniform coordinates, a fair sign each.

    With p = 2^-k, E F F' = 1 - 4p + 4 P(both hold), where both hold with probability 2^(j-2k) if the signs on the j
    shared coordinates agree (probability 2^-j), and never otherwise.
    """

    n: int
    k: int

    def __post_init__(self) -> None:
        require_sizes(self.n, self.k)

    @property
    def name(self) -> str:
        return f"conjunctions of {self.k} of {self.n} literals"

    def draw(self, rng: np.random.Generator) -> Function:
        chosen = rng.choice(self.n, self.k, replace=False)
        wanted = 2 * rng.integers(0, 2, size=self.k) - 1
        return lambda X: np.where(np.all(X[:, chosen] == wanted, axis=1), 1.0, -1.0)

    def points(self, rng: np.random.Generator, m: int) -> Points:
        return cube_points(rng, m, self.n)

    def moments(self) -> Moments:
        apart = 1 - Fraction(4, 1 << self.k)
        total = Fraction(0)
        for j, chance in overlaps(self.n, self.k):
            agree = Fraction(1, 1 << j)
            both = apart + 4 * Fraction(1 << j, 1 << (2 * self.k))
            total += chance * (agree * both**2 + (1 - agree) * apart**2)
        return total, Fraction(1)

    def bias(self) -> Fraction:
        """Every point satisfies a random conjunction with probability 2^-k: |2 * 2^-k - 1|."""
        return abs(1 - Fraction(2, 1 << self.k))


@dataclass(frozen=True, eq=False)
class Listed:
    """An explicit list: integer values (functions, points), a uniform function, a uniform point; divided by
    sqrt(`scale`), so that integers can stand for values such as ±1 / sqrt(2)."""

    values: I64
    scale: int = 1
    name: str = "an explicit list"

    def __post_init__(self) -> None:
        table = np.asarray(self.values)
        if table.ndim != 2 or not table.size or table.dtype.kind not in "iu":
            raise InputError("a list of functions must be a table of integers (functions, points) that is not empty")
        if self.scale < 1:
            raise InputError(f"the scale is {self.scale}; it must be at least 1")
        if table.size > MAX_CELLS or len(table) ** 2 > MAX_CELLS or np.abs(table).max() > 1 << 10:
            raise LimitError("a list of functions has at most 16,384 of them, 2^28 values and values up to 1,024")

    def draw(self, rng: np.random.Generator) -> Function:
        row = np.asarray(self.values[rng.integers(len(self.values))], np.float64) / np.sqrt(self.scale)
        return lambda X: np.asarray(row[X], np.float64)

    def points(self, rng: np.random.Generator, m: int) -> Points:
        return rng.integers(self.values.shape[1], size=m)

    def moments(self) -> Moments:
        table = np.asarray(self.values, np.float64)  # products of integers below 2^53: exact
        functions, points = table.shape
        products, counts = np.unique(table @ table.T, return_counts=True)
        first = sum(int(product) ** 2 * int(count) for product, count in zip(products, counts, strict=True))
        squares = (table**2).sum(axis=0)  # sum over F of F(x)^2
        second = sum(int(square) ** 2 for square in squares)
        scale = functions**2 * self.scale**2
        return Fraction(first, scale * points**2), Fraction(second, scale * points)

    def bias(self) -> Fraction | None:
        """Exact for integers; divided by a square root it is not rational."""
        if self.scale != 1:
            return None
        return Fraction(int(np.abs(self.values.sum(axis=0)).sum()), self.values.size)


@dataclass(frozen=True)
class Sampled:
    """Any class, by functions that draw: nothing is known exactly."""

    name: str
    draw: Callable[[np.random.Generator], Function]
    points: Callable[[np.random.Generator, int], Points]

    def moments(self) -> None:
        return None

    def bias(self) -> None:
        return None


def cube_points(rng: np.random.Generator, m: int, n: int) -> Points:
    """m uniform points of {-1, +1}^n."""
    if m * max(n, 1) > MAX_CELLS:
        raise LimitError(f"{m} points of {n} bits are more than {MAX_CELLS:,} numbers")
    return random_signs(rng, m, n)


def overlaps(n: int, k: int) -> Iterator[tuple[int, Fraction]]:
    """How many elements two uniform k-subsets of [n] share, and with which probability."""
    for j in range(max(0, 2 * k - n), k + 1):
        yield j, Fraction(comb(k, j) * comb(n - k, k - j), comb(n, k))


def require_sizes(n: int, size: int | None) -> None:
    if not 1 <= n <= 1 << 20:
        raise InputError(f"a class of functions of {n} bits; there must be 1 to {1 << 20}")
    if size is not None and not 0 <= size <= n:
        raise InputError(f"the functions are of {size} of the {n} bits; this must be 0 to {n}")
