"""`turingrad run`: results as the contracts say, for every kind of machine."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.command_line import Turingrad
from tests.data import data_files, file_label
from turingrad import library
from turingrad.formats import write
from turingrad.library import load_learner
from turingrad.tasks import write_csv

TAPE_FIELDS = ["machine", "on", "executor", "halted", "state", "steps", "head", "tape", "tape_start"]


def test_run_json_has_the_fields_of_the_contract(turingrad: Turingrad) -> None:
    found = turingrad("run", "busy-beaver-4", "--on", "reference", "--json").json
    assert list(found)[:9] == TAPE_FIELDS
    assert (found["steps"], found["halted"], found["tape"].count("1"), found["on"]) == (107, True, 13, "reference")


@pytest.mark.parametrize(("a", "b"), [(11, 25), (0, 0), (255, 1), (170, 85)])
def test_binary_addition_gives_the_sum(turingrad: Turingrad, a: int, b: int) -> None:
    found = turingrad("run", "binary-add", "--input", f"{a:b}+{b:b}", "--json").json
    assert found["halted"]
    assert int(found["tape"].split()[0], 2) == a + b


@pytest.mark.parametrize("path", data_files("machines"), ids=file_label)
def test_every_machine_file_runs_from_the_command_line_the_same_on_both_executors(
    turingrad: Turingrad, path: Path
) -> None:
    timing = {"executor", "steps_per_second"}
    fast, slow = (
        turingrad("run", path, "--json", "--executor", executor, "--max-steps", 20_000).json
        for executor in ("compiled", "python")
    )
    assert {k: v for k, v in fast.items() if k not in timing} == {k: v for k, v in slow.items() if k not in timing}


def test_an_absent_input_is_the_machine_s_own_and_an_empty_one_a_blank_tape(turingrad: Turingrad) -> None:
    own = turingrad("run", "palindrome", "--json").json
    assert own["steps"] > 3
    blank = turingrad("run", "palindrome", "--input", "", "--json").json
    assert (blank["tape"], blank["tape_start"]) == ("", None)


def test_a_run_that_does_not_halt_exits_zero_and_says_so(turingrad: Turingrad) -> None:
    outcome = turingrad("run", "busy-beaver-5", "--max-steps", 1000, "--json")
    assert outcome.code == 0
    assert outcome.json["halted"] is False
    assert outcome.json["steps"] == 1000


def test_a_machine_is_read_from_standard_input(turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"1RB1LB_1LA1RZ\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert turingrad("run", "-", "--json").json["steps"] == 6


def test_a_trace_file_holds_every_nth_configuration_and_the_last(turingrad: Turingrad, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    assert turingrad("run", "busy-beaver-4", "--trace", path, "--every", 50).code == 0
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [row["step"] for row in rows] == [0, 50, 100, 107]
    assert rows[-1]["tape"].count("1") == 13


def test_a_circuit_maps_bit_strings_to_bit_strings(turingrad: Turingrad, tmp_path: Path) -> None:
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("0000\n1010\n1111\n")
    outcome = turingrad("run", "parity-tree-4", "--vectors", vectors)
    assert outcome.out.split() == ["0", "0", "0"]
    assert turingrad("run", "parity-tree-4", "--input", "1000", "--json").json == {"outputs": ["1"]}


@pytest.mark.parametrize("path", data_files("circuits"), ids=file_label)
def test_every_circuit_file_runs_the_same_on_both_executors(turingrad: Turingrad, path: Path, tmp_path: Path) -> None:
    from turingrad.library.reading import read

    width = len(read(str(path)).inputs)
    rows = np.random.default_rng(0).integers(0, 2, size=(3, width))
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("".join("".join(map(str, row)) + "\n" for row in rows))
    fast, slow = (turingrad("run", path, "--vectors", vectors, "--executor", e).out for e in ("compiled", "python"))
    assert fast == slow
    assert len(fast.split()) == 3


def test_a_grid_machine_answers(turingrad: Turingrad) -> None:
    found = turingrad("run", "parity-small", "--input", "++0/++0", "--json").json
    assert found["answer"] in (-1, 1)
    assert len(found["head"]) == 2
    assert len(found["grid"]) == 2


def test_a_learner_file_runs_over_the_samples_of_a_file(turingrad: Turingrad, tmp_path: Path) -> None:
    X = np.array([[1, 1, -1], [-1, 1, 1]], np.int8)
    write_csv(tmp_path / "data.csv", X, np.array([1, -1], np.int8))
    name = next(n for n in library.names() if "learner" in library.entry(n).forms)
    from turingrad import formats

    formats.write(library.load_learner(name, form="learner", features=3), tmp_path / "learner.json")
    found = turingrad("run", tmp_path / "learner.json", "--data", tmp_path / "data.csv", "--json").json
    assert found["steps"] == 2
    assert set(found["memory"]) <= {"0", "1"}


def test_a_learner_file_runs_on_the_construction_that_is_named_or_is_refused(
    turingrad: Turingrad, tmp_path: Path
) -> None:
    file, data = tmp_path / "parity.json", tmp_path / "data.csv"
    write(load_learner("parity", "learner", 2), file)
    data.write_text("1,-1,1\n-1,1,-1\n1,1,1\n")
    found = turingrad("run", file, "--data", data, "--on", "emulation", "--json").json
    assert (found["on"], found["network_steps"]) == ("emulation", 3)
    refused = turingrad("run", file, "--data", data, "--on", "transformer")
    assert (refused.code, "not a learner" in refused.err) == (2, True)


def test_samples_of_another_number_of_features_are_refused(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("1,-1,1\n-1,1,-1\n")
    refused = turingrad("run", "perceptron", "--data", tmp_path / "data.csv")
    assert refused.code == 2
    assert "the learner has 8 features, the samples 2; `turingrad learn` makes a learner for its samples" in refused.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("no-such-machine",), "no-such-machine"),
        (("busy-beaver-4", "--on", "toaster"), "no construction 'toaster'; known: reference"),
        (
            ("busy-beaver-4", "--executor", "gpu"),
            "no executor 'gpu' on 'reference' for tape machines; known: compiled",
        ),
        (("busy-beaver-4", "--input", "2"), "input symbol '2' at position 0"),
        (("busy-beaver-4", "--max-steps", "-3"), "--max-steps"),
        (("palindrome", "--every", "3"), "--every chooses the configurations that --trace writes: give --trace FILE"),
        (("parity-tree-4",), "needs --vectors FILE or --input BITS (4 bits per vector)"),
        (("parity-tree-4", "--input", "012"), "'2' in a bit vector"),
        (("parity-tree-4", "--input", "01"), "expected 4 bits"),
        (("parity-tree-4", "--vectors", "missing.txt"), "cannot read missing.txt"),
        (("parity-small",), "a grid machine needs --input"),
        (("parity-small", "--input", "++/+"), "grid row 1 has 1 cell, row 0 has 2"),
        (("busy-beaver-4", "--trace", "missing/folder/t.jsonl"), "cannot write missing/folder/t.jsonl"),
        (("busy-beaver-4", "--input-sep", "", "--input", "0"), "--input-sep is empty"),
    ],
)
def test_bad_input_ends_with_one_line_and_exit_code_two(
    turingrad: Turingrad, arguments: tuple[str, ...], message: str
) -> None:
    outcome = turingrad("run", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert "Traceback" not in outcome.err
    assert outcome.err.startswith("error: ")
    assert outcome.out == ""


def test_a_run_is_told_in_a_few_lines(turingrad: Turingrad) -> None:
    reported = turingrad("run", "palindrome", "--input", "abba").out
    assert reported.splitlines()[0] == "palindrome accepts after 11 steps in state accept"
    assert "tape: blank; head on cell 3" in reported
    assert "steps per second" in turingrad("run", "palindrome", "--input", "abba", "--verbose").out


def test_long_tapes_are_shortened(turingrad: Turingrad) -> None:
    reported = turingrad("run", "busy-beaver-5", "--max-steps", 100_000).out
    words = " ".join(reported.split())
    assert "was stopped by the step limit (--max-steps) after 100,000 steps, before it halted" in words
    assert "(568 symbols; --json prints them all)" in words
    assert max(len(line) for line in reported.splitlines()) <= 80
