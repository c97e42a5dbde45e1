"""The loss (21) of Section 4.4 with its gradient written out, the mixed step (22), and the whole descent as a loop.

onnxruntime itself does the gradient descent: no torch, no optimizer. The gradients, with writing = T.H - next s,
reading = read - down s and moving = shift(s) H - H (everything between the paper's backslashes constant):

    d/ds = d l_S/ds - 4 b^2 gamma down reading      d/dT = gamma writing (x) H      d/dH = - gamma moving

and d l_S/ds from the ReLU units of the hat, unit by unit: out times weight where the unit is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.network import TapeDescent
from turingrad.errors import InputError
from turingrad.export.onnx import extended
from turingrad.export.onnx.descent_run import begin, check_step, check_train
from turingrad.export.onnx.descent_step import Point, StepNodes
from turingrad.export.onnx.forms import Form
from turingrad.export.onnx.graph import Graph, Value


def forms(network: Any) -> Mapping[str, Form]:
    if isinstance(network, ExtendedNetwork):
        return extended.forms(network)
    if not isinstance(network, TapeDescent):
        raise InputError(f"ONNX holds the tape loss of Section 4.4, not a {type(network).__name__}")
    return {
        "train": Form("gradient steps until the halt or `most` are done", build_train, check_train, begin),
        "step": Form("the loss, its gradient and one mixed step", build_step, check_step, begin),
    }


def labels(network: Any) -> dict[str, Any]:
    if isinstance(network, ExtendedNetwork):
        return {**labels(network.tracer), **extended.labels(network)}
    lowered = network.recipe.lowering.machine
    reads = [[lowered.symbols[a] for a in row] for row in network.graph.read[: network.graph.reads]]
    return {
        "s": {"states": list(lowered.states), "symbols read": reads, "order": "state * symbols^tapes + symbols"},
        "T": {"codes": {a: list(code) for a, code in zip(lowered.symbols, network.encoding.codes, strict=True)}},
        "halting below": network.constants.running_least,
    }


def inputs(network: TapeDescent, g: Graph) -> Point:
    k, tapes, fixed = network.encoding.width, network.machine.tapes, len(network.read_only)
    s = g.input("s", g.dtype, network.graph.vertices)
    T = g.input("T", g.dtype, tapes - fixed, k, "cells")
    F = g.input("fixed", g.dtype, fixed, k, "cells") if fixed else ""
    return Point(s, T, F, g.input("H", g.dtype, tapes, "cells"))


def build_step(network: TapeDescent, g: Graph) -> None:
    k, tapes, fixed = network.encoding.width, network.machine.tapes, len(network.read_only)
    found = StepNodes(network, g).step(inputs(network, g))
    shapes = {"s": (network.graph.vertices,), "T": (tapes - fixed, k, "cells"), "H": (tapes, "cells")}
    g.output("loss", found.loss, g.dtype)
    after = (found.after.s, found.after.T, found.after.H)
    for (name, shape), slope, value in zip(shapes.items(), found.gradient, after, strict=True):
        g.output(f"gradient_{name}", slope, g.dtype, *shape)
        g.output(f"{name}_after", value, g.dtype, *shape)


def build_train(network: TapeDescent, g: Graph) -> None:
    """The tapes double inside the loop where a head stands on an end cell. `losses` has one a round; the last round of
    a halted machine is the one whose loss says so, and changes nothing."""
    start, nodes = inputs(network, g), StepNodes(network, g)
    origin, most = g.input("origin", "int64"), g.input("most", "int64")
    least = g.number(network.constants.running_least)

    def body(_i: str, s: str, T: str, H: str, first: str, taken: str, _halted: str, *F: str) -> Any:
        now = Point(s, T, F[0] if F else "", H)
        if network.grows:
            now, first = nodes.grow_tape(now, first)
        found = nodes.step(now)
        halted = g.op("Less", found.loss, least)
        after = found.after
        moved = [g.op("Where", halted, old, new) for old, new in ((now.s, after.s), (now.T, after.T), (now.H, after.H))]
        count = g.op("Add", taken, g.cast(g.op("Not", halted), "int64"))
        again = g.op("Not", g.op("Or", halted, found.lost))
        carried = [*moved, first, count, halted, *([now.F] if F else [])]
        return again, carried, [(found.loss, Value("losses", g.dtype))]

    carried = [
        (start.s, Value("s", g.dtype, (None,))),
        (start.T, Value("T", g.dtype, (None, None, None))),
        (start.H, Value("H", g.dtype, (None, None))),
        (origin, Value("first", "int64")),
        (g.constant(0), Value("taken", "int64")),
        (g.constant(False), Value("halted", "bool")),
        *([(start.F, Value("F", g.dtype, (None, None, None)))] if start.F else []),
    ]
    found = g.loop(most, carried, body)
    k, tapes = network.encoding.width, network.machine.tapes
    g.output("s_after", found[0], g.dtype, network.graph.vertices)
    g.output("T_after", found[1], g.dtype, len(network.writable), k, "cells_after")
    g.output("H_after", found[2], g.dtype, tapes, "cells_after")
    for name, value, dtype in (("origin_after", 3, "int64"), ("taken", 4, "int64"), ("halted", 5, "bool")):
        g.output(name, found[value], dtype)
    if start.F:
        g.output("fixed_after", found[6], g.dtype, len(network.read_only), k, "cells_after")
    g.output("losses", found[-1], g.dtype, "rounds")
