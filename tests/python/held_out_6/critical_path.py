# ruff: noqa
"""The critical path of a project: earliest and latest starts, slack, and a chart."""

from collections import defaultdict
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter


@dataclass
class Task:
    name: str
    duration: int
    needs: tuple[str, ...] = ()
    early: int = 0
    late: int = 0

    @property
    def slack(self):
        return self.late - self.early

    @property
    def finish(self):
        return self.early + self.duration


def parse(plan):
    tasks = {}
    for line in plan.split(";"):
        name, duration, *needs = line.split()
        tasks[name] = Task(name, int(duration), tuple(needs))
    return tasks


def schedule(tasks):
    order = list(TopologicalSorter({t.name: t.needs for t in tasks.values()}).static_order())
    for name in order:
        task = tasks[name]
        task.early = max((tasks[n].finish for n in task.needs), default=0)
    end = max(t.finish for t in tasks.values())
    followers = defaultdict(list)
    for t in tasks.values():
        for n in t.needs:
            followers[n].append(t.name)
    for name in reversed(order):
        task = tasks[name]
        task.late = min((tasks[f].late for f in followers[name]), default=end) - task.duration
    return end


def main(plan):
    tasks = parse(plan)
    try:
        end = schedule(tasks)
    except CycleError:
        return "circular plan"
    except KeyError as e:
        return f"unknown task {e}"
    ordered = sorted(tasks.values(), key=lambda t: (t.early, t.name))
    chart = [f"{t.name:>3} {' ' * t.early}{'#' * t.duration}{'.' * t.slack}" for t in ordered]
    return end, [t.name for t in ordered if t.slack == 0], chart


CASES = [
    ("a 3; b 2 a; c 4 a; d 1 b c",),
    ("x 5",),
    ("a 1 b; b 1 a",),
    ("a 2; b 2 z",),
    ("dig 2; lay 3 dig; wall 4 lay; roof 2 wall; wire 3 wall; paint 1 roof wire; garden 5 dig",),
    ("p 1; q 1; r 1 p q; s 6 p; t 2 r s",),
]
