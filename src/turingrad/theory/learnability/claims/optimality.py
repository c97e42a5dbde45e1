"""Sections 2.1 and 3 and Appendix A: learning as well as every algorithm of a family."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np

from turingrad import tasks
from turingrad.arrays import Signs, all_signs
from turingrad.constructions.claim import Claim, Figures, Mutation, mutation, require
from turingrad.constructions.rcnn.claims.training import learner
from turingrad.machine.grid.learner import predictions
from turingrad.theory.learnability import pao
from turingrad.theory.learnability.claims import algorithms

HERE = "turingrad.theory.learnability.claims.optimality"
ALGORITHMS = "turingrad.theory.learnability.claims.algorithms"
PAO = "turingrad.theory.learnability.pao"
CUBE = all_signs(3)
ACCURACIES = (0.5, 0.25, 0.125)
goel = partial(Claim, paper="goel")


def noisy_dictator(j: int, noise: float) -> algorithms.Distribution:
    X, y = np.concatenate([CUBE, CUBE]), np.concatenate([CUBE[:, j], -CUBE[:, j]])
    return algorithms.Distribution(X, y, np.repeat([(1 - noise) / 8, noise / 8], 8))


def dictators() -> list[algorithms.Learner]:
    """x_1, -x_1, x_2, ...: a family of six learners that ignore their data."""

    def fixed(j: int, sign: int) -> algorithms.Learner:
        return lambda X, y: lambda points: (sign * points[:, j]).astype(np.int8)  # noqa: ARG005

    return [fixed(j, sign) for j in range(3) for sign in (1, -1)]


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


def validation_is_pao() -> Figures:
    """Definition 2 by simulation: a learner that validates a family of six is within epsilon of its best member."""
    epsilon, delta, m, trials = 0.125, 0.125, 2, 60
    extra = pao.validation_examples(6, epsilon, delta)
    chooses = algorithms.validated(dictators(), m)
    rng = np.random.default_rng(0)
    found = algorithms.pao_probability(chooses, dictators(), noisy_dictator(1, 0.3), m, extra, epsilon, trials, rng)
    require(found >= 1 - delta, f"within {epsilon} in {found:.2f} of the trials")
    return {"extra examples": extra, "probability": round(found, 3)}


def polynomial_time() -> Figures:
    """Definition 3: library learners answer within (2dm)^2 steps."""
    d, m, shares = 6, 12, {}
    X, y, X_test, _ = tasks.draw(tasks.get("dictator"), 0, d, m, 20)
    for name in ("majority-label", "conjunction", "nearest-neighbour", "parity-fast"):
        steps = int(predictions(learner(name), X, y, X_test).steps.max())
        require(steps <= algorithms.time_bound(d, m, exponent_k()), f"{name} takes {steps} steps")
        shares[name] = steps
    return {"(2dm)^2": algorithms.time_bound(d, m, 2), **shares}


def exponent_k() -> int:
    return 2


def pac_by_simulation() -> Figures:
    """Definition 4: conjunction elimination PAC-learns conjunctions of two; error at most epsilon, 1 - delta of it."""
    X = all_signs(4)
    y = np.where((X[:, 0] > 0) & (X[:, 2] > 0), 1, -1).astype(np.int8)
    distribution = algorithms.Distribution(X, y, np.full(16, 1 / 16))
    eliminates = algorithms.as_learner(learner("conjunction"), 10_000)
    found = algorithms.pac_probability(eliminates, distribution, pac_examples(), 0.125, 40, np.random.default_rng(1))
    require(found >= 0.875, f"error at most 1/8 in {found:.2f} of the trials")
    return {"m": pac_examples(), "probability": found}


def pac_examples() -> int:
    return 24


def larger_of(epsilon: float, delta: float) -> float:
    """What r must not exceed: the smaller of the two."""
    return min(epsilon, delta)


def observation_1() -> Figures:
    """r <= min(epsilon, delta), a power of two, and M >= (dm / r^2)^k, for M from the proof's polynomial on."""
    cases = 0
    for d, m, k, epsilon, delta in product((1, 3), (1, 4), (1, 2), ACCURACIES, ACCURACIES):
        least = algorithms.observation_1_examples(d, m, epsilon, delta, k)
        for extra in (least, 3 * least):
            r = algorithms.observation_1_rate(extra, k)
            require(math.log2(r).is_integer(), f"r = {r} is no power of two")
            require(r <= larger_of(epsilon, delta), f"r = {r} for epsilon {epsilon}, delta {delta}")
            require(extra >= (d * m / r**2) ** k * (1 - 1e-9), f"M = {extra} is too small for r = {r}")
            cases += 1
    few = smallest_extra(0.5, 0.125)
    require(algorithms.observation_1_rate(few, 1) <= 0.125, f"M = {few} gives r above delta = 1/8")
    return {"cases": cases}


