"""Test vectors: what the files hold is what networks compute, and what cannot be is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.command_line import Turingrad
from turingrad import library
from turingrad.constructions import compile
from turingrad.constructions.decoder.processor.spoken import TorchSpeaker
from turingrad.constructions.descent.executors.learning import extended_network, weights_of
from turingrad.constructions.descent.fitting import fit
from turingrad.errors import InputError
from turingrad.export.vectors import vectors_of
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.program import assemble

NETWORKS: list[tuple[str, str | None, str, dict[str, Any]]] = [
    ("adder-2", "circuit", "feedforward", {}),
    ("busy-beaver-3", None, "rcnn", {}),
    ("last-label", "grid", "rcnn", {"samples": 2, "features": 2}),
    ("busy-beaver-2", None, "transformer", {"steps": 6, "input_length": 2}),
    ("busy-beaver-2", None, "descent", {}),
    ("last-label", "learner", "emulation", {}),
    ("busy-beaver-2", None, "decoder", {"cells": 8, "context": 24}),
]


@pytest.mark.parametrize(("name", "form", "to", "options"), NETWORKS, ids=str)
def test_vectors_say_what_they_are_and_are_fixed_by_the_seed(name: str, form: Any, to: str, options: Any) -> None:
    network = compile(library.load(name, form=form), to=to, **options)
    arrays, again, other = (vectors_of(network, 5, seed) for seed in (3, 3, 4))
    facts = json.loads(str(arrays.pop("about")))
    assert facts["construction"] == to
    assert facts["arrays"] == {key: [str(array.dtype), *array.shape] for key, array in arrays.items()}
    assert all(np.array_equal(array, again[key]) for key, array in arrays.items())
    assert any(not np.array_equal(array, other[key]) for key, array in arrays.items())


def test_a_network_gives_the_expected_outputs() -> None:
    network: Any = compile(library.load("adder-2"), to="feedforward")
    arrays = vectors_of(network, 16)
    assert np.array_equal(network(torch.from_numpy(arrays["x"])).numpy(), arrays["outputs"])
    descent: Any = compile(library.load("busy-beaver-2"), to="descent")
    arrays = vectors_of(descent, 4)
    assert arrays["s_after"].sum(axis=1).tolist() == [1.0] * 4
    assert np.array_equal(arrays["T"] - arrays["gradient_T"] / descent.constants.gamma, arrays["T_after"])


ECHO = "la a1, __input; lbu a0, 4(a1); li a7, 64; ecall; lw a0, 0(a1); li a7, 93; ecall"


def test_vectors_of_a_program_are_its_prompts_and_the_tokens_of_its_runs(tmp_path: Path, turingrad: Turingrad) -> None:
    network: Any = compile(assemble(ECHO), to="decoder")
    arrays = vectors_of(network, 3)
    for prompt, following in zip(arrays["prompt"], arrays["following"], strict=True):
        tokens, room = prompt[prompt >= 0], int((following >= 0).sum())
        assert TorchSpeaker(network).say(tokens, room, len(network.vocabulary), 0).tolist() == following[:room].tolist()
    (tmp_path / "one.s").write_text("ebreak")
    call = ("export", tmp_path / "one.s", "-o", tmp_path / "out.npz", "--vectors")
    refused = turingrad(*call, 2)
    assert (refused.code, "1 vector, not 2" in refused.err) == (2, True)
    assert turingrad(*call, 1).code == 0


def test_trainings_end_with_the_expected_weights() -> None:
    trainer = BY_NAME["hebb"]
    network = extended_network(trainer, trainer.sizes(4, 2))
    arrays = vectors_of(network, 3)
    assert arrays["weights"].shape == (3, 3)
    for x, y, steps, weights in zip(*(arrays[name] for name in ("x", "y", "steps", "weights")), strict=True):
        done = fit(network, torch.from_numpy(x), torch.from_numpy(y))
        assert (done.machine_steps, weights_of(network).tolist()) == (steps, weights.tolist())


def test_the_command_writes_a_file(turingrad: Turingrad, tmp_path: Path) -> None:
    place = tmp_path / "adder.npz"
    outcome = turingrad("export", "adder-2", "--vectors", 1000, "-o", place, "--json")
    assert outcome.code == 0, outcome.err
    with np.load(place, allow_pickle=False) as found:
        assert found["x"].shape == (1000, 4)
        assert json.loads(str(found["about"]))["format"] == "turingrad-vectors"
    again = turingrad("export", "adder-2", "--vectors", 10, "-o", place)
    assert (again.code, "exists already" in again.err) == (2, True)
    neither = turingrad("export", "adder-2", "-o", tmp_path / "b")
    assert (neither.code, "--vectors" in neither.err) == (2, True)


def test_too_many_are_refused() -> None:
    with pytest.raises(InputError, match="at most 1,000,000"):
        vectors_of(compile(library.load("adder-2"), to="feedforward"), 2_000_000)
