"""A network of which only some components still do their work: all others say what they say at another place.

Each place has a donor, another place of the same batch. All components that are not kept take their
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
        """The place from which each place takes the outputs of what is not kept, (places,)."""
        drawn = torch.randperm(len(self.subject.following), generator=torch.Generator().manual_seed(self.seed))
        donors = torch.empty_like(drawn)
        donors[drawn] = drawn.roll(1)  # a cycle through all places: none is its own donor
        return donors

    @cached_property
    def values(self) -> dict[str, Tensor]:
        """What the heads and units say at the donors, by the names of the hooks."""
        own = self.subject.streams
        return {name: own[name][self.donors] for name in own if name.endswith((".heads", ".units"))}

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
            logits = self.subject.llama.forward(self.subject.batch, self.mix(self.shares_of(components)))
        return self.subject.share_right(logits)
