"""Algorithm 1, Lemmas 1 to 4: what SGD writes into W, and what the network then computes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch

from turingrad import tasks
from turingrad._support.arrays import Signs, all_signs
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.rcnn import RCNN, SGDStep, algorithm_1, memorise
from turingrad.constructions.rcnn.algorithm import with_dummy
from turingrad.constructions.rcnn.circuit import classifier_circuit
from turingrad.library import load_learner
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions

HERE = "turingrad.constructions.rcnn.claims.training"
PACKAGE = "turingrad.constructions.rcnn"
CLAIMS = Claims("goel")


def learner(name: str) -> GridMachine:
    return load_learner(name, form="grid")


def data(seed: int, d: int, m: int) -> tuple[Signs, Signs]:
    return tasks.get("parity").sample(np.random.default_rng(seed), d, m)


def steps_of(network: RCNN, X: Signs, y: Signs) -> Iterator[SGDStep]:
    return algorithm_1(network, X, y)


def at_twice_the_rate(network: RCNN, X: Signs, y: Signs) -> Iterator[SGDStep]:
    network.rate *= 2
    return algorithm_1(network, X, y)


def count_rows_held(step: int) -> int:
    """How many rows hold a sample after SGD step number `step`: rows a <= step."""
    return step


TWICE = mutation("twice the rate", f"{HERE}.steps_of", at_twice_the_rate)


@CLAIMS.state(
    "Lemma 1",
    where="section 4.2",
    statement="W^(i), before step i, holds the samples a < i as rows (1/3) y_a (x_a, 1).",
    mutations=(
        mutation("rows a <= i, as printed", f"{HERE}.count_rows_held", lambda step: step + 1),
        TWICE,
    ),
    code=f"{PACKAGE}.algorithm_1",
    status="corrected",
    erratum="printed with a <= i, one row too many (Lemma 2 has it right); the theorem's L is left blank there",
    leaves_out="two learners, one data set each",
)
@CLAIMS.state(
    "Lemma 2, memorization",
    where="B",
    statement="For i = 1, ..., m + 1 the rows of W^(i) are (1/3) y_a (x_a, 1) for a < i, and 0 otherwise.",
    mutations=TWICE,
    code=(f"{PACKAGE}.algorithm_1", f"{PACKAGE}.RCNN.decode_samples"),
    leaves_out="two learners, one data set each",
)
@CLAIMS.state(
    "Lemma 4",
    where="B.3",
    statement="After SGD step tau the rows a <= tau of W hold (1/3) y_a (x_a, 1) and the others are 0; the output "
    "before every step is 0 and the gradient is in row tau alone.",
    mutations=(mutation("rows a < tau, as printed", f"{HERE}.count_rows_held", lambda step: step - 1), TWICE),
    code=f"{PACKAGE}.algorithm_1",
    status="corrected",
    erratum="printed with a < tau, and the proof starts from W^(1) = 1 where Algorithm 1 has 0",
    leaves_out="two learners, one data set each",
)
def rows_are_memorised() -> Figures:
    """After step i the first i rows of W are T y_j (x_j, 1), and the gradient touched row i only."""
    steps = 0
    for name, d, m in (("parity-small", 3, 5), ("hebb", 4, 3)):
        X, y = data(1, d, m)
        network = RCNN(learner(name), m, d)
        rows = np.vstack([np.column_stack([X, np.ones_like(y)]) * y[:, None], np.ones(d + 1)]) * network.cells.T
        for step in steps_of(network, X, y):
            held = count_rows_held(step.step)
            require(step.output == 0.0, f"{name}: output {step.output} before step {step.step}, not 0")
            touched = step.gradient.any(dim=1).nonzero().flatten().tolist()
            require(touched == [step.step - 1], f"{name}: step {step.step} has gradients in the rows {touched}")
            wanted = torch.from_numpy(rows[:held]).to(network.W.dtype)
            require(torch.equal(network.W[:held], wanted), f"{name}: W after step {step.step} is not the samples")
            require(not network.W[held:].any(), f"{name}: a later row moved in step {step.step}")
            samples, labels = network.decode_samples()
            same = np.array_equal(samples, np.vstack([X, np.ones(d)])[:held]) and np.array_equal(labels, [*y, 1][:held])
            require(same, f"{name}: step {step.step} is decoded as {samples.tolist()}, {labels.tolist()}")
            steps += 1
    return {"SGD steps": steps}


@CLAIMS.state(
    "Algorithm 1",
    where="section 4",
    statement="m + 1 steps of plain SGD on the squared loss train W alone, the last step on the dummy sample (1, "
    "..., 1) with label 1; the network then predicts.",
    mutations=mutation("no dummy sample", f"{HERE}.with_dummy", lambda X, y: (X, y)),
    code=f"{PACKAGE}.algorithm_1",
    leaves_out="one learner, four samples, one seed",
)
def ordinary_sgd() -> Figures:
    """Algorithm 1 with torch's own optimizer and loss, written out here, gives the same W."""
    X, y = data(2, 3, 4)
    network, other = RCNN(learner("parity-small"), 4, 3), RCNN(learner("parity-small"), 4, 3)
    memorise(network, X, y)
    examples, labels = with_dummy(X, y)
    optimizer = torch.optim.SGD([other.W], lr=other.rate)
    for x, label in zip(examples, labels, strict=True):
        optimizer.zero_grad()
        output = other(torch.from_numpy(x)[None])
        (0.5 * torch.nn.functional.mse_loss(output, torch.tensor([float(label)]), reduction="sum")).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    require(torch.equal(network.W, other.W), "torch.optim.SGD on 1/2 (y - f)^2 leaves another W")
    with torch.no_grad():
        found = other(torch.from_numpy(X))
    require(bool((found.abs() == 1).all()), f"after training the outputs are {found.tolist()}")
    return {"SGD steps": len(labels), "trained parameters": other.W.numel()}


