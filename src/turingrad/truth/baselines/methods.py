"""The list of methods, and which questions each answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from turingrad.truth.answer import Answer
from turingrad.truth.baselines import attribution, autoencoder, binary, edges, masks, patching, probes
from turingrad.truth.oracle import oracle, random_answer
from turingrad.truth.subject import Subject

QUESTIONS = ("features", "probes", "circuits", "steering")


@dataclass(frozen=True)
class Method:
    """`answers[question](subject, seed)`; `about` says in a line what it does."""

    about: str
    answers: Mapping[str, Callable[[Subject, int], Answer]]


def fit_method(about: str, fit: probes.Fit) -> Method:
    """A method that fits one vector per feature, from labels."""
    return Method(
        about,
        {
            "features": lambda subject, seed: probes.answer_features(subject, fit, seed),
            "probes": lambda subject, seed: probes.answer_probes(subject, fit, seed),
            "steering": lambda subject, seed: probes.answer_steering(subject, fit, seed),
        },
    )


def draw_answer(question: str, subject: Subject, seed: int) -> Answer:
    return random_answer(subject, question, seed)


def right_answer(question: str, subject: Subject, _: int) -> Answer:
    return oracle(subject, question)


METHODS: Mapping[str, Method] = {
    "truth": Method("the truth itself: the ceiling", {each: partial(right_answer, each) for each in QUESTIONS}),
    "random": Method("drawn at random: the floor", {each: partial(draw_answer, each) for each in QUESTIONS}),
    "probes": fit_method("logistic regression per feature, from labels", probes.fit_logistic),
    "means": fit_method("difference of the means with the feature on and off, from labels", probes.fit_means),
    "autoencoder": Method("TopK sparse autoencoder", {"features": autoencoder.answer_features}),
    "binary": Method("attack: directions of exactly two values", {"features": binary.answer_features}),
    "attribution": Method("gradient times activation difference", {"circuits": attribution.answer_circuits}),
    "patching": Method("activation patching, one component at a time", {"circuits": patching.answer_circuits}),
    "masks": Method("gates on all components, learned jointly", {"circuits": masks.answer_circuits}),
    "edge-attribution": Method(
        "a small step of a feature, see which others change", {"circuits": edges.answer_attribution}
    ),
    "edge-ablation": Method("flip a feature, see which others change", {"circuits": edges.answer_ablation}),
}
