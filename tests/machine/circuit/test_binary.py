"""Lowering to two-input gates keeps the function; truth tables are recognised, restricted and covered."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equivalence import equivalent
from tests.generators_circuit import circuits
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.binary import BINARY_KINDS, binary, is_binary
from turingrad.machine.circuit.truth_table import cofactor, cubes, gate_of_table, identify, parity_table

tables = st.integers(0, 5).flatmap(lambda k: st.tuples(*[st.integers(0, 1)] * (1 << k)))


def single(gate: Gate) -> Circuit:
    inputs = tuple(f"x{i}" for i in range(len(gate.inputs)))
    return Circuit(inputs, (gate,), (("f", len(inputs)),))


@settings(max_examples=150)
@given(circuits())
def test_binary_keeps_the_function_the_inputs_and_the_outputs(circuit: Circuit) -> None:
    lowered = binary(circuit)
    assert (lowered.inputs, lowered.output_names) == (circuit.inputs, circuit.output_names)
    assert equivalent(lowered, circuit)


@settings(max_examples=100)
@given(circuits(max_fan_in=6))
def test_binary_leaves_only_the_gates_of_the_paper_with_two_inputs_at_most(circuit: Circuit) -> None:
    lowered = binary(circuit)
    assert set(lowered.kinds) <= BINARY_KINDS
    assert all(len(gate.inputs) <= 2 for gate in lowered.gates)
    assert is_binary(lowered)


def test_a_binary_circuit_is_returned_as_it_is() -> None:
    circuit = Circuit(("a", "b"), (Gate("and", (0, 1)), Gate("id", (2,)), Gate("not", (3,))), (("f", 4),))
    assert binary(circuit) is circuit


def test_a_wide_gate_becomes_a_tree_of_logarithmic_depth() -> None:
    lowered = binary(single(Gate("and", tuple(range(100)))))
    assert len(lowered.gates) == 99
    assert max(lowered.levels) == 7


@pytest.mark.parametrize(
    ("table", "gates"),
    [((1, 1, 1, 0), 2), ((1, 0, 0, 0), 2), ((0, 0, 1, 0), 2), ((1, 1, 0, 1), 2), ((0, 1, 1, 0), 4), ((1, 0, 0, 1), 5)],
    ids=["nand", "nor", "a and not b", "a implies b", "xor", "xnor"],
)
def test_a_table_of_two_inputs_takes_few_gates(table: tuple[int, ...], gates: int) -> None:
    lowered = binary(single(Gate("lut", (0, 1), table)))
    assert len(lowered.gates) == gates
    assert equivalent(lowered, single(Gate("lut", (0, 1), table)))


def test_a_negation_is_made_once() -> None:
    gates = (Gate("lut", (0, 1), (0, 1, 0, 0)), Gate("lut", (0, 2), (0, 1, 0, 0)))
    lowered = binary(Circuit(("a", "b", "c"), gates, (("f", 3), ("g", 4))))
    assert lowered.kinds["not"] == 1


def test_a_table_of_sixteen_inputs_is_expanded() -> None:
    threshold = tuple(int(index.bit_count() > 8) for index in range(1 << 16))
    circuit = single(Gate("lut", tuple(range(16)), threshold))
    lowered = binary(circuit)
    assert len(lowered.gates) < 500  # shared subtables: the whole tree would have some 100,000
    assert equivalent(lowered, circuit, samples=20_000)


@pytest.mark.parametrize("fan_in", [1, 2, 3, 5])
@pytest.mark.parametrize("kind", ["and", "or", "xor"])
def test_the_table_of_a_plain_gate_is_recognised(kind: str, fan_in: int) -> None:
    rule = {"and": all, "or": any, "xor": lambda bits: sum(bits) % 2}[kind]
    table = tuple(int(rule(bits)) for bits in product((0, 1), repeat=fan_in))  # type: ignore[operator]
    inputs = tuple(range(fan_in))
    assert gate_of_table(inputs, table) == Gate(kind if fan_in > 1 else "id", inputs)


@pytest.mark.parametrize(
    ("table", "gate"),
    [
        ((0,), Gate("const0")),
        ((1,), Gate("const1")),
        ((0, 0, 0, 0), Gate("const0")),
        ((1, 1), Gate("const1")),
        ((1, 0), Gate("not", (0,))),
        ((0, 1, 0, 0), Gate("lut", (0, 1), (0, 1, 0, 0))),
    ],
)
def test_constants_negation_and_tables_are_recognised(table: tuple[int, ...], gate: Gate) -> None:
    assert gate_of_table(tuple(range((len(table) - 1).bit_length())), table) == gate


@given(tables, st.data())
def test_a_cofactor_is_the_table_with_one_input_fixed(table: tuple[int, ...], data: st.DataObject) -> None:
    fan_in = (len(table) - 1).bit_length()
    if not fan_in:
        assert cubes(table) == [""] * table[0]
        return
    position, bit = data.draw(st.integers(0, fan_in - 1)), data.draw(st.integers(0, 1))
    expected = [
        value for index, value in zip(product((0, 1), repeat=fan_in), table, strict=True) if index[position] == bit
    ]
    assert cofactor(table, position, bit) == tuple(expected)


@given(tables.filter(lambda table: len(table) >= 4), st.data())
def test_identify_ties_an_input_to_an_earlier_one(table: tuple[int, ...], data: st.DataObject) -> None:
    fan_in = (len(table) - 1).bit_length()
    position = data.draw(st.integers(1, fan_in - 1))
    like, flip = data.draw(st.integers(0, position - 1)), data.draw(st.integers(0, 1))
    expected = [
        value
        for index, value in zip(product((0, 1), repeat=fan_in), table, strict=True)
        if index[position] == index[like] ^ flip
    ]
    assert identify(table, position, like, flip) == tuple(expected)


@given(tables)
def test_cubes_cover_every_one_exactly_once_and_no_zero(table: tuple[int, ...]) -> None:
    fan_in = (len(table) - 1).bit_length()
    covered = [0] * len(table)
    for cube in cubes(table):
        for index in product(*(("01" if mark == "-" else mark) for mark in cube)):
            covered[int("0" + "".join(index), 2)] += 1
        assert len(cube) == fan_in
    assert tuple(covered) == table


def test_parity_is_one_where_the_ones_are_odd() -> None:
    assert parity_table(3) == (0, 1, 1, 0, 1, 0, 0, 1)
