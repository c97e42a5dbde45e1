"""Theorem 3, Corollary 2, Theorem 6 and Lemma 7: the numbers, the range, and the inequalities of their proofs."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import InputError, LimitError
from turingrad.theory.limits import (
    corollary_2,
    corollary_2_least_batch,
    lemma_7,
    theorem_3,
    theorem_6,
    theorem_6_as_stated,
    theorem_6_least_n,
    worst_junk_flow,
)
from turingrad.theory.limits.bounds import total_variation
from turingrad.theory.limits.function_classes import Conjunctions, FunctionClass, Juntas, Listed, Parities
from turingrad.theory.limits.lemma_7 import corollary_3_bound

tables = st.integers(0, 5).flatmap(
    lambda n: st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), min_size=1 << n, max_size=1 << n)
)


def parity_bit(s: int, x: int) -> int:
    return (s & x).bit_count() % 2


def gaps_by_definition(f: np.ndarray) -> list[Fraction]:
    """E f(X, Y) - E f(X, p_s(X)) for every s."""
    size = len(f)
    mean = Fraction(int(f.sum()), 2 * size)
    return [mean - Fraction(sum(int(f[x, parity_bit(s, x)]) for x in range(size)), size) for s in range(size)]


@settings(max_examples=60)
@given(tables)
def test_lemma_7_is_an_identity_and_then_a_bound(rows: list[list[int]]) -> None:
    f = np.array(rows)
    found = lemma_7(f)
    assert list(found.gaps) == gaps_by_definition(f)
    assert found.squares == found.identity
    assert found.squares <= found.bound


@settings(max_examples=30)
@given(tables)
def test_the_corollaries_of_lemma_7_hold(rows: list[list[int]]) -> None:
    found = lemma_7(np.array(rows))
    assert float(found.magnitudes) <= corollary_3_bound(found) * (1 + 1e-12)
    assert found.variance <= found.bound / len(found.gaps)  # (58)


def test_lemma_7_is_tight_for_odd_functions_only() -> None:
    odd, even = (np.array([[a, sign * a] for a in (3, 1, -2, 5)]) for sign in (-1, 1))
    assert lemma_7(odd).squares == lemma_7(odd).bound
    assert lemma_7(even).squares == 0


@settings(max_examples=30)
@given(tables)
def test_the_tensor_step_33_loses_to_lemma_7(rows: list[list[int]]) -> None:
    """The mean over F of the squared gap is at most E g^2 CP^(1/2) (33), and for parities even E g^2 CP (59)."""
    found = lemma_7(np.array(rows))
    size = len(found.gaps)
    mean_gap = found.squares / size
    assert mean_gap <= found.bound / size
    assert float(mean_gap) <= float(found.bound) * size**-0.5 * (1 + 1e-12)


@pytest.mark.parametrize("f", [np.zeros((3, 2), int), np.zeros((4, 2)), np.zeros(4, int)])
def test_tables_of_the_wrong_shape_are_refused(f: np.ndarray) -> None:
    with pytest.raises(InputError, match="a row for each"):
        lemma_7(f)


def test_values_that_could_overflow_are_refused() -> None:
    with pytest.raises(LimitError, match="values up to"):
        lemma_7(np.full((2, 2), 1 << 40))


@pytest.mark.parametrize("distance", [0.01, 0.5, 1.0, 3.0])
def test_pinsker_holds_with_a_factor_two_that_theorem_3_prints_away(distance: float) -> None:
    """Errata 9: (22) has 1/(2 sigma), (37) 1/sigma. And the tangent's factor sqrt(2/pi) holds where 1/pi does not."""
    sigma = 0.7
    exact = total_variation(distance, sigma)
    assert exact <= distance / (2 * sigma)
    assert exact <= math.sqrt(2 / math.pi) * distance / (2 * sigma)
    assert exact > distance / (2 * sigma) / math.pi


def test_the_proof_s_bound_is_half_of_the_printed_one() -> None:
    printed, proved = (theorem_3(3.0, 0.5, Fraction(1, 2**20), bias=0, proved=p) for p in (False, True))
    assert printed.excess == 2 * proved.excess
    assert printed.excess == pytest.approx(3 / 0.5 * 2**-5)


