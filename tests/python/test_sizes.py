"""Circuits and ranges are as small as they were: a change that makes one larger is seen here."""

from __future__ import annotations

from tests.python.sizes import FILE, rows


def test_sizes_and_ranges_are_as_written() -> None:
    for found, written in zip(rows(), FILE.read_text(encoding="utf-8").splitlines(), strict=True):
        assert found == written, "if it is meant: python -m tests.python.sizes"
