"""The search itself: rounds of work units, and the incumbents that one round hands to the next.

What happens in a round depends on the settings, the problems and the incumbents before it, never on who does the
units or in which order they come back; so a seed fixes the result whatever the number of workers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.search.engines import open_engine
from turingrad.search.enumeration import partition
from turingrad.search.instances import Instances
from turingrad.search.problems import Problems
from turingrad.search.ranking import Incumbent, Jury, library_tables
from turingrad.search.settings import Settings
from turingrad.search.store import SEARCH, Store, open_store
from turingrad.search.tables import canonical
from turingrad.search.units import Climb, Unit, UnitResult, Walk


@dataclass(frozen=True)
class Board:
    """The state of a search, for those who watch: after every unit, `closed` after a round."""

    machines: int
    budget: int
    seconds: float
    round: int
    incumbents: tuple[Incumbent, ...]
    closed: bool

    @property
    def rate(self) -> float:
        return self.machines / self.seconds if self.seconds > 0 else 0.0


Watch = Callable[[Board], None]


@dataclass(frozen=True)
class Outcome:
    """How a search ended: the incumbents, best first; `stopped` is "budget", "seconds", "tree" (all candidates were
    tried) or "interrupt"."""

    problems: Problems
    settings: Settings
    incumbents: tuple[Incumbent, ...]
    machines: int
    seconds: float
    rounds: int
    stopped: str

    @property
    def rate(self) -> float:
        return self.machines / self.seconds if self.seconds > 0 else 0.0


@validate_arguments
def search(
    problems: Problems,
    settings: Settings | None = None,
    *,
    engine: str = "local",
    workers: int | None = 1,
    address: str | None = None,
    progress_file: Path | None = None,
    seconds: float | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Looks for a good learner: what it finds is the best of the machines that it tried.

    A time limit ends at a round; a progress file is continued.
    """
    asked = settings or Settings()
    description = {**problems.description(), **asked.description()}
    with (
        open_store(progress_file, description, SEARCH, Store) as store,
        open_engine(engine, workers, address) as submit,
    ):
        going = Rounds(problems, asked, Jury.of(problems, asked), store, watch)
        going.recall()
        stopped = "budget"
        try:
            while stopped == "budget" and going.machines < asked.budget:
                units = going.units()
                if not units:
                    stopped = "tree"
                    break
                going.play(units, submit)
                if seconds is not None and going.elapsed >= seconds:
                    stopped = "seconds"
        except KeyboardInterrupt:
            stopped = "interrupt"
        return Outcome(
            problems,
            asked,
            tuple(going.incumbents),
            going.machines,
            going.earlier + going.elapsed,
            going.round,
            stopped,
        )


