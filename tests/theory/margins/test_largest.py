"""The largest gamma for which a monotone condition holds."""

from __future__ import annotations

import pytest

from turingrad.theory.margins.bounds import largest_where


@pytest.mark.parametrize("limit", [1e-200, 3e-7, 0.3, 0.5, 0.75, 1.0])
def test_bisection_finds_the_limit(limit: float) -> None:
    found = largest_where(lambda gamma: gamma <= limit)
    assert found <= limit
    assert found == pytest.approx(limit, rel=1e-12)


def test_nothing_above_1_and_nothing_where_the_condition_never_holds() -> None:
    assert largest_where(lambda _: True) == 1.0
    assert largest_where(lambda _: False) == 0.0
