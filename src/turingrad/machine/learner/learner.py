"""Learning algorithms with a memory of bits: a circuit that predicts, a circuit that updates.

This is the form in which Abbe and Sandon take "any efficient learning algorithm": with b the memory before a sample
(x, y) and r fresh random bits, the algorithm goes on with the memory A(b, x, y, r) (Theorem 4), and predicts h(x, b).
A learner with `on_error` updates only where its prediction was wrong (Lemma 3). Bits are 0/1, -1 being the bit 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from turingrad._support.validation.arguments import coerce_tuples, validate_fields
from turingrad._support.validation.values import flag, whole
from turingrad.errors import MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.states import html_table


@dataclass(frozen=True, slots=True)
class LearnerConfiguration:
    """One instant of a learner, after `step` samples.

    `output` is what it answered to the last of them, -1 or +1, before it saw the label (0 before the first sample);
    `done` is what its `done` circuit says of the memory (True if there is none).
    """

    step: int
    memory: tuple[int, ...]
    output: int = 0
    done: bool = True

    def __str__(self) -> str:
        answered = {0: "", 1: ", output +1", -1: ", output -1"}[self.output]
        return f"step {self.step}: {''.join(map(str, self.memory))}{answered}{', done' if self.done else ''}"


@dataclass(frozen=True, repr=False)
class Learner:
    """A learning algorithm over `features` features.

    - `memory`: the initial memory b_0, one bit each.
    - `predict`: over (b, x), the one bit of the prediction.
    - `update`: over (b, x, y, r), the new memory, in the order of the old one; r are `random_bits` fresh fair bits.
    - `done`: over (b), 1 if the learner has learned: from then on its memory stays as it is (unless `on_error`), and
      only then are its predictions answers. None: its predictions are answers at any time.
    - `on_error`: update only if the output was wrong, whatever `done` says.

    Inputs and outputs of the circuits are taken by position; their names are free.
    """

    memory: tuple[int, ...]
    features: int
    predict: Circuit
    update: Circuit
    done: Circuit | None = None
    random_bits: int = 0
    on_error: bool = False
    name: str = field(default="", compare=False)
    doc: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        coerce_tuples(self, ("memory",), MachineError)
        counts = {"features": whole(self.features, "the number of features", 1, error=MachineError)}
        counts["random_bits"] = whole(self.random_bits, "the number of random bits", error=MachineError)
        for name, value in counts.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "on_error", flag(self.on_error, "on_error", error=MachineError))
        validate_fields(self, MachineError)
        validate(self)

    @property
    def circuits(self) -> dict[str, Circuit]:
        """The circuits by their part in the learner."""
        parts = {"predict": self.predict, "update": self.update}
        return parts if self.done is None else {**parts, "done": self.done}

    def __repr__(self) -> str:
        label = f"{self.name!r}, " if self.name else ""
        random = f", {self.random_bits} random bits" if self.random_bits else ""
        when = ", updates on errors" if self.on_error else ""
        gates = sum(len(circuit.gates) for circuit in self.circuits.values())
        return f"Learner({label}{len(self.memory)} memory bits, {self.features} features{random}{when}, {gates} gates)"

    def _repr_html_(self) -> str:
        rows = ((part, len(c.inputs), len(c.outputs), len(c.gates)) for part, c in self.circuits.items())
        return html_table(repr(self), ("part", "inputs", "outputs", "gates"), rows)


def validate(learner: Learner) -> None:
    """Legality, checked in one place."""
    if any(bit not in (0, 1) for bit in learner.memory):
        raise MachineError("a learner's initial memory holds the bits 0 and 1 only")
    b, x, r = len(learner.memory), learner.features, learner.random_bits
    require_shape("predict", learner.predict, b + x, f"{b} memory bits and {x} features", 1)
    given = f"{b} memory bits, {x} features, the label and {r} random bits"
    require_shape("update", learner.update, b + x + 1 + r, given, b)
    if learner.done is not None:
        require_shape("done", learner.done, b, f"{b} memory bits", 1)


def require_shape(part: str, circuit: Circuit, inputs: int, given: str, outputs: int) -> None:
    if len(circuit.inputs) != inputs:
        raise MachineError(f"the {part} circuit has {len(circuit.inputs)} inputs; it is given {given}: {inputs}")
    if len(circuit.outputs) != outputs:
        raise MachineError(f"the {part} circuit has {len(circuit.outputs)} outputs; it must have {outputs}")
