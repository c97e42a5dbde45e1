"""The caller's torch state never changes a result, and no run changes the caller's torch state."""

from __future__ import annotations

import copy
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
from turingrad.constructions.torch_state import UNCOMPILED, own_torch
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


STATES: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "autocast": lambda: torch.autocast("cpu", dtype=torch.bfloat16),
    "no_grad": torch.no_grad,
    "inference_mode": torch.inference_mode,
    "default dtype": default_dtype,
    "deterministic": deterministic,
    "default device": lambda: torch.device("meta"),
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
