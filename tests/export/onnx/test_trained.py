"""Trained networks in ONNX: the trained numbers are the defaults of the file, and a change of them is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from turingrad import library
from turingrad.constructions import compile
from turingrad.constructions.rcnn.algorithm import memorise
from turingrad.errors import CertificateError
from turingrad.export import export
from turingrad.export.onnx.driving import Driven
from turingrad.export.onnx.model import File

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")


def test_a_trained_memory_answers_from_its_file(tmp_path: Path) -> None:
    network: Any = compile(library.load("last-label", form="grid"), to="rcnn", samples=2, features=2)
    memorise(network, [[1, -1], [1, 1]], [1, -1])
    export(network, "onnx", tmp_path / "net.onnx", graph="run", check=False)
    points = np.array([[1, 1], [-1, 1], [-1, -1]], np.float32)
    found = File.read(tmp_path / "net.onnx").run(points=points)["outputs"]
    assert found.tolist() == network(torch.from_numpy(points)).tolist() == [-1.0, -1.0, -1.0]
    assert torch.equal(Driven(str(tmp_path / "net.onnx")).network.W, network.W)


def test_a_changed_sign_of_a_trained_net_is_found(tmp_path: Path) -> None:
    network: Any = compile(library.load("last-label", form="learner"), to="emulation")
    X = np.ones((1, network.machine.features), np.int8)
    network.train_step(network.optimizer(), torch.from_numpy(network.rows(X)), -1)
    export(network, "onnx", tmp_path / "net.onnx", check=False)
    assert torch.equal(Driven(str(tmp_path / "net.onnx")).network.weight, network.weight)
    changed = onnx.load(tmp_path / "net.onnx")
    weight = next(each for each in changed.graph.initializer if each.name == "module.weight")
    array = onnx.numpy_helper.to_array(weight).copy()
    array[0] *= -1
    weight.CopyFrom(onnx.numpy_helper.from_array(array, weight.name))
    (tmp_path / "changed.onnx").write_bytes(changed.SerializeToString())
    with pytest.raises(CertificateError, match=r"module\.weight differs"):
        Driven(str(tmp_path / "changed.onnx"))
