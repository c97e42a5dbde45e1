"""Superposition: n features in fewer dimensions, read by least squares, and noise on weights. Measured, not proven.

Feature f becomes a unit vector c_f of d dimensions. Features that heads compare are orthogonal to all others; the rest
are random and overlap. The constant feature `one` gets a long vector, so that RMSNorm divides by nearly the same number
at every place. What a row w of a matrix reads is fitted on the runs: the w' for which w' @ norm(x) is closest to w @ b.
Each gate becomes a pair of units that saturates, relu(2 z - 1/2) - relu(2 z - 3/2), so that errors of the reads up to
1/4 do not add up from block to block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from turingrad._support.arrays import F64, Mask
from turingrad.constructions.decoder.scaling import GAIN
from turingrad.errors import InputError
from turingrad.truth.blocks import MATRICES, Block, Parts, put_together, take_apart
from turingrad.truth.meaning import interpret
from turingrad.truth.rotations import Generator, random_rotation
from turingrad.truth.same import stream_columns
from turingrad.truth.value import Feature, Truth

ONE_LENGTH = 256.0  # of the constant's vector: norms differ by about |other features|^2 / (2 * 256^2)
SIZES = 4  # widths are multiples of it, so that there is a number of heads that divides them


def superpose(truth: Truth, ratio: float, rng: Generator) -> Truth:
    """The truth of a plain model in about ratio * (number of features) dimensions."""
    if truth.disguises or truth.config["num_key_value_heads"] != truth.config["num_attention_heads"]:
        raise InputError("superposition is put on a plain tape machine's model, before all other disguises")
    if any(not gate.literals for gate in truth.gates.values()):
        raise InputError("superposition takes models whose gates are ANDs; this one has sums")
    names = ["one", *(name for name in truth.features if name != "one")]
    codes = draw_codes(truth, names, ratio, rng)  # (d, features)
    meaning = interpret(truth)
    streams = [meaning.stream((*run.prompt, *run.tokens[:-1])) for run in truth.runs]
    columns = [meaning.column[name] for name in names]
    sites = [signs(streams, site, columns) for site in range(meaning.sites)]  # (places, features) each
    parts, base = take_apart(truth), stream_columns(truth)
    blocks = tuple(
        superpose_block(block, base, codes, sites[2 * number], sites[2 * number + 1])
        for number, block in enumerate(parts.blocks)
    )
    bits = np.where(meaning.embedding[:, columns], 1.0, -1.0)
    superposed = Parts(bits @ codes.T, blocks, fit(codes, sites[-1], parts.head @ base))
    features = features_of(names, codes, np.concatenate(sites))
    basis = codes @ np.linalg.pinv(base[:, :-1])
    ordered = {name: features[name] for name in truth.features}
    return put_together(truth, superposed, features=ordered, basis=basis)


def draw_codes(truth: Truth, names: Sequence[str], ratio: float, rng: Generator) -> F64:
    """A vector per feature, `one` first."""
    compared = {name for head in truth.heads.values() for name in (*head.query, *head.key, head.null) if name}
    alone = [name for name in names if name in compared or name == "one"]
    size = SIZES * round(ratio * len(names) / SIZES)
    if size <= len(alone):
        raise InputError(
            f"{len(names)} features do not fit into {size} dimensions: the {len(alone)} that heads compare need one "
            f"each; superpose by {(len(alone) + SIZES) / len(names):.2f} or more"
        )
    codes = np.zeros((size, len(names)))
    others = rng.standard_normal((size - len(alone), len(names) - len(alone)))
    rest = [number for number, name in enumerate(names) if name not in alone]
    codes[np.ix_(range(len(alone), size), rest)] = others / np.linalg.norm(others, axis=0)
    for row, name in enumerate(alone):
        codes[row, names.index(name)] = 1.0
    codes[:, 0] *= ONE_LENGTH
    return random_rotation(size, rng) @ codes


def signs(streams: Sequence[Mask], site: int, columns: Sequence[int]) -> F64:
    """The distinct vectors of a site, -1 and +1."""
    found = np.unique(np.concatenate([stream[site][:, columns] for stream in streams]), axis=0)
    return np.where(found, 1.0, -1.0)


def fit(codes: F64, signs: F64, rows: F64) -> F64:
    """The rows over the normalised stream that come closest to `rows` (n, features + 1) over the features."""
    if not len(rows):
        return np.zeros((0, len(codes)))
    stream = signs @ codes.T
    normalised = stream / np.sqrt(np.square(stream).mean(axis=1, keepdims=True))
    wanted = signs @ rows[:, :-1].T + rows[:, -1]
    found: F64 = np.linalg.lstsq(normalised, wanted, rcond=None)[0].T
    return found


def superpose_block(block: Block, base: F64, codes: F64, before: F64, between: F64) -> Block:
    def read(rows: F64, signs: F64) -> F64:
        return fit(codes, signs, rows.reshape(-1, rows.shape[-1]) @ base).reshape(*rows.shape[:-1], len(codes))

    back = np.linalg.pinv(base[:, :-1])  # from the base's coordinates to features
    twice = block.take_units([row for row in range(len(block.gate)) for _ in range(2)])
    gate = 2 * twice.gate @ base  # GAIN z, over features
    gate[0::2, -1] -= GAIN / 2
    gate[1::2, -1] -= 3 * GAIN / 2
    down = twice.down @ back.T @ codes.T
    down[1::2] *= -1
    return replace(
        twice,
        q=read(block.q, before),
        k=read(block.k, before),
        v=read(block.v, before),
        o=codes @ back @ block.o,
        gate=fit(codes, between, gate),
        up=read(twice.up, between),
        down=down,
    )


def features_of(names: Sequence[str], codes: F64, signs: F64) -> dict[str, Feature]:
    """Write directions are the codes. Reads are fitted on the streams of all sites, and on one stream per feature in
    which that feature alone is flipped: some never change in the data. Scaled so that read @ write is 1."""
    flipped = np.tile(signs[0], (len(names), 1)) * (1 - 2 * np.eye(len(names)))
    flipped[0] = signs[0]  # `one` is never off
    every = np.concatenate([signs, flipped])
    reads = np.linalg.lstsq(every @ codes.T, every, rcond=None)[0].T  # (features, d)
    return {
        name: Feature(name, read / (read @ write), write)
        for name, read, write in zip(names, reads, codes.T, strict=True)
    }


def add_noise(truth: Truth, amount: float, rng: Generator) -> Truth:
    """Gaussian noise on every weight, `amount` times the rms of its matrix."""

    def noisy(matrix: F64) -> Any:
        rms = np.sqrt(np.square(matrix).mean()) if matrix.size else 0.0
        return matrix + amount * rms * rng.standard_normal(matrix.shape)

    parts = take_apart(truth)
    blocks = tuple(replace(block, **{name: noisy(getattr(block, name)) for name in MATRICES}) for block in parts.blocks)
    return put_together(truth, Parts(noisy(parts.embedding), blocks, noisy(parts.head)))
