"""Steering: does a vector that is added to the stream change what the machine says it changes, and nothing else?

Each counterfactual pair of the truth names features to change at the last place of a run, and the answer that must
follow. Of each of these features the vector is added, to turn it on, or taken away, to turn it off.

    changed     share of pairs whose answer becomes the one that the machine gives
    isolated    share of the change that is along the features to be changed: with r_f . d the change of feature f by a
                shift d, the sum of (r_f . d)^2 over those features, divided by the sum over all features
    named       share of pairs for whose changes the answer has all vectors; others count as not changed, and are left
                out of `isolated`
"""

from __future__ import annotations

import torch
from torch import Tensor

from turingrad.truth.answer import SteeringAnswer
from turingrad.truth.forward import Batch, batch_of
from turingrad.truth.subject import Subject, as_tensor
from turingrad.truth.value import Pair

MAX_PAIRS = 256
TOKENS_AT_ONCE = 1 << 14


def score_steering(subject: Subject, answer: SteeringAnswer) -> dict[str, float]:
    """changed, isolated and named."""
    pairs = subject.truth.pairs[:MAX_PAIRS]
    changed, isolated = 0, []
    able = [pair for pair in pairs if {name for name, _ in pair.changes} <= set(answer.sites.get(pair.site, {}))]
    for site in subject.llama.sites:
        for batch in batches([pair for pair in able if pair.site == site]):
            answers, shares = steer(subject, answer, site, batch)
            changed += sum(int(token) == pair.source_answer for token, pair in zip(answers, batch, strict=True))
            isolated += shares.tolist()
    return {
        "changed": changed / len(pairs) if pairs else 0.0,
        "isolated": sum(isolated) / len(isolated) if isolated else 0.0,
        "named": len(able) / len(pairs) if pairs else 0.0,
    }


def last_places(subject: Subject, pairs: list[Pair]) -> Batch:
    """The last place of each base. Of bases that are the beginning of a run all else is known, else whole bases."""
    ends = (subject.batch.last + 1).tolist()
    runs = [tuple(subject.batch.tokens[a:b].tolist()) for a, b in zip([0, *ends], ends, strict=False)]
    windows = []
    for pair in pairs:
        size = len(pair.base)
        run = next((number for number, run in enumerate(runs) if run[:size] == pair.base), None)
        if run is None:
            return batch_of([pair.base for pair in pairs])
        windows.append((run, size - 1, size))
    return subject.at(windows).batch


def batches(pairs: list[Pair]) -> list[list[Pair]]:
    """Pairs of similar length together, so that little is filled up."""
    found: list[list[Pair]] = []
    for pair in sorted(pairs, key=lambda pair: len(pair.base)):
        if not found or (len(found[-1]) + 1) * len(pair.base) > TOKENS_AT_ONCE:
            found.append([])
        found[-1].append(pair)
    return found


def steer(subject: Subject, answer: SteeringAnswer, site: str, pairs: list[Pair]) -> tuple[Tensor, Tensor]:
    """The answers after steering, (pairs,), and how isolated each shift is, (pairs,)."""
    batch = last_places(subject, pairs)
    shifts = torch.zeros(len(pairs), subject.llama.width)
    wanted = torch.zeros(len(pairs), len(subject.features), dtype=torch.bool)
    for row, pair in enumerate(pairs):
        for name, sign in pair.changes:
            wanted[row, subject.features.index(name)] = True
            shifts[row] += sign * as_tensor(answer.sites[site][name])

    def add(name: str, value: Tensor) -> Tensor:
        return value.index_add(0, batch.last, shifts) if name == site else value

    with torch.no_grad():
        logits = subject.llama.forward(batch, add)
    moved = (shifts.double() @ subject.reads.double().T).square()
    total = moved.sum(1)
    return logits[batch.last].argmax(-1), (moved * wanted).sum(1) / torch.where(total > 0, total, 1.0)
