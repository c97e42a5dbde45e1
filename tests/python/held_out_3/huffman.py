"""Huffman coding: the code of a text, the bits, and the text back from them."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field


@dataclass(order=True)
class Node:
    weight: int
    smallest: str
    left: Node | None = field(default=None, compare=False)
    right: Node | None = field(default=None, compare=False)

    @property
    def is_leaf(self) -> bool:
        return self.left is None


def tree(text: str) -> Node:
    heap = [Node(count, letter) for letter, count in Counter(text).items()]
    heapq.heapify(heap)
    while len(heap) > 1:
        a = heapq.heappop(heap)
        b = heapq.heappop(heap)
        heapq.heappush(heap, Node(a.weight + b.weight, min(a.smallest, b.smallest), a, b))
    return heap[0]


def codes(node: Node, prefix: str = "") -> dict[str, str]:
    if node.is_leaf:
        return {node.smallest: prefix or "0"}
    return codes(node.left, prefix + "0") | codes(node.right, prefix + "1")


def decode(bits: str, table: dict[str, str]) -> str:
    letters = {code: letter for letter, code in table.items()}
    text, current = [], ""
    for bit in bits:
        current += bit
        if current in letters:
            text.append(letters[current])
            current = ""
    assert not current, "bits left over"
    return "".join(text)


def main(text: str):
    table = codes(tree(text))
    bits = "".join(table[letter] for letter in text)
    padded = bits.ljust(-(-len(bits) // 8) * 8, "0")
    packed = [int(padded[i : i + 8], 2) for i in range(0, len(padded), 8)]
    return dict(sorted(table.items())), packed, decode(bits, table) == text


CASES = [("abracadabra",), ("",)]
