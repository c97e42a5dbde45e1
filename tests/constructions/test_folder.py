"""Compiled networks as folders: written whole, read back only with the weights of their machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.constructions.folder import dense_state
from turingrad.errors import InputError

NETWORKS = [
    ("busy-beaver-3", "transformer", ("--option", "steps=30")),
    ("parity-small", "rcnn", ()),
    ("busy-beaver-3", "descent", ()),
    ("adder-2", "feedforward", ("--option", "corrections=false")),
    ("last-label", "emulation", ()),
]


@pytest.fixture
def folder(turingrad: Turingrad, tmp_path: Path) -> Path:
    place = tmp_path / "net"
    assert turingrad("compile", "busy-beaver-2", "--to", "transformer", "--option", "steps=9", "-o", place).code == 0
    return place


@pytest.mark.parametrize(("name", "to", "extra"), NETWORKS, ids=lambda part: part if isinstance(part, str) else "")
def test_a_compiled_network_is_loaded_with_the_same_weights(
    turingrad: Turingrad,
    tmp_path: Path,
    name: str,
    to: str,
    extra: tuple[str, ...],
) -> None:
    place = tmp_path / to
    assert turingrad("compile", name, "--to", to, "-o", place, *extra).code == 0
    network = tg.load(place)
    stored = load_file(place / "weights.safetensors")
    state = dense_state(network)
    assert state.keys() == stored.keys()
    assert all(torch.equal(state[key], stored[key]) for key in stored)


def test_weights_that_are_not_the_machine_s_are_refused(folder: Path) -> None:
    weights = load_file(folder / "weights.safetensors")
    key = next(key for key, value in weights.items() if value.numel())
    weights[key] = weights[key] + 1
    save_file(weights, folder / "weights.safetensors")
    with pytest.raises(InputError, match="differs from the weights of the machine beside it"):
        tg.load(folder)


def test_a_folder_of_another_version_is_refused(folder: Path) -> None:
    facts = json.loads((folder / "network.json").read_text())
    (folder / "network.json").write_text(json.dumps(facts | {"version": 99}))
    with pytest.raises(InputError, match="version 1"):
        tg.load(folder)


def test_what_is_no_such_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder of a compiled network"):
        tg.load(tmp_path)


def test_an_existing_folder_is_not_overwritten(turingrad: Turingrad, folder: Path) -> None:
    before = (folder / "weights.safetensors").read_bytes()
    outcome = turingrad("compile", "busy-beaver-2", "--to", "transformer", "-o", folder)
    assert (outcome.code, (folder / "weights.safetensors").read_bytes()) == (2, before)
    assert "exists already" in outcome.err


def test_an_unknown_option_is_refused_and_nothing_is_written(turingrad: Turingrad, tmp_path: Path) -> None:
    outcome = turingrad("compile", "busy-beaver-2", "--to", "descent", "--option", "magic=1", "-o", tmp_path / "net")
    assert outcome.code == 2
    assert "descent has no option 'magic'" in outcome.err
    assert list(tmp_path.iterdir()) == []


def changed_facts(folder: Path, change: Callable[[str], str]) -> None:
    place = folder / "network.json"
    place.write_text(change(place.read_text()))


TAMPERING: dict[str, Callable[[str], str]] = {
    "a version that is true": lambda text: text.replace('"version": 1', '"version": true'),
    "another certificate": lambda text: text.replace('"float16": true', '"float16": false'),
    "no certificate": lambda text: text.replace('"certificate"', '"certificates"'),
    "a key twice": lambda text: text.replace('"version": 1,', '"version": 1, "version": 1,'),
    "depth": lambda _text: "[" * 100_000,
}


@pytest.mark.parametrize("tampering", TAMPERING)
def test_a_tampered_folder_is_refused(folder: Path, tampering: str) -> None:
    before = (folder / "network.json").read_text()
    changed_facts(folder, TAMPERING[tampering])
    assert (folder / "network.json").read_text() != before
    with pytest.raises(InputError):
        tg.load(folder)


@pytest.mark.parametrize("change", [torch.neg, torch.Tensor.double])
def test_weights_are_compared_bit_for_bit(folder: Path, change: Callable[[torch.Tensor], torch.Tensor]) -> None:
    weights = load_file(folder / "weights.safetensors")
    key = next(key for key, value in weights.items() if value.is_floating_point() and not value.any() and value.numel())
    weights[key] = change(weights[key])
    save_file(weights, folder / "weights.safetensors")
    with pytest.raises(InputError, match="differs from the weights"):
        tg.load(folder)
