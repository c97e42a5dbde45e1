"""A run as data of a page: the reference interpreter's, and a network's beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turingrad._support.validation.values import whole
from turingrad.constructions.network import Network
from turingrad.constructions.prepare import NOTHING, compiled_network, prepare, recipe_for
from turingrad.errors import InputError
from turingrad.machine.kind import Kind, PageColumns
from turingrad.machine.kinds import kind_of
from turingrad.machine.run import MAX_COUNT, Progress, Run, StartedRun, Stepper, TraceStepper, quiet, run_to_end
from turingrad.view.frames import Window, configurations, lockstep
from turingrad.view.network_pages import Asked, NetworkSide, find_page, trainings
from turingrad.view.run_data import run_data


def run_page(
    subject: Any,
    given: Any = None,
    *,
    on: str | None = None,
    executor: str | None = None,
    dtype: str | None = None,
    device: str | None = None,
    threads: int | None = None,
    max_steps: int | None = None,
    window: Window = Window(),  # noqa: B008 - frozen
    options: Mapping[str, Any] = NOTHING,
    progress: Progress = quiet,
) -> tuple[dict[str, Any], dict[str, Any], str, str]:
    """The run as data, figures for the page's head, the construction's name and the page's summary."""
    network = compiled_network(subject)
    machine = subject if network is None else network.machine
    kind = kind_of(machine)
    stage = kind.page
    if stage is None:
        raise InputError(f"a {kind.title} is shown while it is trained: by {', '.join(trainings())}")
    room = recipe_for(network, on, "view")
    page = find_page(kind, room)
    if executor is not None and room.compile is not None and not page.takes_executor:
        raise InputError(f"a page of {room.name} shows the network's own layers: there is no executor to choose")
    shown = stage.first_input(machine) if given is None else given
    expected_run = whole_run(kind, network, machine, shown, limit_of(network, stage, max_steps, window))
    total = expected_run.steps
    steps = window.steps(total)

    def sizes(room: Any, _limit: int | None) -> Mapping[str, Any]:
        if page.sizes is not None:
            return page.sizes(machine, shown, total, steps[-1])
        name = executor or page.choose(None, steps[-1], False)
        found: Mapping[str, Any] = room.sizes_for(machine, shown, total, name)
        return found

    ready = prepare(
        subject, shown, on=on, verb="view", executor=executor, dtype=dtype, device=device, threads=threads,
        max_steps=steps[-1], options=options, any_weights=True, sizes=sizes,
        choose=lambda runs, _limit: page.choose(runs, steps[-1], network is not None),
    )  # fmt: skip
    expected = list(configurations(reference_stepper(kind, network, machine, shown), steps))
    side = NetworkSide(expected, {}, {})
    with ready.torch():
        if ready.network is not None:
            side = page.collect(Asked(machine, shown, steps, total, ready.network, ready.executor, progress))
        elif executor is not None:
            side = NetworkSide(list(configurations(kind.stepper(machine, shown, executor), steps)), {}, {})
    if not side.snapshots:
        raise InputError("the network's activations decode to no configuration, from the first step on")
    both = lockstep(side.snapshots, expected)
    columns = stage.columns(machine, both.shown)
    cards = (page.cards or room.name) if ready.network is not None else "reference"
    data = run_data(
        cards, stage, columns, expected_run, steps, side.net, both if ready.network is not None or executor else None
    )
    data |= joined_notes(data, stage.more(machine, shown, both.shown))
    summary = side.summary or page.summary if room.compile is not None else "The machine itself, step by step."
    return data, {**stage.facts(expected_run), **side.facts}, room.name, summary


def joined_notes(data: Mapping[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Further data of a stage; what it leaves out is said after what the window leaves out."""
    notes = [note for note in (data["leftOut"], more.get("leftOut")) if note]
    return {**more, "leftOut": " ".join(notes)}


def limit_of(network: Network[Any, Any] | None, stage: PageColumns, max_steps: int | None, window: Window) -> int:
    """How far a run is followed: as far as the user says, else to the last step that is shown or a kind's limit, within
    what a network was compiled for."""
    bound = None if network is None else network.step_bound
    if max_steps is not None:
        limit = whole(max_steps, "max_steps", 0, MAX_COUNT)
        if network is not None:
            network.require_steps(limit)
        return limit
    limit = max(stage.max_steps, window.last or 0)
    return limit if bound is None else min(limit, bound)


def reference_stepper(kind: Kind[Any], network: Network[Any, Any] | None, machine: Any, given: Any) -> Stepper[Any]:
    """What the network must do: the machine's run or, of a trained network, the run from what it holds."""
    own = None if network is None else network.reference(given, None)
    return kind.stepper(machine, given) if own is None else TraceStepper(own)


def whole_run(kind: Kind[Any], network: Network[Any, Any] | None, machine: Any, given: Any, limit: int) -> Run[Any]:
    return run_to_end(
        lambda: StartedRun(reference_stepper(kind, network, machine, given)),
        machine,
        kind.executors[0],
        max_steps=limit,
    )
