"""Folders of trained networks wherever a command takes a machine, and `learn -o`, which writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import Turingrad

ROWS = "a,b,y\n" + "\n".join(f"{a},{b},{c}" for a, b, c in [(1, 1, 1), (1, -1, 1), (-1, 1, -1), (-1, -1, -1)]) + "\n"
VARIANTS = {
    "emulation": ("conjunction", ("--with", "emulation")),
    "rcnn": ("last-label", ("--with", "rcnn")),
    "descent": ("majority-label", ("--with", "descent")),
    "program": ("conjunction", ("--with", "descent")),
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    place = tmp_path / "rows.csv"
    place.write_text(ROWS)
    return place


def train_folder(turingrad: Turingrad, tmp_path: Path, data: Path, variant: str) -> tuple[Path, list[int]]:
    place, (learner, options) = tmp_path / variant, VARIANTS[variant]
    rows = ("--data", data, "--train", "2", "--test", "2", "--seed", "1")
    found = turingrad("learn", learner, *options, *rows, "-o", place, "--json")
    assert found.code == 0, found.err
    assert found.json["output"] == str(place)
    return place, found.json["predictions"]


@pytest.mark.parametrize(
    "variant", ["rcnn", *(pytest.param(w, marks=pytest.mark.slow) for w in VARIANTS if w != "rcnn")]
)
def test_a_trained_folder_is_learned_with_run_and_checked(
    turingrad: Turingrad, tmp_path: Path, data: Path, variant: str
) -> None:
    place, predictions = train_folder(turingrad, tmp_path, data, variant)
    rows = ("--data", data, "--train", "2", "--test", "2", "--seed", "1")
    again = turingrad("learn", place, *rows, "--json")
    assert again.code == 0, again.err
    assert again.json["agreement_with_reference"] == 1
    if variant != "emulation":  # which goes on learning
        assert (again.json["predictions"], again.json["sgd_steps"]) == (predictions, 0)
        assert again.json["trained_before"]
        assert "was trained before; now it only predicts: " in " ".join(turingrad("learn", place, *rows).out.split())
    checked = turingrad("check", place, "--samples", "2", "--max-steps", "40", "--json")
    assert checked.code == 0, checked.err
    assert checked.json["mismatches"] == 0 < checked.json["steps_checked"]
    two = tmp_path / "two.csv"
    two.write_text("a,b,y\n1,-1,1\n-1,1,-1\n")
    given = ("--input=+-",) if variant == "rcnn" else ("--data", two)
    ran = turingrad("run", place, *given, "--max-steps", "40", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["steps"] > 0


@pytest.mark.slow
def test_what_a_trained_folder_cannot_do_is_one_line(turingrad: Turingrad, tmp_path: Path, data: Path) -> None:
    place, _ = train_folder(turingrad, tmp_path, data, "rcnn")
    for arguments, said in [
        (("run", place), "a test point is 2 signs"),
        (("run", place, "--input=+-", "--executor", "event"), "by 'dense'"),
        (("learn", place, "--with", "descent", "--data", data), "this is a network of rcnn"),
        (("learn", place, "--data", data, "--option"), "option"),
        (("learn", "last-label", "--data", data, "-o", tmp_path / "reference"), "trains no network"),
        (("learn", "last-label", "--data", data, "-o", place), "exists already"),
    ]:
        outcome = turingrad(*arguments)
        assert outcome.code == 2, arguments
        assert said.lower() in outcome.err.lower(), outcome.err


@pytest.mark.slow
def test_onnx_files_are_checked(turingrad: Turingrad, tmp_path: Path, data: Path) -> None:
    pytest.importorskip("onnxruntime")
    place = tmp_path / "bb.onnx"
    assert turingrad("export", "busy-beaver-3", "--to", "onnx", "--on", "rcnn", "--no-check", "-o", place).code == 0
    found = turingrad("check", "busy-beaver-3", "--on", f"onnx:{place}", "--samples", "3", "--json")
    assert found.code == 0, found.err
    assert (found.json["runs"], found.json["mismatches"], found.json["on"]) == (4, 0, "rcnn in ONNX")
    folder, _ = train_folder(turingrad, tmp_path, data, "emulation")
    assert turingrad("export", folder, "--to", "onnx", "--no-check", "-o", tmp_path / "e.onnx").code == 0
    found = turingrad("check", folder, "--on", f"onnx:{tmp_path / 'e.onnx'}", "--samples", "2", "--json")
    assert (found.code, found.json["mismatches"], found.json["runs"]) == (0, 0, 2), found.err
    other = turingrad("check", "busy-beaver-2", "--on", f"onnx:{place}")
    assert (other.code, "another machine" in other.err) == (2, True)