def smallest_extra(epsilon: float, delta: float) -> int:
    """M of which r <= min(epsilon, delta) follows: min(epsilon, delta)^(-3) for k = 1."""
    return math.ceil(min(epsilon, delta) ** -3)


def examples_of_claim_1(s: int, k: int, needed: int, epsilon: float, delta: float) -> int:
    return algorithms.algorithm_2_examples(s, k, needed, 0, epsilon, delta)


def printed_examples_of_claim_1(s: int, k: int, needed: int, *_: float) -> int:
    return int(max(s, k, needed) ** 10)


def claim_1() -> Figures:
    """r^3 candidates are told apart on r examples: 2 r^3 exp(-2 r (epsilon/4)^2) <= delta/2."""
    largest = 0
    for s, k, needed, epsilon, delta in product((1, 3), (1, 2), (1, 20), ACCURACIES, ACCURACIES):
        r = algorithms.algorithm_2_side(examples_of_claim_1(s, k, needed, epsilon, delta))
        confused = 2 * r**3 * math.exp(-2 * r * (epsilon / 4) ** 2)
        require(r >= max(s, k, needed), f"r = {r}")
        require(confused <= delta / 2 * (1 + 1e-9), f"with r = {r} the choice fails with probability {confused:.2g}")
        largest = max(largest, r)
    return {"largest r": largest}


def algorithm_2_runs() -> Figures:
    """Algorithm 2 calls A_{s,k} for every s, k, t up to r within time M, and takes the least error on the last r."""
    calls: list[tuple[int, int, int, int]] = []

    def sized(s: int, k: int, X: Signs, y: Signs, time: int) -> algorithms.Classifier | None:  # noqa: ARG001
        calls.append((s, k, len(y), time))
        good = (s, k) == (2, 1)
        return lambda points: points[:, 2] if good else -points[:, 2]

    m, extra = 4, 2**10
    X, y = noisy_dictator(2, 0.0).sample(np.random.default_rng(1), m + extra)
    chosen = algorithms.algorithm_2(sized, m, X, y)
    require(np.array_equal(chosen(CUBE), CUBE[:, 2]), "the least error was not chosen")
    wanted = [(s, k, m + t, extra) for s, k, t in product((1, 2), repeat=3)]
    require(calls == wanted, f"the calls are {calls}")
    return {"r": 2, "calls": len(calls)}


def examples_of_claim_2(d: int, epsilon: float, delta: float, k: int) -> int:
    return algorithms.claim_2_examples(d, epsilon, delta, k)


def printed_examples_of_claim_2(d: int, epsilon: float, delta: float, k: int) -> int:
    """m >= (8 / min(epsilon, delta)^3)^k and m >= d^(3k)."""
    return max(math.ceil((8 / min(epsilon, delta) ** 3) ** k), int(d ** (3 * k)))


def claim_2() -> Figures:
    """From this m on P_{r,r} is within epsilon/2 and delta/2, and has its (d / r^2)^k examples."""
    cases = 0
    for d, k, epsilon, delta in product((1, 3, 6), (1, 2), ACCURACIES, ACCURACIES):
        m = examples_of_claim_2(d, epsilon, delta, k)
        r = algorithms.observation_1_rate(m, k)
        require(r <= min(epsilon, delta) / 2, f"r = {r} for m = {m}")
        require(m >= (d / r**2) ** k * (1 - 1e-9), f"m = {m} leaves P without its (d / r^2)^k examples")
        cases += 1
    return {"cases": cases}


def fair_bits() -> Figures:
    """Bits from independent examples are fair whatever the distribution: von Neumann's pairs."""
    distribution = noisy_dictator(0, 0.05)
    X, y = distribution.sample(np.random.default_rng(3), 30_000)
    bits, used = drawn(X, y, 4_000)
    share = float(bits.mean())
    require(abs(share - 0.5) < 4 * 0.5 / math.sqrt(len(bits)), f"{share:.3f} of the bits are 1")
    return {"bits": len(bits), "examples used": used, "share of ones": round(share, 4)}


