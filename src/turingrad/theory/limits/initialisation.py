"""Which parities plain SGD learns, and from which random start: measured, not proven.

The paper *believes* that random parities are not learned "in poly-time with a random initialization". A single parity
is another matter: that of all d bits is one function, with cross-predictability 1, and no bound of the paper speaks of
it. These experiments train the same net from a Rademacher and from a Gaussian start,

- `initialisation`: on the parity of all bits and on random parities;
- `monomials`: on one monomial of each of some degrees k, a class with cross-predictability 1 / C(d, k).

By the symmetry of the start and the data it does not matter which k bits a monomial has: the first k are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from turingrad.errors import InputError
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.cross_predictability import cross_predictability
from turingrad.theory.limits.function_classes import Function, Parities
from turingrad.theory.limits.function_classes import monomials as monomial_class
from turingrad.theory.limits.outcome import Experiment, Part, Trained, experiment, trained_part
from turingrad.theory.limits.two_layers import STARTS, TwoLayers

MAX_BITS = 64


def parity_of_first(k: int) -> Function:
    return lambda X: np.asarray(X[:, :k].prod(axis=1), np.float64)


def initialisation(
    *,
    bits: int = 24,
    draws: int = 1,
    net: TwoLayers | None = None,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """Train plain nets on the parity of all bits and on random parities, from two random starts.

    Args:
        bits: Bits of a parity.
        draws: How often to train on the parity of all bits, and how many random parities to draw.
        net: The plain net.
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The experiment: test errors by function and start.

    Example:
        >>> from turingrad.theory.limits import TwoLayers, initialisation
        >>> len(initialisation(bits=4, net=TwoLayers(width=8, steps=5)).parts)
        2
    """
    chosen = validate_network(bits, net)
    if draws < 1:
        raise InputError(f"draws must be at least 1, not {draws}")
    rng = np.random.default_rng([seed, bits])
    random = [Parities(bits).draw(rng) for _ in range(draws)]
    every = [parity_of_first(bits)] * draws
    means = f"{chosen.width} hidden units, batches of {chosen.batch} fresh samples, step size {chosen.rate:g}."

    def part(title: str, about: str, functions: Sequence[Function]) -> Part:
        names = [f"draw {draw + 1}" if draws > 1 else "" for draw in range(draws)]
        makers: list[Callable[[], Trained]] = [
            partial(chosen.train, F, bits, start, name=names[draw], seed=seed + draw, progress=progress)
            for draw, F in enumerate(functions)
            for start in STARTS
        ]
        return trained_part(Part(title, f"{about} {means}"), makers)

    return experiment(
        "initialisation",
        seed,
        (
            partial(
                part,
                f"the parity of all {bits} bits",
                "One function: its class has cross-predictability 1, and no bound speaks of it.",
                every,
            ),
            partial(
                part,
                f"random parities of {bits} bits",
                f"Each bit is in the subset with probability 1/2; the class has cross-predictability 2^-{bits}.",
                random,
            ),
        ),
    )


def monomials(
    *,
    bits: int = 24,
    degrees: Sequence[int] | None = None,
    net: TwoLayers | None = None,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """Train plain nets on one monomial of each degree, from two random starts.

    Args:
        bits: Bits of an input.
        degrees: The degrees; by default low, middle and high ones.
        net: The plain net.
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The experiment: test errors by degree and start.

    Example:
        >>> from turingrad.theory.limits import TwoLayers, monomials
        >>> len(monomials(bits=4, degrees=[1], net=TwoLayers(width=8, steps=5)).parts)
        1
    """
    chosen = validate_network(bits, net)
    wanted = tuple(dict.fromkeys(degrees or default_degrees(bits)))
    if not all(1 <= k <= bits for k in wanted):
        raise InputError(f"monomials of {bits} bits must have degrees 1 to {bits}, not {', '.join(map(str, wanted))}")
    figures = {
        f"CP_inf of the monomials of degree {k}": str(cross_predictability(monomial_class(bits, k))) for k in wanted
    }
    about = (
        f"Products of k of {bits} bits, one for each degree k. {chosen.width} hidden units, at most {chosen.steps:,} "
        f"batches of {chosen.batch} fresh samples, step size {chosen.rate:g}."
    )
    makers = [
        partial(chosen.train, parity_of_first(k), bits, start, name=f"degree {k}", seed=seed, progress=progress)
        for k in wanted
        for start in STARTS
    ]
    part = Part(f"monomials of {bits} bits", about, figures=figures)
    return experiment("monomials", seed, [partial(trained_part, part, makers)])


def default_degrees(bits: int) -> tuple[int, ...]:
    low, high = range(1, min(bits, 5) + 1), range(max(1, bits - 2), bits + 1)
    return tuple(sorted({*low, bits // 2, *high}))


def validate_network(bits: int, net: TwoLayers | None) -> TwoLayers:
    if not 2 <= bits <= MAX_BITS:
        raise InputError(f"inputs must have 2 to {MAX_BITS} bits, not {bits}")
    return net or TwoLayers()
