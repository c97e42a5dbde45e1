"""A truth as a folder: a stock Llama that transformers loads, what is known about it, and data. Never a pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file

from turingrad import formats
from turingrad._support.arrays import F64
from turingrad._support.files import whole_folder
from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.decoder import DecoderNetwork, compile_network
from turingrad.constructions.folder import without_doubles
from turingrad.errors import InputError
from turingrad.export.checkpoint import (
    CONFIG,
    WEIGHTS,
    special_tokens,
    tokenizer,
    tokenizer_settings,
    write_json,
    write_weights,
)
from turingrad.formats import read_bytes
from turingrad.truth import records, tables
from turingrad.truth.card import card
from turingrad.truth.tokens import require_tokens
from turingrad.truth.value import Feature, Truth
from turingrad.truth.verify import verify as verify_truth

MACHINE, TRUTH, DIRECTIONS = "machine.json", "truth.json", "truth.safetensors"
RUNS, PAIRS = "data/runs.parquet", "data/pairs.parquet"
HASHED = (CONFIG, WEIGHTS, MACHINE, DIRECTIONS, RUNS, PAIRS)
MAX_JSON, MAX_WEIGHTS = 1 << 28, 1 << 33  # bytes


@validate_arguments
def save(truth: Truth, folder: str | Path, *, check: bool = True, network: DecoderNetwork | None = None) -> None:
    """Write a folder that transformers, `datasets` and `load` read; whole or not at all.

    Args:
        truth: What to write.
        folder: A new folder.
        check: Compare every token of every run in stock transformers first, in each certified format.
        network: The truth's own base network, if you have it; otherwise it is compiled again.

    Raises:
        CertificateError: A certified model says a wrong token.
        InputError: The folder exists already, or pyarrow is missing (the extra `truth`).

    Example:
        >>> tg.truth.save(tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16)), "beaver-1")
    """
    checked = require_tokens(truth) if check else 0
    base = network if network is not None else compile_network(truth.machine, **truth.options)
    with whole_folder(folder) as place:
        (place / "data").mkdir()
        write_json(place / CONFIG, dict(truth.config))
        write_weights(place / WEIGHTS, truth.weights, torch.float32)
        write_json(place / "tokenizer.json", tokenizer(base))
        write_json(place / "tokenizer_config.json", tokenizer_settings(base))
        generation = {**special_tokens(base), "do_sample": False, "max_length": base.options.context}
        write_json(place / "generation_config.json", generation)
        formats.write(truth.machine, place / MACHINE)
        write_weights(place / DIRECTIONS, directions(truth), torch.float64)
        tables.write_runs(truth.runs, place / RUNS)
        tables.write_pairs(truth.pairs, place / PAIRS)
        hashes = {name: file_hash(place / name) for name in HASHED}
        record = json.dumps(records.as_record(truth, hashes), ensure_ascii=False)
        (place / TRUTH).write_text(record + "\n", encoding="utf-8")
        (place / "README.md").write_text(card(truth, checked), encoding="utf-8")


def directions(truth: Truth) -> dict[str, torch.Tensor]:
    """Read and write directions, (features, width) each, and the basis."""
    stacked = {kind: np.stack([getattr(f, kind) for f in truth.features.values()]) for kind in ("read", "write")}
    return {name: torch.from_numpy(array) for name, array in (*stacked.items(), ("basis", truth.basis))}


def file_hash(path: Path) -> str:
    with open(path, "rb") as file:
        found = sha256()
        while piece := file.read(1 << 22):
            found.update(piece)
    return found.hexdigest()


@validate_arguments
def load(folder: str | Path, *, verify: bool = True) -> Truth:
    """Read a folder that `save` wrote.

    Args:
        folder: The folder.
        verify: Compile the machine again, and compare: heads, gates and edges, the certificate, and the tokens of
            runs and pairs. Seconds for most models, a minute for a processor.

    Returns:
        The truth.

    Raises:
        InputError: A file is missing, was changed, or does not fit the others.

    Example:
        >>> tg.truth.save(tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16)), "beaver-0")
        >>> tg.truth.load("beaver-0").exact["float32"]
        'certified'
    """
    place = Path(folder)
    record = records.require_record(read_json(place / TRUTH), str(place / TRUTH))
    for name in HASHED:
        require_hash(place / name, record["sha256"].get(name))
    config = read_json(place / CONFIG)
    machine = formats.read(place / MACHINE)
    weights, held = read_tensors(place / WEIGHTS), read_tensors(place / DIRECTIONS)
    require_weights(config, weights, place)
    tokens = token_texts(read_json(place / "tokenizer.json"), int(config["vocab_size"]), place)
    where = str(place / TRUTH)
    names = list(records.texts(record["features"])) if all(isinstance(x, str) for x in record["features"]) else []
    truth = Truth(
        name=record["name"],
        machine=machine,
        options=record["options"],
        level=record["level"],
        disguises=tuple(str(each) for each in record["disguises"]),
        seed=record["seed"],
        exact=record["exact"],
        config=config,
        weights=weights,
        basis=read_basis(held, int(config["hidden_size"]), place),
        tokens=tokens,
        features=read_features(held, names, int(config["hidden_size"]), place),
        heads=records.read_heads(record, where),
        gates=records.read_gates(record, where),
        components=records.read_components(record, where),
        edges=records.read_edges(record, where),
        live=frozenset(str(each) for each in record["live"]),
        runs=tables.read_runs(place / RUNS, len(tokens)),
        pairs=tables.read_pairs(place / PAIRS, len(tokens)),
    )
    if list(truth.sites) != record["sites"]:
        raise InputError(f"{where}: 'sites' are not those of the model")
    verify_truth(truth, where, again=verify)
    return truth


def read_json(path: Path) -> Any:
    try:
        return json.loads(read_bytes(path, MAX_JSON), object_pairs_hook=without_doubles)
    except (InputError, OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path.parent} is not a folder that `truth make` wrote: {error}") from None


def require_hash(path: Path, wanted: Any) -> None:
    try:
        size = path.stat().st_size
        found = file_hash(path) if size <= MAX_WEIGHTS else ""
    except OSError as error:
        raise InputError(
            f"{path.parent} is not a folder that `truth make` wrote: {path.name}: {error.strerror}"
        ) from None
    if found != wanted:
        raise InputError(f"{path} was changed: its SHA-256 is not the one of {TRUTH}")


def read_tensors(path: Path) -> dict[str, torch.Tensor]:
    try:
        return load_file(str(path))
    except (OSError, ValueError, SafetensorError) as error:
        raise InputError(f"cannot read {path}: {error}") from None


def require_weights(config: Any, weights: Mapping[str, torch.Tensor], place: Path) -> None:
    """The names and shapes that a Llama of this configuration has, and finite numbers."""
    keys = ("hidden_size", "intermediate_size", "num_attention_heads", "num_key_value_heads", "num_hidden_layers",
            "head_dim", "vocab_size")  # fmt: skip
    if not isinstance(config, dict) or any(type(config.get(key)) is not int or config[key] < 1 for key in keys):
        raise InputError(f"{place / CONFIG}: expected whole numbers for {', '.join(keys)}")
    width, units, heads, own, depth, size, tokens = (config[key] for key in keys)
    if depth > 1024:
        raise InputError(f"{place / CONFIG}: {depth:,} blocks are more than 1,024")
    wanted: dict[str, tuple[int, ...]] = {"model.embed_tokens": (tokens, width), "lm_head": (tokens, width)}
    wanted["model.norm"] = (width,)
    for number in range(depth):
        at = f"model.layers.{number}"
        wanted |= {f"{at}.input_layernorm": (width,), f"{at}.post_attention_layernorm": (width,)}
        wanted |= {f"{at}.self_attn.q_proj": (heads * size, width), f"{at}.self_attn.o_proj": (width, heads * size)}
        wanted |= {f"{at}.self_attn.{name}_proj": (own * size, width) for name in "kv"}
        wanted |= {f"{at}.mlp.{name}_proj": (units, width) for name in ("gate", "up")}
        wanted[f"{at}.mlp.down_proj"] = (width, units)
    shapes = {name.removesuffix(".weight"): tuple(tensor.shape) for name, tensor in weights.items()}
    if shapes != wanted:
        odd = sorted(name for name in wanted.keys() | shapes.keys() if wanted.get(name) != shapes.get(name))[0]
        raise InputError(f"{place / WEIGHTS}: {odd} is not what {CONFIG} says")
    if not all(tensor.dtype == torch.float32 and bool(torch.isfinite(tensor).all()) for tensor in weights.values()):
        raise InputError(f"{place / WEIGHTS}: expected finite numbers in float32")


def token_texts(tokenizer: Any, count: int, place: Path) -> tuple[str, ...]:
    try:
        vocabulary = tokenizer["model"]["vocab"]
        texts = {number: text for text, number in vocabulary.items()}
        return tuple(texts[number] for number in range(count))
    except (KeyError, TypeError, AttributeError):
        raise InputError(f"{place / 'tokenizer.json'}: expected a word for each of {count} tokens") from None


def read_features(held: Mapping[str, torch.Tensor], names: list[str], width: int, place: Path) -> dict[str, Feature]:
    shape = (len(names), width)
    read, write = (as_array(held, kind, shape, place) for kind in ("read", "write"))
    if not names or len(set(names)) != len(names):
        raise InputError(f"{place / TRUTH}: expected different names of features")
    return {name: Feature(name, read[number], write[number]) for number, name in enumerate(names)}


def read_basis(held: Mapping[str, torch.Tensor], width: int, place: Path) -> F64:
    columns = held["basis"].shape[-1] if "basis" in held and held["basis"].dim() == 2 else 0
    return as_array(held, "basis", (width, columns), place)


def as_array(held: Mapping[str, torch.Tensor], name: str, shape: tuple[int, int], place: Path) -> F64:
    tensor = held.get(name)
    if tensor is None or tensor.shape != shape or tensor.dtype != torch.float64 or not bool(tensor.isfinite().all()):
        raise InputError(f"{place / DIRECTIONS}: expected {name!r} of shape {list(shape)}, finite, in float64")
    found: F64 = tensor.numpy()
    return found
