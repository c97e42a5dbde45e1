"""Each baseline finds what it can find on an undisguised model, and the same again with the same seed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tests.truth.models import small_subject, small_truth
from tests.truth.networks import level
from turingrad.truth.answer import CircuitAnswer, FeatureAnswer
from turingrad.truth.baselines import METHODS, probes
from turingrad.truth.baselines.binary import two_valued
from turingrad.truth.control import control_of
from turingrad.truth.forward import batch_of, llama_of
from turingrad.truth.scores import score_subject
from turingrad.truth.subject import Subject
from turingrad.truth.value import Truth

EXPECTED = [
    ("probes", "features", "mean_max", 0.6),
    ("probes", "probes", "balanced", 0.97),
    ("probes", "steering", "changed", 0.5),
    ("means", "probes", "balanced", 0.85),
    ("means", "steering", "changed", 0.4),
    ("autoencoder", "features", "mean_max", 0.4),
    ("binary", "features", "separated", 0.1),
    ("attribution", "circuits", "auroc", 0.75),
    ("patching", "circuits", "auroc", 0.75),
    ("masks", "circuits", "auroc", 0.75),
    ("edge-attribution", "circuits", "edges", 0.8),
    ("edge-ablation", "circuits", "edges", 0.95),
]


@pytest.mark.parametrize(("method", "question", "figure", "least"), EXPECTED)
def test_a_method_is_well_above_chance(
    method: str, question: str, figure: str, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turingrad.truth.baselines.masks.STEPS", 25)
    monkeypatch.setattr("turingrad.truth.baselines.autoencoder.STEPS", 200)
    subject = small_subject()
    found = score_subject(subject, METHODS[method].answers[question](subject, 0))
    chance = score_subject(subject, METHODS["random"].answers[question](subject, 0))
    assert found[figure] >= least
    assert found[figure] > chance[figure]


@pytest.mark.parametrize("method", ["patching", "masks", "edge-ablation"])
def test_a_method_that_is_too_much_work_looks_at_windows(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the largest models: 128 places per step or component, from all runs."""
    seen: list[int] = []
    look = Subject.at

    def at(subject: Subject, windows: list[tuple[int, int, int]]) -> Subject:
        seen.append(sum(end - start for _, start, end in windows))
        return look(subject, windows)

    monkeypatch.setattr("turingrad.truth.baselines.masks.STEPS", 25)
    monkeypatch.setattr("turingrad.truth.subject.WORK", 1)
    monkeypatch.setattr(Subject, "at", at)
    figures = score_subject(small_subject(), METHODS[method].answers["circuits"](small_subject(), 0))
    assert figures["edges" if method.startswith("edge") else "auroc"] > 0.75
    assert seen
    assert max(seen) <= 128


@pytest.mark.parametrize("method", ["attribution", pytest.param("masks", marks=pytest.mark.slow)])
def test_a_seed_fixes_the_answer(method: str) -> None:
    first, second, other = (METHODS[method].answers["circuits"](small_subject(), seed) for seed in (5, 5, 6))
    assert isinstance(first, CircuitAnswer)
    assert first == second != other


def test_every_question_is_answered_by_the_truth_and_by_chance() -> None:
    assert set(METHODS["truth"].answers) == set(METHODS["random"].answers)
    assert all(set(method.answers) <= set(METHODS["truth"].answers) for method in METHODS.values())


def test_every_baseline_is_short() -> None:
    """Each file that holds methods, with its docstring and imports."""
    files = list(Path(probes.__file__).parent.glob("*.py"))
    assert len(files) > 7
    assert all(len(file.read_text(encoding="utf-8").splitlines()) < 100 for file in files)


def test_the_attack_finds_two_valued_directions_and_only_those() -> None:
    rng = np.random.default_rng(0)
    bits = torch.tensor(rng.choice([-1.0, 1.0], (300, 6)), dtype=torch.float32)
    mixing = torch.tensor(rng.normal(size=(6, 10)), dtype=torch.float32)
    found = two_valued(bits @ mixing, seed=0)
    along = bits @ mixing @ found.T
    values = (along - along.mean(0)).round(decimals=2)
    assert len(found) >= 6  # the six bits; sums of independent bits have more values
    assert all(len(torch.unique(column)) == 2 for column in values.T)
    assert not len(two_valued(torch.tensor(rng.normal(size=(300, 10)), dtype=torch.float32), seed=0))


def test_a_lookalike_says_the_tokens_without_the_mechanism() -> None:
    control = control_of(small_truth(), steps=40)
    assert control.share_right(control.llama.forward(control.batch)) > 0.9
    steering = score_subject(control, METHODS["truth"].answers["steering"](control, 0))
    assert steering["changed"] < 0.3
    kept = score_subject(control, METHODS["truth"].answers["circuits"](control, 0))["kept"]
    assert kept < 0.9
    binary = METHODS["binary"].answers["features"](control, 0)
    assert isinstance(binary, FeatureAnswer)
    assert score_subject(control, binary)["separated"] < 0.2


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "exact"), [(small_truth(), False), (level(3), True)], ids=["small", "certified"])
def test_the_plain_forward_pass_is_the_stock_one(truth: Truth, exact: bool) -> None:
    """Without padding sums are taken in another order, which changes no bit if they are exact."""
    rows = [(*run.prompt, *run.tokens) for run in truth.runs]
    batch = batch_of(rows)
    spoken = torch.cat(
        [torch.arange(len(row)) >= len(run.prompt) - 1 for run, row in zip(truth.runs, rows, strict=True)]
    )
    with torch.no_grad():
        ours = llama_of(truth.config, truth.weights).forward(batch)
        stock = torch.cat([truth.model()(torch.tensor([row])).logits[0] for row in rows])
    assert torch.equal(ours[spoken].argmax(-1), stock[spoken].argmax(-1))
    assert torch.allclose(ours, stock, rtol=1e-5, atol=1e-3)
    assert torch.equal(ours, stock) or not exact
