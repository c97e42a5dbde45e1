"""A run in a few lines: how it ended, what it left, how fast it was."""

from __future__ import annotations

from typing import Any

from turingrad.cli.render.fields import tape_text
from turingrad.cli.render.terminal import print_wrapped, say, shortened
from turingrad.machine.grid import GridConfiguration
from turingrad.machine.run import Run
from turingrad.machine.tape import TapeConfiguration
from turingrad.wording import counted

ENDINGS = {"accept": "accepts", "reject": "rejects", "halted": "halts"}
STOPS = {
    "steps": "the step limit (--max-steps)",
    "seconds": "the time limit (--max-seconds)",
    "memory": "the memory set aside for it",
    "interrupt": "Ctrl-C",
}
MAX_ROWS = 20


def print_run(run: Run[Any], name: str) -> None:
    """The verdict, the tape or grid, and the speed."""
    on = "" if run.on == "reference" else f" on {run.on}"
    print_wrapped(f"{name}{on} {ending(run)}", 2, style="bold")
    for line in (*left_behind(run.configuration), speed(run)):
        print_wrapped(f"  {line}", 8)
    more = "--verbose shows all figures"
    if isinstance(run.configuration, TapeConfiguration | GridConfiguration):
        more += ", `turingrad view` the run step by step"
    say(f"  {more}", "dim")


def ending(run: Run[Any]) -> str:
    steps = counted(run.steps, "step")
    if not run.halted:
        return f"is still running after {steps}: it was stopped by {STOPS.get(run.stopped, run.stopped)}"
    verdict = ENDINGS.get(run.verdict, f"is {run.verdict}")
    state = getattr(run.configuration, "state", None)
    where = f" in state {state}" if state is not None and run.verdict in ENDINGS else ""
    return f"{verdict} after {steps}{where}"


def left_behind(configuration: Any) -> list[str]:
    if isinstance(configuration, TapeConfiguration):
        lines = []
        for number, (tape, head) in enumerate(zip(configuration.tapes, configuration.heads, strict=True), start=1):
            text = tape_text(tape)
            shown = shortened(text if isinstance(text, str) else " ".join(text), 60, 30) if tape.symbols else "blank"
            first = f" from cell {tape.start:,}" if tape.symbols else ""
            label = f"tape {number}" if len(configuration.tapes) > 1 else "tape"
            lines.append(f"{label}: {shown}{first}; head on cell {head:,}")
        return lines
    if isinstance(configuration, GridConfiguration):
        rows = [shortened("".join(row)) for row in configuration.grid[:MAX_ROWS]]
        left = len(configuration.grid) - len(rows)
        return [f"head at {configuration.head}", *rows, *([f"... {left:,} more rows"] if left else [])]
    return [f"memory: {shortened(''.join(map(str, configuration.memory)))}"]


def speed(run: Run[Any]) -> str:
    passes = "" if run.network_steps in (None, run.steps) else f", {run.network_steps:,} steps of the network"
    return f"{run.seconds:.3g} s, {run.steps_per_second:,.0f} steps a second, executor {run.executor}{passes}"
