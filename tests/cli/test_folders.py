"""Every command that takes a machine takes the folder of a compiled network, and refuses one that was changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer
from safetensors.numpy import load_file, save_file

from tests.command_line import Turingrad
from turingrad import library
from turingrad.cli.app import build
from turingrad.constructions import compile
from turingrad.constructions.folder import save

SAYS = "folder of a compiled"
NO_MACHINE = {("demo", "chapter"), ("bench", "name"), ("library", "name"),
              ("conform", "runtime"), ("convert", "target"),
              ("truth baselines", "suite"), ("truth score", "folder"), ("truth score", "answer")}  # fmt: skip
BEAVER = "beaver", ("busy-beaver-2", None, "decoder", {"cells": 8, "context": 24})
WORDS = "words", ("palindrome", None, "decoder", {"cells": 8, "context": 24})
CIRCUIT = "circuit", ("adder-1", None, "feedforward", {})
LEARNER = "learner", ("last-label", "grid", "rcnn", {"samples": 2, "features": 2})
CALLS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "run": (BEAVER, ("DIR", "--json")),
    "view": (BEAVER, ("DIR", "-o", "new.html", "--json")),
    "check": (BEAVER, ("DIR", "--samples", "1", "--json")),
    "learn": (LEARNER, ("DIR", "--train", "2", "--test", "4", "--json")),
    "margin network": (BEAVER, ("DIR", "--steps", "6", "--budget", "0", "--json")),
    "margin contrast": (WORDS, ("DIR", "--input", "", "--budget", "2", "--json")),
    "margin descent": (BEAVER, ("DIR", "--steps", "2", "--json")),
    "margin learn": (CIRCUIT, ("DIR", "--samples", "4", "--json")),
    "compile": (BEAVER, ("DIR", "-o", "new.json", "--json")),
    "convert": (BEAVER, ("DIR", "new.json", "--json")),
    "export": (BEAVER, ("DIR", "--vectors", "2", "-o", "new.npz", "--json")),
    "conform": (BEAVER, ("torch", "DIR", "--json")),
    "truth make": (BEAVER, ("DIR", "-o", "new", "--level", "0", "--json")),
}


def arguments() -> dict[tuple[str, str], str]:
    """(command, positional argument) to its help, from the command line itself."""
    group: Any = typer.main.get_command(build())
    commands = {
        (name if inner is command else f"{name} {inner.name}"): inner
        for name, command in group.commands.items()
        for inner in getattr(command, "commands", {"": command}).values()
    }
    return {
        (name, part.name): part.help or ""
        for name, command in commands.items()
        for part in command.params
        if part.param_type_name == "argument"
    }


def folder(tmp_path: Path, kind: Any) -> Path:
    name, (machine, form, to, options) = kind
    save(compile(library.load(machine, form=form), to=to, **options), tmp_path / name)
    return tmp_path / name


def test_each_argument_that_is_a_machine_says_that_it_may_be_a_folder() -> None:
    found = arguments()
    assert {key for key, text in found.items() if SAYS not in text} == NO_MACHINE
    assert {command for command, _ in found.keys() - NO_MACHINE} == CALLS.keys()


@pytest.mark.parametrize("command", CALLS)
def test_a_command_takes_a_folder_and_refuses_a_changed_one(
    turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    kind, call = CALLS[command]
    place = folder(tmp_path, kind)
    monkeypatch.chdir(tmp_path)
    given = [str(place) if part == "DIR" else part for part in call]
    outcome = turingrad(*command.split(), *given)
    assert outcome.code == 0, outcome.err
    assert outcome.json
    weights = load_file(place / "model.safetensors")
    name = next(name for name, array in weights.items() if array.dtype == "float32" and array.size)
    weights[name].reshape(-1)[0] += 0.5
    save_file(weights, place / "model.safetensors")
    for path in tmp_path.glob("new.*"):
        path.unlink()
    refused = turingrad(*command.split(), *given)
    assert (refused.code, refused.err.count("\n")) == (2, 1), refused.err
    assert name in refused.err
    assert not list(tmp_path.glob("new.*"))
