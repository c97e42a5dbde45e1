"""numpy's functions in programs: what numpy gives, bit by bit, or refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.python.programs.array_functions import GROUPS, SHAPES, arguments, decompositions, factors, products
from tests.python.programs.test_arrays import check
from turingrad.python.programs import compile_function, runtime_files
from turingrad.python.programs.refusals import RefusedError

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
FAST = ("statements",)


@pytest.mark.parametrize("group", [each for each in GROUPS if each.__name__ in FAST], ids=lambda each: each.__name__)
def test_functions_give_what_numpy_gives(group: Callable[..., Any]) -> None:
    check(group, *arguments())


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS, ids=lambda each: each.__name__)
def test_all_functions_give_what_numpy_gives(group: Callable[..., Any]) -> None:
    check(group, *arguments())


def test_a_small_system_is_solved_as_numpy_solves_it() -> None:
    draws = np.random.default_rng(1)
    check(factors, draws.normal(size=(3, 3)), draws.normal(size=3), draws.normal(size=(3, 2)))


@pytest.mark.slow
@pytest.mark.parametrize(("m", "k", "n"), SHAPES)
def test_products_are_rounded_as_numpys(m: int, k: int, n: int) -> None:
    draws = np.random.default_rng(m)
    check(products, *(draws.normal(size=size) for size in ((m, k), (k, n), k, m)))


@pytest.mark.slow
@pytest.mark.parametrize("n", range(1, 8))
def test_factors_are_rounded_as_numpys(n: int) -> None:
    draws = np.random.default_rng(n)
    for _ in range(3):
        check(factors, *(draws.normal(size=size) for size in ((n, n), n, (n, 2))))


@pytest.mark.slow
@pytest.mark.parametrize("n", range(2, 7))
def test_decompositions_agree_in_sign_and_in_six_digits(n: int) -> None:
    draws = np.random.default_rng(n)
    for _ in range(2):
        check(decompositions, draws.normal(size=(n, n)), draws.normal(size=(n + 2, n)))


def test_singular_matrices_raise() -> None:
    def singular() -> Any:
        return np.linalg.inv(np.zeros((2, 2)))

    failure = compile_function(singular).run().failure
    assert failure is not None
    assert type(failure.error) is np.linalg.LinAlgError
    assert str(failure.error) == "Singular matrix"


def refuse_vectors_of_any_matrix() -> Any:
    return np.linalg.eig(np.array([[1.0, 2.0], [3.0, 4.0]]))


def refuse_last_bits() -> Any:
    return np.linalg.svd(np.array([[1.0, 2.0], [3.0, 4.1]]))[0]


def refuse_methods_of_functions() -> Any:
    return np.hypot.reduce([3.0, 4.0])


REFUSALS = {
    refuse_vectors_of_any_matrix: r"numpy\.linalg\.eig is not",
    refuse_last_bits: "cannot follow exactly",
    refuse_methods_of_functions: "numpy.hypot.reduce",
}


@pytest.mark.slow
@pytest.mark.parametrize("function", REFUSALS, ids=lambda each: each.__name__)
def test_what_is_outside_is_refused_by_name(function: Callable[..., Any]) -> None:
    with pytest.raises(RefusedError, match=REFUSALS[function]):
        compile_function(function)


def test_no_two_files_of_the_run_time_define_one_name() -> None:
    owners: dict[str, str] = {}
    for name, text in runtime_files.texts(".mpy"):
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            if word in ("def", "class"):
                defined = rest.partition("(")[0].rstrip(":")
                assert owners.setdefault(defined, name) == name, f"{defined} is in {owners[defined]} and in {name}"
