"""Terminal, card and file say the same of an export: counts come from the file, promises from one place."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from tests.command_line import Turingrad

FORMS = {
    "llama": ("llama", "float32", "bit-exact in float32, bfloat16, float16"),
    "llama float16": ("llama", "float16", "bit-exact in float32, bfloat16, float16"),
    "gpt2": ("gpt2", "float32", "token-exact in float32"),
    "gguf": ("gguf", "float16", "bit-exact in float32, bfloat16, float16"),
    "onnx": ("onnx", "float32", "bit-exact in float32, in which the graph computes"),
    "onnx int8": ("onnx", "int8", "bit-exact in int8, in which the graph computes"),
}


def numbers_in(form: str, path: Path) -> int:
    """Counted with the values read, by another route than the export's."""
    if form == "onnx":
        onnx = pytest.importorskip("onnx")
        tensors = onnx.load(str(path)).graph.initializer
        return sum(onnx.numpy_helper.to_array(tensor).size for tensor in tensors)
    if form == "gguf":
        return sum(int(np.prod(tensor.shape)) for tensor in pytest.importorskip("gguf").GGUFReader(str(path)).tensors)
    return sum(array.size for array in load_file(path / "model.safetensors").values())


@pytest.mark.parametrize("case", FORMS)
def test_terminal_card_and_file_agree(turingrad: Turingrad, tmp_path: Path, case: str) -> None:
    form, dtype, promised = FORMS[case]
    if form in ("onnx", "gguf"):
        pytest.importorskip(form)
    path = tmp_path / "written"  # no suffix that could tell the form
    machine = "adder-1" if form == "onnx" else "busy-beaver-2"
    outcome = turingrad("export", machine, "--to", form, "--dtype", dtype, "-o", path, "--no-check", "--quiet")
    assert outcome.code == 0, outcome.err
    said = f"{numbers_in(form, path):,} numbers, written in {dtype}: {promised}"
    assert said in " ".join(outcome.out.split())
    if form != "onnx":  # an ONNX graph has no card
        card = path.with_suffix(".md") if form == "gguf" else path / "README.md"
        text = " ".join(card.read_text(encoding="utf-8").split())
        assert said in text
        assert ("Token-exact, in float32" in text) == promised.startswith("token")
        assert len(re.findall(r"[\d,]+ numbers", text)) == 1
