"""ONNX: graphs written node by node from the compiled weights, which onnxruntime runs, and trains, bit for bit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from turingrad.constructions.network import require_compiled
from turingrad.constructions.registry import compile
from turingrad.export.onnx.forms import form_of
from turingrad.export.onnx.graph import OLDEST_OPSET
from turingrad.export.onnx.model import File, build
from turingrad.export.target import Target
from turingrad.machine.run import Progress

DTYPES = ("float32", "float64", "float16", "int8", "int32", "int64")
WITH_DEFAULTS = ("rcnn", "emulation")  # their trained numbers are inputs with a default
CONSTRUCTIONS = ("feedforward", "rcnn", "transformer", "descent", "emulation", "decoder")


def write(
    network: Any,
    path: Path,
    dtype: str,
    check: bool,
    progress: Progress,
    graph: str | None = None,
    opset: int = OLDEST_OPSET,
) -> Mapping[str, Any]:
    """`check` runs what was written in onnxruntime: each layer, then the whole. Constants are compared in any case."""
    require_compiled(network, trained=network.construction in WITH_DEFAULTS)
    name, form = form_of(network, graph, dtype)
    path.write_bytes(build(network, name, dtype, opset).SerializeToString())
    file = File.read(path)
    figures = {"graph": name, "opset": opset, "bytes": path.stat().st_size, **file.verify(network)}
    if check:
        figures |= form.check(untrained(network), file, progress)  # the default is compared by `verify`
        figures["checked_in"] = "onnxruntime"
    return figures


def untrained(network: Any) -> Any:
    """The network before any training: what the reference interpreter starts from."""
    given = {each.name: getattr(network.options, each.name) for each in fields(network.options)}
    return compile(network.machine, to=network.construction, dtype=network.dtype, **given)


TARGET = Target(
    "an ONNX graph, with the machine in its metadata",
    write,
    construction=None,
    constructions=CONSTRUCTIONS,
    dtypes=DTYPES,
    folder=False,
    settings=("graph", "opset"),
)
