"""`turingrad learn FILE.py:NAME --data FILE.csv` with whole features and several classes: the class is a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import Turingrad

LEARNER = """
class Perceptrons:
    def __init__(self):
        self.w = [[0, 0], [0, 0], [0, 0]]

    def predict(self, x):
        scores = [a * x[0] + b * x[1] for a, b in self.w]
        return scores.index(max(scores))

    def update(self, x, y):
        won = self.predict(x)
        if won != y:
            self.w[y] = [a + v for a, v in zip(self.w[y], x)]
            self.w[won] = [a - v for a, v in zip(self.w[won], x)]


class Signs:
    def __init__(self, features):
        self.seen = False

    def predict(self, x):
        return 1

    def update(self, x, y):
        self.seen = True
"""
ROWS = "a,b,class\n3,0,0\n0,2,1\n-2,-2,2\n2,1,0\n-1,3,1\n-3,-1,2\n4,1,0\n0,5,1\n"


BROKEN = """
class Raises:
    def __init__(self, features):
        raise ValueError("no")

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass


class NoPredict:
    pass
"""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Raises", "broken.py:4: Raises(2) raised ValueError: no"),
        ("NoPredict", "error: NoPredict is not a learner: it needs predict(x) and update(x, y), or fit(X, y)"),
    ],
)
def test_a_class_that_cannot_learn_is_refused_in_one_line(
    turingrad: Turingrad, tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    (tmp_path / "signs.csv").write_text("1,-1,1\n-1,1,-1\n1,1,1\n-1,-1,-1\n")
    outcome = turingrad("learn", tmp_path / f"broken.py:{name}", "--data", tmp_path / "signs.csv")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert message in outcome.err


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "p.py").write_text(LEARNER)
    (tmp_path / "d.csv").write_text(ROWS)
    return tmp_path


def learn(turingrad: Turingrad, files: Path, *options: object) -> tuple[object, ...]:
    command = ("learn", f"{files}/p.py:Perceptrons", "--data", files / "d.csv", "--train", 6, "--test", 2, "--seed", 1)
    found = turingrad(*command, *options, "--json")
    assert found.code == 0, found.err
    assert found.json["equals_direct_computation"] is True
    assert (found.json["via"], found.json["classes"], found.json["train_size"]) == ("program", 3, 6)
    return found.json["predictions"], found.json["labels"], found.json


def test_several_classes_and_whole_features_are_a_program(turingrad: Turingrad, files: Path) -> None:
    predictions, labels, _ = learn(turingrad, files)
    assert set(predictions) <= {0, 1, 2}  # type: ignore[call-overload]
    assert len(labels) == 2  # type: ignore[arg-type]


@pytest.mark.slow
def test_gradient_descent_runs_the_class(turingrad: Turingrad, files: Path) -> None:
    predictions, _, fields = learn(turingrad, files, "--with", "descent")
    assert predictions == learn(turingrad, files)[0]
    assert fields["network_steps"] > 1_000_000  # type: ignore[index]
    assert "all equal" in fields["gradients"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("options", "said"),
    [(("--noise", "0.1"), "without --noise"), (("--train", "8", "--test", "0"), "no rows are left")],
)
def test_what_a_program_does_not_take_is_refused(
    turingrad: Turingrad, files: Path, options: tuple[str, ...], said: str
) -> None:
    found = turingrad("learn", f"{files}/p.py:Perceptrons", "--data", files / "d.csv", *options)
    assert found.code == 2
    assert said in found.err


def test_signs_still_go_to_the_circuits(turingrad: Turingrad, files: Path) -> None:
    (files / "d.csv").write_text("1,1,1\n-1,1,-1\n1,-1,1\n-1,-1,-1\n")
    found = turingrad("learn", f"{files}/p.py:Signs", "--data", files / "d.csv", "--json")
    assert found.code == 0, found.err
    assert found.json["via"] == "circuit"
    assert (found.json["update_gates"], found.json["predict_gates"]) > (0, 0)
    shown = turingrad("learn", f"{files}/p.py:Signs", "--data", files / "d.csv").out
    assert "as a circuit: update has" in shown
    forced = turingrad("learn", f"{files}/p.py:Signs", "--data", files / "d.csv", "--via", "program", "--json")
    assert forced.json["via"] == "program"


NAMES = """
class Votes:
    def __init__(self):
        self.seen = {}

    def predict(self, x):
        return self.seen.get(x[0], "none")

    def update(self, x, y):
        self.seen[x[0]] = y
"""


def test_texts_are_features_and_labels_of_a_program(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "n.py").write_text(NAMES)
    (tmp_path / "d.csv").write_text("colour,size,kind\n" + "red,0.5,cat\nblue,2,dog\n" * 4)
    command = ("learn", f"{tmp_path}/n.py:Votes", "--data", tmp_path / "d.csv")
    found = turingrad(*command, "--json").json
    assert found["predictions"] == found["labels"]
    assert set(found["labels"]) <= {"cat", "dog"}
    assert all(row in (["red", 0.5], ["blue", 2.0]) for row in found["test_rows"])
    (tmp_path / "d.csv").write_text("red,0.5,cat\nblue,two,dog\n")
    wrong = turingrad(*command)
    assert "field 2 is 'two' (expected a finite number, as in other rows of this column)" in wrong.err


def test_numbers_of_a_file_are_exact(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "n.py").write_text(NAMES)
    (tmp_path / "d.csv").write_text("1,9223372036854775809\n2,5\n" * 4)
    found = turingrad("learn", f"{tmp_path}/n.py:Votes", "--data", tmp_path / "d.csv", "--json").json
    assert found["predictions"] == found["labels"]
    assert set(found["labels"]) <= {9223372036854775809, 5}


def test_signs_go_to_a_program_if_no_circuit_can_be_made(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "n.py").write_text(NAMES.replace('"none"', "1"))
    (tmp_path / "d.csv").write_text("1,1,1\n-1,1,-1\n1,-1,1\n-1,-1,-1\n")
    command = ("learn", f"{tmp_path}/n.py:Votes", "--data", tmp_path / "d.csv")
    found = turingrad(*command, "--json").json
    assert (found["via"], found["equals_direct_computation"]) == ("program", True)
    assert "dict" in found["circuit_refused"]
    assert "circuit_refused" in turingrad(*command).out.replace(" ", "_")
    assert turingrad(*command, "--via", "circuit").code == 2


def test_via_is_for_python_files(turingrad: Turingrad) -> None:
    for command in (("learn", "parity"), ("run", "busy-beaver-3")):
        found = turingrad(*command, "--via", "program")
        assert (found.code, found.err.count("\n")) == (2, 1)
        assert "in a Python file, FILE.py:NAME" in found.err


def test_the_example_learns_from_signs_in_a_llama_and_in_sgd(
    turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert turingrad("examples", "-o", "examples").code == 0
    learner, data = "examples/perceptron.py:Perceptron", "examples/majority.csv"
    command = ("learn", learner, "--data", data, "--train", 20, "--test", 6)
    found = {on: turingrad(*command, "--with", on, "--json").json["predictions"] for on in ("decoder", "emulation")}
    assert found["decoder"] == found["emulation"]
    assert set(found["decoder"]) == {-1, 1}
    signs = Path(data).read_text(encoding="utf-8")
    Path(data).write_text(signs.replace("-1", "0"), encoding="utf-8")  # the same signs, written as bits
    assert turingrad(*command, "--with", "decoder", "--json").json["predictions"] == found["decoder"]
