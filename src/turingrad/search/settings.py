"""What a search is asked to do, and the work units that this makes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from turingrad.errors import InputError

STRATEGIES = ("auto", "exhaustive", "climb")
LIBRARIES = ("fitting", "all", "none")
MAX_STATES = 64
MAX_BUDGET = 10**15


@dataclass(frozen=True)
class Settings:
    """`states` at most; `budget` candidates; `strategy` auto is exhaustive for one state and climbing beyond.

    `library`: which hand-written machines compete: those of at most `states` states ("fitting"), "all" or "none".
    Without `walls` a head that hits a wall is stuck. `exponent` is k of Definition 3, time (2 d m)^k. A round is
    `units` work units of `unit_machines` candidates each (fewer where the budget is small), whatever the number of
    workers; a climb that has tried `patience` candidates in vain begins anew.
    """

    states: int = 2
    budget: int = 320_000
    seed: int = 0
    strategy: str = "auto"
    library: str = "fitting"
    instances: int = 300
    work: int = 1
    walls: bool = True
    exponent: int = 2
    units: int = 8
    unit_machines: int = 10_000
    patience: int = 2_000
    kept: int = 8
    incumbents: int = 16

    def __post_init__(self) -> None:
        require_between("the number of states", self.states, 1, MAX_STATES)
        require_between("the budget of machines", self.budget, 1, MAX_BUDGET)
        require_between("the seed", self.seed, 0, 2**63 - 1)
        require_between("the number of instances", self.instances, 1, 1_000_000)
        require_between("the number of work columns", self.work, 0, 64)
        require_between("the exponent of the time limit", self.exponent, 1, 8)
        for name in ("units", "unit_machines", "patience", "kept", "incumbents"):
            require_between(f"{name!r}", getattr(self, name), 1, MAX_BUDGET)
        for what, value, known in (("strategy", self.strategy, STRATEGIES), ("library", self.library, LIBRARIES)):
            if value not in known:
                raise InputError(f"the {what} is one of {', '.join(known)}, not {value!r}")
        if self.exhaustive and self.states > 2:
            raise InputError(
                f"an exhaustive search takes 1 or 2 states, not {self.states} (there are about 5e16 machines of 3); "
                "use the strategy 'climb'"
            )

    @property
    def exhaustive(self) -> bool:
        return self.strategy == "exhaustive" or (self.strategy == "auto" and self.states == 1)

    @property
    def machines_a_unit(self) -> int:
        """As many as `unit_machines`, or the budget's share where that is less."""
        return min(self.unit_machines, -(-self.budget // self.units))

    def description(self) -> dict[str, Any]:
        """What must agree for a progress file to be continued: all but the budget, which may grow."""
        return {name: value for name, value in asdict(self).items() if name != "budget"}


def require_between(what: str, value: int, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{what} is {value!r}; it must be a whole number from {least} to {most:,}")
