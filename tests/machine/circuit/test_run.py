"""The interpreters of circuits agree with each other and refuse vectors that do not fit."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equivalence import all_vectors, counterexample, equivalent
from tests.generators_circuit import circuits
from turingrad.errors import InputError
from turingrad.library.circuits.by_size import adder
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.and_inverter import and_inverter_graph
from turingrad.machine.circuit.run import evaluate, evaluate_numpy_gates, pack_bits, unpack_bits

GATES = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "not": lambda a: 1 - a,
    "id": lambda a: a,
    "const0": lambda: 0,
    "const1": lambda: 1,
}


@pytest.mark.parametrize("executor", ["compiled", "python"])
@pytest.mark.parametrize("kind", GATES)
def test_a_gate_computes_its_definition(kind: str, executor: Any) -> None:
    inputs = GATES[kind].__code__.co_argcount
    circuit = Circuit(tuple("ab"[:inputs]), (Gate(kind, tuple(range(inputs))),), (("f", inputs),))
    expected = [[GATES[kind](*bits)] for bits in product((0, 1), repeat=inputs)]
    assert evaluate(circuit, all_vectors(inputs), executor).tolist() == expected


@pytest.mark.parametrize("executor", ["compiled", "python"])
def test_a_table_is_indexed_with_the_first_input_most_significant(executor: Any) -> None:
    table = (0, 1, 1, 0, 1, 0, 0, 0)
    circuit = Circuit(("a", "b", "c"), (Gate("lut", (0, 1, 2), table),), (("f", 3),))
    assert evaluate(circuit, all_vectors(3), executor)[:, 0].tolist() == list(table)


@settings(max_examples=150)
@given(circuits(), st.integers(0, 2**32 - 1), st.integers(0, 200))
def test_compiled_and_python_agree_on_random_circuits(circuit: Circuit, seed: int, count: int) -> None:
    vectors = np.random.default_rng(seed).integers(0, 2, (count, len(circuit.inputs)), dtype=np.uint8)
    compiled = evaluate(circuit, vectors)
    assert compiled.shape == (count, len(circuit.outputs))
    assert np.array_equal(compiled, evaluate(circuit, vectors, "python"))


@settings(max_examples=100)
@given(circuits(), st.integers(0, 2**32 - 1))
def test_numpy_gates_agree_with_python_on_random_circuits(circuit: Circuit, seed: int) -> None:
    vectors = np.random.default_rng(seed).integers(0, 2, (2, len(circuit.inputs)), dtype=np.uint8)
    expected = evaluate(circuit, vectors, "python")
    assert [evaluate_numpy_gates(circuit, vector).tolist() for vector in vectors] == expected.tolist()


def test_many_blocks_of_words_agree_with_one_vector_at_a_time() -> None:
    circuit = adder(20)
    vectors = np.random.default_rng(1).integers(0, 2, (20_011, 40), dtype=np.uint8)
    weights = 1 << np.arange(21)
    total = vectors[:, :20] @ weights[:20] + vectors[:, 20:] @ weights[:20]
    assert np.array_equal(evaluate(circuit, vectors) @ weights, total)


@settings(max_examples=50)
@given(st.integers(0, 300), st.integers(0, 9), st.integers(0, 2**32 - 1))
def test_packing_into_words_and_back_changes_nothing(count: int, width: int, seed: int) -> None:
    vectors = np.random.default_rng(seed).integers(0, 2, (count, width), dtype=np.uint8)
    assert np.array_equal(unpack_bits(pack_bits(vectors), count), vectors)


def test_an_output_may_be_an_input() -> None:
    circuit = Circuit(("a", "b"), (), (("f", 1), ("g", 0), ("h", 1)))
    assert evaluate(circuit, [[0, 1]]).tolist() == [[1, 0, 1]]


def test_a_deep_circuit_is_evaluated() -> None:
    depth = 100_001
    circuit = Circuit(("a",), tuple(Gate("not", (node,)) for node in range(depth)), (("f", depth),))
    assert evaluate(circuit, [[0], [1]]).tolist() == [[1], [0]]


def test_booleans_are_bits() -> None:
    circuit = Circuit(("a", "b"), (Gate("and", (0, 1)),), (("f", 2),))
    assert evaluate(circuit, np.array([[True, True], [True, False]])).tolist() == [[1], [0]]


@pytest.mark.parametrize(
    ("vectors", "complaint"),
    [
        ([[0, 1, 1]], r"shape \(1, 3\) do not fit 2 inputs"),
        ([0, 1], r"shape \(2,\) do not fit 2 inputs"),
        ([[0, 1], [0, 2]], "vector 1, input 'b' is 2; a bit is 0 or 1"),
        ([[0, 0.5]], "input 'b' is 0.5"),
        ([[0, -1]], "input 'b' is -1"),
        ([[0, float("nan")]], "input 'b' is nan"),
        ([[0, 1], [1]], "different lengths"),
        ([["0", "x"]], "a bit is 0 or 1"),
    ],
)
def test_vectors_that_do_not_fit_are_refused(vectors: Any, complaint: str) -> None:
    circuit = Circuit(("a", "b"), (Gate("and", (0, 1)),), (("f", 2),))
    with pytest.raises(InputError, match=complaint):
        evaluate(circuit, vectors)


def test_an_unknown_executor_is_refused() -> None:
    with pytest.raises(InputError, match="'fast' is not one of compiled, python"):
        evaluate(Circuit((), (), ()), [], "fast")  # type: ignore[arg-type]


def test_the_graph_of_literals_has_no_gate_for_a_negation() -> None:
    circuit = Circuit(("a", "b"), (Gate("not", (0,)), Gate("or", (2, 1)), Gate("id", (3,))), (("f", 4), ("g", 2)))
    graph = and_inverter_graph(circuit)
    assert (graph.left.tolist(), graph.right.tolist()) == ([2], [5])
    assert graph.outputs.tolist() == [7, 3]


def test_a_counterexample_is_a_vector_on_which_circuits_differ() -> None:
    conjunction = Circuit(("a", "b"), (Gate("and", (0, 1)),), (("f", 2),))
    first = Circuit(("a", "b"), (), (("f", 0),))
    assert counterexample(conjunction, first) == (1, 0)
    assert not equivalent(conjunction, first)


def test_circuits_of_different_shape_are_not_equivalent_and_have_no_counterexample() -> None:
    one, two = Circuit(("a",), (), (("f", 0),)), Circuit(("a", "b"), (), (("f", 0),))
    assert not equivalent(one, two)
    with pytest.raises(InputError, match="different shape"):
        counterexample(one, two)


@pytest.mark.parametrize("inputs", [14, 15, 40])
def test_equivalence_finds_a_single_changed_vector_of_a_wide_and(inputs: int) -> None:
    names = tuple(f"x{i}" for i in range(inputs))
    wide = Circuit(names, (Gate("and", tuple(range(inputs))),), (("f", inputs),))
    never = Circuit(names, (Gate("const0"),), (("f", inputs),))
    assert counterexample(wide, never) == (1,) * inputs
    assert equivalent(wide, wide)
