"""Trainers of one's own: in Python, from a file's header, with real numbers through the quantisers inside F."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import turingrad as tg
from tests.command_line import Turingrad
from tests.constructions.descent.memoriser import Constant, copier
from turingrad.cli.app import main
from turingrad.constructions.descent import fit
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.extended import ExtendedNetwork
from turingrad.constructions.descent.quantise import FixedPoint, bits_of
from turingrad.errors import InputError, MachineError
from turingrad.library.trainers.header import trainer_in
from turingrad.library.trainers.layout import Trainer
from turingrad.library.trainers.trainers import BY_NAME, program_text
from turingrad.python.files import load_object

X = np.array([[-1, -1], [1, 1], [1, -1]], np.int8)
Y = np.array([1, 1, -1], np.int8)


def prototypes(**changes: object) -> tg.Trainer:
    """A 2-3-1 network whose hidden units are the samples: a machine that copies."""
    parts: dict[str, object] = {
        "name": "prototypes",
        "build": copier(),
        "primary": lambda sizes: nn.Sequential(  # noqa: ARG005
            nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1), nn.Tanh()
        ),
        "data": lambda sizes, X, y: "".join(  # noqa: ARG005
            "1" if v > 0 else "0" for v in [*X.flatten(), -1, -1, -1, *y]
        ),
        "weights": lambda sizes, text: np.array([*(1.0 if bit == "1" else -1.0 for bit in text[:12]), 0.0]),  # noqa: ARG005
        **changes,
    }
    return tg.Trainer(**parts)  # type: ignore[arg-type]


@pytest.mark.parametrize("executor", ["autograd", "closed-form"])
def test_a_network_and_a_machine_of_ones_own_train_by_least_squares(executor: str) -> None:
    found = tg.learn(prototypes(), X, Y, X, on="descent", executor=executor)
    assert found.details["equals_direct_computation"]
    assert found.details["weights"] == [-1, -1, 1, 1, 1, -1, -1, -1, -1, 1, 1, -1, 0]
    assert found.predictions.tolist() == Y.tolist()


def test_the_docs_give_a_2_3_1_network_its_weights_in_ten_lines() -> None:
    """The block is run by the tests of the docs; here its lines are counted, and its result is looked at."""
    page = Path(__file__).parents[3] / "docs" / "descent.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    (program,) = [block for block in blocks if block.startswith("prototypes = ")]
    (ten,) = [block for block in blocks if "tg.Trainer(" in block]
    lines = [line for line in ten.splitlines() if line.strip()]
    assert len(lines) == 10
    names: dict[str, Any] = {"tg": tg}
    exec(program + ten, names)
    assert [tuple(value.shape) for value in names["mlp"].parameters()] == [(3, 2), (3,), (1, 3), (1,)]
    losses = names["found"].details["losses"]
    assert losses[0] == 1.5  # 1/2 |y|^2, and nothing else is trained on
    assert names["found"].details["backward_calls"] == names["found"].sgd_steps == len(losses) - 1


def test_a_trainer_that_reads_too_few_weights_is_refused() -> None:
    few = prototypes(weights=lambda sizes, text: np.ones(12))  # noqa: ARG005
    with pytest.raises(InputError, match="dequantise gave 12 weights; the primary network has 13"):
        tg.learn(few, X, Y, X, on="descent")


HEADER = "trainer: data=labelled-rows tapes=words weights=bias-first primary=linear-tanh width=5\n"


def with_header(header: str = HEADER) -> str:
    """The program of the trainer hebb as a file of one's own."""
    return program_text("hebb").replace("of samples. Heads start", header + "\nHeads start")


def test_a_header_makes_a_trainer_of_a_program() -> None:
    own = trainer_in(tg.compile_program(with_header()))
    assert own is not None
    sizes = own.sizes(3, 2)
    np.testing.assert_array_equal(
        own.expected_weights(sizes, X, Y, 10_000), BY_NAME["hebb"].expected_weights(sizes, X, Y, 10_000)
    )


