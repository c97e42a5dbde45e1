"""A learning algorithm is discovered, and works at sizes that the search never saw."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from turingrad import tasks
from turingrad.constructions.construction import Chapter
from turingrad.search import Board, Settings, TaskProblems, measure_best, network_figures, rule_lines, search
from turingrad.search.instances import from_task, scores
from turingrad.search.problems import stream, time_limit
from turingrad.search.ranking import library_machine
from turingrad.search.tables import as_table

BUDGET = 80_000
SIZES = [(6, 18), (10, 40), (20, 60)]


def show(console: Console) -> None:
    console.print(
        "The task: y is one of the features, or its opposite; which one must be learned from 8 examples of 4 features. "
        "Machines of two states are tried; nobody tells them what learning is.",
        highlight=False,
    )

    def watch(board: Board) -> None:
        if board.closed:
            text = f"  {board.machines:,} machines, best {board.incumbents[0].rank[0]:.3f}"
            console.print(text, highlight=False)

    problems = TaskProblems(tasks.get("dictator"))
    settings = Settings(states=2, budget=BUDGET, units=4, library="none", seed=3)
    outcome = search(problems, settings, watch=watch)
    result = measure_best(outcome, larger=SIZES)
    console.print(f"Found after {outcome.machines:,} machines ({outcome.rate:,.0f}/s):", highlight=False)
    for line in rule_lines(result.machine):
        console.print(f"    {line}", markup=False, highlight=False)
    table = Table(title="Accuracy on fresh problems", title_justify="left")
    stump = library_machine("stump")
    found, by_hand = len(result.machine.working_states), len(stump.working_states)
    for column in ("features", "examples", f"found ({found} states)", f"stump, hand-written ({by_hand} states)"):
        table.add_column(column, justify="right")
    for number, size in enumerate((result.fresh, *result.larger)):
        assert size is not None
        drawn = from_task(problems.task, stream(9, number), 500, size.dim, size.train)
        right = scores([as_table(stump)], drawn, time_limit(size.dim, size.train, 2))[0] / 500
        table.add_row(str(size.dim), str(size.train), f"{size.accuracy:.3f}", f"{right:.3f}")
    console.print(table)
    figures = network_figures(result.machine, problems, 0)
    console.print(
        f"The same machine as a recurrent convolutional network, {figures['sgd_steps']} steps of SGD: agrees "
        f"on {figures['agreement']:.0%} of {figures['test_points']} points. Drawing its weights at random (Theorem 1) "
        f"would succeed with probability 10^{figures['log10_probability']:,.0f}.",
        highlight=False,
        markup=False,
    )


CHAPTER = Chapter(60, "A learning algorithm, discovered", show)
