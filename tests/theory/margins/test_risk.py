"""Training with the margin loss (2.2): sample curves, margins of learned weights from both sides, Definition 2.1."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from turingrad import library
from turingrad.constructions.transformer import compile_network as compile_transformer
from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.tape import TapeMachine
from turingrad.theory.margins.attack import Search
from turingrad.theory.margins.attack_search import Parameters
from turingrad.theory.margins.compiled_rows import circuit_row
from turingrad.theory.margins.near_compiled import learn_near
from turingrad.theory.margins.relu_family import ReLUFamily
from turingrad.theory.margins.risk import (
    Family,
    LearnedVictim,
    Training,
    first_order_margins,
    fit,
    margins_and_losses,
    outputs,
    project,
    sample_curve,
)
from turingrad.theory.margins.sm_approximation import approximation
from turingrad.theory.margins.tasks import Task, circuit_task, machine_task
from turingrad.theory.margins.transformer import transformer_bound
from turingrad.theory.margins.transformer_family import TransformerFamily

FAMILIES: tuple[Family, ...] = (ReLUFamily(4, 6, 2), TransformerFamily(2, 4, width=6, scores=3))


def multiplier() -> tuple[Circuit, Task]:
    circuit = library.load("multiplier-2")
    assert isinstance(circuit, Circuit)
    return circuit, circuit_task(circuit, 1)


@pytest.mark.slow
def test_errors_fall_with_samples_and_margins_of_learned_weights_are_bracketed() -> None:
    circuit, task = multiplier()
    how = Training(steps=120, budget=30)
    few, many = sample_curve(task, ReLUFamily(4, 12, 2), (3, 64), how)
    assert few.population_error > many.population_error == many.train_error == 0.0
    for row in (few, many):
        assert 0 < row.certified < row.attacked
        assert 0 <= row.loss_from <= row.loss_to <= 1
        assert row.norm1 <= how.alpha * (1 + 1e-9)
    compiled = circuit_row(task, circuit, 1, True, how)
    assert compiled.population_error == 0.0
    assert 0 < compiled.certified < compiled.attacked
    assert many.certified > compiled.certified  # training for margins finds larger ones than the construction has


def test_the_margin_loss_enlarges_margins_over_the_logistic_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """(2.2) at the first-order margin is what training minimises, not the logistic loss alone."""
    _, task = multiplier()
    family = ReLUFamily(4, 12, 2)
    smallest = []
    for warm in (0.5, 1.0):
        monkeypatch.setattr("turingrad.theory.margins.risk.WARM", warm)
        weights = fit(family, task.x, task.y, Training(gamma=0.3, steps=200, seed=3))
        smallest.append(float(first_order_margins(family, weights, task.x, task.y).min()))
    assert smallest[0] > 1.2 * smallest[1] > 0


@pytest.mark.parametrize("family", FAMILIES, ids=["relu", "transformer"])
def test_a_family_s_second_forward_pass_agrees(family: Family) -> None:
    weights = family.initial(2)
    p = {name: value.numpy() for name, value in weights.items()}
    for row in torch.tensor([[0.0, 1.0, 1.0, 0.0], [1.0, 1.0, 0.0, 1.0]], dtype=torch.float64):
        assert float(family.output(weights, row)) == pytest.approx(family.numpy_output(p, row.numpy()), rel=1e-9)
    assert sorted(name for group in family.groups() for name in group) == sorted(weights)


@pytest.mark.parametrize("family", FAMILIES, ids=["relu", "transformer"])
def test_the_first_order_margin_is_the_output_over_its_gradient(family: Family) -> None:
    weights = family.initial(1)
    x = torch.tensor([[0.0, 1.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0]], dtype=torch.float64)
    y = torch.tensor([1.0, -1.0], dtype=torch.float64)
    found = first_order_margins(family, weights, x, y)
    for row, label, margin in zip(x, y, found, strict=True):
        leaves = [value.clone().requires_grad_() for value in weights.values()]
        value = family.output(dict(zip(weights, leaves, strict=True)), row)
        size = torch.cat([slope.reshape(-1) for slope in torch.autograd.grad(value, leaves)]).norm()
        assert float(margin) == pytest.approx(float((label * value / size).detach()), rel=1e-6)


@pytest.mark.parametrize("family", FAMILIES, ids=["relu", "transformer"])
def test_no_perturbation_of_the_certified_size_changes_a_learned_prediction(family: Family) -> None:
    x = torch.tensor([0.0, 1.0, 1.0, 0.0], dtype=torch.float64)
    for seed in range(3):
        weights = family.initial(seed)
        label = float(torch.sign(family.output(weights, x)))
        victim = LearnedVictim(family, weights, x, label)
        certified, found = victim.bracket(40)
        assert found.norm is not None
        assert 0 < certified < found.norm
        assert found.delta is not None
        moved = {name: (value + found.delta[name]).numpy() for name, value in weights.items()}
        assert family.numpy_output(moved, x.numpy()) * label <= 0
        search = Search(victim, 10, None)
        step = torch.randn(sum(search.sizes), generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
        assert search.margin(step * (certified / step.norm()))[0] > 0
        assert family.margin_bound(weights, x, -label) == 0.0  # a wrong prediction has the margin 0


def test_the_transformer_s_certificate_bounds_what_perturbations_do() -> None:
    """`moved` is at least what the output moves by, for random perturbations of that size."""
    family = TransformerFamily(2, 4, width=6, scores=3)
    weights, x = family.initial(4), torch.tensor([1.0, 0.0, 1.0, 1.0], dtype=torch.float64)
    norms = {name: float(torch.linalg.matrix_norm(v, 2) if v.dim() == 2 else v.norm()) for name, v in weights.items()}
    for gamma in (1e-4, 1e-2):
        allowed = family.output_shift(weights, norms, x, gamma)
        for seed in range(5):
            generator = torch.Generator().manual_seed(seed)
            noise = {
                name: torch.randn(v.shape, generator=generator, dtype=torch.float64) for name, v in weights.items()
            }
            size = float(torch.cat([part.reshape(-1) for part in noise.values()]).norm())
            other = {name: value + noise[name] * (gamma / size) for name, value in weights.items()}
            assert abs(float(family.output(other, x) - family.output(weights, x))) <= allowed


def test_projection_onto_the_1_norm_ball_is_the_nearest_point() -> None:
    p: Parameters = {"a": torch.tensor([3.0, -1.0]).double(), "b": torch.tensor([0.2]).double()}
    project(p, 2.0)
    assert p["a"].tolist() == pytest.approx([2.0, 0.0])
    assert p["b"].tolist() == [0.0]
    inside: Parameters = {"a": torch.tensor([0.5, -0.5]).double()}
    project(inside, 2.0)
    assert inside["a"].tolist() == [0.5, -0.5]


def test_the_loss_is_bracketed_by_attacks_and_certificates() -> None:
    assert margins_and_losses([(0.05, 0.2), (0.0, None)], 0.1) == pytest.approx((0.0, 0.2, 0.0, 0.75, 2))


def test_definition_2_1_is_measured_over_random_circuits() -> None:
    few, many = approximation(4, 5, (2, 48), trials=3, epsilon=0.1, how=Training(steps=60))
    assert few.error > many.error
    assert few.within < many.within
    assert (few.trials, few.samples, many.samples) == (3, 2, 48)


def test_a_machine_s_answers_are_the_labels_and_both_have_half_of_the_chance() -> None:
    machine = library.load("palindrome")
    assert isinstance(machine, TapeMachine)
    task = machine_task(machine, 4)
    strings = ["".join(task.alphabet[int(i)] for i in row) for row in task.x.tolist()]
    assert [y > 0 for y in task.y.tolist()] == [string == string[::-1] for string in strings]
    assert task.chance[task.y.numpy() > 0].sum() == pytest.approx(0.5)


@pytest.mark.slow
def test_a_small_transformer_learns_palindromes_of_four_symbols() -> None:
    machine = library.load("palindrome")
    assert isinstance(machine, TapeMachine)
    how = Training(gamma=0.05, alpha=400.0, starts=2, budget=40)
    few, many = sample_curve(machine_task(machine, 4), TransformerFamily(2, 4), (4, 64), how)
    assert many.train_error == many.population_error == 0.0 < few.population_error
    assert 0 < many.certified < many.attacked
    assert many.attacked > 0.01


def test_what_cannot_be_learned_from_is_refused() -> None:
    wide = library.load("adder-128")
    assert isinstance(wide, Circuit)
    with pytest.raises(InputError, match="over all inputs"):
        circuit_task(wide)
    palindrome, beaver = library.load("palindrome"), library.load("busy-beaver-3")
    assert isinstance(palindrome, TapeMachine)
    assert isinstance(beaver, TapeMachine)
    with pytest.raises(LimitError, match="strings"):
        machine_task(palindrome, 40)
    with pytest.raises(InputError, match="no answer"):
        machine_task(beaver, 2)
    with pytest.raises(InputError, match="same answer"):
        machine_task(palindrome, 1)
    _, task = multiplier()
    with pytest.raises(InputError, match="at least one input"):
        next(sample_curve(task, ReLUFamily(4, 4, 1), (0,)))
    with pytest.raises(InputError, match="positive"):
        fit(ReLUFamily(4, 4, 1), task.x, task.y, Training(gamma=0.0))


def test_outputs_are_row_by_row() -> None:
    family = ReLUFamily(4, 6, 2)
    weights = family.initial(0)
    rows = torch.from_numpy(np.random.default_rng(0).integers(0, 2, (5, 4))).double()
    assert outputs(family, weights, rows).tolist() == pytest.approx([float(family.output(weights, r)) for r in rows])


def test_a_transformer_trained_near_the_compiled_one_keeps_a_certificate() -> None:
    palindrome = library.load("palindrome")
    assert isinstance(palindrome, TapeMachine)
    network = compile_transformer(palindrome, steps=5, input_length=2, dtype=torch.float64)
    bound = transformer_bound(network).tightened
    before, after = learn_near(network, ["aa", "ab"], noise=bound / 4, radius=bound / 2, steps=3)
    assert before.error == after.error == 0.0
    assert before.distance == pytest.approx(bound / 4)
    assert before.distance < after.distance <= bound / 2 * (1 + 1e-9)
    assert after.certified == pytest.approx(bound - after.distance)
    assert after.loss < before.loss
    assert before.moving > 0.5
    (far, _) = learn_near(network, ["aa"], noise=2 * bound, radius=2 * bound, steps=1)
    assert far.certified == 0.0
    with pytest.raises(InputError, match="at most the radius"):
        learn_near(network, ["aa"], noise=1.0, radius=0.5)
