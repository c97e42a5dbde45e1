"""Circuits and ranges are as small as they were: a change that makes one larger is seen here."""

from __future__ import annotations

from tests.python.sizes import FILE, rows
from turingrad.python.grid import states_of


def test_sizes_and_ranges_are_as_written() -> None:
    for found, written in zip(rows(), FILE.read_text(encoding="utf-8").splitlines(), strict=True):
        assert found == written, "if it is meant: python -m tests.python.sizes"


def test_moves_that_carry_a_bit_take_two_states() -> None:
    assert states_of("") == 0
    assert states_of("l>x<<") == 4
