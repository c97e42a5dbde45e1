"""One learner written in Python, on every route: predictions and memory are the plain object's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from tests.python.learner_programs import Perceptron
from turingrad.constructions.descent.executors.programs import program_network
from turingrad.constructions.descent.executors.training import closed_form_fit
from turingrad.python.tapes import learner_tapes


def problem(seed: int, features: int = 5, samples: int = 16) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    X, X_test = (rng.choice([-1, 1], size=(n, features)).astype(np.int8) for n in (samples, 20))
    return X, np.where(X[:, 0] + X[:, 1] + X[:, 2] > 0, 1, -1), X_test


def plain(program: Any, X: Any, y: Any, X_test: Any) -> list[int]:
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        program.update(tuple(row), label)
    return [program.predict(tuple(row)) for row in X_test.tolist()]


@pytest.mark.parametrize("on", ["reference", "emulation", "descent"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_predictions_are_the_plain_objects(on: str, seed: int) -> None:
    X, y, X_test = problem(seed)
    found = tg.learn(Perceptron, X, y, X_test, on=on)
    program = Perceptron(5)
    assert found.predictions.tolist() == plain(program, X, y, X_test)
    if on != "reference":
        assert found.details["memory"] == "".join(map(str, found.learner.bits_of(program)))


def test_the_transformer_learns_in_context() -> None:
    """Fixed weights: program, samples and query are the prompt; the memory is read back from the last step."""
    X, y, X_test = problem(2, features=3, samples=5)
    found = tg.learn(Perceptron, X, y, X_test[:6], on="transformer")
    program = Perceptron(3)
    assert found.predictions.tolist() == plain(program, X, y, X_test[:6])
    assert found.details["memory"] == "".join(map(str, found.learner.bits_of(program)))
    assert found.details["memory_equal"]
    with pytest.raises(tg.LimitError, match="decoding steps, past the limit"):
        tg.learn(Perceptron, X, y, X_test, on="transformer", max_steps=100)


def test_descent_leaves_the_predictor_as_a_trained_module() -> None:
    X, y, X_test = problem(1, features=3, samples=5)
    made = tg.learner(Perceptron, 3)
    network = program_network(learner_tapes(made), len(X))
    x, labels = torch.tensor(X), torch.tensor(y)[:, None]
    closed_form_fit(network, [(x, labels)], max_steps=10**7)
    program = Perceptron(3)
    expected = plain(program, X, y, X_test)
    module = network.trained_primary()
    assert tuple(int(bit) for bit in next(module.parameters())) == made.bits_of(program)
    assert module(torch.tensor(X_test, dtype=torch.float32))[:, 0].tolist() == expected


def test_rcnn_refuses_a_learner_that_does_not_fit_with_the_count_of_its_states() -> None:
    X, y, X_test = problem(1)
    with pytest.raises(
        tg.LimitError, match=r"takes about [0-9,]+ states, more than 600; write it in the grid language"
    ):
        tg.learn(Perceptron, X, y, X_test, on="rcnn")


@pytest.mark.slow
def test_learners_of_the_library_without_a_trainer_of_their_own_learn_by_descent(turingrad: Turingrad) -> None:
    given = ("learn", "winnow", "--with", "descent", "--dim", 3, "--train", 4, "--test", 2, "--json")
    assert turingrad(*given).json["memory_equal"]


def larger(a: int, b: int) -> int:
    return a if a > b else b


def test_a_function_runs_on_the_feedforward_net() -> None:
    made = tg.circuit(larger, a=tg.Int(0, 255), b=tg.Int(0, 255))
    assert tg.run(made, (3, 200), on="feedforward").configuration.value == 200
    assert tg.run(made, (203, 200), on="feedforward", executor="sparse").configuration.value == 203
    assert tg.run(made, (3, 2)).details["value"] == 3
    with pytest.raises(tg.InputError, match="a tuple of its arguments"):
        tg.run(made, 3)


def test_predict_with_a_fixed_memory_runs_on_the_feedforward_net() -> None:
    X, y, X_test = problem(4)
    taught = Perceptron(5)
    expected = plain(taught, X, y, X_test)
    found = tg.learn(Perceptron, X, y, X_test, on="emulation")
    for made in (tg.predictor(taught, features=5), tg.predictor(found.learner, found.details["memory"])):
        answers = [tg.run(made, (tuple(x),), on="feedforward").configuration.value for x in X_test.tolist()]
        assert answers == expected
    network = tg.compile(made, to="feedforward")
    network.certificate.require("float32")
    with pytest.raises(tg.InputError, match="a memory of 3 bits for a learner of 24"):
        tg.predictor(found.learner, "010")


def test_the_command_line_writes_predict_for_feedforward_nets(turingrad: Turingrad, tmp_path: Path) -> None:
    source = Path(__file__).parent / "learner_programs.py"
    given = ("learn", f"{source}:Perceptron", "--task", "majority-3", "--dim", 4, "--train", 12, "--test", 2)
    fields = turingrad(*given, "--predictor", tmp_path / "p.blif", "--json").json
    assert fields["predictor"] == str(tmp_path / "p.blif")
    (tmp_path / "points.txt").write_text("1010\n0001\n", encoding="utf-8")
    shown = turingrad("run", tmp_path / "p.blif", "--vectors", tmp_path / "points.txt", "--on", "feedforward").out
    made = tg.learner(Perceptron, 4)
    expected = [
        tg.run(tg.predictor(made, fields["memory"]), (x,)).configuration.value
        for x in ((1, -1, 1, -1), (-1, -1, -1, 1))
    ]
    assert [2 * int(line) - 1 for line in shown.split()] == expected
    refused = turingrad(
        "learn", "parity", "--with", "rcnn", "--dim", 2, "--train", 2, "--test", 1, "--predictor", tmp_path / "q.blif"
    )
    assert "needs a learned memory, and rcnn gives none for a grid machine" in refused.err


def test_the_command_line_takes_a_python_file(turingrad: Turingrad, tmp_path: Path) -> None:
    source = (Path(__file__).parent / "learner_programs.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    X, y, _ = problem(1, samples=24)
    rows = [",".join(map(str, [*row, label])) for row, label in zip(X.tolist(), y.tolist(), strict=True)]
    (tmp_path / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    given = ["learn", f"{tmp_path}/mine.py:Perceptron", "--with", "emulation", "--data", f"{tmp_path}/d.csv"]
    fields = turingrad(*given, "--json").json
    assert fields["agreement_with_reference"] == 1
    assert fields["memory_equal"]


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing.py:A", "no file"), ("mine.py:B", "known: Perceptron"), ("mine.py", "say which class")],
)
def test_python_files_that_cannot_be_used(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "mine.py").write_text("class Perceptron:\n    predict = 1\n", encoding="utf-8")
    with pytest.raises(tg.InputError, match=message):
        tg.library.load_learner(f"{tmp_path}/{name}", features=3)
