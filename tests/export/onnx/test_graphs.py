"""Every construction's graphs in onnxruntime: layer by layer against torch, whole against the reference interpreter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.command_line import Turingrad
from turingrad import library
from turingrad.constructions import compile
from turingrad.errors import CertificateError, InputError, TuringradError
from turingrad.export import export
from turingrad.export.onnx.driving import Driven
from turingrad.export.onnx.forms import form_of, forms_of
from turingrad.export.onnx.model import File, build
from turingrad.machine.run import quiet

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

SMALL = [
    ("adder-2", "feedforward", {}, "run", "float32"),
    ("adder-2", "feedforward", {}, "run", "float16"),
    ("adder-2", "feedforward", {}, "run", "int8"),
    ("adder-2", "feedforward", {"corrections": False, "width": 40, "depth": 20}, "run", "int32"),
    ("busy-beaver-3", "rcnn", {}, "run", "float32"),
    ("busy-beaver-3", "rcnn", {}, "step", "int64"),
    ("constant", "rcnn", {}, "run", "int32"),
    ("last-label", "rcnn", {"samples": 2, "features": 2}, "run", "float32"),
    ("last-label", "rcnn", {"samples": 2, "features": 2}, "train", "float32"),
    ("last-label", "rcnn", {"samples": 2, "features": 2}, "step", "float64"),
    ("busy-beaver-2", "transformer", {"steps": 9, "input_length": 2}, "run", "float32"),
    ("busy-beaver-2", "transformer", {"steps": 9, "input_length": 2}, "step", "float64"),
    ("busy-beaver-2", "transformer", {"steps": 9, "input_length": 2, "attention": "softmax"}, "run", "float32"),
    ("busy-beaver-3", "descent", {}, "train", "float32"),
    ("busy-beaver-2", "descent", {"hat": "paper"}, "step", "float32"),
    ("busy-beaver-2x3", "descent", {}, "step", "float64"),
    ("last-label", "emulation", {}, "train", "float32"),
    ("last-label", "emulation", {}, "step", "float32"),
    ("last-label", "emulation", {}, "run", "float64"),
    ("busy-beaver-2", "decoder", {"cells": 8, "context": 24}, "run", "float32"),
    ("busy-beaver-2", "decoder", {"cells": 8, "context": 24}, "step", "float32"),
]
FORM = {"feedforward": "circuit", "emulation": "learner", "rcnn": None}


def network_of(name: str, to: str, options: dict[str, Any]) -> Any:
    return compile(library.load(name, form=FORM.get(to)), to=to, **options)


def file_of(network: Any, graph: str, dtype: str, opset: int = 18) -> File:
    return File(build(network, graph, dtype, opset).SerializeToString(), "graph")


@pytest.mark.parametrize(("name", "to", "options", "graph", "dtype"), SMALL, ids=lambda part: str(part)[:14])
def test_a_graph_computes_what_its_network_does(
    name: str, to: str, options: dict[str, Any], graph: str, dtype: str
) -> None:
    network = network_of(name, to, options)
    file = file_of(network, graph, dtype)
    assert file.verify(network)["numbers"] > 0
    figures = form_of(network, graph, dtype)[1].check(network, file, quiet)
    assert any(value for name, value in figures.items() if name.endswith("_checked"))


@pytest.mark.parametrize(
    ("name", "to", "options", "graph", "dtype"), [SMALL[i] for i in (0, 4, 8, 13, 16, 19)], ids=lambda p: str(p)[:14]
)
def test_a_change_of_any_constant_is_found_and_named(
    monkeypatch: pytest.MonkeyPatch, name: str, to: str, options: dict[str, Any], graph: str, dtype: str
) -> None:
    network = network_of(name, to, options)
    file = file_of(network, graph, dtype)
    found = 0
    for number, tensor in enumerate(file.proto.graph.initializer):
        array = onnx.numpy_helper.to_array(tensor).copy()
        if not array.size:
            continue
        array.reshape(-1).view(np.uint8)[np.random.default_rng(number).integers(array.nbytes)] ^= 1  # one bit
        changed = onnx.load_from_string(file.data)
        changed.graph.initializer[number].CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))
        other = File(changed.SerializeToString(), "changed")
        monkeypatch.setattr(other, "rebuilt", lambda _network: file)  # built once for all changes
        with pytest.raises(CertificateError, match=f"{tensor.name} differs"):
            other.verify(network)
        found += 1
    assert found > 10


def test_the_layers_alone_see_most_changed_weights() -> None:
    """Whole runs alone are a weak check; one step on random legal points is not."""
    network = network_of("busy-beaver-3", "descent", {})
    file, seen = file_of(network, "step", "float32"), []
    for number, tensor in enumerate(file.proto.graph.initializer):
        if not tensor.name.startswith("loss.") or "hat.running" in tensor.name:
            continue
        array = onnx.numpy_helper.to_array(tensor).copy()
        if not array.size or array.dtype != np.float32:
            continue
        array.reshape(-1)[array.size // 2] += 1
        changed = onnx.load_from_string(file.data)
        changed.graph.initializer[number].CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))
        try:
            form_of(network, "step", "float32")[1].check(network, File(changed.SerializeToString(), "changed"), quiet)
        except TuringradError:
            seen.append(tensor.name)
    assert {"loss.down", "loss.outlook", "loss.hat.edges"} <= set(seen)


def test_a_file_of_a_newer_format_is_one_line() -> None:
    proto = onnx.load_from_string(file_of(network_of("adder-2", "feedforward", {}), "run", "float32").data)
    next(prop for prop in proto.metadata_props if prop.key == "turingrad.format").value = "2"
    with pytest.raises(InputError, match=r"^newer has the format '2'; this version reads '1'$"):
        File(proto.SerializeToString(), "newer").facts  # noqa: B018


def test_changed_nodes_and_metadata_are_found() -> None:
    network = network_of("busy-beaver-2", "rcnn", {})
    file = file_of(network, "run", "float32")
    changed = onnx.load_from_string(file.data)
    next(node for node in changed.graph.node if node.op_type == "Loop").name = "other"
    with pytest.raises(CertificateError, match="nodes are not those"):
        File(changed.SerializeToString(), "changed").verify(network)
    changed = onnx.load_from_string(file.data)
    next(prop for prop in changed.metadata_props if prop.key == "turingrad.certificate").value = "{}"
    with pytest.raises(CertificateError, match=r"turingrad\.certificate is not the network's"):
        File(changed.SerializeToString(), "changed").verify(network)


@pytest.mark.parametrize("opset", [18, 26])
def test_opsets_from_18_on(opset: int) -> None:
    for name, to, options, graph in (("busy-beaver-2", "descent", {}, "train"), ("busy-beaver-2", "rcnn", {}, "run")):
        network = network_of(name, to, options)
        figures = form_of(network, graph, "float32")[1].check(network, file_of(network, graph, "float32", opset), quiet)
        assert figures["steps_checked"] == 6


EVERY = [SMALL[i] for i in (0, 4, 7, 10, 13, 16, 19)]  # a network of each kind


@pytest.mark.slow
@pytest.mark.parametrize("opset", range(18, 28))
def test_every_graph_in_every_opset_that_onnxruntime_runs(monkeypatch: pytest.MonkeyPatch, opset: int) -> None:
    """27 is not released for onnxruntime 1.31, which runs it where it is told to."""
    monkeypatch.setenv("ALLOW_RELEASED_ONNX_OPSET_ONLY", "0")
    for name, to, options, _graph, _dtype in EVERY:
        network = network_of(name, to, options)
        for graph, form in forms_of(network).items():
            assert form.check(network, file_of(network, graph, "float32", opset), quiet)


def test_an_opset_that_onnxruntime_does_not_know_is_one_line() -> None:
    newest = onnx.defs.onnx_opset_version()
    file = file_of(network_of("adder-2", "feedforward", {}), "run", "float32", newest)  # a file that is right
    if newest > 26:
        with pytest.raises(InputError, match=r"does not run graph: it knows opsets up to \d+$"):
            file.session  # noqa: B018


def test_gathered_entries_in_int8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turingrad.export.onnx.feedforward.MAX_DENSE", 0)
    network = network_of("adder-2", "feedforward", {})
    file = file_of(network, "run", "int8")
    assert {"Gather"} <= {node.op_type for node in file.proto.graph.node}
    assert form_of(network, "run", "int8")[1].check(network, file, quiet)


def test_an_opset_that_there_is_not_is_refused() -> None:
    network = network_of("busy-beaver-2", "rcnn", {})
    for opset in (17, 9999):
        with pytest.raises(InputError, match=rf"the opset must be 18 to \d+, not {opset}"):
            build(network, "run", "float32", opset)


# ---- the command line --------------------------------------------------------------------------------------------


def test_onnxruntime_does_gradient_descent_to_the_halt(turingrad: Turingrad, tmp_path: Path) -> None:
    place = tmp_path / "bb4.onnx"
    outcome = turingrad("export", "busy-beaver-4", "--to", "onnx", "--on", "descent", "-o", place, "--json")
    assert outcome.code == 0, outcome.err
    assert (outcome.json["graph"], outcome.json["steps_checked"], outcome.json["halted"]) == ("train", 107, True)
    ran = turingrad("run", "busy-beaver-4", "--on", f"onnx:{place}", "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["steps"], ran.json["halted"], len(ran.json["losses"])) == (107, True, 107)
    expected = turingrad("run", "busy-beaver-4", "--on", "descent", "--executor", "autograd", "--json").json
    assert ran.json["losses"] == expected["losses"][:107]
    assert ran.json["tape"] == expected["tape"]


def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    network = network_of("busy-beaver-2", "transformer", {"steps": 9})
    export(network, "onnx", tmp_path / "net.onnx", check=False)
    facts = File.read(tmp_path / "net.onnx").facts
    assert json.loads(facts["machine"])["states"]
    assert json.loads(facts["certificate"])["float32"] is True
    assert json.loads(facts["options"]) == {"steps": 9}
    assert len(facts["weights_sha256"]) == 64
    assert json.loads(facts["labels"])["coordinates"][0] == "st[0]"
    again = Driven(str(tmp_path / "net.onnx")).network
    assert all(
        torch.equal(a, b) for a, b in zip(again.state_dict().values(), network.state_dict().values(), strict=True)
    )


def test_circuits_are_evaluated_by_a_file(turingrad: Turingrad, tmp_path: Path) -> None:
    place = tmp_path / "adder.onnx"
    assert turingrad("export", "adder-2", "--to", "onnx", "--dtype", "int8", "-o", place).code == 0
    ran = turingrad("run", "adder-2", "--on", f"onnx:{place}", "--input", "1101", "--json")
    assert ran.json == turingrad("run", "adder-2", "--input", "1101", "--json").json


def test_what_cannot_be_is_one_line(turingrad: Turingrad, tmp_path: Path) -> None:
    place = tmp_path / "net.onnx"
    assert turingrad("export", "busy-beaver-2", "--to", "onnx", "--on", "rcnn", "--no-check", "-o", place).code == 0
    bad, learner = tmp_path / "bad.onnx", ("export", "last-label", "--to", "onnx", "--on", "emulation")
    tolerant = ("--option", "variant=noise-tolerant", "--option", "samples=2")
    bad.write_bytes(b"no model")
    for arguments, said in [
        (("run", "busy-beaver-3", "--on", f"onnx:{place}"), "is the network of another machine"),
        (("run", "busy-beaver-2", "--on", f"onnx:{place}", "--dtype", "float64"), "runs as it was written"),
        (("run", "busy-beaver-2", "--on", f"onnx:{tmp_path / 'none.onnx'}"), "cannot read"),
        (("run", "busy-beaver-2", "--on", f"onnx:{bad}"), "bad.onnx is not an ONNX file"),
        (("export", "busy-beaver-2", "--to", "onnx", "--graph", "train", "-o", tmp_path / "a"), "has no graph 'train'"),
        (("export", "busy-beaver-2", "--to", "onnx", "--dtype", "int8", "-o", tmp_path / "a"), "is written in float32"),
        (
            ("export", "busy-beaver-2", "--to", "llama", "--graph", "run", "-o", tmp_path / "a"),
            "llama takes no option 'graph'",
        ),
        (("export", "busy-beaver-2", "--to", "onnx", "-o", place), "exists already"),
        ((*learner, "--option", "variant=paper", "-o", tmp_path / "a"), "not exact in any format"),
        ((*learner, *tolerant, "-o", tmp_path / "a"), "not exact in any format"),
    ]:
        outcome = turingrad(*arguments)
        assert outcome.code == 2, arguments
        assert said in outcome.err
        assert outcome.err.count("\n") == 1
    assert not (tmp_path / "a").exists()
