"""A split is a partition of the examples, fixed by its seed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import InputError
from turingrad.tasks import split


def numbered_examples(m: int) -> tuple[np.ndarray, np.ndarray]:
    """Examples that can be told apart: example i's features are the bits of i."""
    X = np.array([[1 if i >> j & 1 else -1 for j in range(10)] for i in range(m)], dtype=np.int8).reshape(m, 10)
    return X, X[:, 0].copy()


def indices(X: np.ndarray) -> list[int]:
    return [sum(1 << j for j in range(10) if x[j] == 1) for x in X]


@given(m=st.integers(0, 60), share=st.floats(0, 1), seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_every_example_is_in_exactly_one_part(m: int, share: float, seed: int) -> None:
    X, y = numbered_examples(m)
    X_train, y_train, X_test, y_test = split(X, y, int(share * m), seed)
    assert sorted(indices(X_train) + indices(X_test)) == list(range(m))
    assert len(X_test) == int(share * m)
    np.testing.assert_array_equal(np.concatenate([y_train, y_test]), np.concatenate([X_train[:, 0], X_test[:, 0]]))


def test_both_parts_keep_the_order_of_the_data_set() -> None:
    X_train, _, X_test, _ = split(*numbered_examples(50), 20, seed=2)
    assert indices(X_train) == sorted(indices(X_train))
    assert indices(X_test) == sorted(indices(X_test))


def test_a_seed_fixes_the_split_and_another_changes_it() -> None:
    parts = [indices(split(*numbered_examples(50), 20, seed=s)[2]) for s in (1, 1, 2)]
    assert parts[0] == parts[1] != parts[2]


@pytest.mark.parametrize(("fraction", "count"), [(0.0, 0), (0.25, 3), (0.5, 5), (1.0, 10)])
def test_a_fraction_is_rounded_to_a_number_of_examples(fraction: float, count: int) -> None:
    assert len(split(*numbered_examples(10), fraction)[2]) == count


@pytest.mark.parametrize("test", [-1, 11, 1.5, -0.1, float("nan")])
def test_a_part_that_does_not_exist_is_refused(test: float) -> None:
    with pytest.raises(InputError):
        split(*numbered_examples(10), test)


def test_points_and_labels_of_different_number_are_refused() -> None:
    X, y = numbered_examples(10)
    with pytest.raises(InputError, match="not one data set"):
        split(X, y[:5], 2)
