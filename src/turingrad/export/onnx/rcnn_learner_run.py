"""The checks of a learner's graphs: Algorithm 1, predictions and layers against torch, answers against the learner."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import Array
from turingrad.constructions.drive import learn
from turingrad.constructions.rcnn.algorithm import algorithm_1, memorise, with_dummy
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.export.onnx.forms import require_same
from turingrad.export.onnx.model import File, as_array
from turingrad.machine.run import Progress

POINTS, LAYERS = 6, 12


def random_data(network: RCNN) -> tuple[Array, Array, Array]:
    """X, y, and points to predict."""
    rng, kinds = np.random.default_rng(0), np.array([-1, 1], np.int8)
    X = rng.choice(kinds, (network.samples, network.features))
    return X, rng.choice(kinds, network.samples), rng.choice(kinds, (POINTS, network.features))


def check_train(network: RCNN, file: File, progress: Progress) -> Mapping[str, Any]:
    """Output, layers and W after every sample against autograd and torch's SGD."""
    X, y, _ = random_data(network)
    examples, labels = (part.astype(file.kind) for part in with_dummy(X, y))
    trained, zero = copy.deepcopy(network), np.zeros(network.W.shape, examples.dtype)
    whole = file.run(X=examples, y=labels, W=zero)
    W = zero
    for number, step in enumerate(algorithm_1(trained, X, y)):
        progress("checking SGD", number, len(labels))
        found = file.run(X=examples[number : number + 1], y=labels[number : number + 1], W=W)
        W = found["W_after"]
        require_same(W, as_array(trained.W), f"W after sample {number}")
        require_same(found["outputs"], [step.output], f"output {number}")
        require_same(whole["outputs"][number], step.output, f"output {number}")
        require_same(whole["layers"][number], step.layers, f"layers {number}")
    require_same(whole["W_after"], as_array(trained.W), "W")
    return {"sgd_steps_checked": len(labels)}


def check_run(network: RCNN, file: File, progress: Progress) -> Mapping[str, Any]:
    """Outputs while W fills and once it is full, against torch; the last against the learner itself."""
    X, y, points = random_data(network)
    kind, trained = file.kind, copy.deepcopy(network)
    for step in algorithm_1(trained, X, y):
        progress("checking outputs", step.step, network.samples + 1)
        found = file.run(points=points.astype(kind), W=as_array(trained.W).astype(kind))
        with torch.no_grad():
            require_same(found["outputs"], as_array(trained(torch.from_numpy(points))), "outputs")
    answers = learn(network.machine, X, y, points).predictions
    require_same(found["outputs"], np.where(answers == 0, 1, answers), "answers")
    return {"points_checked": POINTS * (network.samples + 1)}


def check_step(network: RCNN, file: File, progress: Progress) -> Mapping[str, Any]:
    """Layers of the roll-outs of points, with W in every state of its training and full, against torch."""
    X, y, points = random_data(network)
    kind, trained, compared = file.kind, copy.deepcopy(network), 0
    memorise(trained, X, y)
    full = as_array(trained.W)
    for filled in range(network.samples + 2):
        progress("checking layers", filled, network.samples + 2)
        with torch.no_grad():
            trained.W.copy_(torch.from_numpy(np.where(np.arange(len(full))[:, None] < filled, full, 0)))
            grid = trained.memory_layer(torch.from_numpy(points))
            for _ in range(LAYERS):
                after = trained.layer(grid)
                require_same(file.run(grid=as_array(grid).astype(kind))["next"], as_array(after), "layer")
                grid, compared = after, compared + len(points)
    return {"layers_checked": compared}
