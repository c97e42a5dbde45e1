"""Sections 2.1 and 3 and Appendix A: learning as well as every algorithm of a family."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from turingrad import tasks
from turingrad._support.arrays import Signs, all_signs
from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require
from turingrad.constructions.rcnn.claims.training import learner
from turingrad.machine.grid.learner import predictions
from turingrad.theory.learnability import pao
from turingrad.theory.learnability.claims import algorithms

HERE = "turingrad.theory.learnability.claims.optimality"
ALGORITHMS = "turingrad.theory.learnability.claims.algorithms"
PAO = "turingrad.theory.learnability.pao"
CUBE = all_signs(3)
ACCURACIES = (0.5, 0.25, 0.125)
EXPONENT = 2  # k
PAC_EXAMPLES = 24
CLAIMS = Claims("goel")


def noisy_dictator(j: int, noise: float) -> algorithms.Distribution:
    X, y = np.concatenate([CUBE, CUBE]), np.concatenate([CUBE[:, j], -CUBE[:, j]])
    return algorithms.Distribution(X, y, np.repeat([(1 - noise) / 8, noise / 8], 8))


def dictators() -> list[algorithms.Learner]:
    """x_1, -x_1, x_2, ...: a family of six learners that ignore their data."""

    def fix_coordinate(j: int, sign: int) -> algorithms.Learner:
        return lambda X, y: lambda points: (sign * points[:, j]).astype(np.int8)  # noqa: ARG005

    return [fix_coordinate(j, sign) for j in range(3) for sign in (1, -1)]


@CLAIMS.state(
    "Definition 1",
    where="section 2.1",
    statement="A learner is (s, m, t)-bounded if it has at most s states and answers within t steps on m examples.",
    mutations=mutation("time is not counted", f"{ALGORITHMS}.is_bounded", lambda *_: True),
    code=f"{ALGORITHMS}.is_bounded",
    leaves_out="one learner on one data set",
)
def bounded_learners() -> Figures:
    """Definition 1: states and steps are counted, and both bounds bite."""
    X, y, X_test, _ = tasks.draw(tasks.get("noisy-constant"), 0, 4, 6, 5)
    machine = learner("majority-label")
    taken = int(predictions(machine, X, y, X_test).steps.max())
    states = len(machine.working_states)
    for s, t, wanted in ((states, taken, True), (states - 1, taken, False), (states, taken - 1, False)):
        require(
            algorithms.is_bounded(machine, s, t, [(X, y, X_test)]) == wanted, f"({s}, 6, {t})-bounded is not {wanted}"
        )
    return {"s": states, "m": 6, "t": taken}


@CLAIMS.state(
    "Definition 2",
    where="section 3",
    statement="A PAO (probably algorithmically optimal) learner does as well as the best of a family up to epsilon, "
    "with probability 1 - delta.",
    mutations=mutation("two validation examples", f"{PAO}.validation_examples", lambda *_: 2),
    code=(f"{ALGORITHMS}.pao_probability", f"{ALGORITHMS}.select_by_validation"),
    leaves_out="60 trials of one distribution, a family of six",
)
def validation_is_pao() -> Figures:
    """Definition 2 by simulation: a learner that validates a family of six is within epsilon of its best member."""
    epsilon, delta, m, trials = 0.125, 0.125, 3, 60
    extra = pao.validation_examples(6, epsilon, delta) | 1
    chosen = algorithms.select_by_validation(dictators(), m)

    def chooses(X: Signs, y: Signs) -> algorithms.Classifier:
        require(len(y) == m + extra, f"the learner is given {len(y)} examples, not the {m} of Z and {extra} of Z'")
        return chosen(X, y)

    rng = np.random.default_rng(0)
    found = algorithms.pao_probability(chooses, dictators(), noisy_dictator(1, 0.3), m, extra, epsilon, trials, rng)
    require(1 - delta <= found <= 1, f"within {epsilon} in {found:.2f} of the trials")
    return {"extra examples": extra, "probability": round(found, 3)}


@CLAIMS.state(
    "Definition 3",
    where="section 3",
    statement="B_{s,k}: machines of at most s states that run in time (2dm)^k.",
    mutations=mutation("k = 1", f"{HERE}.EXPONENT", 1),
    code=f"{ALGORITHMS}.time_bound",
    leaves_out="four library learners at one size",
)
def polynomial_time() -> Figures:
    """Definition 3: library learners answer within (2dm)^2 steps."""
    d, m, shares = 6, 12, {}
    X, y, X_test, _ = tasks.draw(tasks.get("dictator"), 0, d, m, 20)
    for name in ("majority-label", "conjunction", "nearest-neighbour", "parity-fast"):
        steps = int(predictions(learner(name), X, y, X_test).steps.max())
        require(steps <= algorithms.time_bound(d, m, EXPONENT), f"{name} takes {steps} steps")
        shares[name] = steps
    return {"(2dm)^2": algorithms.time_bound(d, m, 2), **shares}


@CLAIMS.state(
    "Definition 4",
    where="section 3",
    statement="PAC learning: error at most epsilon with probability 1 - delta from polynomially many examples.",
    mutations=mutation("two examples", f"{HERE}.PAC_EXAMPLES", 2),
    code=f"{ALGORITHMS}.pac_probability",
    leaves_out="40 trials, one concept of four bits",
)
def pac_by_simulation() -> Figures:
    """Definition 4: conjunction elimination PAC-learns conjunctions of two; error at most epsilon, 1 - delta of it."""
    X = all_signs(4)
    y = np.where((X[:, 0] > 0) & (X[:, 2] > 0), 1, -1).astype(np.int8)
    distribution = algorithms.Distribution(X, y, np.full(16, 1 / 16))
    eliminates = algorithms.as_learner(learner("conjunction"), 10_000)
    found = algorithms.pac_probability(eliminates, distribution, PAC_EXAMPLES, 0.125, 40, np.random.default_rng(1))
    require(0.875 <= found <= 1, f"error at most 1/8 in {found:.2f} of the trials")
    opposite = algorithms.pac_probability(
        lambda _X, _y: lambda points: np.where((points[:, 0] > 0) & (points[:, 2] > 0), -1, 1).astype(np.int8),
        distribution, 1, 0.125, 2, np.random.default_rng(1),
    )  # fmt: skip
    require(opposite == 0, f"a learner with error 1 has error at most 1/8 in {opposite:.2f} of the trials")
    return {"m": PAC_EXAMPLES, "probability": found}


@CLAIMS.state(
    "Observation 1",
    where="section 3, A",
    statement="With r = 2^floor(-log2(M) / 3k) for both epsilon and delta, A_{r,r} is a PAO learner that is given "
    "neither epsilon nor delta.",
    mutations=(
        mutation(
            "max for min, as printed",
            f"{HERE}.smallest_extra",
            lambda epsilon, delta: math.ceil(max(epsilon, delta) ** -3),
        ),
        mutation("always r = 1/2", f"{ALGORITHMS}.observation_1_rate", lambda *_: 0.5),
        change_result("four times the examples", f"{ALGORITHMS}.observation_1_examples", lambda found: 4 * found),
    ),
    code=(
        f"{ALGORITHMS}.observation_1_examples",
        f"{ALGORITHMS}.observation_1_rate",
        f"{ALGORITHMS}.without_parameters",
    ),
    status="corrected",
    erratum="the proof has r <= max(epsilon, delta), where min is needed (and its polynomial gives it)",
    leaves_out="accuracies of 1/2 to 1/8, sizes up to d = 3, m = 4",
)
def observation_1() -> Figures:
    """r <= min(epsilon, delta), a power of two, and M >= (dm / r^2)^k, for M from the proof's polynomial on."""
    cases = 0
    for d, m, k, epsilon, delta in product((1, 3), (1, 4), (1, 2), ACCURACIES, ACCURACIES):
        least = algorithms.observation_1_examples(d, m, epsilon, delta, k)
        for extra in (least, 3 * least):
            r = algorithms.observation_1_rate(extra, k)
            require(math.log2(r).is_integer(), f"r = {r} is no power of two")
            require(r <= min(epsilon, delta), f"r = {r} for epsilon {epsilon}, delta {delta}")
            require(extra >= (d * m / r**2) ** k * (1 - 1e-9), f"M = {extra} is too small for r = {r}")
            cases += 1
            wanted = (epsilon * delta) ** (-3 * k) + (4 * d * m) ** (3 * k)
            require(abs(least - wanted) <= 1, f"M = {least}; the polynomial is {wanted}")
    few = smallest_extra(0.5, 0.125)
    require(algorithms.observation_1_rate(few, 1) <= 0.125, f"M = {few} gives r above delta = 1/8")
    told_to: list[tuple[float, float]] = []

    def with_parameters(epsilon: float, delta: float, X: Signs, y: Signs) -> algorithms.Classifier:
        told_to.append((epsilon, delta))
        return lambda points: np.full(len(points), int(np.sign(y.sum() + 0.5)) * len(X) ** 0, np.int8)

    for m, extra, r in ((4, 8, 0.5), (4, 64, 0.25), (2, 512, 0.125)):  # k = 1: r = M^(-1/3)
        X, y = noisy_dictator(0, 0.25).sample(np.random.default_rng(extra), m + extra)
        chosen = algorithms.without_parameters(with_parameters, m, 1)(X, y)
        require(told_to[-1] == (r, r), f"{extra} further examples: the learner is given {told_to[-1]}, not {r}")
        require(int(chosen(CUBE)[0]) == int(np.sign(y.sum() + 0.5)), "the learner is not given all examples")
    return {"cases": cases}


def smallest_extra(epsilon: float, delta: float) -> int:
    """M of which r <= min(epsilon, delta) follows: min(epsilon, delta)^(-3) for k = 1."""
    return math.ceil(min(epsilon, delta) ** -3)
