"""The lead of a head's winner, term by term of its derivation."""

from __future__ import annotations

import pytest

from tests.constructions.decoder.test_certificate import far_machine
from turingrad.constructions.decoder import compile_network
from turingrad.constructions.decoder.scaling import SOFTMAX_FACTOR
from turingrad.constructions.decoder.sums import Lead


@pytest.mark.parametrize("context", [256, 4096])
def test_the_gap_less_what_rounding_takes_off_both_scores(context: int) -> None:
    network = compile_network(far_machine(), cells=16, context=context)
    leads = [bound for bound in network.certificate.bounds if isinstance(bound, Lead)]
    assert leads
    for lead in leads:
        s = lead.scaling
        assert s is not None
        bits = lead.terms - 6
        # the distance's two products, one product a bit, and the constant
        assert lead.magnitude == s.gap * s.context + s.gap * s.context + sum([s.mismatch] * bits) + s.centre
        assert lead.ratio == lead.magnitude / s.gap
        for dtype, bits_of in (("float32", 24), ("float64", 53)):
            unit = 2.0**-bits_of
            bent = s.gap * s.context * (s.context * s.omega) ** 2 / 6  # sin x falls short of x by x^3 / 6
            sines = s.gap * 4 * s.context * unit
            summed = lead.terms * unit * lead.magnitude + lead.magnitude * lead.slowest
            off_one = bent + sines + summed  # of the winner's score, and as much of the other's
            assert lead.lead(dtype) == pytest.approx((s.gap - off_one - off_one) / SOFTMAX_FACTOR)
        for dtype in ("float16", "bfloat16"):
            assert lead.lead(dtype) == (s.gap / SOFTMAX_FACTOR if lead.ratio <= 2.0**24 else 0.0)
        assert lead.exact_in("float32") == (lead.lead("float32") >= lead.least)
        assert f"leads by {lead.lead('float32'):.3g} in float32" in str(lead)


def test_a_block_without_units_adds_nothing() -> None:
    network = compile_network(far_machine(), cells=16, context=256)
    for bound in network.certificate.bounds:
        assert bound.magnitude >= 0
        assert bound.ratio >= 0
