"""What a page is told about a program: changes from frame to frame, which give every configuration again."""

from __future__ import annotations

import pytest

from turingrad.machine.program import Program, assemble, page
from turingrad.machine.program.run import run, trace

SOURCE = """
_start: li   s0, 3
        la   s1, table
next:   sw   s0, 0(s1)
        lb   a0, 0(s1)
        addi s1, s1, 4
        addi s0, s0, -1
        bnez s0, next
        lw   a1, 1(zero)
        .data
table:  .word 7, 8, 9
"""


def test_changes_give_registers_and_memory_again() -> None:
    program = assemble(SOURCE, "table.s", ram=1024)
    shown = list(trace(program))
    columns, more = page.columns(program, shown), page.more(program, b"", shown)["program"]
    words = {at + 4 * k: value for at, *values in more["lines"] for k, value in enumerate(values)}
    registers = [0] * 32
    for index, each in enumerate(shown):
        for number, value in columns["registers"][index]:
            registers[number] = value
        words |= dict(columns["memory"][index])
        assert tuple(registers) == each.registers
        assert all(each.memory.word(address) == value for address, value in words.items())
    table = dict(program.symbols)["table"]
    assert {table, table + 8} <= set(words)
    assert [at for at in columns["access"] if at is not None] == [table + 4 * (k // 2) for k in range(6)] + [1]
    assert columns["ending"][-1].startswith("trap: pc 0x0020: lw a1, 1(zero): misaligned")
    assert [row[3] for row in more["code"]][:2] == [2, 3]


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    program = assemble("1: sb a0, -1(sp); addi sp, sp, -16; li a7, 64; ecall; bnez sp, 1b; ebreak", ram=256)
    shown = list(trace(program, max_steps=60))
    assert not page.more(program, b"", shown)["leftOut"]
    monkeypatch.setattr(page, "MAX_LINES", 3)
    monkeypatch.setattr(page, "MAX_OUTPUT", 4)
    more = page.more(program, b"", shown)
    assert len(more["program"]["lines"]) == 3
    assert len(more["program"]["terminal"]) == 4
    assert more["leftOut"].startswith("Of the memory that is used, a part is shown. The terminal shows")
    assert page.facts(run(program, max_steps=60))["instructions, not halted yet"] == 60


def test_code_is_shown_near_what_is_executed() -> None:
    program = Program(bytes.fromhex("13000000") * 200 + bytes.fromhex("73001000"), entry=4 * 100)
    rows = page.code_rows(program, list(trace(program, max_steps=2)))
    assert [row[0] // 4 for row in rows] == list(range(100 - page.NEAR, 103 + page.NEAR))
