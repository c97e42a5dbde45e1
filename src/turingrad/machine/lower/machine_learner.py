"""Any Turing machine as a `Learner`: a circuit for what it does with one sample, its work tape the memory.

Theorem 4 of Abbe and Sandon divides a learning algorithm into steps that "each query at most one new sample and one new
random bit". Here is what that means for a machine of two tapes. For each sample it is started anew on

    tape 0    y r x_1 ... x_d        + or - each; ? for y where a prediction is asked for, and then no r
    tape 1    its memory, `cells` cells, as it left them

with both heads on cell 0. While it learns it halts; asked, it accepts for +1 and rejects for -1. `steps` steps are
unrolled (`lower/unroll.py`). A run that has not halted by then is interrupted: its memory stays as it was, and asked it
has no answer, which is +1 here (Corollary 1: "interrupt it and skip training it on that sample"). Cells of tape 1
outside of the first `cells` are blank at the start of each run.

One random bit per step is enough (footnote 11): a machine that needs more copies them into its memory, step by step.

A *grid* learner takes all its samples at once. As a `Learner` it memorises them, then answers by its unrolled run.
"""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.simplify import simplify
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.learner.step import embed
from turingrad.machine.lower.codes import code_width, symbol_codes
from turingrad.machine.lower.unroll import unrolling
from turingrad.machine.lower.unroll_learner import learner_circuit
from turingrad.machine.tape import TapeMachine

MAX_CELLS = 4096
MAX_MEMORY = 1 << 16
SIGNS = ("+", "-", "?")


def machine_learner(
    machine: TapeMachine, features: int, *, cells: int, steps: int, work: Sequence[str] = ""
) -> Learner:
    """Make a learner of a machine with two tapes: the sample with one random bit, and the memory.

    Args:
        machine: The machine.
        features: Features per sample.
        cells: Cells of the work tape that are memory.
        steps: The step limit of one update.
        work: What is on the work tape at the beginning.

    Returns:
        A learner whose memory is the second tape.

    Example:
        >>> from turingrad.library import striker
        >>> from turingrad.machine.lower import machine_learner
        >>> machine_learner(striker(), features=2, cells=4, steps=5).features
        2
    """
    missing = [symbol for symbol in SIGNS if symbol not in machine.symbols]
    if machine.tapes != 2 or missing or not (machine.accept and machine.reject):
        raise MachineError(
            f"a machine that learns has two tapes, reads + - ? on the first, accepts and rejects; this is {machine!r}"
        )
    if not 1 <= cells <= MAX_CELLS or len(work) > cells:
        raise InputError(f"the work tape has 1 to {MAX_CELLS} cells, as many as its first word; {cells} were given")
    if features < 1 or steps < 1:
        raise InputError(f"{features} features, {steps} steps: there must be at least one of each")
    unrolled = unrolling(machine, steps, (features + 2, cells)).circuit
    width, code = code_width(machine), symbol_codes(machine)
    bits = cells * width

    def sign_bits(make: CircuitBuilder, bit: int) -> list[int]:
        opposite = make.not_(bit)
        choice = {(0, 0): make.const(0), (1, 1): make.const(1), (1, 0): bit, (0, 1): opposite}
        return [choice[pair] for pair in zip(code["+"], code["-"], strict=True)]

    def symbol(make: CircuitBuilder, name: str) -> list[int]:
        return [make.const(bit) for bit in code[name]]

    predict = CircuitBuilder()
    b, x = predict.inputs("b", bits), predict.inputs("x", features)
    asked = [*symbol(predict, "?"), *symbol(predict, machine.blank), *(w for v in x for w in sign_bits(predict, v))]
    ran = run_on(predict, unrolled, [*asked, *b])
    predict.output("prediction", predict.not_(ran["reject"]))

    update = CircuitBuilder()
    b, x, y = update.inputs("b", bits), update.inputs("x", features), update.input("y")
    r = update.input("r")
    given = [w for v in (y, r, *x) for w in sign_bits(update, v)]
    ran = run_on(update, unrolled, [*given, *b])
    left = [ran[f"tape1[{c}].{j}"] for c in range(cells) for j in range(width)]
    stays = update.not_(ran["halted"])
    update.output_word(
        "b",
        [
            update.or_(update.and_(ran["halted"], new), update.and_(stays, old))
            for new, old in zip(left, b, strict=True)
        ],
    )
    start = [*work, *[machine.blank] * (cells - len(work))]
    return Learner(
        tuple(bit for name in start for bit in code[name]),
        features,
        simplify(predict.build("predict")),
        simplify(update.build("update")),
        random_bits=1,
        name=machine.name,
        doc=machine.doc,
    )


def run_on(make: CircuitBuilder, unrolled: Circuit, arguments: list[int]) -> dict[str, int]:
    """The outputs of an unrolled run by name."""
    return dict(zip(unrolled.output_names, embed(make, unrolled, arguments), strict=True))


def grid_learner(machine: GridMachine, features: int, *, samples: int, steps: int) -> Learner:
    """Make a learner of a grid learner: it memorises the samples, one per step, then answers by its own run on them.

    Memory: a counter in unary (a one that moves on), then the samples in the order of `learner_circuit`'s inputs.

    Args:
        machine: The grid learner.
        features: Features per sample.
        samples: How many samples are memorised.
        steps: The run's step limit.

    Returns:
        A learner whose memory is the grid of samples.

    Example:
        >>> from turingrad.machine.lower import grid_learner
        >>> made = grid_learner(tg.library.load("last-label", form="grid"), 1, samples=2, steps=6)
        >>> tg.learn(made, [[1], [1]], [1, -1], [[1]]).predictions.tolist()
        [-1]
    """
    if samples < 1 or features < 1:
        raise InputError(f"{samples} samples of {features} features: there must be at least one of each")
    if samples * (features + 2) > MAX_MEMORY:
        raise LimitError(f"{samples} samples of {features} features are more than {MAX_MEMORY} bits of memory")
    unrolled = learner_circuit(machine, samples, features, steps)

    predict = CircuitBuilder()
    predict.inputs("turn", samples + 1)
    stored = predict.inputs("X", samples * features) + predict.inputs("y", samples)
    x = predict.inputs("x", features)
    predict.output("prediction", predict.id_(run_on(predict, unrolled, [*x, *stored])["y"]))

    update = CircuitBuilder()
    turn = update.inputs("turn", samples + 1)
    rows, labels = update.inputs("X", samples * features), update.inputs("y", samples)
    x, y = update.inputs("x", features), update.input("y")
    update.output_word("turn", [update.const(0), *turn[:-2], update.or_(turn[-2], turn[-1])])
    for name, old, new in (("X", rows, list(x) * samples), ("y", labels, [y] * samples)):
        here = [turn[i // (len(old) // samples)] for i in range(len(old))]
        update.output_word(name, [update.mux(*wires) for wires in zip(here, new, old, strict=True)])

    done = CircuitBuilder()
    turn = done.inputs("turn", samples + 1)
    done.inputs("rest", samples * (features + 1))
    done.output("done", done.id_(turn[-1]))
    memory = (1, *(0,) * (samples + samples * (features + 1)))
    return Learner(
        memory, features, simplify(predict.build("predict")), simplify(update.build("update")), done.build("done"),
        name=machine.name, doc=machine.doc,
    )  # fmt: skip