@CLAIMS.state(
    "Lemma 3",
    where="B.3",
    statement="With tau - 1 memorised rows all main cells end at -1/9, and the gradient of each with respect to itself "
    "is 1 in row tau and 0 elsewhere.",
    mutations=mutation("the row after tau", f"{HERE}.row_of", lambda tau: tau),
    code=f"{PACKAGE}.protocol.memory_units",
    assumptions="at least m + 1 layers. The proof writes 3^-2 where -3^-2 is meant.",
    leaves_out="one learner, three values of tau",
)
def gradients_reach_one_row() -> Figures:
    """Lemma 3 on W with tau - 1 rows of samples: all main cells end at -C, and the Jacobian is 1 in row tau alone."""
    layers = cells = 0
    for tau in (1, 2, 4):
        X, y = data(tau, 3, 4)
        network = RCNN(learner("parity-small"), 4, 3)
        rows = (np.column_stack([X, np.ones_like(y)]) * y[:, None]).astype(np.int64) * network.cells.T
        with torch.no_grad():
            network.W[: tau - 1] = torch.from_numpy(rows[: tau - 1]).to(network.W)
        grid = network.memory_layer(torch.ones(1, 3))
        start = grid.detach().clone().requires_grad_(True)
        rolled = network.roll_out(start)
        main = rolled.grid[0, :, :4]
        require(bool((main == -network.cells.C).all()), f"tau = {tau}: a main cell is not in the memory phase")
        require(rolled.layers <= network.samples + 2, f"tau = {tau}: it took {rolled.layers} layers")
        (jacobian,) = torch.autograd.grad(main.sum(), start)
        wanted = torch.zeros_like(jacobian)
        wanted[0, row_of(tau), :4] = 1
        require(torch.equal(jacobian, wanted), f"tau = {tau}: the gradient is not in row tau alone")
        layers, cells = max(layers, rolled.layers), cells + main.numel()
    return {"cells": cells, "layers at most": layers}


def row_of(tau: int) -> int:
    return tau - 1


@CLAIMS.state(
    "Lemma 2, computation",
    where="B",
    statement="After training, the network's answer at a test point is the learner's own.",
    mutations=mutation(
        "labels are flipped in training", f"{HERE}.train_network", lambda network, X, y: memorise(network, X, -y)
    ),
    code=f"{PACKAGE}.RCNN",
    leaves_out="two learners, six test points each",
)
def predictions_are_the_machines() -> Figures:
    points = 0
    for name, d, m in (("parity-small", 3, 4), ("nearest-neighbour", 3, 3)):
        machine = learner(name)
        X, y, X_test, _ = tasks.draw(tasks.get("parity"), 3, d, m, 6)
        network = RCNN(machine, m, d)
        train_network(network, X, y)
        with torch.no_grad():
            found = network(torch.from_numpy(X_test)).numpy()
        wanted = predictions(machine, X, y, X_test).answers
        require(np.array_equal(found, wanted), f"{name}: the network answers {found}, the machine {wanted}")
        points += len(X_test)
    return {"predictions": points}


def train_network(network: RCNN, X: Signs, y: Signs) -> None:
    memorise(network, X, y)


