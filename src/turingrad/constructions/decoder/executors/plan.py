"""What the bit executors run, made from a blueprint: packed words for heads and answers, programs for units.

A head needs few features: those of a block are packed into one 64-bit word per token. Its table holds, for each value
of the key, the packed word of the last token with that key and all flags, which is what its attention reads (`sums`
proves that the last match has weight 1); 0 is the null. Answers are tables, too: the kind of token that is said, and
the bits that tell its tokens apart, give the token, as the rows of the unembedding do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from turingrad._support.arrays import I32, I64, U64
from turingrad.constructions.decoder.blueprint import ONE, Block, Blueprint, Unit
from turingrad.constructions.decoder.executors.circuit import BlockCircuit
from turingrad.constructions.decoder.executors.straight_line import StraightLine, straight_line
from turingrad.errors import LimitError

WORD = 64
NO_TOKEN = -1


def segments(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """(source bit, target bit) pairs as runs (shift of the source, mask, shift of the target)."""
    ordered = sorted(pairs)
    breaks = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(ordered)) if (b[0] - a[0], b[1] - a[1]) != (1, 1))]
    runs = [ordered[start:end] for start, end in pairwise([*breaks, len(ordered)])]
    return [(run[0][0], (1 << len(run)) - 1, run[0][1]) for run in runs if run]


@dataclass(frozen=True)
class HeadsPlan:
    """The heads of a block: rows that are packed and rows that are written, and per head its masks and fields.

    `heads` (count, 9), all of the packed word: flags, when; shift and mask of the key, and of the query; shift and mask
    of what is copied, and its shift in the word that is written. `tables`: where the table of each head begins.
    """

    packed: I32
    written: I32
    heads: U64
    tables: I64
    table: int


@dataclass(frozen=True)
class HoldsPlan:
    """Heads without keys, each of which copies from the last token with its flag: the flags' rows, and per head, from
    `begins[head]` to `begins[head + 1]`, the rows (source, target) that it copies."""

    flags: I32
    begins: I32
    copies: I32


def holds_plan(block: Block, number: Mapping[str, int]) -> HoldsPlan | None:
    """None if a head of the block has keys, conditions or several flags, or if there is none."""
    if not block.lookups or any(each.match or each.when or len(each.flags) != 1 for each in block.lookups):
        return None
    copies = [[(number[source], number[target]) for source, target in each.copies] for each in block.lookups]
    return HoldsPlan(
        np.array([number[each.flags[0]] for each in block.lookups], dtype=np.int32),
        np.cumsum([0, *map(len, copies)], dtype=np.int32),
        np.array([pair for each in copies for pair in each], dtype=np.int32),
    )


def heads_plan(block: Block, number: Mapping[str, int]) -> HeadsPlan:
    """The heads of a block over the features of these numbers."""
    used: dict[str, int] = {}
    out: dict[str, int] = {}
    for lookup in block.lookups:
        names = [name for pair in lookup.match for name in pair]
        names += [source for source, _ in lookup.copies]
        for name in sorted((*names, *lookup.flags, *lookup.when), key=number.__getitem__):
            used.setdefault(name, number[name])
        out |= {target: number[target] for _, target in lookup.copies}
    place = {name: i for i, name in enumerate(sorted(used, key=number.__getitem__))}
    goal = {name: i for i, name in enumerate(sorted(out, key=number.__getitem__))}
    if max(len(place), len(goal)) > WORD:
        raise LimitError(f"the heads of {block.name} use more than {WORD} features")
    heads, tables, size = [], [], 0
    for lookup in block.lookups:
        masks = [sum(1 << place[name] for name in names) for names in (lookup.flags, lookup.when)]
        keys = field(block, [(place[key], b) for b, (_, key) in enumerate(lookup.match)])
        queries = field(block, [(place[query], b) for b, (query, _) in enumerate(lookup.match)])
        copies = field(block, [(place[source], goal[target]) for source, target in lookup.copies])
        heads.append([*masks, *keys[:2], *queries[:2], *copies])
        tables.append(size)
        size += 1 << len(lookup.match)
    return HeadsPlan(
        np.array([number[name] for name in place], dtype=np.int32),
        np.array([number[name] for name in goal], dtype=np.int32),
        np.array(heads, dtype=np.uint64).reshape(-1, 9),
        np.array(tables, dtype=np.int64),
        size,
    )


def field(block: Block, pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Bits that are neighbours in both words: one shift and one mask."""
    runs = segments(pairs) or [(0, 0, 0)]
    if len(runs) > 1:
        raise LimitError(f"{block.name}: the features of a head must be neighbours in the stream")
    return runs[0]


@dataclass(frozen=True)
class AnswersPlan:
    """From the last stream to tokens: rows that are packed, the mask of kinds, and per kind (by the bit of its feature)
    the segments of its index, and where its table begins."""

    packed: I32
    kinds: int
    ranges: I64  # (64, 3): segments from, to, begin of the table
    segments: U64
    table: I32


