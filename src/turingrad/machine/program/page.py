"""What a page shows of a program: its terminal, its code beside the source, registers, and the memory that it uses."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from turingrad.machine.program.disassemble import disassemble
from turingrad.machine.program.instructions import REGISTERS
from turingrad.machine.program.interpreter import instruction_at
from turingrad.machine.program.memory import PAGE
from turingrad.machine.program.program import Program, ProgramConfiguration
from turingrad.machine.run import Run

LINE = 16  # bytes in a row of the memory that a page shows
MAX_LINES = 256  # rows of memory
MAX_CHANGES = 200_000  # of memory, over all frames
NEAR = 12  # instructions shown around each that is executed
MAX_SOURCE = 4_000  # lines
MAX_OUTPUT = 200_000  # bytes
ACCESSES = frozenset(("lb", "lbu", "lh", "lhu", "lw", "sb", "sh", "sw"))
Changes = list[list[int]]


def columns(program: Program, shown: Sequence[ProgramConfiguration]) -> dict[str, Any]:
    """Where each configuration is, and what differs from the one before: registers, and words of memory by number."""
    lines, _ = used_lines(program, shown)
    changes, _ = memory_changes(shown, lines)
    return {
        "pc": [each.pc for each in shown],
        "written": [min(len(each.output), MAX_OUTPUT) for each in shown],
        "registers": register_changes(shown),
        "memory": changes,
        "access": [accessed_address(program, each) for each in shown],
        "ending": [ending(each) for each in shown],
    }


def more(program: Program, _given: Any, shown: Sequence[ProgramConfiguration]) -> dict[str, Any]:
    """What does not change: the code that is near, the source, the memory at the first frame."""
    lines, all_lines = used_lines(program, shown)
    _, all_changes = memory_changes(shown, lines)
    first, output = shown[0].memory, max((each.output for each in shown), key=len)
    notes = [
        "" if all_lines and all_changes else "Of the memory that is used, a part is shown.",
        "" if len(output) <= MAX_OUTPUT else f"The terminal shows the first {MAX_OUTPUT:,} bytes of output.",
    ]
    return {
        "program": {
            "terminal": output[:MAX_OUTPUT].decode("latin-1"),  # one character per byte: the page decodes the text
            "code": code_rows(program, shown),
            "source": program.source_lines[:MAX_SOURCE] if program.source else [],
            "names": list(REGISTERS),
            "lines": [[at, *(first.word(at + offset) for offset in range(0, LINE, 4))] for at in lines],
        },
        "leftOut": " ".join(note for note in notes if note),
    }


def facts(run: Run[ProgramConfiguration]) -> dict[str, Any]:
    """How many instructions it took, and how it ended."""
    last = run.configuration
    ended: dict[str, Any] = {} if last.exit_code is None else {"exit code": last.exit_code}
    ended |= {} if last.trap is None else {"trap": last.trap}
    return {"instructions" if run.halted else "instructions, not halted yet": run.steps, **ended}


def ending(configuration: ProgramConfiguration) -> str:
    """How the run ends here; empty if it goes on."""
    if configuration.exit_code is not None:
        return f"exit code {configuration.exit_code}"
    return "" if configuration.trap is None else f"trap: {configuration.trap}"


def register_changes(shown: Sequence[ProgramConfiguration]) -> list[Changes]:
    """Of each configuration the registers that differ from the one before, as (number, value)."""
    before: tuple[int, ...] = (0,) * 32
    found = []
    for each in shown:
        found.append([[number, value] for number, value in enumerate(each.registers) if value != before[number]])
        before = each.registers
    return found


def accessed_address(program: Program, configuration: ProgramConfiguration) -> int | None:
    """The address that the instruction at pc loads from or stores to; None if it does neither."""
    do = instruction_at(program, configuration.pc)
    if do is None or do.name not in ACCESSES or configuration.exit_code is not None:
        return None
    return (configuration.registers[do.rs1] + do.imm) & 0xFFFFFFFF


def used_lines(program: Program, shown: Sequence[ProgramConfiguration]) -> tuple[list[int], bool]:
    """The addresses of the rows of memory that the shown instructions access; whether these are all."""
    found: dict[int, None] = {}
    for each in shown:
        address = accessed_address(program, each)
        if address is not None and address < program.ram:
            found[address & -LINE] = None
    return sorted(list(found)[:MAX_LINES]), len(found) <= MAX_LINES


def memory_changes(shown: Sequence[ProgramConfiguration], lines: Sequence[int]) -> tuple[list[Changes], bool]:
    """Of each configuration the words of these rows that differ from the one before, as (address, value); whether these
    are all. Pages of memory that are the same object were not stored to."""
    rows: dict[int, list[int]] = {}
    for line in lines:
        rows.setdefault(line // PAGE, []).append(line)
    found: list[Changes] = [[]]
    count = 0
    for before, after in itertools.pairwise(shown):
        changes: Changes = []
        for page, inside in rows.items():
            if before.memory.pages[page] is after.memory.pages[page] or count > MAX_CHANGES:
                continue
            for address in (each + offset for each in inside for offset in range(0, LINE, 4)):
                value = after.memory.word(address)
                if value != before.memory.word(address):
                    changes.append([address, value])
        count += len(changes)
        found.append(changes)
    return found, count <= MAX_CHANGES


def code_rows(program: Program, shown: Sequence[ProgramConfiguration]) -> list[list[Any]]:
    """(address, instruction, symbol, source line or None, file and line) of the code near what is executed."""
    near = {
        each.pc // 4 + offset
        for each in shown
        for offset in range(-NEAR, NEAR + 1)
        if 0 <= each.pc // 4 + offset < len(program.words)
    }
    return [
        [
            4 * at,
            disassemble(program.words[at], 4 * at),
            program.symbol_at.get(4 * at, ""),
            source_line(program, 4 * at),
            program.place_at.get(4 * at, ""),
        ]
        for at in sorted(near)
    ]


def source_line(program: Program, address: int) -> int | None:
    """The number of the line that an instruction is from; None if the source has no such line."""
    number = program.line_at.get(address)
    return number if number is not None and 1 <= number <= len(program.source_lines) else None
