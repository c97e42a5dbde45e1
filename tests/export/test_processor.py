"""Processors out of the door: the folder's texts and labels, and the stock models that say the run."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import turingrad as tg
from tests.constructions.decoder.processor.processors import fibonacci, small_network
from turingrad.constructions.decoder import ProgramDecoder, compile_network
from turingrad.errors import CertificateError, InputError
from turingrad.export import export
from turingrad.export.conform.with_onnxruntime import of_graph
from turingrad.export.labelling import labels
from turingrad.export.llama import config
from turingrad.export.onnx.decoder_run import begin
from turingrad.export.onnx.driving import Driven
from turingrad.export.programs import generate_tokens, token_text
from turingrad.export.stock.speaking import DraftSpeaker
from turingrad.machine.program import assemble


def test_text_is_tokens_and_back() -> None:
    network = small_network(fibonacci())
    tokens = [*network.prompt(), *network.expected_tokens()]
    words = token_text(network, tokens).split()
    assert [network.vocabulary.number[word] for word in words] == tokens
    assert words[:4] == ["<bos>", "page:00", "code:00", "b0:13"]
    assert words[-2:] == ["exit:08", "<halt>"]
    assert len(set(network.vocabulary.texts)) == len(network.vocabulary)


def test_labels_name_every_coordinate_head_and_unit() -> None:
    network = small_network(fibonacci())
    found = json.loads(json.dumps(labels(network)))
    assert len(found["coordinates"]) == network.width == len(set(found["coordinates"]))
    assert [len(block["heads"]) for block in found["blocks"]] == [5, 1, 2, 0, 1, 1]
    units = [unit for block in found["blocks"] for unit in block["units"]]
    assert all(unit["does"] for unit in units)
    assert sum("and" in unit for unit in units) > 1000
    assert {tuple(sorted(unit["sum"])) for unit in units if "sum" in unit}


def test_the_configuration_is_a_stock_llama_s() -> None:
    network = small_network(fibonacci())
    found = config(network, "float32")
    assert found["hidden_size"] == found["num_attention_heads"] * found["head_dim"]
    assert (found["num_key_value_heads"], found["rope_theta"]) == (1, 2.0**96)
    assert found["pad_token_id"] != found["bos_token_id"]


def test_formats_without_a_proof_are_refused(tmp_path: Path) -> None:
    network = small_network(fibonacci())
    for dtype in ("bfloat16", "float16"):
        with pytest.raises(CertificateError, match=f"not exact in {dtype}"):
            export(network, "llama", tmp_path / dtype, dtype=dtype)
    with pytest.raises(CertificateError, match="LayerNorm"):
        export(network, "gpt2", tmp_path / "gpt2")


@pytest.mark.slow
def test_the_stock_llama_generates_a_run_to_its_halt(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    network = compile_network(fibonacci(), code_bits=8, context=4096)
    assert isinstance(network, ProgramDecoder)
    export(network, "llama", tmp_path / "rv32")
    tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path / "rv32")
    prompt = tokenizer((tmp_path / "rv32" / "prompt.txt").read_text())["input_ids"]
    assert tuple(prompt) == network.prompt()
    expected = tokenizer((tmp_path / "rv32" / "expected.txt").read_text())["input_ids"]
    for attention in ("eager", "sdpa"):
        model = transformers.AutoModelForCausalLM.from_pretrained(tmp_path / "rv32", attn_implementation=attention)
        assert generate_tokens(model.eval(), prompt, len(expected) + 10) == expected == network.expected_tokens()


class DraftedFile:
    """An ONNX file's stand-in: says the interpreter's tokens, several at once or one by one."""

    kind = np.dtype(np.float32)

    def __init__(self, network: ProgramDecoder, graph: str) -> None:
        self.facts, self.speaker, self.size = {"graph": graph}, DraftSpeaker(network, None), len(network.vocabulary)

    def run(self, tokens: np.ndarray, most: int = 1, **caches: np.ndarray) -> dict[str, np.ndarray]:
        assert len(tokens)
        said = self.speaker.say(tokens.astype(np.int32), int(most), self.size, 0)
        after = {f"{name}_after": value for name, value in caches.items()}
        return {"said": said, "logits": np.eye(self.size, dtype=np.float32)[said], **after}


@pytest.mark.parametrize("graph", ["run", "step"])
def test_a_file_s_tokens_are_a_program_s_run(graph: str) -> None:
    network = small_network(fibonacci())
    begun = begin(network, DraftedFile(network, graph), None)  # type: ignore[arg-type]
    begun.stepper.advance(100)
    assert begun.stepper.configuration() == tg.run(fibonacci()).configuration
    assert begun.details() == {"context": 8192, "windows": 1}


def test_a_graph_goes_on_where_it_was() -> None:
    network = small_network(fibonacci())
    file, right = DraftedFile(network, "step"), network.expected_tokens()
    session = of_graph(network, lambda inputs: file.run(**inputs), {})
    assert session.resume is not None
    first = session.resume(network.prompt(), 5)
    rest = session.resume([*network.prompt(), *first], len(right))
    assert [*first, *rest] == right


@pytest.mark.slow
def test_onnxruntime_says_the_run_with_the_loop_inside_the_file(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    network = compile_network(fibonacci(), code_bits=8, context=1024)
    found = export(network, "onnx", tmp_path / "rv32.onnx")
    assert found.figures["tokens_checked"] == len(network.expected_tokens())
    file, other = Driven(str(tmp_path / "rv32.onnx")), assemble("li a0, 7; li a7, 93; ecall", "seven", ram=4096)
    for program in (fibonacci(), other):
        file.require(program)
        assert file.run().configuration == tg.run(program).configuration
    with pytest.raises(InputError, match="another machine"):
        file.require(tg.read("busy-beaver-2"))


@pytest.mark.slow
def test_llama_cpp_says_the_run_to_its_halt(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    network = compile_network(fibonacci(), code_bits=8, context=1024)
    found = export(network, "gguf", tmp_path / "rv32.gguf")
    assert (found.figures["last_token"], found.figures["checked_in"]) == ("<halt>", "turingrad, llama.cpp")
