"""What every construction returns: an ordinary torch module that knows its machine and can be read back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import torch
from torch import nn

from turingrad.exact import Certificate


class Network(nn.Module, ABC):
    """A network whose algorithm is known exactly.

    `machine` is the source machine, `certificate` the proof of exactness. `trace` runs the network on an input and
    decodes each of the machine's steps; `decode` reads one instant out of activations or weights.
    """

    machine: Any
    certificate: Certificate

    @abstractmethod
    def decode(self, activations: torch.Tensor, at: int) -> Any:
        """The configuration that these activations (or weights) stand for, at the machine's step `at`."""

    @abstractmethod
    def trace(self, given: Any = None, *, max_steps: int | None = None) -> Iterator[Any]:
        """Run the network and yield the machine's configurations, the initial one first."""

    def parameter_count(self) -> int:
        """Numbers in parameters and buffers: fixed weights are often buffers."""
        return sum(t.numel() for t in self.state_dict().values())
