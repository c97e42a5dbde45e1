"""The runtime `torch`: our own network with its cache; and `torch.compile` of the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

import torch

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.exact import torch_dtype
from turingrad.export.conform.runtimes import (
    Resumed,
    Runtime,
    Session,
    predictions,
    require_settings,
    session_without_cache,
)


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    require_settings(name, settings, {})
    load = compile_session if name == "torch.compile" else native

    def start(network: DecoderNetwork, _folder: Path) -> Session:
        return load(network.to(torch_dtype(dtype)), dtype)

    return Runtime(name, start, dtype, longest=16_384 if name == "torch" else 256)


def facts(dtype: str) -> dict[str, str]:
    return {"weights": dtype, "cache": dtype, "attention": "float32 scores", "version": f"torch {torch.__version__}"}


def native(network: DecoderNetwork, dtype: str) -> Session:
    def force_tokens(tokens: Sequence[int]) -> list[int]:
        with torch.no_grad():
            return predictions(network(torch.tensor(tokens)))

    def generate(prompt: Sequence[int], count: int) -> list[int]:
        return list(islice(network.generate(prompt), count))

    return Session(generate, force_tokens, facts(dtype), Resumed(network.generate).resume)


def compile_session(network: DecoderNetwork, dtype: str) -> Session:
    forward = torch.compile(network, dynamic=True)

    def force_tokens(tokens: Sequence[int]) -> list[int]:
        with torch.no_grad():
            return predictions(forward(torch.tensor(tokens)))

    reported = facts(dtype) | {"cache": "none", "attention": "float32 scores, compiled"}
    return session_without_cache(force_tokens, reported)
