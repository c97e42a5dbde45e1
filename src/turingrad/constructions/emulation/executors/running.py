"""Running on emulation: each step of SGD is a step of the machine."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from turingrad.constructions.emulation.executors.trainers import TRAINERS
from turingrad.constructions.emulation.network import ExactNetwork
from turingrad.constructions.emulation.sessions import LABEL
from turingrad.constructions.network import Network
from turingrad.errors import InputError
from turingrad.machine.learner import Learner
from turingrad.machine.lower.core.fit import fitting_ram
from turingrad.machine.program import Program
from turingrad.machine.run import StartedRun

FIRST_CHUNK = {"compiled": 64, "event": 64, "torch": 1}
LARGEST = 4096  # samples that are laid out at once
C = TypeVar("C")


class SampleRun(Generic[C]):
    """A stepper: a copy of the net, trained sample by sample."""

    def __init__(self, network: ExactNetwork[Any, C], given: Any, executor: str) -> None:
        self.session = network.session(given)
        self.trainer = TRAINERS[executor](network.start_copy(given))
        self.looked: tuple[int, bool] = (-1, False)  # a step, and whether the net says there that it has halted

    def advance(self, steps: int) -> int:
        session, taken = self.session, 0
        while taken < steps:
            rows, labels = session.samples(session.step, min(steps - taken, LARGEST))
            if not len(rows):
                break
            found = session.observe(*self.trainer.watch(rows, labels, session.watched))
            taken += found
            if found < len(rows):
                self.looked = (session.step, True)
                break
        return taken

    def halted(self) -> bool:
        session = self.session
        if not session.halts:
            return session.step == session.ticks
        if self.looked[0] != session.step:
            rows, _ = session.samples(session.step, 1)
            self.looked = (session.step, float(self.trainer.outputs(rows)[0]) == LABEL)
        return self.looked[1]

    def configuration(self) -> C:
        return self.session.configuration(self.trainer.weights())


def choose(network: Network[Any, Any], given: Any, max_steps: int | None) -> str | None:  # noqa: ARG001
    """Of clocked circuits, of which a tick changes little, the executor that follows changes."""
    return "compiled" if isinstance(network.machine, Learner) else "event"


def sizes_of_run(machine: Any, given: Any, steps: int | None, executor: str | None) -> dict[str, Any]:  # noqa: ARG001
    """Of a program, the RAM that it needs for this run."""
    return {"ram": fitting_ram(machine, given or b"", steps)} if isinstance(machine, Program) else {}


def begin(network: Network[Any, Any], given: Any, executor: str) -> StartedRun[Any]:
    """Plain SGD on samples (X, y) or (X, y, seed) of a learner, on the ticks of a clocked circuit or of a program."""
    if not isinstance(network, ExactNetwork):
        raise InputError(f"the executors train exact nets; trace a {type(network).__name__} instead")
    going = SampleRun(network, given, executor)
    figures = {"parameters": network.parameter_count(), "learning_rate": network.gamma, **network.run_figures()}
    return StartedRun(going, "SGD steps", FIRST_CHUNK[executor], lambda: going.session.step, lambda: figures)
