"""The compiled solution beside the learned one: the same row for the network that the construction gives."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch

from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.transformer import compile_network as compile_transformer
from turingrad.machine.circuit import Circuit
from turingrad.machine.run import Progress, with_progress
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run
from turingrad.theory.margins.architecture import architecture_parameters
from turingrad.theory.margins.attack import Victim, attack
from turingrad.theory.margins.feedforward import feedforward_bound
from turingrad.theory.margins.risk import RiskRow, Training, margins_and_losses
from turingrad.theory.margins.tasks import Task
from turingrad.theory.margins.transformer import transformer_bound
from turingrad.theory.margins.victims import FeedforwardVictim, TransformerVictim

COMPILED = {True: "compiled, corrected", False: "compiled, plain"}


def circuit_row(
    task: Task, circuit: Circuit, output: int, corrections: bool, how: Training, progress: Progress | None = None
) -> RiskRow:
    """A circuit's feedforward net on the inputs of the task; certified over these inputs."""
    network = compile_network(circuit, corrections=corrections)
    with torch.no_grad():
        found = network(task.x.float())[:, output]
    wrong = (found.double() * task.y <= 0).double().numpy()
    certified = feedforward_bound(network, task.x.numpy().astype(np.uint8)).tightened
    brackets = bracket_margins(
        task, certified, how, lambda i: FeedforwardVictim(network, task.x[i].float(), output), progress
    )
    error = float(wrong @ task.chance)
    return RiskRow(COMPILED[corrections], 0, None, error, network.norm1(), network.dense_count(), *brackets)


def machine_row(
    task: Task, machine: TapeMachine, corrections: bool, how: Training, progress: Progress | None = None
) -> RiskRow:
    """A machine's transformer, compiled for the longest run over the inputs of the task."""
    strings = [tuple(task.alphabet[int(i)] for i in row) for row in task.x.tolist()]
    longest = max(tape_run.run(machine, (row,), max_steps=1 << 20).steps for row in strings)
    network = compile_transformer(
        machine, steps=longest, input_length=len(strings[0]), dtype=torch.float64, corrections=corrections
    )
    wrong = np.zeros(len(strings))
    with torch.no_grad():
        for number, row in enumerate(strings):
            wrong[number] = float(network(network.tokens((row,)))) * float(task.y[number]) <= 0
    certified = transformer_bound(network).tightened
    brackets = bracket_margins(task, certified, how, lambda i: TransformerVictim.of(network, (strings[i],)), progress)
    norm1 = float(sum(float(value.abs().sum()) for value in network.parameters()))
    error = float(wrong @ task.chance)
    return RiskRow(COMPILED[corrections], 0, None, error, norm1, architecture_parameters(network), *brackets)


def bracket_margins(
    task: Task, certified: float, how: Training, victim: Callable[[int], Victim], progress: Progress | None
) -> tuple[float, float, float, float, int]:
    """The margins of all inputs from below and from above, and (2.2)."""
    inputs = with_progress(range(len(task.x)), "margins of the compiled network", progress)
    attacks = [attack(victim(i), budget=how.budget).norm for i in inputs]
    return margins_and_losses([(certified, norm) for norm in attacks], how.gamma)
