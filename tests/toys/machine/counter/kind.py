"""Counter machines, for everything that works on all kinds of machines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from turingrad.errors import FormatError, InputError
from turingrad.machine.counter import CounterConfiguration, CounterMachine
from turingrad.machine.kind import FileFormat, InputRequest, JsonForm, Kind, PageColumns
from turingrad.machine.run import StartedRun, TraceStepper

PLACE = "turingrad.machine.counter.kind"


def from_object(value: dict[str, Any]) -> CounterMachine:
    program = tuple(map(tuple, value["program"]))
    return CounterMachine(value["registers"], program, value.get("name", ""), value.get("doc", ""))


def to_object(machine: CounterMachine) -> dict[str, Any]:
    return {"registers": machine.registers, "program": [list(line) for line in machine.program]}


def read_text(data: bytes, source: str) -> CounterMachine:
    first, *lines = data.decode("ascii").splitlines()
    program = tuple(
        tuple(int(word) if word.isdigit() else word for word in line.split()) for line in lines if line.strip()
    )
    if not first.removeprefix("registers ").isdigit():
        raise FormatError("no number of registers", source=source, line=1, expected="registers N")
    return CounterMachine(int(first.removeprefix("registers ")), program)


def write_text(machine: CounterMachine) -> bytes:
    lines = [f"registers {machine.registers}", *(" ".join(map(str, line)) for line in machine.program)]
    return ("\n".join(lines) + "\n").encode()


def parse_input(_machine: CounterMachine, request: InputRequest) -> tuple[int, ...] | None:
    if request.file is not None:
        return tuple(request.file.read_bytes())
    if request.text is None:
        return None
    if not all(part.isdigit() for part in request.text.split(",")):
        raise InputError(f"counters are whole numbers parted by commas, not {request.text!r}")
    return tuple(map(int, request.text.split(",")))


def draw_input(machine: CounterMachine, max_length: int, rng: Any) -> tuple[int, ...]:
    return tuple(map(int, rng.integers(0, max_length + 1, machine.registers)))


def walk(machine: CounterMachine, given: Any) -> Iterator[CounterConfiguration]:
    now: CounterConfiguration | None = machine.initial(given)
    while now is not None:
        yield now
        now = machine.follow(now)


def columns(_machine: CounterMachine, shown: Any) -> dict[str, Any]:
    return {"line": [each.line for each in shown], "counters": [list(each.counters) for each in shown]}


KIND = Kind(
    name="counter",
    title="counter machine",
    plural="counter machines",
    order=90,
    machine_type=CounterMachine,
    configuration_type=CounterConfiguration,
    json=JsonForm(from_object, to_object),
    formats=(
        FileFormat("counter", (".counter",), rb"\Aregisters [0-9]", 80, f"{PLACE}:read_text", f"{PLACE}:write_text"),
    ),
    default_construction="tally",
    parse_input=parse_input,
    input_options=("input", "input_file"),
    draw_input=draw_input,
    describe_input=lambda given: ",".join(map(str, given)),
    input_length=lambda given: max(given, default=0),
    executors=("python",),
    begin=lambda machine, given, _executor: StartedRun(TraceStepper(walk(machine, given))),
    trace=lambda machine, given, max_steps: islice(walk(machine, given), None if max_steps is None else max_steps + 1),
    listing=lambda machine: [" ".join(map(str, line)) for line in machine.program],
    page=PageColumns("fields", columns),
)
