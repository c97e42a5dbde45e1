# ruff: noqa
"""Assigns workers to tasks: maximum matching by augmenting paths, and a vertex cover as the proof."""


def maximum_matching(graph):
    owner = {}

    def augment(worker, visited):
        for task in graph[worker]:
            if task in visited:
                continue
            visited.add(task)
            if task not in owner or augment(owner[task], visited):
                owner[task] = worker
                return True
        return False

    size = sum(augment(worker, set()) for worker in graph)
    assert size == len(owner)
    return {worker: task for task, worker in owner.items()}


def vertex_cover(graph, matching):
    """Koenig: from the free workers along alternating paths."""
    owner = {t: w for w, t in matching.items()}
    reached_workers = {w for w in graph if w not in matching}
    reached_tasks = set()
    frontier = list(reached_workers)
    while frontier:
        worker = frontier.pop()
        for task in graph[worker]:
            if task not in reached_tasks:
                reached_tasks.add(task)
                if task in owner and owner[task] not in reached_workers:
                    reached_workers.add(owner[task])
                    frontier.append(owner[task])
    return sorted(set(graph) - reached_workers), sorted(reached_tasks)


def main(edges):
    graph = {}
    for worker, task in edges:
        graph.setdefault(worker, []).append(task)
    matching = maximum_matching(graph)
    workers, tasks = vertex_cover(graph, matching)
    idle = [w for w in graph if w not in matching]
    return dict(sorted(matching.items())), idle, workers + tasks


CASES = [
    ([("ann", "cook"), ("ann", "wash"), ("bob", "cook")],),
    ([("a", "1"), ("b", "1"), ("c", "1"), ("c", "2")],),
    ([],),
    ([(f"w{i}", f"t{j}") for i in range(6) for j in range(6) if (i * j) % 4 == 1],),
    ([(w, t) for w in "xyz" for t in "pqrs"],),
    ([("a", "p"), ("a", "q"), ("b", "p"), ("c", "q"), ("d", "q"), ("d", "r")],),
]
