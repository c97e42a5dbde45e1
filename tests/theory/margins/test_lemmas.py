"""Lemmas D.7 and D.8 and the errata of Appendix D, on a compiled circuit."""

from __future__ import annotations

import numpy as np
import torch

from turingrad import library
from turingrad.constructions.feedforward import compile_network
from turingrad.theory.margins.feedforward import feedforward_bound

Group = tuple[list[tuple[torch.Tensor, torch.Tensor]], list[tuple[torch.Tensor, torch.Tensor]]]
X = np.array([[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0]], np.uint8)


def groups_of(network) -> list[Group]:
    found = []
    for group in network.layer_groups():
        maps = [(W.double(), b.double()) for W, b in (layer.dense() for layer in group.relu_layers())]
        found.append((maps[:2], maps[2:]))
    return found


def apply(maps: list[tuple[torch.Tensor, torch.Tensor]], h: torch.Tensor) -> torch.Tensor:
    for weight, bias in maps:
        h = torch.relu(torch.nn.functional.linear(h, weight, bias))
    return h


def move_maps(maps, length: float, generator: torch.Generator):
    noise = [
        (torch.randn(W.shape, generator=generator).double(), torch.randn(b.shape, generator=generator).double())
        for W, b in maps
    ]
    scale = length / float(torch.cat([part.reshape(-1) for pair in noise for part in pair]).norm())
    return [(W + scale * p, b + scale * q) for (W, b), (p, q) in zip(maps, noise, strict=True)]


def perturbed_run(length_of_first: float, length: float, seed: int):
    """g_i and h_i of the perturbed network, and the true h_i, for all inputs of X."""
    network = compile_network(library.load("multiplier-2"))
    true = [h.double() for h in network.hidden(torch.from_numpy(X))][1:]
    generator = torch.Generator().manual_seed(seed)
    h, found = torch.from_numpy(X).double(), []
    for number, (f, correction) in enumerate(groups_of(network)):
        g = apply(move_maps(f, length_of_first if number == 0 else length, generator), h)
        found.append((g, apply(correction, g)))
        h = apply(move_maps(correction, length, generator), g)
    return network, true, found


def test_lemma_d7_the_first_layer_is_corrected_exactly() -> None:
    network = compile_network(library.load("multiplier-2"))
    constants = feedforward_bound(network).constants
    assert constants is not None
    allowed = min(constants.sigma, constants.sigma_zeta / constants.mu_0)
    for seed in range(5):
        _, true, found = perturbed_run(allowed, 0.0 + 1e-12, seed)
        g, h = found[0]
        assert float((g - true[0]).norm(dim=1).max()) <= constants.sigma_zeta
        assert torch.equal(h, true[0])


def test_lemma_d8_every_later_layer_is_corrected_exactly() -> None:
    network = compile_network(library.load("multiplier-2"))
    gamma = feedforward_bound(network).tightened
    for seed in range(5):
        _, true, found = perturbed_run(gamma, gamma, seed)
        for (g, h), exact in zip(found, true, strict=True):
            assert float((g - exact).norm(dim=1).max()) <= network.radius
            assert torch.equal(h, exact)


def test_the_printed_d1_with_the_index_shifted_does_not_compute_the_function() -> None:
    # (D.1) prints h_i = zeta_i(g_{i-1}); with h_i = zeta_i(g_i) the network computes the circuit. All layers are padded
    # to one width, so that both can be formed.
    network = compile_network(library.load("adder-1"), width=16)
    groups = groups_of(network)
    for x in torch.tensor([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], dtype=torch.float64):
        true = [h[0].double() for h in network.hidden(x[None])][1:]
        g, h = [], x
        for f, correction in groups:
            g.append(apply(f, h))
            h = apply(correction, g[-1])
        assert torch.equal(h, true[-1])
        printed = [apply(groups[i][1], g[i - 1]) for i in range(1, len(groups))]
        assert [one.shape for one in printed] == [one.shape for one in true[1:]]
        assert not all(torch.equal(one, other) for one, other in zip(printed, true[1:], strict=True))
