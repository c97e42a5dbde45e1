"""Files of our own, changed by someone else: refused in one line, or without any effect."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import turingrad as tg
from tests.command_line import Outcome, Turingrad
from turingrad.export import export


def assert_one_line(outcome: Outcome, says: str) -> None:
    assert (outcome.code, outcome.err.strip().count("\n"), outcome.out) == (2, 0, ""), outcome
    assert says in outcome.err


NETWORKS = {
    "adder-1": ("feedforward", "10"),
    "busy-beaver-2": ("descent", None),
}


@pytest.fixture(scope="module", params=NETWORKS)
def onnx_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Any, bytes]:
    pytest.importorskip("onnxruntime")
    on, given = NETWORKS[request.param]
    place = tmp_path_factory.mktemp("onnx") / "net.onnx"
    export(tg.compile(request.param, on), "onnx", place, check=False)
    return request.param, given, place.read_bytes()


def run_changed(turingrad: Turingrad, place: Path, name: str, given: Any) -> Outcome:
    extra = () if given is None else ("--input", given)
    return turingrad("run", name, "--on", f"onnx:{place}", *extra, "--json")


def result_of(outcome: Outcome) -> dict[str, Any]:
    return {key: value for key, value in outcome.json.items() if key != "steps_per_second"}


def test_flipped_bits_and_cuts_of_an_onnx_file_are_refused_or_change_nothing(
    onnx_file: tuple[str, Any, bytes], tmp_path: Path, turingrad: Turingrad
) -> None:
    name, given, content = onnx_file
    place, rng = tmp_path / "net.onnx", Random(28)
    place.write_bytes(content)
    right = result_of(run_changed(turingrad, place, name, given))
    refused = 0
    for number in range(30):
        changed = bytearray(content)
        if number % 5 == 0:
            changed = changed[: rng.randrange(len(content))]
        else:
            changed[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        place.write_bytes(changed)
        outcome = run_changed(turingrad, place, name, given)
        if outcome.code == 0:
            assert result_of(outcome) == right, number
        else:
            assert_one_line(outcome, "net.onnx")
            refused += 1
    assert refused > 15


def test_what_an_onnx_file_has_besides_its_graph_is_refused(
    onnx_file: tuple[str, Any, bytes], tmp_path: Path, turingrad: Turingrad
) -> None:
    """Functions may stand for operators, and a constant may be there twice: the first counts, or the second."""
    onnx = pytest.importorskip("onnx")
    name, given, content = onnx_file
    place = tmp_path / "net.onnx"
    domains = [onnx.helper.make_opsetid("", 18)]
    node = onnx.helper.make_node("Identity", ["a"], ["b"])
    stands_for = onnx.helper.make_function("", "Relu", ["a"], ["b"], [node], domains)
    changes: list[Callable[[Any], object]] = [
        lambda proto: proto.functions.append(stands_for),
        lambda proto: proto.graph.initializer.append(proto.graph.initializer[0]),
        lambda proto: proto.graph.sparse_initializer.add(),
        lambda proto: proto.training_info.add(),
    ]
    for change in changes:
        proto = onnx.load_from_string(content)
        change(proto)
        place.write_bytes(proto.SerializeToString())
        assert_one_line(run_changed(turingrad, place, name, given), "more than the network's graph")


READERS: dict[str, tuple[object, ...]] = {
    "run": ("run", "FILE"),
    "check": ("check", "FILE"),
    "view": ("view", "FILE", "-o", "out.html"),
    "compile": ("compile", "FILE", "-o", "out"),
    "export": ("export", "FILE", "--to", "onnx", "-o", "out.onnx"),
    "learn": ("learn", "FILE"),
    "margin": ("margin", "FILE"),
    "convert": ("convert", "FILE", "out.json"),
    "conform": ("conform", "torch", "FILE"),
    "search": ("search", "--task", "dictator", "--budget", 10, "--resume", "FILE", "-o", "found.json"),
    "census": ("census", "--task", "dictator", "--states", 1, "--resume", "FILE"),
    "run on it": ("run", "adder-1", "--on", "onnx:FILE", "--input", "10"),
    "check on it": ("check", "adder-1", "--on", "onnx:FILE"),
}


def write_files(folder: Path) -> dict[str, Path]:
    """Files of every form that we write, and changed ones."""
    found = {name: folder / name for name in ("net.gguf", "cut.gguf", "junk.gguf", "census.sqlite")}
    network = tg.compile("busy-beaver-2", "decoder", cells=8, context=24)
    export(network, "gguf", found["net.gguf"], check=False)
    whole = found["net.gguf"].read_bytes()
    found["cut.gguf"].write_bytes(whole[: len(whole) // 3])
    junk = bytearray(whole)
    for at in range(0, 400, 3):
        junk[at] ^= 0xFF
    found["junk.gguf"].write_bytes(junk)
    found["census.sqlite"].write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    return found


def test_files_of_other_forms_and_changed_ones_are_refused_by_every_reader(
    tmp_path: Path, turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("gguf")
    monkeypatch.chdir(tmp_path)
    for name, place in write_files(tmp_path).items():
        before = place.read_bytes()
        for reader, words in READERS.items():
            outcome = turingrad(*(str(word).replace("FILE", str(place)) for word in words))
            assert (outcome.code, outcome.err.strip().count("\n") <= 2) == (2, True), (name, reader, outcome)
            assert "unexpected" not in outcome.err, (name, reader, outcome)
            assert place.read_bytes() == before, (name, reader)
