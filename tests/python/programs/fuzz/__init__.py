"""Random Python programs, compiled and compared with CPython: `python -m tests.python.programs.fuzz`."""

from __future__ import annotations

import linecache
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from tests.python.programs.fuzz.writer import functions
from turingrad.python.programs import OutOfMemoryError, compile_function

MOST_STEPS = 100_000_000
MOST_STEPS_OF_STRESS = 1_500_000_000
RAM = 1 << 21  # for code and data of half, and a heap that is collected now and then
LARGE_RAM = 1 << 25
SMALL_RAM = 3 << 18
MARK = "\x02 next \x03"  # printed before each call, to tell which one did not come back
CAUGHT = """\
    if not skipped >> {index} & 1:
        print({mark!r}, {index})
        try:
            results[{index}] = {call}
        except Exception as error:
            results[{index}] = (type(error).__name__, str(error))"""


@dataclass(frozen=True)
class Shape:
    """How the programs of one file are run."""

    mode: str
    count: int

    @property
    def options(self) -> dict[str, Any]:
        own: dict[str, dict[str, Any]] = {
            "stress": {"ram": RAM, "STRESS": 1},
            "small": {"ram": SMALL_RAM},
            "alone": {},
            "trim": {"trim": True},
        }
        return own.get(self.mode, {"ram": RAM})

    @property
    def most_steps(self) -> int:
        return MOST_STEPS_OF_STRESS if self.mode == "stress" else MOST_STEPS


SHAPES = (  # as many files of each
    *(Shape("batch", 150),) * 8,
    *(Shape("input", 150),) * 5,
    *(Shape("stress", 60),) * 4,
    *(Shape("small", 45),) * 2,
    Shape("alone", 1),
    Shape("trim", 1),
)


def shape_of(seed: int, mode: str | None = None) -> Shape:
    return random.Random(f"shape {seed}").choice([each for each in SHAPES if mode in (None, each.mode)])


def text_of(seed: int, shape: Shape, chosen: Sequence[int]) -> str:
    """A file whose `main` calls some of its functions, but for those whose bits are set in `skipped`.

    If it is one, it is called for sure, and its error is that of `main`.
    """
    parts, given = functions(seed, shape.count)
    if len(chosen) == 1:
        return "\n\n".join([*parts, f"def main():\n    return f{chosen[0]}(*{given[chosen[0]]})\n"])
    if shape.mode == "input":
        parts = [*parts, f"GIVEN = [{', '.join(given)}]"]
        head, calls = "def main(given, skipped):", [f"f{index}(*given[{index}])" for index in chosen]
    else:
        head, calls = "def main(skipped):", [f"f{index}{given[index]}" for index in chosen]
    body = [CAUGHT.format(mark=MARK, index=index, call=call) for index, call in zip(chosen, calls, strict=True)]
    main = [head, f"    results = [None] * {shape.count}", *body, "    return results\n"]
    return "\n\n".join([*parts, "\n".join(main)])


def load(seed: int, shape: Shape, chosen: Sequence[int]) -> dict[str, Any]:
    """The names of a random file."""
    text = text_of(seed, shape, chosen)
    path = f"/fuzz/{seed}.py"
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    module = ModuleType("random_programs")
    sys.modules[module.__name__] = module  # dataclasses look their module up
    exec(compile(text, path, "exec"), vars(module))
    return vars(module)


def check(seed: int, shape: Shape, index: int) -> Any:
    """Compile and compare one program of a file; if it differs, this raises."""
    main = load(seed, shape, [index])["main"]
    try:
        return compile_function(main, max_steps=shape.most_steps, **shape.options)
    except OutOfMemoryError:
        if "ram" not in shape.options:
            raise
    return compile_function(main, max_steps=shape.most_steps, **{**shape.options, "ram": LARGE_RAM})
