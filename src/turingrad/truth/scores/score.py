"""Scores of an answer beside those of a random one and of the truth itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.torch_state import own_torch
from turingrad.truth.answer import Answer, CircuitAnswer, FeatureAnswer, ProbeAnswer, SteeringAnswer
from turingrad.truth.oracle import oracle, random_answer
from turingrad.truth.scores.circuits import score_circuits
from turingrad.truth.scores.features import score_features
from turingrad.truth.scores.probes import score_probes
from turingrad.truth.scores.steering import score_steering
from turingrad.truth.subject import Subject, subject_of
from turingrad.truth.value import Truth

QUESTIONS = ("features", "probes", "circuits", "steering")


@dataclass(frozen=True)
class Score:
    """The figures of an answer, those of a random answer of the same shape (`floor`) and of the truth (`ceiling`)."""

    question: str
    figures: dict[str, float]
    floor: dict[str, float]
    ceiling: dict[str, float]

    def as_json(self) -> dict[str, Any]:
        """The figures for scripts."""
        return asdict(self)


@validate_arguments
def score(truth: Truth, answer: Answer, *, seed: int = 0) -> Score:
    """Score what a method says about a model.

    Args:
        truth: The model and what is known about it.
        answer: What the method says: a `FeatureAnswer`, `ProbeAnswer`, `CircuitAnswer` or `SteeringAnswer`.
        seed: Fixes the random answer.

    Returns:
        The figures, each from 0 to 1 (but `size`), with floor and ceiling; `docs/truth-scores.md` says what they are.

    Example:
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16))
        >>> tg.truth.score(t, tg.truth.CircuitAnswer({("head", 2, 0): 1.0})).figures["kept"] < 1
        True
    """
    with own_torch():
        subject = subject_of(truth)
        return Score(
            answer.question,
            score_subject(subject, answer),
            score_subject(subject, random_answer(subject, answer.question, seed, like=answer)),
            score_subject(subject, oracle(subject, answer.question, like=answer)),
        )


def score_subject(subject: Subject, answer: Answer) -> dict[str, float]:
    """Score an answer, without floor and ceiling.

    Args:
        subject: The network on its runs: a truth's own model, or a lookalike.
        answer: What a method says about it.

    Returns:
        The figures, by name.

    Example:
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16))
        >>> sorted(tg.truth.score_subject(tg.truth.subject_of(t), tg.truth.CircuitAnswer({("head", 2, 0): 1.0})))[0]
        'auroc'
    """
    if isinstance(answer, FeatureAnswer):
        return score_features(subject, answer)
    if isinstance(answer, ProbeAnswer):
        return score_probes(subject, answer)
    if isinstance(answer, CircuitAnswer):
        return score_circuits(subject, answer)
    assert isinstance(answer, SteeringAnswer)
    return score_steering(subject, answer)


def interval(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean over seeds, and half the width of its 95 % interval (Student's t); None for a single seed."""
    from scipy.stats import t as student  # type: ignore[import-untyped]

    mean = float(np.mean(values))
    if len(values) < 2:
        return mean, None
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5
    return mean, float(student.ppf(0.975, len(values) - 1)) * error
