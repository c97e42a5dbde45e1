"""Lemma 4, in high precision: a component of Definition 7 under noise of up to epsilon on every edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import mpmath
import numpy as np

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.emulation import write_once
from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.claims.exact import edge_between, library_learner
from turingrad.constructions.emulation.noisy_graph import build_noise_tolerant
from turingrad.constructions.emulation.numeric import NumericNet
from turingrad.constructions.emulation.write_once import WriteOnceDesign, write_once_design

HERE = "turingrad.constructions.emulation.claims.lemma_4"
PRECISION = 400  # bits: epsilon is 2^-134 3^-11 of weights that reach 2^240
SAMPLES, WRITES = 3, 1  # the component (1, 0, 1) is written in the second of three steps
COMPONENT = f"M[{WRITES},0,1]"
PATH = ["constant", *(f"{COMPONENT}.v{k}" for k in range(1, 5)), "output"]
CLAIMS = Claims("abbe-sandon")


@CLAIMS.state(
    "Lemma 4",
    where="section 4.2",
    statement="With gamma = 2^(716/3) 3^24 an open component doubles its weights for the label 1 and multiplies them "
    "by -2 for -1; v2 and vr decide which, and it is closed before and after, under noise of up to "
    "epsilon = 2^-134 3^-11 in total on every edge.",
    mutations=(
        mutation(
            "a learning rate of 2^(715/3) 3^24",
            f"{HERE}.write_once_design",
            lambda constants, n: slower(write_once.write_once_design(constants, n)),
        ),
        mutation(
            "a dead zone that ends at 2^-136 3^-9",
            f"{HERE}.write_once_design",
            lambda constants, n: narrower(write_once.write_once_design(constants, n)),
        ),
        mutation("2^20 times the noise", f"{HERE}.noise_allowed", lambda: mpmath.mpf(2) ** -114 / 3**11),
    ),
    code="turingrad.constructions.emulation.write_once.write_once_design",
    assumptions="the interval of the last edge is the proof's, with the epsilon that our copy lost",
    leaves_out="one bit and three samples; three directions of noise, two schedules",
)
def lemma_4() -> Figures:
    """Without noise the printed numbers to 40 digits; with it, and from both sides, every range of the lemma."""
    redesign()
    with mpmath.workprec(PRECISION):
        dead_zones()
        for label in (1, -1):
            weights_double(label)
        worst = max(stays_in_range(label, push) for label in (1, -1) for push in pushes())
        epsilon = noise_allowed()
    return {"epsilon": float(epsilon), "largest share of epsilon' that the output is off by": float(worst)}


def redesign() -> None:
    """The redesign's numbers: n open paths add 1/8 together, and a label 1 turns s into s (1 + kappa)."""
    for n in (1, 4):
        design = write_once.write_once_design("redesigned", n)
        require(n * design.contribution == 0.125 == n * design.s**2 * design.w2, f"n = {n}: {design.contribution}")
        require(abs(design.gamma * design.w2 - 0.6) < 1e-12, f"n = {n}: gamma is {design.gamma}")
        shape = (design.shape.p, design.shape.e0, design.shape.e1, design.shape.knee)
        require(shape == (1, 0.1875, 0.2125, 1.25), f"n = {n}: the activation's numbers are {shape}")
        require((design.s, design.half, design.gain) == (0.5, 0.5, 4.0), f"n = {n}: {design}")
        labels = [design.label(w) for w in (0.8, 0.66, 0.64, 0.5, 0.06, 0.04, -0.4)]
        require(labels == [1, 1, 0, 0, 0, -1, -1], f"weights are read as {labels}")


def dead_zones() -> None:
    """f* is 0 up to 2^-121 3^-9 and cubic from 2^-120 3^-9 on; the widened one ends just below 2^-80 3^-9."""
    for constants, low, high in (("paper", "-121", "-120"), ("widened", "-80.5", "-80.1")):
        shape = write_once.write_once_design(constants, 1).shape  # type: ignore[arg-type]
        unit = mpmath.mpf(3) ** -9
        near(f"{constants}: the end of the dead zone", shape.e0, mpmath.mpf(2) ** mpmath.mpf(low) * unit)
        near(f"{constants}: the start of the cubic part", shape.e1, mpmath.mpf(2) ** mpmath.mpf(high) * unit)
        require((shape.p, shape.knee) == (3, 1), f"{constants}: the power {shape.p} up to {shape.knee}")


def noise_allowed() -> mpmath.mpf:
    """Lemma 4's epsilon: the absolute noise on an edge over all steps."""
    return mpmath.mpf(2) ** -134 * mpmath.mpf(3) ** -11


def output_allowed() -> mpmath.mpf:
    """Lemma 4's epsilon': how far the output may be from 1/2."""
    return mpmath.mpf(2) ** -123 * mpmath.mpf(3) ** -11


