"""The transformer against the reference interpreter, configuration by configuration."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.data import file_label
from tests.generators import inputs_for, tape_machines
from tests.generators_transformer import one_tape_files, random_case, random_tapes_case
from turingrad import library
from turingrad.check import compare, lockstep
from turingrad.constructions import drive
from turingrad.constructions.transformer import compile_network
from turingrad.library.reading import read
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run

OPTIONS: list[dict[str, Any]] = [
    {},
    {"layers": "paper"},
    {"radix": 1},
    {"radix": 2},
    {"radix": 3},
    {"radix": 20},
    {"corrections": False},
    {"layers": "paper", "corrections": False},
    {"split_null": True},
    {"attention": "softmax"},
    {"attention": "softmax", "layers": "paper"},
    {"attention": "softmax", "radix": 2},
    {"attention": "softmax", "split_null": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_busy_beaver_4_runs_in_lockstep_with_every_option(options: dict[str, Any]) -> None:
    network = compile_network(library.load("busy-beaver-4"), steps=110, input_length=0, **options)
    report = lockstep(network, "", steps=110)
    assert (report.steps, report.first_mismatch) == (107, None)


@settings(max_examples=25)
@given(st.data(), st.sampled_from(OPTIONS), st.sampled_from([0, 1, 2, 3, 6, 14, 30]))
def test_any_machine_runs_in_lockstep(data: st.DataObject, options: dict[str, Any], steps: int) -> None:
    machine = data.draw(tape_machines(max_states=3, max_symbols=3))
    row = data.draw(inputs_for(machine))
    report = lockstep(compile_network(machine, steps=steps, input_length=len(row[0]), **options), row, steps=steps)
    assert report.ok, str(report)


@pytest.mark.parametrize(
    ("dtype", "options"),
    [
        (torch.float64, {"layers": "paper"}),
        (torch.float64, {"attention": "softmax"}),
        (torch.float16, {}),
        (torch.float16, {"attention": "softmax"}),
        (torch.bfloat16, {"radix": 2}),
        (torch.bfloat16, {"attention": "softmax", "radix": 2}),
    ],
    ids=str,
)
def test_other_dtypes_run_in_lockstep(dtype: torch.dtype, options: dict[str, Any]) -> None:
    machine, row = random_case(3)
    network = compile_network(machine, dtype=dtype, steps=5, input_length=6, **options)
    report = lockstep(network, (row[:6],), steps=5)
    assert (report.steps, report.first_mismatch) == (5, None)


def dense_report(seed: int, options: dict[str, Any], steps: int) -> Any:
    machine, row = random_case(seed)
    network = compile_network(machine, steps=steps, input_length=12, **options)
    return lockstep(network, (row,), steps=steps)


@pytest.mark.parametrize("attention", ["hard", "softmax"])
def test_random_machines_run_in_lockstep_on_the_dense_network(attention: str) -> None:
    reports = [dense_report(seed, {"attention": attention}, 30) for seed in range(6)]
    assert all(report.ok for report in reports)
    assert sum(report.steps for report in reports) > 60


@pytest.mark.slow
@pytest.mark.parametrize("attention", ["hard", "softmax"])
@pytest.mark.parametrize("first", range(0, 500, 50))
def test_500_random_machines_run_in_lockstep_on_the_dense_network(attention: str, first: int) -> None:
    for seed in range(first, first + 50):
        report = dense_report(seed, {"attention": attention}, 200)
        assert report.ok, f"seed {seed}: {report}"


@pytest.mark.parametrize("path", one_tape_files(), ids=file_label)
def test_machine_files_run_in_lockstep(path: Path) -> None:
    machine = read(path)
    report = lockstep(compile_network(machine, steps=40, radix=4), None, steps=40)
    assert report.ok, str(report)


def hard_left_end(machine: TapeMachine, row: str, steps: int) -> list[tuple[str, int, str]]:
    """The paper's tape: the input on its left-most cells, a move left from the first cell stays there."""
    cells, head, state = dict(enumerate(row)), 0, machine.start
    seen = []
    for _ in range(steps + 1):
        tape = "".join(cells.get(i, machine.blank) for i in range(max(cells, default=-1) + 1))
        seen.append((state, head, tape.rstrip(machine.blank)))
        rule = machine.rule(state, (cells.get(head, machine.blank),))
        if rule is None:
            break
        cells[head] = rule.write[0]
        head, state = max(0, head + rule.move[0]), rule.next
    return seen


@pytest.mark.parametrize("layers", ["compact", "paper"])
@pytest.mark.parametrize("seed", range(6))
def test_a_hard_left_end_keeps_the_head_on_the_first_cell(layers: str, seed: int) -> None:
    machine, row = random_case(seed)
    text = "".join(row)
    network = compile_network(machine, steps=40, input_length=12, left_end="hard", layers=layers)
    found = [(c.state, c.heads[0], str(c.tapes[0]) if c.tapes[0].start == 0 else None) for c in network.trace(text)]
    expected = hard_left_end(machine, text, 40)
    for (state, head, tape), seen in zip(expected, found, strict=True):
        assert seen[:2] == (state, head)
        assert seen[2] is None or seen[2] == tape


@pytest.mark.parametrize("layers", ["compact", "paper"])
@pytest.mark.parametrize("tapes", [1, 2])
def test_a_hard_left_end_runs_in_lockstep(layers: str, tapes: int) -> None:
    """The machine knows its left end, whether it brings it along or the options choose it."""
    for seed in range(3):
        machine, rows = random_tapes_case(seed, tapes)
        chosen = compile_network(machine, steps=20, input_length=6, left_end="hard", layers=layers)
        own = compile_network(replace(machine, left_end="hard"), steps=20, input_length=6, layers=layers)
        assert own.machine == chosen.machine != machine
        report = lockstep(chosen, rows, steps=20)
        assert report.ok, f"seed {seed}: {report}"
        executors = ("indexed", "packed") if layers == "compact" else ("indexed",)
        for executor in executors:
            run = drive.run(own.machine, rows, on="transformer", executor=executor, max_steps=20)
            assert run.configuration == tape_run.run(own.machine, rows, max_steps=20).configuration


def test_trace_streams_configurations_before_the_machine_halts() -> None:
    network = compile_network(library.load("busy-beaver-5"), steps=100_000, input_length=0)
    first = list(islice(network.trace(""), 5))
    assert compare(tape_run.trace(library.load("busy-beaver-5"), "", max_steps=4), first).ok
