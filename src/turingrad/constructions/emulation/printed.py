"""The paper to the letter: x^3 (Definition 6) or x^(11/9) (Remark 9), with m0 copies carried as multiplicities.

`s` must keep v1 in the power region, v0 w_1 = 2 p^(5/2) s < 1 (for p = 3: s < 1/(18 sqrt 3), the bound that Lemma 2
needs), and m0 = 1/I must be an integer. The smallest m0 is 1.34e79 for p = 3 and 1,670 for p = 11/9 (Remark 9 says "on
the order of 1000").

A relative error d in a path's weights grows with each flip: the output's derivative and I/w_t are powers of all
weights, so after a flip it is about (2S - 3 + (3p - 2) S) d with S = sum_{k<l} p^k: 3,273 for p = 3, 35 for 11/9.
Hence 3.5 digits a flip (1.5 for 11/9), and hence the dyadic variants.

With 11/9 a closed path leaks: the slope of x^(11/9) at an input of d is of the order d^(2/9), so that an error d in a
weight becomes d^(2/9) in one step, whatever the digits. Remark 9 asks of the exponent only that it keeps m0 small; so
the activation has a dead zone there, as section 4.2's f* has one. Without it a net forgets after a dozen steps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, log10
from typing import Any

import mpmath

from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.build import Emulation, build
from turingrad.constructions.emulation.graph import CONSTANT, GraphBuilder
from turingrad.constructions.emulation.memory import SHAPES, MemoryDesign, add_component, power
from turingrad.constructions.emulation.numeric import NumericNet
from turingrad.constructions.emulation.plan import plan
from turingrad.errors import InputError
from turingrad.machine.learner import Learner

LEAKY_DEAD_ZONE = 1e-4  # below every input of an open path of Remark 9's net, above every error
EXPONENTS = {"3": Fraction(3), "11/9": Fraction(11, 9), "1": Fraction(1)}
MAX_DIGITS = 100_000


def exponent(p: str | int | Fraction) -> Fraction:
    """The paper's exponents by name."""
    if str(p) not in EXPONENTS:
        raise InputError(f"no exponent {p!r}; known: {', '.join(EXPONENTS)}")
    return EXPONENTS[str(p)]


def smallest_m0(p: str | int | Fraction, shape: str = "paper6") -> int:
    """Compute Lemma 3's least m0, the number of paths that must flip together.

    It is 1/I rounded up, I being what one path contributes at the largest weight s that the activation allows.

    Args:
        p: The printed exponent.
        shape: The shape of a memory component.

    Returns:
        The number of paths.

    Example:
        >>> from turingrad.constructions.emulation import smallest_m0
        >>> smallest_m0("11/9")
        1670
    """
    with mpmath.workdps(120):
        value = _number(exponent(p))
        length = SHAPES[shape][0]
        largest = 1 / (2 * power(value, length - 1, 2))
        return int(mpmath.ceil(1 / MemoryDesign(shape, value, largest, 2, 1).contribution - mpmath.mpf(10) ** -30))


def literal_design(p: str | int | Fraction = 3, groups: int = 1, shape: str = "paper6") -> MemoryDesign:
    """Lemma 3's choice at the working precision of mpmath: m0 = max(groups, the least), then s so that I = 1/m0."""
    value = _number(exponent(p))
    m0 = max(groups, smallest_m0(p, shape))
    length = SHAPES[shape][0]
    unit = MemoryDesign(shape, value, mpmath.mpf(1), 2, m0)
    power_of_s = sum(value**k for k in range(length))  # I = I(1) s^(1 + p + ... + p^(l-1))
    s = (1 / (m0 * unit.contribution)) ** (1 / power_of_s)
    return replace(unit, s=s)


