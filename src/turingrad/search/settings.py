"""What a search is asked to do, and the work units that this makes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from turingrad._support.validation.values import choice, flag, short_repr, whole
from turingrad.errors import InputError
from turingrad.search.programs.instructions import MAX_INSTRUCTIONS, PRIORS
from turingrad.search.tables import table_count

STRATEGIES = ("auto", "exhaustive", "climb", "programs")
LIBRARIES = ("fitting", "all", "none")
MAX_STATES = 64
MAX_BUDGET = 10**15
MAX_UNITS = 1_000_000
EXHAUSTIVE_INSTANCES = 32  # for two states and more; what ties there is told apart by the screening


@dataclass(frozen=True)
class Settings:
    """The settings of a search: machines of at most `states` states, `budget` candidates.

    The `strategy` "auto" is exhaustive for one state and climbs beyond.

    `library`: which hand-written machines compete: those of at most `states` states ("fitting"), "all" or "none".
    Without `walls` a head that hits a wall is stuck. `exponent` is k of Definition 3, time (2 d m)^k. A round is
    `units` work units of `unit_machines` candidates each (fewer if the budget is small), whatever the number of
    workers; a climb that has tried `patience` candidates without improvement starts again. With `novelty` ties that
    lead back are not taken (`search.novelty`). `start` names grid learners of the library that compete, and from which
    climbs start.

    The strategy "programs" climbs over programs of at most `instructions` instructions instead of tables of rules
    (`search.programs`), drawn from `prior`; `states` then only says which machines of the library are "fitting".
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
    novelty: bool = False
    start: tuple[str, ...] = ()
    instructions: int = 5
    prior: str = "products"

    def __post_init__(self) -> None:
        bounds = {
            "states": ("the number of states", 1, MAX_STATES),
            "budget": ("the budget of machines", 1, MAX_BUDGET),
            "seed": ("the seed", 0, 2**63 - 1),
            "instances": ("the number of instances", 1, 1_000_000),
            "work": ("the number of work columns", 0, 64),
            "exponent": ("the exponent of the time limit", 1, 8),
            "units": ("the number of units", 1, MAX_UNITS),
            "unit_machines": ("the number of machines of a unit", 1, MAX_BUDGET),
            "patience": ("the patience of a climb", 1, MAX_BUDGET),
            "kept": ("the number of machines that a unit keeps", 1, MAX_UNITS),
            "incumbents": ("the number of incumbents", 1, MAX_UNITS),
            "instructions": ("the number of instructions", 1, MAX_INSTRUCTIONS),
        }
        for name, (what, least, most) in bounds.items():
            object.__setattr__(self, name, whole(getattr(self, name), what, least, most))
        object.__setattr__(self, "walls", flag(self.walls, "walls"))
        object.__setattr__(self, "novelty", flag(self.novelty, "novelty"))
        object.__setattr__(self, "start", names(self.start))
        choice(self.strategy, "the strategy", STRATEGIES)
        choice(self.library, "the library", LIBRARIES)
        choice(self.prior, "the prior", PRIORS)
        if self.exhaustive and self.states > 2:
            raise InputError(
                f"an exhaustive search takes 1 or 2 states, not {self.states} (there are about {table_count(3):.1e} "
                "machines of 3); use the strategy 'climb'"
            )

    @property
    def exhaustive(self) -> bool:
        return self.strategy == "exhaustive" or (self.strategy == "auto" and self.states == 1)

    @property
    def practised(self) -> int:
        """How many instances a candidate practises on: fewer if all machines of two states are walked through."""
        few = self.exhaustive and self.states > 1
        return min(self.instances, EXHAUSTIVE_INSTANCES) if few else self.instances

    @property
    def machines_a_unit(self) -> int:
        """As many as `unit_machines`, or the budget's share if that is less."""
        return min(self.unit_machines, -(-self.budget // self.units))

    def description(self) -> dict[str, Any]:
        """What must agree for a progress file to be continued: all but the budget, which may grow."""
        return {name: value for name, value in asdict(self).items() if name != "budget"}


def names(start: Any) -> tuple[str, ...]:
    """Learners are named by a list or tuple of texts; one text alone would be a name for each of its letters."""
    if not isinstance(start, list | tuple) or not all(isinstance(name, str) for name in start):
        raise InputError(f"the learners to start from must be a list of names, not {short_repr(start)}")
    return tuple(start)
