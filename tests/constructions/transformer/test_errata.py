"""The paper as printed, where that fails, and what it leaves open: each test builds the other version and shows what
goes wrong. Which is which stands in docs/transformer-notes.md."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from tests.generators_transformer import random_case
from turingrad.check import lockstep
from turingrad.constructions.transformer import Options, TransformerNetwork, compile_network
from turingrad.constructions.transformer.compile import assemble
from turingrad.constructions.transformer.transitions import transitions
from turingrad.machine.tape import RIGHT, STAY, Rule, TapeMachine

FLIP = TapeMachine(
    states=("q",),
    symbols=("0", "1"),
    blank="0",
    start="q",
    rules=(Rule("q", ("0",), ("1",), (STAY,), "q"), Rule("q", ("1",), ("0",), (STAY,), "q")),
)
# Runs to the right over 1s and accepts on the first blank.
SCAN = TapeMachine(
    states=("q", "yes"),
    symbols=("0", "1"),
    blank="0",
    start="q",
    rules=(Rule("q", ("1",), ("1",), (RIGHT,), "q"), Rule("q", ("0",), ("0",), (STAY,), "yes")),
    halting=("yes",),
    accept=("yes",),
)


class PrintedWidth(Options):
    """The paper's w_pos = ceil(log2 T)."""

    @property
    def bits(self) -> int:
        return math.ceil(math.log2(self.steps))


def symbols_read(network: TransformerNetwork, given: str, passes: int) -> list[str | None]:
    outputs = network.outputs(network.tokens(given), passes)
    return [network.read(output, network.depth).symbol for output in outputs]


def test_log_t_bits_cannot_hold_t_where_it_is_a_power_of_two() -> None:
    """Erratum: with T = 8 and 3 bits time 8 looks like time 0, and the write at time 7 looks later."""
    right = ["0", "1", "0", "1", "0", "1", "0", "1", "0"]
    printed = assemble(FLIP, PrintedWidth(steps=8, input_length=0), transitions(FLIP), torch.float32)
    assert printed.bits == 3
    assert symbols_read(printed, "", 9)[8] != right[8]
    assert symbols_read(compile_network(FLIP, steps=8, input_length=0), "", 9) == right


def test_an_initial_input_without_a_boot_pass_cannot_know_the_first_symbol() -> None:
    """Left open: the initial decoder input is a parameter, the same for every x."""
    network = compile_network(SCAN, steps=4, input_length=2)
    c = network.coordinates
    network.h_0.zero_()
    network.h_0[c.at("st", 0)] = network.h_0[c.at("sym1", 0)] = network.h_0[c.at("pos2", network.bits - 1)] = 1.0
    (first,) = network.outputs(network.tokens("11"), 1)
    assert network.read(first, network.depth).state == "yes"  # it took the first 1 for a blank
    booted = compile_network(SCAN, steps=4, input_length=2)
    assert lockstep(booted, "11", steps=4).ok


def test_adding_one_in_lemma_c1_breaks_the_pairs() -> None:
    """The bias of Lemma C.1 is -1, as stated; with +1 every pair fires."""
    network = compile_network(SCAN, steps=4, input_length=2)
    bias = network.decoder_layers()[0].feedforward.b_1
    bias[network.coordinates.slice("pair")] = 1.0
    assert not lockstep(network, "11", steps=4).ok


def test_lemma_c1_needs_a_coordinate_for_every_pair() -> None:
    """Erratum: O(w + |A| + |Z|) scratch coordinates are fewer than the |Z||A| pairs that the lemma writes."""
    machine = TapeMachine(tuple(f"q{i}" for i in range(16)), tuple(map(chr, range(65, 81))), "A", "q0", ())
    network = compile_network(machine, steps=2, input_length=0)
    assert network.coordinates.size("pair") == 17 * 16 > 5 * (17 + 16 + network.bits)


@pytest.mark.parametrize("move", [RIGHT, STAY])
def test_a_terminal_state_must_stay_or_the_head_drifts(move: int) -> None:
    """Our convention: the paper's moves are -1 and +1 only, and terminal states loop."""
    table = transitions(SCAN)
    moves = table.move.copy()
    moves[table.state == SCAN.states.index("yes")] = move
    options = Options(steps=6, input_length=2)
    network = assemble(SCAN, options, replace(table, move=moves), torch.float32)
    last = network.read(network.outputs(network.tokens("11"))[-1], network.depth)
    assert (last.cell == 2) == (move == STAY)  # the machine halts on cell 2 after three steps


