"""Windows of runs: the same numbers as the whole runs, with everything before them known."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import Tensor

from tests.truth.models import small_subject, small_truth
from turingrad.truth.forward import Llama
from turingrad.truth.oracle import oracle
from turingrad.truth.scores import score_subject
from turingrad.truth.subject import subject_of


def noisy(sharing: int = 1) -> Llama:
    """A model whose attention is spread over many tokens, so that everything before a window counts; of its keys, each
    serves so many heads."""
    llama = small_subject().llama
    draws = torch.Generator().manual_seed(0)
    shapes = {"q": (sharing * 128, llama.width), "k": (128, llama.width), "v": (128, llama.width)}
    shapes["o"] = (llama.width, sharing * 128)
    blocks = tuple(
        replace(block, **{name: torch.randn(shape, generator=draws) / 8 for name, shape in shapes.items()})
        for block in llama.blocks
    )
    return replace(llama, blocks=blocks)


@pytest.mark.parametrize("sharing", [1, 3])
def test_a_window_has_the_logits_of_the_whole_run(sharing: int) -> None:
    subject = subject_of(small_truth(), noisy(sharing))
    windows = [(0, 5, 12), (1, 0, 4), (0, 0, 1), (2, 3, 5)]
    places, part = subject.places_of(windows), subject.at(windows)
    with torch.no_grad():
        whole, found = subject.llama.forward(subject.batch), part.llama.forward(part.batch)
    assert torch.allclose(found, whole[places], atol=1e-3, rtol=1e-4)
    assert torch.equal(part.following, subject.following[places])
    assert torch.equal(part.streams["1.attn"], subject.streams["1.attn"][places])
    blind = replace(part.batch, earlier=lambda number: [(each[0][:0], each[1][:0]) for each in before(number)])
    before = part.batch.earlier
    assert before is not None
    assert not torch.allclose(part.llama.forward(blind), found, atol=1e-2)


def test_a_change_in_a_window_reaches_its_later_places() -> None:
    subject = subject_of(small_truth(), noisy())
    length = int(torch.bincount(subject.batch.row)[0])
    part, change = subject.at([(0, 5, length)]), torch.randn(subject.llama.width)

    def add(place: int) -> object:
        def hook(name: str, value: Tensor) -> Tensor:
            return value.index_add(0, torch.tensor([place]), change[None]) if name == "0.mlp" else value

        return hook

    with torch.no_grad():
        whole = subject.llama.forward(subject.batch, add(5))[5:length]  # type: ignore[arg-type]
        found = part.llama.forward(part.batch, add(0))  # type: ignore[arg-type]
    assert torch.allclose(found, whole, atol=1e-3, rtol=1e-4)


def test_steering_is_the_same_without_the_runs_of_the_pairs() -> None:
    """A subject that was cut lacks some of the runs: whole bases are then computed."""
    short = subject_of(small_truth(), places=30)
    answer = oracle(small_subject(), "steering")
    assert score_subject(short, answer) == score_subject(small_subject(), answer)


def test_windows_at_the_end_of_a_run_are_shorter() -> None:
    subject = small_subject()
    last = subject.batch.last
    assert subject.windows(last[:2], 8) == [
        (run, int(subject.batch.place[last[run]]), int(subject.batch.place[last[run]]) + 1) for run in (0, 1)
    ]
