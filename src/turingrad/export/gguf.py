"""A decoder as a GGUF file for llama.cpp: the Llama with its query and key rows in llama.cpp's rotary order.

llama.cpp turns neighbours (2i, 2i + 1) where transformers turns (i, i + 32): rows of q and k are permuted within heads.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import NORM_EPSILON, PAIRS, THETA
from turingrad.constructions.decoder.vocabulary import BOS_ID, HALT_ID, SPECIAL, UNKNOWN_ID
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.export import llama
from turingrad.export.checking import checks_of
from turingrad.export.checkpoint import require_decoder
from turingrad.export.target import Target
from turingrad.machine.run import Progress

NAMES = {
    "model.embed_tokens.weight": "token_embd.weight",
    "lm_head.weight": "output.weight",
    "model.norm.weight": "output_norm.weight",
}
PARTS = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}


def gguf_module() -> Any:
    if importlib.util.find_spec("gguf") is None:
        raise InputError("gguf is not installed: pip install 'turingrad[llm]'")
    import gguf

    return gguf


def neighbours(weight: torch.Tensor) -> torch.Tensor:
    """Rows (i, i + 32) of each head to (2i, 2i + 1)."""
    return weight.view(-1, 2, PAIRS, weight.shape[1]).transpose(1, 2).reshape(weight.shape)


def tensors(network: DecoderNetwork) -> dict[str, torch.Tensor]:
    state = {}
    for name, tensor in llama.tensors(network).items():
        if name in NAMES:
            state[NAMES[name]] = tensor
            continue
        _, _, number, part = name.removesuffix(".weight").split(".", 3)
        turned = neighbours(tensor) if part.endswith(("q_proj", "k_proj")) else tensor
        state[f"blk.{number}.{PARTS[part]}.weight"] = turned
    return state


def write(network: Any, path: Path, dtype: str, check: bool, progress: Progress) -> Mapping[str, Any]:  # noqa: ARG001
    gguf = gguf_module()
    net = require_decoder(network)
    llama.require_exact(net, dtype)
    writer = gguf.GGUFWriter(str(path), "llama")
    settings(writer, net, gguf)
    kinds = {"float32": gguf.GGMLQuantizationType.F32, "float16": gguf.GGMLQuantizationType.F16}
    for name, tensor in tensors(net).items():
        if tensor.dim() == 1 or dtype == "float32":  # norms stay in float32, as llama.cpp wants them
            writer.add_tensor(name, tensor.float().numpy())
        elif dtype in kinds:
            writer.add_tensor(name, tensor.to(torch_dtype(dtype)).numpy(), raw_dtype=kinds[dtype])
        else:
            raw = tensor.to(torch.bfloat16).contiguous().view(torch.uint8).numpy()
            writer.add_tensor(name, raw, raw_shape=raw.shape, raw_dtype=gguf.GGMLQuantizationType.BF16)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return checks_of(net, path, dtype, False, progress).figures


def settings(writer: Any, network: DecoderNetwork, gguf: Any) -> None:
    """The model's sizes and its vocabulary: special tokens as control tokens, the others user-defined."""
    heads = network.width // HEAD_SIZE
    writer.add_name(network.machine.name or "turingrad machine")
    writer.add_context_length(network.options.context)
    writer.add_embedding_length(network.width)
    writer.add_block_count(network.depth)
    writer.add_feed_forward_length(network.decoder_blocks()[0].gate.shape[0])
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_key_length(HEAD_SIZE)
    writer.add_value_length(HEAD_SIZE)
    writer.add_rope_dimension_count(HEAD_SIZE)
    writer.add_rope_freq_base(THETA)
    writer.add_layer_norm_rms_eps(NORM_EPSILON)
    writer.add_vocab_size(len(network.vocabulary))
    writer.add_tokenizer_model("llama")
    texts = network.vocabulary.texts
    writer.add_token_list([text.encode() for text in texts])
    writer.add_token_scores([0.0] * len(texts))
    kinds = [gguf.TokenType.CONTROL] * len(SPECIAL) + [gguf.TokenType.USER_DEFINED] * (len(texts) - len(SPECIAL))
    kinds[UNKNOWN_ID] = gguf.TokenType.UNKNOWN
    writer.add_token_types(kinds)
    writer.add_bos_token_id(BOS_ID)
    writer.add_eos_token_id(HALT_ID)
    writer.add_unk_token_id(UNKNOWN_ID)
    writer.add_add_bos_token(False)


TARGET = Target(
    "a GGUF file for llama.cpp",
    write,
    construction="decoder",
    constructions=("decoder",),
    dtypes=("float32", "bfloat16", "float16"),
    folder=False,
)
