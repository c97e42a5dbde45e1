"""Stock checkpoints: loaded by transformers without code of ours, token for token."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from tests.command_line import Turingrad, documented_command
from tests.generators_decoder import certified_length, random_decoder
from turingrad import library
from turingrad.constructions.decoder import DecoderNetwork, compile_network
from turingrad.errors import CertificateError, InputError
from turingrad.export import export, gguf, labels, target_names
from turingrad.export.checking import teacher_force

transformers = pytest.importorskip("transformers")


@pytest.fixture(scope="module")
def beaver() -> DecoderNetwork:
    return compile_network(library.load("busy-beaver-4"), cells=16, context=128)


def load_checkpoint(folder: Path, **settings: Any) -> Any:
    return transformers.AutoModelForCausalLM.from_pretrained(folder, **settings).eval()


@pytest.mark.parametrize("form", ["llama", "gpt2"])
def test_busy_beaver_4_runs_to_its_halt_from_the_readme_s_command(
    turingrad: Turingrad, tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = documented_command(f"--to {form}")
    outcome, place = turingrad(*command, "--json"), tmp_path / command[-1]
    assert outcome.code == 0, outcome.err
    assert (outcome.json["tokens_checked"], outcome.json["last_token"]) == (109, "<halt>")
    assert outcome.json["checked_in"] == "turingrad, transformers"
    model, tokenizer = load_checkpoint(place), transformers.AutoTokenizer.from_pretrained(place)
    said = tokenizer.decode(model.generate(**tokenizer("<bos> <start>", return_tensors="pt"))[0]).split()
    assert len(said) == 2 + 109
    assert said[2:5] == ["A:0@0", "B:0@1", "A:1@0"]
    assert said[-1] == "<halt>"
    network = compile_network(library.load("busy-beaver-4"))
    assert [network.vocabulary.texts[token] for token in network.expected_tokens("")] == said[2:]


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_a_llama_is_bit_exact(beaver: DecoderNetwork, tmp_path: Path, dtype: str, attention: str) -> None:
    export(beaver, "llama", tmp_path / "net", dtype=dtype, check=False)
    model = load_checkpoint(tmp_path / "net", dtype=getattr(torch, dtype), attn_implementation=attention)
    tokens = torch.tensor([*beaver.prompt(""), *beaver.expected_tokens("")])
    with torch.no_grad():
        hidden = model(tokens[None], output_hidden_states=True).hidden_states
    for theirs, ours in zip(hidden, beaver.hidden(tokens), strict=True):
        assert torch.equal(theirs[0].float(), ours)


@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("form", ["llama", "gpt2"])
def test_random_machines_are_token_exact(tmp_path: Path, form: str, digits: int) -> None:
    for seed in range(3):
        network, given = random_decoder(seed, digits)
        export(network, form, tmp_path / str(seed), check=False)
        require_run(network, given, load_checkpoint(tmp_path / str(seed)))


ROADS = {
    "gpt2": ("float32",),
    "llama": ("float32", "bfloat16", "float16"),
}


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("form", ROADS)
def test_200_random_machines_pass(tmp_path: Path, form: str, attention: str, digits: int) -> None:
    """Each machine in every format of the form, its run cut to the shortest certified length: one export serves all."""
    held = attention == "eager"
    length = min(certified_length(dtype, held) for dtype in ROADS[form])
    for seed in range(200):
        network, given = random_decoder(seed, digits, within=length)
        place = tmp_path / str(seed)
        export(network, form, place, check=False)
        for dtype in ROADS[form]:
            assert (network.score_certificate if held else network.certificate).exact_in(dtype)
            require_run(
                network, given, load_checkpoint(place, dtype=getattr(torch, dtype), attn_implementation=attention)
            )
        shutil.rmtree(place)


def require_run(network: DecoderNetwork, given: Any, model: Any) -> None:
    prompt, expected = network.prompt(given), network.expected_tokens(given)
    assert teacher_force(lambda tokens: model(tokens[None]).logits[0], prompt, expected) == expected


def test_the_card_says_what_is_promised(beaver: DecoderNetwork, tmp_path: Path) -> None:
    for form, promise in (("llama", "Bit-exact"), ("gpt2", "Token-exact")):
        export(beaver, form, tmp_path / form, check=False)
        card = (tmp_path / form / "README.md").read_text()
        for part in (promise, "<bos> <start>", "128 tokens", "109 tokens: equal", "5 states, 2 symbols"):
            assert part in card


def test_labels_name_every_coordinate_of_the_checkpoint(beaver: DecoderNetwork, tmp_path: Path) -> None:
    for form, weight in (("llama", "model.embed_tokens.weight"), ("gpt2", "transformer.wte.weight")):
        export(beaver, form, tmp_path / form, check=False)
        named = json.loads((tmp_path / form / "labels.json").read_text())
        embedding = load_file(tmp_path / form / "model.safetensors")[weight]
        assert len(named["coordinates"]) == embedding.shape[1]
        token = named["tokens"].index("B:1@3")
        on = {name for name, value in zip(named["coordinates"], embedding[token], strict=True) if value > 0}
        assert {"st=B", "sym=1", "one", "-st=A"} <= on
        assert "st=A" not in on
    assert labels(beaver)["blocks"][2]["heads"][0]["reads"] == ["wr=0", "wr=1"]


def test_gguf_rows_are_the_llama_s_in_the_other_rotary_order(beaver: DecoderNetwork, tmp_path: Path) -> None:
    reading = pytest.importorskip("gguf")
    for dtype in ("float32", "float16", "bfloat16"):
        path = tmp_path / f"{dtype}.gguf"
        export(beaver, "gguf", path, dtype=dtype, check=False)
        reader = reading.GGUFReader(path)
        tensors = {tensor.name: tensor for tensor in reader.tensors}
        assert len(tensors) == 3 + 9 * beaver.depth
        assert float(reader.fields["llama.rope.freq_base"].contents()) == 2.0**64
        if dtype == "bfloat16":
            continue
        query = torch.from_numpy(tensors["blk.2.attn_q.weight"].data.copy()).float()
        assert torch.equal(query[0::2], beaver.decoder_blocks()[2].q[:32])  # width 64 is one head
        assert torch.equal(query[1::2], beaver.decoder_blocks()[2].q[32:])
    assert torch.equal(gguf.neighbours(torch.arange(64.0)[:, None])[:4, 0], torch.tensor([0.0, 32.0, 1.0, 33.0]))


def test_a_compiled_folder_exports_too(turingrad: Turingrad, tmp_path: Path) -> None:
    place = tmp_path / "net"
    assert turingrad("compile", "busy-beaver-3", "--to", "decoder", "--option", "context=64", "-o", place).code == 0
    outcome = turingrad("export", place, "--to", "llama", "-o", tmp_path / "llama", "--no-check", "--json")
    assert outcome.code == 0, outcome.err
    refused = turingrad("export", place, "--to", "llama", "-o", tmp_path / "other", "--cells", 8)
    assert (refused.code, refused.err.count("\n")) == (2, 1)


def test_what_cannot_be_exact_is_refused_in_one_line(turingrad: Turingrad, tmp_path: Path) -> None:
    place = tmp_path / "net"
    for arguments, message in (
        (("--to", "llama", "--dtype", "bfloat16", "--context", 300), "300 tokens is not exact in bfloat16"),
        (("--to", "gpt2", "--dtype", "float16"), "gpt2 is written in float32"),
        (("--to", "gguf", "--dtype", "q8_0"), "gguf is written in float32, bfloat16, float16, not in q8_0"),
        (("--to", "llama", "--dtype", "int8"), "llama is written in float32, bfloat16, float16, not in int8"),
        (("--to", "gpt2", "--context", 30_000), "is not proven: LayerNorm"),
        (
            ("--to", "llama", "--context", 10_000_000),
            "10,000,000 tokens is more than the decoder's maximum, 131,072",
        ),
        (("--to", "pdf"), "cannot export to 'pdf'; known: "),
    ):
        outcome = turingrad("export", "busy-beaver-2", "-o", place, "--no-check", *arguments)
        assert outcome.code == 2
        assert message in outcome.err
        assert outcome.err.count("\n") == 1
        assert not place.exists()
    with pytest.raises(InputError, match="exists already"):
        export(compile_network(library.load("busy-beaver-2")), "llama", tmp_path)


def test_a_wrong_export_is_not_written(beaver: DecoderNetwork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: a checkpoint with a wrong theta."""
    monkeypatch.setattr("turingrad.export.llama.theta", lambda _network: 10_000.0)
    with pytest.raises(CertificateError, match=r"LlamaForCausalLM says .* for token"):
        export(beaver, "llama", tmp_path / "net")
    assert not list(tmp_path.iterdir())


def test_targets_are_found_by_their_modules() -> None:
    assert {"llama", "gpt2", "gguf"} <= set(target_names())


def test_a_gguf_file_has_its_card_labels_and_machine_beside_it(beaver: DecoderNetwork, tmp_path: Path) -> None:
    pytest.importorskip("gguf")
    export(beaver, "gguf", tmp_path / "bb4.gguf", check=False)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"bb4.gguf", "bb4.labels.json", "bb4.machine.json", "bb4.md"}
    assert json.loads((tmp_path / "bb4.labels.json").read_text()) == labels(beaver)
    card = (tmp_path / "bb4.md").read_text()
    for part in ("llama-server -m bb4.gguf", "`bb4.labels.json`", "Q8_0", "109 tokens: equal"):
        assert part in card
    (tmp_path / "bb4.gguf").unlink()
    with pytest.raises(InputError, match=r"belongs beside bb4\.gguf"):
        export(beaver, "gguf", tmp_path / "bb4.gguf", check=False)
    assert not (tmp_path / "bb4.gguf").exists()
