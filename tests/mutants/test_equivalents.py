"""The list of equivalent mutants speaks of the code as it is."""

from __future__ import annotations

import pytest

from tests.mutants.sample import PACKAGE, equivalents


@pytest.mark.parametrize("key", [*equivalents(), *equivalents("claim_equivalent.txt")])
def test_the_line_of_an_equivalent_mutant_is_there(key: str) -> None:
    path, _, change = key.partition(": ")
    lines = (PACKAGE / path).read_text(encoding="utf-8").splitlines()
    assert change.partition(" -> ")[0] in map(str.strip, lines)
