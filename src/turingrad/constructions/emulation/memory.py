"""Definition 6 and its relatives: one bit in the signs of the weights on a path to the output.

For an activation x^p and a path of l edges the weights are `w_t = s p^((l-t)/2)`, and the path adds

    I = v0^(p^(l-1)) prod_t w_t^(p^(l-t))           (2^243 3^(1641/2) s^364 for p = 3, l = 6, v0 = 2)

to the output. If m0 = 1/I paths are open, all with the output's sign, the output's input is ±1. Where the label is
the other sign, the derivative of the loss at that input is ±4p, that of I in w_t is p^(l-t) I / w_t, and SGD with
`gamma = s^2 m0 / (2p)` takes exactly 2 w_t away from each w_t: all weights of all open paths change sign (Lemma 2).

Two shapes. `paper6` (Definition 6) shares v0 - v1 - v2 and branches into v3 .. v5 and v3' .. v5', whose last edges have
opposite signs; the bit is the sign of the edge v0 - v1, and the control vertices act on v4 and v4'. `pair4` has two
independent paths v0 - v1 - v2 - v3 - out; each open one flips its own v1, so the bit is the XOR of two signs, and the
control acts on v2. A closed path gets `-z` from its control vertex, z being what arrives at the controlled vertex
otherwise: its input is 0, and so are its output and its derivative.

                v3 - v4 - v5                              v1 - v2 - v3
              /      |       \\                          /    |        \\
    v0 - v1 - v2     vc       out                      v0     vc        out
              \\                /                         \\                /
                v3'- v4'- v5'                              v1'- v2'- v3'
                     |                                          |
                     vc'                                        vc'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.graph import GraphBuilder
from turingrad.errors import InputError

# shape: (edges of a path, edges that both branches share, the vertex that the control acts on)
SHAPES = {"paper6": (6, 2, 4), "pair4": (4, 0, 2)}


@dataclass(frozen=True, slots=True)
class MemoryDesign:
    """All numbers of a memory: a shape, the exponent p, s, v0 and what follows from them."""

    shape: str
    p: Any
    s: Any
    v0: int
    m0: int

    @property
    def length(self) -> int:
        return SHAPES[self.shape][0]

    @property
    def shared(self) -> int:
        return SHAPES[self.shape][1]

    @property
    def controlled(self) -> int:
        """The number of the vertex that the control vertex closes."""
        return SHAPES[self.shape][2]

    def weight(self, t: int) -> Any:
        """w_t, the weight of the edge from v_{t-1} to v_t."""
        return self.s if self.p == 1 else self.s * power(self.p, (self.length - t), 2)

    def input_when_open(self, t: int) -> Any:
        """The input of v_t on an open path."""
        value: Any = self.v0
        for k in range(1, t):
            value = (value * self.weight(k)) ** self.p
        return value * self.weight(t)

    @property
    def contribution(self) -> Any:
        """I, what an open path adds to the output's input."""
        return self.input_when_open(self.length)

    @property
    def gamma(self) -> Any:
        """The learning rate that flips signs."""
        return self.s * self.s * self.m0 / (2 * self.p)

    @property
    def control(self) -> Any:
        """The weight of the edge from a control vertex, which shows 2, into the controlled vertex."""
        return -self.input_when_open(self.controlled) / 2

    @property
    def read(self) -> Any:
        """The weight that turns v1's output into ±2."""
        return 2 / self.input_when_open(1) ** self.p

    def activation(self) -> Shape:
        """The activation function: no dead zone for the paper's powers; for p = 1 it ends at half of the smallest value
        on a path, which the last vertex before the output shows."""
        if self.p != 1:
            return Shape(self.p)
        e1 = self.input_when_open(self.length - 1) / 2
        return Shape(1, e1 / 2, e1, 1.25)


def power(base: Any, numerator: int, denominator: int) -> Any:
    """base^(numerator/denominator) in the base's own precision."""
    return base ** (base**0 * numerator / denominator)


def dyadic_design(shape: str, groups: int) -> MemoryDesign:
    """The smallest exact design with room for `groups` simultaneous flips: p = 1, s = 2^-j, v0 = 1 or 2, and
    m0 = 2^(l j) / v0 at least `groups`."""
    if shape not in SHAPES:
        raise InputError(f"no memory variant {shape!r}; known: {', '.join(SHAPES)}, paper")
    length = SHAPES[shape][0]
    j = 1
    while True:
        for v0 in (2, 1):
            m0 = 2 ** (length * j) // v0
            if m0 >= groups:
                return MemoryDesign(shape, 1, 2.0**-j, v0, m0)
        j += 1


@dataclass(frozen=True, slots=True)
class Component:
    """The vertices v1 to read, the edges v0 - v1 that hold the bit (one for paper6, two for pair4), and all edges of
    the first path."""

    readers: tuple[int, ...]
    bit_edges: tuple[int, ...]
    path: tuple[int, ...]


def add_component(
    builder: GraphBuilder,
    design: MemoryDesign,
    name: str,
    v0: int,
    output: int,
    control: tuple[int | None, int | None],
    bit: int = 0,
    copies: int = 1,
) -> Component:
    """One memory component: `control` are the vertices vc (opens the path that adds +I) and vc' (adds -I).

    A path without a control vertex would never open: it is not built, but for the edge that holds the bit. `bit` = 1
    starts with the first path flipped. `copies` stands for that many equal components (see Graph.copies).
    """
    readers: list[int] = []
    bit_edges: list[int] = []
    path: list[int] = []
    trunk = v0
    if control == (None, None):
        vertex = builder.vertex(f"{name}.v1", copies)
        edge = builder.edge(v0, vertex, -design.weight(1) if bit else design.weight(1), "memory")
        return Component((vertex,), (edge,), (edge,))
    for t in range(1, design.shared + 1):
        vertex = builder.vertex(f"{name}.v{t}", copies)
        edge = builder.edge(trunk, vertex, -design.weight(t) if bit else design.weight(t), "memory")
        if t == 1:
            readers.append(vertex)
            bit_edges.append(edge)
        path.append(edge)
        trunk = vertex
    for side, sign, gate in (("", 1, control[0]), ("'", -1, control[1])):
        if gate is None:
            continue
        flipped = -1 if bit and sign == 1 else 1
        at = trunk
        for t in range(design.shared + 1, design.length):
            vertex = builder.vertex(f"{name}.v{t}{side}", copies)
            edge = builder.edge(at, vertex, flipped * design.weight(t), "memory")
            if t == 1:
                readers.append(vertex)
                bit_edges.append(edge)
            if t == design.controlled:
                builder.edge(gate, vertex, design.control, "block")
            path += [edge] if sign == 1 else []
            at = vertex
        edge = builder.edge(at, output, sign * flipped * design.weight(design.length), "memory")
        path += [edge] if sign == 1 else []
    return Component(tuple(readers), tuple(bit_edges), tuple(path))
