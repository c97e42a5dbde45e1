"""The nodes of one mixed step: the loss (21), its gradient unit by unit, the conditional-gradient step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import Array
from turingrad.constructions.descent.hats import DirectedHat
from turingrad.constructions.descent.network import TapeDescent
from turingrad.export.onnx.graph import Graph
from turingrad.export.onnx.model import as_array


@dataclass(frozen=True)
class Point:
    """Where the descent is: s (V,), T (writable tapes, k, cells), F (the other tapes; "" without any), H."""

    s: str
    T: str
    F: str
    H: str


@dataclass(frozen=True)
class Found:
    """The loss and its gradient, the point after the step, and whether a head leaves its tape."""

    loss: str
    gradient: tuple[str, str, str]
    after: Point
    lost: str


class StepNodes:
    """The weights of the loss, once, and the nodes of a step."""

    def __init__(self, network: TapeDescent, g: Graph) -> None:
        self.network, self.g = network, g
        self.w: dict[str, str] = {}
        for name, buffer in network.loss.named_buffers():
            kind = g.dtype if buffer.is_floating_point() else "int64"
            self.w[name] = g.weight(f"loss.{name}", as_array(buffer), kind)
        self.gamma = network.constants.gamma
        self.b = network.constants.b

    def n(self, value: float) -> Array:
        return self.g.number(value)

    def times(self, a: str, b: str) -> str:
        return self.g.op("Mul", a, b)

    def total(self, value: str, *axes: int, keepdims: int = 0) -> str:
        return self.g.op("ReduceSum", value, *([axes] if axes else []), keepdims=keepdims)

    def on(self, value: str, z: str) -> str:
        """A slope where a unit is on."""
        return self.g.op("Where", self.g.op("Greater", z, self.n(0)), value, self.n(0))

    def scatter_add(self, size: int | tuple[int, int], places: str, values: str) -> str:
        """Zeros with values added at places, rows of a matrix where `size` is one."""
        zeros = np.zeros(size, self.n(0).dtype)
        return self.g.op("ScatterND", zeros, self.g.op("Unsqueeze", places, [1]), values, reduction="add")

    # ---- the hat -----------------------------------------------------------------------------------------------

    def hat(self, s: str) -> tuple[str, str]:
        """l_S and its gradient."""
        directed = isinstance(self.network.loss.hat, DirectedHat)
        return self.directed_slopes(s) if directed else self.paper(s)

    def ends(self, s: str) -> tuple[str, str, str]:
        """x_v of the running vertices, x_w of their successors (running, reads), and 4 x_v - 3 of the halting ones."""
        g, graph = self.g, self.network.graph
        rows = g.op("Gather", g.op("Reshape", s, [-1, graph.reads]), self.w["hat.followers"], axis=0)
        halting = g.op("Mul", g.op("Gather", s, self.w["hat.halting"]), self.n(4))
        return g.op("Gather", s, self.w["hat.running"]), rows, g.op("Sub", halting, self.n(3))

    def gather_gradient(self, tails: str, heads: str, halting: str) -> str:
        """The gradient in s from those in the three parts of `ends`."""
        g, graph = self.g, self.network.graph
        at_tails = self.scatter_add(graph.vertices, self.w["hat.running"], tails)
        shape = (graph.vertices // graph.reads, graph.reads)
        at_heads = g.op("Reshape", self.scatter_add(shape, self.w["hat.followers"], heads), [-1])
        at_halting = self.scatter_add(graph.vertices, self.w["hat.halting"], g.op("Mul", halting, self.n(4)))
        return g.op("Add", g.op("Add", at_tails, at_heads), at_halting)

    def directed_slopes(self, s: str) -> tuple[str, str]:
        g, graph = self.g, self.network.graph
        tails, heads, halting = self.ends(s)
        near = g.op("Sub", tails, self.n(0.5))
        along = g.op("Add", near, self.total(self.times(self.w["hat.edges"], heads), 1))
        loops = g.op("Sub", g.op("Gather", near, self.w["hat.loop_rows"]), self.n(0.25))
        units = g.op("Concat", along, near, loops, halting, axis=0)
        value = self.total(self.times(g.op("Relu", units), self.w["hat.out"]))
        running, looped = len(graph.running), len(graph.self_loops)
        parts = [g.fresh() for _ in range(4)]
        sizes = np.array([running, running, looped, len(graph.halting)])
        g.ops("Split", self.on(self.w["hat.out"], units), sizes, results=parts, axis=0)
        at_near = g.op("Add", parts[1], self.scatter_add(running, self.w["hat.loop_rows"], parts[2]))
        at_heads = self.times(self.w["hat.edges"], g.op("Unsqueeze", parts[0], [1]))
        return value, self.gather_gradient(g.op("Add", parts[0], at_near), at_heads, parts[3])

    def paper(self, s: str) -> tuple[str, str]:
        g, edges = self.g, self.w["hat.edges"]
        tails, heads, halting = self.ends(s)
        tail = g.op("Unsqueeze", tails, [1])

        def unit(x: str) -> str:
            return g.op("Sub", g.op("Mul", x, self.n(2)), self.n(1))

        both, head, apart = unit(g.op("Add", tail, heads)), unit(heads), unit(g.op("Sub", tail, heads))
        hats = g.op("Sub", g.op("Sub", g.op("Relu", both), g.op("Relu", head)), g.op("Relu", apart))
        stops = g.op("Mul", self.total(g.op("Relu", halting)), self.w["hat.halt"])
        value = g.op("Add", self.total(self.times(edges, hats)), stops)
        twice = g.op("Mul", edges, self.n(2))
        of_both, of_head, of_apart = (self.on(twice, z) for z in (both, head, apart))
        at_tails = self.total(g.op("Sub", of_both, of_apart), 1)
        at_heads = g.op("Add", g.op("Sub", of_both, of_head), of_apart)
        return value, self.gather_gradient(at_tails, at_heads, self.on(self.w["hat.halt"], halting))

    # ---- the loss ----------------------------------------------------------------------------------------------

    def step(self, at: Point) -> Found:
        g, gamma, b = self.g, self.gamma, self.b
        tapes, k = self.network.machine.tapes, self.network.encoding.width
        full = self.all_tapes(at)
        row = g.op("Unsqueeze", at.s, [0])
        both = g.op("MatMul", row, self.w["outlook"])
        following, moves = g.fresh(), g.fresh()
        g.ops("Split", both, [tapes * k, tapes * 3], results=(following, moves), axis=1)
        following = g.op("Reshape", following, [tapes, k])
        moved = self.shift_heads(g.op("Reshape", moves, [tapes, 3]), at.H)
        ahead, current = self.under(full, moved), self.under(full, at.H)
        stays = self.total(self.times(at.H, moved), 1, keepdims=1)
        read = g.op("Add", ahead, self.times(g.op("Sub", following, current), stays))
        seen = g.op("Reshape", g.op("MatMul", row, self.w["down"]), [tapes, k])
        writing, reading, moving = g.op("Sub", current, following), g.op("Sub", read, seen), g.op("Sub", moved, at.H)
        small = g.op("Add", self.total(self.times(writing, writing)), self.total(self.times(moving, moving)))
        large = self.total(self.times(reading, reading))
        hat, slope = self.hat(at.s)
        squares = g.op("Add", g.op("Mul", small, self.n(gamma / 2)), g.op("Mul", large, self.n(2 * b * b * gamma)))
        loss = g.op("Add", g.op("Add", hat, squares), self.n(self.network.constants.c))
        down = g.op("MatMul", self.w["down"], g.op("Reshape", reading, [tapes * k, 1]))
        of_s = g.op("Sub", slope, g.op("Mul", g.op("Reshape", down, [-1]), self.n(4 * b * b * gamma)))
        outer = self.times(g.op("Unsqueeze", writing, [2]), g.op("Unsqueeze", at.H, [1]))
        of_T = g.op("Mul", g.op("Gather", outer, np.array(self.network.writable, np.int64), axis=0), self.n(gamma))
        of_H = g.op("Mul", moving, self.n(-gamma))
        lost = g.op("Less", g.op("ReduceMin", self.total(moved, 1), keepdims=0), self.n(0.5))
        after = Point(self.toward(at.s, of_s), self.descend(at.T, of_T), at.F, self.descend(at.H, of_H))
        return Found(loss, (of_s, of_T, of_H), after, lost)

    def all_tapes(self, at: Point) -> str:
        if not at.F:
            return at.T
        return self.g.op("Gather", self.g.op("Concat", at.T, at.F, axis=0), self.network.place.numpy(), axis=0)

    def under(self, full: str, heads: str) -> str:
        """T.H, (tapes, k)."""
        g = self.g
        return g.op("Squeeze", g.op("MatMul", full, g.op("Unsqueeze", heads, [2])), [2])

    def shift_heads(self, moves: str, H: str) -> str:
        """shift(s) H."""
        g = self.g
        padded = g.op("Pad", H, [0, 1, 0, 1], self.n(0))
        left, stay, right = g.fresh(), g.fresh(), g.fresh()
        g.ops("Split", moves, results=(left, stay, right), axis=1, num_outputs=3)
        far = np.array([np.iinfo(np.int64).max])
        from_right = g.op("Slice", padded, [2], far, [1])
        from_left = g.op("Slice", padded, [0], [-2], [1])
        there = g.op("Add", self.times(left, from_right), self.times(stay, H))
        return g.op("Add", there, self.times(right, from_left))

    def toward(self, s: str, gradient: str) -> str:
        """The conditional-gradient step with rate 1: to the vertex of the least entry, ties to where s is."""
        g = self.g
        current, best = g.op("ArgMax", s, axis=0), g.op("ArgMin", gradient, axis=0)
        tied = g.op("Equal", g.op("Gather", gradient, current), g.op("Gather", gradient, best))
        target = g.op("Where", tied, current, best)
        moved = g.op("Sub", s, s)
        return g.op("ScatterElements", moved, target, g.op("Expand", self.n(1), [1]), axis=0)

    def descend(self, value: str, gradient: str) -> str:
        return self.g.op("Sub", value, self.g.op("Mul", gradient, self.n(1 / self.gamma)))

    def grow_tape(self, at: Point, first: str) -> tuple[Point, str]:
        """Twice the cells where a head stands on the first or the last one, half of the new ones on each side."""
        g, network = self.g, self.network
        ends = g.op("ReduceMax", g.op("Gather", at.H, [0, -1], axis=1), keepdims=0)
        edge = g.cast(g.op("Greater", ends, self.n(0.5)), "int64")
        cells = g.op("Mul", edge, g.op("Gather", g.op("Shape", at.H), 1))
        before = g.op("Div", cells, 2)
        after = g.op("Sub", cells, before)
        code = np.array(network.encoding.codes[network.recipe.blank], self.n(0).dtype).reshape(1, -1, 1)

        def longer(T: str, tapes: int) -> str:
            sides = []
            for count in (before, after):
                shape = g.op("Concat", [tapes, network.encoding.width], self.one(count), axis=0)
                sides.append(g.op("Expand", code, shape))
            return g.op("Concat", sides[0], T, sides[1], axis=2)

        pads = g.op("Concat", [0], self.one(before), [0], self.one(after), axis=0)
        H = g.op("Pad", at.H, pads, self.n(0))
        F = longer(at.F, len(network.read_only)) if at.F else ""
        return Point(at.s, longer(at.T, len(network.writable)), F, H), g.op("Add", first, before)

    def one(self, count: str) -> str:
        return self.g.op("Unsqueeze", count, [0])
