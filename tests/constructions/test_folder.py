"""Compiled networks as folders: written whole, read back only with the weights of their machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.constructions import drive
from turingrad.constructions.descent import fit
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.executors.rebuilding import find_trainer
from turingrad.constructions.descent.network import Descent
from turingrad.constructions.folder import dense_state, hash_of, same_bits, weights_hash
from turingrad.constructions.rcnn.algorithm import memorise
from turingrad.errors import InputError
from turingrad.library.trainers.trainers import program_text

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
    stored = load_file(place / "model.safetensors")
    state = dense_state(network)
    assert state.keys() == stored.keys()
    assert all(torch.equal(state[key], stored[key]) for key in stored)


def test_weights_that_are_not_the_machine_s_are_refused(folder: Path) -> None:
    weights = load_file(folder / "model.safetensors")
    key = next(key for key, value in weights.items() if value.numel())
    weights[key] = weights[key] + 1
    save_file(weights, folder / "model.safetensors")
    with pytest.raises(InputError, match="differs from the weights of the machine beside it"):
        tg.load(folder)


def test_a_folder_of_another_version_is_refused(folder: Path) -> None:
    facts = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(facts | {"version": 99}))
    with pytest.raises(InputError, match="newer than this program"):
        tg.load(folder)


def test_what_is_no_such_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder of a compiled network"):
        tg.load(tmp_path)


def test_an_existing_folder_is_not_overwritten(turingrad: Turingrad, folder: Path) -> None:
    before = (folder / "model.safetensors").read_bytes()
    outcome = turingrad("compile", "busy-beaver-2", "--to", "transformer", "-o", folder)
    assert (outcome.code, (folder / "model.safetensors").read_bytes()) == (2, before)
    assert "exists already" in outcome.err


def test_an_unknown_option_is_refused_and_nothing_is_written(turingrad: Turingrad, tmp_path: Path) -> None:
    outcome = turingrad("compile", "busy-beaver-2", "--to", "descent", "--option", "magic=1", "-o", tmp_path / "net")
    assert outcome.code == 2
    assert "descent has no option 'magic'" in outcome.err
    assert list(tmp_path.iterdir()) == []


def changed_facts(folder: Path, change: Callable[[str], str]) -> None:
    place = folder / "config.json"
    place.write_text(change(place.read_text()))


TAMPERING: dict[str, Callable[[str], str]] = {
    "a version that is true": lambda text: text.replace('"version": 2', '"version": true'),
    "another certificate": lambda text: text.replace('"float16": true', '"float16": false'),
    "no certificate": lambda text: text.replace('"certificate"', '"certificates"'),
    "a key twice": lambda text: text.replace('"version": 2,', '"version": 2, "version": 2,'),
    "depth": lambda _text: "[" * 100_000,
}


@pytest.mark.parametrize("tampering", TAMPERING)
def test_a_tampered_folder_is_refused(folder: Path, tampering: str) -> None:
    before = (folder / "config.json").read_text()
    changed_facts(folder, TAMPERING[tampering])
    assert (folder / "config.json").read_text() != before
    with pytest.raises(InputError):
        tg.load(folder)


@pytest.mark.parametrize("change", [torch.neg, torch.Tensor.double])
def test_weights_are_compared_bit_for_bit(folder: Path, change: Callable[[torch.Tensor], torch.Tensor]) -> None:
    weights = load_file(folder / "model.safetensors")
    key = next(key for key, value in weights.items() if value.is_floating_point() and not value.any() and value.numel())
    weights[key] = change(weights[key])
    save_file(weights, folder / "model.safetensors")
    with pytest.raises(InputError, match="differs from the weights"):
        tg.load(folder)


# ---- trained networks --------------------------------------------------------------------------------------------


def emulation() -> Any:
    network: Any = tg.compile(tg.library.load("last-label", form="learner"), to="emulation")
    optimizer, rng = network.optimizer(), np.random.default_rng(0)
    for _ in range(6):
        X = rng.choice([-1, 1], (1, network.machine.features))
        network.train_step(optimizer, torch.from_numpy(network.rows(X)), int(rng.choice([-1, 1])))
    return network


def convolution() -> Any:
    network: Any = tg.compile(tg.library.load("last-label", form="grid"), to="rcnn", samples=2, features=2)
    memorise(network, [[1, -1], [1, 1]], [1, -1])
    return network


def descent() -> Any:
    network: Any = tg.compile(tg.library.load("busy-beaver-3"), to="descent")
    going = Descent(network)
    while not going.halted():
        going.advance()
    return network


def extend() -> Any:
    trainer = find_trainer("majority-label")
    network = extended_network(trainer, trainer.sizes(2, 2))
    network.reset(12)
    fit(network, torch.tensor([[1.0, -1.0], [1.0, 1.0]]), torch.tensor([[1.0], [-1.0]]))
    return network


def program() -> Any:
    """A learner of circuits inside gradient descent."""
    learner = tg.library.load("last-label", form="learner", features=2)
    X, y = np.array([[1, -1], [1, 1]], np.int8), np.array([1, -1], np.int8)
    return drive.learn(learner, X, y, X, on="descent").network


def noise_tolerant() -> Any:
    learner = tg.library.load("last-label", form="learner", features=2)
    network: Any = tg.compile(learner, to="emulation", variant="noise-tolerant", samples=2)
    optimizer = network.optimizer()
    for row, y in zip(network.rows([[1, -1], [1, 1]]), (1, -1), strict=True):
        network.train_step(optimizer, torch.from_numpy(row)[None], y)
    assert len(network.decode_samples()) == 2
    return network


TRAINED = [emulation, convolution, descent, extend, noise_tolerant, pytest.param(program, marks=pytest.mark.slow)]


@pytest.mark.parametrize("make", TRAINED, ids=lambda make: make.__name__)
def test_a_trained_network_comes_back_with_every_bit(tmp_path: Path, make: Callable[[], Any]) -> None:
    network = make()
    tg.save(network, tmp_path / "net")
    again = tg.load(tmp_path / "net")
    state = dense_state(network)
    assert dense_state(again).keys() == state.keys()
    assert all(same_bits(tensor, state[name]) for name, tensor in dense_state(again).items())
    assert again.certificate == network.certificate
    fresh = tg.load(tmp_path / "net")  # it trained: the folder holds more than the machine gives
    assert json.loads((tmp_path / "net" / "config.json").read_text())["trained"]
    assert weights_hash(fresh) == weights_hash(network)
    assert {path.name for path in (tmp_path / "net").iterdir()} == {
        "config.json", "machine.json", "model.safetensors", "README.md",
    }  # fmt: skip


@pytest.mark.parametrize("make", TRAINED, ids=lambda make: make.__name__)
def test_a_changed_trained_weight_is_found_and_named(tmp_path: Path, make: Callable[[], Any]) -> None:
    network = make()
    tg.save(network, tmp_path / "net")
    name = json.loads((tmp_path / "net" / "config.json").read_text())["trained"][0]
    weights = load_file(tmp_path / "net" / "model.safetensors")
    weights[name].view(-1)[0] *= -1
    weights[name].view(-1)[0] += 0.0 if make in (emulation, noise_tolerant) else 1.0
    save_file(weights, tmp_path / "net" / "model.safetensors")
    with pytest.raises(InputError, match=f"{name} was changed"):
        tg.load(tmp_path / "net")


def planted(state: dict[str, torch.Tensor], name: str, change: Callable[[torch.Tensor], torch.Tensor]) -> None:
    state[name] = change(state[name]).contiguous()


def first_not_finite(tensor: torch.Tensor) -> torch.Tensor:
    changed = tensor.clone()
    changed.view(-1)[0] = float("nan")
    return changed


PLANTED: dict[str, tuple[Callable[[torch.Tensor], torch.Tensor], str]] = {
    "not finite": (first_not_finite, "not finite"),
    "another format, a little off": (
        lambda tensor: (tensor.float() if tensor.dtype == torch.float64 else tensor.double()) + 2.0**-40,
        "in this network",
    ),
    "another shape": (lambda tensor: torch.cat([tensor, tensor]).unsqueeze(0), "in this network"),
}


@pytest.mark.parametrize("kind", PLANTED)
@pytest.mark.parametrize("make", TRAINED, ids=lambda make: make.__name__)
def test_planted_numbers_with_a_hash_of_their_own_are_refused(
    tmp_path: Path, make: Callable[[], Any], kind: str
) -> None:
    network = make()
    tg.save(network, tmp_path / "net")
    weights = load_file(tmp_path / "net" / "model.safetensors")
    name = next(name for name in network.trained_state if name in weights and weights[name].is_floating_point())
    change, message = PLANTED[kind]
    planted(weights, name, change)
    save_file(weights, tmp_path / "net" / "model.safetensors")
    facts = json.loads((tmp_path / "net" / "config.json").read_text())
    facts["sha256"][name] = hash_of(weights[name])
    (tmp_path / "net" / "config.json").write_text(json.dumps(facts))
    with pytest.raises(InputError, match=message):
        tg.load(tmp_path / "net")


@pytest.mark.parametrize("make", TRAINED, ids=lambda make: make.__name__)
def test_options_that_the_network_does_not_have_are_refused(tmp_path: Path, make: Callable[[], Any]) -> None:
    tg.save(make(), tmp_path / "net")
    changed_facts(
        tmp_path / "net", lambda text: text.replace('"options": {', '"options": {"magic": 1,', 1).replace(",}", "}")
    )
    with pytest.raises(InputError, match=r"magic|'options' are not"):
        tg.load(tmp_path / "net")


def test_what_training_does_not_lead_to_is_not_saved(tmp_path: Path) -> None:
    network = convolution()
    with torch.no_grad():
        network.W[0, 0] = 3
    with pytest.raises(InputError):
        tg.save(network, tmp_path / "net")
    other = emulation()
    with torch.no_grad():
        other.weight[0] += 1
    with pytest.raises(InputError, match="as SGD leaves it"):
        tg.save(other, tmp_path / "net")
    assert not (tmp_path / "net").exists()


def test_a_trainer_that_its_own_documentation_describes_comes_back(tmp_path: Path) -> None:
    place = tmp_path / "mine.tg"
    header = "trainer: data=labelled-rows tapes=words weights=bias-first primary=linear-tanh width=5\n"
    place.write_text(program_text("hebb").replace('"""Trains', f'"""{header}Trains'))
    machine: Any = tg.read(place)
    X, y = np.array([[1, -1], [1, 1]], np.int8), np.array([1, -1], np.int8)
    found = drive.learn(machine, X, y, X, on="descent")
    tg.save(found.network, tmp_path / "net")
    again = drive.learn(tg.load(tmp_path / "net"), X, y, X)
    assert (again.details["weights"], again.sgd_steps) == (found.details["weights"], 0)


def test_weights_that_have_no_file_are_not_saved_in_silence(tmp_path: Path) -> None:
    learner = tg.library.load("last-label", form="learner", features=1)
    network: Any = tg.compile(learner, to="emulation", variant="noise-tolerant", samples=1, constants="paper")
    tg.save(network, tmp_path / "net")
    network.train_step(network.optimizer(), torch.from_numpy(network.rows([[1]])), 1)
    with pytest.raises(InputError, match="which no folder holds"):
        tg.save(network, tmp_path / "trained")


def test_a_network_of_ones_own_functions_is_refused_in_one_line(tmp_path: Path) -> None:
    network = extend()
    network.made_from = {**network.made_from, "trainer": "my own"}
    with pytest.raises(InputError, match="no trainer 'my own'"):
        tg.save(network, tmp_path / "net")
