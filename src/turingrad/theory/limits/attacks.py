"""Noise that breaks a noise-tolerant net: by draws, and by an adversary who knows the net.

The adversary may add up to `total` to every edge, in absolute value and over all steps. It tries several sample sets,
the directions of `directions`, and two schedules: the same push after every step, or all of it after the first one, so
that whatever is written later is written with wrong weights. The best direction is then improved group by group: the
edges of one kind are pushed the other way, or not at all, and what breaks the net with a smaller total is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from turingrad import tasks
from turingrad._support.arrays import F64, Mask, Signs, all_signs
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.compiled import WeightNoise
from turingrad.constructions.emulation.executors.noisy_runs import train_compiled
from turingrad.constructions.emulation.noise_shapes import Pattern
from turingrad.constructions.emulation.noisy_sgd import Noise
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import quiet
from turingrad.tasks.task import random_signs

TEST_POINTS = 64
DOUBLINGS, NARROWINGS = 10, 5
PRECISION = 1.002  # of the adversary's smallest total, as a factor
ATTACK_SETS = 3  # sample sets that the adversary tries


class Pushed:
    """Noise of one run that pushes every edge in its own direction, by `total` in all: the same amount after each of
    `steps` steps, or everything after the first (`front`)."""

    def __init__(self, direction: F64, total: float, steps: int, front: bool = False) -> None:
        self.push = direction * total / (1 if front else steps)
        self.left = 1 if front else steps

    def perturb(self, weight: F64) -> F64:
        if self.left == 0:
            return weight
        self.left -= 1
        pushed: F64 = weight + self.push
        return pushed


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


def directions(net: NoiseTolerantNetwork) -> dict[str, F64]:
    """Random signs, and pushes against what the proof's conditions need."""
    weight = np.array([float(w) for w in net.built.graph.weight])
    role = np.array(net.built.graph.role)
    rng = np.random.default_rng(5)
    away = -np.sign(weight)
    memory = role == "memory"
    return {
        "up": np.ones(len(weight)),
        "down": -np.ones(len(weight)),
        "smaller": away,
        "larger": -away,
        "memory down": np.where(memory, -1.0, 0.0),
        "memory down, blocks up": np.where(memory, -1.0, np.where(role == "block", 1.0, 0.0)),
        **{f"random {k}": rng.choice([-1.0, 1.0], len(weight)) for k in range(3)},
    }


def edge_kinds(net: NoiseTolerantNetwork) -> dict[str, Mask]:
    """The edges by role, those of memory paths by the vertex that they enter as well."""
    graph = net.built.graph
    kinds = np.array(
        [
            f"{role} into {graph.names[target].rpartition('.')[2]}" if role in ("memory", "block") else role
            for role, target in zip(graph.role, graph.target.tolist(), strict=True)
        ]
    )
    return {str(kind): kinds == kind for kind in np.unique(kinds)}


@dataclass(frozen=True)
class Attack:
    """One way to push, and the net with its samples."""

    name: str
    target: Target
    direction: F64
    front: bool

    def breaks(self, total: float) -> bool:
        return not self.target.survives(Pushed(self.direction, total, len(self.target.X), self.front))

    def __str__(self) -> str:
        return f"{self.name}, {'all after the first step' if self.front else 'after every step'}"


def attacks(targets: Sequence[Target]) -> Iterator[Attack]:
    """Every direction, both schedules, every sample set."""
    for target in targets:
        for name, direction in directions(target.net).items():
            for front in (True, False):
                yield Attack(name, target, direction, front)


def improve(attack: Attack) -> Iterator[Attack]:
    """The same attack with the edges of one kind pushed the other way, or not at all."""
    for kind, edges in edge_kinds(attack.target.net).items():
        for how, factor in (("turned round", -1.0), ("left alone", 0.0)):
            changed = np.where(edges, factor * attack.direction, attack.direction)
            yield replace(attack, name=f"{attack.name}, {kind} {how}", direction=changed)


def strongest_attack(targets: Sequence[Target], start: float) -> tuple[float, Attack] | None:
    """The smallest total, from `start` on, that an attack was found to break a net with, and the attack; None where
    none of them breaks with a thousand times that."""
    best: tuple[float, Attack] | None = None
    for attack in attacks(targets):
        best = weaker_of(best, attack, start)
    improved = best is not None
    while best is not None and improved:
        before = best
        for attack in improve(before[1]):
            best = weaker_of(best, attack, start)
        improved = best is not before
    return best


def weaker_of(best: tuple[float, Attack] | None, attack: Attack, start: float) -> tuple[float, Attack] | None:
    """`best`, or the attack with its own smallest total where that is smaller."""
    if best is not None:
        high = best[0] / PRECISION
        if high <= start or not attack.breaks(high):
            return best
        low = start
    else:
        low, high = start, 2 * start
        for _ in range(DOUBLINGS):
            if attack.breaks(high):
                break
            low, high = high, 2 * high
        else:
            return None
    while high > PRECISION * low:
        middle = float(np.sqrt(low * high))
        low, high = (low, middle) if attack.breaks(middle) else (middle, high)
    return high, attack


def noises(target: Target, pattern: Pattern, total: float, draws: int, seed: int) -> Iterator[WeightNoise]:
    """The noise of each attempt, T |delta| = total."""
    steps = len(target.X)
    if pattern == "adversarial":
        for attack in attacks([target]):
            yield Pushed(attack.direction, total, steps, attack.front)
        return
    level = total / steps * (2 if pattern == "rounding" else 1)  # a grid of step g is off by at most g/2
    for draw in range(1 if pattern == "rounding" else draws):
        yield Noise(level, pattern, relative=False).source(target.edges, seed + draw)


def smallest_break(target: Target, pattern: Pattern, start: float, draws: int, seed: int) -> float | None:
    """The smallest total found that breaks the net, from `start` on; None if none of those tried does."""

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
