"""A new kind of machine is one folder: a counter machine of the tests walks every verb, in Python and in a shell."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from turingrad import constructions, formats, machine
from turingrad.check import check
from turingrad.constructions import registry
from turingrad.export import export
from turingrad.export.vectors import vectors_of
from turingrad.formats import json_schema
from turingrad.machine.kinds import find_kind, kind_of, kinds
from turingrad.view import view

TOYS = Path(__file__).parent / "toys"
ADDER = (("dec", 1, 3), ("inc", 0), ("dec", 2, 0))  # adds register 1 to register 0; register 2 is always zero


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The toy folders beside the package's own, as if they were inside of it."""
    monkeypatch.setattr(machine, "__path__", [*machine.__path__, str(TOYS / "machine")])
    monkeypatch.setattr(constructions, "__path__", [*constructions.__path__, str(TOYS / "constructions")])
    caches = (kinds, registry.recipe_names, json_schema.validator)
    for cache in caches:
        cache.cache_clear()
    from turingrad.machine.counter import CounterMachine

    yield CounterMachine(3, ADDER, name="adder")
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


def test_the_kinds_are_found_by_their_folders() -> None:
    assert list(kinds()) == ["tape", "grid", "circuit", "clocked", "learner", "program"]
    assert all(name == kind.name for name, kind in kinds().items())


def test_kinds_load_no_torch() -> None:
    check = "import sys; from turingrad.machine.kinds import kinds; kinds(); sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True)


def test_a_subclass_is_of_its_base_class_kind() -> None:
    adds = tg.circuit(lambda a, b: a + b, a=tg.Int(0, 3), b=tg.Int(0, 3))
    taught = tg.learner(tg.library.Perceptron, 2)
    assert kind_of(taught).name == "learner"
    assert type(taught) is not tg.Learner
    assert kind_of(adds).name == "circuit"
    assert type(adds) is not tg.Circuit
    assert find_kind(3) is None
    with pytest.raises(tg.MachineError, match="a int is not a machine; machines are tape machines, grid machines"):
        kind_of(3)


def test_a_toy_machine_runs_and_is_checked(toys: Any) -> None:
    run = tg.run(toys, (2, 3, 0))
    assert (run.configuration.counters, run.halted, run.executor) == ((5, 0, 0), True, "python")
    assert [c.step for c in run.trace] == list(range(run.steps + 1))
    found = tg.run(toys, (2, 3, 0), on="tally", dtype="float64")
    assert found.configuration == run.configuration
    assert check(toys, on="tally", samples=4).ok
    for wrong in ({"executor": "compiled"}, {"on": "transformer"}, {"on": "tally", "stepz": 3}, {"dtype": "float32"}):
        with pytest.raises(tg.TuringradError) as error:
            tg.run(toys, (2, 3, 0), **wrong)
        assert "\n" not in str(error.value)


def test_a_toy_network_is_shown_saved_and_refused_by_exports(toys: Any, tmp_path: Path) -> None:
    network = tg.compile(toys, "tally", steps=50)
    tg.save(network, tmp_path / "net")
    assert tg.run(tmp_path / "net", (1, 1, 0)).on == "tally"
    page = view(tmp_path / "net", (1, 2, 0))
    assert (page.title, page.data["run"]["lockstep"]["differs"]) == ("adder on tally", [])
    assert page.data["run"]["frames"]["counters"][-1] == [3, 0, 0]
    with torch.no_grad():
        network.add[1, 0] = 2
    assert view(network, (1, 2, 0)).data["run"]["lockstep"]["differs"]
    with pytest.raises(tg.CertificateError, match="add is not as it was compiled"):
        tg.run(network, (1, 2, 0))
    with pytest.raises(tg.InputError, match="no vectors of a TallyNetwork"):
        vectors_of(tg.compile(toys, "tally"), 2)
    with pytest.raises(tg.InputError, match="not a network of tally"):
        export(tg.compile(toys, "tally"), "onnx", tmp_path / "net.onnx")


def test_a_toy_machine_survives_its_files(toys: Any, tmp_path: Path) -> None:
    for format in ("json", "counter"):
        data = formats.serialise(toys, format)
        assert formats.parse(data, "toy") == toys  # told by its content
    assert formats.from_object(formats.to_object(toys)) == toys
    assert "counter" in formats.machine_schema()["$defs"]
    with pytest.raises(tg.FormatError, match="'registers' is missing"):
        formats.from_object({"format": "turingrad", "version": 1, "kind": "counter", "program": []})
    with pytest.raises(tg.FormatError, match="do not hold a counter machine"):
        formats.write(toys, tmp_path / "toy.blif")
    rng = np.random.default_rng(0)
    assert len(kind_of(toys).draw_input(toys, 4, rng)) == 3


def test_a_toy_machine_in_a_shell(toys: Any, tmp_path: Path, turingrad: Turingrad) -> None:
    file, other, net = tmp_path / "add.counter", tmp_path / "add.json", tmp_path / "net"
    formats.write(toys, file)
    ran = turingrad("run", file, "--input", "2,3,0", "--json")
    assert ran.code == 0, ran.err
    found = ran.json
    assert (found["counters"], found["steps"], found["on"]) == ([5, 0, 0], 10, "reference")
    (tmp_path / "bytes").write_bytes(bytes([2, 3, 0]))
    assert turingrad("run", file, "--input-file", tmp_path / "bytes", "--json").json["counters"] == [5, 0, 0]
    assert "CounterConfiguration" in turingrad("run", file, "--input", "2,3,0", "--on", "tally").out
    assert turingrad("check", file, "--on", "tally", "--samples", "2", "--json").json["mismatches"] == 0
    assert turingrad("convert", file, other).code == 0
    assert turingrad("compile", other, "--to", "tally", "-o", net, "--json").json["to"] == "tally"
    assert turingrad("run", net, "--input", "2,3,0", "--json").json["on"] == "tally"
    page = ("view", net, "--input", "2,3,0", "-o", tmp_path / "page.html", "--json")
    assert turingrad(*page).json["title"].endswith("on tally")
    trace = tmp_path / "trace"
    assert turingrad("run", file, "--input", "0,1,0", "--trace", trace).code == 0
    assert len(trace.read_text().splitlines()) == 5
    for wrong in (
        ("run", file, "--vectors", file),
        ("run", "busy-beaver-2", "--input-file", file),
        ("run", file, "--input", "x"),
        ("run", file, "--data", file),
        ("export", file, "--to", "llama", "-o", tmp_path / "llama"),
        ("export", file, "--vectors", "2", "-o", tmp_path / "v.npz"),
        ("margin", file),
        ("learn", file, "--task", "parity"),
    ):
        outcome = turingrad(*wrong)
        assert (outcome.code, outcome.err.count("\n")) == (2, 1), (wrong, outcome.err)
