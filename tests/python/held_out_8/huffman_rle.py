# ruff: noqa
"""Huffman coding, run-length coding and the Burrows-Wheeler transform."""

import heapq
from collections import Counter
from itertools import count, groupby

END = "\x03"


def huffman_codes(text):
    tick = count()
    heap = [(n, next(tick), ch) for ch, n in sorted(Counter(text).items())]
    if not heap:
        return {}
    if len(heap) == 1:
        return {heap[0][2]: "0"}
    heapq.heapify(heap)
    while len(heap) > 1:
        n1, _, a = heapq.heappop(heap)
        n2, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (n1 + n2, next(tick), (a, b)))
    codes = {}

    def assign(tree, prefix):
        if isinstance(tree, tuple):
            left, right = tree
            assign(left, prefix + "0")
            assign(right, prefix + "1")
        else:
            codes[tree] = prefix

    assign(heap[0][-1], "")
    return codes


def decode(bits, codes):
    inverse = {v: k for k, v in codes.items()}
    buf, out = "", []
    for b in bits:
        buf += b
        if (ch := inverse.get(buf)) is not None:
            out.append(ch)
            buf = ""
    return "".join(out)


def pack(bits):
    """Pad to bytes; the first byte stores the padding."""
    pad = -len(bits) % 8
    bits += "0" * pad
    return bytes([pad]) + bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))


def unpack(data):
    bits = "".join(format(b, "08b") for b in data[1:])
    return bits[: len(bits) - data[0]]


def rle(s):
    return [(ch, sum(1 for _ in run)) for ch, run in groupby(s)]


def bwt(s):
    s += END
    return "".join(rot[-1] for rot in sorted(s[i:] + s[:i] for i in range(len(s))))


def inverse_bwt(s):
    table = [""] * len(s)
    for _ in s:
        table = sorted(c + row for c, row in zip(s, table))
    return next(row for row in table if row.endswith(END))[:-1]


def main(text):
    codes = huffman_codes(text)
    bits = "".join(codes[ch] for ch in text)
    packed = pack(bits)
    assert unpack(packed) == bits
    assert decode(bits, codes) == text
    transformed = bwt(text)
    assert inverse_bwt(transformed) == text
    for ch, code in sorted(codes.items(), key=lambda kv: (len(kv[1]), kv[1])):
        print(repr(ch), code)
    return packed.hex(), len(bits), transformed.replace(END, "$"), rle(transformed)[:5], len(rle(text))


CASES = [
    ("abracadabra",),
    ("aaaa",),
    ("",),
    ("mississippi river",),
    ("ab",),
    ("WWWWBBBWWWW",),
    ("the rain in spain stays mainly",),
    ("ééèê ☃",),
]
