"""Surrogate loss, sample complexity, Theorems 3.1 and 4.1, Claim 3.5."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.generators import tape_machines
from tests.generators_circuit import circuits
from turingrad import library
from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.transformer import compile_network as compile_transformer
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.tape import TapeMachine
from turingrad.theory.margins.architecture import architecture_parameters
from turingrad.theory.margins.attack import attack
from turingrad.theory.margins.baselines import crossover, deeper, vc_order
from turingrad.theory.margins.chain import ToyChain, chain_rows, identity_chain, toy_margin, toy_rounded_bound
from turingrad.theory.margins.claims.finite_family import small_family
from turingrad.theory.margins.feedforward import feedforward_bound
from turingrad.theory.margins.samples import (
    empirical_rademacher,
    erm_bound,
    generalization_bound,
    log_covering,
    rademacher_bound,
    sample_complexity,
    sample_order,
    surrogate_loss,
)
from turingrad.theory.margins.theorem_tapes import family_of, theorem_4_1_tapes
from turingrad.theory.margins.theorems import Family, theorem_3_1, theorem_4_1
from turingrad.theory.margins.transformer import transformer_bound


@given(st.floats(-2, 2), st.floats(0.01, 1))
def test_the_surrogate_is_at_least_the_0_1_loss(rho: float, gamma: float) -> None:
    loss = float(surrogate_loss(rho, gamma))
    assert (1.0 if rho <= 0 else 0.0) <= loss <= 1.0


def test_the_surrogate_is_linear_between_0_and_gamma() -> None:
    assert surrogate_loss([0.0, 0.5, 1.0, 2.0, 3.0], 2.0).tolist() == [1.0, 0.75, 0.5, 0.0, 0.0]


def test_proposition_2_2_is_five_epsilon_and_a_term_of_n() -> None:
    assert erm_bound(0.1, 0.1, 400, 0.01) == pytest.approx(0.5 + 2 * math.sqrt(math.log(200) / 400))


def dudley(alpha: float, parameters: float, gamma: float, samples: float) -> float:
    """inf_a 4a + 12/sqrt(n) int_a^1 sqrt(log N(gamma eps)) d eps, with Maurey's cover, by the trapezoid rule."""
    scale = np.geomspace(1e-4, 1.0, 4001)
    cover = np.sqrt(np.ceil((alpha / (gamma * scale)) ** 2) * math.log(2 * parameters + 1))
    pieces = (cover[1:] + cover[:-1]) / 2 * np.diff(scale)
    beyond = np.append(np.cumsum(pieces[::-1])[::-1], 0.0)  # the integral from each scale to 1
    return float((4 * scale + 12 / math.sqrt(samples) * beyond).min())


@pytest.mark.parametrize("samples", [1e6, 1e8])
@pytest.mark.parametrize(("alpha", "parameters", "gamma"), [(3.0, 100.0, 0.5), (1.0, 1e6, 0.9), (10.0, 50.0, 1.0)])
def test_the_rademacher_bound_is_dudleys_integral(
    alpha: float, parameters: float, gamma: float, samples: float
) -> None:
    bound, exact = rademacher_bound(alpha, parameters, gamma, samples), dudley(alpha, parameters, gamma, samples)
    assert exact <= bound < 1.0
    assert bound <= 1.25 * exact
    # with the best a (up to the 1 - a), for sqrt(ceil x) <= sqrt x + 1
    c, root, a = alpha / gamma, math.sqrt(math.log(2 * parameters + 1)), np.geomspace(1e-6, 1.0, 2001)
    assert bound <= (4 * a + 12 / math.sqrt(samples) * root * (c * np.log(1 / a) + 1 - a)).min() * 1.0001


def test_lemma_2_3_s_sample_complexity_is_enough_by_dudleys_integral_and_little_more() -> None:
    n = sample_complexity(3.0, 100, 0.5, 0.2)
    rest = 2 * math.sqrt(math.log(200))
    assert 4 * dudley(3.0, 100, 0.5, n) + rest / math.sqrt(n) <= 0.2
    assert 4 * dudley(3.0, 100, 0.5, 0.6 * n) + rest / math.sqrt(0.6 * n) > 0.2


