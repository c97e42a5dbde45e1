"""Which candidates are best: successive halving on a common set of instances, then examinations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from turingrad.library import learner_names, load_learner
from turingrad.library.grids.census import LEARNERS as CENSUS
from turingrad.machine.grid import GridMachine
from turingrad.search.instances import Instances, scores
from turingrad.search.problems import Problems, time_limit
from turingrad.search.programs import parse_program, program_machine
from turingrad.search.settings import Settings
from turingrad.search.tables import Table, as_machine, as_table, reachable, rule_count

FIRST_STAGE = 300  # instances of the first stage; fewer over-fit


@dataclass(frozen=True, slots=True)
class Incumbent:
    """A candidate that stands among the best. `rank` is compared first, then fewer rules and fewer states win.

    `origin` is "search", or the name of a machine of the library. `program` is the text of the program that the
    table was compiled from, if it was.
    """

    rank: tuple[float, ...]
    table: tuple[int, ...]
    origin: str
    screened: float
    exams: tuple[float, ...]
    program: str = ""

    @property
    def rules(self) -> int:
        return rule_count(self.array)

    @property
    def states(self) -> int:
        return len(reachable(self.array))

    @property
    def array(self) -> Table:
        return np.array(self.table, dtype=np.int32)

    @property
    def order(self) -> tuple[tuple[float, ...], int, int, bool, tuple[int, ...]]:
        """Smallest first."""
        return tuple(-value for value in self.rank), self.rules, self.states, self.origin == "search", self.table

    def machine(self, work: int) -> GridMachine:
        if self.origin != "search":
            return library_machine(self.origin)
        return program_machine(parse_program(self.program), work) if self.program else as_machine(self.array, work)


def library_machine(name: str) -> GridMachine:
    return load_learner(name, form="grid")


def library_tables(settings: Settings) -> dict[str, tuple[int, ...]]:
    """The hand-written learners that compete, by name, and those to start from. An alias competes once."""
    found = {name: tuple(as_table(library_machine(name)).tolist()) for name in settings.start}
    if settings.library == "none":
        return found
    for name in learner_names("grid"):
        if name in CENSUS:
            continue  # found by a machine, not written by hand
        machine = library_machine(name)
        fits = settings.library == "all" or len(machine.working_states) <= settings.states
        table = tuple(as_table(machine).tolist())
        if fits and machine.work == settings.work and table not in found.values():
            found[name] = table
    return found


def halve(tables: list[tuple[int, ...]], screen: Instances, keep: int, limit: int) -> list[tuple[int, ...]]:
    """At least `keep` of the tables, the best half at each stage; every stage scores on as many instances again."""
    alive, right = list(tables), np.zeros(len(tables), dtype=np.int64)
    begin, end = 0, FIRST_STAGE
    while len(alive) > keep and begin < len(screen):
        right += scores([np.array(table, dtype=np.int32) for table in alive], screen[begin:end], limit)
        order = np.argsort(-right, kind="stable")[: max(keep, len(alive) // 2)]
        alive, right = [alive[k] for k in order], right[order]
        begin, end = end, 2 * end
    return alive[:keep]


@dataclass(frozen=True)
class Jury:
    """The common instances that candidates are ranked on; drawn once a search."""

    problems: Problems
    screen: Instances
    exams: tuple[Instances, ...]
    exponent: int

    @staticmethod
    def of(problems: Problems, settings: Settings) -> Jury:
        seed, work = settings.seed, settings.work
        return Jury(problems, problems.screen(seed, work), problems.exams(seed, work), settings.exponent)

    def limit(self, instances: Instances) -> int:
        return time_limit(instances.dim, instances.train, self.exponent)

    def screen_candidates(self, tables: Iterable[tuple[int, ...]], keep: int) -> list[tuple[int, ...]]:
        """The best of many, without repetitions."""
        return halve(sorted(set(tables)), self.screen, keep, self.limit(self.screen))

    def examine(
        self, tables: list[tuple[int, ...]], origins: list[str], programs: dict[tuple[int, ...], str] | None = None
    ) -> list[Incumbent]:
        """Each table's marks; `programs` has the programs of those that were compiled from one."""
        arrays = [np.array(table, dtype=np.int32) for table in tables]
        screened = scores(arrays, self.screen, self.limit(self.screen)) / len(self.screen)
        exams = [scores(arrays, exam, self.limit(exam)) / len(exam) for exam in self.exams]
        found = []
        for k, (table, origin) in enumerate(zip(tables, origins, strict=True)):
            marks = tuple(float(exam[k]) for exam in exams)
            rank = self.problems.rank(marks, float(screened[k]))
            program = (programs or {}).get(table, "")
            found.append(Incumbent(rank, table, origin, float(screened[k]), marks, program))
        return found
