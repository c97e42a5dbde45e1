"""A network's own trace as a run: for networks whose input is no tape or grid of their machine."""

from __future__ import annotations

from typing import Any

from turingrad.constructions.network import Network
from turingrad.machine.run import TraceStepper


class Traced(TraceStepper[Any]):
    """A stepper that decodes each configuration from the network itself, and counts its own steps."""

    def __init__(self, network: Network[Any, Any], given: Any) -> None:
        super().__init__(network.configurations(given, None))
        self.step = 0

    def advance(self, steps: int) -> int:
        taken = super().advance(steps)
        self.step += taken
        return taken
