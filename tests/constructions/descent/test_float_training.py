"""`tg.extend(module, train, floats=True)`: a training in Python's floats inside gradient descent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.constructions.descent.executors.float_training import compile_float_training, run_with_floats
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import run as tape_run
from turingrad.python.programs import floats

NAMES = ("weight", "bias")
X, y = [[1.0, 0.5], [-1.0, 0.25], [0.5, -1.0]], [1.0, 0.0, 1.0]
TRAIN = """
import torch

net = torch.nn.Linear(1, 1)


def train(X, y):
    w, b = 0.1, 0.0
    for x, t in zip(X, y):
        e = (w * x[0] + b - t) / 3
        w, b = w - e * x[0], b - e
    return [w, b]
"""


def delta_rule(X: Any, y: Any) -> Any:
    """Rates that are no dyadic fractions, and a branch on the sign of the error."""
    w, v, b = 0.0, 0.0, 0.0
    for x, t in zip(X, y):  # noqa: B905
        e = (w * x[0] + v * x[1] + b - t) * 0.3
        if e > 0:
            e = e / 3.0
        w, v, b = w - e * x[0], v - e * x[1], b - e
    return {"bias": [b], "weight": [[w, v]]}


def sample(x: Any, t: Any) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.tensor(x), torch.tensor(t).unsqueeze(1)


def test_the_machine_leaves_the_floats_of_python_for_any_samples_of_the_shape() -> None:
    training = compile_float_training(delta_rule, *sample(X, y), NAMES, 3)
    machine, tapes = training.tapes.machine, training.tapes.encode_input()
    for x, z in (sample(X, y), sample([[0.1, -0.7], [0.3, 0.9], [2.5, 1e-3]], [0.2, -0.4, 1.5])):
        data = "_" + "".join("01_"[number] for number in training.quantise(x, z).tolist())
        found = tape_run.run(machine, (tuple(data), *tapes), max_steps=10**8)
        assert found.halted
        memory = found.configuration.tapes[3]
        cells = torch.tensor(["01_".index(memory.read(cell, "_")) for cell in range(1, len(tapes[2]))])
        expected = run_with_floats(delta_rule, x, z, NAMES)
        assert training.dequantise(cells).tolist() == expected
        assert expected[0] != round(expected[0], 6)
    start = torch.tensor(["01_".index(symbol) for symbol in tapes[2][1:]])
    assert training.dequantise(start).tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(LimitError, match=r"takes [0-9,]+ instructions in .* about [0-9,]+ gradient steps"):
        training.require_steps(*sample(X, y), 3_000_000)


def test_what_floats_do_not_train_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="a program reads and writes words"):
        tg.extend(nn.Linear(2, 1), Path(__file__).parents[3] / "examples" / "delta_rule.c", floats=True)
    net = tg.extend(nn.Linear(1, 1), delta_rule, floats=True)
    assert "floats" in repr(net)
    with pytest.raises(InputError, match="the training returns 3 numbers; the module has 2"):
        compile_float_training(delta_rule, *sample(X, y), NAMES, 2)
    with pytest.raises(InputError, match="the module's parameters are"):
        run_with_floats(delta_rule, *sample(X, y), ("weight",))
    with pytest.raises(InputError, match="a function train"):
        compile_float_training(nn.Linear(1, 1), *sample(X, y), NAMES, 3)
    monkeypatch.setattr(floats, "RAMS", (8192,))
    with pytest.raises(LimitError, match="give fewer samples"):
        compile_float_training(delta_rule, *sample(X, y), NAMES, 3)


@pytest.mark.slow
def test_gradient_descent_leaves_the_floats_of_python() -> None:
    net = tg.extend(nn.Linear(2, 1), delta_rule, floats=True)
    with pytest.raises(LimitError, match="max_steps is 1,000"):
        net.fit(X, y, max_steps=1_000)
    net.fit(X, y)
    trained, direct = net.trained_primary().state_dict(), net.run_directly(X, y).state_dict()
    assert all(torch.equal(trained[name], direct[name]) for name in NAMES)
    figures = net.figures
    assert figures is not None
    assert figures.machine_steps > 10_000_000
    assert figures.backward_calls > 20


@pytest.mark.slow
def test_the_command_line_trains_with_floats(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "t.py").write_text(TRAIN)
    (tmp_path / "d.csv").write_text("0.5,1\n-0.5,-0.9\n1.25,1.3\n0.1,0.8\n")
    name = f"{tmp_path}/t.py"
    command = ("learn", f"{name}:train", "--module", f"{name}:net", "--with", "descent", "--data", tmp_path / "d.csv")
    found = turingrad(*command, "--train", 2, "--number", "float", "--json")
    assert found.code == 0, found.err
    assert found.json["equals_direct_computation"] is True
    assert found.json["mean_squared_error"] == found.json["direct_mean_squared_error"]
