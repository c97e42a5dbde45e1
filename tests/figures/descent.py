"""Figures 1 and 2 of Welper's paper drawn from networks, as SVG texts.

`python -m tests.figures.descent FOLDER` writes both; `turingrad margin descent --plot` draws what a run tolerates.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from turingrad._support.arrays import F64
from turingrad.constructions.descent import ExtendedNetwork, compile_network
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.drawing import canvas, svg
from turingrad.library import load
from turingrad.library.trainers.trainers import BY_NAME

PLACES = {
    "x": (0, 4),
    "z": (2, 4),
    "s, T, H": (1, 3),
    "theta": (0, 2),
    "f_theta": (0, 1),
    "f_TM": (1.6, 2),
    "s_net": (0.8, 0),
    "s_init": (1.4, -1),
    "out": (1.4, -2),
}
TRAINED = ("z", "s, T, H")


def gradients(network: ExtendedNetwork, x: Tensor, y: Tensor) -> tuple[bool, bool]:
    """Whether the loss has a gradient in z, and in one of s, T and H, at the present parameters."""
    network.zero_grad()
    (0.5 * (network(x) - y).square().sum()).backward()
    found = [parameter.grad is not None and bool(parameter.grad.any()) for parameter in network.tracer.parameters()]
    return network.z.grad is not None and bool(network.z.grad.any()), any(found)


def arcs(network: ExtendedNetwork, x: Tensor, y: Tensor) -> dict[tuple[str, str], bool]:
    """The arcs of Figure 1, True where a gradient passes in training: measured before and after the labels are read."""
    network.reset(len(network.data_numbers(x, y)))
    reads, moves_first = gradients(network, x, y)
    with torch.no_grad():
        network.z.copy_(y)
    z_later, moves = gradients(network, x, y)
    theta = any(value.requires_grad for value in network.theta().values())
    return {
        ("x", "s, T, H"): x.requires_grad,
        ("x", "f_theta"): x.requires_grad,
        ("z", "s, T, H"): z_later,
        ("z", "f_TM"): z_later,
        ("z", "s_init"): reads,
        ("s, T, H", "f_TM"): moves,
        ("s, T, H", "theta"): theta,
        ("theta", "f_theta"): theta,
        ("f_theta", "s_net"): theta,
        ("f_TM", "s_net"): moves,
        ("s_net", "s_init"): moves and not moves_first,
        ("s_init", "out"): reads and moves,
    }


def figure_1() -> str:
    """The extended network: trained variables red, arcs without a gradient dotted."""
    trainer = BY_NAME["majority-label"]
    network = extended_network(trainer, trainer.sizes(4, 1))
    found = arcs(network, torch.ones(4, 1), torch.tensor([[1.0], [-1.0], [1.0], [1.0]]))
    figure, axes = canvas(4.6, 5.4)
    for (tail, head), passes in found.items():
        style = {"arrowstyle": "-|>", "linestyle": "-" if passes else ":", "shrinkA": 16, "shrinkB": 16}
        axes.annotate("", xy=PLACES[head], xytext=PLACES[tail], arrowprops=style)
    for name, (across, up) in PLACES.items():
        box = {"boxstyle": "round", "facecolor": "white", "edgecolor": "tab:red" if name in TRAINED else "0.3"}
        axes.text(across, up, name, ha="center", va="center", bbox=box)
    axes.set(xlim=(-0.6, 2.6), ylim=(-2.5, 4.5), title="gradients pass along solid arcs only")
    axes.axis("off")
    return svg(figure)


def profile(points: int = 401) -> tuple[F64, F64]:
    """lbar_vw along the edge from e_v to e_w, read off the ReLU layers of a network with the paper's hat."""
    network = compile_network(load("busy-beaver-3", "tape"), hat="paper", dtype=torch.float64)
    hat, graph = network.loss.hat, network.graph
    row = next(i for i, state in enumerate(hat.followers.tolist()) if graph.next_state[state * graph.reads] >= 0)
    v, w = int(hat.running[row]), int(hat.followers[row]) * graph.reads
    along = np.linspace(0, 1, points)
    values = []
    with torch.no_grad():
        for t in along:
            x = torch.zeros(graph.vertices, dtype=torch.float64)
            x[v] += 1 - t
            x[w] += t
            values.append(float(hat(x)) / float(hat.edges[row, 0]))
    return along, np.array(values)


def figure_2() -> str:
    along, values = profile()
    figure, axes = canvas(5, 2.8)
    axes.plot(along, values, color="tab:blue")
    axes.set(xticks=[0, 0.25, 0.5, 0.75, 1], yticks=[0, 0.5, 1], xlabel="from e_v to e_w", title="lbar_vw")
    axes.grid(alpha=0.3)
    return svg(figure)


def main(folder: Path) -> None:
    for name, text in {"descent-figure-1": figure_1(), "descent-figure-2": figure_2()}.items():
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
