"""What the folders of stock language models have in common: tokenizer, labels, machine, model card."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from turingrad import formats
from turingrad.constructions.decoder import DecoderNetwork, Features
from turingrad.constructions.decoder.vocabulary import BOS, BOS_ID, EDGE_ID, HALT, HALT_ID, SPECIAL, UNKNOWN
from turingrad.export.card import card
from turingrad.export.checking import checks_of
from turingrad.export.labels import labels
from turingrad.machine.run import Progress

CONFIG, WEIGHTS = "config.json", "model.safetensors"
TOKENS = {"bos_token_id": BOS_ID, "eos_token_id": [HALT_ID, EDGE_ID], "pad_token_id": HALT_ID}


def write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write_weights(path: Path, tensors: Mapping[str, torch.Tensor], dtype: torch.dtype) -> None:
    held = {name: tensor.detach().to(dtype).contiguous().clone() for name, tensor in tensors.items()}
    save_file(held, str(path), metadata={"format": "pt"})
    path.chmod(0o644)


def complete(
    network: DecoderNetwork,
    folder: Path,
    form: str,
    dtype: str,
    check: bool,
    progress: Progress,
    features: Features | None = None,
) -> dict[str, Any]:
    """The rest of a folder that has its config and weights; the checkpoint is run, and the card says where.
    `features`: where the stream has more than the network's own."""
    write_json(folder / "tokenizer.json", tokenizer(network))
    write_json(folder / "tokenizer_config.json", tokenizer_settings(network))
    generation = {**TOKENS, "do_sample": False, "max_length": network.options.context}
    write_json(folder / "generation_config.json", generation)
    write_json(folder / "labels.json", labels(network, features))
    formats.write(network.machine, folder / "machine.json")
    checks = checks_of(network, folder, dtype, check, progress)
    (folder / "README.md").write_text(card(network, form, dtype, checks), encoding="utf-8")
    return checks.figures


def tokenizer(network: DecoderNetwork) -> dict[str, Any]:
    """One word, one token: texts are parted by white space, and hold none."""
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": number, "content": text, **plain} for number, text in enumerate(SPECIAL)],
        "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "WordLevel",
            "vocab": {text: number for number, text in enumerate(network.vocabulary.texts)},
            "unk_token": UNKNOWN,
        },
    }


def tokenizer_settings(network: DecoderNetwork) -> dict[str, Any]:
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": BOS,
        "eos_token": HALT,
        "unk_token": UNKNOWN,
        "pad_token": HALT,
        "clean_up_tokenization_spaces": False,
        "model_max_length": network.options.context,
    }
