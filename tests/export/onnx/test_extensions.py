"""Networks of `tg.extend` in onnxruntime: numbers as labels, words on the tapes, the weights of a torch module out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.errors import CertificateError, InputError, LimitError
from turingrad.export import export, tables
from turingrad.export.onnx.driving import Driven
from turingrad.export.onnx.forms import forms_of
from turingrad.export.onnx.model import File, build
from turingrad.export.tabulated import tabled
from turingrad.machine.run import quiet

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

X, y = [[1.0], [0.5]], [0.25, 1.0]
TRAIN = """
import torch

net = torch.nn.Sequential(torch.nn.Linear(1, 2, bias=False))


def train(X, y):
    w = [0.0, 0.0]
    for x, t in zip(X, y):
        w = [a + x[0] * v for a, v in zip(w, t)]
    return [[a] for a in w]
"""


def correlation(X: Any, y: Any) -> Any:
    w = 0.0
    for x, t in zip(X, y, strict=True):
        w = w + x[0] * t
    return [[w]]


@pytest.fixture(scope="module")
def network() -> Any:
    net = tg.extend(nn.Sequential(nn.Linear(1, 1, bias=False)), correlation, bits=4, point=2)
    net.fit(X, y)
    return net.trained_network()


def test_onnxruntime_trains_a_module_to_the_functions_own_weights(network: Any, tmp_path: Path) -> None:
    place = tmp_path / "net.onnx"
    export(network, "onnx", place, check=False)
    driven = Driven(str(place))
    assert driven.network.number_format == network.number_format
    found = driven.run((X, y))
    assert found.halted
    assert found.details["weights"] == [0.75] == [network.trained_primary()[0].weight.item()]


def test_tables_are_the_words_of_features_and_labels(network: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = tables.tables_of(network)
    assert found.where.shape == (2 * 2 * 5, 1)  # two samples of a feature and a label, four bits and a blank each
    assert found.powers[:5, 0].tolist() == [1, 1, 1, 1, 0]
    assert found.symbols[4].tolist() == [2, 2]
    assert found.where[[0, 10], 0].tolist() == [0, 4]  # features first, then labels
    assert found.where[[5, 15], 0].tolist() == [8, 12]
    with pytest.raises(InputError, match="a torch program holds networks whose labels are signs"):
        tabled(network)
    monkeypatch.setattr(tables, "MAX_SHARES", 10)
    with pytest.raises(LimitError, match="a graph holds 10 at most"):
        tables.tables_of(network)
    rows = network.quantise
    monkeypatch.setattr(network, "quantise", lambda x, z: rows(x, z) * int(x.sum() % 2 < 1))
    with pytest.raises(InputError, match="not a table of the data's bits"):
        tables.word_table(network, network.number_format)


@pytest.mark.slow
def test_both_graphs_are_the_network_and_a_changed_table_is_seen(network: Any) -> None:
    for graph, form in forms_of(network).items():
        file = File(build(network, graph, "float32", 18).SerializeToString(), graph)
        assert file.verify(network)["numbers"] > 1_000_000
        assert form.check(network, file, quiet)["points_checked"] > 10
    table = next(each for each in file.proto.graph.initializer if each.name == "tables.symbols")
    array = onnx.numpy_helper.to_array(table)[:, ::-1].copy()
    table.CopyFrom(onnx.numpy_helper.from_array(array, table.name))
    with pytest.raises(CertificateError):
        form.check(network, File(file.proto.SerializeToString(), "changed"), quiet)


@pytest.mark.slow
def test_a_c_program_that_trains_is_a_graph(tmp_path: Path) -> None:
    source = Path(__file__).parents[3] / "examples" / "delta_rule.c"
    net = tg.extend(nn.Sequential(nn.Linear(2, 1)), source, bits=32)
    net.fit([[1.0, 0.5], [-1.0, 0.25], [0.5, -1.0]], [1.0, 0.0, 1.0])
    figures = export(net.trained_network(), "onnx", tmp_path / "net.onnx").figures
    assert (figures["points_checked"], figures["steps_checked"]) == (24, 200)


@pytest.mark.slow
def test_the_command_line_trains_in_onnxruntime(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "t.py").write_text(TRAIN)
    (tmp_path / "d.csv").write_text("0.5,1\n-0.5,0\n1.25,1\n")
    name, folder, place = f"{tmp_path}/t.py", tmp_path / "net", tmp_path / "net.onnx"
    rows = ("--data", tmp_path / "d.csv")
    sizes = ("--train", 3, "--test", 0, "--number", "6.3")
    command = ("learn", f"{name}:train", "--module", f"{name}:net", "--with", "descent", *rows, *sizes, "-o", folder)
    learned = turingrad(*command, "--json")
    assert learned.code == 0, learned.err
    done = turingrad("export", folder, "--to", "onnx", "--no-check", "-o", place)
    assert done.code == 0, done.err
    ran = turingrad("run", folder, "--on", f"onnx:{place}", *rows, "--json")
    assert ran.code == 0, ran.err
    trained: Any = tg.load(folder)
    assert ran.json["weights"] == [
        w for part in trained.trained_primary().parameters() for w in part.flatten().tolist()
    ]
    assert (ran.json["halted"], sorted(ran.json["weights"])) == (True, [-0.5, 1.75])


@pytest.mark.slow
def test_the_trained_module_itself_is_an_onnx_file_of_torch(network: Any, tmp_path: Path) -> None:
    runtime = pytest.importorskip("onnxruntime")
    module, points = network.trained_primary(), torch.tensor(X)
    torch.onnx.export(module, (points,), str(tmp_path / "f.onnx"), dynamo=False, input_names=["x"])
    session = runtime.InferenceSession(str(tmp_path / "f.onnx"))
    (found,) = session.run(None, {"x": points.numpy()})
    assert np.array_equal(found, module(points).detach().numpy())