def test_the_order_is_lemma_2_3_without_constants() -> None:
    assert sample_order(2.0, math.e, 0.5, 0.1) == pytest.approx((2.0**2 / 0.5**2 + 1) / 0.1**2)
    assert sample_order(3.0, math.e**2, 1.0, 0.5) == pytest.approx((9 * 2 + 1) / 0.25)


def test_the_order_grows_with_the_logarithm_of_the_parameters_only() -> None:
    assert sample_order(10, 1e12, 0.1, 0.1) < 2.1 * sample_order(10, 1e6, 0.1, 0.1)


def test_the_empirical_rademacher_complexity_is_below_the_bound() -> None:
    """On n = 2^52 samples, where the bound says something: signs of equal samples add up to a binomial."""
    family = small_family(3)
    gamma = float(family.margins.min())
    losses = surrogate_loss(np.where(family.outputs == family.outputs[3], family.margins[:, None], 0), gamma)
    copies = 1 << 49
    signs = 2 * np.random.default_rng(0).binomial(copies, 0.5, size=(losses.shape[1], 400)) - copies
    n = copies * losses.shape[1]
    empirical = float((losses @ signs).max(axis=0).mean()) / n
    bound = rademacher_bound(100.0, 1000, gamma, n)
    assert 0 < empirical <= bound < 1.0
    # The sampled estimate of the package agrees with the exact mean for as many samples as inputs: sqrt scaling.
    assert empirical_rademacher(losses) == pytest.approx(empirical * math.sqrt(copies), rel=0.2)


def test_one_function_has_no_rademacher_complexity() -> None:
    assert empirical_rademacher(np.zeros((1, 8))) == 0.0


def test_corollary_a1_is_the_printed_sum() -> None:
    """alpha sqrt(log p / n) times the root of the mean of 1/rho^2, and (log(1/delta) + log n) / sqrt(n)."""
    found = generalization_bound(3.0, math.e**4, [0.5, 0.25], confidence=math.e**-2)
    assert found == pytest.approx(3 * math.sqrt(2.0) * math.sqrt((4 + 16) / 2) + (2 + math.log(2)) / math.sqrt(2))
    assert generalization_bound(3.0, math.e**4, [0.5, 0.25], math.e**-2, constant=2.0) == pytest.approx(2 * found)