@CLAIMS.state(
    "Section 1.1, mini-batches",
    where="section 1.1",
    statement="Whether the result extends to mini-batches is left open. With rows written as in Lemma 3 it does not: "
    "two batches leave the same W, and the learner answers them differently.",
    mutations=mutation("the first of a batch", f"{HERE}.batch_loss", lambda losses: losses[0]),
    code=f"{PACKAGE}.algorithm_1",
    status="open",
    leaves_out="other memory layers: one that takes a batch may exist",
)
def two_at_a_time() -> Figures:
    """A batch of two leaves the sum of both samples in one row of W. Two batches with one sum leave the same W, and the
    learner's answers to them differ: whatever reads W, and whatever a read-out does, one of the two is wrong."""
    machine, points = learner("conjunction"), all_signs(2)
    batches = [(np.array(X, np.int8), np.array([1, -1], np.int8)) for X in (((-1, -1), (-1, 1)), ((1, -1), (1, 1)))]
    memories, answers = [], []
    for X, y in batches:
        network = RCNN(machine, 2, 2)
        optimizer = torch.optim.SGD([network.W], lr=network.rate)
        losses = 0.5 * (torch.from_numpy(y) - network(torch.from_numpy(X))) ** 2
        batch_loss(losses).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        memories.append((network.W.detach() / network.cells.T).tolist())
        answers.append(predictions(machine, X, y, points).answers.tolist())
        alone = RCNN(machine, 2, 2)
        memorise(alone, X, y)
        with torch.no_grad():
            found = alone(torch.from_numpy(points)).tolist()
        require(found == answers[-1], f"one at a time the network answers {found}, the learner {answers[-1]}")
    require(memories[0] == memories[1], f"two batches with one sum leave {memories}")
    require(answers[0] != answers[1], f"the learner answers both batches by {answers[0]}")
    return {"row": str(memories[0][0]), "points on which the answers differ": int(np.not_equal(*answers).sum())}


def batch_loss(losses: torch.Tensor) -> torch.Tensor:
    return losses.sum()


@CLAIMS.state(
    "Section 2.1, circuits",
    where="section 2.1",
    statement="A trained network becomes a Boolean circuit over x, of a size polynomial in t, m and d.",
    mutations=(
        mutation("three steps", f"{PACKAGE}.circuit.time_bound", lambda *_: 3),
        mutation("gates as the square of t", f"{HERE}.gates_of", lambda m, d, t: m * d * t * t),
        mutation("gates as the square of d", f"{HERE}.gates_of", lambda m, d, t: m * d * d * t),
    ),
    code=(f"{PACKAGE}.classifier_circuit", "turingrad.machine.lower.learner_circuit"),
    assumptions="a time bound; if it is not enough the classifier answers 1, as the paper lets it",
    leaves_out="one learner; growth in t, in m and in d from two sizes each",
)
def as_a_circuit() -> Figures:
    """The trained network's classifier as a circuit, on every x of 3 features."""
    X, y = data(5, 3, 2)
    network = RCNN(learner("conjunction"), 2, 3)
    memorise(network, X, y)
    circuit = classifier_circuit(network)
    points = np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T.astype(np.int8)
    bits = evaluate(circuit, ((points + 1) // 2).astype(np.uint8))
    with torch.no_grad():
        wanted = network(torch.from_numpy(points)).numpy()
    require(np.array_equal(2 * bits[:, 0].astype(int) - 1, wanted), "the circuit and the network differ on some x")
    per_step = {size: [gates_of(*size, t + 40) - gates_of(*size, t) for t in (80, 120)] for size in SIZES}
    (in_t, later), of_m, of_d = per_step[3, 3], per_step[6, 3][1], per_step[3, 6][1]
    require(later <= 1.1 * in_t, f"40 steps have {in_t} gates, the next 40 {later}: more than linear in t")
    # O(t m d) gates: twice as many samples or features bring twice as many, and a border
    require(max(of_m, of_d) <= 2.5 * later, f"twice m or d: {of_m} and {of_d} gates, not {later}")
    return {"points": len(points), "gates for 40 steps, m = d = 3": later, "m = 6": of_m, "d = 6": of_d}


SIZES = ((3, 3), (6, 3), (3, 6))


def gates_of(m: int, d: int, t: int) -> int:
    """Of the circuit of a trained network of m samples and d features, t steps unrolled."""
    network = RCNN(learner("conjunction"), m, d)
    memorise(network, *data(5, d, m))
    return len(classifier_circuit(network, steps=t).gates)