def test_learn_takes_a_file_with_a_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, data = tmp_path / "mine.tg", tmp_path / "data.csv"
    program.write_text(with_header(), encoding="utf-8")
    data.write_text("-1,-1,1\n1,1,1\n1,-1,-1\n-1,1,-1\n", encoding="utf-8")
    assert main(["learn", str(program), "--with", "descent", "--data", str(data), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["equals_direct_computation"]
    assert found["gradients"] == "autograd"


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("trainer: data=rows primary=bias\n", "no data 'rows'; known: labelled-rows, plain-rows"),
        ("trainer: primary=os.system\n", "no primary 'os.system'; known: bias"),
        ("trainer: primary=mlp-999\n", "no primary 'mlp-999'"),
        ("trainer: primary=bias width=99999999999999999999\n", "width=9+ is not a whole number of at most 40"),
        ("trainer: primary=bias colour=red\n", "'colour=red' is not a new KEY=VALUE"),
        ("trainer: primary=bias output=7\n", "output=7 is not a whole number of at most 1"),
    ],
)
def test_headers_that_say_nothing_known_are_refused(header: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        trainer_in(tg.compile_program(with_header(header)))


def test_real_features_pass_the_heaviside_quantiser_inside_f() -> None:
    """The features in fixed point, by a Heaviside network inside F, become weights: at most half a place off."""
    form = FixedPoint(8, 5)
    network_form = form.network()

    def quantise(x: Tensor, z: Tensor) -> Tensor:
        del z
        return network_form(x.flatten()).flatten() == 1

    machine = copier()
    network = tg.ExtendedNetwork(
        Constant((3, 1)),
        machine,
        quantise,
        lambda cells: form.decode(bits_of(cells[: 3 * form.bits], machine).view(3, form.bits)),
        labels=(3, 1),
        output_bound=form.largest,
    )
    x, y = torch.tensor([[0.7371], [-2.0138], [3.3333]]), torch.tensor([[1.0], [0.0], [-1.0]])
    done = fit(network, x, y)
    assert done.machine_steps == 3 * 8 + 2
    error = (network(x) - x).abs().max()
    assert 0 < float(error.detach()) <= form.rounding == 2.0**-6
    assert torch.equal(network(x).detach(), form.decode(form.encode(x.flatten())).float().view(3, 1))


def test_a_real_trainer_gets_the_numbers_themselves() -> None:
    form = FixedPoint(8, 5)
    trainer = tg.Trainer(
        name="mean",
        build=copier(),
        primary=lambda sizes: Constant((sizes.samples, 1)),
        data=lambda sizes, X, y: "".join("01"[bit] for bit in form.encode(torch.tensor(X)).flatten().tolist()),  # noqa: ARG005
        weights=lambda sizes, text: form.decode(  # noqa: ARG005
            torch.tensor([bit == "1" for bit in text[:24]]).view(3, 8)
        ).numpy(),
        output_bound=4.0,
        real=True,
    )
    network = extended_network(trainer, trainer.sizes(3, 1))
    x = torch.tensor([[0.5], [-2.25], [3.0]])
    fit(network, x, torch.tensor([[0.5], [0.0], [-1.0]]))
    assert torch.equal(network(x).detach(), x)


class OfPython:
    """A learner that is no tape machine."""

    def predict(self, x: tuple[int, ...]) -> int:
        return x[0]

    def update(self, x: tuple[int, ...], y: int) -> None:
        pass


@pytest.mark.parametrize("machine", [OfPython, OfPython(), 5, None])
def test_what_is_no_tape_machine_is_refused_in_one_line_with_what_to_do(machine: Any) -> None:
    primary = torch.nn.Linear(2, 1)
    with pytest.raises(InputError, match=r"trained by a tape machine, not by .*on='descent'"):
        ExtendedNetwork(primary, machine, lambda x, _y: x, lambda cells: cells, labels=(2, 1))
    trainer = Trainer("p", machine, lambda _sizes: primary, lambda _sizes, _x, _y: "", lambda _sizes, _text: None)  # type: ignore[arg-type, return-value]
    with pytest.raises(MachineError, match="instead of a TapeMachine"):
        trainer.machine  # noqa: B018


REAL_TRAINER = """
import torch
import turingrad as tg
from tests.command_line import Turingrad
from tests.constructions.descent.memoriser import copier
from turingrad.constructions.descent.quantise import FixedPoint

form = FixedPoint(8, 4)


def data(sizes, X, y):
    return "".join("01"[bit] for bit in form.encode(torch.tensor([X[0, 0], y[0]])).flatten().tolist())


def weights(sizes, text):
    return form.decode(torch.tensor([bit == "1" for bit in text[:16]]).view(2, 8)).numpy()


line = tg.Trainer(
    "line", copier(), lambda sizes: torch.nn.Linear(1, 1), data, weights, real=True, output_bound=64.0, label_bound=4.0
)
"""


@pytest.fixture
def real_trainer(tmp_path: Path) -> str:
    """A line of slope X[0] through (0, y[0]): features and labels that are no signs become weights and answers."""
    (tmp_path / "own.py").write_text(REAL_TRAINER)
    return f"{tmp_path / 'own.py'}:line"


def test_learn_takes_real_labels_and_answers_with_numbers(real_trainer: str) -> None:
    X, y, points = [[1.5], [0.5], [-0.75]], [0.25, -2, 3.5], [[0.3], [100.0], [-2.0], [0.0]]
    for executor in ("autograd", "closed-form"):
        found = tg.learn(load_object(real_trainer), X, y, points, on="descent", executor=executor)
        assert found.details["weights"] == [1.5, 0.25]
        assert found.details["equals_direct_computation"]
        answers = (1.5 * np.float32([0.3, 100, -2, 0]) + np.float32(0.25)).astype(np.float64)
        assert found.predictions.tolist() == found.details["reference_predictions"].tolist() == answers.tolist()
        assert found.predict([[1.0]]).tolist() == [1.75]
    with pytest.raises(InputError, match="these predictions are numbers"):
        found.accuracy(np.ones(4, np.int8))
    with pytest.raises(InputError, match="a label of magnitude 5 is above label_bound = 4"):
        tg.learn(real_trainer, X, [5, 0, 0], points, on="descent")
    with pytest.raises(InputError, match="labels must be finite numbers"):
        tg.learn(real_trainer, X, [np.nan, 0, 0], points, on="descent")


def test_the_command_reads_real_labels(real_trainer: str, tmp_path: Path, turingrad: Turingrad) -> None:
    (tmp_path / "d.csv").write_text("1.5,1.25\n" * 4)
    given = ("learn", real_trainer, "--with", "descent", "--data", tmp_path / "d.csv")
    found = turingrad(*given, "--json").json
    assert (found["weights"], found["labels"], found["predictions"]) == ([1.5, 1.25], [1.25], [3.5])
    assert (found["test_mean_squared_error"], found["reference_mean_squared_error"]) == (2.25**2, 2.25**2)
    assert (found["test_accuracy"], found["agreement_with_reference"]) == (None, 1.0)
    shown = " ".join(turingrad(*given, "--quiet").out.split())
    assert "mean squared error 5.062 on 1 test point computed directly: 5.062; the network predicts the same" in shown
    for options, said in (
        (("--compare", "mlp"), "a plain MLP learns labels -1 and +1"),
        (("--encoding", "01"), "reads numbers as they are"),
    ):
        refused = turingrad(*given, *options)
        assert refused.code == 2
        assert said in refused.err
    (tmp_path / "d.csv").write_text("1,1\n1,1\n")
    refused = turingrad("learn", real_trainer, "--with", "rcnn", "--data", tmp_path / "d.csv")
    assert "is a Trainer, which writes weights by gradient descent: --with descent" in refused.err
