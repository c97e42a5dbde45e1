"""`turingrad learn --curve`: the error against the number of samples."""

from __future__ import annotations

from typing import Any

from turingrad.cli.problems import DEFAULT_DIM
from turingrad.cli.render.findings import Destination, numbers, show_findings
from turingrad.errors import InputError
from turingrad.library import default_task, load_learner
from turingrad.machine.grid import GridMachine
from turingrad.machine.kinds import describe_machine
from turingrad.search.user_tasks import find_task

MOST_SAMPLES = 4096
TEST = 200


def start_curve(given: dict[str, Any]) -> None:
    """The learning curve with its options; those that it does not take are refused."""
    from turingrad.theory.learnability.curve_findings import curve_findings

    names = ("data", "train", "noise", "compare", "output", "predictor")
    ignored = ", ".join(f"--{name}" for name in names if given[name] is not None)
    if ignored:
        raise InputError(f"--curve draws its problems and trains three models: it does not take {ignored}")
    to = Destination(given["plot"], given["report"], given["json"], given["quiet"])
    counts, dim = numbers(given["curve"], "the numbers of samples", MOST_SAMPLES), given["dim"] or DEFAULT_DIM
    learner, seeds = given["learner"], range(given["seed"], given["seed"] + given["seeds"])
    machine: Any = load_learner(learner, form="grid", features=dim)
    if not isinstance(machine, GridMachine):
        raise InputError(f"--curve needs a learner that the RCNN can run, not {describe_machine(machine)}")
    task, test = find_task(given["task"] or default_task(learner)), given["test"] or TEST
    show_findings(lambda tell: curve_findings(machine, learner, task, dim, counts, seeds, test, tell), to)
