"""llama.cpp, by its prebuilt wheel: random machines, token for token."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators_decoder import random_decoder
from turingrad.export.conform import runtime


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_200_random_machines_in_llama_cpp(dtype: str, digits: int, tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    passed = 0
    for seed in range(200):
        network, given = random_decoder(seed, digits)
        if network.certificate.exact_in(dtype):
            folder = tmp_path / str(seed)
            folder.mkdir()
            session = runtime("llama.cpp", dtype).load(network, folder)
            expected = network.expected(given)
            assert session.generate(network.prompt(given), len(expected)) == expected
            passed += 1
    assert passed > 40
