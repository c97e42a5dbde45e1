"""Traces compared configuration by configuration."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from turingrad.check import compare
from turingrad.errors import InputError


def test_equal_traces_are_in_lockstep() -> None:
    report = compare([0, 1, 2], iter([0, 1, 2]))
    assert report.ok
    assert report.steps == 2


def test_the_first_mismatch_shows_both_configurations() -> None:
    report = compare([0, 1, 2, 3], [0, 1, 9, 3])
    assert report.first_mismatch == (2, 9)
    assert report.steps == 1
    assert "reference 2" in str(report)


def test_a_trace_that_ends_early_is_a_mismatch() -> None:
    assert compare([0, 1, 2], [0, 1]).first_mismatch == (2, None)
    assert compare([0, 1], [0, 1, 2]).first_mismatch == (None, 2)


def test_arrays_are_no_configurations() -> None:
    pair = np.array([1, 2])
    assert not compare([pair], [pair.copy()]).ok


def test_a_trace_that_stops_making_sense_is_a_mismatch_there() -> None:
    def trace(sound: int) -> Iterator[int]:
        yield from range(sound)
        raise InputError("no configuration")

    report = compare(range(5), trace(3))
    assert (report.steps, report.first_mismatch) == (2, (3, "no configuration"))
    with pytest.raises(InputError, match="no configuration"):
        compare(range(5), trace(0))
