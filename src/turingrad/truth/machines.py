"""The models of the suite: machines of the zoo, two with hundreds of states, and the processor."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np

from turingrad import library
from turingrad.constructions.decoder import DecoderNetwork, ProgramDecoder, compile_network, sizes_for
from turingrad.errors import InputError
from turingrad.export.zoo import MAX_CONTEXT, MAX_STEPS, PROCESSOR, compile_fitting
from turingrad.machine.kinds import describe_machine
from turingrad.machine.program import Program
from turingrad.machine.tape import LEFT, RIGHT, Rule, TapeMachine
from turingrad.truth.plain import plain_truth
from turingrad.truth.value import Run, Truth

SPELLED = "-spelled"  # cells in two digits
SMALL = (
    *("balanced-parentheses", "binary-add", "binary-increment", "busy-beaver-2", "busy-beaver-2x3", "busy-beaver-2x4"),
    *("busy-beaver-3", "busy-beaver-4", "busy-beaver-5", "palindrome", "unary-multiplication"),
)
ZOO = (*SMALL, *(f"{name}{SPELLED}" for name in SMALL[:7]))
MODULUS, DELAY = 97, 6
RICH_RUNS, RICH_INPUT = 96, 12
PROCESSOR_CONTEXT, PROCESSOR_CODE_BITS = 1 << 12, 9
PROCESSOR_PROGRAMS = ("fib", "sieve")


def remainder(modulus: int = MODULUS) -> TapeMachine:
    """A machine that replaces a binary number by its remainder, written backwards from its last digit.

    It reads from the left and keeps the remainder so far in its state (r becomes 2 r + digit), then goes back and
    writes the bits of the remainder: two states per remainder.
    """
    rules = []
    for r in range(modulus):
        for digit in "01":
            rules.append(Rule(f"r{r}", (digit,), (digit,), (RIGHT,), f"r{(2 * r + int(digit)) % modulus}"))
        rules.append(Rule(f"r{r}", ("_",), ("_",), (LEFT,), f"w{r}"))
        rules += [Rule(f"w{r}", (digit,), (str(r % 2),), (LEFT,), f"w{r // 2}") for digit in "01"]
    states = (*(f"r{r}" for r in range(modulus)), *(f"w{r}" for r in range(modulus)))
    return TapeMachine(
        states, ("_", "0", "1"), "_", "r0", tuple(rules), input=(tuple("110101110011"),),
        name=f"remainder-{modulus}", doc=f"Replaces a binary number by its remainder modulo {modulus}.",
    )  # fmt: skip


def delay(bits: int = DELAY) -> TapeMachine:
    """A machine that shifts its input to the right by so many cells: its states are the last symbols that it read.

    It reads a digit, writes the symbol of `bits` cells ago and goes on to the right (states q), and after the last
    digit it writes the symbols that are left (states e).
    """
    rules, left = [], set[str]()
    words = [word.rjust(bits, "_") for size in range(bits + 1) for word in spellings(size)]
    for word in words:
        rules += [Rule(f"q{word}", (digit,), (word[0],), (RIGHT,), f"q{word[1:]}{digit}") for digit in "01"]
        rules.append(Rule(f"q{word}", ("_",), (word[0],), (RIGHT,), f"e{word[1:]}"))
        left |= {word[start:] for start in range(1, bits + 1)}
    rules += [Rule(f"e{word}", ("_",), (word[0],), (RIGHT,), f"e{word[1:]}") for word in sorted(left) if word]
    states = (*(f"q{word}" for word in words), *(f"e{word}" for word in sorted(left)))
    return TapeMachine(
        states, ("_", "0", "1"), "_", f"q{words[0]}", tuple(rules), input=(tuple("110101110"),),
        name=f"delay-{bits}", doc=f"Shifts a binary word to the right by {bits} cells.",
    )  # fmt: skip


def spellings(size: int) -> list[str]:
    return [format(number, f"0{size}b") if size else "" for number in range(1 << size)]


RICH = {"remainder-97": remainder, "delay-6": delay}


def suite_names() -> list[str]:
    """The models of the suite, by name; the processor last, if there is a C compiler for its programs."""
    return [*ZOO, *RICH, *([PROCESSOR] if find_spec("ziglang") is not None else [])]


def model(name: str, seed: int) -> tuple[DecoderNetwork, Truth]:
    """The network of a name of the suite, and its plain truth with runs and pairs."""
    if name in RICH:
        return rich_model(RICH[name](), name, seed)
    if name == PROCESSOR:
        return processor_model(seed)
    machine = library.load(name.removesuffix(SPELLED), form="tape")
    network = compile_fitting(machine, 2 if name.endswith(SPELLED) else 0) if isinstance(machine, TapeMachine) else None
    assert network is not None
    return network, plain_truth(network, name, seed=seed)


def network_of(machine: Any, given: Any = None) -> DecoderNetwork:
    """The decoder of a machine, with room for its run: up to 400 steps and 1,024 tokens of a tape machine."""
    if isinstance(machine, Program):
        processor: DecoderNetwork = compile_network(machine, context=PROCESSOR_CONTEXT)
        return processor
    if not isinstance(machine, TapeMachine):
        raise InputError(f"truths are made of tape machines and programs, not of {describe_machine(machine)}")
    sizes = sizes_for(machine, given, MAX_STEPS)
    network: DecoderNetwork = compile_network(machine, **{**sizes, "context": min(sizes["context"], MAX_CONTEXT)})
    return network


def rich_model(machine: TapeMachine, name: str, seed: int) -> tuple[DecoderNetwork, Truth]:
    """A machine with many runs on random numbers of up to 12 binary digits."""
    network = network_of(machine, (("1",) * RICH_INPUT,))
    rng = np.random.default_rng(seed)
    words = {str(rng.integers(2))} | {
        "".join(rng.choice(["0", "1"], rng.integers(2, RICH_INPUT + 1))) for _ in range(2 * RICH_RUNS)
    }
    inputs = [(tuple(word),) for word in sorted(words)]
    chosen = [inputs[number] for number in rng.permutation(len(inputs))[:RICH_RUNS]]
    runs = [Run(network.prompt(given), tuple(network.expected_tokens(given))) for given in (None, *chosen)]
    return network, plain_truth(network, name, runs=runs, seed=seed)


def processor_model(seed: int, context: int = PROCESSOR_CONTEXT) -> tuple[DecoderNetwork, Truth]:
    """The processor with the runs of fib, which is whole, and of sieve, as far as the context reaches."""
    programs = [library.load(name, form="program") for name in PROCESSOR_PROGRAMS]
    network = compile_network(programs[0], context=context, code_bits=PROCESSOR_CODE_BITS)
    assert isinstance(network, ProgramDecoder)
    prompted = [network.with_program(program) for program in programs if isinstance(program, Program)]
    runs = [Run(each.prompt(None), tuple(each.expected_tokens(None))) for each in prompted]
    return network, plain_truth(network, PROCESSOR, runs=runs, seed=seed)
