"""One descent at several batch sizes, several nets and classes: a table, and one plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from turingrad._support.arrays import Signs
from turingrad.machine.run import Progress
from turingrad.theory.limits.bounds import theorem_3, theorem_6
from turingrad.theory.limits.cross_predictability import cross_predictability
from turingrad.theory.limits.descents import DescendingNet, over_all
from turingrad.theory.limits.function_classes import FunctionClass
from turingrad.theory.limits.junk_flow import Descent, PointSource
from turingrad.theory.limits.outcome import Part, Trained, rows_of

TEST = 2000
CONSTANT = "constant"


@dataclass(frozen=True)
class Contestant:
    """A net and a class of functions: one curve of the plot. `bounded` puts another word before its bounds, None leaves
    them out; it runs `repeats` times as often as others."""

    name: str
    net: DescendingNet
    functions: FunctionClass
    bounded: str | None = None
    repeats: int = 1


@dataclass(frozen=True)
class Setting:
    """One descent at all batch sizes: what is measured in one part."""

    title: str
    about: str
    contestants: tuple[Contestant, ...]
    descent: Descent
    batches: tuple[int, ...]
    population: Signs | None  # all points
    draws: int
    seed: int

    @property
    def sizes(self) -> tuple[int | None, ...]:
        """The batch sizes; None is the whole population."""
        return self.batches if self.population is None else (*self.batches, None)

    def source(self, each: Contestant, m: int | None) -> PointSource:
        """What a step of the descent draws."""
        return over_all(self.population) if m is None and self.population is not None else each.functions.points

    def test(self, each: Contestant) -> PointSource:
        """What is asked afterwards: all points, if they can be listed."""
        return each.functions.points if self.population is None else over_all(self.population)

    def samples(self, m: int | None) -> int:
        if m is not None:
            return m
        assert self.population is not None
        return len(self.population)


def run_setting(setting: Setting, progress: Progress) -> Part:
    """All batch sizes; Ctrl-C leaves those that were done."""
    label = f"batch sizes at noise {setting.descent.sigma:.2g}"
    rows, interrupted = rows_of(setting.sizes, partial(measure, setting), label, progress)
    if not rows:
        raise KeyboardInterrupt
    found = networks(setting, rows, interrupted)
    return Part(setting.title, setting.about, found, rows=rows, interrupted=interrupted)


def measure(setting: Setting, m: int | None) -> dict[str, Any]:
    """One row: the mean accuracies, the constant's, and what the theorems leave."""
    descent = replace(setting.descent, batch=setting.samples(m))
    row: dict[str, Any] = {"batch": "all points" if m is None else f"{m:,}"}
    for each in setting.contestants:
        row[each.name] = float(np.mean([one_draw(setting, each, m, descent, k) for k in draws_of(setting, each)]))
    first = setting.contestants[0]
    row[CONSTANT] = float(np.mean([constant_answer(setting, first, k) for k in draws_of(setting, first)]))
    for each in setting.contestants:
        if each.bounded is not None:
            row |= bounds_of(setting, each, m, descent)
    return row


def draws_of(setting: Setting, each: Contestant) -> range:
    return range(setting.draws * each.repeats)


def one_draw(setting: Setting, each: Contestant, m: int | None, descent: Descent, draw: int) -> float:
    """The accuracy on one function of the class."""
    F = each.functions.draw(np.random.default_rng([setting.seed, draw]))
    seed = setting.seed + draw
    return each.net.accuracy(setting.source(each, m), F, descent, test=setting.test(each), size=TEST, seed=seed)


def constant_answer(setting: Setting, each: Contestant, draw: int) -> float:
    """The accuracy of the better constant on the same function and the same test points."""
    F = each.functions.draw(np.random.default_rng([setting.seed, draw]))
    positive = float(np.mean(F(setting.test(each)(np.random.default_rng([setting.seed + draw, 1]), TEST)) > 0))
    return max(positive, 1 - positive)


def bounds_of(setting: Setting, each: Contestant, m: int | None, descent: Descent) -> dict[str, float]:
    """The accuracy that Theorem 3 leaves, and of parities on the whole population Theorem 6; and the junk flow."""
    flow = each.net.junk_flow(setting.source(each, m), descent, runs=min(2, setting.draws), seed=setting.seed).value
    left = {"Theorem 3": 1.0}
    if setting.population is not None:
        left["Theorem 6"] = 1.0
    if descent.sigma > 0 and np.isfinite(flow):
        cp = cross_predictability(each.functions, m)
        value = cp.exact if cp.exact is not None else min(1.0, max(cp.value, 0.0))
        left["Theorem 3"] = theorem_3(flow, descent.sigma, value, bias=each.functions.bias()).accuracy
        if setting.population is not None and m is None:
            left["Theorem 6"] = theorem_6(int(setting.population.shape[1]), flow, descent.sigma).accuracy
    return {f"{each.bounded}{name}": value for name, value in {**left, "junk flow": flow}.items()}


def networks(setting: Setting, rows: Sequence[Mapping[str, Any]], interrupted: bool) -> tuple[Trained, ...]:
    """Each contestant at its largest batch, the first one at its smallest as well; the plot is with that one."""
    plotted = [name for name in rows[0] if name != "batch" and "junk" not in name]
    curves = {f"accuracy, {name}": tuple(row[name] for row in rows) for name in plotted}
    sizes = [setting.samples(m) for m in setting.sizes[: len(rows)]]
    figures = {"rate": setting.descent.rate, "sigma": setting.descent.sigma, "batches": sizes}
    found: list[Trained] = []
    last = [(each, len(rows) - 1, "largest") for each in setting.contestants]
    for each, at, size in [(setting.contestants[0], 0, "smallest"), *last]:
        error = 1 - rows[at][each.name]
        found.append(
            Trained(
                network=f"{each.name}, {size} batch",
                weights=each.net.edges,
                samples=sizes[at] * setting.descent.steps,
                sgd_steps=setting.descent.steps,
                train_error=error,
                test_error=error,
                test_size=TEST,
                curves={} if found else curves,
                figures=figures,
                chance=1 - rows[at][CONSTANT],
                interrupted=interrupted,
            )
        )
    return tuple(found)
