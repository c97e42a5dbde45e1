"""Features: are the directions that a method found the directions that the network writes?

At a site the targets are the write directions of the features that take both values there. A found vector may have
either sign and any length. With c the matrix of absolute cosines,

    hits        pairs with c >= 0.9 of the assignment that has most of them (one vector per feature, and back)
    f1          2 hits / (vectors + features); recall = hits / features; precision = hits / vectors
    mean_max    the mean over features of the largest cosine of any vector
    separated   share of features that some vector tells apart: all places with the feature on are on one side of a
                threshold. A vector may do that and point elsewhere, since features go together on the data

Of several sites the mean is taken.
"""

from __future__ import annotations

import numpy as np
import torch
from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

from turingrad._support.arrays import F64
from turingrad.truth.answer import FeatureAnswer
from turingrad.truth.subject import Subject, as_tensor

NEAR = 0.9
GAP = 1e-3  # of unit vectors: what is less apart may be rounding
VECTORS = 512  # that are sorted at once


def score_features(subject: Subject, answer: FeatureAnswer) -> dict[str, float]:
    """f1, precision, recall, mean_max and separated, means over the sites of the answer."""
    scores = [score_site(subject, site, vectors) for site, vectors in answer.sites.items()]
    return {name: float(np.mean([each[name] for each in scores])) for name in scores[0]}


def score_site(subject: Subject, site: str, vectors: F64) -> dict[str, float]:
    targets = subject.writes[subject.varying[site]].double().numpy()
    if not len(targets):
        return dict.fromkeys(("f1", "precision", "recall", "mean_max", "separated"), 0.0)
    near = cosines(vectors, targets)
    rows, columns = linear_sum_assignment(-(near * (near >= NEAR)))
    hits = int((near[rows, columns] >= NEAR).sum())
    return {
        "f1": 2 * hits / (len(vectors) + len(targets)),
        "precision": hits / len(vectors),
        "recall": hits / len(targets),
        "mean_max": float(near.max(axis=0).mean()),
        "separated": share_separated(subject, site, vectors),
    }


def share_separated(subject: Subject, site: str, vectors: F64) -> float:
    """Of n places with a feature on, a vector tells them apart if they are the n highest or the n lowest along it.

    With ranks from 1 to p these, and only these, have the largest or the smallest sum of ranks: one product for all.
    """
    on = subject.labels[site][:, subject.varying[site]].T.double()  # (features, places)
    counts, places = on.sum(1).long(), on.shape[1]
    found = torch.zeros(len(on), dtype=torch.bool)
    units = as_tensor(unit_rows(vectors))
    for start in range(0, len(units), VECTORS):
        along, order = (subject.streams[site] @ units[start : start + VECTORS].T).sort(0)  # (places, vectors)
        ranks = torch.empty_like(along, dtype=torch.float64)
        ranks.scatter_(0, order, torch.arange(1.0, places + 1, dtype=torch.float64)[:, None].expand_as(order))
        sums = on @ ranks  # (features, vectors)
        least = (counts * (counts + 1) // 2)[:, None]
        most = (counts * (2 * places + 1 - counts) // 2)[:, None]
        for highest, border in ((sums == most, places - counts), (sums == least, counts)):
            found |= (highest & (along[border - 1] + GAP < along[border])).any(1)
    return float(found.double().mean())


def cosines(found: F64, targets: F64) -> F64:
    """Absolute cosines, (found, targets); a zero vector has cosine 0 with everything."""
    result: F64 = np.abs(unit_rows(found) @ unit_rows(targets).T)
    return result


def unit_rows(vectors: F64) -> F64:
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    scaled = vectors / np.where(largest > 0, largest, 1.0)  # squares of huge numbers would overflow
    norms = np.linalg.norm(scaled, axis=1, keepdims=True)
    result: F64 = scaled / np.where(norms > 0, norms, 1.0)
    return result
