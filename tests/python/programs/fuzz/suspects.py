"""Which programs of a file are the reason that its comparison fails, so that not all of it is searched by halves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.python.programs.fuzz import LARGE_RAM, MARK, Shape, load, text_of
from turingrad.python.programs import PythonProgramError, RefusedError, compiler
from turingrad.python.programs.compiler import CompiledFunction, compile_image
from turingrad.python.programs.layout import SET_ORDER_SEEDS
from turingrad.python.programs.verify import is_same, outcome

DIFFERS = re.compile(r" differs: |depends on the order of a set")


class LastRun:
    """The end of the last run of a program, noted while it lasts: an error alone does not say how far it came."""

    def __init__(self) -> None:
        self.output = ""

    def __enter__(self) -> LastRun:
        self.run = compiler.run_program

        def noted(*given: Any, **options: Any) -> Any:
            done = self.run(*given, **options)
            self.output = done.configuration.output.decode("utf-8", "replace")
            return done

        compiler.run_program = noted  # type: ignore[assignment]
        return self

    def __exit__(self, *_: object) -> None:
        compiler.run_program = self.run


def find_suspects(seed: int, shape: Shape, chosen: Sequence[int], error: Exception, output: str) -> list[int]:
    """The numbers of programs that are refused, do not come back, or give another result; empty if nobody can say.

    It only names them: each is compared on its own afterwards, and so are the others.
    """
    if isinstance(error, RefusedError):
        return enclosing(text_of(seed, shape, chosen), error.line, chosen) or unfinished(output, chosen)
    if not DIFFERS.search(str(error)):
        return unfinished(output, chosen)
    try:
        return compare_each(seed, shape, chosen)
    except PythonProgramError:
        return []


def compare_each(seed: int, shape: Shape, chosen: Sequence[int]) -> list[int]:
    """The programs whose result or output differs from CPython's, or between two orders of sets."""
    names = load(seed, shape, chosen)
    given = (names["GIVEN"],) if "GIVEN" in names else ()
    options = {key: value for key, value in shape.options.items() if key == "STRESS"}
    image = compile_image(names["main"], given, LARGE_RAM, options)
    runs = []
    for order in SET_ORDER_SEEDS[:2]:
        image = image.with_order(order)
        runs.append(CompiledFunction(image, image.given(), "main").run(max_steps=shape.most_steps))
    expected = outcome(names["main"], given)
    wanted = [(expected.value, expected.output), (runs[1].value, runs[1].output)]
    return sorted({each for value, output in wanted for each in differing(runs[0], value, output, chosen)})


def unfinished(output: str, chosen: Sequence[int]) -> list[int]:
    """The last program that was started."""
    started = [int(each) for each in re.findall(rf"^{MARK} (\d+)$", output, re.MULTILINE)]
    return [each for each in started[-1:] if each in chosen]


def enclosing(text: str, line: int | None, chosen: Sequence[int]) -> list[int]:
    """The function that has a line."""
    names = re.findall(r"^def (\w+)\(", "\n".join(text.splitlines()[: line or 0]), re.MULTILINE)
    return [each for each in chosen if names and names[-1] == f"f{each}"]


def differing(done: Any, value: Any, output: str, chosen: Sequence[int]) -> list[int]:
    """The programs whose result or output is another one."""
    printed = [each.split(MARK) for each in (done.output, output)]
    if not all(isinstance(each, list) and len(each) == len(chosen) for each in (done.value, value)):
        return []
    pairs = zip(chosen, done.value, value, strict=True)
    found = {index for index, one, two in pairs if not is_same(one, two)}
    if len(printed[0]) == len(printed[1]) == len(chosen) + 1:
        pairs = zip(chosen, printed[0][1:], printed[1][1:], strict=True)
        found |= {index for index, one, two in pairs if one != two}
    return sorted(found)
