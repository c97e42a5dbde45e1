"""Machines with several tapes, without a detour over one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from tests.generators_transformer import random_tapes_case
from turingrad.check import compare, lockstep
from turingrad.check.recompute import recompute
from turingrad.constructions import drive
from turingrad.constructions.transformer import compile_network
from turingrad.constructions.transformer.executors import hidden_vectors, new_run
from turingrad.errors import InputError
from turingrad.machine.run import Clock, stream
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine
from turingrad.machine.tape import run as tape_run

OPTIONS: list[dict[str, Any]] = [{}, {"layers": "paper"}, {"radix": 3}, {"corrections": False}]


def copier() -> TapeMachine:
    """Copies tape 0 to tape 1, which uses its own symbols, walks back and accepts."""
    rules = [Rule("copy", (bit, "_"), (bit, mark), (RIGHT, RIGHT), "copy") for bit, mark in (("0", "a"), ("1", "b"))]
    rules += [Rule("copy", ("_", "_"), ("_", "_"), (STAY, LEFT), "back")]
    rules += [Rule("back", ("_", mark), ("_", mark), (STAY, LEFT), "back") for mark in "ab"]
    rules += [Rule("back", ("_", "_"), ("_", "_"), (STAY, RIGHT), "yes")]
    return TapeMachine(
        ("copy", "back", "yes"), ("_", "0", "1", "a", "b"), "_", "copy", tuple(rules), ("yes",), ("yes",), tapes=2
    )


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("tapes", [1, 2, 3])
def test_random_machines_run_in_lockstep_on_the_dense_network(tapes: int, options: dict[str, Any]) -> None:
    compared = 0
    for seed in range(2):
        machine, rows = random_tapes_case(seed, tapes)
        report = lockstep(compile_network(machine, steps=20, input_length=6, **options), rows, steps=20)
        assert report.ok, f"seed {seed}: {report}"
        compared += report.steps
    assert compared >= 10


@settings(max_examples=5)
@given(st.data(), st.sampled_from(OPTIONS))
def test_any_machine_runs_in_lockstep(data: st.DataObject, options: dict[str, Any]) -> None:
    machine = data.draw(tape_machines(max_states=3, max_symbols=3, max_tapes=3))
    rows = data.draw(inputs_for(machine))
    longest = max(len(row) for row in rows)
    report = lockstep(compile_network(machine, steps=8, input_length=longest, **options), rows, steps=8)
    assert report.ok, str(report)


def compare_steps(seeds: range, tapes: int) -> int:
    compared = 0
    for seed in seeds:
        machine, rows = random_tapes_case(seed, tapes)
        network = compile_network(machine, steps=200, input_length=6, radix=4)
        expected = list(tape_run.trace(machine, rows, max_steps=200))
        for executor in ("indexed", "packed"):
            report = compare(expected, stream(new_run(network, rows, executor), Clock(200, None)))
            assert report.ok, f"seed {seed} on {executor}: {report}"
        compared += len(expected) - 1
    return compared


@pytest.mark.parametrize("tapes", [2, 3])
def test_random_machines_run_in_lockstep_on_indexed_and_packed(tapes: int) -> None:
    assert compare_steps(range(15), tapes) > 300


@pytest.mark.slow
@pytest.mark.parametrize("tapes", [2, 3])
def test_1000_random_machines_run_in_lockstep_on_indexed_and_packed(tapes: int) -> None:
    assert compare_steps(range(1000), tapes) > 20_000


@pytest.mark.parametrize("options", [{}, {"layers": "paper"}, {"radix": 3}, {"left_end": "hard"}], ids=str)
@pytest.mark.parametrize("tapes", [2, 3])
def test_executors_have_the_hidden_vectors_of_the_dense_network(tapes: int, options: dict[str, Any]) -> None:
    machine, rows = random_tapes_case(1, tapes)
    network = compile_network(machine, steps=20, input_length=6, **options)
    dense = hidden_vectors(network, rows, steps=15, executor="dense")
    for executor in ("indexed", "packed") if "layers" not in options else ("indexed",):
        assert np.array_equal(dense, hidden_vectors(network, rows, steps=15, executor=executor)), executor


def test_recomputation_covers_several_tapes() -> None:
    machine, rows = random_tapes_case(0, 3)
    assert recompute(machine, rows, steps=30, executor="packed").ok


def test_softmax_runs_several_tapes() -> None:
    machine, rows = random_tapes_case(2, 2)
    assert lockstep(compile_network(machine, steps=12, input_length=6, attention="softmax"), rows, steps=12).ok


def test_a_tape_has_its_own_symbols_and_a_read_only_one_no_history() -> None:
    network = compile_network(copier(), steps=30, input_length=4)
    assert network.table.alphabets == (("_", "0", "1"), ("_", "a", "b"))
    assert network.table.writable == (1,)
    assert "sym2.1" in network.coordinates
    assert not {"sym2.0", "scr1.0", "scr3.0"} & set(network.coordinates)
    assert network.coordinates.size("pair") == len(copier().rules) + 1
    searches = [layer for layer in network.decoder_layers() if layer.self_attention is not None]
    assert (len(searches), network.depth) == (network.bits + 1, network.bits + 5)


@pytest.mark.parametrize("executor", ["indexed", "dense", "packed"])
def test_run_takes_several_tapes(executor: str) -> None:
    run = drive.run(copier(), ("0110", ""), on="transformer", executor=executor)
    assert (run.steps, str(run.configuration.tapes[1]), run.halted) == (10, "abba", True)


@pytest.mark.parametrize("executor", ["indexed", "dense", "packed"])
def test_a_symbol_that_no_rule_of_its_tape_names_stops_the_machine_and_stays(executor: str) -> None:
    run = drive.run(copier(), ("01a1", ""), on="transformer", executor=executor)
    assert run.configuration == tape_run.run(copier(), ("01a1", "")).configuration
    assert (run.steps, str(run.configuration.tapes[0])) == (2, "01a1")


def test_readings_have_an_entry_a_tape() -> None:
    network = compile_network(copier(), steps=10, input_length=2)
    with torch.no_grad():
        hidden = network.hidden(network.tokens(("01", "")), 2)[1]
    before, paired, written = (network.read(hidden[layer], layer) for layer in range(3))
    assert (before.state, before.symbol, before.cell) == ("copy", ("0", "_"), (0, 0))
    assert paired.pair == ("copy", "0", "_")
    assert written.wrote == (None, "a")


@pytest.mark.parametrize(
    "tokens", [torch.zeros(1, 2, 2, dtype=torch.long), torch.zeros(2), torch.tensor([99])], ids=str
)
def test_tokens_that_are_no_rows_of_numbers_are_refused(tokens: torch.Tensor) -> None:
    network = compile_network(copier(), steps=3, input_length=4)
    with pytest.raises(InputError, match="tokens"):
        network(tokens, 1)