def test_theorem_3_says_nothing_from_one_half_on() -> None:
    below, above = theorem_3(1.0, 1.0, 0.062, bias=0), theorem_3(1.0, 1.0, 0.063, bias=0)
    assert (below.says_something, above.says_something) == (True, False)
    assert above.accuracy == 1.0
    assert below.accuracy < 1.0
    assert "nothing" in str(above)


def test_corollary_2_is_theorem_3_at_the_worst_junk_flow() -> None:
    cp = Fraction(1, 2**30)
    flow = worst_junk_flow(2.0, 900, 50, rate=0.1)
    assert flow == pytest.approx(0.1 * 2 * 30 * 50)
    batch = Fraction(1, 1000) + Fraction(999, 1000) * cp
    found = corollary_2(2.0, 900, 50, 0.5, cp, 1000, rate=0.1)
    assert found.log2_excess == pytest.approx(theorem_3(flow, 0.5, batch).log2_excess)


def test_corollary_2_says_nothing_at_small_batches_however_small_cp_is() -> None:
    """CP_m is at least 1/m: 54,913 edges, 2,560 steps, as in Figure 5."""
    assert not corollary_2(1.0, 54_913, 2560, 1.0, Fraction(1, 2**169), 32).says_something


@pytest.mark.parametrize("proved", [False, True])
@pytest.mark.parametrize(("edges", "steps", "sigma"), [(4, 1, 1.0), (100, 3, 0.5), (1, 7, 2.0)])
def test_the_least_batch_is_where_corollary_2_begins_to_speak(
    edges: int, steps: int, sigma: float, proved: bool
) -> None:
    cp = Fraction(1, 2**60)
    least = corollary_2_least_batch(1.0, edges, steps, sigma, cp, proved=proved)
    assert least is not None
    assert corollary_2(1.0, edges, steps, sigma, cp, least, bias=0, proved=proved).says_something
    assert least == 1 or not corollary_2(1.0, edges, steps, sigma, cp, least - 1, bias=0, proved=proved).says_something


def test_a_large_cp_leaves_no_batch_for_corollary_2() -> None:
    assert corollary_2_least_batch(1.0, 100, 10, 1.0, Fraction(1, 4)) is None


@pytest.mark.parametrize(("edges", "n"), [(10**4, 133), (10**5, 167), (10**6, 200)])
def test_theorem_6_keeps_its_promise_from_the_n_of_the_design_note_on(edges: int, n: int) -> None:
    assert theorem_6_least_n(edges) == n
    assert theorem_6_as_stated(n, edges).excess < 2 ** (-n / 10)
    assert theorem_6_as_stated(n - 1, edges).excess >= 2 ** (-(n - 1) / 10)
    assert theorem_6_least_n(edges, proved=True) == n - 20


def test_theorem_6_for_a_polynomial_number_of_edges() -> None:
    least = theorem_6_least_n(lambda n: n**3)
    assert least is not None
    assert least**3 < 2 ** (least / 10)
    assert (least - 1) ** 3 >= 2 ** ((least - 1) / 10)


def test_theorem_6_halves_the_exponent_that_theorem_3_loses() -> None:
    n, flow, sigma = 60, 5.0, 0.3
    third, sixth = theorem_3(flow, sigma, Fraction(1, 2**n), bias=0), theorem_6(n, flow, sigma)
    assert third.log2_excess - sixth.log2_excess == pytest.approx(n / 4)


@pytest.mark.parametrize(
    "make",
    [
        lambda: theorem_3(1.0, 0.0, 0.1),
        lambda: theorem_3(-1.0, 1.0, 0.1),
        lambda: theorem_3(math.inf, 1.0, 0.1),
        lambda: corollary_2(1.0, 0, 1, 1.0, 0.1, 4),
        lambda: corollary_2(1.0, 1, 1, 1.0, 0.1, 0),
        lambda: theorem_6(0, 1.0, 1.0),
    ],
)
def test_numbers_out_of_range_are_refused(make: object) -> None:
    with pytest.raises(InputError):
        make()  # type: ignore[operator]


CLASSES = [
    Parities(3),
    Parities(4, 2),
    Parities(5, 1),
    Conjunctions(4, 1),
    Conjunctions(4, 2),
    Conjunctions(3, 3),
    Juntas(3, 2),
]


