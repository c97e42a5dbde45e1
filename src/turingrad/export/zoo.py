"""A zoo of compiled machines with ground truth, for people who test interpretability methods."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from turingrad import library
from turingrad._support.files import whole_folder
from turingrad.constructions.decoder import DecoderNetwork, compile_network, sizes_for
from turingrad.errors import InputError, TuringradError
from turingrad.export.checkpoint import write_json
from turingrad.export.target import export
from turingrad.machine.run import Progress, quiet
from turingrad.machine.tape import TapeMachine

MAX_STEPS = 400  # a longer run is cut
MAX_CONTEXT = 1024
COUNT = 20


def zoo(folder: str | Path, *, count: int = COUNT, progress: Progress = quiet) -> list[dict[str, Any]]:
    """Write `count` machines of the library as Llama folders, whole or not at all, and `zoo.json`, which lists them,
    with sizes, circuits and runs. `labels.json` in each folder says what every coordinate, head and unit is."""
    entries: list[dict[str, Any]] = []
    with whole_folder(folder) as place:
        for name, network in islice(animals(), count):
            progress("compiling machines", len(entries), count)
            export(network, "llama", place / name, check=False)
            entries.append(entry(name, network))
        if len(entries) < count:
            raise InputError(f"the library has {len(entries)} machines for the zoo, not {count}")
        write_json(place / "zoo.json", {"format": "turingrad-zoo", "version": 1, "machines": entries})
    return entries


def animals() -> Iterator[tuple[str, DecoderNetwork]]:
    """One-tape machines of the library that fit, first with one token a step, then with cells of two digits."""
    for digits, suffix in ((0, ""), (2, "-spelled")):
        for name in library.names():
            if "tape" in library.entry(name).forms:
                machine = library.load(name, form="tape")
                network = compile_fitting(machine, digits) if isinstance(machine, TapeMachine) else None
                if network is not None:
                    yield f"{name}{suffix}", network


def compile_fitting(machine: TapeMachine, digits: int) -> DecoderNetwork | None:
    """None where the machine has several tapes, or its run does not fit."""
    try:
        sizes = sizes_for(machine, None, MAX_STEPS, digits)
        sizes["context"] = min(sizes["context"], MAX_CONTEXT)
        return compile_network(machine, **sizes)
    except TuringradError:
        return None


def entry(name: str, network: DecoderNetwork) -> dict[str, Any]:
    return {
        "name": name,
        "folder": name,
        "doc": network.machine.doc,
        "states": len(network.machine.states),
        "symbols": len(network.machine.symbols),
        "depth": network.depth,
        "width": network.width,
        "tokens": len(network.vocabulary),
        "context": network.options.context,
        "formats": [dtype for dtype, exact in network.certificate.dtypes().items() if exact],
        "heads": [
            {"block": number, "head": head, "does": lookup.name}
            for number, block in enumerate(network.blueprint.blocks)
            for head, lookup in enumerate(block.lookups)
        ],
        "prompt": list(network.prompt(None)),
        "run": network.expected_tokens(None),
    }
