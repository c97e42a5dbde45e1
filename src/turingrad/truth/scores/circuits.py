"""Circuits: is what a method calls important the circuit?

The circuit is the set of the P components (heads and units) whose group does anything on the runs. Idle components are
not in it. Components of groups that do nothing on these runs are left out: no data says what they are.

    auroc       chance that a component of the circuit ranks above an idle one (ties count half)
    groups      the same for groups: a group has the mean importance of its members, an idle component is its own group
    precision   share of the circuit among the top P
    kept        share of tokens that are right if only the top P do their work, and all others are resampled
    size        the fewest top components that keep 99 % of the tokens, divided by P; left out if no number of them does
    edges       auroc of edges between features: those of the circuit against all other pairs of features

`groups` and `kept` are what copies and cancelling pairs call for: a single copy says little, and a pair may be kept or
resampled as a whole without harm.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import rankdata  # type: ignore[import-untyped]

from turingrad._support.arrays import F64
from turingrad.truth.answer import CircuitAnswer, Place
from turingrad.truth.resample import Resampling
from turingrad.truth.subject import MAX_PLACES, Subject
from turingrad.truth.value import Truth

ENOUGH = 0.99
PASSES = 25  # about what `kept` and `size` take
TRIED = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32)  # quarters of the circuit's size


def score_circuits(subject: Subject, answer: CircuitAnswer) -> dict[str, float]:
    """auroc, groups, precision, kept and size; edges if the answer names some."""
    figures: dict[str, float] = {}
    if answer.components:
        figures |= score_components(subject, answer)
    if answer.edges:
        figures["edges"] = score_edges(subject.truth, answer)
    return figures


def score_components(subject: Subject, answer: CircuitAnswer) -> dict[str, float]:
    truth = subject.truth
    groups: dict[str | Place, list[float]] = {}
    places, live = [], []
    for each in truth.components:
        if each.group is not None and each.group not in truth.live:
            continue
        place = (each.kind, each.block, each.index)
        places.append(place)
        live.append(each.group is not None)
        groups.setdefault(each.group or place, []).append(answer.components.get(place, 0.0))
    importance = np.array([answer.components.get(place, 0.0) for place in places])
    means = np.array([np.mean(each) for each in groups.values()])
    ranked, size = rank(places, importance), sum(live)
    part = Resampling(subject.cut(MAX_PLACES, PASSES))
    return {
        "auroc": auroc(importance, np.array(live)),
        "groups": auroc(means, np.array([isinstance(each, str) for each in groups])),
        "precision": precision_at(importance, np.array(live), size),
        "kept": Resampling(subject).tokens_kept(ranked[:size]),
        **({"size": most / size} if size and (most := enough(part, ranked, size)) else {}),
    }


def rank(places: list[Place], importance: F64) -> list[Place]:
    """Components by importance, the most important first; among equals the order is drawn."""
    drawn = np.random.default_rng(0).permutation(len(places))
    return [places[i] for i in drawn[np.argsort(-importance[drawn], kind="stable")]]


def auroc(scores: F64, positive: np.ndarray) -> float:
    """The chance that a positive scores above a negative, ties counting half; 0.5 if one of the two is missing."""
    count = int(positive.sum())
    others = len(positive) - count
    if not count or not others:
        return 0.5
    ranks = rankdata(scores)
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * others))


def precision_at(scores: F64, positive: np.ndarray, size: int) -> float:
    """The share of positives among the `size` highest scores; of those that tie for the last places, the mean share."""
    if not size:
        return 0.0
    last = np.sort(scores)[-size]
    above, tied = scores > last, scores == last
    open_places = size - int(above.sum())
    return float((positive[above].sum() + open_places * positive[tied].mean()) / size)


def enough(resampling: Resampling, ranked: list[Place], size: int) -> int:
    """The fewest top components that keep 99 % of the tokens, 0 if no number that is tried does.

    Keeping more may keep fewer tokens (one of two cancelling components alone does harm), so growing numbers are tried,
    from a quarter of the circuit's size on; between the first that is enough and the one before it the search halves.
    """
    few = 0
    for many in sorted({min(len(ranked), -(-size * share // 4)) for share in TRIED} | {len(ranked)}):
        if resampling.tokens_kept(ranked[:many]) >= ENOUGH:
            break
        few = many
    else:
        return 0
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if resampling.tokens_kept(ranked[:middle]) >= ENOUGH else (middle, many)
    return many


def score_edges(truth: Truth, answer: CircuitAnswer) -> float:
    """Pairs of features of which a live group makes one of the other, against all pairs of which no group does."""
    live = {(edge.source, edge.target) for edge in truth.edges if edge.by in truth.live}
    unclear = {(edge.source, edge.target) for edge in truth.edges} - live
    pairs = [(a, b) for a in truth.features for b in truth.features if a != b and (a, b) not in unclear]
    scores = np.array([answer.edges.get(pair, 0.0) for pair in pairs])
    return auroc(scores, np.array([pair in live for pair in pairs]))
