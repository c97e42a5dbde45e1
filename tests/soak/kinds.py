"""What one run of the soak does, by kind: a function of a source of random numbers. It returns the steps that were
compared, or None where the package refused in its own words; it raises `MismatchError` where two results differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

import numpy as np

from tests.soak import hostile
from turingrad.check import compare
from turingrad.check.inputs import inputs_of
from turingrad.check.lockstep import lockstep, reference_trace
from turingrad.constructions import compile, construction, construction_names, drive
from turingrad.constructions.construction import Construction, Executor
from turingrad.errors import TuringradError
from turingrad.machine.kinds import kind_of, kinds
from turingrad.search.census.parts import loss_of_table
from turingrad.search.census.settings import CensusSettings
from turingrad.search.instances import frame_instances, scores
from turingrad.search.plain import plain_scores
from turingrad.search.restarts import draw_tables

MAX_STEPS, MAX_LENGTH = 60, 5
MAX_REFERENCE_STEPS = 500
THREADS = (None, 1, 2)


class MismatchError(Exception):
    """Two results that must be equal are not, or an input was neither taken nor refused."""


def same(expected: Any, found: Any, what: str) -> int:
    """How many entries were compared."""
    report = compare(expected, found)
    if not report.ok:
        raise MismatchError(f"{what}: {report}")
    return int(report.steps)


def accepting_constructions(machine: Any) -> list[Construction]:
    found = []
    for name in construction_names():
        recipe = construction(name)
        try:
            recipe.accepts(machine)
        except TuringradError:
            continue
        found.append(recipe)
    return found


@dataclass(frozen=True)
class Choice:
    """How a machine is run: on a construction, by an executor, in a dtype (None: the construction's own), with so many
    threads (None: as they are)."""

    construction: Construction
    executor: Executor
    dtype: str | None
    threads: int | None

    def __str__(self) -> str:
        return f"{self.construction.name} {self.executor.name} {self.dtype} threads {self.threads}"


def choices_of(recipe: Construction) -> list[Choice]:
    """Every executor of a construction in every dtype; with every number of threads where it uses them."""
    return [
        Choice(recipe, executor, dtype, threads)
        for executor in recipe.executors
        for dtype in (None, *executor.dtypes)
        for threads in (THREADS if executor.parallel else (None,))
    ]


def draw_choice(rng: Random, machine: Any) -> Choice:
    """A construction that takes the machine, an executor of it, a dtype and a number of threads."""
    recipe = rng.choice(accepting_constructions(machine))
    executor = rng.choice(recipe.executors)
    return rng.choice([one for one in choices_of(recipe) if one.executor is executor])


def soak_construction(rng: Random, machine: Any) -> int | None:
    """One machine on one construction, in one dtype: the network's own layers, then an executor with some threads."""
    what = draw_choice(rng, machine)
    recipe, executor, dtype, threads = what.construction, what.executor, what.dtype, what.threads
    seeded = np.random.default_rng(rng.getrandbits(63))
    given = rng.choice(inputs_of(machine, 1, MAX_LENGTH, seeded, None))
    sizes = recipe.sizes_for(machine, given, MAX_STEPS, executor.name)
    try:
        # with its matrices, as `check` has it: every executor runs such a network
        network = compile(machine, to=recipe.name, dtype=dtype, **{k: v for k, v in sizes.items() if k != "dense"})
    except TuringradError:
        return None  # not exact in this dtype, or too large for the construction
    report = lockstep(network, given, MAX_STEPS)
    if not report.ok:
        raise MismatchError(f"{what}: the network: {report}")
    steps = int(report.steps)
    if recipe.evaluate is not None:
        vectors = seeded.integers(0, 2, size=(rng.randint(1, 70), len(machine.inputs)), dtype=np.uint8)
        expected = drive.evaluate(machine, vectors)
        found = drive.evaluate(network, vectors, executor=executor.name, threads=threads)
        return steps + same(expected.tolist(), found.tolist(), str(what))
    if recipe.begin is None:
        return steps
    run = drive.run(network, given, executor=executor.name, threads=threads, max_steps=MAX_STEPS)
    return steps + same(reference_trace(machine, given, MAX_STEPS), run.trace, str(what))


def soak_learning(rng: Random) -> int | None:
    """A machine that learns, trained by SGD, against the reference's predictions. A net that guesses until it is done
    (Theorem 4) learns from other samples than the plain reference: `learners` compares those."""
    forms = [construction(name).learner_form for name in construction_names()]
    kind = rng.choice([kind for kind in kinds().values() if kind.draw_machine is not None and kind.name in forms])
    assert kind.draw_machine is not None
    machine: Any = kind.draw_machine(rng)
    if kind.bounded_by_input:
        machine = replace(machine, on_error=True, done=None)
    on = str(kind.default_construction)
    features = getattr(machine, "features", None) or rng.randint(1, 3)
    seeded = np.random.default_rng(rng.getrandbits(63))
    signs = seeded.choice(np.array([-1, 1], np.int8), size=(rng.randint(1, 5) + 3, features + 1))
    X, y, points = signs[3:, :-1], signs[3:, -1], signs[:3, :-1]
    seed = rng.randrange(1000)
    dtypes = {dtype for way in construction(on).executors for dtype in way.dtypes}
    asked: dict[str, Any] = {"dtype": rng.choice((None, *sorted(dtypes))), "threads": rng.choice(THREADS)}
    options: dict[str, Any] = {} if kind.bounded_by_input else {"max_steps": 200}
    try:
        found = drive.learn(machine, X, y, points, on=on, seed=seed, **options, **asked)
    except TuringradError:
        return None  # not exact in this dtype, or a learner that does not halt in time
    expected = drive.learn(machine, X, y, points, on="reference", seed=seed, **options)
    same(expected.predictions.tolist(), found.predictions.tolist(), f"{on} {asked} learns")
    return int(found.sgd_steps)


def soak_search(rng: Random) -> int | None:
    """The search's kernel, its plain definition and the census's exact score on every data set of a tiny size."""
    settings = CensusSettings("dictator", states=1, dim=rng.randint(1, 2), train=rng.randint(1, 2))
    d, m = settings.dim, settings.train
    bits = np.arange(1 << ((m + 1) * d))[:, None] >> np.arange((m + 1) * d) & 1
    every = (2 * bits - 1).astype(np.int8).reshape(-1, m + 1, d)
    labels = [sign * every[:, :, j] for j in range(d) for sign in (-1, 1)]
    instances = frame_instances(np.tile(every, (2 * d, 1, 1)), np.concatenate(labels).astype(np.int8), 1)
    tables = list(draw_tables(np.random.default_rng(rng.getrandbits(63)), rng.randint(1, 4), 4))
    quick = scores(tables, instances, settings.limit).tolist()
    same(plain_scores(tables, instances, settings.limit), quick, "the search's kernel")
    weights, board = settings.weights, settings.board
    exact = [(weights.bayes - loss_of_table(weights, board, t)) * len(instances) / weights.total for t in tables]
    return same(quick, exact, "the census's score") * len(instances)


def compare_drawn(draw: Callable[[Random], Any], rng: Random) -> int | None:
    """A random machine of a kind on one construction; on all reference interpreters if no construction takes it."""
    machine = draw(rng)
    return soak_construction(rng, machine) if accepting_constructions(machine) else compare_interpreters(rng, machine)


def compare_interpreters(rng: Random, machine: Any) -> int:
    """One run by every reference interpreter of the machine's kind."""
    seeded = np.random.default_rng(rng.getrandbits(63))
    given = rng.choice(inputs_of(machine, 1, MAX_LENGTH, seeded, None))
    first, *others = (
        drive.run(machine, given, executor=name, max_steps=MAX_REFERENCE_STEPS) for name in kind_of(machine).executors
    )
    return sum(same(first.trace, other.trace, other.executor) for other in others)


Drawn = Callable[[Random], int | None]

KINDS: dict[str, Drawn] = {
    **{f"{kind.name}s": partial(compare_drawn, kind.draw_machine) for kind in kinds().values() if kind.draw_machine},
    "learning": soak_learning,
    "searching": soak_search,
    "readers": hostile.readers,
    "language": hostile.programs,
    "csv-files": hostile.csv_files,
    "folders": hostile.folders,
    "search-files": hostile.search_files,
    "command-lines": hostile.command_lines,
}