def fresh_states(asked: Settings, round_number: int, number: int) -> int:
    """The states of a climb that begins anew, the `number`-th of its round: s, s - 1, s, s - 2, s, s - 1, s, ..."""
    turn = round_number * -(-asked.units // 2) + number + 1
    twos = (turn & -turn).bit_length() - 1
    return max(1, asked.states - twos)


@dataclass
class Rounds:
    """The rounds played so far."""

    problems: Problems
    settings: Settings
    jury: Jury
    store: Store
    watch: Watch | None
    round: int = 0
    machines: int = 0
    incumbents: list[Incumbent] = field(default_factory=list)
    earlier: float = 0.0

    def __post_init__(self) -> None:
        self.started = time.perf_counter()

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.started

    def recall(self) -> None:
        """Takes up where the progress file ends, or lets the library's machines begin."""
        self.earlier = self.store.earlier_seconds()
        last = self.store.last_round()
        if last is not None:
            self.round, self.machines, self.incumbents = last[0] + 1, last[1], last[2]
            self.require_ranks(last[2])
            return
        library = library_tables(self.settings)
        self.incumbents = self.rank(self.jury.examine(list(library.values()), list(library)))

    def require_ranks(self, recalled: list[Incumbent]) -> None:
        """The incumbents of a file must have the ranks that they are given here, and stand in their order."""
        again = self.jury.examine([i.table for i in recalled], [i.origin for i in recalled])
        if self.rank(again) != recalled:
            raise InputError("the progress file is damaged: its machines do not rank as it says")

    def units(self) -> list[Unit]:
        """The units of the next round; none where the tree of all candidates has been walked."""
        return list(self.walks() if self.settings.exhaustive else self.climbs())

    def climbs(self) -> Iterator[Unit]:
        """Half of the units go on from an incumbent, the others begin anew: of these one half with all the states that
        are allowed, a quarter with one fewer, and so on, so that smaller machines are searched for as such. The last
        round is as small as the budget wants it."""
        asked = self.settings
        practice = self.problems.practice(asked.seed, self.round, asked.instances, asked.work)
        found = [incumbent.table for incumbent in self.incumbents if incumbent.states <= asked.states]
        left = asked.budget - self.machines
        for number in range(asked.units):
            machines = min(asked.machines_a_unit, left // asked.units + (number < left % asked.units))
            continued = found[(number // 2) % len(found)] if found and number % 2 else ()
            states = asked.states if number % 2 else fresh_states(asked, self.round, number // 2)
            if machines:
                yield Climb(self.round, number, replace(asked, states=states), practice, continued, machines)

    def walks(self) -> Iterator[Unit]:
        asked = self.settings
        of_all = partition(asked.states, asked.walls).units
        numbers = range(self.round * asked.units, min((self.round + 1) * asked.units, of_all))
        practice = self.problems.practice(asked.seed, 0, asked.practised, asked.work)  # of all rounds: scores compare
        needed = self.least_score(practice)
        for number in numbers:
            yield Walk(self.round, number, asked, practice, needed)

    def least_score(self, practice: Instances) -> int:
        """A candidate far below the worst of a full board of incumbents is abandoned.

        It may fall short by three standard deviations, since the practice of a walk is small.
        """
        if len(self.incumbents) < self.settings.incumbents:
            return 0
        accuracy, n = min(incumbent.screened for incumbent in self.incumbents), len(practice)
        return max(0, int(n * accuracy - 3 * (n * max(accuracy * (1 - accuracy), 0.01)) ** 0.5))

    def play(self, units: list[Unit], submit: Callable[[Sequence[Unit]], Iterator[UnitResult]]) -> None:
        """Does what is not done yet of a round, and closes it."""
        done = self.store.units(self.round)
        planned = {unit.number: unit for unit in units}
        for number, result in done.items():
            unit = planned.get(number)
            if unit is None or (isinstance(unit, Climb) and result.machines > unit.machines):
                raise InputError(f"the progress file is damaged: round {self.round} has no such unit {number}")
        missing = [unit for unit in units if unit.number not in done]
        self.tell(done, closed=False)
        for result in submit(missing):
            self.store.add_unit(result)
            done[result.number] = result
            self.tell(done, closed=False)
        self.close(done)

    def close(self, done: dict[int, UnitResult]) -> None:
        results = [done[number] for number in sorted(done)]
        known = {incumbent.table for incumbent in self.incumbents}
        new = {canonical(table) for result in results for _, table in result.best} - known
        chosen = self.jury.screen_candidates(new, self.settings.incumbents)
        examined = self.jury.examine(chosen, ["search"] * len(chosen))
        self.incumbents = self.rank([*self.incumbents, *examined])
        self.machines += sum(result.machines for result in results)
        self.store.close_round(self.round, self.machines, self.incumbents, self.elapsed)
        self.round += 1
        self.tell({}, closed=True)

    def rank(self, incumbents: list[Incumbent]) -> list[Incumbent]:
        return sorted(incumbents, key=lambda incumbent: incumbent.order)[: self.settings.incumbents]

    def tell(self, done: dict[int, UnitResult], *, closed: bool) -> None:
        if self.watch is not None:
            machines = self.machines + sum(result.machines for result in done.values())
            seconds = self.earlier + self.elapsed
            self.watch(Board(machines, self.settings.budget, seconds, self.round, tuple(self.incumbents), closed))
