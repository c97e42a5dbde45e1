"""The headline of Abbe and Sandon as one experiment: the same net under the same noise learns random parities from one
sample per step, and no longer from batches.

- The net is the noise-tolerant emulation net of elimination (Theorem 5). Every step descends on a batch of m samples,
  with Gaussian noise on every weight; the noise is the largest that is proven for m = 1. At m = 1 the net runs its
  algorithm; from m = 2 on a step writes a mean of samples into its memory, and nothing is learned.
- The curves of Theorems 3 and 6 are beside it: accuracy <= 1/2 + bias/2 + (1/sigma) JF CP_m^(1/4), for the gradient of
  the whole population 2^(-n/2) instead of CP^(1/4), with the junk flow JF measured. At noise that lets anything be
  learned in this way they say nothing. So two louder settings are shown as well, of one step: one at which Theorem 6
  says something, and one at which Theorem 3 does.
- The positive control is a plain net under the same descent (rate, noise, overflow range, steps, batches): it learns
  dictators from batches, and not parities. The baseline is the better constant answer.

The overflow range 2 w2 cuts no derivative that writes memory; it keeps those small that nothing depends on (Remark 13).
With `functions`, `network` or `loss` of one's own the same descents are run on them, and on dictators for control.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from torch import nn

from turingrad._support.arrays import all_signs
from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.noise_shapes import proven_total
from turingrad.errors import InputError, LimitError
from turingrad.library import load_learner
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.batch_sizes import Contestant, Setting, run_setting
from turingrad.theory.limits.descents import DescendingNet, DirectNet, EmulationNet, TorchNet
from turingrad.theory.limits.function_classes import FunctionClass, Parities, monomials
from turingrad.theory.limits.junk_flow import Descent, Loss, PointSource, square_loss
from turingrad.theory.limits.outcome import Experiment, experiment

BATCHES = (1, 2, 4, 16, 64, 256, 1024)
LOUD = (0.5, 3.0)  # noise at which Theorem 6, and at which Theorem 3, says something of one step at 10 bits
MAX_BITS, MAX_BATCH, MAX_STEPS, MAX_SEED = 12, 1 << 17, 1_000_000, (1 << 63) - 1
MORE = 8  # samples beyond the number of bits: they determine a parity but for one draw in 2^8
WIDTH = 16
REPEATS = 16  # of the plain net where noise decides: the mean is what the theorems bound
STEPS, RATE, SIGMA = 100, 0.1, 0.01  # for a class, a net or a loss of one's own


@validate_arguments
def separation(
    *,
    bits: int = 10,
    batches: Sequence[int] = BATCHES,
    steps: int | None = None,
    rate: float | None = None,
    sigma: float | None = None,
    draws: int = 4,
    functions: Any = None,
    network: Any = None,
    loss: Any = None,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """Train one net at several batch sizes, beside a positive control and a constant answer, and compute its bounds.

    Args:
        bits: The bits of the random parities, 2 to 12; the whole population is one of the batches.
        batches: The numbers of samples per step.
        steps: Steps of the descent [bits + 8; 100 with a class, net or loss of your own].
        rate: Its learning rate; the emulation net has its own [0.1].
        sigma: The noise on every weight at every step [the largest that is proven at batches of 1; 0.01].
        draws: Functions that are drawn; accuracies are means over them.
        functions: A class of your own (`FunctionClass`: `name`, `draw`, `points`, `moments`, `bias`), not parities.
        network: A torch module of your own, which maps each row of points to one number.
        loss: A loss of your own, a function of (output, label).
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The experiment: accuracies by batch size, and the bounds.

    Example:
        >>> from turingrad.theory import Conjunctions
        >>> from turingrad.theory.limits import separation
        >>> few = {"batches": (1,), "steps": 5, "draws": 1}
        >>> found = separation(functions=Conjunctions(4, 2), network=torch.nn.Linear(4, 1), **few)
        >>> len(found.parts[0].rows) > 0
        True
    """
    whole(seed, "the seed", 0, MAX_SEED)
    if draws < 1 or len(batches) == 0 or not all(1 <= m <= MAX_BATCH for m in batches):
        raise InputError(
            f"there must be at least one draw and one batch size, and batches have 1 to {MAX_BATCH:,} samples"
        )
    if whole(1 if steps is None else steps, "the number of steps", 1) * draws > MAX_STEPS:
        raise LimitError(f"{steps:,} steps of {draws:,} draws are more than {MAX_STEPS:,}")
    if functions is None and not 2 <= bits <= MAX_BITS:
        raise InputError(
            f"random parities must have 2 to {MAX_BITS} bits here, not {bits}; a class of your own may have more"
        )
    common = {"batches": tuple(batches), "draws": draws, "seed": seed}
    if functions is None and network is None and loss is None:
        if rate is not None:
            raise InputError("the emulation net has its own learning rate; a rate is for a net or class of your own")
        settings = paper_settings(bits, steps, sigma, common)
    else:
        chosen = Parities(bits) if functions is None else require_class(functions)
        descent = Descent(steps or STEPS, 1, rate or RATE, SIGMA if sigma is None else sigma)
        settings = own_settings(chosen, network, loss or square_loss, descent, common)
    return experiment("separation", seed, (partial(run_setting, setting, progress) for setting in settings))


def paper_settings(bits: int, steps: int | None, sigma: float | None, common: dict[str, Any]) -> Iterator[Setting]:
    """The emulation net at the proven noise, then at two louder ones."""
    learner = load_learner("parity", form="learner", features=bits)
    samples = bits + MORE if steps is None else steps  # the net memorises as many as there are steps
    network = NoiseTolerantNetwork(learner, samples=samples)
    parities, dictators, emulation = Parities(bits), monomials(bits, 1), EmulationNet(network)
    overflow = 2 * network.built.design.w2
    plain = TorchNet(DirectNet(bits, WIDTH, overflow / 2, common["seed"]))

    def contestants(repeats: int) -> tuple[Contestant, ...]:
        return (
            Contestant("parities", emulation, parities, ""),
            Contestant("dictators", emulation, dictators),
            Contestant("plain, dictators", plain, dictators, repeats=repeats),
            Contestant("plain, parities", plain, parities, "plain, ", repeats=repeats),
        )

    proven = proven_total("gaussian", bits, samples, emulation.edges).total / samples
    population = all_signs(bits)
    quiet_noise = proven if sigma is None else sigma
    said = "the largest that is proven to be tolerated (99 %)" if sigma is None else "as given"
    yield Setting(
        f"a setting that learns: noise {quiet_noise:.2g} on every weight",
        f"Random parities of {bits} bits, {samples} steps on fresh batches of each size, rate "
        f"{network.gamma:g}, derivatives cut to ±{overflow:g}; noise {said}. The emulation net has {emulation.edges:,} "
        "weights; the plain net, under the same descent, shows that batches do teach something.",
        contestants(1), Descent(samples, 1, network.gamma, quiet_noise, overflow), population=population, **common,
    )  # fmt: skip
    for loud in LOUD:
        yield Setting(
            f"a setting at which a theorem speaks: noise {loud:g}, one step",
            "The same nets and the same rate. So much noise leaves no memory, and one step writes one sample: the "
            "emulation net cannot learn. Where a theorem leaves less than 1, no net with this junk flow learns more.",
            contestants(REPEATS), Descent(1, 1, network.gamma, loud, overflow), population=population, **common,
        )  # fmt: skip


def own_settings(
    functions: FunctionClass, network: Any, loss: Loss, descent: Descent, common: dict[str, Any]
) -> Iterator[Setting]:
    """One setting, of a class, a net or a loss of the user's own."""
    inputs = dimension(functions.points)
    if network is None:
        network = DirectNet(inputs, max(WIDTH, inputs), 1.0, common["seed"])
    if not isinstance(network, nn.Module):
        raise InputError(f"the network is a {type(network).__name__}; it must be a torch module")
    if not callable(loss):
        raise InputError("the loss must be a function of (output, label)")
    net: DescendingNet = EmulationNet(network) if isinstance(network, NoiseTolerantNetwork) else TorchNet(network, loss)
    if isinstance(net, EmulationNet):
        descent = replace(descent, rate=net.network.gamma)
    contestants = (Contestant(functions.name, net, functions, ""), Contestant("dictators", net, monomials(inputs, 1)))
    about = (
        f"{functions.name}: {descent.steps} steps, rate {descent.rate:g}, noise {descent.sigma:g} on each of "
        f"{net.edges:,} weights; dictators, under the same descent on the same net, for control."
    )
    yield Setting("a class of your own", about, contestants, descent, population=None, **common)


def require_class(functions: Any) -> FunctionClass:
    """A class of functions, or a class without arguments that makes one."""
    made: FunctionClass = functions() if isinstance(functions, type) else functions
    lacking = [name for name in ("draw", "points", "moments", "bias") if not callable(getattr(made, name, None))]
    if lacking or not isinstance(getattr(made, "name", None), str):
        raise InputError(
            f"a class of functions has a name, draw, points, moments and bias; missing: {', '.join(lacking) or 'name'}"
        )
    return made


def dimension(points: PointSource) -> int:
    drawn = np.asarray(points(np.random.default_rng(0), 2))
    if drawn.ndim != 2 or len(drawn) != 2:
        raise InputError(f"points(rng, 2) must give two rows of numbers, not an array of shape {drawn.shape}")
    return int(drawn.shape[1])
