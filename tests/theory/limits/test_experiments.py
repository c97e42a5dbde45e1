"""The three experiments, small: the ReLU net fits and fails, the emulation net learns the same samples."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch

from turingrad.errors import InputError, LimitError
from turingrad.machine.run import quiet
from turingrad.theory.limits import (
    DataSet,
    Experiment,
    ReluNet,
    TwoLayers,
    arithmetic,
    connectivity,
    initialisation,
    monomials,
    parity_images,
    separation,
)
from turingrad.theory.limits.connectivity import cycle_part
from turingrad.theory.limits.dots import pixels, squares
from turingrad.theory.limits.emulated import emulate_parity, with_constant

NET = ReluNet(width=64, batch=8, epochs=50)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def images() -> Experiment:
    return parity_images(grid=6, beside=4, pixel=2, train=100, test=400, net=NET, every=True)


@pytest.fixture(scope="module")
def graphs() -> Experiment:
    small = ReluNet(width=64, batch=8, epochs=30)
    return connectivity(vertices=24, cycle=10, train=220, test=200, net=small)


@pytest.fixture(scope="module")
def sums() -> Experiment:
    return arithmetic(bases=(2,), train=100, test=200, net=NET)


@pytest.mark.parametrize(
    ("experiment", "part"),
    [("images", 0), pytest.param("graphs", 0, marks=pytest.mark.slow), ("sums", 0)],
)
@pytest.mark.slow
def test_the_relu_net_fits_the_training_set_and_stays_at_chance(
    experiment: str, part: int, request: pytest.FixtureRequest
) -> None:
    trained = request.getfixturevalue(experiment).parts[part].trained[0]
    assert trained.train_error == 0
    assert trained.figures["fits_after_epochs"] <= 50
    assert trained.at_chance, trained.test_error


@pytest.mark.parametrize(
    ("experiment", "part", "network"),
    [
        ("images", 1, 1),
        *(pytest.param("graphs", *place, marks=pytest.mark.slow) for place in ((0, 1), (1, 1), (1, 3))),
        ("sums", 0, 1),
    ],
)
def test_the_emulation_net_learns_the_same_samples(
    experiment: str, part: int, network: int, request: pytest.FixtureRequest
) -> None:
    trained = request.getfixturevalue(experiment).parts[part].trained[network]
    assert trained.network.startswith("emulation")
    assert (trained.train_error, trained.test_error) == (0, 0)
    assert trained.figures["memory_equals_reference"]
    assert 0 < trained.figures["last_error_at_step"] < trained.samples


def test_parts_show_what_the_theorems_say_of_random_parities() -> None:
    figures = (
        parity_images(grid=6, beside=0, train=20, test=20, net=ReluNet(width=8, batch=8, epochs=1)).parts[0].figures
    )
    assert figures["CP_inf of random parities"] == "2^-36"
    assert "nothing" in figures["Corollary 2, batches of 8"]


def test_no_theorem_stands_beside_a_single_function(images: Experiment) -> None:
    """The parity of all squares is one function: its class has cross-predictability 1."""
    assert not images.parts[0].figures


def test_the_two_pictures_of_a_part_are_an_even_and_an_odd_one(images: Experiment) -> None:
    even, odd = images.parts[0].pictures
    assert even.shape == odd.shape == (12, 12)
    assert (even == 0).sum() // 4 % 2 == 0
    assert (odd == 0).sum() // 4 % 2 == 1


def test_an_experiment_is_json_with_every_curve(sums: Experiment) -> None:
    found = json.loads(json.dumps(sums.as_json()))
    relu = found["parts"][0]["networks"][0]
    assert [len(curve) for curve in relu["curves"].values()] == [50, 50, 50]
    assert relu["curves"]["test error"][-1] == relu["test_error"]


def test_a_seed_fixes_the_curves() -> None:
    def curve(seed: int) -> tuple[float, ...]:
        small = ReluNet(width=8, epochs=2)
        found = parity_images(grid=3, beside=0, train=20, test=20, net=small, seed=seed)
        return found.parts[0].trained[0].curves["training loss"]

    assert curve(1) == curve(1) != curve(2)


def test_the_label_of_an_image_is_the_parity_of_its_black_squares() -> None:
    colours, y = squares(np.random.default_rng(0), 13, 50, every=True)
    black = (pixels(colours, 1) == 0).sum(axis=1)
    assert (np.where(black % 2, -1, 1) == y).all()
    assert colours.shape == (50, 169)


def test_the_net_of_figure_5_has_the_weights_that_it_counts() -> None:
    net = ReluNet()
    assert net.weights(169) == sum(p.numel() for p in net.network(169, 0).parameters()) == 54_913


def test_too_few_samples_give_no_answers() -> None:
    X = np.array([[1, 1, 1, 1]], np.int8)
    found = emulate_parity(DataSet(X, np.array([1], np.int8), X, np.array([1], np.int8)))
    assert not found.figures["done"]
    assert found.test_error == 1


def test_a_constant_turns_a_signed_parity_into_a_parity() -> None:
    X = (2 * np.random.default_rng(0).integers(0, 2, (80, 3)) - 1).astype(np.int8)
    y = -X[:, 0] * X[:, 2]
    assert emulate_parity(DataSet.split(with_constant(X), y, 40)).test_error == 0


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: ReluNet(width=0), InputError),
        (lambda: parity_images(grid=3, train=0, test=5), InputError),
        (lambda: parity_images(grid=3000, train=1000, test=1000), LimitError),
        (lambda: parity_images(grid=5, train=10, test=5, net=ReluNet(epochs=10**9)), LimitError),
        (lambda: parity_images(beside=100), InputError),
        (lambda: connectivity(cycle=100), InputError),
        (lambda: connectivity(vertices=100), InputError),
        (lambda: arithmetic(addends=50), InputError),
        (lambda: arithmetic(bases=(4,)), InputError),
        (lambda: arithmetic(bases=()), InputError),
        (lambda: arithmetic(bases=(2,), addends=3), InputError),
        (lambda: initialisation(bits=1), InputError),
        (lambda: initialisation(draws=0), InputError),
        (lambda: initialisation(net=TwoLayers(steps=1 << 40)), LimitError),
        (lambda: monomials(bits=4, degrees=(5,)), InputError),
    ],
)
def test_what_is_too_small_or_too_large_is_refused(make: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        make()  # type: ignore[operator]


@pytest.mark.slow
def test_one_or_two_cycles_are_learned_by_the_emulation_nets_beside_the_relu_net() -> None:
    found = cycle_part(10, 220, 100, ReluNet(width=32, batch=8, epochs=5), 0, quiet)
    relu, search, _, parity = found.trained
    assert relu.test_error > 0.3
    assert (search.test_error, parity.test_error) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_figure_5_at_full_size(seed: int) -> None:
    trained = parity_images(beside=0, every=True, seed=seed).parts[0].trained[0]
    assert trained.train_error == 0
    assert trained.at_chance


@pytest.mark.slow
@pytest.mark.parametrize("base", [3, 5])
def test_sums_are_learned_by_elimination_and_not_by_the_plain_net(base: int) -> None:
    relu, emulation = arithmetic(bases=(base,)).parts[0].trained
    assert relu.at_chance
    assert (emulation.train_error, emulation.test_error) == (0, 0)


def test_the_parity_of_all_bits_is_learned_from_a_rademacher_start_sooner_than_from_a_gaussian_one() -> None:
    every, random = initialisation(bits=12, net=TwoLayers(width=256, steps=500)).parts
    rademacher, gaussian = every.trained
    assert rademacher.test_error < 0.02
    assert gaussian.test_error > 0.3
    assert all(trained.test_error > 0.1 for trained in random.trained)


@pytest.mark.slow
def test_at_24_bits_only_the_parity_of_all_bits_is_learned_and_only_from_a_rademacher_start() -> None:
    every, random = initialisation().parts
    assert every.trained[0].test_error < 0.03
    assert all(trained.test_error > 0.4 for trained in (every.trained[1], *random.trained))


@pytest.mark.slow
def test_monomials_of_24_bits_by_degree_and_start() -> None:
    """Low degrees from both starts, the middle from neither, the highest from a Rademacher start."""
    found = {each.network: each.test_error for each in monomials(degrees=(2, 4, 12, 23)).parts[0].trained}
    for degree in (2, 4):
        assert all(found[f"degree {degree}, {start} start"] < 0.05 for start in ("Rademacher", "Gaussian"))
    assert all(found[f"degree 12, {start} start"] > 0.4 for start in ("Rademacher", "Gaussian"))
    assert found["degree 23, Rademacher start"] < 0.05
    assert found["degree 23, Gaussian start"] > 0.4


def test_low_degrees_are_learned_and_middle_ones_are_not() -> None:
    trained = monomials(bits=16, degrees=(1, 8), net=TwoLayers(steps=300)).parts[0].trained
    assert [each.network for each in trained[:2]] == ["degree 1, Rademacher start", "degree 1, Gaussian start"]
    assert all(each.test_error == 0 for each in trained[:2])
    assert all(each.test_error > 0.4 for each in trained[2:])


EXPERIMENTS = {
    "separation": lambda tell: separation(bits=2, batches=(1, 4), steps=2, draws=1, progress=tell),
    "parity-images": lambda tell: parity_images(
        grid=3, beside=3, train=40, test=20, net=ReluNet(width=8, epochs=3), progress=tell
    ),
    "arithmetic": lambda tell: arithmetic(
        bases=(2,), addends=2, digits=2, train=80, test=20, net=ReluNet(width=8, epochs=3), progress=tell
    ),
    "initialisation": lambda tell: initialisation(bits=6, net=TwoLayers(width=8, steps=40), progress=tell),
    "monomials": lambda tell: monomials(bits=4, net=TwoLayers(width=8, steps=40), progress=tell),
}


@cache
def uninterrupted_run(name: str) -> dict[str, Any]:
    return EXPERIMENTS[name](quiet).as_json()


class CtrlC:
    """Progress that is interrupted at its n-th report."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, *_: object) -> None:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


@pytest.mark.parametrize("name", list(EXPERIMENTS))
@pytest.mark.parametrize("at", [1, 4])
def test_ctrl_c_leaves_what_was_done(name: str, at: int) -> None:
    whole = uninterrupted_run(name)
    found = EXPERIMENTS[name](CtrlC(at)).as_json()
    assert found["interrupted"] is True
    assert "interrupted" not in whole
    done = [(part["title"], each["network"], each) for part in found["parts"] for each in part["networks"]]
    assert done
    for title, network, each in done:
        same = next(part for part in whole["parts"] if part["title"] == title)
        uninterrupted = next(other for other in same["networks"] if other["network"] == network)
        for curve, values in each["curves"].items():
            assert values == uninterrupted["curves"][curve][: len(values)]
        assert each.get("interrupted") or each == uninterrupted
    assert sum(len(part["networks"]) for part in found["parts"]) <= sum(
        len(part["networks"]) for part in whole["parts"]
    )
