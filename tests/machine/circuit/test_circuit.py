"""Circuits: legality, equality, views, and the builder."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.equivalence import all_vectors
from turingrad.errors import MachineError
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.run import evaluate

CIRCUIT = Circuit(
    inputs=("a", "b"),
    gates=(Gate("xor", (0, 1)), Gate("and", (0, 1)), Gate("lut", (2, 3), (0, 1, 1, 0)), Gate("const1")),
    outputs=(("sum", 2), ("carry", 3), ("one", 5)),
    name="half adder",
)


def test_equality_and_hash_ignore_name_and_doc() -> None:
    other = replace(CIRCUIT, name="other", doc="same function, same gates")
    assert other == CIRCUIT
    assert hash(other) == hash(CIRCUIT)


@pytest.mark.parametrize(
    "change",
    [
        {"inputs": ("a", "c")},
        {"outputs": (("sum", 2), ("carry", 3), ("one", 4))},
        {"gates": (Gate("or", (0, 1)), *CIRCUIT.gates[1:])},
    ],
    ids=["input name", "output node", "gate kind"],
)
def test_equality_sees_a_change(change: dict[str, Any]) -> None:
    assert replace(CIRCUIT, **change) != CIRCUIT


def test_lists_are_kept_as_tuples_so_that_a_circuit_can_be_hashed() -> None:
    given = Circuit(["a"], [Gate("and", [0, 0]), Gate("lut", [1], [1, 0])], [["f", 2]])  # type: ignore[arg-type]
    assert given == Circuit(("a",), (Gate("and", (0, 0)), Gate("lut", (1,), (1, 0))), (("f", 2),))
    assert isinstance(hash(given), int)


def test_repr_gives_name_and_sizes() -> None:
    assert repr(CIRCUIT) == "Circuit('half adder', 2 inputs, 3 outputs, 4 gates)"


def test_a_gate_reads_as_its_kind_table_and_inputs() -> None:
    assert [str(gate) for gate in CIRCUIT.gates] == ["xor(0, 1)", "and(0, 1)", "lut[0110](2, 3)", "const1()"]


def test_html_view_has_a_row_for_every_node() -> None:
    assert CIRCUIT._repr_html_().count("<tr>") == 1 + CIRCUIT.nodes


def test_html_view_escapes_names() -> None:
    assert "<b>" not in replace(CIRCUIT, inputs=("<b>", "b"))._repr_html_()


def test_html_view_of_a_large_circuit_is_cut() -> None:
    large = Circuit(("a",), tuple(Gate("not", (node,)) for node in range(5000)), (("f", 5000),))
    assert "4801 more" in large._repr_html_()
    assert len(large._repr_html_()) < 20_000


def test_levels_count_the_gates_on_the_longest_path() -> None:
    assert CIRCUIT.levels == (0, 0, 1, 1, 2, 1)


def test_kinds_are_counted() -> None:
    assert CIRCUIT.kinds == {"and": 1, "xor": 1, "const1": 1, "lut": 1}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"inputs": ("a", "a")}, "input 'a' is listed twice"),
        ({"inputs": ("a", "")}, "not a non-empty string"),
        ({"outputs": (("f", 2), ("f", 3))}, "output 'f' is listed twice"),
        ({"outputs": (("f", 6),)}, "output 'f' is node 6; the nodes are 0 to 5"),
        ({"outputs": (("f", -1),)}, "output 'f' is node -1"),
        ({"gates": (Gate("nand", (0, 1)),) * 4}, "gate kind 'nand' is not one of"),
        ({"gates": (Gate("and", (0, 2)),) * 4}, "node 2: its input 2 is not an earlier node"),
        ({"gates": (Gate("and", (0, 1.0)),) * 4}, "its input 1.0 is not an earlier node"),  # type: ignore[arg-type]
        ({"gates": (Gate("not", (0, 1)),) * 4}, "a not gate must have 1 input"),
        ({"gates": (Gate("const0", (0,)),) * 4}, "a const0 gate must have 0 input"),
        ({"gates": (Gate("or"),) * 4}, "an or gate must have at least one input"),
        ({"gates": (Gate("lut", (0, 1)),) * 4}, "must have 4 bits, not none"),
        ({"gates": (Gate("lut", (0, 1), (0, 1)),) * 4}, "must have 4 bits, not 2 bits"),
        ({"gates": (Gate("lut", (0,), (0, 2)),) * 4}, "the bits 0 and 1 only"),
        ({"gates": (Gate("lut", (0,) * 17, (0,)),) * 4}, "at most 16 inputs, not 17"),
        ({"gates": (Gate("and", (0,), (0, 1)),) * 4}, "only a lut gate has a table"),
    ],
)
def test_an_illegal_circuit_is_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(MachineError, match=complaint.replace("(", r"\(")):
        replace(CIRCUIT, **change)


def test_a_table_shared_by_gates_of_different_width_is_still_checked() -> None:
    table = (0, 1)
    with pytest.raises(MachineError, match="must have 4 bits, not 2"):
        Circuit(("a", "b"), (Gate("lut", (0,), table), Gate("lut", (0, 1), table)), ())


def test_builder_numbers_inputs_first_even_when_they_come_late() -> None:
    make = CircuitBuilder()
    a = make.input("a")
    negated = make.not_(a)
    b = make.input("b")
    make.output("f", make.and_(negated, b))
    assert make.build() == Circuit(("a", "b"), (Gate("not", (0,)), Gate("and", (2, 1))), (("f", 3),))


def test_builder_needs_no_gate_for_one_wire_and_a_constant_for_none() -> None:
    make = CircuitBuilder()
    a = make.input("a")
    assert (make.and_(a), make.or_(a), make.xor(a)) == (a, a, a)
    assert (make.and_(), make.or_(), make.xor()) == (make.const(1), make.const(0), make.const(0))
    assert [gate.kind for gate in make.build().gates] == ["const1", "const0"]


def test_builder_verbs_compute_what_they_say() -> None:
    make = CircuitBuilder()
    a, b, c = make.inputs("x", 3)
    make.output_word("f", [make.mux(a, b, c), make.equal([a, b], [b, c]), make.lut([a, b], [0, 0, 1, 0]), make.id_(c)])
    circuit = make.build()
    vectors = all_vectors(3)
    expected = [[b if a else c, int(a == b == c), int(a and not b), c] for a, b, c in vectors.tolist()]
    assert circuit.output_names == ("f[0]", "f[1]", "f[2]", "f[3]")
    assert evaluate(circuit, vectors, "python").tolist() == expected


@pytest.mark.parametrize("wire", [5, -1, "a"])
def test_builder_refuses_a_wire_that_it_did_not_make(wire: Any) -> None:
    make = CircuitBuilder()
    make.input("a")
    with pytest.raises(MachineError, match="was not made by this builder"):
        make.not_(wire)


def test_builder_refuses_a_constant_that_is_no_bit() -> None:
    with pytest.raises(MachineError, match="a constant must be 0 or 1, not 2"):
        CircuitBuilder().const(2)
