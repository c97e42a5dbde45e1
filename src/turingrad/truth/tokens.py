"""What a disguised model says in stock transformers, compared with its runs token by token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from turingrad._support.arrays import F64
from turingrad.errors import CertificateError
from turingrad.truth.value import Run, Truth


def predict(model: Any, run: Run) -> torch.Tensor:
    """The token that a model says at each place of a run, given the right ones before it."""
    tokens = torch.tensor([[*run.prompt, *run.tokens[:-1]]])
    with torch.no_grad():
        logits: torch.Tensor = model(tokens, logits_to_keep=len(run.tokens)).logits[0]
    return logits.argmax(-1)


def count_tokens(truth: Truth, dtype: str = "float32") -> tuple[int, int]:
    """How many tokens of all runs the model says right, and how many there are."""
    model = truth.model(dtype)
    right = sum(int((predict(model, run) == torch.tensor(run.tokens)).sum()) for run in truth.runs)
    return right, sum(len(run.tokens) for run in truth.runs)


def require_tokens(truth: Truth) -> int:
    """Refuse a truth that is certified in a format in which its model says a wrong token; returns how many tokens were
    compared, over all certified formats."""
    compared = 0
    for dtype, promise in truth.exact.items():
        if promise == "certified":
            right, tokens = count_tokens(truth, dtype)
            compared += tokens
            if right != tokens:
                raise CertificateError(f"{truth.name} in {dtype}: {right} of {tokens} tokens are right, all must be")
    return compared


def activations(truth: Truth, tokens: Sequence[int], dtype: str = "float32") -> F64:
    """The residual stream of the stock model at every site, (sites, places, width): what its norms are given."""
    model, found = truth.model(dtype), list[torch.Tensor]()

    def keep(_: object, given: tuple[torch.Tensor, ...]) -> None:
        found.append(given[0][0].double())

    for layer in model.model.layers:
        for norm in (layer.input_layernorm, layer.post_attention_layernorm):
            norm.register_forward_pre_hook(keep)
    model.model.norm.register_forward_pre_hook(keep)
    with torch.no_grad():
        model(torch.tensor([list(tokens)]))
    streams: F64 = torch.stack(found).numpy()
    return streams
