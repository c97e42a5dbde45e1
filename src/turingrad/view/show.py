"""`view(machine, ...)`: the page of whatever is given."""

from __future__ import annotations

from typing import Any

from turingrad.errors import InputError
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine
from turingrad.view.frames import MOST_FRAMES, Window
from turingrad.view.pages import Page, versions
from turingrad.view.tape_runs import tape_run

SUMMARIES = {
    "reference": "The machine itself, step by step.",
    "transformer": "Each pass of this transformer's decoder is one step of the machine. Step through it and see what "
    "every layer holds and where its attention looks.",
    "descent": "Each step of gradient descent on this loss is one step of the machine. Step through the training and "
    "see where the gradient points.",
}


def view(
    machine: Any,
    given: Any = None,
    *,
    on: str = "reference",
    executor: str | None = None,
    max_steps: int | None = None,
    first: int = 0,
    last: int | None = None,
    most: int = MOST_FRAMES,
    command: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Page:
    """A page that plays the run of a machine. `machine` may be a compiled network: that one then runs."""
    network = None
    source = machine
    if hasattr(machine, "certificate") and hasattr(machine, "machine"):
        network, source = machine, machine.machine
        on = type(machine).__module__.split(".")[2]
    window = Window(first, last, most)
    if not isinstance(source, TapeMachine):
        raise InputError(f"there is no page for a {type(source).__name__} on {on!r}")
    run, facts = tape_run(
        source,
        given,
        on=on,
        executor=executor,
        max_steps=max_steps,
        window=window,
        network=network,
        options=options,
        progress=progress,
    )
    name = source.name or "machine"
    return Page(
        {
            "title": name if on == "reference" else f"{name} on {on}",
            "summary": SUMMARIES.get(on, ""),
            "facts": facts,
            "command": command,
            "versions": versions(),
            "run": run,
        }
    )
