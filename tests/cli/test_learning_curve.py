"""`turingrad learn --curve`: three models on the same problems, as a table, a plot, a page and JSON."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.command_line import Turingrad
from turingrad import tasks
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.theory.learnability import curves
from turingrad.theory.learnability.curves import learning_curve, predict_by_mlp, train_mlps


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "STEPS", 30)


def test_the_curve_of_a_learner_is_its_own(turingrad: Turingrad, tmp_path: Path) -> None:
    plot, page = tmp_path / "curve.svg", tmp_path / "curve.html"
    command = ("learn", "last-label", "--task", "noisy-constant", "--dim", "2", "--curve", "2,6", "--seeds", "2")
    made = turingrad(*command, "--test", "20", "--plot", plot, "--report", page, "--json")
    assert made.code == 0, made.err
    rows = made.json["rows"]
    assert [(row["model"], row["samples"]) for row in rows] == [
        (model, count) for count in (2, 6) for model in ("rcnn", "mlp", "transformer")
    ]
    task, machine = tasks.get("noisy-constant"), load_learner("last-label", form="grid")
    errors = []
    for seed in range(2):
        _, y, _, y_test = tasks.draw(task, seed, 2, 6, 20)
        errors.append(np.mean(y_test != y[-1]))
    assert rows[3]["error"] == pytest.approx(np.mean(errors))
    assert (rows[3]["low"], rows[3]["high"]) == (min(errors), max(errors))
    assert "<svg" in plot.read_text(encoding="utf-8")
    assert "learning curve" in page.read_text(encoding="utf-8")
    shown = turingrad(*command, "--test", "4", "--quiet")
    assert "cross-validation" in shown.out.replace("\n", " ")
    with pytest.raises(InputError, match="at least one seed"):
        next(learning_curve(machine, task, 2, []))


def test_networks_are_trained_apart_and_chosen_by_validation() -> None:
    X, y, X_test, y_test = tasks.draw(tasks.get("dictator"), 3, 3, 24, 40)
    both = train_mlps(X, y, X_test, [(8, 0.3), (8, 0.03)], np.ones((2, 24), bool), 0)
    assert not np.allclose(both[0], both[1])
    halves = np.array([[k < 12 for k in range(24)], [k >= 12 for k in range(24)]])
    assert not np.allclose(*train_mlps(X, y, X_test, [(8, 0.3), (8, 0.3)], halves, 0))
    machine = load_learner("last-label", form="grid")
    found, chosen = predict_by_mlp(machine, X, y, X_test, 0)
    assert chosen.startswith("width")
    assert np.mean(found != y_test) < 0.3
    assert predict_by_mlp(machine, X[:2], y[:2], X_test, 0)[1] == "width 32, rate 0.1"


def test_what_is_no_curve_is_refused(turingrad: Turingrad) -> None:
    assert "such as 1,2,4" in turingrad("learn", "parity", "--curve", "few").err
    assert turingrad("learn", "parity", "--curve", "5000").code == 2
    assert "does not take --noise" in turingrad("learn", "parity", "--curve", "4", "--noise", "0.1").err
