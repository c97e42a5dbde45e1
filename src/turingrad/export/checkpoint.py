"""What the folders of stock language models have in common: tokenizer, labels, machine, model card."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from turingrad import formats
from turingrad.constructions.decoder import DecoderNetwork, Features, ProgramDecoder
from turingrad.export.card import card
from turingrad.export.checking import checks_of
from turingrad.export.labelling import labels
from turingrad.export.programs import EXPECTED, PROMPT, program_card, program_checks, write_program_texts
from turingrad.export.written import written_facts
from turingrad.machine.run import Progress

CONFIG, WEIGHTS = "config.json", "model.safetensors"


def special_tokens(network: DecoderNetwork) -> dict[str, Any]:
    """Their numbers, as configurations name them. Padding must not be `<bos>`, the null of every head."""
    special = network.vocabulary.special
    padding = special.index("<pad>" if "<pad>" in special else "<halt>")
    return {"bos_token_id": special.index("<bos>"), "eos_token_id": list(network.ends), "pad_token_id": padding}


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
    generation = {**special_tokens(network), "do_sample": False, "max_length": network.options.context}
    write_json(folder / "generation_config.json", generation)
    write_json(folder / "labels.json", labels(network, features))
    formats.write(network.machine, folder / "machine.json")
    facts = written_facts(network, form, folder / WEIGHTS, dtype)
    if isinstance(network, ProgramDecoder):
        write_program_texts(network, folder / PROMPT, folder / EXPECTED)
        checks = program_checks(network, folder, dtype, check, progress)
        text = program_card(network, form, dtype, checks)
    else:
        checks = checks_of(network, folder, dtype, check, progress)
        text = card(network, form, dtype, checks, facts)
    (folder / "README.md").write_text(text, encoding="utf-8")
    return {**facts, **checks.figures}


def tokenizer(network: DecoderNetwork) -> dict[str, Any]:
    """One word, one token: texts are parted by white space, and hold none."""
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": number, "content": text, **plain} for number, text in enumerate(network.vocabulary.special)
        ],
        "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "WordLevel",
            "vocab": {text: number for number, text in enumerate(network.vocabulary.texts)},
            "unk_token": "<unk>",
        },
    }


def tokenizer_settings(network: DecoderNetwork) -> dict[str, Any]:
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": "<bos>",
        "eos_token": "<halt>",
        "unk_token": "<unk>",
        "pad_token": network.vocabulary.texts[special_tokens(network)["pad_token_id"]],
        "clean_up_tokenization_spaces": False,
        "model_max_length": network.options.context,
    }
