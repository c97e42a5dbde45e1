"""Probably algorithmically optimal learning (Goel et al., sections 3 and 4 and Appendix A), in code.

A learner is a function (X, y) -> classifier, a classifier a function of points (n, d) -> labels (n,). Distributions
are finite, so that errors are exact sums. The proofs' inequalities are functions that give the sizes which they need;
where the paper's printed constant does not do, the corrected one stands here and the printed one is in the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from turingrad._support.arrays import F64, U8, Signs
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions
from turingrad.theory.learnability.pao import accuracy

Classifier = Callable[[Signs], Signs]
Learner = Callable[[Signs, Signs], Classifier]
Parametrised = Callable[[float, float, Signs, Signs], Classifier]  # (epsilon, delta, X, y)
Sized = Callable[[int, int, Signs, Signs, int], "Classifier | None"]  # (s, k, X, y, time limit); None: out of time


@dataclass(frozen=True, eq=False)
class Distribution:
    """A distribution over labelled points: row i of (X, y) with probability `weights[i]`."""

    X: Signs
    y: Signs
    weights: F64

    def sample(self, rng: np.random.Generator, count: int) -> tuple[Signs, Signs]:
        rows = rng.choice(len(self.y), size=count, p=self.weights)
        return self.X[rows], self.y[rows]

    def error(self, classifier: Classifier) -> float:
        """err_D(c) = Pr[c(x) != y]."""
        return float(self.weights[classifier(self.X) != self.y].sum())


# ---- Definitions 1 - 4 -------------------------------------------------------------------------------------------


def as_learner(machine: GridMachine, max_steps: int) -> Learner:
    """A grid machine as a learner; where it gives no answer its classifier says 1 (section 2.1's default)."""

    def learn(X: Signs, y: Signs) -> Classifier:
        def classify(points: Signs) -> Signs:
            answers = predictions(machine, X, y, points, max_steps=max_steps).answers
            return np.where(answers == 0, 1, answers).astype(np.int8)

        return classify

    return learn


def is_bounded(machine: GridMachine, s: int, t: int, data_sets: Iterable[tuple[Signs, Signs, Signs]]) -> bool:
    """Definition 1 on the data sets (X, y, test points) given: at most s states, an answer within t steps."""
    if len(machine.working_states) > s:
        return False
    for X, y, points in data_sets:
        ran = predictions(machine, X, y, points, max_steps=t)
        if (ran.answers == 0).any():
            return False
    return True


def time_bound(d: int, m: int, k: int) -> int:
    """Definition 3: machines of B_{s,k} take at most (2 d m)^k steps."""
    return int((2 * d * m) ** k)


def pao_probability(
    learner: Learner,
    family: Sequence[Learner],
    distribution: Distribution,
    m: int,
    extra: int,
    epsilon: float,
    trials: int,
    rng: np.random.Generator,
) -> float:
    """Definition 2's probability, by simulation: err(A(Z; Z')) <= min over B in the family of err(B(Z)) + epsilon."""
    successes = 0
    for _ in range(trials):
        X, y = distribution.sample(rng, m + extra)
        best = min(distribution.error(other(X[:m], y[:m])) for other in family)
        successes += distribution.error(learner(X, y)) <= best + epsilon
    return successes / trials


def pac_probability(
    learner: Learner, distribution: Distribution, m: int, epsilon: float, trials: int, rng: np.random.Generator
) -> float:
    """Definition 4's probability, by simulation: err(A(Z)) <= epsilon."""
    successes = 0
    for _ in range(trials):
        successes += distribution.error(learner(*distribution.sample(rng, m))) <= epsilon
    return successes / trials


# ---- Observation 1 -----------------------------------------------------------------------------------------------


def observation_1_rate(extra: int, k: int) -> float:
    """r = 2^floor(-log2(M) / 3k), a power of two in [M^(-1/3k) / 2, M^(-1/3k)]."""
    return float(2.0 ** math.floor(-math.log2(extra) / (3 * k)))


def observation_1_examples(d: int, m: int, epsilon: float, delta: float, k: int) -> int:
    """p(d, m, 1/epsilon, 1/delta) = (epsilon delta)^(-3k) + (4 d m)^(3k).

    Then r <= M^(-1/3k) <= epsilon delta <= min(epsilon, delta) (the paper prints max, which would not do) and
    (d m / r^2)^k <= (4 d m)^k M^(2/3) <= M.
    """
    return math.ceil((accuracy(epsilon) * accuracy(delta)) ** (-3 * k)) + int((4 * d * m) ** (3 * k))


def without_parameters(learner: Parametrised, m: int, k: int) -> Learner:
    """Observation 1: A_{r,r} as a learner of Z; Z' that gets neither epsilon nor delta."""

    def learn(X: Signs, y: Signs) -> Classifier:
        extra = len(y) - m
        if extra < 1:
            raise InputError(f"{len(y)} examples leave none beside the {m} of Z")
        r = observation_1_rate(extra, k)
        return learner(r, r, X, y)

    return learn


# ---- Claim 1: Algorithm 2 ----------------------------------------------------------------------------------------


def algorithm_2_side(extra: int) -> int:
    """r = M^(1/10), rounded down without floating-point error."""
    r: int = max(1, round(extra**0.1))
    while r**10 > extra:
        r -= 1
    while (r + 1) ** 10 <= extra:
        r += 1
    return r


def algorithm_2(learner: Sized, m: int, X: Signs, y: Signs) -> Classifier:
    """Turing-optimal from (s, k)-Turing-optimal: every s, k, t up to r, time M each; the least error on the last r."""
    extra = len(y) - m
    r = algorithm_2_side(extra) if extra >= 1 else 0
    if r < 1 or 2 * r > extra:
        raise InputError(f"{len(y)} examples leave too few beside the {m} of Z; it takes at least 2")
    X_check, y_check = X[-r:], y[-r:]
    best: tuple[int, Classifier] | None = None
    for s, k, t in product(range(1, r + 1), repeat=3):
        found = learner(s, k, X[: m + t], y[: m + t], extra)
        if found is None:
            continue
        errors = int((found(X_check) != y_check).sum())
        if best is None or errors < best[0]:
            best = errors, found
    return best[1] if best is not None else lambda points: np.ones(len(points), dtype=np.int8)


def algorithm_2_examples(s: int, k: int, needed: int, time: int, epsilon: float, delta: float) -> int:
    """M for Claim 1: r >= max(s, k, p) with p = `needed` examples for (epsilon/2, delta/2), M >= q = `time`.

    The printed proof leaves out that the r^3 candidates are told apart on r examples only. By Hoeffding and a union
    bound all errors are within epsilon/4 with probability 1 - delta/2 where r >= 8 log(4 r^3 / delta) / epsilon^2.
    """
    r = max(s, k, needed, 1)
    while r < 8 * math.log(4 * r**3 / accuracy(delta)) / accuracy(epsilon) ** 2:
        r += max(1, r // 64)
    return int(max(r**10, time))


# ---- Claim 2 -----------------------------------------------------------------------------------------------------


def claim_2_examples(d: int, epsilon: float, delta: float, k: int) -> int:
    """m from which P_{r,r}, r = 2^floor(-log2(m) / 3k), is within epsilon/2 and delta/2.

    r <= min(epsilon, delta) / 2 where m >= (8 / min^3)^k, and P has its (d / r^2)^k <= (4 d)^k m^(2/3) examples where
    m >= (4 d)^(3k). (The paper takes r = m^(-1/3k), which need not be a power of two, and prints d / r^2 without k.)
    """
    least = min(accuracy(epsilon), accuracy(delta))
    return max(math.ceil((8 / least**3) ** k), int((4 * d) ** (3 * k)))


# ---- Corollary 2 -------------------------------------------------------------------------------------------------


def restarts(success: float, delta: float) -> int:
    """M with (1 - success)^M <= delta / 2: log(2 / delta) / success do.

    B.5 prints M = delta s^(c s^2) / 2, which falls as delta does; the statement's s^(c s) lacks a power of s.
    """
    return math.ceil(math.log(2 / accuracy(delta)) / accuracy(success))


def choose_by_validation(classifiers: Sequence[Classifier], X: Signs, y: Signs) -> int:
    """The number of the classifier with the least error on the validation set, the first of those."""
    return int(np.argmin([int((classifier(X) != y).sum()) for classifier in classifiers]))


def select_by_validation(family: Sequence[Learner], m: int) -> Learner:
    """Corollary 2's selection: every learner of the family on the first m examples, chosen by the others."""

    def learn(X: Signs, y: Signs) -> Classifier:
        found = [learner(X[:m], y[:m]) for learner in family]
        return found[choose_by_validation(found, X[m:], y[m:])]

    return learn


# ---- Derandomisation ---------------------------------------------------------------------------------------------


def drawn_bits(X: Signs, y: Signs, count: int) -> tuple[U8, int]:
    """Fair bits from independent examples, and how many examples were used (von Neumann).

    Of two examples that differ, either order is equally likely whatever the distribution: the bit is 1 where the
    first is larger in the order of (x, y). Pairs of equal ones give nothing.
    """
    bits: list[int] = []
    rows = np.column_stack([X, y]).tolist()
    used = 0
    while len(bits) < count:
        if used + 2 > len(rows):
            raise InputError(f"{len(rows)} examples gave {len(bits)} random bits; {count} are needed")
        first, second = rows[used], rows[used + 1]
        used += 2
        if first != second:
            bits.append(int(first > second))
    return np.array(bits, dtype=np.uint8), used


def derandomise(learner: Callable[[U8, Signs, Signs], Classifier], bits: int, m: int) -> Learner:
    """A randomised learner as a deterministic one, its `bits` random bits drawn from the examples after the m of Z.

    What is left of these is given to the learner together with Z.
    """

    def learn(X: Signs, y: Signs) -> Classifier:
        drawn, used = drawn_bits(X[m:], y[m:], bits)
        rest = np.r_[0:m, m + used : len(y)]
        return learner(drawn, X[rest], y[rest])

    return learn
