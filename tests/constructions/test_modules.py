"""Networks and fitted classifiers are ordinary objects: copied, saved, moved to another dtype, used inside a caller's
context; what cannot work is refused in one line."""

from __future__ import annotations

import copy
import io
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
import torch

import turingrad as tg
from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions import construction, construction_names, drive
from turingrad.constructions.descent import fit
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.executors.rebuilding import find_trainer
from turingrad.estimators import NetworkClassifier, RCNNClassifier, TuringOptimalClassifier
from turingrad.library import load_learner

SAMPLES = np.array([[-1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, -1, 1]], np.int8)
GIVEN: dict[str, Any] = {"feedforward": [0, 1, 1, 0], "emulation": (SAMPLES[:, :2], SAMPLES[:, 2])}
STEPS = 20


@cache
def compile_case(name: str) -> Any:
    machine = {"feedforward": "adder-2"}.get(name, "busy-beaver-3")
    source = load_learner("parity", "learner", 2) if name == "emulation" else library.load(machine)
    return tg.compile(source, to=name, **({"steps": 40} if name == "transformer" else {}))


def save_and_load(thing: Any) -> Any:
    file = io.BytesIO()
    torch.save(thing, file)
    file.seek(0)
    return torch.load(file, weights_only=False)


@pytest.mark.parametrize("name", construction_names())
@pytest.mark.parametrize("copier", [copy.deepcopy, save_and_load], ids=lambda copier: copier.__name__)
def test_a_copy_of_a_network_runs_like_it(name: str, copier: Any) -> None:
    assert lockstep(copier(compile_case(name)), GIVEN.get(name), STEPS).ok


@pytest.mark.parametrize("options", [{"hat": "paper"}, {"guard": True}, {"hat": "paper", "guard": True}], ids=str)
def test_a_lowered_network_of_descent_is_saved_and_runs_like_it(options: dict[str, Any]) -> None:
    assert lockstep(save_and_load(tg.compile("busy-beaver-2", to="descent", **options)), None, 4).ok


def test_a_network_that_trains_by_descent_is_saved_and_learns_like_it() -> None:
    trainer = find_trainer("majority-label")
    network = extended_network(trainer, trainer.sizes(2, 2))
    X, y = torch.tensor([[1.0, -1.0], [1.0, 1.0]]), torch.tensor([[1.0], [-1.0]])
    found = []
    for each in (save_and_load(network), network):
        each.reset(12)
        fit(each, X, y)
        found.append([value.clone() for value in each.state_dict().values()])
    assert all(torch.equal(a, b) for a, b in zip(*found, strict=True))


def test_what_was_learned_is_saved_and_predicts_like_it() -> None:
    for name in ("descent", "emulation", "rcnn"):
        run = tg.learn("last-label", SAMPLES[:, :2], SAMPLES[:, 2], SAMPLES[:, :2], on=name)
        assert np.array_equal(save_and_load(run).predict(SAMPLES[:, :2]), run.predictions), name


@pytest.mark.parametrize("name", construction_names())
@pytest.mark.parametrize(("change", "dtype"), [("half", "float16"), ("double", "float64")])
def test_a_network_in_another_dtype_runs_where_it_is_exact_and_is_refused_elsewhere(
    name: str, change: str, dtype: str
) -> None:
    network = copy.deepcopy(compile_case(name))
    changed = getattr(network, change)
    if not network.certificate.dtypes()[dtype]:
        with pytest.raises(tg.CertificateError, match="not exact in"):
            lockstep(changed(), GIVEN.get(name), STEPS)
        return
    network = changed()
    assert lockstep(network, GIVEN.get(name), STEPS).ok
    if name in ("feedforward", "emulation"):
        return
    if any(dtype in executor.dtypes for executor in construction(name).executors):
        expected = drive.run(network.machine, max_steps=STEPS)
        assert drive.run(network, max_steps=STEPS).configuration == expected.configuration
    else:
        with pytest.raises(tg.InputError, match="computes in"):
            drive.run(network, max_steps=STEPS)


