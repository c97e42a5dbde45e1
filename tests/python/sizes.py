"""The sizes of what the front end makes of the odd functions and learners, for `test_sizes.py`.

    python -m tests.python.sizes

writes them anew, after a change that is meant to make circuits smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import turingrad as tg
from tests.python.learner_programs import Coin, Declared, Perceptron
from tests.python.odd_functions import BODIES, REFUSED
from tests.python.odd_learners import LEARNERS
from tests.python.test_grid import Dictator, LastLabel
from tests.python.test_odd_functions import MAY_BE_REFUSED, RANGES, function
from tests.python.test_odd_learners import REFUSED as REFUSED_LEARNERS
from tests.python.test_odd_learners import D, learner_class
from turingrad.python import grid
from turingrad.python.shapes import leaves
from turingrad.python.tapes import learner_tapes

FILE = Path(__file__).parent / "sizes.txt"


def function_row(name: str) -> str:
    """Gates, levels, and the ranges of the results."""
    made = tg.circuit(function(name), verify=False, **RANGES)
    ranges = ", ".join(f"{leaf}" for _, leaf in leaves(made.result, ""))
    return f"{name}: {len(made.gates)} gates, {max(made.levels, default=0)} levels; {ranges}"


def learner_row(name: str) -> str:
    """Bits of the memory with their ranges, gates of predict and update, and whether it learns from errors alone."""
    made = tg.learner(learner_class(name), D, verify=False)
    fields = ", ".join(f"{field.name} {field.range}" for field in made.fields)
    gates = f"{len(made.predict.gates)} and {len(made.update.gates)} gates"
    return f"{name}: {fields}; {gates}{', on errors' if made.on_error else ''}"


def rows() -> Iterator[str]:
    """One line per program."""
    yield from (function_row(name) for name in BODIES if name not in REFUSED and name not in MAY_BE_REFUSED)
    yield from (learner_row(name) for name in LEARNERS if name not in REFUSED_LEARNERS)
    for kind in (Perceptron, Coin, Declared):
        tapes = learner_tapes(tg.learner(kind, 3))
        yield f"{kind.__name__} on tapes: {tapes.length} cells, {tapes.steps(5)} steps"
    for kind in (LastLabel, Dictator):
        yield f"{kind.__name__} on a grid: {len(grid.grid_learner(tg.learner(kind, 2)).states)} states"


if __name__ == "__main__":
    FILE.write_text("".join(row + "\n" for row in rows()), encoding="utf-8")
