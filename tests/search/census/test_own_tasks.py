"""`census` and `learn` take a task of the user's own, as `search` does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.command_line import Turingrad
from turingrad.errors import InputError
from turingrad.search import CensusSettings, take_census
from turingrad.search.census.weights import weights_of

FILE = str(Path(__file__).parents[1] / "own_tasks.py")


def test_an_own_task_is_counted_like_the_same_task_of_ours() -> None:
    own = CensusSettings(f"{FILE}:ExclusiveOr", states=1, dim=2, train=2, units=1)
    ours = CensusSettings("parity-2", states=1, dim=2, train=2, units=1)
    assert np.array_equal(2 * own.weights.by_label[0], ours.weights.by_label[0])  # ours has each parity twice
    first, second = take_census(own), take_census(ours)
    assert first.complete
    assert first.accuracy(first.best_loss or 0) == second.accuracy(second.best_loss or 0)
    assert [table for _, table in first.found] == [table for _, table in second.found]


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ("FirstFeature", "feature 0 flipped"),
        ("Unlabelled", "labels are -1 and"),
        ("Broken", "raised ZeroDivisionError: 2 features"),
        ("Drawn", r"needs `concepts\(d\)`"),
        ("Missing", "has no class, function or object 'Missing'"),
    ],
)
def test_what_cannot_be_enumerated_is_refused(member: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        weights_of(f"{FILE}:{member}", 2, 2)


def test_the_commands_take_it(turingrad: Turingrad) -> None:
    counted = turingrad(
        "census", "--states", "1", "--task", f"{FILE}:ExclusiveOr", "--dim", "2", "--train", "1", "--json"
    )
    assert counted.code == 0, counted
    assert json.loads(counted.out)["complete"]
    learned = turingrad(
        "learn", "parity", "--with", "rcnn", "--task", f"{FILE}:ExclusiveOr", "--dim", "2", "--train", "6",
        "--test", "8", "--json",
    )  # fmt: skip
    assert learned.code == 0, learned
    fields = json.loads(learned.out)
    rows = np.array(fields["test_rows"])
    assert rows.shape == (8, 2)
    assert fields["labels"] in ((rows[:, 0] * rows[:, 1]).tolist(), (-rows[:, 0] * rows[:, 1]).tolist())
    assert fields["predictions"] == fields["labels"]
