"""The lead of a head's winner, term by term of its derivation."""

from __future__ import annotations

import math

import pytest

from tests.constructions.decoder.test_certificate import far_machine
from turingrad.constructions.decoder import compile_network
from turingrad.constructions.decoder.certificate import Lead, Vanishing
from turingrad.constructions.decoder.scaling import SOFTMAX_FACTOR, Scaling


@pytest.mark.parametrize("context", [256, 4096])
def test_the_gap_less_what_rounding_takes_off_both_scores(context: int) -> None:
    network = compile_network(far_machine(), cells=16, context=context)
    leads = [bound for bound in network.certificate.bounds if isinstance(bound, Lead)]
    assert leads
    for lead in leads:
        s = lead.scaling
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
        shown = str(lead).partition("leads by ")[2].partition(" in float32")[0]
        assert 0 <= lead.lead("float32") - float(shown) < 0.001 + 1e-9  # rounded down


def test_a_block_without_units_adds_nothing() -> None:
    network = compile_network(far_machine(), cells=16, context=256)
    for bound in network.certificate.bounds:
        assert bound.magnitude >= 0
        assert bound.ratio >= 0


def make_lead(magnitude: float) -> Lead:
    return Lead("a", magnitude, 8, magnitude / 256, 256.0, 10, Scaling(256, 100, 9, 128), 0.0, 20.0)


def test_narrow_formats_are_exact_while_all_products_fit_float32() -> None:
    for dtype in ("float16", "bfloat16"):
        assert make_lead(256.0 * 2**24).lead(dtype) == 256 / SOFTMAX_FACTOR
        assert make_lead(256.0 * 2**24 + 256).lead(dtype) == 0.0
        assert make_lead(256.0 * 2**24).exact_in(dtype)
        assert not make_lead(256.0 * 2**24 + 256).exact_in(dtype)


def test_an_epsilon_vanishes_below_half_a_unit_beside_one() -> None:
    for bits, dtype in ((8, "bfloat16"), (11, "float16"), (24, "float32")):
        assert not Vanishing("a", 2.0 ** -(bits + 1), 0, 0.0).exact_in(dtype)
        assert Vanishing("a", 0.99 * 2.0 ** -(bits + 1), 0, 0.0).exact_in(dtype)


@pytest.mark.parametrize("cells", [16, 2000])
def test_scores_that_are_held_and_content_that_turns(cells: int) -> None:
    """Of a match and of the null the scores are within G n + C; keys of more than nine bits add theirs."""
    network = compile_network(far_machine(), cells=cells, context=256)
    held = {bound.name: bound for bound in network.score_certificate.bounds if bound.name.endswith(": scores")}
    leads = {bound.name: bound for bound in network.certificate.bounds if isinstance(bound, Lead)}
    widths = set()
    for block in network.blueprint.blocks:
        for lookup in block.lookups:
            name, bits = f"{block.name}, {lookup.name}", len(lookup.match)
            s, own = leads[name].scaling, held[f"{name}: scores"]
            most = s.gap * s.context + s.gap * (s.context // 2) if lookup.null else s.gap * s.span + 64 * s.gap
            assert own.magnitude == most + (s.gap * s.span * bits if bits > 9 else 0)
            largest = max(abs(s.centre), abs(s.null)) if lookup.null else 32 * s.gap
            assert (2.0**own.grid, own.ratio) == (s.lead, largest / s.lead)
            pairs = (2 * bits + 2 if bits <= 9 else bits + 4) / 2  # two slots a pair, from pair 31 down
            assert leads[name].slowest == 256 * 4.0 ** -(32 - math.ceil(pairs))
            widths.add(bits > 9)
    assert widths == ({False} if cells == 16 else {False, True})
