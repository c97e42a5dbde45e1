"""A C program in a stock Llama: compiled, spelled as a prompt, and executed token by token."""

from __future__ import annotations

import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console

from turingrad.constructions.construction import Chapter
from turingrad.constructions.decoder import ProgramDecoder, compile_network
from turingrad.constructions.decoder.executors.guarded import Guarded
from turingrad.constructions.decoder.executors.programs import guarded_plan
from turingrad.constructions.decoder.processor.playback import ProgramPlayback
from turingrad.constructions.decoder.processor.spoken import TorchSpeaker
from turingrad.constructions.torch_state import own_torch
from turingrad.formats.programs.c_source import read_c
from turingrad.machine.program import Program, assemble
from turingrad.machine.program.run import run

CODE_BITS, CONTEXT = 8, 2048  # a small vocabulary, so that the model is small, too
C_SOURCE = """#include <stdio.h>

int main(void) {
  unsigned here = 1, next = 2;
  while (here < 10) {
    putchar('0' + here);
    next += here;
    here = next - here;
  }
  return 7;
}
"""
ASSEMBLY = """_start: li s0, 1
        li s1, 2
next:   addi a0, s0, '0'
        li a7, 64
        ecall
        add s1, s1, s0
        sub s0, s1, s0
        sltiu t0, s0, 10
        bnez t0, next
        li a0, 7
        li a7, 93
        ecall
"""


def small_program() -> Program:
    """Fibonacci numbers of one digit, in C; in assembly if there is no compiler."""
    if find_spec("ziglang") is None:
        return assemble(ASSEMBLY, "digits.s")
    return read_c(C_SOURCE.encode(), "digits.c")


def show(console: Console) -> None:
    program = small_program()
    if find_spec("ziglang") is None:
        console.print("Without the extra `c` (pip install 'turingrad\\[c]') this chapter runs assembly.")
    console.print(program.source, highlight=False, markup=False)
    network = compile_network(program, code_bits=CODE_BITS, context=CONTEXT)
    texts, prompt, expected = network.vocabulary.texts, network.starting_tokens(), network.expected_tokens()
    console.print(
        f"{network.depth} Llama blocks of width {network.width}, {network.parameter_count():,} weights, none of them "
        f"from this program: that is the prompt, {len(prompt):,} tokens."
    )
    with own_torch(1):  # one token is too little work for two threads
        name, said, seconds = generate_run(network, len(expected))
    equal = sum(a == b for a, b in zip(said, expected, strict=False))
    console.print(f"{name} says, by greedy generation in {seconds:.1f} s:", highlight=False)
    console.print(f"  {' '.join(texts[token] for token in said[:9])} ... {' '.join(texts[t] for t in said[-3:])}")
    last = run(program).configuration
    player = ProgramPlayback(network.vocabulary, program)
    player.follow([*prompt.tolist(), *said])
    console.print(
        f"{equal} of {len(expected)} tokens are those of the interpreter; output {player.output().decode()!r}, exit "
        f"code {player.configuration().exit_code}, {last.step} instructions."
    )
    speaker = Guarded(guarded_plan(network.options), network.ends)
    again = speaker.say(prompt, len(expected), len(texts), 0).tolist()
    console.print(f"The same {len(again)} tokens from its units and heads as bits (guarded): {again == said}.")
    console.print("`turingrad run FILE.c --on decoder` runs yours, `turingrad view FILE.c --on decoder` shows it.")


def generate_run(network: ProgramDecoder, count: int) -> tuple[str, list[int], float]:
    """Who generates (transformers if it is installed, else our own torch network), the tokens, and the seconds."""
    prompt = network.starting_tokens()
    if find_spec("transformers") is None:
        started = time.perf_counter()
        said = TorchSpeaker(network).say(prompt, count, len(network.vocabulary), 0).tolist()
        return "turingrad's torch network", said, time.perf_counter() - started
    from turingrad.export import export
    from turingrad.export.checking import transformers_module
    from turingrad.export.programs import generate_tokens

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "llama"
        export(network, "llama", folder, check=False)
        model = transformers_module().AutoModelForCausalLM.from_pretrained(folder).eval()
    started = time.perf_counter()
    tokens = generate_tokens(model, prompt.tolist(), count)
    return f"transformers' {type(model).__name__}", tokens, time.perf_counter() - started


CHAPTER = Chapter(46, "A stock language model that runs a C program", show)
