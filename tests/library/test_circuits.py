"""The library's circuits compute what their documentation says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from tests.equivalence import probing_vectors
from turingrad.errors import InputError
from turingrad.library.circuits.by_size import (
    CIRCUITS,
    adder,
    array_multiplier,
    comparator,
    majority,
    multiplexer,
    parity_tree,
)
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.run import evaluate

Bits = npt.NDArray[np.uint8]


def number(bits: Bits) -> npt.NDArray[np.object_]:
    """Words of little-endian bits (n, width) as Python integers of any size."""
    return bits.astype(object) @ np.array([1 << i for i in range(bits.shape[1])], dtype=object)


def halves(vectors: Bits) -> tuple[npt.NDArray[np.object_], npt.NDArray[np.object_]]:
    n = vectors.shape[1] // 2
    return number(vectors[:, :n]), number(vectors[:, n:])


def expected_sum(vectors: Bits) -> list[int]:
    a, b = halves(vectors)
    return list(a + b)


def expected_order(vectors: Bits) -> list[int]:
    a, b = halves(vectors)
    return [1 if x < y else 2 if x == y else 4 for x, y in zip(a, b, strict=True)]


def expected_product(vectors: Bits) -> list[int]:
    a, b = halves(vectors)
    return list(a * b)


def expected_majority(vectors: Bits) -> list[int]:
    return [int(2 * ones > vectors.shape[1]) for ones in vectors.sum(axis=1, dtype=np.int64)]


def expected_parity(vectors: Bits) -> list[int]:
    return [int(ones) % 2 for ones in vectors.sum(axis=1, dtype=np.int64)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 33])
@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (adder, expected_sum),
        (comparator, expected_order),
        (array_multiplier, expected_product),
        (majority, expected_majority),
        (parity_tree, expected_parity),
    ],
)
def test_a_circuit_equals_its_arithmetic(
    build: Callable[[int], Circuit], expected: Callable[[Bits], list[int]], n: int
) -> None:
    circuit = build(n)
    vectors = probing_vectors(len(circuit.inputs), samples=500, seed=n)
    assert list(number(evaluate(circuit, vectors))) == expected(vectors)


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_a_multiplexer_shows_the_chosen_data_input(k: int) -> None:
    circuit = multiplexer(k)
    vectors = probing_vectors(len(circuit.inputs), samples=1000, seed=k)
    chosen = number(vectors[:, :k])
    assert evaluate(circuit, vectors)[:, 0].tolist() == [row[k + i] for row, i in zip(vectors, chosen, strict=True)]


@pytest.mark.parametrize("n", [1, 2, 9])
def test_documented_gate_counts_hold(n: int) -> None:
    assert len(adder(n).gates) == 5 * n - 3
    assert len(parity_tree(n).gates) == n - 1
    assert n == 1 or len(array_multiplier(n).gates) == 6 * n * n - 8 * n


def test_parity_is_a_tree() -> None:
    assert max(parity_tree(1000).levels) == 10


def test_a_multiplier_of_thirty_thousand_gates_is_built() -> None:
    assert len(array_multiplier(71).gates) == 29_678


def test_names_say_what_words_are() -> None:
    circuit = adder(2)
    assert circuit.inputs == ("a[0]", "a[1]", "b[0]", "b[1]")
    assert circuit.output_names == ("s[0]", "s[1]", "carry")


def test_every_circuit_has_a_default_size_a_name_and_a_description() -> None:
    assert set(CIRCUITS) == {"adder", "comparator", "majority", "parity-tree", "multiplexer", "multiplier"}
    for name, build in CIRCUITS.items():
        circuit = build()  # type: ignore[call-arg]
        assert circuit.name.startswith(name)
        assert circuit.doc


@pytest.mark.parametrize("name", CIRCUITS)
@pytest.mark.parametrize("size", [0, -3, 10**9])
def test_sizes_that_make_no_circuit_or_too_large_a_one_are_refused(name: str, size: int) -> None:
    with pytest.raises(InputError, match=r"must be 1 or more|the limit is"):
        CIRCUITS[name](size)
