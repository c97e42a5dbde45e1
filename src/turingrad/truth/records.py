"""A truth as JSON: what `truth.json` holds, and the way back, checked field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turingrad.errors import InputError
from turingrad.truth.value import Component, Edge, Gate, Head, Truth

FORMAT, VERSION = "turingrad-truth", 1
KINDS = {
    "name": str, "machine": str, "level": int | None, "disguises": list, "seed": int, "exact": dict, "options": dict,
    "sites": list, "features": list, "heads": list, "gates": list, "components": list, "edges": list, "live": list,
    "sha256": dict,
}  # fmt: skip
COMPONENT_KINDS = ("head", "unit")


def as_record(truth: Truth, hashes: Mapping[str, str]) -> dict[str, Any]:
    """Everything but directions, weights, runs and pairs, which have files of their own."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": truth.name,
        "machine": truth.machine.name,
        "level": truth.level,
        "disguises": list(truth.disguises),
        "seed": truth.seed,
        "exact": dict(truth.exact),
        "options": dict(truth.options),
        "sites": list(truth.sites),
        "features": list(truth.features),
        "heads": [
            {
                "name": head.name, "block": head.block, "query": head.query, "key": head.key, "reads": head.reads,
                "writes": head.writes, "heads": head.heads, "null": head.null, "flags": head.flags, "when": head.when,
            }
            for head in truth.heads.values()
        ],
        "gates": [
            {
                "name": gate.name, "block": gate.block, "literals": gate.literals, "effects": gate.effects,
                "units": gate.units, "terms": gate.terms, "constant": gate.constant, "gate": gate.gate,
            }
            for gate in truth.gates.values()
        ],
        "components": [[c.kind, c.block, c.index, c.group, c.size] for c in truth.components],
        "edges": [[edge.source, edge.target, edge.by] for edge in truth.edges],
        "live": sorted(truth.live),
        "sha256": dict(hashes),
    }  # fmt: skip


def require_record(record: Any, where: str) -> dict[str, Any]:
    """The object of a truth.json, refused if a field is missing or of another kind."""
    if not isinstance(record, dict) or record.get("format") != FORMAT or record.get("version") != VERSION:
        raise InputError(f"{where}: expected format '{FORMAT}', version {VERSION}")
    wanted = {*KINDS, "format", "version"}
    if record.keys() != wanted:
        odd = sorted(wanted ^ record.keys())
        raise InputError(f"{where}: expected the fields {', '.join(KINDS)}; {odd[0]!r} is missing or unexpected")
    for name, kind in KINDS.items():
        if not isinstance(record[name], kind) or isinstance(record[name], bool):
            raise InputError(f"{where}: {name!r} is of the wrong kind")
    return record


def read_heads(record: Mapping[str, Any], where: str) -> dict[str, Head]:
    """The heads, by name."""

    def head(entry: Mapping[str, Any]) -> Head:
        found = Head(
            text(entry["name"]), whole(entry["block"]), texts(entry["query"]), texts(entry["key"]),
            texts(entry["reads"]), texts(entry["writes"]), numbers(entry["heads"]),
            None if entry["null"] is None else text(entry["null"]), texts(entry["flags"]), texts(entry["when"]),
        )  # fmt: skip
        if len(found.query) != len(found.key) or len(found.reads) != len(found.writes):
            raise ValueError(f"{found.name!r} has lists of different lengths")
        return found

    return by_name([parse(head, entry, "heads", where) for entry in record["heads"]], where)


def read_gates(record: Mapping[str, Any], where: str) -> dict[str, Gate]:
    """The gates, by name."""

    def gate(entry: Mapping[str, Any]) -> Gate:
        return Gate(
            text(entry["name"]), whole(entry["block"]), feature_numbers(entry["literals"]),
            feature_numbers(entry["effects"]), numbers(entry["units"]), feature_numbers(entry["terms"]),
            whole(entry["constant"], signed=True),
            None if entry["gate"] is None else text(entry["gate"]),
        )  # fmt: skip

    return by_name([parse(gate, entry, "gates", where) for entry in record["gates"]], where)


def read_components(record: Mapping[str, Any], where: str) -> tuple[Component, ...]:
    def component(entry: Any) -> Component:
        kind, block, index, group, size = entry
        if kind not in COMPONENT_KINDS or not isinstance(size, int | float) or not 0 <= size < 1e6:
            raise ValueError(f"{entry!r}")
        return Component(kind, whole(block), whole(index), None if group is None else text(group), float(size))

    return tuple(parse(component, entry, "components", where) for entry in record["components"])


def read_edges(record: Mapping[str, Any], where: str) -> tuple[Edge, ...]:
    def edge(entry: Any) -> Edge:
        source, target, by = entry
        return Edge(text(source), text(target), text(by))

    return tuple(parse(edge, entry, "edges", where) for entry in record["edges"])


def parse(read: Callable[[Any], Any], entry: Any, what: str, where: str) -> Any:
    try:
        return read(entry)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{where}: an entry of {what!r} is wrong: {error}") from None


def by_name(entries: list[Any], where: str) -> dict[str, Any]:
    found = {entry.name: entry for entry in entries}
    if len(found) != len(entries):
        raise InputError(f"{where}: a name occurs twice")
    return found


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a string")
    return value


def texts(values: Any) -> tuple[str, ...]:
    return tuple(text(value) for value in as_list(values))


def whole(value: Any, signed: bool = False) -> int:
    if type(value) is not int or abs(value) > 1 << 40 or (value < 0 and not signed):
        raise ValueError(f"{value!r} is not a whole number in range")
    return value


def numbers(values: Any) -> tuple[int, ...]:
    return tuple(whole(value) for value in as_list(values))


def feature_numbers(values: Any) -> tuple[tuple[str, int], ...]:
    """(feature, number) pairs."""
    return tuple((text(name), whole(number, signed=True)) for name, number in as_list(values))


def as_list(values: Any) -> list[Any]:
    if not isinstance(values, list):
        raise TypeError(f"{values!r} is not a list")
    return values
