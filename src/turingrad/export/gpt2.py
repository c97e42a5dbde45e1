"""A decoder as a stock GPT-2: learned positions instead of rotary ones, LayerNorm, GELU.

The same blueprint with one field more, `time.b`, the bits of the position, which the position embedding writes. A
head's score is  G j - S m  for a key at position j of which m bits differ, and 0 for the null at position 0: its bits
are all -1, and a coordinate with the sum of the query bits cancels them. S = G N >= G n, so that of matches the last
wins, the null loses to every match (j >= 1) and beats every mismatch. LayerNorm rounds, so hidden vectors are only near
-1 and +1: tokens are promised, not bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.decoder import DecoderNetwork, Lookup
from turingrad.constructions.decoder.blueprint import ONE, Blueprint
from turingrad.constructions.decoder.features import HEAD_SIZE, Features, bits
from turingrad.constructions.decoder.heads import factors
from turingrad.constructions.decoder.scaling import NORM_EPSILON, SOFTMAX_FACTOR, WIDE
from turingrad.constructions.decoder.weights import copy_values, head_rows, unit_weights
from turingrad.errors import CertificateError
from turingrad.export.checkpoint import CONFIG, WEIGHTS, complete, special_tokens, write_json, write_weights
from turingrad.export.targets import Target
from turingrad.machine.run import Progress

NORM_ERROR = 2.0**-20  # of LayerNorm in float32, generously: a few units of the last place of mean and deviation
LEAST_LEAD = 8.0


def add_time(blueprint: Blueprint) -> Features:
    names = (*blueprint.features.names, *bits("time", time_bits(blueprint)))
    return Features(names, blueprint.features.heads)


def time_bits(blueprint: Blueprint) -> int:
    return int(blueprint.options.context - 1).bit_length()


def span(blueprint: Blueprint) -> int:
    """N: a power of two, at least the context."""
    return 1 << time_bits(blueprint)


def require_exact(blueprint: Blueprint) -> None:
    """LayerNorm's error times the sum of a score's products must leave the gap: twice, for both scores compared."""
    most = max((len(lookup.match) for block in blueprint.blocks for lookup in block.lookups), default=0)
    products = WIDE * (span(blueprint) * (2 * most + 1) + blueprint.options.context)
    blocks = 2 * len(blueprint.blocks) + 1
    lead = (WIDE - 2 * products * 2 * NORM_ERROR * blocks) / SOFTMAX_FACTOR
    if lead < LEAST_LEAD:
        raise CertificateError(
            f"a GPT-2 for {blueprint.options.context:,} tokens is not proven: LayerNorm's rounding can outweigh the "
            f"gap of its scores; a shorter context, or llama, is"
        )


def tensors(blueprint: Blueprint) -> dict[str, torch.Tensor]:
    """The weights under the names of a GPT-2's checkpoint; its linear layers are stored (in, out)."""
    features = add_time(blueprint)
    width = features.width
    units = HEAD_SIZE * -(-max(len(block.units) for block in blueprint.blocks) // HEAD_SIZE)
    time = [features[name] for name in bits("time", time_bits(blueprint))]
    wte = blueprint.vocabulary.embedding(features)
    wpe = np.zeros((blueprint.options.context, width))
    places = np.arange(blueprint.options.context)
    for b, coordinate in enumerate(time):
        wte[:, [coordinate, features.half + coordinate]] = 0.0
        wpe[:, coordinate] = 2.0 * (places >> b & 1) - 1
        wpe[:, features.half + coordinate] = -wpe[:, coordinate]
    state: dict[str, F64] = {"transformer.wte.weight": wte, "transformer.wpe.weight": wpe}
    for number, block in enumerate(blueprint.blocks):
        q, k, v, o = (np.zeros((width, width)) for _ in range(4))
        for head, lookup in enumerate(block.lookups):
            rows = slice(HEAD_SIZE * head, HEAD_SIZE * (head + 1))
            timed_head(lookup, features, blueprint, q[rows], k[rows])
            copy_values(lookup, features, v[rows], o[:, rows])
        gate, _, down = unit_weights(block.units, features, units)
        layer = {"attn.c_attn": np.concatenate([q, k, v]), "attn.c_proj": o, "mlp.c_fc": gate, "mlp.c_proj": down}
        for name, weight in layer.items():
            state[f"transformer.h.{number}.{name}.weight"] = weight.T
            state[f"transformer.h.{number}.{name}.bias"] = np.zeros(weight.shape[0])
        for name in ("ln_1", "ln_2"):
            state |= norm(f"transformer.h.{number}.{name}", width)
    state |= norm("transformer.ln_f", width)
    state["lm_head.weight"] = head_rows(blueprint, features)
    return {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in state.items()}


def norm(name: str, width: int) -> dict[str, F64]:
    return {f"{name}.weight": np.ones(width), f"{name}.bias": np.zeros(width)}


def timed_head(lookup: Lookup, features: Features, blueprint: Blueprint, q: F64, k: F64) -> None:
    """Queries and keys of one head, (64, width) each; slot 0 is the time, then the constant, the null, the bits."""
    one, mismatch = features[ONE], WIDE * span(blueprint)
    q[0, one] = 1.0
    for b, name in enumerate(bits("time", time_bits(blueprint))):
        k[0, features[name]] = WIDE * 2.0**b / 2
        k[0, one] += WIDE * 2.0**b / 2
    Q, K = factors(mismatch / 2)
    q[1, one], constant = factors(-mismatch / 2 * len(lookup.match))
    k[1, one] = constant
    if lookup.null is not None:
        null = features[lookup.null]
        k[1, one], k[1, null] = constant / 2, -constant / 2
        for query, _ in lookup.match:
            q[2, features[query]] += Q
        k[2, one] = k[2, null] = K / 2
    for slot, (query, key) in enumerate(lookup.match, 3):
        q[slot, features[query]] = Q
        k[slot, features[key]] = K


def config(network: DecoderNetwork, dtype: str, width: int, units: int) -> dict[str, Any]:
    return {
        "architectures": ["GPT2LMHeadModel"],
        "model_type": "gpt2",
        "activation_function": "gelu_new",
        "attn_pdrop": 0.0,
        "embd_pdrop": 0.0,
        "resid_pdrop": 0.0,
        **special_tokens(network),
        "layer_norm_epsilon": NORM_EPSILON,
        "n_ctx": network.options.context,
        "n_positions": network.options.context,
        "n_embd": width,
        "n_head": width // HEAD_SIZE,
        "n_inner": units,
        "n_layer": network.depth,
        "scale_attn_weights": True,
        "tie_word_embeddings": False,
        "dtype": dtype,
        "use_cache": True,
        "vocab_size": len(network.vocabulary),
    }


def write(network: DecoderNetwork, folder: Path, dtype: str, check: bool, progress: Progress) -> Mapping[str, Any]:
    if not network.features.mirrored:
        raise CertificateError(
            "a processor's stream does not have mean 0, which LayerNorm needs: export it to llama or gguf"
        )
    require_exact(network.blueprint)
    weights = tensors(network.blueprint)
    units = weights["transformer.h.0.mlp.c_fc.bias"].shape[0]
    width = weights["transformer.wte.weight"].shape[1]
    write_json(folder / CONFIG, config(network, dtype, width, units))
    write_weights(folder / WEIGHTS, weights, torch.float32)
    return complete(network, folder, "gpt2", dtype, check, progress, add_time(network.blueprint))


TARGET = Target(
    "a stock GPT-2 for transformers: token-exact in float32",
    write,
    construction="decoder",
    constructions=("decoder",),
)
