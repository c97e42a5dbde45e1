"""A network of which only some components still do their work: all others say what they say at another place.

Each place has a donor, a real place of the same batch other than itself. All components that are not kept take their
outputs from one donor: idle components whose outputs cancel still cancel, as they do at every place.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from turingrad.truth.answer import Place
from turingrad.truth.forward import Hook
from turingrad.truth.subject import Subject


@dataclass(frozen=True, eq=False)
class Resampling:
    """Donors of a subject's places, drawn with a seed."""

    subject: Subject
    seed: int = 0

    @cached_property
    def donors(self) -> Tensor:
        """(runs, places): the number of the donor among all places, in the order of a flattened batch."""
        real = self.subject.real
        places = real.flatten().nonzero()[:, 0]
        drawn = places[torch.randperm(len(places), generator=torch.Generator().manual_seed(self.seed))]
        donors = torch.arange(real.numel())
        donors[drawn] = drawn.roll(1)  # a cycle through all real places: none is its own donor
        return donors.view_as(real)

    @cached_property
    def values(self) -> dict[str, Tensor]:
        """What the heads and units say at the donors, by the names of the hooks."""
        own = self.subject.values
        names = [name for name in own if name.endswith((".heads", ".units"))]
        return {name: own[name].flatten(0, 1)[self.donors] for name in names}

    def mix(self, shares: dict[str, Tensor]) -> Hook:
        """The hook that keeps a share of each component and takes the rest from the donor: `shares["0.heads"]` is
        (heads,), `shares["0.units"]` (units,)."""

        def hook(name: str, value: Tensor) -> Tensor:
            if name not in shares:
                return value
            share = shares[name][:, None] if name.endswith("heads") else shares[name]
            return torch.lerp(self.values[name], value, share.expand_as(value))

        return hook

    def shares_of(self, components: Collection[Place]) -> dict[str, Tensor]:
        """Shares 1 for these components and 0 for all others."""
        llama = self.subject.llama
        shares: dict[str, Tensor] = {}
        for block in range(len(llama.blocks)):
            shares |= {f"{block}.heads": torch.zeros(llama.heads), f"{block}.units": torch.zeros(llama.units)}
        for kind, block, index in components:
            shares[f"{block}.{kind}s"][index] = 1.0
        return shares

    def tokens_kept(self, components: Collection[Place]) -> float:
        """The share of tokens that are right with only these components at work."""
        with torch.no_grad():
            logits = self.subject.llama.forward(self.subject.tokens, self.mix(self.shares_of(components)))
        return self.subject.share_right(logits)
