"""The runtime `openvino`: the ONNX graph of the decoder on OpenVINO's CPU plug-in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.export.conform.runtimes import Runtime, Session, require_float32, require_settings
from turingrad.export.conform.with_onnxruntime import of_graph
from turingrad.export.installed import import_extra
from turingrad.export.onnx.graph import OLDEST_OPSET
from turingrad.export.onnx.model import build

PRECISIONS = ("f32", "bf16")


def make(name: str, dtype: str, settings: Mapping[str, str]) -> Runtime:
    """`precision`: what the plug-in may compute in (its INFERENCE_PRECISION_HINT)."""
    require_settings(name, settings, {"precision": PRECISIONS})
    runtime = import_extra("openvino", "onnx,openvino")
    require_float32("openvino is tried with weights", dtype)
    precision = settings.get("precision", PRECISIONS[0])

    def start(network: DecoderNetwork, _folder: Path) -> Session:
        core = runtime.Core()
        model = core.read_model(build(network, "step", dtype, OLDEST_OPSET).SerializeToString())
        limits = {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": 1}
        version = f"openvino {runtime.__version__.partition('-')[0]}"
        facts = {"weights": dtype, "cache": "none", "attention": precision, "version": version}
        return of_graph(network, core.compile_model(model, "CPU", limits), facts)

    return Runtime(name, start, dtype, longest=256)
