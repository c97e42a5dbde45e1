"""A network's own trace as a run: for networks whose input is no tape or grid of their machine."""

from __future__ import annotations

from typing import Any

from turingrad.constructions.network import Network


class Traced:
    """A stepper that decodes each configuration from the network itself; it looks one ahead to see the end."""

    def __init__(self, network: Network[Any, Any], given: Any) -> None:
        self.going = network.configurations(given, None)
        self.now, self.step = next(self.going), 0
        self.ahead = next(self.going, None)

    def advance(self, steps: int) -> int:
        for taken in range(steps):
            if self.ahead is None:
                return taken
            self.now, self.step = self.ahead, self.step + 1
            self.ahead = next(self.going, None)
        return steps

    def halted(self) -> bool:
        return self.ahead is None

    def configuration(self) -> Any:
        return self.now
