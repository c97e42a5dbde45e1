"""Theorem 4.1's sizes: precision, norms and layers as functions of T, measured on compiled networks."""

from __future__ import annotations

import math

import numpy as np
import torch

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.transformer import TransformerNetwork, compile_network, layer_weights
from turingrad.constructions.transformer.options import position_bits
from turingrad.constructions.transformer.weights import LayerWeights
from turingrad.library import load
from turingrad.machine.tape import TapeMachine

HERE = "turingrad.constructions.transformer.claims.sizes"
TIMES = (10**2, 10**4, 10**6, 10**8)
RADIX_ROOM = 5  # bits beyond log2 of the position width: the scores' factor 2, the rounding's quarters
GROUPS = {
    "C.1": ("pair", "transition"),
    "C.2": ("subtract", "add"),
    "C.3": ("found", "search", "fetch"),
    "C.7": ("input",),
    "C.8": ("choose", "and", "output"),
}
CLAIMS = Claims("wei")


def beaver() -> TapeMachine:
    return load("busy-beaver-2", "tape")


def build_case(steps: int) -> TransformerNetwork:
    return compile_network(beaver(), steps=steps, input_length=0, layers="paper")


def one_radix_layer(steps: int) -> TransformerNetwork:
    """All time bits in one layer: scores of order T."""
    return compile_network(beaver(), steps=steps, input_length=0, radix=31, dtype=torch.float64)


def significant_bits(network: TransformerNetwork) -> float:
    """log2 of the largest sum over its grid, over all units: what exact arithmetic needs."""
    return max(math.log2(bound.magnitude) - bound.grid for bound in network.certificate.bounds if bound.magnitude > 0)


@CLAIMS.state(
    "Theorem 4.1, precision",
    where="section 1, section 4",
    statement="The construction needs of order log log T bits of precision: sums of exact arithmetic have O(log w) "
    "bits.",
    mutations=mutation("all time bits searched in one layer", f"{HERE}.build_case", one_radix_layer),
    code="turingrad.constructions.transformer.certificate.certificate_of",
    assumptions="hard-max attention; significant bits from the certificate, log2 w + 5 allowed",
    leaves_out="busy beaver 2, four values of T",
)
def precision_is_loglog() -> Figures:
    figures = {}
    for steps in TIMES:
        network = build_case(steps)
        needed = significant_bits(network)
        allowed = math.log2(network.bits) + RADIX_ROOM
        require(needed <= allowed, f"T = {steps:,}: {needed:.1f} bits, above log2 w + {RADIX_ROOM} = {allowed:.1f}")
        figures[f"bits at T = {steps:,}"] = round(needed, 2)
    return figures


def own_norm(layer: LayerWeights) -> float:
    arrays = [layer.W_1, layer.b_1]
    for attention in (layer.self_attention, layer.cross_attention):
        if attention is not None:
            arrays += [attention.W_Q, attention.b_Q, attention.W_K, attention.b_K, attention.W_V, attention.b_V]
            arrays += [attention.K_0, attention.V_0]
    return sum(float(np.abs(array).sum()) for array in arrays)


def allowed_norms(z: int, a: int, w: int) -> dict[str, float]:
    """1-norms of the groups of layers, at most: polynomials in |Z|, |A| and w = log T."""
    carried = z + a + 3 * w
    search = sum(7 * (w + j + 1) + 3 for j in range(w)) + 7 * w + 3 + 14 * w + 2 + a
    return {
        "C.1": 3.0 * z * a + 2 * w + 3 * z * a + 3 * w,
        "C.2": (2 * w + 2) * (carried + 8.0),
        "C.3": (w + 2) * (carried + w + a + 4.0) + search,
        "C.7": carried + 2 * a + 3 + 7 * w + 2 + a,
        "C.8": (z + w + 2 * a + 7) + (z + w + 1 + 6 * a) + (z + 2 * a + w + 1.0),
    }


@CLAIMS.state(
    "Lemmas C.1 to C.8, norms",
    where="Appendix C",
    statement="Every lemma's layers have 1-norms polynomial in |Z|, |A| and log T.",
    mutations=mutation(
        "linear bounds", f"{HERE}.allowed_norms", lambda z, a, w: dict.fromkeys(GROUPS, float(z + a + w))
    ),
    code="turingrad.constructions.transformer.paper.paper_layers",
    assumptions="rounding layers counted apart: 7 per live coordinate",
    leaves_out="busy beaver 2, three values of T",
)
def norms_by_lemma() -> Figures:
    figures = {}
    for steps in TIMES[:3]:
        network = build_case(steps)
        table = network.table
        allowed = allowed_norms(table.states, table.symbols(0), network.bits)
        layers = layer_weights(network)
        for group, names in GROUPS.items():
            found = sum(own_norm(layer) for layer in layers if layer.name.split()[0] in names)
            require(found <= allowed[group], f"Lemma {group} at T = {steps:,}: 1-norm {found} above {allowed[group]}")
            figures[f"{group}, T = {steps:,}"] = round(found / allowed[group], 3)
    return figures


@CLAIMS.state(
    "Theorem 4.1, depth",
    where="section 4",
    statement="The decoder has O(log T) layers: 3 w + 10 with w = ceil(log2(T + m + 2)) position bits.",
    mutations=mutation("one radix layer for all bits", f"{HERE}.build_case", one_radix_layer),
    code="turingrad.constructions.transformer.options.position_bits",
    leaves_out="busy beaver 2, four values of T",
)
def depth_is_logarithmic() -> Figures:
    figures = {}
    for steps, length, bits in ((0, 0, 2), (1, 0, 2), (2, 0, 2), (3, 0, 3), (3, 3, 3), (3, 4, 4), (1000, 22, 10)):
        found = position_bits(steps, length)
        require(found == bits, f"{found} position bits at T = {steps}, m = {length}, not {bits}")
    for steps in TIMES:
        network = build_case(steps)
        w = network.bits
        require(w == max(2, math.ceil(math.log2(steps + 2))), f"{w} position bits at T = {steps:,}")
        require(network.depth == 3 * w + 10, f"{network.depth} layers at T = {steps:,}, not 3 w + 10")
        figures[f"layers at T = {steps:,}"] = network.depth
    return figures
