"""Whether a disguised model is its base in another basis: every identity that its certificate rests on, exactly.

All numbers are dyadic with few bits, so that products and sums in float64 are exact if the model is what it claims to
be; a random rotation is not, and is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log2
from typing import Any

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.truth.blocks import Block, Parts
from turingrad.truth.value import Truth

PAIRS = HEAD_SIZE // 2
Problem = tuple[str, str]
SIZES = ("hidden_size", "intermediate_size", "num_attention_heads", "num_key_value_heads", "dtype")
"""What a disguise may change of the configuration."""


VANISHING = 2.0**-24


@dataclass(frozen=True)
class Scores:
    """The base's scores times `factor`; 0: other scores. If slow pairs are mixed, `terms` of their products are not 0,
    `magnitude` is the sum of these and `leak` what turning can add to it; all are 0 if pairs are turned alone."""

    factor: float
    terms: int = 0
    magnitude: float = 0.0
    leak: float = 0.0

    def worst(self, other: Scores) -> Scores:
        """What holds for both."""
        return Scores(
            min(self.factor, other.factor),
            max(self.terms, other.terms),
            max(self.magnitude, other.magnitude),
            max(self.leak, other.leak),
        )


@dataclass(frozen=True, eq=False)
class Comparison:
    """`columns` X of the stream; per lookup of the base, in its order, what its heads make of its scores."""

    columns: F64
    scores: tuple[Scores, ...]
    problems: tuple[Problem, ...]


def turns_over_context(config: Mapping[str, Any]) -> F64:
    """n omega_p: how far each rotary pair turns over the context."""
    omega = 2.0 ** (-log2(config["rope_theta"]) * np.arange(PAIRS) / PAIRS)
    found: F64 = config["max_position_embeddings"] * omega
    return found


def slow_pairs(config: Mapping[str, Any]) -> list[int]:
    """The rotary pairs that turn by at most 2^-24 over the context."""
    return [pair for pair, turned in enumerate(turns_over_context(config)) if turned <= VANISHING]


def compare(truth: Truth, plain: Truth, parts: Parts, originals: Parts) -> Comparison:
    """All identities; the problems name those that do not hold."""
    base = stream_columns(plain)
    columns = truth.basis @ base
    problems = list(stream_problems(truth, plain, columns, parts, originals, base))
    scores = list[Scores]()
    if not problems:
        turned = turns_over_context(plain.config)
        for number, (block, original) in enumerate(zip(parts.blocks, originals.blocks, strict=True)):
            found, wrong = compare_heads(block, original, columns, base, truth.basis, turned)
            scores += found
            wrong += compare_units(block, original, columns, base, truth.basis)
            problems += [(f"block {number}", reason) for reason in wrong]
    return Comparison(columns, tuple(scores), tuple(problems))


def stream_columns(plain: Truth) -> F64:
    """D of the base: a column per feature, and the coordinates that no feature has; `one` first."""
    names = ["one", *(name for name in plain.features if name != "one")]
    writes = np.stack([plain.features[name].write for name in names], axis=1)
    embedding = plain.weights["model.embed_tokens.weight"].double().numpy()
    filling = np.where(writes.any(axis=1), 0.0, embedding[0])
    return np.concatenate([writes, filling[:, None]], axis=1)


def stream_problems(
    truth: Truth, plain: Truth, columns: F64, parts: Parts, originals: Parts, base: F64
) -> Iterator[Problem]:
    names = ["one", *(name for name in plain.features if name != "one")]
    if list(truth.features) != list(plain.features):
        yield "features", "are not the base's"
        return
    writes = np.stack([truth.features[name].write for name in names], axis=1)
    reads = np.stack([truth.features[name].read for name in names])
    if not np.array_equal(writes, columns[:, :-1]):
        yield "features", "a write direction is not that of the basis"
    if not np.array_equal(reads @ columns, np.eye(len(names), len(names) + 1)):
        yield "features", "a read direction does not give its feature alone"
    inner = columns.T @ columns
    if not np.array_equal(inner, np.diag(np.diag(inner))) or np.trace(inner) != truth.width:
        yield "stream", "the directions are not orthogonal, or the mean square is not 1"
    if not np.array_equal(parts.embedding, originals.embedding @ truth.basis.T):
        yield "embedding", "is not the base's in this basis"
    if not np.array_equal(parts.head @ columns, originals.head @ base):
        yield "logits", "are not the base's"
    if any(truth.config.get(key) != value for key, value in plain.config.items() if key not in SIZES):
        yield "config", "differs from the base's in more than sizes"
    if any((tensor != 1).any() for name, tensor in truth.weights.items() if "norm" in name):
        yield "norms", "have weights other than 1"


def compare_heads(
    block: Block, original: Block, columns: F64, base: F64, basis: F64, turned: F64
) -> tuple[list[Scores], list[str]]:
    """Per lookup of the base what its heads make of its scores, and what is wrong."""
    wanted = [(q @ base, original.k[0 if original.shared else at] @ base) for at, q in enumerate(original.q)]
    # lookups that compare the same have the same winner, and count as one
    first = [
        next(j for j in range(i + 1) if same_scores(*wanted[i], *wanted[j], turned).factor) for i in range(len(wanted))
    ]
    sums = {each: np.zeros((len(columns), columns.shape[1])) for each in first}
    scores, wrong = dict[int, Scores](), list[str]()
    for number, o in enumerate(block.o):
        at = 0 if block.shared else number
        value = o @ (block.v[at] @ columns)
        own = (block.q[number] @ columns, block.k[at] @ columns)
        like = ((each, same_scores(*own, *wanted[each], turned)) for each in sums)
        each, found = next(((each, found) for each, found in like if found.factor), (-1, Scores(0.0)))
        if found.factor:
            sums[each] += value
            scores[each] = found.worst(scores.get(each, found))
        elif value.any():
            wrong.append(f"head {number} looks up what no head of the base does")
    for each, total in sums.items():
        values = ((i, original.v[0 if original.shared else i] @ base) for i, own in enumerate(first) if own == each)
        if not np.array_equal(total, basis @ sum(original.o[i] @ value for i, value in values)):
            wrong.append(f"the heads of lookup {each} do not write together what the base's does")
    return [scores.get(each, Scores(0.0)) for each in first], wrong


def same_scores(q: F64, k: F64, base_q: F64, base_k: F64, turned: F64) -> Scores:
    """By which factor scores are the base's, all (64, features + 1): pair by pair, or with slow pairs mixed."""
    factors = {pair: pair_factor(q, k, base_q, base_k, pair) for pair in range(PAIRS)}
    found = {factor for factor in factors.values() if factor is not None}
    if len(found) == 1:
        return Scores(found.pop())
    slow = [pair for pair in range(PAIRS) if turned[pair] <= VANISHING]
    fast = {factor for pair, factor in factors.items() if factor is not None and pair not in slow}
    if len(fast) != 1:
        return Scores(0.0)
    rows = [*slow, *(pair + PAIRS for pair in slow)]
    (factor,) = fast
    if not factor or not np.array_equal(q[rows].T @ k[rows], factor * (base_q[rows].T @ base_k[rows])):
        return Scores(0.0)
    queries, keys = (np.abs(each).sum(axis=1) for each in (q, k))  # the largest values over -1 and +1
    partners = [*rows[len(slow) :], *rows[: len(slow)]]
    most = (queries[rows] + queries[partners]) * (keys[rows] + keys[partners])
    products = queries[rows] * keys[rows]
    leak = most @ turned[[*slow, *slow]]
    return Scores(factor, int((products > 0).sum()), float(products.sum()), float(leak))


