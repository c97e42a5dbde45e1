"""A page in which the network itself runs: its ONNX graph and onnxruntime-web in one file, offline.

A person types a tape, and gradient descent to the halt (the graph `train` of descent) happens in the page; or bits, and
a feedforward net computes. The runtime comes from npm and is no part of this package: `make live` fetches it. The
policy of such a page allows WebAssembly and a script of its own data, and still no connection.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from turingrad.constructions import compile
from turingrad.constructions.network import Network
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.tape import TapeMachine
from turingrad.view.pages import Page, named, versions

FOLDER, PLACE = Path(".live") / "package", "TURINGRAD_LIVE"
SCRIPT, BINARY, ABOUT = "dist/ort.wasm.bundle.min.mjs", "dist/ort-wasm-simd-threaded.wasm", "package.json"
MAX_INPUTS = 64  # of a circuit whose bits a person types
OPSET = 18


@dataclass(frozen=True)
class LivePage(Page):
    """`parts`: what the script needs besides the data, by the names of their elements."""

    parts: Mapping[str, bytes]

    # the runtime is a module made of the page's own data
    script_sources: ClassVar[tuple[str, ...]] = ("blob:", "'wasm-unsafe-eval'")

    def more(self) -> str:
        return "".join(
            f'<script type="application/octet-stream" id="{name}">{base64.b64encode(data).decode("ascii")}</script>\n'
            for name, data in self.parts.items()
        )


def live_page(
    machine: Any, text: str | None = None, *, on: str | None = None, command: str = "", folder: Path | None = None
) -> LivePage:
    """The page of a one-tape machine, by gradient descent, or of a circuit; `text` is what is typed at first."""
    from turingrad.export.onnx.model import build  # onnx is an extra

    runtime, version = runtime_parts(folder)
    about, network = described(machine)
    if on not in (None, network.construction):
        raise InputError(f"a live page of this machine runs the {network.construction}, not the {on}")
    model: bytes = build(network, str(about["graph"]), "float32", OPSET).SerializeToString()
    kind = "gradient descent" if about["kind"] == "descent" else "feedforward"
    name = machine.name or "a machine"
    data = {
        "title": f"{name}, live by {kind}",
        "summary": "onnxruntime runs the network in this page: type, and it computes. Nothing is sent or loaded.",
        "facts": named({"bytes of the network": len(model), "numbers in it": network.parameter_count()}),
        "versions": {**versions(), "onnxruntime-web": version},
        "command": command,
        "live": {**about, "text": about["text"] if text is None else text},
    }
    return LivePage(data, {"live-model": model, **runtime})


def runtime_parts(folder: Path | None) -> tuple[dict[str, bytes], str]:
    """The runtime's script and binary, and its version."""
    place = Path(os.environ.get(PLACE, FOLDER)) if folder is None else folder
    try:
        version = str(json.loads((place / ABOUT).read_text(encoding="utf-8"))["version"])
        return {"live-script": (place / SCRIPT).read_bytes(), "live-binary": (place / BINARY).read_bytes()}, version
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(
            f"onnxruntime-web is not in {place}: `make live` fetches it from npm, {PLACE} names another folder"
        ) from None


def described(machine: Any) -> tuple[dict[str, Any], Network[Any, Any]]:
    """What the script must know of the network, and the network."""
    if isinstance(machine, Circuit):
        if len(machine.inputs) > MAX_INPUTS:
            raise InputError(f"{len(machine.inputs)} inputs; a live page takes {MAX_INPUTS} typed bits at most")
        names = {"inputs": list(machine.inputs), "outputs": list(machine.output_names)}
        about = {"kind": "feedforward", "graph": "run", "text": "0" * len(machine.inputs), **names}
        return about, compile(machine, to="feedforward")
    if not isinstance(machine, TapeMachine) or machine.tapes != 1:
        raise InputError("a live page runs tape machines of one tape, by gradient descent, and circuits")
    if any(len(symbol) != 1 for symbol in machine.symbols):
        raise InputError("a live page takes machines whose symbols are single characters")
    network: Any = compile(machine, to="descent")
    return {
        "kind": "descent",
        "graph": "train",
        "text": "".join(machine.input[0]),
        "symbols": list(machine.symbols),
        "blank": machine.symbols.index(machine.blank),
        "states": list(machine.states),
        "starts": [network.graph.vertex(machine.start, (symbol,)) for symbol in machine.symbols],
        "vertices": network.graph.vertices,
        "codes": [list(code) for code in network.encoding.codes],
        "cells": network.first_cells,
    }, network
