"""Welper's training on one page: gradient descent on plain least squares runs a trainer, then becomes its network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.learning import extended_network
from turingrad.constructions.descent.executors.quantisers import quantisers
from turingrad.constructions.descent.executors.recheck import place
from turingrad.constructions.descent.extended import ExtendedNetwork
from turingrad.constructions.descent.fitting import training_losses
from turingrad.constructions.descent.switches import label_switch, network_switch
from turingrad.constructions.descent.variables import put
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError
from turingrad.library.trainers.trainers import trainer_of
from turingrad.machine.kinds import describe_machine
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.page import tape_columns
from turingrad.machine.tape.run import stepper as reference_stepper
from turingrad.view.constructions.descent import around, net_data, numbers
from turingrad.view.frames import Training, configurations, lockstep, omitted_steps
from turingrad.view.glossary import Term
from turingrad.view.machines import machine_data
from turingrad.view.network_pages import LearningPage
from turingrad.view.run_data import lockstep_data

SHORT = 3_000  # gradient steps up to which every one is taken by autograd
MAX_STEPS = 20_000_000
MAX_SAMPLES, MAX_WEIGHTS = 24, 64  # of which outputs and weights are shown


def learning(asked: Training) -> tuple[dict[str, Any], dict[str, Any]]:
    """Every gradient step from the reading of the labels to the stopping rule, by autograd; of a long training those
    of the window, to which the closed form leads."""
    learner, X, y = asked.learner, asked.X, asked.y
    if not isinstance(learner, TapeMachine):
        raise InputError(
            f"descent trains with a tape machine that writes weights, not with {describe_machine(learner)}"
        )
    trainer = trainer_of(learner)
    sizes = trainer.sizes(len(X), X.shape[1], None)
    network = extended_network(trainer, sizes)
    if asked.network is not None and asked.network.made_from != network.made_from:
        raise InputError(f"this network is not made for {len(X)} samples of {X.shape[1]} features")
    given = trainer.machine_input(sizes, quantisers(trainer)[0].numbers(X), y)
    ahead = ClosedForm(network.tracer, given)
    ahead.advance(MAX_STEPS + 1)
    if not ahead.halted():
        raise InputError(f"this training takes more than {MAX_STEPS:,} gradient steps; take fewer samples or features")
    total = ahead.steps + 1  # the first step reads the labels
    shown = asked.window.steps(total)
    looks, snapshots = [], []
    x, labels = (torch.from_numpy(part.copy()).to(network.dtype) for part in (X, y[:, None]))
    with torch_threads(1):  # one step is too small for two threads
        for step in steps_of(network, x, labels, given, shown, total):
            asked.progress("gradient steps", step, total)
            looks.append(look(network, labels, x))
            snapshots.append(network.tracer.configuration(max(0, step - 1)))
    machine_steps = [max(0, step - 1) for step in shown]
    expected = list(configurations(reference_stepper(learner, given), sorted(set(machine_steps))))
    by_step = {snapshot.step: snapshot for snapshot in expected}
    wanted = [snapshots[k] if shown[k] == 0 else by_step[step] for k, step in enumerate(machine_steps)]
    both = lockstep(snapshots, wanted)
    net = net_data(network.recipe, looks)
    net |= {
        "lossSays": "Plain least squares, ½ |output − y|². While the machine runs, the loss is its own; at the halt "
        "the switch φ closes, and the loss is that of the primary network with the weights that stand on the tape.",
        "labels": numbers(y[:MAX_SAMPLES].astype(float)),
        "outputs": [found["outputs"] for found in looks],
        "samples": len(X),
        "primary": primary(network) if network.halted else None,
        "switches": {"phi": [found["phi"] for found in looks], "psi": [found["psi"] for found in looks]},
    }
    data = {
        "kind": "descent",
        "stage": "tape",
        "unit": "gradient step",
        "machine": machine_data(learner),
        "frames": {**tape_columns(learner, both.shown), "step": shown},
        "halted": True,
        "net": net,
        "leftOut": omitted_steps(shown, total, "gradient steps"),
        "lockstep": lockstep_data(both.differs, both.expected, shown, total),
    }
    trained = sum(value.numel() for value in network.parameters())
    return data, {"gradient steps": total, "samples": len(X), "trained parameters": trained}


def steps_of(
    network: ExtendedNetwork, x: torch.Tensor, y: torch.Tensor, given: Any, shown: Sequence[int], total: int
) -> Iterator[int]:
    """The steps that are shown; at each of them the network has the training's parameters."""
    if total <= SHORT:
        wanted = set(shown)
        yield from (step for step, _ in enumerate(training_losses(network, [(x, y)])) if step in wanted)
        return
    network.reset(len(network.data_numbers(x, y)))
    going = ClosedForm(network.tracer, given)
    for step in sorted({*shown, total}):  # the page has the weights of the end, too
        if step:
            going.advance(step - 1 - going.steps)
            place(network.tracer, going)
            put(network.z, y)
            network.invariant.forget()
        if step in shown:
            yield step


def look(network: ExtendedNetwork, y: torch.Tensor, x: torch.Tensor) -> dict[str, Any]:
    """As of a plain run, and the two switches. Gradients are those of the training's own loss."""
    tracer, constants = network.tracer, network.recipe.constants
    output = network(x)
    found = 0.5 * (output - y).square().sum()
    loss = float(found.detach())
    gradients = torch.autograd.grad(found, [tracer.s, tracer.T, tracer.H], materialize_grads=True)  # 0 where unused
    grad_s, grad_T, grad_H = (gradient.double().numpy() for gradient in gradients)
    psi = float(label_switch(network.z.detach().square().sum(), network.epsilon))
    phi = float(network_switch(torch.tensor(2 * network.machine_loss), constants.lower, constants.upper))
    outputs = numbers(output.detach().double().numpy()[:MAX_SAMPLES, 0])
    said = {"loss": loss, "halted": not grad_s.any(), "phi": phi, "psi": psi, "outputs": outputs}
    return said | around(tracer, grad_s, grad_T, grad_H)


def primary(network: ExtendedNetwork) -> list[dict[str, Any]]:
    """The weights of the primary network by name, as the machine has written them."""
    flat = {name: value.detach().double().numpy().ravel() for name, value in network.theta().items()}
    return [{"name": name, "count": len(value), "values": numbers(value[:MAX_WEIGHTS])} for name, value in flat.items()]


PAGE = LearningPage(
    learning,
    "Gradient descent on plain least squares runs a training algorithm, one step per gradient step. When it halts, the"
    " network becomes the one whose weights it has written.",
    by="by gradient descent",
    learner="gradient descent that runs the training algorithm, one step per step",
    terms={
        "sgd_steps": Term("gradient steps", "Of gradient descent on the whole loss."),
        "vertices": Term("corners of the simplex", "One for a state and the symbols read."),
    },
)
