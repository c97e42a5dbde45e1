"""What a census is asked for."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from turingrad._support.validation.values import finite, whole
from turingrad.errors import InputError
from turingrad.search.census.parts import Board, board_of
from turingrad.search.census.weights import Weights, weights_of
from turingrad.search.problems import digest
from turingrad.search.tables import table_count

MAX_CELLS = 32  # of a grid: a configuration is one number of 64 bits


@dataclass(frozen=True)
class CensusSettings:
    """All machines of `states` states on all data sets of `train` examples of `dim` features of a task.

    A run has (2 d m)^exponent steps, Definition 3 of Goel et al. Machines up to `below` (a share of all weight) worse
    than what the first pass found are counted and listed too. The tree is dealt out to `units` units; `kept` leaves are
    listed.
    """

    task: str
    states: int = 2
    dim: int = 3
    train: int = 3
    exponent: int = 2
    below: float = 0.0
    units: int = 512
    kept: int = 128
    work: int = 1

    def __post_init__(self) -> None:
        bounds = {
            "states": ("the number of states", 1, 64),
            "dim": ("the number of features", 1, 15),
            "train": ("the number of training examples", 1, 15),
            "exponent": ("the exponent of the time limit", 1, 4),
            "units": ("the number of units", 1, 1_000_000),
            "kept": ("the number of machines that are listed", 1, 10_000),
            "work": ("the number of work columns", 0, 16),
        }
        for name, (what, least, most) in bounds.items():
            object.__setattr__(self, name, whole(getattr(self, name), what, least, most))
        if self.states > 2:
            raise InputError(
                f"a census takes 1 or 2 states, not {self.states}: there are about {table_count(3):.1e} machines of 3"
            )
        if not 0 <= finite(self.below, "below") <= 1:
            raise InputError(f"below must be a share from 0 to 1, not {self.below}")
        if (self.train + 1) * (self.dim + 1 + self.work) > MAX_CELLS:
            raise InputError(
                f"{self.train} examples of {self.dim} features make a grid of more than {MAX_CELLS} cells; "
                "a census is for tiny sizes"
            )
        weights_of(self.task, self.dim, self.train)

    @property
    def limit(self) -> int:
        return int((2 * self.dim * self.train) ** self.exponent)

    @property
    def weights(self) -> Weights:
        return weights_of(self.task, self.dim, self.train)

    @property
    def board(self) -> Board:
        return board_of(self.weights, self.work, self.limit)

    @property
    def tables(self) -> int:
        """All tables whose rules do not stay on a symbol: what the leaves' volumes add up to."""
        return table_count(self.states, stays=False)

    @property
    def all_tables(self) -> int:
        return table_count(self.states)

    @property
    def one_answer(self) -> int:
        """The highest score of a machine that always gives the same answer."""
        return max(int(weights.sum()) for weights in self.weights.by_label)

    @property
    def room(self) -> int:
        """The largest number of waiting runs: on the path to a node, each level postpones at most one run per grid."""
        return (4 * self.states + 1) << (self.weights.open_cells + self.dim)

    @property
    def split(self) -> int:
        return 1 if self.states == 1 else 3

    def description(self) -> dict[str, Any]:
        """What must agree for a progress file to be continued."""
        return {**asdict(self), "drawn": digest(*self.weights.by_label)}
