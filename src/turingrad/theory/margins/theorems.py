"""Theorems 3.1 and 4.1 as functions: sizes, 1-norm, margin and sample complexity, with the constants of our networks.

Where the paper says w >~ r, alpha ~ s, d ~ q and poly(...), these return numbers that hold for every circuit with q
layers, width r and size s, and for every machine with k states, |A| symbols and T steps.

Circuits. A gate's 1-norm is at most 5 and its rounding's 2 + 1 + 2s = 7 with s = 2. Matrix norms by sqrt(|W|_1
|W|_inf): a unit reads two gates (rows at most 2), a gate may be read by all r (columns at most 2r): |W_1| <= 2 sqrt(r),
|W_2| <= 1. Hidden vectors are binary: norms at most sqrt(r).

Machines. The compact layers (constructions/transformer/compact.py), row and column sums counted in the same way.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from turingrad.constructions.feedforward import ROUND_SLOPE, round_radius
from turingrad.constructions.transformer.options import position_bits
from turingrad.errors import InputError
from turingrad.theory.margins.architecture import architecture_size
from turingrad.theory.margins.bounds import ChainLayer, Correction, Layer, Step, tighten
from turingrad.theory.margins.samples import Learnability
from turingrad.theory.margins.transformer_layers import AttentionNorms, TransformerLayer, unused_attention

GATE_NORM = 5.0
ROUNDING_NORM = 3.0 + 2.0 * ROUND_SLOPE
RADIUS = round_radius(ROUND_SLOPE)


@dataclass(frozen=True, slots=True)
class Family:
    """A network family F_{w,d,alpha} with p parameters, run for `passes` passes with the same weights, and what Lemma
    2.3 says of it."""

    width: int
    depth: int
    learnability: Learnability
    passes: int = 1


def theorem_3_1(q: int, r: int, s: int, w: int | None = None, d: int | None = None, epsilon: float = 0.1) -> Family:
    """Compute the family of Theorem 3.1 for circuits with one output.

    Args:
        q: Layers of the circuit, counting the inputs as one.
        r: Its width.
        s: Its size.
        w: Width of the nets; by default what they need.
        d: Depth of the nets; by default what they need.
        epsilon: The error of Lemma 2.3.

    Returns:
        Width, depth, norm, and the margin that every circuit of this size has there.

    Example:
        >>> from turingrad.theory import theorem_3_1
        >>> theorem_3_1(q=3, r=4, s=8).width
        8
    """
    if not (q >= 1 and 1 <= r <= s):
        raise InputError(f"a circuit must have q >= 1 and 1 <= r <= s, not q={q}, r={r}, s={s}")
    width, depth = (2 * r if w is None else w), (4 * (q - 1) if d is None else d)
    if width < 2 * r or depth < 4 * (q - 1):
        raise InputError(f"w must be at least 2r = {2 * r} and d at least 4(q - 1) = {4 * (q - 1)}")
    extra = depth - 4 * (q - 1)  # identity layers carry one output: at most 9 a group of four, 1 a single layer
    alpha = (GATE_NORM + ROUNDING_NORM) * s + (2.0 + ROUNDING_NORM) * (extra // 4) + extra % 4 + 3.0
    parameters = width * (r + 1) + max(0, depth - 1) * width * (width + 1) + width + 1
    norm = math.sqrt(r)
    rest = (Step(1.0, norm),) * (extra % 4)
    layers: list[Layer] = [
        ChainLayer((Step(2.0 * norm, norm), Step(1.0, norm), *rest), RADIUS, corrected=True),
        ChainLayer((Step(2.0, norm),), 1.0, corrected=True),
    ]
    gamma = tighten(layers, Correction(ROUND_SLOPE, norm))
    return Family(width, depth, Learnability(alpha, parameters, gamma, epsilon))


def theorem_4_1(
    k: int,
    symbols: int,
    steps: int,
    input_length: int = 0,
    epsilon: float = 0.1,
    width: int | None = None,
    depth: int | None = None,
    left_end: str = "two-sided",
    layers: str = "compact",
) -> Family:
    """Compute the family of Theorem 4.1, in an architecture whose every layer has both attentions.

    Padding and identity layers leave gamma as it is; alpha grows by the identities' norm, so with w only ln p grows:
    the paper's log w.

    Args:
        k: States, halting ones included.
        symbols: |A|, the size of the alphabet.
        steps: T, the length of the run.
        input_length: The length of the input.
        epsilon: The error of Lemma 2.3.
        width: Width of the networks; by default what they need.
        depth: Their depth; by default what they need.
        left_end: "hard" is the paper's tape, "two-sided" ours.
        layers: "paper" is its sequence of Lemmas C.1 to C.8, "compact" ours.

    Returns:
        Width, depth, norm, and the margin that every machine of this size has there.

    Example:
        >>> from turingrad.theory import theorem_4_1
        >>> theorem_4_1(k=12, symbols=3, steps=20).width
        102
    """
    if not (k >= 1 and symbols >= 1 and steps >= 0 and input_length >= 0):
        raise InputError(f"k, |A| >= 1 and T >= 0 are needed, not {k}, {symbols}, {steps}")
    require_tape(left_end, layers)
    z, a, w, hard = k + 1, symbols, position_bits(steps, input_length), left_end == "hard"
    if layers == "paper":
        from turingrad.theory.margins.theorem_tapes import TapeSizes, paper_family  # which read this module

        return paper_family(TapeSizes(z, z * a, (a,), (a,), w, hard), steps, epsilon, width, depth)
    needed = z + 5 * a + 3 * w + z * a + 2 * (w + 1) + w + 2 + 1 + hard
    wide, deep = require_room(needed, w + 5, width, depth)
    alpha = transformer_norm(z, a, w, hard) + (deep - w - 5) * (1.0 + ROUNDING_NORM) * (z + a + w)
    parameters = architecture_size(wide, deep, 2 * w + 1, a)
    head = ChainLayer((Step(math.sqrt(z), math.sqrt(2.0 + 2 * w)),), 1.0, corrected=True)
    largest = math.sqrt(2.0 + 2 * w + 2 * (w + 1) + hard)  # after the transition: st, sym2, pos1, pos2, inc, dec, edge
    gamma = tighten([*transformer_layers(z, a, w, hard), head], Correction(ROUND_SLOPE, largest))
    return Family(wide, deep, Learnability(alpha, parameters, gamma, epsilon), steps + 1)


def require_tape(left_end: str, layers: str) -> None:
    """Refuse a left end or a layer sequence that the transformer does not have."""
    for name, given, choices in (
        ("left_end", left_end, ("two-sided", "hard")),
        ("layers", layers, ("compact", "paper")),
    ):
        if given not in choices:
            raise InputError(f"{name} must be {choices[0]!r} or {choices[1]!r}, not {given!r}")


def require_room(width: int, depth: int, given_width: int | None, given_depth: int | None) -> tuple[int, int]:
    """The width and depth of the architecture: what is needed, or more."""
    wide, deep = width if given_width is None else given_width, depth if given_depth is None else given_depth
    if wide < width or deep < depth:
        raise InputError(f"width must be at least {width} and depth at least {depth}, not {wide} and {deep}")
    return wide, deep


def transformer_layers(z: int, a: int, w: int, hard: bool = False) -> list[TransformerLayer]:
    """The worst norms of each kind of layer over all machines; attentions that a layer does not use are 0."""
    carried = math.sqrt(2.0 + 4 * w)  # st, sym2, pos1, pos2, pos3, scr3
    encoder = math.sqrt(1.0 + w)
    plain = (
        Step(math.sqrt(2.0 * max(a, z)), math.sqrt(2.0 + 2 * w)),
        Step(math.sqrt((z * a + w) * (max(w + 3.0, 2.0 * w + 1.0) + hard)), math.sqrt(1.0 + 2 * w)),
        Step(math.sqrt(21.0 + 3 * hard), math.sqrt(2.0 + 2 * w + 2 * (w + 1) + hard)),
        Step(math.sqrt(3.0), math.sqrt(4.0 + 2 * w)),
    )
    layers = [
        TransformerLayer(
            unused_attention(step.entering, step.entering), unused_attention(step.entering, encoder), step, RADIUS
        )
        for step in plain
    ]
    search = attention(pairs=2 * w, value=0.0, entering=carried, attended=carried)
    layers.append(TransformerLayer(search, unused_attention(carried, encoder), Step(1.0, carried), RADIUS))
    read = attention(pairs=2 * w, value=1.0, entering=carried, attended=carried)
    after_self, after_both = math.sqrt(4.0 + 4 * w), math.sqrt(6.0 + 4 * w)
    cross = attention(pairs=w, value=1.0, entering=after_self, attended=encoder)
    layers.append(TransformerLayer(read, cross, Step(math.sqrt(2.0 * (a + 1)), after_both), RADIUS))
    return layers


def attention(pairs: int, value: float, entering: float, attended: float) -> AttentionNorms:
    """A search over `pairs` coordinates in ±1 coding, with its null in one more."""
    null = pairs - 1.0
    return AttentionNorms(2.0, 2.0, value, math.sqrt(pairs + 1.0), math.sqrt(pairs), null, 0.0, 2.0, entering, attended)


def transformer_norm(z: int, a: int, w: int, hard: bool = False) -> float:
    """alpha: the 1-norm layer by layer as compact.py writes it, at most. The rounding counts live coordinates."""
    feedforward = 3.0 * z * a + 2 * w  # pair
    feedforward += z * a * (w + 3) + 1.5 * w * (w + 1) + 2 * w  # transition
    feedforward += z + a + 2 * w + 7 * w  # position
    feedforward += w * (z + a + 4 * w)  # searches
    feedforward += z + w + a + 2 * a + 3  # read
    feedforward += z + 2 * a + 1 + w  # output
    feedforward += hard * (z * a + w + 2)  # edge, and its use
    live = (z * a + 2 * w) + (z + a + 4 * w + 2 + hard) + (z + a + 3 * w)  # pair, transition, position
    live += w * (z + a + 4 * w) + (z + w + 2 * a + 1) + (z + a + w)  # searches, read, output
    searched = [w + j + 1 for j in range(w)] + [2 * w, w]
    attended = sum(7.0 * pairs + 2.0 for pairs in searched) + 2 * a  # W_Q b_Q W_K b_K K_0, flags, brought symbols
    return feedforward + ROUNDING_NORM * live + attended + a + 2 + z  # E, h_0, theta_cls
