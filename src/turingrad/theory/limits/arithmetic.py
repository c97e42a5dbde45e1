"""6.3 as an experiment: sums in unknown digits, learned by elimination modulo the base, and not by a plain net.

Expressions are uniform, so that their distribution says nothing of the digits; the shown symbol is right in one of
`base` of them. An answer that is always "wrong" thus errs with probability 1/base: that is chance here. With the values
of mean 0 that the paper asks for (`sums.py`), the class of all orders of the digits has the cross-predictability shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.library.learners.digits import digits_learner
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.cross_predictability import cross_predictability
from turingrad.theory.limits.emulated import emulate
from turingrad.theory.limits.outcome import DataSet, Experiment, Part, experiment, require_draws, trained_part
from turingrad.theory.limits.relu_net import ReluNet
from turingrad.theory.limits.sums import Sums, format_expression

SHAPES = {2: Sums(2, 8, 4), 3: Sums(3, 5, 4), 5: Sums.paper(5)}
"""By base. The paper's own n numbers of n digits are only 64 expressions for n = 2: those a net sees all of."""

CP_PAIRS, CP_POINTS = 300, 2000


@validate_arguments
def arithmetic(
    *,
    bases: Sequence[int] = tuple(SHAPES),
    addends: int | None = None,
    digits: int | None = None,
    train: int = 1000,
    test: int = 1000,
    net: ReluNet | None = None,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """Train plain nets to check sums in unknown digits, beside nets that emulate elimination; one part per prime base.

    Args:
        bases: The bases.
        addends: Numbers that are added; by default those of `SHAPES`, or as many as the base (the paper's n).
        digits: Their digits, likewise.
        train: Training samples.
        test: Test samples.
        net: The plain net.
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The experiment: one part per base, with curves and errors.

    Example:
        >>> from turingrad.theory.limits import ReluNet, arithmetic
        >>> found = arithmetic(bases=[2], addends=2, digits=2, train=20, test=20, net=ReluNet(width=8, epochs=2))
        >>> len(found.parts)
        1
    """
    require_draws(train, test, seed)
    if len(bases) == 0:
        raise InputError("give at least one base")
    shapes = [shape_for(base, addends, digits) for base in bases]
    for shape in shapes:
        digits_learner(shape.base, shape.addends, shape.digits)  # too large a size is refused before any work
    net = net or ReluNet()
    return experiment(
        "arithmetic", seed, [partial(digits_part, shape, train, test, net, seed, progress) for shape in shapes]
    )


def shape_for(base: int, addends: int | None, digits: int | None) -> Sums:
    usual = SHAPES.get(base, Sums.paper(base))
    return Sums(base, usual.addends if addends is None else addends, usual.digits if digits is None else digits)


def digits_part(sums: Sums, train: int, test: int, net: ReluNet, seed: int, progress: Progress) -> Part:
    """Both nets see the symbols, the place and the shown symbol as unit vectors, the emulation net with -1 for 0."""
    rng = np.random.default_rng([seed, sums.base])
    order = rng.permutation(sums.base)
    rows, y = sums.draw_labelled(rng, train + test, order)
    shown = sums.one_hot(rows)
    learner = digits_learner(sums.base, sums.addends, sums.digits)
    name = f"digits modulo {sums.base}"
    about = (
        f"{sums.addends} numbers of {sums.digits} digits in base {sums.base}, the digits written in symbols of unknown "
        "order, one digit of the sum shown; the label is whether it is right. Expressions are uniform: one in "
        f"{sums.base} is right. The emulation net runs elimination modulo {sums.base} on the right ones whose last "
        "digit is shown; the carries then tell the digits from their multiples. CP_inf is the "
        "cross-predictability of the class of all orders of the digits."
    )
    figures: dict[str, Any] = {"an expression": format_expression(rows[0], sums), "its label": int(y[0])}
    part = Part(f"sums in base {sums.base}, digits permuted", about, figures=figures | predictabilities(sums, seed))
    signs = (2 * shown - 1).astype(np.int8)
    return trained_part(
        part,
        (
            partial(
                net.train, DataSet.split(shown, y, train), seed=seed, progress=progress,
                label=f"base {sums.base}, ReLU net",
            ),
            partial(emulate, learner, DataSet.split(signs, y, train), name=name, seed=seed, progress=progress),
        ),
    )  # fmt: skip


def predictabilities(sums: Sums, seed: int) -> dict[str, str]:
    """CP_inf of the class of all orders, estimated, and for the paper's n = 2 and 3 exactly."""
    exact = {f"CP_inf, {n} numbers of {n} digits": exact_predictability(n) for n in (2, 3)}
    found = cross_predictability(sums.functions(), pairs=CP_PAIRS, points=CP_POINTS, seed=seed)
    return exact | {f"CP_inf, these {sums.addends} numbers of {sums.digits} digits": str(found)}


@cache
def exact_predictability(n: int) -> str:
    return str(cross_predictability(Sums.paper(n).list_functions()))