@pytest.mark.parametrize("epsilon", [-0.5, 0.0, 1.0, 1.5])
def test_an_error_outside_0_to_1_is_refused(epsilon: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        sample_complexity(1.0, 10.0, 0.5, epsilon)


def test_a_cover_of_the_1_norm_ball_has_the_printed_size() -> None:
    assert log_covering(3.0, 7.0, 2.0) == pytest.approx(3 * math.log(15))  # ceil((3/2)^2) = 3


def test_corollary_a1_falls_with_samples_and_with_margins() -> None:
    few, many = generalization_bound(1.0, 50, [0.5] * 10), generalization_bound(1.0, 50, [0.5] * 1000)
    assert many < few
    assert generalization_bound(1.0, 50, [0.9] * 10) < few
    with pytest.raises(InputError, match="training errors"):
        generalization_bound(1.0, 50, [0.5, 0.0])


@given(circuits(max_gates=10, max_outputs=1, kinds=("and", "or", "not", "id"), max_fan_in=2))
@settings(max_examples=25)
def test_theorem_3_1_holds_for_every_circuit(circuit: Circuit) -> None:
    network = compile_network(circuit)
    layers = network.layered
    assume(circuit.outputs and network.depth)
    sizes = theorem_3_1(layers.depth, layers.width, layers.size)
    assert network.width <= sizes.width
    assert network.depth == sizes.depth
    assert network.norm1() <= sizes.learnability.alpha
    assert network.dense_count() <= sizes.learnability.parameters
    assert feedforward_bound(network).tightened >= sizes.learnability.gamma


def test_the_vc_count_of_a_small_circuit_is_the_smaller_one() -> None:
    network = compile_network(library.load("multiplier-2"))
    assert vc_order(network.dense_count(), network.depth + 1, 0.1) == pytest.approx(1.7e7, rel=0.03)
    with pytest.raises(InputError, match="eps"):
        vc_order(100, 3, 0.0)


def test_theorem_3_1_counts_the_parameters_of_padded_nets() -> None:
    """31 at (2, 1, 2) with w = 2 and d = 5: the first layer has w rows, not r."""
    network = compile_network(identity_chain(1), width=2, depth=5)
    assert network.dense_count() <= theorem_3_1(2, 1, 2, w=2, d=5).learnability.parameters == 31


def test_theorem_4_1_s_samples_grow_with_the_logarithm_of_the_width() -> None:
    """Over-parameterisation: padding leaves alpha and gamma as they are, only ln p grows; identities add to alpha."""
    small, wide, deep = (
        theorem_4_1(5, 2, 1000, width=w, depth=d) for w, d in ((None, None), (10**6, None), (None, 40))
    )
    assert (wide.learnability.alpha, wide.learnability.gamma) == (small.learnability.alpha, small.learnability.gamma)
    assert small.learnability.order < wide.learnability.order < 3 * small.learnability.order
    assert deep.learnability.gamma == small.learnability.gamma
    assert deep.learnability.alpha > small.learnability.alpha
    with pytest.raises(InputError, match="width must be at least"):
        theorem_4_1(5, 2, 1000, width=3)


def test_theorem_3_1_s_samples_grow_with_the_logarithm_of_the_width() -> None:
    small, huge = theorem_3_1(10, 20, 200), theorem_3_1(10, 20, 200, w=40_000_000)
    assert huge.learnability.order < 5 * small.learnability.order
    with pytest.raises(InputError, match="w must be at least"):
        theorem_3_1(10, 20, 200, w=39)


@pytest.mark.parametrize(("left_end", "layers"), [("hard", "compact"), ("two-sided", "paper"), ("hard", "paper")])
@given(tape_machines(max_states=3, max_symbols=3, max_tapes=3), st.integers(1, 12), st.integers(0, 3))
@settings(max_examples=2)
def test_theorem_4_1_holds_for_every_machine_with_several_tapes(
    left_end: str, layers: str, machine: TapeMachine, steps: int, more: int
) -> None:
    assume(machine.tapes > 1 and machine.rules)
    require_inside(machine, left_end, layers, steps, max(map(len, machine.input)) + more)


@pytest.mark.slow
@pytest.mark.parametrize("layers", ["compact", "paper"])
@pytest.mark.parametrize("left_end", ["two-sided", "hard"])
@given(tape_machines(max_states=4, max_symbols=4, max_tapes=3), st.integers(1, 60), st.integers(0, 5))
@settings(max_examples=65)
def test_theorem_4_1_holds_for_many_machines(
    left_end: str, layers: str, machine: TapeMachine, steps: int, more: int
) -> None:
    assume(machine.tapes == 1 or machine.rules)
    require_inside(machine, left_end, layers, steps, max(map(len, machine.input)) + more)


def test_a_tape_or_layers_that_the_transformer_does_not_have_are_refused() -> None:
    for name, wrong in (("left_end", "soft"), ("layers", "deep")):
        with pytest.raises(InputError, match=wrong):
            theorem_4_1(2, 2, 5, **{name: wrong})
    wide = theorem_4_1(2, 2, 5, width=500, depth=60, layers="paper", left_end="hard")
    assert (wide.width, wide.depth) == (500, 60)
    with pytest.raises(InputError, match="must be at least"):
        theorem_4_1_tapes(2, (2, 3), 5, 5, width=3, layers="paper")


def test_several_tapes_cost_the_logarithm_of_the_width_and_of_the_steps() -> None:
    small, wide, deep = (
        theorem_4_1_tapes(10, (3, 4), 40, 1000, width=w, depth=d) for w, d in ((None, None), (10**6, None), (None, 80))
    )
    assert (wide.learnability.alpha, wide.learnability.gamma) == (small.learnability.alpha, small.learnability.gamma)
    assert small.learnability.order < wide.learnability.order < 3 * small.learnability.order
    assert (deep.learnability.gamma, deep.depth) == (small.learnability.gamma, 80)
    assert theorem_4_1_tapes(10, (3, 4), 40, 10**6).learnability.order < 2**10 * small.learnability.order
    read_only = theorem_4_1_tapes(10, (3, 4), 40, 1000, written=(False, True))
    assert read_only.width < small.width
    assert read_only.learnability.gamma > small.learnability.gamma
    for wrong in ({"width": 3}, {"depth": 3}):
        with pytest.raises(InputError, match="must be at least"):
            theorem_4_1_tapes(10, (3, 4), 40, 1000, **wrong)
    with pytest.raises(InputError, match="two tapes or more"):
        theorem_4_1_tapes(10, (3,), 40, 1000)


@pytest.mark.parametrize("tapes", [1, 2])
def test_counts_are_functions_of_the_width_and_of_the_depth(tapes: int) -> None:
    """The paper's log w: along the widths alpha and gamma stand still; along the depths gamma does."""

    def sizes_of(width: int | None = None, depth: int | None = None) -> Family:
        if tapes == 1:
            return theorem_4_1(7, 3, 20, width=width, depth=depth)
        return theorem_4_1_tapes(7, (3, 3), 30, 20, width=width, depth=depth)

    widths, depths = crossover(sizes_of), deeper(lambda depth: sizes_of(None, depth))
    assert len({(row.alpha, row.gamma) for row in widths}) == len({row.gamma for row in depths}) == 1
    first, last = widths[0], widths[-1]
    grown = (last.margin * 0.1**2 - 1) / (first.margin * 0.1**2 - 1)
    assert grown == pytest.approx(math.log(last.parameters) / math.log(first.parameters))
    assert last.margin_wins
    assert not first.margin_wins
    steps = np.diff([row.alpha for row in depths]) / np.diff([row.depth for row in depths])
    assert steps == pytest.approx([steps[0]] * len(steps))


@pytest.mark.parametrize("layers", ["compact", "paper"])
@pytest.mark.parametrize("left_end", ["two-sided", "hard"])
@given(tape_machines(), st.integers(1, 30))
@settings(max_examples=4)
def test_theorem_4_1_holds_for_every_machine(left_end: str, layers: str, machine: TapeMachine, steps: int) -> None:
    require_inside(machine, left_end, layers, steps, len(machine.input[0]))


def require_inside(machine: TapeMachine, left_end: str, layers: str, steps: int, length: int) -> None:
    """A compiled transformer is a member of its family, whose margin is at most its certificate."""
    network = compile_transformer(machine, steps=steps, input_length=length, left_end=left_end, layers=layers)
    sizes = family_of(network.machine, steps, length, layers=layers)
    assert (network.width, network.depth) == (sizes.width, sizes.depth)
    assert network.parameter_count() < architecture_parameters(network) == sizes.learnability.parameters
    assert sum(float(p.abs().sum()) for p in network.parameters()) <= sizes.learnability.alpha
    assert transformer_bound(network).tightened >= sizes.learnability.gamma


def test_theorem_4_1_is_polylogarithmic_in_the_number_of_steps() -> None:
    short, long = theorem_4_1(5, 2, 10**3), theorem_4_1(5, 2, 10**6)
    assert long.learnability.order < 2**10 * short.learnability.order  # T grew by 1000, its logarithm by 2


@pytest.mark.parametrize("depth", [1, 4, 9])
def test_claim_3_5_the_plain_chain_s_margin_is_exact(depth: int) -> None:
    found = attack(ToyChain(depth, None), budget=200).norm
    assert found == pytest.approx(toy_margin(depth), rel=0.02)
    assert found >= toy_margin(depth) - 1e-9


@pytest.mark.parametrize("depth", [1, 4, 9])
def test_claim_3_5_rounding_keeps_the_margin_above_a_third(depth: int) -> None:
    found = attack(ToyChain(depth, 3.0), budget=200).norm
    assert found is not None
    assert found >= toy_rounded_bound() == pytest.approx(1 / 3)


def test_the_chain_s_rows_have_attacks_above_bounds() -> None:
    (row,) = chain_rows([3], budget=80)
    assert row.plain_attack is not None
    assert row.rounded_attack is not None
    assert row.plain_bound <= row.plain_attack
    assert row.rounded_bound <= row.rounded_attack
