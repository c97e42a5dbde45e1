"""Tasks are found by name, and a wrong name is answered with what exists."""

from __future__ import annotations

import pytest

from turingrad.errors import InputError
from turingrad.tasks import ConjunctionOf, MajorityOf, ParityOf, get, names


@pytest.mark.parametrize(
    "name",
    ["parity", "parity-1", "parity-12", "dictator", "conjunction-3", "majority-5", "prototype", "noisy-constant"],
)
def test_a_task_carries_the_name_it_was_asked_by(name: str) -> None:
    assert get(name).name == name


@pytest.mark.parametrize(
    ("name", "task"),
    [
        ("parity-4", ParityOf(4)),
        ("conjunction-1", ConjunctionOf(1)),
        ("majority-7", MajorityOf(7)),
        ("conjunction", ConjunctionOf(2)),
        ("majority", MajorityOf(3)),
    ],
)
def test_the_size_in_a_name_is_the_size_of_the_task(name: str, task: object) -> None:
    assert get(name) == task


def test_names_lists_every_family() -> None:
    assert set(names()) == {
        "parity", "parity-K", "dictator", "conjunction", "conjunction-K", "majority", "majority-R", "prototype",
        "noisy-constant",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["", "pariti", "dictator-2", "prototype-3", "-3", "PARITY"])
def test_an_unknown_name_is_answered_with_the_list(name: str) -> None:
    with pytest.raises(InputError, match="known: conjunction, conjunction-K, dictator"):
        get(name)


@pytest.mark.parametrize("size", ["0", "x", "1.5", "", "K", "9" * 40, "²"])
def test_a_size_that_is_no_positive_number_is_refused(size: str) -> None:
    with pytest.raises(InputError, match="K in parity-K must be a whole number"):
        get(f"parity-{size}")


def test_an_even_majority_is_refused() -> None:
    with pytest.raises(InputError, match="must be odd"):
        get("majority-4")
