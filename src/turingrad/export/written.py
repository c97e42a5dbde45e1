"""What an export wrote: its numbers counted in the file, and what is promised of it. The terminal, the card and
`--json` say these and no others."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

from safetensors import safe_open

from turingrad.export.installed import import_extra

FORMATS = ("float32", "bfloat16", "float16")


def written_facts(network: Any, form: str, path: Path, dtype: str) -> dict[str, Any]:
    """How many numbers the file holds, and in one sentence what holds of its runs."""
    return {"parameters": count_numbers(path, form), "promise": promise(network, form, dtype)}


def count_numbers(path: Path, form: str) -> int:
    """The entries of all tensors in the file of a form."""
    if form not in ("onnx", "gguf"):
        with safe_open(str(path), framework="pt") as file:
            return sum(prod(file.get_slice(name).get_shape()) for name in file.keys())  # noqa: SIM118
    if form == "onnx":
        graph = import_extra("onnx", "onnx").load(str(path)).graph
        return sum(prod(tensor.dims) for tensor in graph.initializer)
    return sum(int(tensor.n_elements) for tensor in import_extra("gguf", "llm").GGUFReader(str(path)).tensors)


def promise(network: Any, form: str, dtype: str) -> str:
    """What is proven of the written form."""
    if form == "gpt2":
        return "token-exact in float32"
    if form == "onnx":
        return f"bit-exact in {dtype}, in which the graph computes"
    exact = [name for name in FORMATS if network.certificate.exact_in(name)]
    return f"bit-exact in {', '.join(exact)}"
