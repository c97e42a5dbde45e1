"""The models of the suite: machines of the zoo, two with hundreds of states, and the processor."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from typing import Any

import numpy as np

from turingrad import library
from turingrad.constructions.decoder import DecoderNetwork, ProgramDecoder, compile_network, sizes_for
from turingrad.errors import InputError
from turingrad.export.zoo import MAX_CONTEXT, MAX_STEPS, PROCESSOR, animals
from turingrad.machine.program import Program
from turingrad.machine.tape import LEFT, RIGHT, Rule, TapeMachine
from turingrad.truth.plain import plain_truth
from turingrad.truth.value import Run, Truth

ZOO = 18
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
    """A machine that shifts its input to the right by so many cells: its states are the last digits it read."""
    words = [word for size in range(bits + 1) for word in spellings(size)]
    rules = []
    for word in words:
        for digit in "01":
            full = len(word) == bits
            write = word[0] if full else "_"
            rules.append(Rule(f"q{word}", (digit,), (write,), (RIGHT,), f"q{word[full:]}{digit}"))
        if word:
            rules.append(Rule(f"q{word}", ("_",), (word[0],), (RIGHT,), f"e{word[1:]}"))
            rules.append(Rule(f"e{word}", ("_",), (word[0],), (RIGHT,), f"e{word[1:]}"))
    states = (*(f"q{word}" for word in words), *(f"e{word}" for word in words if len(word) < bits))
    known = set(states)
    return TapeMachine(
        states, ("_", "0", "1"), "_", "q", tuple(rule for rule in rules if rule.state in known),
        input=(tuple("110101110"),), name=f"delay-{bits}", doc=f"Shifts a binary word to the right by {bits} cells.",
    )  # fmt: skip


def spellings(size: int) -> list[str]:
    return [format(number, f"0{size}b") if size else "" for number in range(1 << size)]


RICH = {"remainder-97": remainder, "delay-6": delay}


def suite_names() -> list[str]:
    """The models of the suite, by name; the processor last, if there is a C compiler for its programs."""
    zoo = [name for name, _ in islice(animals(), ZOO)]
    return [*zoo, *RICH, *([PROCESSOR] if find_spec("ziglang") is not None else [])]


def models(names: set[str], seed: int) -> Iterator[tuple[str, Any]]:
    """(name, function that returns the network and its plain truth) of the models with these names, in their order."""
    for name, network in islice(animals(), ZOO):
        if name in names:
            yield name, lambda network=network, name=name: (network, plain_truth(network, name, seed=seed))
    for name, make in RICH.items():
        if name in names:
            yield name, lambda make=make, name=name: rich_model(make(), name, seed)
    if PROCESSOR in names:
        yield PROCESSOR, lambda: processor_model(seed)


def network_of(machine: Any, given: Any = None) -> DecoderNetwork:
    """The decoder of a machine, with room for its run: up to 400 steps and 1,024 tokens of a tape machine."""
    if isinstance(machine, Program):
        return compile_network(machine, context=PROCESSOR_CONTEXT)
    if not isinstance(machine, TapeMachine):
        raise InputError(f"truths are made of tape machines and programs, not of a {type(machine).__name__}")
    sizes = sizes_for(machine, given, MAX_STEPS)
    return compile_network(machine, **{**sizes, "context": min(sizes["context"], MAX_CONTEXT)})


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
    prompted = [network.with_program(program) for program in programs]
    runs = [Run(each.prompt(None), tuple(each.expected_tokens(None))) for each in prompted]
    return network, plain_truth(network, PROCESSOR, runs=runs, seed=seed)
