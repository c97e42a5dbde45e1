"""A run in a few lines: how it ended, what it left, how fast it was."""

from __future__ import annotations

from typing import Any

from turingrad._support.text import amount
from turingrad.cli.render.terminal import print_wrapped, say
from turingrad.machine.kinds import kind_of
from turingrad.machine.run import Run

ENDINGS = {"accept": "accepts", "reject": "rejects", "halted": "halts"}
STOPS = {
    "steps": "the step limit (--max-steps)",
    "seconds": "the time limit (--max-seconds)",
    "memory": "the memory limit",
    "interrupt": "Ctrl-C",
}


def print_run(run: Run[Any], name: str) -> None:
    """The verdict, the tape or grid, and the speed."""
    kind = kind_of(run.machine)
    on = "" if run.on == "reference" else f" on {run.on}"
    print_wrapped(f"{name}{on} {ending(run)}", 2, style="bold")
    for line in (*kind.summary(run.configuration), speed(run)):
        print_wrapped(f"  {line}", 8)
    more = "--verbose shows all figures"
    if kind.page is not None:
        more += ", `turingrad view` the run step by step"
    say(f"  {more}", "dim")


def ending(run: Run[Any]) -> str:
    steps = amount(run.steps, "step")
    if not run.halted:
        return f"was stopped by {STOPS.get(run.stopped, run.stopped)} after {steps}, before it halted"
    verdict = ENDINGS.get(run.verdict, f"is {run.verdict}")
    state = getattr(run.configuration, "state", None)
    where = f" in state {state}" if state is not None and run.verdict in ENDINGS else ""
    return f"{verdict} after {steps}{where}"


def speed(run: Run[Any]) -> str:
    passes = "" if run.network_steps in (None, run.steps) else f", {amount(run.network_steps, 'step')} of the network"
    return f"{run.seconds:.3g} s, {run.steps_per_second:,.0f} steps per second, executor {run.executor}{passes}"
