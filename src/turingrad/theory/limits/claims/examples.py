"""Section 6: parities, connectivity, sums; what is proven, what is measured, what is the paper's belief."""

from __future__ import annotations

import math
from itertools import count
from typing import Any

import numpy as np

from turingrad._support.arrays import Signs
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.errors import InputError
from turingrad.library.learners.digits import MAX_SYMBOLS, Digits, digits_learner
from turingrad.machine.learner import run as learner_run
from turingrad.theory.limits import ReluNet, TwoLayers, initialisation, parity_images
from turingrad.theory.limits.claims.definition_8 import one_or_two, small_counts
from turingrad.theory.limits.cross_predictability import cross_predictability
from turingrad.theory.limits.dots import squares
from turingrad.theory.limits.function_classes import monomials
from turingrad.theory.limits.graphs import components
from turingrad.theory.limits.regular_graphs import one_or_two_regular
from turingrad.theory.limits.sums import Sums

HERE = "turingrad.theory.limits.claims.examples"
LIMITS = "turingrad.theory.limits"
INITIALISATION = "turingrad.theory.limits.initialisation"
CLAIMS = Claims("abbe-sandon")


def first_square(rng: np.random.Generator, grid: int, size: int, _every: bool) -> tuple[Signs, Signs]:
    """Images whose label is the colour of their first square."""
    colours, _ = squares(rng, grid, size, True)
    return colours, colours[:, 0]


@CLAIMS.state(
    "Figure 5",
    where="section 6.1",
    statement="A net of three hidden layers of 128 ReLU units fits the parity of images and does not generalise.",
    mutations=mutation(
        "the label is the first square",
        f"{LIMITS}.dots.squares",
        first_square,
    ),
    code=f"{LIMITS}.parity_images",
    assumptions="8 x 8 squares and 300 images here; 13 x 13 and 1,000 in the slow tests",
    thorough=True,
    leaves_out="images of 8 x 8 squares, one seed",
)
def fits_and_does_not_generalise() -> Figures:
    """Figure 5 at 8 x 8 squares: the training error becomes 0, the test error stays a coin's."""
    found = parity_images(grid=8, beside=0, train=300, test=600, every=True, net=ReluNet(batch=16)).parts[0].trained[0]
    require(found.train_error == 0, f"training error {found.train_error}")
    require(found.at_chance, f"test error {found.test_error}")
    return {"training error": found.train_error, "test error": found.test_error}


@CLAIMS.state(
    "6.1, belief",
    where="section 6.1",
    statement="'We believe ... that one cannot learn parities with GD/SGD in poly-time with a random initialization.' "
    "No theorem says so.",
    mutations=mutation(
        "single bits instead of random parities", f"{INITIALISATION}.Parities", lambda n: monomials(n, 1)
    ),
    code=f"{INITIALISATION}.initialisation",
    status="open",
    assumptions="for random parities (the parity of all bits is learned from a Rademacher start); 24 bits, 1,500 steps",
    thorough=True,
    leaves_out="two parities of 24 bits, one seed for each start: a belief, not a theorem",
)
def random_starts() -> Figures:
    """At 24 bits: random parities stay at chance; the parity of all bits does not, from a Rademacher start."""
    every, random = initialisation(net=TwoLayers(steps=1500)).parts
    for trained in random.trained:
        require(trained.test_error > 0.4, f"a random parity, {trained.network}: error {trained.test_error}")
    require(every.trained[0].test_error < 0.1, f"all bits, Rademacher: error {every.trained[0].test_error}")
    require(every.trained[1].test_error > 0.4, f"all bits, Gaussian: error {every.trained[1].test_error}")
    errors = {f"random parity, {t.figures['start']}": t.test_error for t in random.trained}
    return errors | {f"all bits, {t.figures['start']}": t.test_error for t in every.trained}


@CLAIMS.state(
    "6.2, small subgraphs",
    where="section 6.2",
    statement="A connected graph and one patched together from two can agree in all small subgraphs, while a search "
    "tells them apart.",
    mutations=mutation(
        "Definition 8's graphs, at 24 vertices",
        f"{HERE}.one_or_two_regular",
        lambda rng, n, _degree: (one_or_two(rng, n, 5.0, 4.0) for _ in count()),
    ),
    code=f"{LIMITS}.regular_graphs.one_or_two_regular",
    assumptions="Definition 8's graphs agree for large n: at finite n pruning leaves fewer edges in two halves",
    leaves_out="five pairs of 24 vertices",
)
def small_subgraphs_tell_nothing() -> Figures:
    """Regular graphs without short cycles: one against two, all counts of subgraphs on up to 4 vertices are equal."""
    pairs = one_or_two_regular(np.random.default_rng(0), 24, 3)
    for _ in range(5):
        one, two = next(pairs)
        require((components(one), components(two)) == (1, 2), "the graphs are not one and two")
        require(small_counts(one) == small_counts(two), f"counts: {small_counts(one)}, {small_counts(two)}")
    one, two = next(one_or_two_regular(np.random.default_rng(1), 28, 3))
    require((components(one), components(two)) == (1, 2), "of 28 vertices the graphs are not one and two")
    least = next(n for n in range(2, 10**5) if math.sqrt(math.log(n)) > 3)
    require(least == 8104, f"sqrt(ln n) exceeds 3 from n = {least} on")
    return {"pairs": 5, "least n at which Definition 8 deletes a triangle": least}