@pytest.mark.parametrize("context", [torch.no_grad, torch.inference_mode], ids=lambda context: context.__name__)
@pytest.mark.parametrize("name", ["descent", "emulation"])
def test_what_learns_by_gradients_learns_where_the_caller_has_none(name: str, context: Any) -> None:
    with context():
        network = copy.deepcopy(compile_case(name))
        assert lockstep(network, GIVEN.get(name), STEPS).ok
        found = drive.learn(load_learner("parity", "learner", 2), *GIVEN["emulation"], SAMPLES[:, :2], on="emulation")
        assert not torch.is_grad_enabled()
    expected = drive.learn(load_learner("parity", "learner", 2), *GIVEN["emulation"], SAMPLES[:, :2], on="emulation")
    assert np.array_equal(found.predictions, expected.predictions)


def test_vmap_works_on_the_decoder() -> None:
    tokens = torch.tensor([[0, 1, 2], [2, 1, 0]])
    network = compile_case("decoder")
    assert torch.equal(torch.vmap(network)(tokens), torch.stack([network(row) for row in tokens]))


@pytest.mark.parametrize("name", ["transformer", "rcnn", "feedforward", "emulation"])
def test_vmap_is_refused_in_one_line_where_it_cannot_work(name: str) -> None:
    more = (3,) if name == "rcnn" else ()
    with pytest.raises(tg.InputError, match="does not run inside vmap"):
        torch.vmap(lambda each: compile_case(name)(each, *more))(torch.zeros(2, 1, 4))


@pytest.mark.parametrize(
    "classifier",
    [
        NetworkClassifier("parity"),
        NetworkClassifier("parity", on="reference"),
        RCNNClassifier("last-label"),
        TuringOptimalClassifier(1, budget=50, instances=10, library="none"),
    ],
    ids=lambda classifier: type(classifier).__name__,
)
@pytest.mark.parametrize("copier", [copy.deepcopy, save_and_load], ids=lambda copier: copier.__name__)
def test_a_copy_of_a_fitted_classifier_predicts_like_it(classifier: Any, copier: Any) -> None:
    X, y = np.tile(SAMPLES[:, :2], (6, 1)), np.tile(SAMPLES[:, 2], 6)
    fitted = copy.deepcopy(classifier).fit(X, y)
    assert np.array_equal(copier(fitted).predict(X), fitted.predict(X))


WRONG_TENSORS: dict[str, Any] = {
    "no tensor": [1, 2],
    "nothing": None,
    "scalar": torch.tensor(1.0),
    "empty": torch.zeros(0),
    "five dimensions": torch.zeros(1, 1, 1, 1, 1),
    "another width": torch.zeros(3, 41),
    "whole numbers": torch.ones(2, 3, 3, dtype=torch.int64),
    "numbers of no token": torch.tensor([-1, 10**6]),
    "flags": torch.ones(2, 3, dtype=torch.bool),
    "complex": torch.ones(2, 3, 3, dtype=torch.complex64),
    "sparse": torch.eye(3).to_sparse(),
    "meta": torch.zeros(2, 3, 3, device="meta"),
    "not a number": torch.full((2, 3, 3), torch.nan),
    "another format": torch.ones(2, 3, 3, dtype=torch.float64),
}


@pytest.mark.parametrize("name", construction_names())
def test_wrong_tensors_are_refused_in_one_line(name: str) -> None:
    """What is no input of a network, or none of its activations, never reaches torch's own errors."""
    network = compile_case(name)
    calls = {"decode": lambda given: network.decode(given, 0)}
    if name != "descent":  # its loss takes none
        calls["forward"] = lambda given: network(given, *((3,) if name in ("rcnn", "siegelmann-sontag") else ()))
    for called, given in product(calls, WRONG_TENSORS):
        said = ""
        try:
            calls[called](WRONG_TENSORS[given])
        except tg.TuringradError as error:
            said = str(error)
        except Exception as error:
            pytest.fail(f"{called} of {given}: {type(error).__name__}: {error}")
        assert "\n" not in said
