"""The runtime `onnxruntime`: the decoder as `export --to onnx` writes it, tokens in, logits out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.export.conform.runtimes import (
    Runtime,
    Session,
    predictions,
    require_float32,
    require_settings,
    session_without_cache,
)
from turingrad.export.onnx.decoder_run import cache_shapes
from turingrad.export.onnx.graph import OLDEST_OPSET, empty_caches, onnx_module
from turingrad.export.onnx.model import File, build


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    require_settings(name, settings, {})
    onnx_module()
    version = onnx_module("onnxruntime").__version__
    require_float32("onnxruntime is tried", dtype)

    def start(network: DecoderNetwork, _folder: Path) -> Session:
        file = File(build(network, "step", dtype, OLDEST_OPSET).SerializeToString(), "the probe")
        facts = {"weights": dtype, "cache": "none", "attention": dtype, "version": f"onnxruntime {version}"}
        return of_graph(network, lambda inputs: file.run(**inputs), facts)

    return Runtime(name, start, dtype, longest=256)


def of_graph(network: DecoderNetwork, run: Callable[[dict[str, Any]], Any], facts: Mapping[str, str]) -> Session:
    """A session of the graph `step`, which reads all tokens with an empty cache; `run` takes inputs and gives outputs,
    both by name."""
    nothing = empty_caches(cache_shapes(network), np.float32)

    def force_tokens(tokens: Sequence[int]) -> list[int]:
        return predictions(run({"tokens": np.array(tokens, np.int64), **nothing})["logits"])

    def stream(prompt: Sequence[int]) -> Iterator[int]:
        caches, following = nothing, list(prompt)
        while True:
            found = run({"tokens": np.array(following, np.int64), **caches})
            following = predictions(found["logits"][-1:])
            yield following[0]
            if following[0] in network.ends:
                return
            caches = {name: found[f"{name}_after"] for name in caches}

    return session_without_cache(force_tokens, facts, stream)
