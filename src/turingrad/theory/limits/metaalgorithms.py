"""Corollary 1 as an experiment: one net, trained by SGD, that learns whatever any machine of the library learns.

The paper's metaalgorithm lists *all* programs of at most log2 log2 n bits. Here the list is the library's: its learners
(circuits and Python classes), its Turing machines on two tapes (`library/learners/machines.py`), and those of its grid
machines whose unrolled run is small enough (the others are named). Each is trained on the same samples, validated on
further ones, and the best answers. The net guesses while it learns, so that it needs about twice as many samples.

What all programs would cost is told as numbers: `Programs`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from turingrad import tasks
from turingrad.constructions import drive
from turingrad.constructions.emulation import compile_network
from turingrad.errors import InputError
from turingrad.library import learner_names, load_learner
from turingrad.library.grids.census import LEARNERS as CENSUS
from turingrad.library.learners.machines import MACHINES, striker
from turingrad.library.learners.metaalgorithm import metaalgorithm
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.lower.machine_learner import grid_learner
from turingrad.machine.run import Progress, quiet
from turingrad.machine.tape import TapeMachine
from turingrad.theory.limits.outcome import Experiment, Part, experiment, rows_of

TASKS = ("parity", "dictator", "conjunction-2", "majority-3", "noisy-constant")
MAX_BITS = 6
STORED = 6  # samples that a grid machine memorises
# of an unrolled grid, a step and a cell: an estimate, to leave out what is too large before building it
GATES_A_CELL = 15
DATA_SETS = 40  # from which the steps of a grid machine are estimated


@dataclass(frozen=True)
class Programs:
    """How many machines there are of a size: `states` that do not halt, `symbols`, `tapes`, three that halt."""

    states: int
    symbols: int
    tapes: int = 2

    @property
    def bits(self) -> float:
        """log2 of their number: for each state and all symbols read, one write and one move per tape, a next state."""
        reads: int = self.symbols**self.tapes
        return self.states * reads * math.log2(reads * 3**self.tapes * (self.states + 3))

    @staticmethod
    def like(machine: TapeMachine) -> Programs:
        return Programs(len(machine.states) - len(machine.halting), len(machine.symbols), machine.tapes)


def listed_programs(n: float) -> int:
    """How many words of at most log2 log2 n bits there are: what step 1 of the metaalgorithm lists for n inputs."""
    if n < 2:
        raise InputError(f"log log n needs n >= 2, not {n}")
    return int(2 ** (math.floor(math.log2(max(1.0, math.log2(n)))) + 1)) - 1


def steps_of(machine: GridMachine, features: int, seed: int) -> int:
    """The most steps that a grid learner took on some random data sets."""
    rng = np.random.default_rng(seed)
    most = 1
    for _ in range(DATA_SETS):
        X = (2 * rng.integers(0, 2, (STORED, features)) - 1).astype(np.int8)
        y = (2 * rng.integers(0, 2, STORED) - 1).astype(np.int8)
        most = max(most, int(predictions(machine, X, y, X, max_steps=100_000).steps.max()))
    return most


def library_learners(features: int, most_gates: int, seed: int = 0) -> tuple[list[Learner], dict[str, int]]:
    """Every machine of the library that learns, as a learner; and the grid machines left out, with their gates."""
    found = [load_learner(name, form="learner", features=features) for name in learner_names("learner")]
    learners = [learner for learner in found if isinstance(learner, Learner)]
    learners += [build(features) for build in MACHINES.values()]
    left_out: dict[str, int] = {}
    for name in learner_names("grid"):
        if name in CENSUS:
            continue  # found by a machine, not written by hand
        machine = load_learner(name, form="grid")
        steps = steps_of(machine, features, seed)
        gates = steps * (STORED + 1) * (features + 1 + machine.work) * GATES_A_CELL
        if gates > most_gates:
            left_out[name] = gates
        else:
            unrolled = grid_learner(machine, features, samples=STORED, steps=steps)
            learners.append(replace(unrolled, name=f"{name} (grid)"))
    return learners, left_out


def metaalgorithms(
    *,
    bits: int = 3,
    train: int = 24,
    validate: int = 24,
    draws: int = 3,
    gates: int = 25_000,
    names: Sequence[str] = TASKS,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """Train the emulation net of the metaalgorithm over the library's machines on several tasks.

    Args:
        bits: Features of a problem.
        train: Training samples.
        validate: Samples that choose the learner.
        draws: Problems of each task.
        gates: The most gates of a grid machine that takes part.
        names: The tasks.
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The experiment: errors by task.

    Example:
        >>> from turingrad.theory.limits import metaalgorithms
        >>> len(metaalgorithms(bits=2, train=4, validate=4, draws=1, gates=10, names=["parity"]).parts)
        1
    """
    if not 2 <= bits <= MAX_BITS or draws < 1:
        raise InputError(
            f"samples must have 2 to {MAX_BITS} features, and there must be at least one draw; these are {bits} "
            f"and {draws}"
        )
    for name in names:  # what has too few features is refused before any work
        tasks.get(name).sample(np.random.default_rng(0), bits, 1)

    def part() -> Part:
        progress("building the machines", 0, None)
        learners, left_out = library_learners(bits, gates, seed)
        meta = metaalgorithm(learners, train, validate)
        progress("compiling the net", 0, None)
        network = compile_network(meta)
        asked = (network, learners, (train, validate), draws, seed)
        rows, interrupted = rows_of(names, lambda name: on_task(name, *asked), "tasks", progress)
        means = "those of one problem" if draws == 1 else f"means over {draws} problems"
        about = (
            f"One net for {len(learners)} machines: {', '.join(each.name or '?' for each in learners)}. Trained on "
            f"{train} samples of {bits} features, validated with {validate}; about twice as many are shown, as the net "
            f"guesses while it learns. Errors are {means} of each task, on fresh samples."
        )
        figures: dict[str, Any] = {
            "gates of the metaalgorithm": sum(len(circuit.gates) for circuit in meta.circuits.values()),
            "left out, with their estimated gates": ", ".join(f"{n} {g:,}" for n, g in left_out.items()) or "none",
        }
        figures |= cost_of_all(learners)
        return Part("Corollary 1 over the library", about, (), figures, rows=rows, interrupted=interrupted)

    return experiment("metaalgorithm", seed, (part,))


def on_task(
    name: str, network: Any, learners: Sequence[Learner], sizes: tuple[int, int], draws: int, seed: int
) -> dict[str, Any]:
    """The net's error, and that of the machine that would have been best with all samples to train on."""
    train, validate = sizes
    features, shown, fresh = learners[0].features, 4 * (train + validate), 400
    errors, alone, chosen = [], np.zeros(len(learners)), []
    for draw in range(draws):
        X, y = tasks.get(name).sample(np.random.default_rng([seed, draw]), features, shown + fresh)
        asked, wanted = X[shown:], y[shown:]
        run = drive.learn(network, X[:shown], y[:shown], asked, seed=seed + draw, passes=1)
        errors.append(1 - run.accuracy(wanted))
        chosen.append(winner(run.details["memory"], learners, validate))
        for i, learner in enumerate(learners):
            answers = learner_run.learn(learner, X[:train], y[:train], asked, seed=seed + draw)
            alone[i] += float((answers != wanted).mean()) / draws
    best = int(np.argmin(alone))
    return {
        "task": name,
        "error of the net": float(np.mean(errors)),
        "it chose": ", ".join(dict.fromkeys(learners[i].name or "?" for i in chosen)),
        "best machine alone": learners[best].name or "?",
        "its error": float(alone[best]),
    }


def winner(memory: str, learners: Sequence[Learner], validate: int) -> int:
    """Who has the highest score in the metaalgorithm's memory: the first of equals."""
    width, first = validate.bit_length(), sum(len(learner.memory) for learner in learners)
    words = [memory[first + i * width : first + (i + 1) * width] for i in range(len(learners))]
    return int(np.argmax([int(word[::-1], 2) for word in words]))  # least significant bit first


def cost_of_all(learners: Sequence[Learner]) -> dict[str, str]:
    """What the list of all programs would be, in numbers."""
    own, smallest = Programs.like(striker()), Programs(1, len(striker().symbols))
    gates = next(sum(len(c.gates) for c in each.circuits.values()) for each in learners if each.name == "striker")
    return {
        "programs of at most log2 log2 n bits": f"{listed_programs(10**6)} for n = 10^6, {listed_programs(2**256)} "
        "for n = 2^256: words too short to be any program of this page",
        "all machines of the striker's size": f"2^{own.bits:.0f}, each a circuit of some {gates:,} gates; they are "
        f"on the list from n = 2^(2^{own.bits:.0f}) on",
        "all two-tape machines of one state": f"2^{smallest.bits:.0f}",
    }
