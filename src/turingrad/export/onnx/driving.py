"""`run` and `evaluate` by a file: onnxruntime computes, the machine's steps are read from what comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy.typing as npt

from turingrad.arrays import Bits
from turingrad.errors import InputError
from turingrad.export.onnx.feedforward import outputs_of
from turingrad.export.onnx.forms import form_of
from turingrad.export.onnx.model import File
from turingrad.machine.circuit.run import checked_vectors
from turingrad.machine.run import Begun, Progress, Run, completed

DEFAULT_STEPS = 10_000


class Driven:
    """A file of ours, verified constant by constant against its machine's network."""

    def __init__(self, path: str) -> None:
        self.file = File.read(path)
        self.network = self.file.network()
        self.file.verify(self.network)

    def require(self, machine: Any) -> None:
        if machine != self.network.machine:
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
        begin = self.beginning()
        limit = (self.network.step_bound or DEFAULT_STEPS) if max_steps is None else max_steps
        self.network.require_steps(limit)
        return completed(
            lambda: begin(self.network, self.file, given),
            self.network.machine,
            "onnxruntime",
            max_steps=limit,
            max_seconds=max_seconds,
            on=f"{self.network.construction} in ONNX ({self.file.facts['graph']})",
            progress=progress,
        )

    def beginning(self) -> Callable[[Any, File, Any], Begun[Any]]:
        facts = self.file.facts
        begin = form_of(self.network, facts["graph"], facts["dtype"])[1].begin
        if begin is None:
            raise InputError(f"the graph {facts['graph']!r} of {self.file.source} is no run of its machine")
        return begin

    def evaluate(self, vectors: npt.ArrayLike) -> Bits:
        """The outputs of a circuit, 0 and 1."""
        return outputs_of(self.file, checked_vectors(self.network.machine, vectors))