def list_functions(functions: FunctionClass, draws: int = 4000) -> np.ndarray:
    """Many functions of the class on all points of the cube: (functions, points)."""
    rng = np.random.default_rng(0)
    n = functions.n  # type: ignore[attr-defined]
    cube = np.array(list(product((-1, 1), repeat=n)))
    return np.array([functions.draw(rng)(cube) for _ in range(draws)])


@pytest.mark.parametrize("functions", CLASSES, ids=lambda functions: functions.name)
def test_the_bias_is_what_knowing_the_class_alone_gives(functions: FunctionClass) -> None:
    """Without a sample the best answer at x is sign E_F F(x): its accuracy, by drawing the class."""
    values = list_functions(functions)
    best = np.mean(0.5 + 0.5 * np.abs(values.mean(axis=0)))
    assert best == pytest.approx(0.5 + 0.5 * float(functions.bias() or 0), abs=0.02)
    assert float(functions.bias() or 0) <= float(functions.moments()[0]) ** 0.25 + 1e-12


@settings(max_examples=60)
@given(st.integers(1, 5), st.integers(1, 4), st.data())
def test_no_bound_lies_below_the_best_accuracy_without_samples(functions: int, bits: int, data: st.DataObject) -> None:
    """A descent that does not move (junk flow 0) may start from the best net for the class: the bound must allow it."""
    row = st.lists(st.sampled_from([-1, 1]), min_size=1 << bits, max_size=1 << bits)
    values = np.array(data.draw(st.lists(row, min_size=functions, max_size=functions)))
    best = Fraction(int(np.abs(values.sum(axis=0)).sum()), 2 * values.size) + Fraction(1, 2)
    made = Listed(values)
    cp = made.moments()[0]
    assert theorem_3(0.0, 1.0, cp, bias=made.bias()).accuracy == pytest.approx(float(best))
    assert theorem_3(0.0, 1.0, cp).accuracy >= float(best) - 1e-12


def test_unbalanced_conjunctions_are_not_bounded_by_one_half() -> None:
    conjunctions = Conjunctions(20, 5)
    constant = 1 - 2.0**-5  # always answer -1
    for bias in (None, conjunctions.bias()):
        assert theorem_3(1e-9, 1.0, conjunctions.moments()[0], bias=bias).accuracy >= constant


def test_theorem_6_allows_the_constant_on_uniform_parities() -> None:
    """The empty parity is 1 everywhere: the constant 1 is right with probability 1/2 + 2^-(n+1)."""
    assert theorem_6(4, 1e-3, 1.0).accuracy >= 0.5 + 2.0**-5
    assert theorem_6(4, 1e-3, 1.0).accuracy == pytest.approx(0.5 + 2.0**-5 + 1e-3 / 4)


def test_theorem_6_with_an_odd_number_of_bits() -> None:
    assert theorem_6(5, 1e-3, 1.0).excess == pytest.approx(2.0**-6 + 1e-3 * 2.0**-2.5)


def test_a_class_whose_bias_is_not_known_may_have_that_of_its_cross_predictability() -> None:
    found = theorem_3(1.0, 2.0, Fraction(1, 16))
    assert (found.log2_bias, found.excess) == (-1, 0.25 + 0.25)  # CP^(1/4) = 1/2; half of it, and JF / sigma times it


def test_descent_that_learns_nothing_of_a_class_without_bias_is_at_chance() -> None:
    found = theorem_3(0.0, 1.0, Fraction(1, 4), bias=0)
    assert (found.excess, found.accuracy, found.log2_excess) == (0.0, 0.5, -math.inf)


def test_theorem_6_at_its_limits_is_the_printed_number() -> None:
    """1/2 + 2^(-n-1) + sqrt(E) 2^(-3n/20), the bias of uniform parities included."""
    found = theorem_6_as_stated(10, 9)
    assert found.excess == pytest.approx(2.0**-11 + 3 * 2.0**-1.5)
    assert (found.log2_bias, theorem_6(10, 1.0, 1.0).log2_bias) == (-10, -10)


def test_the_search_for_the_least_n_ends_at_most() -> None:
    least = theorem_6_least_n(4)
    assert least is not None
    assert theorem_6_least_n(4, most=least) == least
    assert theorem_6_least_n(4, most=least - 1) is None


def test_a_bias_outside_0_to_1_is_refused() -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        theorem_3(1.0, 1.0, 0.1, bias=2)
