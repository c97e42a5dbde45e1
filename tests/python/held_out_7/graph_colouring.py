# ruff: noqa
"""Colour a map: DSATUR for a bound, then backtracking for the least number of colours."""

from collections import defaultdict


def read_edges(text):
    graph = defaultdict(set)
    for pair in text.split():
        a, _, b = pair.partition("-")
        if not b:
            graph[a]  # an isolated vertex
            continue
        graph[a].add(b)
        graph[b].add(a)
    return dict(graph)


def dsatur(graph):
    colour = {}
    while len(colour) < len(graph):

        def urgency(v):
            return len({colour[u] for u in graph[v] if u in colour}), len(graph[v])

        vertex = max(sorted(v for v in graph if v not in colour), key=urgency)
        used = {colour[u] for u in graph[vertex] if u in colour}
        colour[vertex] = next(c for c in range(len(graph)) if c not in used)
    return colour


def backtrack(graph, order, k, colour):
    if len(colour) == len(order):
        return dict(colour)
    v = order[len(colour)]
    highest = max(colour.values(), default=-1)
    for c in range(min(k, highest + 2)):
        if all(colour.get(u) != c for u in graph[v]):
            colour[v] = c
            if (done := backtrack(graph, order, k, colour)) is not None:
                return done
            del colour[v]
    return None


def main(text):
    graph = read_edges(text)
    if any(v in graph[v] for v in graph):
        return "a vertex touches itself"
    greedy = dsatur(graph)
    best = greedy
    order = sorted(graph, key=lambda v: (-len(graph[v]), v))
    while best:
        fewer = backtrack(graph, order, len(set(best.values())) - 1, {})
        if fewer is None:
            break
        best = fewer
    return len(set(greedy.values())), len(set(best.values())), sorted(best.items())


CASES = [
    ("a-b b-c c-a",),
    ("a-b b-c c-d d-a",),
    ("a-b b-c c-d d-e e-a",),
    ("wa-nt wa-sa nt-sa nt-q sa-q sa-nsw sa-v q-nsw nsw-v t",),
    ("",),
    ("x-x",),
    ("1-2 1-3 1-4 2-3 2-4 3-4 4-5 5-6",),
    ("a-p b-q c-r a-q a-r b-p b-r c-p c-q",),
]
