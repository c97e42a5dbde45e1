"""`conform` finds faults that are planted in other people's runtimes: transformers, llama.cpp, onnxruntime."""

from __future__ import annotations

import pytest
import torch

from tests.export import faulty_transformers as faulty
from turingrad.export.conform import conform, runtime
from turingrad.export.conform.probes import LENGTHS

HALF = LENGTHS[3]

# fault: what plants it, the length and names of the probes, the part that is named
FAULTS = {
    "positions one short": (faulty.positions(-1), 128, ("rewrite",), "positions"),
    "positions one far": (faulty.positions(1), 64, ("reach",), "positions"),
    "a cache that loses a row": (faulty.dropped_row(20), 128, ("sweep",), "cache"),
    "float32 scores summed in bfloat16": (faulty.half_scores, HALF, ("recall",), "precision"),
    "no mask": (faulty.no_mask, 128, ("rewrite",), "mask"),
    "rotary halves swapped": (faulty.swapped_halves, 128, ("beaver",), "rotation"),
    "theta 2^60": (faulty.theta(2.0**60), 128, ("sweep",), "distance"),
    "another activation": (faulty.activation, 64, ("reach",), "activation"),
}
QUICK = ("another activation",)


def eager() -> object:
    pytest.importorskip("transformers")
    return runtime("transformers", attention="eager")


@pytest.mark.parametrize(
    "fault", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in FAULTS]
)
def test_transformers_with_a_fault_is_found_and_the_part_named(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, length, names, part = FAULTS[fault]
    subject = eager()
    plant(monkeypatch)
    verdict = conform(subject, longest=length, shortest=length, names=names)
    assert not verdict.ok
    assert verdict.fault == part
    assert verdict.facts["attention"] == "eager"


def test_transformers_without_a_fault_conforms() -> None:
    verdict = conform(eager(), longest=64)
    assert verdict.ok, verdict.first
    assert (verdict.facts["weights"], verdict.facts["cache"]) == ("float32", "float32")


def test_theta_2_to_the_60_is_seen_within_64_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = eager()
    faulty.theta(2.0**60)(monkeypatch)
    verdict = conform(subject, longest=64, names=("reach",))
    assert not verdict.ok
    assert verdict.first is not None
    assert verdict.first.fits == "null"


@pytest.mark.slow
def test_theta_2_to_the_68_changes_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """As derived (`turingrad claims --paper ours --claim "decoder: theta"`): a larger theta shows in no token."""
    subject = eager()
    faulty.theta(2.0**68)(monkeypatch)
    assert conform(subject, longest=128, names=("reach", "sweep", "recall", "twice")).ok


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "value", "names", "length"),
    [
        ("turingrad.export.llama.theta", lambda _network: 2.0**60, ("reach",), 64),
        ("turingrad.export.llama.theta", lambda _network: 10_000.0, ("beaver",), 128),
        ("turingrad.export.gguf.neighbours", lambda weight: weight, ("beaver",), 128),
        ("turingrad.export.gguf.NORM_EPSILON", 0.5, ("beaver",), 128),
    ],
    ids=["theta 2^60", "theta 10,000", "rows of queries and keys in the other order", "an epsilon of 0.5"],
)
def test_llama_cpp_with_a_wrong_file_is_found(
    path: str, value: object, names: tuple[str, ...], length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("xllamacpp")
    assert conform(runtime("llama.cpp"), longest=length, shortest=length, names=names).ok
    monkeypatch.setattr(path, value)
    assert not conform(runtime("llama.cpp"), longest=length, shortest=length, names=names).ok


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value", "part"), [("THETA_BITS", 60, "distance"), ("HIDDEN", 0.0, "mask")])
def test_onnxruntime_with_a_wrong_graph_is_found(
    name: str, value: float, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnxruntime")
    probe = ("rewrite",) if part == "mask" else ("sweep",)
    monkeypatch.setattr(f"turingrad.export.onnx.decoder.{name}", value)
    verdict = conform(runtime("onnxruntime"), longest=128, shortest=128, names=probe)
    assert verdict.fault == part


@pytest.mark.slow
def test_openvino_is_right_and_a_wrong_graph_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openvino")
    assert conform(runtime("openvino"), longest=128, shortest=128, names=("rewrite",)).ok
    monkeypatch.setattr("turingrad.export.onnx.decoder.HIDDEN", 0.0)
    assert conform(runtime("openvino"), longest=128, shortest=128, names=("rewrite",)).fault == "mask"


@pytest.mark.slow
def test_ctranslate2_is_right_and_a_wrong_theta_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ctranslate2")
    assert conform(runtime("ctranslate2"), longest=128, shortest=128, names=("rewrite", "beaver")).ok
    monkeypatch.setattr("turingrad.export.llama.theta", lambda _network: 10_000.0)
    assert not conform(runtime("ctranslate2"), longest=128, shortest=128, names=("beaver",)).ok


@pytest.mark.slow
def test_torch_compile_with_another_theta_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.compiler.reset()
    monkeypatch.setattr("turingrad.constructions.decoder.modules.THETA_BITS", 60)
    verdict = conform(runtime("torch.compile"), longest=64, names=("reach",))
    torch.compiler.reset()
    assert not verdict.ok
