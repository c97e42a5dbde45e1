"""The index lemma: where hard-max attention over a growing history is a table lookup.

Lemma. Let the score space split into
  match rows   k_i = 2 h_c - 1 in ±1, and q_i = ±s for one s > 0 (a coded bit, or the constant s),
  weight rows  k_i = h_c in {0, 1} and q_i = a constant omega_i >= 0, with Omega the sum of the omega_i,
  null rows    k_i = 0 for every key, q_i constant; the null key is 0 outside of them and scores N in all.
With n match rows, a key that agrees with the query on all of them scores s n + (its weights), any other key at most
s (n - 2) + Omega. If s (n - 2) + Omega < N < s n, the attention returns the mean value of the keys in the bucket
{key bits == query bits} that have the largest weight, and the null value where the bucket is empty.

So a bucket keeps (largest weight, sum of values, count). The lemma speaks of binary hidden vectors and of weights of
this form: anything else is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad.constructions.transformer.weights import AttentionWeights
from turingrad.errors import CertificateError

MAX_KEY_BITS = 62


@dataclass(frozen=True)
class IndexPlan:
    """Rows of the score space by role, and the coordinates that the value writes."""

    match: I64
    weight: I64
    targets: I64


def index_plan(attention: AttentionWeights, where: str) -> IndexPlan:
    """Sort the rows and check the lemma's inequality; `where` names the layer in an error."""

    def refuse(why: str) -> CertificateError:
        return CertificateError(f"{where}: {why}, so attention cannot be answered by an index; use executor 'dense'")

    match, weight = [], []
    scale, omega = 0.0, 0.0
    for row in range(len(attention.b_Q)):
        key, key_bias = attention.W_K[row], attention.b_K[row]
        query, query_bias = attention.W_Q[row], attention.b_Q[row]
        if is_unit(key, 2.0) and key_bias == -1.0:
            coded = is_unit(query, -2.0 * query_bias) and query_bias < 0.0
            if not coded and not (not query.any() and query_bias > 0.0):
                raise refuse(f"query row {row} is not a coded bit")
            if scale not in (0.0, abs(query_bias)):
                raise refuse(f"query row {row} has another scale than the others")
            scale = abs(float(query_bias))
            match.append(row)
        elif is_unit(key, 1.0) and key_bias == 0.0 and not query.any() and query_bias >= 0.0:
            weight.append(row)
            omega += float(query_bias)
        elif key.any() or key_bias != 0.0 or query.any():
            raise refuse(f"score row {row} is neither a match, a weight nor a null row")
    if attention.K_0[match + weight].any():
        raise refuse("the null key reaches outside of its own rows")
    null = float(attention.b_Q @ attention.K_0)
    if not scale * (len(match) - 2) + omega < null < scale * len(match):
        raise refuse(f"the null score {null:g} does not separate matches from mismatches")
    if len(match) > MAX_KEY_BITS:
        raise refuse(f"keys of {len(match)} bits are more than {MAX_KEY_BITS}")
    targets = np.flatnonzero(attention.W_V.any(axis=1) | (attention.b_V != 0))
    if attention.V_0.any():
        raise refuse("the null value is not 0")
    return IndexPlan(np.array(match, np.int64), np.array(weight, np.int64), targets)


def is_unit(row: F64, value: float) -> bool:
    """True if exactly one entry is not 0, and it is `value`."""
    filled = np.flatnonzero(row)
    return len(filled) == 1 and bool(row[filled[0]] == value)
