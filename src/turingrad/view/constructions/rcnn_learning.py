"""Goel et al. on one page: SGD writes the samples into W, then the convolution rolls out the learner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import I64, Array, Signs
from turingrad.constructions.rcnn import RCNN, algorithm_1
from turingrad.constructions.rcnn.algorithm import with_dummy
from turingrad.constructions.rcnn.decode import COMPUTE
from turingrad.constructions.rcnn.executors.learning import first_exact
from turingrad.errors import InputError
from turingrad.machine.columns import rule_numbers
from turingrad.machine.grid import WALL, GridMachine
from turingrad.machine.grid.learner import learner_grid
from turingrad.machine.grid.run import interpreter
from turingrad.machine.kinds import describe_machine
from turingrad.machine.run import Progress
from turingrad.view.constructions.rcnn import frames_of
from turingrad.view.frames import MAX_FRAMES, Training, configurations, omitted_steps
from turingrad.view.machines import machine_data
from turingrad.view.network_pages import LearningPage, TourTraining

MAX_LAYERS = 20_000
MAX_CELLS = 1_500  # of a grid that is drawn cell by cell
FIRST_LAYERS = 2  # of the network before the machine's first step


def learning(asked: Training) -> tuple[dict[str, Any], dict[str, Any]]:
    """Training on (X, y), then the prediction of the first test point."""
    learner, X, y, X_test = asked.learner, asked.X, asked.y, asked.X_test
    if not isinstance(learner, GridMachine):
        raise InputError(f"rcnn learns with a grid machine, not with {describe_machine(learner)}")
    if not len(X_test):
        raise InputError("a page of a prediction needs a test point")
    if (len(X) + 1) * (X.shape[1] + 1 + learner.work) > MAX_CELLS:
        raise InputError(f"a grid of more than {MAX_CELLS:,} cells is too large for a page; take fewer samples")
    network = asked.network or first_exact(lambda dtype: RCNN(learner, len(X), X.shape[1], dtype=dtype))
    if not isinstance(network, RCNN) or (network.samples, network.features) != X.shape:
        raise InputError(f"this network does not learn from {len(X)} samples of {X.shape[1]} features")
    training = training_data(network, X, y, asked.progress)
    layers = roll_layers(network, X_test[0], asked.progress)
    expected = reference(learner, X, y, X_test[0], len(layers) - FIRST_LAYERS)
    differs_at = [k for k, layer in enumerate(layers) if differs(network, layer, expected, k)]
    shown = replace(asked.window, most=min(asked.window.most, MAX_FRAMES)).steps(len(layers) - 1)
    before = len(training["W"])
    cells = frames_of([layers[k] for k in shown], palette(network), network.weights, None)
    heads = [network.decoder.layer(layers[k]) for k in shown]
    frames: dict[str, Any] = {
        "step": list(range(before)) + [before + k for k in shown],
        "layer": [None] * before + shown,
        **machine_columns(learner, heads, before),
    }
    wrong = [k for k, text in enumerate(training["W"]) if text != expected_weights(X, y, k)]
    wrong += [before + shown.index(k) for k in differs_at if k in shown]
    answer = int(network.read_out(torch.from_numpy(layers[-1]).to(network.W).unsqueeze(0))[0])
    data = {
        "kind": "rcnn-learning",
        "stage": "rcnn",
        "unit": "moment",
        "machine": machine_data(learner),
        "frames": frames,
        "halted": True,
        "training": training,
        "point": X_test[0].tolist(),
        "answer": answer,
        "expectedAnswer": answer_of(learner, expected[-1].state),
        "features": int(X.shape[1]),
        "work": learner.work,
        "net": {"cells": cells},
        "leftOut": omitted_steps(shown, len(layers) - 1, "layers"),
        "lockstep": {
            "differs": wrong,
            "every": False,
            "says": "every SGD step and every layer in which the machine runs",
            "expected": dict.fromkeys(map(str, wrong), "another configuration"),
        },
    }
    figures = {"SGD steps": before - 1, "layers rolled out": len(layers) - 1, "trained weights": network.W.numel()}
    right = "right" if answer == data["expectedAnswer"] else f"wrong: the learner answers {data['expectedAnswer']:+d}"
    return data, {**figures, "answer": f"{answer:+d} ({right})"}


def answer_of(learner: GridMachine, state: str) -> int:
    """What the learner itself answers when it halts in this state; 0 is no answer."""
    return int(state in learner.accept) - int(state in learner.reject)


def training_data(network: RCNN, X: Signs, y: Signs, progress: Progress) -> dict[str, Any]:
    """W after each SGD step, with the gradient of that step, as signs; the first entry is before training."""
    examples, labels = with_dummy(X, y)
    W, gradients, outputs, losses = [signs_text(network.W.detach().numpy() * 0)], [""], [0.0], [0.0]
    for done in algorithm_1(network, X, y):
        W.append(signs_text(network.W.detach().numpy()))
        gradients.append(signs_text(done.gradient.numpy()))
        outputs.append(done.output)
        losses.append(done.loss)
        progress("SGD steps", done.step, network.samples + 1)
    return {
        "W": W,
        "gradient": gradients,
        "output": outputs,
        "loss": losses,
        "x": examples.tolist(),
        "y": labels.tolist(),
        "rate": network.rate,
    }


def expected_weights(X: Signs, y: Signs, step: int) -> str:
    """What W should hold after `step` samples: rows y (x, 1), the dummy's last, then rows of 0."""
    examples, labels = with_dummy(X, y)
    rows = np.column_stack([examples, np.ones(len(examples), np.int8)]) * labels[:, None]
    return signs_text(np.where(np.arange(len(rows))[:, None] < step, rows, 0))


