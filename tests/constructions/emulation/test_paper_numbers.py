"""Lemma 2's numbers, Remark 9's sizes, and how far the paper's own exponent goes in which precision."""

from __future__ import annotations

from dataclasses import replace

import mpmath
import numpy as np
import pytest

from turingrad import tasks
from turingrad.check import compare
from turingrad.constructions.emulation import compile_network, printed
from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.claims.exact import edge_between
from turingrad.constructions.emulation.claims.sizes import paper_gamma
from turingrad.constructions.emulation.graph import CONSTANT, GraphBuilder
from turingrad.constructions.emulation.memory import MemoryDesign, add_component, dyadic_design
from turingrad.constructions.emulation.numeric import NumericNet
from turingrad.constructions.emulation.printed import count_survived_flips, digits_for, literal_design, smallest_m0
from turingrad.errors import InputError
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner import run as learner_run


def one_component(design: MemoryDesign, shape=None) -> NumericNet:
    """A component that stands for all m0 of them; the input opens its first path (1) or its second (-1)."""
    builder = GraphBuilder()
    sign, v0, output = builder.input("sign"), builder.vertex("v0"), builder.vertex("output")
    builder.edge(CONSTANT, v0, 2, "constant")
    controls = (builder.vertex("vc"), builder.vertex("vc'"))
    for control, direction in zip(controls, (-1, 1), strict=True):
        builder.edge(sign, control, direction, "control")
        builder.edge(CONSTANT, control, 1, "control")
    add_component(builder, design, "bit", v0, output, controls, copies=design.m0)
    graph, _ = builder.build(output)
    return NumericNet(graph, shape or design.activation(), design.gamma, list(graph.weight))


def test_lemma_2_constants_are_those_of_the_general_formula() -> None:
    with mpmath.workdps(80):
        design = literal_design(3)
        two, three, s = mpmath.mpf(2), mpmath.mpf(3), design.s
        close = mpmath.mpf(10) ** -70
        assert abs(design.contribution / (two**243 * three ** (mpmath.mpf(1641) / 2) * s**364) - 1) < close
        assert abs(design.gamma / (two**-244 * three ** (mpmath.mpf(-1643) / 2) * s**-362) - 1) < close
        assert abs(design.control / (-(two**26) * three**91 * s**40) - 1) < close
        assert abs(design.m0 * design.contribution - 1) < close
        assert [design.weight(t) / s for t in (2, 4, 6)] == [9, 3, 1]


def test_the_loss_has_derivative_12_at_the_outputs_input() -> None:
    with mpmath.workdps(80):
        design = literal_design(3)
        net = one_component(design)
        shown, slope = net.forward([1])
        assert abs(2 * (shown[-1] + 1) * slope[-1] - 12) < mpmath.mpf(10) ** -60


@pytest.mark.parametrize(
    ("p", "shape", "m0"), [("11/9", "paper6", 1670), ("1", "paper6", 32), ("3", "pair4", 161243136)]
)
def test_erratum_6_the_smallest_numbers_of_copies(p: str, shape: str, m0: int) -> None:
    """Remark 9's "order of 1000" is 1,670; its 10^79 for p = 3 is 1.34e79."""
    assert smallest_m0(p, shape) == m0
    assert 1.33e79 < smallest_m0(3) < 1.35e79


def test_erratum_2_s_must_be_below_one_over_18_root_3() -> None:
    """Read as (1/18) sqrt 3 the bound lets v1 leave the cubic region, and the output is no longer ±1."""
    with mpmath.workdps(120):
        right = literal_design(3)
        assert right.s < 1 / (18 * mpmath.sqrt(3))
        assert right.input_when_open(1) < 1
        assert abs(one_component(right).forward([1])[0][-1] - 1) < 1e-40
        loose = replace(right, s=mpmath.sqrt(3) / 18 * 0.9, m0=1)
        loose = replace(loose, m0=int(1 / loose.contribution) or 1)
        assert loose.input_when_open(1) > 1
        assert abs(one_component(loose).forward([1])[0][-1] - 1) > 0.5


def test_erratum_2_it_is_the_second_path_that_a_positive_output_closes() -> None:
    with mpmath.workdps(60):
        net = one_component(literal_design(3))
        shown, _ = net.forward([1])
        by_name = dict(zip(net.graph.names, shown, strict=True))
    assert abs(by_name["bit.v5'"]) < 1e-100
    assert abs(by_name["bit.v5"]) > 1e-80


def test_erratum_3_a_slope_of_the_ramp_would_not_flip() -> None:
    with mpmath.workdps(60):
        design = literal_design(3)
        for knee, flips in ((1, True), (0.9, False)):
            net = one_component(design, replace(design.activation(), knee=knee))
            before = list(net.weight)
            net.step([1], -1)
            edge = edge_between(net.graph, "v0", "bit.v1")
            assert (abs(net.weight[edge] + before[edge]) < 1e-40) == flips


def test_erratum_4_labels_must_be_signs_not_bits() -> None:
    """Theorem 4 prints the label F(x) in {0, 1}: at 0 the weights would be moved to 0 instead of flipped."""
    for label, expected in ((-1, -1.0), (0, 0.0)):
        design = dyadic_design("paper6", 1)
        net = one_component(design)
        before = list(net.weight)
        net.step([1], label)
        edge = edge_between(net.graph, "v0", "bit.v1")
        assert net.weight[edge] == expected * before[edge]


