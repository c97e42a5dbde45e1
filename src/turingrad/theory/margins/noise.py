"""Gaussian noise on all parameters of a compiled transformer, and how long it runs on.

The rounding layers of Theorem D.6 remove errors up to their radius after every layer, so that noise does not add up
over passes. Without them every layer multiplies the errors of the one before. The test draws noise for every parameter,
the corrections' own included, runs the network in float64 with dense hard-max attention, and compares each
configuration that its outputs show with the reference interpreter's.
"""

from __future__ import annotations

from copy import deepcopy

import torch

from turingrad.check import compare
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.constructions.transformer.executors.dense import DenseRun
from turingrad.machine.run import Clock, stream
from turingrad.machine.tape import run as tape_run
from turingrad.machine.tape.run import TapeInput


def perturb_network(network: TransformerNetwork, level: float, seed: int) -> TransformerNetwork:
    """Copy a network and add independent Gaussian noise to every parameter.

    Args:
        network: A compiled transformer.
        level: The standard deviation.
        seed: Fixes the noise.

    Returns:
        The copy.

    Example:
        >>> from turingrad.theory import perturb_network, right_steps
        >>> network = tg.compile("busy-beaver-3", "transformer", steps=10, input_length=0)
        >>> right_steps(perturb_network(network, 1e-4, seed=0), "", 10)
        (10, True)
    """
    generator = torch.Generator().manual_seed(seed)
    noisy = deepcopy(network)
    with torch.no_grad():
        for parameter in noisy.parameters():
            noise = torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
            parameter.add_((level * noise).to(parameter.dtype))
    return noisy


def right_steps(network: TransformerNetwork, given: TapeInput, steps: int) -> tuple[int, bool]:
    """Count how many steps agree with the reference interpreter.

    Args:
        network: A transformer, perhaps perturbed.
        given: The input.
        steps: How many steps are compared at most.

    Returns:
        The number, and whether the whole run agrees.

    Example:
        >>> from turingrad.theory import right_steps
        >>> right_steps(tg.compile("busy-beaver-3", "transformer", steps=10, input_length=0), "", 10)
        (10, True)
    """
    expected = tape_run.trace(network.machine, given, max_steps=steps)
    report = compare(expected, stream(DenseRun(network, given), Clock(steps, None)))
    return report.steps, report.ok
