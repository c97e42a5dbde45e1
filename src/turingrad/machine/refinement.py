"""Matching two halves of a labelled graph: colour refinement, and search where colours do not tell.

The graphs are transition graphs: every edge has a label and no vertex has two edges out with the same label. Vertices
below `half` are the left ones, the others the right ones; no edge joins the two.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from turingrad.errors import LimitError

MAX_DEPTH = 150  # choices inside one another; each takes a few frames of Python's stack


@dataclass(frozen=True, eq=False)
class Halves:
    """Edges by vertex: `out[v]` and `into[v]` list pairs (label, the vertex at the other end)."""

    half: int
    out: list[list[tuple[int, int]]]
    into: list[list[tuple[int, int]]]


class Effort:
    """Counts the edges that a search refines, so that graphs made to be hard end in an error, not in a long wait."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, edges: int, depth: int) -> None:
        self.left -= edges
        if self.left < 0 or depth > MAX_DEPTH:
            raise LimitError("the machines' unreachable states are too alike to be matched within the limit of work")


def match(graph: Halves, colour: Mapping[int, int], effort: Effort, depth: int = 0) -> dict[int, int] | None:
    """A one-to-one map of the coloured left vertices to the right ones that keeps colours and edges, or None.

    Refinement leaves classes that no look at neighbours tells apart. A class of two is a pair. Among the rest,
    components have nothing to do with each other, so each may be given to the first free one that it matches:
    matching is an equivalence, so no choice can turn out wrong. Only inside a component are vertices tried in turn.
    """
    if depth:
        effort.spend(sum(1 + len(graph.out[v]) + len(graph.into[v]) for v in colour), depth)
    classes = refine_colours(graph, colour)
    if classes is None:
        return None
    found: dict[int, int] = {}
    rest: dict[int, int] = {}
    for number, members in classes.items():
        if len(members) == 2:
            found[min(members)] = max(members)
        else:
            rest.update(dict.fromkeys(members, number))
    left, right = [], defaultdict(list)
    for component in components(graph, rest):
        key = tuple(sorted(rest[v] for v in component))
        if component[0] < graph.half:
            left.append((component, key))
        else:
            right[key].append(component)
    for component, key in left:
        free = right[key]
        for place in range(len(free) - 1, -1, -1):
            pairs = match_components(graph, component, free[place], rest, effort, depth)
            if pairs is not None:
                found.update(pairs)
                free[place] = free[-1]
                free.pop()
                break
        else:
            return None
    return found


def match_components(
    graph: Halves, left: list[int], right: list[int], colour: Mapping[int, int], effort: Effort, depth: int
) -> dict[int, int] | None:
    """The match of two components of the same colours: one left vertex is fixed and given to each right one in turn."""
    if len(left) == 1:
        return {left[0]: right[0]}
    counts: dict[int, int] = defaultdict(int)
    for v in left:
        counts[colour[v]] += 1
    fixed = min(left, key=lambda v: (counts[colour[v]], v))
    for candidate in right:
        if colour[candidate] == colour[fixed]:
            chosen = {v: colour[v] for part in (left, right) for v in part}
            chosen[fixed] = chosen[candidate] = -1
            pairs = match(graph, chosen, effort, depth + 1)
            if pairs is not None:
                return pairs
    return None


def components(graph: Halves, vertices: Iterable[int]) -> list[list[int]]:
    """The parts of the given vertices that edges between them join, directions ignored."""
    unseen = dict.fromkeys(vertices)
    parts = []
    while unseen:
        part = [unseen.popitem()[0]]
        for v in part:
            for _, w in (*graph.out[v], *graph.into[v]):
                if w in unseen:
                    del unseen[w]
                    part.append(w)
        parts.append(part)
    return parts


def refine_colours(graph: Halves, colour: Mapping[int, int]) -> dict[int, set[int]] | None:
    """The coarsest classes within the colours such that members of a class have, for each label and each class, as
    many edges to it and from it; None if a class has not as many left vertices as right ones.

    A class that was split is looked at again by all its parts but the largest: what vertices have to do with that one
    follows from the others. So each edge is looked at O(log n) times (Hopcroft; Cardon and Crochemore).
    """
    of = dict(colour)
    classes: dict[int, set[int]] = defaultdict(set)
    for v, number in of.items():
        classes[number].add(v)
    if not all(balanced(graph, members) for members in classes.values()):
        return None
    fresh = max(classes, default=0) + 1
    queue = deque(classes)
    while queue:
        splitter = queue.popleft()
        for number, groups in group_neighbours(graph, classes[splitter], of).items():
            members = classes[number]
            if len(groups) == 1 and len(groups[0]) == len(members):
                continue
            if not all(balanced(graph, group) for group in groups):
                return None
            for group in groups:
                members.difference_update(group)
            parts = [members, *map(set, groups)] if members else list(map(set, groups))
            largest = max(parts, key=len)
            classes[number] = largest  # queued still if it was
            for part in parts:
                if part is not largest:
                    classes[fresh] = part
                    of.update(dict.fromkeys(part, fresh))
                    queue.append(fresh)
                    fresh += 1
    return dict(classes)


def group_neighbours(graph: Halves, splitter: set[int], of: Mapping[int, int]) -> dict[int, list[list[int]]]:
    """The neighbours of a class, by their own class, grouped by what edges they have to it and from it."""
    edges: dict[int, list[int]] = defaultdict(list)
    for v in splitter:
        for label, w in graph.out[v]:
            if w in of:
                edges[w].append(2 * label)
        for label, w in graph.into[v]:
            if w in of:
                edges[w].append(2 * label + 1)
    groups: dict[int, dict[tuple[int, ...], list[int]]] = defaultdict(lambda: defaultdict(list))
    for w, labels in edges.items():
        groups[of[w]][tuple(sorted(labels))].append(w)
    return {number: list(alike.values()) for number, alike in groups.items()}


def balanced(graph: Halves, members: Iterable[int]) -> bool:
    return sum(1 if v < graph.half else -1 for v in members) == 0
