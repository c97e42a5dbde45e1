"""6.1: images of dots, the label a parity of black squares: of random ones, or of all (Figures 4 and 5).

The theorems speak of a *random* parity p_s, s uniform over all subsets. The paper's figure has one function, the parity
of all squares; alone it is a class with cross-predictability 1, and plain SGD learns it from some random starts at
sizes at which it does not learn random parities (`initialisation.py`). So the subset is drawn by default.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from turingrad._support.arrays import F32, Signs
from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.errors import InputError, LimitError
from turingrad.library.learners.circuits import MAX_PARITY, checked_features
from turingrad.machine.run import Progress, quiet
from turingrad.tasks.task import MAX_CELLS, random_signs
from turingrad.theory.limits.bounds import corollary_2, corollary_2_least_batch, theorem_6_as_stated, theorem_6_least_n
from turingrad.theory.limits.emulated import emulate_parity
from turingrad.theory.limits.outcome import DataSet, Experiment, Part, experiment, require_draws, trained_part
from turingrad.theory.limits.relu_net import ReluNet


def squares(rng: np.random.Generator, grid: int, count: int, every: bool = False) -> tuple[Signs, Signs]:
    """Squares (count, grid^2), black (-1) with probability 1/2, and the label: +1 where the black ones among a random
    half of them (or `every` one) are even in number."""
    if grid < 1 or count < 0:
        raise InputError(
            f"{count} images of {grid} x {grid} squares: an image must have at least one square, and there must be 0 "
            "or more images"
        )
    if count * grid * grid > MAX_CELLS:
        raise LimitError(f"{count} images of {grid} x {grid} squares are more than {MAX_CELLS:,} numbers")
    colours = random_signs(rng, count, grid * grid)
    subset = np.ones(grid * grid, bool) if every else rng.integers(0, 2, size=grid * grid).astype(bool)
    return colours, colours[:, subset].prod(axis=1, dtype=np.int8)


def pixels(colours: Signs, size: int = 1) -> F32:
    """Images (count, height * width) of squares of size x size pixels, white 1 and black 0."""
    grid = math.isqrt(colours.shape[1])
    if size < 1 or grid * grid != colours.shape[1]:
        raise InputError(f"{colours.shape[1]} squares of {size} pixels do not make a square image")
    if colours.size * size * size > MAX_CELLS:
        raise LimitError(f"squares of {size} x {size} pixels make images too large")
    images = (colours.reshape(-1, grid, grid) > 0).astype(np.float32)
    return images.repeat(size, axis=1).repeat(size, axis=2).reshape(len(colours), -1)


@validate_arguments
def parity_images(
    *,
    grid: int = 13,
    pixel: int = 1,
    train: int = 1000,
    test: int = 1000,
    net: ReluNet | None = None,
    beside: int = 13,
    every: bool = False,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """Train a plain net on parities of squares in an image (Figure 4), beside an emulation net on the same samples.

    Args:
        grid: Squares on a side.
        pixel: Pixels on a side of a square.
        train: Training samples.
        test: Test samples.
        net: The plain net.
        beside: Squares on a side of the images that the emulation net sees; 0 leaves it out.
        every: The parity of all squares instead of a random one.
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The experiment: the two nets' errors and curves.

    Example:
        >>> from turingrad.theory.limits import ReluNet, parity_images
        >>> found = parity_images(grid=3, beside=3, train=30, test=30, net=ReluNet(width=8, epochs=2))
        >>> found.parts[0].trained[1].test_error
        0.0
    """
    require_draws(train, test, seed)
    whole(grid, "the number of squares per side", 1)
    net = net or ReluNet()
    if whole(beside, "the number of squares per side for the emulation net"):
        checked_features("parity", beside * beside, MAX_PARITY)
    sizes = dict.fromkeys(size for size in (grid, beside) if size)

    def part(k: int) -> Part:
        rng = np.random.default_rng([seed, k])
        colours, y = squares(rng, k, train + test, every)
        images = DataSet.split(pixels(colours, pixel), y, train)
        makers = [partial(net.train, images, seed=seed, progress=progress, label=f"{k} x {k} squares, ReLU net")]
        if k == beside:
            makers.append(partial(emulate_parity, DataSet.split(colours, y, train), seed=seed, progress=progress))
        even, odd = (images.X[np.flatnonzero(images.y == sign)[:1]] for sign in (1, -1))
        shown = tuple(image.reshape(k * pixel, -1).astype(np.float64) for found in (even, odd) for image in found)
        about = (
            f"Images of {k} x {k} squares, each black with probability 1/2; the label is whether the number of black "
            f"squares among {'all of them' if every else 'a random subset'} is even. {train} images to train, {test} "
            "fresh ones to test."
        )
        steps = net.epochs * -(-train // net.batch)
        figures = {} if every else limits_of_parity(k * k, net.weights(images.X.shape[1]), steps, net)
        return trained_part(Part(f"parity of {k} x {k} squares", about, (), figures, shown), makers)

    return experiment("parity-images", seed, [partial(part, k) for k in sizes])


def limits_of_parity(n: int, edges: int, steps: int, net: ReluNet) -> dict[str, Any]:
    """What the theorems say of a net of that size on a random parity of n bits. The runs have no noise; as the
    theorems need some, sigma = 2^(-n/20) is taken, the least of Theorem 6, and derivatives up to A = 1."""
    cp, sigma = Fraction(1, 1 << n), 2.0 ** (-n / 20)
    batch = corollary_2(1.0, edges, steps, sigma, cp, net.batch, rate=net.rate, bias=cp)
    least = corollary_2_least_batch(1.0, edges, steps, sigma, cp, rate=net.rate)
    return {
        "CP_inf of random parities": f"2^-{n}",
        "taken for the bounds": f"noise of standard deviation 2^-{n / 20:g} on every weight, derivatives within ±1",
        f"Corollary 2, batches of {net.batch}": str(batch),
        "Corollary 2, least batch that it speaks of": "none" if least is None else f"2^{math.log2(least):.1f}",
        "Theorem 6 at its limits, full gradient": str(theorem_6_as_stated(n, edges)),
        f"Theorem 6, least n for {edges:,} edges": theorem_6_least_n(edges),
    }
