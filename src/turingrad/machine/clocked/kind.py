"""Clocked circuits, for everything that works on all kinds of machines."""

from __future__ import annotations

from typing import Any

from turingrad._support.arrays import Bits
from turingrad._support.text import shorten
from turingrad.errors import InputError
from turingrad.machine.circuit.inputs import bit_rows, read_lines
from turingrad.machine.clocked.clocked import ClockedCircuit, ClockedConfiguration
from turingrad.machine.clocked.draws import draw_input, draw_machine
from turingrad.machine.clocked.json_form import from_object, to_object
from turingrad.machine.clocked.page import waves
from turingrad.machine.clocked.run import stepper, trace
from turingrad.machine.kind import FileFormat, InputRequest, JsonForm, Kind, PageColumns
from turingrad.machine.run import StartedRun

TICKS, PAGE_TICKS = 1_000, 200  # of a run without a stimulus, if no limit is named
AIGER, BLIF, BENCH = (f"turingrad.formats.{name}" for name in ("aiger", "blif", "bench"))
LATCHES = rb" [0-9]+ [0-9]+ 0*[1-9]"


def parse_input(machine: ClockedCircuit, request: InputRequest) -> Bits | None:
    """The stimulus: rows of bits parted by '/', or one per line of a file; None if neither is given."""
    if request.text is not None and request.file is not None:
        raise InputError("a clocked circuit takes --vectors FILE or --input ROW/ROW/..., not both")
    if request.file is not None:
        return bit_rows(len(machine.inputs), str(request.file), read_lines(request.file))
    if request.text is None:
        return None
    return bit_rows(len(machine.inputs), "--input", request.text.split("/"))


def fields(configuration: ClockedConfiguration) -> dict[str, Any]:
    return {
        "registers": "".join(map(str, configuration.registers)),
        "outputs": "".join(map(str, configuration.outputs)),
    }


def summary(configuration: ClockedConfiguration) -> list[str]:
    return [f"{name}: {shorten(bits)}" for name, bits in fields(configuration).items() if bits]


def list_sizes(machine: ClockedCircuit) -> list[str]:
    sizes = f"inputs {len(machine.inputs)}, registers {len(machine.registers)}, outputs {len(machine.outputs)}"
    return [f"{sizes}, gates {machine.circuit.kinds}"]


KIND = Kind(
    name="clocked",
    title="clocked circuit",
    plural="clocked circuits",
    order=35,
    machine_type=ClockedCircuit,
    configuration_type=ClockedConfiguration,
    json=JsonForm(from_object, to_object),
    formats=(
        FileFormat("aiger", (".aig",), rb"\Aaig" + LATCHES, 28, f"{AIGER}:read_aiger", f"{AIGER}:write_clocked_aiger"),
        FileFormat(
            "aiger-ascii", (".aag",), rb"\Aaag" + LATCHES, 29, f"{AIGER}:read_aiger", f"{AIGER}:ascii_clocked_aiger",
        ),
        FileFormat("blif", (".blif",), rb"^[ \t]*\.latch\b", 49, f"{BLIF}:read_blif", f"{BLIF}:write_clocked_blif"),
        FileFormat("bench", (".bench",), rb"=[ \t]*DFF\b", 59, f"{BENCH}:read_bench", f"{BENCH}:write_clocked_bench"),
    ),
    default_construction="emulation",
    parse_input=parse_input,
    input_options=("input", "vectors"),
    draw_input=draw_input,
    input_length=len,
    begin=lambda machine, given, executor: StartedRun(stepper(machine, given, executor), label="ticks"),
    trace=lambda machine, given, max_steps: trace(machine, given, max_steps=max_steps),
    step_limits=(TICKS, TICKS),
    fields=fields,
    summary=summary,
    listing=list_sizes,
    page=PageColumns(
        "waves", lambda _, shown: {"step": [each.step for each in shown]}, waves, unit="tick", max_steps=PAGE_TICKS,
    ),
    draw_machine=draw_machine,
)  # fmt: skip
