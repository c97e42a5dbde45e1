"""Theorem 5 as a table: for each shape of noise the largest total T |delta| that is proven to be tolerated, and the
smallest that was found to break the net.

The proofs are `constructions/emulation/noise_proof.py` and `noise_shapes.py`. The attacks run noisy SGD on the
redesigned net with the parity learner, which is broken where a sample was not memorised as it was, or an answer is
wrong. The adversary pushes every edge by the same amount at each step, in one of the directions of `directions`; random
noise is drawn a few times, and one broken draw counts. Larger totals are tried in powers of 2, then the smallest that
broke is narrowed down; what is found is an upper bound, not the least one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from turingrad import tasks
from turingrad._support.arrays import F64, Signs, all_signs
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.compiled import WeightNoise
from turingrad.constructions.emulation.executors.noisy_runs import train_compiled
from turingrad.constructions.emulation.noise_proof import margins, proven_noise
from turingrad.constructions.emulation.noise_shapes import PATTERNS, Pattern, proven_total
from turingrad.constructions.emulation.noisy_sgd import Noise
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import Progress, quiet
from turingrad.tasks.task import random_signs
from turingrad.theory.limits.outcome import Experiment, Part, experiment

MAX_BITS, MAX_STEPS = 14, 64
TEST_POINTS = 64
DOUBLINGS, NARROWINGS = 10, 5
LEVELS = (2, 4, 8, 13, 14, 20, 50, 200)


class Pushed:
    """Noise that pushes every edge in its own direction by the same amount at each step: `total` in all steps."""

    def __init__(self, direction: F64, total: float, steps: int) -> None:
        self.push = direction * total / steps

    def perturb(self, weight: F64) -> F64:
        pushed: F64 = weight + self.push
        return pushed


def directions(net: NoiseTolerantNetwork) -> dict[str, F64]:
    """Random signs, and pushes against what the proof's conditions need."""
    weight = np.array([float(w) for w in net.built.graph.weight])
    role = np.array(net.built.graph.role)
    rng = np.random.default_rng(5)
    away = -np.sign(weight)
    memory = role == "memory"
    return {
        "smaller": away,
        "larger": -away,
        "up": np.ones(len(weight)),
        "down": -np.ones(len(weight)),
        "memory down": np.where(memory, -1.0, 0.0),
        "memory down, blocks up": np.where(memory, -1.0, np.where(role == "block", 1.0, 0.0)),
        **{f"random {k}": rng.choice([-1.0, 1.0], len(weight)) for k in range(3)},
    }


@dataclass(frozen=True)
class Target:
    """The net that is attacked, its samples, the points that are asked, and what is right."""

    net: NoiseTolerantNetwork
    X: Signs
    y: Signs
    points: Signs
    wanted: Signs

    @staticmethod
    def parity(bits: int, steps: int, seed: int = 0) -> Target:
        """Parity of `bits` bits from `steps` samples, more of them until they span: the learner must have answers."""
        learner = load_learner("parity", form="learner", features=bits)
        assert isinstance(learner, Learner)
        rng = np.random.default_rng(seed)
        every = all_signs(min(bits, 6))
        points = every if bits <= 6 else random_signs(rng, TEST_POINTS, bits)
        for _ in range(100):
            X, y = tasks.get("parity").sample(rng, bits, steps)
            memory = learner_run.run(learner, X, y).configuration.memory
            if learner_run.finished(learner, memory):
                wanted = learner_run.predict(learner, memory, points)
                return Target(NoiseTolerantNetwork(learner, samples=steps), X, y, points, wanted)
        raise InputError(f"{steps} samples hardly ever determine a parity of {bits} bits; take more")

    @property
    def edges(self) -> int:
        return int(self.net.built.graph.edges)

    def survives(self, noise: WeightNoise) -> bool:
        """Whether all samples are memorised and all answers right."""
        with np.errstate(all="ignore"):
            found = train_compiled(self.net, self.X, self.y, self.points, noise, quiet)
        samples = [(tuple(row.tolist()), int(label)) for row, label in zip(self.X, self.y, strict=True)]
        return self.net.decode_samples(found.weight) == samples and bool(np.array_equal(found.predictions, self.wanted))


