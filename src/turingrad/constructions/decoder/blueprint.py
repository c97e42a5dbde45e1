"""The network before its weights: blocks of lookups and units over named features.

A *unit* is a rectified sum. Let [f] be 1 if the feature f is on (+1) and 0 if it is off (-1). With whole coefficients

    value = relu(constant + sum coefficient [f])  times  [gate], if it has a gate

and 2 value is added to (or taken from) each feature that it writes. Three patterns are used:

    AND of k literals            one unit: the sum is 1 if all hold and at most 0 (here: -1) otherwise
    [x >= t]                     relu(x - t + 1) - relu(x - t)
    bit k of a sum S < 4 * 2^k   [S >= 2^k] - [S >= 2 * 2^k] + [S >= 3 * 2^k]

A *lookup* is an attention head: it copies features from the last token whose key features equal the query's, and that
has all `flags`; if there is none, or the query lacks one of `when`, from the null. Lookups of a block may share one
key-value head (`Block.shared`): slots and values are then unions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from turingrad.constructions.decoder.features import Features

ONE = "one"
Literals = Iterable[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Unit:
    """relu(constant + sum coefficient [feature]) [gate], added to the features that it `writes`, (feature, sign) each.

    `group` names units of which at most one is on, for the certificate; `label` says what the unit computes.
    """

    terms: tuple[tuple[str, int], ...]
    constant: int
    writes: tuple[tuple[str, int], ...]
    gate: str | None = None
    group: str = ""
    label: str = ""

    @property
    def most(self) -> int:
        """The largest value that the sum can take."""
        return self.constant + sum(max(0, coefficient) for _, coefficient in self.terms)

    @property
    def least(self) -> int:
        """The smallest value that the sum can take, before the rectifier."""
        return self.constant + sum(min(0, coefficient) for _, coefficient in self.terms)

    @property
    def literals(self) -> tuple[tuple[str, int], ...] | None:
        """(feature, sign) pairs if the unit is an AND of them, else None."""
        signs = tuple((name, 1 if coefficient > 0 else -1) for name, coefficient in self.terms)
        gated = ((self.gate, 1),) if self.gate else ()
        return (*signs, *gated) if self.most == 1 and all(c for _, c in self.terms) else None


def conjunction(
    literals: Literals, writes: Literals, *, gate: str | None = None, group: str = "", label: str = ""
) -> Unit:
    """The AND of (feature, sign) literals: 1 if all of them hold, else the sum is at most -1."""
    signs = tuple(literals)
    constant = 1 - 2 * sum(sign > 0 for _, sign in signs)
    return Unit(tuple((name, 2 * sign) for name, sign in signs), constant, tuple(writes), gate, group, label)


def step(
    terms: Literals, constant: int, writes: Literals, *, gate: str | None = None, label: str = ""
) -> Iterator[Unit]:
    """[constant + sum coefficient [f] >= 1], added to what it writes: two units, or one if the sum is at most 1."""
    terms, writes = tuple(terms), tuple(writes)
    first = Unit(terms, constant, writes, gate, label=label)
    if first.most < 1:
        return
    yield first
    if first.most > 1:
        yield Unit(terms, constant - 1, tuple((name, -sign) for name, sign in writes), gate, label=label)


def spike(terms: Literals, value: int, writes: Literals, *, gate: str | None = None, label: str = "") -> Iterator[Unit]:
    """[sum coefficient [f] = value]: relu(d + 1) - 2 relu(d) + relu(d - 1) for the difference d."""
    terms, writes = tuple(terms), tuple(writes)
    for shift, sign in ((1, 1), (0, -2), (-1, 1)):
        unit = Unit(terms, shift - value, tuple((name, sign * w) for name, w in writes), gate, label=label)
        if unit.most > 0:
            yield unit


def sum_bit(
    terms: Literals, constant: int, bit: int, writes: Literals, *, gate: str | None = None, label: str = ""
) -> Iterator[Unit]:
    """Bit `bit` of a sum between 0 and 4 * 2^bit - 1."""
    terms, writes = tuple(terms), tuple(writes)
    for multiple, sign in ((1, 1), (2, -1), (3, 1)):
        written = tuple((name, sign * w) for name, w in writes)
        yield from step(terms, constant - (multiple << bit) + 1, written, gate=gate, label=label)


@dataclass(frozen=True, slots=True)
class Lookup:
    """`match`: (query feature, key feature) pairs; `copies`: (feature there, feature here), at most 64.

    `flags`: features that the key must have; `when`: features that the query must have, or the null answers;
    `apart`: how many tokens two tokens that match are apart at least.
    """

    name: str
    match: tuple[tuple[str, str], ...]
    copies: tuple[tuple[str, str], ...]
    null: str | None = None
    flags: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    apart: int = 1


@dataclass(frozen=True, slots=True)
class Block:
    """One layer of the decoder: what its heads look up, and the units of its MLP."""

    name: str
    lookups: tuple[Lookup, ...]
    units: tuple[Unit, ...]
    shared: bool = False


@dataclass(frozen=True)
class Blueprint:
    """A machine as features, blocks and a vocabulary. `logits[token]` are (feature, weight) pairs."""

    machine: Any
    options: Any
    features: Features
    vocabulary: Any
    blocks: tuple[Block, ...]
    logits: tuple[tuple[tuple[str, int], ...], ...]
    theta_bits: int = 64  # rope_theta is 2^theta_bits
