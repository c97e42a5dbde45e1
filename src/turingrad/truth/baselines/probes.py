"""Two supervised methods: logistic probes, and differences of means. Both know the features' labels.

A probe is trained on half of the places, at most 1,024, and scored on all. To steer, a vector v is added with the
length that moves v . x from its mean where the feature is off to its mean where it is on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from turingrad.truth.answer import FeatureAnswer, Probe, ProbeAnswer, SteeringAnswer
from turingrad.truth.oracle import steering_sites
from turingrad.truth.subject import Subject

STEPS, DECAY = 100, 1e-4
MOST = 1024  # places that are trained on
Fit = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]
"""Streams (places, width) and labels (places, features) to vectors (features, width) and biases (features,)."""


def fit_logistic(x: Tensor, on: Tensor) -> tuple[Tensor, Tensor]:
    """Logistic regressions of all features at once, by L-BFGS, which no rotation of the stream disturbs; the rarer
    value weighs more."""
    y, centre = on.float(), x.mean(0)
    size = (x - centre).square().sum(1).mean().sqrt().clamp_min(1e-6)
    share = y.mean(0)
    weight = torch.where(on, 0.5 / share, 0.5 / (1 - share))
    vectors = torch.zeros(on.shape[1], x.shape[1], requires_grad=True)
    biases = torch.zeros(on.shape[1], requires_grad=True)
    optimizer: Any = torch.optim.LBFGS([vectors, biases], max_iter=STEPS, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimizer.zero_grad()
        logits = (x - centre) / size @ vectors.T + biases
        wrong = F.binary_cross_entropy_with_logits(logits, y, weight, reduction="none").mean(0).sum()
        found = wrong + DECAY * vectors.square().sum()
        torch.autograd.backward(found)
        return found

    optimizer.step(loss)
    found = vectors.detach() / size
    return found, biases.detach() - found @ centre


def fit_means(x: Tensor, on: Tensor) -> tuple[Tensor, Tensor]:
    """mean where on - mean where off; the threshold is halfway."""
    y = on.float()
    high = (y.T @ x) / y.sum(0)[:, None].clamp_min(1)
    low = ((1 - y).T @ x) / (1 - y).sum(0)[:, None].clamp_min(1)
    vectors = high - low
    return vectors, -(vectors * (high + low)).sum(1) / 2


def fit_site(subject: Subject, site: str, fit: Fit, seed: int) -> tuple[list[str], Tensor, Tensor]:
    """Names, vectors and biases of the features that take both values in the half that is trained on."""
    x, on = subject.streams[site], subject.labels[site]
    half = torch.randperm(len(x), generator=torch.Generator().manual_seed(seed))[: min(MOST, max(2, len(x) // 2))]
    both = on[half].any(0) & ~on[half].all(0)
    vectors, biases = fit(x[half], on[half][:, both])
    return [name for name, one in zip(subject.features, both, strict=True) if one], vectors, biases


def answer_features(subject: Subject, fit: Fit, seed: int) -> FeatureAnswer:
    site = subject.llama.sites[-1]
    return FeatureAnswer({site: fit_site(subject, site, fit, seed)[1].double().numpy()})


def answer_probes(subject: Subject, fit: Fit, seed: int) -> ProbeAnswer:
    site = subject.llama.sites[-1]
    names, vectors, biases = fit_site(subject, site, fit, seed)
    rows = zip(names, vectors.double().numpy(), biases.tolist(), strict=True)
    return ProbeAnswer({site: {name: Probe(vector, bias) for name, vector, bias in rows}})


def answer_steering(subject: Subject, fit: Fit, seed: int) -> SteeringAnswer:
    sites = {}
    for site in steering_sites(subject):
        names, vectors, _ = fit_site(subject, site, fit, seed)
        both = [subject.features.index(name) for name in names]
        gaps, _ = fit_means(subject.streams[site], subject.labels[site][:, both])
        lengths = (vectors * gaps).sum(1) / vectors.square().sum(1).clamp_min(1e-12)
        sites[site] = dict(zip(names, (vectors * lengths[:, None]).double().numpy(), strict=True))
    return SteeringAnswer(sites)
