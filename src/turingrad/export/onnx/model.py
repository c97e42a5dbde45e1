"""An ONNX file of a network: what its metadata says, whether its constants are the compiled ones, and its session."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch

from turingrad import __version__, formats
from turingrad._support.arrays import Array
from turingrad.constructions.folder import chosen_options, rebuilt, weights_hash
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError, InputError, TuringradError
from turingrad.export.onnx.forms import form_of, labels_of
from turingrad.export.onnx.graph import MAX_BYTES, Graph, onnx_module

PREFIX = "turingrad."
FORMAT = "1"
KEYS = (
    "format", "version", "construction", "graph", "dtype", "opset", "network_dtype", "machine", "options",
    "certificate", "weights_sha256", "labels",
)  # fmt: skip


def build(network: Network[Any, Any], graph: str | None, dtype: str, opset: int) -> Any:
    """The ModelProto of a network, with its metadata."""
    name, form = form_of(network, graph, dtype)
    made = Graph(dtype, opset)
    form.build(network, made)
    return made.model(f"{network.construction}_{name}", metadata(network, name, dtype, opset))


def metadata(network: Network[Any, Any], graph: str, dtype: str, opset: int) -> dict[str, str]:
    facts = {
        "format": FORMAT,
        "version": __version__,
        "construction": network.construction,
        "graph": graph,
        "dtype": dtype,
        "opset": str(opset),
        "network_dtype": str(network.dtype).removeprefix("torch."),
        "machine": json.dumps(formats.to_object(network.machine)),
        "options": json.dumps({} if network.made_from is not None else chosen_options(network)),
        "certificate": json.dumps(network.certificate.dtypes()),
        "weights_sha256": weights_hash(network),
        "labels": json.dumps(labels_of(network)),
    }
    if network.made_from is not None:
        facts["made_from"] = json.dumps(network.made_from)
    return {f"{PREFIX}{key}": value for key, value in facts.items()}


class File:
    """A model in memory. `run(**inputs)` returns the outputs by name."""

    def __init__(self, data: bytes, source: str) -> None:
        self.data, self.source = data, source

    @staticmethod
    def read(path: str | Path) -> File:
        """A file of ours: refused where its metadata does not say what it is."""
        file = File(formats.read_bytes(Path(path), MAX_BYTES), str(path))
        file.facts  # noqa: B018  # read now
        return file

    @cached_property
    def proto(self) -> Any:
        onnx = onnx_module()
        try:
            return onnx.load_from_string(self.data)
        except Exception:  # protobuf's own errors, whatever the implementation
            raise InputError(f"{self.source} is not an ONNX file") from None

    @cached_property
    def facts(self) -> dict[str, str]:
        found = {prop.key.removeprefix(PREFIX): prop.value for prop in self.proto.metadata_props}
        if "format" not in found:
            raise InputError(f"{self.source} is not an ONNX file of turingrad: it names no machine")
        if found["format"] != FORMAT:
            raise InputError(f"{self.source} has the format {found['format']!r}; this version reads {FORMAT!r}")
        missing = next((key for key in KEYS if key not in found), None)
        if missing is not None:
            raise InputError(f"{self.source}: the metadata have no {PREFIX}{missing}")
        return found

    @property
    def kind(self) -> np.dtype[Any]:
        """What it computes in."""
        return np.dtype(self.facts["dtype"])

    def network(self) -> Network[Any, Any]:
        """The network of the metadata, compiled again."""
        try:
            machine = formats.from_object(json.loads(self.facts["machine"]), self.source)
            options = json.loads(self.facts["options"])
            made_from = json.loads(self.facts.get("made_from", "null"))
        except ValueError as error:
            raise InputError(f"{self.source}: the metadata are not JSON: {error}") from None
        if not isinstance(options, dict) or not isinstance(made_from, dict | None):
            raise InputError(f"{self.source}: {PREFIX}options and {PREFIX}made_from must be objects")
        facts = {"construction": self.facts["construction"], "dtype": self.facts["network_dtype"]}
        try:
            network = rebuilt({**facts, "options": options, "made_from": made_from}, machine)
        except TuringradError as error:
            raise InputError(f"{self.source}: {error}") from None
        self.restore(network)
        return network

    def restore(self, network: Network[Any, Any]) -> None:
        """The trained numbers of the file become the network's; refused where the hash says that they were changed."""
        found, state = self.constants(), network.state_dict()
        trained = {name: torch.tensor(found[name]) for name in network.trained_state if name in found}
        if not trained or all(torch.equal(state[name].double(), tensor.double()) for name, tensor in trained.items()):
            return
        if any(state[name].shape != tensor.shape for name, tensor in trained.items()):
            raise CertificateError(f"{self.source}: {', '.join(trained)} does not have the network's shape")
        network.load_state_dict({**state, **{name: tensor.to(state[name].dtype) for name, tensor in trained.items()}})
        if weights_hash(network) != self.facts["weights_sha256"]:
            raise CertificateError(f"{self.source}: {', '.join(trained)} differs from what {PREFIX}weights_sha256 says")
        network.require_reachable()

    # ---- is it the network's? ----------------------------------------------------------------------------------

    def constants(self) -> dict[str, Array]:
        numpy = onnx_module("onnx.numpy_helper")
        return {each.name: numpy.to_array(each) for each in self.proto.graph.initializer}

    def rebuilt(self, network: Network[Any, Any]) -> File:
        """What this file should be."""
        opset = self.facts["opset"]
        if not opset.isdecimal():
            raise InputError(f"{self.source}: {PREFIX}opset is {opset!r}, not a number")
        return File(build(network, self.facts["graph"], self.facts["dtype"], int(opset)).SerializeToString(), "")

    def verify(self, network: Network[Any, Any]) -> dict[str, Any]:
        """Refuse a file whose constants, nodes or metadata are not those of this network; figures of what was compared.

        Every constant is compared bit for bit with the compiled weights: whole runs alone see few changes.
        """
        wanted = self.rebuilt(network)
        found, ours = self.constants(), wanted.constants()
        for name in {**ours, **found}:
            if name not in found or name not in ours:
                raise CertificateError(
                    f"{self.source}: the constant {name} is {'missing' if name in ours else 'foreign'}"
                )
            if not same_bits(found[name], ours[name]):
                raise CertificateError(f"{self.source}: {name} differs from the compiled weights")
        for fact, value in wanted.facts.items():
            if self.facts.get(fact) != value and fact != "version":
                raise CertificateError(f"{self.source}: the metadata's {PREFIX}{fact} is not the network's")
        if nodes_of(self.proto) != nodes_of(wanted.proto):
            raise CertificateError(f"{self.source}: the nodes are not those of the network's graph")
        if not same_graph(self.proto, wanted.proto):
            raise CertificateError(f"{self.source}: the model has more than the network's graph")
        return {"constants": len(ours), "numbers": sum(int(array.size) for array in ours.values())}

    # ---- running -----------------------------------------------------------------------------------------------

    @cached_property
    def session(self) -> Any:
        return session_of(self.data, self.source)

    def run(self, **inputs: Array) -> dict[str, Array]:
        names = [each.name for each in self.session.get_outputs()]
        return dict(zip(names, self.session.run(names, inputs), strict=True))

    def expose(self, taps: Sequence[str], dtype: str) -> File:
        """The same model with inner values among its outputs."""
        proto = onnx_module().load_from_string(self.data)
        helper, kinds = onnx_module("onnx.helper"), Graph("float32")
        for tap in taps:
            proto.graph.output.append(helper.make_tensor_value_info(tap, kinds.element(dtype), None))
        return File(proto.SerializeToString(), self.source)


