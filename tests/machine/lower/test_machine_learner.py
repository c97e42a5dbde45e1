"""Turing machines as learners: memory and answers are the machine's own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from turingrad.check import lockstep
from turingrad.constructions.emulation import compile_network
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.library import load_learner
from turingrad.library.learners.machines import MACHINES, striker, wanderer
from turingrad.machine.grid.learner import predictions
from turingrad.machine.learner import run as learner_run
from turingrad.machine.lower.codes import symbol_codes
from turingrad.machine.lower.machine_learner import grid_learner, machine_learner
from turingrad.machine.tape.run import run as run_tape

SIGN = {1: "+", -1: "-"}
D = 3


def by_hand(machine, X, y, coins, work: str, steps: int) -> list[str]:
    """The work tape after each sample, by the reference interpreter of tape machines."""
    tapes, cells = [], D + 2
    for x, label, coin in zip(X.tolist(), y.tolist(), coins, strict=True):
        word = SIGN[label] + ("+" if coin else "-") + "".join(SIGN[v] for v in x)
        found = run_tape(machine, (word, work), max_steps=steps)
        if found.halted:
            tape = found.configuration.tapes[1]
            at = {tape.start + i: symbol for i, symbol in enumerate(tape.symbols)}
            work = "".join(at.get(c, machine.blank) for c in range(cells))
        tapes.append(work)
    return tapes


@pytest.mark.parametrize(("machine", "work"), [(striker(), "_____"), (wanderer(), "__m__")])
@pytest.mark.parametrize("steps", [5, 2 * D + 9])
def test_the_memory_is_the_work_tape_after_every_sample(machine, work: str, steps: int) -> None:
    """With 5 steps most runs are interrupted: their samples are skipped."""
    learner = machine_learner(machine, D, cells=D + 2, steps=steps, work=work)
    rng = np.random.default_rng(4)
    X, y = (2 * rng.integers(0, 2, (12, D)) - 1).astype(np.int8), (2 * rng.integers(0, 2, 12) - 1).astype(np.int8)
    coins, _ = learner_run.coins(learner, 9, len(X))
    code = symbol_codes(machine)
    wanted = by_hand(machine, X, y, coins[:, 0], work, steps)
    found = [each.memory for each in learner_run.trace(learner, X, y, seed=9)][1:]
    assert found == [tuple(bit for symbol in tape for bit in code[symbol]) for tape in wanted]


@pytest.mark.parametrize(
    ("name", "label"), [("striker", "conjunction"), pytest.param("wanderer", "feature", marks=pytest.mark.slow)]
)
def test_machines_learn(name: str, label: str) -> None:
    rng = np.random.default_rng(0)
    X = (2 * rng.integers(0, 2, (120, D)) - 1).astype(np.int8)
    y = np.where((X[:, :2] > 0).all(axis=1), 1, -1).astype(np.int8) if label == "conjunction" else X[:, 2]
    assert (learner_run.learn(MACHINES[name](D), X[:80], y[:80], X[80:], seed=1) == y[80:]).all()


def test_sgd_runs_a_turing_machine_bit_for_bit() -> None:
    rng = np.random.default_rng(2)
    X = (2 * rng.integers(0, 2, (20, 2)) - 1).astype(np.int8)
    report = lockstep(compile_network(with_end(MACHINES["striker"](2))), (X, X[:, 0]), steps=len(X))
    assert report.ok, report


def with_end(learner):
    """Updates on errors: then the net needs no guesses."""
    return replace(learner, on_error=True)


def test_a_grid_machine_memorises_and_then_answers_by_its_own_run() -> None:
    machine = load_learner("majority-label", form="grid")
    learner = grid_learner(machine, 2, samples=3, steps=40)
    rng = np.random.default_rng(3)
    for _ in range(4):
        X, y = (2 * rng.integers(0, 2, (5, 2)) - 1).astype(np.int8), (2 * rng.integers(0, 2, 5) - 1).astype(np.int8)
        wanted = predictions(machine, X[:3], y[:3], X, max_steps=40).answers
        assert learner_run.learn(learner, X, y, X).tolist() == wanted.tolist()
        assert not learner_run.finished(learner, learner_run.run(learner, X[:2], y[:2]).configuration.memory)


def test_what_is_no_machine_that_learns_is_refused() -> None:
    one_tape = load_learner("majority-label", form="grid")
    with pytest.raises(MachineError, match="two tapes"):
        machine_learner(replace(striker(), accept=()), D, cells=5, steps=5)
    with pytest.raises(InputError, match="cells"):
        machine_learner(striker(), D, cells=0, steps=5)
    with pytest.raises(InputError, match="at least one of each"):
        machine_learner(striker(), 0, cells=5, steps=5)
    with pytest.raises(LimitError, match="bits of memory"):
        grid_learner(one_tape, 10**6, samples=10, steps=5)
