"""Programs as JSON objects and back: the image in hexadecimal, everything else as numbers."""

from __future__ import annotations

from typing import Any

from turingrad.errors import MachineError
from turingrad.machine.program.program import RAM, Program


def from_object(value: dict[str, Any]) -> Program:
    """The program of an object that fits the schema."""
    try:
        image = bytes.fromhex(value["image"])
    except ValueError:
        raise MachineError("the image of a program is an even number of hexadecimal digits") from None
    return Program(
        image,
        entry=int(value.get("entry", 0)),
        code=int(value.get("code", len(image) & ~3)),
        ram=int(value.get("ram", RAM)),
        input_at=None if value.get("input_at") is None else int(value["input_at"]),
        name=value.get("name", ""),
        doc=value.get("doc", ""),
        symbols=tuple((name, int(address)) for name, address in value.get("symbols", {}).items()),
        lines=tuple((int(address), int(line)) for address, line in value.get("lines", ())),
        source=value.get("source", ""),
        places=tuple(sorted((int(at), place) for place, found in value.get("places", {}).items() for at in found)),
    )


def to_object(program: Program) -> dict[str, Any]:
    """The way back, without name and doc."""
    own = {"entry": program.entry, "code": program.code, "ram": program.ram, "image": program.image.hex()}
    given = {} if program.input_at is None else {"input_at": program.input_at}
    symbols = {"symbols": dict(program.symbols)} if program.symbols else {}
    lines = {"lines": [list(pair) for pair in program.lines]} if program.lines else {}
    source = {"source": program.source} if program.source else {}
    places: dict[str, list[int]] = {}
    for address, place in program.places:
        places.setdefault(place, []).append(address)
    return {**own, **given, **symbols, **lines, **source, **({"places": places} if places else {})}
