"""The caller's torch state never changes a result, and no run changes the caller's torch state."""

from __future__ import annotations

import copy
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import numpy as np
import pytest
import torch

import turingrad as tg
from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions import compile, construction, drive
from turingrad.constructions.torch_state import (
    DISABLED,
    PROCESS_WIDE,
    UNCOMPILED,
    optimizer_methods,
    own_torch,
    precisions,
    torch_threads,
)
from turingrad.library import load_learner


@contextmanager
def default_dtype() -> Iterator[None]:
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(torch.float32)


@contextmanager
def deterministic() -> Iterator[None]:
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(False)


@contextmanager
def reduced_precision() -> Iterator[None]:
    torch.set_float32_matmul_precision("medium")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision("highest")


STATES: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "autocast": lambda: torch.autocast("cpu", dtype=torch.bfloat16),
    "no_grad": torch.no_grad,
    "inference_mode": torch.inference_mode,
    "default dtype": default_dtype,
    "deterministic": deterministic,
    "default device": lambda: torch.device("meta"),
    "reduced precision": reduced_precision,
}
MACHINE = library.load("busy-beaver-3")
TORCH = [("transformer", "dense"), ("decoder", "cached"), ("rcnn", "dense"), ("descent", "autograd")]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("name", "executor"), TORCH)
def test_a_run_is_the_same_under_every_global_state(name: str, executor: str, state: str) -> None:
    expected = drive.run(MACHINE)
    with STATES[state]():
        before = (torch.is_grad_enabled(), torch.get_default_dtype(), torch.get_num_threads())
        result = drive.run(MACHINE, on=name, executor=executor, max_steps=50)
        assert (torch.is_grad_enabled(), torch.get_default_dtype(), torch.get_num_threads()) == before
        assert list(result.trace)[-1] == expected.configuration
    assert (result.configuration, result.halted) == (expected.configuration, True)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", ["transformer", "decoder", "rcnn", "descent", "emulation"])
def test_a_trace_is_the_same_under_every_global_state(name: str, state: str) -> None:
    machine, given = MACHINE, None
    if name == "emulation":
        signs = np.random.default_rng(0).choice(np.array([-1, 1], np.int8), size=(4, 3))
        machine, given = load_learner("parity", form="learner", features=2), (signs[:, :2], signs[:, 2])
    network = compile(machine, to=name, **({"steps": 40} if name == "transformer" else {}))
    with STATES[state]():
        report = lockstep(network, given, 30)
    assert report.ok, report


@pytest.mark.parametrize("name", ["transformer", "decoder", "rcnn", "descent", "feedforward", "emulation"])
def test_networks_are_copied_and_saved_like_any_module(name: str, tmp_path: Any) -> None:
    machine = {"feedforward": library.load("adder-2"), "emulation": load_learner("parity", "learner", 2)}.get(
        name, MACHINE
    )
    network = compile(machine, to=name)
    twin = copy.deepcopy(network)
    assert twin.machine is network.machine
    state, copied = network.state_dict(), twin.state_dict()
    assert state.keys() == copied.keys()
    for key, tensor in state.items():
        dense, other = (each.to_dense() if each.layout != torch.strided else each for each in (tensor, copied[key]))
        assert torch.equal(dense, other)
        if tensor.layout == torch.strided and tensor.numel():
            assert tensor.data_ptr() != copied[key].data_ptr()
    torch.save(state, tmp_path / "state")
    assert torch.load(tmp_path / "state").keys() == state.keys()


@pytest.mark.parametrize(("name", "given"), [("transformer", None), ("rcnn", None), ("feedforward", [0, 1, 1, 0])])
def test_a_network_in_another_dtype_runs_there(name: str, given: Any) -> None:
    machine = library.load("adder-2") if name == "feedforward" else MACHINE
    network = compile(machine, to=name, **({"steps": 40} if name == "transformer" else {})).double()
    assert network.dtype == torch.float64
    assert lockstep(network, given, 20).ok
    assert network.dtype == torch.float64


@pytest.mark.parametrize("name", ["transformer", "rcnn", "descent"])
def test_whoever_halts_at_the_limit_has_halted(name: str) -> None:
    steps = drive.run(MACHINE).steps
    for executor in construction(name).executors:
        exact = drive.run(MACHINE, on=name, executor=executor.name, max_steps=steps)
        assert (exact.halted, exact.stopped, exact.steps) == (True, "halt", steps)
        short = drive.run(MACHINE, on=name, executor=executor.name, max_steps=steps - 1)
        assert (short.halted, short.stopped) == (False, "steps")


def test_executors_of_emulation_take_the_same_steps() -> None:
    X, y, points, _ = tg.tasks.draw(tg.tasks.get("parity"), 3, 3, 10, 4)
    learner = load_learner("parity", "learner", 3)
    runs = [drive.learn(learner, X, y, points, on="emulation", executor=each) for each in ("compiled", "torch")]
    assert runs[0].sgd_steps == runs[1].sgd_steps
    assert np.array_equal(runs[0].predictions, runs[1].predictions)


