"""Which engines there are, and how many workers they take."""

from __future__ import annotations

import pytest

from turingrad.errors import InputError
from turingrad.search.engines.choice import MAX_WORKERS, open_engine


@pytest.mark.parametrize("workers", [-1, 0, MAX_WORKERS + 1, 10**9])
def test_a_number_of_workers_that_the_computer_cannot_bear_is_refused_before_one_starts(workers: int) -> None:
    with pytest.raises(InputError, match="workers were asked for"):
        open_engine("local", workers)


def test_an_unknown_engine_and_an_address_without_a_cluster_are_refused() -> None:
    with pytest.raises(InputError, match="one of local, ray"):
        open_engine("slurm")
    with pytest.raises(InputError, match="for the engine 'ray'"):
        open_engine("local", 1, "10.0.0.1:6379")
