"""Parity of 10 bits from 20 samples: an MLP trained by SGD at chance, the RCNN trained by SGD right everywhere."""

from __future__ import annotations

import numpy as np
from rich.console import Console
from rich.table import Table

from turingrad import tasks
from turingrad.constructions.construction import Chapter
from turingrad.constructions.mlp import BATCH, hidden_width, train_mlp
from turingrad.constructions.rcnn import RCNN, SGDStep, algorithm_1
from turingrad.constructions.rcnn.executors import Predictor, sizes
from turingrad.constructions.torch_state import torch_threads
from turingrad.library import load_learner
from turingrad.machine.grid.learner import predict

FEATURES, SAMPLES, TEST, SEED = 10, 20, 1_024, 1
EPOCHS = 60
SHOWN = (1, 8, 21)  # SGD steps after which W is shown


def show(console: Console) -> None:
    machine = load_learner("parity", form="grid")
    X, y, points, truth = tasks.draw(tasks.get("parity"), SEED, FEATURES, SAMPLES, TEST)
    network = RCNN(machine, SAMPLES, FEATURES)
    with torch_threads(1):
        steps = [(step, signs_of(network)) for step in algorithm_1(network, X, y)]
    mlp = train_mlp(X, y, points, parameters=network.parameter_count(), seed=SEED, epochs=EPOCHS)
    show_training(console, network, steps)
    found = list(Predictor(network, "table", max_layers=10**7).predictions(points))
    answers = np.array([prediction.answer for prediction in found])
    direct = predict(machine, X, y, points)
    table = Table(title=f"Parity of {FEATURES} bits from {SAMPLES} samples, {len(points):,} test points")
    for column in ("trained by SGD", "parameters", "SGD steps", "layers per prediction", "right on"):
        table.add_column(column, justify="left" if column == "trained by SGD" else "right")
    layers = np.mean([prediction.layers for prediction in found])
    mlp_size = hidden_width(FEATURES, network.parameter_count()) * (FEATURES + 2) + 1
    table.add_row("MLP", f"{mlp_size:,}", f"{EPOCHS * -(-SAMPLES // BATCH):,}", "2", share(mlp == truth))
    table.add_row("RCNN", f"{network.parameter_count():,}", f"{SAMPLES + 1}", f"{layers:,.0f}", share(answers == truth))
    console.print(table)
    agreement = int((answers == direct).sum())
    console.print(f"The RCNN's answers equal those of the learner, run directly, on {agreement:,} of {len(points):,}.")


def show_training(console: Console, network: RCNN, steps: list[tuple[SGDStep, list[str]]]) -> None:
    figures = sizes(network)
    console.print(
        f"{network.machine.name}: {figures['states']} states, lowered to {figures['lowered_states']}; a convolution of "
        f"{figures['width']} + {figures['units']} units, applied until nothing changes. Only W is trained."
    )
    shown = [(step, rows) for step, rows in steps if step.step in SHOWN]
    table = Table(title="W after SGD steps (rows of T y (x, 1); · is 0)", title_justify="left")
    for step, _ in shown:
        table.add_column(f"step {step.step}: loss {step.loss:g}, output {step.output:g}")
    table.add_row(*("\n".join(rows) for _, rows in shown))
    console.print(table)


def signs_of(network: RCNN) -> list[str]:
    """W as rows of +, - and a dot."""
    return ["".join("-·+"[int(np.sign(v)) + 1] for v in row) for row in network.W.detach().numpy()]


def share(right: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> str:
    return f"{right.mean():.1%}"


CHAPTER = Chapter(
    15, "SGD memorises the data, a recurrent convolution learns from them (Goel, Kakade, Kalai, Zhang)", show
)
