"""Queries and keys of the heads: how a lookup becomes a score.

Up to `SPLIT_BITS` bits, and always in a shared head, a key bit has two coordinates, one for queries of +1 and one for
queries of -1, each -S if the key differs and 0 otherwise, at the null too (its key bits are all -1). So no partial sum
of a match is larger than its distance and C. More bits have one coordinate each, S/2 (q k - 1), and one for the
constant; a coordinate with the sum of the query bits cancels them at the null.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.blueprint import ONE, Lookup
from turingrad.constructions.decoder.features import Features
from turingrad.constructions.decoder.scaling import PAIRS, SPLIT_BITS, Scaling
from turingrad.errors import LimitError


def rotary_head(lookup: Lookup, features: Features, scaling: Scaling, q: F64, k: F64) -> None:
    """Queries and keys of one head, (64, width) each, whose score is that of `scaling`."""
    one = features[ONE]
    slots = iter(scaling.slots())
    null = None if lookup.null is None else features[lookup.null]
    Q, K = factors(scaling.gap / scaling.omega)
    q[scaling.pair, one] = Q
    present(k[PAIRS + scaling.pair], -K, one, null)
    if len(lookup.match) <= SPLIT_BITS:
        split_bits(lookup, features, scaling, q, k, slots)
    else:
        whole_bits(lookup, features, scaling, q, k, slots)
    if null is not None:
        slot = next(slots)
        q[slot, one], B = factors(scaling.null)
        absent(k[slot], B, one, null)
        slot = next(slots)
        q[slot, one], C = factors(scaling.centre)
        present(k[slot], C, one, null)


def split_bits(lookup: Lookup, features: Features, scaling: Scaling, q: F64, k: F64, slots: Iterator[int]) -> None:
    """-S (1 + q)/2 times (1 - k)/2, off at the null, and -S (1 - q)/2 times (1 + k)/2."""
    one, (Q, K) = features[ONE], factors(-scaling.mismatch)
    for query, key in lookup.match:
        on, off = next(slots), next(slots)
        q[on, one] += Q / 2
        q[on, features[query]] += Q / 2
        k[on, features[key]] = -K / 2
        k[on, one if lookup.null is None else features[lookup.null]] = K / 2 if lookup.null is None else -K / 2
        q[off, one] += Q / 2
        q[off, features[query]] -= Q / 2
        k[off, one] = k[off, features[key]] = K / 2


def whole_bits(lookup: Lookup, features: Features, scaling: Scaling, q: F64, k: F64, slots: Iterator[int]) -> None:
    one, null = features[ONE], None if lookup.null is None else features[lookup.null]
    most = len(scaling.slots()) - 4
    if len(lookup.match) > most:
        raise LimitError(f"an attention head compares at most {most} bits")
    Q, K = factors(scaling.mismatch / 2)
    for query, key in lookup.match:
        slot = next(slots)
        q[slot, features[query]] = Q
        k[slot, features[key]] = K
    if null is not None:
        slot = next(slots)
        for query, _ in lookup.match:
            q[slot, features[query]] += Q
        absent(k[slot], K, one, null)
    slot = next(slots)
    q[slot, one], constant = factors(-scaling.mismatch / 2 * len(lookup.match))
    present(k[slot], constant, one, null)


def present(row: F64, value: float, one: int, null: int | None) -> None:
    """`value` at every token but the null."""
    row[one] = value if null is None else value / 2
    if null is not None:
        row[null] = -value / 2


def absent(row: F64, value: float, one: int, null: int) -> None:
    """`value` at the null, 0 elsewhere."""
    row[one] = row[null] = value / 2


def factors(product: float) -> tuple[float, float]:
    """(a power of two, the rest), about equal: their product is exact, and both need no more bits than the product."""
    power = 2.0 ** math.ceil(math.log2(abs(product)) / 2) if product else 1.0
    return power, product / power


def shared_heads(lookups: Sequence[Lookup], features: Features, scaling: Scaling, queries: list[F64], k: F64) -> None:
    """Queries (64, width) of each lookup and the one key matrix that they share. All have the null of the first.

    A slot belongs to a key feature and the value that a query may demand of it; lookups that demand other features
    leave it at 0. `when` has a slot in which every key but the null loses S if the query lacks the feature.
    """
    one, null = features[ONE], features[lookups[0].null or ONE]
    slots, taken = iter(scaling.slots()), dict[tuple[str, str], int]()
    Q, K = factors(scaling.mismatch)

    def slot(key: str, demand: str) -> int:
        if (key, demand) not in taken:
            found = next(slots, None)
            if found is None:
                raise LimitError(f"the heads of {lookups[0].name} need more than {len(taken)} slots")
            taken[key, demand] = found
            if demand == "1":  # 0 if the feature is on, else -K; 0 at the null, too
                k[found, [features[key], null]] = K / 2
            elif demand == "0":
                k[found, [features[key], one]] = -K / 2
            else:
                present(k[found], -K, one, null)
        return taken[key, demand]

    turning, distance = factors(scaling.gap / scaling.omega)
    present(k[PAIRS + scaling.pair], -distance, one, null)
    bottom = next(slots)
    power, rest = factors(scaling.null)
    absent(k[bottom], rest, one, null)
    for lookup, q in zip(lookups, queries, strict=True):
        q[scaling.pair, one], q[bottom, one] = turning, power
        for query, key in lookup.match:
            on, off = slot(key, "1"), slot(key, "0")
            q[on, one], q[on, features[query]] = Q / 2, Q / 2
            q[off, one], q[off, features[query]] = Q / 2, -Q / 2
        for flag in lookup.flags:
            q[slot(flag, "1"), one] = Q
        for feature in lookup.when:
            q[slot(feature, "none"), [one, features[feature]]] = Q / 2, -Q / 2
