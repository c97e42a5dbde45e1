"""A decoder as a stock Llama: `AutoModelForCausalLM.from_pretrained` loads it, greedy `generate` prints the run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import NORM_EPSILON
from turingrad.errors import CertificateError
from turingrad.exact import torch_dtype
from turingrad.export.checkpoint import CONFIG, WEIGHTS, complete, special_tokens, write_json, write_weights
from turingrad.export.targets import Target
from turingrad.machine.run import Progress


def config(network: DecoderNetwork, dtype: str) -> dict[str, Any]:
    """The settings of a Llama without biases or tied embeddings; a processor's query heads share one key-value head."""
    tokens = special_tokens(network)
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "attention_bias": False,
        "attention_dropout": 0.0,
        **tokens,
        "head_dim": HEAD_SIZE,
        "hidden_act": "silu",
        "hidden_size": network.width,
        "intermediate_size": network.decoder_blocks()[0].gate.shape[0],
        "max_position_embeddings": network.options.context,
        "mlp_bias": False,
        "num_attention_heads": network.heads,
        "num_hidden_layers": network.depth,
        "num_key_value_heads": network.key_value_heads,
        "rms_norm_eps": NORM_EPSILON,
        "rope_parameters": {"rope_type": "default", "rope_theta": theta(network)},
        "rope_theta": theta(network),
        "tie_word_embeddings": False,
        "dtype": dtype,
        "use_cache": True,
        "vocab_size": len(network.vocabulary),
    }


def theta(network: DecoderNetwork) -> float:
    """rope_theta: how fast the rotary pairs turn."""
    return float(2.0**network.theta_bits)


def tensors(network: DecoderNetwork) -> dict[str, torch.Tensor]:
    """The weights under the names of a Llama's checkpoint; norms have unit weights."""
    ones = torch.ones(network.width)
    state = {"model.embed_tokens.weight": network.embedding.data, "lm_head.weight": network.head.data}
    for number, block in enumerate(network.decoder_blocks()):
        place = f"model.layers.{number}"
        for name in ("q", "k", "v", "o"):
            state[f"{place}.self_attn.{name}_proj.weight"] = getattr(block, name).data
        for name in ("gate", "up", "down"):
            state[f"{place}.mlp.{name}_proj.weight"] = getattr(block, name).data
        state[f"{place}.input_layernorm.weight"] = ones
        state[f"{place}.post_attention_layernorm.weight"] = ones
    state["model.norm.weight"] = ones
    return state


def require_exact(network: DecoderNetwork, dtype: str) -> None:
    """Refuse a checkpoint in a format in which the run is not proven."""
    if not network.certificate.exact_in(dtype):
        formats = ", ".join(name for name in TARGET.dtypes if network.certificate.exact_in(name))
        raise CertificateError(
            f"a context of {network.options.context:,} tokens is not exact in {dtype}; it is in {formats or 'none'}"
        )


def write_model(network: DecoderNetwork, folder: Path, dtype: str) -> None:
    """Settings and weights alone, into a folder that may be there already."""
    require_exact(network, dtype)
    folder.mkdir(exist_ok=True)
    write_json(folder / CONFIG, config(network, dtype))
    write_weights(folder / WEIGHTS, tensors(network), torch_dtype(dtype))


def write(network: DecoderNetwork, folder: Path, dtype: str, check: bool, progress: Progress) -> Mapping[str, Any]:
    write_model(network, folder, dtype)
    return complete(network, folder, "llama", dtype, check, progress)


TARGET = Target(
    "a stock Llama for transformers (config.json, model.safetensors, tokenizer.json, model card)",
    write,
    construction="decoder",
    constructions=("decoder",),
    dtypes=("float32", "bfloat16", "float16"),
)
