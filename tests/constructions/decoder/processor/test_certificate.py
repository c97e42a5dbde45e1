"""The processor's certificate: what it promises, and that real runs keep to it."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from tests.constructions.decoder.processor.processors import fed, random_program, run_tokens, small_network
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.heads import factors
from turingrad.constructions.decoder.modules import heads, rms_norm, rotate, turns
from turingrad.constructions.decoder.processor.blueprint import options_blueprint
from turingrad.constructions.decoder.processor.options import (
    CODE_BITS,
    MOST_CODE_BITS,
    MOST_CONTEXT,
    MOST_RAM,
    RAM,
    ProcessorOptions,
)
from turingrad.constructions.decoder.scaling import PROCESSOR_THETA_BITS, SOFTMAX_FACTOR, processor_scaling
from turingrad.constructions.decoder.shared_lead import LEAST_LEAD, SharedLead, shared_lead
from turingrad.constructions.decoder.weights import shared_attention
from turingrad.exact import Sum


def leads(context: int, ram: int = RAM, code_bits: int = CODE_BITS) -> list[SharedLead]:
    blueprint = options_blueprint(ProcessorOptions(context=context, ram=ram, code_bits=code_bits))
    found = []
    for block in blueprint.blocks:
        q, k, _, _ = shared_attention(block, blueprint)
        for head, lookup in enumerate(block.lookups):
            rows = q[HEAD_SIZE * head : HEAD_SIZE * (head + 1)]
            found.append(shared_lead(block.name, lookup, processor_scaling(context), rows, k))
    return found


@pytest.mark.parametrize(("ram", "code_bits"), [(RAM, CODE_BITS), (RAM, MOST_CODE_BITS), (MOST_RAM, CODE_BITS)])
@pytest.mark.parametrize("context", [64, 1 << 12, 1 << 17, MOST_CONTEXT])
def test_every_context_that_can_be_chosen_is_proven_in_float32(context: int, ram: int, code_bits: int) -> None:
    for lead in leads(context, ram, code_bits):
        assert lead.exact_in("float32"), str(lead)
        assert not lead.exact_in("bfloat16")
        assert not lead.exact_in("float16")


def test_keys_in_half_precision_are_proven_up_to_256_and_2048_tokens() -> None:
    """As flash attention in llama.cpp holds them, and caches in those formats."""
    for dtype, longest in (("bfloat16", 1 << 8), ("float16", 1 << 11)):
        assert all(lead.exact_with_keys(dtype) for lead in leads(longest))
        assert not any(lead.exact_with_keys(dtype) for lead in leads(2 * longest))
    assert all(lead.exact_with_keys("float32") for lead in leads(MOST_CONTEXT))
    assert not small_network(random_program(0)).keys_exact_in("float16")  # 8,192 tokens


@pytest.mark.parametrize(("dtype", "context"), [(torch.bfloat16, 1 << 8), (torch.float16, 1 << 11)])
def test_rounded_keys_give_exact_distances(dtype: torch.dtype, context: int) -> None:
    """Scores of all keys under the last query are exact multiples of the gap, and the rotation's error is rounded off;
    with twice the context they are not."""
    for tokens, exact in ((context, True), (2 * context, False)):
        s = processor_scaling(tokens)
        cos, sin = turns(torch.arange(tokens - 1), torch.float32, PROCESSOR_THETA_BITS)
        turning, distance = factors(s.gap / s.omega)
        query, keys = torch.zeros(1, 1, HEAD_SIZE), torch.zeros(1, tokens - 1, HEAD_SIZE)
        query[..., s.pair], keys[..., 32 + s.pair] = turning, -distance
        held = rotate(query, cos[-1:], sin[-1:]).to(dtype).float(), rotate(keys, cos, sin).to(dtype).float()
        scores = (held[0] @ held[1].transpose(1, 2))[0, 0]
        right = s.gap * torch.arange(2 - tokens, 1, dtype=torch.float32)
        assert torch.equal(scores, right) == exact


def test_twice_the_longest_context_is_not_proven() -> None:
    """Two pc tokens can be neighbours: rounding of the distance takes 14 * 2^21 / 2^24 > 1 of their gap off."""
    unproven = {lead.name for lead in leads(2 * MOST_CONTEXT) if not lead.exact_in("float32")}
    assert unproven == {"records, last record", "following, last pc"}


def test_a_lead_is_made_of_the_terms_of_its_derivation() -> None:
    for lead in leads(1 << 19):
        s, n, unit = lead.scaling, 1 << 19, 2.0**-24
        later = s.gap * lead.apart * math.cos(n * s.omega) - (3 + 1 + 2 + 1) * 2 * n * unit * s.gap - 4 * lead.leak
        assert lead.lead("float32") == pytest.approx(later / SOFTMAX_FACTOR)
        assert later < 5 * s.gap
        assert s.mismatch + s.null > later


@pytest.mark.parametrize("context", [1 << 12, 1 << 17, MOST_CONTEXT])
def test_neighbours_at_the_end_of_the_context_are_told_apart_in_float32(context: int) -> None:
    """The scores of the last keys under the last query, as torch computes them: all differ by what is certified."""
    s = processor_scaling(context)
    places = torch.arange(context - 300, context - 1)
    cos, sin = turns(places, torch.float32, PROCESSOR_THETA_BITS)
    power = 2.0 ** math.ceil(math.log2(s.gap / s.omega) / 2)
    query, keys = torch.zeros(1, 1, HEAD_SIZE), torch.zeros(1, len(places), HEAD_SIZE)
    query[..., s.pair], keys[..., 32 + s.pair] = power, -s.gap / s.omega / power
    scores = (rotate(query, cos[-1:], sin[-1:]) @ rotate(keys, cos, sin).transpose(1, 2))[0, 0] / SOFTMAX_FACTOR
    least = float((scores[1:] - scores[:-1]).min())
    certified = min(lead.lead("float32") for lead in leads(context) if lead.apart == 1)
    assert least >= certified >= LEAST_LEAD


def test_leads_and_sums_of_a_real_run_are_within_the_certificate() -> None:
    network = small_network(random_program(3))
    prompt, run = run_tokens(network, 200)
    with torch.no_grad():
        stream = network.hidden(fed(prompt, run))
    bounds = {bound.name: bound for bound in network.certificate.bounds}
    for block, plan, entering in zip(network.decoder_blocks(), network.blueprint.blocks, stream, strict=False):
        n = rms_norm(entering)
        cos, sin = network.turns(torch.arange(len(n)))
        queries, keys = rotate(heads(n @ block.q.T), cos, sin), rotate(heads(n @ block.k.T), cos, sin)
        for head, lookup in enumerate(plan.lookups):
            scores = (queries[head] @ keys[0].T) / SOFTMAX_FACTOR
            hidden = torch.ones_like(scores, dtype=torch.bool).triu(1)
            first, second = scores.masked_fill(hidden, -torch.inf)[1:].topk(2).values.unbind(-1)
            lead = bounds[f"{plan.name}, {lookup.name}"]
            assert isinstance(lead, SharedLead)
            assert float((first - second).min()) >= lead.lead("float32")
        for name in ("q", "k", "gate"):
            largest = (n.abs() @ getattr(block, name).abs().T).max()
            assert float(largest) <= bounds[f"{plan.name} {name}"].magnitude


def test_units_stay_below_two_to_the_24() -> None:
    network = small_network(random_program(0))
    ratios = {b.name: b.ratio for b in network.certificate.bounds if b.name.endswith(("gate", "down"))}
    assert max(ratios.values()) <= 2.0**22
    assert ratios["operands down"] > 2.0**20


def test_a_unit_counts_at_its_largest_value() -> None:
    """A certificate that counted every unit once, as an AND, would miss the sums of adders."""
    network = small_network(random_program(0))
    block = network.blueprint.blocks[3]
    down = network.decoder_blocks()[3].down.detach().double().numpy()
    values = np.array([max(0, unit.most) * 128.0 for unit in block.units])
    padded = np.zeros(down.shape[1])
    padded[: len(values)] = values
    total = Sum("down", down, None, (0.0, padded), 7).bound()
    own = next(bound for bound in network.certificate.bounds if bound.name == "arithmetic down")
    assert own.magnitude == total.magnitude + 1
