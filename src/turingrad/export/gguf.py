"""A decoder as a GGUF file for llama.cpp: the Llama with its query and key rows in llama.cpp's rotary order.

llama.cpp turns neighbours (2i, 2i + 1) where transformers turns (i, i + 32): rows of q and k are permuted within heads.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from turingrad import formats
from turingrad.constructions.decoder import DecoderNetwork, ProgramDecoder
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import NORM_EPSILON, PAIRS
from turingrad.exact import torch_dtype
from turingrad.export import llama
from turingrad.export.card import card
from turingrad.export.checking import checks_of, require_equal
from turingrad.export.checkpoint import write_json
from turingrad.export.installed import import_extra
from turingrad.export.labelling import labels
from turingrad.export.programs import EXPECTED, MAX_CHECKED, PROMPT, program_card, program_checks, write_program_texts
from turingrad.export.stock.files import OPTIONS
from turingrad.export.targets import Target
from turingrad.export.written import written_facts
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


def write(network: DecoderNetwork, path: Path, dtype: str, check: bool, progress: Progress) -> Mapping[str, Any]:
    write_model(network, path, dtype)
    return finish(network, path, dtype, check, progress)


def write_model(network: DecoderNetwork, path: Path, dtype: str) -> None:
    """The file itself: settings, vocabulary and weights."""
    gguf = import_extra("gguf", "llm")
    llama.require_exact(network, dtype)
    writer = gguf.GGUFWriter(str(path), "llama")
    settings(writer, network, gguf)
    kinds = {"float32": gguf.GGMLQuantizationType.F32, "float16": gguf.GGMLQuantizationType.F16}
    for name, tensor in tensors(network).items():
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


def finish(network: DecoderNetwork, path: Path, dtype: str, check: bool, progress: Progress) -> Mapping[str, Any]:
    """The check of a file that is written, and what goes beside it: labels, machine, card, and a program's prompt."""
    program = network if isinstance(network, ProgramDecoder) else None
    if program is None:
        checks = checks_of(network, path, dtype, False, progress)
    else:
        checks = program_checks(program, path, dtype, False, progress)
        write_program_texts(program, path.with_suffix(f".{PROMPT}"), path.with_suffix(f".{EXPECTED}"))
    if check and importlib.util.find_spec("xllamacpp") is not None:
        checks = checks.also("llama.cpp", in_llamacpp(network, path, dtype))
    write_json(path.with_suffix(".labels.json"), labels(network))
    formats.write(network.machine, path.with_suffix(".machine.json"))
    facts, stem = written_facts(network, "gguf", path, dtype), path.stem
    if program is None:
        text = card(network, "gguf", dtype, checks, facts, stem)
    else:
        text = program_card(program, "gguf", dtype, checks, stem)
    path.with_suffix(".md").write_text(text, encoding="utf-8")
    return {**facts, **checks.figures}


def in_llamacpp(network: DecoderNetwork, path: Path, dtype: str) -> str:
    """The run of the machine's own input, generated by llama.cpp, a cache in the file's format."""
    from turingrad.export.conform.with_llamacpp import load_session  # which writes files by this module

    session, prompt = load_session(network, path, dtype), network.prompt(None)
    expected = network.expected_tokens(None)[: MAX_CHECKED if isinstance(network, ProgramDecoder) else None]
    require_equal(session.generate(prompt, len(expected)), expected, network, "llama.cpp")
    return f"llama.cpp ({session.facts['version']}), {dtype}, generated: {len(expected)} tokens"


def settings(writer: Any, network: DecoderNetwork, gguf: Any) -> None:
    """The model's sizes and its vocabulary: special tokens as control tokens, the others user-defined."""
    writer.add_name(network.machine.name or "turingrad machine")
    writer.add_string(OPTIONS, json.dumps(asdict(network.options)))
    writer.add_context_length(network.options.context)
    writer.add_embedding_length(network.width)
    writer.add_block_count(network.depth)
    writer.add_feed_forward_length(network.decoder_blocks()[0].gate.shape[0])
    writer.add_head_count(network.heads)
    writer.add_head_count_kv(network.key_value_heads)
    writer.add_key_length(HEAD_SIZE)
    writer.add_value_length(HEAD_SIZE)
    writer.add_rope_dimension_count(HEAD_SIZE)
    writer.add_rope_freq_base(llama.theta(network))
    writer.add_layer_norm_rms_eps(NORM_EPSILON)
    writer.add_vocab_size(len(network.vocabulary))
    writer.add_tokenizer_model("llama")
    texts, special = network.vocabulary.texts, network.vocabulary.special
    writer.add_token_list([text.encode() for text in texts])
    writer.add_token_scores([0.0] * len(texts))
    kinds = [gguf.TokenType.CONTROL] * len(special) + [gguf.TokenType.USER_DEFINED] * (len(texts) - len(special))
    kinds[special.index("<unk>")] = gguf.TokenType.UNKNOWN
    writer.add_token_types(kinds)
    writer.add_bos_token_id(special.index("<bos>"))
    writer.add_eos_token_id(special.index("<halt>"))
    writer.add_unk_token_id(special.index("<unk>"))
    writer.add_add_bos_token(False)


TARGET = Target(
    "a GGUF file for llama.cpp, with model card, labels and machine beside it",
    write,
    construction="decoder",
    constructions=("decoder",),
    dtypes=("float32", "bfloat16", "float16"),
    folder=False,
)
