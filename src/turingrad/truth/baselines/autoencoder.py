"""A TopK sparse autoencoder on the last site of the stream: z = topk(relu(E (x - b))), x ~ b + D z.

D's columns have unit length. Its answer are the columns of the latents that fire at some place.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from turingrad.truth.answer import FeatureAnswer
from turingrad.truth.subject import WORK, Subject

WIDER, ACTIVE = 2, 16  # latents per coordinate of the stream; latents that fire per place
STEPS, FEWEST, BATCH, RATE = 600, 200, 256, 2e-3


def answer_features(subject: Subject, seed: int) -> FeatureAnswer:
    """The directions of the latents that fire."""
    site = subject.llama.sites[-1]
    x = subject.streams[site]
    return FeatureAnswer({site: train(x, seed).double().numpy()})


def train(x: Tensor, seed: int) -> Tensor:
    """The decoder's directions of the latents that fire, (latents, width)."""
    draws = torch.Generator().manual_seed(seed)
    centre = x.mean(0)
    x = (x - centre) / (x - centre).square().mean().sqrt().clamp_min(1e-6)
    decoder = torch.randn(WIDER * x.shape[1], x.shape[1], generator=draws)
    decoder = decoder / decoder.norm(dim=1, keepdim=True)
    encoder = decoder.clone().requires_grad_()
    decoder.requires_grad_()
    bias = torch.zeros(x.shape[1], requires_grad=True)
    optimizer = torch.optim.Adam([encoder, decoder, bias], lr=RATE, fused=True)
    steps = WORK // (6 * BATCH * decoder.numel())
    for _ in range(min(STEPS, max(FEWEST, steps))):
        batch = x[torch.randint(len(x), (min(BATCH, len(x)),), generator=draws)]
        optimizer.zero_grad()
        values, latents = encode(batch - bias, encoder)
        said = F.embedding_bag(latents, decoder, per_sample_weights=values, mode="sum")  # the rows of what fires
        torch.autograd.backward((bias + said - batch).square().mean())
        optimizer.step()
        with torch.no_grad():
            decoder /= decoder.norm(dim=1, keepdim=True).clamp_min(1e-6)
    with torch.no_grad():
        values, latents = encode(x - bias, encoder)
        fires = torch.zeros(len(decoder)).index_add(0, latents.flatten(), values.flatten()) > 0
        fires[0] |= not fires.any()
        found: Tensor = decoder.detach()[fires]
    return found


def encode(x: Tensor, encoder: Tensor) -> tuple[Tensor, Tensor]:
    """The ACTIVE largest of relu(E x), and which latents these are, (places, ACTIVE) each."""
    with torch.no_grad():
        latents = (x @ encoder.T).topk(ACTIVE, dim=1).indices
    return torch.einsum("pw,paw->pa", x, encoder[latents]).relu(), latents