def answers_plan(blueprint: Blueprint) -> AnswersPlan:
    """Rows of the unembedding that name a kind by their largest weight; rows of `one` are never said."""
    number, rows = blueprint.features.number, defaultdict[str, list[tuple[int, dict[str, int]]]](list)
    for token, row in enumerate(blueprint.logits):
        kind = max(row, key=lambda entry: abs(entry[1]))[0]
        if kind != ONE:
            rows[kind].append((token, {name: 1 if weight > 0 else 0 for name, weight in row if name != kind}))
    names = sorted({*rows, *(name for each in rows.values() for _, bits in each for name in bits)}, key=number.get)  # type: ignore[arg-type]
    place = {name: i for i, name in enumerate(names)}
    ranges, runs = np.zeros((WORD, 3), dtype=np.int64), list[tuple[int, int, int]]()
    tables, size = [], 0
    for kind, tokens in rows.items():
        told = sorted({name for _, bits in tokens for name in bits}, key=place.__getitem__)
        begin = len(runs)
        runs += segments((place[name], b) for b, name in enumerate(told))
        ranges[place[kind]] = begin, len(runs), size
        table = np.full(1 << len(told), NO_TOKEN, dtype=np.int32)
        index = np.arange(len(table))
        for token, bits in tokens:
            asked = sum(1 << b for b, name in enumerate(told) if name in bits)
            wanted = sum(bits.get(name, 0) << b for b, name in enumerate(told))
            table[wanted if asked == len(table) - 1 else index & asked == wanted] = token
        tables.append(table)
        size += len(table)
    kinds = sum(1 << place[kind] for kind in rows)
    packed = np.array([number[name] for name in names], dtype=np.int32)
    return AnswersPlan(packed, kinds, ranges, np.array(runs, np.uint64).reshape(-1, 3), np.concatenate(tables))


@dataclass(frozen=True)
class EmbeddingPlan:
    """The features that tokens turn on: their rows, and per token its word."""

    packed: I32
    words: U64


def embedding_plan(blueprint: Blueprint) -> EmbeddingPlan:
    on = blueprint.vocabulary.on(blueprint.features)
    rows = sorted({int(row) for coordinates in on for row in coordinates})
    place = {row: i for i, row in enumerate(rows)}
    words = [sum(1 << place[int(row)] for row in coordinates) for coordinates in on]
    return EmbeddingPlan(np.array(rows, dtype=np.int32), np.array(words, dtype=np.uint64))


def block_programs(blueprint: Blueprint, clashes: bool = True) -> list[StraightLine]:
    """All units of each block as one program."""
    number = blueprint.features.number
    return [
        straight_line(BlockCircuit(block.units, number, never), clashes)
        for block, never in zip(blueprint.blocks, off_before(blueprint), strict=True)
    ]


def off_before(blueprint: Blueprint) -> list[set[int]]:
    """For each block the features that are off at all tokens before its units: nothing has written them yet."""
    number, found = blueprint.features.number, []
    written = {number[ONE], *embedding_plan(blueprint).packed.tolist()}
    for block in blueprint.blocks:
        for lookup in block.lookups:
            for _, target in lookup.copies:
                if number[target] in written:
                    raise LimitError(f"{block.name}: {target} is copied to, but written before")
        written |= {number[target] for lookup in block.lookups for _, target in lookup.copies}
        found.append(set(range(len(number))) - written)
        written |= {number[name] for unit in block.units for name, _ in unit.writes}
    return found


@dataclass(frozen=True)
class GuardedProgram:
    """Programs of a block by the feature that must be on for any of its units to be: (row or -1, from, to) each."""

    groups: I32
    operations: I32
    spare: int


def guarded_programs(blueprint: Blueprint) -> list[GuardedProgram]:
    """The units of each block by guard: the literal that most units of the block have in common with the unit."""
    number, found = blueprint.features.number, []
    for block, never in zip(blueprint.blocks, off_before(blueprint), strict=True):
        groups = guarded_groups(block.units)
        writers = Counter(name for units in groups.values() for name in {n for u in units for n, _ in u.writes})
        shared = {number[name] for name, count in writers.items() if count > 1}
        rows, parts, begin, spare = [], [], 0, 0
        for guard, units in groups.items():
            program = straight_line(BlockCircuit(units, number, never - shared), clashes=False, by_depth=True)
            rows.append((-1 if guard == ONE else number[guard], begin, begin + len(program.operations)))
            parts.append(program.operations)
            begin, spare = rows[-1][2], max(spare, program.spare)
        operations = np.concatenate(parts) if parts else np.zeros((0, 4), dtype=np.int32)
        found.append(GuardedProgram(np.array(rows, dtype=np.int32).reshape(-1, 3), operations, spare))
    return found


def guarded_groups(units: Sequence[Unit]) -> dict[str, list[Unit]]:
    """Units by guard; those with equal terms and gate stay together, and what turns a feature off stays with what turns
    it on: if their guards differ, all that write the feature have none."""
    common = Counter(name for unit in units for name in possible_guards(unit))
    forms = defaultdict[tuple[object, ...], list[Unit]](list)
    for unit in units:
        forms[unit.terms, unit.gate].append(unit)
    guard_of = {
        form: max(shared_guards(same), key=lambda name: (not is_bit(name), common[name], name), default=ONE)
        for form, same in forms.items()
    }
    guards, turned_off = defaultdict[str, set[str]](set), set[str]()
    for form, same in forms.items():
        first = max(same, key=lambda unit: unit.constant)  # the unit whose sum turns positive first
        turned_off |= {name for name, sign in first.writes if sign < 0}
        for name in {name for unit in same for name, _ in unit.writes}:
            guards[name].add(guard_of[form])
    loose = {name for name in turned_off if len(guards[name]) > 1}
    groups = defaultdict[str, list[Unit]](list)
    for form, same in forms.items():
        written = {name for unit in same for name, _ in unit.writes}
        groups[ONE if written & loose else guard_of[form]] += same
    return groups


def is_bit(name: str) -> bool:
    """Bits of numbers are on half of the time: flags are better guards."""
    return name.rpartition(".")[2].isdigit()


def shared_guards(units: Sequence[Unit]) -> set[str]:
    return set.intersection(*(set(possible_guards(unit)) for unit in units))


def possible_guards(unit: Unit) -> tuple[str, ...]:
    """Features without which the unit is off."""
    if unit.literals is None:
        return (unit.gate,) if unit.gate else ()
    return tuple(sorted(name for name, sign in unit.literals if sign > 0))
