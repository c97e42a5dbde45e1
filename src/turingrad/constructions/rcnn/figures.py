"""Figures 1 to 3 of Goel et al., drawn from a network: its own layers, its own shapes, its own cells."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy.typing as npt
import torch

from turingrad.constructions.drawing import canvas, svg
from turingrad.constructions.rcnn.algorithm import algorithm_1
from turingrad.constructions.rcnn.learner_network import RCNN

SHADES = {"?": "white", "m": "#f3d9a4", "c": "#bcd7ee"}


def figure_1(network: RCNN, point: npt.ArrayLike, layers: Sequence[int]) -> str:
    """The same small convolution over and over: the grid after some of the layers of one prediction, as SVG text."""
    with torch.no_grad():
        grid = network.memory_layer(torch.as_tensor(point).reshape(1, -1))
        shown = []
        for layer in range(max(layers) + 1):
            if layer in layers:
                shown.append((f"layer {layer}", decode_cells(network, grid[0])))
            grid = network.layer(grid)
    return draw_grids(
        shown, f"one filter of {network.parameter_count() - network.W.numel():,} shared weights, L layers"
    )


def figure_2(network: RCNN) -> str:
    """The parts in a row, with the shapes of this network, as SVG text."""
    state = network.state_dict()
    shapes = {name: " x ".join(map(str, tensor.shape)) for name, tensor in state.items()}
    local = "\n".join(f"{name[6:]} {shape}" for name, shape in shapes.items() if name.startswith("local.V"))
    head = ", ".join(f"{name[5:]} {shape}" for name, shape in shapes.items() if name.startswith("head.U"))
    boxes = [
        f"x, 1\n{network.features + 1}",
        f"W diag(z)\nW {shapes['W']}",
        f"{network.work} work columns",
        f"f_Conv2D, L times\n{local}",
        f"f_head\n{head}",
        "sum over\nthe main grid",
    ]
    figure, axes = canvas(11, 1.6)
    axes.axis("off")
    axes.set(xlim=(0, len(boxes)), ylim=(0, 1))
    for i, text in enumerate(boxes):
        axes.text(i + 0.5, 0.5, text, ha="center", va="center", fontsize=7, bbox={"boxstyle": "round", "fc": "#eef3f8"})
        if i:
            axes.annotate("", (i + 0.08, 0.5), (i - 0.08, 0.5), arrowprops={"arrowstyle": "->"})
    return svg(figure)


def figure_3(network: RCNN, X: npt.ArrayLike, y: npt.ArrayLike) -> str:
    """W diag(z) in its padding before the first step, after it, and after the last: which row is next, as SVG text."""
    shown = []
    point = torch.ones(1, network.features)

    def values() -> list[list[str]]:
        with torch.no_grad():
            rows = network.integers(network.memory_layer(point)[0]).tolist()
        frame = ["p"] * (len(rows[0]) + 2)
        cells = [["p", *(str(Fraction(value, network.cells.S)) for value in row), "p"] for row in rows]
        return [frame, *cells, frame]

    with torch.no_grad():
        network.W.zero_()
    shown.append(("before the first step", values()))
    for step in algorithm_1(network, X, y):
        if step.step == 1:
            shown.append(("after the first step", values()))
    shown.append(("after the last step", values()))
    return draw_grids(shown, "the row to memorise is the first of zeros; p = 1/6")


def decode_cells(network: RCNN, cells: torch.Tensor) -> list[list[str]]:
    """Symbol and phase of each cell, a star where the head is."""
    layer = network.decode_layer(cells)
    shown = layer.marked_symbols()
    if layer.head is not None:
        shown[layer.head[0]][layer.head[1]] += "*"
    return shown


def draw_grids(grids: Sequence[tuple[str, list[list[str]]]], caption: str) -> str:
    """Grids of cells side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.2 * len(grids), 2.6), layout="constrained")
    figure.suptitle(caption, fontsize=9)
    for axes, (title, rows) in zip(figure.subplots(1, len(grids), squeeze=False)[0], grids, strict=True):
        axes.axis("off")
        axes.set_title(title, fontsize=8)
        colours = [[SHADES.get(cell[1:2], "0.9" if cell == "p" else "white") for cell in row] for row in rows]
        text = [[cell.replace("?", "").replace("m", "").replace("c", "") for cell in row] for row in rows]
        table = axes.table(cellText=text, cellColours=colours, cellLoc="center", loc="center")
        table.set_fontsize(7)
    return svg(figure)
