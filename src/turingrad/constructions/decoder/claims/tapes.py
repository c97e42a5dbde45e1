"""The decoder's own statements: what its page promises of streams, leads, lengths, logits, theta and block formats."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.decoder import DecoderNetwork, compile_network, sizes_for
from turingrad.constructions.decoder.certificate import Lead
from turingrad.constructions.decoder.modules import DecoderBlock, heads, rms_norm, rotate, turns
from turingrad.constructions.decoder.scaling import PAIRS, SOFTMAX_FACTOR, THETA_BITS, scaling_of
from turingrad.export.conform.probes import Probe, probes
from turingrad.library import load

ROOM = "turingrad.constructions.decoder"
FORMATS = (torch.float32, torch.bfloat16, torch.float16)
FAR = 8  # tokens at the end of a context
NAMES = ("busy-beaver-3", "binary-increment", "palindrome")
BLOCK, LEVELS = 32, 127  # of llama.cpp's Q8_0
WEIGHTS, MODULES = f"{ROOM}.weights", f"{ROOM}.modules"
CLAIMS = Claims("ours")


def networks(digits: int) -> Iterator[DecoderNetwork]:
    for name in NAMES:
        machine = load(name, form="tape")
        yield compile_network(machine, **sizes_for(machine, None, 40, digits))


def probe(name: str, length: int) -> Probe:
    return next(found for found in probes(length, length) if found.name == name)


def run_of(network: DecoderNetwork) -> tuple[list[int], list[int]]:
    return list(network.prompt(None)), network.expected_tokens(None)


def wrong_tokens(network: DecoderNetwork, prompt: list[int], right: list[int]) -> int:
    """Of the run's tokens, teacher-forced."""
    with torch.no_grad():
        stream = network.hidden(torch.tensor([*prompt, *right][:-1]))[-1, len(prompt) - 1 :]
        said = (rms_norm(stream) @ network.head.T).argmax(-1).tolist()
    return sum(a != b for a, b in zip(said, right, strict=True))


@CLAIMS.state(
    "decoder: the run",
    where="docs/decoder.md",
    statement="Three standard blocks (four if cells are spelled) generate the machine's run, token for token.",
    mutations=(
        mutation("units without gain", f"{WEIGHTS}.GAIN", 1.0),
        mutation("bits count no more than distance", f"{ROOM}.scaling.Scaling.mismatch", 256),
    ),
    code=(f"{ROOM}.compile_network", f"{ROOM}.tapes.tape_blueprint"),
    leaves_out="three machines, 40 steps each at most",
)
def the_run_is_what_it_says() -> Figures:
    tokens = 0
    for digits in (0, 2):
        for network in networks(digits):
            prompt, right = run_of(network)
            wrong = wrong_tokens(network, prompt, right)
            require(wrong == 0, f"{network.machine.name}, {digits} digits: {wrong} of {len(right)} tokens are wrong")
            require(network.depth == (4 if digits else 3), f"{network.machine.name} has {network.depth} blocks")
            tokens += len(right)
    return {"tokens": tokens, "machines": len(NAMES), "blocks": 3, "blocks where cells are spelled": 4}


@CLAIMS.state(
    "decoder: the stream",
    where="docs/decoder.md",
    statement="After every block every number is -1 or +1, so that norms are the identity, in every certified format.",
    mutations=(
        mutation("an epsilon of 0.01", f"{MODULES}.NORM_EPSILON", 0.01),
        mutation("units of gain 8, whose SiLU is not ReLU", f"{WEIGHTS}.GAIN", 8.0),
    ),
    code=(f"{ROOM}.features.Features", f"{ROOM}.certificate.certificate_of"),
    leaves_out="three machines, 40 steps each at most",
)
def the_stream_is_signs() -> Figures:
    numbers = 0
    for digits in (0, 2):
        for network in networks(digits):
            prompt, right = run_of(network)
            for dtype in FORMATS:
                if network.certificate.exact_in(dtype):
                    stream = network.to(dtype).hidden(torch.tensor([*prompt, *right][:-1]))
                    require(bool((stream.abs() == 1).all()), f"{network.machine.name}, {dtype}: a number is not a sign")
                    require(bool((rms_norm(stream) == stream).all()), "RMSNorm is not the identity")
                    require(bool((stream.sum(-1) == 0).all()), "the mean is not 0")
                    numbers += stream.numel()
    return {"numbers": numbers, "formats": len(FORMATS)}


