"""`turingrad learn` with the reference learners."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.command_line import Turingrad
from turingrad import tasks


def test_learn_json_has_the_fields_of_the_contract(turingrad: Turingrad) -> None:
    found = turingrad("learn", "parity", "--dim", 8, "--train", 30, "--test", 50, "--json").json
    assert (found["learner"], found["with"], found["train_size"], found["test_size"]) == ("parity", "reference", 30, 50)
    assert found["test_accuracy"] == found["reference_accuracy"] == 1.0
    right = [answer == label for answer, label in zip(found["predictions"], found["labels"], strict=True)]
    assert (len(right), sum(right) / len(right)) == (50, found["test_accuracy"])
    assert found["agreement_with_reference"] == 1.0
    assert found["sgd_steps"] == 0


def test_the_seed_fixes_the_result(turingrad: Turingrad) -> None:
    def accuracy(seed: int) -> float:
        arguments = ("learn", "nearest-neighbour", "--task", "majority-3", "--dim", 6, "--seed", seed, "--json")
        return float(turingrad(*arguments).json["test_accuracy"])

    assert accuracy(1) == accuracy(1)
    assert len({accuracy(seed) for seed in range(4)}) > 1


@pytest.mark.parametrize("encoding", ["pm1", "01"])
def test_learn_from_a_file(turingrad: Turingrad, tmp_path: Path, encoding: str) -> None:
    X, y, _, _ = tasks.draw(tasks.get("dictator"), 5, 4, 40, 0)
    path = tmp_path / "data.csv"
    tasks.write_csv(path, X, y, encoding=encoding)
    found = turingrad("learn", "stump", "--data", path, "--json").json
    assert (found["train_size"], found["test_size"]) == (30, 10)
    assert found["test_accuracy"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("astrology",), "astrology"),
        (("parity", "--with", "toaster"), "no construction 'toaster'"),
        (("parity", "--data", "missing.csv"), "cannot read missing.csv"),
        (("parity", "--task", "weather"), "weather"),
        (("parity", "--task", "parity", "--data", "x.csv"), "give --data or --task, not both"),
        (("parity", "--compare", "cnn"), "--compare takes 'mlp'"),
        (("parity", "--rate", "0.1"), "--rate is that of torch's SGD: give it with --module and --compare sgd"),
        (("palindrome",), "palindrome is not a learner; known learners: "),
        (("mine.json",), "no task of its own; give one, or a data file (try --task NAME or --data FILE)"),
        (("parity", "--report", "no/such/folder/r.html"), "there is no folder"),
    ],
)
def test_bad_input_ends_with_one_line_and_exit_code_two(
    turingrad: Turingrad, arguments: tuple[str, ...], message: str
) -> None:
    outcome = turingrad("learn", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1


def test_sizes_that_do_not_fit_the_file_are_refused(turingrad: Turingrad, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    tasks.write_csv(path, np.ones((4, 2), np.int8), np.ones(4, np.int8))
    outcome = turingrad("learn", "stump", "--data", path, "--train", 4, "--test", 3)
    assert "the file has 4 rows; 4 for training and 3 for testing do not fit" in outcome.err
