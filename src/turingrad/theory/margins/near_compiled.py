"""Learning near the compiled weights, with correction layers: does the certificate of what is learned say anything?

rho is 1-Lipschitz in theta (claim "Lemma 2.3, Lipschitz"), so weights at distance r from compiled ones have a margin of
at least the compiled certificate less r: a certificate for every net in that ball, whatever training made of it.
Training starts from the compiled transformer plus Gaussian noise of a given length and minimises the logistic loss over
inputs by Adam, all rows in one batch, projected onto a ball around the compiled weights after each step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.func import functional_call

from turingrad.constructions.transformer import TransformerNetwork
from turingrad.errors import InputError
from turingrad.machine.tape.run import TapeInput
from turingrad.theory.margins.transformer import transformer_bound


@dataclass(frozen=True, slots=True)
class NearRow:
    """A net at some distance from the compiled one: errors on the inputs, logistic loss, the share of parameters with a
    gradient, and the certificate that the distance leaves (0 if it is too far)."""

    steps: int
    distance: float
    error: float
    loss: float
    moving: float
    certified: float


def learn_near(
    network: TransformerNetwork,
    inputs: Sequence[TapeInput],
    *,
    noise: float,
    radius: float,
    steps: int = 20,
    rate: float = 1e-4,
    seed: int = 0,
) -> list[NearRow]:
    """Train a network from weights near the compiled ones; the labels are the compiled network's own answers.

    Args:
        network: A compiled transformer.
        inputs: The inputs.
        noise: The distance of the start from the compiled weights.
        radius: The radius of the ball around the compiled weights that training stays in.
        steps: Training steps.
        rate: Their rate.
        seed: Fixes the noise.

    Returns:
        Rows before and after training.

    Example:
        >>> from turingrad.constructions.transformer import compile_network
        >>> from turingrad.theory import learn_near
        >>> net = compile_network(tg.read("palindrome"), steps=4, input_length=2, dtype=torch.float64)
        >>> [row.steps for row in learn_near(net, ["aa", "ab"], noise=5e-4, radius=1e-3, steps=2)]
        [0, 2]
    """
    if not 0 <= noise <= radius:
        raise InputError(f"the noise must be at most the radius, not {noise:g} and {radius:g}")
    tokens, passes = network.token_batch(inputs), network.options.steps + 1
    base = {name: value.detach() for name, value in network.named_parameters()}
    with torch.no_grad():
        labels = torch.sign(network(tokens, passes))
    certified = transformer_bound(network).tightened
    generator = torch.Generator().manual_seed(seed)
    drawn = {name: torch.randn(v.shape, generator=generator, dtype=torch.float64).to(v) for name, v in base.items()}
    weights = {name: (base[name] + part).requires_grad_() for name, part in rescale(drawn, noise).items()}
    optimizer = torch.optim.Adam(weights.values(), lr=rate)
    rows = []
    for step in range(steps + 1):
        optimizer.zero_grad()
        outputs: Tensor = functional_call(network, weights, (tokens, passes))
        loss = F.softplus(-labels * outputs).mean()
        loss.backward()  # type: ignore[no-untyped-call]
        if step in (0, steps):
            moving = sum(int((w.grad != 0).sum()) for w in weights.values() if w.grad is not None)
            distance = length({name: weights[name].detach() - base[name] for name in base})
            error = float((outputs.detach() * labels <= 0).double().mean())
            share = moving / sum(w.numel() for w in weights.values())
            rows.append(NearRow(step, distance, error, float(loss.detach()), share, max(0.0, certified - distance)))
        optimizer.step()
        with torch.no_grad():
            off = {name: weights[name] - base[name] for name in base}
            near = rescale(off, min(radius, length(off)))
            for name, value in weights.items():
                value.copy_(base[name] + near[name])
    return rows


def length(parts: dict[str, Tensor]) -> float:
    return float(torch.sqrt(sum((part.double().square().sum() for part in parts.values()), torch.zeros(()))))


def rescale(parts: dict[str, Tensor], to: float) -> dict[str, Tensor]:
    size = length(parts)
    return {name: part * (to / size if size else 0.0) for name, part in parts.items()}
