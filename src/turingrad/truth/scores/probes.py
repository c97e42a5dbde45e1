"""Probes: do they read the feature, and along the direction that the network itself reads?

For each feature that takes both values at the site and that the answer names:

    accuracy    share of places at which vector . x + bias > 0 says whether the feature is on
    balanced    mean of that share where the feature is on and of that where it is off: always saying "off" gets 0.5
    cosine      of the vector with the feature's read direction: what the network itself reads it by

`named` is the share of the site's features that the answer names. Of several features and sites the mean is taken.
"""

from __future__ import annotations

import numpy as np
import torch

from turingrad.truth.answer import Probe, ProbeAnswer
from turingrad.truth.scores.features import unit_rows
from turingrad.truth.subject import Subject


def score_probes(subject: Subject, answer: ProbeAnswer) -> dict[str, float]:
    """accuracy, balanced, cosine and named."""
    rows, named, varying = [], 0, 0
    for site, probes in answer.sites.items():
        seen = {name for name, both in zip(subject.features, subject.varying[site], strict=True) if both}
        rows += [score_probe(subject, site, name, probe) for name, probe in probes.items() if name in seen]
        named, varying = named + len(seen & set(probes)), varying + len(seen)
    means = np.mean(rows, axis=0) if rows else (0.0, 0.0, 0.0)
    figures = dict(zip(("accuracy", "balanced", "cosine"), map(float, means), strict=True))
    return {**figures, "named": named / varying if varying else 0.0}


def score_probe(subject: Subject, site: str, name: str, probe: Probe) -> tuple[float, float, float]:
    says = subject.streams[site].double() @ torch.from_numpy(probe.vector) + probe.bias > 0
    at = subject.features.index(name)
    on = subject.labels[site][:, at]
    right = (says == on).double()
    balanced = (right[on].mean() + right[~on].mean()) / 2
    read = unit_rows(subject.truth.features[name].read[None])[0]
    return float(right.mean()), float(balanced), float(unit_rows(probe.vector[None])[0] @ read)
