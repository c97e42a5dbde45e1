"""Real features from a file: rounded by the Heaviside quantisers inside F, and the rounding is stated."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.cli.inputs import parse_input
from turingrad.constructions.descent.executors import extended_network, quantisers
from turingrad.constructions.descent.quantise import FixedPoint, HeavisideFixedPoint
from turingrad.constructions.drive import learn
from turingrad.errors import FormatError, InputError
from turingrad.library import load_learner
from turingrad.library.trainers.header import trainer_in
from turingrad.library.trainers.trainers import BY_NAME, program_text
from turingrad.tasks import parse_numbers

LMS = BY_NAME["least-mean-squares"]
X = np.array([[0.5, -1.25], [-0.6, 0.9], [1.3, 0.1], [-0.2, 1.4]])
Y = np.array([1, -1, 1, -1])


def online_descent(X: np.ndarray, y: np.ndarray, passes: int) -> np.ndarray:
    w = np.zeros(X.shape[1] + 1)
    for _ in range(passes):
        for row, label in zip(np.column_stack([X, np.ones(len(X))]), y, strict=True):
            w -= row * (row @ w - label) / 8
    return w


def test_real_features_train_by_online_descent() -> None:
    found = learn(load_learner("least-mean-squares", "trainer", 2), X, Y, X, on="descent", passes=1)
    assert found.details["equals_direct_computation"]
    assert found.executor == "closed-form"
    assert 0 < found.details["rounding_most"] <= found.details["rounding_bound"] == 2.0**-9
    np.testing.assert_allclose(found.details["weights"], online_descent(X, Y, 1), atol=0.03)
    assert found.predictions.tolist() == found.predict(X).tolist() == Y.tolist()


def test_the_quantiser_is_the_heaviside_network_and_part_of_the_forward_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[torch.Tensor] = []
    real = HeavisideFixedPoint.forward

    def forward(module: HeavisideFixedPoint, values: torch.Tensor) -> torch.Tensor:
        seen.append(values)
        return real(module, values)

    monkeypatch.setattr(HeavisideFixedPoint, "forward", forward)
    network = extended_network(LMS, LMS.sizes(4, 2, passes=1))
    x = torch.from_numpy(X).float()
    network.reset(len(network.data_numbers(x, torch.ones(4, 1))))
    seen.clear()
    network(x)
    assert len(seen) == 1
    units = quantisers.quantisers(LMS)[0].numbers(X)
    np.testing.assert_array_equal(units, np.floor(X * 256 + 0.5).astype(np.int64))


def test_numbers_out_of_range_or_not_finite_are_refused() -> None:
    machine = load_learner("least-mean-squares", "trainer", 2)
    with pytest.raises(InputError, match="a feature of size 9 does not fit into fixed point of 12 bits"):
        learn(machine, X * 9 / 1.4, Y, X, on="descent")
    with pytest.raises(InputError, match="features must be finite numbers"):
        learn(machine, X * np.inf, Y, X, on="descent")
    assert FixedPoint(12, 8).largest == 8


def test_trainers_of_signs_refuse_real_features() -> None:
    with pytest.raises(InputError, match=r"features must be -1 or \+1"):
        learn(load_learner("hebb", "trainer", 2), X, Y, X, on="descent")


def test_a_test_point_may_lie_outside_the_range() -> None:
    """Once the machine has halted F is f_theta, of any number."""
    found = learn(load_learner("least-mean-squares", "trainer", 2), X, Y, 100 * X, on="descent", passes=1)
    assert found.predictions.tolist() == found.details["reference_predictions"].tolist() == Y.tolist()


FILE = "a,b,y\n" + "".join(f"{a},{b},{c}\n" for (a, b), c in zip(X, Y, strict=True))


def test_learn_reads_a_file_of_real_numbers(tmp_path: Path, turingrad: Turingrad) -> None:
    data = tmp_path / "real.csv"
    data.write_text(FILE, encoding="utf-8")
    given = ("learn", "least-mean-squares", "--with", "descent", "--data", data, "--test", 0, "--passes", 1)
    found = turingrad(*given, "--json").json
    assert found["equals_direct_computation"]
    assert found["rounding_bound"] == 2.0**-9
    shown = " ".join(turingrad(*given, "--quiet").out.split())
    assert "rounding bound" in shown
    assert "re-done by autograd, all equal" in shown
    signs = turingrad("learn", "hebb", "--with", "descent", "--data", data)
    assert signs.code == 2
    assert "field 1 is '0.5'" in signs.err


def test_a_header_says_that_a_program_takes_numbers() -> None:
    line = "trainer: data=fixed-point-rows tapes=words-and-scratch weights=bias-first primary=linear-tanh "
    header = line + "width=26 bits=12 fraction=8 passes=1\n"
    machine = LMS.machine
    own = trainer_in(type(machine)(**{**fields_of(machine), "doc": header, "name": "mine"}))
    assert own is not None
    assert own.fixed == (12, 8)
    units = np.floor(X * 256 + 0.5).astype(np.int64)
    sizes = own.sizes(4, 2)
    np.testing.assert_array_equal(own.expected_weights(sizes, units, Y, 10**7), LMS.direct(sizes, units, Y))
    assert "fixed-point-rows" not in program_text("hebb")


def fields_of(machine: object) -> dict[str, object]:
    return {name: getattr(machine, name) for name in machine.__dataclass_fields__}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.5,1\n2.5\n", "this row has 1 field;"),
        ("1.5,1\nnan,1\n", "field 1 is 'nan'"),
        ("1.5,1\n2.5,0.5\n", "the label is 0.5"),
        ("1.5,0\n2.5,-1\n", "the label is -1"),
        ("", "there are no examples"),
    ],
)
def test_files_of_numbers_are_checked(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_numbers(text)


def test_labels_of_both_kinds_are_read() -> None:
    assert parse_numbers("x,y\n0.5,0\n2,1\n").y.tolist() == [-1, 1]
    found = parse_numbers("0.5,-1\n2,1\n")
    assert found.y.tolist() == [-1, 1]
    assert found.X.tolist() == [[0.5], [2.0]]
    assert json.dumps(found.names) == '["x1", "y"]'


def test_a_trainer_of_one_s_own_takes_real_features_as_the_library_s_does() -> None:
    known = BY_NAME["least-mean-squares"]
    machine = replace(known.machine, name="mine", doc="")
    own = replace(known, name="mine", build=machine, described=False)
    X, y = np.array([[0.5], [-0.75]]), np.array([1, -1], np.int8)
    found, expected = (tg.learn(each, X, y, X, on="descent") for each in (own, "least-mean-squares"))
    assert found.predictions.tolist() == expected.predictions.tolist() == found.predict(X).tolist()
    assert found.sgd_steps == expected.sgd_steps


def test_a_run_of_a_real_network_reads_real_rows(tmp_path: Path) -> None:
    """`run FOLDER --on onnx:FILE --data`: as `learn` reads them."""
    trainer, data = BY_NAME["least-mean-squares"], tmp_path / "rows.csv"
    data.write_text("0.5,-1.25,1\n-0.6,0.9,-1\n", encoding="utf-8")
    network = extended_network(trainer, trainer.sizes(2, 2))
    X, y = parse_input(network, network.machine, None, data=data)
    assert X.tolist() == [[0.5, -1.25], [-0.6, 0.9]]
    assert y.tolist() == [1, -1]
