"""The runtime `openvino`: the ONNX graph of the decoder on OpenVINO's CPU plug-in."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import InputError
from turingrad.export.conform.runtimes import Runtime, Session, greedy, require_settings
from turingrad.export.onnx.decoder_run import empty_caches
from turingrad.export.onnx.graph import OLDEST_OPSET
from turingrad.export.onnx.model import build

PRECISIONS = ("f32", "bf16")


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    """`precision`: what the plug-in may compute in (its INFERENCE_PRECISION_HINT)."""
    require_settings(name, settings, {"precision": PRECISIONS})
    if importlib.util.find_spec("openvino") is None:
        raise InputError("openvino is not installed: pip install 'turingrad[onnx,openvino]'")
    if dtype != "float32":
        raise InputError(f"openvino is tried with weights in float32, not in {dtype}")
    runtime: Any = importlib.import_module("openvino")
    precision = settings.get("precision", PRECISIONS[0])

    def start(network: DecoderNetwork, _folder: Path) -> Session:
        core = runtime.Core()
        model = core.read_model(build(network, "step", dtype, OLDEST_OPSET).SerializeToString())
        limits = {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": 1}
        compiled, nothing = core.compile_model(model, "CPU", limits), empty_caches(network, np.float32)

        def forced(tokens: Sequence[int]) -> list[int]:
            logits = compiled({"tokens": np.array(tokens, np.int64), **nothing})["logits"]
            return [int(token) for token in logits.argmax(-1)]

        version = f"openvino {runtime.__version__.partition('-')[0]}"
        facts = {"weights": dtype, "cache": "none", "attention": precision, "version": version}
        return Session(greedy(lambda tokens: forced(tokens)[-1]), forced, facts)

    return Runtime(name, start, dtype, longest=256)
