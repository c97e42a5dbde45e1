"""What each line of a Python function became: instructions of its own, and functions of the run time that it calls."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass

from turingrad.machine.program.disassemble import disassemble
from turingrad.python.programs.compiler import CompiledFunction
from turingrad.python.programs.texts import read_lines


@dataclass(frozen=True)
class LineCode:
    """The code of one line: `calls` counts the run-time and other functions that its instructions jump to."""

    file: str
    line: int
    text: str
    instructions: tuple[str, ...]
    calls: tuple[tuple[str, int], ...]


def explain_lines(compiled: CompiledFunction) -> tuple[LineCode, ...]:
    """The lines of the user's own code in a compiled program, in the order of files and lines."""
    program, linker = compiled.program, compiled.image.linker
    symbols = sorted((address, name) for name, address in program.symbols)
    starts = [address for address, _ in symbols]
    marks = compiled.image.lines
    end = program.code
    found: dict[tuple[str, int], list[int]] = {}
    for (address, (file, line, _)), following in zip(marks, [*(each[0] for each in marks[1:]), end], strict=True):
        if line and linker.is_user(file):
            limit = min(following, next((start for start in starts[bisect_right(starts, address) :]), end))
            found.setdefault((file, line), []).extend(range(address, limit, 4))
    return tuple(describe_line(compiled, *place, found[place], symbols) for place in sorted(found))


def describe_line(
    compiled: CompiledFunction, file: str, line: int, addresses: list[int], symbols: list[tuple[int, str]]
) -> LineCode:
    names, words = {address: name.split(".")[-1] for address, name in symbols}, compiled.program.words
    texts = [disassemble(words[address // 4], address) for address in addresses]
    jumps = (int(text.rsplit(" ", 1)[1], 16) for text in texts if text.startswith("jal "))
    calls = Counter(names[target] for target in jumps if target in names)
    return LineCode(file, line, "".join(read_lines(file)[line - 1 : line]).rstrip(), tuple(texts), tuple(calls.items()))
