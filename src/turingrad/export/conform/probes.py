"""The machines that a runtime is tried on, each made to see faults that others do not.

beaver    busy beaver 4: transition table, adder, tape in every direction; short
rewrite   stays on one cell and rewrites it at every step: each token must find its neighbour's write, never the one
          before it; sees masks, signs of the rotation and positions that are off by one
sweep     goes over its tape again and again and changes every symbol: every row of the cache is read once, from near
          and from far, up to two thirds of the context away; sees dropped rows, windows and a wrong theta
recall    writes a cell twice in neighbouring steps, walks as far as the context allows, comes back and reads it:
          two scores that differ by one step at the largest distance; sees short mantissas in sums and positions
reach     finds at the last token of the context a symbol that the prompt wrote first of all: the largest distance that
          there is; sees positions that are one too far
twice     the same, into a cell that the prompt wrote twice: two scores that differ by one step at that distance; sees
          short mantissas in sums and positions
spelled   cells in several tokens, over a wide tape: attention in three blocks, whose keys depend on attention below;
          sees masks even where only the last token's prediction is known
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from turingrad import library
from turingrad.constructions.decoder import DecoderNetwork, compile_network
from turingrad.constructions.decoder.options import DEFAULT_CONTEXT, Options, accepts
from turingrad.errors import InputError
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

LENGTHS = (64, 128, 256, 1024, 2048, 4096, 16_384)
SHORT = 300  # runs that are generated whole


@dataclass(frozen=True)
class Probe:
    """A machine on an input, for one context."""

    name: str
    machine: TapeMachine
    given: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    early: tuple[str, ...] = ()  # written into the input's last cell before everything else, the last is the input's

    @property
    def context(self) -> int:
        return int(dict(self.options)["context"])

    def network(self) -> DecoderNetwork:
        network: DecoderNetwork = compile_network(self.machine, **dict(self.options))
        return network

    def run(self, network: DecoderNetwork) -> tuple[list[int], list[int]]:
        """The prompt, and the tokens that follow it, from the reference interpreter."""
        prompt, right = list(network.prompt(self.given)), network.expected_tokens(self.given)
        if self.early:
            v, last = network.vocabulary, len(self.given) - 1
            first = [token for symbol in self.early for token in v.write(symbol, last)]
            prompt = [prompt[0], *first, *(token for token in prompt[1:] if token not in first)]
        return prompt, right[: self.context - len(prompt)]


def probe_of(subject: TapeMachine | DecoderNetwork, context: int = DEFAULT_CONTEXT) -> Probe:
    """A machine of one's own on its own input, to the end of a context; a decoder as it was compiled."""
    if isinstance(subject, DecoderNetwork):
        machine, options = subject.machine, {each.name: getattr(subject.options, each.name) for each in fields(Options)}
    else:
        accepts(subject)
        machine, options = subject, {"context": context}
    probe = Probe(machine.name or "machine", machine, machine.input[0], tuple(options.items()))
    prompt, right = probe.run(probe.network())
    if not right:
        raise InputError(f"a prompt of {len(prompt)} tokens fills the context of {probe.context}: nothing follows it")
    return probe


def probes(longest: int, shortest: int = 0) -> Iterator[Probe]:
    """Probes whose contexts are at most `longest` tokens, the shortest first."""
    if longest < LENGTHS[0]:
        raise InputError(f"the shortest probes have {LENGTHS[0]} tokens, not {longest}")
    for length in LENGTHS:
        if shortest <= length <= longest:
            yield from probes_of(length)