@pytest.mark.parametrize(
    ("to", "options"),
    [
        ("feedforward", {"width": 10_000_000}),
        ("feedforward", {"depth": 10**9}),
        ("feedforward", {"corrections": "no"}),
        ("descent", {"guard": "abc"}),
        ("transformer", {"corrections": "no"}),
        ("transformer", {"steps": 2.5}),
        ("transformer", {"radix": True}),
    ],
    ids=str,
)
def test_impossible_options_are_refused_before_any_work(to: str, options: dict[str, Any]) -> None:
    machine = library.load("adder-2") if to == "feedforward" else MACHINE
    with pytest.raises(tg.TuringradError, match=next(iter(options)) + "|more than"):
        compile(machine, to=to, **options)


@pytest.mark.parametrize("limit", [2.5, float("nan"), "7", True])
def test_a_step_limit_is_a_whole_number(limit: Any) -> None:
    for on in ("reference", "transformer"):
        with pytest.raises(tg.InputError, match="max_steps"):
            drive.run(MACHINE, on=on, max_steps=limit)
    assert drive.run(MACHINE, max_steps=np.int64(3)).steps == 3


def test_packed_runs_a_radix_that_covers_all_position_bits() -> None:
    machine = library.load("busy-beaver-2")
    found = drive.run(machine, on="transformer", executor="packed", max_steps=8, radix=4)
    assert found.configuration == drive.run(machine).configuration


def test_torchs_optimizers_are_the_callers_again_also_after_nested_runs() -> None:
    before = [dict(vars(getattr(torch.optim.Optimizer, name).__wrapped__)) for name in UNCOMPILED]
    with own_torch(), own_torch():
        torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0).zero_grad()
    assert [dict(vars(getattr(torch.optim.Optimizer, name).__wrapped__)) for name in UNCOMPILED] == before


def test_products_are_in_full_precision_inside_and_as_the_caller_chose_outside() -> None:
    with reduced_precision():
        before = precisions()
        with own_torch():
            assert torch.get_float32_matmul_precision() == "highest"
            assert torch.backends.mkldnn.matmul.fp32_precision == "ieee"
        assert precisions() == before
        assert torch.get_float32_matmul_precision() == "medium"


def test_a_setting_that_somebody_changes_meanwhile_is_left_as_it_is() -> None:
    with own_torch():
        torch.set_default_dtype(torch.float64)
    try:
        assert torch.get_default_dtype() == torch.float64
    finally:
        torch.set_default_dtype(torch.float32)


def test_six_threads_enter_and_leave_without_disturbing_each_other() -> None:
    """Each thread sees float32, full precision and its own thread count inside; the caller's settings are back after
    the last has left, and the thread that asked has the count that it had."""
    threads, wrong, start = torch.get_num_threads(), [], threading.Barrier(6)

    def enter_and_leave() -> None:
        start.wait()
        for _ in range(400):
            with own_torch(threads=1):
                inside = (torch.get_default_dtype(), torch.get_float32_matmul_precision(), torch.get_num_threads())
                marked = all(DISABLED in vars(method) for method in optimizer_methods())
                if inside != (torch.float32, "highest", 1) or not (marked or "torch._dynamo" in sys.modules):
                    wrong.append(inside)
        if torch.get_num_threads() != threads:
            wrong.append(torch.get_num_threads())

    with default_dtype(), reduced_precision():
        workers = [threading.Thread(target=enter_and_leave) for _ in range(6)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert not wrong
        assert (torch.get_default_dtype(), torch.get_float32_matmul_precision()) == (torch.float64, "medium")
    assert torch.get_num_threads() == threads


def test_a_thread_that_starts_meanwhile_keeps_its_own_count() -> None:
    threads, seen = torch.get_num_threads(), []
    with torch_threads(1):
        other = threading.Thread(target=lambda: seen.append(torch.get_num_threads()))
        other.start()
        other.join()
    assert seen == [threads]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_is_not_held_up_by_a_block_of_another_thread() -> None:
    """The thread in the block, which may hold the lock, is not there in the fork."""
    inside, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with own_torch(), PROCESS_WIDE.lock:
            inside.set()
            leave.wait(60)

    with default_dtype():
        other = threading.Thread(target=stay)
        other.start()
        inside.wait(60)
        child = os.fork()
        if not child:
            signal.alarm(30)  # ends a child that waits for ever
            outside = torch.get_default_dtype()
            with own_torch():
                found = torch.get_default_dtype()
            os._exit(0 if (outside, found, torch.get_default_dtype()) == (torch.float64, torch.float32, outside) else 1)
        leave.set()
        other.join()
        assert os.waitpid(child, 0)[1] == 0
        assert torch.get_default_dtype() == torch.float64
