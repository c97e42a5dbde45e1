"""Huffman coding of a string: the code and the encoded bits."""

import heapq
from collections import Counter
from dataclasses import dataclass, field
from typing import Optional


@dataclass(order=True)
class Tree:
    weight: int
    order: str
    left: Optional["Tree"] = field(default=None, compare=False)
    right: Optional["Tree"] = field(default=None, compare=False)

    @property
    def is_leaf(self) -> bool:
        return self.left is None and self.right is None


def build(text):
    heap = [Tree(n, ch) for ch, n in Counter(text).items()]
    heapq.heapify(heap)
    while len(heap) > 1:
        a = heapq.heappop(heap)
        b = heapq.heappop(heap)
        heapq.heappush(heap, Tree(a.weight + b.weight, min(a.order, b.order), a, b))
    return heap[0]


def codes(tree, prefix=""):
    if tree.is_leaf:
        return {tree.order: prefix or "0"}
    return {**codes(tree.left, prefix + "0"), **codes(tree.right, prefix + "1")}


def decode(bits, table):
    inverse = {v: k for k, v in table.items()}
    out, word = [], ""
    for b in bits:
        word += b
        if word in inverse:
            out.append(inverse[word])
            word = ""
    return "".join(out)


def main(text):
    if not text:
        return {}, ""
    table = codes(build(text))
    bits = "".join(table[ch] for ch in text)
    assert decode(bits, table) == text
    return table, bits


CASES = [
    ("abracadabra",),
    ("",),
    ("aaaa",),
    ("ab",),
    ("mississippi river",),
    ("the rain in spain",),
    ("abcdefgh",),
]
