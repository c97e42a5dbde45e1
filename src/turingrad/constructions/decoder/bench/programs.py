"""Speed of the processor, as ratios in one run: generation in transformers, and the bit executors beside it."""

from __future__ import annotations

import importlib.util
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from turingrad import library
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.decoder import ProgramDecoder, compile_network
from turingrad.constructions.decoder.executors.guarded import Guarded
from turingrad.constructions.decoder.executors.programs import begin_program, guarded_plan, sliced_plan
from turingrad.constructions.decoder.executors.sliced import Sliced
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.spoken import TorchSpeaker
from turingrad.machine.program import Program, assemble
from turingrad.machine.program.compiled import CompiledProgram

GENERATED = 128  # tokens that the torch networks say
STEPS = 150_000  # instructions that are re-checked for a timing
RUNS = 20  # of the interpreter, for one timing
LONG = 100_000_000  # instructions that are re-checked in windows
LOOP = """
_start: li s0, 0x2000000
        li a1, 1
loop:   add a2, a0, a1
        mv a0, a1
        mv a1, a2
        sw a2, -4(sp)
        lbu a3, -3(sp)
        srli a4, a2, 5
        xor a5, a4, a3
        addi s0, s0, -1
        bnez s0, loop
        li a7, 93
        ecall
"""


def seconds_of(work: Callable[[], object]) -> float:
    """CPU seconds."""
    started = time.process_time()
    work()
    return time.process_time() - started


def bench(report: BenchReport) -> None:
    """Tokens and instructions per second; all bars are ratios measured here."""
    program = library.load("fib", form="program")
    network = compile_network(program, context=1 << 14)
    prompt, run = network.starting_tokens(), np.array(network.expected_tokens(), dtype=np.int32)
    name, slow = stock_speed(report, network)
    report.row(f"fib, {name}, greedy generation", slow, "tokens/s", note="batch 1, with cache")
    speaker = Guarded(guarded_plan(network.options), network.ends)
    speaker.say(prompt, 10, len(network.vocabulary), 0)

    def generate() -> None:
        speaker.restart()
        said = speaker.say(prompt, len(run), len(network.vocabulary), 0)
        assert np.array_equal(said, run)

    guarded = (len(prompt) + len(run)) / report.processor("guarded", generate)[0]
    report.row("fib, guarded", guarded, "tokens/s", ratio=guarded / slow, bar=500, note=f"against {name}")
    recheck(report, library.load("queens", form="program"), STEPS, slow, name)
    recheck(report, assemble(LOOP, "loop"), STEPS, slow, name)  # large values: twice as many tokens per instruction
    recheck_long(report)


def stock_speed(report: BenchReport, network: ProgramDecoder) -> tuple[str, float]:
    """Tokens per second of CPU time after the prompt, in transformers if it is installed, else in our network."""
    prompt, expected = network.starting_tokens(), network.expected_tokens()[: 2 * GENERATED]
    report.progress("generation by the stock model")
    torch.set_num_threads(1)  # two threads spin, which counts as the processor's time
    if importlib.util.find_spec("transformers") is None:
        speaker = TorchSpeaker(network)
        first = speaker.say(prompt, GENERATED, len(network.vocabulary), 0)
        seconds = seconds_of(lambda: speaker.say(first[-1:], GENERATED, len(network.vocabulary), 0))
        return "turingrad's torch network", GENERATED / seconds
    from turingrad.export import export
    from turingrad.export.checking import transformers_module
    from turingrad.export.programs import generate_tokens

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "llama"
        export(network, "llama", folder, check=False)
        model = transformers_module().AutoModelForCausalLM.from_pretrained(folder).eval()
        said: list[int] = []
        short = seconds_of(lambda: generate_tokens(model, prompt.tolist(), 1))
        whole = seconds_of(lambda: said.extend(generate_tokens(model, prompt.tolist(), GENERATED + 1)))
    assert said == expected[: len(said)]
    return "transformers", GENERATED / (whole - short)


def recheck(report: BenchReport, program: Program, steps: int, slow: float, name: str) -> None:
    """`sliced` on the first instructions of a program: against generation, and against the interpreter on the same."""
    network = compile_network(program)
    prompt, run = network.starting_tokens(), RunTokens(network.vocabulary, program).chunk(steps)
    fed = np.concatenate([prompt, run])[:-1]
    sliced = Sliced(sliced_plan(network.options))
    sliced.next_tokens(fed[:5_000])
    taken = CompiledProgram(program).advance(steps)
    starts = [CompiledProgram(program) for _ in range(4 * RUNS)]  # each runs once, so as many as there are timings

    def check() -> None:
        sliced.restart()
        assert np.array_equal(sliced.next_tokens(fed)[len(prompt) - 1 :], run)

    def interpret() -> None:
        for _ in range(RUNS):
            starts.pop().advance(taken)

    what = f"{program.name}, sliced"
    checking, interpreting = report.processor(what, check, interpret)
    speed, instructions, reference = len(fed) / checking, taken / checking, RUNS * taken / interpreting
    report.row(what, speed, "tokens/s", ratio=speed / slow, bar=5_000, note=f"against {name}")
    report.row(
        what,
        instructions,
        "instructions/s",
        ratio=instructions / reference,
        bar=1 / 150,
        note=f"against the compiled interpreter, {reference:,.0f} instructions/s",
        limit=f"{len(run) / taken:.1f} tokens per instruction: the cost is per token, the interpreter's is not",
    )


def recheck_long(report: BenchReport) -> None:
    """A long run in windows, in bounded memory."""
    network = compile_network(assemble(LOOP, "loop"))
    going = begin_program(network, None, "sliced")
    report.progress(f"{LONG:,} instructions in windows")
    seconds = seconds_of(lambda: going.stepper.advance(LONG))
    assert going.stepper.configuration().step == LONG
    windows = going.details()["windows"]
    report.row(f"loop, {LONG:,} instructions re-checked", LONG / seconds, "instructions/s",
               note=f"{windows} windows of at most {network.options.context:,} tokens")  # fmt: skip
    report.memory("most memory", bar=4.0, note="of the whole bench, torch included")
