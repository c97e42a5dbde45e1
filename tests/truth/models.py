"""Small models with known mechanisms, made once per process."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import torch

import turingrad as tg
from turingrad.truth import Component, Truth
from turingrad.truth.plain import plain_truth
from turingrad.truth.subject import Subject, subject_of


@cache
def small_truth() -> Truth:
    """busy-beaver-3 with three cancelling pairs of idle units per block."""
    network = tg.compile(tg.read("busy-beaver-3"), to="decoder", cells=16, context=40)
    return with_idle_pairs(plain_truth(network, pairs=40), 3, 0.3)  # type: ignore[arg-type]


@cache
def small_subject() -> Subject:
    return subject_of(small_truth())


def with_idle_pairs(truth: Truth, pairs: int, size: float) -> Truth:
    """Twins of random units whose outputs cancel: the function is the same, and each alone would disturb it."""
    rng, weights, components = np.random.default_rng(0), dict(truth.weights), list(truth.components)
    units = truth.config["intermediate_size"]
    for block in range(truth.depth):
        place = f"model.layers.{block}.mlp"
        rows = torch.tensor(rng.choice([-1.0, 1.0], (pairs, truth.width)), dtype=torch.float32)
        columns = torch.tensor(rng.choice([-1.0, 1.0], (truth.width, pairs)), dtype=torch.float32) * size / 16
        for name, added in (("gate", 8 * rows), ("up", rows / 8)):
            weights[f"{place}.{name}_proj.weight"] = torch.cat([weights[f"{place}.{name}_proj.weight"], added, added])
        weights[f"{place}.down_proj.weight"] = torch.cat([weights[f"{place}.down_proj.weight"], columns, -columns], 1)
        components += [Component("unit", block, units + index, None, size) for index in range(2 * pairs)]
    config = {**truth.config, "intermediate_size": units + 2 * pairs}
    return replace(truth, weights=weights, config=config, components=tuple(components))
