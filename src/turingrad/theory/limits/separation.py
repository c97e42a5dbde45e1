"""The headline of Abbe and Sandon as one experiment: random parities, which SGD learns and noisy batch descent cannot.

Two ways to descend on the same class, random parities p_s of n bits:

- plain SGD, one sample a step, on an emulation net: it runs elimination, and learns every parity (Theorem 4); under
  noise on every weight at every step a noise-tolerant net still does (Theorem 5), at a level that is proven for it;
- descent on batches of m samples with Gaussian noise on every weight, on any net from any start: its accuracy is at
  most 1/2 + 2^-(n+1) + (1/sigma) JF CP_m^(1/4) on average over s (Theorem 3), JF being the junk flow that is measured
  here, and CP_m = 1/m + (1 - 1/m) 2^-n. For the gradient of the whole population Theorem 6 has 2^(-n/2) instead.

The bounds are proven for noisy descent; that it also stays at chance where they say nothing is only measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import nn

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.errors import InputError, LimitError
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.bounds import theorem_3, theorem_6
from turingrad.theory.limits.cross_predictability import cross_predictability
from turingrad.theory.limits.emulated import emulate_parity
from turingrad.theory.limits.function_classes import Parities
from turingrad.theory.limits.junk_flow import Descent, accuracy, junk_flow
from turingrad.theory.limits.outcome import DataSet, Experiment, Part, Trained, experiment, trained_part

BATCHES = (1, 8, 64, 512, 4096, 32768)
MAX_BITS, MAX_BATCH, MAX_STEPS, MAX_SEED = 40, 1 << 17, 1_000_000, (1 << 63) - 1
WIDTH, TEST = 16, 2000


@validate_arguments
def separation(
    *,
    bits: int = 20,
    batches: Sequence[int] = BATCHES,
    steps: int = 10,
    rate: float = 0.002,
    sigma: float = 0.1,
    draws: int = 4,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """Noisy batch descent on a ReLU net at each batch size, its bound, and the emulation net, on `draws` parities."""
    whole(seed, "the seed", 0, MAX_SEED)
    if whole(steps, "the number of steps", 1) * draws > MAX_STEPS:
        raise LimitError(f"{steps:,} steps of {draws:,} draws are more than {MAX_STEPS:,}")
    if not 2 <= bits <= MAX_BITS or len(batches) == 0 or not all(1 <= m <= MAX_BATCH for m in batches) or draws < 1:
        raise InputError(f"random parities of 2 to {MAX_BITS} bits, batches of 1 to {MAX_BATCH:,}, at least one draw")
    functions = Parities(bits)
    network = small_net(bits, seed)
    rows: list[tuple[float, float, float]] = []

    def noisy() -> Trained:
        """The descents at each batch size; Ctrl-C leaves the sizes that were done."""
        interrupted = False
        try:
            for m in batches:
                row = at_batch_size(network, functions, m, Descent(steps, m, rate, sigma, 1.0), draws, seed)
                rows.append(row)
                progress("batch sizes", len(rows), len(batches))
        except KeyboardInterrupt:
            if not rows:
                raise
            interrupted = True
        found = descent_outcome(network, batches[: len(rows)], rows, steps, {"rate": rate, "sigma": sigma})
        return replace(found, interrupted=interrupted)

    about = (
        f"Random parities of {bits} bits. Descent with noise {sigma:g} on every weight, {steps} steps on fresh batches "
        "of each size, against plain SGD, one sample a step, on an emulation net. Accuracies are means over "
        f"{draws} parities; the bounds hold for the mean over all of them."
    )

    def part() -> Part:
        found = trained_part(
            Part(f"random parities of {bits} bits", about), (noisy, lambda: train_worst(bits, draws, seed, progress))
        )
        figures: dict[str, Any] = {
            f"batches of {m:,}": f"accuracy {measured:.3f}, at most {most:.3f} (Theorem 3), junk flow {flow:.3g}"
            for m, (measured, most, flow) in zip(batches, rows, strict=False)
        }
        if rows:
            figures["the whole population's gradient"] = str(theorem_6(bits, rows[-1][2], sigma))
        return replace(found, figures=figures, trained=in_one_plot(found.trained, len(rows)))

    return experiment("separation", seed, (part,))


def in_one_plot(trained: tuple[Trained, ...], sizes: int) -> tuple[Trained, ...]:
    """The emulation net's accuracy beside the noisy descents' and their bounds: it takes one sample a step."""
    if len(trained) < 2:
        return trained
    noisy, emulation = trained
    line = {"accuracy of plain SGD on the emulation net": (1 - emulation.test_error,) * sizes}
    return replace(noisy, curves={**noisy.curves, **line}), emulation


def at_batch_size(
    network: nn.Module, functions: Parities, m: int, descent: Descent, draws: int, seed: int
) -> tuple[float, float, float]:
    """The mean accuracy, the largest that Theorem 3 leaves, and the junk flow."""
    flow = junk_flow(network, functions.points, descent, runs=draws, seed=seed)
    cp = cross_predictability(functions, m).exact
    assert cp is not None  # parities know theirs
    bound = theorem_3(flow.value, descent.sigma, cp, bias=functions.bias())
    rng = np.random.default_rng([seed, m])
    found = [accuracy(network, functions.points, functions.draw(rng), descent, test=TEST, seed=k) for k in range(draws)]
    return float(np.mean(found)), bound.accuracy, flow.value


def small_net(bits: int, seed: int) -> nn.Sequential:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return nn.Sequential(nn.Linear(bits, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))


def descent_outcome(
    network: nn.Module,
    batches: Sequence[int],
    rows: Sequence[tuple[float, float, float]],
    steps: int,
    figures: dict[str, Any],
) -> Trained:
    last = rows[-1][0]
    return Trained(
        network="ReLU net, noisy batch descent",
        weights=sum(p.numel() for p in network.parameters()),
        samples=batches[-1] * steps,
        sgd_steps=steps,
        train_error=1 - last,
        test_error=1 - last,
        test_size=TEST,
        curves={
            "accuracy by batch size": tuple(row[0] for row in rows),
            "largest accuracy that Theorem 3 leaves": tuple(row[1] for row in rows),
        },
        figures=figures | {"batches": list(batches)},
    )


def train_worst(bits: int, draws: int, seed: int, progress: Progress) -> Trained:
    """The worst of the emulation nets, one for each drawn parity."""
    found = []
    for draw in range(draws):
        rng = np.random.default_rng([seed, draw, bits])
        X = Parities(bits).points(rng, 4 * bits + TEST)
        y = Parities(bits).draw(rng)(X).astype(np.int8)
        found.append(emulate_parity(DataSet.split(X, y, 4 * bits), seed=seed, progress=progress))
    return max(found, key=lambda trained: trained.test_error)
