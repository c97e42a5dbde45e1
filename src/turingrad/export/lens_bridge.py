"""Networks in TransformerLens: a decoder as a `TransformerBridge` with its own weights, rotary heads and RMSNorm; the
paper's encoder-decoder through `HookedRootModule`."""

from __future__ import annotations

from typing import Any

import torch

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import NORM_EPSILON
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.errors import InputError
from turingrad.export.gguf import neighbours
from turingrad.export.hooked import hooked
from turingrad.export.installed import import_extra


def bridge(network: DecoderNetwork | TransformerNetwork, passes: int | None = None) -> Any:
    """Make a TransformerLens model of a network, with the same numbers bit for bit. The extra `lens` must be installed.

    Args:
        network: A decoder, which becomes a `TransformerBridge` (`network.coordinate("st=A")` is the place of a feature
            in its stream), or the paper's encoder-decoder, which becomes a `HookedRootModule`
            (`turingrad.export.hooked`).
        passes: For the encoder-decoder: how many passes.

    Returns:
        A `TransformerBridge`, or a `HookedRootModule` for `transformer`.

    Example:
        >>> from turingrad.export import bridge
        >>> bridge(tg.compile("busy-beaver-2", "decoder", cells=16, context=32)).cfg.n_layers  # doctest: +SKIP
        3
    """
    if isinstance(network, TransformerNetwork):
        return hooked(network, passes)
    if not isinstance(network, DecoderNetwork):
        raise InputError(f"TransformerLens takes decoders and transformers, not a {type(network).__name__}")
    if passes is not None:
        raise InputError("a decoder has no passes: every token is one")
    settings = import_extra("transformer_lens.config", "lens").TransformerBridgeConfig
    boot = import_extra("transformer_lens.model_bridge.sources.native", "lens").boot
    config = settings(
        d_model=network.width,
        d_head=HEAD_SIZE,
        n_heads=network.heads,
        n_key_value_heads=network.key_value_heads,
        n_layers=network.depth,
        n_ctx=network.options.context,
        d_vocab=len(network.vocabulary),
        d_mlp=network.decoder_blocks()[0].gate.shape[0],
        act_fn="silu",
        gated_mlp=True,
        normalization_type="RMS",
        final_rms=True,
        eps=NORM_EPSILON,
        positional_embedding_type="rotary",
        rotary_dim=HEAD_SIZE,
        rotary_base=1 << int(network.theta_bits),
        init_weights=False,
    )
    booted = boot(config, model_name=network.machine.name or "turingrad")
    booted.load_state_dict(tensors(network))
    return booted


def tensors(network: DecoderNetwork) -> dict[str, torch.Tensor]:
    """The weights under TransformerLens's native names; its biases are zero, its rotary pairs are neighbours."""
    state = {"tok_embed.weight": network.embedding.data, "head.weight": network.head.data}
    state["ln_out.weight"] = torch.ones(network.width)
    state["head.bias"] = torch.zeros(len(network.vocabulary))
    for number, block in enumerate(network.decoder_blocks()):
        for name in ("q", "k", "v", "o"):
            weight = getattr(block, name).data
            state[f"layers.{number}.attn.{name}.weight"] = neighbours(weight) if name in ("q", "k") else weight
            state[f"layers.{number}.attn.{name}.bias"] = torch.zeros(weight.shape[0])
        for name, ours in (("gate", "gate"), ("in", "up"), ("out", "down")):
            state[f"layers.{number}.mlp.{name}.weight"] = getattr(block, ours).data
        for name in ("ln1", "ln2"):
            state[f"layers.{number}.{name}.weight"] = torch.ones(network.width)
    return state
