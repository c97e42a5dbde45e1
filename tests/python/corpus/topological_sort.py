# ruff: noqa
"""Order tasks by their dependencies (Kahn), or report a cycle."""

from collections import deque


def main(dependencies):
    tasks = set(dependencies)
    for needed in dependencies.values():
        tasks.update(needed)
    incoming = {t: 0 for t in tasks}
    followers = {t: [] for t in tasks}
    for task, needed in dependencies.items():
        for other in needed:
            followers[other].append(task)
            incoming[task] += 1
    ready = deque(sorted(t for t in tasks if incoming[t] == 0))
    order = []
    while ready:
        t = ready.popleft()
        order.append(t)
        for f in sorted(followers[t]):
            incoming[f] -= 1
            if incoming[f] == 0:
                ready.append(f)
    if len(order) < len(tasks):
        return "cycle among " + ", ".join(sorted(t for t in tasks if incoming[t] > 0))
    return order


CASES = [
    ({},),
    ({"a": []},),
    ({"shirt": [], "tie": ["shirt"], "jacket": ["tie", "belt"], "belt": ["trousers"], "shoes": ["socks", "trousers"]},),
    ({"a": ["b"], "b": ["c"], "c": ["a"], "d": []},),
    ({"x": ["x"]},),
    ({"link": ["compile"], "compile": ["fetch", "configure"], "test": ["link"], "package": ["test", "docs"]},),
]
