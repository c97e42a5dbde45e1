"""numpy.random in programs: draw by draw what numpy gives, or refused by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.python.programs import random_arrays
from tests.python.programs.test_arrays import check
from turingrad.python.programs import compile_function, runtime_files
from turingrad.python.programs.refusals import RefusedError

LIVE = np.random.default_rng(7)


def test_a_generator_gives_numpys_draws() -> None:
    check(random_arrays.integers, 42)


def test_legacy_functions_give_numpys_draws() -> None:
    check(random_arrays.functions, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", random_arrays.SEEDS)
def test_draws_of_each_kind_are_numpys(seed: int) -> None:
    check(random_arrays.integers, seed)
    check(random_arrays.distributions, seed)
    check(random_arrays.legacy, seed % 2**32)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_thousands_of_draws_from_all_layers_of_the_ziggurats_are_numpys(seed: int) -> None:
    check(random_arrays.normals, seed, 6000)


def draw_from_live() -> Any:
    return LIVE.normal(size=2), LIVE.integers(10), LIVE


def test_a_live_generator_goes_on_where_it_is_and_is_left_as_it_was() -> None:
    before = LIVE.bit_generator.state
    made = compile_function(draw_from_live).run().value
    assert LIVE.bit_generator.state == before
    assert made[0].tolist() == LIVE.normal(size=2).tolist()
    assert made[1] == LIVE.integers(10)
    assert made[2].bit_generator.state["state"] == LIVE.bit_generator.state["state"]


def refuse_no_seed() -> Any:
    return np.random.default_rng().random()


def refuse_small_floats() -> Any:
    return np.random.default_rng(1).integers(5, dtype=np.int32)


def refuse_other_generators() -> Any:
    return np.random.Generator(np.random.Philox(3)).random()


def refuse_other_methods() -> Any:
    return np.random.default_rng(1).vonmises(0, 1)


REFUSALS = {
    refuse_no_seed: "without a seed",
    refuse_small_floats: "int32",
    refuse_other_generators: "numpy.random.Philox",
    refuse_other_methods: "vonmises",
}


@pytest.mark.slow
@pytest.mark.parametrize("function", REFUSALS, ids=lambda each: each.__name__)
def test_what_is_outside_is_refused_by_name(function: Any) -> None:
    with pytest.raises(RefusedError, match=REFUSALS[function]):
        compile_function(function)


def test_draws_are_refused_without_numpys_tables() -> None:
    namespace = {**runtime_files.managed_namespace()}
    del namespace["EXPONENTIAL_WIDTHS"]
    runtime_files.keep_equal_functions(namespace)
    assert namespace["draw_normal"] is namespace["unlike_library"]
