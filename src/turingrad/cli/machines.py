"""What a command names: a machine in the form that a construction takes, or a compiled network's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from turingrad import library
from turingrad.constructions import construction
from turingrad.constructions.registry import REFERENCE
from turingrad.formats import MAX_BYTES, Machine
from turingrad.reading import read
from turingrad.writing import is_file

NETWORK, ONNX = "config.json", "onnx:"


def read_for(name: str | None, source: str, format: str | None = None, max_bytes: int = MAX_BYTES) -> Machine:
    """A file, a program, standard input, or a library name in a form that fits the construction."""
    if network_folder(source):  # of a compiled network, its machine
        return subject_of(name, source)[1]  # type: ignore[no-any-return]
    fitting = construction(name).forms if name is not None else ()
    if library.has(source) and not is_file(source):
        forms = library.entry(source).forms
        return library.load(source, form=next((form for form in fitting if form in forms), None))
    return read(source, format=format, max_bytes=max_bytes)


def network_folder(source: str) -> bool:
    """Whether a name is the folder of a compiled network."""
    return is_file(Path(source) / NETWORK)


def driven(on: str, source: str, format: str | None = None, max_bytes: int = MAX_BYTES) -> Any:
    """The ONNX file that `onnx:FILE` names, verified; it must be of the machine that is named beside it."""
    from turingrad.export.onnx.driving import Driven

    runner = Driven(on.removeprefix(ONNX))
    runner.require(read_for(runner.network.construction, source, format, max_bytes))
    return runner


def subject_of(
    name: str | None, source: str, format: str | None = None, max_bytes: int = MAX_BYTES
) -> tuple[Any, Any, str]:
    """A compiled network of a folder, or a machine; then the machine, and the construction it is on."""
    if network_folder(source):
        from turingrad.constructions.folder import load  # torch is slow to load, and machines do without it

        network = load(source)
        return network, network.machine, name or network.construction
    machine = read_for(name, source, format, max_bytes)
    return machine, machine, name or REFERENCE
