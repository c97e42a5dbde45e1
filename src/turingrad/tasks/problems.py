"""The tasks that come with turingrad.

Except where a task says otherwise, x is uniform on {-1, +1}^d. Every task draws random signs, because without them
a problem leaks: a learner that has seen no data at all predicts 62.5 % of the labels of an unsigned parity of 2 bits
(d = 4). The one exception is `parity`, where averaging over all subsets leaves nothing to leak (see its docstring).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from turingrad._support.validation.arguments import validate_arguments, validate_fields
from turingrad.errors import InputError
from turingrad.tasks.task import Labels, Points, random_signs, require_sizes


@dataclass(frozen=True)
class Parity:
    """y = prod of x_j over j in S, with S uniform over all 2^d subsets, the empty one (y = +1) included.

    With every subset equally likely, the labels of any x other than (+1, ..., +1) are exactly balanced and two
    parities agree on half of the cube unless they are equal: the cross-predictability is 2^-d, as Abbe and Sandon
    take it. No sign is drawn: a signed parity is affine, not linear, over GF(2), and lies outside the class that
    elimination (Goel et al., and the library's `parity` learners) is given to learn.
    """

    name: str = "parity"

    @validate_arguments
    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[Points, Labels]:
        require_sizes(self.name, d, m)
        member = rng.integers(0, 2, size=d, dtype=np.int8).astype(bool)
        X = random_signs(rng, m, d)
        return X, product(X[:, member])


@dataclass(frozen=True)
class OfSome:
    """The label depends on `size` features, which are drawn uniformly, and on fair signs. A task of this kind, called
    KIND-size, defines `labels`; there is one sign per chosen feature, unless it overrides `signs`."""

    KIND: ClassVar[str]

    size: int

    def __post_init__(self) -> None:
        validate_fields(self)

    @property
    def name(self) -> str:
        return f"{self.KIND}-{self.size}"

    def signs(self, rng: np.random.Generator) -> Labels:
        return random_signs(rng, self.size)

    def labels(self, chosen: Points, sigma: Labels) -> Labels:
        raise NotImplementedError

    @validate_arguments
    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[Points, Labels]:
        require_sizes(self.name, d, m, self.size)
        chosen, sigma = rng.choice(d, self.size, replace=False), self.signs(rng)
        X = random_signs(rng, m, d)
        return X, self.labels(X[:, chosen], sigma)


@dataclass(frozen=True)
class ParityOf(OfSome):
    """y = sigma * prod of x_j over j in S, with S a uniform subset of `size` features and sigma a fair sign."""

    KIND = "parity"

    def signs(self, rng: np.random.Generator) -> Labels:
        return random_signs(rng)

    def labels(self, chosen: Points, sigma: Labels) -> Labels:
        return (sigma * product(chosen)).astype(np.int8)


@dataclass(frozen=True)
class Dictator:
    """y = sigma * x_j, with j a uniform feature and sigma a fair sign."""

    name: str = "dictator"

    @validate_arguments
    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[Points, Labels]:
        require_sizes(self.name, d, m)
        j, sigma = rng.integers(d), random_signs(rng)
        X = random_signs(rng, m, d)
        return X, (sigma * X[:, j]).astype(np.int8)


@dataclass(frozen=True)
class ConjunctionOf(OfSome):
    """y = +1 iff sigma_j x_j = +1 for each of `size` uniform features j, each literal with its own fair sign."""

    KIND = "conjunction"

    def labels(self, chosen: Points, sigma: Labels) -> Labels:
        return np.where(np.all(chosen == sigma, axis=1), np.int8(1), np.int8(-1))


@dataclass(frozen=True)
class MajorityOf(OfSome):
    """y = sign of the sum of sigma_j x_j over `size` (odd) uniform features j, each with its own fair sign."""

    KIND = "majority"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.size % 2 == 0:
            raise InputError(f"task {self.name!r}: a majority of {self.size} may tie; the number of votes must be odd")

    def labels(self, chosen: Points, sigma: Labels) -> Labels:
        votes = (chosen * sigma).sum(axis=1, dtype=np.int64)
        return np.where(votes > 0, np.int8(1), np.int8(-1))  # odd, so never 0


@dataclass(frozen=True)
class Noisy:
    """A task in which features or labels are flipped with probability `noise`."""

    noise: float
    name: str

    def __post_init__(self) -> None:
        validate_fields(self)
        if not 0 <= self.noise <= 0.5:
            raise InputError(f"task {self.name!r}: the noise is {self.noise}; it must be between 0 and 0.5")


@dataclass(frozen=True)
class Prototype(Noisy):
    """y is a fair sign and x a noisy copy of y p: each feature flipped with probability `noise`. p is uniform."""

    noise: float = 0.25
    name: str = "prototype"

    @validate_arguments
    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[Points, Labels]:
        require_sizes(self.name, d, m)
        prototype, y = random_signs(rng, d), random_signs(rng, m)
        flips = flip(rng, self.noise, m, d)
        return (y[:, None] * prototype * flips).astype(np.int8), y


@dataclass(frozen=True)
class NoisyConstant(Noisy):
    """y = sigma, a fair sign, flipped in each example with probability `noise` whatever x is.

    Test labels are as noisy as training labels: no learner does better than 1 - `noise`.
    """

    noise: float = 0.1
    name: str = "noisy-constant"

    @validate_arguments
    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[Points, Labels]:
        require_sizes(self.name, d, m)
        sigma = random_signs(rng)
        X = random_signs(rng, m, d)
        return X, (sigma * flip(rng, self.noise, m)).astype(np.int8)


def product(columns: Points) -> Labels:
    """The product along each row; +1 where there are no columns."""
    odd = np.count_nonzero(columns == -1, axis=1) % 2 == 1
    return np.where(odd, np.int8(-1), np.int8(1))


def flip(rng: np.random.Generator, noise: float, *shape: int) -> Points:
    """-1 with probability `noise`, else +1."""
    return np.where(rng.random(shape) < noise, np.int8(-1), np.int8(1))