def probes_of(length: int) -> Iterator[Probe]:
    if length == LENGTHS[0]:
        yield reach("reach", length, ("!",))
        return
    if length == LENGTHS[1]:
        beaver = library.load("busy-beaver-4", "tape")
        yield Probe("beaver", beaver, (), (("cells", 16), ("context", length)))
        yield Probe("rewrite", rewrite_machine(), (), (("cells", 16), ("left", 8), ("context", length)))
    if length <= LENGTHS[2]:
        third = (length - 8) // 3
        cells = 1 << (third + 2).bit_length()
        where = (("cells", cells), ("left", 2), ("digits", 0), ("context", length))
        yield Probe("sweep", sweep_machine(), pattern(third), where)
        yield Probe("recall", recall_machine(), ("_", *("x",) * (third - 3)), where)
        yield reach("twice", length, ("?", "!"))
        short = (length - 16) // 9
        where = (("cells", 256), ("left", 128), ("digits", 2), ("context", length))
        yield Probe("spelled", sweep_machine(), pattern(short), where)
        return
    if length <= LENGTHS[4]:
        yield reach("twice", length, ("?", "!"))
    out = (length - 24) // 6  # two tokens per step: the whole cell is one digit
    where = (("cells", 1 << (out + 4).bit_length()), ("left", 2), ("digits", 1), ("context", length))
    yield Probe("sweep", sweep_machine(), pattern(out), where)
    yield Probe("recall", recall_machine(), ("_", *("x",) * (out - 3)), where)


def reach(name: str, length: int, early: tuple[str, ...]) -> Probe:
    """Cells 0 to K, the last one written first: <bos> !@K x@0 .. <start> and K + 1 steps make 2 K + 4 tokens."""
    last = (length - 3 - len(early)) // 2
    where = (("cells", last + 4), ("left", 1), ("digits", 0), ("context", 2 * last + 3 + len(early)))
    return Probe(name, reach_machine(), ("x",) * last + ("!",), where, early)


def reach_machine() -> TapeMachine:
    """Goes right over x to the mark !."""
    rules = (Rule("go", ("x",), ("x",), (RIGHT,), "go"), Rule("go", ("!",), ("!",), (STAY,), "found"))
    return TapeMachine(("go", "found"), ("_", "?", "!", "x"), "_", "go", rules, ("found",), name="reach")


def rewrite_machine() -> TapeMachine:
    """One state; every symbol is rewritten by the next of its cycle, in place."""
    symbols = ("_", "1", "2", "3", "4")
    rules = [Rule("s", (a,), (b,), (STAY,), "s") for a, b in zip(symbols, (*symbols[1:], symbols[0]), strict=True)]
    return TapeMachine(("s",), symbols, "_", "s", tuple(rules), name="rewrite")


def sweep_machine() -> TapeMachine:
    """Right, then left, then right: every symbol becomes the next of its cycle at each pass; blanks turn the head."""
    digits = ("0", "1", "2", "3", "4")
    rules = []
    for state, move, other in (("R", RIGHT, "L"), ("L", LEFT, "R")):
        rules.append(Rule(state, ("_",), ("_",), (-move,), other))
        rules += [
            Rule(state, (a,), (b,), (move,), state) for a, b in zip(digits, (*digits[1:], digits[0]), strict=True)
        ]
    return TapeMachine(("R", "L"), ("_", *digits), "_", "R", tuple(rules), name="sweep")


def recall_machine() -> TapeMachine:
    """Writes 1 and then 2 into its first cell, walks over the x, comes back and reads 2; else it halts elsewhere."""
    rules = [Rule("one", ("_",), ("1",), (STAY,), "two"), Rule("two", ("1",), ("2",), (RIGHT,), "right")]
    rules += [Rule("right", ("x",), ("x",), (RIGHT,), "right"), Rule("right", ("_",), ("_",), (LEFT,), "left")]
    rules += [Rule("left", ("x",), ("x",), (LEFT,), "left"), Rule("left", ("2",), ("2",), (STAY,), "done")]
    return TapeMachine(
        ("one", "two", "right", "left", "done"),
        ("_", "1", "2", "x"),
        "_",
        "one",
        tuple(rules),
        ("done",),
        name="recall",
    )


def pattern(length: int) -> tuple[str, ...]:
    """Digits without an order, the same each time."""
    rng = random.Random(length)
    return tuple(rng.choice("01234") for _ in range(length))
