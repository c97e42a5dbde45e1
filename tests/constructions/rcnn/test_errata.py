"""The printed version of each erratum of Goel et al. fails where the mended one holds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.machines import parity_small, parse_machine
from tests.generators_rcnn import network_holding, parity_data
from turingrad.constructions.rcnn import RCNN, algorithm_1, memorise
from turingrad.constructions.rcnn.claims.specification import Specification
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.constructions.rcnn.local import LEFT, RIGHT, LocalNetwork
from turingrad.errors import InputError
from turingrad.theory.learnability import rcnn as theory
from turingrad.theory.learnability.claims.theorem_1 import row_reduction_operations

RUNNER = "A -0+:L>A #:H+"  # to the left wall, then accept


def one_sample(text: str) -> RCNN:
    X, y, _ = parity_data(0, 2, 1)
    return network_holding(RCNN(parse_machine(text), 1, 2), X, y)


def test_1_without_wall_gates_the_head_vanishes_at_the_edge() -> None:
    network = one_sample(RUNNER)
    units = tuple(replace(unit, out=0) if unit.name.startswith("wall") else unit for unit in network.weights.units)
    printed = LocalNetwork(replace(network.weights, units=units), torch.float32)
    mended = network.local
    heads = {}
    for name, local in (("mended", mended), ("printed", printed)):
        network.local = local
        grid = network.memory_layer(torch.ones(1, 2))
        for _ in range(8):
            grid = network.layer(grid)
        heads[name] = network.decode_layer(grid[0]).head
    assert heads["mended"] is not None
    assert heads["printed"] is None


def test_2_row_reduction_takes_d_squared_rows_and_d_cubed_bits() -> None:
    """The introduction gives O(d^2) time: right if a row is a machine word; counted in bits it is d^3."""
    operations = [row_reduction_operations(d) for d in (16, 32, 64)]
    for earlier, later in pairwise(operations):
        assert 3 < later[0] / earlier[0] < 6
        assert later[1] / earlier[1] > 7


def test_3_there_are_three_square_matrices() -> None:
    """Lemma 2's proof counts about 10^4 s^2 parameters; V2, V3 and V4 have 3 * 10^4 s^2."""
    for s in (5, 20):
        assert theory.paper_sizes(s, 1, 1).convolution > 3e4 * s * s


def test_3_the_printed_cell_values_leave_out_the_padding_digit() -> None:
    """V_s begins at i = 1, so that it lacks the 1 of a work cell, on which f_Conv2D must be defined."""
    digits = 6
    printed = {sum(a * Fraction(1, 3**i) for i, a in enumerate(word, 1)) for word in product((-1, 0, 1), repeat=digits)}
    assert max(printed) < Fraction(1, 2) < 1
    assert Lattice(4).P == Lattice(4).S  # the work cell's 1, in units of S


def test_3_lemma_5_gives_no_width_of_100_s() -> None:
    assert all(theory.log10_lemma5_width(s) > np.log10(100 * s) + 20 for s in (3, 10, 50))


def test_3_the_number_of_cell_values_is_not_16_s() -> None:
    assert all(theory.paper_values(s) > 16 * s for s in (2, 10, 50, 500))
    assert all(len(Lattice(s).values) == 3 * s + 8 for s in (2, 10, 50, 500))


def printed_head(x: Fraction) -> Fraction:
    """f_head as printed."""
    ninth, sixth = Fraction(1, 9), Fraction(1, 6)
    if x <= -sixth:
        return Fraction(-1)
    if -sixth < x < 0:
        return 18 * (x + ninth)
    if 0 < x < ninth:
        return -18 * (x - ninth)
    if ninth < x < sixth:
        return 18 * (x - ninth)
    return Fraction(1)


def test_4_the_printed_head_reads_a_blank_cell_as_one() -> None:
    network = one_sample(RUNNER)
    blank = torch.tensor([float(network.cells.C)])
    assert printed_head(Fraction(1, 9)) == 1
    assert network.head(blank).item() == 0


def test_6_the_head_starts_in_the_bottom_right_cell_of_the_main_grid() -> None:
    network = one_sample(RUNNER)
    grid = network.layer(network.memory_layer(torch.ones(1, 2)))
    assert network.decode_layer(grid[0]).head == (1, 2)