def scores_of(block: DecoderBlock, entering: torch.Tensor) -> torch.Tensor:
    """Scores of a block's first head, (places, places), in the exponent's units."""
    cos, sin = turns(torch.arange(len(entering)), entering.dtype)
    n = rms_norm(entering)
    queries, keys = (rotate(heads(n @ weight.T), cos, sin)[0].float() for weight in (block.q, block.k))
    return queries @ keys.T / SOFTMAX_FACTOR


@CLAIMS.state(
    "decoder: leads",
    where="docs/decoder.md",
    statement="A head's winner leads every other score by what the certificate says; softmax gives it weight 1.",
    mutations=mutation("a certificate without the runtime's 1/8", f"{ROOM}.certificate.SOFTMAX_FACTOR", 1),
    code=(f"{ROOM}.certificate.Lead", f"{ROOM}.scaling.Scaling"),
    leaves_out="one head of one probe at two lengths",
)
def winners_lead() -> Figures:
    figures: dict[str, float] = {}
    for length in (128, 1024):
        chosen = probe("recall", length)
        network = chosen.network()
        prompt, right = chosen.run(network)
        entering = network.hidden(torch.tensor([*prompt, *right][:-1]))[network.depth - 1]
        scores = scores_of(network.decoder_blocks()[-1], entering)
        hidden = torch.ones_like(scores, dtype=torch.bool).triu(1)
        first, second = scores.masked_fill(hidden, -torch.inf)[1:].topk(2).values.unbind(-1)
        least = float((first - second).min())
        certified = [b for b in network.certificate.bounds if isinstance(b, Lead)][-1].lead("float32")
        require(least >= certified, f"{length} tokens: a winner leads by {least:g}, certified are {certified:g}")
        require(2 * 4 * math.exp(-certified) < 2**-25, f"a lead of {certified:g} leaves weight for the others")
        figures |= {f"least lead, {length} tokens": least, f"certified, {length} tokens": round(certified, 3)}
    return figures


@CLAIMS.state(
    "decoder: lengths",
    where="docs/decoder.md",
    statement="256 tokens are exact in bfloat16 and 2,048 in float16; longer contexts are refused in these formats. "
    "With 8,192 cells, 16,384 tokens are exact in float32.",
    mutations=(
        mutation("a pair that turns too fast", f"{ROOM}.scaling.distance_pair", lambda _context: 4),
        mutation("sums in half precision", f"{MODULES}.torch.promote_types", lambda one, _other: one),
    ),
    code=(f"{ROOM}.scaling.distance_pair", f"{ROOM}.certificate.certificate_of"),
    thorough=True,
    leaves_out="the last eight tokens of one probe per format; float32 by its certificate alone",
)
def lengths_hold() -> Figures:
    """The two farthest neighbours that a context has are told apart in each format, at its certified length; one token
    more is refused."""
    figures: dict[str, int] = {}
    for name, length in (("bfloat16", 256), ("float16", 2048)):
        chosen = probe("twice", length)
        network = chosen.network()
        require(network.certificate.exact_in(name), f"{length} tokens are not certified in {name}")
        prompt, right = chosen.run(network)
        cut = len(right) - FAR
        wrong = wrong_tokens(network.to(getattr(torch, name)), [*prompt, *right[:cut]], right[cut:])
        require(wrong == 0, f"{name}: {wrong} wrong tokens of the last {FAR} in a context of {length}")
        longer = compile_network(chosen.machine, cells=16, context=length + 1)
        require(not longer.certificate.exact_in(name), f"{length + 1} tokens are certified in {name}")
        figures[f"{name}: tokens"] = length
    long = compile_network(probe("recall", 128).machine, cells=1 << 13, context=1 << 14, digits=1)
    require(long.certificate.exact_in("float32"), "16,384 tokens are not certified in float32")
    return figures | {"float32: tokens certified": 1 << 14}


