"""Quantisation: there and back, directly and as Heaviside networks."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.constructions.descent.quantise import FixedPoint, FloatingPoint
from turingrad.errors import InputError

FORMATS = [FixedPoint(8), FixedPoint(12, 7), FloatingPoint(4, 3), FloatingPoint(5, 10), FloatingPoint(8, 23)]


@pytest.mark.parametrize("form", FORMATS, ids=str)
def test_every_number_of_a_format_comes_back(form: FixedPoint | FloatingPoint) -> None:
    patterns = torch.randint(0, 2, (500, form.bits), generator=torch.Generator().manual_seed(1))
    patterns[0] = 0
    if isinstance(form, FloatingPoint):
        patterns[patterns[:, 1:].sum(dim=1) == 0, 0] = 0  # one zero, not two
    assert torch.equal(form.encode(form.decode(patterns)), patterns)


@pytest.mark.parametrize("form", FORMATS, ids=str)
@settings(max_examples=30)
@given(data=st.data())
def test_the_heaviside_network_gives_the_same_bits(form: FixedPoint | FloatingPoint, data: st.DataObject) -> None:
    limit = 3 * form.largest
    number = (
        st.floats(-limit, limit, allow_nan=False, width=32)
        if limit < 1e30
        else st.floats(-(2.0**100), 2.0**100, width=32)
    )
    values = torch.tensor(data.draw(st.lists(number, min_size=1, max_size=20)), dtype=torch.float64)
    expected = form.encode(values)
    assert torch.equal(form.network()(values), expected.double())


def test_the_continuous_steps_agree_away_from_the_thresholds() -> None:
    form = FixedPoint(10, 4)
    values = torch.arange(-400, 400, dtype=torch.float64) / 16
    assert torch.equal(form.network(epsilon=1e-9)(values), form.encode(values).double())


def test_floating_point_is_ieee_single_precision_truncated() -> None:
    values = torch.randn(200, generator=torch.Generator().manual_seed(2))
    single = FloatingPoint(8, 23)
    assert torch.equal(single.decode(single.encode(values)).float(), values)


def test_what_is_too_large_becomes_the_largest() -> None:
    assert (
        float(FloatingPoint(4, 3).decode(FloatingPoint(4, 3).encode(torch.tensor([1e9]))))
        == FloatingPoint(4, 3).largest
    )
    assert float(FixedPoint(8).decode(FixedPoint(8).encode(torch.tensor([1e9])))) == 127
    assert float(FixedPoint(8).decode(FixedPoint(8).encode(torch.tensor([-1e9])))) == -128


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_non_finite_numbers_are_refused(bad: float) -> None:
    with pytest.raises(InputError, match="not finite"):
        FixedPoint(8).encode(torch.tensor([bad]))


def test_the_printed_algorithm_keeps_one_mantissa_bit() -> None:
    """Erratum, Appendix B: with 2e > x >= e only i = 0 passes the test x >= 2^i e."""
    mantissa, number = 4, 1.375  # 1.011 in binary

    def mantissa_bits(number: float, least: float, past: float) -> list[int]:
        for scale in (2.0**k for k in range(-12, 8)):
            if past * scale > number >= least * scale:
                rest, bits = number, []
                for i in reversed(range(mantissa)):
                    bits.append(int(rest >= 2.0**i * scale))
                    rest -= bits[-1] * 2.0**i * scale
                return bits
        return []

    assert mantissa_bits(number, 1.0, 2.0) == [0, 0, 0, 1]
    assert mantissa_bits(number, 2.0 ** (mantissa - 1), 2.0**mantissa) == [1, 0, 1, 1]
