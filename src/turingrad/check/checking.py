"""Checking a network: every configuration of its runs, and of an executor's, against the reference interpreter's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.check.inputs import inputs_of, shown
from turingrad.check.lockstep import LockstepReport, compare, expected_trace, lockstep
from turingrad.constructions import drive
from turingrad.constructions.construction import Construction
from turingrad.constructions.network import Network
from turingrad.constructions.prepare import compiled_network, prepare
from turingrad.constructions.registry import REFERENCE, find_construction
from turingrad.constructions.resolve import resolve
from turingrad.errors import InputError
from turingrad.machine.run import Progress

MAX_SAMPLES = 1_000_000  # all are drawn before the first is run


@dataclass(frozen=True)
class Checked:
    """What was compared: `steps` configurations of `runs` runs. `mismatches` are the reports of those that differ, by
    the input and by who ran it; `each` has the input, the steps and the verdict of every run."""

    network: Network[Any, Any]
    runs: int
    steps: int
    mismatches: tuple[tuple[str, LockstepReport], ...]
    interrupted: bool = False
    each: tuple[tuple[str, int, bool], ...] = ()

    @property
    def ok(self) -> bool:
        return not self.mismatches


@validate_arguments
def check(
    subject: Any,
    *,
    on: str | None = None,
    samples: int = 10,
    max_steps: int = 200,
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
        max_steps: the steps of each run.
        max_length: the longest random input.
        dtype, device, threads: the number format of the weights, and what the executor computes with.
        executor: also run this executor, and compare what it computes.
        seed: fixes the random inputs.
        progress: called with a label, the runs done and how many there are.
        options: the construction's own options, for a machine that is compiled.

    Returns:
        What was compared, and the first difference of every run that differs.
    """
    subject = resolve(subject, on)
    network = compiled_network(subject)
    steps = whole(max_steps, "the number of steps", 1)
    length = whole(max_length, "the longest input", 0, MAX_SAMPLES)
    rng = np.random.default_rng(whole(seed, "the seed"))
    if network is None:
        if on is None:
            raise InputError("a machine is checked on a construction: name it")
        name, machine = on, subject
        if name == REFERENCE:
            raise InputError("the reference interpreters are what networks are checked against; name a construction")
        find_construction(name).accepts(machine)
    else:
        name, machine = network.construction, network.machine
        if on not in (None, name) or dtype not in (None, str(network.dtype).removeprefix("torch.")):
            raise InputError(f"this network is a {name} in {network.dtype}, and is checked as that")
        length = length if network.input_bound is None else min(length, network.input_bound)
        steps = steps if network.step_bound is None else min(steps, network.step_bound)
    each, mismatches = list[tuple[str, int, bool]](), list[tuple[str, LockstepReport]]()
    inputs = draw_inputs(machine, network, whole(samples, "the number of samples", 1, MAX_SAMPLES), length, rng)
    done, current = 0, network
    try:
        for given in inputs:
            ready = prepare(
                subject, given, on=name, verb="check", executor=executor, dtype=dtype, device=device, threads=threads,
                max_steps=steps, options=options, any_weights=True, choose=lambda _runs, _limit: None,
                sizes=partial(sizes_with_matrices, machine, given, executor),
            )  # fmt: skip
            current = ready.network
            assert current is not None
            with ready.torch():
                found = list(reports(current, given, steps, executor, threads))
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
    return Checked(current, done, total, tuple(mismatches), interrupted=done < len(inputs), each=tuple(each))


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
    network: Network[Any, Any], given: Any, steps: int, executor: str | None, threads: int | None
) -> Iterator[tuple[str, LockstepReport]]:
    """The network's own run, and the executor's; a network that differs is not run again."""
    own = lockstep(network, given, steps)
    yield "network", own
    if executor is not None and own.ok:
        yield executor, executor_report(network, given, steps, executor, threads)


def executor_report(
    network: Network[Any, Any], given: Any, steps: int, executor: str, threads: int | None
) -> LockstepReport:
    """Every configuration of an executor's run; of a circuit, whose layers an executor may leave out, its outputs."""
    if find_construction(network.construction).evaluate is not None:
        expected = drive.evaluate(network.machine, given[None])
        found = drive.evaluate(network, given[None], executor=executor, threads=threads)
        return compare(expected.tolist(), found.tolist())
    run = drive.run(network, given, executor=executor, max_steps=steps, threads=threads)
    return compare(expected_trace(network, given, steps), run.trace)
