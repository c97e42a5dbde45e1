"""`sliced`: what the network says after every token of a given sequence, 64 tokens per machine word.

It evaluates every unit and every head of the blueprint for every token, and checks that each feature stays -1 or +1.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32, U64
from turingrad.constructions.decoder.blueprint import ONE, Blueprint
from turingrad.constructions.decoder.executors.bit_kernels import (
    answer_slices,
    attend_slices,
    embed_slices,
    hold_slices,
    run_slices,
)
from turingrad.constructions.decoder.executors.plan import (
    HoldsPlan,
    answers_plan,
    block_programs,
    embedding_plan,
    heads_plan,
    holds_plan,
)
from turingrad.errors import CertificateError

SLICES = 128  # words of 64 tokens that one operation works on
CHUNK = 64 * SLICES


class SlicedPlan:
    """Everything about a blueprint that does not change during a run."""

    def __init__(self, blueprint: Blueprint) -> None:
        number = blueprint.features.number
        self.one, self.features = number[ONE], len(number)
        self.embedding, self.answers = embedding_plan(blueprint), answers_plan(blueprint)
        self.heads = [holds_plan(block, number) or heads_plan(block, number) for block in blueprint.blocks]
        self.programs = block_programs(blueprint)
        self.rows = self.features + 1 + max((program.spare for program in self.programs), default=0)


class Sliced:
    """A sequence in the middle: the tables of its heads. `said(tokens)` goes on by these tokens."""

    def __init__(self, plan: SlicedPlan) -> None:
        self.plan = plan
        self.rows = np.zeros((plan.rows, SLICES), dtype=np.uint64)
        sizes = [len(heads.copies) if isinstance(heads, HoldsPlan) else heads.table for heads in plan.heads]
        self.tables = [np.zeros(size, dtype=np.uint64) for size in sizes]  # what the heads of each block remember
        self.count = 0

    def restart(self) -> None:
        """A new sequence."""
        for table in self.tables:
            table[:] = 0
        self.count = 0

    def next_tokens(self, tokens: I32) -> I32:
        """For each token what the network says after it. CertificateError if a feature would not be -1 or +1."""
        parts = [self.chunk(tokens[at : at + CHUNK]) for at in range(0, len(tokens), CHUNK)]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.int32)

    def chunk(self, tokens: I32, trace: list[U64] | None = None) -> I32:
        """At most `CHUNK` tokens. `trace` takes the rows of all features after the heads and after the units of each
        block."""
        p, rows = self.plan, self.rows
        slices = -(-len(tokens) // 64)
        rows[p.one], rows[p.features] = ~np.uint64(0), 0
        embed_slices(rows, tokens, p.embedding.packed, p.embedding.words, slices)
        for heads, program, table in zip(p.heads, p.programs, self.tables, strict=True):
            if isinstance(heads, HoldsPlan):
                hold_slices(rows, heads.flags, heads.begins, heads.copies, table, slices)
            elif len(heads.heads):
                fields = (heads.packed, heads.written, heads.heads, heads.tables)
                attend_slices(rows, len(tokens), *fields, table, slices)
            if trace is not None:
                trace.append(rows[: p.features].copy())
            run_slices(rows, program.operations, slices)
            if trace is not None:
                trace.append(rows[: p.features].copy())
        self.require_signs(len(tokens))
        said = np.empty(len(tokens), dtype=np.int32)
        a = p.answers
        answer_slices(rows, a.packed, np.uint64(a.kinds), a.ranges, a.segments, a.table, said, slices)
        self.count += len(tokens)
        return said

    def require_signs(self, count: int) -> None:
        clash = self.rows[self.plan.features]
        if count % 64:  # the places after the last token hold nothing that was ever said
            clash[count // 64] &= np.uint64((1 << count % 64) - 1)
        found = np.flatnonzero(clash[: -(-count // 64)])
        if len(found):
            bit = int(clash[found[0]])
            place = self.count + 64 * int(found[0]) + (bit & -bit).bit_length() - 1
            raise CertificateError(f"the stream of token {place:,} is not -1 and +1")
