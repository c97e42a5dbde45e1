"""Importances in the JSON form of the MIB benchmark's circuit track (the graphs of EAP-IG).

    {"cfg": {...}, "nodes": {"input": ..., "a0.h1": {"in_graph": true, "score": 0.3}, "m0": {...}, "logits": ...},
     "edges": {"a0.h1->m0": {"score": 0.3, "in_graph": true}, "m0->a1.h0<q>": {...}}}

A node there is a head or a whole MLP. A head takes its node's score. A unit takes its own of `neurons_scores`, if that
list has one number per unit, and else its MLP's. A node without a score takes the largest of its edges' scores; if
nothing has a score, `in_graph` counts as 1 or 0. Magnitudes count, as in MIB's own evaluation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from turingrad._support.text import shorten
from turingrad.errors import InputError
from turingrad.truth.answer import CircuitAnswer, Place, a_list, an_object, number
from turingrad.truth.value import Truth

HEAD = re.compile(r"a(\d{1,6})\.h(\d{1,6})")
MLP = re.compile(r"m(\d{1,6})")
ENDS = ("input", "logits")


def parse_importances(fields: Mapping[str, Any], truth: Truth) -> CircuitAnswer:
    """Importances of heads and units, or an `InputError`."""
    nodes, edges = an_object(fields["nodes"], '"nodes"'), an_object(fields["edges"], '"edges"')
    known = {(each.kind, each.block, each.index) for each in truth.components}
    of_edges = edge_scores(edges)
    found: dict[Place, float] = {}
    for name in dict.fromkeys((*nodes, *of_edges)):
        given = nodes.get(name, {})
        parts = places(name, known)
        scores = unit_scores(given, name, len(parts))
        if scores is None:
            scores = [node_score(given, name, of_edges)] * len(parts)
        found.update(zip(parts, scores, strict=True))
    if not found:
        raise InputError('"nodes" and "edges" name no head and no MLP')
    return CircuitAnswer(found)


def places(name: str, known: set[Place]) -> list[Place]:
    """The components of a node: one head, or the units of a block in their order."""
    if name in ENDS:
        return []
    head, mlp = HEAD.fullmatch(name), MLP.fullmatch(name)
    if head:
        found = [("head", int(head[1]), int(head[2]))]
    else:
        found = sorted(each for each in known if mlp and each[:2] == ("unit", int(mlp[1])))
    if not found or not known.issuperset(found):
        raise InputError(f"no node {shorten(name)!r} in this model; nodes are such as input, a0.h0, m0, logits")
    return found


def edge_scores(edges: Mapping[str, Any]) -> dict[str, float]:
    """The largest magnitude of the scores of each node's edges."""
    most: dict[str, float] = {}
    for name, value in edges.items():
        source, arrow, target = name.partition("->")
        if not arrow:
            raise InputError(f"no edge {shorten(name)!r}: edges are such as a0.h1->m0 or m0->a1.h0<q>")
        score = score_of(an_object(value, name), name) or 0.0
        for end in (source, target.partition("<")[0]):
            if end not in ENDS:
                most[end] = max(most.get(end, 0.0), score)
    return most


def score_of(value: Mapping[str, Any], where: str) -> float | None:
    """The score, or membership as 1 or 0; None if the file says neither."""
    if value.get("score") is not None:
        return abs(number(value["score"], where))
    return float(bool(value["in_graph"])) if "in_graph" in value else None


def node_score(given: Any, name: str, of_edges: Mapping[str, float]) -> float:
    """A node's own score, else that of its edges, else whether it is in the graph."""
    if isinstance(given, bool):  # older files: membership alone
        given = {"in_graph": given}
    fields = an_object(given, name)
    if fields.get("score") is None and name in of_edges:
        return of_edges[name]
    return score_of(fields, name) or 0.0


def unit_scores(given: Any, name: str, units: int) -> list[float] | None:
    """One score per unit, if the node has so many: files may have scores of the MLP's outputs instead."""
    fields = given if isinstance(given, dict) else {}
    scores = a_list(fields.get("neurons_scores") or [], name)
    if not MLP.fullmatch(name) or len(scores) != units:
        return None
    return [abs(number(each, name)) for each in scores]
