"""Every (verb, construction, executor, option) is honoured, or refused in one line: in Python and in a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from turingrad import library, tasks
from turingrad.constructions import compile, construction, drive, recipe_names
from turingrad.constructions.network import same
from turingrad.errors import TuringradError
from turingrad.library import load_learner
from turingrad.machine.program import assemble

OPTIONS: list[dict[str, Any]] = [
    {},
    *({"dtype": name} for name in ("float16", "bfloat16", "float32", "float64", "int8")),
    *({"device": name} for name in ("cpu", "cuda", "toaster")),
    *({"threads": count} for count in (1, 2)),
    {"dtype": "float64", "threads": 2, "device": "cpu"},
]
LEARNING: list[dict[str, Any]] = [
    *OPTIONS,
    {"noise": 0.001},
    {"max_steps": 100_000},
    {"noise": 0.0, "dtype": "float64"},
]
ONE_TAPE = "busy-beaver-2"
LEARNERS = {"descent": "hebb"}


def executor_cases(part: str) -> Iterator[tuple[str, str | None]]:
    """All (construction, executor) that have a verb, and each construction without naming an executor."""
    for name in recipe_names():
        if getattr(construction(name), part) is not None:
            yield name, None
            for executor in construction(name).executors:
                yield name, executor.name


def call_or_refusal(call: Callable[[], Any]) -> Any:
    """What the call gives, or None where it is refused: in one line, and never with a flag of the command line."""
    try:
        return call()
    except TuringradError as error:
        message = str(error)
        assert message
        assert "\n" not in message
        assert "--" not in message
        return None


def subject(name: str, executor: str | None = None) -> tuple[Any, Any]:
    """A small machine that the construction, or its executor, runs, and an input."""
    if any(each.name == executor and each.forms == ("program",) for each in construction(name).executors):
        return assemble("li a0, 7\nli a7, 93\necall"), None
    if name == "emulation":
        rng = np.random.default_rng(0)
        signs = rng.choice(np.array([-1, 1], np.int8), size=(6, 4))
        return load_learner("last-label", form="learner", features=3), (signs[:, :3], signs[:, 3])
    return library.load(ONE_TAPE), None


@pytest.mark.parametrize(("name", "executor"), list(executor_cases("begin")), ids=str)
def test_run_honours_or_refuses(name: str, executor: str | None) -> None:
    machine, given = subject(name, executor)
    expected = drive.run(machine, given) if name != "emulation" else None
    found = 0
    for options in OPTIONS:
        result = call_or_refusal(
            lambda options=options: drive.run(machine, given, on=name, executor=executor, max_steps=50, **options)
        )
        if result is None:
            continue
        found += 1
        assert result.on == name
        assert executor in (None, result.executor)
        if expected is not None:
            assert result.configuration == expected.configuration
            assert result.halted
    assert found >= 3  # no option, the cpu, one thread


@pytest.mark.parametrize(("name", "executor"), list(executor_cases("evaluate")), ids=str)
def test_evaluate_honours_or_refuses(name: str, executor: str | None) -> None:
    circuit, vectors = library.load("adder-2"), np.eye(4, dtype=np.uint8)
    expected = drive.evaluate(circuit, vectors)
    found = [
        call_or_refusal(lambda options=options: drive.evaluate(circuit, vectors, on=name, executor=executor, **options))
        for options in OPTIONS
    ]
    for result in found:
        assert result is None or np.array_equal(result, expected)
    assert sum(result is not None for result in found) >= 3


SLOW = (("transformer", "dense"), ("descent", None))  # every weight of every pass; what "closed-form" does, too


@pytest.mark.parametrize(
    ("name", "executor"),
    [
        pytest.param(*variant, marks=pytest.mark.slow) if variant in SLOW else variant
        for variant in executor_cases("learn")
    ],
    ids=str,
)
def test_learn_honours_or_refuses(name: str, executor: str | None) -> None:
    form = construction(name).learner_form
    learner = load_learner(LEARNERS.get(name, "last-label"), form, 2)
    X, y, points, _ = tasks.draw(tasks.get("dictator"), 0, 2, 2, 1)
    found = [
        call_or_refusal(
            lambda options=options: drive.learn(learner, X, y, points, on=name, executor=executor, **options)
        )
        for options in LEARNING
    ]
    for result in found:
        assert result is None or (result.on == name and result.predictions.shape == (1,))
    assert sum(result is not None for result in found) >= 3


def test_a_verb_that_a_construction_lacks_is_refused_by_name() -> None:
    with pytest.raises(tg.InputError, match=r"feedforward cannot run this \(it evaluates circuits\); .*transformer"):
        drive.run(library.load(ONE_TAPE), on="feedforward")
    with pytest.raises(tg.InputError, match=r"cannot learn this .*; constructions that learn: .*emulation"):
        drive.learn(load_learner("last-label"), [[1]], [1], [[1]], on="decoder")


MACHINES = {"tape": ONE_TAPE, "grid": "parity-small", "circuit": "adder-2", "learner": "last-label"}


@pytest.mark.parametrize("name", [name for name in recipe_names() if name != "reference"])
def test_a_machine_that_does_not_fit_is_a_machine_error_everywhere(name: str) -> None:
    recipe = construction(name)
    refused = 0
    for form, machine in MACHINES.items():
        loaded = library.load(machine, form=form)
        if form in recipe.forms:
            recipe.accepts(loaded)
            continue
        refused += 1
        with pytest.raises(tg.MachineError):
            recipe.accepts(loaded)
        with pytest.raises(tg.MachineError):
            compile(loaded, to=name)
    assert refused


COMPILED = {"transformer": {"steps": 50}, "decoder": {}, "rcnn": {}, "descent": {}}


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_network_runs_on_every_executor(name: str) -> None:
    machine = library.load(ONE_TAPE)
    network = compile(machine, to=name, **COMPILED[name])
    before = {key: value.clone() for key, value in network.state_dict().items()}
    for executor in construction(name).executors:
        if not executor.runs("tape"):
            continue
        result = drive.run(network, executor=executor.name)
        assert result.configuration == drive.run(machine).configuration
        assert [c.step for c in result.trace] == list(range(7))
    list(network.trace(None, max_steps=6))
    after = network.state_dict()
    assert before.keys() == after.keys()
    assert all(same(before[key], after[key]) for key in before)
    with pytest.raises(tg.InputError, match="compiled already"):
        drive.run(network, layers="paper")


def test_a_compiled_network_of_a_learner_or_a_circuit_works_as_its_machine() -> None:
    machine, given = load_learner("parity", form="learner", features=3), subject("emulation")[1]
    network = compile(machine, to="emulation")
    weights = network.state_dict()["module.weight"].clone()
    assert drive.run(network, given).configuration == drive.run(machine, given, on="emulation").configuration
    learned = [drive.learn(each, *given, given[0], on="emulation") for each in (machine, network)]
    assert np.array_equal(learned[0].predictions, learned[1].predictions)
    assert torch.equal(network.state_dict()["module.weight"], weights)
    circuit = library.load("adder-2")
    vectors = np.eye(4, dtype=np.uint8)
    for executor in construction("feedforward").executors:
        found = drive.evaluate(compile(circuit, to="feedforward"), vectors, executor=executor.name)
        assert np.array_equal(found, drive.evaluate(circuit, vectors))


@pytest.mark.parametrize("name", ["transformer", "decoder", "rcnn", "descent"])
def test_changed_weights_are_not_run(name: str) -> None:
    network = compile(library.load(ONE_TAPE), to=name, **COMPILED[name])
    with torch.no_grad():
        tensor = next(value for value in network.state_dict().values() if value.is_floating_point() and value.numel())
        tensor.flatten()[0] += 1
    with pytest.raises(tg.TuringradError, match=r"is not as it was compiled|is not a vertex"):
        drive.run(network)


def command_lines(tmp_path: Path) -> Iterator[list[str]]:
    data = tmp_path / "data.csv"
    data.write_text("a,b,c,y\n1,-1,1,1\n-1,1,1,-1\n1,1,-1,1\n-1,-1,1,-1\n")
    flags = [["--threads", "1"], ["--threads", "2"], ["--dtype", "float32"], ["--dtype", "int9"], ["--device", "cuda"]]
    drawn = ["--task", "dictator", "--dim", "2", "--train", "2", "--test", "1"]
    for name in recipe_names():
        form = construction(name).forms
        learner = LEARNERS.get(name, "last-label")
        machine = "adder-2" if form == ("circuit",) else "last-label" if form == ("learner",) else ONE_TAPE
        for flag in flags:
            yield ["run", machine, "--on", name, "--max-steps", "20", *flag]
            if "--device" not in flag:
                yield [
                    "learn",
                    learner,
                    "--with",
                    name,
                    *drawn,
                    *flag,
                ]
        yield ["run", machine, "--on", name, "--data", str(data)]
        yield ["run", "adder-2", "--on", name, "--input", "0000"]
        yield ["run", "adder-2", "--on", name, "--input", "0000", "--trace", str(tmp_path / "t")]
        yield ["run", ONE_TAPE, "--on", name, "--vectors", str(data)]
        yield [
            "learn",
            learner,
            "--with",
            name,
            *drawn,
            "--noise",
            "0.001",
        ]
        yield ["learn", learner, "--with", name, "--data", str(data), "--executor", "toaster"]
        yield ["check", machine, "--on", name, "--samples", "1", "--max-steps", "5", "--dtype", "float64"]
        yield ["check", "parity-small", "--on", name, "--samples", "1", "--max-steps", "5"]
        for executor in construction(name).executors:
            yield ["check", machine, "--on", name, "--samples", "1", "--executor", executor.name]


def test_the_command_line_ends_with_a_result_or_one_line(turingrad: Turingrad, tmp_path: Path) -> None:
    codes = []
    for arguments in command_lines(tmp_path):
        outcome = turingrad(*arguments, "--json")
        codes.append(outcome.code)
        assert outcome.code in (0, 2), (arguments, outcome)
        if outcome.code == 0:
            assert outcome.json
        else:
            assert outcome.err.startswith("error: "), (arguments, outcome)
            assert len(outcome.err.strip().splitlines()) == 1, (arguments, outcome)
            assert not outcome.out
    assert codes.count(0) > 40