def in_the_usual_order(sums: Sums, rows: Any, _order: object) -> Any:
    return sums.digit(rows, np.arange(sums.base)) == rows[:, -1]


@CLAIMS.state(
    "6.3, cross-predictability",
    where="section 6.3",
    statement="The class of all orderings of the digits, on uniform expressions and with values of mean 0, has a low "
    "cross-predictability.",
    mutations=mutation("every order is the usual one", f"{LIMITS}.sums.Sums.right", in_the_usual_order),
    code=f"{LIMITS}.sums.Sums",
    status="asymptotic",
    assumptions="at least 1/n!, so low for large n",
    leaves_out="n up to 5, of which 5 is estimated",
)
def sums_have_low_predictability() -> Figures:
    """CP of the orders of the digits: exact for n = 2, 3, estimated for n = 5; never below 1/n!."""
    exact = {n: cross_predictability(Sums.paper(n).list_functions()).value for n in (2, 3)}
    five = cross_predictability(Sums.paper(5).functions(), pairs=150, points=1000)
    require(exact[2] > exact[3] > five.value + 3 * five.error, f"{exact}, then {five}")
    for n, value in exact.items():
        require(value >= 1 / math.factorial(n), f"n = {n}: {value} is below 1/{n}!")
    return {"CP, n = 2": exact[2], "n = 3": exact[3], "n = 5": five.value, "its error": five.error}


@CLAIMS.state(
    "6.3, linear equations",
    where="section 6.3",
    statement="Right expressions whose last digit is shown are linear equations modulo n that determine the digits.",
    mutations=mutation(
        "right expressions are ignored", "turingrad.library.learners.digits.Digits.eliminate", lambda *_: None
    ),
    code="turingrad.library.learners.digits.digits_learner",
    assumptions="n prime; the equations leave a common factor open, which the carries of other places determine",
    leaves_out="bases 5 and 3, one draw of expressions each",
)
def equations_tell_the_digits() -> Figures:
    """Right expressions whose last digit is shown, base 5: elimination leaves one vector, a multiple of the digits; the
    other places strike out all factors but one."""
    sums, order = Sums(5, 5, 2), np.array([3, 0, 4, 1, 2])
    rows, y = sums.draw_labelled(np.random.default_rng(1), 900, order)
    X = (2 * sums.one_hot(rows) - 1).astype(int).tolist()
    program = Digits(5, 5, 2)  # type: ignore[no-untyped-call]
    used = 0
    for x, label in zip(X, y.tolist(), strict=True):
        if program.done():  # type: ignore[no-untyped-call]
            break
        program.update(x, label)  # type: ignore[no-untyped-call]
        used += 1
    require(program.done(), f"not done after {used} samples")  # type: ignore[no-untyped-call]
    left = program.values()  # type: ignore[no-untyped-call]
    multiples = [[f * int(v) % 5 for v in order] for f in range(1, 5)]
    require(left in multiples, f"{left} is no multiple of {order}")
    (factor,) = [f for f in range(1, 5) if not program.struck[f - 1]]
    require(program.times(factor) == order.tolist(), f"found {program.times(factor)}")  # type: ignore[no-untyped-call]
    small = Sums(3, 2, 2)
    rows, y = small.draw_labelled(np.random.default_rng(2), 140, np.array([1, 2, 0]))
    X = (2 * small.one_hot(rows) - 1).astype(np.int8)
    compiled, program = digits_learner(3, 2, 2), Digits(3, 2, 2)  # type: ignore[no-untyped-call]
    for x, label in zip(X[:120].tolist(), y[:120].tolist(), strict=True):
        program.update(x, label)  # type: ignore[no-untyped-call]
    said = [program.predict(x) for x in X[120:].tolist()]  # type: ignore[no-untyped-call]
    answers = learner_run.learn(compiled, X[:120], y[:120], X[120:]).tolist()
    # a constant added to all digits of four numbers adds 3 times it to the last place, which is nothing in base 3
    for sizes, message in (((3, 4, 2), "changes no last digit"), ((3, 2, MAX_SYMBOLS), "symbols")):
        require(message in refusal(*sizes), f"base, numbers and digits {sizes} are not refused")
    require(answers == said, f"base 3: the compiled learner answers {answers}, the program {said}")
    require(said == y[120:].tolist(), "base 3: 120 samples do not tell the digits")
    return {"samples": used, "vectors that solve all equations of the last place": len(multiples) + 1}


def refusal(base: int, addends: int, digits: int) -> str:
    """What the learner says of sizes that it refuses."""
    try:
        digits_learner(base, addends, digits)
    except InputError as error:
        return str(error)
    return ""
