"""Memory that survives noise: components that are written once (Definition 7), and a redesign that float arithmetic and
noise of per cents leave intact.

A component is a path from the constant to the output. It is closed, except in the one step t0 in which it is written:
the net then outputs 1/2, so that the label 1 (derivative -1) and the label -1 (derivative 3) both move its weights, by
different amounts. Three states result: unset, written with 1, written with -1.

**As printed** (Definition 7, Lemma 4). v0 - v1 - v2 - v3 - v4 - out with weights 3^(-t/2)/4 and f*, which is cubic
outside of a dead zone. On the open path v4 receives 2^-80 3^-9, which adds c = 2^-242 3^-29 to the output's input
2^(-1/3); with gamma = 2^(716/3) 3^24 the label 1 doubles all weights and -1 makes them -2 times what they were. v4
then receives 2^-40 3^-9. Control edges -2^-81 3^-9 (before) and -2^-41 3^-9 (after) close the path. The paper's dead
zone ends at 2^-121 3^-9, which takes 92 bits; float64 rounds the output 1/2, hence every written weight, by 2^-53, and
needs the dead zone `widened` to just below 2^-80 3^-9.

**Redesigned.** p = 1, const -s- v1 -s- v2 -w2- out, with s = 1/2, a = s^2 arriving at the closed vertex v2, and
w2 = C/(n a), so that the n components that are written in one step add C = 1/8 together. gamma = kappa/w2 turns s into
s (1 + kappa) for label 1 and s (1 - 3 kappa) for -1. Both are read off v1, by thresholds half-way. Three control edges
close v2: -a/2, -(1 + kappa)^2 a/2, -(1 - 3 kappa)^2 a/2. The dead zone is e0 = 3a/4, and e1 = 17a/20.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import mpmath

from turingrad._support.text import name_alternatives
from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.gates import GateVertices
from turingrad.constructions.emulation.graph import CONSTANT
from turingrad.constructions.emulation.logic import Logic
from turingrad.errors import InputError

Constants = Literal["redesigned", "paper", "widened"]
CONSTANTS: tuple[Constants, ...] = get_args(Constants)
PATH = 5  # edges of a path of Definition 7
BITS = 92  # precision that the printed constants need


@dataclass(frozen=True, slots=True)
class WriteOnceDesign:
    """The numbers of a noise-tolerant net that do not depend on its learner."""

    constants: Constants
    shape: Shape
    gamma: Any
    contribution: Any  # what one open path adds to the output's input
    half: Any  # the output's input at which it shows 1/2
    gain: Any  # of the gates
    kappa: float = 0.0
    s: float = 0.5
    w2: float = 0.0

    def label(self, weight: Any) -> int:
        """What the weight of the edge into v1 says: 0 (unset), 1 or -1."""
        if self.constants == "redesigned":
            return (
                1 if weight > self.s * (1 + self.kappa / 2) else -1 if weight < self.s * (1 - 1.5 * self.kappa) else 0
            )
        return (1 if weight > 0 else -1) if abs(weight) > 0.375 else 0  # unset 1/4, written ±1/2


def write_once_design(constants: Constants, features: int, kappa: float = 0.6) -> WriteOnceDesign:
    """A design for nets that write `features` components a step."""
    if constants not in CONSTANTS:
        raise InputError(f"no constants {constants!r}{name_alternatives(constants, CONSTANTS)}")
    if constants == "redesigned":
        if not 0.5 <= kappa <= 0.7:
            raise InputError(f"kappa must be between 0.5 and 0.7, so that the three states are well apart, not {kappa}")
        s, total = 0.5, 1 / 8
        a = s * s
        w2 = total / (features * a)
        shape = Shape(1, 0.75 * a, 0.85 * a, 1.25)
        return WriteOnceDesign(constants, shape, kappa / w2, a * w2, 0.5, 4.0, kappa, s, w2)
    two, three = mpmath.mpf(2), mpmath.mpf(3)
    third = mpmath.mpf(1) / 3
    low, high = (-121, -120) if constants == "paper" else (mpmath.mpf("-80.5"), mpmath.mpf("-80.1"))
    shape = Shape(3, two**low * three**-9, two**high * three**-9)
    gamma = two ** (716 * third) * three**24
    return WriteOnceDesign(constants, shape, gamma, two**-242 * three**-29, two**-third, 1)


@dataclass(frozen=True, slots=True)
class WriteOnceComponent:
    """Literals that tell whether it was written with 1 and with -1, the controlled vertex, the edge into v1."""

    plus: int
    minus: int
    controlled: int
    first_edge: int

    def write_value(self, logic: Logic) -> int:
        return logic.or_(self.plus, self.minus)


def add_write_once(vertices: GateVertices, design: WriteOnceDesign, name: str, output: int) -> WriteOnceComponent:
    """The path and its readers; `closing_signals` names the control edges, which are added once the gates are there."""
    if design.constants == "redesigned":
        return _redesign(vertices, design, name, output)
    builder, logic = vertices.builder, vertices.logic
    path = [CONSTANT, *(builder.vertex(f"{name}.v{t}") for t in range(1, PATH)), output]
    weights = [mpmath.mpf(3) ** (-mpmath.mpf(t) / 2) / 4 for t in range(PATH)]
    edges = [builder.edge(path[t], path[t + 1], weights[t], "memory") for t in range(PATH)]
    sign = builder.vertex(f"{name}.vr")
    builder.edge(path[1], sign, mpmath.mpf(128), "read")
    # Lemma 6 reads both v2 and vr by one threshold between y(0) and y(1).
    y0, y1 = (mpmath.mpf(2) ** e * mpmath.mpf(3) ** (-mpmath.mpf(3) / 2) for e in (-21, -15))
    weight, threshold = 4 / (y1 - y0), 2 * (y1 + y0) / (y1 - y0)
    written, positive = logic.variable(), logic.variable()
    vertices.buffer(written, f"{name}.v2.read", path[2], weight, threshold)
    vertices.buffer(positive, f"{name}.vr.read", sign, weight, threshold)
    return WriteOnceComponent(logic.and_(written, positive), logic.and_(written, positive ^ 1), path[4], edges[0])


def _redesign(vertices: GateVertices, design: WriteOnceDesign, name: str, output: int) -> WriteOnceComponent:
    builder, logic, s, kappa = vertices.builder, vertices.logic, design.s, design.kappa
    v1, v2 = builder.vertex(f"{name}.v1"), builder.vertex(f"{name}.v2")
    first_edge = builder.edge(CONSTANT, v1, s, "memory")
    builder.edge(v1, v2, s, "memory")
    builder.edge(v2, output, design.w2, "memory")
    plus, minus = logic.variable(), logic.variable()
    vertices.buffer(plus, f"{name}.plus", v1, 40 / s, 40 * (1 + kappa / 2))
    vertices.buffer(minus, f"{name}.minus", v1, -16 / s, -16 * (1 - 1.5 * kappa))
    return WriteOnceComponent(plus, minus, v2, first_edge)


def closing_signals(
    logic: Logic, design: WriteOnceDesign, component: WriteOnceComponent, opened: int
) -> list[tuple[str, int, Any]]:
    """(name of the control vertex, literal of when it closes the path, weight of its edge)."""
    waiting = logic.and_(opened ^ 1, component.plus ^ 1, component.minus ^ 1)
    if design.constants != "redesigned":
        early, late = (-(mpmath.mpf(2) ** e) * mpmath.mpf(3) ** -9 for e in (-81, -41))
        return [("vc", waiting, early), ("vc'", component.write_value(logic), late)]
    a, kappa = design.s * design.s, design.kappa
    return [
        ("vc", waiting, -a / 2),
        ("vc+", component.plus, -((1 + kappa) ** 2) * a / 2),
        ("vc-", component.minus, -((1 - 3 * kappa) ** 2) * a / 2),
    ]