def literal_net(learner: Learner, p: str | int | Fraction = 3) -> tuple[Emulation, NumericNet]:
    """Theorem 4's net for a learner, at mpmath's working precision, with the 10^79 dummies as one component."""
    planned = plan(learner, "paper6")
    design = literal_design(p, len(planned.groups))
    emulation = build(planned, design, multiplicities=True)
    weight = [mpmath.mpf(w) for w in emulation.graph.weight]
    return emulation, NumericNet(emulation.graph, printed_shape(p, design), design.gamma, weight)


def printed_shape(p: str | int | Fraction, design: MemoryDesign) -> Shape:
    """|x|^p; for Remark 9's exponent with the dead zone that it needs."""
    if exponent(p) != Fraction(11, 9):
        return design.activation()
    return Shape(design.p, LEAKY_DEAD_ZONE / 2, LEAKY_DEAD_ZONE)


def digits_for(p: str | int | Fraction, flips: int) -> int:
    """The decimal digits with which a path lasts for that many flips: (2S - 3 + (3p - 2) S) is lost with each."""
    value = float(exponent(p))
    S = sum(value**k for k in range(6))
    return 20 + ceil(flips * log10(2 * S - 3 + (3 * value - 2) * S))


def one_component(design: MemoryDesign, shape: Shape, number: Any = mpmath.mpf) -> tuple[NumericNet, int]:
    """A component that stands for all m0 of them, and the edge that holds its bit; the net's one input opens its first
    path (1) or its second (-1)."""
    builder = GraphBuilder()
    sign, v0, output = builder.input("sign"), builder.vertex("v0"), builder.vertex("output")
    builder.edge(CONSTANT, v0, number(2), "constant")
    controls = (builder.vertex("vc"), builder.vertex("vc'"))
    for control, direction in zip(controls, (-1, 1), strict=True):  # vc is 0 where the input is 1, vc' where -1
        builder.edge(sign, control, number(direction), "control")
        builder.edge(CONSTANT, control, number(1), "control")
    component = add_component(builder, design, "bit", v0, output, controls, copies=design.m0)
    graph, final = builder.build(output)
    net = NumericNet(graph, shape, design.gamma, [number(w) for w in graph.weight])
    return net, int(final[component.bit_edges[0]])


@dataclass(frozen=True, slots=True)
class Survival:
    """How many flips in a row a memory component took before its output or its signs went wrong."""

    p: str
    arithmetic: str
    flips: int
    limit: int


def count_survived_flips(
    p: str | int | Fraction = 3, digits: int | None = None, limit: int = 1000, dead_zone: float = 0
) -> Survival:
    """Flip one component (with its m0 - 1 copies) at every step until something is wrong: the output more than 1/2 away
    from ±1, or the sign of the bit's edge not what the count of flips says.

    Args:
        p: The printed exponent.
        digits: Digits of the arithmetic; None is float64.
        limit: Flips at most.
        dead_zone: e1 of the activation function; e0 is half of it.

    Returns:
        The number of flips, and what went wrong then.

    Example:
        >>> from turingrad.constructions.emulation import count_survived_flips
        >>> count_survived_flips(3).flips
        4
    """
    if digits is not None and not 1 <= digits <= MAX_DIGITS:
        raise InputError(f"the precision must be 1 to {MAX_DIGITS} digits, not {digits}")
    with mpmath.workdps(max(60, digits or 0)):
        exact = literal_design(p)
    with mpmath.workdps(digits or 15):
        number: Any = float if digits is None else mpmath.mpf
        design = replace(exact, p=number(exact.p), s=number(exact.s))
        shape = Shape(design.p, dead_zone / 2, dead_zone) if dead_zone else design.activation()
        net, edge = one_component(design, shape, number)
        survived = 0
        try:
            for flip in range(limit):
                want = 1 if flip % 3 else -1
                shown = net.step([want], -want)
                if abs(shown - want) > 0.5 or (net.weight[edge] < 0) != (flip % 2 == 0):
                    break
                survived += 1
        except OverflowError:
            pass
    return Survival(str(p), "float64" if digits is None else f"{digits} digits", survived, limit)


def _number(p: Fraction) -> Any:
    return mpmath.mpf(p.numerator) / p.denominator
