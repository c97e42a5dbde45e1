"""`conform` passes runtimes that are right and finds the faults that are planted in one."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from tests.command_line import Turingrad
from tests.export import faulty
from tests.generators_decoder import random_decoder
from turingrad.constructions.decoder.vocabulary import HALT_ID
from turingrad.errors import InputError
from turingrad.export.conform import Conformance, conform, plugin, probes, runtime
from turingrad.export.conform.diagnose import examine
from turingrad.export.conform.probes import LENGTHS

HALF = LENGTHS[3]  # longer than bfloat16 resolves, wider than float16 holds

FAULTS = {
    "positions one short": (faulty.positions(-1), 128, ("rewrite", "beaver"), "positions"),
    "positions one far": (faulty.positions(1), 64, ("reach",), "positions"),
    "a cache that drops a row": (faulty.dropped_row(20), 128, ("sweep",), "cache"),
    "a cache that drops the first row": (faulty.dropped_row(0), 128, ("beaver",), "cache"),
    "a cache that keeps 64 rows": (faulty.window(64), 128, ("sweep",), "cache"),
    "float32 scores summed in bfloat16": (faulty.half_scores(torch.bfloat16), HALF, ("twice",), "precision"),
    "float32 scores summed in float16": (faulty.half_scores(torch.float16), HALF, ("twice",), "overflow"),
    "no mask": (faulty.mask(None), 128, ("beaver", "rewrite"), "mask"),
    "a mask one too late": (faulty.mask(1), 128, ("beaver",), "mask"),
    "a mask that hides the token itself": (faulty.mask(-1), 128, ("rewrite", "beaver"), "mask"),
    "rotary halves swapped": (faulty.backwards, 128, ("beaver",), "rotation"),
    "rotary pairs of neighbours": (faulty.neighbours, 128, ("beaver",), "rotation"),
    "theta 2^60": (faulty.theta(60), 128, ("sweep",), "distance"),
    "theta 10,000": (faulty.theta(13.29), 128, ("beaver",), "rotation"),
    "another activation": (faulty.activation(torch.tanh), 128, ("beaver",), "activation"),
}


def conform_with(plant: faulty.Plant, length: int, names: tuple[str, ...], patch: pytest.MonkeyPatch) -> Conformance:
    plant(patch)
    return conform(runtime("torch"), longest=length, shortest=length, names=names)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_and_named(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, length, names, part = FAULTS[fault]
    verdict = conform_with(plant, length, names, monkeypatch)
    assert not verdict.ok
    assert verdict.fault == part
    assert verdict.first is not None
    assert verdict.first.said != verdict.first.right
    if verdict.first.part == "symbol":
        (bit,) = verdict.first.bits
        assert re.fullmatch(r"read=\S+ for read=\S+", bit)


def test_the_bits_of_a_wrong_cell_are_named() -> None:
    (probe,) = [probe for probe in probes(128) if probe.name == "beaver"]
    network = probe.network()
    prompt, right = probe.run(network)
    said = network.vocabulary.said[right[1]]  # B:0@1
    for cell, bits in ((0, ("to.0", "to.1", "to.2")), (2, ("to.0",))):  # 12 of 16 cells, counted from the left end
        other = network.vocabulary.number[replace(said, cell=cell)]
        wrong = examine(network, "beaver", "generated", prompt, right, 1, other)
        assert wrong.part == "cell"
        assert tuple(bit.split()[0] for bit in wrong.bits) == bits
        assert "wrong in its cell (to.0 is" in str(wrong)
    halted = examine(network, "beaver", "generated", prompt, right, 1, HALT_ID)
    assert (halted.part, halted.bits) == ("kind", ())


def test_our_own_network_conforms() -> None:
    verdict = conform(runtime("torch"), longest=128)
    assert verdict.ok, verdict.first
    assert {outcome.probe for outcome in verdict.outcomes} == {probe.name for probe in probes(128)}
    assert verdict.tokens > 1500
    assert verdict.facts["weights"] == "float32"


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_it_does_in_half_precision(dtype: str) -> None:
    verdict = conform(runtime("torch", dtype), longest=128, names=("reach", "twice"))
    assert verdict.ok, verdict.first
    assert verdict.facts["weights"] == dtype


def test_onnxruntime_conforms() -> None:
    pytest.importorskip("onnxruntime")
    verdict = conform(runtime("onnxruntime"), longest=128, names=("beaver",))
    assert verdict.ok, verdict.first


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 2])
def test_200_random_machines_in_onnxruntime(digits: int, tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    for seed in range(200):
        network, given = random_decoder(seed, digits)
        session = runtime("onnxruntime").load(network, tmp_path)
        prompt, expected = network.prompt(given), network.expected_tokens(given)
        assert session.forced is not None
        assert session.forced([*prompt, *expected][:-1])[len(prompt) - 1 :] == expected


def test_a_plug_in_that_only_shows_next_tokens_finds_a_mask() -> None:
    """Attention below the last block makes a prompt's mask visible in the last token."""
    assert conform(plugin(whole_sequence(None)), longest=128, names=("spelled",)).ok
    assert not conform(plugin(whole_sequence(faulty.mask(None))), longest=128, names=("spelled",)).ok


