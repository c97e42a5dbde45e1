# ruff: noqa
"""A skip list as an ordered map, with a seeded coin."""

import random
from typing import Any, Iterator, Optional


class _Node:
    __slots__ = ("key", "value", "forward")

    def __init__(self, key, value, level: int):
        self.key = key
        self.value = value
        self.forward: list[Optional["_Node"]] = [None] * level


class SkipList:
    MAX_LEVEL = 6

    def __init__(self, seed: int = 0):
        self._rng = random.Random(seed)
        self._head = _Node(None, None, self.MAX_LEVEL)

    def _path(self, key) -> list[_Node]:
        path, node = [self._head] * self.MAX_LEVEL, self._head
        for level in reversed(range(self.MAX_LEVEL)):
            while (nxt := node.forward[level]) is not None and nxt.key < key:
                node = nxt
            path[level] = node
        return path

    def __setitem__(self, key, value) -> None:
        path = self._path(key)
        found = path[0].forward[0]
        if found is not None and found.key == key:
            found.value = value
            return
        level = 1
        while level < self.MAX_LEVEL and self._rng.random() < 0.5:
            level += 1
        node = _Node(key, value, level)
        for i in range(level):
            node.forward[i] = path[i].forward[i]
            path[i].forward[i] = node

    def __getitem__(self, key) -> Any:
        node = self._path(key)[0].forward[0]
        if node is None or node.key != key:
            raise KeyError(key)
        return node.value

    def __delitem__(self, key) -> None:
        self[key]
        path = self._path(key)
        node = path[0].forward[0]
        for i in range(len(node.forward)):
            path[i].forward[i] = node.forward[i]

    def items(self) -> Iterator[tuple]:
        node = self._head.forward[0]
        while node:
            yield node.key, node.value
            node = node.forward[0]


def main(operations: list[tuple]):
    table = SkipList(seed=len(operations))
    log = []
    for op, *args in operations:
        try:
            if op == "set":
                table[args[0]] = args[1]
            elif op == "get":
                log.append(table[args[0]])
            else:
                del table[args[0]]
        except KeyError:
            log.append(f"missing {args[0]!r}")
    return log, list(table.items())


CASES = [
    ([("set", 3, "c"), ("set", 1, "a"), ("get", 3), ("get", 2)],),
    ([("set", i * 7 % 20, i) for i in range(20)] + [("del", i) for i in range(0, 20, 3)],),
    ([("set", "x", 1), ("set", "x", 2), ("del", "x"), ("del", "x")],),
    ([],),
    ([("set", w, len(w)) for w in "the quick brown fox jumps".split()] + [("get", "fox")],),
    ([("get", 0), ("set", 0, None), ("get", 0)],),
]
