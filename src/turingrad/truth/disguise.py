"""Disguises, put together: a compiled decoder, or its plain truth, under the knobs of one call."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import choice, finite, whole
from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import InputError
from turingrad.exact import Certificate
from turingrad.export.written import FORMATS
from turingrad.machine.tape import TapeMachine
from turingrad.truth import groups, rotations
from turingrad.truth.certificate import certificate_of
from turingrad.truth.plain import plain_truth
from turingrad.truth.rotations import Generator
from turingrad.truth.slow import mix_slow_pairs
from turingrad.truth.superpose import add_noise
from turingrad.truth.superpose import superpose as superpose_features
from turingrad.truth.tokens import count_tokens
from turingrad.truth.value import CERTIFIED, Truth

ROTATIONS = ("hadamard", "random")
MOST_COPIES, MOST_PAIRS, MOST_SIZE = 8, 4096, 1024.0
MIXED = ((16, 4), (4,))  # sizes of the groups in which slow rotary pairs are mixed: the larger ones if they are exact
ATTEMPTS = 8  # rotations that are tried until every format of the base is certified
STAGES = ((16, 16), (rotations.LARGE,))  # of the first half of them, and of the rest, whose weights need fewer bits
Idle = tuple[int, float]
Step = Callable[[Truth, Generator], Truth]


@validate_arguments
def disguise(
    network: DecoderNetwork,
    *,
    rotate: str | None = None,
    copies: int = 1,
    split_heads: bool = False,
    idle: Idle | Sequence[Idle] = (),
    superpose: float | None = None,
    noise: float = 0.0,
    seed: int = 0,
    plain: Truth | None = None,
) -> Truth:
    """Change a compiled decoder's model so that it computes the same and shows less; the truth changes with it.

    Args:
        network: A decoder, such as `tg.compile("binary-add", to="decoder")`.
        rotate: "hadamard" (exact) or "random": the stream, values and rotary pairs in another basis (slow pairs mixed
            with each other, the others turned and scaled), units and heads shuffled and rescaled.
        copies: How many units share the work of each unit.
        split_heads: Two heads for each head, with noise that cancels.
        idle: (pairs per block, size), or several of them: pairs of units that fire and cancel, and a pair of heads.
        superpose: Width as a share of the number of features: less than 1 makes features overlap.
        noise: Gaussian noise on every weight, as a share of its matrix's rms.
        seed: Fixes all random choices.
        plain: The network's own truth, with the runs and pairs that you want; by default `plain_truth(network)`.

    Returns:
        The truth of the disguised model. `exact` says for each format in which the network itself is certified whether
        the disguised model is, or how many tokens it gets right.

    Example:
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16), rotate="hadamard", copies=2)
        >>> t.exact["float32"]
        'certified'
    """
    base = plain if plain is not None else plain_truth(network, seed=seed)
    ratio = None if superpose is None else share(superpose, "superpose, a share of the number of features,")
    noise = share(noise, "noise, a share of a matrix's rms,") if noise else 0.0
    copies = whole(copies, "copies", 1, MOST_COPIES)
    wanted = [dtype for dtype in FORMATS if network.certificate.exact_in(dtype)]
    dyadic = rotate != "random" and ratio is None

    def mix(truth: Truth, rng: Generator) -> Truth:
        return mix_certified(truth, rng, network.certificate, wanted) if dyadic else mix_slow_pairs(truth, rng, None)

    attempts = ATTEMPTS if rotate == "hadamard" and not superpose and not noise else 1
    for attempt in range(attempts):
        stages = STAGES[2 * attempt // ATTEMPTS]
        steps = list(steps_of(rotate, copies, split_heads, idle_sizes(idle), ratio, noise, mix, stages))
        if not steps:
            return base
        rng, truth, done = np.random.default_rng([seed, attempt]), base, list[str]()
        for name, step in steps:
            before, truth = truth, step(truth, rng)
            done += [name] if truth is not before else []
        certificate = certificate_of(truth, base, network.certificate)
        if all(certificate.exact_in(dtype) for dtype in wanted):
            break
    named = replace(truth, level=None, seed=seed, disguises=tuple(done))
    return replace(named, exact=exactness(named, certificate, wanted))


def steps_of(
    rotate: str | None,
    copies: int,
    split: bool,
    idle: Sequence[Idle],
    ratio: float | None,
    noise: float,
    mix: Step,
    stages: tuple[int, ...],
) -> Iterator[tuple[str, Step]]:
    """The disguises that the knobs ask for, in their order, each with its name."""
    kind = None if rotate is None else choice(rotate, "rotate", ROTATIONS)
    if ratio is not None:
        if idle:
            raise InputError("idle pairs are put on models that are not superposed: leave one of the two out")
        yield f"superposed {ratio:g}", lambda truth, rng: superpose_features(truth, ratio, rng)
    if kind is not None or copies > 1 or split or idle:
        yield "mixed slow pairs", lambda truth, rng: mix(truth, rng.spawn(1)[0])
        yield "turned pairs", lambda truth, rng: rotations.turn_pairs(truth, rng, kind != "random")
    if kind is not None:
        yield f"{kind} rotation", lambda truth, rng: rotate_all(truth, kind, rng, stages)
        yield "scaled units", groups.scale_units
    if copies > 1:
        yield f"{copies} copies", lambda truth, _: groups.copy_units(truth, copies)
    if split:
        yield "split heads", groups.split_heads
    for pairs, size in idle:
        yield f"{pairs} idle pairs of size {size:g}", partial(add_idle, pairs, size)
    if kind is not None or idle:
        yield "shuffled", groups.shuffle
    if noise:
        yield f"noise {noise:g}", lambda truth, rng: add_noise(truth, noise, rng)


def mix_certified(truth: Truth, rng: Generator, base: Certificate, formats: Sequence[str]) -> Truth:
    """Slow rotary pairs mixed in the largest groups with which a plain model stays certified; the model itself if it
    does not."""
    for sizes in MIXED:
        mixed = mix_slow_pairs(truth, rng, sizes)
        if mixed is truth:
            break
        certificate = certificate_of(rotations.turn_pairs(mixed, np.random.default_rng(0)), truth, base)
        if all(certificate.exact_in(dtype) for dtype in formats):
            return mixed
    return truth


def rotate_all(truth: Truth, kind: str, rng: Generator, stages: tuple[int, ...]) -> Truth:
    """Stream and values in another basis."""
    dyadic = kind == "hadamard"
    if not dyadic:
        rotation = rotations.random_rotation(truth.width, rng)
    elif isinstance(truth.machine, TapeMachine):
        own = (rotations.LARGE,) if truth.width == rotations.LARGE else stages
        rotation = rotations.hadamard_rotation(truth.width, own, rng)
    else:
        rotation = rotations.careful_rotation(truth, rng)
    return rotations.mix_values(rotations.rotate_stream(truth, rotation), rng, dyadic)


def add_idle(pairs: int, size: float, truth: Truth, rng: Generator) -> Truth:
    return groups.add_idle_heads(groups.add_idle_units(truth, pairs, size, rng), 1, size, rng)


def idle_sizes(idle: Idle | Sequence[Idle]) -> list[Idle]:
    """One or several (pairs, size), checked."""
    given = [idle] if len(idle) == 2 and isinstance(idle[0], int) else list(idle)
    found = []
    for each in given:
        if not isinstance(each, Sequence) or len(each) != 2:
            raise InputError(f"idle must be (pairs per block, size), or a list of these, not {each!r}")
        found.append((whole(each[0], "idle pairs", 1, MOST_PAIRS), share(each[1], "the size of idle pairs", MOST_SIZE)))
    return found


def share(value: Any, what: str, most: float = 1.0) -> float:
    number = finite(value, what)
    if not 0 < number <= most:
        raise InputError(f"{what} must be above 0 and at most {most:g}, not {number:g}")
    return number


def exactness(truth: Truth, certificate: Certificate, formats: Sequence[str]) -> dict[str, str]:
    """For each format "certified", or how many tokens are right, counted in stock transformers."""
    found = {}
    for dtype in formats:
        if certificate.exact_in(dtype):
            found[dtype] = CERTIFIED
        elif importlib.util.find_spec("transformers") is not None:
            right, tokens = count_tokens(truth, dtype)
            found[dtype] = f"measured: {right} of {tokens} tokens"
    return found
