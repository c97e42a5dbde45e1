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

from turingrad._support.arrays import F32, F64, I32, I64, Floats, Mask
from turingrad._support.jit import njit

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
    at = np.uint64(vertex)  # whole numbers without a sign: no index counts from the end
    for taken in range(steps):
        follower = first_follower[at]
        edge = False
        for tape in range(tapes):
            edge = edge or heads[tape] == 0 or heads[tape] == cells - 1
        if follower < 0 or edge or pauses[at]:
            return int(at), taken, recorded, digest
        digest = (digest ^ at) * HASH_FACTOR
        digit = 0
        writing = moving = missing = 0.0
        records = recorded < losses.size
        for tape in range(tapes):
            here = heads[tape]
            digest = (digest ^ np.uint64(here - origin)) * HASH_FACTOR
            seen, following = codes[np.uint32(read[at, tape])], codes[np.uint32(write[at, tape])]
            under = T[np.uint64(here), tape]
            for k in range(width):
                gradient = gamma * (under[k] - following[k])
                writing += gradient * gradient
                under[k] -= rate * gradient
            moving += 2.0 * (move[at, tape] != 0)
            heads[tape] = here + move[at, tape]
            under = T[np.uint64(heads[tape]), tape]
            ways = along[tape, np.uint32(read[at, tape])]
            least, chosen = np.inf, 0
            for symbol in range(size):
                entry = float(ways[symbol])
                for k in range(width):
                    entry += (seen[k] - under[k]) * reading[symbol, k]
                # chosen without a branch: which of them is less is what no processor foresees
                chosen = symbol if entry < least else chosen
                least = entry if entry < least else least
            if records:
                for k in range(width):
                    missing += (under[k] - seen[k]) ** 2
            digit = digit * size + chosen
        if records:
            losses[recorded] = level[at] + gamma / 2 * (writing * rate * rate + moving) + weight * missing
            recorded += 1
        at = np.uint64(follower + digit)
    return int(at), steps, recorded, digest


@njit(cache=True)
def advance_one_tape(
    first_follower: I64,
    moves: I64,
    written: Floats,
    starts: Floats,
    reading: Floats,
    rates: Floats,
    stops: Mask,
    T: F32,
    heads: I64,
    origin: int,
    vertex: int,
    steps: int,
    digest: np.uint64,
) -> tuple[int, int, np.uint64]:
    """`advance` for one tape and no losses to record, with the factors sorted by vertex, which it can be before a run:
    written[v] is the code of the symbol that delta_2 writes, starts[v, t'] = 4 b^2 gamma <t, t'> + along(t, t') what
    the entry of t' begins with, from which the read takes <r, reading[t']>. It stops at vertices that halt or pause,
    `stops`."""
    cells, width, size = T.shape[0], np.uint64(T.shape[2]), np.uint64(reading.shape[0])
    gamma, rate = rates[0], rates[1]
    tape, ways, codes, slopes = T.reshape(-1), starts.reshape(-1), written.reshape(-1), reading.reshape(-1)
    last, head, at = np.uint64(cells - 1), np.uint64(heads[0]), np.uint64(vertex)
    first = head * width  # of the cell's numbers on the tape
    taken = 0
    while taken < steps:
        if stops[at] or head == 0 or head == last:
            break
        digest = (((digest ^ at) * HASH_FACTOR) ^ (head - np.uint64(origin))) * HASH_FACTOR
        for k in range(width):
            tape[first + k] -= rate * (gamma * (tape[first + k] - codes[at * width + k]))
        head = np.uint64(np.int64(head) + moves[at])
        first = head * width
        least, chosen = ways[at * size], np.uint64(0)
        for k in range(width):
            least -= tape[first + k] * slopes[k]
        for symbol in range(np.uint64(1), size):
            entry = ways[at * size + symbol]
            for k in range(width):
                entry -= tape[first + k] * slopes[symbol * width + k]
            # chosen without a branch: which of them is less is what no processor foresees
            chosen = np.uint64(symbol) if entry < least else chosen
            least = entry if entry < least else least
        at = np.uint64(first_follower[at]) + chosen
        taken += 1
    heads[0] = np.int64(head)
    return int(at), taken, digest
