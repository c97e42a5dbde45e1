"""`guarded`: greedy generation from the blueprint's units and heads, units skipped if their guard is off."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad._support.arrays import I32, Mask
from turingrad.constructions.decoder.blueprint import Blueprint
from turingrad.constructions.decoder.executors.guarded_kernel import evaluate_token, generate_tokens
from turingrad.constructions.decoder.executors.plan import (
    answers_plan,
    embedding_plan,
    guarded_programs,
    heads_plan,
)
from turingrad.errors import CertificateError


class GuardedPlan:
    """The plans of all blocks, in flat arrays."""

    def __init__(self, blueprint: Blueprint) -> None:
        number = blueprint.features.number
        embedding, answers = embedding_plan(blueprint), answers_plan(blueprint)
        blocks, rows, heads, tables, groups, operations = ([] for _ in range(6))
        places, size, lookups, count, ops, spare = 0, 0, 0, 0, 0, 0
        for block, program in zip(blueprint.blocks, guarded_programs(blueprint), strict=True):
            plan = heads_plan(block, number)
            packed, written = places, places + len(plan.packed)
            places = written + len(plan.written)
            rows += [plan.packed, plan.written]
            heads.append(plan.heads)
            tables.append(plan.tables + size)
            groups.append(program.groups + np.array([0, ops, ops], dtype=np.int32))
            operations.append(program.operations)
            blocks.append(
                [packed, written, places, lookups, lookups + len(plan.heads), count, count + len(program.groups)]
            )
            size, ops = size + plan.table, ops + len(program.operations)
            lookups, count, spare = lookups + len(plan.heads), count + len(program.groups), max(spare, program.spare)
        self.table, self.rows = size, len(number) + 1 + spare
        self.arrays: tuple[Any, ...] = (
            *(len(number), embedding.packed, embedding.words, np.array(blocks, dtype=np.int64)),
            *(np.concatenate(rows), np.concatenate(heads), np.concatenate(tables)),
        )
        self.programs: tuple[Any, ...] = (np.concatenate(groups), np.concatenate(operations).astype(np.uint32))
        self.answers: tuple[Any, ...] = (
            answers.packed,
            np.uint64(answers.kinds),
            answers.ranges,
            answers.segments,
            answers.table,
        )
        self.operations = ops


class Guarded:
    """A sequence in the middle: the tables of its heads and the stream of its last token."""

    def __init__(self, plan: GuardedPlan, ends: tuple[int, ...]) -> None:
        self.plan = plan
        self.ends = np.array(ends, dtype=np.int32)
        self.bits = np.zeros(plan.rows, dtype=np.uint64)
        self.bits[0] = ~np.uint64(0)
        self.table = np.zeros(plan.table, dtype=np.uint64)

    def restart(self) -> None:
        """A new sequence."""
        self.table[:] = 0

    def say(self, fed: I32, most: int, boundary: int, records: int, reserve: int = 0) -> I32:
        """Feed tokens, then say at most `most`: up to an end, to `records` tokens from `boundary` on, or to one of them
        after which fewer than `reserve` places are left."""
        said = np.empty(most, dtype=np.int32)
        p = self.plan
        limits: tuple[Any, ...] = (fed, said, self.ends, boundary, records, reserve, self.bits)
        arguments = (*limits, *p.arrays, self.table, *p.programs, *p.answers)
        count = int(generate_tokens(*arguments))
        if count and said[count - 1] < 0:
            raise CertificateError("the stream gives no token: this sequence is not a run")
        return said[:count]

    def stream(self, token: int) -> Mask:
        """The features after the last block, on or off, once this token is fed."""
        p = self.plan
        arguments: tuple[Any, ...] = (token, self.bits, *p.arrays, self.table, *p.programs)
        evaluate_token(*arguments)
        on: Mask = self.bits[: p.arrays[0]] != 0
        return on
