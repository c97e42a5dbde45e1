"""What a new user meets first: the Tab key, misspelled names, refusals in the order of their causes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import Turingrad
from turingrad.constructions.registry import find_construction, recipe_names

COMPLETIONS = {
    "run palin": ["palindrome"],
    "run palindrome --on trans": ["transformer"],
    "run palindrome --on ": list(recipe_names()),
    "run palindrome --on transformer --executor ": [each.name for each in find_construction("transformer").executors],
    "learn percep": ["perceptron"],
    "learn perceptron --with de": ["descent"],  # the decoder does not learn
    "learn perceptron --task maj": ["majority"],
    "compile palindrome --to decoder --option ce": ["cells="],
    "view palindrome --on feed": ["feedforward"],
}


@pytest.mark.parametrize("line", COMPLETIONS)
def test_the_tab_key_completes_values(turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    words = ["turingrad", *line.split(" ")]
    monkeypatch.setenv("_TURINGRAD_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    assert turingrad().out.split() == COMPLETIONS[line]


SUGGESTED = {
    "a construction": (("run", "palindrome", "--on", "transfomer"), "did you mean transformer?"),
    "a construction to compile to": (("compile", "palindrome", "--to", "decodr", "-o", "x"), "did you mean decoder?"),
    "an executor": (("run", "palindrome", "--executor", "pyton"), "did you mean python?"),
    "a task": (("learn", "perceptron", "--task", "prototyp"), "did you mean prototype?"),
    "an option of a construction": (
        ("compile", "palindrome", "--to", "transformer", "--option", "step=3", "-o", "x"),
        "did you mean steps?",
    ),
    "a learner": (("learn", "perceptrn"), "did you mean perceptron"),
    "an option of the decoder": (
        ("compile", "palindrome", "--to", "decoder", "--option", "cels=3", "-o", "x"),
        "did you mean cells?",
    ),
    "an option of a program's decoder": (
        ("compile", "hello", "--to", "decoder", "--option", "contxt=99", "-o", "x"),
        "did you mean context?",
    ),
    "an executor of the transformer": (
        ("run", "palindrome", "--on", "transformer", "--executor", "idexed"),
        "did you mean indexed?",
    ),
    "a choice": (
        ("compile", "palindrome", "--to", "transformer", "--option", "layers=papr", "-o", "x"),
        "did you mean paper?",
    ),
    "a form to export to": (("export", "palindrome", "--to", "lama", "-o", "x"), "did you mean llama?"),
    "a file format": (("convert", "palindrome", "x", "--to", "jsn"), "did you mean json?"),
    "a form of the library": (("library", "--form", "tapee"), "did you mean tape?"),
    "a paper": (("claims", "--list", "--paper", "wie"), "did you mean wei?"),
    "a runtime": (("conform", "transformrs", "palindrome"), "did you mean transformers?"),
    "a benchmark": (("bench", "decodr"), "did you mean decoder?"),
    "a command": (("rnu", "palindrome"), "Did you mean 'run'?"),
    "a flag": (("run", "palindrome", "--exector", "python"), "--executor"),
}


@pytest.mark.parametrize("case", SUGGESTED)
def test_a_misspelled_name_is_answered_with_the_close_one(
    turingrad: Turingrad, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, suggestion = SUGGESTED[case]
    outcome = turingrad(*arguments)
    assert outcome.code == 2
    assert suggestion in outcome.err


def test_a_misspelled_class_is_named_before_data_are_asked_for(turingrad: Turingrad, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Perceptron:\n    def predict(self, x):\n        return 1\n")
    outcome = turingrad("learn", f"{file}:Perceptrn")
    assert outcome.code == 2
    assert "has no class, function or object 'Perceptrn'; did you mean Perceptron?" in outcome.err


def test_a_construction_is_refused_before_an_input_is_asked_for(turingrad: Turingrad, tmp_path: Path) -> None:
    assert "runs tape machines and programs, not a circuit" in turingrad("run", "adder-2", "--on", "transformer").err
    assert "decoder cannot learn this" in turingrad("learn", f"{tmp_path}/none.py:None", "--with", "decoder").err


def test_the_help_of_learn_lists_only_constructions_that_learn(turingrad: Turingrad) -> None:
    listed = " ".join(turingrad("learn", "--help").out.replace("│", " ").split())
    listed = listed.partition("The construction that learns:")[2].partition(". Python")[0]
    assert listed.replace(",", " ").split() == ["reference", "descent", "emulation", "rcnn", "transformer"]
