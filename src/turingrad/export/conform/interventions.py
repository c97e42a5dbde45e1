"""Which single part of a network, gone wrong at the last token, would make it say what a runtime said.

The token is computed again with one change at a time: a head that reads another row than its own (the null, or one of
those with the next best scores), the mean of its two best rows, or nothing; units of a block that are off, or that are
not gated. Of the changes that give the runtime's tokens, the one closest to the output is a guess at the part that
failed, and is called so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from turingrad.constructions.decoder import DecoderNetwork, heads, rms_norm, rotate
from turingrad.constructions.decoder.network import PIECE
from turingrad.constructions.decoder.scaling import SOFTMAX_FACTOR

LONGEST = 4096  # tokens that are read again to explain one
NEAREST = 4  # rows with the next best scores
NULL, NOTHING, MEAN, OTHER, UNITS, GATES = "null", "nothing", "mean", "other", "units", "gates"
ORDER = (GATES, UNITS, OTHER, MEAN, NOTHING, NULL)  # the likeliest last


@dataclass(frozen=True)
class Change:
    """What is changed: of a head of a block its attention weights (past,), of a block's units what they add."""

    block: int
    head: int | None
    how: str
    row: int | None = None


@dataclass(frozen=True)
class LastToken:
    """The last token of a sequence: its vector before every block, and the keys and values of those before it."""

    network: DecoderNetwork
    place: int
    entering: list[Tensor]  # (1, width) each
    past: list[tuple[Tensor, Tensor]]  # keys and values, (key-value heads, past, 64)

    @staticmethod
    def of(network: DecoderNetwork, tokens: Sequence[int]) -> LastToken:
        caches, place = network.caches(), len(tokens) - 1
        with torch.no_grad():
            for start in range(0, place, PIECE):
                network.hidden(torch.tensor(tokens[start : min(start + PIECE, place)]), caches)
            past = []
            for cache in caches:
                assert cache.keys is not None
                assert cache.values is not None
                past.append((cache.keys[:, :place].clone(), cache.values[:, :place].clone()))
            stream = network.hidden(torch.tensor(tokens[place:]), caches)
        return LastToken(network, place, list(stream[:-1]), past)

    def weights(self, number: int, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores (heads, 1, places), values (key-value heads, places, 64) and the normed vector at a block."""
        block, n = self.network.decoder_blocks()[number], rms_norm(x)
        cos, sin = self.network.turns(torch.tensor([self.place]))
        keys, values = self.past[number]
        keys = torch.cat([keys, rotate(heads(n @ block.k.T), cos, sin)], 1)
        values = torch.cat([values, heads(n @ block.v.T)], 1)
        queries = rotate(heads(n @ block.q.T), cos, sin)
        return queries @ keys.transpose(1, 2) / SOFTMAX_FACTOR, values, n

    def token_with(self, change: Change) -> int:
        """The token that the network says with this change."""
        x = self.entering[change.block]
        for number in range(change.block, self.network.depth):
            block = self.network.decoder_blocks()[number]
            here = change if number == change.block else None
            scores, values, _ = self.weights(number, x)
            attention = scores.softmax(-1)
            if here is not None and here.head is not None:
                attention[here.head] = changed_row(scores[here.head], here)
            x = x + (attention @ values).transpose(0, 1).reshape(1, -1) @ block.o.T
            n = rms_norm(x)
            opened = torch.nn.functional.silu(n @ block.gate.T)
            gated = opened if here is not None and here.how == GATES else opened * (n @ block.up.T)
            x = x if here is not None and here.how == UNITS else x + gated @ block.down.T
        return int((rms_norm(x) @ self.network.head.T).argmax())

    def changes(self) -> Iterator[Change]:
        """What is tried, block by block: heads first."""
        for number, plan in enumerate(self.network.blueprint.blocks):
            scores, _, _ = self.weights(number, self.entering[number])
            for head in range(len(plan.lookups)):
                best = scores[head, 0].topk(min(NEAREST + 1, self.place + 1)).indices.tolist()
                rows = [row for row in best[1:] if row]
                yield from (Change(number, head, NULL, 0),) if best[0] else ()
                yield from (Change(number, head, OTHER, row) for row in rows)
                yield Change(number, head, MEAN)
                yield Change(number, head, NOTHING)
            yield Change(number, None, GATES)
            yield Change(number, None, UNITS)


def changed_row(scores: Tensor, change: Change) -> Tensor:
    """Attention weights (1, places) of a head that reads another row, two rows, or none."""
    weights = torch.zeros_like(scores)
    if change.row is not None:
        weights[0, change.row] = 1.0
    elif change.how == MEAN:
        weights[0, scores[0].topk(min(2, scores.shape[1])).indices] = 0.5
    return weights


def explaining_change(network: DecoderNetwork, wrong: Sequence[tuple[Sequence[int], int]]) -> Change | None:
    """The change closest to the output that makes the network say wrong tokens, given as (tokens before it, said): it
    explains the first of them, and as many of the others as any change does. None if no change explains the first, or
    if there are too many tokens."""
    if len(wrong[0][0]) > LONGEST:
        return None
    sets = []
    for tokens, said in wrong:
        last = LastToken.of(network, tokens)
        with torch.no_grad():
            sets.append({part_of(change): change for change in last.changes() if last.token_with(change) == said})
    counts = {part: sum(part in found for found in sets) for part in sets[0]}
    best = [part for part, count in counts.items() if count == max(counts.values())]
    return sets[0][max(best)] if best else None


def part_of(change: Change) -> tuple[int, bool, int, int]:
    """What changes of several tokens have in common, in the order of distance from the output; heads before units."""
    head = -1 if change.head is None else change.head
    return change.block, change.head is not None, head, ORDER.index(change.how)


def describe(network: DecoderNetwork, change: Change, text: Callable[[int], str]) -> str:
    """A change in words; `text(row)` names a token of the sequence."""
    plan = network.blueprint.blocks[change.block]
    if change.head is None:
        what = "add nothing" if change.how == UNITS else "ignore their gates (`up` is 1)"
        return f"block {change.block} ({plan.name}) if its units {what}"
    reads = {
        NULL: "reads the null, `<bos>`",
        NOTHING: "reads nothing",
        MEAN: "reads the mean of its two best rows",
        OTHER: f"reads {text(change.row or 0)}",
    }[change.how]
    return f"block {change.block} ({plan.name}) if its head `{plan.lookups[change.head].name}` {reads}"
