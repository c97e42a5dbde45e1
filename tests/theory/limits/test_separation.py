"""One class, two descents: the emulation net learns random parities, noisy batch descent stays below its bound."""

from __future__ import annotations

import pytest

from turingrad.errors import InputError
from turingrad.theory.limits import separation


def test_sgd_learns_what_noisy_batch_descent_provably_does_not() -> None:
    (part,) = separation(bits=14, batches=(1, 64, 4096), steps=4, rate=0.003, draws=2).parts
    noisy, emulation = part.trained
    assert emulation.test_error == 0
    measured, most, learned = noisy.curves.values()
    assert learned == (1.0,) * 3  # in one plot with the bounds
    assert all(found <= bound for found, bound in zip(measured, most, strict=True))
    assert most[-1] < 0.7 < 1.0 == most[0]  # silent at batches of 1, proven at large ones
    assert "Theorem 6: accuracy <= 1/2" in part.figures["the whole population's gradient"]


@pytest.mark.parametrize(
    "options", [{"bits": 1}, {"batches": ()}, {"batches": (0,)}, {"batches": (10**9,)}, {"draws": 0}]
)
def test_impossible_sizes_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match="random parities of 2 to"):
        separation(**options)  # type: ignore[arg-type]
