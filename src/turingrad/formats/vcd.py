"""Value change dumps (VCD, IEEE 1364): the waveforms of a clocked circuit's run, for GTKWave, Surfer and the like.

Tick t is the time from 10 t to 10 (t + 1), in nanoseconds. The clock rises at its start, when the registers take their
values, and falls in the middle; inputs and outputs of the tick are shown from its start on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from turingrad.errors import InputError
from turingrad.machine.clocked import ClockedCircuit, ClockedConfiguration
from turingrad.machine.clocked.page import Signal, group_signals
from turingrad.machine.clocked.run import checked_stimulus
from turingrad.machine.kinds import describe_machine
from turingrad.machine.run import Run

PERIOD = 10
FIRST, CODES = 33, 94  # identifiers are written in the printable characters of ASCII
NOT_IN_NAMES = re.compile(r"[^\x21-\x7e]")
SCOPES = ("inputs", "registers", "outputs")


def to_vcd(run: Run[Any]) -> bytes:
    """Write the run of a clocked circuit as a VCD file, which GTKWave and others open.

    Args:
        run: The run.

    Returns:
        The content of the file.

    Raises:
        InputError: It is the run of another kind of machine.

    Example:
        >>> from turingrad.formats import to_vcd
        >>> from turingrad.machine.clocked import clock_circuit
        >>> toggle = clock_circuit(tg.Circuit(("go", "q"), (tg.Gate("xor", (0, 1)),), (("q", 2),)), [0])
        >>> to_vcd(tg.run(toggle, [[1], [1]])).splitlines()[0][:5]
        b'$vers'
    """
    if not isinstance(run.machine, ClockedCircuit):
        raise InputError(f"waveforms are of clocked circuits, not of {describe_machine(run.machine)}")
    return b"".join(vcd_lines(run.machine, run.given, run.trace))


def vcd_lines(machine: ClockedCircuit, given: Any, trace: Iterable[ClockedConfiguration]) -> Iterator[bytes]:
    """The lines of a VCD file, made while the run goes on."""
    names = (machine.inputs, machine.registers, machine.output_names)
    signals = [(part, signal) for part, each in enumerate(names) for signal in group_signals(each)]
    codes = [identifier(1 + number) for number in range(len(signals))]
    yield from header(machine, signals, codes)
    stimulus, before = checked_stimulus(machine, given), [""] * len(signals)
    configurations = iter(trace)
    now = next(configurations)
    for following in chain(configurations, (None,)):
        row = (
            [0] * len(machine.inputs) if stimulus is None or now.step >= len(stimulus) else stimulus[now.step].tolist()
        )
        shown = (row, now.registers, following.outputs) if following is not None else (None, now.registers, None)
        lines = [f"#{PERIOD * now.step}", f"1{identifier(0)}"]
        for k, (part, signal) in enumerate(signals):
            text = value_text(shown[part], signal)
            if text != before[k]:
                lines.append(text + codes[k])
                before[k] = text
        lines += [f"#{PERIOD * now.step + PERIOD // 2}", f"0{identifier(0)}", ""]
        yield "\n".join(lines).encode()
        now = following or now
    yield f"#{PERIOD * (now.step + 1)}\n".encode()


def header(machine: ClockedCircuit, signals: list[tuple[int, Signal]], codes: list[str]) -> Iterator[bytes]:
    """Every signal with its identifier, in one scope per sort."""
    title = NOT_IN_NAMES.sub("_", machine.name) or "circuit"
    lines = ["$version turingrad $end", "$timescale 1ns $end", f"$scope module {title} $end"]
    lines.append(f"$var wire 1 {identifier(0)} clock $end")
    for part, scope in enumerate(SCOPES):
        lines.append(f"$scope module {scope} $end")
        for (own, signal), code in zip(signals, codes, strict=True):
            if own == part:
                width = len(signal.places)
                bits = f" [{width - 1}:0]" if width > 1 else ""
                name = NOT_IN_NAMES.sub("_", signal.name)
                lines.append(f"$var {'reg' if part == 1 else 'wire'} {width} {code} {name}{bits} $end")
        lines.append("$upscope $end")
    lines += ["$upscope $end", "$enddefinitions $end", ""]
    yield "\n".join(lines).encode()


def identifier(number: int) -> str:
    """A short name of a signal, different for each number."""
    text = chr(FIRST + number % CODES)
    while number >= CODES:
        number //= CODES
        text += chr(FIRST + number % CODES)
    return text


def value_text(bits: Any, signal: Signal) -> str:
    """A value as a change of it is written, up to the identifier; x if there is none."""
    digits = "x" if bits is None else "".join(str(bits[place]) for place in reversed(signal.places))
    return digits if len(signal.places) == 1 else f"b{digits} "
