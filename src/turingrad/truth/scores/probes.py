"""Probes: do they read the feature, and along the direction that the network itself reads?

For each feature that takes both values at the site and that the answer names:

    accuracy    share of places at which vector . x + bias > 0 says whether the feature is on
    balanced    mean of that share where the feature is on and of that where it is off: always saying "off" gets 0.5
    cosine      of the vector with the feature's read direction: what the network itself reads it by

`named` is the share of the site's features that the answer names. Of several features and sites the mean is taken.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from turingrad._support.arrays import F64
from turingrad.truth.answer import Probe, ProbeAnswer
from turingrad.truth.scores.features import unit_rows
from turingrad.truth.subject import Subject


def score_probes(subject: Subject, answer: ProbeAnswer) -> dict[str, float]:
    """accuracy, balanced, cosine and named."""
    rows, named, varying = list[F64](), 0, 0
    for site, probes in answer.sites.items():
        seen = {name for name, both in zip(subject.features, subject.varying[site], strict=True) if both}
        found = {name: probe for name, probe in probes.items() if name in seen}
        rows += score_site(subject, site, found) if found else []
        named, varying = named + len(found), varying + len(seen)
    means = np.mean(rows, axis=0) if rows else (0.0, 0.0, 0.0)
    figures = dict(zip(("accuracy", "balanced", "cosine"), map(float, means), strict=True))
    return {**figures, "named": named / varying if varying else 0.0}


def score_site(subject: Subject, site: str, probes: Mapping[str, Probe]) -> list[F64]:
    """(accuracy, balanced, cosine) of each probe; all are read off in one product, with the stream in float64."""
    vectors = np.stack([probe.vector for probe in probes.values()])
    biases = np.array([probe.bias for probe in probes.values()])
    says = subject.streams[site].double().numpy() @ vectors.T + biases > 0  # (places, probes)
    on = subject.labels[site][:, [subject.features.index(name) for name in probes]].numpy()
    right = says == on
    share_on, share_off = (right & on).sum(0) / on.sum(0), (right & ~on).sum(0) / (~on).sum(0)
    reads = np.stack([subject.truth.features[name].read for name in probes])
    cosine = (unit_rows(vectors) * unit_rows(reads)).sum(1)
    return list(np.stack([right.mean(0), (share_on + share_off) / 2, cosine], axis=1))
