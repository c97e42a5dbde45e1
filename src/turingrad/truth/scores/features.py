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
from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

from turingrad._support.arrays import F64
from turingrad.truth.answer import FeatureAnswer
from turingrad.truth.subject import Subject, as_tensor

NEAR = 0.9
GAP = 1e-3  # of unit vectors: what is less apart may be rounding


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
    along = subject.streams[site] @ as_tensor(unit_rows(vectors)).T  # (places, vectors)
    found = []
    for on in subject.labels[site][:, subject.varying[site]].T:
        low, high = along[~on], along[on]
        above = low.max(0).values + GAP < high.min(0).values
        found.append(bool((above | (high.max(0).values + GAP < low.min(0).values)).any()))
    return float(np.mean(found))


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
