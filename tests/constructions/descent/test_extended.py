"""Extended networks: plain least squares that runs a trainer, then is the primary network with its weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from tests.constructions.descent.memoriser import Constant, copier, memoriser
from turingrad.check import compare
from turingrad.constructions.descent import ExtendedNetwork, fit, fit_batches
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.primary import Primary
from turingrad.constructions.descent.switches import along, label_switch, network_switch, orthogonal
from turingrad.errors import CertificateError, InputError, LimitError
from turingrad.library.trainers.layout import Trainer
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run

AND = torch.tensor([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
AND_LABELS = torch.tensor([[-1.0], [-1.0], [-1.0], [1.0]])


def draw_samples(rng: np.random.Generator, n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    return rng.choice([-1, 1], (n, d)).astype(np.int8), rng.choice([-1, 1], n).astype(np.int8)


def assert_trained(
    trainer: Trainer, X: np.ndarray, y: np.ndarray, passes: int | None = None, hat: str = "directed"
) -> None:
    """The weights, the outputs, the number of steps, and that further steps change nothing."""
    sizes = trainer.sizes(*X.shape, passes)
    network = extended_network(trainer, sizes, hat=hat)
    x, labels = torch.from_numpy(X).float(), torch.from_numpy(y).float().unsqueeze(1)
    done = fit(network, x, labels)
    reference = tape_run.run(trainer.machine, trainer.machine_input(sizes, X, y), max_steps=100_000)
    assert done.steps == reference.steps + 1
    written = torch.cat([part.flatten() for part in network.theta().values()])
    np.testing.assert_array_equal(written.numpy(), trainer.direct(sizes, X, y))
    with torch.no_grad():
        assert torch.equal(network(x), network.primary_output(x))
    assert network.tracer.configuration(reference.steps) == reference.configuration
    before, optimizer = network.tracer.snapshot(), network.optimizer()
    for _ in range(3):
        optimizer.zero_grad()
        loss = 0.5 * (network(x) - labels).square().sum()
        loss.backward()
        optimizer.step()
    assert torch.equal(network.tracer.snapshot(), before)
    assert torch.equal(network.z.detach(), labels)


@pytest.mark.parametrize(
    ("name", "samples", "features"),
    [("majority-label", 5, 1), ("hebb", 4, 2), ("perceptron", 4, 2), ("gradient-descent", 2, 1), ("parity", 4, 2)],
)
def test_training_writes_the_directly_computed_weights(name: str, samples: int, features: int) -> None:
    X, y = draw_samples(np.random.default_rng(4), samples, features)
    assert_trained(BY_NAME[name], X, y, passes=1)


def test_training_works_under_the_papers_hat() -> None:
    X, y = draw_samples(np.random.default_rng(5), 4, 2)
    assert_trained(BY_NAME["parity"], X, y, hat="paper")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["perceptron", "parity"])
@pytest.mark.parametrize("part", range(5))
def test_a_hundred_random_data_sets_train_to_the_direct_computation(name: str, part: int) -> None:
    rng = np.random.default_rng(100 + part)
    for _ in range(20):
        X, y = draw_samples(rng, int(rng.integers(2, 6)), int(rng.integers(1, 4)))
        assert_trained(BY_NAME[name], X, y, passes=1 if name == "parity" else int(rng.integers(1, 3)))


def test_the_gradient_steps_decode_to_the_machines_configurations() -> None:
    trainer = BY_NAME["hebb"]
    X, y = AND.numpy().astype(np.int8), AND_LABELS[:, 0].numpy().astype(np.int8)
    sizes = trainer.sizes(*X.shape)
    found = extended_network(trainer, sizes).trace((AND, AND_LABELS))
    assert compare(tape_run.trace(trainer.machine, trainer.machine_input(sizes, X, y)), found).ok


def test_the_first_step_reads_the_labels_and_nothing_else() -> None:
    network = extended_network(BY_NAME["hebb"], BY_NAME["hebb"].sizes(4, 2))
    network.reset(len(network.data_numbers(AND, AND_LABELS)))
    before = [value.detach().clone() for value in network.tracer.parameters()]
    optimizer = network.optimizer()
    loss = 0.5 * (network(AND) - AND_LABELS).square().sum()
    loss.backward()
    optimizer.step()
    assert torch.equal(network.z.detach(), AND_LABELS)
    assert all(torch.equal(now, then) for now, then in zip(network.tracer.parameters(), before, strict=True))


@pytest.mark.slow
def test_a_trained_network_answers_new_inputs_of_any_number() -> None:
    network = extended_network(BY_NAME["perceptron"], BY_NAME["perceptron"].sizes(4, 2, 2))
    fit(network, AND, AND_LABELS)
    new = torch.tensor([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]]).repeat(3, 1)
    with torch.no_grad():
        assert torch.equal(network.predict(new), network.primary_output(new))
    assert network.predict(new[:0]).shape == (0, 1)


def test_the_primary_need_not_be_skipped_while_the_machine_runs() -> None:
    trainer = BY_NAME["hebb"]
    losses = []
    for skip in (True, False):
        network = extended_network(trainer, trainer.sizes(4, 2))
        network.skip_closed = skip
        losses.append(fit(network, AND, AND_LABELS).losses)
    assert losses[0] == losses[1]


def test_an_infinite_primary_on_a_half_written_tape_spoils_the_plain_product() -> None:
    """Erratum: (1 - phi) f = 0 * inf is not 0; f is skipped while phi = 1."""
    trainer = BY_NAME["hebb"]
    for skip, finite in ((True, True), (False, False)):
        network = extended_network(trainer, trainer.sizes(4, 2))
        network.skip_closed = skip
        network.reset(len(network.data_numbers(AND, AND_LABELS)))
        network.dequantise = lambda _: torch.full((3,), 1e6)
        network.z.data = AND_LABELS.clone()
        network.f = Primary(Unbounded())
        assert bool(torch.isfinite(network(AND)).all()) == finite


class Unbounded(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(2, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.linear(x).exp()


def run_batches(name: str, X: np.ndarray, y: np.ndarray, passes: int) -> tuple[list[float], np.ndarray, int]:
    """(the weights of a stream of two batches, those of the direct computation on all samples, reads)."""
    trainer, half = BY_NAME[name], len(X) // 2
    sizes = trainer.sizes(half, X.shape[1], passes, batches=2)
    network = extended_network(trainer, sizes)
    x, labels = torch.from_numpy(X).float(), torch.from_numpy(y).float().unsqueeze(1)
    done = fit_batches(network, [(x[:half], labels[:half]), (x[half:], labels[half:])] * passes)
    assert network.z.shape == (half, 1)
    assert done.machine_steps == done.steps - 2 * passes
    written = torch.cat([part.flatten() for part in network.theta().values()])
    return written.tolist(), trainer.direct(sizes, X, y), done.reads


@pytest.mark.parametrize(
    ("name", "passes"),
    [
        ("hebb", 1),
        ("majority-label", 1),
        ("parity", 1),
        pytest.param("perceptron", 2, marks=pytest.mark.slow),
    ],
)
def test_batches_of_labels_are_read_one_after_the_other(name: str, passes: int) -> None:
    """Remark 2.4: batches of four, read into a z of four by the gradient, give the weights of all eight samples."""
    X, y = draw_samples(np.random.default_rng(6), 8, 2)
    written, direct, reads = run_batches(name, X, y, passes)
    assert written == direct.tolist()
    assert reads == 2 * passes


def test_words_are_wide_enough_for_the_whole_stream() -> None:
    """Eight samples all +1 in two batches: a word for one batch wraps to -8."""
    X, y = np.ones((8, 2), np.int8), np.ones(8, np.int8)
    assert run_batches("hebb", X, y, 1)[0] == [8.0, 8.0, 8.0]


def test_a_stream_of_another_length_is_refused() -> None:
    trainer = BY_NAME["hebb"]
    network = extended_network(trainer, trainer.sizes(4, 2, batches=2))
    before = network.tracer.snapshot()
    with pytest.raises(InputError, match="requests another batch after the 1"):
        fit_batches(network, [(AND, AND_LABELS)])
    with pytest.raises(InputError, match="halted after 2 of 3 batches"):
        fit_batches(network, [(AND, AND_LABELS)] * 3)
    assert torch.equal(network.tracer.snapshot(), before)
    with pytest.raises(InputError, match="plain takes one"):
        replace(trainer, name="plain", batch_state="").sizes(4, 2, batches=2)


def test_a_batch_state_away_from_the_guard_is_refused() -> None:
    """Under the data head the tape changes with the batch: the machine would go on with a symbol that is gone."""
    network = memoriser(batch_states=("copy",))
    with pytest.raises(InputError, match="data head is not on the blank left of the data"):
        fit_batches(network, [(torch.zeros(3, 1), torch.ones(3, 1))] * 2)


def test_the_step_that_asks_empties_z_by_its_gradient() -> None:
    trainer = BY_NAME["hebb"]
    network = extended_network(trainer, trainer.sizes(4, 2, batches=2))
    network.reset(len(network.data_numbers(AND, AND_LABELS)))
    optimizer = network.optimizer()
    for _ in range(2000):
        optimizer.zero_grad()
        (0.5 * (network(AND) - AND_LABELS).square().sum()).backward()
        asked, gradient = float(network.query_value()) == 1, network.z.grad
        optimizer.step()
        if asked:
            break
    assert gradient is not None
    assert torch.equal(gradient, AND_LABELS)  # d/dz of 1/2 |z|^2 at z = y
    assert network.reading
    assert not network.z.detach().any()


@pytest.mark.parametrize("which", ["features", "labels"])
def test_real_numbers_are_not_binarised_in_silence(which: str) -> None:
    trainer = BY_NAME["gradient-descent"]
    network = extended_network(trainer, trainer.sizes(4, 2))
    x, y = (0.5 * AND, AND_LABELS) if which == "features" else (AND, 0.5 * AND_LABELS)
    with pytest.raises(InputError, match=f"{which} must be -1 or .1"):
        fit(network, x, y)


def test_words_that_are_too_narrow_for_gradient_descent_are_refused() -> None:
    X, y = draw_samples(np.random.default_rng(8), 12, 40)
    trainer = BY_NAME["gradient-descent"]
    with pytest.raises(InputError, match="40 features are too many"):
        trainer.direct(trainer.sizes(12, 40, 8), X, y)


@pytest.mark.parametrize("labels", [[0.5, 1.25, -3.0], [2.0, 2.0, 2.0], [3.9375, 0.015625, 0.015625], [1.0, -1.0, 1.0]])
def test_real_labels_train_within_the_error_bound(labels: list[float]) -> None:
    """No zero label and fewer than four signs: gradients round, and the rounding inside the stop-gradients holds."""
    network = memoriser()
    y = torch.tensor(labels).unsqueeze(1)
    done = fit(network, torch.zeros(3, 1), y)
    assert done.machine_steps == 3 * 10 + 2
    assert torch.equal(network.predict(torch.zeros(3, 1)), y)
    assert 0 < network.label_error(y) < 1e-4


def test_a_zero_label_makes_every_gradient_exact() -> None:
    network = memoriser()
    y = torch.tensor([[1.5], [0.0], [-2.5]])
    fit(network, torch.zeros(3, 1), y)
    assert network.label_error(y) == 0
    codes = {tuple(code) for code in network.recipe.encoding.codes}
    assert {tuple(cell) for cell in network.tracer.tapes()[1].T.tolist()} == codes
    assert torch.equal(network.predict(torch.zeros(3, 1)), y)


def test_a_machine_that_starts_on_its_data_gets_a_guard_cell() -> None:
    rules = [rule for rule in copier().rules if rule.state == "copy"]
    machine = TapeMachine(("copy", "halt"), ("0", "1", "_"), "_", "copy", tuple(rules), ("halt",), tapes=2)
    plain = memoriser()
    network = ExtendedNetwork(
        Constant((3, 1)),
        machine,
        plain.quantise,
        plain.dequantise,
        labels=(3, 1),
        output_bound=8,
        label_bound=4,
        guard=True,
    )
    y = torch.tensor([[0.5], [0.25], [-3.0]])
    assert fit(network, torch.zeros(3, 1), y).steps == 1 + 1 + 31
    assert torch.equal(network.predict(torch.zeros(3, 1)), y)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([[0.1], [0.1], [0.1]], r"\|y\|\^2 = 0.03 is below epsilon"),
        ([[float("nan")], [1.0], [1.0]], "a label is not finite"),
        ([[1.0], [1.0]], r"labels of shape \(2, 1\)"),
        ([[100.0], [1.0], [1.0]], "above label_bound"),
    ],
)
def test_labels_that_cannot_train_are_refused(labels: list[list[float]], message: str) -> None:
    network = memoriser()
    before = network.tracer.snapshot()
    with pytest.raises(InputError, match=message):
        fit(network, torch.zeros(3, 1), torch.tensor(labels))
    assert torch.equal(network.tracer.snapshot(), before)


def test_non_finite_features_are_refused() -> None:
    with pytest.raises(InputError, match="a feature is not finite"):
        fit(memoriser(), torch.full((3, 1), torch.inf), torch.ones(3, 1))


def test_a_machine_that_does_not_halt_leaves_the_parameters_as_they_were() -> None:
    network = memoriser()
    fit(network, torch.zeros(3, 1), torch.tensor([[1.5], [1.0], [-2.5]]))
    before, z = network.tracer.snapshot(), network.z.detach().clone()
    with pytest.raises(LimitError, match="not halted within 10 gradient steps"):
        fit(network, torch.zeros(3, 1), torch.ones(3, 1), max_steps=10)
    assert torch.equal(network.tracer.snapshot(), before)
    assert torch.equal(network.z.detach(), z)


def test_a_primary_that_does_not_fit_the_labels_is_refused() -> None:
    network = memoriser()
    network.f = Primary(nn.Sequential(nn.Linear(1, 1, bias=False), nn.Flatten(0)))
    network.dequantise = lambda _: torch.zeros(1)
    with pytest.raises(InputError, match=r"outputs have shape \(3,\), the labels \(3, 1\)"):
        fit(network, torch.zeros(3, 1), torch.ones(3, 1))


def test_outputs_beyond_their_bound_are_reported() -> None:
    network = memoriser(output_bound=0.01, label_bound=0.5)
    network.dequantise = lambda _: torch.full((3,), 100.0)
    with pytest.raises(InputError, match="outputs exceed output_bound"):
        fit(network, torch.zeros(3, 1), torch.full((3, 1), 0.5))


def test_fewer_than_two_labels_are_refused() -> None:
    with pytest.raises(InputError, match="at least two entries"):
        memoriser(labels=(1, 1))


def test_a_primary_without_a_known_bound_is_refused() -> None:
    with pytest.raises(InputError, match="give output_bound"):
        memoriser(output_bound=None)


def test_too_coarse_floats_are_refused() -> None:
    network = memoriser(labels=(60, 1), dtype=torch.float16)
    with pytest.raises(CertificateError, match="use float64"):
        network.check_labels(torch.full((60, 1), 1.5, dtype=torch.float16))


def test_the_switches_saturate_exactly() -> None:
    norms = torch.tensor([0.0, 0.3, 0.7, 1e6], requires_grad=True)
    psi = label_switch(norms, 1.0)
    assert psi.tolist() == [1, 1, 0, 0]
    psi.sum().backward()
    assert norms.grad is not None
    assert norms.grad.tolist() == [0, 0, 0, 0]
    assert network_switch(torch.tensor([1.0, 2.0, 6.0, 1e9]), 1.0, 3.0).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    "z", [[0.0, 0.0], [1.0, 0.0, 3.0], [1.0, -1.0, -1.0, 1.0, 1.0], [5.0, 0.1], [0.1, 5.0], [2.0] * 7]
)
def test_the_orthogonal_vector_is_orthogonal_and_of_unit_length(z: list[float]) -> None:
    """Erratum: at z = 0 the formula of Appendix C is 0/0."""
    labels = torch.tensor(z, dtype=torch.float64)
    found, exact = orthogonal(labels)
    assert float(found.norm()) == pytest.approx(1, abs=0 if exact else 1e-12)
    assert float(found @ labels) == pytest.approx(0, abs=0 if exact else 1e-12)


def test_the_gradient_through_sign_labels_is_exact_at_every_running_loss() -> None:
    """(sqrt(2l) f_perp - y) . f_perp = sqrt(2l) without rounding: the factor that reaches the machine is exactly 1."""
    network = extended_network(BY_NAME["perceptron"], BY_NAME["perceptron"].sizes(4, 2))
    constants = network.recipe.constants
    direction, exact = orthogonal(AND_LABELS)
    assert exact
    for loss in torch.linspace(constants.running_least, constants.running_most, 500):
        value = loss.clone().requires_grad_()
        u = along(torch.sqrt(2 * value), direction)
        (0.5 * (u - AND_LABELS.flatten()).square().sum()).backward()
        assert value.grad is not None
        assert float(value.grad) == 1.0


def test_a_square_root_of_zero_has_no_gradient() -> None:
    """Erratum: l = 0 at the halt gives NaN; c lies strictly above the halting weight."""
    zero = torch.zeros(1, requires_grad=True)
    (0 * torch.sqrt(2 * zero)).backward()
    assert zero.grad is not None
    assert bool(torch.isnan(zero.grad).all())
    constants = memoriser().recipe.constants
    assert constants.c - constants.halt_weight * constants.gamma > 0


def test_the_stopping_rule_holds_from_the_first_machine_step_on() -> None:
    """Erratum: before the labels are read the loss 1/2 |y|^2 is below B_stop already."""
    network = memoriser()
    done = fit(network, torch.zeros(3, 1), torch.tensor([[1.5], [1.0], [-2.5]]))
    stop = network.recipe.constants.b_stop
    assert done.losses[0] <= stop
    assert min(done.losses[1:-1]) > stop >= done.losses[-1]


def test_the_certificate_covers_the_labels_rounding() -> None:
    """Sixty labels of magnitude 4 round too much for float16, though every sum of the loss is exact there."""
    network = memoriser(labels=(60, 1))
    assert network.recipe.certificate.exact_in("float16")
    assert not network.certificate.exact_in("float16")
    assert network.certificate.exact_in("float32")
