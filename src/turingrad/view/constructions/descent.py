"""Gradient descent's side of a page: the loss, the control vertex and its gradient, tape and head parameters.

Gradients are autograd's, of the loss at each shown moment: on the autograd executor those of the very step, on the
closed-form executor those of the same parameters put into the module.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.descent.executors.autograd import Autograd
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.running import SHORT_RUN, stepper
from turingrad.constructions.descent.network import Descent, TapeDescent
from turingrad.constructions.descent.recipe import Recipe
from turingrad.errors import InputError
from turingrad.view.frames import configurations
from turingrad.view.network_pages import Asked, NetworkPage, NetworkSide, TourRun, collect_trace

MAX_VERTICES = 240  # of a simplex that is drawn square by square
NEAR = 5  # cells to each side of the head whose parameters are shown


def choose(_network: TapeDescent | None, last: int, _own: bool) -> str:
    """Autograd up to 2,000 steps, then the closed form."""
    return "autograd" if last < SHORT_RUN else "closed-form"


def collect(asked: Asked) -> NetworkSide:
    if not isinstance(asked.network, TapeDescent):
        return collect_trace(asked)
    beside = copy.deepcopy(asked.network)  # `instant` moves it through the run
    recipe = beside.recipe
    runner = stepper(beside, asked.given, asked.executor)
    runner.advance(recipe.boot_steps)
    snapshots, looks = [], []
    for found in configurations(runner, asked.steps, "gradient steps", asked.total, asked.progress):
        snapshots.append(found)
        looks.append(look(instant(beside, runner)))
    facts = {"corners of the simplex": recipe.graph.vertices, "ReLU units": beside.loss.hat.width()}
    return NetworkSide(snapshots, net_data(recipe, looks), {**facts, "executor": asked.executor})


def instant(network: TapeDescent, runner: Autograd | ClosedForm) -> Descent:
    """The training at this moment: the runner's own, or the same parameters in a module."""
    if isinstance(runner, Autograd):
        return runner.descent
    content = network.encoding.symbols(runner.T.transpose(1, 0, 2), exact=True)
    network.origin = runner.origin
    network.assign(runner.vertex, torch.from_numpy(content), torch.from_numpy(runner.heads.copy()))
    return Descent(network)


def look(descent: Descent) -> dict[str, Any]:
    """The loss, the vertex, the gradient of s, and the parameters near each head with theirs."""
    network = descent.network
    gradients = torch.autograd.grad(descent.loss, [network.s, network.T, network.H], retain_graph=True)
    grad_s, grad_T, grad_H = (gradient.double().numpy() for gradient in gradients)
    said = {"loss": float(descent.loss.detach()), "halted": descent.halted()}
    return said | around(network, grad_s, grad_T, grad_H)


def around(network: TapeDescent, grad_s: F64, grad_T: F64, grad_H: F64) -> dict[str, Any]:
    """Where s stands and where its gradient points; all tapes near their heads, with the gradients of the writable
    ones, which `grad_T` holds."""
    T, H = network.tapes().detach().double().numpy(), network.H.detach().double().numpy()
    slopes = dict(zip(network.writable, grad_T, strict=True))
    still = np.zeros(T.shape[1:])
    return {
        "vertex": int(network.s.argmax()),
        "next": int(grad_s.argmin()),
        "gradient": numbers(grad_s) if len(grad_s) <= MAX_VERTICES else None,
        "near": [near(T[k], slopes.get(k, still), H[k], grad_H[k], network.origin) for k in range(len(H))],
        "largest": max(float(np.abs(grad_T).max(initial=0)), float(np.abs(grad_H).max(initial=0))),
    }


def near(T: F64, grad_T: F64, H: F64, grad_H: F64, origin: int) -> dict[str, Any]:
    """T (k, cells) and H (cells,) in the cells around the head. Of many code numbers only those that change."""
    head = int(H.argmax())
    first, last = max(0, head - NEAR), min(len(H), head + NEAR + 1)
    codes = range(len(T)) if len(T) <= 2 else [k for k in range(len(T)) if grad_T[k, first:last].any()]
    return {
        "first": first - origin,
        "codes": list(codes),
        "T": [numbers(T[k, first:last]) for k in codes],
        "gradT": [numbers(grad_T[k, first:last]) for k in codes],
        "H": numbers(H[first:last]),
        "gradH": numbers(grad_H[first:last]),
    }


def numbers(values: F64) -> list[float]:
    """Short in JSON: whole numbers without a point, others with four digits."""
    return [int(v) if v == int(v) else float(f"{v:.4g}") for v in values.tolist()]


def net_data(recipe: Recipe, looks: list[dict[str, Any]]) -> dict[str, Any]:
    machine, graph = recipe.lowering.machine, recipe.graph
    reads = [
        " ".join(machine.symbols[number] for number in graph.read[v]) for v in range(graph.reads)
    ]  # of the first state: all alike
    drawn = graph.vertices <= MAX_VERTICES
    names = range(graph.vertices) if drawn else sorted({v for found in looks for v in (found["vertex"], found["next"])})
    symbols = recipe.machine.symbols
    bits = recipe.encoding.name == "bits"
    return {
        "c": recipe.constants.running_least,
        "gamma": recipe.constants.gamma,
        "loss": [found["loss"] for found in looks],
        "vertex": [found["vertex"] for found in looks],
        "next": [found["next"] for found in looks],
        "halted": [found["halted"] for found in looks],
        "vertices": graph.vertices,
        "states": list(machine.states),
        "reads": reads,
        "vertexNames": {str(v): f"({graph.state(v)}, {reads[v % graph.reads]})" for v in names},
        "gradients": [found["gradient"] for found in looks] if drawn else None,
        "parameters": [[found["near"][tape] for found in looks] for tape in range(recipe.machine.tapes)],
        "codeNames": [str(k) if bits else symbols[k] for k in range(recipe.encoding.width)],
        "largest": max(found["largest"] for found in looks) or 1.0,
        "lossSays": "The loss need not fall while the machine runs: its gradient only has to point at the next "
        "configuration. It drops below the line at the halt, and only there.",
        "switches": None,
    }


def live_tape(network: TapeDescent) -> dict[str, Any]:
    """What a live page must know of the network of a one-tape machine."""
    machine = network.machine
    if machine.tapes != 1:
        raise InputError("a live page runs tape machines of one tape, by gradient descent")
    if any(len(symbol) != 1 for symbol in machine.symbols):
        raise InputError("a live page takes machines whose symbols are single characters")
    return {
        "kind": "descent",
        "by": "gradient descent",
        "graph": "train",
        "text": "".join(machine.input[0]),
        "symbols": list(machine.symbols),
        "blank": machine.symbols.index(machine.blank),
        "states": list(machine.states),
        "starts": [network.graph.vertex(machine.start, (symbol,)) for symbol in machine.symbols],
        "vertices": network.graph.vertices,
        "codes": [list(code) for code in network.encoding.codes],
        "cells": network.first_cells,
    }


PAGES = {
    "tape": NetworkPage(
        collect,
        "Each step of gradient descent on this loss is one step of the machine. Step through the training and"
        " see where the gradient points.",
        choose=choose,
    )
}
LIVE = {"tape": live_tape}
TOUR = TourRun(
    "Gradient descent as a computer. The loss is built so that its gradient always points to the "
    "machine's next configuration: the ring moves to the strongest square, the head parameter moves by "
    "a cell, and at the halt the loss drops below a line that it never crosses before.",
    machine='palindrome', begin=5, given='abba',
)  # fmt: skip
