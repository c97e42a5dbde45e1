"""The two answers that every score is read against: the truth itself, and one drawn at random."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from turingrad._support.arrays import F64
from turingrad.truth.answer import Answer, CircuitAnswer, FeatureAnswer, Probe, ProbeAnswer, SteeringAnswer
from turingrad.truth.subject import Subject


def oracle(subject: Subject, question: str, like: Answer | None = None) -> Answer:
    """Return the right answer to a question.

    Args:
        subject: The network on its runs.
        question: "features", "probes", "circuits" or "steering".
        like: Another answer, whose sites are taken; by default the last site, at which all features have been written.

    Returns:
        The answer, which gets the highest scores.

    Example:
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16))
        >>> subject = tg.truth.subject_of(t)
        >>> tg.truth.score_subject(subject, tg.truth.oracle(subject, "circuits"))["auroc"]
        1.0
    """
    features = subject.truth.features
    if question == "features":
        return FeatureAnswer(
            {
                site: np.stack([features[name].write for name in varying_features(subject, site)])
                for site in sites(subject, like)
            }
        )
    if question == "probes":
        return ProbeAnswer(
            {
                site: {name: Probe(features[name].read) for name in varying_features(subject, site)}
                for site in sites(subject, like)
            }
        )
    if question == "circuits":
        truth = subject.truth
        edges = {(edge.source, edge.target): 1.0 for edge in truth.edges if edge.by in truth.live}
        return trim(CircuitAnswer(dict.fromkeys(truth.circuit, 1.0), edges), like)
    return SteeringAnswer(
        {site: {name: 2 * features[name].write for name in features} for site in steering_sites(subject)}
    )


def random_answer(subject: Subject, question: str, seed: int, like: Answer | None = None) -> Answer:
    """Draw a random answer: Gaussian directions, uniform importances.

    Args:
        subject: The network on its runs.
        question: "features", "probes", "circuits" or "steering".
        seed: Fixes what is drawn.
        like: Another answer, whose shape is taken; by default the right one's.

    Returns:
        The answer.

    Example:
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16))
        >>> type(tg.truth.random_answer(tg.truth.subject_of(t), "circuits", seed=0)).__name__
        'CircuitAnswer'
    """
    rng = np.random.default_rng((seed, len(question)))
    right = like if like is not None and like.question == question else oracle(subject, question)
    if isinstance(right, FeatureAnswer):
        return FeatureAnswer({site: rng.normal(size=vectors.shape) for site, vectors in right.sites.items()})
    if isinstance(right, ProbeAnswer):
        drawn = {
            site: {name: Probe(rng.normal(size=probe.vector.shape)) for name, probe in probes.items()}
            for site, probes in right.sites.items()
        }
        return ProbeAnswer(drawn)
    if isinstance(right, CircuitAnswer):
        places = [(each.kind, each.block, each.index) for each in subject.truth.components]
        pairs = [(a, b) for a in subject.features for b in subject.features]
        drawn_edges = dict(zip(pairs, rng.random(len(pairs)).tolist(), strict=True))
        return trim(CircuitAnswer(dict(zip(places, rng.random(len(places)).tolist(), strict=True)), drawn_edges), like)
    lengths = {name: float(np.linalg.norm(2 * each.write)) for name, each in subject.truth.features.items()}
    return SteeringAnswer(
        {
            site: {name: random_direction(rng, vector.shape[0], lengths[name]) for name, vector in vectors.items()}
            for site, vectors in right.sites.items()
        }
    )


def random_direction(rng: np.random.Generator, width: int, length: float) -> F64:
    vector = rng.normal(size=width)
    result: F64 = vector * (length / np.linalg.norm(vector))
    return result


def trim(answer: CircuitAnswer, like: Answer | None) -> CircuitAnswer:
    """Components or edges alone, if the other answer has only those."""
    if not isinstance(like, CircuitAnswer):
        return answer
    return CircuitAnswer(answer.components if like.components else {}, answer.edges if like.edges else {})


def sites(subject: Subject, like: Answer | None) -> Iterable[str]:
    """Those of another answer, else the last one, at which all features have been written."""
    return like.sites if isinstance(like, FeatureAnswer | ProbeAnswer) else (subject.llama.sites[-1],)


def varying_features(subject: Subject, site: str) -> list[str]:
    """The features that take both values at a site."""
    return [name for name, both in zip(subject.features, subject.varying[site], strict=True) if both]


def steering_sites(subject: Subject) -> list[str]:
    """The sites of the counterfactual pairs."""
    return list(dict.fromkeys(pair.site for pair in subject.truth.pairs))
