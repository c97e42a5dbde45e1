"""The certificate: which lengths in which formats, and that it refuses what goes wrong."""

from __future__ import annotations

import math

import pytest
import torch

from turingrad.constructions.decoder import DecoderNetwork, compile_network
from turingrad.constructions.decoder.certificate import Lead
from turingrad.constructions.decoder.modules import attention_weights, heads, rms_norm, rotate, turns
from turingrad.constructions.decoder.scaling import Scaling, distance_pair
from turingrad.errors import CertificateError
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine


def far_machine() -> TapeMachine:
    """Writes 0, 1, 2 into cell 0 one after the other, walks away along marks and comes back: at the end it reads a cell
    whose last two writes are neighbours, as far back as the walk is long."""
    states = ("one", "two", "right", "left", "done")
    rules = [Rule("one", ("_",), ("1",), (STAY,), "two"), Rule("two", ("1",), ("2",), (RIGHT,), "right")]
    rules += [Rule("right", ("x",), ("x",), (RIGHT,), "right"), Rule("right", ("_",), ("_",), (LEFT,), "left")]
    rules += [Rule("left", ("x",), ("x",), (LEFT,), "left"), Rule("left", ("2",), ("2",), (STAY,), "done")]
    return TapeMachine(states, ("_", "1", "2", "x"), "_", "one", tuple(rules), ("done",))


def far_network(steps_out: int, **options: object) -> tuple[DecoderNetwork, tuple[str, ...]]:
    given = ("_", *("x",) * steps_out)
    return compile_network(far_machine(), left=1, **options), given


@pytest.mark.parametrize(
    ("context", "formats"),
    [
        (256, {"float16", "bfloat16", "float32"}),
        (257, {"float16", "float32"}),
        (2048, {"float16", "float32"}),
        (2049, {"float32"}),
        (16_384, {"float32"}),
    ],
)
def test_lengths_and_formats(context: int, formats: set[str]) -> None:
    network = compile_network(far_machine(), cells=16, context=context)
    assert {name for name, exact in network.certificate.dtypes().items() if exact} == formats


def test_kernels_with_scores_in_half_precision_have_shorter_lengths() -> None:
    """Future keys, before the mask, score up to C + G n: beyond float16's range they would outlive the mask."""
    verdicts = {
        (context, scores): compile_network(far_machine(), cells=16, context=context, scores=scores)
        for context in (170, 171, 256, 1365, 1366)
        for scores in ("wide", "narrow")
    }
    held = {case: network.score_certificate.dtypes() for case, network in verdicts.items()}
    assert held[256, "wide"]["bfloat16"]
    assert held[170, "wide"]["float16"]
    assert not held[171, "wide"]["float16"]
    assert held[1365, "narrow"]["float16"]
    assert not held[1366, "narrow"]["float16"]


@pytest.mark.parametrize("digits", [0, 1])
@pytest.mark.parametrize(("dtype", "context"), [(torch.bfloat16, 256), (torch.float16, 600)], ids=str)
def test_the_farthest_lookup_is_right_at_the_certified_length(dtype: torch.dtype, context: int, digits: int) -> None:
    out = (context // (digits + 1) - 10) // 3
    network, given = far_network(out, cells=256, context=context, digits=digits, dtype=dtype)
    prompt, expected = network.prompt(given), network.expected_tokens(given)
    found = network(torch.tensor([*prompt, *expected][:-1])).argmax(-1)[len(prompt) - 1 :].tolist()
    assert found == expected
    assert network.vocabulary.texts[expected[-1]] == "<halt>"


@pytest.mark.slow
def test_a_lead_that_is_too_small_never_reads_as_enough() -> None:
    with pytest.raises(CertificateError, match=r"must lead by 20, and leads by 19\.9\d+ in float32"):
        compile_network(far_machine(), cells=65_536, context=8922)


def test_16384_tokens_in_float32() -> None:
    network, given = far_network(4_000, cells=8192, context=16_384, digits=0 + 1)
    prompt, expected = network.prompt(given), network.expected_tokens(given)
    found = network(torch.tensor([*prompt, *expected][:-1])).argmax(-1)[len(prompt) - 1 :].tolist()
    assert found == expected


def test_attention_is_one_hot_and_leads_as_the_certificate_says() -> None:
    """The scores of a real run: the gap between the first two of each row, against `Lead`."""
    network, given = far_network(20, cells=32, context=128)
    tokens = torch.tensor([*network.prompt(given), *network.expected_tokens(given)][:-1])
    block, entering = network.decoder_blocks()[2], network.hidden(tokens)[2]
    cos, sin = turns(torch.arange(len(tokens)), torch.float32)
    n = rms_norm(entering)
    queries, keys = (rotate(heads(n @ weight.T), cos, sin)[:1] for weight in (block.q, block.k))
    scores = (queries @ keys.transpose(1, 2))[0] / 8
    lead = next(bound for bound in network.certificate.bounds if isinstance(bound, Lead))
    least = math.inf
    for place in range(1, len(tokens)):
        first, second = scores[place, : place + 1].topk(2).values.tolist()
        least = min(least, first - second)
    assert least >= lead.lead("float32") > 20
    assert bool((attention_weights(queries, keys).max(-1).values == 1).all())


def test_the_distance_pair_is_linear_over_the_context() -> None:
    for context in (8, 256, 2048, 16_384, 131_072):
        pair = distance_pair(context)
        omega = Scaling(256, context, pair, 64).omega
        assert context * omega <= 2.0**-7
        assert context * abs(math.sin(context * omega) / (context * omega) - 1) <= 1 / 16
        assert pair < 20  # below the pairs of the key bits