def session_of(data: bytes, source: str) -> Any:
    """onnxruntime on one core of the CPU; its warnings are not ours to print."""
    runtime = onnx_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        newest = re.search(r"till opset (\d+)", str(error))
        why = f"it knows opsets up to {newest.group(1)}" if newest else str(error).splitlines()[0]
        raise InputError(f"onnxruntime {runtime.__version__} does not run {source}: {why}") from None


def same_bits(array: Array, other: Array) -> bool:
    return array.shape == other.shape and array.dtype == other.dtype and array.tobytes() == other.tobytes()


def nodes_of(proto: Any) -> tuple[bytes, ...]:
    """Nodes, inputs and outputs, as bytes."""
    graph = proto.graph
    parts = (*graph.node, *graph.input, *graph.output, *proto.opset_import)
    return tuple(part.SerializeToString(deterministic=True) for part in parts)


def same_graph(proto: Any, wanted: Any) -> bool:
    """Whether the graphs are equal in every field: constants twice under one name, functions that stand for operators
    or sparse constants would be run, and no list of nodes shows them."""
    whole = [each.graph.SerializeToString(deterministic=True) for each in (proto, wanted)]
    return whole[0] == whole[1] and not proto.functions and not proto.training_info


def as_array(tensor: Any) -> Array:
    """A torch tensor as a float64 array."""
    found: Array = tensor.detach().double().cpu().numpy()
    return np.asarray(found)
