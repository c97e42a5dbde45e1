"""A page in which the network itself runs: its ONNX graph and onnxruntime-web in one file, offline.

A person types a tape, and gradient descent to the halt (the graph `train` of descent) happens in the page; or bits, and
a feedforward net computes. The runtime comes from npm and is no part of this package: `npm pack` fetches it. The
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

from turingrad.constructions.network import Network
from turingrad.constructions.prepare import compiled_network, prepare
from turingrad.errors import InputError
from turingrad.machine.kinds import kind_of, kinds
from turingrad.view.network_pages import find_live
from turingrad.view.pages import Page, name_figures, versions

FOLDER, PLACE = Path(".live") / "package", "TURINGRAD_LIVE"
SCRIPT, BINARY, ABOUT = "dist/ort.wasm.bundle.min.mjs", "dist/ort-wasm-simd-threaded.wasm", "package.json"
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
    subject: Any, text: str | None = None, *, on: str | None = None, command: str = "", folder: Path | None = None
) -> LivePage:
    """The page of a machine or network that its construction has a live page for: a one-tape machine, by gradient
    descent, or a circuit; `text` is what is typed at first."""
    from turingrad.export.onnx.model import build  # onnx is an extra

    runtime, version = runtime_parts(folder)
    machine, network, about = find_network(subject, on)
    model: bytes = build(network, str(about["graph"]), "float32", OPSET).SerializeToString()
    name = machine.name or "a machine"
    data = {
        "title": f"{name}, live by {about['by']}",
        "summary": "onnxruntime runs the network in this page: type, and it computes. Nothing is sent or loaded.",
        "facts": name_figures({"bytes of the network": len(model), "numbers in it": network.parameter_count()}),
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
            f"onnxruntime-web is not in {place}: fetch it with `npm pack onnxruntime-web`, and unpack the archive's "
            f"folder `package` as {place}; or set {PLACE} to the folder that has it"
        ) from None


def find_network(subject: Any, on: str | None) -> tuple[Any, Network[Any, Any], dict[str, Any]]:
    """The machine, its network, and what the script must know of it."""
    given = compiled_network(subject)
    machine = subject if given is None else given.machine
    kind = kind_of(machine)
    known = find_live(kind)
    if not known:
        able = " and ".join(each.plural for each in kinds().values() if find_live(each))
        raise InputError(f"there is no live page for {kind.plural}; there are some for {able}")
    name = given.construction if given is not None else on or next(iter(known))
    if name not in known or on not in (None, name):
        raise InputError(f"a live page of this machine runs the {next(iter(known))}, not the {on or name}")
    ready = prepare(subject, on=name, verb="export", max_steps=None, sizes=lambda _room, _limit: {})
    assert ready.network is not None
    return machine, ready.network, known[name](ready.network)
