"""Negative controls: Llamas of the same shape, trained from scratch on the same runs.

They say the right tokens, and nobody put the mechanism into them: no direction of theirs is a feature, no head looks up
the last write. A method that reports the mechanism there too reports what the tokens or the shape suggest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import torch
from torch.nn import functional as F

from turingrad.truth.forward import Llama, llama_of
from turingrad.truth.subject import Subject, subject_of
from turingrad.truth.value import Truth
from turingrad.truth.working import Block

STEPS, RATE, WARM = 400, 3e-3, 20
PLACES = 1024
ENOUGH = 0.999
EVERY = 20  # steps between looks at the share of right tokens


def control_of(
    truth: Truth, seed: int = 0, steps: int = STEPS, tell: Callable[[int], None] = lambda _: None
) -> Subject:
    """Train a lookalike of a truth's model on its runs, until it predicts 99.9 % of the tokens or for `steps` steps.

    Args:
        truth: The model whose shape and runs the lookalike has.
        seed: Fixes the initial weights.
        steps: Steps of Adam, at most.
        tell: A function that is called with the number of each step.

    Returns:
        The lookalike on the truth's runs, with the truth's labels.

    Example:
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16))
        >>> type(tg.truth.control_of(t, steps=2)).__name__
        'Subject'
    """
    llama = initial(llama_of(truth.config, truth.weights), seed)
    subject = subject_of(truth, llama, PLACES)
    weights = [each.requires_grad_() for each in llama.parameters()]
    optimizer = torch.optim.Adam(weights, lr=RATE)
    for step in range(steps):
        tell(step)
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / WARM) * (1 - 0.9 * step / steps)
        optimizer.zero_grad()
        logits = llama.forward(subject.batch)
        torch.autograd.backward(F.cross_entropy(logits[subject.spoken], subject.following[subject.spoken]))
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        if step % EVERY == EVERY - 1 and subject.share_right(logits.detach()) >= ENOUGH:
            break
    for each in weights:
        each.requires_grad_(False)
    return subject_of(truth, llama)


def initial(like: Llama, seed: int) -> Llama:
    """Gaussian weights in the shape of another Llama: variance 1 / inputs, less for what is added to the stream."""
    draws = torch.Generator().manual_seed(seed)

    def matrix(shape: torch.Size, gain: float = 1.0) -> torch.Tensor:
        return torch.randn(shape, generator=draws).mul(gain / shape[1] ** 0.5)

    added = (2 * len(like.blocks)) ** -0.5
    blocks = tuple(
        Block(
            **{name: matrix(getattr(block, name).shape) for name in ("q", "k", "v", "gate", "up")},
            **{name: matrix(getattr(block, name).shape, added) for name in ("o", "down")},
            before_attention=torch.ones_like(block.before_attention),
            before_units=torch.ones_like(block.before_units),
        )
        for block in like.blocks
    )
    embedding = torch.randn(like.embedding.shape, generator=draws)
    return replace(
        like, embedding=embedding, blocks=blocks, norm=torch.ones_like(like.norm), head=matrix(like.head.shape, 0.5)
    )