def signs_text(values: Array) -> str:
    return "".join("-0+"[int(sign) + 1] for sign in np.sign(values).ravel())


def roll_layers(network: RCNN, point: Signs, progress: Progress) -> list[I64]:
    """The grid after 0, 1, ... layers, up to the first that changes nothing."""
    with torch.no_grad():
        grid = network.memory_layer(torch.from_numpy(point).unsqueeze(0))
        found = [network.integers(grid[0])]
        for number in range(1, MAX_LAYERS + 1):
            following = network.layer(grid)
            if torch.equal(following, grid):
                return found
            grid = following
            found.append(network.integers(grid[0]))
            progress("layers", number, None)
    return found


def reference(learner: GridMachine, X: Signs, y: Signs, point: Signs, most: int) -> list[Any]:
    """The interpreter's configurations on the same grid, as far as the machine runs."""
    grid = learner_grid(learner, X, y, point)
    return list(configurations(interpreter(learner, learner.initial(grid), "python"), range(most + 1)))


def differs(network: RCNN, layer: I64, expected: list[Any], number: int) -> bool:
    """Whether a layer in which the machine runs decodes to something else than the interpreter's configuration."""
    step = number - FIRST_LAYERS
    if not 0 <= step < len(expected):
        return False
    return bool(network.decode(torch.from_numpy(layer), step) != expected[step])


def palette(network: RCNN) -> list[dict[str, Any]]:
    states = network.table.states
    return [
        {"value": value, "symbol": symbol, "head": None if state is None else str(states[state]), "phase": phase}
        for value, (phase, symbol, state) in network.decoder.meaning.items()
    ]


def machine_columns(learner: GridMachine, layers: list[Any], before: int) -> dict[str, list[int]]:
    """State and rule of each moment, -1 where the machine does not run."""
    state = {name: k for k, name in enumerate(learner.states)}
    states, rules = [-1] * before, [None] * before
    for layer in layers:
        named = layer.state.state if layer.state is not None else None
        states.append(-1 if named is None else state.get(named, -1))
        found: Any = None
        if named in state and layer.phases[layer.head[0]][layer.head[1]] == COMPUTE:
            found = learner.rule(named, WALL if layer.state.bumped else layer.grid[layer.head[0]][layer.head[1]])
        rules.append(found)
    return {"state": states, "rule": rule_numbers(learner, rules)}


PAGE = LearningPage(
    learning,
    "SGD writes the samples into a weight matrix, row by row. Then a recurrent convolution rolls out the "
    "learning algorithm on them, and its answer is the prediction.",
    by="by SGD: rcnn",
    learner="a recurrent convolutional network, whose weight matrix SGD fills with the samples",
    begin=lambda run: len(run["training"]["W"]) + 3,
)
TOUR = TourTraining(
    "Training is plain SGD, one sample per step. Each step writes one row of a weight matrix; when it is "
    "full, a recurrent convolution runs a learning algorithm on it, one layer per step. Here the algorithm "
    "is Gaussian elimination, so the network learns parities, which networks trained by gradient "
    "descent famously do not.",
    learner='parity-small', form='grid', task='parity', dim=3, train=4, begin=7,
)  # fmt: skip