def component_net() -> NumericNet:
    """The net of one input and three samples, with the printed constants."""
    design = write_once_design("paper", 1)
    graph = build_noise_tolerant(library_learner("last-label", 1), SAMPLES, "paper").graph
    return NumericNet(graph, design.shape, design.gamma, [mpmath.mpf(w) for w in graph.weight])


def pushes() -> Iterator[tuple[np.ndarray, bool]]:
    """Directions, one sign per edge, and whether all of the noise comes after the first step."""
    rng = np.random.default_rng(0)
    edges = len(component_net().weight)
    for direction in (np.ones(edges), -np.ones(edges), rng.choice([-1.0, 1.0], edges)):
        for front in (True, False):
            yield direction, front


def weights_double(label: int) -> None:
    """Without noise: label 1 doubles the weights of the open path, -1 makes them -2 times; then it closes."""
    two, three = mpmath.mpf(2), mpmath.mpf(3)
    net = component_net()
    net.step([1], 1)
    before, weights = show_all(net), list(net.weight)
    near("v2 before", before[f"{COMPONENT}.v2"], two**-24 * three ** mpmath.mpf(-1.5))
    near("the contribution", before[f"{COMPONENT}.v4"] / 36, two**-242 * three**-29)
    net.step([1], label)
    for t in range(5):
        edge = edge_between(net.graph, PATH[t], PATH[t + 1])
        near(f"label {label}: weight {t}", net.weight[edge] / weights[edge], mpmath.mpf(2 * label))
    after = show_all(net)
    near("v2 after", after[f"{COMPONENT}.v2"], two**-12 * three ** mpmath.mpf(-1.5))
    require(after[f"{COMPONENT}.vr"] == 2 * label, f"vr shows {after[f'{COMPONENT}.vr']} for the label {label}")
    require(after[f"{COMPONENT}.v4"] == 0, "the path is not closed again")


def stays_in_range(label: int, push: tuple[np.ndarray, bool]) -> mpmath.mpf:
    """All that Lemma 4 says of v2, vr and the last edge, at every step, under noise that adds up to epsilon on every
    edge; returns how far the output was from 1/2, in units of epsilon'."""
    two, three = mpmath.mpf(2), mpmath.mpf(3)
    direction, front = push
    net, last, worst = component_net(), None, mpmath.mpf(0)
    for t in range(SAMPLES):
        shown = show_all(net)
        last = net.weight[edge_between(net.graph, PATH[4], PATH[5])]
        written = t > WRITES
        size = shown[f"{COMPONENT}.v2"] / (two ** (-12 if written else -24) * three ** mpmath.mpf(-1.5))
        require(0.5 <= size <= 2, f"step {t}: v2 is {mpmath.nstr(size)} of what it should be")
        sign = 2 * label if written else 2
        require(shown[f"{COMPONENT}.vr"] == sign, f"step {t}: vr shows {mpmath.nstr(shown[f'{COMPONENT}.vr'])}")
        given = shown[f"{COMPONENT}.v4"] * last
        if t == WRITES:  # the proof's interval, whose epsilon our copy lost, is narrower than the lemma's
            off, room = abs(given - two**-242 * three**-29), two**-235 * three**-26 * noise_allowed()
            require(off <= room, f"the path adds {mpmath.nstr(given)}, off by {mpmath.nstr(off / room)} of its room")
        else:
            require(given == 0, f"step {t}: the closed path adds {mpmath.nstr(given)}")
        output = net.step([1], label if t == WRITES else 1)
        worst = max(worst, abs(output - mpmath.mpf(1) / 2) / output_allowed())
        share = noise_allowed() * ((1 if t == 0 else 0) if front else mpmath.mpf(1) / SAMPLES)
        net.weight = [w + share * d for w, d in zip(net.weight, direction.tolist(), strict=True)]
    require(worst <= 1, f"the output is off by {mpmath.nstr(worst)} epsilon'")
    return worst


def show_all(net: NumericNet) -> dict[str, mpmath.mpf]:
    return dict(zip(net.graph.names, net.forward([1])[0], strict=True))


def near(what: str, found: mpmath.mpf, wanted: mpmath.mpf) -> None:
    require(abs(found / wanted - 1) < mpmath.mpf(10) ** -40, f"{what} is {mpmath.nstr(found / wanted)} of the printed")


def slower(design: WriteOnceDesign) -> WriteOnceDesign:
    return replace(design, gamma=design.gamma / mpmath.mpf(2) ** (mpmath.mpf(1) / 3))


def narrower(design: WriteOnceDesign) -> WriteOnceDesign:
    """A dead zone that ends at 2^-136 3^-9."""
    shape = design.shape
    return replace(design, shape=Shape(shape.p, shape.e0 / 2**15, shape.e1 / 2**15, shape.knee))
