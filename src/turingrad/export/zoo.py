"""A zoo of compiled machines with ground truth, for people who test interpretability methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import islice
from pathlib import Path
from typing import Any

from turingrad import library
from turingrad._support.files import whole_folder
from turingrad.constructions.decoder import DecoderNetwork, ProgramDecoder, compile_network, sizes_for
from turingrad.constructions.decoder.processor.options import checked_processor
from turingrad.errors import InputError, TuringradError
from turingrad.export.checkpoint import write_json
from turingrad.export.programs import EXPECTED, PROMPT, write_program_texts
from turingrad.export.targets import export
from turingrad.machine.program import Program
from turingrad.machine.run import Progress, quiet
from turingrad.machine.tape import TapeMachine

MAX_STEPS = 400  # a longer run is cut
MAX_CONTEXT = 1024
COUNT = 20
PROCESSOR = "processor"
CONTEXT = 1 << 19  # tokens: all of these programs to their ends
PROGRAMS = ("hello", "fib", "sieve", "calc", "sha256", "quicksort", "lisp", "brainfuck", "learn", "soft-perceptron")


def zoo(
    folder: str | Path, *, count: int = COUNT, programs: int = 0, progress: Progress = quiet
) -> list[dict[str, Any]]:
    """Write `count` machines of the library as Llama folders, whole or not at all, and `zoo.json`, which lists them,
    with sizes, circuits and runs. `labels.json` in each folder says what every coordinate, head and unit is. With
    `programs`, also the processor, and so many C programs of the library as prompts of it, in its folder `programs`."""
    if not 0 <= programs <= len(PROGRAMS):
        raise InputError(f"programs must be between 0 and {len(PROGRAMS)}, not {programs}")
    entries: list[dict[str, Any]] = []
    with whole_folder(folder) as place:
        for name, network in islice(animals(), count):
            progress("compiling machines", len(entries), count)
            export(network, "llama", place / name, check=False)
            entries.append(entry(name, network))
        if len(entries) < count:
            raise InputError(f"the library has {len(entries)} machines for the zoo, not {count}")
        if programs:
            progress("compiling the processor", count, count)
            entries.append(write_processor(place / PROCESSOR, PROGRAMS[:programs]))
        write_json(place / "zoo.json", {"format": "turingrad-zoo", "version": 1, "machines": entries})
    return entries


def animals() -> Iterator[tuple[str, DecoderNetwork]]:
    """One-tape machines of the library that fit, first with one token per step, then with cells of two digits."""
    for digits, suffix in ((0, ""), (2, "-spelled")):
        for name in library.names():
            if "tape" in library.entry(name).forms:
                machine = library.load(name, form="tape")
                network = compile_fitting(machine, digits) if isinstance(machine, TapeMachine) else None
                if network is not None:
                    yield f"{name}{suffix}", network


def compile_fitting(machine: TapeMachine, digits: int) -> DecoderNetwork | None:
    """None if the machine has several tapes, or its run does not fit."""
    try:
        sizes = sizes_for(machine, None, MAX_STEPS, digits)
        sizes["context"] = min(sizes["context"], MAX_CONTEXT)
        network: DecoderNetwork = compile_network(machine, **sizes)
        return network
    except TuringradError:
        return None


def write_processor(folder: Path, names: Sequence[str]) -> dict[str, Any]:
    """The processor, prompted with the first of these programs, and a folder per program: its prompt, the tokens that
    should follow, and its source."""
    runs = []
    processor: ProgramDecoder | None = None
    for name in names:
        program = library.load(name, form="program")
        network = compile_network(program, context=CONTEXT) if processor is None else with_program(processor, program)
        if processor is None:
            processor = network
            export(network, "llama", folder, check=False)
        place = folder / "programs" / name
        place.mkdir(parents=True)
        write_program_texts(network, place / PROMPT, place / EXPECTED)
        (place / f"{name}.c").write_text(program.source, encoding="utf-8")
        tokens = {"prompt": len(network.prompt(None)), "tokens": len(network.expected_tokens(None))}
        runs.append({"name": name, "folder": f"{PROCESSOR}/programs/{name}", "doc": program.doc, **tokens})
    assert processor is not None
    return {**sizes_entry(PROCESSOR, processor), "doc": "RV32I, the base instruction set of RISC-V.", "programs": runs}


def with_program(processor: ProgramDecoder, program: Program) -> ProgramDecoder:
    """The same network with another program to prompt it with: nothing of it is in the weights."""
    checked_processor(program, {"code_bits": processor.options.code_bits, "context": processor.options.context})
    other = copy(processor)
    other.machine = program
    return other


def entry(name: str, network: DecoderNetwork) -> dict[str, Any]:
    return {
        **sizes_entry(name, network),
        "doc": network.machine.doc,
        "states": len(network.machine.states),
        "symbols": len(network.machine.symbols),
        "prompt": list(network.prompt(None)),
        "run": network.expected_tokens(None),
    }


def sizes_entry(name: str, network: DecoderNetwork) -> dict[str, Any]:
    """What a folder is, how large, and what its heads do."""
    return {
        "name": name,
        "folder": name,
        "depth": network.depth,
        "width": network.width,
        "tokens": len(network.vocabulary),
        "context": network.options.context,
        "formats": [dtype for dtype, exact in network.certificate.dtypes().items() if exact],
        "heads": [
            {"block": number, "head": head, "does": lookup.name}
            for number, block in enumerate(network.blueprint.blocks)
            for head, lookup in enumerate(block.lookups)
        ],
    }
