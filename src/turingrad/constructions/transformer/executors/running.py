"""Running a machine, or a compiled network, on an executor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import torch

from turingrad.constructions.transformer import TransformerNetwork, compile_network, require_compiled
from turingrad.constructions.transformer.executors.dense import DenseRun
from turingrad.constructions.transformer.executors.indexed import IndexedRun
from turingrad.constructions.transformer.executors.packed import PackedRun
from turingrad.constructions.transformer.options import DEFAULT_STEPS
from turingrad.errors import CertificateError, InputError
from turingrad.exact import torch_dtype
from turingrad.machine.run import Clock, Progress, Run, Stepper, drive, stream
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput

EXECUTORS = ("indexed", "dense", "packed")
FIRST_CHUNK = {"dense": 16, "indexed": 1_000, "packed": 100_000}


class NetworkRun(Stepper[TapeConfiguration], Protocol):
    """A stepper whose step is a decoder pass; the boot pass is done when it is made."""

    @property
    def passes(self) -> int: ...


def run(
    machine: TapeMachine | TransformerNetwork,
    given: TapeInput = None,
    *,
    executor: str | None = None,
    max_steps: int | None = None,
    max_seconds: float | None = None,
    dtype: str = "float32",
    device: str = "cpu",
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Run[TapeConfiguration]:
    """Compile the machine for T = max_steps and its input, and run it; or run a network that was compiled before."""
    if device != "cpu":
        raise InputError(f"the transformer's executors run on the cpu, not on {device!r}")
    Clock(max_steps, max_seconds)  # refuse impossible limits before compiling
    if isinstance(machine, TransformerNetwork):
        if options:
            raise InputError("options belong to the compilation; this network is compiled already")
        network = machine
        require_compiled(network)
    else:
        network = compiled_for(machine, given, max_steps, dtype, options)
    chosen = executor or ("dense" if network.options.attention == "softmax" else EXECUTORS[0])
    limit = network.step_bound if max_steps is None else max_steps
    network.require_steps(limit)
    before = torch.get_num_threads()
    torch.set_num_threads(threads or 1)  # one pass is too small for two threads
    try:
        stepper = new_run(network, given, chosen)
        clock = Clock(limit, max_seconds)
        stopped = drive(stepper, clock, chunk=FIRST_CHUNK[chosen], progress=progress, label="decoding")
    finally:
        torch.set_num_threads(before)
    return Run(
        machine=network.machine,
        configuration=stepper.configuration(),
        halted=stepper.halted(),
        stopped=stopped,
        seconds=clock.seconds,
        executor=chosen,
        on="transformer",
        network_steps=stepper.passes,
        details={
            "depth": network.depth,
            "width": network.width,
            "parameters": network.parameter_count(),
            "steps_compiled_for": network.options.steps,
        },
        replay=lambda: replayed(network, given, chosen, limit, max_seconds),
    )


def compiled_for(
    machine: TapeMachine, given: TapeInput, max_steps: int | None, dtype: str, options: dict[str, Any]
) -> TransformerNetwork:
    """T is the step limit (10,000 where there is none), m the length of this input, unless the options differ."""
    sizes: dict[str, Any] = {"steps": DEFAULT_STEPS if max_steps is None else max_steps}
    if isinstance(machine, TapeMachine):
        sizes["input_length"] = len(machine.tapes_of(given)[0])
    return compile_network(machine, dtype=torch_dtype(dtype), **{**sizes, **options})


def new_run(
    network: TransformerNetwork, given: TapeInput, executor: str, keep: int = 0
) -> DenseRun | IndexedRun | PackedRun:
    """An executor at the start of a run, its boot pass done. `keep`: of how many passes to keep all hidden vectors."""
    if executor not in EXECUTORS:
        raise InputError(f"no executor {executor!r} on 'transformer'; there are {', '.join(EXECUTORS)}")
    if executor == "dense":
        return DenseRun(network, given, keep > 0)
    if network.options.attention == "softmax":
        raise CertificateError(f"the {executor} executor answers hard-max attention; softmax runs on 'dense'")
    return IndexedRun(network, given, keep > 0) if executor == "indexed" else PackedRun(network, given, keep)


def hidden_vectors(
    network: TransformerNetwork, given: TapeInput = None, *, steps: int, executor: str = "indexed"
) -> npt.NDArray[np.uint8]:
    """What an executor computes in at most `steps` steps: (passes, depth + 1, width), pass 0 the boot pass.

    Row 0 of a pass is the decoder's input, row l its vector after l layers. Ends early where the machine halts.
    """
    network.require_steps(steps)
    runner = new_run(network, given, executor, keep=steps + 1)
    runner.advance(steps)
    vectors = runner.hidden()
    bits = vectors.astype(np.uint8)
    if not np.array_equal(bits, vectors) or bits.max(initial=0) > 1:
        raise CertificateError("a hidden vector is not binary")
    return bits


def replayed(
    network: TransformerNetwork, given: TapeInput, executor: str, max_steps: int, max_seconds: float | None
) -> Iterator[TapeConfiguration]:
    return stream(new_run(network, given, executor), Clock(max_steps, max_seconds))
