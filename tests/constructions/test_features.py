"""Every construction and every feature of a machine: honoured, or refused in one line. Then every verb of the command
line on every one of these machines and on the whole library: each ends with a result or with one line, and a run on a
network ends as the reference interpreter's."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from tests.constructions.features import KINDS
from turingrad import formats, library
from turingrad.check import lockstep
from turingrad.constructions import construction_names
from turingrad.constructions.registry import find_construction
from turingrad.errors import TuringradError
from turingrad.machine.circuit import Circuit
from turingrad.machine.kinds import kind_of
from turingrad.machine.program import ProgramConfiguration

CASES = [
    (kind, feature, name)
    for kind, machines in KINDS.items()
    for name in construction_names()
    if kind in find_construction(name).forms
    for feature in machines
]


@pytest.mark.parametrize(("kind", "feature", "name"), CASES)
def test_a_feature_is_honoured_or_refused(kind: str, feature: str, name: str) -> None:
    machine, given = KINDS[kind][feature]
    limit = {} if kind in ("circuit", "learner") else {"max_steps": 20}
    expected = tg.run(machine, given, **limit)
    try:
        network = tg.compile(
            machine, name, **({"steps": 20, "input_length": 8} if name in ("transformer", "perez") else {})
        )
        found = tg.run(machine, given, on=name, **limit)
    except TuringradError as refused:
        message = str(refused)
    else:
        assert (found.halted, found.steps) == (expected.halted, expected.steps)
        if name != "emulation":  # which guesses while it learns (Theorem 4): lockstep knows its reference
            assert (shown(found.configuration), found.verdict) == (shown(expected.configuration), expected.verdict)
        if kind != "program" or name not in ("descent", "transformer"):  # thousands of steps; tests/machine/processor
            assert lockstep(network, given, 20).ok
        return
    assert message.count("\n") == 0, message


def shown(configuration: Any) -> Any:
    """All of a configuration, but of a program what does not depend on its RAM: networks of tapes take what it needs,
    and x2 differs then; `tests/machine/processor` compares all of it, with the same RAM."""
    if isinstance(configuration, ProgramConfiguration):
        return configuration.step, configuration.pc, configuration.output, configuration.exit_code, configuration.trap
    return configuration


def given_for(machine: Any, folder: Path) -> list[Any]:
    """An input of the command line that fits the machine, whatever its kind."""
    kind = kind_of(machine).name
    if kind == "circuit":
        return ["--input", ("01" * len(machine.inputs))[: len(machine.inputs)]]
    if kind == "learner":
        header = [f"x{i}" for i in range(machine.features)] + ["y"]
        rows = [("+1,-1," * len(header)).split(",")[: len(header)], ["-1"] * len(header), ["+1"] * len(header)]
        data = folder / "data.csv"
        data.write_text("\n".join(",".join(row) for row in (header, *rows)) + "\n")
        return ["--data", data]
    if kind == "grid":
        marks = [symbol for symbol in machine.symbols if symbol != machine.blank]
        rows = [[*(marks * 2)[:3], *[machine.blank] * machine.work]] * 2
        return ["--input", "/".join(",".join(row) for row in rows), "--input-sep", ","]
    return []


def run_arguments(subject: str, on: str, machine: Any, folder: Path) -> list[Any]:
    limit = [] if kind_of(machine).name in ("circuit", "learner") else ["--max-steps", 30]
    return ["run", subject, "--on", on, *limit, *given_for(machine, folder), "--json"]


def view_arguments(subject: str, on: str, machine: Any, folder: Path) -> list[Any]:
    return ["view", subject, "--on", on, "--max-steps", 15, "-o", folder / "page.html", *given_for(machine, folder)]


def learn_arguments(subject: str, on: str, _machine: Any, _folder: Path) -> list[Any]:
    sizes = ["--dim", 3, "--train", 3, "--test", 2, "--max-steps", 20_000]
    return ["learn", subject, "--with", on, *sizes, "--json"]


def margin_arguments(subject: str, on: str, machine: Any, folder: Path) -> list[Any]:
    circuit = given_for(machine, folder) if isinstance(machine, Circuit) else []
    return ["margin", subject, "--on", on, "--steps", 4, "--budget", 2, *circuit, "--json"]


VERBS: dict[str, Callable[[str, str, Any, Path], list[Any]]] = {
    "run": run_arguments,
    "check": lambda subject, on, _machine, _folder: (
        ["check", subject, "--on", on, "--samples", 1, "--max-steps", 15, "--json"]
    ),
    "compile": lambda subject, on, _machine, folder: ["compile", subject, "--to", on, "-o", folder / "net"],
    "view": view_arguments,
    "learn": learn_arguments,
    "margin": margin_arguments,
    **{
        f"export to {form}": lambda subject, on, _machine, folder, form=form: [
            "export", subject, "--to", form, "--on", on, "-o", folder / "out", "--no-check", "--json",
        ]
        for form in ("onnx", "llama", "gpt2", "gguf")
    },
    "export of vectors": lambda subject, on, _machine, folder: (
        ["export", subject, "--vectors", 2, "--on", on, "-o", folder / "out.npz", "--json"]
    ),
    "convert": lambda subject, on, _machine, folder: ["convert", subject, folder / f"{on}.json"],
}  # fmt: skip
ONS = ("reference", *construction_names())
NAMES = (*library.names(), "adder-2", "multiplier-2", "sorting-2", "adder-0", "palindrome-3")
FEATURES = tuple((kind, feature) for kind, machines in KINDS.items() for feature in machines)
Case = tuple[str | tuple[str, str], str, str]
MATRIX: list[Case] = [(subject, on, verb) for subject in (*NAMES, *FEATURES) for on in ONS for verb in VERBS]
REPORTS_ITSELF = ("on", "executor", "steps_per_second", "network_steps")


def describe_case(case: Case) -> str:
    subject, *rest = case
    return "-".join([subject if isinstance(subject, str) else ", ".join(subject), *rest])


def machine_of(subject: str | tuple[str, str]) -> Any:
    """The machine of a library name or feature; None if the library refuses the name."""
    if not isinstance(subject, str):
        return KINDS[subject[0]][subject[1]][0]
    try:
        return library.load(subject)
    except TuringradError:
        return None


def walk(case: Case, turingrad: Turingrad, folder: Path) -> None:
    subject, on, verb = case
    machine = machine_of(subject)
    source = subject if isinstance(subject, str) else str(folder / "machine.json")
    if not isinstance(subject, str):
        formats.write(machine, source)
    arguments = VERBS[verb](source, on, machine, folder) if machine is not None else ["run", source]
    outcome = turingrad(*arguments)
    assert outcome.code in (0, 2), (arguments, outcome.code, outcome.err)
    assert "unexpected" not in outcome.err, (arguments, outcome.err)
    if outcome.code == 2:
        trapped = verb == "run" and "trap" in outcome.out  # a result and a line
        assert outcome.err.strip().count("\n") <= 2, (arguments, outcome.err)
        assert trapped or not outcome.out, (arguments, outcome.out)
        return
    if verb == "check":
        assert outcome.json["mismatches"] == 0, (arguments, outcome.json)
    if verb == "run" and on not in ("reference", "emulation"):
        found, expected = outcome.json, reference_result(source, machine, turingrad, folder)
        for key in set(expected) - set(REPORTS_ITSELF):
            assert found[key] == expected[key], (arguments, key, found[key], expected[key])


def reference_result(source: str, machine: Any, turingrad: Turingrad, folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = turingrad(*run_arguments(source, "reference", machine, folder)).json
    return found


SAMPLE = random.Random(28).sample(MATRIX, 18)


@pytest.mark.parametrize("case", SAMPLE, ids=describe_case)
def test_a_verb_on_a_machine_ends_with_a_result_or_one_line(case: Case, turingrad: Turingrad, tmp_path: Path) -> None:
    walk(case, turingrad, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("case", MATRIX, ids=describe_case)
def test_every_verb_on_every_machine(case: Case, turingrad: Turingrad, tmp_path: Path) -> None:
    walk(case, turingrad, tmp_path)
