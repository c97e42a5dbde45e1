"""Sections 2 and 5: the extended network, its switches, its stopping rule."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import torch
from torch import Tensor

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.descent import ExtendedNetwork, fit, switches
from turingrad.constructions.descent.executors import extended_network
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.tape import run as tape_run

PACKAGE = "turingrad.constructions.descent"
X = np.array([[1], [-1], [1], [1]], np.int8)
Y = np.array([1, -1, 1, -1], np.int8)
TRAINER = BY_NAME["majority-label"]
CLAIMS = Claims("welper")


def tensors(rows: slice = slice(None)) -> tuple[Tensor, Tensor]:
    return torch.from_numpy(X[rows]).float(), torch.from_numpy(Y[rows]).float().unsqueeze(1)


def first_unit(z: Tensor) -> tuple[Tensor, bool]:
    found = torch.zeros_like(z.detach().flatten())
    found[0] = 1
    return found, True


@CLAIMS.state(
    "Proposition 2.1",
    where="section 2",
    statement="Least squares on the extended network ends with F(x) = f_TM(x,y)(x), in one step more than the "
    "machine takes.",
    mutations=mutation("a direction that is not orthogonal", f"{PACKAGE}.extended.orthogonal", first_unit),
    code=(f"{PACKAGE}.ExtendedNetwork", f"{PACKAGE}.fit"),
    assumptions="n m >= 2 label entries; heads start on a blank cell; ties go to the current vertex",
    leaves_out="one trainer, four samples of one feature",
)
def check_training() -> Figures:
    """F(x) is f with TM's weights; the steps are the machine's and one; nothing moves afterwards."""
    hebb = BY_NAME["hebb"]
    sizes = hebb.sizes(4, 1)
    network = extended_network(hebb, sizes)
    x, y = tensors()
    done = fit(network, x, y, max_steps=2000)
    steps = tape_run.run(hebb.machine, hebb.machine_input(sizes, X, Y), max_steps=2000).steps
    written = torch.cat([part.flatten() for part in network.theta().values()]).tolist()
    require(written == hebb.expected_weights(sizes, X, Y, 2000).tolist(), f"theta = {written}")
    require(done.steps == steps + 1, f"{done.steps} gradient steps, {steps} of the machine")
    require(torch.equal(network(x), network.trained_primary()(x)), "F is not f")
    worst = 0.5 * y.numel() * (1.0 + 1.0) ** 2  # |f| and |y| are at most 1
    require(network.levels.b_stop > worst, f"B_stop = {network.levels.b_stop:g} is not above {worst:g}")
    return {"gradient steps": done.steps, "machine steps": steps}


def one_step(network: ExtendedNetwork, x: Tensor, y: Tensor) -> None:
    optimizer = network.optimizer()
    optimizer.zero_grad()
    (0.5 * (network(x) - y).square().sum()).backward()
    optimizer.step()


def closed_reads(norm: Tensor, epsilon: float) -> Tensor:
    return 0.0 * norm * epsilon


@CLAIMS.state(
    "Section 5.2",
    where="section 5.2",
    statement="The first step copies the labels into z and moves nothing else.",
    mutations=mutation("s_init always closed", f"{PACKAGE}.extended.label_switch", closed_reads),
    code=f"{PACKAGE}.switches.label_switch",
    leaves_out="one trainer, four labels; psi at six points",
)
def labels_are_read() -> Figures:
    network = extended_network(TRAINER, TRAINER.sizes(4, 1))
    x, y = tensors()
    network.reset(len(network.data_numbers(x, y)))
    before = [value.detach().clone() for value in network.tracer.parameters()]
    one_step(network, x, y)
    require(torch.equal(network.z.detach(), y), f"z = {network.z.detach().flatten().tolist()}")
    same = [torch.equal(now.detach(), then) for now, then in zip(network.tracer.parameters(), before, strict=True)]
    require(all(same), "the first step moves s, T or H")
    one_step(network, x, y)
    require(torch.equal(network.z.detach(), y), "z moves after the first step")
    epsilon = 0.75
    shares = {0.0: 1.0, 1 / 3: 1.0, 1 / 2: 0.5, 2 / 3: 0.0, 1.0: 0.0, 100.0: 0.0}  # psi: of |z|^2 over epsilon
    for share, wanted in shares.items():
        psi = float(switches.label_switch(torch.tensor(share * epsilon, dtype=torch.float64), epsilon))
        require(abs(psi - wanted) < 1e-12, f"psi is {psi:g} at |z|^2 = {share:g} epsilon, not {wanted:g}")
    return {"labels": y.numel()}


def side_by_side(norm: Tensor, lower: float, upper: float) -> Tensor:
    """A cutoff of two ReLUs side by side."""
    scaled = (norm - 2 * lower) * (0.5 / (upper - lower))
    return torch.relu(scaled) - torch.relu(scaled - 1)


@CLAIMS.state(
    "(27), (28)",
    where="section 5.3",
    statement="s_net(f, u) passes f if |u|^2 is below 2 B_lower, and u if it is above 2 B_upper, each with its slopes.",
    mutations=mutation("ReLUs side by side", f"{PACKAGE}.switches.network_switch", side_by_side),
    code=f"{PACKAGE}.switches.network_switch",
    assumptions="in finite precision: two nested ReLUs, since two side by side round",
    leaves_out="five values of the norm",
)
def switch_values() -> Figures:
    """(27), (28): f below, u above, with slopes exactly 0 and 1."""
    lower, upper = 16.0, 24.0
    for norm, wanted in ((0.0, 0.0), (2 * lower, 0.0), (2 * upper, 1.0), (1e9, 1.0), (7.77e11, 1.0)):
        value = torch.tensor(norm, requires_grad=True)
        phi = switches.network_switch(value, lower, upper)
        phi.backward()  # type: ignore[no-untyped-call]
        slope = value.grad
        require(float(phi.detach()) == wanted, f"phi({norm:g}) = {float(phi.detach()):g}")
        require(slope is not None and float(slope) == 0, f"slope {slope} at {norm:g}")
    return {"values": 5}


@CLAIMS.state(
    "(4)",
    where="section 2",
    statement="The loss falls to B_stop when the machine halts, and not before.",
    mutations=mutation(
        "a bound below the primary's loss", f"{PACKAGE}.constants.Constants.b_stop", property(lambda _: 0.0)
    ),
    code=f"{PACKAGE}.constants.Constants.b_stop",
    status="corrected",
    erratum="B_stop must bound half the squared norm of f - y, not the norm, and is checked from step 1 on",
    leaves_out="one trainer on one data set",
)
def check_stopping() -> Figures:
    """From step 1 on the loss is above B_stop until the halt, there at most B_stop, which bounds half the square."""
    network = extended_network(TRAINER, TRAINER.sizes(4, 1))
    x, y = tensors()
    losses, stop = fit(network, x, y, max_steps=2000).losses, network.levels.b_stop
    worst = 0.5 * y.numel() * (1.0 + 1.0) ** 2  # |f| and |y| are at most 1
    require(stop > worst, f"B_stop = {stop:g} is not above 1/2 |f - y|^2 <= {worst:g}")
    require(losses[0] <= stop, "at step 0 the loss is above B_stop")
    require(min(losses[1:-1]) > stop >= losses[-1], "B_stop does not tell running from halting")
    return {"B_stop": stop, "loss at step 0": losses[0], "least running loss": min(losses[1:-1])}


@CLAIMS.state(
    "Corollary 2.2",
    where="section 2",
    statement="Over configurations the loss of the extended network never rises.",
    mutations=mutation("s_init always closed", f"{PACKAGE}.extended.label_switch", closed_reads),
    code=f"{PACKAGE}.configuration_tracer.ConfigurationTracer",
    status="corrected",
    erratum="it rises once, at step 1, from |y|^2/2 to l + |y|^2/2, and falls in every step from there on",
    leaves_out="one trainer, two samples: the simplex holds the traces of all inputs of up to 12 signs that are "
    "listed, not all |Q| 2^(d tau) tau^d configurations",
)
def falls_but_once() -> Figures:
    network = extended_network(TRAINER, TRAINER.sizes(2, 1), loss="configurations")
    x, y = tensors(slice(2))
    losses = fit(network, x, y, max_steps=2000).losses
    half = float(0.5 * y.square().sum())
    require(losses[0] == half and losses[1] > losses[0] + half, f"no jump: {losses[:2]}")
    require(all(later < earlier for earlier, later in pairwise(losses[1:])), "the loss does not fall after step 1")
    require(network.theta()["bias"].tolist() == [0.0], f"theta = {network.theta()}")
    ends = []
    for labels in (torch.ones(2, 1), -torch.ones(2, 1)):
        fit(network, x, labels, max_steps=2000)
        direct = TRAINER.expected_weights(TRAINER.sizes(2, 1), X[:2], labels.numpy().flatten(), 2000)
        require(network.theta()["bias"].tolist() == direct.tolist(), f"theta = {network.theta()}, not {direct}")
        ends.append(network.tracer.decode(network.tracer.s.detach(), 0).state)
    require(ends == [network.machine.halting[0]] * 2 or all(end in network.machine.halting for end in ends), f"{ends}")
    return {"loss at step 0": losses[0], "at step 1": losses[1], "steps": len(losses) - 1}


def without_divisions(z: Tensor) -> tuple[Tensor, bool]:
    """Appendix C without its two divisions: orthogonal, and of another length."""
    flat = z.detach().flatten()
    found = torch.zeros_like(flat)
    found[1] = flat.dot(flat)
    return found - flat[1] * flat, False


@CLAIMS.state(
    "(1)",
    where="section 2",
    statement="F is composed of f_theta, ReLU, square root and product non-linearities.",
    mutations=mutation("Appendix C without its divisions", f"{PACKAGE}.switches.orthogonal", without_divisions),
    code=f"{PACKAGE}.switches.orthogonal",
    status="corrected",
    assumptions="two labels; for more of them Appendix C divides as well",
    erratum="and of division: Appendix C divides twice, and no composition without a quotient is f_perp",
    leaves_out="that no other composition does without a quotient is proved in the docstring, not computed",
)
def division() -> Figures:
    """F needs a quotient, whatever the labels' range. For two labels the only unit vectors orthogonal to z are
    +-(-z_2, z_1)/|z|, so the square of an entry times z_1^2 + z_2^2 is z_2^2: the square is a rational function and no
    polynomial. What linear maps, ReLUs, products and square roots compose is, on each piece, integral over the
    polynomials (a zero of a monic polynomial with polynomial coefficients), and the polynomials are integrally closed
    (Gauss): a rational function among them is a polynomial. So no such composition is f_perp on any open set.
    """
    rng = np.random.default_rng(0)
    worst = 0.0
    for _ in range(50):
        z = torch.from_numpy(rng.normal(size=(2, 1)) + 3)  # no entry is 0, so Appendix C's formula is taken
        found, exact = switches.orthogonal(z)
        flat = z.flatten()
        require(not exact, "a special case was taken, not the formula")
        off = (found.square() * flat.square().sum() - flat.flip(0).square()).abs().max()
        worst = max(worst, float(off), abs(float(found.norm()) - 1))
    require(worst < 1e-12, f"off by {worst:g} from the only unit vectors orthogonal to z")
    for signs in product((-1.0, 1.0), repeat=4):
        four = torch.tensor(signs)
        found, exact = switches.orthogonal(four)
        require(exact and float(found @ four) == 0 and float(found @ found) == 1, f"{signs}: {found.tolist()}")
    network = extended_network(TRAINER, TRAINER.sizes(2, 1))
    x, y = tensors(slice(2))
    fit(network, x, y, max_steps=2000)
    written = network.theta()["bias"].tolist()
    require(written == [0.0], f"theta = {written}")
    return {"vectors": 50, "largest error": worst}
