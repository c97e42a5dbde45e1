"""All programs of a file in one image: one that fails is left out of the next run, for which nothing is compiled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.python.programs.fuzz import LARGE_RAM, MARK, Shape, check, load, text_of
from tests.python.programs.fuzz.outcomes import classify
from turingrad.machine.program.run import run as run_program
from turingrad.python.programs import OutOfMemoryError, PythonProgramError, RefusedError
from turingrad.python.programs.compiler import CompiledFunction, PythonRun, compile_image
from turingrad.python.programs.image import Image
from turingrad.python.programs.layout import SET_ORDER_SEEDS
from turingrad.python.programs.verify import is_same, outcome, restore_after

NUMBER = 0x5AC3D21B7F  # of no program: the bits below it say which programs are left out
Found = tuple[Counter[str], list[str]]


class Batch:
    """Programs of a file in one image, of which some are left out."""

    def __init__(self, seed: int, shape: Shape, chosen: Sequence[int]) -> None:
        self.seed, self.shape, self.chosen, self.skipped = seed, shape, chosen, 0
        self.found: Counter[str] = Counter()
        self.lines: list[str] = []
        self.names = load(seed, shape, chosen)
        self.image = self.compile(shape.options["ram"])

    def compile(self, ram: int) -> Image:
        options = {key: value for key, value in self.shape.options.items() if key != "ram"}
        return compile_image(self.names["main"], self.arguments(0), ram, options)

    def arguments(self, skipped: int) -> tuple[Any, ...]:
        given = (self.names["GIVEN"],) if "GIVEN" in self.names else ()
        return (*given, NUMBER << self.shape.count | skipped)

    def compare(self) -> Found:
        """All of them; those that differ are compared once more, each alone."""
        while True:
            done = self.run(SET_ORDER_SEEDS[0])
            skipped = self.skipped
            other = self.run(SET_ORDER_SEEDS[1]) if done.order_seen else done
            if self.skipped == skipped:
                break
        with restore_after(self.image.linker.world.live):
            expected = outcome(self.names["main"], self.arguments(self.skipped))
            wanted = [(expected.value, expected.output), (other.value, other.output)]
            differ = {each for value, output in wanted for each in self.differing(done, value, output)}
        for index in sorted(differ):
            self.compare_alone(index, PythonProgramError("only together with others"))
        self.found["same"] += len(self.left())
        return self.found, self.lines

    def run(self, order: int) -> PythonRun:
        """The run of what does not fail; the others are left out."""
        while True:
            image = self.image.with_order(order)
            given = image.input_bytes()
            size = 4 * ((NUMBER << self.shape.count).bit_length() // 32 + 1)
            number, now = (self.arguments(each)[-1].to_bytes(size, "little") for each in (0, self.skipped))
            assert given.count(number) == 1
            compiled = CompiledFunction(image, given.replace(number, now), "main")
            done = run_program(image.program, compiled.given, max_steps=self.shape.most_steps)
            try:
                return compiled.decode_run(done.configuration, done.steps)
            except PythonProgramError as error:
                output = done.configuration.output.decode("utf-8", "replace")
                started = re.findall(rf"{MARK} (\d+)$", output, re.MULTILINE)
                if isinstance(error, OutOfMemoryError) and image.program.ram < LARGE_RAM:
                    self.image = self.compile(LARGE_RAM)
                elif started and isinstance(error, RefusedError):
                    self.compare_alone(int(started[-1]))  # which may compile in another way
                elif started:
                    self.leave_out(int(started[-1]), error)
                else:
                    raise

    def differing(self, done: PythonRun, value: Any, output: str) -> set[int]:
        """The programs whose result or output is another one; all of them if nobody can say which."""
        left = self.left()
        texts = done.output.split(MARK), output.split(MARK)
        if not isinstance(value, list) or done.failure or not all(len(each) == len(left) + 1 for each in texts):
            return set(left)
        values = {each for each in left if not is_same(done.value[each], value[each])}
        return values | {each for each, one, two in zip(left, texts[0][1:], texts[1][1:], strict=True) if one != two}

    def compare_alone(self, index: int, otherwise: Exception | None = None) -> None:
        """Another compilation, for this program only; `otherwise` is what is wrong if that finds nothing."""
        try:
            check(self.seed, self.shape, index)
        except Exception as error:
            self.leave_out(index, error)
        else:
            self.leave_out(index, otherwise)

    def leave_out(self, index: int, error: Exception | None) -> None:
        kind = classify(error) if error else "same"
        self.skipped |= 1 << index
        self.found[kind] += 1
        if error:
            self.lines.append(f"{self.seed}:{index}: {kind}: {error}")

    def left(self) -> list[int]:
        return [index for index in self.chosen if not self.skipped >> index & 1]


def compare_file(seed: int, shape: Shape) -> Found:
    """How many programs of a file came out how, and a line for each that is not the same."""
    chosen = list(range(shape.count))
    load(seed, shape, chosen)  # an error here is one of the generator
    return compare_some(seed, shape, chosen)


def compare_some(seed: int, shape: Shape, chosen: Sequence[int]) -> Found:
    """Together; if that does not compile, the program that is the reason alone, or each if nobody can say which."""
    if len(chosen) == 1:
        return compare_one(seed, shape, chosen[0])
    try:
        return Batch(seed, shape, chosen).compare()
    except Exception as error:
        reasons = enclosing(text_of(seed, shape, chosen), getattr(error, "line", None), chosen) or chosen
    found: Counter[str] = Counter()
    lines: list[str] = []
    rest = [each for each in chosen if each not in reasons]
    for more, others in (
        *(compare_one(seed, shape, each) for each in reasons),
        *(compare_some(seed, shape, each) for each in [rest] if each),
    ):
        found, lines = found + more, lines + others
    return found, lines


def compare_one(seed: int, shape: Shape, index: int) -> Found:
    try:
        check(seed, shape, index)
    except Exception as error:
        kind = classify(error)
        return Counter([kind]), [f"{seed}:{index}: {kind}: {error}"]
    return Counter(same=1), []


def enclosing(text: str, line: int | None, chosen: Sequence[int]) -> list[int]:
    """The function that has a line."""
    names = re.findall(r"^def (\w+)\(", "\n".join(text.splitlines()[: line or 0]), re.MULTILINE)
    return [each for each in chosen if names and names[-1] == f"f{each}"]
