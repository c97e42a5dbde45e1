"""The census: a first pass for what there is to prove, then every unit of the tree, in any order, on any engine."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import LimitError
from turingrad.machine.run import Progress, quiet
from turingrad.search.census.first import first_pass
from turingrad.search.census.settings import CensusSettings
from turingrad.search.census.store import CENSUS, CensusStore, Part
from turingrad.search.census.tree import hash_of, walk_kernel
from turingrad.search.engines import open_engine
from turingrad.search.store import open_store
from turingrad.search.tables import UNDEFINED

SCORES = 24  # different losses that a part lists, the least first
LOSS_ROWS = 1 << 14


@dataclass(frozen=True)
class WalkUnit:
    """One unit of a census. `least` is the weight that a machine must get to be listed."""

    settings: CensusSettings
    least: int
    number: int

    def perform(self) -> Part:
        started = time.process_time()
        asked, board, weights = self.settings, self.settings.board, self.settings.weights
        best = np.full((asked.kept, 4 * asked.states), UNDEFINED, dtype=np.int32)
        keys, hashes = np.full(asked.kept, 2**62, dtype=np.int64), np.full(asked.kept, 2**64 - 1, dtype=np.uint64)
        losses, figures = np.zeros((LOSS_ROWS, 3), dtype=np.int64), np.zeros(7, dtype=np.int64)
        start = np.array([board.grid], dtype=np.uint64)
        checksum = walk_kernel(
            asked.states, board.near, board.power, weights.loss, start, board.head, board.part, board.limit,
            weights.bayes - self.least, self.least > asked.one_answer, self.number, asked.units, asked.split,
            asked.room, best, keys, hashes, losses, figures,
        )  # fmt: skip
        if losses[-1, 1]:
            raise LimitError(f"more than {LOSS_ROWS:,} different scores would be listed; list fewer")
        order = [k for k in np.lexsort((hashes, keys)) if keys[k] < 2**62]
        found = tuple((int(keys[k]) // 64, tuple(best[k].tolist())) for k in order)
        rows = losses[losses[:, 1] > 0]
        rows = rows[np.argsort(rows[:, 0], kind="stable")][:SCORES]
        scores = tuple((int(a), int(b), int(c)) for a, b, c in rows)
        seconds = time.process_time() - started
        return Part(self.number, int(checksum), tuple(figures.tolist()), scores, found, seconds)


@dataclass(frozen=True)
class Census:
    """What was counted. `figures` are the sums over the parts that are done (see `tree`); `scores` rows of a loss, its
    complete leaves and the tables that they stand for; `found` leaves with their losses, the best first."""

    settings: CensusSettings
    least: int
    done: int
    checksum: int
    figures: tuple[int, ...]
    scores: tuple[tuple[int, int, int], ...]
    found: tuple[tuple[int, tuple[int, ...]], ...]
    core_seconds: float
    interrupted: bool

    @property
    def complete(self) -> bool:
        """Every unit is done, and the volumes of all leaves add up to all tables: none left out, none twice."""
        return self.done == self.settings.units and self.figures[4] == self.settings.tables

    @property
    def best_loss(self) -> int | None:
        return self.found[0][0] if self.found else None

    def accuracy(self, lost: int) -> Fraction:
        """What a machine of that loss gets right, a share of all weight."""
        weights = self.settings.weights
        return Fraction(weights.bayes - lost, weights.total)


def sum_parts(settings: CensusSettings, least: int, parts: Iterable[Part], *, interrupted: bool = False) -> Census:
    """The sum of the parts, the same in whatever order they come."""
    done = sorted(parts, key=lambda part: part.number)
    leaves: Counter[int] = Counter()
    tables: Counter[int] = Counter()
    for part in done:
        for lost, count, volume in part.scores:
            leaves[lost] += count
            tables[lost] += volume
    found = sorted(
        {one for part in done for one in part.found}, key=lambda one: (one[0], rules(one[1]), hash_candidate(one[1]))
    )
    return Census(
        settings,
        least,
        len(done),
        sum(part.checksum for part in done) % 2**64,
        tuple(sum(part.figures[k] for part in done) for k in range(7)),
        tuple((lost, leaves[lost], tables[lost]) for lost in sorted(leaves)[:SCORES]),
        tuple(found[: settings.kept]),
        sum(part.seconds for part in done),
        interrupted,
    )


def rules(table: tuple[int, ...]) -> int:
    return sum(entry != UNDEFINED for entry in table)


def hash_candidate(table: tuple[int, ...]) -> int:
    """The order of equals in what the units keep."""
    return int(hash_of(np.array(table, dtype=np.int32)))


@validate_arguments
def take_census(
    settings: CensusSettings,
    *,
    engine: str = "local",
    workers: int | None = 1,
    address: str | None = None,
    progress_file: Path | None = None,
    progress: Progress | None = None,
) -> Census:
    """Walk the whole tree of learners, or what a progress file has left of it. Ctrl-C ends it with what is done.

    Args:
        settings: Task, states and sizes.
        engine: `local` processes, or `ray`.
        workers: How many processes; None for all cores.
        address: The Ray cluster.
        progress_file: Keeps the progress; an existing one is continued.
        progress: Called with a label, the work done and how much there is.

    Returns:
        What was counted, and the learners that were listed.

    Example:
        >>> from turingrad.search import CensusSettings, make_report, take_census
        >>> census = take_census(CensusSettings(task="dictator", states=1, dim=2, train=2))
        >>> make_report(census).best is not None
        True
    """
    tell = progress or quiet
    with (
        open_store(progress_file, settings.description(), CENSUS, CensusStore) as store,
        open_engine(engine, workers, address) as submit,
    ):
        parts: dict[int, Part] = {}
        least = 0
        interrupted = False
        try:
            least = recalled_least(settings, store, tell)
            parts = store.parts(settings)
            missing = [WalkUnit(settings, least, k) for k in range(settings.units) if k not in parts]
            tell("units of the tree", len(parts), settings.units)
            for part in submit(missing):
                store.add(part)
                parts[part.number] = part
                tell("units of the tree", len(parts), settings.units)
        except KeyboardInterrupt:
            interrupted = True
        return sum_parts(settings, least, parts.values(), interrupted=interrupted)


def recalled_least(settings: CensusSettings, store: CensusStore, tell: Progress) -> int:
    """The threshold of this census: fixed by the first pass, which is done once and kept in the file."""
    kept = store.least(settings.weights.bayes)
    if kept is None:
        tell("first pass", 0, None)
        lost, _ = first_pass(settings.weights, settings.board, settings.states)
        below = int(settings.below * settings.weights.total)
        kept = max(0, settings.weights.bayes - lost - below)
        store.keep_least(kept)
    return kept
