"""No bound of a certificate is larger or smaller than it was: see `bounds.py`."""

from __future__ import annotations

import json

import pytest

from tests.exact.bounds import CASES, FILE, bounds


@pytest.mark.parametrize("case", CASES)
def test_bounds_are_as_written(case: str) -> None:
    expected = json.loads(FILE.read_text(encoding="utf-8"))[case]
    assert bounds(case) == expected
