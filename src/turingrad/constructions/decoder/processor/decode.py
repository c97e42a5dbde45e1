"""The way back from the residual stream: one vector in words, and configurations of a run's stream."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F64, Mask
from turingrad.constructions.decoder.features import Features
from turingrad.constructions.decoder.processor.literals import bits
from turingrad.constructions.decoder.processor.options import ProcessorOptions
from turingrad.errors import InputError
from turingrad.machine.program import Memory, Program, ProgramConfiguration
from turingrad.machine.program.interpreter import instruction_at, target_of, trap_at


@dataclass(frozen=True)
class ProcessorReading:
    """One stream vector in words: `numbers` has each number by its name, `flags` those that are on."""

    numbers: dict[str, int]
    flags: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([*(f"{name}={value:x}" for name, value in self.numbers.items() if value), *self.flags])


def words_of(vector: F64, features: Features) -> ProcessorReading:
    numbers: dict[str, int] = {}
    flags = []
    for name in features:
        stem, _, bit = name.partition(".")
        if bit.isdigit():
            numbers[stem] = numbers.get(stem, 0) | int(vector[features[name]] > 0) << int(bit)
        elif vector[features[name]] > 0 and name != "one":
            flags.append(name)
    return ProcessorReading(numbers, tuple(flags))


def configuration_of_stream(
    stream: F64, at: int, features: Features, options: ProcessorOptions, program: Program
) -> ProgramConfiguration:
    """The configuration after step `at`: pc from the token that begins instruction `at`, registers and memory from the
    tokens before it that end a value, output from what the pc tokens say. An exit is a step of its own."""
    on: Mask = stream > 0

    def column(name: str) -> Mask:
        return on[:, features[name]]

    def number(name: str, place: int, count: int = 32, start: int = 0) -> int:
        return sum(int(on[place, features[each]]) << b for b, each in enumerate(bits(name, count, start)))

    begins = np.flatnonzero(column("is.pc"))
    exits = len(begins) > 0 and bool(column("say.exit")[begins[-1]])
    if not 0 <= at < len(begins) + exits:
        raise InputError(f"step {at} is not among the {len(begins)} steps of these activations")
    exited = at == len(begins)
    here = int(begins[at - exited])
    registers, words, output = [0] * 32, np.zeros(program.ram // 4, dtype="<u4"), bytearray()
    for place in np.flatnonzero(column("last")[:here]).tolist():
        if on[place, features["wreg"]]:
            registers[number("in", place, 5, 7)] = number("w", place)
        elif on[place, features["wmem"]]:
            words[number("s", place, options.word_bits, 2)] = number("w", place)
    for place in begins[: at - exited].tolist():
        if on[place, features["say.out"]]:
            output.append(number("e", place, 8))
    code = number("e", here, 8) if exited else None
    pc = 4 * number("pc", here, options.code_bits)
    if not on[here, features["fetches"]]:  # a target without a token: as the instruction before it computed it
        before = int(begins[at - 1])
        earlier = configuration_of_stream(stream, at - 1, features, options, program)
        do = instruction_at(program, 4 * number("pc", before, options.code_bits))
        pc = target_of(do, earlier.pc, earlier.registers) if do is not None else 0
    trap = None if exited else trap_at(program, pc, registers)
    return ProgramConfiguration(at, pc, tuple(registers), Memory.of(words.tobytes()), bytes(output), code, trap)
