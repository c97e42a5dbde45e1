"""Gradient descent on the loss (21) in closed form, compiled.

At a vertex (q, t) with heads H the gradient has few entries that matter. Under each head the tape's is
gamma (T - delta_2): the step T - (1/gamma) gradient writes. The head's moves it. In s, the entries of the successors
(delta_1, t') are sums over the tapes of

    4 b^2 gamma <t - r, t'> + along(t, t')        (and a number that is the same for all of them),

r being the code that the tape variable holds under the next head after the write; so their minimum is taken tape by
tape. All factors are `Tables`, read off the network's weights; that every other vertex has a larger entry is
`Tables.margin` > 0, for all vertices and reads. No sum rounds (the certificate), so the numbers are autograd's bit for
bit.
"""

from __future__ import annotations

import numpy as np

from turingrad.arrays import F32, F64, I32, I64, Mask
from turingrad.jit import njit

HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True)
def advance(
    first_follower: I64,
    read: I32,
    write: I32,
    move: I32,
    codes: F32,
    reading: F32,
    along: F32,
    level: F64,
    rates: F64,
    pauses: Mask,
    T: F32,
    heads: I64,
    origin: int,
    vertex: int,
    steps: int,
    losses: F64,
    recorded: int,
    digest: np.uint64,
) -> tuple[int, int, int, np.uint64]:
    """At most `steps` gradient steps: (vertex, steps taken, losses recorded, hash of all (vertex, heads) passed).

    Fewer steps are taken where the machine halts, where a head stands on the first or last cell, so that the tape can
    grow, and before a vertex that pauses. first_follower[v]: the first vertex of delta_1, -1
    at a halting vertex; reading[t'] = 4 b^2 gamma t' by code; level[v] = c + l_S(e_v); rates = (gamma, 1/gamma,
    2 b^2 gamma); T (cells, tapes, k).
    """
    cells, tapes, width = T.shape
    size = codes.shape[0]
    gamma, rate, weight = rates[0], rates[1], rates[2]
    for taken in range(steps):
        follower = first_follower[vertex]
        edge = False
        for tape in range(tapes):
            edge = edge or heads[tape] == 0 or heads[tape] == cells - 1
        if follower < 0 or edge or pauses[vertex]:
            return vertex, taken, recorded, digest
        digest = (digest ^ np.uint64(vertex)) * HASH_FACTOR
        digit = 0
        writing = moving = missing = 0.0
        for tape in range(tapes):
            head = heads[tape]
            digest = (digest ^ np.uint64(head - origin)) * HASH_FACTOR
            seen, following = read[vertex, tape], write[vertex, tape]
            for k in range(width):
                gradient = gamma * (T[head, tape, k] - codes[following, k])
                writing += gradient * gradient
                T[head, tape, k] -= rate * gradient
            head += move[vertex, tape]
            moving += 2.0 * (move[vertex, tape] != 0)
            heads[tape] = head
            least, chosen = np.inf, 0
            for symbol in range(size):
                entry = float(along[tape, seen, symbol])
                for k in range(width):
                    entry += (codes[seen, k] - T[head, tape, k]) * reading[symbol, k]
                if entry < least:
                    least, chosen = entry, symbol
            if recorded < losses.size:
                for k in range(width):
                    missing += (T[head, tape, k] - codes[seen, k]) ** 2
            digit = digit * size + chosen
        if recorded < losses.size:
            losses[recorded] = level[vertex] + gamma / 2 * (writing * rate * rate + moving) + weight * missing
            recorded += 1
        vertex = follower + digit
    return vertex, steps, recorded, digest