def pair_factor(q: F64, k: F64, base_q: F64, base_k: F64, pair: int) -> float | None:
    """By which factor a pair adds what the base's does; None if neither adds anything, 0 if they differ."""
    rows = [pair, pair + PAIRS]
    if not (base_q[rows].any() and base_k[rows].any()):
        return 0.0 if q[rows].any() and k[rows].any() else None
    return max(turn_factor(q[rows], base_q[rows], t) * turn_factor(k[rows], base_k[rows], t) for t in range(4))


def turn_factor(rows: F64, base: F64, quarters: int) -> float:
    """The power of two c for which rows are c times the base's after so many quarter turns; 0 if there is none."""
    for _ in range(quarters):
        base = np.stack([-base[1], base[0]])
    factor = float(np.abs(rows).max() / np.abs(base).max())
    return factor if np.frexp(factor)[0] == 0.5 and np.array_equal(rows, factor * base) else 0.0


def compare_units(block: Block, original: Block, columns: F64, base: F64, basis: F64) -> list[str]:
    """What is wrong with the units: those of one gate write together what the base's of that gate write."""
    wanted = writes_by_gate(original, base, original.down @ basis.T)
    found = writes_by_gate(block, columns, block.down)
    nothing = np.zeros(len(columns))
    wrong = [key for key in wanted.keys() | found.keys() if not np.array_equal(
        wanted.get(key, nothing), found.get(key, nothing))]  # fmt: skip
    return [f"{len(wrong)} gates do not write together what the base's do"] if wrong else []


def writes_by_gate(block: Block, columns: F64, down: F64) -> dict[bytes, F64]:
    """Of each gate, up to powers of two, what its units write in all."""
    gates, factors = block.gate @ columns, block.up @ columns
    found = dict[bytes, F64]()
    for gate, factor, writes in zip(gates, factors, down, strict=True):
        (gate, by), (factor, times) = normalise(gate), normalise(factor)
        key = (gate + 0.0).tobytes() + (factor + 0.0).tobytes()  # + 0.0: no -0
        found[key] = found.get(key, 0.0) + by * times * writes
    return found


def normalise(row: F64) -> tuple[F64, float]:
    """A row divided by a power of two, so that its largest entry is between 1/2 and 1; and that power."""
    power = float(2.0 ** np.frexp(np.abs(row).max())[1])
    return row / power, power
