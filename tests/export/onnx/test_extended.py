"""Extended networks in onnxruntime: samples and labels in, gradient steps inside, weights out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.command_line import Turingrad
from turingrad import library
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.learning import batches_of, extended_network, weights_of
from turingrad.constructions.descent.executors.programs import program_network
from turingrad.constructions.descent.fitting import fit_batches
from turingrad.errors import CertificateError, InputError
from turingrad.export.onnx.driving import Driven
from turingrad.export.onnx.extended_run import begin
from turingrad.export.onnx.forms import forms_of
from turingrad.export.onnx.model import File, build
from turingrad.export.tables import tables_of
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.run import quiet
from turingrad.python.tapes import learner_tapes

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")


def train_with(name: str, samples: int = 4, features: int = 2, **more: int) -> Any:
    trainer = BY_NAME[name]
    return extended_network(trainer, trainer.sizes(samples, features, **more))


def file_of(network: Any, graph: str) -> File:
    return File(build(network, graph, "float32", 18).SerializeToString(), graph)


def passes(network: Any) -> None:
    for graph, form in forms_of(network).items():
        file = file_of(network, graph)
        assert file.verify(network)["numbers"] > 0
        assert form.check(network, file, quiet)["points_checked"] > 10


def test_a_trainer_writes_its_weights_in_onnxruntime() -> None:
    passes(train_with("majority-label"))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in BY_NAME if name != "majority-label"])
def test_the_trainers_of_the_library(name: str) -> None:
    passes(train_with(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in library.names() if "learner" in library.entry(n).forms])
def test_the_learners_of_the_library(name: str) -> None:
    passes(program_network(learner_tapes(library.load(name, form="learner")), 4))  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("opset", range(18, 28))
def test_every_opset_that_onnxruntime_runs(monkeypatch: pytest.MonkeyPatch, opset: int) -> None:
    """27 is not released for onnxruntime 1.31, which runs it where it is told to."""
    monkeypatch.setenv("ALLOW_RELEASED_ONNX_OPSET_ONLY", "0")
    network = train_with("majority-label")
    for graph, form in forms_of(network).items():
        file = File(build(network, graph, "float32", opset).SerializeToString(), graph)
        assert form.check(network, file, quiet)["points_checked"] > 10


def test_batches_are_read_as_the_machine_asks_for_them() -> None:
    network = train_with("majority-label", batches=2)
    rng = np.random.default_rng(3)
    X, y = rng.choice([-1, 1], (8, 2)), rng.choice([-1, 1], 8)
    stream = batches_of(X, y, BY_NAME["majority-label"].sizes(4, 2, batches=2))
    going: Any = begin(network, file_of(network, "train"), stream).stepper
    going.advance(10_000)
    fit_batches(network, stream)
    assert (going.halted(), going.reads) == (True, 2)
    assert going.weights.tolist() == weights_of(network).tolist() == [float(y.sum())]


@pytest.mark.slow
def test_a_trained_folder_becomes_a_file_that_learns(turingrad: Turingrad, tmp_path: Path) -> None:
    folder, place, data = tmp_path / "net", tmp_path / "net.onnx", tmp_path / "rows.csv"
    data.write_text("a,b,y\n1,1,1\n1,-1,1\n-1,1,-1\n1,1,1\n")
    rows = ("--data", data, "--train", "4", "--test", "0")
    learned = turingrad("learn", "majority-label", "--with", "descent", *rows, "-o", folder, "--json")
    assert learned.code == 0, learned.err
    assert turingrad("export", folder, "--to", "onnx", "--no-check", "-o", place).code == 0
    ran = turingrad("run", folder, "--on", f"onnx:{place}", "--data", data, "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["halted"], ran.json["weights"]) == (True, learned.json["weights"])
    checked = turingrad("check", folder, "--on", f"onnx:{place}", "--samples", "1", "--json")
    assert (checked.code, checked.json["mismatches"]) == (0, 0), checked.err
    assert checked.json["steps_checked"] > 10


def test_a_change_of_any_constant_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    network = train_with("majority-label")
    file, found = file_of(network, "train"), 0
    for number, tensor in enumerate(file.proto.graph.initializer):
        array = onnx.numpy_helper.to_array(tensor).copy()
        if not array.size:
            continue
        array.reshape(-1).view(np.uint8)[np.random.default_rng(number).integers(array.nbytes)] ^= 1
        changed = onnx.load_from_string(file.data)
        changed.graph.initializer[number].CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))
        other = File(changed.SerializeToString(), "changed")
        monkeypatch.setattr(other, "rebuilt", lambda _network: file)
        with pytest.raises(CertificateError, match=f"{tensor.name} differs"):
            other.verify(network)
        found += 1
    assert found > 40


def test_a_changed_table_is_seen_by_the_steps_too() -> None:
    network = train_with("majority-label")
    proto = onnx.load_from_string(file_of(network, "train").data)
    table = next(each for each in proto.graph.initializer if each.name == "tables.symbols")
    array = onnx.numpy_helper.to_array(table)[:, ::-1].copy()  # each bit means its opposite
    table.CopyFrom(onnx.numpy_helper.from_array(array, table.name))
    with pytest.raises(CertificateError):
        forms_of(network)["train"].check(network, File(proto.SerializeToString(), "changed"), quiet)


def test_the_file_says_what_the_network_is_made_from(tmp_path: Path) -> None:
    network = train_with("majority-label")
    (tmp_path / "net.onnx").write_bytes(file_of(network, "train").data)
    again = Driven(str(tmp_path / "net.onnx")).network
    assert isinstance(again, ExtendedNetwork)
    assert again.made_from == network.made_from


def mine(network: Any, **parts: Any) -> Any:
    """The same with functions of one's own, which no file names."""
    given = {"quantise": network.quantise, "dequantise": network.dequantise, **parts}
    return ExtendedNetwork(
        network.primary, network.machine, given["quantise"], given["dequantise"],
        labels=network.labels, tapes=network.start_tapes,
    )  # fmt: skip


def test_what_no_graph_holds_is_one_line() -> None:
    network = train_with("majority-label")
    with pytest.raises(InputError, match=r"^this network's quantiser or primary is a Python function of your own"):
        forms_of(mine(network))
    with pytest.raises(InputError, match=r"^3 samples: the direction orthogonal to fewer than 4 labels rounds"):
        forms_of(train_with("majority-label", samples=3))

    def parity_first(x: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
        numbers: torch.Tensor = network.quantise(x, z).clone()
        numbers[0] = int(x.prod() * z.prod() > 0)
        return numbers

    own = {"made_from": network.made_from, "features": 2}
    for parts, said in (
        ({"quantise": parity_first}, "depends on 12 bits"),
        ({"dequantise": lambda cells: network.dequantise(cells) ** 2}, "not sums over"),
    ):
        other = mine(network, **parts)
        for name, value in own.items():
            setattr(other, name, value)
        with pytest.raises(InputError, match=said):
            tables_of(other)
