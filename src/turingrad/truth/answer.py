"""What a method says about a model, one class per question, and the JSON file that it may come in.

    features   {"question": "features", "sites": {"2.mlp": [[...], ...]}}            or named: {"sym=1": [...], ...}
    probes     {"question": "probes", "sites": {"2.mlp": {"sym=1": {"vector": [...], "bias": 0.5}, ...}}}
    circuits   {"question": "circuits", "heads": {"2.0": 0.9, ...}, "units": {"0.17": 0.1, ...}, "edges": {"a -> b": 1}}
    steering   {"question": "steering", "sites": {"0.mlp": {"wr=1": [...], ...}}}

A head or unit is "block.index"; what a circuit does not name has importance 0. A file of the MIB benchmark (with `cfg`,
`nodes` and `edges`) is read as circuits. Everything else is refused in one line that says where it is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from turingrad._support.arrays import F64
from turingrad._support.files import open_input, reason_of
from turingrad._support.text import name_alternatives, shorten
from turingrad.errors import FormatError, InputError
from turingrad.machine.json_values import json_type
from turingrad.truth.value import Truth

MAX_BYTES = 1 << 28
T = TypeVar("T")
MAX_VECTORS = 1 << 14  # of one site
MAX_NUMBER = 1e30  # squares of what is larger overflow float32
KINDS = {"heads": "head", "units": "unit"}
Place = tuple[str, int, int]
"""A component: its kind ("head" or "unit"), block and index."""


@dataclass(frozen=True)
class FeatureAnswer:
    """Directions at sites of the residual stream: `sites[site]` is (vectors, width)."""

    question = "features"
    sites: Mapping[str, F64]


@dataclass(frozen=True)
class Probe:
    """A feature is said to be on if vector . x + bias > 0."""

    vector: F64
    bias: float = 0.0


@dataclass(frozen=True)
class ProbeAnswer:
    """`sites[site][feature]` is a probe."""

    question = "probes"
    sites: Mapping[str, Mapping[str, Probe]]


@dataclass(frozen=True)
class CircuitAnswer:
    """The importance of heads and units, and of edges (source, target) between features; what is not named has 0."""

    question = "circuits"
    components: Mapping[Place, float]
    edges: Mapping[tuple[str, str], float] = field(default_factory=dict)


@dataclass(frozen=True)
class SteeringAnswer:
    """`sites[site][feature]` is what to add to the stream there to turn the feature on, and to take away to turn it
    off."""

    question = "steering"
    sites: Mapping[str, Mapping[str, F64]]


Answer = FeatureAnswer | ProbeAnswer | CircuitAnswer | SteeringAnswer


def read_answer(path: str | Path, truth: Truth) -> Answer:
    """Read the answer in a JSON file, and check that it fits the model.

    Args:
        path: The file; also one of the MIB benchmark.
        truth: The model.

    Returns:
        The answer.

    Raises:
        FormatError: It is not JSON, or not of the form that its question has.

    Example:
        >>> from pathlib import Path
        >>> _ = Path("answer.json").write_text('{"question": "circuits", "heads": {"2.0": 1}}')
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16))
        >>> type(tg.truth.read_answer("answer.json", t)).__name__
        'CircuitAnswer'
    """
    try:
        with open_input(path) as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {reason_of(error)}") from None
    if len(data) > MAX_BYTES:
        raise FormatError(f"more than {MAX_BYTES:,} bytes", source=str(path), expected="an answer to one question")
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=refuse_constant)
        return parse_answer(value, truth)
    except RecursionError:
        raise FormatError("nested too deeply", source=str(path)) from None
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", source=str(path), line=error.lineno, column=error.colno) from None
    except ValueError as error:  # bytes that are no text, a number with thousands of digits, NaN
        raise FormatError(f"not JSON: {shorten(str(error))}", source=str(path)) from None
    except InputError as error:
        raise FormatError(str(error), source=str(path)) from None


def refuse_constant(text: str) -> float:
    raise ValueError(f"{text} is not a number in JSON")


def parse_answer(value: Any, truth: Truth) -> Answer:
    """The answer in a JSON object, or an `InputError`."""
    fields = an_object(value, "an answer")
    if "question" not in fields and {"nodes", "edges"} <= set(fields):
        from turingrad.truth.mib import parse_importances

        return parse_importances(fields, truth)
    if "question" not in fields:
        raise InputError(f'an answer names its "question", one of {", ".join(PARSERS)}; this one names none')
    question = fields["question"]
    if not isinstance(question, str) or question not in PARSERS:
        raise InputError(f"no question {question!r}{name_alternatives(question, PARSERS)}")
    known, parse = PARSERS[question]
    for name in fields:
        if name not in (*known, "question", "method"):
            raise InputError(f"an answer about {question} has no {name!r}; it has {', '.join(known)}")
    return parse(fields, truth)


def parse_features(fields: Mapping[str, Any], truth: Truth) -> FeatureAnswer:
    sites = {}
    for site, given in sites_of(fields, truth).items():
        vectors = given.values() if isinstance(given, dict) else a_list(given, site)
        if not 0 < len(vectors) <= MAX_VECTORS:
            raise InputError(f"{site}: {len(vectors):,} vectors; from 1 to {MAX_VECTORS:,} are scored")
        sites[site] = np.stack([vector_of(each, truth, f"{site}, vector {i}") for i, each in enumerate(vectors)])
    return FeatureAnswer(sites)


def by_site(fields: Mapping[str, Any], truth: Truth, parse: Callable[[Any, Truth, str], T]) -> dict[str, dict[str, T]]:
    """Site by site, what is given for each feature."""
    return {
        site: {name: parse(each, truth, f"{site}, {name}") for name, each in by_feature(given, truth, site).items()}
        for site, given in sites_of(fields, truth).items()
    }


def probe_of(value: Any, truth: Truth, where: str) -> Probe:
    given = an_object(value, where)
    if set(given) - {"vector", "bias"} or "vector" not in given:
        raise InputError(f'{where}: a probe has "vector" and "bias"')
    return Probe(vector_of(given["vector"], truth, where), number(given.get("bias", 0.0), where))


def parse_circuits(fields: Mapping[str, Any], truth: Truth) -> CircuitAnswer:
    known = {(each.kind, each.block, each.index) for each in truth.components}
    found: dict[Place, float] = {}
    for plural, kind in KINDS.items():
        for name, value in an_object(fields.get(plural, {}), plural).items():
            found[place_of(name, kind, known)] = number(value, f"{plural}, {shorten(name)}")
    edges = {}
    for name, value in an_object(fields.get("edges", {}), "edges").items():
        edges[edge_of(name, truth)] = number(value, f"edges, {shorten(name)}")
    if not found and not edges:
        raise InputError('an answer about circuits names "heads", "units" or "edges"')
    return CircuitAnswer(found, edges)


def place_of(name: str, kind: str, known: set[Place]) -> Place:
    """ "2.17" of units is ("unit", 2, 17)."""
    parts = name.split(".")
    place = (kind, *map(int, parts)) if len(parts) == 2 and all(map(is_number, parts)) else None
    if place not in known:
        block, index = max((at, number) for of, at, number in known if of == kind)
        raise InputError(f"no {kind} {shorten(name)!r}: {kind}s are named block.index, from 0.0 to {block}.{index}")
    return place


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def edge_of(name: str, truth: Truth) -> tuple[str, str]:
    source, arrow, target = name.partition(" -> ")
    for end in (source, target) if arrow else (name,):
        if not arrow or end not in truth.features:
            raise InputError(
                f"no edge {shorten(name)!r}: an edge is 'feature -> feature'{name_alternatives(end, truth.features)}"
            )
    return source, target


def sites_of(fields: Mapping[str, Any], truth: Truth) -> dict[str, Any]:
    """The part of an answer at each site."""
    sites = an_object(fields.get("sites"), '"sites"')
    for site in sites:
        if site not in truth.sites:
            raise InputError(f"no site {shorten(site)!r}; sites are {', '.join(truth.sites)}")
    if not sites:
        raise InputError(f'"sites" is empty; sites are {", ".join(truth.sites)}')
    return sites


def by_feature(value: Any, truth: Truth, site: str) -> dict[str, Any]:
    """An object by features of the model."""
    found = an_object(value, site)
    for name in found:
        if name not in truth.features:
            raise InputError(f"{site}: no feature {shorten(name)!r}{name_alternatives(name, truth.features)}")
    if not found:
        raise InputError(f"{site}: names no feature")
    return found


def vector_of(value: Any, truth: Truth, where: str) -> F64:
    numbers = a_list(value, where)
    if len(numbers) != truth.width:
        raise InputError(f"{shorten(where)}: a vector of {len(numbers):,} numbers; the stream has {truth.width}")
    return np.array([number(each, where) for each in numbers])


def number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{shorten(where)}: {json_type(value)} is not a number")
    if not isfinite(value) or abs(value) > MAX_NUMBER:
        raise InputError(f"{shorten(where)}: a number is finite and at most {MAX_NUMBER:.0e}")
    return float(value)


def an_object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{shorten(what)} must be a JSON object, not {json_type(value)}")
    return value


def a_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"{shorten(where)}: expected a list of numbers, not {json_type(value)}")
    return value


PARSERS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any], Truth], Answer]]] = {
    "features": (("sites",), parse_features),
    "probes": (("sites",), lambda fields, truth: ProbeAnswer(by_site(fields, truth, probe_of))),
    "circuits": (("heads", "units", "edges"), parse_circuits),
    "steering": (("sites",), lambda fields, truth: SteeringAnswer(by_site(fields, truth, vector_of))),
}
"""By question: the fields of an answer besides "question" and "method", and what reads it."""
