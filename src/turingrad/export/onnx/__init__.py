"""ONNX: graphs written node by node from the compiled weights, which onnxruntime runs, and trains, bit for bit."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turingrad.constructions import construction_names
from turingrad.constructions.network import recompile
from turingrad.constructions.prepare import prepare
from turingrad.export.onnx.forms import form_of, trained_are_inputs
from turingrad.export.onnx.graph import OLDEST_OPSET
from turingrad.export.onnx.model import File, build
from turingrad.export.targets import Target
from turingrad.export.written import written_facts
from turingrad.machine.run import Progress

DTYPES = ("float32", "float64", "float16", "int8", "int32", "int64")
CONSTRUCTIONS = tuple(name for name in construction_names() if find_spec(f"turingrad.export.onnx.{name}") is not None)


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
    prepare(network, verb="export", max_steps=None)
    if not trained_are_inputs(network):
        network = recompile(network)  # where a descent is, is an input of its graphs
    name, form = form_of(network, graph, dtype)
    path.write_bytes(build(network, name, dtype, opset).SerializeToString())
    file = File.read(path)
    facts = written_facts(network, "onnx", path, dtype)
    figures = {**facts, "graph": name, "opset": opset, "bytes": path.stat().st_size, **file.verify(network)}
    if check:
        figures |= form.check(recompile(network), file, progress)  # untrained: the default is compared by `verify`
        figures["checked_in"] = "onnxruntime"
    return figures


TARGET = Target(
    "an ONNX graph, with the machine in its metadata",
    write,
    construction=None,
    constructions=CONSTRUCTIONS,
    dtypes=DTYPES,
    folder=False,
    settings=("graph", "opset"),
)
