"""Checking a network: every configuration of its runs, and of an executor's, against the reference interpreter's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.check.inputs import inputs_of, shown
from turingrad.check.lockstep import LockstepReport, compare, expected_trace, lockstep
from turingrad.constructions import drive
from turingrad.constructions.construction import Construction
from turingrad.constructions.network import Network, is_changed
from turingrad.constructions.prepare import compiled_network, prepare, torch_for
from turingrad.constructions.registry import REFERENCE, find_construction
from turingrad.constructions.resolve import resolve
from turingrad.errors import InputError
from turingrad.machine.kinds import find_kind
from turingrad.machine.run import Clock, Progress, stream

STEPS = 200  # of a run, if none are named
INNER = "network, in steps of the processor machine"
MAX_SAMPLES = 1_000_000  # all are drawn before the first is run


@dataclass(frozen=True)
class Checks:
    """How many runs one executor was compared in, and how many steps."""

    runs: int
    steps: int


@dataclass(frozen=True)
class Plan:
    """Who runs an input: the network's forward pass for `network` steps, `executor` for `steps`; 0 leaves one out.
    `whole`: the executor runs by itself a network that serves every input, and whose weights are as compiled."""

    network: int
    executor: str | None = None
    steps: int = 0
    whole: bool = False


@dataclass(frozen=True)
class Checked:
    """What was compared: `steps` configurations of `runs` runs. `mismatches` are the reports of those that differ, by
    the input and by who ran it; `each` has the input, the steps and the verdict of every run; `checked_by` says what
    the network's forward pass ran, and what an executor."""

    network: Network[Any, Any]
    runs: int
    steps: int
    mismatches: tuple[tuple[str, LockstepReport], ...]
    interrupted: bool = False
    each: tuple[tuple[str, int, bool], ...] = ()
    checked_by: Mapping[str, Checks] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.mismatches


