"""The tour's report: a chapter a construction, each with a run to play and the figures that were computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from turingrad import library, tasks
from turingrad.library import load_learner
from turingrad.machine.run import Progress, quiet
from turingrad.view.pages import Page
from turingrad.view.report_pages import Block, report
from turingrad.view.show import view, view_learning
from turingrad.wording import counted

SEED = 1
Run = dict[str, Any]


def learned(learner: str, form: str, task: str, dim: int, train: int, on: str, begin: int) -> Run:
    """A training that opens with the moment `begin`: the picture at rest should already tell something."""
    X, y, X_test, _ = tasks.draw(tasks.get(task), SEED, dim, train, 20)
    machine = load_learner(learner, form=form, features=dim)
    return {**view_learning(machine, X, y, X_test, on=on, seed=SEED).data["run"], "begin": begin}


def ran(name: str, on: str, begin: int, given: Any = None) -> Run:
    return {**view(library.load(name), given, on=on).data["run"], "begin": begin}


PROSE: dict[str, tuple[str, Callable[[], Run]]] = {
    "reference": (
        "Everything starts from a machine and an interpreter short enough to be checked by eye. Press play: this is "
        "the busy beaver of four states, which no network has touched yet.",
        lambda: ran("busy-beaver-4", "reference", 40),
    ),
    "rcnn": (
        "Training is plain SGD, one sample a step. Each step writes one row of a weight matrix; when it is full, a "
        "recurrent convolution runs a learning algorithm on it, a layer a step. Here the algorithm is Gaussian "
        "elimination, so the network learns parities, which networks trained by gradient descent famously do not.",
        lambda: learned("parity-small", "grid", "parity", 3, 4, "rcnn", 7),
    ),
    "descent": (
        "Gradient descent as a computer. The loss is built so that its gradient always points to the machine's next "
        "configuration: the ring moves to the strongest square, the head parameter moves by a cell, and at the halt "
        "the loss drops below a line that it never crosses before.",
        lambda: ran("palindrome", "descent", 5, "abba"),
    ),
    "emulation": (
        "A learning algorithm has a memory. Here its bits are signs of weights, all weights are trained, and a wrong "
        "answer makes SGD flip exactly the signs that the algorithm would flip.",
        lambda: learned("parity", "learner", "parity", 5, 10, "emulation", 6),
    ),
    "transformer": (
        "Each decoding pass is one step of the machine. The hard part is memory: attention finds the last pass that "
        "wrote the cell under the head, by binary search over time, a bit a layer. Watch the bars shrink.",
        lambda: ran("busy-beaver-4", "transformer", 81),
    ),
    "feedforward": (
        "A Boolean circuit, level by level, in ReLU layers that round what they compute, so that small errors in the "
        "weights do not grow with depth. The figures are a multiplier's; an adder is to be played.",
        lambda: ran("adder", "feedforward", 4, [int(bit) for bit in "1011001011101001"]),
    ),
    "decoder": (
        "A language model of a stock architecture, weights computed rather than trained. Each token that it writes is "
        "a step of the machine; its attention reads back to the token that last wrote the cell.",
        lambda: ran("palindrome", "decoder", 7, "abba"),
    ),
    "search": (
        "The best learning algorithm of a given size can be searched for. What is found is a table of rules that one "
        "can read, run, and compile into a network. To play: the best of all machines of two states at finding the one "
        "feature that is the label, inside a network that SGD trains.",
        lambda: learned("census-dictator", "grid", "dictator", 3, 3, "rcnn", 7),
    ),
}


def tour_page(chapters: Sequence[tuple[str, str, str]], seconds: float, progress: Progress = quiet) -> Page:
    """`chapters` are (name, title, what was printed), in the order of the tour."""
    blocks: list[Block] = []
    for number, (name, title, printed) in enumerate(chapters):
        progress("runs for the report", number, len(chapters))
        prose, make = PROSE[name]
        blocks += [{"kind": "heading", "text": title}, {"kind": "text", "text": prose}]
        blocks.append({"kind": "run", "run": make()})
        blocks.append({"kind": "terminal", "title": "The figures of this chapter, as computed", "text": printed})
    asked = "Algorithms compiled into networks that run them bit for bit: in the forward pass, or in SGD's own steps."
    said = f"{counted(len(chapters), 'chapter')}, every number in them computed in this run, in {seconds:.0f} seconds."
    return report("A tour of turingrad", asked, said, blocks, seed=SEED)