def noises(target: Target, pattern: Pattern, total: float, draws: int, seed: int) -> Iterator[WeightNoise]:
    """The noise of each attempt, T |delta| = total."""
    steps = len(target.X)
    if pattern == "adversarial":
        for direction in directions(target.net).values():
            yield Pushed(direction, total, steps)
        return
    level = total / steps * (2 if pattern == "rounding" else 1)  # a grid of step g is off by at most g/2
    for draw in range(1 if pattern == "rounding" else draws):
        yield Noise(level, pattern, relative=False).source(target.edges, seed + draw)


def smallest_break(target: Target, pattern: Pattern, start: float, draws: int, seed: int) -> float | None:
    """The smallest total found that breaks the net, from `start` on; None where none of those tried does."""

    def broken(total: float) -> bool:
        return not all(target.survives(noise) for noise in noises(target, pattern, total, draws, seed))

    low, high = start, 2 * start
    for _ in range(DOUBLINGS):
        if broken(high):
            break
        low, high = high, 2 * high
    else:
        return None
    for _ in range(NARROWINGS):
        middle = float(np.sqrt(low * high))
        low, high = (low, middle) if broken(middle) else (middle, high)
    return high


def noise(*, bits: int = 4, steps: int = 12, draws: int = 10, seed: int = 0, progress: Progress = quiet) -> Experiment:
    """For each shape of noise: proven, and broken; the paper's own level by n; the margins at the proven total."""
    if not 2 <= bits <= MAX_BITS or not 1 <= steps <= MAX_STEPS or draws < 1:
        raise InputError(f"parities of 2 to {MAX_BITS} bits, 1 to {MAX_STEPS} samples, at least one draw of the noise")
    return experiment(
        "noise",
        seed,
        (
            partial(shapes_part, bits, steps, draws, seed, progress),
            levels_part,
            partial(margins_part, bits),
        ),
    )


def shapes_part(bits: int, steps: int, draws: int, seed: int, progress: Progress) -> Part:
    target = Target.parity(bits, steps, seed)
    rows: list[Mapping[str, Any]] = []
    interrupted = False
    try:
        for pattern in PATTERNS:
            progress("shapes of noise", len(rows), len(PATTERNS))
            proven = proven_total(pattern, bits, steps, target.edges)
            found = smallest_break(target, pattern, proven.total, draws, seed)
            rows.append(
                {
                    "noise": pattern,
                    "proven": proven.total,
                    "with certainty": proven.certain,
                    "broken from": found,
                    "broken over proven": None if found is None else found / proven.total,
                }
            )
            progress("shapes of noise", len(rows), len(PATTERNS))
    except KeyboardInterrupt:
        interrupted = True
    about = (
        f"Totals T |delta| of absolute noise on every edge, T = {steps} steps, parity of {bits} bits, {target.edges:,} "
        "edges. 'Proven' holds for every learner, and where not with certainty, for 99 % of all draws; 'broken "
        f"from' is the smallest total found to break this net ({draws} draws, nine directions of pushes)."
    )
    return Part("the largest proven and the smallest that broke", about, rows=tuple(rows), interrupted=interrupted)


def levels_part() -> Part:
    rows = []
    for n in LEVELS:
        proof = proven_noise(n)
        rows.append(
            {
                "n": n,
                "Theorem 5's total, 1/n^2": 1 / n**2,
                "proven": proof.total,
                "proven over it": n * n * proof.total,
                "at its limit": proof.binding,
            }
        )
    about = "Theorem 5 asks for |delta| <= 1/(n^2 T) at each of T steps, for n large enough: here from n = 14 on."
    return Part("Theorem 5's own level", about, rows=tuple(rows))


def margins_part(bits: int) -> Part:
    proof = proven_noise(bits)
    found = margins(proof.total, bits)
    exact = margins(0.0, bits)
    rows = [
        {"vertices": name, "margin without noise": exact[name], "at the proven total": found[name]} for name in found
    ]
    about = (
        f"How far each kind of vertex is from leaving its region, n = {bits}, total {proof.total:.3g} on every edge."
    )
    return Part("margins", about, rows=tuple(rows))
