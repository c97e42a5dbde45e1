"""The transformer's executors: equal hidden vectors, lockstep on many machines, and what they refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.data import file_label
from tests.generators_transformer import one_tape_files, random_case
from turingrad import library
from turingrad.check import compare
from turingrad.constructions import drive
from turingrad.constructions.transformer import TransformerNetwork, compile_network
from turingrad.constructions.transformer.executors import hidden_vectors, new_run
from turingrad.constructions.transformer.executors.running import SHORT_RUN
from turingrad.errors import CertificateError, InputError, LimitError, TuringradError
from turingrad.library.reading import read
from turingrad.machine.run import Clock, stream
from turingrad.machine.tape import RIGHT, Rule, TapeMachine
from turingrad.machine.tape import run as tape_run

BEAVER = library.load("busy-beaver-4")
BEAVERS = {"busy-beaver-2": 6, "busy-beaver-2x3": 38, "busy-beaver-3": 21, "busy-beaver-4": 107}


def lockstep_steps(seeds: range, steps: int = 200) -> int:
    """Random machines through both fast executors, step by step; returns how many steps of each were compared."""
    compared = 0
    for seed in seeds:
        machine, row = random_case(seed)
        network = compile_network(machine, steps=steps, input_length=12)
        expected = list(tape_run.trace(machine, (row,), max_steps=steps))
        for executor in ("indexed", "packed"):
            report = compare(expected, stream(new_run(network, (row,), executor), Clock(steps, None)))
            assert report.ok, f"seed {seed} on {executor}: {report}"
        compared += len(expected) - 1
    return compared


def test_40_random_machines_run_in_lockstep_on_indexed_and_packed() -> None:
    assert lockstep_steps(range(40)) > 1_200


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_10000_random_machines_run_in_lockstep_on_indexed_and_packed(first: int) -> None:
    assert lockstep_steps(range(first, first + 500)) > 20_000


OPTIONS: list[dict[str, Any]] = [
    {},
    {"radix": 1},
    {"radix": 3},
    {"corrections": False},
    {"split_null": True},
    {"left_end": "hard"},
]


def require_equal_vectors(network: TransformerNetwork, row: Any, steps: int, executors: tuple[str, ...]) -> None:
    dense = hidden_vectors(network, row, steps=steps, executor="dense")
    for executor in executors:
        assert np.array_equal(dense, hidden_vectors(network, row, steps=steps, executor=executor)), executor


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", [3, 5, 8])
def test_executors_have_the_hidden_vectors_of_the_dense_network(seed: int, options: dict[str, Any]) -> None:
    machine, row = random_case(seed)
    network = compile_network(machine, steps=40, input_length=12, **options)
    require_equal_vectors(network, (row,), 25, ("indexed", "packed"))


@pytest.mark.parametrize("left_end", ["two-sided", "hard"])
def test_indexed_runs_the_papers_own_layers(left_end: str) -> None:
    machine, row = random_case(3)
    network = compile_network(machine, steps=40, input_length=12, layers="paper", left_end=left_end)
    require_equal_vectors(network, (row,), 20, ("indexed",))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_executors_have_the_hidden_vectors_of_the_dense_network_on_more_machines(seed: int) -> None:
    machine, row = random_case(10_000 + seed)
    options = OPTIONS[seed % len(OPTIONS)]
    network = compile_network(machine, steps=150, input_length=12, **options)
    require_equal_vectors(network, (row,), 150, ("indexed", "packed"))


@pytest.mark.parametrize("executor", ["indexed", "dense", "packed"])
def test_the_busy_beaver_halts_where_the_reference_does(executor: str) -> None:
    run = drive.run(BEAVER, "", on="transformer", executor=executor, max_steps=200)
    expected = tape_run.run(BEAVER, "")
    assert (run.configuration, run.halted, run.stopped) == (expected.configuration, True, "halt")
    assert (run.steps, run.network_steps, run.on, run.executor) == (107, 108, "transformer", executor)


@pytest.mark.parametrize(("name", "steps"), BEAVERS.items())
def test_library_beavers_halt_on_the_default_executor(name: str, steps: int) -> None:
    run = drive.run(library.load(name), "", on="transformer")
    assert (run.steps, run.halted, run.executor) == (steps, True, "dense" if steps <= SHORT_RUN else "indexed")


@pytest.mark.parametrize("path", one_tape_files(), ids=file_label)
def test_machine_files_run_to_the_end_of_the_reference(path: Path) -> None:
    machine = read(path)
    run = drive.run(machine, on="transformer", max_steps=10_000)
    expected = tape_run.run(machine, max_steps=10_000)
    assert (run.configuration, run.halted) == (expected.configuration, expected.halted)


@pytest.mark.slow
def test_busy_beaver_5_runs_to_its_halt_on_packed() -> None:
    machine = library.load("busy-beaver-5")
    run = drive.run(machine, "", on="transformer", executor="packed", max_steps=47_176_870)
    assert (run.steps, run.halted) == (47_176_870, True)
    assert run.configuration == tape_run.run(machine, "").configuration


def test_a_long_run_outgrows_the_first_tables_and_tapes() -> None:
    machine = library.load("busy-beaver-5")
    expected = tape_run.run(machine, "", max_steps=5_000).configuration
    for executor in ("indexed", "packed"):
        run = drive.run(machine, "", on="transformer", executor=executor, max_steps=5_000)
        assert (run.configuration, run.stopped) == (expected, "steps")


def test_a_walk_off_the_first_tape_of_packed_goes_on() -> None:
    walker = TapeMachine(("q",), ("0", "1"), "0", "q", (Rule("q", ("0",), ("1",), (RIGHT,), "q"),))
    run = drive.run(walker, "", on="transformer", executor="packed", max_steps=10_000)
    assert (run.configuration.heads, len(run.configuration.tapes[0].symbols)) == ((10_000,), 10_000)


def test_the_trace_of_a_run_can_be_replayed() -> None:
    run = drive.run(BEAVER, "", on="transformer", max_steps=150)
    assert compare(tape_run.trace(BEAVER, ""), run.trace).ok


def test_softmax_runs_on_dense_by_default() -> None:
    run = drive.run(BEAVER, "", on="transformer", max_steps=20, attention="softmax")
    assert (run.executor, run.steps) == ("dense", 20)


def test_progress_is_told_how_far_it_is() -> None:
    reported: list[tuple[str, int, int | None]] = []
    drive.run(BEAVER, "", on="transformer", max_steps=150, progress=lambda *what: reported.append(what))
    assert reported[-1] == ("decoding", 107, 150)


def perturb() -> TransformerNetwork:
    network = compile_network(BEAVER, steps=50, input_length=0)
    network.decoder_layers()[4].self_attention.K_0[-1] += 2.0  # type: ignore[union-attr]
    return network


def run_on(machine: Any, **options: Any) -> Any:
    return drive.run(machine, "", on="transformer", **options)


@pytest.mark.parametrize(
    ("attempt", "error", "says"),
    [
        (lambda: run_on(perturb(), max_steps=5), CertificateError, "layers.4"),
        (lambda: run_on(perturb(), max_steps=5, executor="packed"), CertificateError, "layers.4"),
        (lambda: run_on(perturb(), max_steps=5, executor="dense"), CertificateError, "layers.4"),
        (lambda: run_on(compile_network(BEAVER, steps=9), max_steps=10), LimitError, "compile with steps=10"),
        (lambda: run_on(BEAVER, max_steps=9, steps=8), LimitError, "compile with steps=9"),
        (lambda: run_on(BEAVER, max_steps=10**15), LimitError, "steps"),
        (lambda: run_on(BEAVER, max_steps=-1), InputError, "at least 0"),
        (lambda: run_on(BEAVER, dtype="float8"), InputError, "dtype"),
        (lambda: run_on(BEAVER, dtype="bfloat16", radix=14), CertificateError, "bfloat16"),
        (lambda: run_on(BEAVER, device="cuda"), InputError, "cpu"),
        (lambda: run_on(BEAVER, executor="fast"), InputError, "indexed, dense, packed"),
        (lambda: run_on(BEAVER, executor="indexed", attention="softmax"), CertificateError, "softmax"),
        (lambda: run_on(BEAVER, executor="packed", layers="paper"), CertificateError, "compact"),
        (lambda: run_on(compile_network(BEAVER), radix=2), InputError, "compiled already"),
        (lambda: new_run(perturb(), "", "indexed"), CertificateError, "index"),
    ],
)
def test_runs_that_are_not_proven_are_refused_in_one_line(attempt: Any, error: type[TuringradError], says: str) -> None:
    with pytest.raises(error) as caught:
        attempt()
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_vector_that_is_not_binary_is_refused_by_the_index() -> None:
    network = compile_network(BEAVER, steps=50, input_length=0)
    network.decoder_layers()[2].feedforward.b_3[0] += 0.5
    with pytest.raises(CertificateError, match="not binary"):
        new_run(network, "", "indexed")
