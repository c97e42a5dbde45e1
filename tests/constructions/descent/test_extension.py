"""`tg.extend`: any torch module and a training function; gradient descent leaves the function's own weights."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

import turingrad as tg
from tests.command_line import Turingrad
from turingrad import formats, tasks
from turingrad.constructions.descent.executors import extension as extension_module
from turingrad.constructions.descent.executors.layers import build_layers, describe_layers
from turingrad.constructions.descent.executors.word_cells import facts_of, read_training
from turingrad.errors import CertificateError, InputError, TuringradError
from turingrad.library import load
from turingrad.machine.program import Program
from turingrad.machine.program.encode import encode
from turingrad.python.files import load_object
from turingrad.view import view

EXAMPLE = Path(__file__).parents[3] / "examples" / "backpropagation.py"


def delta_rule(X: Any, y: Any) -> Any:
    """Two outputs, weights and biases: the delta rule."""
    w, b = [[0.0, 0.25], [0.5, 0.0]], [0.0, -0.5]
    for x, t in zip(X, y, strict=True):
        for k in range(2):
            error = (sum(a * v for a, v in zip(w[k], x, strict=True)) + b[k] - t[k]) / 4
            w[k] = [a - error * v for a, v in zip(w[k], x, strict=True)]
            b[k] = b[k] - error
    return {"1.bias": b, "1.weight": w}


def correlation(X: Any, y: Any) -> Any:
    w = 0.0
    for x, t in zip(X, y, strict=True):
        w = w + x[0] * t
    return [[w]]


@pytest.fixture(scope="module")
def trained() -> tg.Extension:
    rng = np.random.default_rng(0)
    net = tg.extend(nn.Sequential(nn.Flatten(), nn.Linear(2, 2)), delta_rule, bits=10, point=6)
    net.fit(rng.uniform(-1, 1, (4, 2, 1)), [0, 1, 1, 0])
    return net


def same(first: nn.Module, second: nn.Module) -> bool:
    pairs = zip(first.state_dict().items(), second.state_dict().items(), strict=True)
    return all(a == b and torch.equal(x, y) for (a, x), (b, y) in pairs)


def test_classes_and_a_dict_of_parameters(trained: tg.Extension) -> None:
    X = np.random.default_rng(0).uniform(-1, 1, (4, 2, 1))
    direct = trained.run_directly(X, [0, 1, 1, 0])
    assert same(trained.trained_primary(), direct)
    with torch.no_grad():
        expected = direct(torch.tensor(X, dtype=torch.float32))
    assert torch.equal(trained.predict(X), expected)
    figures = trained.figures
    assert figures is not None
    assert figures.machine_steps == figures.gradient_steps - 1 > 1000
    assert figures.backward_calls > 10
    assert "trained on 4 samples" in repr(trained)


@pytest.mark.slow
def test_every_step_by_autograd_leaves_the_same() -> None:
    net = tg.extend(nn.Linear(1, 1, bias=False), correlation, bits=4, point=2)
    assert "not trained" in repr(net)
    with pytest.raises(InputError, match="nothing is trained yet"):
        net.trained_primary()
    net.fit([[1.0], [0.5]], [0.25, 1.0])
    fast, weight = net.figures, net.trained_primary().weight.item()
    found = net.fit([[1.0], [0.5]], torch.tensor([[0.25], [1.0]]), executor="autograd")
    assert fast is not None
    assert (found.steps, net.trained_primary().weight.item(), weight) == (fast.gradient_steps, 0.75, 0.75)


def test_a_trained_extension_comes_back_from_its_folder(trained: tg.Extension, tmp_path: Path) -> None:
    tg.save(trained.trained_network(), tmp_path / "net")
    loaded: Any = tg.load(tmp_path / "net")
    assert same(loaded.trained_primary(), trained.trained_primary())
    with pytest.raises(InputError, match="labels need not be signs"):
        tg.learn(loaded, [[1, 1]], [1], [[1, 1]], on="descent")
    facts = json.loads((tmp_path / "net" / "config.json").read_text())
    change_training(tmp_path / "net", point=5)  # every weight would be twice what it is
    with pytest.raises(InputError, match="belongs differs"):
        tg.load(tmp_path / "net")
    change_training(tmp_path / "net", program=facts["made_from"]["training"]["program"] + "2")
    with pytest.raises(InputError, match="a string of 0, 1 and _"):
        tg.load(tmp_path / "net")


def change_training(folder: Path, **changes: Any) -> None:
    """Change what a folder says of the training."""
    facts = json.loads((folder / "config.json").read_text())
    facts["made_from"]["training"] |= changes
    (folder / "config.json").write_text(json.dumps(facts))


def test_what_cannot_be_extended_or_trained_is_refused_in_one_line() -> None:
    linear = nn.Linear(1, 1, bias=False)
    for module, train, said in (
        (3, correlation, "only a torch.nn.Module can be extended"),
        (linear, 3, "a function train"),
        (nn.ReLU(), correlation, "no weights"),
    ):
        with pytest.raises(InputError, match=said):
            tg.extend(module, train)  # type: ignore[arg-type]
    net = tg.extend(linear, correlation, bits=6, point=3)
    for X, y, said in (
        ([1.0, 2.0], [1, 2], "rows of numbers"),
        ([[1.0], [float("nan")]], [1, 2], "finite"),
        ([[1.0], [100.0]], [1, 2], "a feature of 100 is outside 6 bits"),
        ([[1.0], [2.0]], [1, 40], "a label of 40 is outside"),
        ([[1.0], [2.0]], [1, 2, 3], "labels of shape"),
        ([[2.0], [2.0]], [2, 2], "outside 6 bits"),
        ([[1.0, 2.0], [2.0, 1.0]], [1, 2], "mat1 and mat2|shape"),
    ):
        with pytest.raises((InputError, RuntimeError), match=said):
            net.fit(X, y)
    with pytest.raises(InputError, match="no executor"):
        net.fit([[1.0], [2.0]], [1, 2], executor="fast")  # type: ignore[arg-type]
    two = tg.extend(nn.Linear(1, 2), correlation)
    with pytest.raises(InputError, match="whole numbers from 0 to 1"):
        two.fit([[1.0], [2.0]], [1, 2])
    with pytest.raises(InputError, match="returns 1 numbers; the module has 4"):
        tg.extend(nn.Linear(1, 2), lambda X, _: [[x[0] for x in X][-1]]).fit([[1.0], [2.0]], [1, 0])
    with pytest.raises(InputError, match="the module's parameters are"):
        tg.extend(linear, lambda *_: {"w": 1}).fit([[1.0], [2.0]], [1, 2])
    with pytest.raises(InputError, match="not \\(1, outputs\\)"):
        tg.extend(nn.Sequential(linear, nn.Flatten(0)), correlation).fit([[1.0], [2.0]], [1, 2])
    with pytest.raises(InputError, match="give output_bound"):
        tg.extend(linear, correlation, output_bound=1e-3).fit([[1.0], [4.0]], [1.0, 4.0])


def test_statistics_and_modes_of_a_module_are_left_alone() -> None:
    module = nn.Sequential(nn.Linear(1, 1, bias=False), nn.BatchNorm1d(1, affine=False), nn.Dropout())
    module[2].eval()
    tg.extend(module, correlation, bits=6, point=3).run_directly([[1.0], [0.5]], [0.25, 1.0])
    assert [part.training for part in module] == [True, True, False]
    assert int(module[1].num_batches_tracked) == 0


def test_other_weights_than_the_functions_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    net = tg.extend(nn.Linear(1, 1, bias=False), correlation, bits=6, point=3)
    monkeypatch.setattr(extension_module, "run_directly", lambda *_: [7])
    with pytest.raises(CertificateError, match="other weights"):
        net.fit([[1.0], [0.5]], [0.25, 1.0])


def test_stacks_of_layers_as_json() -> None:
    stack = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(8, 2, bias=False))
    described = describe_layers(stack)
    assert repr(build_layers(json.loads(json.dumps(described)))) == repr(stack)
    assert describe_layers(nn.Linear(1, 1)) is None
    assert describe_layers(nn.Sequential(nn.Sequential(nn.Linear(1, 1)))) is None
    assert describe_layers(nn.Sequential(nn.Conv2d(2, 2, 3, groups=2))) is None  # groups would be lost
    for wrong in (
        [], [3], [{"layer": "Module"}], [{"layer": "Linear", "in_features": 1}], [{"layer": "Softmax", "dim": "a"}],
        [{"layer": "Linear", "in_features": 1 << 40, "out_features": 1, "bias": True}],
        [{"layer": "Linear", "in_features": -3, "out_features": 1, "bias": True}],
    ):  # fmt: skip
        with pytest.raises(InputError):
            build_layers(wrong)


def test_hostile_trainings_in_a_file_are_refused(trained: tg.Extension) -> None:
    assert trained.training is not None
    facts = facts_of(trained.training)
    assert read_training(facts) == trained.training
    for change in ({"rows": -1}, {"outputs": [10**9]}, {"program": 3}, {"bits": 900}, {"more": 1}):
        with pytest.raises(InputError):
            read_training(facts | change)


def test_the_command_trains_a_module_and_prints_both_accuracies(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("a,b,label\n1,0.5,1\n-1,0.25,0\n0.5,-1,1\n-0.5,1,0\n1,1,1\n-1,-1,0\n")
    (tmp_path / "t.py").write_text(
        "from torch import nn\nnet = nn.Sequential(nn.Linear(2, 1))\n"
        "def train(X, y):\n    w, b = [0.0, 0.0], 0.0\n    for x, t in zip(X, y):\n"
        "        e = (sum(a * v for a, v in zip(w, x)) + b - t) / 4\n"
        "        w, b = [a - e * v for a, v in zip(w, x)], b - e\n    return w, b\n"
    )
    name = str(tmp_path / "t.py")
    command = ["learn", f"{name}:train", "--module", f"{name}:net", "--data", str(tmp_path / "d.csv"), "--train", "4"]
    options = ["--number", "10.6", "--compare", "sgd", "--json", "-o", str(tmp_path / "net")]
    fields = turingrad(*command, *options).json
    assert fields["equals_direct_computation"] is True
    assert fields["test_accuracy"] == fields["direct_test_accuracy"]
    assert {"torch_sgd_test_accuracy", "machine_steps", "seconds", "memory_gb"} <= fields.keys()
    assert (tmp_path / "net" / "config.json").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--with", "rcnn"), "trained with descent"),
        (("--noise", "0.1"), "--noise"),
        (("--compare", "mlp"), "'sgd'"),
        (("--number", "3"), "such as 20.10"),
        (("--task", "iris"), "give --data"),
    ],
)
def test_the_command_refuses_what_does_not_fit_a_module(
    turingrad: Turingrad, options: tuple[str, str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "d.csv").write_text("1,1\n0,0\n1,1\n0,0\n")
    name = str(EXAMPLE)
    command = ["learn", f"{name}:train_iris", "--module", f"{name}:iris_network", "--data", str(tmp_path / "d.csv")]
    found = turingrad(*command, *options)
    assert found.code == 2
    assert said in found.err


def test_the_data_sets_of_the_showpieces() -> None:
    X, y = tasks.bundled_data("iris")
    assert (X.shape, sorted(set(y.tolist()))) == ((150, 4), [0, 1, 2])
    X, y = tasks.bundled_data("digits-3-8")
    assert (X.shape, int(y.sum()), float(X.min()) >= 0, float(X.max()) <= 1) == ((357, 16), 174, True, True)
    with pytest.raises(InputError, match="no data set"):
        tasks.bundled_data("irish")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rows"), [("iris", 105), ("digits-3-8", None)])
def test_backpropagation_inside_gradient_descent_is_as_good_as_torchs_sgd(
    turingrad: Turingrad, name: str, rows: int | None
) -> None:
    short = name.split("-")[0]
    command = [
        "learn", f"{EXAMPLE}:train_{short}", "--module", f"{EXAMPLE}:{short}_network", "--with", "descent",
        "--task", name, "--number", "16.12", "--compare", "sgd", "--passes", "5", "--json", "-q",
    ]  # fmt: skip
    fields = turingrad(*command, *(() if rows is None else ("--train", rows))).json
    assert fields["equals_direct_computation"] is True
    assert fields["test_accuracy"] == fields["direct_test_accuracy"] >= 0.9
    assert abs(fields["test_accuracy"] - fields["torch_sgd_test_accuracy"]) <= 0.03


def test_the_examples_function_runs_on_a_small_network() -> None:
    example: Any = load_object(f"{EXAMPLE}:backpropagation")
    module = nn.Sequential(nn.Linear(1, 1), nn.ReLU(), nn.Linear(1, 2))
    net = tg.extend(module, example(module, 1, 0.25), bits=8, point=5)
    X, y = [[1.0], [-1.0]], [1, 0]
    net.fit(X, y)
    assert same(net.trained_primary(), net.run_directly(X, y))


class Perceptrons:
    """One perceptron per class on whole features: adds a sample to its class, takes it from the class that won."""

    def __init__(self) -> None:
        self.w: list[list[Any]] = [[0, 0], [0, 0], [0, 0]]

    def update(self, x: Any, y: Any) -> None:
        scores = [sum(a * v for a, v in zip(row, x, strict=True)) for row in self.w]
        for k in range(3):
            ahead = [tg.where(scores[k] >= scores[j], 1, 0) for j in range(3) if j != k]
            won = ahead[0] * ahead[1]
            self.w[k] = [a + (y[k] - won) * v for a, v in zip(self.w[k], x, strict=True)]

    def parameters(self) -> Any:
        return self.w


def test_a_learner_with_whole_features_and_several_classes() -> None:
    X, y = [[3, 0], [0, 2], [-2, -2], [2, 1], [-1, 3], [-3, -1]], [0, 1, 2, 0, 1, 2]
    for learner in (Perceptrons, Perceptrons()):
        net = tg.extend(nn.Linear(2, 3, bias=False), learner, bits=8, point=0)
        direct = net.run_directly(X, y)
        assert direct(torch.tensor(X, dtype=torch.float32)).argmax(dim=1).tolist() == y
    net.fit(X, y)
    assert same(net.trained_primary(), direct)


class Counts:
    """How often each class was seen with a first feature above 1."""

    def __init__(self) -> None:
        self.seen = [0, 0, 0]

    def update(self, x: Any, y: int) -> None:
        if x[0] > 1:
            self.seen[y] += 1

    def predict(self, x: Any) -> int:
        return self.seen.index(max(self.seen)) if x[0] > 1 else 0


@pytest.mark.slow
def test_learn_runs_a_class_with_whole_features_and_several_classes() -> None:
    found = tg.learn(Counts, [[3], [2], [-2], [4]], [2, 2, 0, 1], [[5], [-1]], on="descent")
    assert found.predictions.tolist() == [2, 0]
    assert found.on == "descent"


def test_a_page_of_a_training(trained: tg.Extension) -> None:
    X = np.random.default_rng(0).uniform(-1, 1, (4, 2, 1)).tolist()
    page = view(trained.trained_network(), (X, [[1, 0], [0, 1], [0, 1], [1, 0]]), max_steps=3)
    assert "ready" in page.html()


def words(*texts: int) -> bytes:
    return b"".join(text.to_bytes(4, "little") for text in texts)


def echo(count: int) -> Program:
    """Writes the last feature of its input: a training program of a few instructions, without a compiler."""
    code = [encode("lui", rd=5, imm=0), encode("addi", rd=5, imm=4 * count), encode("addi", rd=17, imm=64)]
    for byte in range(4):
        code += [encode("lbu", rd=10, rs1=5, imm=24 + byte), encode("ecall")]
    code += [encode("addi", rd=17, imm=93), encode("addi", rd=10, imm=0), encode("ecall")]
    return Program(words(*code), input_at=4 * len(code))


@pytest.fixture(scope="module")
def by_program() -> tg.Extension:
    program = replace(echo(len(echo(15).words)), name="echo")
    net = tg.extend(nn.Sequential(nn.Linear(1, 1, bias=False)), program, bits=32, point=4)
    net.fit([[0.5], [-1.25]], [1.0, 0.0])
    return net


def test_a_program_for_rv32i_trains_a_module(by_program: tg.Extension) -> None:
    program: Any = by_program.train
    assert by_program.trained_primary().get_parameter("0.weight").item() == -1.25
    assert same(by_program.trained_primary(), by_program.run_directly([[0.5], [-1.25]], [1.0, 0.0]))
    with pytest.raises(InputError, match="must write 2 words and exit"):
        tg.extend(nn.Linear(1, 1), program, bits=32, point=4).fit([[0.5], [1.0]], [1.0, 0.0])
    with pytest.raises(InputError, match="takes no input"):
        tg.extend(nn.Linear(1, 1), replace(program, input_at=None)).fit([[0.5], [1.0]], [1.0, 0.0])


def test_a_module_trained_by_a_program_comes_back_from_its_folder(by_program: tg.Extension, tmp_path: Path) -> None:
    program: Any = by_program.train
    folder = tmp_path / "net"
    tg.save(by_program.trained_network(), folder)
    loaded: Any = tg.load(folder)
    assert same(loaded.trained_primary(), by_program.trained_primary())
    kept = loaded.made_from["training"]["program"]
    assert kept["image"] == program.image.hex()
    for changes, said in (
        ({"program": kept | {"image": kept["image"].replace("13", "93", 1)}}, "belongs differs"),
        ({"program": kept | {"image": "xyz"}}, "hexadecimal"),
        ({"program": {"format": "turingrad"}}, "version"),
        ({"program": formats.to_object(load("hebb"))}, "not a grid machine"),
        ({"rows": 0}, "whole numbers from 1"),
    ):
        change_training(folder, **changes)
        with pytest.raises(TuringradError, match=said):
            tg.load(folder)


@pytest.mark.slow
def test_a_training_program_in_c() -> None:
    net = tg.extend(nn.Linear(2, 1), EXAMPLE.with_name("delta_rule.c"), bits=32, point=10)
    X, y = [[1.0, 0.5], [-1.0, 0.25], [0.5, -1.0]], [1.0, 0.0, 1.0]
    assert net.fit(X, y).steps == 2_040_396
    assert same(net.trained_primary(), net.run_directly(X, y))
