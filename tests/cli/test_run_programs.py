"""`turingrad run` of programs: output, exit codes, traps, input, and what the kind says of runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from tests.native import require_tools
from turingrad.errors import InputError
from turingrad.machine.kinds import kind_of
from turingrad.machine.program import assemble
from turingrad.machine.program.kind import KIND

ECHO = """
        la   s0, __input
        lw   s1, (s0)
        li   a7, 64
next:   beqz s1, end
        lbu  a0, 4(s0)
        ecall
        addi s0, s0, 1
        addi s1, s1, -1
        j    next
end:    li   a0, 3
        li   a7, 93
        ecall
"""
TRAP = "li a7, 64; li a0, 'x'; ecall; .word 0"


@pytest.fixture
def echo(tmp_path: Path) -> Path:
    path = tmp_path / "echo.s"
    path.write_text(ECHO)
    return path


def test_a_program_prints_what_it_prints(turingrad: Turingrad, echo: Path) -> None:
    outcome = turingrad("run", echo, "--input", "héllo")
    assert (outcome.code, outcome.out) == (0, "héllo")
    assert "echo halts after" in outcome.err
    assert "exit code: 3" in outcome.err
    assert turingrad("run", echo, "--input", "x", "--quiet").err == ""


def test_bytes_of_a_file_come_out_as_they_are(echo: Path, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(bytes(range(256)))
    command = [sys.executable, "-m", "turingrad", "run", str(echo), "--input-file", str(tmp_path / "bytes")]
    done = subprocess.run([*command, "--pass-exit-code"], capture_output=True)
    assert (done.returncode, done.stdout) == (3, bytes(range(256)))


def test_the_json_has_output_exit_code_and_trap(turingrad: Turingrad, echo: Path, tmp_path: Path) -> None:
    found = json.loads(turingrad("run", echo, "--json", "--input", "é").out)
    assert {key: found[key] for key in ("machine", "on", "executor", "halted", "output", "exit_code", "trap")} == {
        "machine": "echo",
        "on": "reference",
        "executor": "compiled",
        "halted": True,
        "output": "é",
        "exit_code": 3,
        "trap": None,
    }
    assert "output_hex" not in found
    (tmp_path / "bytes").write_bytes(b"\xff\0")
    found = json.loads(turingrad("run", echo, "--json", "--input-file", tmp_path / "bytes").out)
    assert (found["output"], found["output_hex"]) == (None, "ff00")


def test_a_trap_is_one_line_and_exit_2(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "trap.s").write_text(TRAP)
    outcome = turingrad("run", tmp_path / "trap.s")
    assert (outcome.code, outcome.out) == (2, "x")
    expected = "error: trap trapped after 3 steps: pc 0x000c: .word 0x00000000: not an RV32I instruction\n"
    assert outcome.err == expected
    outcome = turingrad("run", tmp_path / "trap.s", "--json")
    assert outcome.code == 2
    assert json.loads(outcome.out)["trap"].startswith("pc 0x000c")


def test_exit_codes_are_handed_on_only_if_asked(turingrad: Turingrad, echo: Path) -> None:
    assert turingrad("run", echo, "--pass-exit-code").code == 3
    assert turingrad("run", echo).code == 0


def test_ram_and_limits(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "large.s").write_text("ebreak; .bss; .space 70000")
    assert "use a larger `ram`" in turingrad("run", tmp_path / "large.s").err
    assert turingrad("run", tmp_path / "large.s", "--ram", 1 << 17).code == 0
    (tmp_path / "forever.s").write_text("1: j 1b")
    outcome = turingrad("run", tmp_path / "forever.s", "--max-steps", 1000)
    assert outcome.code == 0
    assert "was stopped by the step limit (--max-steps) after 1,000 steps, before it" in outcome.err


def test_other_machines_refuse_the_options_of_programs(turingrad: Turingrad) -> None:
    for option in (("--ram", 4096), ("--pass-exit-code",), ("--input-file", "x")):
        outcome = turingrad("run", "palindrome", *option)
        assert outcome.code == 2
        assert f"{option[0]} does not apply to a tape machine" in outcome.err


def test_wrong_input_is_refused(turingrad: Turingrad, echo: Path, tmp_path: Path) -> None:
    assert "not both" in turingrad("run", echo, "--input", "x", "--input-file", tmp_path / "y").err
    assert "cannot read" in turingrad("run", echo, "--input-file", tmp_path / "none").err
    (tmp_path / "long").write_bytes(bytes(70_000))
    assert "bytes of input do not fit" in turingrad("run", echo, "--input-file", tmp_path / "long").err


def test_errors_of_the_compiler_are_printed_in_full(turingrad: Turingrad, tmp_path: Path) -> None:
    require_tools()
    (tmp_path / "bad.c").write_text("int main(void) {\n  return one + two;\n}\n")
    outcome = turingrad("run", tmp_path / "bad.c")
    assert outcome.code == 2
    assert "undeclared identifier 'one'" in outcome.err
    assert "undeclared identifier 'two'" in outcome.err
    assert "2 errors generated." in outcome.err


def test_library_programs_run_by_name(turingrad: Turingrad) -> None:
    require_tools()
    assert turingrad("run", "calc", "--input", "2 3 + 4 *").out == "20\n"
    assert "int main(void)" in turingrad("library", "hello").out
    assert tg.run("fib").output == b"0 1 1 2 3 5 8 13 21 34 55 89 \n"


def test_a_trace_has_pc_and_registers(turingrad: Turingrad, echo: Path, tmp_path: Path) -> None:
    turingrad("run", echo, "--input", "ab", "--trace", tmp_path / "trace")
    lines = [json.loads(line) for line in (tmp_path / "trace").read_text().splitlines()]
    assert [line["step"] for line in lines] == list(range(len(lines)))
    assert (lines[0]["pc"], lines[0]["registers"][2]) == (0, 1 << 16)
    assert (lines[-1]["output"], lines[-1]["exit_code"]) == ("ab", 3)


def test_a_run_has_output_and_exit_code() -> None:
    run = tg.run(assemble(ECHO), b"abc")
    assert (run.output, run.exit_code, run.verdict) == (b"abc", 3, "halted")
    assert tg.run(assemble(TRAP)).verdict == "trapped"
    with pytest.raises(InputError, match="a tape machine has no exit code"):
        tg.run("palindrome").exit_code  # noqa: B018


def test_a_run_can_be_shown_again_from_its_first_configuration() -> None:
    program = assemble(ECHO, "echo.s")
    assert kind_of(program) is KIND
    first = next(iter(tg.run(program, b"abc").trace))
    assert KIND.input_of is not None
    assert KIND.input_of(program, first) == b"abc"
    assert KIND.input_of(assemble("ebreak"), first) == b""


def test_a_page_shows_instruction_and_source(tmp_path: Path) -> None:
    program = assemble(ECHO, "echo.s")
    assert KIND.page is not None
    trace = list(tg.run(program, b"a").trace)
    more = KIND.page.more(program, b"a", trace)["program"]
    address, instruction, _, line, _ = next(row for row in more["code"] if row[0] == trace[2].pc)
    assert (address, instruction) == (KIND.page.columns(program, trace)["pc"][2], "lw s1, 0(s0)")
    assert more["source"][line - 1].strip() == "lw   s1, (s0)"
    assert more["terminal"] == "a"
    tg.run(program, b"a").view().save(tmp_path / "page.html")
    assert "lw s1, 0(s0)" in (tmp_path / "page.html").read_text()


def test_executors_without_torch_have_the_long_limit(turingrad: Turingrad, tmp_path: Path) -> None:
    path = tmp_path / "long.s"
    path.write_text("li a0, 10010; 1: addi a0, a0, -1; bnez a0, 1b; ebreak\n")
    outcome = turingrad("run", path, "--on", "decoder", "--executor", "sliced", "--json")
    assert (outcome.json["halted"], outcome.json["steps"]) == (True, 20_023)
