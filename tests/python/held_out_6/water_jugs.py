# ruff: noqa
"""Measure a volume with jugs: breadth-first search over the states, with the steps."""

from collections import deque
from functools import reduce
from math import gcd
from typing import Iterator, NamedTuple


class Step(NamedTuple):
    action: str
    state: tuple[int, ...]


def moves(state: tuple[int, ...], capacity: tuple[int, ...]) -> Iterator[Step]:
    def with_(changes):
        return tuple(changes.get(i, v) for i, v in enumerate(state))

    for i, (level, cap) in enumerate(zip(state, capacity)):
        if level < cap:
            yield Step(f"fill {i}", with_({i: cap}))
        if level > 0:
            yield Step(f"empty {i}", with_({i: 0}))
            for j, other in enumerate(state):
                if i != j and other < capacity[j]:
                    amount = min(level, capacity[j] - other)
                    yield Step(f"pour {i}->{j}", with_({i: level - amount, j: other + amount}))


def solve(capacity, target):
    start = (0,) * len(capacity)
    came = {start: None}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        if target in state:
            path = []
            while came[state] is not None:
                action, state = came[state]
                path.append(action)
            return path[::-1]
        for action, nxt in moves(state, capacity):
            if nxt not in came:
                came[nxt] = (action, state)
                queue.append(nxt)
    return None


def main(*numbers):
    *capacity, target = numbers
    if target % reduce(gcd, capacity):
        return "impossible by divisibility"
    plan = solve(tuple(capacity), target)
    return plan if plan is not None else "impossible"


CASES = [(3, 5, 4), (2, 6, 5), (8, 5, 3, 4), (1, 2, 7), (4, 9, 6), (7, 0), (7, 11, 6), (6, 10, 15, 7)]
