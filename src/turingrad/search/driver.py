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
from turingrad.search.programs import format_program, parse_program, program_machine
from turingrad.search.programs.instructions import PROGRAM, valid_program
from turingrad.search.ranking import Incumbent, Jury, library_tables
from turingrad.search.settings import Settings
from turingrad.search.store import SEARCH, Store, open_store
from turingrad.search.tables import as_table, canonical
from turingrad.search.units import Climb, ProgramClimb, Unit, UnitResult, Walk


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


STEPS = 20  # of accuracy, that tell two incumbents of a search over programs apart


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
    """Look for a good learner. What it finds is the best of the machines that it tried.

    Args:
        problems: A task's problems (`TaskProblems`), or a data set's (`DataProblems`).
        settings: States, budget, strategy, seed and more.
        engine: `local` processes, or `ray`.
        workers: How many processes; None for all cores. The result does not depend on it.
        address: The Ray cluster.
        progress_file: Keeps the progress; an existing one is continued.
        seconds: A time limit, which ends the search after a round.
        watch: Called with the leaderboard after each round.

    Returns:
        The incumbents, and how many machines were tried.

    Raises:
        InputError: The settings contradict each other, or the progress file is of another search.

    Example:
        >>> from turingrad.search import Settings, TaskProblems, search
        >>> search(TaskProblems(tg.tasks.get("dictator"), 3, 4), Settings(budget=500, instances=40)).machines
        500
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


def compile_programs(numbers: list[tuple[int, ...]], work: int) -> dict[tuple[int, ...], str]:
    """The tables of programs, each with its text; of programs with one table the shortest text."""
    found: dict[tuple[int, ...], str] = {}
    for one in numbers:
        program = valid_program(one)
        text = format_program(program)
        table = tuple(as_table(program_machine(program, work)).tolist())
        if table not in found or len(text) < len(found[table]):
            found[table] = text
    return found


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
        programs = {i.table: i.program for i in recalled}
        again = self.jury.examine([i.table for i in recalled], [i.origin for i in recalled], programs)
        work = self.settings.work
        compiled = all(tuple(as_table(i.machine(work)).tolist()) == i.table for i in recalled if i.program)
        if self.rank(again) != recalled or not compiled:
            raise InputError("the progress file is damaged: its machines do not rank as it says")

    def units(self) -> list[Unit]:
        """The units of the next round; none where the tree of all candidates has been walked."""
        if self.settings.strategy == "programs":
            return list(self.program_climbs())
        return list(self.walks() if self.settings.exhaustive else self.climbs())

    def shares(self) -> Iterator[tuple[int, int]]:
        """The numbers of the round's climbs and how many candidates each tries; the last round uses up the budget."""
        asked = self.settings
        left = asked.budget - self.machines
        for number in range(asked.units):
            machines = min(asked.machines_a_unit, left // asked.units + (number < left % asked.units))
            if machines:
                yield number, machines

    def program_climbs(self) -> Iterator[Unit]:
        """Half of the units go on from an incumbent that is a program, the others begin anew. All incumbents have their
        turn: the best may be a dead end, since a climb from it takes no program that is worse."""
        asked = self.settings
        practice = self.problems.practice(asked.seed, self.round, asked.instances, asked.work)
        found = [parse_program(incumbent.program) for incumbent in self.incumbents if incumbent.program]
        first = self.round * (asked.units // 2)
        for number, machines in self.shares():
            start = found[(first + number // 2) % len(found)] if found and number % 2 else ()
            yield ProgramClimb(self.round, number, asked, practice, start, machines)

    def climbs(self) -> Iterator[Unit]:
        """Half of the units go on from an incumbent, the others begin anew: of these one half with all the states that
        are allowed, a quarter with one fewer, and so on, so that smaller machines are searched for as such."""
        asked = self.settings
        practice = self.problems.practice(asked.seed, self.round, asked.instances, asked.work)
        found = [incumbent.table for incumbent in self.incumbents if incumbent.states <= asked.states]
        for number, machines in self.shares():
            continued = found[(number // 2) % len(found)] if found and number % 2 else ()
            states = asked.states if number % 2 else fresh_states(asked, self.round, number // 2)
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
            if unit is None or (isinstance(unit, Climb | ProgramClimb) and result.machines > unit.machines):
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
        numbers = {found for result in results for _, found in result.best}
        programs = compile_programs(sorted(n for n in numbers if n[0] == PROGRAM), self.settings.work)
        new = {canonical(table) for table in numbers if table[0] != PROGRAM} | set(programs)
        chosen = self.jury.screen_candidates(new - known, self.settings.incumbents)
        examined = self.jury.examine(chosen, ["search"] * len(chosen), programs)
        self.incumbents = self.rank([*self.incumbents, *examined])
        self.machines += sum(result.machines for result in results)
        self.store.close_round(self.round, self.machines, self.incumbents, self.elapsed)
        self.round += 1
        self.tell({}, closed=True)

    def rank(self, incumbents: list[Incumbent]) -> list[Incumbent]:
        """The best. Of programs whose accuracies fall into the same steps of 1/STEPS only the first, so that incumbents
        are a ladder: all of them would otherwise soon be variants of one algorithm."""
        ranked = sorted(incumbents, key=lambda incumbent: incumbent.order)
        if self.settings.strategy == "programs":
            rungs = dict[tuple[int, ...], Incumbent]()
            for one in ranked:
                rungs.setdefault(tuple(int(STEPS * mark) for mark in (one.screened, *one.exams)), one)
            ranked = list(rungs.values())
        return ranked[: self.settings.incumbents]

    def tell(self, done: dict[int, UnitResult], *, closed: bool) -> None:
        if self.watch is not None:
            machines = self.machines + sum(result.machines for result in done.values())
            seconds = self.earlier + self.elapsed
            self.watch(Board(machines, self.settings.budget, seconds, self.round, tuple(self.incumbents), closed))
