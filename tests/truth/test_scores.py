"""The truth reaches the ceiling of every score, chance the floor; and each score on answers whose figures are known."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.truth.models import small_subject, small_truth
from turingrad.truth.answer import CircuitAnswer, FeatureAnswer, Probe, ProbeAnswer, SteeringAnswer
from turingrad.truth.oracle import oracle, random_answer
from turingrad.truth.resample import Resampling
from turingrad.truth.scores import QUESTIONS, interval, score, score_subject
from turingrad.truth.scores.circuits import auroc, precision_at
from turingrad.truth.scores.features import cosines

LAST = "2.mlp"


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_truth_reaches_every_ceiling(question: str) -> None:
    figures = score_subject(small_subject(), oracle(small_subject(), question))
    assert figures == pytest.approx(dict.fromkeys(figures, 1.0))


@pytest.mark.parametrize(
    ("question", "least", "most"),
    [
        ("features", {"mean_max": 0.1}, {"f1": 0.0, "recall": 0.0, "mean_max": 0.5, "separated": 0.2}),
        ("probes", {"balanced": 0.35}, {"balanced": 0.65, "cosine": 0.15}),
        ("circuits", {"auroc": 0.35, "edges": 0.4}, {"auroc": 0.65, "edges": 0.6, "precision": 0.4, "kept": 0.5}),
        ("steering", {}, {"changed": 0.2, "isolated": 0.2}),
    ],
)
def test_a_random_answer_is_at_the_floor(question: str, least: dict[str, float], most: dict[str, float]) -> None:
    figures = score_subject(small_subject(), random_answer(small_subject(), question, seed=1))
    assert all(figures[name] >= bound for name, bound in least.items()), figures
    assert all(figures[name] <= bound for name, bound in most.items()), figures


def test_an_answer_is_scored_between_a_floor_and_a_ceiling_of_its_own_shape() -> None:
    features = small_truth().features
    half = [each.write for each in list(features.values())[::2]]
    found = score(small_truth(), FeatureAnswer({LAST: np.stack(half)}))
    assert found.floor["recall"] < found.figures["recall"] < found.ceiling["recall"] == 1.0
    assert found.as_json()["question"] == "features"


def test_features_are_matched_once_each() -> None:
    """Five copies of one true direction are one hit."""
    subject = small_subject()
    right = oracle(subject, "features")
    assert isinstance(right, FeatureAnswer)
    targets = len(right.sites[LAST])
    figures = score_subject(subject, FeatureAnswer({LAST: np.repeat(right.sites[LAST][:1], 5, axis=0) * -3.0}))
    assert figures["precision"] == 1 / 5
    assert figures["recall"] == 1 / targets
    assert figures["f1"] == pytest.approx(2 / (5 + targets))
    assert figures["mean_max"] == pytest.approx(1 / targets)  # features of a plain model are orthogonal


def test_cosines_of_zero_and_of_huge_vectors_are_numbers() -> None:
    found = cosines(np.array([[0.0, 0.0], [1e200, 0.0], [1e30, 1e30]]), np.array([[1.0, 0.0]]))
    assert found[:, 0] == pytest.approx([0.0, 1.0, 0.5**0.5])


@pytest.mark.parametrize("bias", [-1.0, 1.0])
def test_a_probe_that_always_says_the_same_is_balanced_at_one_half(bias: float) -> None:
    zero = np.zeros(small_truth().width)
    figures = score_subject(small_subject(), ProbeAnswer({LAST: {"sym=1": Probe(zero, bias)}}))
    on = small_subject().labels[LAST][:, small_subject().features.index("sym=1")]
    assert figures["accuracy"] == pytest.approx(float((on == (bias > 0)).double().mean()))
    assert figures["balanced"] == 0.5
    assert figures["cosine"] == 0.0
    assert 0 < figures["named"] < 0.1


@pytest.mark.parametrize(
    ("scores", "expected"), [([3, 2, 1, 0], 1.0), ([0, 1, 2, 3], 0.0), ([1, 1, 1, 1], 0.5), ([2, 0, 1, 0], 0.625)]
)
def test_auroc_counts_pairs(scores: list[float], expected: float) -> None:
    assert auroc(np.array(scores, float), np.array([True, True, False, False])) == expected


def test_precision_shares_the_last_places_among_ties() -> None:
    positive = np.array([True, True, False, False])
    assert precision_at(np.array([1.0, 0.0, 0.0, 0.0]), positive, 2) == pytest.approx((1 + 1 / 3) / 2)


def test_one_of_a_cancelling_pair_does_harm_and_both_do_none() -> None:
    truth, resampling = small_truth(), Resampling(small_subject())
    idle = [(c.kind, c.block, c.index) for c in truth.components if c.size]
    assert resampling.tokens_kept({*truth.circuit, *idle}) == 1.0
    assert resampling.tokens_kept({*truth.circuit, *idle[:2], *idle[6:8], *idle[12:14]}) < 1.0  # not their twins


def test_a_circuit_without_one_live_gate_loses_tokens() -> None:
    truth, resampling = small_truth(), Resampling(small_subject())
    gate = next(gate for gate in truth.gates.values() if gate.name in truth.live and gate.block == 0)
    assert resampling.tokens_kept(truth.circuit - {("unit", 0, index) for index in gate.units}) < 1.0


def test_every_place_is_the_donor_of_another() -> None:
    donors = Resampling(small_subject(), seed=3).donors
    places = torch.arange(len(small_subject().following))
    assert not (donors == places).any()
    assert torch.equal(donors.sort().values, places)


def test_the_size_that_is_enough_grows_with_wrong_components_at_the_top() -> None:
    truth = small_truth()
    wrong = [(c.kind, c.block, c.index) for c in truth.components if c.group is None and not c.size]
    importance = dict.fromkeys(truth.circuit, 1.0) | dict.fromkeys(wrong[: len(truth.circuit)], 2.0)
    figures = score_subject(small_subject(), CircuitAnswer(importance))
    assert figures["precision"] == 0.0
    assert figures["size"] == pytest.approx(2.0)


def test_steering_without_the_vectors_of_a_pair_changes_nothing() -> None:
    right = oracle(small_subject(), "steering")
    assert isinstance(right, SteeringAnswer)
    site, vectors = next(iter(right.sites.items()))
    some = {name: vector for name, vector in vectors.items() if not name.startswith("st=")}
    figures = score_subject(small_subject(), SteeringAnswer({site: some}))
    assert 0 < figures["named"] == figures["changed"] < 1
    assert score_subject(small_subject(), SteeringAnswer({site: {"one": vectors["one"]}}))["changed"] == 0.0


def test_steering_with_half_the_length_is_isolated_and_changes_less() -> None:
    right = oracle(small_subject(), "steering")
    assert isinstance(right, SteeringAnswer)
    short = {site: {name: v / 4 for name, v in vectors.items()} for site, vectors in right.sites.items()}
    figures = score_subject(small_subject(), SteeringAnswer(short))
    assert figures["isolated"] == pytest.approx(1.0)
    assert figures["changed"] < 0.9


def test_the_interval_is_students() -> None:
    assert interval([0.5]) == (0.5, None)
    mean, half = interval([0.4, 0.5, 0.6])
    assert mean == pytest.approx(0.5)
    assert half == pytest.approx(4.3027 * 0.1 / 3**0.5, rel=1e-4)