def test_7_a_left_move_takes_its_state_from_the_right_neighbour() -> None:
    """As printed, the state of gamma(x_{-1,0}) arrives, the upper neighbour's, which has none."""
    network = one_sample(RUNNER)
    specification, cells = Specification(network.table, 1), network.cells
    state = next(q for q, head in enumerate(network.table.states) if head.state == "A" and not head.bumped)
    patch = [cells.symbol(0)] * 5
    patch[RIGHT] = cells.head(1, state)
    mended = cells.symbol(0) + cells.H + cells.code(state)
    upper = patch[1] - cells.symbol(0)  # the state digits of the upper neighbour
    printed = cells.symbol(0) + cells.H + upper
    assert specification.next_value(patch) == mended != printed
    patch[LEFT], patch[RIGHT] = patch[RIGHT], patch[LEFT]
    assert specification.next_value(patch) == cells.symbol(0)


def test_8_the_memory_phase_is_minus_one_ninth() -> None:
    X, y, _ = parity_data(1, 2, 2)
    network = RCNN(parity_small(), 2, 2, units="paper", dtype=torch.float64)
    memorise(network, X, y)
    with torch.no_grad():
        network.W[1:] = 0
        settled = network.roll_out(network.memory_layer(torch.ones(1, 2))).grid[0, :, :3]
    assert settled.numpy() == pytest.approx(np.full((3, 3), -1 / 9), abs=1e-9)


def test_9_training_from_the_printed_w_of_ones_memorises_nothing() -> None:
    X, y, _ = parity_data(1, 2, 2)
    network = RCNN(parity_small(), 2, 2)
    steps = algorithm_1(network, X, y)
    next(steps)
    assert len(network.decode_samples()[0]) == 1
    with torch.no_grad():
        network.W.fill_(float(network.cells.S))  # "W^(1) = 1" in the proof of Lemma 4
    gradient = next(steps).gradient
    assert not gradient.any()
    with pytest.raises(InputError, match="does not hold memorised samples"):
        network.decode_samples()


def test_9_the_dummy_row_holds_one_third() -> None:
    X, y, _ = parity_data(1, 2, 2)
    network = RCNN(parity_small(), 2, 2)
    memorise(network, X, y)
    assert network.W[-1].tolist() == [network.cells.S / 3] * 3


def test_10_the_last_column_holds_the_label_once() -> None:
    X, y = np.array([[1, -1], [-1, -1]], np.int8), np.array([1, -1], np.int8)
    network = network_holding(RCNN(parity_small(), 2, 2), X, y)
    column = network.memory_layer(torch.ones(1, 2))[0, :2, 2] / network.cells.T
    printed = y * y
    assert column.tolist() == y.tolist() != printed.tolist()


def test_11_the_shapes_of_the_head_are_those_of_a_function_from_one_number_to_one() -> None:
    network = RCNN(parse_machine(RUNNER), 1, 1, layout="paper")
    assert network.head.U2.shape == (100, 2)  # printed as U_2 in R^{1 x d_head}; the second column is the bias
    assert network.head.U1.shape == (1, 100)


def test_12_digits_of_plus_and_minus_one_leave_no_code_for_the_start_state() -> None:
    printed = {sum(a * 3**-i for i, a in enumerate(digits, 4)) for digits in product((-1, 1), repeat=4)}
    assert 0 not in printed
    assert Lattice(20).code(0) == 0


def test_14_restarts_grow_as_delta_falls() -> None:
    s, power = 5, 2.0**20
    printed = [delta * power / 2 for delta in (0.1, 0.01, 0.001)]
    mended = [theory.log2_restarts(s, delta) for delta in (0.1, 0.01, 0.001)]
    assert printed == sorted(printed, reverse=True)
    assert mended == sorted(mended)


def test_14_the_exponent_is_quadratic_in_the_states() -> None:
    logs = [-theory.log2_probability(s) / np.log2(s) for s in (20, 40, 80)]
    assert all(later / earlier > 3 for earlier, later in pairwise(logs))