def test_a_terminal_state_without_a_transition_vanishes() -> None:
    """The paper lets terminal states loop; with no transition there is no state and no prediction."""
    network = compile_network(SCAN, steps=6, input_length=2)
    assert int(network(network.tokens("11"))) == 1
    c = network.coordinates
    halting = [c.at("pair", SCAN.states.index("yes") * 2 + a) for a in range(2)]
    network.decoder_layers()[1].feedforward.W_1[:, halting] = 0.0
    assert int(network(network.tokens("11"))) == 0


def search_layer(network: TransformerNetwork, bit: int) -> int:
    return [layer.name for layer in network.decoder_layers()].index(f"search bit {bit}")


def test_the_query_of_an_unsuccessful_search_is_all_minus_one() -> None:
    """Erratum: Claim C.5 says "all 0's otherwise"."""
    network = compile_network(SCAN, steps=6, input_length=3)
    layer = search_layer(network, network.bits - 1)
    hidden = network.hidden(network.tokens("111"), 2)
    attention = network.decoder_layers()[layer].self_attention
    assert attention is not None
    query = attention.queries(hidden[1, layer])
    known = query[network.bits : 2 * network.bits - 1]  # the time bits found so far, for a cell never written
    assert known.tolist() == [-1.0] * (network.bits - 1)


def test_case_2_of_claim_c5_is_saved_by_the_prefix() -> None:
    """Erratum: for i' = 4 = 100, t = 3 = 011 has second bit 1, against "t must have (j+1)-th bit 0"."""
    network = compile_network(FLIP, steps=6, input_length=0)
    w, j = network.bits, network.bits - 2
    layer = search_layer(network, j)
    attention = network.decoder_layers()[layer].self_attention
    assert attention is not None
    hidden = network.hidden(network.tokens(""), 5)[:, layer]
    score = attention.queries(hidden[4]) @ attention.keys(hidden[3])
    assert hidden[3, network.coordinates.at("pos1", j)] == 1.0
    assert score <= w + j - 1 < attention.queries(hidden[4]) @ attention.K_0


def test_lemma_c3_without_claim_c6_fetches_nothing() -> None:
    """Erratum: the last layer of Lemma C.3 is Claim C.6, not C.5 once more."""
    network = compile_network(FLIP, steps=6, input_length=0, layers="paper")
    names = [layer.name for layer in network.decoder_layers()]
    fetch = network.decoder_layers()[names.index("fetch")].self_attention
    assert fetch is not None
    assert lockstep(network, "", steps=6).ok
    fetch.W_V.zero_()
    assert not lockstep(network, "", steps=6).ok


def test_lemma_c7_in_zero_one_coding_reads_the_wrong_cell() -> None:
    """Erratum: with Q = Bin(l) and K = Bin(j) the scores do not tell equal positions."""
    machine, row = random_case(3)
    network = compile_network(machine, steps=20, input_length=12)
    assert lockstep(network, (row,), steps=20).ok
    for layer in network.decoder_layers():
        if layer.cross_attention is not None:
            cross, bits = layer.cross_attention, network.bits
            cross.W_Q[:bits], cross.W_K[:bits] = cross.W_Q[:bits] / 2, cross.W_K[:bits] / 2
            cross.b_Q[:bits], cross.b_K[:bits] = 0.0, 0.0
    assert not lockstep(network, (row,), steps=20).ok


def test_the_papers_slope_3_does_not_round_exactly_in_float32() -> None:
    """Proposition 3.4 with s = 3 misses 1 by a rounding error; s = 2 has dyadic breakpoints."""

    def round_value(z: np.float32, s: int) -> np.float32:
        low, high = np.float32(0.5 - 0.5 / s), np.float32(0.5 + 0.5 / s)
        slope = np.float32(s)
        return slope * np.maximum(z - low, np.float32(0)) - slope * np.maximum(z - high, np.float32(0))

    values = np.float32([0.76, 0.9, 1.0, 1.1, 1.24])
    assert any(round_value(z, 3) != 1.0 for z in values)
    assert all(round_value(z, 2) == 1.0 for z in values)


def test_an_output_of_zero_is_neither_accept_nor_reject() -> None:
    """Our convention: a machine that has not halted predicts 0, which counts as an error."""
    network = compile_network(SCAN, steps=2, input_length=5)
    outputs = network.outputs(network.tokens("11111"))
    assert network.classify(outputs[-1]) == 0


def test_decoder_inputs_carry_the_time_of_their_own_pass() -> None:
    """Erratum: pos1 of the input of step i + 1 is Bin(i + 1), not Bin(i)."""
    network = compile_network(FLIP, steps=5, input_length=0)
    hidden = network.hidden(network.tokens(""), 6)
    assert [network.read(hidden[i, 0], 0).time for i in range(6)] == list(range(6))
