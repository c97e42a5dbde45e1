"""Programs, for everything that works on all kinds of machines."""

from __future__ import annotations

from typing import Any

from turingrad._support.files import open_input, reason_of
from turingrad._support.text import shorten
from turingrad.errors import InputError
from turingrad.machine.kind import FileFormat, InputRequest, JsonForm, Kind, PageColumns
from turingrad.machine.program import Program, ProgramConfiguration, disassemble
from turingrad.machine.program.draws import draw_input, draw_machine
from turingrad.machine.program.json_form import from_object, to_object
from turingrad.machine.program.page import columns, facts, more
from turingrad.machine.program.program import text_bytes
from turingrad.machine.program.run import MAX_STEPS, stepper, trace
from turingrad.machine.run import StartedRun

NETWORK_STEPS = 20_000
PAGE_STEPS = 100_000
FOLDER = "turingrad.formats.programs"


def parse_input(program: Program, request: InputRequest) -> bytes:
    """Standard input: a text, or the bytes of a file."""
    if request.text is not None and request.file is not None:
        raise InputError("give the input as --input TEXT or as --input-file FILE, not both")
    if request.file is None:
        return program.input_bytes(request.text or "")
    try:
        with open_input(request.file) as file:
            return program.input_bytes(file.read(program.ram + 1))  # more does not fit in any case
    except OSError as error:
        raise InputError(f"cannot read {request.file}: {reason_of(error)}") from None


def fields(configuration: ProgramConfiguration) -> dict[str, Any]:
    """Output as text; in hexadecimal if it is not UTF-8."""
    output = configuration.output
    try:
        written: dict[str, Any] = {"output": output.decode()}
    except UnicodeDecodeError:
        written = {"output": None, "output_hex": output.hex()}
    return {**written, "exit_code": configuration.exit_code, "trap": configuration.trap}


def summary(configuration: ProgramConfiguration) -> list[str]:
    size = f"{len(configuration.output):,} bytes of output"
    if configuration.trap is not None:
        return [f"trap: {configuration.trap}", size]
    code = "none yet" if configuration.exit_code is None else str(configuration.exit_code)
    return [f"exit code: {code}", size]


def failure(configuration: ProgramConfiguration) -> str | None:
    """A trap, as the end of a sentence about the program."""
    return configuration.trap and f"trapped after {configuration.step:,} steps: {configuration.trap}"


def input_of(program: Program, first: ProgramConfiguration) -> bytes:
    """The input of a run whose first configuration this is."""
    if program.input_at is None:
        return b""
    start = program.input_at + 4
    return first.memory[start : start + first.memory.word(program.input_at)]


def listing_lines(program: Program) -> list[str]:
    """The source if it is known, else the code."""
    if program.source:
        return program.source.splitlines()
    return [f"{4 * at:#06x}  {disassemble(word, 4 * at)}" for at, word in enumerate(program.words)]


def describe_input(given: Any) -> str:
    content = text_bytes(given) if isinstance(given, str) else bytes(given or b"")
    return shorten(repr(content)[2:-1])


KIND = Kind(
    name="program",
    title="program",
    plural="programs",
    order=50,
    machine_type=Program,
    configuration_type=ProgramConfiguration,
    json=JsonForm(from_object, to_object),
    formats=(
        FileFormat("elf", (".elf",), rb"\A\x7fELF", 79, f"{FOLDER}.elf:read_elf"),
        FileFormat("c", (".c",), rb"^[ \t]*#[ \t]*include[ \t]*[<\"]", 80, f"{FOLDER}.c_source:read_c"),
        FileFormat(
            "assembly", (".s",), rb"^[ \t]*\.(globl|text)\b", 81,
            f"{FOLDER}.raw:read_assembly", f"{FOLDER}.raw:write_assembly",
        ),
        FileFormat("bin", (".bin",), rb"\A(?!)", 82, f"{FOLDER}.raw:read_bin", f"{FOLDER}.raw:write_bin"),
    ),
    default_construction="decoder",
    parse_input=parse_input,
    input_options=("input", "input_file", "ram", "pass_exit_code"),
    draw_input=draw_input,
    own_input=lambda _program: b"",
    input_length=len,
    describe_input=describe_input,
    begin=lambda program, given, executor: StartedRun(stepper(program, b"" if given is None else given, executor)),
    trace=lambda program, given, max_steps: trace(program, given or b"", max_steps=max_steps),
    step_limits=(MAX_STEPS, NETWORK_STEPS),
    fields=fields,
    trace_fields=lambda configuration: {"pc": configuration.pc, "registers": list(configuration.registers)},
    summary=summary,
    written=lambda configuration: configuration.output,
    failure=failure,
    listing=listing_lines,
    page=PageColumns("program", columns, more, facts, unit="instruction", max_steps=PAGE_STEPS),
    input_of=input_of,
    draw_machine=draw_machine,
)  # fmt: skip
