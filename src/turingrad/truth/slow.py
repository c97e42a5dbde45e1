"""Slow rotary pairs: those that hardly turn over the whole context, so that their coordinates may be mixed.

Pair p of a head (coordinates p and p + 32) turns by omega_p per token. Mixing different pairs does not commute with
rotary embeddings, since they turn at different speeds. But a pair with n omega_p <= 2^-24 over a context of n tokens
contributes q . k to a score, up to n omega_p times the products of its four coordinates. So the slow coordinates of
queries and keys may be put into any other orthogonal basis: q . k stays, and `leak` bounds what turning adds.

Hadamard matrices of sizes 4 and 16 are put on groups of coordinates that compare bits: their queries have one
magnitude and their keys another, so that the mixed ones need few bits more. (The two coordinates with the constants B
and C have many bits of their own; mixed with others they would not fit bfloat16.)

Heads that share their keys (the processor's) are left as they are. Its certificate rests on the products of a match
being 0 (`decoder/shared_lead.py`): mixed ones would be sums of up to S = 2^24 that cancel, one such addition rounds
by 1, and 34 coordinates of 34 S together by more than the 1,024 by which the winner leads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from turingrad._support.arrays import F64
from turingrad.truth.blocks import Block
from turingrad.truth.rotations import Generator, change_blocks, hadamard_rotation, random_rotation
from turingrad.truth.same import PAIRS, slow_pairs
from turingrad.truth.value import Truth


def mix_slow_pairs(truth: Truth, rng: Generator, groups: Sequence[int] | None) -> Truth:
    """The slow coordinates of queries and keys in another basis: Hadamard matrices of these sizes, as many of the first
    as fit, then of the next, along groups of coordinates; with None a random rotation of all of them. Models whose
    heads share keys are returned as they are."""
    if truth.config["num_key_value_heads"] != truth.config["num_attention_heads"]:
        return truth
    slow = [each for pair in slow_pairs(truth.config) for each in (pair, pair + PAIRS)]

    def mix(block: Block) -> Block:
        q, k = block.q.copy(), block.k.copy()
        for number in range(len(q)):
            for rows, m in matrices(q[number, slow], k[number, slow], groups, rng):
                mixed = [slow[row] for row in rows]
                q[number, mixed], k[number, mixed] = m @ q[number, mixed], m @ k[number, mixed]
        return replace(block, q=q, k=k)

    return change_blocks(truth, mix)


def matrices(q: F64, k: F64, groups: Sequence[int] | None, rng: Generator) -> Iterator[tuple[list[int], F64]]:
    """Orthogonal matrices, and the rows of q and k, (coordinates, width) each, on which each is put."""
    if groups is None:
        yield list(range(len(q))), random_rotation(len(q), rng)
        return
    free = rng.permutation(comparing_rows(q, k)).tolist()
    for size in groups:
        while len(free) >= size:
            rows, free = free[:size], free[size:]
            yield rows, hadamard_rotation(size, (size,), rng)


def comparing_rows(q: F64, k: F64) -> list[int]:
    """The rows that compare bits, those of the commonest magnitudes; and those that are 0, to hide among them."""
    sizes = [(float(np.abs(a).sum()), float(np.abs(b).sum())) for a, b in zip(q, k, strict=True)]
    used = Counter(size for size in sizes if all(size))
    most = used.most_common(1)[0] if used else None
    if most is None or most[1] < 2:
        return []
    return [row for row, size in enumerate(sizes) if size in (most[0], (0.0, 0.0))]
