"""`learn`, `check`, `margin` and `export` say what they found in a few lines; `--verbose` prints every figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import Turingrad
from turingrad.cli.render.results import percent, print_check, print_learn_run

LEARN = ("learn", "parity", "--with", "emulation", "--dim", 3, "--train", 8, "--test", 20, "--quiet")
MARGIN = ("margin", "adder-1", "--budget", 0, "--quiet")
CHECK = ("check", "busy-beaver-2", "--on", "descent", "--samples", 2, "--quiet")


@pytest.mark.parametrize(
    ("command", "first", "figure"),
    [
        (LEARN, "parity with emulation learned from 8 samples: 100 % of 20 test points right", "vertices"),
        (MARGIN, "adder-1 on feedforward: proven that no change of norm below 0.0", "by depth"),
        (CHECK, "busy-beaver-2 on descent: equal to the interpreter in ", "steps checked"),
    ],
    ids=["learn", "margin", "check"],
)
def test_a_few_lines_and_all_of_them(
    turingrad: Turingrad, command: tuple[object, ...], first: str, figure: str
) -> None:
    short, long = turingrad(*command), turingrad(*command, "--verbose")
    assert short.code == long.code == 0
    lines = short.out.splitlines()
    assert lines[0].startswith(first)
    assert len(lines) < 9
    assert all(len(line) <= 80 for line in lines)
    assert figure not in short.out
    assert figure in long.out


def test_an_exported_file_is_told_with_what_was_checked(turingrad: Turingrad, tmp_path: Path) -> None:
    command = ("export", "adder-1", "--to", "onnx", "--quiet", "-o")
    said = turingrad(*command, tmp_path / "adder.onnx")
    assert said.code == 0, said.err
    assert said.out.startswith("adder-1 as onnx:")
    assert "bit-exact in float32, in which the graph computes" in " ".join(said.out.split())
    assert "checked in onnxruntime" in " ".join(said.out.split())
    assert "opset" not in said.out
    assert "opset" in turingrad(*command, tmp_path / "again.onnx", "--verbose").out


def test_an_interrupted_training_says_which_answers_it_counts(capsys: pytest.CaptureFixture[str]) -> None:
    fields = {"learner": "parity", "with": "reference", "train_size": 8, "test_accuracy": 0.5, "interrupted": True}
    print_learn_run({**fields, "test_size": 20, "sgd_steps": 0, "seconds": 1.0, "executor": "compiled"})
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("parity learned from 8 samples: 50 % of the answers given before Ctrl-C are right")


def test_a_mismatch_is_the_first_thing_said(capsys: pytest.CaptureFixture[str]) -> None:
    fields = {
        "machine": "m",
        "on": "descent",
        "runs": 2,
        "steps_checked": 40,
        "mismatches": 1,
        "certificate": {},
        "parameters": 10,
        "depth": 1,
        "width": 2,
        "recompute_mismatches": 1,
        "recomputed_steps": 5,
    }
    print_check(fields)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "m on descent: 2 mismatches in 40 steps of 2 runs"
    assert "exact in none of the formats" in said[1]


def test_all_is_said_of_nothing_less() -> None:
    assert [percent(share) for share in (1.0, 0.9999, 0.565, 0.0)] == ["100 %", "99.9 %", "56.5 %", "0 %"]
