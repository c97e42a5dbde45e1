"""Simplification keeps the function, inputs and outputs, and finds what it should."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.equivalence import equivalent
from tests.generators_circuit import circuits
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.simplify import simplify


@settings(max_examples=200)
@given(circuits())
def test_simplify_keeps_the_function_the_inputs_and_the_outputs(circuit: Circuit) -> None:
    simple = simplify(circuit)
    assert (simple.inputs, simple.output_names) == (circuit.inputs, circuit.output_names)
    assert equivalent(simple, circuit)


@settings(max_examples=150)
@given(circuits())
def test_simplifying_again_changes_nothing(circuit: Circuit) -> None:
    simple = simplify(circuit)
    assert simplify(simple) == simple


@settings(max_examples=100)
@given(circuits())
def test_no_dead_gate_is_left(circuit: Circuit) -> None:
    simple = simplify(circuit)
    used = {of for gate in simple.gates for of in gate.inputs} | set(simple.output_nodes)
    assert used >= set(range(len(simple.inputs), simple.nodes))


@settings(max_examples=100)
@given(circuits())
def test_no_two_gates_are_equal(circuit: Circuit) -> None:
    simple = simplify(circuit)
    assert len(set(simple.gates)) == len(simple.gates)


@pytest.mark.parametrize(
    ("gates", "left"),
    [
        ((Gate("const0"), Gate("and", (0, 3))), (Gate("const0"),)),
        ((Gate("const1"), Gate("and", (0, 3))), ()),
        ((Gate("const1"), Gate("or", (0, 3))), (Gate("const1"),)),
        ((Gate("const1"), Gate("xor", (0, 3))), (Gate("not", (0,)),)),
        ((Gate("and", (0, 0)),), ()),
        ((Gate("xor", (0, 1, 0)),), ()),
        ((Gate("not", (0,)), Gate("not", (3,))), ()),
        ((Gate("not", (0,)), Gate("and", (0, 1, 3))), (Gate("const0"),)),
        ((Gate("not", (0,)), Gate("or", (3, 0))), (Gate("const1"),)),
        ((Gate("not", (0,)), Gate("xor", (3, 0))), (Gate("const1"),)),
        ((Gate("id", (2,)), Gate("id", (3,))), ()),
        ((Gate("and", (0, 1)), Gate("and", (1, 0)), Gate("xor", (3, 4))), (Gate("const0"),)),
        ((Gate("lut", (0, 1), (0, 0, 0, 1)),), (Gate("and", (0, 1)),)),
        ((Gate("lut", (0, 1, 2), (0, 0, 1, 1, 0, 0, 1, 1)),), ()),
        ((Gate("lut", (0, 0), (1, 0, 0, 0)),), (Gate("not", (0,)),)),
        ((Gate("not", (0,)), Gate("lut", (0, 1, 3), (0, 0, 0, 0, 0, 0, 1, 1))), (Gate("and", (0, 1)),)),
        ((Gate("or", (0, 1)), Gate("and", (0, 1))), (Gate("and", (0, 1)),)),
    ],
    ids=[
        *("and 0", "and 1", "or 1", "xor 1", "and of one", "xor of equals", "double negation", "and of opposites"),
        *("or of opposites", "xor of opposites", "identities", "equal gates", "table of and", "idle table inputs"),
        *("repeated table input", "opposite table input", "dead gate"),
    ],
)
def test_a_rule_of_simplification(gates: tuple[Gate, ...], left: tuple[Gate, ...]) -> None:
    simple = simplify(Circuit(("a", "b", "c"), gates, (("f", 2 + len(gates)),)))
    assert simple.gates == left


def test_a_deep_circuit_is_simplified() -> None:
    depth = 50_000
    gates = tuple(Gate("and" if node % 2 else "or", (node, node)) for node in range(depth))
    assert simplify(Circuit(("a",), gates, (("f", depth),))) == Circuit(("a",), (), (("f", 0),))
