# ruff: noqa
"""Dependency ordering of tasks with critical path, using graphlib and by hand."""

from collections import defaultdict, deque
from graphlib import CycleError, TopologicalSorter


def kahn(deps):
    indegree = {t: 0 for t in deps}
    users = defaultdict(list)
    for task, needs in deps.items():
        for d in needs:
            indegree.setdefault(d, 0)
            indegree[task] += 1
            users[d].append(task)
    ready = deque(sorted(t for t, n in indegree.items() if n == 0))
    order = []
    while ready:
        t = ready.popleft()
        order.append(t)
        for u in sorted(users[t]):
            indegree[u] -= 1
            if indegree[u] == 0:
                ready.append(u)
    return order if len(order) == len(indegree) else None


def waves(deps):
    ts = TopologicalSorter(deps)
    ts.prepare()
    while ts.is_active():
        batch = sorted(ts.get_ready())
        yield batch
        ts.done(*batch)


def critical_path(deps, duration):
    finish, via = {}, {}
    for t in kahn(deps):
        needs = deps.get(t, [])
        blocker = max(needs, key=lambda d: (finish[d], d), default=None)
        start = finish[blocker] if blocker is not None else 0
        finish[t] = start + duration.get(t, 1)
        via[t] = blocker
    if not finish:
        return 0, []
    t = max(finish, key=lambda k: (finish[k], k))
    total, path = finish[t], []
    while t is not None:
        path.insert(0, t)
        t = via[t]
    return total, path


def main(deps, duration=None):
    duration = duration or {}
    try:
        levels = list(waves(deps))
    except CycleError as e:
        cycle = e.args[1]
        assert kahn(deps) is None
        return "cycle", len(cycle) - 1, sorted(set(cycle))
    for i, level in enumerate(levels):
        print(f"wave {i}: {', '.join(level)}")
    total, path = critical_path(deps, duration)
    return kahn(deps), total, " -> ".join(path)


BUILD = {
    "link": ["compile_a", "compile_b"],
    "compile_a": ["configure"],
    "compile_b": ["configure", "codegen"],
    "test": ["link"],
    "package": ["test", "docs"],
}

CASES = [
    (BUILD,),
    (BUILD, {"compile_a": 10, "compile_b": 4, "codegen": 7, "docs": 30}),
    ({},),
    ({"a": ["b"], "b": ["c"], "c": ["a"], "d": []},),
    ({"a": ["a"]},),
    ({"solo": []}, {"solo": 2.5}),
    ({"shirt": [], "tie": ["shirt"], "jacket": ["tie", "belt"], "belt": ["trousers"], "shoes": ["trousers", "socks"]},),
]