def test_erratum_5_the_computation_has_no_edge_to_the_output() -> None:
    """Lemma 3: h drives the control vertices only; all that reaches the output comes from memory paths."""
    graph = compile_network(LEARNERS["parity"](3)).emulation.graph
    into_output = graph.target == graph.output
    assert set(np.array(graph.role)[into_output]) == {"memory"}


@pytest.mark.parametrize(("digits", "flips"), [(None, 4), (60, 17), (200, 57)])
def test_flips_that_the_cubic_net_survives(digits: int | None, flips: int) -> None:
    """3.5 digits are lost with each flip."""
    assert abs(count_survived_flips(3, digits).flips - flips) <= 1


def test_flips_that_the_11_9_net_survives() -> None:
    assert 2 <= count_survived_flips("11/9").flips <= 5
    assert 10 <= count_survived_flips("11/9", dead_zone=1e-4).flips <= 13


@pytest.mark.parametrize(("p", "growth"), [("3", 3273), ("11/9", 35)])
def test_an_error_grows_by_the_predicted_factor(p: str, growth: float) -> None:
    """(2S - 3 + (3p - 2) S) per flip, S = sum of p^k for k < 6."""
    with mpmath.workdps(60):
        value = literal_design(p).p
        S = sum(value**k for k in range(6))
        assert abs((2 * S - 3 + (3 * value - 2) * S) / growth - 1) < 0.02
        # Without a dead zone the closed path of 11/9 leaks: its slope at an input of d is d^(2/9).
        net = one_component(literal_design(p), Shape(value, 5e-5, 1e-4) if p == "11/9" else None)
        error = mpmath.mpf(10) ** -25
        roles = net.graph.role
        net.weight = [w * (1 + error) if role == "memory" else w for w, role in zip(net.weight, roles, strict=True)]
        edge = edge_between(net.graph, "v0", "bit.v1")
        before = net.weight[edge]
        net.step([1], -1)
        assert abs(abs(net.weight[edge] / before + 1) / error / growth - 1) < 0.05


def test_the_literal_net_runs_in_lockstep() -> None:
    learner = LEARNERS["parity"](2)
    X, y = tasks.get("parity").sample(np.random.default_rng(1), 2, 8)
    network = compile_network(learner, variant="paper", digits=100)
    report = compare(learner_run.trace(learner, X, y, guess=True), network.trace((X, y)))
    assert report.ok, report
    assert network.emulation.design.m0 > 1e79


@pytest.mark.parametrize("steps", [60])
def test_remark_9s_net_runs_in_lockstep(steps: int) -> None:
    """A bit that flips at most once a step: the digits are chosen for that many flips."""
    learner = LEARNERS["last-label"](1)
    rng = np.random.default_rng(4)
    X, y = rng.choice([-1, 1], (steps, 1)), rng.choice([-1, 1], steps)
    network = compile_network(learner, variant="paper", p="11/9", digits=digits_for("11/9", steps))
    assert network.emulation.design.m0 == 1670
    report = compare(learner_run.trace(learner, X, y, guess=True), network.trace((X, y)))
    assert report.ok, report
    assert report.steps == steps


def test_without_a_dead_zone_remark_9s_net_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "printed_shape", lambda _p, design: design.activation())
    learner = LEARNERS["last-label"](1)
    rng = np.random.default_rng(4)
    X, y = rng.choice([-1, 1], (60, 1)), rng.choice([-1, 1], 60)
    network = compile_network(learner, variant="paper", p="11/9", digits=400)
    assert not compare(learner_run.trace(learner, X, y, guess=True), network.trace((X, y))).ok


@pytest.mark.parametrize(("p", "flips"), [("3", 12), ("11/9", 40)])
def test_digits_chosen_for_a_number_of_flips_last_for_them(p: str, flips: int) -> None:
    found = count_survived_flips(p, digits_for(p, flips), limit=flips, dead_zone=1e-4 if p == "11/9" else 0)
    assert found.flips == flips


def test_too_few_digits_lose_the_memory() -> None:
    learner = LEARNERS["perceptron"](2)
    rng = np.random.default_rng(0)
    X, y = rng.choice([-1, 1], (40, 2)), rng.choice([-1, 1], 40)
    network = compile_network(learner, variant="paper", digits=15)
    report = compare(learner_run.trace(learner, X, y), network.trace((X, y)))
    assert not report.ok


def test_remark_10_the_learning_rate_grows_as_the_power_362_of_364() -> None:
    with mpmath.workdps(120):
        small, large = 10**85, 10**95
        slope = mpmath.log(paper_gamma(large) / paper_gamma(small)) / mpmath.log(mpmath.mpf(large) / small)
        assert abs(slope - mpmath.mpf(362) / 364) < 1e-10
        assert paper_gamma(5) == paper_gamma(5000)


@pytest.mark.parametrize("options", [{"p": "2"}, {"digits": 3}])
def test_impossible_options_are_refused(options) -> None:
    with pytest.raises(InputError):
        compile_network(LEARNERS["parity"](2), variant="paper", **options)
