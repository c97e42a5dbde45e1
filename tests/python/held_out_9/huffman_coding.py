# ruff: noqa
"""Huffman coding with canonical codes and a bit-packed round trip."""

import heapq
from collections import Counter
from dataclasses import dataclass, field
from typing import Optional


@dataclass(order=True)
class Node:
    weight: int
    key: str
    symbol: Optional[str] = field(default=None, compare=False)
    left: Optional["Node"] = field(default=None, compare=False)
    right: Optional["Node"] = field(default=None, compare=False)


def build(text):
    heap = [Node(n, ch, ch) for ch, n in Counter(text).items()]
    heapq.heapify(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, Node(a.weight + b.weight, min(a.key, b.key), None, a, b))
    return heap[0] if heap else None


def lengths(node, depth=0):
    if node is None:
        return {}
    if node.symbol is not None:
        return {node.symbol: max(depth, 1)}
    return {**lengths(node.left, depth + 1), **lengths(node.right, depth + 1)}


def canonical(lens):
    codes, code, last = {}, 0, 0
    for sym, n in sorted(lens.items(), key=lambda p: (p[1], p[0])):
        code <<= n - last
        codes[sym] = format(code, f"0{n}b")
        code += 1
        last = n
    return codes


def pack(bits):
    pad = -len(bits) % 8
    bits += "0" * pad
    return bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)), pad


def unpack(data, pad):
    bits = "".join(f"{b:08b}" for b in data)
    return bits[: len(bits) - pad] if pad else bits


def decode(bits, codes):
    inverse = {v: k for k, v in codes.items()}
    out, current = [], ""
    for b in bits:
        current += b
        if current in inverse:
            out.append(inverse[current])
            current = ""
    if current:
        raise ValueError("trailing bits")
    return "".join(out)


def main(text):
    codes = canonical(lengths(build(text)))
    bits = "".join(map(codes.__getitem__, text))
    data, pad = pack(bits)
    assert decode(unpack(data, pad), codes) == text
    for sym in sorted(codes, key=lambda s: (len(codes[s]), s))[:4]:
        print(repr(sym), codes[sym])
    kraft = sum(2.0 ** -len(c) for c in codes.values())
    return data.hex(), pad, len(bits), kraft, codes


CASES = [
    ("",),
    ("a",),
    ("aaaa",),
    ("ab",),
    ("abracadabra",),
    ("mississippi river",),
    ("the quick brown fox jumps over the lazy dog",),
    ("ééàü\n\t",),
]