def whole_sequence(plant: faulty.Plant | None) -> Any:
    """A plug-in: reads the checkpoint, and runs our arithmetic on it, with a fault."""

    def load(folder: Path) -> Any:
        (probe,) = [probe for probe in probes(128) if probe.name == "spelled"]
        network = probe.network()
        assert torch.equal(network.embedding, load_file(folder / "model.safetensors")["model.embed_tokens.weight"])

        def next_token(tokens: Sequence[int]) -> int:
            with pytest.MonkeyPatch.context() as patch:
                if plant is not None:
                    plant(patch)
                return int(network(torch.tensor(tokens))[-1].argmax())

        return next_token

    return load


def test_what_a_format_is_not_proven_for_is_left_out() -> None:
    verdict = conform(runtime("torch", "bfloat16"), longest=HALF, shortest=256, names=("twice",))
    assert [outcome.context for outcome in verdict.outcomes] == [255]
    assert verdict.skipped == (f"twice, {HALF - 1:,} tokens: not proven in bfloat16",)


def test_the_command_reports_and_exits_with_1(turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch) -> None:
    right = turingrad("conform", "torch", "--context", 128, "--probe", "beaver", "--json")
    assert right.code == 0
    assert right.json["conforms"]
    faulty.backwards(monkeypatch)
    wrong = turingrad("conform", "torch", "--context", 128, "--probe", "beaver")
    assert wrong.code == 1
    assert "expected" in wrong.out
    assert "the rotation of queries and keys" in wrong.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pytorch",), "no runtime 'pytorch'"),
        (("transformers", "--set", "attention=fast"), "attention must be one of"),
        (("torch", "--set", "cache=float16"), "no setting 'cache'"),
        (("torch", "--context", 5), "the shortest probes have 64 tokens"),
        (("torch", "--probe", "beavr"), "no probe 'beavr'; did you mean beaver? known: reach, beaver, rewrite"),
        (("nowhere:load",), "plug-in 'nowhere:load'"),
        (("os:getcwd",), "plug-in 'os:getcwd': TypeError"),
        (("http://127.0.0.1:9", "--context", 128, "--probe", "beaver"), "127.0.0.1:9"),
    ],
)
def test_refusals_are_one_line(turingrad: Turingrad, arguments: tuple[object, ...], message: str) -> None:
    outcome = turingrad("conform", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_missing_runtime_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    missing = ("transformers", "xllamacpp", "onnxruntime", "transformer_lens", "openvino", "ctranslate2")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in missing else find(name))
    for name in ("transformers", "llama.cpp", "onnxruntime", "openvino", "ctranslate2"):
        with pytest.raises(InputError, match="is not installed: pip install"):
            runtime(name)


@pytest.mark.slow
@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_transformers_conforms(dtype: str, attention: str) -> None:
    pytest.importorskip("transformers")
    verdict = conform(runtime("transformers", dtype, attention=attention), longest=HALF)
    assert verdict.ok, verdict.first


@pytest.mark.slow
@pytest.mark.parametrize("attention", ["plain", "flash"])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_llama_cpp_conforms(dtype: str, attention: str) -> None:
    pytest.importorskip("xllamacpp")
    verdict = conform(runtime("llama.cpp", dtype, attention=attention), longest=HALF)
    assert verdict.ok, verdict.first


@pytest.mark.slow
def test_torch_compile_conforms() -> None:
    verdict = conform(runtime("torch.compile"), longest=128, names=("rewrite",))
    assert verdict.ok, verdict.first


@pytest.mark.slow
def test_long_contexts_conform() -> None:
    verdict = conform(runtime("torch"), longest=16_384, shortest=4096)
    assert verdict.ok, verdict.first
