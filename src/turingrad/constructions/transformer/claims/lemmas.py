"""Lemmas C.1 to C.8, each on the hidden vectors of a run through the paper's own layers, against the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from turingrad.constructions.claim import Claim, Figures, Mutation, mutation, require
from turingrad.constructions.transformer import DecoderLayer, Reading, TransformerNetwork, compile_network
from turingrad.constructions.transformer.compact import FOUND, IN_INPUT
from turingrad.library import load
from turingrad.machine.tape import Rule, TapeConfiguration
from turingrad.machine.tape import run as tape_run

HERE = "turingrad.constructions.transformer.claims.lemmas.network"
RUNS = (
    ("palindrome", "abba", 11),
    ("busy-beaver-3", "", 13),
)  # the second comes back to what it wrote beyond its input
PAPER = "turingrad.constructions.transformer.paper"


def network(name: str, given: str, steps: int) -> TransformerNetwork:
    machine = load(name, "tape")
    return compile_network(machine, steps=steps, input_length=len(given), layers="paper")


@dataclass(frozen=True)
class Pass:
    """One step of the machine, and the hidden vectors of its pass."""

    net: TransformerNetwork
    given: str
    hidden: Tensor  # (depth + 1, width)
    time: int
    before: TapeConfiguration
    after: TapeConfiguration
    rule: Rule
    last_write: int | None  # to the cell that the head moves to
    names: tuple[str, ...]

    def read_layer(self, layer: str) -> Reading:
        place = self.names.index(layer) + 1
        return self.net.read(self.hidden[place], place)

    def field(self, layer: str, name: str) -> list[int]:
        place = self.names.index(layer) + 1
        return [round(value) for value in self.hidden[place, self.net.coordinates.slice(name)].tolist()]

    @property
    def target(self) -> int:
        return self.after.heads[0]


def passes() -> list[Pass]:
    """All steps of the runs, through whatever `network` builds."""
    return [step for run in RUNS for step in passes_of(*run)]


def passes_of(name: str, given: str, steps: int) -> list[Pass]:
    net = network(name, given, steps)
    trace = list(tape_run.trace(net.machine, given, max_steps=steps))
    with torch.no_grad():
        hidden = net.hidden(net.tokens(given), len(trace))
    written = {-1: 0}  # the boot pass writes the cell before the input
    names = tuple(layer.name for layer in net.decoder_layers())
    found = []
    for time in range(1, len(trace)):
        before, after = trace[time - 1], trace[time]
        written[before.heads[0]] = time
        rule = net.machine.rule(before.state, net.machine.reads(before))
        assert rule is not None
        found.append(Pass(net, given, hidden[time], time, before, after, rule, written.get(after.heads[0]), names))
    return found


def each_pass(holds: Callable[[Pass], bool], says: str) -> Figures:
    steps = passes()
    wrong = [step.time for step in steps if not holds(step)]
    require(not wrong, f"{says}: not so in passes {wrong}")
    return {"passes checked": len(steps)}


def transition(step: Pass) -> bool:
    shown, moves = step.read_layer("transition"), step.field("transition", "move")
    return (shown.state, shown.wrote) == (step.rule.next, step.rule.write[0]) and moves == [
        int(step.rule.move[0] < 0),
        int(step.rule.move[0] > 0),
    ]


def position(step: Pass) -> bool:
    return step.read_layer("add end").target == step.target % step.net.modulus


def found_flag(step: Pass) -> bool:
    return step.field("found", "scr4")[FOUND] == int(step.last_write is not None)


def bits_found(step: Pass, count: int) -> bool:
    width = step.net.bits
    bits = f"{step.last_write or 0:0{width}b}"
    shown = step.field(f"search bit {count - 1}", "scr3")
    return shown[:count] == [int(bit) for bit in bits[:count]] and not any(shown[count:])


def every_prefix(step: Pass) -> bool:
    return all(bits_found(step, count) for count in range(1, step.net.bits + 1))


def one_hot(step: Pass, symbol: str | None) -> list[int]:
    return [int(symbol == name) for name in step.net.machine.symbols]


def written_symbol(step: Pass) -> str | None:
    """What the target cell holds after this step, where it was ever written."""
    if step.last_write is None:
        return None
    return step.after.tapes[0].read(step.target, step.net.machine.blank)


def fetched(step: Pass) -> bool:
    return step.field("fetch", "scr1") == one_hot(step, written_symbol(step))


def input_symbol(step: Pass) -> bool:
    given = step.given[step.target] if 0 <= step.target < len(step.given) else None
    flag = step.field("input", "scr4")[IN_INPUT]
    return step.field("input", "scr2") == one_hot(step, given) and flag == int(given is not None)


def broken(layer: str, change: Callable[[DecoderLayer], None]) -> Callable[..., TransformerNetwork]:
    """The network with one layer changed."""
    intact = network

    def build(name: str, given: str, steps: int) -> TransformerNetwork:
        net = intact(name, given, steps)
        found = next(each for each in net.decoder_layers() if each.name == layer)
        with torch.no_grad():
            change(found)
        return net

    return build


def no_values(layer: DecoderLayer) -> None:
    for kind in ("self_attention", "cross_attention"):
        attention = getattr(layer, kind)
        if attention is not None:
            attention.W_V.zero_()
            attention.b_V.zero_()


def no_null(layer: DecoderLayer) -> None:
    assert layer.self_attention is not None
    layer.self_attention.K_0.zero_()


def as_bits(layer: DecoderLayer) -> None:
    """Keys and queries as Bin instead of 2 Bin - 1."""
    cross = layer.cross_attention
    for name in ("W_Q", "W_K"):
        getattr(cross, name)[:-1] /= 2.0
    for name in ("b_Q", "b_K"):
        getattr(cross, name)[:-1] = 0.0


def no_bias(layer: DecoderLayer) -> None:
    layer.feedforward.b_1.zero_()


def lemma(
    number: str,
    statement: str,
    holds: Callable[[Pass], bool],
    changes: dict[str, Callable[..., TransformerNetwork]],
    *code: str,
) -> Claim:
    found: tuple[Mutation, ...] = tuple(mutation(name, HERE, change) for name, change in changes.items())
    where = "Appendix C"
    named = tuple(f"{PAPER}.{name}" for name in code)
    return Claim(
        "wei", number, where, statement, lambda: each_pass(holds, number), found, named,
        leaves_out="two machines, one input each, with one tape that is endless to the left",
    )  # fmt: skip


CLAIMS = (
    lemma(
        "Lemma C.1",
        "Two layers compute the next state, the symbol to write and the one-hot move from state and symbol.",
        transition,
        {"pairs without their bias": broken("pair", no_bias)},
        "transition_layer",
    ),
    lemma(
        "Lemma C.2",
        "O(w) layers add the move to the head's position in binary.",
        position,
        {"carries without their bias": broken("add bit 0", no_bias)},
        "subtract_layers",
        "add_layers",
    ),
    lemma(
        "Lemma C.3",
        "O(w) layers find the last time at which the head's new cell was written, and what was written there.",
        lambda step: every_prefix(step) and fetched(step) and found_flag(step),
        {"the last layer fetches nothing": broken("fetch", no_values)},
        "search_layers",
    ),
    lemma(
        "Claim C.4",
        "One attention layer tells whether the cell was ever written.",
        found_flag,
        {"the null key scores 0": broken("found", no_null)},
        "search_layers",
    ),
    lemma(
        "Claim C.5",
        "One attention layer finds the next bit of the last write, given the bits before it.",
        every_prefix,
        {
            "the null key scores 0": broken("search bit 1", no_null),
            "no bit is brought": broken("search bit 3", no_values),
        },
        "search_layers",
    ),
    lemma(
        "Claim C.6",
        "One attention layer fetches the symbol written at the time that was found.",
        fetched,
        {"no value is brought": broken("fetch", no_values)},
        "search_layers",
    ),
    lemma(
        "Lemma C.7",
        "Encoder-decoder attention on 2 Bin - 1 fetches the input symbol of the cell, if there is one.",
        input_symbol,
        {"keys and queries are Bin": broken("input", as_bits)},
        "search_layers",
    ),
    lemma(
        "Lemma C.8",
        "Three layers choose what was written, the input's symbol, or the blank.",
        lambda step: step.read_layer("output").symbol == step.net.machine.reads(step.after)[0],
        {"ANDs without their bias": broken("and", no_bias)},
        "symbol_layers",
    ),
)
