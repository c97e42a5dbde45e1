"""`check` runs the compiled network: one broken weight is exit 1, with the first step that differs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from turingrad import library
from turingrad.check import check, checking
from turingrad.constructions import compile as compile_machine
from turingrad.constructions import prepare


def broken(change: Callable[[Any], None]) -> Callable[..., Any]:
    def compile_broken(on: str, machine: Any, dtype: str | None, options: tuple[tuple[str, Any], ...]) -> Any:
        network = compile_machine(machine, to=on, dtype=dtype, **dict(options))
        with torch.no_grad():
            change(network)
        return network

    return compile_broken


def break_transformer(network: Any) -> None:
    network.layers[1].feedforward.W_1.mul_(0)


def break_decoder(network: Any) -> None:
    network.head.copy_(network.head.roll(1, 0))


def break_rcnn(network: Any) -> None:
    network.local.V5[0, 0] += 4


def break_feedforward(network: Any) -> None:
    layer = network.groups[0].f[0]
    layer.b += 1


def break_descent(network: Any) -> None:
    network.loss.outlook.copy_(network.loss.outlook.roll(1, 0))


def break_emulation(network: Any) -> None:
    network.module.weight[network.emulation.bit_edges.ravel()] *= -1


def break_perez(network: Any) -> None:
    network.layers[1].W.mul_(0)


def break_siegelmann_sontag(network: Any) -> None:
    network.layers[1].W[network.coordinates.slice("went")] = 0


BROKEN = {
    "perez": ("busy-beaver-3", break_perez),
    "siegelmann-sontag": ("busy-beaver-3", break_siegelmann_sontag),
    "transformer": ("busy-beaver-3", break_transformer),
    "decoder": ("busy-beaver-3", break_decoder),
    "rcnn": ("busy-beaver-3", break_rcnn),
    "feedforward": ("adder-2", break_feedforward),
    "descent": ("busy-beaver-3", break_descent),
    "emulation": ("last-label", break_emulation),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_right_network_is_checked_with_every_executor(turingrad: Turingrad, name: str) -> None:
    machine, _ = BROKEN[name]
    outcome = turingrad("check", machine, "--on", name, "--samples", "2", "--max-steps", "30", "--json")
    assert (outcome.code, outcome.json["mismatches"]) == (0, 0)
    assert outcome.json["steps_checked"] > 0
    assert "first_mismatch" not in outcome.json


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_weight_is_exit_one_and_the_first_differing_step(
    turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    machine, change = BROKEN[name]
    monkeypatch.setattr(prepare, "build", broken(change))
    outcome = turingrad("check", machine, "--on", name, "--samples", "2", "--max-steps", "30", "--json")
    assert outcome.code == 1
    assert outcome.json["mismatches"] > 0
    shown = outcome.json["first_mismatch"]
    assert re.search(r"mismatch after \d+ equal steps", shown)
    reference, network = re.findall(r"(?:reference|network) +(.*)", shown)[-2:]
    assert reference != network


@pytest.mark.parametrize(
    ("name", "executor"), [("transformer", "packed"), ("rcnn", "event"), ("descent", "closed-form")]
)
def test_an_executor_that_differs_is_found(monkeypatch: pytest.MonkeyPatch, name: str, executor: str) -> None:
    machine = library.load("busy-beaver-3")
    run = checking.drive.run

    def off_by_one(*arguments: Any, **options: Any) -> Any:
        return run(*arguments, **{**options, "max_steps": options["max_steps"] - 1})

    assert check(machine, on=name, samples=1, max_steps=9, executor=executor).ok
    monkeypatch.setattr(checking.drive, "run", off_by_one)
    found = check(machine, on=name, samples=1, max_steps=9, executor=executor)
    assert found.mismatches
    assert all(where.startswith(f"{executor} on ") for where, _ in found.mismatches)


def test_the_dtype_that_is_asked_for_is_the_one_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    lockstep = checking.lockstep
    monkeypatch.setattr(
        checking, "lockstep", lambda network, *rest: seen.append(network.dtype) or lockstep(network, *rest)
    )
    check(library.load("adder-2"), on="feedforward", samples=2, dtype="float64")
    assert seen == [torch.float64] * 2


def test_a_compiled_folder_is_checked_and_run_as_it_is(turingrad: Turingrad, tmp_path: Any) -> None:
    folder = tmp_path / "net"
    assert turingrad("compile", "busy-beaver-3", "--to", "transformer", "--option", "steps=40", "-o", folder).code == 0
    found = turingrad("check", folder, "--executor", "packed", "--json").json
    assert (found["on"], found["mismatches"]) == ("transformer", 0)
    run = turingrad("run", folder, "--json").json
    assert (run["on"], run["halted"], run["steps"]) == ("transformer", True, tg.run(tg.read("busy-beaver-3")).steps)
    assert turingrad("run", folder, "--on", "rcnn").code == 2


def test_a_check_without_a_construction_is_refused(turingrad: Turingrad) -> None:
    assert turingrad("check", "busy-beaver-3").code == 2
    assert turingrad("check", "busy-beaver-3", "--on", "reference").code == 2