@CLAIMS.state(
    "decoder: logits",
    where="docs/decoder.md",
    statement="The right token leads by 64 at least and has probability 1 in float32: sampling gives the run, too.",
    mutations=mutation("logits in units of 1", f"{WEIGHTS}.LOGIT", 1.0),
    code=f"{ROOM}.tapes.logits",
    leaves_out="three machines, 40 steps each at most",
)
def logits_lead() -> Figures:
    least = math.inf
    for digits in (0, 2):
        for network in networks(digits):
            prompt, right = run_of(network)
            with torch.no_grad():
                logits = network(torch.tensor([*prompt, *right][:-1]))[len(prompt) - 1 :]
            first, second = logits.topk(2).values.unbind(-1)
            least = min(least, float((first - second).min()))
            require(bool((logits.softmax(-1).max(-1).values == 1).all()), "the right token's probability is not 1")
    require(least >= 64, f"the right token leads by {least:g}")
    return {"least lead of the right token": least}


@CLAIMS.state(
    "decoder: theta",
    where="docs/conform.md",
    statement="A rope_theta of 2^(64 - e), for e from 0.06 on (so 2^60, too), gives a wrong token within 64 tokens; a "
    "larger one up to 2^77 changes no token.",
    mutations=mutation("a null below every distance", f"{ROOM}.scaling.Scaling.null", -(1 << 15)),
    code=("turingrad.export.conform.probes.reach", f"{ROOM}.scaling.Scaling"),
    leaves_out="one probe of 64 tokens, five values of theta",
)
def theta_is_seen() -> Figures:
    """Distance counts 2^(p e / 32) times as much where theta is 2^(64 - e). `reach` finds a match at distance n - 3,
    with the null half a gap below it (n <= 64): the null wins where (n - 3) 2^(p e / 32) > n - 5/2. For a larger theta
    a match leads the null by more, the null leads mismatches as before, and of two matches the later leads by the gap
    times that factor, which must be at least 4 (one token per step: attention is in the last block, and no head reads
    what it rounds)."""
    chosen = probe("reach", 64)
    network = chosen.network()
    prompt, right = chosen.run(network)
    s, n = scaling_of(network.options, True), network.options.context
    least = PAIRS / s.pair * math.log2((n - 2.5) / (n - 3))
    most = PAIRS / s.pair * math.log2(s.lead / SOFTMAX_FACTOR / 4)
    for off, seen in ((0.0, False), (0.5 * least, False), (1.5 * least, True), (4.0, True), (-4.0, False)):
        with_theta = mutation("", f"{ROOM}.network.DecoderNetwork.theta_bits", THETA_BITS - off)
        with with_theta.change():
            wrong = wrong_tokens(network, prompt, right)
        require((wrong > 0) == seen, f"theta 2^(64 - {off:g}): {wrong} wrong tokens, where {seen} was derived")
    require(most > 4.0, "the proof for larger thetas does not reach 2^68")
    return {
        "smallest e of 2^(64 - e) that is seen": round(least, 4),
        "2^(64 + e) changes no token up to": round(most, 2),
    }


def dequantise(weight: torch.Tensor) -> torch.Tensor:
    """What a runtime reads back of a matrix (rows, columns), whose columns are a multiple of 32, in Q8_0.

    A block of 32 numbers has one scale d = max/127, rounded to float16, and whole numbers q = round(x / d) of eight
    bits. 127 d is the largest weight only where max/127 is a float16 number; our weights are powers of two, so it
    never is.
    """
    blocks = weight.float().reshape(weight.shape[0], -1, BLOCK)
    scale = (blocks.abs().amax(-1, keepdim=True) / LEVELS).to(torch.float16).float()
    whole = (blocks / scale.clamp(min=torch.finfo(torch.float16).tiny)).round().clamp(-LEVELS, LEVELS)
    return (whole * scale).reshape(weight.shape)


@CLAIMS.state(
    "decoder: block formats",
    where="docs/decoder.md",
    statement="Q8_0 does not hold the weights: a block's scale, max/127, rounds. Such files are refused.",
    mutations=mutation("scales that are powers of two", f"{ROOM}.claims.tapes.LEVELS", 128),
    code=f"{ROOM}.claims.tapes.dequantise",
    leaves_out="one block of one network: one counterexample is enough",
)
def blocks_round() -> Figures:
    """Q8_0 does not hold the weights of the units."""
    network = next(networks(0))
    block = network.decoder_blocks()[0]
    held = dequantise(block.gate.float())
    changed = int((held != block.gate).sum())
    require(changed > 0, "Q8_0 holds every weight of the units")
    return {"weights of the units that change": changed, "weights that are not 0": int((block.gate != 0).sum())}
