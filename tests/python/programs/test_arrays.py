"""Programs with numpy: as CPython with numpy runs them, or refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.python.programs.array_expressions import GROUPS, arguments
from tests.python.programs.array_samples import CASES
from turingrad.python.programs import compile_function
from turingrad.python.programs.arrays import take_types
from turingrad.python.programs.refusals import RefusedError
from turingrad.python.programs.verify import is_same

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
CONSTANTS = np.array([[1, 2], [3, 4]])
FAST = ("writes",)


def check(function: Callable[..., Any], *given: Any) -> None:
    """Both results are computed apart; the compiler's own comparison comes on top."""
    made = compile_function(function, *given).run()
    assert is_same(made.value, function(*given))


@pytest.mark.parametrize("group", [each for each in GROUPS if each.__name__ in FAST], ids=lambda each: each.__name__)
def test_expressions_give_what_numpy_gives(group: Callable[..., Any]) -> None:
    check(group, *arguments(0))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize("group", GROUPS, ids=lambda each: each.__name__)
def test_expressions_give_what_numpy_gives_on_random_arrays(group: Callable[..., Any], seed: int) -> None:
    check(group, *arguments(seed))


@pytest.mark.slow
@pytest.mark.parametrize("sample", CASES, ids=lambda each: each.__name__)
def test_small_programs_run(sample: Callable[..., Any]) -> None:
    for case in CASES[sample]:
        check(sample, *case)


def change_constants(k: int) -> Any:
    CONSTANTS[0] += k
    return CONSTANTS, CONSTANTS.mean(), {"most": CONSTANTS.max()}, [np.float64(2.5)]


def test_a_live_array_is_read_and_left_as_it_was() -> None:
    made = compile_function(change_constants, 5).run().value
    assert CONSTANTS.tolist() == [[1, 2], [3, 4]]
    assert made[0].tolist() == [[6, 7], [3, 4]]
    assert [type(each) for each in (made[1], made[2]["most"], made[3][0])] == [np.float64, np.int64, np.float64]


def test_plain_numbers_stay_plain() -> None:
    assert type(take_types(1.5, 1.5)) is float
    assert type(take_types(True, np.int64(1))) is bool


def refuse_transform() -> Any:
    return np.fft.fft(CONSTANTS)


def refuse_small_floats() -> Any:
    return np.zeros(3, dtype=np.float32)


def refuse_texts() -> Any:
    return np.array(["a", "b"])


def refuse_printing() -> Any:
    print(CONSTANTS)


def refuse_unwritten() -> Any:
    return np.empty(3)


def refuse_large_ints() -> Any:
    return np.array([2**62, 1]) * 2


def refuse_large_sums() -> Any:
    return np.array([2**62, 2**62]).sum()


def refuse_large_products() -> Any:
    return np.array([[2**40]]) @ np.array([[2**40]])


def refuse_ragged() -> Any:
    return np.array([[1, 2], [3]])


def refuse_narrowing() -> Any:
    total = np.array([1, 2])
    total += 0.5
    return total


def refuse_printed_numbers() -> Any:
    print([np.array([0.5]).sum()])


def refuse_dots_in_einsum() -> Any:
    return np.einsum("...i", CONSTANTS)


REFUSALS = {
    refuse_transform: "numpy.fft.fft",
    refuse_small_floats: "numpy.float32",
    refuse_texts: "something other than floats, ints and bools",
    refuse_printing: "the text of a numpy array",
    refuse_unwritten: "numpy.empty that was never written",
    refuse_large_ints: "beyond 64 bits",
    refuse_large_sums: "beyond 64 bits",
    refuse_large_products: "beyond 64 bits",
    refuse_ragged: "different lengths",
    refuse_narrowing: "wider kind",
    refuse_printed_numbers: "uses numpy in a way that the program cannot follow exactly",
    refuse_dots_in_einsum: "numpy.einsum",
}


@pytest.mark.slow
@pytest.mark.parametrize("function", REFUSALS, ids=lambda each: each.__name__)
def test_what_is_outside_is_refused_by_name(function: Callable[..., Any]) -> None:
    with pytest.raises(RefusedError, match=REFUSALS[function]):
        compile_function(function)


def test_numbers_that_print_as_numpy_does_are_refused() -> None:
    with pytest.raises(RefusedError, match=REFUSALS[refuse_printed_numbers]):
        compile_function(refuse_printed_numbers)


def test_what_is_unknown_is_refused_with_a_cure() -> None:
    with pytest.raises(RefusedError, match=r"test_arrays\.py:\d+: refused: numpy\.fft\.fft.*write"):
        compile_function(refuse_transform)


def raise_errors(kind: int) -> Any:
    a = np.array([[1, 2, 3], [4, 5, 6]])
    if kind == 0:
        return a + a[:, :2]
    if kind == 1:
        return a[2]
    if kind == 2:
        return a[0, 3]
    if kind == 3:
        return 1 if a > 2 else 0
    if kind == 4:
        return a[0, 0, 0]
    if kind == 5:
        return np.array([2, 3]) ** -1
    if kind == 6:
        return np.zeros(0).max()
    a[0] = [1, 2]
    return a


@pytest.mark.slow
@pytest.mark.parametrize("kind", range(8))
def test_errors_are_numpys(kind: int) -> None:
    failure = compile_function(raise_errors, kind).run().failure
    assert failure is not None
    with pytest.raises(type(failure.error)) as raised:
        raise_errors(kind)
    assert str(raised.value) == str(failure.error)


class Money:
    """In-place operators of one's own."""

    def __init__(self, cents: int) -> None:
        self.cents = cents

    def __itruediv__(self, other: int) -> Money:
        self.cents //= other
        return self

    def __mod__(self, other: int) -> int:
        return self.cents % other


def assign_in_place() -> Any:
    account = same = Money(1000)
    account /= 3
    left = account
    left %= 10
    items = [1, 2, 3, 4]
    items[1:3] += [9, 9]
    number = 7
    number /= 2
    return same.cents, left, items, number


def test_augmented_assignment_to_slices_and_by_own_methods() -> None:
    check(assign_in_place)