def drawn(X: Signs, y: Signs, count: int) -> tuple[np.ndarray, int]:
    return algorithms.drawn_bits(X, y, count)


def labels_as_bits(X: Signs, y: Signs, count: int) -> tuple[np.ndarray, int]:  # noqa: ARG001
    return (X[:count].sum(axis=1) > -3).astype(np.uint8), count


def change(name: str, function: str, value: Callable[..., object]) -> tuple[Mutation, ...]:
    return (mutation(name, f"{HERE}.{function}", value),)


CLAIMS = (
    goel(
        number="Definition 1",
        where="section 2.1",
        statement="A learner is (s, m, t)-bounded if it has at most s states and answers within t steps on m examples.",
        check=bounded_learners,
        mutations=(mutation("time is not counted", f"{ALGORITHMS}.is_bounded", lambda *_: True),),
        code=(f"{ALGORITHMS}.is_bounded",),
    ),
    goel(
        number="Definition 2",
        where="section 3",
        statement="A PAO learner does as well as the best of a family up to epsilon with probability 1 - delta.",
        check=validation_is_pao,
        mutations=(mutation("two validation examples", f"{PAO}.validation_examples", lambda *_: 2),),
        code=(f"{ALGORITHMS}.pao_probability", f"{ALGORITHMS}.validated"),
    ),
    goel(
        number="Definition 3",
        where="section 3",
        statement="B_{s,k}: machines of at most s states that run in time (2dm)^k.",
        check=polynomial_time,
        mutations=change("k = 1", "exponent_k", lambda: 1),
        code=(f"{ALGORITHMS}.time_bound",),
    ),
    goel(
        number="Definition 4",
        where="section 3",
        statement="PAC learning: error at most epsilon with probability 1 - delta from polynomially many examples.",
        check=pac_by_simulation,
        mutations=change("two examples", "pac_examples", lambda: 2),
        code=(f"{ALGORITHMS}.pac_probability",),
    ),
    goel(
        number="Observation 1",
        where="section 3, A",
        statement="A_{r,r} with r = 2^floor(-log2(M) / 3k) is a PAO learner that is not told epsilon and delta.",
        check=observation_1,
        mutations=change(
            "max for min, as printed", "smallest_extra", lambda epsilon, delta: math.ceil(max(epsilon, delta) ** -3)
        ),
        code=(f"{ALGORITHMS}.observation_1_examples", f"{ALGORITHMS}.without_parameters"),
        status="corrected",
        erratum="the proof has r <= max(epsilon, delta), where min is needed (and its polynomial gives it)",
    ),
    goel(
        number="Claim 1",
        where="section 3, A",
        statement="Algorithm 2 turns (s, k)-Turing-optimal learners into a Turing-optimal one.",
        check=claim_1,
        mutations=change("r = max(s, k, p), as printed", "examples_of_claim_1", printed_examples_of_claim_1),
        code=(f"{ALGORITHMS}.algorithm_2_examples",),
        status="corrected",
        erratum="the proof leaves out that r^3 classifiers are told apart on r examples: r >= 8 log(4 r^3/delta) / "
        "epsilon^2",
    ),
    goel(
        number="Algorithm 2",
        where="A",
        statement="For all s, k, t up to r = M^(1/10): run A_{s,k} on Z; Z'[:t] within time M, keep the least error on "
        "Z'[-r:].",
        check=algorithm_2_runs,
        mutations=(mutation("r = 1", f"{ALGORITHMS}.algorithm_2_side", lambda _: 1),),
        code=(f"{ALGORITHMS}.algorithm_2",),
    ),
    goel(
        number="Claim 2",
        where="section 3, A",
        statement="A Turing-optimal learner PAC-learns every class that some learner PAC-learns.",
        check=claim_2,
        mutations=change("m as printed", "examples_of_claim_2", printed_examples_of_claim_2),
        code=(f"{ALGORITHMS}.claim_2_examples",),
        status="corrected",
        erratum="r = m^(-1/3k) need not be a power of two; rounded down to one, m >= d^(3k) is too small, (4d)^(3k) is "
        "enough",
    ),
    goel(
        number="Remark after Corollary 2",
        where="section 4",
        statement="The random bits of the restarts can be drawn from additional independent examples.",
        check=fair_bits,
        mutations=change("a feature as a bit", "drawn", labels_as_bits),
        code=(f"{ALGORITHMS}.drawn_bits", f"{ALGORITHMS}.derandomised"),
        assumptions="a distribution that is not a point",
    ),
)
