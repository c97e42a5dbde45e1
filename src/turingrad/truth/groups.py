"""Disguises that change which components compute what: order, scale, copies, splits, and idle ones that cancel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import GAIN
from turingrad.truth.blocks import Block
from turingrad.truth.rotations import Generator, change_blocks, hadamard_rotation, of_every_block
from turingrad.truth.value import Truth

SIZE_GRID = 32  # idle sizes are whole multiples of 1/32
SPLIT_NOISE = 2.0**-4  # what split heads add and take away, per entry of o
LITERALS = 2  # of an idle unit's gate


@of_every_block
def shuffle(block: Block, rng: Generator) -> Block:
    """Heads and units in a random order."""
    mixed = block.take_units(rng.permutation(len(block.gate)))
    return mixed.take_heads(rng.permutation(len(block.q)))


@of_every_block
def scale_units(block: Block, rng: Generator) -> Block:
    """Gates scaled by 1, 2 or 4 (silu is linear where they are on, and 0 where they are off), what is gated by 1/2, 1
    or 2, and what is written by what undoes both."""
    gate = 2.0 ** rng.integers(0, 3, (len(block.gate), 1))
    up = 2.0 ** rng.integers(-1, 2, (len(block.gate), 1))
    return replace(block, gate=block.gate * gate, up=block.up * up, down=block.down / (gate * up))


def copy_units(truth: Truth, copies: int) -> Truth:
    """Every unit so many times, each writing a share: 1/2 and 1/2, or 1/2, 1/4 and 1/4, and so on."""
    shares = [1.0]
    while len(shares) < copies:
        largest = shares.pop(0)
        shares = sorted([*shares, largest / 2, largest / 2], reverse=True)

    def change(block: Block) -> Block:
        count = len(block.gate)
        many = block.take_units([row for row in range(count) for _ in shares])
        return replace(many, down=many.down * np.tile(shares, count)[:, None])

    return change_blocks(truth, change)


@of_every_block
def split_heads(block: Block, rng: Generator) -> Block:
    """Every head twice, with the same queries, keys and values; each writes half, one with noise and one without it:
    o/2 + n and o/2 - n."""
    twins = block.take_heads([row for row in range(len(block.q)) for _ in range(2)])
    o = twins.o / 2
    noise = SPLIT_NOISE * rng.integers(-1, 2, block.o.shape)
    o[0::2] += noise
    o[1::2] -= noise
    return replace(twins, o=o)


def add_idle_units(truth: Truth, pairs: int, size: float, rng: Generator) -> Truth:
    """So many pairs of units per block that fire together and cancel: the same gate, opposite signs of what they write.

    A gate is the AND of two literals over features that some token or gate turns on, so that it is off or saturated, as
    those of the machine are. An active one adds a vector of entries +-size, size relative to the stream's rms.
    """
    step = max(1, round(size * SIZE_GRID)) / SIZE_GRID
    reads = {name: feature.read for name, feature in truth.features.items() if name != "one"}
    names, one = list(reads), truth.features["one"].read

    def change(block: Block) -> Block:
        rows = np.zeros((pairs, truth.width))
        for row in rows:
            for name in rng.choice(names, LITERALS, replace=False):
                row += rng.choice((-1.0, 1.0)) * reads[name]
            row += (1 - LITERALS) * one  # 1 if both literals hold, -1 or -3 otherwise
        adds = step / GAIN * rng.choice((-1.0, 1.0), (pairs, truth.width))
        gate, down = np.repeat(GAIN * rows, 2, axis=0), np.repeat(adds, 2, axis=0)
        down[1::2] *= -1
        return replace(
            block,
            gate=np.concatenate([block.gate, gate]),
            up=np.concatenate([block.up, np.tile(one, (2 * pairs, 1))]),
            down=np.concatenate([block.down, down]),
            unit_members=(*block.unit_members, *[(None, step)] * (2 * pairs)),
        )

    return change_blocks(truth, change)


def add_idle_heads(truth: Truth, pairs: int, size: float, rng: Generator) -> Truth:
    """So many pairs of heads per block that has any: they look up what one of its heads does, copy random features, and
    write them with opposite signs. Blocks that look up nothing get none: an average over tokens is not dyadic."""
    one = truth.features["one"].read
    reads = np.stack([feature.read for feature in truth.features.values()])
    # 64 values of about 1 times entries +-c: an output of rms 8 c
    step = 2.0 ** round(np.log2(size / 8))

    def change(block: Block) -> Block:
        found = block
        for _ in range(pairs if block.head_members else 0):
            like = int(rng.integers(len(block.q)))
            twins = found.take_heads([*range(len(found.q)), like, like])
            members = (*found.head_members, (None, 8 * step), (None, 8 * step))
            o, v = twins.o.copy(), twins.v.copy()
            o[-2] = step * rng.choice((-1.0, 1.0), o[-2].shape)
            o[-1] = -o[-2]
            if not block.shared:
                v[-2:] = idle_values(reads, one, rng)
            found = replace(twins, o=o, v=v, head_members=members)
        return found

    return change_blocks(truth, change)


def idle_values(reads: F64, one: F64, rng: Generator) -> F64:
    """(64, width): [f] of random features, 0 or 1 each, in a random basis."""
    chosen = reads[rng.integers(len(reads), size=HEAD_SIZE)]
    return hadamard_rotation(HEAD_SIZE, (HEAD_SIZE,), rng) @ (chosen + one) / 2
