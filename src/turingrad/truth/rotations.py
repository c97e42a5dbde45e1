"""Disguises that change bases and keep the function: of the stream, of values, of rotary pairs.

Dyadic ones have entries that are whole multiples of a power of two. A Hadamard matrix of size 4^j has entries +-1 and
orthogonal rows of norm 2^j, so that H / 2^j is orthogonal with entries +-2^-j.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.exact.sums import NO_GRID, grid_exponents
from turingrad.truth.blocks import MATRICES, Block, Parts, put_together, take_apart
from turingrad.truth.value import Truth

PAIRS = HEAD_SIZE // 2
SMALL, LARGE = 4, 64  # groups of coordinates that Hadamard matrices mix
WIDE_SUM = 1 << 12  # the sum of a gate's weights, in units of their grid: 2^12 n^2 / 2 <= 2^24 for n = 64
SHARPER = 2.0  # of queries and of keys each: scores are four times as far apart
Generator = np.random.Generator
P = ParamSpec("P")


def hadamard(size: int) -> F64:
    """An orthogonal matrix of entries +-2^-j, for sizes 4^j."""
    quarter = np.array([[1.0, 1.0, 1.0, 1.0], [1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0], [1.0, -1.0, -1.0, 1.0]])
    found: F64 = np.ones((1, 1))
    while len(found) < size:
        found = np.kron(found, quarter / 2).astype(np.float64)
    return found


def hadamard_rotation(width: int, groups: tuple[int, ...], rng: Generator) -> F64:
    """An orthogonal dyadic matrix: per entry of `groups` a shuffle, random signs, and Hadamard matrices of that size
    along the diagonal."""
    found = np.eye(width)
    for group in groups:
        stage = np.kron(np.eye(width // group), hadamard(group))
        mixed = stage * rng.choice((-1.0, 1.0), width)
        found = mixed[:, rng.permutation(width)] @ found
    return found


def careful_rotation(truth: Truth, rng: Generator) -> F64:
    """A Hadamard rotation for models whose gates add up numbers of 16 bits: float32 has no room for such sums over many
    coordinates. The coordinates of wide sums are mixed in groups of 4, all others in groups of 64."""
    wide = np.zeros(truth.width, bool)
    for block in take_apart(truth).blocks:
        grid = np.ldexp(1.0, grid_exponents(block.gate).min(axis=1, initial=NO_GRID).clip(-99, 99))
        sums = np.abs(block.gate).sum(axis=1) / grid
        wide |= (block.gate[sums > WIDE_SUM] != 0).any(axis=0)
    many = (truth.width - int(wide.sum())) // LARGE * LARGE
    order = np.argsort(~wide * (1 + rng.random(truth.width)))  # wide ones first, the others shuffled
    narrow, rest = order[truth.width - many :], rng.permutation(order[: truth.width - many])
    found = np.zeros((truth.width, truth.width))
    for rows, group in ((narrow, LARGE), (rest, SMALL)):
        found[np.ix_(rows, rows)] = hadamard_rotation(len(rows), (group,), rng)
    return found[rng.permutation(truth.width)]


def random_rotation(width: int, rng: Generator) -> F64:
    """A uniformly random orthogonal matrix: dense, and rounded in every format."""
    q, r = np.linalg.qr(rng.standard_normal((width, width)))
    found: F64 = q * np.sign(np.diag(r))
    return found


def rotate_stream(truth: Truth, rotation: F64) -> Truth:
    """The stream becomes rotation @ x. RMSNorm without gains commutes with every orthogonal matrix."""
    parts = take_apart(truth)
    blocks = tuple(
        replace(
            block,
            **{name: getattr(block, name) @ rotation.T for name in MATRICES if name != "o"},
            o=rotation @ block.o,
        )
        for block in parts.blocks
    )
    rotated = Parts(parts.embedding @ rotation.T, blocks, parts.head @ rotation.T)
    features = {
        name: replace(feature, read=rotation @ feature.read, write=rotation @ feature.write)
        for name, feature in truth.features.items()
    }
    return put_together(truth, rotated, features=features, basis=rotation @ truth.basis)


def change_blocks(truth: Truth, change: Callable[[Block], Block]) -> Truth:
    """The truth with every block changed by a function, in their order."""
    parts = take_apart(truth)
    return put_together(truth, replace(parts, blocks=tuple(change(block) for block in parts.blocks)))


def of_every_block(change: Callable[Concatenate[Block, P], Block]) -> Callable[Concatenate[Truth, P], Truth]:
    """A change of a block as one of a truth."""

    @wraps(change)
    def change_truth(truth: Truth, /, *settings: P.args, **more: P.kwargs) -> Truth:
        return change_blocks(truth, lambda block: change(block, *settings, **more))

    return change_truth


@of_every_block
def mix_values(block: Block, rng: Generator, dyadic: bool = True) -> Block:
    """What a head copies, in another basis: v becomes m v and o becomes o m^T, m orthogonal."""
    v, o = block.v.copy(), block.o.copy()
    for number in range(len(v)):
        m = hadamard_rotation(HEAD_SIZE, (HEAD_SIZE,), rng) if dyadic else random_rotation(HEAD_SIZE, rng)
        users = slice(None) if block.shared else slice(number, number + 1)
        v[number], o[users] = m @ v[number], o[users] @ m.T
    return replace(block, v=v, o=o)


@of_every_block
def turn_pairs(block: Block, rng: Generator, dyadic: bool = True) -> Block:
    """Each rotary pair (coordinates p and p + 32) of queries and keys turned by the same angle, queries scaled by c and
    keys by 1/c: scores stay as they are, since rotations of a plane commute. Dyadic: quarter turns, c a power of two.

    Queries and keys are made SHARPER, too: scores are then so far apart that softmax underflows to 0 and 1, and what a
    head copies is exact in every basis (see `truth/certificate.py`).
    """
    q, k = block.q * SHARPER, block.k * SHARPER
    for number in range(len(k)):
        users = slice(None) if block.shared else slice(number, number + 1)
        for pair in range(PAIRS):
            quarter = rng.integers(4) * np.pi / 2 if dyadic else rng.uniform(0, 2 * np.pi)
            scale = 2.0 ** rng.integers(-1, 2) if dyadic else 2.0 ** rng.uniform(-1, 1)
            cos, sin = (np.round(f(quarter)) if dyadic else f(quarter) for f in (np.cos, np.sin))
            for held, factor, rows in ((q, scale, users), (k, 1 / scale, slice(number, number + 1))):
                first, second = held[rows, pair].copy(), held[rows, pair + PAIRS].copy()
                held[rows, pair] = factor * (cos * first - sin * second)
                held[rows, pair + PAIRS] = factor * (sin * first + cos * second)
    return replace(block, q=q, k=k)
