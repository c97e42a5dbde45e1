"""The runtime `onnxruntime`: the decoder as one ONNX graph, tokens in, logits out."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import InputError
from turingrad.export.conform.onnx_graph import model_of
from turingrad.export.conform.runtimes import Runtime, Session, greedy, require_settings


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    require_settings(name, settings, {})
    for module in ("onnxruntime", "onnx"):
        if importlib.util.find_spec(module) is None:
            raise InputError(f"{module} is not installed: pip install 'turingrad[onnx]'")
    if dtype != "float32":
        raise InputError(f"onnxruntime is tried in float32, not in {dtype}")
    runtime = importlib.import_module("onnxruntime")

    def start(network: DecoderNetwork, _folder: Path) -> Session:
        options: Any = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = runtime.InferenceSession(
            model_of(network).SerializeToString(), options, providers=["CPUExecutionProvider"]
        )

        def forced(tokens: Sequence[int]) -> list[int]:
            (logits,) = session.run(None, {"tokens": np.array(tokens, np.int64)})
            return [int(token) for token in logits.argmax(-1)]

        facts = {"weights": dtype, "cache": "none", "attention": dtype, "version": f"onnxruntime {runtime.__version__}"}
        return Session(greedy(lambda tokens: forced(tokens)[-1]), forced, facts)

    return Runtime(name, start, dtype, longest=256)