@validate_arguments
def check(
    subject: Any,
    *,
    on: str | None = None,
    samples: int = 10,
    max_steps: int | None = None,
    max_length: int = 8,
    dtype: str | None = None,
    executor: str | None = None,
    device: str | None = None,
    threads: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> Checked:
    """Run a machine's network, or a compiled one, on the machine's own input and on random ones, in lockstep with the
    reference interpreter.

    Args:
        subject: a machine or a compiled network, or the name, file or folder of one.
        on: the construction to compile a machine to.
        samples: how many random inputs there are, besides the machine's own.
        max_steps: the steps of each run; by default 200. Programs run by an executor up to 20,000 steps, 2,000 on
            random inputs, and by the forward pass for 200; on descent and transformer, where an instruction takes
            hundreds of steps of the processor machine, for 20 of those.
        max_length: the longest random input.
        dtype, device, threads: the number format of the weights, and what the executor computes with.
        executor: also run this executor, and compare what it computes.
        seed: fixes the random inputs.
        progress: called with a label, the runs done and how many there are.
        options: the construction's own options, for a machine that is compiled.

    Returns:
        What was compared, and the first difference of every run that differs.

    Example:
        >>> from turingrad.check import check
        >>> check("palindrome", on="descent", samples=2).ok
        True
    """
    subject = resolve(subject, on)
    network = compiled_network(subject)
    limit = None if max_steps is None else whole(max_steps, "the number of steps", 1)
    length = whole(max_length, "the longest input", 0, MAX_SAMPLES)
    rng = np.random.default_rng(whole(seed, "the seed"))
    name, machine = construction_of(subject, network, on, dtype)
    length = length if network is None or network.input_bound is None else min(length, network.input_bound)
    each, mismatches = list[tuple[str, int, bool]](), list[tuple[str, LockstepReport]]()
    by = defaultdict[str, list[int]](list)
    inputs = draw_inputs(machine, network, whole(samples, "the number of samples", 1, MAX_SAMPLES), length, rng)
    done, current, ready = 0, network, None
    plans = make_plans(machine, name, network, executor, limit, len(inputs))
    try:
        for given, plan in zip(inputs, plans, strict=True):
            ready = ready if plan.whole and done else prepare(
                subject, given, on=name, verb="check", executor=executor, dtype=dtype, device=device, threads=threads,
                max_steps=max(plan.network, plan.steps), options=options, any_weights=True,
                choose=lambda _runs, _limit: None, sizes=partial(sizes_with_matrices, machine, given, executor),
            )  # fmt: skip
            assert ready is not None
            current = ready.network
            assert current is not None
            with torch_for(ready.room, threads or 1):  # one step is too small for two threads
                found = list(reports(current, given, plan, threads))
            for who, report in found:
                by[who].append(report.steps)
            each += [(shown(given), report.steps, report.ok) for _, report in found]
            mismatches += [(f"{who} on {shown(given)!r}", report) for who, report in found if not report.ok]
            done += 1
            if progress is not None:
                progress("lockstep", done, len(inputs))
    except KeyboardInterrupt:
        if current is None or not done:
            raise
    assert current is not None
    total = sum(steps for _, steps, _ in each)
    checks = {who: Checks(len(steps), sum(steps)) for who, steps in by.items()}
    return Checked(current, done, total, tuple(mismatches), done < len(inputs), tuple(each), checks)


def construction_of(
    subject: Any, network: Network[Any, Any] | None, on: str | None, dtype: str | None
) -> tuple[str, Any]:
    """What is checked: the construction's name and the machine."""
    if network is not None:
        name = network.construction
        own = str(network.dtype).removeprefix("torch.")
        if on not in (None, name) or dtype not in (None, own):
            raise InputError(
                f"this is a network of {name} in {own}, and is checked as it is: name no other construction or dtype"
            )
        return name, network.machine
    if on is None:
        raise InputError("a machine is checked on a construction: name it")
    if on == REFERENCE:
        raise InputError("the reference interpreters are what networks are checked against; name a construction")
    find_construction(on).accepts(subject)
    return on, subject


def make_plans(
    machine: Any, name: str, network: Network[Any, Any] | None, executor: str | None, limit: int | None, inputs: int
) -> list[Plan]:
    """Who runs each input, the first of which is the machine's own if it has one, and how far."""
    steps = STEPS if limit is None else limit
    fast = find_construction(name).check_with(machine) if executor is None else None
    if network is not None:
        steps = steps if network.step_bound is None else min(steps, network.step_bound)
        fast = None if fast is None or is_changed(network) else fast
    if fast is None:
        return [Plan(steps, executor, 0 if executor is None else steps)] * inputs
    kind = find_kind(machine)
    most = limit or (kind.step_limits[1] if kind is not None and kind.step_limits is not None else STEPS)
    others = limit or max(STEPS, most // max(1, inputs - 1))
    return [
        Plan(min(STEPS, find_construction(name).forward_steps, most), fast, most, True),
        *[Plan(0, fast, others, True)] * (inputs - 1),
    ]


def draw_inputs(
    machine: Any, network: Network[Any, Any] | None, samples: int, length: int, rng: np.random.Generator
) -> list[Any]:
    """Random inputs, of the network if its machine alone does not say what one is."""
    if network is not None and (first := network.draw_input(rng)) is not None:
        return [first, *(network.draw_input(rng) for _ in range(samples - 1))]
    return inputs_of(machine, samples, length, rng, None if network is None else network.input_bound)


def sizes_with_matrices(
    machine: Any, given: Any, executor: str | None, room: Construction, steps: int | None
) -> dict[str, Any]:
    """The sizes of a run, with the matrices that some executors do without: those are what is checked."""
    return {key: value for key, value in room.sizes_for(machine, given, steps, executor).items() if key != "dense"}


def reports(
    network: Network[Any, Any], given: Any, plan: Plan, threads: int | None
) -> Iterator[tuple[str, LockstepReport]]:
    """The network's own run, and the executor's; a network that differs is not run again."""
    if plan.network:
        stepped, its_input = network.stepping_network(given)
        own = lockstep(stepped, its_input, plan.network)
        yield "network" if stepped is network else INNER, own
        if not own.ok:
            return
    if plan.executor is not None:
        report = whole_report(network, given, plan) if plan.whole else executor_report(network, given, plan, threads)
        yield plan.executor, report


def whole_report(network: Network[Any, Any], given: Any, plan: Plan) -> LockstepReport:
    """Every configuration of a run by an executor that was begun once."""
    recipe = find_construction(network.construction)
    assert recipe.begin is not None
    assert plan.executor is not None
    going = recipe.begin(network, given, plan.executor)
    return compare(expected_trace(network, given, plan.steps), stream(going.stepper, Clock(plan.steps, None)))


def executor_report(network: Network[Any, Any], given: Any, plan: Plan, threads: int | None) -> LockstepReport:
    """Every configuration of an executor's run; of a circuit, whose layers an executor may leave out, its outputs."""
    if find_construction(network.construction).evaluate is not None:
        expected = drive.evaluate(network.machine, given[None])
        found = drive.evaluate(network, given[None], executor=plan.executor, threads=threads)
        return compare(expected.tolist(), found.tolist())
    run = drive.run(network, given, executor=plan.executor, max_steps=plan.steps, threads=threads)
    return compare(expected_trace(network, given, plan.steps), run.trace)
