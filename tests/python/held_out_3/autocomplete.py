"""A trie that completes prefixes, most used words first."""

from __future__ import annotations

from collections.abc import Iterator


class Node:
    __slots__ = ("children", "count")

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.count = 0


class Trie:
    def __init__(self) -> None:
        self.root = Node()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __contains__(self, word: str) -> bool:
        node = self._find(word)
        return node is not None and node.count > 0

    def add(self, word: str) -> None:
        node = self.root
        for letter in word:
            node = node.children.setdefault(letter, Node())
        if node.count == 0:
            self._size += 1
        node.count += 1

    def _find(self, prefix: str) -> Node | None:
        node = self.root
        for letter in prefix:
            if (node := node.children.get(letter)) is None:
                return None
        return node

    def _walk(self, node: Node, prefix: str) -> Iterator[tuple[int, str]]:
        if node.count:
            yield node.count, prefix
        for letter, child in sorted(node.children.items()):
            yield from self._walk(child, prefix + letter)

    def complete(self, prefix: str, limit: int = 3) -> list[str]:
        node = self._find(prefix)
        if node is None:
            return []
        found = sorted(self._walk(node, prefix), key=lambda pair: (-pair[0], pair[1]))
        return [word for _, word in found[:limit]]


def main(text: str, prefixes: list[str]):
    trie = Trie()
    for word in text.split():
        trie.add(word)
    return len(trie), {prefix: trie.complete(prefix) for prefix in prefixes}, [p in trie for p in prefixes]


CASES = [
    ("tea ten to ten inn in i tea ten team", ["te", "t", "in", "x"]),
    ("", ["", "a"]),
]
