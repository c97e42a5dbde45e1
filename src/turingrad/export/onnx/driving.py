"""`run` and `evaluate` by a file: onnxruntime computes, the machine's steps are read from what comes out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import Bits
from turingrad.check import Checked, LockstepReport, compare
from turingrad.check.inputs import inputs_of, shown
from turingrad.check.lockstep import expected_trace
from turingrad.constructions.decoder import ProgramDecoder
from turingrad.constructions.network import recompile
from turingrad.errors import InputError
from turingrad.export.onnx.feedforward import outputs_of
from turingrad.export.onnx.forms import Form, form_of
from turingrad.export.onnx.model import File
from turingrad.machine.circuit.run import checked_vectors, evaluate
from turingrad.machine.kinds import kind_of
from turingrad.machine.program import Program
from turingrad.machine.run import Clock, Progress, Run, StartedRun, quiet, run_to_end, stream

DEFAULT_STEPS = 10_000


class Driven:
    """A file of ours, verified constant by constant against its machine's network."""

    def __init__(self, path: str) -> None:
        self.file = File.read(path)
        self.network = self.file.network()
        self.file.verify(self.network)

    def require(self, machine: Any) -> None:
        """Refuse a machine that the file is not of. A processor's file runs every program that fits it."""
        if isinstance(self.network, ProgramDecoder) and isinstance(machine, Program):
            self.network = self.network.with_program(machine)
        elif machine != self.network.machine:
            raise InputError(f"{self.file.source} is the network of another machine: {self.network.machine!r}")

    def run(
        self,
        given: Any = None,
        *,
        max_steps: int | None = None,
        max_seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Run[Any]:
        """To the halt, or to a limit: what the network was compiled for, else 10,000 steps."""
        limit = (self.network.step_bound or DEFAULT_STEPS) if max_steps is None else max_steps
        self.network.require_steps(limit)
        return run_to_end(
            lambda: self.begin(given),
            self.network.machine,
            "onnxruntime",
            max_steps=limit,
            max_seconds=max_seconds,
            on=f"{self.network.construction} in ONNX ({self.file.facts['graph']})",
            progress=progress,
        )

    @cached_property
    def form(self) -> Form:
        return form_of(self.network, self.file.facts["graph"], self.file.facts["dtype"])[1]

    def begin(self, given: Any) -> StartedRun[Any]:
        if self.form.begin is None:
            graph = self.file.facts["graph"]
            raise InputError(f"the graph {graph!r} of {self.file.source} is not a run of its machine")
        return self.form.begin(self.network, self.file, given)

    def check(
        self,
        *,
        samples: int = 10,
        max_steps: int = 200,
        max_length: int = 8,
        seed: int = 0,
        progress: Progress = quiet,
    ) -> tuple[Checked, Mapping[str, Any]]:
        """The file's layers on random legal inputs against torch, then its runs on the machine's own input and on
        random ones against the reference interpreter, configuration by configuration; figures of the first."""
        figures = self.form.check(recompile(self.network), self.file, progress)
        bound, steps = self.network.input_bound, min(max_steps, self.network.step_bound or max_steps)
        length = max_length if bound is None else min(max_length, bound)
        circuit = kind_of(self.network.machine).begin is None  # it is evaluated
        inputs = []
        if circuit or self.form.begin is not None:
            inputs = self.inputs(samples, length, np.random.default_rng(seed), bound)
        each, wrong = list[tuple[str, int, bool]](), list[tuple[str, LockstepReport]]()
        for number, given in enumerate(inputs):
            found = self.compare_bits(given) if circuit else self.compare(given, steps)
            each.append((shown(given), found.steps, found.ok))
            wrong += [] if found.ok else [(f"onnxruntime on {shown(given)!r}", found)]
            progress("lockstep", number + 1, len(inputs))
        total = sum(steps for _, steps, _ in each)
        return Checked(self.network, len(inputs), total, tuple(wrong), each=tuple(each)), figures

    def inputs(self, samples: int, length: int, rng: np.random.Generator, bound: int | None) -> list[Any]:
        """The machine's own input and random ones; of an extended network, random samples and labels."""
        if (first := self.network.draw_input(rng)) is not None:
            return [first, *(self.network.draw_input(rng) for _ in range(samples - 1))]
        return list(inputs_of(self.network.machine, samples, length, rng, bound))

    def compare(self, given: Any, steps: int) -> LockstepReport:
        found = stream(self.begin(given).stepper, Clock(steps, None))
        return compare(expected_trace(self.network, given, steps), found)

    def compare_bits(self, given: Bits) -> LockstepReport:
        return compare(evaluate(self.network.machine, given[None]).tolist(), self.evaluate(given[None]).tolist())

    def evaluate(self, vectors: npt.ArrayLike) -> Bits:
        """The outputs of a circuit, 0 and 1."""
        return outputs_of(self.file, checked_vectors(self.network.machine, vectors))
