"""Corollary 1 over the library's machines, and what all programs would cost."""

from __future__ import annotations

import math

import numpy as np
import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.library.learners.metaalgorithm import metaalgorithm
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner import run as learner_run
from turingrad.theory.limits.metaalgorithms import Programs, listed_programs, metaalgorithms, winner


def test_programs_are_counted_as_tables() -> None:
    """One tape, one state, two symbols: two entries, each with 2 writes, 3 moves and 4 next states."""
    assert Programs(1, 2, tapes=1).bits == pytest.approx(math.log2((2 * 3 * 4) ** 2))
    assert 2 ** Programs(1, 2, tapes=2).bits == pytest.approx((4 * 9 * 4) ** 4)


def test_the_papers_list_is_short() -> None:
    """Words of at most log2 log2 n bits: 1 + 2 + ... + 2^k."""
    assert [listed_programs(n) for n in (2, 4, 16, 256, 65536)] == [1, 3, 7, 15, 31]
    with pytest.raises(InputError):
        listed_programs(1)


def test_the_winner_is_read_out_of_the_memory() -> None:
    learners = [LEARNERS[name](4) for name in ("last-label", "parity", "dictator")]
    X, y = tasks.get("parity").sample(np.random.default_rng(8), 4, 40)
    memory = learner_run.run(metaalgorithm(learners, 24, 16), X, y).configuration.memory
    assert winner("".join(map(str, memory)), learners, 16) == 1


@pytest.mark.slow
def test_one_net_learns_what_the_librarys_machines_learn() -> None:
    (part,) = metaalgorithms(bits=2, draws=2, gates=1000, names=("parity", "dictator", "conjunction-2")).parts
    rows = {row["task"]: row for row in part.rows}
    assert [rows[task]["error of the net"] for task in ("parity", "dictator")] == [0, 0]
    assert rows["conjunction-2"]["error of the net"] <= 0.1
    assert "parity-small" in part.figures["left out, with their estimated gates"]


def test_sizes_out_of_range_are_refused() -> None:
    with pytest.raises(InputError, match="2 to 6 features"):
        metaalgorithms(bits=9)
